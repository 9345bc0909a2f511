//! Games played in memory. A bot is one more source of answers, so a playout never replays.

use super::{
    Asked, Chooser, Event, Flow, Illegal, InvalidState, LawBroken, Meeting, RandomBot, Ruleset,
    Seat, SeatId, Seen, Stop, Table, Told, Viewer, bot, laws,
    search::{self, Known},
};
use crate::dice::Dice;
use serde::Serialize;
use serde_json::Value;
use std::{any::Any, borrow::Cow, collections::BTreeMap};

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
        let name = self.bot(asked.seat)?;
        let (answer, playouts) = bot::bot(self.rules, name, self.began.as_ref(), view, asked);
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
    fn meet(&mut self, asked: &Asked<'_>, forced: bool, seen: Option<&Seen<'_>>) -> Meeting {
        if let (false, Some(seen), Some(began)) = (forced, seen, &self.began) {
            let then = self.rules.view(began, &Viewer::Seat(asked.seat.clone()));
            let lost = seen.look(|view| {
                let known = Known {
                    seat: asked.seat,
                    then: &then,
                    now: view.downcast_ref::<R::View>()?,
                    so_far: &(asked.so_far)(),
                };
                let found = search::can_imagine(self.rules, &known, asked, IMAGINED);
                (!found).then(|| (asked.seat.clone(), asked.kind.to_owned()))
            });
            self.lost = self.lost.take().or(lost);
        }
        Meeting::Chosen
    }
    fn slipped(&mut self) {
        self.slips += 1;
    }
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
