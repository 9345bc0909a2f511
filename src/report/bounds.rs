//! Memory limits for a game's own templates.
//!
//! The template engine limits the number of steps, but a text that is doubled at each step exceeds any memory after
//! forty steps. Therefore the values that a game's own templates keep are weighed, and their output is counted. Tags
//! keep values (`set`, `for`, `with`, `macro`, `call`): behind each of them another tag is inserted that has the value
//! weighed. The program's own templates are not changed.

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

/// Maximum length of one text, in bytes.
pub(super) const LONGEST: usize = 16 << 20;

/// Maximum total size of all values and output made for one text, in bytes.
const ALL: usize = 64 << 20;

/// Maximum nesting of lists.
const DEEPEST: usize = 40;

/// The size that is counted for one item of a list without its content, in bytes.
const ITEM: usize = 24;

/// The filter that weighs a value.
const WEIGHED: &str = "_weighed";

/// The bytes made for one text so far.
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

/// Returns the length of a value as text, in bytes, or `None` if it exceeds `left`. A value that a list holds several
/// times is counted each time, as it would be shown.
fn size(value: &Value, left: usize, depth: usize) -> Option<usize> {
    let own = value.as_str().map_or(ITEM, str::len);
    let mut all = Some(own).filter(|own| *own <= left)?;
    let listed = matches!(value.kind(), ValueKind::Seq | ValueKind::Iterable);
    // The maps of a report existed before the template ran; they are not counted.
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

/// Returns a value that a template keeps, or an error if it is too long; `raw` is the length in bytes of the literal
/// text that is counted with it.
fn weighed(state: &mut State, value: Value, raw: usize) -> Result<Value, Error> {
    let size = size(&value, LONGEST, DEEPEST).ok_or_else(too_much)?;
    let made = if value.as_str().is_some() { size } else { ITEM };
    spend(state, raw.saturating_add(made))?;
    Ok(value)
}

/// A text of at most [`LONGEST`] bytes.
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

/// Writes a value and counts its length.
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

/// The output of a template, at most [`LONGEST`] bytes.
#[derive(Debug, Default)]
pub(super) struct Paper(Vec<u8>);

impl Paper {
    /// Returns the text that was written.
    pub(super) fn text(self) -> String {
        // The engine writes UTF-8 only.
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

/// Sets the memory limits for a game's own templates.
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

/// Returns an error if the result of a filter could be too long: each byte of the first argument may be replaced by, or
/// repeated as often as, another argument says.
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
            // Arguments given by name.
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
