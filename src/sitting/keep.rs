//! What is kept of a sitting: for the next one to build on, and for the record.

use super::{
    SittingError,
    note::{Note, Who},
    publish::Publisher,
};
use crate::{
    audit::Deed,
    engine::{Audience, Outcome, Prompt, SeatId, Stop, Told, Viewer},
    store::{Position, Stage, at_once, bytes, number, side_by_side},
};
use chrono::{DateTime, Utc};
use serde_json::Value;
use std::{collections::BTreeMap, sync::Arc};

/// The files that the next sitting builds on: those of the open turn, and the decks.
pub(super) fn built_on(
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
    old.filter(|(path, _)| needed(path)).chain(new).collect()
}

/// `note`: the sitting was run before everybody was in.
pub(super) fn note_early(
    publisher: &mut Publisher<'_>,
    reason: &str,
    at: DateTime<Utc>,
) -> Result<(), SittingError> {
    let path = format!("notes/{}-early.txt", number(publisher.draw.sitting));
    let note = Note::new(Deed::Early, Who::Gm, (publisher.turn, at), reason);
    publisher.note(&note, Some(path))
}

/// What is kept of a sitting, as it is written. Most of it is written for two readers: for the next sitting,
/// and for the record.
pub(super) struct Kept {
    pub journal: Vec<u8>,
    facts: Vec<u8>,
    openings: Vec<u8>,
    prompts: Vec<u8>,
    /// The checkpoint that the next turn starts from, if the turn is complete.
    pub state: Option<Vec<u8>>,
    /// The new facts that all were told.
    pub news: Vec<u8>,
    /// What the public sees.
    pub view: Vec<u8>,
    /// What each may see, as the next sitting reads it.
    views: Vec<(Viewer, Vec<u8>)>,
}

impl Kept {
    /// Writes all of it, side by side: that takes longer than the rules do.
    pub fn of(
        outcome: &Outcome,
        facts_before: usize,
        views: &BTreeMap<Viewer, Arc<Value>>,
        complete: bool,
    ) -> Result<Self, SittingError> {
        let view = &*views[&Viewer::Public];
        let prompts: &[Prompt] = match &outcome.flow {
            Err(Stop::Waiting(prompts)) => prompts,
            _ => &[],
        };
        let news: Vec<&Told<Value>> = outcome.facts[facts_before..]
            .iter()
            .filter(|told| told.to == Audience::All)
            .collect();
        let state = complete.then_some(&outcome.state);
        let views: Vec<_> = views.iter().collect();
        let text = |(viewer, view): &(&Viewer, &Arc<Value>)| {
            Ok::<_, SittingError>(((*viewer).clone(), view_text(view)))
        };
        let texts = side_by_side(&views, text)?;
        let [state, facts, journal, view, news, prompts, openings] = at_once([
            &|| state.map_or_else(|| Ok(vec![]), |state| bytes("state", state)),
            &|| bytes("facts", &outcome.facts),
            &|| bytes("journal", &outcome.journal),
            &|| bytes("view", view),
            &|| bytes("facts", &news),
            &|| bytes("prompts", &prompts),
            &|| bytes("openings", &outcome.openings),
        ])?;
        Ok(Self {
            journal,
            facts,
            openings,
            prompts,
            state: complete.then_some(state),
            news,
            view,
            views: texts,
        })
    }
}

/// Stages what the turn has come to, and what the next one starts from.
pub(super) fn keep(
    publisher: &mut Publisher<'_>,
    kept: Kept,
    open_turn: u32,
) -> Result<(), SittingError> {
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

/// A view as it is kept.
pub(super) fn view_text(view: &Value) -> Vec<u8> {
    let mut text = serde_json::to_vec(view).expect("keys of plain data are texts");
    text.push(b'\n');
    text
}
