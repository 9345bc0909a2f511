//! Advice to a player: whole order files, with what is expected of each, from the seat's own view alone.
//!
//! Bots play the seat's whole turn in several imagined positions; their answers are written as order files
//! ([`Ruleset::written`]), and equal files are merged ([`plan`]). Each file is then played as an order file through the
//! turn in the same imagined positions and with the same dice as all others, and the game is played on from there as a
//! playout of a search is ([`trial`]). Work is counted and chance is drawn from a hash of the view, so the same view gives
//! the same advice everywhere.

mod dice;
mod estimate;
mod plan;
mod players;
mod trial;

pub use estimate::Estimate;

use super::{
    Ruleset, SeatId, Viewer, Weight,
    data::{DecodeError, write},
    fingerprint::Fingerprint,
    line::Line,
    search::{ONE, Play, Scale},
};
use plan::Planned;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;
use trial::{Trials, Tried};

/// The effort of advice, counted so that the result does not depend on the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thoroughness {
    /// The number of playouts for each question of the turn.
    pub think: u32,
    /// The number of imagined positions in which the turn is planned, by each bot.
    pub plans: u32,
    /// The number of imagined positions in which each order file is tried.
    pub samples: u32,
}

impl Default for Thoroughness {
    /// Some seconds for Time Agent.
    fn default() -> Self {
        Self {
            think: 60,
            plans: 4,
            samples: 60,
        }
    }
}

/// Advice to a seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advice {
    /// The order files, the best first.
    pub candidates: Vec<Advised>,
    /// The number of imagined positions in which each was tried.
    pub samples: usize,
}

/// An order file, with what is expected of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advised {
    /// The body of the order file.
    pub orders: Value,
    /// The number of plans that became this file.
    pub plans: usize,
    /// The expected share of the game, in thousandths: 1000 is a game that is won, 0 one that is lost. A game that is not
    /// played to its end counts by the place of its last position among those of all trials.
    pub share: Estimate,
    /// The expected worth of the last position, in thousandths of a point.
    pub worth: Estimate,
    /// The share of the first file less the share of this one, measured in the same positions.
    pub behind: Estimate,
    /// The lines that were not executed in some of the trials, each with their number.
    pub idle: Vec<IdleLine>,
}

/// A line that is not always executed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IdleLine {
    /// The line.
    pub line: Line,
    /// The number of trials in which it was not executed.
    pub trials: usize,
}

/// The seat that is advised, and what it knows.
pub(super) struct Client<'a, R: Ruleset> {
    pub rules: &'a R,
    /// The game as the seat sees it when the turn begins.
    pub view: &'a R::View,
    pub seat: &'a SeatId,
    pub seats: &'a [SeatId],
    /// The seed of all chance.
    pub seed: u64,
}

impl<R: Ruleset> Client<'_, R> {
    pub(super) fn viewer(&self) -> Viewer {
        Viewer::Seat(self.seat.clone())
    }
}

/// Returns order files for the turn of a seat that is about to begin, the best first. `tick` is called with the work that
/// is done and all the work that is known.
///
/// Returns `None` if no position can be imagined. The advice is empty if the seat has nothing to order.
///
/// # Errors
/// [`DecodeError`] if an order file cannot be written as plain data.
pub(super) fn advise<R: Ruleset>(
    rules: &R,
    view: &R::View,
    seat: &SeatId,
    seats: &[SeatId],
    effort: Thoroughness,
    tick: &mut dyn FnMut(u64, u64),
) -> Result<Option<Advice>, DecodeError> {
    let mut seed = Fingerprint::of(view);
    seed.add(seat);
    let client = Client {
        rules,
        view,
        seat,
        seats,
        seed: seed.0,
    };
    let plans = u64::from(effort.plans) * 2;
    let most = plans + plans * u64::from(effort.samples);
    let mut done = 0;
    let mut files: Vec<(Planned<R>, Value)> = vec![];
    let mut imagined = false;
    for n in 0..effort.plans {
        for think in [None, Some(effort.think)] {
            done += 1;
            tick(done, most);
            let Some(plan) = plan::plan(&client, n, think) else {
                continue;
            };
            imagined = true;
            if !plan.chose || has_errors(&client, &plan) {
                continue;
            }
            let body = write("order file", rules.id(), &plan.orders)?;
            match files.iter_mut().find(|(_, other)| *other == body) {
                Some((same, _)) => same.plans += 1,
                None => files.push((plan, body)),
            }
        }
    }
    if !imagined {
        return Ok(None);
    }
    let all = done + files.len() as u64 * u64::from(effort.samples);
    let aim = rules.aim(view, seat);
    let mut trials = Trials::new(files.len());
    for n in 0..effort.samples {
        for (k, (plan, body)) in files.iter().enumerate() {
            done += 1;
            tick(done, all);
            trials.add(k, trial::trial(&client, n, &plan.orders, body, aim));
        }
    }
    let trials = trials.of_all();
    Ok(Some(ranked(seat, files, &trials)))
}

/// Checks whether the seat can see before the turn that a file has a mistake: it took something that only the imagined
/// position had.
fn has_errors<R: Ruleset>(client: &Client<'_, R>, plan: &Planned<R>) -> bool {
    let none = BTreeSet::new();
    let found = (client.rules).check(
        client.view,
        client.seat,
        &super::Plan::new(&plan.orders, &none),
    );
    found.iter().any(|found| found.weight == Weight::Error)
}

/// Returns the order files with the results of their trials, the best first.
fn ranked<R: Ruleset>(
    seat: &SeatId,
    files: Vec<(Planned<R>, Value)>,
    trials: &[Vec<Tried>],
) -> Advice {
    let samples = trials.first().map_or(0, Vec::len);
    let mut scale = Scale::default();
    let plays: Vec<Play> = trials
        .iter()
        .flatten()
        .map(|tried| tried.play.clone())
        .collect();
    scale.set(&plays);
    let rewards = |tried: &[Tried]| -> Vec<i64> {
        let rewards = tried.iter().map(|tried| scale.reward(&tried.play, seat));
        // From −1 to 1 in fixed point, to thousandths from 0 to 1000 with three more places.
        rewards
            .map(|reward| (reward + ONE) * 500_000 / ONE)
            .collect()
    };
    let rewards: Vec<Vec<i64>> = trials.iter().map(|tried| rewards(tried)).collect();
    let mut order: Vec<usize> = (0..files.len()).collect();
    let sum = |k: &usize| rewards[*k].iter().sum::<i64>();
    // The sort keeps the order of equal files.
    order.sort_by_key(|k| std::cmp::Reverse(sum(k)));
    let mut files: Vec<Option<_>> = files.into_iter().map(Some).collect();
    let candidates = order.iter().filter_map(|&k| {
        let (plan, orders) = files[k].take()?;
        let first = &rewards[order[0]];
        let behind: Vec<i64> = first.iter().zip(&rewards[k]).map(|(a, b)| a - b).collect();
        let worth: Vec<i64> = trials[k]
            .iter()
            .map(|tried| tried.play.worth.get(seat).copied().unwrap_or(0))
            .collect();
        Some(Advised {
            orders,
            plans: plan.plans,
            share: Estimate::of(&rewards[k], 1000).within(0, 1000),
            worth: Estimate::of(&worth, 1),
            behind: Estimate::of(&behind, 1000),
            idle: trial::idle(&trials[k]),
        })
    });
    Advice {
        candidates: candidates.collect(),
        samples,
    }
}
