//! The game as any viewer may see it. Everything lies open in Time Pirates (ruling B24). The only secret, the color of
//! a World marker before all have decided, is not part of the state.

use super::{
    TimePirates,
    names::{Artifact, Color, Counter, Epoch, Marker, Path, Player},
    options::Options,
    state::{Phase, Side, State, Stock},
};
use crate::collect::Collect;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The game as any viewer may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names are the rulebook's")]
pub struct View {
    pub options: Options,
    pub week: u32,
    pub phase: Phase,
    pub order: Vec<Player>,
    pub sides: BTreeMap<Player, SideView>,
    pub epochs: Vec<EpochView>,
    pub police: Epoch,
    pub drawn: Vec<Path>,
    pub bag: Stock<Counter>,
    pub discards: Stock<Artifact>,
    pub scoring_board: Vec<MarkerView>,
}

/// The belongings of one player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names are the rulebook's")]
pub struct SideView {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Epoch>,
    pub artifacts: Stock<Artifact>,
    /// The number of Artifact Counters of each type.
    pub sets: Stock<Color>,
    pub markers: Stock<Marker>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub assigned: BTreeMap<Marker, Vec<Color>>,
    pub scored: Vec<u32>,
    pub points: u32,
}

/// One Epoch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names are the rulebook's")]
pub struct EpochView {
    pub epoch: Epoch,
    /// The contents of its spaces.
    pub spaces: Vec<Option<Artifact>>,
    /// The Epochs where its arrows lead, by path 1 and by path 2.
    pub arrows: [Epoch; 2],
    /// The players whose Time Travelers are there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<Player>,
}

/// A kind of Scoring Marker, and where the markers of this kind are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names are the rulebook's")]
pub struct MarkerView {
    pub marker: Marker,
    pub points: u32,
    /// The number that are still on the Scoring Board.
    pub left: u32,
    /// The number that each player has.
    #[serde(default, skip_serializing_if = "Stock::is_empty")]
    pub held: Stock<Player>,
}

impl TimePirates {
    /// Returns the view, which is the same for all viewers.
    pub(super) fn seen(&self, state: &State) -> View {
        View {
            options: state.options,
            week: state.week,
            phase: state.phase,
            order: state.order.clone(),
            sides: state
                .sides
                .iter()
                .map(|(player, side)| (*player, side_view(side)))
                .collect_map(),
            epochs: state
                .epochs
                .iter()
                .map(|(epoch, spaces)| EpochView {
                    epoch: *epoch,
                    spaces: spaces.clone(),
                    arrows: self.content.arrows(*epoch),
                    players: state
                        .order
                        .iter()
                        .copied()
                        .filter(|player| state.side(*player).at == Some(*epoch))
                        .collect(),
                })
                .collect(),
            police: state.police,
            drawn: state.drawn.clone(),
            bag: state.bag.clone(),
            discards: state.discards.clone(),
            scoring_board: self
                .content
                .markers
                .keys()
                .map(|marker| self.marker_view(state, *marker))
                .collect(),
        }
    }

    fn marker_view(&self, state: &State, marker: Marker) -> MarkerView {
        let held = state.sides.iter().filter_map(|(player, side)| {
            let n = side.markers.get(&marker)?;
            Some((*player, *n))
        });
        MarkerView {
            marker,
            points: self.content.points(marker),
            left: state.scoring_board.get(&marker).copied().unwrap_or(0),
            held: held.collect_map(),
        }
    }

    /// Returns the state that a view shows, so that a preview or a check can run the rules on it.
    pub(super) fn state_of(view: &View) -> State {
        State {
            options: view.options,
            week: view.week,
            phase: view.phase,
            order: view.order.clone(),
            sides: view
                .sides
                .iter()
                .map(|(player, side)| {
                    let side = Side {
                        at: side.at,
                        artifacts: side.artifacts.clone(),
                        markers: side.markers.clone(),
                        assigned: side.assigned.clone(),
                        scored: side.scored.clone(),
                    };
                    (*player, side)
                })
                .collect_map(),
            epochs: view
                .epochs
                .iter()
                .map(|epoch| (epoch.epoch, epoch.spaces.clone()))
                .collect_map(),
            police: view.police,
            drawn: view.drawn.clone(),
            bag: view.bag.clone(),
            discards: view.discards.clone(),
            scoring_board: view
                .scoring_board
                .iter()
                .filter(|line| line.left > 0)
                .map(|line| (line.marker, line.left))
                .collect_map(),
        }
    }
}

fn side_view(side: &Side) -> SideView {
    let sets = Color::ALL.iter().map(|color| (*color, side.count(*color)));
    SideView {
        at: side.at,
        artifacts: side.artifacts.clone(),
        sets: sets.filter(|(_, n)| *n > 0).collect_map(),
        markers: side.markers.clone(),
        assigned: side.assigned.clone(),
        scored: side.scored.clone(),
        points: side.points(),
    }
}
