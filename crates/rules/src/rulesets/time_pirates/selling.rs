//! Selling Artifacts.

use super::{
    Table, TimePirates,
    asks::{self, Set},
    diagnostics::Wrong,
    facts::Fact,
    names::{Artifact, Color, Epoch, Marker, Player, Symbol},
    options::SetsOfJokers,
    state::{Side, State, put, take},
};
use crate::engine::{Fields, Play, fields};

impl TimePirates {
    /// Selling Artifacts: returns the reason why a player cannot sell a set for a marker now, or `None` if they can.
    pub(super) fn wrong_sale(
        &self,
        state: &State,
        player: Player,
        marker: Marker,
    ) -> Option<Wrong> {
        if !self.content.markers.contains_key(&marker) {
            return Some(Wrong::NoMarker(marker));
        }
        if !state.scoring_board.contains_key(&marker) {
            return Some(Wrong::MarkerGone(marker));
        }
        let side = state.side(player);
        let own = if marker.color == Color::World {
            let colors = Color::FIVE.into_iter();
            colors.map(|color| side.count(color).min(1)).sum()
        } else {
            side.count(marker.color)
        };
        let jokers = side.count(Color::World);
        let short = own + jokers < marker.set.into();
        (short || (own == 0 && forbids_jokers_alone(state))).then_some(Wrong::NoSet(marker))
    }

    /// Selling Artifacts: discards a set, gives the player its marker, and moves the Time Traveler from the Scoring
    /// Board to any Epoch, even that of the police (ruling B16).
    pub(super) fn sell(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        player: Player,
        marker: Marker,
    ) -> Play<()> {
        table.rule("Selling Artifacts");
        let about = move || -> Fields { fields([("marker", marker.to_string().into())]) };
        let sets = sets(state, player, marker);
        let cheapest = cheapest(state.side(player), &sets);
        let mut ask = asks::Set.one_of(sets).about(about);
        if let Some(cheapest) = cheapest {
            ask = ask.or(cheapest);
        }
        let ask = ask.why(|set| {
            let words: Vec<String> = set.iter().map(ToString::to_string).collect();
            let set = words.join(", ");
            Some(Wrong::NotThatSet { marker, set }.into())
        });
        let ask = ask.seen(|| self.seen(state));
        let set = table.ask(self.seat(player), ask)?;

        let epochs: Vec<Epoch> = self.content.epochs.keys().copied().collect();
        let ask = asks::Land
            .one_of(epochs)
            .or(state.at(player))
            .about(about)
            .why(|epoch| Some(Wrong::NoEpoch(*epoch).into()))
            .seen(|| self.seen(state));
        let to = table.ask(self.seat(player), ask)?;

        state.sell(player, marker, &set, to);
        table.tell_all(Fact::Sold {
            player,
            marker,
            set,
            to,
        });
        Ok(())
    }
}

impl State {
    /// Moves a set to the discard pile, its marker to the player, and their Time Traveler to an Epoch of their choice.
    pub(super) fn sell(&mut self, player: Player, marker: Marker, set: &Set, to: Epoch) {
        for artifact in set {
            self.discard(player, *artifact);
        }
        take(&mut self.scoring_board, &marker);
        let side = self.side_mut(player);
        put(&mut side.markers, marker);
        side.at = Some(to);
    }
}

fn forbids_jokers_alone(state: &State) -> bool {
    state.options.sets_of_jokers == SetsOfJokers::Forbidden
}

/// Returns every set of a player's counters that can be sold for a marker: of one type, or of different types for a
/// World marker. World counters are jokers (rulings B14, B15).
pub(super) fn sets(state: &State, player: Player, marker: Marker) -> Vec<Set> {
    let mixed = marker.color == Color::World;
    let stock: Vec<(Artifact, u32)> = state
        .side(player)
        .artifacts
        .iter()
        .filter(|(artifact, _)| mixed || [marker.color, Color::World].contains(&artifact.color))
        .map(|(artifact, n)| (*artifact, *n))
        .collect();
    let mut found = vec![];
    fill(&stock, marker.set.into(), mixed, &mut vec![], &mut found);
    if forbids_jokers_alone(state) {
        found.retain(|set| set.iter().any(|artifact| *artifact != Artifact::WORLD));
    }
    found
}

/// Finds all ways to bring a set to its size with the counters that are left. Counters of one type are neighbours.
fn fill(left: &[(Artifact, u32)], size: usize, mixed: bool, set: &mut Set, found: &mut Vec<Set>) {
    let missing = size - set.len();
    if missing == 0 {
        found.push(set.clone());
        return;
    }
    let Some(((artifact, n), left)) = left.split_first() else {
        return;
    };
    let most = if mixed && artifact.color != Color::World {
        usize::from(set.last().is_none_or(|last| last.color != artifact.color))
    } else {
        missing
    };
    let before = set.len();
    for count in (0..=most.min(*n as usize)).rev() {
        set.extend(std::iter::repeat_n(*artifact, count));
        fill(left, size, mixed, set, found);
        set.truncate(before);
    }
}

/// Returns the cheapest set: with the fewest jokers, then the fewest symbols, then of the types of which the player has
/// fewest.
pub(super) fn cheapest(side: &Side, sets: &[Set]) -> Option<Set> {
    let cost = |set: &&Set| {
        let jokers = set.iter().filter(|a| **a == Artifact::WORLD).count();
        let symbols = set.iter().filter(|a| a.symbol != Symbol::Plain).count();
        let held: u32 = set.iter().map(|a| side.count(a.color)).sum();
        (jokers, symbols, held)
    };
    sets.iter().min_by_key(cost).cloned()
}
