//! Turns that do not follow from the turn before (fair1, section 6): rewound, corrected, or the first of a fork.

use super::{BadKey, Deed, Entry, Kind, Log, opened_path};
use crate::dice::{bind::What, field::Hash};

/// A turn that the GM began with a rewind, a correction or a fork.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The kind: [`Deed::Rewind`], [`Deed::Amend`] or [`Deed::Fork`].
    pub what: Deed,
    /// The turn.
    pub turn: u32,
    /// The turn that a rewind replays.
    pub to: Option<u32>,
    /// The game that a fork was taken from.
    pub of: Option<String>,
    /// The number of the last sitting before; 0 if there was none.
    pub after: u32,
    /// Its number among the moves of this game, from 1.
    pub number: u32,
    /// The path of the public file that states the reason.
    pub why: String,
}

impl Branch {
    /// Returns the path of the opened state that the turn begins with.
    pub fn opened(&self) -> String {
        opened_path(self.after, &What::Amend(self.number))
    }

    /// Returns a description for readers of the log, on one line.
    pub fn words(&self) -> String {
        let (turn, why) = (self.turn, &self.why);
        match (&self.to, &self.of) {
            (Some(to), _) => format!(
                "turn {turn} replays turn {to} with new dice: what was played since does not count ({why})"
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

/// The commitment of the log to the state that a turn began with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The sitting that bound it, or the last one before the note that did.
    pub sitting: u32,
    /// The kind of file that it is bound as.
    pub what: What,
    /// The salted hash.
    pub hash: Hash,
}

impl Start {
    /// Returns the path of the opened state.
    pub fn opened(&self) -> String {
        opened_path(self.sitting, &self.what)
    }
}

/// Returns the commitment to the state that a turn began with; `None` for the set-up, and for a turn that has not
/// begun.
pub(crate) fn begins_with(log: &Log, turn: u32) -> Option<Start> {
    if let Some(made) = branches(log).iter().find(|made| made.turn == turn) {
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

/// Returns the turns that led to a turn, oldest first, without those that a rewind or a correction has dropped.
pub fn lineage(branches: &[Branch], turn: u32) -> Vec<u32> {
    let (mut lineage, mut turn) = (Vec::new(), turn);
    loop {
        match branches.iter().find(|made| made.turn == turn) {
            Some(Branch { to: Some(to), .. }) => turn = *to,
            Some(Branch { of: Some(_), .. }) => break,
            // A correction restarts the turn that was open.
            Some(_) => turn -= 1,
            None if turn == 0 => break,
            None => {
                turn -= 1;
                lineage.push(turn);
            }
        }
    }
    lineage.reverse();
    lineage
}

/// Returns the branches of a game in order; notes with missing or wrong keys are left out.
pub fn branches(log: &Log) -> Vec<Branch> {
    let (mut branches, mut after) = (Vec::new(), 0);
    for entry in &log.entries {
        match entry.record.kind {
            Kind::Lock => after = entry.number("sitting").unwrap_or(after),
            Kind::Note => branches.extend(read(entry, after, branches.len()).ok().flatten()),
            _ => {}
        }
    }
    branches
}

pub(crate) fn read(entry: &Entry, after: u32, before: usize) -> Result<Option<Branch>, BadKey> {
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
    // A rewind to the turn itself or to a later one is not a move; the check of the order of records reports it.
    let leads = turn > 0 && to.is_none_or(|to| 0 < to && to < turn);
    Ok(leads.then(|| Branch {
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

    fn made(turn: u32, to: Option<u32>, of: Option<&str>) -> Branch {
        Branch {
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
    fn line_lists_the_turns_that_led_to_a_turn() {
        assert_eq!(lineage(&[], 0), [0_u32; 0]);
        assert_eq!(lineage(&[], 3), [0, 1, 2]);
        let rewound = [made(4, Some(2), None)];
        assert_eq!(lineage(&rewound, 4), [0, 1]);
        assert_eq!(lineage(&rewound, 6), [0, 1, 4, 5]);
        assert_eq!(lineage(&rewound, 3), [0, 1, 2], "the abandoned line");
        let twice = [made(4, Some(2), None), made(6, Some(3), None)];
        assert_eq!(lineage(&twice, 7), [0, 1, 2, 6], "a rewind that was undone");
        let amended = [made(4, None, None)];
        assert_eq!(
            lineage(&amended, 5),
            [0, 1, 2, 4],
            "turn 3 was restarted as 4"
        );
        assert_eq!(lineage(&[made(7, None, Some("gem"))], 9), [7, 8]);
    }
}
