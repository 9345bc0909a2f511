//! What goes wrong in a game while nobody looks: told to the GM by mail, once, not with every tick.

use super::DeskError;
use crate::{
    game_dir::{Disk, Held, Layout, LockError, Secrecy, Stage, StoreError, mail_settings},
    mail::{self, Key, SendOptions, Settings, compose},
};
use chrono::{DateTime, Utc};
use std::path::Path;

/// The kind of these mails.
const KIND: &str = "trouble";

/// Tells the GM of a game what is wrong with it, unless that was the last thing he was told. Gives whether
/// he is told now; what could not be sent is tried again with the next tick.
///
/// The game may be too broken to be opened: a `mail.yaml` that can be read is all that is needed.
///
/// # Errors
/// [`DeskError`] if even that is not there, or nothing can be written.
pub(super) fn tell(
    dir: &Path,
    disk: &Disk,
    at: DateTime<Utc>,
    words: &str,
    hint: Option<&str>,
) -> Result<bool, DeskError> {
    let layout = Layout::new(dir);
    let settings: Settings = mail_settings(&layout)?;
    let _held = match Held::take(&layout, at) {
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
        stage.commit(disk, &layout)?;
    }
    let options = SendOptions {
        only: Some(&[KIND]),
        ..SendOptions::patient(at)
    };
    let mut transport = mail::open(&settings, dir)?;
    mail::send_all(dir, &mut *transport, &options, &mut |_| ())?;
    Ok(news)
}

/// Nothing is wrong any more: should it go wrong again, that is news.
pub(super) fn over(dir: &Path, disk: &Disk) -> Result<(), DeskError> {
    let path = Layout::new(dir).trouble();
    if Disk::read(&path)?.is_some_and(|told| !told.is_empty()) {
        disk.jot(&path, b"")?;
    }
    Ok(())
}

/// What words mean: how many megabytes are left, or what time it is, makes no other trouble of it.
fn sense(words: &str) -> String {
    words.chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// What a game is called that may be too broken to say so itself.
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
) -> Result<(String, Vec<u8>), DeskError> {
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
        "Something is wrong with this game, and as long as it is, nothing is played in it:\n\n{words}\n{hint}\n\
         `chronojudge status {game}` says where it stands. You are told this once; the next mail comes when \
         something else is wrong, or this again after it was mended.\n"
    );
    let subject = format!("[{game}] Something is wrong: nothing is played");
    let letter = settings.letter_to_gm(key.clone(), 0, &subject, &text, at);
    Ok((key.stem(), compose(&letter)?))
}
