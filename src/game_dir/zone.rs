//! Time zones: the only place that asks where and when clocks are put forward or back.

use chrono::{DateTime, NaiveDate, Utc};
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

/// Returns true if there is a time zone of this name, such as `Europe/Vienna`.
pub(crate) fn is_zone(name: &str) -> bool {
    TimeZone::get(name).is_ok()
}

fn named(zone: &str) -> Result<TimeZone, BadSchedule> {
    TimeZone::get(zone).map_err(|_| BadSchedule::Zone(zone.to_owned()))
}

fn zoned(at: DateTime<Utc>, zone: &str) -> Result<jiff::Zoned, BadSchedule> {
    let zone = named(zone)?;
    let at = Timestamp::from_second(at.timestamp()).map_err(|_| BadSchedule::Range)?;
    Ok(at.to_zoned(zone))
}

/// Returns the date in a time zone at an instant.
///
/// # Errors
/// Returns [`BadSchedule::Zone`] if the time zone does not exist.
pub(super) fn day_in(at: DateTime<Utc>, zone: &str) -> Result<NaiveDate, BadSchedule> {
    let day = zoned(at, zone)?.date();
    let [month, date] = [day.month(), day.day()]
        .map(i8::unsigned_abs)
        .map(u32::from);
    NaiveDate::from_ymd_opt(day.year().into(), month, date).ok_or(BadSchedule::Range)
}

/// Parses a time of day, such as `18:00`.
///
/// # Errors
/// Returns [`BadSchedule::Time`] if the text is no time of day.
pub(super) fn time_of_day(text: &str) -> Result<civil::Time, BadSchedule> {
    text.parse().map_err(|_| BadSchedule::Time(text.to_owned()))
}

/// Returns the instant at which the clocks of a time zone show a time of a day. If they are put forward over that time, it is
/// the time after the gap; if they are put back, it is the first of the two.
///
/// # Errors
/// Returns [`BadSchedule::Zone`] if the time zone does not exist.
pub(super) fn instant_at(
    day: NaiveDate,
    time: civil::Time,
    zone: &str,
) -> Result<DateTime<Utc>, BadSchedule> {
    let zone = named(zone)?;
    let day: civil::Date = day.to_string().parse().map_err(|_| BadSchedule::Range)?;
    let at = day.to_datetime(time).to_zoned(zone);
    let at = at.map_err(|_| BadSchedule::Range)?.timestamp();
    DateTime::from_timestamp(at.as_second(), 0).ok_or(BadSchedule::Range)
}

/// Formats an instant in a time zone, for example as `Fri 27 Nov 2026 18:00 CET`.
///
/// # Errors
/// Returns [`BadSchedule::Zone`] if the time zone does not exist.
pub(crate) fn in_zone(at: DateTime<Utc>, zone: &str) -> Result<String, BadSchedule> {
    let text = zoned(at, zone)?.strftime("%a %-d %b %Y %H:%M %Z");
    Ok(text.to_string())
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

    fn utc(text: &str) -> DateTime<Utc> {
        text.parse().expect("an instant")
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
