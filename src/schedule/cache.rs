//! Which games need a look: an idle one is told from one small file.
//!
//! The file is only a hint. It names the files and folders it was made from, as they were; if one of
//! them is not as it was, or the file is not there, the game is looked at as if there were none.

use super::DeskError;
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

/// How deep below a folder games are looked for.
const DEEPEST: u32 = 3;

/// A hint in the making: how things were before the game was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    stamps: String,
}

impl Hint {
    /// How everything is that the next due time depends on.
    pub fn of(game: &Game, position: Option<&Position>) -> Result<Self, DeskError> {
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
        // What is delivered into a Maildir shows there; a server has to be asked, and is.
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

    /// Keeps the hint; nothing is due before `next`.
    ///
    /// # Errors
    /// [`DeskError`].
    pub fn keep(&self, game: &Game, next: Option<DateTime<Utc>>) -> Result<(), DeskError> {
        let next = next.map_or("never".to_owned(), |next| next.timestamp().to_string());
        let text = format!("next {next}\n{}", self.stamps);
        Ok(game.disk.jot(&game.layout.hint(), text.as_bytes())?)
    }
}

/// A file or folder as it is now.
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

/// Whether a game's hint says that nothing is due, and still holds.
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

/// The games at and below a folder, by path. A folder with a `game.yaml` is a game, and nothing below it
/// is another.
///
/// # Errors
/// [`DeskError`] if the folder itself cannot be read.
pub fn games(root: &Path) -> Result<Vec<PathBuf>, DeskError> {
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
    if Layout::new(path).game().exists() {
        found.push(path.to_owned());
    } else if path.is_dir() {
        // What cannot be listed holds no game that could be run.
        for name in Disk::list(path).unwrap_or_default() {
            below(&path.join(&name), &name, depth - 1, found);
        }
    }
}
