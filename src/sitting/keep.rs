//! What is kept of a sitting: for the next one to build on, and for the record.

use super::{
    SittingError,
    note::{Note, Who},
    publish::Publisher,
};
use crate::{
    audit::Deed,
    dice::field::sha256,
    engine::{Outcome, SeatId, Stop, Viewer},
    store::{Position, Stage, bytes, number},
};
use chrono::{DateTime, Utc};
use serde_json::Value;
use std::collections::BTreeMap;

/// The files that the next sitting builds on: those of the open turn, and the decks.
pub(super) fn built_on(
    stage: &Stage,
    open_turn: u32,
    before: Option<&Position>,
) -> BTreeMap<String, String> {
    let turn = format!("turns/{}/", number(open_turn));
    let needed = |path: &str| path.starts_with(&turn) || path == "secret/decks.yaml";
    let old = before.into_iter().flat_map(|p| p.files.clone());
    let new = stage.files().map(|(path, bytes)| {
        let hash = sha256(bytes).to_string();
        (path.display().to_string(), hash)
    });
    old.chain(new).filter(|(path, _)| needed(path)).collect()
}

/// `note`: the sitting was run before everybody was in.
pub(super) fn note_early(
    publisher: &mut Publisher<'_>,
    reason: &str,
    at: DateTime<Utc>,
) -> Result<(), SittingError> {
    let path = format!("notes/{}-early.txt", number(publisher.draw.sitting));
    let note = Note {
        what: Deed::Early,
        who: Who::Gm,
        at,
        turn: publisher.turn,
        text: reason.to_owned(),
        binds: vec![],
    };
    publisher.note(&note, Some(path))
}

/// Stages what the turn has come to, and what the next one starts from.
pub(super) fn keep(
    publisher: &mut Publisher<'_>,
    outcome: &Outcome,
    views: &BTreeMap<Viewer, Value>,
    open_turn: u32,
) -> Result<(), SittingError> {
    let layout = publisher.game.layout.clone();
    let turn = publisher.turn;
    let prompts = match &outcome.flow {
        Err(Stop::Waiting(prompts)) => prompts.clone(),
        _ => vec![],
    };
    publisher.secret(&layout.journal(turn), bytes("journal", &outcome.journal)?);
    publisher.secret(&layout.facts(turn), bytes("facts", &outcome.facts)?);
    publisher.secret(
        &layout.openings(turn),
        bytes("openings", &outcome.openings)?,
    );
    publisher.secret(&layout.prompts(turn), bytes("prompts", &prompts)?);
    let decks = bytes("decks", &publisher.decks)?;
    publisher.secret(&layout.decks(), decks);
    if open_turn != turn {
        publisher.secret(&layout.state(open_turn), bytes("state", &outcome.state)?);
    }
    for (viewer, view) in views {
        let reader = viewer.seat().map_or("public", SeatId::as_str);
        publisher.secret(&layout.view(open_turn, reader), view_text(view));
    }
    Ok(())
}

/// A view as it is kept.
pub(super) fn view_text(view: &Value) -> Vec<u8> {
    (view.to_string() + "\n").into_bytes()
}
