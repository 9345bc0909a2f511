//! Notes in the public log: what the GM does by hand, and what the desk does by the agreed terms.

use super::{
    disk::{Disk, Secrecy},
    error::StoreError,
    layout::Layout,
    stage::Stage,
};
use crate::{
    dice::field::sha256,
    engine::SeatId,
    log::{Deed, Entry, Kind, Log, PlayedBy, pair},
};
use chrono::{DateTime, Utc};

/// Who did something.
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
    /// As it stands in the log.
    pub fn field(&self) -> String {
        match self {
            Self::Gm => "gm".to_owned(),
            Self::Desk => "desk".to_owned(),
            Self::Seat(seat) => seat.to_string(),
        }
    }

    /// In words, from what stands in the log.
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
    /// What was done.
    pub what: Deed,
    /// By whom.
    pub who: Who,
    /// When.
    pub at: DateTime<Utc>,
    /// In which turn.
    pub turn: u32,
    /// What exactly, and why: lines for everybody to read.
    pub text: String,
    /// Of which seat, where it is of one alone.
    pub seat: Option<SeatId>,
    /// Who plays that seat from now on, where the note says it.
    pub played_by: Option<PlayedBy>,
    /// What else the record binds.
    pub binds: Vec<(String, String)>,
}

impl Note {
    /// A note about no seat in particular.
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

    /// The same about a seat, and who plays it from now on.
    #[must_use]
    pub fn of_seat(self, seat: &SeatId, played_by: Option<PlayedBy>) -> Self {
        Self {
            seat: Some(seat.clone()),
            played_by,
            ..self
        }
    }

    /// Appends the note to the log, and stages its files; gives the number of its record.
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

/// The last sitting that was locked, 0 before the first.
fn last_locked(log: &Log) -> String {
    let last = log.of(Kind::Lock).last();
    let sitting = last.and_then(|lock| lock.record.get("sitting"));
    sitting.unwrap_or("0").to_owned()
}

/// A note as it is told in the next report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noted {
    /// What was done, in words.
    pub what: String,
    /// By whom, in words.
    pub who: String,
    /// When.
    pub at: String,
    /// What exactly, and why, on one line.
    pub text: String,
}

impl Noted {
    /// A record of the log as it is told, if it is a note. A text that lies in the stage is read there.
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
/// [`StoreError::Disk`].
pub fn last_note(log: &Log, what: Deed, layout: &Layout) -> Result<Option<Noted>, StoreError> {
    let mut notes = log.of(Kind::Note).collect::<Vec<_>>().into_iter().rev();
    let last = notes.find(|entry| entry.record.get("what") == Some(what.as_str()));
    last.map(|entry| Noted::of(entry, layout, None)).transpose()
}

/// The notes after the result of a sitting, oldest first. A text that lies in the stage is read there.
///
/// # Errors
/// [`StoreError::Disk`].
pub fn notes_since(
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
