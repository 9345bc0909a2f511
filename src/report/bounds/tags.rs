//! Inserts a tag behind each tag of a template that keeps a value; the inserted tag has the value weighed.

use super::WEIGHED;

/// A tag that keeps values under names, or that repeats its body.
struct Tag {
    /// The index behind the tag.
    end: usize,
    word: &'static str,
    names: Vec<String>,
    /// The whitespace mark at the end of the tag: `-`, `+` or empty.
    space: &'static str,
    /// The index at which the tag's body ends.
    body: usize,
}

/// Returns a game's template in which every kept value is weighed. `all` is the length of all the game's templates, in
/// bytes.
pub(in crate::report) fn guarded(source: &str, all: usize) -> String {
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

/// Returns the tags of a template that keep values or repeat; none of them if the text is not a template, which is
/// reported elsewhere.
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
                // Everything up to `endraw` is text.
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

/// Returns the index of the first of several marks.
fn next(source: &str, at: usize, marks: &[&str]) -> Option<usize> {
    let found = marks.iter().filter_map(|mark| source[at..].find(mark));
    found.min().map(|n| at + n)
}

/// Returns the index of the mark that closes a tag; marks inside quotes are skipped.
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

/// Returns the names under which a tag keeps values.
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

/// Returns the names in a comma-separated list, with or without brackets.
fn plain(names: &str) -> Vec<String> {
    let names = names.split([',', '(', ')']);
    names.map(|name| name.trim().to_owned()).collect()
}

/// Splits a text at a mark; marks inside quotes or brackets do not split.
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
    fn every_value_that_a_template_keeps_is_weighed() {
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
