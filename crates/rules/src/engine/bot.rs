//! Bots: the one that plays at random, and the answers of those that know a game.

use super::{
    Asked, Chooser, Prompt, Ruleset, SeatId, Viewer,
    search::{self, Known},
};
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A bot that plays at random, and always the same way for the same seed.
///
/// If there are more than two choices, it takes the first one time in four; otherwise it picks any choice with even
/// odds. By convention the first choice is to do nothing more: a bot that seldom stops spends everything in the
/// first step of every turn.
#[derive(Clone, Debug)]
pub struct RandomBot(u64);

impl RandomBot {
    /// Makes a bot with a seed.
    pub fn new(seed: u64) -> Self {
        // The generator below must not start at zero.
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Returns an index below `n`, by xorshift: fast, repeatable and even enough for play.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let wide = u128::from(self.0) * n as u128;
        usize::try_from(wide >> 64).expect("less than n")
    }
}

impl Chooser for RandomBot {
    fn choose(&mut self, _: &SeatId, _: &str, n: usize) -> usize {
        if n > 2 && self.below(4) == 0 {
            return 0;
        }
        self.below(n)
    }
}

/// Returns the answer of a bot, of the game or of all games, or `None` to take the default, and the number of playouts that
/// it took. `began` is the state when the turn began, of which a bot sees what its seat may see.
pub(super) fn bot<R: Ruleset>(
    rules: &R,
    bot: &str,
    began: Option<&R::State>,
    view: &R::View,
    asked: &Asked<'_>,
) -> (Option<Value>, u32) {
    let Some(playouts) = search::playouts(bot) else {
        return (rules.bot(bot, view, asked), 0);
    };
    let searched = || {
        let began = began?;
        let then = rules.view(began, &Viewer::Seat(asked.seat.clone()));
        let known = Known {
            seat: asked.seat,
            then: &then,
            now: view,
            so_far: &(asked.so_far)(),
        };
        let finding = search::search(rules, &known, asked, playouts)?;
        let playouts = finding.playouts;
        Some((finding.answers.into_iter().next()?.answer, playouts))
    };
    // An imagined game may come to a fault of the rules that the real game never meets; it ends the search, not the real game. The
    // search changes nothing outside itself.
    let found = catch_unwind(AssertUnwindSafe(searched)).ok().flatten();
    // There is no search of some questions, before the first turn, or after a fault.
    match found {
        Some((answer, playouts)) => (Some(answer), playouts),
        None => (rules.unsearched(view, asked), 0),
    }
}

/// Returns a bot's answer to an open prompt, by the view of its seat at that moment. The answer is always legal.
pub(super) fn answer<R: Ruleset>(rules: &R, bot: &str, view: &R::View, prompt: &Prompt) -> Value {
    prompt
        .as_asked(|asked| rules.bot(bot, view, asked))
        .filter(|value| prompt.choices.allow(value))
        .unwrap_or_else(|| prompt.default.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Choices, fields};

    #[test]
    fn a_seed_gives_the_same_numbers_on_every_machine() {
        let numbers = |seed| {
            let mut bot = RandomBot::new(seed);
            [(); 6].map(|()| bot.below(1000))
        };
        assert_eq!(numbers(1), [859, 394, 480, 188, 175, 590]);
        assert_eq!(numbers(2), [719, 858, 433, 19, 800, 441]);
    }

    #[test]
    fn a_random_bot_does_not_use_the_view() {
        let (mut bot, blue) = (RandomBot::new(1), SeatId::new("blue").expect("a name"));
        let asked = Asked {
            kind: "x",
            seat: &blue,
            about: &&fields([]),
            choices: &Choices::OneOf(vec![]),
            default: &|| Value::Null,
            why_not: &|_| None,
            so_far: &Vec::new,
        };
        assert!(!bot.looks(&blue) && bot.answer(&(), &asked).is_none());
    }

    /// Of two choices the bot takes either with even odds. Of more it takes the first one time in four, and
    /// otherwise any.
    #[test]
    fn the_first_choice_is_taken_more_often() {
        let counts = |n: usize| {
            let (mut bot, blue) = (RandomBot::new(1), SeatId::new("blue").expect("a name"));
            let mut counts = vec![0; n];
            for _ in 0..4000 {
                counts[bot.choose(&blue, "x", n)] += 1;
            }
            counts
        };
        for (n, first, other) in [(2, 2000, 2000), (3, 2000, 1000), (5, 1600, 600)] {
            let counts = counts(n);
            let near = |count: i32, even: i32| (count - even).abs() < 100;
            assert!(near(counts[0], first), "{counts:?}");
            assert!(counts[1..].iter().all(|c| near(*c, other)), "{counts:?}");
        }
    }
}
