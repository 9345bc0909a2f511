//! How much memory a game's own templates may take.
//!
//! The template engine counts steps, and a text that is doubled at each of them is bigger than any memory after
//! forty. So the values that a game's own templates keep are weighed, and what they write is counted. Steps that keep
//! a value are tags (`set`, `for`, `with`, `macro`, `call`): each gets another one behind it that has the value
//! weighed. The program's own templates are left as they are.

use minijinja::{
    Environment, Error, ErrorKind, Output, State, Value, escape_formatter, filters,
    value::{Rest, ValueKind, ValueOrKwargs},
};
use std::{
    fmt::{self, Write as _},
    io,
};

/// The most that one text may have.
pub(super) const LONGEST: usize = 16 << 20;

/// The most that all that is made for one text may have.
const ALL: usize = 64 << 20;

/// Lists within each other.
const DEEPEST: usize = 40;

/// What one item of a list takes by itself.
const ITEM: usize = 24;

/// The filter that weighs a value.
const WEIGHED: &str = "_weighed";

/// What was made for one text so far.
#[derive(Default)]
struct Spent(usize);

fn too_much() -> Error {
    Error::from(ErrorKind::WriteFailure)
}

fn spend(state: &mut State, bytes: usize) -> Result<(), Error> {
    let spent = state.get_or_insert_extension(Spent::default());
    spent.0 = spent.0.saturating_add(bytes);
    if spent.0 > ALL {
        return Err(too_much());
    }
    Ok(())
}

/// How long a value is as text, up to a bound; nothing if it is longer. A list that holds one value often is as long as
/// it would be shown.
fn size(value: &Value, left: usize, depth: usize) -> Option<usize> {
    let own = value.as_str().map_or(ITEM, str::len);
    let mut all = Some(own).filter(|own| *own <= left)?;
    let listed = matches!(value.kind(), ValueKind::Seq | ValueKind::Iterable);
    // The maps of a report were there before.
    if !listed && (value.kind() != ValueKind::Map || super::shown::is_shown(value)) {
        return Some(all);
    }
    if depth == 0 {
        return None;
    }
    let is_map = !listed;
    for item in value.try_iter().ok()? {
        if is_map && let Ok(part) = value.get_item(&item) {
            all += size(&part, left.checked_sub(all)?, depth - 1)?;
        }
        all += size(&item, left.checked_sub(all)?, depth - 1)?;
    }
    Some(all)
}

/// A value that is kept, if it is not too long; `raw` is the text that is written beside it.
fn weighed(state: &mut State, value: Value, raw: usize) -> Result<Value, Error> {
    let size = size(&value, LONGEST, DEEPEST).ok_or_else(too_much)?;
    let made = if value.as_str().is_some() { size } else { ITEM };
    spend(state, raw.saturating_add(made))?;
    Ok(value)
}

/// Text up to a bound.
struct Bounded(String);

impl fmt::Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.0.len() + text.len() > LONGEST {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}

/// Shows a value, and counts it.
fn show(out: &mut Output, state: &mut State, value: &Value) -> Result<(), Error> {
    match value.kind() {
        ValueKind::String => spend(state, value.as_str().map_or(0, str::len))?,
        ValueKind::Undefined | ValueKind::None | ValueKind::Bool | ValueKind::Number => {}
        _ => {
            let mut text = Bounded(String::new());
            write!(text, "{value}").map_err(|_| too_much())?;
            spend(state, text.0.len())?;
            return escape_formatter(out, state, &Value::from(text.0));
        }
    }
    escape_formatter(out, state, value)
}

/// Where a text is written to, up to a bound.
#[derive(Debug, Default)]
pub(super) struct Paper(Vec<u8>);

impl Paper {
    /// What was written.
    pub(super) fn text(self) -> String {
        // The engine writes nothing but text.
        String::from_utf8_lossy(&self.0).into_owned()
    }
}

impl io::Write for &mut Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > LONGEST {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Sets the bounds for a game's own templates.
pub(super) fn add_to(environment: &mut Environment<'_>) {
    environment.set_formatter(show);
    environment.add_filter(WEIGHED, weighed);
    let mut bound = |name: &'static str, filter: Value| {
        environment.add_filter(
            name,
            move |state: &mut State, args: Rest<ValueOrKwargs>| -> Result<Value, Error> {
                let args = args.into_values();
                fits(&args)?;
                filter.call(state, &args)
            },
        );
    };
    bound("replace", Value::from_function(filters::replace));
    bound("join", Value::from_function(filters::join));
    bound("indent", Value::from_function(filters::indent));
    bound("format", Value::from_function(filters::format));
    bound("batch", Value::from_function(filters::batch));
    bound("slice", Value::from_function(filters::slice));
    bound("list", Value::from_function(filters::list));
    bound("sort", Value::from_function(filters::sort));
    bound("unique", Value::from_function(filters::unique));
    bound("reverse", Value::from_function(filters::reverse));
    bound("map", Value::from_function(filters::map));
    bound("select", Value::from_function(filters::select));
    bound("reject", Value::from_function(filters::reject));
    bound("selectattr", Value::from_function(filters::selectattr));
    bound("rejectattr", Value::from_function(filters::rejectattr));
    bound("groupby", Value::from_function(filters::groupby));
    bound("zip", Value::from_function(filters::zip));
    bound("chain", Value::from_function(filters::chain));
    bound("sum", Value::from_function(filters::sum));
    bound("string", Value::from_function(filters::string));
    bound("tojson", Value::from_function(filters::tojson));
    bound("pprint", Value::from_function(filters::pprint));
}

/// Whether what a filter makes cannot be too long: each byte of the first value may become what another one says.
fn fits(args: &[Value]) -> Result<(), Error> {
    let Some((first, others)) = args.split_first() else {
        return Ok(());
    };
    let first = size(first, LONGEST, DEEPEST).ok_or_else(too_much)?;
    let mut most = 1;
    for other in others {
        let number = |value: &Value| usize::try_from(value.clone()).ok();
        let size = number(other).or_else(|| size(other, LONGEST, DEEPEST));
        most = most.max(size.ok_or_else(too_much)?);
        if other.kind() == ValueKind::Map {
            // Arguments that are given by name.
            let named = other
                .try_iter()?
                .filter_map(|key| number(&other.get_item(&key).ok()?));
            most = most.max(named.max().unwrap_or_default());
        }
    }
    match first.checked_mul(most) {
        Some(all) if all <= ALL => Ok(()),
        _ => Err(too_much()),
    }
}

/// A tag that keeps values under names, or does something again and again.
struct Tag {
    /// Where it ends.
    end: usize,
    word: &'static str,
    names: Vec<String>,
    /// What it says of the space behind it: `-`, `+` or nothing.
    space: &'static str,
    /// Where what stands in it ends.
    body: usize,
}

/// A template of a game with everything weighed that it keeps. `all` is the length of all its templates.
pub(super) fn guarded(source: &str, all: usize) -> String {
    let mut out = String::with_capacity(source.len() * 2);
    let mut at = 0;
    for tag in tags(source) {
        out.push_str(&source[at..tag.end]);
        at = tag.end;
        let body = source.get(tag.end..tag.body).unwrap_or_default();
        let elsewhere = ["include", "import", "self", "super", "caller", "loop("];
        let raw = if tag.word == "set" || tag.word == "with" {
            0
        } else if elsewhere.iter().any(|word| body.contains(word)) {
            all
        } else {
            body.len()
        };
        let space = tag.space;
        let mut set = |name: &str, raw: usize, space: &str| {
            let value = if name == "_" { "0" } else { name };
            out.push_str(&format!(
                "{{% set {name} = {value}|{WEIGHED}({raw}) {space}%}}"
            ));
        };
        let Some((last, others)) = tag.names.split_last() else {
            if raw > 0 {
                set("_", raw, space);
            }
            continue;
        };
        for name in others {
            set(name, 0, "");
        }
        set(last, raw, space);
    }
    out.push_str(&source[at..]);
    out
}

/// The tags of a template that count; none if it is no template, which is said elsewhere.
fn tags(source: &str) -> Vec<Tag> {
    let mut found: Vec<Tag> = vec![];
    let mut open: Vec<(&str, usize)> = vec![];
    let mut at = 0;
    while let Some(start) = next(source, at, &["{{", "{%", "{#"]) {
        let inside = start + 2;
        let (end, tag) = match &source[start..inside] {
            "{#" => (source[inside..].find("#}").map(|n| inside + n), false),
            "{{" => (close(source, inside, "}}"), false),
            _ => (close(source, inside, "%}"), true),
        };
        let Some(end) = end else { break };
        at = end + 2;
        if !tag {
            continue;
        }
        let text = source[inside..end].trim_start_matches(['-', '+']);
        let space = match text.chars().next_back() {
            Some('-') => "-",
            Some('+') => "+",
            _ => "",
        };
        let text = text.trim_end_matches(['-', '+']).trim();
        let (word, rest) = text
            .split_once(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .map_or((text, ""), |(word, _)| (word, &text[word.len()..]));
        let word = match word {
            "raw" => {
                // What stands between is text.
                let mut look = at;
                while let Some(next) = next(source, look, &["{%"]) {
                    let Some(end) = close(source, next + 2, "%}") else {
                        return found;
                    };
                    let word = source[next + 2..end].trim_matches(|c| " -+\t\r\n".contains(c));
                    look = next + 2;
                    if word == "endraw" {
                        look = end + 2;
                        break;
                    }
                }
                at = look;
                continue;
            }
            "set" => "set",
            "with" => "with",
            "for" => "for",
            "macro" => "macro",
            "call" => "call",
            _ => {
                if let Some(word) = word.strip_prefix("end")
                    && let Some(last) = open.iter().rposition(|(open, _)| *open == word)
                {
                    found[open[last].1].body = start;
                    open.truncate(last);
                }
                continue;
            }
        };
        let names = names(word, rest.trim());
        if word == "set" && names.is_empty() {
            continue;
        }
        open.push((word, found.len()));
        found.push(Tag {
            end: at,
            word,
            names,
            space,
            body: source.len(),
        });
    }
    found
}

/// Where the first of some marks begins.
fn next(source: &str, at: usize, marks: &[&str]) -> Option<usize> {
    let found = marks.iter().filter_map(|mark| source[at..].find(mark));
    found.min().map(|n| at + n)
}

/// Where a tag ends: its texts in quotes are passed over.
fn close(source: &str, at: usize, mark: &str) -> Option<usize> {
    let mut quote = None;
    let mut escaped = false;
    for (n, c) in source[at..].char_indices() {
        match quote {
            Some(_) if escaped => escaped = false,
            Some(_) if c == '\\' => escaped = true,
            Some(open) if c == open => quote = None,
            None if c == '"' || c == '\'' => quote = Some(c),
            None if source[at + n..].starts_with(mark) => return Some(at + n),
            _ => {}
        }
    }
    None
}

/// The names under which a tag keeps values.
fn names(word: &str, rest: &str) -> Vec<String> {
    let inner = |text: &str| -> Option<String> {
        let text = text.strip_prefix('(')?;
        let end = split(text, ')').first()?.len();
        text.get(..end).map(str::to_owned)
    };
    let of = |part: &str| split(part, '=').first().map(|name| name.trim().to_owned());
    let parts: Vec<String> = match word {
        "set" => match &split(rest, '=')[..] {
            [names, _, ..] => plain(names),
            _ => vec![],
        },
        "for" => rest
            .split_once(" in ")
            .map_or(vec![], |(names, _)| plain(names)),
        "with" => split(rest, ',').into_iter().filter_map(of).collect(),
        _ => {
            let from = rest.find('(').filter(|n| word == "macro" || *n == 0);
            let list = from.and_then(|n| inner(&rest[n..])).unwrap_or_default();
            split(&list, ',').into_iter().filter_map(of).collect()
        }
    };
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let named = |name: &String| !name.is_empty() && name.chars().all(fits);
    parts.into_iter().filter(named).collect()
}

/// Names with commas between them, in brackets or without.
fn plain(names: &str) -> Vec<String> {
    let names = names.split([',', '(', ')']);
    names.map(|name| name.trim().to_owned()).collect()
}

/// The parts of a text between marks that stand in no quotes and no brackets.
fn split(text: &str, mark: char) -> Vec<&str> {
    let (mut parts, mut from, mut depth) = (vec![], 0, 0_usize);
    let (mut quote, mut escaped) = (None, false);
    for (n, c) in text.char_indices() {
        match quote {
            Some(_) if escaped => escaped = false,
            Some(_) if c == '\\' => escaped = true,
            Some(open) if c == open => quote = None,
            None if c == '"' || c == '\'' => quote = Some(c),
            None if c == mark && depth == 0 => {
                parts.push(&text[from..n]);
                from = n + c.len_utf8();
            }
            None if "([{".contains(c) => depth += 1,
            None if ")]}".contains(c) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_template_keeps_is_weighed() {
        for (source, guarded_source) in [
            ("plain {{ a ~ '%}' }} {# {% set a = 1 %} #}", None),
            (
                "{% set a = '%}' ~ b -%}\nx",
                Some("{% set a = '%}' ~ b -%}{% set a = a|_weighed(0) -%}\nx"),
            ),
            (
                "{% set n.a, b = c %}",
                Some(
                    "{% set n.a, b = c %}{% set n.a = n.a|_weighed(0) %}{% set b = b|_weighed(0) %}",
                ),
            ),
            ("{% set a %}x{% endset %}", None),
            (
                "{% for k, v in m %}abc{% endfor %}",
                Some(
                    "{% for k, v in m %}{% set k = k|_weighed(0) %}{% set v = v|_weighed(3) %}abc{% endfor %}",
                ),
            ),
            (
                "{% macro m(a, b=f(1, 2)) %}{% endmacro %}",
                Some(
                    "{% macro m(a, b=f(1, 2)) %}{% set a = a|_weighed(0) %}{% set b = b|_weighed(0) %}{% endmacro %}",
                ),
            ),
            (
                "{% macro m() %}ab{% endmacro %}{% call m() %}c{% endcall %}",
                Some(
                    "{% macro m() %}{% set _ = 0|_weighed(2) %}ab{% endmacro %}{% call m() %}{% set _ = \
                     0|_weighed(1) %}c{% endcall %}",
                ),
            ),
            (
                "{% with a = 1, b = [2, 3] %}{% endwith %}",
                Some(
                    "{% with a = 1, b = [2, 3] %}{% set a = a|_weighed(0) %}{% set b = b|_weighed(0) %}{% endwith %}",
                ),
            ),
            ("{% raw %}{% set a = 1 %}{% endraw %}{% if a %}", None),
            ("{% for x in '", None),
        ] {
            assert_eq!(guarded(source, 99), guarded_source.unwrap_or(source));
        }
    }
}
