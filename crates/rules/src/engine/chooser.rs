//! The players of a game that is played in memory.

use super::{Asked, SeatId, Seen};
use serde_json::Value;
use std::any::Any;

/// Chooses among legal answers while a game is played in memory.
pub trait Chooser {
    /// Returns an index below `n`, for one ask of one seat.
    fn choose(&mut self, seat: &SeatId, ask: &str, n: usize) -> usize;

    /// Checks whether this seat answers by its view of the game.
    fn looks(&self, _seat: &SeatId) -> bool {
        false
    }

    /// Returns the answer of a seat that answers by its view; `None` takes the default.
    fn answer(&mut self, _view: &dyn Any, _asked: &Asked<'_>) -> Option<Value> {
        None
    }

    /// Reports that the last answer was illegal, so that the default was taken instead.
    fn slipped(&mut self) {}

    /// Checks whether a seat that answers by its view wants to know the turn so far.
    fn remembers(&self) -> bool {
        false
    }

    /// Checks whether [`Chooser::meet`] is called for the next ask, which is one of this seat.
    fn meets(&mut self, _seat: &SeatId) -> bool {
        false
    }

    /// Meets an ask before its answer is chosen, and says how it is chosen. `forced` is true if there is only one
    /// legal answer; `seen` returns the game as the seat may see it.
    fn meet(&mut self, _asked: &Asked<'_>, _forced: bool, _seen: Option<&Seen<'_>>) -> Meeting {
        Meeting::Chosen
    }
}

/// The way in which the answer to an ask is found while a game is played in memory.
#[derive(Clone, Debug, PartialEq)]
pub enum Meeting {
    /// By [`Chooser::choose`].
    Chosen,
    /// By [`Chooser::choose`], which chooses each amount at once and not step by step, and what is seldom done by its place
    /// among all choices.
    Weighed,
    /// The answer is given. If it is illegal, the game is given up.
    Given(Value),
    /// The answer is given. If it is illegal, the default is taken.
    Advised(Value),
    /// The game is not played on.
    Stop,
}
