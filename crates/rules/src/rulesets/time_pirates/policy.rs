//! A simple policy, which looks only at the next action, and the worth of a position, for the search of a bot.

use super::{
    TimePirates,
    asks::{Action, Question},
    names::{Artifact, Color, Epoch, Marker, Player, Restock},
    state::{Side, State, Stock},
    view::View,
};
use crate::{engine::Asked, rulesets::kit::side};
use serde::Serialize;
use serde_json::Value;

/// The worth of so many counters of one type before they are sold, in thousandths of the points of a marker.
const SET: [i64; 7] = [0, 300, 1_300, 2_100, 2_900, 4_300, 5_200];

/// The worth of a World counter, in thousandths of a point.
const JOKER: i64 = 700;

/// The worth of an exchange or a jump that a symbol allows, in thousandths of a point.
const SYMBOL: i64 = 100;

/// Returns the worth of so many counters of one type, in thousandths of a point in each Week.
fn set(n: u32) -> i64 {
    let n = n as usize;
    // Counters beyond the largest set begin another one.
    SET[n.min(6)] + SET[n.saturating_sub(6).min(6)] / 2
}

/// A player's counters: the number of each type, and that of symbols.
#[derive(Clone, Copy, Default)]
struct Counters {
    of: [u32; 6],
    symbols: u32,
}

impl Counters {
    fn of(artifacts: &Stock<Artifact>) -> Self {
        let mut all = Self::default();
        for (artifact, n) in artifacts {
            all.of[artifact.color as usize] += n;
            all.symbols += n * u32::from(*artifact != Artifact::plain(artifact.color));
        }
        all
    }

    /// Returns their worth, in thousandths of a point in each Week.
    fn worth(&self) -> i64 {
        let sets = Color::FIVE
            .iter()
            .map(|color| set(self.of[*color as usize]));
        let jokers = JOKER * i64::from(self.of[Color::World as usize]);
        sets.sum::<i64>() + jokers + SYMBOL * i64::from(self.symbols)
    }

    /// Returns the worth of one more counter.
    fn gain(&self, artifact: Artifact) -> i64 {
        let n = self.of[artifact.color as usize];
        match artifact.color {
            Color::World => JOKER,
            color => set(n + 1) - set(n) + SYMBOL * i64::from(artifact != Artifact::plain(color)),
        }
    }
}

impl TimePirates {
    /// Returns the worth of a position to a player, in thousandths of a point: markers score in each Week that is left
    /// (Scoring 1), and counters may become markers.
    pub(super) fn worth_to(&self, state: &State, player: Player) -> i64 {
        let weeks = i64::from(state.options.weeks.saturating_sub(state.week)) + 1;
        let of = |side: &Side| {
            let markers = side.markers.iter();
            let value: i64 = markers
                .map(|(marker, n)| i64::from(self.content.points(*marker)) * i64::from(*n))
                .sum();
            // Each type with a marker is a step to the points for all types.
            let types = Color::FIVE
                .iter()
                .filter(|color| side.has_marker_of(**color));
            let types = i64::try_from(types.count()).unwrap_or(0);
            let in_week =
                value * 1000 + types * 700 + Counters::of(&side.artifacts).worth() * 7 / 10;
            i64::from(side.points()) * 1000 + in_week * weeks
        };
        let own = state.sides.get(&player).map_or(0, of);
        let others = state.sides.iter().filter(|(other, _)| **other != player);
        own - others.map(|(_, side)| of(side)).max().unwrap_or(0)
    }

    /// Returns the answer of a player who sells the best set they have, takes what fits their counters and goes where
    /// that lies; `None` for an answer at random.
    pub(super) fn think_little(&self, view: &View, asked: &Asked<'_>) -> Option<Value> {
        let player: Player = side(asked.seat)?;
        let own = Counters::of(&view.sides.get(&player)?.artifacts);
        let gain = |artifact: Artifact| own.gain(artifact);
        let there = |epoch: Epoch| {
            let spaces = view.epochs.iter().filter(|seen| seen.epoch == epoch);
            let artifacts = spaces.flat_map(|seen| seen.spaces.iter().flatten());
            let best = artifacts.map(|artifact| gain(*artifact)).max().unwrap_or(0);
            if epoch == view.police { best / 4 } else { best }
        };
        let best = |marker: Marker| i64::from(self.content.points(marker)) * 1000;
        match asked.kind.parse().ok()? {
            Question::Act => {
                let worth = |action: &Action| match action {
                    Action::Done => 0,
                    Action::Take(artifact) => 100 + gain(*artifact),
                    Action::Move(epoch) => there(*epoch),
                    Action::Sell(marker) => best(*marker),
                    // These cost a counter, and random play wastes them.
                    Action::Atomic { .. } | Action::Exchange { .. } => -1,
                };
                say(asked.one_of::<Action>().into_iter().max_by_key(worth)?)
            }
            Question::Land | Question::Place => say(asked
                .one_of::<Epoch>()
                .into_iter()
                .max_by_key(|epoch| there(*epoch))?),
            Question::Restock => {
                // A restock costs no action, but draws the Time Police.
                let full = view.epochs.iter().flat_map(|seen| &seen.spaces);
                let (all, some) = (full.clone().count(), full.flatten().count());
                let choices = asked.one_of::<Restock>();
                let last = choices.last().copied()?;
                say(if some * 2 < all { last } else { Restock::None })
            }
            Question::Discard | Question::Set | Question::AssignWorld => Some((asked.default)()),
        }
    }
}

fn say(answer: impl Serialize) -> Option<Value> {
    serde_json::to_value(answer).ok()
}
