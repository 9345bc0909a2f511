//! Notes in the public log: the GM's manual actions, and the actions of the desk by the agreed terms.

use super::{
    disk::{Disk, Secrecy},
    error::StoreError,
    layout::Layout,
    stage::Stage,
};
use crate::{
    collect::Collect,
    dice::field::sha256,
    engine::SeatId,
    log::{Deed, Entry, Kind, Log, PlayedBy, Record, pair},
};
use chrono::{DateTime, Utc};
use std::{collections::BTreeMap, ops::Range};

/// The author of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// The GM.
    Gm,
    /// This program, by the terms that were agreed.
    Desk,
    /// The player of a seat.
    Seat(SeatId),
}

impl Who {
    /// Returns the author as the log names them.
    pub fn field(&self) -> String {
        match self {
            Self::Gm => "gm".to_owned(),
            Self::Desk => "desk".to_owned(),
            Self::Seat(seat) => seat.to_string(),
        }
    }

    /// Returns the author in words, from the field of the log.
    pub fn words(field: &str) -> String {
        match field {
            "gm" => "the GM".to_owned(),
            "desk" => "the desk, by the agreed terms".to_owned(),
            seat => format!("the player of {seat}"),
        }
    }
}

/// One note.
#[derive(Clone, Debug)]
pub struct Note {
    /// The action.
    pub what: Deed,
    /// The author.
    pub who: Who,
    /// The time of the action.
    pub at: DateTime<Utc>,
    /// The turn of the action.
    pub turn: u32,
    /// The details and the reason, in lines; they are public.
    pub text: String,
    /// The seat, if the action concerns exactly one.
    pub seat: Option<SeatId>,
    /// The new holder of that seat, if the note names one.
    pub played_by: Option<PlayedBy>,
    /// Further fields of the record.
    pub binds: Vec<(String, String)>,
}

impl Note {
    /// Creates a note that concerns no particular seat.
    pub fn new(
        what: Deed,
        who: Who,
        (turn, at): (u32, DateTime<Utc>),
        text: impl Into<String>,
    ) -> Self {
        Self {
            what,
            who,
            at,
            turn,
            text: text.into(),
            seat: None,
            played_by: None,
            binds: vec![],
        }
    }

    /// Returns the note with a seat, and the new holder of that seat.
    #[must_use]
    pub fn of_seat(self, seat: &SeatId, played_by: Option<PlayedBy>) -> Self {
        Self {
            seat: Some(seat.clone()),
            played_by,
            ..self
        }
    }

    /// Appends the note to the log, and stages its files; returns the number of its record.
    pub(crate) fn push(
        &self,
        log: &mut Log,
        stage: &mut Stage,
        layout: &Layout,
        path: Option<String>,
    ) -> Result<u32, StoreError> {
        let number = log.next_number();
        let path = path.unwrap_or_else(|| format!("notes/{number:06}-{}.txt", self.what.as_str()));
        let text = format!("{}\n", self.text.trim_end()).into_bytes();
        let mut lines = vec![
            pair("what", self.what.as_str()),
            pair("who", self.who.field()),
            pair("at", self.at.format("%Y-%m-%dT%H:%M:%SZ")),
            pair("turn", self.turn),
            pair("sitting", last_locked(log)),
            pair(&format!("file.{path}"), sha256(&text)),
        ];
        lines.extend(self.seat.iter().map(|seat| pair("seat", seat)));
        lines.extend(self.played_by.map(|by| pair("played-by", by)));
        lines.extend(self.binds.iter().cloned());
        stage.add(layout, &layout.public().join(&path), text, Secrecy::Open);
        let (path, record) = log.push(Kind::Note, &lines)?;
        stage.add(layout, &layout.public().join(path), record, Secrecy::Open);
        Ok(number)
    }
}

/// Returns the number of the last locked sitting, 0 before the first.
fn last_locked(log: &Log) -> String {
    let last = log.of(Kind::Lock).last();
    let sitting = last.and_then(|lock| lock.record.get("sitting"));
    sitting.unwrap_or("0").to_owned()
}

/// A note as the next report shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noted {
    /// The action, in words.
    pub what: String,
    /// The author, in words.
    pub who: String,
    /// The time of the action, to the minute if it can be parsed.
    pub at: String,
    /// The details and the reason, on one line.
    pub text: String,
}

impl Noted {
    /// Converts the record of a note for a report. A text that is still staged is read from the stage.
    pub(crate) fn of(
        entry: &Entry,
        layout: &Layout,
        stage: Option<&Stage>,
    ) -> Result<Self, StoreError> {
        let field = |key: &str| entry.record.get(key).unwrap_or_default().to_owned();
        let mut text = String::new();
        let files = entry.record.under("file.");
        for (path, _) in files.filter(|(path, _)| path.starts_with("notes/")) {
            let place = layout.public().join(path);
            let bytes = match stage.and_then(|stage| stage.get(layout, &place)) {
                Some(bytes) => bytes.to_vec(),
                None => Disk::read(&place)?.unwrap_or_default(),
            };
            text += &String::from_utf8_lossy(&bytes);
        }
        let what = field("what").parse::<Deed>();
        let at = field("at");
        let minute = DateTime::parse_from_rfc3339(&at).map(|at| at.to_utc());
        Ok(Self {
            what: what.map_or_else(|_| field("what"), |deed| deed.words().to_owned()),
            who: Who::words(&field("who")),
            at: minute.map_or(at, |at| at.format("%Y-%m-%d %H:%M UTC").to_string()),
            text: text.split_whitespace().collect::<Vec<_>>().join(" "),
        })
    }
}

/// Returns the last note of a kind.
///
/// # Errors
/// Returns [`StoreError::Disk`] if a text cannot be read.
pub(crate) fn last_note(
    log: &Log,
    what: Deed,
    layout: &Layout,
) -> Result<Option<Noted>, StoreError> {
    let mut notes = log.of(Kind::Note).collect::<Vec<_>>().into_iter().rev();
    let last = notes.find(|entry| entry.record.get("what") == Some(what.as_str()));
    last.map(|entry| Noted::of(entry, layout, None)).transpose()
}

/// Returns the notes after the result of a sitting, oldest first. A text that is still staged is read from the stage.
///
/// # Errors
/// Returns [`StoreError::Disk`] if a text cannot be read.
pub(crate) fn notes_since(
    log: &Log,
    sitting: u32,
    layout: &Layout,
    stage: Option<&Stage>,
) -> Result<Vec<Noted>, StoreError> {
    let last = |entry: &&Entry| {
        entry.record.kind == Kind::Result && entry.number("sitting") == Ok(sitting)
    };
    let newest = log.entries.iter().rev();
    let mut notes = vec![];
    for entry in newest.take_while(|entry| !last(entry)) {
        if entry.record.kind != Kind::Note {
            continue;
        }
        notes.push(Noted::of(entry, layout, stage)?);
    }
    notes.reverse();
    Ok(notes)
}

/// Returns the notes among these records of the log, oldest first. `log` may be the end of the log: earlier notes are then read
/// from their files. A text that is still staged is read from the stage.
///
/// # Errors
/// Returns [`StoreError`] if a record or a text cannot be read.
pub(crate) fn notes_among(
    log: &Log,
    records: Range<u32>,
    layout: &Layout,
    stage: Option<&Stage>,
) -> Result<Vec<Noted>, StoreError> {
    let known: BTreeMap<&str, &Entry> = { log.entries.iter() }
        .map(|entry| (&*entry.file, entry))
        .collect_map();
    let mut notes = vec![];
    for number in records {
        let file = format!("{number:06}-{}.yaml", Kind::Note);
        if let Some(entry) = known.get(&*file) {
            notes.push(Noted::of(entry, layout, stage)?);
            continue;
        }
        let path = layout.public().join("log").join(&file);
        let Some(bytes) = Disk::read(&path)? else {
            continue;
        };
        let record = Record::parse(&bytes).map_err(|why| StoreError::Damaged {
            path,
            why: why.to_string(),
        })?;
        let hash = sha256(&bytes);
        notes.push(Noted::of(&Entry { file, hash, record }, layout, stage)?);
    }
    Ok(notes)
}
