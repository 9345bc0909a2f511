//! `players.yaml` and `standing/`: the players, and the answers that each seat gives in advance.

use super::schedule_settings::{Absence, Substitute, is_usual};
use crate::engine::{OnFile, SeatId, Standing};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet},
    num::NonZeroU32,
};

/// `players.yaml`: the players and their addresses. Secret.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Players {
    /// The proof that a mail needs to count as a player's.
    #[serde(default)]
    pub trust: Trust,
    /// The lifetime of a token.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub tokens: Tokens,
    /// The players.
    pub players: Vec<Player>,
}

/// The proof that a mail needs to count as a player's; each proof is also accepted at the levels before it.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Trust {
    /// The mail names the player's address as its sender, which is easily forged.
    #[default]
    Address,
    /// The order file has the token of the form that was mailed to the player.
    Token,
    /// The order file was signed with the player's SSH key.
    Signature,
}

/// The lifetime of the token of a seat.
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
    /// The format of mailed reports.
    #[serde(default)]
    pub format: MailFormat,
    /// The files that come with a report.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub papers: Papers,
    /// The reports that are mailed. The next mailed report has the events of those that were not.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub mails: Mails,
    /// The format in which the game's picture comes with a report as a file of its own.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub pictures: Pictures,
    /// The hashes of the salts this player chose for the dice, by seat.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub salt_hashes: BTreeMap<SeatId, String>,
    /// The number of new tokens that each seat of this player got, because it changed hands or the GM made one. The
    /// count of a seat goes with it from player to player and only rises, so an old token never becomes valid again.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub new_tokens: BTreeMap<SeatId, u32>,
    /// A public SSH key, as in `id_ed25519.pub`: then only orders that are signed with it count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The periods in which the player is away, as announced by mail, by `excuse` or here: a deadline that is missed
    /// then is excused.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absences: Vec<Absence>,
    /// The person who takes over when the escalation comes to `substitute`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub substitute: Option<Substitute>,
    /// The player's answer to the invitation, which comes by mail before the game begins.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub invitation: Invitation,
    /// Set this to send no reminders to the player.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub no_reminders: bool,
}

/// The answer of a player to the invitation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Invitation {
    /// None has come.
    #[default]
    Open,
    /// The player plays.
    Accepted,
    /// The player does not play: the seats need another player.
    Declined,
}

/// The files that come with a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Papers {
    /// The order form.
    #[default]
    Short,
    /// The order form, the view of the game and the schema of order files, with which `chronojudge check` validates
    /// orders on the player's side.
    Full,
}

/// The reports that are mailed to a player. Every choice mails each question to their seat, a turn that ends with a failed
/// line of their orders or was played without their answer, and the end of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mails {
    /// Every report with news.
    All,
    /// When something is asked of the seat, and at the end of each turn; in a game whose turns belong to one player, at
    /// the end of a round, such as the Week of Time Pirates.
    #[default]
    Asked,
    /// When something is asked of the seat, and at the end of each turn, also of other players' turns.
    Turns,
    /// Only when something is asked of the seat; the mail has all events since the mail before it.
    Digest,
}

impl Mails {
    /// All choices.
    pub const ALL: [Self; 4] = [Self::All, Self::Asked, Self::Turns, Self::Digest];

    /// Returns the word in `players.yaml`, which is also the second word of the mail that changes it.
    pub fn word(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Asked => "asked",
            Self::Turns => "turns",
            Self::Digest => "digest",
        }
    }
}

/// The format in which the game's picture comes with a report as a file of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Pictures {
    /// No separate file: the picture is part of the HTML in any case.
    #[default]
    None,
    /// As SVG.
    Svg,
    /// As PNG; as SVG if the GM's program was built without PNG.
    Png,
}

/// The format of mailed reports.
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
    /// Returns the player who has a seat.
    pub fn of(&self, seat: &SeatId) -> Option<&Player> {
        self.players.iter().find(|p| p.seats.contains(seat))
    }
}

/// `standing/<seat>.yaml`: answers a seat gives in advance, turn after turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Standings {
    /// The game these standing orders are for; `receive --standing` requires it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The seat these standing orders are from; `receive --standing` requires it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatId>,
    /// The number of this file among the signed files of its seat; each has a higher number than the one before. A
    /// signed file must have it; in other files it has no effect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revision: Option<NonZeroU32>,
    /// Answers given in advance; the first that fits is given.
    pub standing: Vec<Standing>,
    /// The offers that a sitting waits for you to answer.
    pub wake: BTreeSet<String>,
}

impl Standings {
    /// Adds the standing orders to what a seat has on file, behind those of its order file.
    pub(crate) fn add_to(self, on_file: &mut OnFile) {
        on_file.standing.extend(self.standing);
        on_file.wake.extend(self.wake);
    }
}
