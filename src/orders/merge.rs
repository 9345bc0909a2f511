//! The order file that a mail puts in force: the sections that the mail holds, and those on file that it leaves out.

use super::{load::on_file, locked::used_files};
use crate::{
    engine::{Line, Sent, settled},
    error::GameError,
    game_dir::{Filed, Game, Position, TurnRecord},
    yaml::{Budget, Document, flow},
};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// The entries that say what a file is, not what it orders: each file has its own.
const OWN: [&str; 7] = [
    "game", "turn", "seat", "sitting", "head", "revision", "token",
];

/// An order file completed from the one on file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Merged {
    /// The whole file.
    pub bytes: Vec<u8>,
    /// The sections that stay as they were on file.
    pub kept: Vec<String>,
}

/// Completes the orders of a mail with the sections on file that they leave out; `None` if they leave out none, so that
/// they are the whole file as they are.
///
/// List entries on file that were executed, or at which a queue has stopped, are not kept: in a new file they would be
/// new orders.
///
/// # Errors
/// [`GameError`] if a file of the game cannot be read.
pub(crate) fn merged(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    new: &Filed,
) -> Result<Option<Merged>, GameError> {
    let seat = &new.envelope.seat;
    let Some(old) = on_file(game, position, seat, record)? else {
        return Ok(None);
    };
    // A file with the same contents, or of another turn, is judged as it is.
    if old.digest == new.digest || new.envelope.turn != position.turn {
        return Ok(None);
    }
    let given = new.entries();
    let mut kept = old.entries();
    kept.retain(|key, _| !OWN.contains(&key.as_str()) && !given.contains_key(key));
    if kept.is_empty() {
        return Ok(None);
    }
    // If both answer the same older report, both are matched against what was played since.
    let answers = |filed: &Filed| filed.envelope.sitting;
    let is_older = answers(new).is_some_and(|sitting| sitting < position.sitting);
    if !(is_older && answers(&old) == answers(new)) {
        let mut files = used_files(game, position.turn, seat)?;
        old.clone().follow(&mut files, position.next_lock());
        let files: Vec<Sent> = files.iter().map(Filed::sent).collect();
        take_out(&mut kept, &settled(seat, &record.journal, &files));
    }
    Ok(Some(Merged {
        bytes: joined(new, &given, &kept),
        kept: kept.keys().cloned().collect(),
    }))
}

/// Removes the list entries with these paths.
fn take_out(entries: &mut Map<String, Value>, lines: &BTreeSet<Line>) {
    fn walk(value: &mut Value, path: &str, lines: &BTreeSet<Line>) {
        match value {
            Value::Array(items) => {
                let mut n = 0;
                items.retain(|_| {
                    n += 1;
                    !lines.contains(&Line::nth(path, n - 1))
                });
            }
            Value::Object(parts) => {
                for (key, part) in parts {
                    walk(part, &format!("{path}/{key}"), lines);
                }
            }
            _ => {}
        }
    }
    for (key, value) in entries {
        walk(value, key, lines);
    }
}

/// Returns the new file followed by the entries that are kept. A file that cannot be continued, such as one in braces,
/// is written anew.
fn joined(new: &Filed, given: &Map<String, Value>, kept: &Map<String, Value>) -> Vec<u8> {
    let write = |entries: &Map<String, Value>| -> String {
        let own = entries.iter();
        own.map(|(key, value)| flow::entry(key, value, 0)).collect()
    };
    let text = String::from_utf8_lossy(&new.bytes).replace("\r\n", "\n");
    let end = if text.ends_with('\n') { "" } else { "\n" };
    let whole = format!(
        "{text}{end}\n# From the orders that were on file:\n{}",
        write(kept)
    );
    let mut wanted = given.clone();
    wanted.extend(kept.clone());
    let is_whole = Document::read("orders", whole.as_bytes(), Budget::Orders)
        .is_ok_and(|document| document.to_json() == Value::Object(wanted.clone()));
    if is_whole {
        whole.into_bytes()
    } else {
        write(&wanted).into_bytes()
    }
}
