//! Acceptance of one order file: it is validated as a whole, and put in force if it is valid.

use super::{
    error::{NotAccepted, NotSigned},
    load::{keep_signature, load, put_in_force},
    locked::used_files,
    mail_book::Book,
    revision::stale_orders,
    validate::validate,
};
use crate::{
    engine::SeatId,
    error::GameError,
    game_dir::{Disk, Filed, Game, Layout, LockedGame, Stage, TurnRecord, Verified, read},
    mail::{Signed, verify},
    yaml::Problems,
};

/// Verifies the signature of an order file, and returns the file as its player signed it. Returns `None` if the file
/// names no seat whose player has a key.
///
/// # Errors
/// [`NotSigned`] if the players cannot be read, or the signature is not the player's.
pub fn signed(
    game: &Game,
    name: &str,
    bytes: &[u8],
    signature: &[u8],
) -> Result<Option<Signed>, NotSigned> {
    // Errors in the file itself are reported when it is validated.
    let Ok(filed) = game.read_orders(name, bytes) else {
        return Ok(None);
    };
    let players = game.players()?;
    let player = players.of(&filed.envelope.seat);
    let key = player.and_then(|player| player.key.as_deref());
    Ok(key.map(|key| verify(key, signature, bytes)).transpose()?)
}

/// Returns true if a seat's player has sent orders for a turn, by mail or signed.
///
/// # Errors
/// [`GameError`] if the book or the folder of the orders cannot be read.
pub fn player_has_sent(game: &Game, turn: u32, seat: &SeatId) -> Result<bool, GameError> {
    let book: Option<Book> = read(&game.layout.post_book())?;
    let origin = book.as_ref().and_then(|book| book.orders.get(seat));
    if origin.is_some_and(|origin| origin.turn == turn) {
        return Ok(true);
    }
    let names = Disk::list(&game.layout.orders(turn))?;
    Ok(names
        .iter()
        .any(|name| Layout::is_order_signature(name, seat)))
}

/// Validates one file, and puts it in force with its signature if it is valid.
///
/// ```no_run
/// use chronojudge::{
///     game_dir::{self, Disk, Game, TurnRecord},
///     orders::{self, NotAccepted},
/// };
/// use std::{fs, path::Path};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let game = Game::open(Path::new("gem"), Disk::new())?.lock(chrono::Utc::now())?;
/// let position = game_dir::verify(&game)?.expect("a game that has begun");
/// let record = TurnRecord::read(&game, position.turn)?;
/// let (name, bytes) = ("zytal.yaml", fs::read("zytal.yaml")?);
/// match orders::accept(&game, &position, &record, name, &bytes, None) {
///     Ok((seat, warnings)) => {
///         println!("the orders of {seat} are in force");
///         print!("{}", warnings.render(false));
///     }
///     Err(NotAccepted::Invalid(problems)) => print!("{}", problems.render(false)),
///     Err(other) => return Err(other.into()),
/// }
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`NotAccepted`] if the file is invalid, or if a file of the game cannot be read or written; then nothing has changed.
pub fn accept(
    game: &LockedGame,
    position: &Verified,
    record: &TurnRecord,
    name: &str,
    bytes: &[u8],
    signature: Option<&str>,
) -> Result<(SeatId, Problems), NotAccepted> {
    let (filed, warnings) = look(game, position, record, name, bytes, signature.is_some())?;
    let seat = filed.envelope.seat.clone();
    let mut stage = Stage::new("receiving");
    put_in_force(game, position.turn, &seat, bytes, &mut stage);
    if let Some(signature) = signature {
        keep_signature(game, position.turn, &filed, signature, &mut stage);
    }
    game.commit(stage)?;
    // The orders in force now must be those that a sitting would load.
    debug_assert!(load(game, position, record).is_ok_and(|s| s.orders.contains_key(&seat)));
    Ok((seat, warnings))
}

/// Validates one file for the seat that it names; a signed file must be newer than the signed ones before it.
pub(crate) fn look(
    game: &Game,
    position: &Verified,
    record: &TurnRecord,
    name: &str,
    bytes: &[u8],
    is_signed: bool,
) -> Result<(Filed, Problems), NotAccepted> {
    let filed = game.read_orders(name, bytes)?;
    let seat = filed.envelope.seat.clone();
    if !game.seat_ids().contains(&seat) {
        // `validate` requires a seat of this game.
        let seats = game.seat_ids();
        let list = filed.misdirected(
            game.name.as_str(),
            position.turn,
            None,
            &seats,
            &*game.rules,
        );
        return Err(filed.wrap(list).into());
    }
    let used = used_files(game, position.turn, &seat)?;
    let (filed, warnings) = validate(game, position, &seat, record, &used, name, bytes)?;
    let players = game.players()?;
    let key = players.of(&seat).and_then(|player| player.key.as_deref());
    if is_signed
        && let Some(key) = key
        && let Some(problem) = stale_orders(game, position.turn, &filed, key)?
    {
        return Err(filed.wrap(vec![problem]).into());
    }
    Ok((filed, warnings))
}
