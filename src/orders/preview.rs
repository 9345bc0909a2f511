//! The preview of a seat's orders on its own view. Nothing else of the position is read, so it cannot reveal more than
//! the view.

use crate::{
    engine::{
        Chance, DynError, DynRuleset, Interval, Likely, Rehearsal, SeatId, Stop, Trial, Unplayed,
    },
    report::{ReportError, TemplateView, Words},
};
use serde_json::Value;

/// A seat and all that it sees.
pub(crate) struct Own<'a> {
    pub rules: &'a dyn DynRuleset,
    pub words: &'a Words,
    pub view: &'a Value,
    pub seat: &'a SeatId,
    /// All seats of the game.
    pub seats: &'a [SeatId],
}

/// The reason why a preview failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoPreview {
    /// The view or the orders cannot be decoded, or the rules stopped.
    #[error("the preview stopped: {0:?}")]
    Stopped(DynError<Stop>),
    /// A fact cannot be rendered as a sentence.
    #[error(transparent)]
    Words(#[from] ReportError),
}

/// Previews orders, with the facts as sentences; `None` if nothing is left to preview.
///
/// # Errors
/// [`NoPreview`] if the rules stop or a sentence cannot be rendered.
pub(crate) fn preview(own: &Own<'_>, trial: Trial<'_>) -> Result<Option<Rehearsal>, NoPreview> {
    let tried = own
        .rules
        .rehearse(own.view, own.seat, own.seats, trial)
        .map_err(NoPreview::Stopped)?;
    let Some(mut tried) = tried else {
        return Ok(None);
    };
    let view = TemplateView::of(own.view);
    for step in &mut tried.steps {
        if let Some(fact) = step.what.fact.take() {
            step.what.what = own.words.sentence(&fact, &view)?;
        }
    }
    Ok(Some(tried))
}

/// Returns true if a result is likely enough to be shown: one in a hundred.
pub(crate) fn is_likely(chance: Chance) -> bool {
    chance.per_mille() >= 10
}

/// Returns the probability of a result in words: exactly, such as `76.3 %`, or as an estimate with its 95 % interval,
/// such as `about 31 % (27 to 35 %)`. Near the ends of the scale an estimate has a decimal place.
pub(crate) fn in_words<T>(likely: &Likely<T>) -> String {
    let Some(Interval { low, high }) = likely.interval else {
        return likely.chance.to_string();
    };
    let (low, high) = (low.per_mille(), high.per_mille());
    match likely.chance.per_mille() {
        n @ (1..10 | 991..1000) => format!(
            "about {} % ({} to {} %)",
            tenths(n),
            tenths(low),
            tenths(high)
        ),
        // The interval is rounded outwards.
        n => format!(
            "about {} % ({} to {} %)",
            (n + 5) / 10,
            low / 10,
            high.div_ceil(10)
        ),
    }
}

/// Returns the probability of a result in words; nothing if it is certain.
pub(crate) fn odds<T>(likely: &Likely<T>) -> String {
    if likely.chance == Chance::ALWAYS && likely.interval.is_none() {
        String::new()
    } else {
        in_words(likely)
    }
}

/// Returns a range of amounts in words.
pub(crate) fn range(least: i64, most: i64) -> String {
    if least == most {
        most.to_string()
    } else {
        format!("{least} to {most}")
    }
}

/// Returns a number of thousandths in per cent with one decimal place.
fn tenths(per_mille: u32) -> String {
    format!("{}.{}", per_mille / 10, per_mille % 10)
}

/// Returns the reason why a line is not executed.
pub(crate) fn reason(line: &Unplayed) -> String {
    match &line.why {
        Some(why) => format!("{} {}", why.code, why.words),
        None if line.stops => "it stops the queue".to_owned(),
        None => { line.note.clone() }.unwrap_or_else(|| "it is not reached".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(times: u32, of: u32, sampled: bool) -> String {
        let chance = Chance::of(times.into(), of.into()).expect("a chance");
        let interval = Interval::wilson(times, of).filter(|_| sampled);
        in_words(&Likely {
            what: (),
            chance,
            interval,
        })
    }

    #[test]
    fn an_estimate_has_its_interval_and_an_exact_chance_has_none() {
        assert_eq!(words(155, 500, true), "about 31 % (27 to 36 %)");
        assert_eq!(words(155, 500, false), "31.0 %");
        assert_eq!(words(500, 500, true), "about 100 % (99 to 100 %)");
        assert_eq!(words(2, 500, true), "about 0.4 % (0.1 to 1.5 %)");
        assert_eq!(words(499, 500, true), "about 99.8 % (98.8 to 100.0 %)");
        assert_eq!(words(0, 500, true), "about 0 % (0 to 1 %)");
    }
}
