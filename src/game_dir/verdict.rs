//! What the rules say of an order file.

use super::{game::Game, orders::Filed};
use crate::{engine::Line, yaml::Problem};
use serde_json::Value;
use std::collections::BTreeSet;

/// Looks through an order file as far as its seat can see: the one validator for players, for the GM
/// and for the adjudicator.
///
/// # Errors
/// What the ruleset cannot read, which the reading of the file has excluded.
pub fn verdict(
    game: &Game,
    filed: &Filed,
    view: &Value,
    played: &BTreeSet<Line>,
) -> Result<Vec<Problem>, crate::engine::Garbled> {
    let objections = game
        .rules
        .check(view, &filed.envelope.seat, &filed.body, played)?;
    Ok(filed.problems(objections))
}
