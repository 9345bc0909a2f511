//! The rules of a game with its options and seats, and one run of them.

use crate::{
    dice::Dice,
    engine::{DecodeError, DynRuleset, Outcome, Run, SeatId},
    game_dir::{Game, Seated},
    log::Log,
};
use serde_json::Value;

/// The rules of a game, and what its set-up starts from.
pub(crate) struct Table<'a> {
    pub rules: &'a dyn DynRuleset,
    pub seated: Seated,
}

impl<'a> Table<'a> {
    /// Returns the table of a game with this log.
    pub(crate) fn of(game: &'a Game, log: &Log) -> Self {
        Self {
            rules: &*game.rules,
            seated: Seated::of(&game.file, log),
        }
    }

    /// Returns the seats.
    pub(crate) fn seats(&self) -> Vec<SeatId> {
        let seats = self.seated.seats.iter();
        seats.map(|seat| seat.id.clone()).collect()
    }

    /// Runs the rules for the set-up, or for a turn from its checkpoint.
    pub(crate) fn run(
        &self,
        state: Option<&Value>,
        run: Run<'_>,
        dice: &mut dyn Dice,
    ) -> Result<Outcome, DecodeError> {
        match state {
            None => {
                let Seated { options, seats } = &self.seated;
                self.rules.setup(options, seats, run, dice)
            }
            Some(state) => self.rules.turn(state, run, dice),
        }
    }
}
