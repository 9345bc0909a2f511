//! What is agreed about the clock, and where the clock of a game stands.

use crate::engine::SeatId;
use chrono::{DateTime, NaiveDate, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Days in a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Days {
    /// The first, such as `2026-12-24`.
    #[schemars(with = "String")]
    pub from: NaiveDate,
    /// The last; left out: the first alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub to: Option<NaiveDate>,
}

impl Days {
    /// Whether a day is one of them.
    pub fn hold(&self, day: NaiveDate) -> bool {
        self.from <= day && day <= self.last()
    }

    /// The last of them.
    pub fn last(&self) -> NaiveDate {
        self.to.unwrap_or(self.from)
    }
}

/// One step of the ladder that a seat climbs when its orders do not come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// The deadline moves to the next one of the schedule, and all are told.
    Wait,
    /// Its standing orders answer what they cover, and defaults the rest.
    Default,
    /// A caretaker plays it, and nobody waits for it any more: its standing orders answer what they
    /// cover, and the bot that `caretaker` names the rest, or defaults where none is named. Its player has
    /// it back with the first order file that is sent.
    Caretaker,
    /// As with a caretaker, and the GM is to look for somebody else.
    Vacant,
    /// The substitute that its player has named takes the seat; where there is none it is vacant.
    Substitute,
}

impl Step {
    /// Whether nobody waits for a seat that has come so far.
    pub fn is_unattended(self) -> bool {
        matches!(self, Self::Caretaker | Self::Vacant | Self::Substitute)
    }
}

/// What stops a run, so that a GM looks at it first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Guards {
    /// More than so many of a hundred seats that owe orders have sent none when the deadline passes,
    /// and at least two of them.
    pub missing: u32,
    /// The deadline passed while nobody ran this program for so many hours.
    pub outage: u32,
    /// The mail of more than so many of a hundred players comes back.
    pub bounces: u32,
    /// Fewer megabytes than this are left on the disk.
    pub room: u64,
}

impl Default for Guards {
    fn default() -> Self {
        Self {
            missing: 50,
            outage: 24,
            bounces: 50,
            room: 64,
        }
    }
}

/// How long a game may pause, and who may ask for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Pauses {
    /// The longest pause in days; after it the game goes on by itself.
    pub most_days: u32,
    /// So many players who ask for a pause get it without the GM.
    pub votes: u32,
}

impl Default for Pauses {
    fn default() -> Self {
        Self {
            most_days: 14,
            votes: 2,
        }
    }
}

/// What a GM and the players agree on before a game is founded; it becomes part of `game.yaml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Terms {
    /// When a sitting runs.
    pub sittings: SittingPolicy,
    /// When orders are due; left out, the GM says when.
    pub schedule: Option<Schedule>,
    /// The ladder: what becomes of a seat at the first, second … deadline in a row that it lets pass;
    /// the last step stays. Left out: `[default]`.
    pub nmr: Vec<Step>,
    /// The bot that plays the seats nobody waits for, by what such a seat may see; Time Agent has `greedy`
    /// and `swing`. Left out: standing orders and defaults.
    pub caretaker: Option<String>,
    /// How many days of announced absence a player is excused for.
    pub days_away: u32,
    /// How long the game may pause, and who may ask for it.
    pub pauses: Pauses,
    /// What stops a run, so that a GM looks at it first.
    pub guards: Guards,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            sittings: SittingPolicy::default(),
            schedule: None,
            nmr: vec![],
            caretaker: None,
            days_away: self::days_away(),
            pauses: Pauses::default(),
            guards: Guards::default(),
        }
    }
}

/// Whether something is as it is when nobody says anything.
pub(crate) fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A guard that stops a run until the GM lets it go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Guard {
    /// Too many seats are missing at once.
    Missing,
    /// The clock stood still, or went back.
    Outage,
    /// The mail of too many comes back.
    Bounces,
    /// Nothing but defaults was played for some rounds.
    Idle,
}

impl Guard {
    /// As it stands in files and in commands.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Outage => "outage",
            Self::Bounces => "bounces",
            Self::Idle => "idle",
        }
    }
}

/// A game that waits until the GM lets it go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hold {
    /// Since when.
    pub since: DateTime<Utc>,
    /// The guard that stopped it; the GM did, where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guard: Option<Guard>,
}

/// A game whose clock stands still.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pause {
    /// Since when.
    pub since: DateTime<Utc>,
    /// When it goes on by itself.
    pub until: DateTime<Utc>,
    /// How many seconds were left when it began, if orders were due.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<i64>,
}

/// Where the clock of a game stands, beside its deadline.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Clockwork {
    /// How often the deadline was moved since the last sitting.
    #[serde(skip_serializing_if = "is_usual")]
    pub moved: u32,
    /// The clock stands still.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paused: Option<Pause>,
    /// Nothing is adjudicated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held: Option<Hold>,
    /// Guards that stop this run no more: the GM has looked.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub released: BTreeSet<Guard>,
    /// Players, by their first seats, who have asked for a pause.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub votes: BTreeSet<SeatId>,
    /// How many deadlines in a row a seat has let pass.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub missed: BTreeMap<SeatId, u32>,
    /// Seats that the GM has given to a bot.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub bots: BTreeMap<SeatId, StandIn>,
}

/// A bot that plays a seat in its player's stead, because the GM said so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandIn {
    /// Its name.
    pub bot: String,
    /// The order file that was on file then, by its SHA-256: another one brings the player back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filed: Option<String>,
}

impl Clockwork {
    /// Nothing out of the ordinary.
    pub fn is_plain(&self) -> bool {
        is_usual(self)
    }
}

/// When a player is away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Absence {
    /// The first day, such as `2026-12-24`.
    #[schemars(with = "String")]
    pub from: NaiveDate,
    /// The last day.
    #[schemars(with = "String")]
    pub to: NaiveDate,
}

/// Who takes a seat over when its player does not come back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Substitute {
    /// The name, as other players see it.
    pub name: String,
    /// The mail address.
    pub address: String,
    /// The time zone, such as `Europe/Vienna`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
}

/// A sitting whose orders are locked, and whose dice wait for a round of the beacon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Locked {
    /// The sitting.
    pub sitting: u32,
    /// When it was locked.
    pub at: DateTime<Utc>,
    /// The round that the lock names.
    pub round: u64,
    /// Seats that are late for whatever they are asked.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub late_seats: BTreeSet<SeatId>,
    /// Prompts that were open when the deadline passed.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub late_prompts: BTreeSet<String>,
    /// How many deadlines in a row each seat has let pass after it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub missed: BTreeMap<SeatId, u32>,
    /// Seats that the GM has given to a bot.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub bots: BTreeMap<SeatId, StandIn>,
    /// The bots that play in it, by seat.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub bots_play: BTreeMap<SeatId, String>,
}

impl Locked {
    /// When the round is out.
    pub fn out(&self) -> Option<DateTime<Utc>> {
        let time = crate::dice::quicknet::time_of(self.round)?;
        DateTime::from_timestamp(time, 0)
    }
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

pub(crate) fn reminders() -> BTreeSet<u32> {
    BTreeSet::from([24])
}

pub(crate) fn is_reminders(hours: &BTreeSet<u32>) -> bool {
    *hours == reminders()
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

pub(crate) fn days_away() -> u32 {
    30
}
