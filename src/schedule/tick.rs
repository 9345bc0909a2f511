//! `tick`: does everything that is due, for all games below a folder.

use super::{
    ScheduleError, alerts,
    cache::{games, is_idle},
    tick_game::tick_game,
};
use crate::game_dir::{Disk, try_map_waiting};
use chrono::{DateTime, Utc};
use std::{
    convert::Infallible,
    path::{Path, PathBuf},
};

/// The name of the file in a folder of games with the time of the last tick.
const LAST: &str = ".chronojudge-tick";

/// The result of a tick in one game.
#[derive(Debug)]
pub struct Ticked {
    /// The game directory.
    pub dir: PathBuf,
    /// The actions, one line each; empty for an idle game.
    pub done: Vec<String>,
    /// The error, if one occurred.
    pub wrong: Option<ScheduleError>,
}

/// Returns the games at and below a folder that are not idle by their cache files.
///
/// # Errors
/// Returns [`ScheduleError`] if the folder cannot be read.
pub fn awake(root: &Path, at: DateTime<Utc>) -> Result<Vec<PathBuf>, ScheduleError> {
    let games = games(root)?;
    let awake = |dir: &PathBuf| -> Result<Option<PathBuf>, Infallible> {
        Ok((!is_idle(dir, at)).then(|| dir.clone()))
    };
    let awake = unfailing(try_map_waiting(&games, waiting_for_disks(), awake));
    Ok(awake.into_iter().flatten().collect())
}

/// Does everything that is due for all games at and below a folder, in parallel. A broken game does not stop the
/// others, and a game that another process has locked is skipped.
///
/// # Errors
/// Returns [`ScheduleError`] if the folder cannot be read.
pub fn tick(root: &Path, disk: &Disk, at: DateTime<Utc>) -> Result<Vec<Ticked>, ScheduleError> {
    let last = last_tick(root)?;
    let games = awake(root, at)?;
    let ticked = tick_games(&games, disk, at, last, |_| (), |_, ticked| ticked);
    note_tick(root, disk, at)?;
    Ok(ticked)
}

/// Does everything that is due for these games. Calls `begun` and `ended` with the index of each game, and returns the
/// values of `ended`.
pub fn tick_games<R: Send>(
    games: &[PathBuf],
    disk: &Disk,
    at: DateTime<Utc>,
    last: Option<DateTime<Utc>>,
    begun: impl Fn(usize) + Sync,
    ended: impl Fn(usize, Ticked) -> R + Sync,
) -> Vec<R> {
    let numbered: Vec<(usize, &PathBuf)> = games.iter().enumerate().collect();
    let one = |(number, dir): &(usize, &PathBuf)| -> Result<R, Infallible> {
        begun(*number);
        let mut done = vec![];
        let wrong = tick_game(dir, disk.clone(), at, last, &mut done).err();
        Ok(ended(*number, told(dir, disk, at, done, wrong)))
    };
    unfailing(try_map_waiting(&numbered, waiting_for_disks(), one))
}

/// Returns the result for a game in which the program crashed, and mails it to the GM.
pub(crate) fn broke_down(dir: &Path, disk: &Disk, at: DateTime<Utc>) -> Ticked {
    let wrong = ScheduleError::Guard {
        words: "The program failed with an internal error in this game.".to_owned(),
        hint: "The game is intact. Please report the error with the message above.".to_owned(),
    };
    told(dir, disk, at, vec![], Some(wrong))
}

/// Mails an error to the GM and returns the result of a tick. Errors also set the exit code, because the mail may not
/// arrive.
fn told(
    dir: &Path,
    disk: &Disk,
    at: DateTime<Utc>,
    mut done: Vec<String>,
    wrong: Option<ScheduleError>,
) -> Ticked {
    match &wrong {
        None => drop(alerts::over(dir, disk)),
        Some(wrong) => {
            let hint = match wrong {
                ScheduleError::Guard { hint, .. } => Some(hint.as_str()),
                _ => None,
            };
            if alerts::tell(dir, disk, at, &wrong.to_string(), hint).is_ok_and(|told| told) {
                done.push("the GM is told by mail".to_owned());
            }
        }
    }
    Ticked {
        dir: dir.to_owned(),
        done,
        wrong,
    }
}

fn unfailing<T>(result: Result<T, Infallible>) -> T {
    result.unwrap_or_else(|never| match never {})
}

/// Returns the number of threads for games: more than there are cores, because most threads wait for the disk.
fn waiting_for_disks() -> usize {
    rayon::current_num_threads() * 4
}

/// Returns the time of the last tick, if it is known.
///
/// # Errors
/// Returns [`ScheduleError`] if the file with the time cannot be read.
pub fn last_tick(root: &Path) -> Result<Option<DateTime<Utc>>, ScheduleError> {
    let text = Disk::read(&root.join(LAST))?.unwrap_or_default();
    let seconds = String::from_utf8_lossy(&text).trim().parse().ok();
    Ok(seconds.and_then(|seconds| DateTime::from_timestamp(seconds, 0)))
}

/// Saves the time of this tick, for the next one.
///
/// # Errors
/// Returns [`ScheduleError`] if the file cannot be written.
pub fn note_tick(root: &Path, disk: &Disk, at: DateTime<Utc>) -> Result<(), ScheduleError> {
    disk.jot(&root.join(LAST), format!("{}\n", at.timestamp()).as_bytes())?;
    Ok(())
}
