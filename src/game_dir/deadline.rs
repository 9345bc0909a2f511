//! The deadlines that follow from a schedule.

use super::{
    schedule_settings::{Schedule, Weekday},
    zone::{BadSchedule, day_in, instant_at, time_of_day},
};
use chrono::{DateTime, Datelike as _, TimeDelta, Utc};

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
    let zone = &schedule.zone;
    let mut day = day_in(earliest, zone)?;
    let time = time_of_day(&schedule.time)?;
    if schedule.days.is_empty() {
        return Err(BadSchedule::NoDays);
    }
    for _ in 0..LOOK_AHEAD {
        let is_due = schedule
            .days
            .iter()
            .any(|due| weekday(*due) == day.weekday());
        if is_due && !schedule.blackout.iter().any(|days| days.hold(day)) {
            let due = instant_at(day, time, zone)?;
            if due.timestamp() >= earliest.timestamp() {
                return Ok(due);
            }
        }
        day = day.succ_opt().ok_or(BadSchedule::Range)?;
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

fn weekday(day: Weekday) -> chrono::Weekday {
    match day {
        Weekday::Monday => chrono::Weekday::Mon,
        Weekday::Tuesday => chrono::Weekday::Tue,
        Weekday::Wednesday => chrono::Weekday::Wed,
        Weekday::Thursday => chrono::Weekday::Thu,
        Weekday::Friday => chrono::Weekday::Fri,
        Weekday::Saturday => chrono::Weekday::Sat,
        Weekday::Sunday => chrono::Weekday::Sun,
    }
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
}
