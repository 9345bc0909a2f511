//! The filters, tests and functions of the templates.

use super::lines::{width, wrap};
use crate::{
    collect::Collect,
    drawing::{self, signed},
    yaml::flow as yaml_flow,
};
use minijinja::{
    Environment, Error, ErrorKind,
    value::{Serde, Value},
};
use serde_json::Value as Json;
use std::{borrow::Cow, iter::repeat_n};

/// Adds the filters, tests and functions to the template engine.
pub(super) fn add_to(environment: &mut Environment<'_>) {
    environment.add_filter("cell", cell);
    environment.add_filter("right", right);
    environment.add_filter("wrap", wrapped);
    environment.add_filter("signed", signed_each);
    environment.add_filter("all", all);
    environment.add_filter("runs", |items: Vec<Value>| runs(&texts(&items)));
    environment.add_filter("sentences", sentences);
    environment.add_filter("parts", parts);
    environment.add_filter("before", before);
    environment.add_filter("prose", |text: String| prose(&text));
    environment.add_filter("line", |path: String| order_line(&path));
    environment.add_filter("word", |text: String| yaml_flow::word(&text));
    environment.add_filter("flow", |value: Serde<Json>| yaml_flow::flow(&value.0));
    environment.add_filter("code", code);
    environment.add_filter("position", position);
    environment.add_filter("named", named);
    environment.add_filter("indexed", indexed);
    environment.add_filter("changed", changed);
    environment.add_filter("facts", facts);
    environment.add_test("containing", containing);
    environment.add_function("counted", counted);
    environment.add_function("section", section);
    environment.add_function("place", place);
    environment.add_function("fail", fail);
}

/// Stops a template with an error: a kind that the template has no words for.
fn fail(words: String) -> Result<Value, Error> {
    Err(Error::new(ErrorKind::InvalidOperation, words))
}

/// Returns a number with the counted noun: `1 agent`, `2 agents`.
fn counted(n: &Value, one: &str, many: &str) -> String {
    format!("{n} {}", if *n == Value::from(1) { one } else { many })
}

/// Returns the heading of a section of a text.
fn section(title: &str) -> String {
    let line = "-".repeat(width(title));
    format!("\n{}\n{line}\n", title.to_uppercase())
}

/// Returns the number, from 1, of the first item whose field has the value, or an empty text.
fn position(items: &Value, field: &str, value: &Value) -> Result<Value, Error> {
    let has = |item: Value| item.get_attr(field).is_ok_and(|own| own == *value);
    let n = items.try_iter()?.position(has);
    Ok(n.map_or_else(|| Value::from(""), |n| Value::from(n + 1)))
}

/// Returns the first item whose field has the value, or undefined.
fn named(items: &Value, field: &str, value: &Value) -> Result<Value, Error> {
    let has = |item: &Value| item.get_attr(field).is_ok_and(|own| own == *value);
    Ok(items.try_iter()?.find(has).unwrap_or_default())
}

/// Returns the items as a map by the value of a field, for templates that look up many items.
fn indexed(items: &Value, field: &str) -> Result<Value, Error> {
    let key = |item: Value| Ok::<_, Error>((item.get_attr(field)?, item));
    items
        .try_iter()?
        .map(key)
        .try_collect_map()
        .map(Value::from)
}

/// Returns the changed items, each with its former value. Items correspond if they have the same value of `field`.
fn changed(now: &Value, before: &Value, field: &str) -> Result<Vec<Value>, Error> {
    let mut changed = vec![];
    let mut at = None;
    for (n, item) in now.try_iter()?.enumerate() {
        // Most items are unchanged and at the same index.
        if before.get_item_by_index(n)? == item {
            continue;
        }
        let at = match &mut at {
            Some(at) => at,
            at => at.insert(indexed(before, field)?),
        };
        let was = at.get_item(&item.get_attr(field)?)?;
        if !was.is_undefined() && was != item {
            changed.push(Value::from(vec![item, was]));
        }
    }
    Ok(changed)
}

/// Returns the facts of one kind among the events of a reading, in their order.
fn facts(events: &Value, kind: &str) -> Result<Vec<Value>, Error> {
    let fact = |event: Value| {
        let fact = event.get_attr("event").ok()?.get_attr("fact").ok()?;
        fact.get_attr(kind).ok().filter(|fact| !fact.is_undefined())
    };
    Ok(events.try_iter()?.filter_map(fact).collect())
}

/// Escapes a text for HTML and marks the parts between backticks as code.
fn code(text: &str) -> Value {
    let escaped = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;");
    let parts = escaped.split('`').enumerate().map(|(n, part)| match n % 2 {
        0 => part.to_owned(),
        _ => format!("<code>{part}</code>"),
    });
    Value::from_safe_string(parts.collect())
}

/// Returns true if a text contains a text, or a list an item.
fn containing(whole: &Value, part: &Value) -> bool {
    match (whole.as_str(), part.as_str()) {
        (Some(whole), Some(part)) => whole.contains(part),
        _ => whole
            .try_iter()
            .is_ok_and(|mut items| items.any(|item| item == *part)),
    }
}

/// The maximum column, which bounds the memory of a padded line.
const WIDEST: usize = 10_000;

/// Pads a text with spaces to a width in columns, or cuts it and marks the cut with `~`.
fn cell(value: &Value, columns: usize) -> String {
    let columns = columns.min(WIDEST);
    drawing::cell(&shown(value), columns)
}

/// Aligns a text to the right of a column.
fn right(value: &Value, columns: usize) -> String {
    let columns = columns.min(WIDEST);
    let text = shown(value);
    let spaces = columns.saturating_sub(width(&text));
    let mut cell = String::with_capacity(text.len() + spaces);
    cell.extend(repeat_n(' ', spaces));
    cell.push_str(&text);
    cell
}

/// Returns a value as the text that is shown.
fn shown(value: &Value) -> Cow<'_, str> {
    value
        .as_str()
        .map_or_else(|| value.to_string().into(), Cow::from)
}

/// Wraps a text: the first line is indented by `first` columns, the others by `rest`.
fn wrapped(text: &str, columns: usize, first: Option<usize>, rest: Option<usize>) -> String {
    let first = first.unwrap_or(0);
    wrap(text, columns, first, rest.unwrap_or(first))
}

/// Returns the lines of a text that are not empty; lines of an escaped text count as escaped.
fn sentences(text: &Value) -> Vec<Value> {
    let whole = text.to_string();
    whole
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(|line| like(text, line))
        .collect()
}

/// Returns the two sides of ` :: `; parts of an escaped text count as escaped.
fn parts(text: &Value) -> Vec<Value> {
    let whole = text.to_string();
    whole
        .splitn(2, " :: ")
        .map(|part| like(text, part))
        .collect()
}

fn like(model: &Value, text: &str) -> Value {
    if model.is_safe() {
        Value::from_safe_string(text.to_owned())
    } else {
        Value::from(text)
    }
}

/// Returns the part of a text before a mark, or the whole text without one: the zone of `4a-3`.
fn before(text: &str, mark: &str) -> String {
    text.split_once(mark)
        .map_or(text, |(head, _)| head)
        .to_owned()
}

/// Returns a number, or each number of a list, with its sign: `+3/-1`.
fn signed_each(value: &Value) -> Result<String, Error> {
    if let Ok(number) = i64::try_from(value.clone()) {
        return Ok(signed(number));
    }
    let numbers = value.try_iter()?.map(|n| i64::try_from(n).map(signed));
    Ok(numbers.collect::<Result<Vec<_>, _>>()?.join("/"))
}

fn texts(items: &[Value]) -> Vec<String> {
    items.iter().map(ToString::to_string).collect()
}

/// Returns an enumeration: `a`, `a and b`, `a, b and c`.
fn all(items: Vec<Value>) -> String {
    let mut items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match items.pop() {
        None => "none".to_owned(),
        Some(last) if items.is_empty() => last,
        Some(last) => format!("{} and {last}", items.join(", ")),
    }
}

/// Returns a list in which three or more neighbours are a range: `1a-1 to 1a-4, 2b-3`; also for numbers.
fn runs(items: &[String]) -> String {
    let mut parts: Vec<String> = vec![];
    let mut i = 0;
    while i < items.len() {
        let mut end = i;
        while end + 1 < items.len() && follows(&items[end], &items[end + 1]) {
            end += 1;
        }
        if end - i >= 2 {
            parts.push(format!("{} to {}", items[i], items[end]));
        } else {
            parts.extend_from_slice(&items[i..=end]);
        }
        i = end + 1;
    }
    parts.join(", ")
}

fn follows(one: &str, next: &str) -> bool {
    let split = |text: &str| {
        let (head, tail) = text.rsplit_once('-').map_or(("", text), |(h, t)| (h, t));
        tail.parse::<u64>().ok().map(|n| (head.to_owned(), n))
    };
    match (split(one), split(next)) {
        (Some((head, n)), Some((other, m))) => head == other && n + 1 == m,
        _ => false,
    }
}

/// Returns an id in prose: `dark-agent` becomes `Dark Agent`.
pub(super) fn prose(id: &str) -> String {
    let words: Vec<String> = id
        .split('-')
        .map(|word| {
            let mut letters = word.chars();
            letters
                .next()
                .map_or_else(String::new, |c| c.to_uppercase().chain(letters).collect())
        })
        .collect();
    words.join(" ")
}

/// Returns the path of a line of an order file, counted from 1: `actions/2` becomes `actions 3`.
pub(crate) fn order_line(path: &str) -> String {
    match path.rsplit_once('/') {
        Some((section, n)) => match n.parse::<u64>() {
            Ok(n) => format!("{} {}", section.replace('/', " "), n + 1),
            Err(_) => path.replace('/', " "),
        },
        None => path.to_owned(),
    }
}

/// Returns one line with texts at their columns; a text that would overlap is moved to the right.
fn place(cells: Serde<Vec<(usize, String)>>) -> String {
    let mut cells = cells.0;
    cells.sort_by_key(|(column, _)| *column);
    let mut line = String::new();
    for (column, text) in cells {
        let at = width(&line);
        line.push_str(&" ".repeat(column.min(WIDEST).saturating_sub(at)));
        line.push_str(&text);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_join_neighbours_of_one_zone() {
        let items = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(
            runs(&items("1a-1 1a-2 1a-3 1b-4 2a-1 2a-2")),
            "1a-1 to 1a-3, 1b-4, 2a-1, 2a-2"
        );
        assert_eq!(runs(&items("0 1 2 3")), "0 to 3");
    }

    #[test]
    fn changed_items_are_paired_with_their_former_values() {
        let items = |items: &[(&str, i64)]| {
            let item = |(name, level): &(&str, i64)| {
                let name = ("name", Value::from(*name));
                Value::from(
                    [name, ("level", Value::from(*level))]
                        .into_iter()
                        .collect_map(),
                )
            };
            items.iter().map(item).collect::<Value>()
        };
        let before = items(&[("c", 3), ("a", 1), ("b", 2), ("gone", 7)]);
        let now = items(&[("a", 1), ("b", 2), ("c", 4), ("new", 9)]);
        let changed = Value::from(changed(&now, &before, "name").unwrap());
        let shown = "[[{'level': 4, 'name': 'c'}, {'level': 3, 'name': 'c'}]]";
        assert_eq!(changed.to_string(), shown);
    }

    #[test]
    fn counted_uses_the_singular_only_for_one() {
        let counted = |n: i64| counted(&Value::from(n), "agent", "agents");
        assert_eq!([0, 1, 2].map(counted), ["0 agents", "1 agent", "2 agents"]);
        assert_eq!(section("Fares: é"), "\nFARES: É\n--------\n");
    }

    #[test]
    fn cells_stand_at_their_columns() {
        let columns = |text: &str| (cell(&Value::from(text), 4), right(&Value::from(text), 4));
        assert_eq!(columns("ab"), ("ab  ".into(), "  ab".into()));
        assert_eq!(columns("äbcd"), ("äbcd".into(), "äbcd".into()));
        assert_eq!(cell(&Value::from(7), 2), "7 ");
        assert_eq!(cell(&Value::from("abcdef"), 4), "abc~");
        assert_eq!(
            place(Serde(vec![(4, "b".into()), (0, "a".into())])),
            "a   b"
        );
    }
}
