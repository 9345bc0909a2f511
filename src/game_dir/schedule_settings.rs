//! The agreed schedule settings of a game, and the state of its clock.

use crate::{collect::Collect, engine::SeatId};
use chrono::{DateTime, NaiveDate, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A range of consecutive days.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Days {
    /// The first day, such as `2026-12-24`.
    #[schemars(with = "String")]
    pub from: NaiveDate,
    /// The last day; left out: the first day alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub to: Option<NaiveDate>,
}

impl Days {
    /// Returns true if a day is in the range.
    pub fn hold(&self, day: NaiveDate) -> bool {
        self.from <= day && day <= self.last()
    }

    /// Returns the last day of the range.
    pub fn last(&self) -> NaiveDate {
        self.to.unwrap_or(self.from)
    }
}

/// One level of the escalation of a seat whose orders do not come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// The deadline moves to the next one of the schedule, and all players are notified.
    Wait,
    /// The standing orders of the seat answer what they cover, and defaults answer the rest.
    Default,
    /// A caretaker plays the seat, and no sitting waits for it any more. Its standing orders answer what they cover;
    /// the bot that `caretaker` names answers the rest, or defaults do if no bot is named. Its player has the seat back
    /// with the first order file that they send.
    Caretaker,
    /// As with a caretaker, and the GM is to look for a new player.
    Vacant,
    /// The substitute that its player has named takes the seat; if there is none, the seat is vacant.
    Substitute,
}

impl Step {
    /// Returns true if no sitting waits for a seat at this level.
    pub fn is_unattended(self) -> bool {
        matches!(self, Self::Caretaker | Self::Vacant | Self::Substitute)
    }
}

/// The conditions that stop a run until a GM has looked at it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Guards {
    /// A run stops if more than this percentage of the seats that owe orders, and at least two seats, have sent none
    /// when the deadline passes.
    pub missing: u32,
    /// A run stops if the deadline passed while this program did not run for this many hours.
    pub outage: u32,
    /// A run stops if the mail of more than this percentage of the players bounces.
    pub bounces: u32,
    /// A run stops if fewer megabytes than this are left on the disk.
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

/// The longest pause of a game, and the number of players who can start one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Pauses {
    /// The longest pause, in days; after it the game goes on automatically.
    pub most_days: u32,
    /// The number of players who must ask for a pause to get it without the GM.
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

/// The terms that a GM and the players agree on before a game is founded; they become part of `game.yaml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Terms {
    /// The condition under which a sitting runs.
    pub sittings: SittingPolicy,
    /// The schedule of deadlines; left out, the GM sets each deadline.
    pub schedule: Option<Schedule>,
    /// The escalation: what happens to a seat at the first, second … deadline in a row that it misses; the last level
    /// stays. Left out: `[default]`.
    pub nmr: Vec<Step>,
    /// The bot that plays unattended seats, from what such a seat may see: `search` in every game, and `greedy` and
    /// `swing` in Time Agent. Left out: standing orders and defaults.
    pub caretaker: Option<String>,
    /// The number of days of announced absence for which a player is excused.
    pub days_away: u32,
    /// The longest pause of the game, and the number of players who can start one.
    pub pauses: Pauses,
    /// The conditions that stop a run until a GM has looked at it.
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

/// Returns true if a value is the default.
pub(crate) fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A guard that stops a run until the GM lets it go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Guard {
    /// Too many seats have sent no orders.
    Missing,
    /// The program did not run over a deadline, or the clock went back.
    Outage,
    /// The mail of too many players bounces.
    Bounces,
    /// Only defaults were played for several rounds.
    Idle,
}

impl Guard {
    /// Returns the name of the guard in files and commands.
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
    /// The time at which the hold began.
    pub since: DateTime<Utc>,
    /// The guard that stopped the game; `None` if the GM stopped it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guard: Option<Guard>,
}

/// A game whose clock stands still.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pause {
    /// The time at which the pause began.
    pub since: DateTime<Utc>,
    /// The time at which the game goes on automatically.
    pub until: DateTime<Utc>,
    /// The seconds that were left to the deadline when the pause began, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<i64>,
}

/// The state of a game's clock, beside its deadline.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ClockState {
    /// The number of times that the deadline was moved since the last sitting.
    #[serde(skip_serializing_if = "is_usual")]
    pub moved: u32,
    /// The pause, if the game is paused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paused: Option<Pause>,
    /// The hold, if the game waits for the GM; no sitting runs then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held: Option<Hold>,
    /// Guards that do not stop the next run, because the GM has looked.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub released: BTreeSet<Guard>,
    /// Players, by their first seats, who have asked for a pause.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub votes: BTreeSet<SeatId>,
    /// The number of deadlines in a row that each seat has missed.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub missed: BTreeMap<SeatId, u32>,
    /// Seats that the GM has given to a bot.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub bots: BTreeMap<SeatId, StandIn>,
}

/// A bot that plays a seat instead of its player, because the GM decided so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandIn {
    /// The name of the bot.
    pub bot: String,
    /// The SHA-256 of the order file that was on file then; another file gives the seat back to its player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filed: Option<String>,
}

impl ClockState {
    /// Returns true if the clock is in its default state.
    pub fn is_plain(&self) -> bool {
        is_usual(self)
    }
}

/// A period in which a player is away.
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

/// The person who takes over a seat when its player does not come back.
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
    /// The time at which it was locked.
    pub at: DateTime<Utc>,
    /// The round that the lock names.
    pub round: u64,
    /// Seats that are late for every prompt.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub late_seats: BTreeSet<SeatId>,
    /// Prompts that were open when the deadline passed.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub late_prompts: BTreeSet<String>,
    /// The number of deadlines in a row that each seat has missed after this sitting.
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
    /// Returns the time at which the round is published.
    pub fn out(&self) -> Option<DateTime<Utc>> {
        let time = crate::dice::quicknet::time_of(self.round)?;
        DateTime::from_timestamp(time, 0)
    }
}

/// The schedule of deadlines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// The days of the week with a deadline.
    pub days: BTreeSet<Weekday>,
    /// The time of day of the deadline in `zone`, such as `18:00`.
    pub time: String,
    /// The time zone, such as `Europe/Vienna`.
    pub zone: String,
    /// Days without a deadline.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blackout: Vec<Days>,
    /// The hours before a deadline at which reminders are sent to players who owe orders, once each; left out: 24.
    #[serde(default = "reminders", skip_serializing_if = "is_reminders")]
    pub reminders: BTreeSet<u32>,
    /// The hours after the deadline for which missing orders are still waited for.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub grace: u32,
}

impl Schedule {
    /// Creates a schedule with these days, this time and this time zone.
    pub fn new(
        days: impl IntoIterator<Item = Weekday>,
        time: impl Into<String>,
        zone: impl Into<String>,
    ) -> Self {
        Self {
            days: days.into_iter().collect_set(),
            time: time.into(),
            zone: zone.into(),
            blackout: vec![],
            reminders: reminders(),
            grace: 0,
        }
    }
}

pub(crate) fn reminders() -> BTreeSet<u32> {
    [24].into_iter().collect_set()
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

/// The condition under which a sitting runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SittingPolicy {
    /// When all seats that were asked have answered, or the deadline has passed.
    #[default]
    WhenComplete,
    /// Only when the deadline has passed.
    AtDeadline,
    /// Whenever a seat that was asked has answered.
    EachMail,
}

pub(crate) fn days_away() -> u32 {
    30
}
