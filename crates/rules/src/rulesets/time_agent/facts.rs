//! The facts of a game, as data: everything that can happen. The wording is in the templates.

use super::names::{Alters, Event, Item, OwnUnit, Race, Technology, UnitId};
use super::places::{HexId, Spot, TileId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[expect(missing_docs, reason = "the fields say it in the rulebook's words")]
pub enum Fact {
    /// 3: a race is ready to play.
    SetUp {
        race: Race,
        machines: u32,
        agents: u16,
        squads: u16,
        rp: i32,
        vp: i32,
    },
    /// 4: a round begins.
    Round { round: u32 },
    /// 5: income was received.
    Income {
        race: Race,
        credits: u32,
        treasury: u32,
    },
    /// 7.1: dice decided who picks first among those with equal victory points.
    TieRolled {
        vp: i32,
        rolls: BTreeMap<Race, Vec<u32>>,
    },
    /// 7: a race took a place in the player order.
    Picked { race: Race, position: u8 },
    /// 7: the player order of the round.
    PlayerOrder { order: Vec<Race> },
    /// 8: a race waits for those earlier in the player order.
    Waits { race: Race },
    /// 8.1: the operatives that stay in the past, and those that come home.
    Maintained {
        race: Race,
        stay: Vec<OwnUnit>,
        home: Vec<OwnUnit>,
    },
    /// 8.2: a purchase.
    Bought {
        race: Race,
        item: Item,
        count: u32,
        cost: u32,
        units: Vec<OwnUnit>,
    },
    /// 8.3: a facedown tile was looked at.
    Looked { race: Race, hex: HexId, cost: u32 },
    /// 8.3: the tile that a look showed, told only to those who may know.
    Saw {
        race: Race,
        hex: HexId,
        tile: TileId,
    },
    /// 9: a player turn begins.
    PlayerTurn { race: Race },
    /// 9.1: an operative was sent back by a time machine.
    Travelled { unit: UnitId, to: HexId, cost: u32 },
    /// 9.1: an operative moved within the past.
    Moved {
        unit: UnitId,
        from: Spot,
        to: Spot,
        along: Technology,
    },
    /// 9.1: a tile was turned face up and oriented.
    Flipped {
        hex: HexId,
        tile: TileId,
        facing: u8,
    },
    /// 9.2: a player declared whether their operatives in a place oppose the active player.
    Declared {
        race: Race,
        spot: Spot,
        against: Race,
        opposes: bool,
    },
    /// 9.3: one operative searched for another.
    Searched {
        by: UnitId,
        target: UnitId,
        spot: Spot,
        rolls: [u32; 2],
        values: [i32; 2],
        found: bool,
    },
    /// 9.4: one operative attacked another.
    Attacked {
        by: UnitId,
        target: UnitId,
        spot: Spot,
        rolls: [u32; 2],
        values: [i32; 2],
        lost: Vec<UnitId>,
    },
    /// 9.5: an event was reversed, or unreversed.
    EventAltered {
        race: Race,
        spot: Spot,
        event: Event,
        reversed: bool,
        paid: BTreeMap<Race, u32>,
    },
    /// 9.5: an invention was reversed, or unreversed.
    InventionAltered {
        race: Race,
        spot: Spot,
        technology: Technology,
        reversed: bool,
        paid: BTreeMap<Race, u32>,
    },
    /// 9.5: a tile was rotated.
    Rotated {
        race: Race,
        hex: HexId,
        from: u8,
        to: u8,
        paid: BTreeMap<Race, u32>,
    },
    /// 9.52: the price was not met, so nothing was altered and no race paid.
    PriceNotMet {
        race: Race,
        spot: Spot,
        to: Alters,
        /// The board edge that a rotation would have turned the tile to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        edge: Option<u8>,
        cost: u32,
        offered: BTreeMap<Race, u32>,
    },
    /// 9.6: a technology was cut off, or reached the present again.
    Technology {
        technology: Technology,
        connected: bool,
    },
    /// 9.61: Time Travel was presumed Disconnected, so all facedown tiles were turned up.
    AllFlipped { tiles: u32 },
    /// 9.7: points after a player turn, for the races whose points changed.
    Points { race: Race, rp: i32, vp: i32 },
    /// 9.62, 10: Time Travel is Disconnected and the game is over.
    GameOver {
        vp: BTreeMap<Race, i32>,
        /// 12: the combined points of each player's races; empty if each player has one race.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        players: Vec<Total>,
        winners: Vec<Race>,
    },
}

/// 12: the combined victory points of one player's races.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Total {
    /// The races of the player.
    pub races: Vec<Race>,
    /// The sum of their victory points.
    pub vp: i32,
}
