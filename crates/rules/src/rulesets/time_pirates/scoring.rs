//! Time Goes By, Scoring and Game End.

use super::{
    Table, TimePirates, asks,
    diagnostics::Wrong,
    facts::{Decided, Fact},
    names::{Color, Counter, Marker, Player},
    options::WorldMarkers,
    state::{Phase, Side, State},
};
use crate::{
    collect::Collect,
    engine::{Play, fields},
};
use std::{collections::BTreeMap, ops::ControlFlow};

/// Time Goes By: the number of Time Police Counters that end a Week.
pub(super) const WEEK: u32 = 8;

/// Scoring 2: the points for a majority in one type.
const MOST: u32 = 2;

/// Scoring 3: the points for having a Scoring Marker of each type.
const ALL_TYPES: u32 = 2;

impl TimePirates {
    /// Time Goes By: ends a Week in the middle of a restock, and all players score. The last Week ends the game (ruling
    /// B12). After any other Week the counters go back into the bag and the restock goes on.
    pub(super) fn time_goes_by(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
    ) -> Play<ControlFlow<()>> {
        table.rule("Time Goes By");
        let week = state.week;
        table.tell_all(Fact::WeekEnds { week });
        self.assign_world_markers(state, table)?;
        self.score(state, table);
        if state.week == state.options.weeks {
            return Ok(ControlFlow::Break(()));
        }
        table.rule("Time Goes By");
        let artifacts = state.discards.values().sum();
        let police = u32::try_from(state.drawn.len()).expect("at most ten");
        for (artifact, n) in std::mem::take(&mut state.discards) {
            *state.bag.entry(Counter::Artifact(artifact)).or_default() += n;
        }
        for path in std::mem::take(&mut state.drawn) {
            *state.bag.entry(Counter::Police(path)).or_default() += 1;
        }
        table.tell_all(Fact::Returned { artifacts, police });
        state.week += 1;
        Ok(ControlFlow::Continue(()))
    }

    /// Scoring: asks all players with World markers at once, in secret, which color each marker takes. A color needs a
    /// regular marker of that color; a player without regular markers assigns none (rulings B1, B2, B23).
    fn assign_world_markers(&self, state: &mut State, table: &mut Table<'_>) -> Play<()> {
        table.rule("Scoring");
        let mut asked: Vec<(Player, Marker)> = vec![];
        let mut asks = vec![];
        for player in state.order.clone() {
            let side = state.side(player);
            let colors: Vec<Color> = Color::FIVE
                .into_iter()
                .filter(|color| side.has_marker_of(*color))
                .collect();
            if colors.is_empty() {
                continue;
            }
            let mut numbers: BTreeMap<Marker, u32> = BTreeMap::new();
            for (marker, best) in self.best_colors(state, player) {
                let number = numbers.entry(marker).or_default();
                *number += 1;
                let number = *number;
                let ask = asks::AssignWorld
                    .one_of(colors.clone())
                    .or(best)
                    .about(move || {
                        fields([
                            ("marker", marker.to_string().into()),
                            ("number", number.into()),
                        ])
                    })
                    .why(|color| Some(Wrong::NoSuchColor(*color).into()))
                    .seen(|| self.seen(state));
                asks.push((self.seat(player).clone(), ask));
                asked.push((player, marker));
            }
        }
        let answers = table.ask_all(asks)?;
        if state.options.world_markers == WorldMarkers::EveryWeek {
            for side in state.sides.values_mut() {
                side.assigned.clear();
            }
        }
        for ((player, marker), color) in asked.into_iter().zip(answers) {
            let assigned = &mut state.side_mut(player).assigned;
            assigned.entry(marker).or_default().push(color);
        }
        for player in state.order.clone() {
            let colors = state.side(player).assigned.clone();
            if !colors.is_empty() {
                table.tell_all(Fact::Assigned { player, colors });
            }
        }
        Ok(())
    }

    /// Returns the markers a player has to assign, each with its default color (ruling B1). Of all ways to assign them,
    /// the default brings the player the most majorities, by the markers that lie open.
    pub(super) fn best_colors(&self, state: &State, player: Player) -> Vec<(Marker, Color)> {
        let side = state.side(player);
        let keeps = state.options.world_markers == WorldMarkers::ForGood;
        let mut left = side.world_markers();
        if keeps {
            for (marker, colors) in &side.assigned {
                for _ in colors {
                    if let Some(place) = left.iter().position(|m| m == marker) {
                        left.remove(place);
                    }
                }
            }
        }
        let points = |side: &Side, color| {
            let kept = if keeps {
                self.world_points(side, color)
            } else {
                0
            };
            i64::from(self.regular_points(side, color) + kept)
        };
        let colors = Color::FIVE.into_iter();
        let leads: Vec<(Color, i64)> = colors
            .filter(|color| side.has_marker_of(*color))
            .map(|color| {
                let others = state.sides.iter().filter(|(other, _)| **other != player);
                let best = others.map(|(_, other)| points(other, color)).max();
                (color, points(side, color) - best.unwrap_or(0))
            })
            .collect();
        if leads.is_empty() || left.is_empty() {
            return vec![];
        }
        let left: Vec<(Marker, i64)> = left
            .into_iter()
            .map(|marker| (marker, self.content.points(marker).into()))
            .collect();
        let mut search = Search {
            left: &left,
            leads,
            chosen: vec![],
            best: None,
        };
        search.go_on();
        let (_, chosen) = search.best.expect("there is a way to assign them");
        let chosen = left.iter().zip(chosen);
        chosen
            .map(|((marker, _), color)| (*marker, color))
            .collect()
    }

    /// Scoring 1 to 3: scores face values, the most points of each type, and a marker of every type.
    fn score(&self, state: &mut State, table: &mut Table<'_>) {
        let mut most: BTreeMap<Player, Vec<Color>> = BTreeMap::new();
        for color in Color::FIVE {
            let points =
                |side: &Side| self.regular_points(side, color) + self.world_points(side, color);
            // If no player has a point in a type, no player has the most (ruling B25).
            let best = state.sides.values().map(points).max().filter(|p| *p > 0);
            for (player, side) in &state.sides {
                if Some(points(side)) == best {
                    most.entry(*player).or_default().push(color);
                }
            }
        }
        table.rule("Scoring");
        for player in state.order.clone() {
            let side = state.side_mut(player);
            let markers = self.face_value(side);
            let most = most.remove(&player).unwrap_or_default();
            let all = Color::FIVE.iter().all(|color| side.has_marker_of(*color));
            let firsts = u32::try_from(most.len()).expect("at most five");
            let points = markers + firsts * MOST + u32::from(all) * ALL_TYPES;
            side.scored.push(points);
            let total = side.points();
            table.tell_all(Fact::Scored {
                player,
                markers,
                most,
                all,
                points,
                total,
            });
        }
    }

    /// Scoring 1: returns the face value of all of a player's markers.
    fn face_value(&self, side: &Side) -> u32 {
        side.markers
            .iter()
            .map(|(marker, n)| self.content.points(*marker) * n)
            .sum()
    }

    /// Scoring 2: returns a player's points in a type by their regular markers.
    fn regular_points(&self, side: &Side, color: Color) -> u32 {
        side.markers
            .iter()
            .filter(|(marker, _)| marker.color == color)
            .map(|(marker, n)| self.content.points(*marker) * n)
            .sum()
    }

    /// Scoring 2: returns a player's points in a type by the World markers assigned to it.
    fn world_points(&self, side: &Side, color: Color) -> u32 {
        side.assigned
            .iter()
            .flat_map(|(marker, colors)| {
                let of_color = colors.iter().filter(move |c| **c == color);
                of_color.map(|_| self.content.points(*marker))
            })
            .sum()
    }

    /// Game End: returns the winners: those with the most points; of these, with the most Scoring Markers; of these,
    /// with the greatest one. Those who are still tied share the victory (ruling B21).
    pub(super) fn game_end(&self, state: &mut State, table: &mut Table<'_>) -> Vec<Player> {
        table.rule("Game End");
        state.phase = Phase::Over;
        let points = state.sides.iter();
        let points = points
            .map(|(player, side)| (*player, side.points()))
            .collect_map();
        let greatest = |side: &Side| {
            let values = side
                .markers
                .keys()
                .map(|marker| self.content.points(*marker));
            values.max().unwrap_or(0)
        };
        let value = |by: Decided, player: Player| {
            let side = state.side(player);
            match by {
                Decided::Points => side.points(),
                Decided::Markers => side.markers.values().sum(),
                Decided::Greatest => greatest(side),
                Decided::Shared => 0,
            }
        };
        let mut winners = state.order.clone();
        let mut decided = Decided::Shared;
        for by in [Decided::Points, Decided::Markers, Decided::Greatest] {
            let best = winners.iter().map(|player| value(by, *player)).max();
            winners.retain(|player| Some(value(by, *player)) == best);
            if winners.len() == 1 {
                decided = by;
                break;
            }
        }
        table.tell_all(Fact::GameOver {
            points,
            winners: winners.clone(),
            decided,
        });
        winners
    }
}

/// The value of one way to assign World markers: the number of majorities it brings (a tie counts as one), then the
/// smallest lead among these. If it brings none, the second number is the lead that comes nearest.
type Worth = (usize, i64);

/// A search through all ways to assign World markers. Equal markers are neighbours, and are tried in one order only.
struct Search<'a> {
    left: &'a [(Marker, i64)],
    /// The player's lead in each color that they can choose, with the choices made so far.
    leads: Vec<(Color, i64)>,
    /// Indices of the colors chosen so far.
    chosen: Vec<usize>,
    best: Option<(Worth, Vec<Color>)>,
}

impl Search<'_> {
    fn go_on(&mut self) {
        let n = self.chosen.len();
        let Some((marker, points)) = self.left.get(n).copied() else {
            self.judge();
            return;
        };
        let twin = n > 0 && self.left[n - 1].0 == marker;
        let from = if twin { self.chosen[n - 1] } else { 0 };
        for color in from..self.leads.len() {
            self.leads[color].1 += points;
            self.chosen.push(color);
            self.go_on();
            self.chosen.pop();
            self.leads[color].1 -= points;
        }
    }

    /// Keeps this way if it is better than the best so far. The first of equally good ways stays, so earlier markers go
    /// to earlier colors.
    fn judge(&mut self) {
        let leads = self.leads.iter().map(|(_, lead)| *lead);
        let won = leads.clone().filter(|lead| *lead >= 0);
        let margin = won.clone().min().or_else(|| leads.max()).unwrap_or(0);
        let worth = (won.count(), margin);
        if self.best.as_ref().is_none_or(|(best, _)| worth > *best) {
            let colors = self.chosen.iter().map(|n| self.leads[*n].0);
            self.best = Some((worth, colors.collect()));
        }
    }
}
