//! The view that came with a player's report, and what can be done with it alone.

use super::CliError;
use crate::{
    content::Library,
    engine::{AnyRuleset, Line, SeatId, Sent},
    rulesets::{self, Known},
    store::{Filed, read, read_order_file},
    yaml::{Problem, Problems},
};
use serde::Deserialize;
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

/// The file that comes with a report.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeatFile {
    pub game: String,
    pub ruleset: String,
    pub turn: u32,
    pub sitting: u32,
    pub seat: SeatId,
    pub seats: Vec<SeatId>,
    /// The game's own content files.
    #[serde(default)]
    pub content: BTreeMap<String, String>,
    pub played: BTreeSet<Line>,
    pub body: Option<Value>,
    pub view: Value,
}

/// A seat's view, with the rules it belongs to.
pub(super) struct OwnView {
    pub seat: SeatFile,
    pub known: Known,
    pub rules: Box<dyn AnyRuleset>,
    pub library: Library,
}

/// What a look at an order file came to.
pub(super) struct Look {
    pub problems: Vec<Problem>,
    /// The file is not for this seat and turn at all.
    pub misdirected: bool,
    /// Its lines that were played already, in an earlier file.
    pub done: BTreeSet<Line>,
}

impl OwnView {
    pub(super) fn open(view: &Path) -> Result<Self, CliError> {
        let seat: SeatFile = read(view)?
            .ok_or_else(|| CliError::user(format!("There is no file {}.", view.display())))?;
        let known = rulesets::find(&seat.ruleset)
            .ok_or_else(|| CliError::user(format!("There are no rules `{}`.", seat.ruleset)))?;
        let mut library = (known.library)();
        for (name, text) in &seat.content {
            library.overlay(name, text.clone())?;
        }
        let rules = (known.load)(&library)?;
        Ok(Self {
            seat,
            known,
            rules,
            library,
        })
    }

    /// Reads an order file.
    pub(super) fn file(&self, file: &Path, bytes: &[u8]) -> Result<Filed, Problems> {
        read_order_file(&file.display().to_string(), bytes, self.known.read_orders)
    }

    /// The look that the adjudicator takes.
    pub(super) fn look(&self, filed: &Filed) -> Result<Look, CliError> {
        let seat = &self.seat;
        let mut problems = filed.misdirected(
            &seat.game,
            seat.turn,
            Some(&seat.seat),
            &seat.seats,
            &*self.rules,
        );
        let misdirected = !problems.is_empty();
        let mut done = BTreeSet::new();
        if !misdirected {
            let sent = |digest: &str, body| Sent {
                digest: digest.to_owned(),
                body,
            };
            let before = seat.body.clone().map(|body| sent("before", body));
            done = before.as_ref().map_or_else(BTreeSet::new, |before| {
                crate::engine::carried(&seat.played, before, &sent("after", filed.body.clone()))
            });
            let objections = self
                .rules
                .check(&seat.view, &seat.seat, &filed.body, &done)?;
            problems = filed.problems(objections);
            problems.extend(before.iter().flat_map(|b| filed.too_late(b, &done)));
            problems.extend(filed.stale(seat.sitting));
        }
        Ok(Look {
            problems,
            misdirected,
            done,
        })
    }
}
