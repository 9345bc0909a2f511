//! The ruleset's verdict on an order file.

use super::{game::Game, orders::Filed};
use crate::{engine::Line, yaml::Problem};
use serde_json::Value;
use std::collections::BTreeSet;

/// Checks an order file against everything that its seat can see. Players, the GM and the adjudicator all use this
/// validator.
///
/// # Errors
/// Returns [`DecodeError`](crate::engine::DecodeError) if the ruleset cannot decode the view or the body; reading the file has
/// excluded this for the body.
pub fn verdict(
    game: &Game,
    filed: &Filed,
    view: &Value,
    played: &BTreeSet<Line>,
) -> Result<Vec<Problem>, crate::engine::DecodeError> {
    let objections = game
        .rules
        .check(view, &filed.envelope.seat, &filed.body, played)?;
    Ok(filed.problems(objections))
}
