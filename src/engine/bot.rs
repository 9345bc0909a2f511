//! Games played in memory. A bot is one more source of answers, so a playout never replays.

use super::{
    Asked, Chooser, Event, Flow, Illegal, InvalidState, LawBroken, Meeting, Prompt, Ruleset, Seat,
    SeatId, Stop, Table, Told, Viewer, laws,
    search::{self, Known},
};
use crate::dice::Dice;
use serde::Serialize;
use serde_json::Value;
use std::{any::Any, borrow::Cow, collections::BTreeMap};

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

/// The settings of a game played in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playing<'a> {
    /// The number of turns after which the game is stopped.
    pub turns: u32,
    /// True if every state is checked against the [`laws`], which takes longer than playing.
    pub strict: bool,
    /// The seats that bots play, with the bots' names from [`Ruleset::bots`]; the other seats play at random.
    pub bots: Option<&'a BTreeMap<SeatId, String>>,
    /// True if [`Ruleset::counted`] facts are counted, which makes random play slower.
    pub counts: bool,
}

impl Playing<'_> {
    /// Makes settings for at most so many turns, all seats playing at random.
    pub fn turns(turns: u32) -> Self {
        Self {
            turns,
            strict: false,
            bots: None,
            counts: false,
        }
    }
}

/// The players of a game in memory: bots that know the game for some seats, random choice for the others.
struct Cast<'a, R: Ruleset> {
    rules: &'a R,
    bots: Option<&'a BTreeMap<SeatId, String>>,
    others: &'a mut dyn Chooser,
    slips: usize,
    /// The number of playouts of bots that search.
    playouts: u64,
    /// The state when the turn began, if a bot wants to know its view of it.
    began: Option<R::State>,
    /// The seat that cannot imagine a position in which it is asked its question, with the kind of ask, if that is
    /// checked.
    lost: Option<(SeatId, String)>,
    /// The choice of the asks that are checked; `None` if none is.
    checked: Option<RandomBot>,
}

/// The strict laws check, for one of this many asks on average, whether its position can be imagined.
const CHECKED: usize = 128;

/// The number of positions that may be imagined before one fits.
const IMAGINED: u32 = 4_000;

impl<R: Ruleset> Cast<'_, R> {
    fn bot(&self, seat: &SeatId) -> Option<&str> {
        Some(self.bots?.get(seat)?)
    }

    /// Checks whether a bot wants to know the turn so far.
    fn searches(&self) -> bool {
        let mut bots = self.bots.into_iter().flat_map(BTreeMap::values);
        bots.any(|bot| search::playouts(bot).is_some())
    }
}

impl<R: Ruleset> Chooser for Cast<'_, R> {
    fn choose(&mut self, seat: &SeatId, ask: &str, n: usize) -> usize {
        self.others.choose(seat, ask, n)
    }
    fn looks(&self, seat: &SeatId) -> bool {
        self.bot(seat).is_some()
    }
    fn answer(&mut self, view: &dyn Any, asked: &Asked<'_>) -> Option<Value> {
        let view = view.downcast_ref::<R::View>()?;
        let bot = self.bot(asked.seat)?;
        let (answer, playouts) = self::bot(self.rules, bot, self.began.as_ref(), view, asked);
        self.playouts += u64::from(playouts);
        answer
    }
    fn remembers(&self) -> bool {
        self.began.is_some()
    }
    fn meets(&mut self, _: &SeatId) -> bool {
        let checked = self.checked.as_mut();
        checked.is_some_and(|chance| chance.below(CHECKED) == 0)
    }
    fn meet(
        &mut self,
        asked: &Asked<'_>,
        forced: bool,
        seen: Option<&dyn Fn() -> Box<dyn Any>>,
    ) -> Meeting {
        if let (false, Some(seen), Some(began)) = (forced, seen, &self.began)
            && let Some(view) = seen().downcast_ref::<R::View>()
        {
            let then = self.rules.view(began, &Viewer::Seat(asked.seat.clone()));
            let known = Known {
                seat: asked.seat,
                then: &then,
                now: view,
                so_far: &(asked.so_far)(),
            };
            if !search::can_imagine(self.rules, &known, asked, IMAGINED) {
                self.lost
                    .get_or_insert_with(|| (asked.seat.clone(), asked.kind.to_owned()));
            }
        }
        Meeting::Chosen
    }
    fn slipped(&mut self) {
        self.slips += 1;
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
    let found = began.and_then(|began| {
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
    });
    // If nothing can be searched, such as before the first turn, the first bot of the game answers.
    if let Some((answer, playouts)) = found {
        return (Some(answer), playouts);
    }
    let first = rules.bots().first();
    (
        first.and_then(|first| rules.bot(first.name, view, asked)),
        0,
    )
}

/// Returns a bot's answer to an open prompt, by the view of its seat at that moment. The answer is always legal.
pub(super) fn answer<R: Ruleset>(rules: &R, bot: &str, view: &R::View, prompt: &Prompt) -> Value {
    prompt
        .as_asked(|asked| rules.bot(bot, view, asked))
        .filter(|value| prompt.choices.allow(value))
        .unwrap_or_else(|| prompt.default.clone())
}

/// The result of a game that was played in memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Playout {
    /// The number of turns played, without the set-up.
    pub turns: u32,
    /// The number of answers given.
    pub answers: usize,
    /// The seats that won; empty if the game was stopped at its limit.
    pub winners: Vec<SeatId>,
    /// True if the game ended by its own rules.
    pub ended: bool,
    /// The kind of ending, for games that can end in several ways.
    pub ending: Option<&'static str>,
    /// The points of each seat when the game ended or was stopped.
    pub score: BTreeMap<SeatId, i64>,
    /// The number of bot answers that were illegal and replaced by the default; each is a bug in the bot.
    pub slips: usize,
    /// The number of playouts of bots that search.
    pub playouts: u64,
    /// The number of facts under each name of [`Ruleset::counted`], if counts were asked for.
    pub counts: BTreeMap<Cow<'static, str>, u64>,
}

impl Playout {
    /// Adds the facts that the ruleset counts.
    fn count<R: Ruleset>(&mut self, rules: &R, facts: &[Told<R::Fact>]) {
        for told in facts {
            if let Event::Fact(fact) = &told.event {
                for name in rules.counted(fact) {
                    *self.counts.entry(name).or_default() += 1;
                }
            }
        }
    }
}

/// The error of a game in memory that could not be played.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Broken {
    /// The options give no legal table of seats.
    #[error("{}", .0.words)]
    Seats(Illegal),
    /// The rules stopped, although a game in memory has no reason to stop.
    #[error("the rules stopped in turn {turn}: {stop:?}")]
    Stopped {
        /// The turn.
        turn: u32,
        /// The reason for the stop.
        stop: Stop,
    },
    /// The game reached a state that breaks its invariants.
    #[error("after turn {turn}: {why}")]
    Invariant {
        /// The turn.
        turn: u32,
        /// The invariant.
        why: InvalidState,
    },
    /// The game reached a state that breaks a law of all games.
    #[error("after turn {turn}, against the laws: {why}")]
    Unlawful {
        /// The turn.
        turn: u32,
        /// The broken law.
        why: LawBroken,
    },
}

/// Plays one game in memory, to its end or for the given number of turns.
///
/// # Errors
/// [`Broken`] if the options give no table, if the rules stop, or if a state breaks an invariant or a law. This is
/// always a bug in the rules.
pub fn playout<R: Ruleset>(
    rules: &R,
    options: &R::Options,
    seats: &[Seat],
    chooser: &mut dyn Chooser,
    dice: &mut dyn Dice,
    playing: Playing<'_>,
) -> Result<Playout, Broken> {
    watch(rules, options, seats, chooser, dice, playing, &mut |_| {})
}

/// Plays one game in memory, and calls `each` with every state between two turns.
///
/// # Errors
/// As [`playout`].
pub fn watch<R: Ruleset>(
    rules: &R,
    options: &R::Options,
    seats: &[Seat],
    chooser: &mut dyn Chooser,
    dice: &mut dyn Dice,
    playing: Playing<'_>,
    each: &mut dyn FnMut(&R::State),
) -> Result<Playout, Broken> {
    let mut cast = Cast {
        rules,
        bots: playing.bots,
        others: chooser,
        slips: 0,
        playouts: 0,
        began: None,
        lost: None,
        checked: playing.strict.then(|| RandomBot::new(1)),
    };
    let searches = cast.searches();
    let mut table = Table::in_memory(&mut cast, dice);
    if playing.counts {
        table.count_facts();
    }
    let mut state = rules
        .setup(options, seats, &mut table)
        .map_err(|stop| Broken::Stopped { turn: 0, stop })?;
    let cleared = table.clear();
    let mut played = Playout {
        turns: 0,
        answers: cleared.answers,
        winners: vec![],
        ended: false,
        ending: None,
        score: BTreeMap::new(),
        slips: 0,
        playouts: 0,
        counts: BTreeMap::new(),
    };
    played.count(rules, &cleared.facts);
    each(&state);
    for turn in 1..=playing.turns {
        cast.began = (searches || playing.strict).then(|| state.clone());
        let mut table = Table::in_memory(&mut cast, dice);
        if playing.counts {
            table.count_facts();
        }
        let flow = rules
            .turn(&mut state, &mut table)
            .map_err(|stop| Broken::Stopped { turn, stop })?;
        let cleared = table.clear();
        played.count(rules, &cleared.facts);
        played.answers += cleared.answers;
        played.turns = turn;
        each(&state);
        rules
            .invariants(&state)
            .map_err(|why| Broken::Invariant { turn, why })?;
        if playing.strict {
            laws(rules, seats, &state, dice).map_err(|why| Broken::Unlawful { turn, why })?;
            if let Some((seat, ask)) = cast.lost.take() {
                let why = LawBroken::Lost { seat, ask };
                return Err(Broken::Unlawful { turn, why });
            }
        }
        if let Flow::Over { winners } = flow {
            played.winners = winners;
            played.ended = true;
            played.ending = rules.ending(&state);
            break;
        }
    }
    played.score = rules.score(&rules.view(&state, &Viewer::Public));
    played.slips = cast.slips;
    played.playouts = cast.playouts;
    Ok(played)
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
            about: &fields([]),
            choices: &|| Choices::OneOf(vec![]),
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
