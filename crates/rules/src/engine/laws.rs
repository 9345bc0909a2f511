//! The laws: properties that hold in every state of every game.

use super::{LawBroken, Ruleset, Seat, Viewer};
use crate::dice::Dice;
use serde::Deserialize;

/// Checks a state against the laws: it can be saved and loaded unchanged, and no view depends on information that
/// is hidden from its viewer.
///
/// # Errors
/// [`LawBroken`] for the first law that the state breaks.
pub fn laws<R: Ruleset>(
    rules: &R,
    seats: &[Seat],
    state: &R::State,
    dice: &mut dyn Dice,
) -> Result<(), LawBroken> {
    let plain = serde_json::to_value(state).map_err(|why| LawBroken::NotSaved(why.to_string()))?;
    match R::State::deserialize(&plain) {
        Ok(again) if again == *state => {}
        Ok(_) => return Err(LawBroken::Changed),
        Err(why) => return Err(LawBroken::NotLoaded(why.to_string())),
    }
    let seats = seats.iter().map(|seat| Viewer::Seat(seat.id.clone()));
    for viewer in std::iter::once(Viewer::Public).chain(seats) {
        let seen = rules.view(state, &viewer);
        let Some(other) = rules.imagine(&seen, None, &viewer, dice) else {
            return Err(LawBroken::NotImagined(viewer));
        };
        if let Err(why) = rules.invariants(&other) {
            return Err(LawBroken::Imagined { viewer, why });
        }
        let bytes = |view: &R::View| serde_json::to_vec(view).expect("a view is plain data");
        if bytes(&rules.view(&other, &viewer)) != bytes(&seen) {
            return Err(LawBroken::Leak(viewer));
        }
    }
    Ok(())
}
