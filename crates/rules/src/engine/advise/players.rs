//! The players of the other seats, and of all seats after the turn: the cheap policy of the game, or chance.

use crate::engine::{Asked, Chooser, Meeting, RandomBot, Ruleset, SeatId, Seen};

/// All seats played by the cheap policy, for so many answers.
pub(super) struct Players<'a, R: Ruleset> {
    pub rules: &'a R,
    pub chance: RandomBot,
    /// The number of answers that are still played; `None` if there is no limit.
    pub left: Option<usize>,
}

impl<R: Ruleset> Chooser for Players<'_, R> {
    fn choose(&mut self, seat: &SeatId, ask: &str, n: usize) -> usize {
        self.chance.choose(seat, ask, n)
    }

    fn meets(&mut self, _: &SeatId) -> bool {
        true
    }

    fn meet(&mut self, asked: &Asked<'_>, forced: bool, seen: Option<&Seen<'_>>) -> Meeting {
        match &mut self.left {
            Some(0) => return Meeting::Stop,
            Some(left) => *left -= 1,
            None => {}
        }
        let Some(seen) = seen.filter(|_| !forced) else {
            return Meeting::Chosen;
        };
        let answer = seen.look(|view| self.rules.policy(view.downcast_ref()?, asked));
        answer.map_or(Meeting::Chosen, Meeting::Advised)
    }
}
