//! The laws: properties that hold in every state of every game.

use super::{Ruleset, Seat, Viewer};
use crate::dice::Dice;
use serde_json::Value;

/// Checks a state against the laws: it can be saved and loaded unchanged, and no view depends on information that
/// is hidden from its viewer.
///
/// # Errors
/// A description of the broken law, with the viewer concerned.
pub fn laws<R: Ruleset>(
    rules: &R,
    seats: &[Seat],
    state: &R::State,
    dice: &mut dyn Dice,
) -> Result<(), String> {
    let plain = serde_json::to_value(state).map_err(|why| format!("it cannot be kept: {why}"))?;
    match serde_json::from_value::<R::State>(plain) {
        Ok(again) if again == *state => {}
        Ok(_) => return Err("what was kept is read as another state".to_owned()),
        Err(why) => return Err(format!("what was kept cannot be read: {why}")),
    }
    let seats = seats.iter().map(|seat| Viewer::Seat(seat.id.clone()));
    for viewer in std::iter::once(Viewer::Public).chain(seats) {
        let view = |state: &R::State| -> Value {
            serde_json::to_value(rules.view(state, &viewer)).expect("a view is plain data")
        };
        let other = rules.resample(state, &viewer, dice);
        rules
            .invariants(&other)
            .map_err(|why| format!("as {viewer:?} may think it is: {why}"))?;
        if view(&other) != view(state) {
            return Err(format!("{viewer:?} sees what is hidden from them"));
        }
    }
    Ok(())
}
