//! Games played in memory: a bot is one more source of answers, so a playout never replays.

use super::{Chooser, Flow, Illegal, Ruleset, Seat, SeatId, Stop, Table, laws};
use crate::dice::Dice;
use serde::Serialize;

/// A bot that plays at random, and always the same for the same seed.
///
/// It takes the first choice one time in four, which by custom is to do nothing more, and otherwise any
/// with even odds: a bot that never stops of itself spends everything in the first step of every turn.
#[derive(Clone, Debug)]
pub struct RandomBot(u64);

impl RandomBot {
    /// A bot with a seed.
    pub fn new(seed: u64) -> Self {
        // The generator below must not start at zero.
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// An index below `n`, by xorshift: quick, repeatable and even enough for play.
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

/// How a game is played in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playing {
    /// It is left after so many turns.
    pub turns: u32,
    /// Whether every state is held against the [`laws`], which takes longer than to play.
    pub strict: bool,
}

impl Playing {
    /// So many turns.
    pub fn turns(turns: u32) -> Self {
        Self {
            turns,
            strict: false,
        }
    }
}

/// How a game that was played in memory went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Playout {
    /// Turns played, without the set-up.
    pub turns: u32,
    /// Answers given.
    pub answers: usize,
    /// Who won; nobody where the game was stopped at its limit.
    pub winners: Vec<SeatId>,
    /// Whether it came to its own end.
    pub ended: bool,
}

/// Why a game in memory came to nothing.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Broken {
    /// The options seat nobody.
    #[error("{}", .0.words)]
    Seats(Illegal),
    /// The rules stopped where nothing can stop them.
    #[error("the rules stopped in turn {turn}: {stop:?}")]
    Stopped {
        /// The turn.
        turn: u32,
        /// How.
        stop: Stop,
    },
    /// A state the rules should never reach.
    #[error("after turn {turn}: {words}")]
    Invariant {
        /// The turn.
        turn: u32,
        /// What is wrong.
        words: String,
    },
    /// A state that breaks a law of all games.
    #[error("after turn {turn}, against the laws: {words}")]
    Unlawful {
        /// The turn.
        turn: u32,
        /// Which law.
        words: String,
    },
}

/// Plays one game in memory, to its end or for as many turns as are wanted.
///
/// # Errors
/// [`Broken`], which is always a bug in the rules.
pub fn playout<R: Ruleset>(
    rules: &R,
    options: &R::Options,
    seats: &[Seat],
    chooser: &mut dyn Chooser,
    dice: &mut dyn Dice,
    playing: Playing,
) -> Result<Playout, Broken> {
    let mut table = Table::in_memory(chooser, dice);
    let mut state = rules
        .setup(options, seats, &mut table)
        .map_err(|stop| Broken::Stopped { turn: 0, stop })?;
    let mut answers = table.clear().answers;
    for turn in 1..=playing.turns {
        let mut table = Table::in_memory(chooser, dice);
        let flow = rules
            .turn(&mut state, &mut table)
            .map_err(|stop| Broken::Stopped { turn, stop })?;
        answers += table.clear().answers;
        rules
            .invariants(&state)
            .map_err(|words| Broken::Invariant { turn, words })?;
        if playing.strict {
            laws(rules, seats, &state, dice).map_err(|words| Broken::Unlawful { turn, words })?;
        }
        if let Flow::Over { winners } = flow {
            return Ok(Playout {
                turns: turn,
                answers,
                winners,
                ended: true,
            });
        }
    }
    Ok(Playout {
        turns: playing.turns,
        answers,
        winners: vec![],
        ended: false,
    })
}
