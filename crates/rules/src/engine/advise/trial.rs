//! One trial: an order file is played through the turn in an imagined position, and the game is played on from there.

use super::{Client, IdleLine, dice::ByLabel, players::Players};
use crate::{
    collect::Collect,
    dice::Quick,
    engine::{
        Asked, Chooser, Flow, Mail, OnFile, Overdue, Plan, RandomBot, Reply, Ruleset, SeatId, Sent,
        Table,
        fingerprint::Fingerprint,
        line::Line,
        search::{Play, TURNS, shares},
        spent::Spent,
    },
};
use serde_json::Value;
use std::{
    any::Any,
    collections::{BTreeMap, BTreeSet},
};

/// The result of a trial.
#[derive(Clone, Debug)]
pub(super) struct Tried {
    pub play: Play,
    /// The lines that were not executed in the turn.
    pub idle: Vec<Line>,
}

/// The trials of all order files; `None` for one that could not be played.
pub(super) struct Trials(Vec<Vec<Option<Tried>>>);

impl Trials {
    pub(super) fn new(files: usize) -> Self {
        Self((0..files).map(|_| vec![]).collect())
    }

    pub(super) fn add(&mut self, file: usize, tried: Option<Tried>) {
        self.0[file].push(tried);
    }

    /// Returns the trials in the positions in which every file could be played.
    pub(super) fn of_all(self) -> Vec<Vec<Tried>> {
        let samples = self.0.first().map_or(0, Vec::len);
        let whole: Vec<bool> = (0..samples)
            .map(|n| self.0.iter().all(|trials| trials[n].is_some()))
            .collect();
        let kept = |trials: Vec<Option<Tried>>| {
            let trials = trials.into_iter().zip(&whole);
            trials
                .filter_map(|(tried, whole)| tried.filter(|_| *whole))
                .collect()
        };
        self.0.into_iter().map(kept).collect()
    }
}

/// Returns the lines that were not always executed, each with the number of such trials.
pub(super) fn idle(trials: &[Tried]) -> Vec<IdleLine> {
    let mut counts: BTreeMap<&Line, usize> = BTreeMap::new();
    for line in trials.iter().flat_map(|tried| &tried.idle) {
        *counts.entry(line).or_default() += 1;
    }
    let counts = counts.into_iter();
    counts
        .map(|(line, trials)| IdleLine {
            line: line.clone(),
            trials,
        })
        .collect()
}

/// Plays an order file in the `n`-th imagined position; `None` if that cannot be played.
pub(super) fn trial<R: Ruleset>(
    client: &Client<'_, R>,
    n: u32,
    orders: &R::Orders,
    body: &Value,
    aim: i64,
) -> Option<Tried> {
    let rules = client.rules;
    let seed = client.seed ^ u64::from(n) << 32 ^ 2;
    let mut chance = Quick::new(seed);
    let mut state = rules.imagine(client.view, None, &client.viewer(), &mut chance)?;
    let mut dice = ByLabel(seed);
    let others = client.seats.iter().filter(|seat| *seat != client.seat);
    let overdue = Overdue {
        seats: [client.seat.clone()].into_iter().collect_set(),
        bots: others
            .map(|seat| (seat.clone(), String::new()))
            .collect_map(),
        ..Overdue::default()
    };
    let on_file = OnFile {
        files: vec![Sent::new("advice", body.clone())],
        ..OnFile::default()
    };
    let on_file = [(client.seat.clone(), on_file)].into_iter().collect_map();
    let reply = |_: &SeatId, spent: &BTreeSet<Line>, asked: &Asked<'_>| -> Reply {
        rules.answer(&Plan::new(orders, spent), asked)
    };
    let bot = |_: &str, view: &dyn Any, asked: &Asked<'_>| {
        let view = view.downcast_ref::<R::View>()?;
        rules.policy(view, asked).or_else(|| by_chance(seed, asked))
    };
    let mut table = Table::by_mail(
        Mail {
            sitting: 1,
            began: 1,
            journal: &[],
            on_file: &on_file,
            overdue: &overdue,
            reply: &reply,
            bot: &bot,
        },
        &mut dice,
    );
    let flow = rules.turn(&mut state, &mut table).ok()?;
    let cleared = table.clear();
    let none = BTreeSet::new();
    let done = cleared.spent.get(client.seat).map_or(&none, Spent::done);
    let lines = rules.lines(orders).into_iter();
    let idle = lines.filter(|line| !done.contains(line)).collect();
    let won = match flow {
        Flow::Over { winners } => Some(shares(winners)),
        Flow::Next => play_on(client, &mut state, seed)?,
    };
    let worth = rules.worth(&state, client.seat, aim);
    Some(Tried {
        play: Play {
            steps: vec![],
            worth: [(client.seat.clone(), worth)].into_iter().collect_map(),
            won,
        },
        idle,
    })
}

/// Returns an answer at random, the same for the same question in the same position.
fn by_chance(seed: u64, asked: &Asked<'_>) -> Option<Value> {
    let mut print = Fingerprint::of(asked.kind);
    print.add(asked.seat);
    print.add(asked.about());
    let choices = asked.choices();
    print.add(&choices);
    let mut bot = RandomBot::new(seed ^ print.0);
    choices.drawn(&mut |n| {
        if n < 2 {
            0
        } else {
            bot.choose(asked.seat, asked.kind, n)
        }
    })
}

/// Plays the game on after the turn, for as many answers as a search looks ahead. Returns the shares of the win if the game
/// ends, and `None` if the rules stop for another reason.
#[expect(
    clippy::option_option,
    reason = "a game that cannot be played, or has no winner yet"
)]
fn play_on<R: Ruleset>(
    client: &Client<'_, R>,
    state: &mut R::State,
    seed: u64,
) -> Option<Option<BTreeMap<SeatId, i64>>> {
    let rules = client.rules;
    let horizon = rules.asks().iter().map(|ask| rules.horizon(ask.name)).max();
    let mut players = Players {
        rules,
        chance: RandomBot::new(seed),
        left: Some(horizon.unwrap_or(0)),
    };
    let mut dice = Quick::new(seed ^ 1);
    for _ in 0..TURNS {
        if players.left == Some(0) {
            break;
        }
        let mut table = Table::in_memory(&mut players, &mut dice);
        match rules.turn(state, &mut table) {
            Ok(Flow::Over { winners }) => return Some(Some(shares(winners))),
            Ok(Flow::Next) => {}
            // The rules stop in the middle of a turn, and the state is as it is there.
            Err(_) if players.left == Some(0) => break,
            Err(_) => return None,
        }
    }
    Some(None)
}
