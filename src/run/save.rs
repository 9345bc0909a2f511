//! Saving the files of a sitting, for the next sitting and for the record.

use super::{kept::Kept, publish::Publisher};
use crate::{
    collect::Collect,
    engine::SeatId,
    error::GameError,
    game_dir::{Note, Position, Stage, Who, bytes, number},
    log::Deed,
};
use chrono::{DateTime, Utc};
use std::collections::BTreeMap;

/// Returns the files that the next sitting builds on, with their hashes: those of the open turn, and the decks.
pub(crate) fn built_on(
    stage: &Stage,
    open_turn: u32,
    before: Option<&Position>,
) -> BTreeMap<String, String> {
    let turn = format!("turns/{}/", number(open_turn));
    let needed = |path: &str| path.starts_with(&turn) || path == "secret/decks.yaml";
    let old = before.into_iter().flat_map(|p| p.files.clone());
    let new = stage
        .files()
        .map(|file| (file.path.display().to_string(), file))
        .filter(|(path, _)| needed(path))
        .map(|(path, file)| (path, file.hash().to_string()));
    old.filter(|(path, _)| needed(path))
        .chain(new)
        .collect_map()
}

/// Writes the public note about a sitting that runs before all orders are in.
pub(crate) fn note_early(
    publisher: &mut Publisher<'_>,
    reason: &str,
    at: DateTime<Utc>,
) -> Result<(), GameError> {
    let path = format!("notes/{}-early.txt", number(publisher.draw.sitting));
    let note = Note::new(Deed::Early, Who::Gm, (publisher.turn, at), reason);
    publisher.note(&note, Some(path))
}

/// Stages the files of the turn, and the checkpoint that the next one starts from.
pub(crate) fn keep(
    publisher: &mut Publisher<'_>,
    kept: Kept,
    open_turn: u32,
) -> Result<(), GameError> {
    let layout = publisher.game.layout.clone();
    let turn = publisher.turn;
    publisher.secret(&layout.journal(turn), kept.journal);
    publisher.secret(&layout.facts(turn), kept.facts);
    publisher.secret(&layout.openings(turn), kept.openings);
    publisher.secret(&layout.prompts(turn), kept.prompts);
    let decks = bytes("decks", &publisher.decks)?;
    publisher.secret(&layout.decks(), decks);
    if let Some(state) = kept.state {
        publisher.secret(&layout.state(open_turn), state);
    }
    for (viewer, view) in kept.views {
        let reader = viewer.seat().map_or("public", SeatId::as_str);
        publisher.secret(&layout.view(open_turn, reader), view);
    }
    Ok(())
}
