//! Lines of a turn's earlier order files that the next file left out.

use super::{OrderLine, Outcome};
use crate::engine::{Entry, Line, SeatId, Sent, left_out, played, to_come};
use crate::yaml::flow as yaml_flow;

/// Adds the lines of a seat's earlier order files that were neither played nor repeated in the next file.
/// `entries` are the lines of each file that are lost if the next file leaves them out.
pub fn replaced(
    orders: &mut Vec<OrderLine>,
    seat: &SeatId,
    journal: &[Entry],
    files: &[Sent],
    entries: Vec<Vec<Line>>,
) {
    for (n, (pair, lines)) in files.windows(2).zip(entries).enumerate() {
        let new = &pair[1];
        let before: Vec<Entry> = journal
            .iter()
            .filter(|entry| entry.sitting() < new.since)
            .cloned()
            .collect();
        let rest = to_come(seat, &before, &files[..=n], lines);
        let done = played(seat, &before, &files[..n + 2]);
        let gone = left_out(&rest, new, &done).into_iter();
        let gone = gone.map(|gone| OrderLine {
            line: gone.line.0.clone(),
            text: yaml_flow::flow(&gone.says),
            outcome: Outcome::Replaced,
            why: None,
            file: n + 1,
            note: None,
        });
        // Inserted after the other lines of the same file.
        let known = orders.iter().rposition(|order| order.file <= n + 1);
        let at = known.map_or(0, |at| at + 1);
        orders.splice(at..at, gone.collect::<Vec<_>>());
    }
}
