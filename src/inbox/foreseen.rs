//! The preview of the orders on file, for a receipt.

use super::{aside::guarded, post::Post};
use crate::{
    engine::{Chance, Effort, Likely, Rehearsal, SeatId, Trial, Unplayed, Viewer, played},
    error::GameError,
    game_dir::{Filed, Position, TurnRecord},
    orders::{
        as_locked,
        preview::{Own, in_words, is_likely, preview, reason},
        used_files,
    },
    report::{Amount, Chanced, Preview, order_line},
};
use std::collections::BTreeMap;

/// The maximum numbers of lines of a receipt with odds, and with orders that fail.
const MOST_ODDS: usize = 10;
const MOST_FAILING: usize = 6;

impl Post<'_> {
    /// Returns the preview of the orders that a seat has on file, `None` if there is nothing to preview. It reads the
    /// seat's own view and orders and nothing else of the position.
    pub(super) fn foreseen(
        &self,
        seat: &SeatId,
        (position, record): (&Position, &TurnRecord),
        filed: &Filed,
    ) -> Option<Preview> {
        // A receipt without odds is better than no receipt: a failure of the preview, a panic too, only leaves it out.
        guarded(|| self.tried(seat, (position, record), filed)).unwrap_or_default()
    }

    fn tried(
        &self,
        seat: &SeatId,
        (position, record): (&Position, &TurnRecord),
        filed: &Filed,
    ) -> Result<Option<Preview>, GameError> {
        let game = self.game;
        if !game.rules.looks_ahead() {
            return Ok(None);
        }
        let Some(view) = game.view(position.turn, &Viewer::Seat(seat.clone()))? else {
            return Ok(None);
        };
        let mut files = used_files(game, position.turn, seat)?;
        filed.clone().follow(&mut files, position.next_lock());
        let sent: Vec<_> = files.iter().map(Filed::sent).collect();
        let done = played(seat, &record.journal, &sent);
        let mut on_file = as_locked(std::slice::from_ref(filed));
        if let Ok(Some((_, standings))) = game.standings(seat) {
            standings.add_to(&mut on_file);
        }
        let seats = game.seat_ids();
        let own = Own {
            rules: &*game.rules,
            words: &self.words,
            view: &view,
            seat,
            seats: &seats,
        };
        let trial = Trial {
            on_file,
            played: &done,
            supposed: BTreeMap::new(),
            effort: Effort::REPLY,
        };
        let tried = preview(&own, trial).ok().flatten();
        Ok(tried.map(|tried| in_short(&tried)))
    }
}

/// Returns the part of a preview that a receipt shows: what is not certain, and what fails.
fn in_short(tried: &Rehearsal) -> Preview {
    // A result that all outcomes of a sample have is not certain for that.
    fn certain<T>(likely: &Likely<T>) -> bool {
        likely.chance == Chance::ALWAYS && likely.interval.is_none()
    }
    fn chance<T>(likely: &Likely<T>) -> Option<String> {
        (!certain(likely)).then(|| in_words(likely))
    }
    let uncertain: Vec<_> = { tried.steps.iter() }
        .filter(|step| step.what.open || step.chance != Chance::ALWAYS)
        .collect();
    let odds: Vec<Chanced> = { uncertain.iter() }
        .filter(|step| step.what.open || is_likely(step.chance))
        .take(MOST_ODDS)
        .map(|step| Chanced {
            chance: if step.what.open {
                Some("open".to_owned())
            } else {
                chance(step)
            },
            what: format!("{} ({})", step.what.what, step.what.rule),
        })
        .collect();
    let mut lines: Vec<&Likely<Unplayed>> = tried.unplayed.iter().collect();
    lines.retain(|line| is_likely(line.chance));
    lines.sort_by_key(|line| std::cmp::Reverse(line.chance.per_mille()));
    let failing = { lines.into_iter() }
        .take(MOST_FAILING)
        .map(|line| Chanced {
            chance: chance(line),
            what: format!("{}: {}", order_line(&line.what.line.0), reason(&line.what)),
        })
        .collect();
    let mut others: Vec<String> = vec![];
    for seat in tried.others.iter().flat_map(|other| &other.what.seats) {
        if !others.iter().any(|known| known == seat.as_str()) {
            others.push(seat.to_string());
        }
    }
    let left = { tried.left.iter() }
        .filter(|left| (left.least, left.most) != (left.before, left.before))
        .map(|left| Amount {
            name: left.name.to_owned(),
            before: left.before,
            least: left.least,
            most: left.most,
        })
        .collect();
    Preview {
        exact: tried.exact,
        ways: tried.ways,
        failing,
        more: uncertain.len() - odds.len(),
        unseen: tried.unseen.map(|unseen| unseen.to_string()),
        odds,
        others,
        left,
    }
}
