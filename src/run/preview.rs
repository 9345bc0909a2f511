//! A preview of the next sitting; it writes nothing and draws no dice.

use super::{due::lapsed, escalation::lateness, play::play, request::Request};
use crate::{
    dice::Scripted,
    engine::{Outcome, SeatId},
    error::GameError,
    game_dir::{Game, TurnRecord, Verified},
    orders::{self, OnFileSet},
};
use std::collections::BTreeMap;

/// The outcome of a sitting that is not committed.
#[derive(Debug)]
pub struct Preview {
    /// The orders on file of all seats.
    pub set: OnFileSet,
    /// The bots that would play, by seat.
    pub bots: BTreeMap<SeatId, String>,
    /// The outcome, as far as it does not depend on dice that are not drawn yet.
    pub outcome: Outcome,
}

/// Returns the outcome of the sitting as it is requested, without committing it.
///
/// ```
/// use chronojudge::{
///     game_dir::{self, Disk, Game},
///     run::{self, Request},
/// };
/// use std::path::Path;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let game = Game::open(Path::new("games/gem-1992"), Disk::new())?;
/// let position = game_dir::verify(&game)?.expect("a game that has begun");
/// let request = Request { at: chrono::Utc::now(), overdue: false, early: None };
/// let preview = run::preview(&game, &position, &request)?;
/// println!("{} facts do not depend on dice", preview.outcome.facts.len());
/// assert_eq!(preview.set.orders.len(), 6);
/// assert!(preview.bots.is_empty());
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Returns [`GameError`] if a file of the game cannot be read, or the rules fail.
pub fn preview(game: &Game, position: &Verified, request: &Request) -> Result<Preview, GameError> {
    let record = TurnRecord::read(game, position.turn)?;
    let set = orders::load(game, position, &record)?;
    let overdue = request.overdue || lapsed(game, position, request.at);
    let (late, _) = lateness(game, position, &record, &set, overdue, request)?;
    let bots = late.bots.clone();
    let sitting = position.sitting + 1;
    let dice = &mut Scripted::new();
    let outcome = play(
        game,
        &game.log_end()?,
        position.turn,
        &record,
        &set,
        sitting,
        late,
        dice,
    )?;
    Ok(Preview { set, bots, outcome })
}
