//! Turns that begin otherwise than by playing on (fair1, section 6): rewound, corrected, or the first of a fork.

use super::{BadKey, Deed, Entry, Kind, Log, opened_path};
use crate::dice::{bind::What, field::Hash};

/// A turn that a GM's hand has begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// How: [`Deed::Rewind`], [`Deed::Amend`] or [`Deed::Fork`].
    pub what: Deed,
    /// The turn.
    pub turn: u32,
    /// Of a rewind: the turn that it begins again.
    pub to: Option<u32>,
    /// Of a fork: the game it was taken from.
    pub of: Option<String>,
    /// The last sitting before; 0 if there was none.
    pub after: u32,
    /// Which one it is in this game, from 1.
    pub number: u32,
    /// The public file that says why.
    pub why: String,
}

impl Move {
    /// Where the state that the turn begins with lies once it is opened.
    pub fn opened(&self) -> String {
        opened_path(self.after, &What::Amend(self.number))
    }

    /// What it means for whoever reads the log, on one line.
    pub fn words(&self) -> String {
        let (turn, why) = (self.turn, &self.why);
        match (&self.to, &self.of) {
            (Some(to), _) => format!(
                "turn {turn} is turn {to} again, which was drawn twice: what was played since does not count ({why})"
            ),
            (None, Some(of)) => {
                format!("turn {turn} begins with the state of turn {turn} of {of} ({why})")
            }
            (None, None) => {
                format!("turn {turn} begins with a state that the GM corrected ({why})")
            }
        }
    }
}

/// The state that a turn began with, as the log binds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The sitting that bound it, or the last one before the note that did.
    pub sitting: u32,
    /// As what it is bound.
    pub what: What,
    /// The salted hash.
    pub hash: Hash,
}

impl Start {
    /// Where it lies once it is opened.
    pub fn opened(&self) -> String {
        opened_path(self.sitting, &self.what)
    }
}

/// How the log binds the state that a turn began with; nothing for the set-up, and for a turn that has not
/// begun.
pub fn begins_with(log: &Log, turn: u32) -> Option<Start> {
    if let Some(made) = moves(log).iter().find(|made| made.turn == turn) {
        let what = What::Amend(made.number);
        let key = format!("bind.{what}");
        let mut notes = log.of(Kind::Note);
        return Some(Start {
            sitting: made.after,
            hash: notes.find_map(|note| note.hash(&key).ok())?,
            what,
        });
    }
    let before = log.of(Kind::Result).filter(|entry| {
        entry.number("turn").ok() == turn.checked_sub(1)
            && entry.record.get("ended") == Some("turn-complete")
    });
    let before = before.last()?;
    Some(Start {
        sitting: before.number("sitting").ok()?,
        what: What::State,
        hash: before.hash("bind.state").ok()?,
    })
}

/// The turns that have led to one, oldest first: not those that a rewind or a correction has dropped.
pub fn line(moves: &[Move], turn: u32) -> Vec<u32> {
    let (mut line, mut turn) = (Vec::new(), turn);
    loop {
        match moves.iter().find(|made| made.turn == turn) {
            Some(Move { to: Some(to), .. }) => turn = *to,
            Some(Move { of: Some(_), .. }) => break,
            // A correction begins the turn anew that was open.
            Some(_) => turn -= 1,
            None if turn == 0 => break,
            None => {
                turn -= 1;
                line.push(turn);
            }
        }
    }
    line.reverse();
    line
}

/// The moves of a game in order, as far as their records say what they are.
pub fn moves(log: &Log) -> Vec<Move> {
    let (mut moves, mut after) = (Vec::new(), 0);
    for entry in &log.entries {
        match entry.record.kind {
            Kind::Lock => after = entry.number("sitting").unwrap_or(after),
            Kind::Note => moves.extend(read(entry, after, moves.len()).ok().flatten()),
            _ => {}
        }
    }
    moves
}

pub(crate) fn read(entry: &Entry, after: u32, before: usize) -> Result<Option<Move>, BadKey> {
    let Ok(what @ (Deed::Rewind | Deed::Amend | Deed::Fork)) = entry.text("what")?.parse() else {
        return Ok(None);
    };
    let turn = entry.number("turn")?;
    let to = match what {
        Deed::Rewind => Some(entry.number("to")?),
        _ => None,
    };
    let of = match what {
        Deed::Fork => Some(entry.text("of")?.to_owned()),
        _ => None,
    };
    let mut files = entry.record.under("file.");
    let why = files.find(|(path, _)| path.starts_with("notes/"));
    // What leads nowhere, or to itself, is no move; the order of the records says so.
    let leads = turn > 0 && to.is_none_or(|to| 0 < to && to < turn);
    Ok(leads.then(|| Move {
        what,
        turn,
        to,
        of,
        after,
        number: u32::try_from(before).unwrap_or(u32::MAX).saturating_add(1),
        why: why.map_or_else(String::new, |(path, _)| path.to_owned()),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(turn: u32, to: Option<u32>, of: Option<&str>) -> Move {
        Move {
            what: Deed::Rewind,
            turn,
            to,
            of: of.map(str::to_owned),
            after: 0,
            number: 1,
            why: String::new(),
        }
    }

    #[test]
    fn the_turns_that_led_to_one() {
        assert_eq!(line(&[], 0), [0_u32; 0]);
        assert_eq!(line(&[], 3), [0, 1, 2]);
        let rewound = [made(4, Some(2), None)];
        assert_eq!(line(&rewound, 4), [0, 1]);
        assert_eq!(line(&rewound, 6), [0, 1, 4, 5]);
        assert_eq!(line(&rewound, 3), [0, 1, 2], "the line that was left");
        let twice = [made(4, Some(2), None), made(6, Some(3), None)];
        assert_eq!(line(&twice, 7), [0, 1, 2, 6], "a rewind that was undone");
        let amended = [made(4, None, None)];
        assert_eq!(
            line(&amended, 5),
            [0, 1, 2, 4],
            "turn 3 was begun anew as 4"
        );
        assert_eq!(line(&[made(7, None, Some("gem"))], 9), [7, 8]);
    }
}
