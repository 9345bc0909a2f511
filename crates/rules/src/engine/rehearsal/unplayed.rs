//! The lines of orders that a way of a preview does not execute, with the reasons.

use super::{SupposedLine, Unplayed, stage::Stage};
use crate::{
    collect::Collect,
    engine::{
        Aside, By, Entry, Event, Illegal, Ruleset, SeatId, Viewer, line::Line, moments::moments_of,
        spent::Spent, table::Cleared,
    },
};
use std::collections::BTreeSet;

/// The end of a way.
pub(super) struct End<'a, R: Ruleset> {
    pub cleared: &'a Cleared<R::Fact>,
    pub state: &'a R::State,
    /// True if the turn was played to its end.
    pub over: bool,
}

impl<R: Ruleset> Stage<'_, R> {
    /// Returns the lines of the supposed orders that are not executed.
    pub(super) fn supposed(&self, end: &End<'_, R>) -> Vec<SupposedLine> {
        let each = self.cast.supposed.iter().flat_map(|seat| {
            let lines = self.unplayed(seat, end, None);
            lines.into_iter().map(|line| SupposedLine {
                seat: seat.clone(),
                line,
            })
        });
        each.collect()
    }

    /// Returns the lines of a seat that were put aside, the line that stops its queue, the lines that were not reached,
    /// and those outside the queues that answered no question and cannot answer one any more.
    pub(super) fn unplayed(
        &self,
        whose: &SeatId,
        end: &End<'_, R>,
        stop: Option<(Line, Option<Illegal>)>,
    ) -> Vec<Unplayed> {
        let unplayed = |line: Line, why: Option<Illegal>, stops: bool| Unplayed {
            line,
            why,
            note: None,
            stops,
        };
        let told = end.cleared.facts.iter();
        let mut all: Vec<Unplayed> = told
            .filter_map(|told| match &told.event {
                Event::PutAside { seat, line, why } if seat == whose => match why {
                    Aside::Illegal(why) | Aside::NothingToDo(Some(why)) => {
                        Some(unplayed(line.clone(), Some(why.clone()), false))
                    }
                    // Such a line has had its effect.
                    Aside::Hold | Aside::Held | Aside::NothingToDo(None) => None,
                },
                _ => None,
            })
            .collect();
        let stopped = stop.as_ref().map(|(line, _)| line.clone());
        all.extend(stop.map(|(line, why)| unplayed(line, why, true)));
        let Some(orders) = self.orders.get(whose) else {
            return all;
        };
        let spent = end.cleared.spent.get(whose).map(Spent::done);
        let is_spent = |line: &Line| spent.is_some_and(|spent| spent.contains(line));
        let lines = self.rules.lines(orders).into_iter();
        all.extend(
            lines
                .filter(|line| !is_spent(line) && Some(line) != stopped.as_ref())
                .map(|line| unplayed(line, None, false)),
        );
        let used = used(whose, &end.cleared.journal);
        let view = (self.rules).view(end.state, &Viewer::Seat(whose.clone()));
        let moments = moments_of(whose, &end.cleared.journal, &end.cleared.left_out);
        let unused = (self.rules).unused(whose, orders, &view, &moments, end.over);
        all.extend(
            unused
                .into_iter()
                .filter(|line| !line.pending && !used.contains(&line.line) && !is_spent(&line.line))
                .map(|line| Unplayed {
                    note: Some(line.why),
                    ..unplayed(line.line, None, false)
                }),
        );
        all
    }
}

/// Returns the lines of a seat that have answered a question or were put aside.
fn used<'a>(whose: &SeatId, journal: &'a [Entry]) -> BTreeSet<&'a Line> {
    let lines = journal.iter().filter_map(|entry| match entry {
        Entry::Answer {
            seat,
            by: By::Order(order) | By::Forced(Some(order)),
            ..
        }
        | Entry::PutAside { seat, order, .. }
            if seat == whose =>
        {
            Some(&order.line)
        }
        _ => None,
    });
    lines.collect_set()
}
