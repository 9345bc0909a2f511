//! The facts of a game, as data: everything that can happen. The wording is in the templates.

use super::names::{Artifact, Color, Epoch, Marker, Path, Player};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[expect(missing_docs, reason = "the fields say it in the rulebook's words")]
pub enum Fact {
    /// Preparation: an Epoch was stocked.
    Stocked {
        epoch: Epoch,
        artifacts: Vec<Artifact>,
    },
    /// Preparation: the order of the players, clockwise from the one who goes first.
    FirstPlayer { order: Vec<Player> },
    /// Preparation: a Time Traveler was placed.
    Placed { player: Player, epoch: Epoch },
    /// Playing the Game: a turn begins.
    Turn { player: Player, week: u32 },
    /// Restocking Artifacts: a player restocks an Epoch.
    Restocks { player: Player, epoch: Epoch },
    /// Restocking Artifacts: an Artifact Counter was drawn.
    Drew { epoch: Epoch, artifact: Artifact },
    /// Restocking Artifacts: a Time Police Counter was drawn, the `count`th of the Week.
    Police {
        path: Path,
        from: Epoch,
        to: Epoch,
        count: u32,
    },
    /// Time Goes By: the eighth Time Police Counter has ended a Week.
    WeekEnds { week: u32 },
    /// Scoring: what a player's World Scoring Markers count as.
    Assigned {
        player: Player,
        colors: BTreeMap<Marker, Vec<Color>>,
    },
    /// Scoring: the points of a player for a Week.
    Scored {
        player: Player,
        markers: u32,
        most: Vec<Color>,
        all: bool,
        points: u32,
        total: u32,
    },
    /// Time Goes By: counters went back into the bag.
    Returned { artifacts: u32, police: u32 },
    /// Police 2, 3: Artifact Counters lost to the Time Police.
    Lost {
        player: Player,
        artifacts: Vec<Artifact>,
    },
    /// Taking Artifacts: a player took a counter.
    Took {
        player: Player,
        artifact: Artifact,
        epoch: Epoch,
    },
    /// Moving: a Time Traveler moved along an arrow.
    Moved {
        player: Player,
        from: Epoch,
        to: Epoch,
    },
    /// Selling Artifacts: a player sold a set for a Scoring Marker.
    Sold {
        player: Player,
        marker: Marker,
        set: Vec<Artifact>,
        to: Epoch,
    },
    /// Atomic Symbols: a player discarded a counter and moved to another Epoch.
    Atomic {
        player: Player,
        discard: Artifact,
        from: Epoch,
        to: Epoch,
    },
    /// Exchanging Artifacts: two players exchanged counters.
    Exchanged {
        player: Player,
        give: Artifact,
        from: Player,
        take: Artifact,
    },
    /// Game End: the game is over.
    GameOver {
        points: BTreeMap<Player, u32>,
        winners: Vec<Player>,
        decided: Decided,
    },
}

/// Game End: the criterion that decided who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decided {
    /// The most points.
    Points,
    /// The most Scoring Markers among those who were tied.
    Markers,
    /// The Scoring Marker of the greatest value among those who were still tied.
    Greatest,
    /// None of them: the winners are tied in all three and share the victory.
    Shared,
}
