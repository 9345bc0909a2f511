//! The files of a game directory that are not orders.

use super::{
    about::Fork,
    clockwork::{Absence, Clockwork, Days, Guards, Locked, Pauses, Step, Substitute, is_usual},
};
use crate::engine::{SeatId, Standing};
use chrono::{DateTime, Utc};
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
    /// With a beacon: how many minutes after the lock the round comes that gives the dice; left out: 60.
    #[serde(default = "lead_minutes", skip_serializing_if = "is_lead_minutes")]
    pub lead_minutes: u32,
    /// The public key that every record of the log is signed with; left out, none is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log_key: Option<String>,
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

pub(super) fn days_away() -> u32 {
    30
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
    /// Seats of one team belong to one player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
}

/// When a sitting runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SittingPolicy {
    /// When everybody who was asked has answered, or the deadline has passed.
    #[default]
    WhenComplete,
    /// Only when the deadline has passed.
    AtDeadline,
    /// Whenever there is anything new.
    EachMail,
}

/// How far the dice can be trusted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DiceLevel {
    /// Committed beforehand: nobody can re-roll or change them, but the GM can foresee them.
    #[default]
    Committed,
    /// The same, and mixed with a round of the public beacon drand quicknet that is still to come when the
    /// orders are locked: nobody can foresee them.
    Quicknet,
}

/// When orders are due.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// Days of the week.
    pub days: BTreeSet<Weekday>,
    /// The time of day there, such as `18:00`.
    pub time: String,
    /// The time zone, such as `Europe/Vienna`.
    pub zone: String,
    /// Days on which nothing is due.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blackout: Vec<Days>,
    /// How many hours before the deadline whoever owes orders is reminded, once each; left out: 24.
    #[serde(default = "reminders", skip_serializing_if = "is_reminders")]
    pub reminders: BTreeSet<u32>,
    /// How many hours after the deadline orders are still waited for.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub grace: u32,
}

fn reminders() -> BTreeSet<u32> {
    BTreeSet::from([24])
}

fn is_reminders(hours: &BTreeSet<u32>) -> bool {
    *hours == reminders()
}

impl Schedule {
    /// These days, at this time, in this zone.
    pub fn new(
        days: impl IntoIterator<Item = Weekday>,
        time: impl Into<String>,
        zone: impl Into<String>,
    ) -> Self {
        Self {
            days: days.into_iter().collect(),
            time: time.into(),
            zone: zone.into(),
            blackout: vec![],
            reminders: reminders(),
            grace: 0,
        }
    }
}

/// A day of the week.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "days of the week")]
pub enum Weekday {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

/// `players.yaml`: who plays, and where to reach them. Secret.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Players {
    /// What it takes for a mail to count as a player's.
    #[serde(default, skip_serializing_if = "Trust::is_default")]
    pub trust: Trust,
    /// The players.
    pub players: Vec<Player>,
}

/// What it takes for a mail to count as a player's; each rung is good for those before it too.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Trust {
    /// It says that it is from his address, which anybody can write.
    #[default]
    Address,
    /// It was sent to his seat's own address, which only he knows.
    Token,
    /// The order file was signed with his SSH key.
    Signature,
}

impl Trust {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde wants it")]
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
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
    /// As PNG, if the GM's program was built with `--features png`; otherwise as SVG.
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
    /// Answers in advance; the first that fits is given.
    pub standing: Vec<Standing>,
    /// Offers to be waited for.
    pub wake: BTreeSet<String>,
}

/// How the last sitting ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// Some seats are asked.
    Waiting,
    /// The turn is over, and the next one open.
    TurnComplete,
    /// The game is over.
    GameOver,
}

impl Ended {
    /// As it stands in the log.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::TurnComplete => "turn-complete",
            Self::GameOver => "game-over",
        }
    }
}

/// `turns/position.yaml`: the one pointer that says where the game stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Position {
    /// The open turn.
    pub turn: u32,
    /// The last sitting.
    pub sitting: u32,
    /// The turn that sitting belonged to.
    pub sat_in: u32,
    /// How it ended.
    pub ended: Ended,
    /// When it ran.
    pub at: DateTime<Utc>,
    /// When orders are due.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<DateTime<Utc>>,
    /// Where its clock stands, beside that.
    #[serde(default, skip_serializing_if = "Clockwork::is_plain")]
    pub clock: Clockwork,
    /// The version of this program that ran the sitting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// The order files it used, by their SHA-256.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub used: BTreeMap<SeatId, String>,
    /// Who won, when the game is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub winners: Vec<SeatId>,
    /// The head of the public log after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<String>,
    /// The next sitting, if its orders are locked and its dice still to be drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locked: Option<Locked>,
    /// The files that the next sitting builds on, by their path below the game directory, with their
    /// SHA-256.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
}

impl Position {
    /// The sitting whose lock is the next one.
    pub fn next_lock(&self) -> u32 {
        self.locked.as_ref().map_or(self.sitting, |l| l.sitting) + 1
    }
}
