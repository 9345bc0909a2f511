//! Shows an ask to plans, bots and choosers, as plain data, and judges their answers.

use crate::engine::{Answer, Ask, Asked, Fields, Illegal, SeatId, Witnessed, shapes::plain};
use serde_json::Value;
use std::{any::Any, cell::LazyCell, ops::Deref};

/// Decodes an answer and checks that it is legal. Otherwise returns the reason why not.
pub(super) fn judge<A: Answer>(ask: &Ask<'_, A>, value: &Value) -> Result<A, Illegal> {
    let stranger = || Illegal {
        code: "E0301".into(),
        words: format!("{value} does not answer `{}`.", ask.kind),
    };
    let answer = A::deserialize(value).map_err(|_| stranger())?;
    if ask.legal(&answer) {
        Ok(answer)
    } else {
        Err(ask
            .why
            .as_ref()
            .and_then(|why| why(&answer))
            .unwrap_or_else(stranger))
    }
}

/// Shows an ask of a seat to a function.
pub(super) fn show<A: Answer, T>(
    seat: &SeatId,
    ask: &Ask<'_, A>,
    about: &dyn Deref<Target = Fields>,
    so_far: &dyn Fn() -> Vec<Witnessed>,
    look: impl FnOnce(&Asked<'_>) -> T,
) -> T {
    look(&Asked {
        kind: ask.kind,
        seat,
        about,
        choices: ask.shape.listed(),
        default: &|| plain(&ask.default),
        why_not: &|value| judge(ask, value).err(),
        so_far,
    })
}

/// The error of a bot whose answer is against the rules.
pub(crate) struct Slip;

/// Returns the answer of a function that is shown the game as the seat may see it at this moment. Returns the only
/// legal answer if there is just one, and the default if there is no view or the function has no answer.
pub(crate) fn by_view<A: Answer>(
    seat: &SeatId,
    ask: &Ask<'_, A>,
    so_far: &dyn Fn() -> Vec<Witnessed>,
    answer: &mut dyn FnMut(&dyn Any, &Asked<'_>) -> Option<Value>,
) -> Result<A, Slip> {
    if let Some(only) = ask.only() {
        return Ok(only);
    }
    let Some(seen) = &ask.seen else {
        return Ok(ask.default.clone());
    };
    let about = LazyCell::new(|| ask.fields());
    let answer = |asked: &Asked<'_>| seen.look(|view| answer(view, asked));
    match show(seat, ask, &about, so_far, answer) {
        Some(value) => judge(ask, &value).map_err(|_| Slip),
        None => Ok(ask.default.clone()),
    }
}
