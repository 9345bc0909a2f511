//! `game.yaml`: the agreed terms of a game.

use super::{
    own_part::{AdviceRule, PublishSettings, WebAddress},
    schedule_settings::{Guards, Pauses, Schedule, SittingPolicy, Step, days_away, is_usual},
};
use crate::engine::SeatId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// `game.yaml`: the agreed terms of a game, which are published and hashed when the game begins. `public-at`, `publish` and
/// `advice` are not agreed terms: they are not published with the others, and can be added or changed at any time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GameFile {
    /// The game's name: lower-case letters, digits and hyphens. It is part of every die.
    pub game: String,
    /// The game's title in reports.
    pub title: String,
    /// The ruleset, such as `time-agent`.
    pub ruleset: String,
    /// The edition of the rules.
    pub edition: String,
    /// The variants that were chosen; each ruleset has its own.
    pub options: BTreeMap<String, serde_json::Value>,
    /// The seats, in the order in which they are listed.
    pub seats: Vec<SeatLine>,
    /// The condition under which a sitting runs.
    #[serde(default)]
    pub sittings: SittingPolicy,
    /// The schedule of deadlines; left out, the GM sets each deadline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<Schedule>,
    /// The rules for letters between players; left out, no letters are carried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub press: Option<Press>,
    /// The escalation: what happens to a seat at the first, second … deadline in a row that it misses; the last level
    /// stays. Left out: `[default]`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nmr: Vec<Step>,
    /// The bot that plays unattended seats, from what such a seat may see; left out: standing orders and defaults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caretaker: Option<String>,
    /// The number of days of announced absence for which a player is excused; left out: 30.
    #[serde(default = "days_away", skip_serializing_if = "is_days_away")]
    pub days_away: u32,
    /// The longest pause of the game, and the number of players who can start one.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub pauses: Pauses,
    /// The conditions that stop a run until a GM has looked at it.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub guards: Guards,
    /// The trust level of the dice.
    #[serde(default)]
    pub dice: DiceLevel,
    /// With `dice: beacon`: the minutes from the lock to the round that gives the dice; left out: 60.
    #[serde(default = "lead_minutes", skip_serializing_if = "is_lead_minutes")]
    pub lead_minutes: u32,
    /// The public key that every record of the log is signed with; left out, records are not signed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log_key: Option<String>,
    /// Set this to draw the seats by lot: the seats that players take are then places in that draw; left out, players
    /// play the seats that they take.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub draw_seats: bool,
    /// The maximum number of sittings of the game.
    #[serde(default = "default_keys")]
    pub keys: u32,
    /// The game that this one was taken from, if it is a fork.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fork: Option<Fork>,
    /// The web address where the public files and the site of the game are; mails and reports name it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public_at: Option<WebAddress>,
    /// The places that `publish` puts the public files and the site in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub publish: Option<PublishSettings>,
    /// Whether players may ask the program for order files: `allowed` or `forbidden`.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub advice: AdviceRule,
}

/// Returns the default time from a lock to its round of the beacon, in minutes.
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

/// The rules for letters between players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Press {
    /// The kinds of letters that are allowed.
    pub kinds: BTreeSet<PressKind>,
    /// The time at which a letter is carried.
    #[serde(default)]
    pub carried: Carried,
}

/// The kind of a letter: what it tells about its author.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum PressKind {
    /// The author's seat.
    White,
    /// Only that a player wrote it.
    Grey,
    /// Nothing about the author.
    Anonymous,
}

/// The time at which a letter is carried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Carried {
    /// As soon as it arrives.
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
    /// The name of the seat.
    pub seat: SeatId,
}

/// The trust level of the dice (fair1, section 1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DiceLevel {
    /// The dice are committed before the game, from the GM's secret and the players' salts: no roll can be changed. The
    /// GM can foresee the rolls, and the seats that give no salt of their own let the GM choose among several games.
    Plain,
    /// As `plain`, and drawn once with a round of the public beacon drand quicknet that is published after all salts
    /// are in: the GM has no choice of games. The GM can foresee the rolls.
    #[default]
    Drawn,
    /// As `drawn`, and every sitting takes a round of its own that is published after its orders are locked: the GM
    /// cannot foresee the rolls either.
    Beacon,
}

impl DiceLevel {
    /// Returns the name of the level, as in `game.yaml` and in the record `genesis`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Drawn => "drawn",
            Self::Beacon => "beacon",
        }
    }
}

/// The origin of a fork.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fork {
    /// The name of the original game.
    pub of: String,
    /// The turn that the fork begins with.
    pub turn: u32,
    /// The teams of the seats: those of the original, regardless of which players have the seats.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub teams: BTreeMap<SeatId, String>,
}

impl Fork {
    /// Returns a short description of the fork, for subjects and tables.
    pub fn words(&self) -> String {
        format!("fork of {} at turn {}", self.of, self.turn)
    }
}
