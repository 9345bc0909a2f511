//! Absences: the days that a player has announced, and the deadlines that they excuse.

use super::StoreError;
use super::{game::Game, players::Player, schedule_settings::Absence, zone::day_in};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};

/// Maximum number of absences that are kept for one player, so that announcements cannot be used as storage.
const MOST: usize = 40;

/// Returns the time zone in which a player's days are counted.
fn zone<'a>(game: &'a Game, player: &'a Player) -> &'a str {
    let schedule = game.file.schedule.as_ref().map(|s| s.zone.as_str());
    player.zone.as_deref().or(schedule).unwrap_or("UTC")
}

/// Returns true if a player had announced to be away on the day of a deadline, and that day is excused.
///
/// # Errors
/// Returns [`StoreError::Schedule`] if the time zone does not exist.
pub(crate) fn is_away(game: &Game, player: &Player, at: DateTime<Utc>) -> Result<bool, StoreError> {
    if player.absences.is_empty() {
        return Ok(false);
    }
    let day = day_in(at, zone(game, player))?;
    Ok(excused(&player.absences, game.file.days_away)
        .iter()
        .any(|(_, from, end)| *from <= day && day < *end))
}

/// Returns each absence, sorted by its first day, with the first day that is excused and the day after the last one. No
/// more than `most` days are excused in total.
fn excused(absences: &[Absence], most: u32) -> Vec<(Absence, NaiveDate, NaiveDate)> {
    let mut absences = absences.to_vec();
    absences.sort_by_key(|absence| absence.from);
    let mut left = i64::from(most);
    let of = |absence: Absence| {
        let days = days(&absence).clamp(0, left);
        left -= days;
        let end = absence.from.checked_add_signed(TimeDelta::days(days))?;
        Some((absence.clone(), absence.from, end))
    };
    absences.into_iter().filter_map(of).collect()
}

fn days(absence: &Absence) -> i64 {
    (absence.to - absence.from).num_days().saturating_add(1)
}

/// Returns the absences of a player that are not over on the day of an instant, earliest first.
///
/// # Errors
/// Returns [`StoreError::Schedule`] if the time zone does not exist.
pub fn absences(
    game: &Game,
    player: &Player,
    at: DateTime<Utc>,
) -> Result<Vec<Absence>, StoreError> {
    if player.absences.is_empty() {
        return Ok(vec![]);
    }
    let today = day_in(at, zone(game, player))?;
    let mut ahead = player.absences.clone();
    ahead.retain(|absence| today <= absence.to);
    ahead.sort_by_key(|absence| absence.from);
    Ok(ahead)
}

/// The reason why an announced absence is refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AbsenceError {
    /// It ends before it begins.
    #[error("An absence cannot end on {to}, before it begins on {from}.")]
    Backwards {
        /// The first day.
        from: NaiveDate,
        /// The last day.
        to: NaiveDate,
    },
    /// It ends before this day, today.
    #[error("These days are over: an absence is announced ahead, and today is {0}.")]
    Over(NaiveDate),
    /// All its days were announced before.
    #[error("These days were announced already.")]
    Known,
    /// The player has announced as many as are kept.
    #[error("Too many absences are announced already.")]
    TooMany,
    /// The time zone does not exist.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Adds an absence to a player's; adjacent and overlapping absences are merged. Returns the days in words.
///
/// # Errors
/// Returns [`AbsenceError`] if the days are refused, or the time zone does not exist.
pub fn announce(
    game: &Game,
    player: &mut Player,
    wanted: &Absence,
    at: DateTime<Utc>,
) -> Result<String, AbsenceError> {
    let today = day_in(at, zone(game, player)).map_err(StoreError::from)?;
    if wanted.to < wanted.from {
        let (from, to) = (wanted.from, wanted.to);
        return Err(AbsenceError::Backwards { from, to });
    }
    if wanted.to < today {
        return Err(AbsenceError::Over(today));
    }
    let within = |known: &Absence| known.from <= wanted.from && wanted.to <= known.to;
    if player.absences.iter().any(within) {
        return Err(AbsenceError::Known);
    }
    let mut one = wanted.clone();
    player.absences.retain(|known| {
        let day = TimeDelta::days(1);
        let apart = known.to + day < wanted.from || wanted.to + day < known.from;
        if !apart {
            one.from = one.from.min(known.from);
            one.to = one.to.max(known.to);
        }
        apart
    });
    if player.absences.len() >= MOST {
        return Err(AbsenceError::TooMany);
    }
    player.absences.push(one.clone());
    player.absences.sort_by_key(|absence| absence.from);
    let most = game.file.days_away;
    let mut excused = excused(&player.absences, most).into_iter();
    let covered = excused.find(|(absence, ..)| *absence == one);
    let covered = covered.map_or(0, |(_, from, end)| (end - from).num_days());
    let when = if one.from == one.to {
        format!("on {}", one.from)
    } else {
        format!("from {} to {}", one.from, one.to)
    };
    Ok(match covered {
        n if n == days(&one) => format!("{when}: a deadline that is missed then is excused"),
        0 => format!(
            "{when}: none of these days is excused, for the {most} days that were agreed are used up"
        ),
        n => format!(
            "{when}: a deadline that is missed on the first {n} of these days is excused, for no more than {most} \
             days were agreed"
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn absence(from: &str, to: &str) -> Absence {
        let day = |text: &str| text.parse().expect("a day");
        Absence {
            from: day(from),
            to: day(to),
        }
    }

    #[test]
    fn excuses_no_more_days_than_agreed() {
        let all = [
            absence("2026-12-20", "2026-12-24"),
            absence("2026-12-01", "2026-12-03"),
        ];
        let of = |most| -> Vec<String> {
            let excused = excused(&all, most).into_iter();
            excused
                .map(|(_, from, end)| format!("{from} {}", (end - from).num_days()))
                .collect()
        };
        assert_eq!(of(30), ["2026-12-01 3", "2026-12-20 5"]);
        assert_eq!(of(5), ["2026-12-01 3", "2026-12-20 2"]);
        assert_eq!(of(2), ["2026-12-01 2", "2026-12-20 0"]);
    }
}
