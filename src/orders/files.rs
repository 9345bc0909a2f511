//! The order files of a seat, as a sitting locks them.

use crate::{
    engine::{OnFile, SeatId},
    error::GameError,
    game_dir::{Disk, Filed, Game, StoreError},
};

/// Returns the orders that a seat has on file when the last of these files is in force.
pub(crate) fn as_locked(used: &[Filed]) -> OnFile {
    let mut on_file = OnFile {
        files: used.iter().map(Filed::sent).collect(),
        ..OnFile::default()
    };
    if let Some(last) = used.last() {
        in_advance(&mut on_file, last);
    }
    on_file
}

/// Returns the files of a seat that earlier sittings of this turn have locked, oldest first.
///
/// # Errors
/// [`GameError`] if a file cannot be read or parsed.
pub fn used_files(game: &Game, turn: u32, seat: &SeatId) -> Result<Vec<Filed>, GameError> {
    let mut used: Vec<Filed> = vec![];
    let sittings = game.layout.turn(turn).join("sittings");
    for name in Disk::list(&sittings)? {
        let Ok(sitting) = name.parse() else { continue };
        let path = sittings.join(name).join(format!("order-{seat}.yaml"));
        let Some(bytes) = Disk::read(&path)? else {
            continue;
        };
        let filed = game
            .read_orders(&path.display().to_string(), &bytes)
            .map_err(StoreError::Problems)?;
        filed.follow(&mut used, sitting);
    }
    Ok(used)
}

/// Copies the parts of a file that are not orders: standing orders, `wake`, `if-illegal` and `no-orders`.
pub(crate) fn in_advance(on_file: &mut OnFile, filed: &Filed) {
    on_file.standing.clone_from(&filed.envelope.standing);
    on_file.wake.clone_from(&filed.envelope.wake);
    on_file.if_illegal = filed.envelope.if_illegal;
    on_file.no_orders = filed.envelope.no_orders;
}
