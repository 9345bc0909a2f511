//! A turn that begins without a sitting before it: a rewind, a correction, the first turn of a fork.

use super::{
    cache::Shelf,
    execute::{deadline, views},
    kept::view_text,
    notify,
    publish::Publisher,
    request::Begun,
    save::built_on,
    told,
};
use crate::{
    dice::{What, bind_hash, bind_salt, field::sha256},
    engine::{Flow, Outcome, SeatId},
    error::GameError,
    game_dir::{
        Disk, Ended, Game, LockedGame, Note, Position, Stage, StoreError, TurnRecord, bytes, read,
    },
    log::{Deed, Kind, Log, begins_with, branches},
    orders::OnFileSet,
};
use chrono::{DateTime, Utc};
use serde_json::Value;
use std::collections::BTreeMap;

/// Returns the state that a turn began with, if it is still the one that the log binds.
pub(crate) fn checkpoint(game: &Game, log: &Log, turn: u32) -> Result<Value, GameError> {
    let path = game.layout.state(turn);
    let Some(text) = Disk::read(&path)? else {
        return Err(StoreError::Missing { path }.into());
    };
    let secret = game.master()?.hidden(&game.name);
    let bound = begins_with(log, turn).is_some_and(|start| {
        let salt = bind_salt(&secret, &start.what, start.sitting);
        let file = sha256(&text);
        bind_hash(&game.name, &start.what, start.sitting, &salt, &file) == start.hash
    });
    if !bound {
        let why = "it is not the state that the log binds".to_owned();
        return Err(StoreError::Damaged { path, why }.into());
    }
    Ok(read(&path)?.unwrap_or_default())
}

/// Appends the note of a turn that the GM begins, which binds its state, and keeps the state; returns the number of the
/// record.
pub(crate) fn bind(
    publisher: &mut Publisher<'_>,
    mut note: Note,
    state: &Value,
) -> Result<u32, GameError> {
    let layout = publisher.game.layout.clone();
    let number = u32::try_from(branches(&publisher.log).len()).unwrap_or(u32::MAX) + 1;
    let kept = bytes("state", state)?;
    let what = What::Amend(number);
    let bound = publisher.bind(&what, &kept);
    note.binds.push((format!("bind.{what}"), bound));
    let record = note.push(&mut publisher.log, &mut publisher.stage, &layout, None)?;
    publisher.secret(&layout.state(publisher.turn), kept);
    let decks = bytes("decks", &publisher.decks)?;
    publisher.secret(&layout.decks(), decks);
    Ok(record)
}

/// Opens a turn that its note has bound: stages the views of all readers, the reports, the mails and the position, and
/// commits the stage.
pub(crate) fn open(
    publisher: &mut Publisher<'_>,
    state: &Value,
    mut now: Position,
    before: Option<&Position>,
    anew: told::Anew,
) -> Result<Begun, GameError> {
    let (game, turn) = (publisher.game, publisher.turn);
    let views = views(game, state)?;
    for (viewer, view) in &views {
        let reader = viewer.seat().map_or("public", SeatId::as_str);
        publisher.secret(&game.layout.view(turn, reader), view_text(view));
    }
    let outcome = Outcome {
        state: state.clone(),
        flow: Ok(Flow::Next),
        journal: vec![],
        facts: vec![],
        openings: vec![],
        unplayed: BTreeMap::new(),
        played: BTreeMap::new(),
        left_out: vec![],
    };
    let notify::Everybody {
        mails,
        collected,
        alerts,
    } = notify::everybody(
        publisher,
        &told::Told {
            shelf: &*Shelf::of(game)?,
            record: &TurnRecord::default(),
            set: &OnFileSet::default(),
            outcome: &outcome,
            views: &views,
            position: &now,
            before,
            anew: Some(anew),
        },
    )?;
    now.collected = collected;
    now.head = Some(publisher.log.head_field());
    now.checkpoint = publisher.checkpoint()?;
    now.files = built_on(&publisher.stage, turn, before);
    publisher.secret(&game.layout.position(), bytes("position", &now)?);
    let stage = std::mem::replace(&mut publisher.stage, Stage::new(""));
    game.commit(stage)?;
    Ok(Begun {
        position: now,
        mails,
        alerts,
    })
}

/// Binds a turn and opens it.
pub(crate) fn begin(
    publisher: &mut Publisher<'_>,
    note: Note,
    state: &Value,
    now: Position,
    before: Option<&Position>,
    mailed: bool,
) -> Result<Begun, GameError> {
    let kind = note.what;
    let number = bind(publisher, note, state)?;
    let anew = told::Anew {
        kind,
        number,
        mailed,
    };
    open(publisher, state, now, before, anew)
}

/// Opens the first turn of a fork, whose note has this number.
pub(crate) fn open_fork(
    publisher: &mut Publisher<'_>,
    state: &Value,
    number: u32,
    at: DateTime<Utc>,
    mailed: bool,
) -> Result<Begun, GameError> {
    let (game, turn) = (publisher.game, publisher.turn);
    let sat = (0, turn.saturating_sub(1));
    let mut position = Position::new(turn, sat, Ended::TurnComplete, at);
    position.deadline = deadline(game, Ended::TurnComplete, at)?;
    let anew = told::Anew {
        kind: Deed::Fork,
        number,
        mailed,
    };
    open(publisher, state, position, None, anew)
}

/// Opens the first turn of a fork after all its salts are in.
pub(crate) fn first_turn(game: &LockedGame, at: DateTime<Utc>) -> Result<Begun, GameError> {
    let log = game.log()?;
    let made = branches(&log);
    let Some(fork) = made.iter().find(|made| made.what == Deed::Fork) else {
        return Err(unfinished());
    };
    let is_note = |entry: &&crate::log::Entry| {
        entry.record.kind == Kind::Note && entry.record.get("what") == Some(Deed::Fork.as_str())
    };
    let number = log
        .entries
        .iter()
        .take_while(|entry| !is_note(entry))
        .count()
        + 1;
    let state = checkpoint(game, &log, fork.turn)?;
    let mut publisher = Publisher::new(game, fork.turn, 0, "opening")?;
    // The position lists the files that the turn is built on, so they are staged with it.
    publisher.secret(&game.layout.state(fork.turn), bytes("state", &state)?);
    let decks = bytes("decks", &publisher.decks)?;
    publisher.secret(&game.layout.decks(), decks);
    let number = u32::try_from(number).unwrap_or(u32::MAX);
    open_fork(&mut publisher, &state, number, at, true)
}

/// Returns an error for a fork that was interrupted: before the fork's note is written, nothing else may happen in it.
///
/// # Errors
/// Returns [`GameError::NotNow`] if this is such a fork.
pub(crate) fn whole(game: &Game, log: &Log) -> Result<(), GameError> {
    let is_begun = log.of(Kind::Note).next().is_some();
    if game.file.fork.is_some() && !is_begun {
        return Err(unfinished());
    }
    Ok(())
}

fn unfinished() -> GameError {
    let words = "This fork is not finished: run `chronojudge fork` again.";
    GameError::NotNow(words.to_owned())
}
