//! The questions of one seat in a turn, and the moments at which the rules had to leave one out.

use super::{
    Entry, SeatId,
    left_out::{Came, LeftOut, Moment},
    outcome::Outcome,
};

/// Returns the moments of a turn that concern one seat: the answered questions, then those left out.
pub fn moments(seat: &SeatId, outcome: &Outcome) -> Vec<Moment> {
    moments_of(seat, &outcome.journal, &outcome.left_out)
}

/// Returns such moments from the two parts of an outcome that they are in.
pub(super) fn moments_of(seat: &SeatId, journal: &[Entry], left_out: &[LeftOut]) -> Vec<Moment> {
    let answered = journal.iter().filter_map(|entry| match entry {
        Entry::Answer {
            id,
            seat: whose,
            about,
            value,
            by,
            ..
        } if whose == seat => Some(Moment {
            ask: id.split('@').next()?.to_owned(),
            about: about.clone(),
            came: Came::Answered {
                value: value.clone(),
                by: by.clone(),
            },
        }),
        _ => None,
    });
    let own = left_out.iter().filter(|left| left.seat == *seat);
    let left_out = own.map(|left| Moment {
        ask: left.ask.to_owned(),
        about: left.about.clone(),
        came: Came::LeftOut(left.why.clone()),
    });
    answered.chain(left_out).collect()
}
