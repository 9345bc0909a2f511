//! Alerts: an error that blocks a game is mailed to the GM once, not at every tick.

use super::ScheduleError;
use crate::{
    game_dir::{Disk, Held, Layout, LockError, Secrecy, Stage, StoreError, mail_settings},
    mail::{self, Key, SendOptions, Settings, compose},
};
use chrono::{DateTime, Utc};
use std::path::Path;

/// The kind of these mails.
const KIND: &str = "trouble";

/// Mails the GM an error in a game, unless it was the last alert. Returns true if the GM is alerted now; mails that
/// could not be sent are tried again at the next tick.
///
/// The game may be too broken to be opened: only a readable `mail.yaml` is needed.
///
/// # Errors
/// Returns [`ScheduleError`] if `mail.yaml` cannot be read, or the mail cannot be written.
pub(super) fn tell(
    dir: &Path,
    disk: &Disk,
    at: DateTime<Utc>,
    words: &str,
    hint: Option<&str>,
) -> Result<bool, ScheduleError> {
    let layout = Layout::new(dir);
    let settings: Settings = mail_settings(&layout)?;
    let held = match Held::take(&layout, at) {
        Ok(held) => held,
        Err(LockError::Busy { .. }) => return Ok(false),
        Err(error) => return Err(StoreError::from(error).into()),
    };
    let told = Disk::read(&layout.trouble())?.unwrap_or_default();
    let news = sense(&String::from_utf8_lossy(&told)) != sense(words);
    if news {
        let game = name(dir);
        let (stem, bytes) = letter(&layout, &settings, &game, words, hint, at)?;
        let mut stage = Stage::new(KIND);
        let place = layout.outbox().join(format!("{stem}.eml"));
        stage.add(&layout, &place, bytes, Secrecy::Secret);
        let kept = words.as_bytes().to_vec();
        stage.add(&layout, &layout.trouble(), kept, Secrecy::Secret);
        held.commit(disk, stage)?;
    }
    let options = SendOptions {
        only: Some(&[KIND]),
        ..SendOptions::patient(at)
    };
    let mut transport = mail::open(&settings, dir)?;
    mail::send_all(dir, &mut *transport, &options, &mut |_| ())?;
    Ok(news)
}

/// Clears the last alert of a game without errors, so that the same error is mailed again if it recurs.
pub(super) fn over(dir: &Path, disk: &Disk) -> Result<(), ScheduleError> {
    let path = Layout::new(dir).trouble();
    if Disk::read(&path)?.is_some_and(|told| !told.is_empty()) {
        disk.jot(&path, b"")?;
    }
    Ok(())
}

/// Returns the text without digits: other megabytes or another time do not make it a new alert.
fn sense(words: &str) -> String {
    words.chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// Returns the name of a game's folder as the name of the game, which may be too broken to be opened.
fn name(dir: &Path) -> String {
    let name = dir.canonicalize().ok().and_then(|dir| {
        let name = dir.file_name()?.to_str()?.to_ascii_lowercase();
        crate::engine::is_name(&name).then_some(name)
    });
    name.unwrap_or_else(|| "game".to_owned())
}

fn letter(
    layout: &Layout,
    settings: &Settings,
    game: &str,
    words: &str,
    hint: Option<&str>,
    at: DateTime<Utc>,
) -> Result<(String, Vec<u8>), ScheduleError> {
    let folders = [layout.outbox(), layout.sent()];
    let mut number = 1;
    let key = loop {
        let key = Key::new(game, 0, "gm", KIND, number)?;
        let name = format!("{}.eml", key.stem());
        if !folders.iter().any(|folder| folder.join(&name).exists()) {
            break key;
        }
        number += 1;
    };
    let hint = hint.map_or_else(String::new, |hint| format!("\n{hint}\n"));
    let text = format!(
        "This game is blocked by an error, and no turn is played before it is fixed:\n\n{words}\n{hint}\n\
         `chronojudge status {game}` shows the state of the game. This mail is sent once; the next one comes for \
         another error, or if this one recurs after it was fixed.\n"
    );
    let subject = format!("[{game}] The game is blocked by an error");
    let letter = settings.letter_to_gm(key.clone(), 0, &subject, &text, at);
    Ok((key.stem(), compose(&letter)?))
}
