//! Verification that a game directory is as its last sitting left it, before it is used.
//!
//! The log binds the public files; `turns/position.yaml` lists the stored files with their hashes; and the position
//! names the head of the log. A lost, edited or outdated file is therefore found before a key is spent on it.

use super::{
    agreed_part::agreed_part,
    disk::Disk,
    error::StoreError,
    game::Game,
    leaks::{no_secret_is_public, none_is_public_now},
    position::Position,
    sitting_key,
};
use crate::{
    collect::Collect,
    dice::field::sha256,
    log::{Kind, Log, Record, content_hash},
};
use std::{collections::BTreeMap, path::Path};

/// The position of a game whose files were verified: what is loaded, locked or executed starts from one of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified(Position);

impl Verified {
    /// Returns the position itself.
    pub fn into_position(self) -> Position {
        self.0
    }
}

impl std::ops::Deref for Verified {
    type Target = Position;

    fn deref(&self) -> &Position {
        &self.0
    }
}

/// For the run that has verified the game and changes it.
impl std::ops::DerefMut for Verified {
    fn deref_mut(&mut self) -> &mut Position {
        &mut self.0
    }
}

/// Verifies the files that a game depends on, and returns its position, if it has begun.
///
/// # Errors
/// Returns [`StoreError::Damaged`] with the name of a file that was changed, or another [`StoreError`] if one is
/// missing or cannot be read.
pub fn verify(game: &Game) -> Result<Option<Verified>, StoreError> {
    let log = game.log_end()?;
    let position = as_it_was_left(game, &log)?;
    of_its_secret(game, &log)?;
    Ok(position.map(Verified))
}

/// Verifies everything except the master secret.
fn as_it_was_left(game: &Game, log: &Log) -> Result<Option<Position>, StoreError> {
    let position = game.position()?;
    founded(game, log)?;
    let path = game.layout.position();
    let last = log.of(Kind::Result).last();
    let Some(position) = position else {
        return match last {
            None => Ok(None),
            Some(_) => Err(StoreError::Missing { path }),
        };
    };
    let sitting = match last {
        Some(entry) => entry
            .number("sitting")
            .map_err(|why| damaged(&path, why.to_string()))?,
        None => 0,
    };
    if sitting != position.sitting {
        let why = format!(
            "it stands after sitting {}, and the public log after sitting {sitting}: one of them is out of date",
            position.sitting
        );
        return Err(damaged(&path, why));
    }
    let over = log.of(Kind::Final).next().is_some();
    if let Some(head) = &position.head
        && !over
        && *head != log.head_field()
    {
        let path = game.layout.public().join("log");
        let why = format!("its head is {}, and was {head}", log.head_field());
        return Err(damaged(&path, why));
    }
    for (name, hash) in &position.files {
        let path = game.layout.root().join(name);
        let Some(bytes) = Disk::read(&path)? else {
            return Err(StoreError::Missing { path });
        };
        if sha256(&bytes).to_string() != *hash {
            let why = format!("it is not what sitting {} wrote", position.sitting);
            return Err(damaged(&path, why));
        }
    }
    all_seated(game)?;
    if position.is_thorough() {
        no_secret_is_public(game, log)?;
    } else {
        none_is_public_now(game, log, position.sitting)?;
    }
    Ok(Some(position))
}

fn damaged(path: &Path, why: impl Into<String>) -> StoreError {
    StoreError::Damaged {
        path: path.to_owned(),
        why: why.into(),
    }
}

/// Checks `game.yaml` and the content in use against the record that founded the game.
fn founded(game: &Game, log: &Log) -> Result<(), StoreError> {
    let layout = &game.layout;
    let genesis = genesis(game, log)?;
    let text = Disk::read(&layout.game())?.unwrap_or_default();
    let agreed = str::from_utf8(&text)
        .ok()
        .and_then(|text| agreed_part(text, &game.file));
    let hash = sha256(agreed.unwrap_or_default().as_bytes()).to_string();
    if genesis.get("file.game.yaml") != Some(hash.as_str()) {
        let why = "its terms are not those that were published when the game was founded; only `public-at` and `publish` \
                   can be added or changed";
        return Err(damaged(&layout.game(), why));
    }
    let digests: BTreeMap<String, _> = game
        .library
        .files()
        .map(|(path, text)| (path.to_owned(), sha256(text.as_bytes())))
        .collect_map();
    let content = content_hash(&digests).map(|hash| hash.to_string());
    if content.ok().as_deref() != genesis.get("content") {
        let why = "the content in use is not what was published when the game was founded; \
                   copy the files of public/content/ here to play on with those";
        return Err(damaged(&layout.content(), why));
    }
    Ok(())
}

/// Checks that the master secret, from which all keys are made, is the one of the game.
fn of_its_secret(game: &Game, log: &Log) -> Result<(), StoreError> {
    if !sitting_key::is_of(game, log)? {
        let why = "it is not the secret this game was founded with";
        return Err(damaged(&game.layout.master(), why));
    }
    Ok(())
}

/// Returns the record that founded the game.
fn genesis<'a>(game: &Game, log: &'a Log) -> Result<&'a Record, StoreError> {
    let entry = log.genesis();
    entry.map(|entry| &entry.record).ok_or_else(|| {
        let path = game.layout.public().join("log");
        damaged(&path, "it has no genesis record")
    })
}

/// Checks that every seat has exactly one player; a seat without one would get no reports.
fn all_seated(game: &Game) -> Result<(), StoreError> {
    let players = game.players()?;
    for seat in game.seat_ids() {
        let holders = players.players.iter().filter(|p| p.seats.contains(&seat));
        let why = match holders.count() {
            1 => continue,
            0 => format!("the seat `{seat}` has no player"),
            _ => format!("the seat `{seat}` has more than one player"),
        };
        return Err(damaged(&game.layout.players(), why));
    }
    Ok(())
}
