//! `players.yaml` and `standing/`: who plays, and what each has answered in advance.

use super::schedule_settings::{Absence, Substitute, is_usual};
use crate::engine::{SeatId, Standing};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet},
    num::NonZeroU32,
};

/// `players.yaml`: who plays, and where to reach them. Secret.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Players {
    /// What it takes for a mail to count as a player's.
    #[serde(default)]
    pub trust: Trust,
    /// How long a token is good for.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub tokens: Tokens,
    /// The players.
    pub players: Vec<Player>,
}

/// What it takes for a mail to count as a player's; each rung is good for those before it too.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Trust {
    /// It says that it is from the player's address, which anybody can write.
    #[default]
    Address,
    /// The order file has the token of the form that was mailed to the player.
    Token,
    /// The order file was signed with the player's SSH key.
    Signature,
}

/// How long the token of a seat is good for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Tokens {
    /// Until the seat changes hands, or the GM makes a new one.
    #[default]
    Lasting,
    /// For one turn.
    EachTurn,
}

/// One player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Player {
    /// The name, as other players see it.
    pub name: String,
    /// The mail address.
    pub address: String,
    /// The seats this player has.
    pub seats: Vec<SeatId>,
    /// The player's time zone, such as `Europe/Vienna`; left out: the schedule's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
    /// In what form reports are mailed.
    #[serde(default)]
    pub format: MailFormat,
    /// Whether the game's picture comes with a report as a file of its own.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub pictures: Pictures,
    /// The hashes of the salts this player chose for the dice, by seat.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub salt_hashes: BTreeMap<SeatId, String>,
    /// How often each seat of this player had a new token, because it changed hands or the GM made one. The count of a
    /// seat goes with it from player to player and only rises, so a token that is good no more is never good again.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub new_tokens: BTreeMap<SeatId, u32>,
    /// A public SSH key, as in `id_ed25519.pub`: then only orders count that are signed with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// When the player is away, as announced by mail, by `excuse` or here: a deadline that is missed then is
    /// excused.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absences: Vec<Absence>,
    /// Who takes over when the ladder comes to `substitute`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub substitute: Option<Substitute>,
    /// No reminders, please.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub no_reminders: bool,
}

/// Whether the game's picture comes with a report as a file of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Pictures {
    /// It does not: it is part of the HTML anyway.
    #[default]
    None,
    /// As SVG.
    Svg,
    /// As PNG; as SVG where the GM's program was built without that.
    Png,
}

/// In what form reports are mailed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MailFormat {
    /// Plain text and HTML, for the reader's program to choose.
    #[default]
    Both,
    /// Plain text alone.
    Text,
}

impl Players {
    /// The player who has a seat.
    pub fn of(&self, seat: &SeatId) -> Option<&Player> {
        self.players.iter().find(|p| p.seats.contains(seat))
    }
}

/// `standing/<seat>.yaml`: answers a seat gives in advance, turn after turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Standings {
    /// The game these are for; `receive --standing` wants it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The seat they are from; `receive --standing` wants it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatId>,
    /// The number of this file among the signed ones of its seat: each has a higher one than the one before. A signed
    /// file must have it; of others it says nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revision: Option<NonZeroU32>,
    /// Answers in advance; the first that fits is given.
    pub standing: Vec<Standing>,
    /// Offers to be waited for.
    pub wake: BTreeSet<String>,
}
