//! The order and the keys of notes: actions of the GM and the desk between two sittings, and before the first (fair1,
//! section 6).

use super::{Reader, Stage};
use crate::{
    dice::bind::What,
    log::{BadKey, Deed, Entry},
};

impl Reader {
    pub(super) fn note(&mut self, entry: &Entry) -> Result<(), BadKey> {
        entry.number("turn")?;
        let who = entry.text("who")?;
        if !["gm", "desk"].contains(&who) && !self.seats.iter().any(|seat| seat.as_str() == who) {
            return Err(entry.bad("who", "is neither the GM, nor the desk, nor a seat"));
        }
        if entry.number("sitting")? != self.sitting {
            return Err(entry.bad("sitting", "is not the last that was locked"));
        }
        if let Some(seat) = entry.record.get("seat")
            && !self.seats.iter().any(|known| known.as_str() == seat)
        {
            return Err(entry.bad("seat", "is of no seat of game.yaml"));
        }
        self.attendance.read(entry);
        for (what, _) in entry.record.under("bind.") {
            let key = format!("bind.{what}");
            entry.hash(&key)?;
            what.parse::<What>()
                .map_err(|why| entry.bad(&key, why.to_string()))?;
        }
        match entry.text("what")?.parse() {
            Ok(Deed::Plain) => self.lower(entry),
            Ok(Deed::Seats) => self.seats(entry),
            Ok(what @ (Deed::Amend | Deed::Rewind | Deed::Fork)) => self.begin(what, entry),
            _ => Ok(()),
        }
    }

    /// Checks the note of the draw of the seats: it stands once, after all inputs of the draw are known, and only in a
    /// game that agreed on it.
    fn seats(&mut self, entry: &Entry) -> Result<(), BadKey> {
        let due = self.stage == Stage::Ready && self.sitting == 0 && self.to_draw.is_none();
        if !due || !std::mem::take(&mut self.published.draw_seats) {
            return Err(entry.bad("what", "is no draw that was agreed, or comes too late"));
        }
        Ok(())
    }

    /// Checks the note `plain`: a game may be lowered before its round is drawn, unless every sitting has a round.
    fn lower(&mut self, entry: &Entry) -> Result<(), BadKey> {
        if self.beacon == Some(true) || self.to_draw.take().is_none() {
            return Err(entry.bad("what", "lowers a game that does not wait for its round"));
        }
        Ok(())
    }

    /// Checks a rewind, a correction or a fork: the turn has the next number, and its origin exists.
    fn begin(&mut self, what: Deed, entry: &Entry) -> Result<(), BadKey> {
        let turn = entry.number("turn")?;
        self.moves += 1;
        let bound = format!("bind.amend-{}", self.moves);
        let (open, over) = (self.open, self.over);
        (self.open, self.over) = (turn, false);
        // The start of a fork is fixed before any player promises a salt, and before the round is named.
        if what == Deed::Fork && self.stage != Stage::Begun {
            return Err(entry.bad("what", "does not stand between `genesis` and `seated`"));
        }
        if what != Deed::Fork && self.stage != Stage::Ready {
            return Err(entry.bad("what", "is in the middle of a sitting, or before the game"));
        }
        if entry.record.get(&bound).is_none() {
            return Err(entry.bad(&bound, "is missing"));
        }
        if what == Deed::Fork {
            entry.hash("head")?;
            entry.name("of")?;
            let first = self.moves == 1 && turn > 0 && self.published.is_fork;
            return if first {
                Ok(())
            } else {
                Err(entry.bad("what", "does not begin its game"))
            };
        }
        if self.moves == 1 && self.sitting == 0 {
            return Err(entry.bad("what", "is before anything was played"));
        }
        if Some(turn) != open.checked_add(1) {
            return Err(entry.bad("turn", "is not the one after the last"));
        }
        match what {
            Deed::Rewind if !(1..=open).contains(&entry.number("to")?) => {
                Err(entry.bad("to", "is no turn that had begun"))
            }
            Deed::Amend if over => Err(entry.bad("what", "is after the game is over")),
            _ => Ok(()),
        }
    }
}
