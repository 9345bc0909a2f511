//! When orders are due.

use crate::store::{Schedule, Weekday};
use chrono::{DateTime, Utc};
use jiff::{Timestamp, civil, tz::TimeZone};

/// A schedule that makes no sense.
#[derive(Debug, thiserror::Error)]
pub enum BadSchedule {
    /// No such zone.
    #[error("there is no time zone `{0}`")]
    Zone(String),
    /// No such time.
    #[error("`{0}` is no time of day: write it like 18:00")]
    Time(String),
    /// No days.
    #[error("a schedule needs at least one day")]
    NoDays,
    /// A clock far outside history.
    #[error("the clock is out of range")]
    Range,
}

/// Players get at least this much time, in hours.
const LEAST_HOURS: i64 = 24;

/// The first scheduled time that is at least a day away.
///
/// Where the clocks are put forward over it, it is the time after the gap; where they are put back, the
/// first of the two.
///
/// # Errors
/// [`BadSchedule`].
pub fn next_deadline(
    schedule: &Schedule,
    from: DateTime<Utc>,
) -> Result<DateTime<Utc>, BadSchedule> {
    let zone =
        TimeZone::get(&schedule.zone).map_err(|_| BadSchedule::Zone(schedule.zone.clone()))?;
    let time: civil::Time = schedule
        .time
        .parse()
        .map_err(|_| BadSchedule::Time(schedule.time.clone()))?;
    let earliest = Timestamp::from_second(from.timestamp() + LEAST_HOURS * 3600)
        .map_err(|_| BadSchedule::Range)?;
    let mut day = earliest.to_zoned(zone.clone()).date();
    for _ in 0..9 {
        if schedule.days.iter().any(|d| weekday(*d) == day.weekday()) {
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
    Err(BadSchedule::NoDays)
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

/// An instant in a zone, in words such as `Fri 27 Nov 2026 18:00 CET`.
///
/// # Errors
/// [`BadSchedule::Zone`].
pub fn in_zone(at: DateTime<Utc>, zone: &str) -> Result<String, BadSchedule> {
    let tz = TimeZone::get(zone).map_err(|_| BadSchedule::Zone(zone.to_owned()))?;
    let zoned = Timestamp::from_second(at.timestamp())
        .map_err(|_| BadSchedule::Range)?
        .to_zoned(tz);
    Ok(zoned.strftime("%a %-d %b %Y %H:%M %Z").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(zone: &str) -> Schedule {
        Schedule {
            days: [Weekday::Friday, Weekday::Sunday].into(),
            time: "02:30".into(),
            zone: zone.into(),
        }
    }

    fn utc(text: &str) -> DateTime<Utc> {
        text.parse().expect("an instant")
    }

    #[test]
    fn the_next_day_of_the_schedule_that_leaves_a_day() {
        let friday = next_deadline(&schedule("Europe/Vienna"), utc("2026-11-24T12:00:00Z"));
        assert_eq!(friday.unwrap(), utc("2026-11-27T01:30:00Z"));
        let sunday = next_deadline(&schedule("Europe/Vienna"), utc("2026-11-26T12:00:00Z"));
        assert_eq!(sunday.unwrap(), utc("2026-11-29T01:30:00Z"));
    }

    #[test]
    fn a_time_that_is_skipped_comes_after_the_gap() {
        // On 29 March 2026 the clocks in Vienna go from 02:00 to 03:00.
        let due = next_deadline(&schedule("Europe/Vienna"), utc("2026-03-27T12:00:00Z"));
        assert_eq!(due.unwrap(), utc("2026-03-29T01:30:00Z"));
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(next_deadline(&schedule("Europe/Nowhere"), utc("2026-03-27T12:00:00Z")).is_err());
        let mut empty = schedule("UTC");
        empty.days.clear();
        assert!(matches!(
            next_deadline(&empty, utc("2026-03-27T12:00:00Z")),
            Err(BadSchedule::NoDays)
        ));
    }

    #[test]
    fn words_name_the_zone() {
        assert_eq!(
            in_zone(utc("2026-11-27T17:00:00Z"), "Europe/Vienna").unwrap(),
            "Fri 27 Nov 2026 18:00 CET"
        );
    }
}
