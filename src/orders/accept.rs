//! Taking one order file: judged as a whole, and put in force if it is good.

use super::{
    files::used_files,
    load::{gather, keep_signature, put_in_force},
    mail_book::Book,
    revision::stale_orders,
    validate::judge,
};
use crate::{
    engine::SeatId,
    error::SittingError,
    game_dir::{Disk, Filed, Game, Layout, Position, Stage, TurnRecord, read},
    mail::{Signed, Unsigned, verify},
    yaml::Problems,
};

/// An order file as its player signed it; nothing if it names no seat whose player has a key.
///
/// # Errors
/// [`SittingError`] if it cannot be looked up; [`Unsigned`] if it is not his signature.
pub fn signed(
    game: &Game,
    name: &str,
    bytes: &[u8],
    signature: &[u8],
) -> Result<Result<Option<Signed>, Unsigned>, SittingError> {
    // What is wrong with the file itself is said by whoever takes it.
    let Ok(filed) = game.read_orders(name, bytes) else {
        return Ok(Ok(None));
    };
    let players = game.players()?;
    let player = players.of(&filed.envelope.seat);
    let key = player.and_then(|player| player.key.as_deref());
    Ok(key.map(|key| verify(key, signature, bytes)).transpose())
}

/// Whether a seat's player has sent orders for a turn: by mail, or signed.
///
/// # Errors
/// [`SittingError`] if it cannot be looked up.
pub fn player_has_sent(game: &Game, turn: u32, seat: &SeatId) -> Result<bool, SittingError> {
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

/// Judges one file, and puts it in force if it is good, with the signature that fits it. The game must be locked.
///
/// # Errors
/// [`SittingError`]; nothing was changed then. A bad file is no error: its problems are given.
pub fn take(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    name: &str,
    bytes: &[u8],
    signature: Option<&str>,
) -> Result<Result<(SeatId, Problems), Problems>, SittingError> {
    let looked = look(game, position, record, name, bytes, signature.is_some())?;
    let (filed, warnings) = match looked {
        Ok(good) => good,
        Err(problems) => return Ok(Err(problems)),
    };
    let seat = filed.envelope.seat.clone();
    let mut stage = Stage::new("receiving");
    put_in_force(game, position.turn, &seat, bytes, &mut stage);
    if let Some(signature) = signature {
        keep_signature(game, position.turn, &filed, signature, &mut stage);
    }
    stage.commit(&game.disk, &game.layout)?;
    // What is in force now must be what a sitting would take.
    debug_assert!(gather(game, position, record).is_ok_and(|s| s.orders.contains_key(&seat)));
    Ok(Ok((seat, warnings)))
}

/// Judges one file of whichever seat it names; a signed one must be newer than those before it.
pub(crate) fn look(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    name: &str,
    bytes: &[u8],
    is_signed: bool,
) -> Result<Result<(Filed, Problems), Problems>, SittingError> {
    let filed = match game.read_orders(name, bytes) {
        Ok(filed) => filed,
        Err(problems) => return Ok(Err(problems)),
    };
    let seat = filed.envelope.seat.clone();
    if !game.seat_ids().contains(&seat) {
        // The judge says it with its place only of seats that there are.
        let seats = game.seat_ids();
        let list = filed.misdirected(
            game.name.as_str(),
            position.turn,
            None,
            &seats,
            &*game.rules,
        );
        return Ok(Err(filed.wrap(list)));
    }
    let used = used_files(game, position.turn, &seat)?;
    let judged = judge(game, position, &seat, record, &used, name, bytes)?;
    let Ok((filed, warnings)) = judged else {
        return Ok(judged);
    };
    let players = game.players()?;
    let key = players.of(&seat).and_then(|player| player.key.as_deref());
    if is_signed
        && let Some(key) = key
        && let Some(problem) = stale_orders(game, position.turn, &filed, key)?
    {
        return Ok(Err(filed.wrap(vec![problem])));
    }
    Ok(Ok((filed, warnings)))
}
