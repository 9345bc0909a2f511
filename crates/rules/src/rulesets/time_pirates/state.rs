//! The whole game at a checkpoint. It holds no secret: every player can count what is in the bag (ruling B24), and a
//! draw is not decided before it is made.

use super::{
    names::{Artifact, Color, Counter, Epoch, Marker, Path, Player},
    options::Options,
};
use crate::rulesets::kit::is_default;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The number of each of several kinds of things.
pub type Stock<T> = BTreeMap<T, u32>;

/// Adds one thing to a stock.
pub fn put<T: Ord>(stock: &mut Stock<T>, item: T) {
    *stock.entry(item).or_default() += 1;
}

/// Takes one thing out of a stock. Returns `false` if it holds none.
pub fn take<T: Ord>(stock: &mut Stock<T>, item: &T) -> bool {
    let Some(count) = stock.get_mut(item) else {
        return false;
    };
    *count -= 1;
    if *count == 0 {
        stock.remove(item);
    }
    true
}

/// The phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Preparation: the Time Travelers are placed.
    Placement,
    /// Playing the Game: a player's turn.
    Turn(Turn),
    /// Game End.
    Over,
}

/// The progress of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Turn {
    /// The player whose turn it is.
    pub player: Player,
    /// The step that the player has reached.
    pub step: Step,
    /// The number of actions that the player still has.
    #[serde(default, skip_serializing_if = "is_default")]
    pub left: u32,
    /// The Epoch where the turn began together with the Time Police, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub police: Option<Epoch>,
}

/// The steps of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// The turn has not begun.
    Start,
    /// Restocking Artifacts: this Epoch is being filled.
    Restocking(Epoch),
    /// Police 2: a counter is to be discarded.
    Discarding,
    /// The player takes their actions.
    Actions,
}

impl Turn {
    /// Returns a turn that has not begun.
    pub fn of(player: Player) -> Self {
        Self {
            player,
            step: Step::Start,
            left: 0,
            police: None,
        }
    }

    /// Police 4: checks whether the next action must be the move out of the Epoch of the Time Police.
    pub(crate) fn must_flee(&self) -> bool {
        self.police.is_some() && self.left == self::ACTIONS
    }

    /// Checks whether the player may end the turn now: Police 5 allows an action and does not demand it.
    pub(crate) fn may_end(&self) -> bool {
        self.left == 0 || (self.police.is_some() && !self.must_flee())
    }
}

/// The whole game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct State {
    /// The variants that are played.
    pub options: Options,
    /// The Week, from 1.
    pub week: u32,
    /// The phase of the game.
    pub phase: Phase,
    /// The players clockwise, from the one who goes first.
    pub order: Vec<Player>,
    /// The belongings of each player.
    pub sides: BTreeMap<Player, Side>,
    /// The contents of the spaces of each Epoch.
    pub epochs: BTreeMap<Epoch, Vec<Option<Artifact>>>,
    /// The Epoch where the Time Police are.
    pub police: Epoch,
    /// The Time Police Counters beside the board, in the order in which they were drawn.
    pub drawn: Vec<Path>,
    /// The counters in the bag.
    pub bag: Stock<Counter>,
    /// The pile of discarded Artifact Counters.
    pub discards: Stock<Artifact>,
    /// The Scoring Markers on the Scoring Board.
    pub scoring_board: Stock<Marker>,
}

/// The belongings of one player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Side {
    /// The Epoch where their Time Traveler is, once it is placed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Epoch>,
    /// Their Artifact Counters.
    pub artifacts: Stock<Artifact>,
    /// Their Scoring Markers.
    pub markers: Stock<Marker>,
    /// The colors that their World Scoring Markers were assigned to at the last Scoring.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub assigned: BTreeMap<Marker, Vec<Color>>,
    /// Their points of each Week.
    pub scored: Vec<u32>,
}

impl Side {
    /// Returns the player's points so far.
    pub(crate) fn points(&self) -> u32 {
        self.scored.iter().sum()
    }

    /// Returns the number of the player's Artifact Counters of one type.
    pub(crate) fn count(&self, color: Color) -> u32 {
        self.artifacts
            .iter()
            .filter(|(artifact, _)| artifact.color == color)
            .map(|(_, n)| n)
            .sum()
    }

    /// Checks whether the player has a regular Scoring Marker of a type.
    pub(crate) fn has_marker_of(&self, color: Color) -> bool {
        self.markers.keys().any(|marker| marker.color == color)
    }

    /// Returns the player's World Scoring Markers, each one singly.
    pub(crate) fn world_markers(&self) -> Vec<Marker> {
        self.markers
            .iter()
            .filter(|(marker, _)| marker.color == Color::World)
            .flat_map(|(marker, n)| std::iter::repeat_n(*marker, *n as usize))
            .collect()
    }
}

impl State {
    /// Returns the belongings of a player.
    ///
    /// # Panics
    /// If they do not take part in the game: the rules never name such a player.
    pub(crate) fn side(&self, player: Player) -> &Side {
        self.sides.get(&player).expect("a player of this game")
    }

    /// Returns the belongings of a player, to change them.
    ///
    /// # Panics
    /// As [`State::side`].
    pub(crate) fn side_mut(&mut self, player: Player) -> &mut Side {
        self.sides.get_mut(&player).expect("a player of this game")
    }

    /// Returns the Epoch where a player's Time Traveler is.
    ///
    /// # Panics
    /// If it is not placed yet: no player has a turn before that.
    pub(crate) fn at(&self, player: Player) -> Epoch {
        self.side(player).at.expect("a Time Traveler on the board")
    }

    /// Checks whether there is a Time Traveler in an Epoch.
    pub(crate) fn is_occupied(&self, epoch: Epoch) -> bool {
        self.sides.values().any(|side| side.at == Some(epoch))
    }

    /// Returns the spaces of an Epoch; none if there is no such Epoch.
    pub(crate) fn spaces(&self, epoch: Epoch) -> &[Option<Artifact>] {
        self.epochs.get(&epoch).map_or(&[], Vec::as_slice)
    }

    /// Returns the other players, clockwise from the left of one player.
    pub(crate) fn others(&self, player: Player) -> Vec<Player> {
        let place = self.order.iter().position(|p| *p == player).unwrap_or(0);
        let (before, after) = self.order.split_at(place);
        after.iter().skip(1).chain(before).copied().collect()
    }

    /// Discards one of a player's Artifact Counters. Returns `false` if they do not have it.
    pub(crate) fn discard(&mut self, player: Player, artifact: Artifact) -> bool {
        let held = take(&mut self.side_mut(player).artifacts, &artifact);
        if held {
            put(&mut self.discards, artifact);
        }
        held
    }
}

/// Playing 2, Police 4 and 5: the number of actions of a player who has not restocked.
pub(crate) const ACTIONS: u32 = 2;
