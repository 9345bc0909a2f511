//! The deadlines that follow from a schedule.

use super::schedule_settings::{Schedule, Weekday};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use jiff::{Timestamp, civil, tz::TimeZone};

/// An invalid schedule, time zone or instant.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadSchedule {
    /// The time zone does not exist.
    #[error("unknown time zone `{0}`")]
    Zone(String),
    /// The time of day cannot be parsed.
    #[error("invalid time of day `{0}`: write it like 18:00")]
    Time(String),
    /// The schedule has no days.
    #[error("a schedule needs at least one day")]
    NoDays,
    /// The blackout days leave no day for a deadline.
    #[error("the blackout days of the schedule leave no day for a deadline")]
    AllBlack,
    /// The clock is outside the supported range.
    #[error("the clock is out of range")]
    Range,
}

/// Minimum time that players get before a deadline, in hours.
const LEAST_HOURS: u32 = 24;

/// Maximum number of days that are searched for the next deadline; no blackout is longer.
const LOOK_AHEAD: u32 = 800;

/// Returns the first scheduled time that is at least a day after `from`.
///
/// If the clocks are put forward over that time, the result is the time after the gap; if they are put back, it is the
/// first of the two.
///
/// # Errors
/// Returns [`BadSchedule`] if the schedule is invalid, or leaves no day for a deadline.
pub(crate) fn next_deadline(
    schedule: &Schedule,
    from: DateTime<Utc>,
) -> Result<DateTime<Utc>, BadSchedule> {
    let hours = i64::from(LEAST_HOURS) * 3600;
    let earliest = from.timestamp().checked_add(hours);
    let earliest = earliest.and_then(|at| DateTime::from_timestamp(at, 0));
    first_from(schedule, earliest.ok_or(BadSchedule::Range)?)
}

/// Returns the first scheduled time that is not before `earliest`.
///
/// # Errors
/// Returns [`BadSchedule`] if the schedule is invalid, or leaves no day for a deadline.
pub(crate) fn first_from(
    schedule: &Schedule,
    earliest: DateTime<Utc>,
) -> Result<DateTime<Utc>, BadSchedule> {
    let zone =
        TimeZone::get(&schedule.zone).map_err(|_| BadSchedule::Zone(schedule.zone.clone()))?;
    let time: civil::Time = schedule
        .time
        .parse()
        .map_err(|_| BadSchedule::Time(schedule.time.clone()))?;
    if schedule.days.is_empty() {
        return Err(BadSchedule::NoDays);
    }
    let earliest = Timestamp::from_second(earliest.timestamp()).map_err(|_| BadSchedule::Range)?;
    let mut day = earliest.to_zoned(zone.clone()).date();
    for _ in 0..LOOK_AHEAD {
        if schedule.days.iter().any(|d| weekday(*d) == day.weekday()) && !blacked(schedule, day) {
            let due = day
                .to_datetime(time)
                .to_zoned(zone.clone())
                .map_err(|_| BadSchedule::Range)?
                .timestamp();
            if due >= earliest {
                return DateTime::from_timestamp(due.as_second(), 0).ok_or(BadSchedule::Range);
            }
        }
        day = day.tomorrow().map_err(|_| BadSchedule::Range)?;
    }
    Err(BadSchedule::AllBlack)
}

/// Minimum length of a long pause, in hours. After a long pause the deadline is a new time of the schedule, at least
/// this many hours away.
const LONG_PAUSE: i64 = 24;

/// Returns the deadline after a pause that began at `since`; `left` is the time from then to the old deadline.
///
/// A pause of less than a day moves the deadline by the length of the pause. After a longer one, the deadline is the
/// first time of the schedule that is at least `left`, and at least a day, away.
///
/// # Errors
/// Returns [`BadSchedule`] if the schedule is invalid, or leaves no day for a deadline.
pub(crate) fn after_pause(
    schedule: Option<&Schedule>,
    since: DateTime<Utc>,
    now: DateTime<Utc>,
    left: TimeDelta,
) -> Result<DateTime<Utc>, BadSchedule> {
    let day = TimeDelta::hours(LONG_PAUSE);
    let Some(schedule) = schedule else {
        let least = if now - since < day {
            left
        } else {
            left.max(day)
        };
        return Ok(now + least);
    };
    if now - since >= day {
        return first_from(schedule, now + left.max(day));
    }
    let due = now + left;
    let on = day_in(due, &schedule.zone)?;
    if schedule.blackout.iter().any(|days| days.hold(on)) {
        return first_from(schedule, due);
    }
    Ok(due)
}

/// Returns true if a day is a blackout day.
fn blacked(schedule: &Schedule, day: civil::Date) -> bool {
    let [month, date] = [day.month(), day.day()]
        .map(i8::unsigned_abs)
        .map(u32::from);
    NaiveDate::from_ymd_opt(day.year().into(), month, date)
        .is_some_and(|day| schedule.blackout.iter().any(|days| days.hold(day)))
}

/// Returns the date in a time zone at an instant.
///
/// # Errors
/// Returns [`BadSchedule::Zone`] if the time zone does not exist.
pub(super) fn day_in(at: DateTime<Utc>, zone: &str) -> Result<NaiveDate, BadSchedule> {
    let tz = TimeZone::get(zone).map_err(|_| BadSchedule::Zone(zone.to_owned()))?;
    let day = Timestamp::from_second(at.timestamp())
        .map_err(|_| BadSchedule::Range)?
        .to_zoned(tz)
        .date();
    let [month, date] = [day.month(), day.day()]
        .map(i8::unsigned_abs)
        .map(u32::from);
    NaiveDate::from_ymd_opt(day.year().into(), month, date).ok_or(BadSchedule::Range)
}

fn weekday(day: Weekday) -> civil::Weekday {
    match day {
        Weekday::Monday => civil::Weekday::Monday,
        Weekday::Tuesday => civil::Weekday::Tuesday,
        Weekday::Wednesday => civil::Weekday::Wednesday,
        Weekday::Thursday => civil::Weekday::Thursday,
        Weekday::Friday => civil::Weekday::Friday,
        Weekday::Saturday => civil::Weekday::Saturday,
        Weekday::Sunday => civil::Weekday::Sunday,
    }
}

/// Formats an instant in a time zone, for example as `Fri 27 Nov 2026 18:00 CET`.
///
/// # Errors
/// Returns [`BadSchedule::Zone`] if the time zone does not exist.
pub(crate) fn in_zone(at: DateTime<Utc>, zone: &str) -> Result<String, BadSchedule> {
    let tz = TimeZone::get(zone).map_err(|_| BadSchedule::Zone(zone.to_owned()))?;
    let zoned = Timestamp::from_second(at.timestamp())
        .map_err(|_| BadSchedule::Range)?
        .to_zoned(tz);
    Ok(zoned.strftime("%a %-d %b %Y %H:%M %Z").to_string())
}

/// Parses an instant that a person wrote: `2026-12-04 18:00` in a time zone, or `2026-12-04T17:00:00Z`.
pub(crate) fn instant_in(text: &str, zone: &str) -> Option<DateTime<Utc>> {
    if let Ok(at) = DateTime::parse_from_rfc3339(text) {
        return Some(at.to_utc());
    }
    let at: civil::DateTime = text.parse().ok()?;
    let at = at.to_zoned(TimeZone::get(zone).ok()?).ok()?.timestamp();
    DateTime::from_timestamp(at.as_second(), 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_dir::schedule_settings::Days;

    fn schedule(zone: &str) -> Schedule {
        Schedule::new([Weekday::Friday, Weekday::Sunday], "02:30", zone)
    }

    fn utc(text: &str) -> DateTime<Utc> {
        text.parse().expect("an instant")
    }

    #[test]
    fn the_next_deadline_is_at_least_a_day_away() {
        let friday = next_deadline(&schedule("Europe/Vienna"), utc("2026-11-24T12:00:00Z"));
        assert_eq!(friday.unwrap(), utc("2026-11-27T01:30:00Z"));
        let sunday = next_deadline(&schedule("Europe/Vienna"), utc("2026-11-26T12:00:00Z"));
        assert_eq!(sunday.unwrap(), utc("2026-11-29T01:30:00Z"));
    }

    #[test]
    fn a_time_in_a_clock_gap_moves_to_its_end() {
        // On 29 March 2026 the clocks in Vienna go from 02:00 to 03:00.
        let due = next_deadline(&schedule("Europe/Vienna"), utc("2026-03-27T12:00:00Z"));
        assert_eq!(due.unwrap(), utc("2026-03-29T01:30:00Z"));
    }

    #[test]
    fn nothing_is_due_on_blackout_days() {
        let mut over_the_holidays = schedule("Europe/Vienna");
        over_the_holidays.blackout = vec![
            Days {
                from: "2026-12-24".parse().unwrap(),
                to: Some("2027-01-02".parse().unwrap()),
            },
            Days {
                from: "2027-01-03".parse().unwrap(),
                to: None,
            },
        ];
        let due = next_deadline(&over_the_holidays, utc("2026-12-22T12:00:00Z"));
        assert_eq!(due.unwrap(), utc("2027-01-08T01:30:00Z"));
        over_the_holidays.blackout[1].to = Some("2099-01-01".parse().unwrap());
        assert!(matches!(
            next_deadline(&over_the_holidays, utc("2026-12-22T12:00:00Z")),
            Err(BadSchedule::AllBlack)
        ));
    }

    #[test]
    fn refuses_an_unknown_zone_and_a_schedule_without_days() {
        assert!(next_deadline(&schedule("Europe/Nowhere"), utc("2026-03-27T12:00:00Z")).is_err());
        let mut empty = schedule("UTC");
        empty.days.clear();
        assert!(matches!(
            next_deadline(&empty, utc("2026-03-27T12:00:00Z")),
            Err(BadSchedule::NoDays)
        ));
    }

    #[test]
    fn a_time_is_written_in_a_zone_or_in_utc() {
        let at = |text| instant_in(text, "Europe/Vienna");
        assert_eq!(at("2026-12-04 18:00"), Some(utc("2026-12-04T17:00:00Z")));
        assert_eq!(
            at("2026-12-04T17:00:00Z"),
            Some(utc("2026-12-04T17:00:00Z"))
        );
        assert_eq!(
            at("2026-12-04T18:00:00+01:00"),
            Some(utc("2026-12-04T17:00:00Z"))
        );
        assert_eq!(at("next friday"), None);
    }

    #[test]
    fn formats_an_instant_with_its_zone() {
        assert_eq!(
            in_zone(utc("2026-11-27T17:00:00Z"), "Europe/Vienna").unwrap(),
            "Fri 27 Nov 2026 18:00 CET"
        );
    }
}
