//! The bytes of what a sitting saves: for the next sitting, and for the public record.

use crate::{
    engine::{Audience, Outcome, Prompt, Stop, Told, Viewer},
    error::GameError,
    game_dir::bytes,
};
use rayon::prelude::*;
use serde_json::Value;
use std::{collections::BTreeMap, sync::Arc};

/// Returns the bytes of a view's file.
pub(crate) fn view_text(view: &Value) -> Vec<u8> {
    let mut text = serde_json::to_vec(view).expect("keys of plain data are texts");
    text.push(b'\n');
    text
}

/// The bytes of the files that a sitting saves, most of them both for the next sitting and for the public record.
pub(crate) struct Kept {
    pub journal: Vec<u8>,
    pub(super) facts: Vec<u8>,
    pub(super) openings: Vec<u8>,
    pub(super) prompts: Vec<u8>,
    /// The checkpoint that the next turn starts from, if the turn is complete.
    pub state: Option<Vec<u8>>,
    /// The new public facts.
    pub news: Vec<u8>,
    /// The public view.
    pub view: Vec<u8>,
    /// The view of each reader, as the next sitting reads it.
    pub(super) views: Vec<(Viewer, Vec<u8>)>,
}

impl Kept {
    /// Serializes all files in parallel, because that takes longer than running the rules.
    pub(crate) fn of(
        outcome: &Outcome,
        facts_before: usize,
        views: &BTreeMap<Viewer, Arc<Value>>,
        complete: bool,
    ) -> Result<Self, GameError> {
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
        let text = |(viewer, view): &(&Viewer, &Arc<Value>)| ((*viewer).clone(), view_text(view));
        let texts = views.par_iter().map(text).collect();
        // The state, the facts and the journal are the large ones.
        let (state, (facts, journal)) = rayon::join(
            || state.map_or_else(|| Ok(vec![]), |state| bytes("state", state)),
            || {
                rayon::join(
                    || bytes("facts", &outcome.facts),
                    || bytes("journal", &outcome.journal),
                )
            },
        );
        let (state, facts, journal) = (state?, facts?, journal?);
        let (view, news) = (bytes("view", view)?, bytes("facts", &news)?);
        let prompts = bytes("prompts", &prompts)?;
        let openings = bytes("openings", &outcome.openings)?;
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
