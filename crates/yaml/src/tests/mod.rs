//! The tests of this module.

mod brackets;
mod corpus;
mod decode;
mod fuzz;
mod keep;
mod render;

use super::{Budget, Document, Problems, Source};
use serde::Deserialize;
use std::collections::BTreeMap;

/// An order file as a ruleset may define it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Orders {
    pub game: String,
    pub turn: u32,
    pub seat: Seat,
    #[serde(default)]
    pub moves: Vec<Move>,
    #[serde(default)]
    pub actions: Vec<Action>,
    #[serde(default)]
    pub buy: BTreeMap<Seat, u8>,
    #[serde(default)]
    pub public: Option<bool>,
    #[serde(default)]
    pub pair: Option<(u8, String)>,
}

/// A name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub(super) struct Seat(pub String);

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Move {
    pub unit: String,
    pub to: String,
    pub along: Option<Path>,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Path {
    TimeTravel,
    Rail,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) enum Action {
    Search { tile: String },
    Reverse(Reverse),
    Hold,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Reverse {
    pub tile: String,
    #[serde(default)]
    pub pay_up_to: i8,
}

pub(super) const GOOD: &str = "\
game: gem-1992
turn: 7
seat: zytal
moves:
  - {unit: agent-3, to: 4c-1} # from the present
  - unit: squad-2
    along: time-travel
    to: no
actions:
  - search: {tile: 4b-7}
  - hold
  - reverse:
      tile: 4b-7
      pay-up-to: -10
buy: {agents: 1, 'on': 2}
public: true
pair: [3, \"12\"]
";

/// Returns the result for a file: a value, or all problems in one line each.
pub(super) fn check(bytes: &[u8]) -> Result<Orders, Problems> {
    let failed = |list| Problems::new(Source::lossy("o.yaml", bytes), list);
    let document = Document::read("o.yaml", bytes, Budget::Orders).map_err(failed)?;
    document.decode().map_err(|problem| {
        let mut all = document.warnings.clone();
        all.push(problem);
        failed(all)
    })
}
