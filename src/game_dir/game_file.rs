//! `game.yaml`: what is agreed about a game.

use super::schedule_settings::{
    Guards, Pauses, Schedule, SittingPolicy, Step, days_away, is_usual,
};
use crate::engine::SeatId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// `game.yaml`: what is agreed about a game; it is published and hashed when the game begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GameFile {
    /// The game's name: lower-case letters, digits and hyphens. It is part of every die.
    pub game: String,
    /// Its title in reports.
    pub title: String,
    /// The rules, such as `time-agent`.
    pub ruleset: String,
    /// The edition of the rules.
    pub edition: String,
    /// The variants that were chosen; each ruleset has its own.
    pub options: BTreeMap<String, serde_json::Value>,
    /// The seats, in the order in which they are listed.
    pub seats: Vec<SeatLine>,
    /// When a sitting runs.
    #[serde(default)]
    pub sittings: SittingPolicy,
    /// When orders are due; left out, the GM says when.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<Schedule>,
    /// Letters between players; left out, none are carried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub press: Option<Press>,
    /// The ladder: what becomes of a seat at the first, second … deadline in a row that it lets pass;
    /// the last step stays. Left out: `[default]`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nmr: Vec<Step>,
    /// The bot that plays the seats nobody waits for, by what such a seat may see; left out: standing
    /// orders and defaults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caretaker: Option<String>,
    /// How many days of announced absence a player is excused for; left out: 30.
    #[serde(default = "days_away", skip_serializing_if = "is_days_away")]
    pub days_away: u32,
    /// How long the game may pause, and who may ask for it.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub pauses: Pauses,
    /// What stops a run, so that a GM looks at it first.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub guards: Guards,
    /// How far the dice can be trusted.
    #[serde(default)]
    pub dice: DiceLevel,
    /// With `dice: beacon`: how many minutes after the lock the round comes that gives the dice; left out: 60.
    #[serde(default = "lead_minutes", skip_serializing_if = "is_lead_minutes")]
    pub lead_minutes: u32,
    /// The public key that every record of the log is signed with; left out, none is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log_key: Option<String>,
    /// Whether it is drawn who plays what: the seats that players take are places in that draw; left out, they are
    /// what is played.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub draw_seats: bool,
    /// How many sittings the game can have.
    #[serde(default = "default_keys")]
    pub keys: u32,
    /// The game that this one was taken from, if it is a fork.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fork: Option<Fork>,
}

/// The usual lead of the lock over its round of the beacon.
fn lead_minutes() -> u32 {
    60
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over a reference"
)]
fn is_lead_minutes(minutes: &u32) -> bool {
    *minutes == lead_minutes()
}

fn default_keys() -> u32 {
    crate::dice::chain::SITTINGS
}

/// Letters between players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Press {
    /// The kinds that are allowed.
    pub kinds: BTreeSet<PressKind>,
    /// When a letter is carried.
    #[serde(default)]
    pub carried: Carried,
}

/// What a letter says of who wrote it.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum PressKind {
    /// Its seat.
    White,
    /// That a player wrote it, and not which.
    Grey,
    /// Nothing.
    Anonymous,
}

/// When a letter is carried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Carried {
    /// As soon as it comes.
    #[default]
    AtOnce,
    /// With the next report.
    WithReport,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over a reference"
)]
fn is_days_away(days: &u32) -> bool {
    *days == days_away()
}

/// One seat of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatLine {
    /// Its name.
    pub seat: SeatId,
}

/// How far the dice can be trusted (fair1, section 1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DiceLevel {
    /// Committed before the game, from the GM's secret and the players' salts: no roll can be changed. The GM can
    /// foresee them, and chooses among as many games as the seats allow that give no salt of their own.
    Plain,
    /// The same, and drawn once with a round of the public beacon drand quicknet that is still to come when all salts
    /// are in: the GM has no choice of games. The GM can foresee the rolls.
    #[default]
    Drawn,
    /// The same, and every sitting takes a round of its own that is still to come when its orders are locked: the GM
    /// cannot foresee the rolls either.
    Beacon,
}

impl DiceLevel {
    /// The word for it, as it stands in `game.yaml` and in the record `genesis`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Drawn => "drawn",
            Self::Beacon => "beacon",
        }
    }
}

/// Where a fork was taken from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fork {
    /// The name of the game.
    pub of: String,
    /// The turn that the fork begins with.
    pub turn: u32,
    /// The teams of its seats, which are those of the original, whoever has the seats.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub teams: BTreeMap<SeatId, String>,
}

impl Fork {
    /// In a few words, for subjects and tables.
    pub fn words(&self) -> String {
        format!("fork of {} at turn {}", self.of, self.turn)
    }
}
