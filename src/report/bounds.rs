//! How much memory a game's own templates may take.
//!
//! The template engine counts steps, and a text that is doubled at each of them is bigger than any memory after
//! forty. So the values that a game's own templates keep are weighed, and what they write is counted. Steps that keep
//! a value are tags (`set`, `for`, `with`, `macro`, `call`): each gets another one behind it that has the value
//! weighed. The program's own templates are left as they are.

mod tags;

pub(super) use tags::guarded;

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
