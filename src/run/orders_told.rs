//! The orders of a seat in its report: what it has on file, and what came of each line.

use super::told::Told;
use crate::{
    engine::{SeatId, moments},
    error::GameError,
    game_dir::Game,
    report::{self, Reading},
};

/// Adds what a seat has on file, and what came of each line.
pub(super) fn add_orders(
    reading: &mut Reading,
    game: &Game,
    told: &Told<'_>,
    seat: &SeatId,
) -> Result<(), GameError> {
    let files = told
        .set
        .on_file
        .get(seat)
        .map_or(&[][..], |o| o.files.as_slice());
    reading.on_file = !files.is_empty();
    if let Some(on_file) = told.set.on_file.get(seat) {
        reading.standing.clone_from(&on_file.standing);
    }
    let done = told.outcome.played.get(seat);
    reading.sent = files
        .last()
        .map(|file| done.map_or_else(|| file.body.clone(), |done| file.left(done)));
    let filed = told.set.orders.get(seat);
    reading.envelope = filed.map(|filed| {
        let envelope = &filed.envelope;
        serde_json::json!({
            "if-illegal": envelope.if_illegal,
            "wake": envelope.wake,
            "standing": envelope.standing,
        })
    });
    reading.orders = report::orders(seat, files, told.outcome);
    if let Some(last) = files.last() {
        let over = told.outcome.flow.is_ok();
        let moments = moments(seat, told.outcome);
        let entries: Result<Vec<_>, _> = files
            .iter()
            .map(|file| game.rules.entries(&file.body))
            .collect();
        let journal = &told.outcome.journal;
        report::replaced(&mut reading.orders, seat, journal, files, entries?);
        let lines = (game.rules).unused(seat, &last.body, &reading.view, &moments, over)?;
        report::unused(&mut reading.orders, files, lines);
        let found = (game.rules).interrupted(&told.outcome.facts, journal, over)?;
        report::interrupted(&mut reading.orders, seat, files, journal, &found);
    }
    Ok(())
}
