//! Orders that the GM sets for a seat, or accepts from its player outside the mail.

use super::{
    ScheduleError,
    gm_action::{Done, GmAction, Message},
    terms::because,
};
use crate::{
    compose::{MailKind, YAML_TYPE, attached_as},
    engine::SeatId,
    game_dir::{Disk, Game, LockedGame, Position, StoreError, TurnRecord, Verified, Who},
    log::Deed,
    mail::Attachment,
    orders,
    yaml::Problems,
};
use chrono::{DateTime, Utc};

/// The published reason when `receive` replaces a file that the player sent; the command `orders` takes another reason.
const IN_PLACE: &str = "the GM filed them after the player had sent orders for this turn";

/// The result of putting an order file in force.
#[derive(Debug)]
pub struct Filing {
    /// The seat of the file.
    pub seat: SeatId,
    /// The warnings about the file.
    pub warnings: Problems,
    /// The note and the mails about it, if it was published.
    pub published: Option<Done>,
}

/// Puts an order file in force that its player handed to the GM, with its signature if it has one.
///
/// A player who has sent orders for this turn has a receipt with their hash, and relies on them. A file without the
/// player's signature that replaces those orders is therefore published, as by [`set_orders`].
///
/// # Errors
/// Returns [`ScheduleError::Invalid`] if the file is invalid, and another error if it cannot be put in force now.
pub fn receive_orders(
    game: &LockedGame,
    at: DateTime<Utc>,
    (position, record): (&Verified, &TurnRecord),
    name: &str,
    bytes: &[u8],
    signature: Option<&str>,
) -> Result<Filing, ScheduleError> {
    if signature.is_none() && takes_the_place_of_own(game, position, name, bytes)? {
        return set_orders(game, at, name, bytes, IN_PLACE);
    }
    let (seat, warnings) = orders::accept(game, position, record, name, bytes, signature)?;
    Ok(Filing {
        seat,
        warnings,
        published: None,
    })
}

/// Returns true if the file differs from the one on file for a seat whose player has sent orders.
fn takes_the_place_of_own(
    game: &Game,
    position: &Position,
    name: &str,
    bytes: &[u8],
) -> Result<bool, ScheduleError> {
    // Problems of the file are reported when it is validated.
    let Ok(filed) = game.read_orders(name, bytes) else {
        return Ok(false);
    };
    let seat = &filed.envelope.seat;
    if !game.seat_ids().contains(seat) || !orders::player_has_sent(game, position.turn, seat)? {
        return Ok(false);
    }
    let place = game.layout.order(position.turn, seat);
    let on_file = Disk::read(&place).map_err(StoreError::from)?;
    Ok(on_file.as_deref() != Some(bytes))
}

/// Puts an order file of a seat in force that the GM wrote or obtained elsewhere. It is validated like the player's
/// own; all players are notified, and the seat's player gets the file.
///
/// # Errors
/// Returns [`ScheduleError::Invalid`] if the file is invalid, and another error if it cannot be put in force now.
pub fn set_orders(
    game: &LockedGame,
    at: DateTime<Utc>,
    name: &str,
    bytes: &[u8],
    reason: &str,
) -> Result<Filing, ScheduleError> {
    let mut act = GmAction::begin(game, at)?;
    let turn = act.position.turn;
    let filed = game
        .read_orders(name, bytes)
        .map_err(ScheduleError::Invalid)?;
    let seat = filed.envelope.seat.clone();
    let seats = game.seat_ids();
    if !seats.contains(&seat) {
        let list = filed.misdirected(game.name.as_str(), turn, None, &seats, &*game.rules);
        return Err(ScheduleError::Invalid(filed.wrap(list)));
    }
    let record = TurnRecord::read(game, turn)?;
    let used = orders::used_files(game, turn, &seat)?;
    let judged = orders::validate(game, &act.position, &seat, &record, &used, name, bytes);
    let (_, warnings) = judged?;
    orders::put_in_force(game, turn, &seat, bytes, &mut act.stage);
    let text = because(
        &format!(
            "The orders of {seat} for turn {turn} are what the GM set; its player can replace them."
        ),
        reason,
    );
    let number = act.note_of(Deed::Orders, Who::Gm, &text, &seat, None, vec![])?;
    act.tell_all(Deed::Orders, &Who::Gm, number, &text)?;
    if let Some(player) = act.players.of(&seat).cloned() {
        let message = Message {
            subject: format!("the orders that the GM set for {seat}"),
            text: format!("{text}\n\nThey are attached.\n"),
            attachments: vec![Attachment {
                name: attached_as(game, &act.position, &format!("{seat}.orders.yaml")),
                content_type: YAML_TYPE.to_owned(),
                bytes: bytes.to_vec(),
            }],
        };
        act.mail_seat(&player, &seat, MailKind::OrdersSet, number, message)?;
    }
    Ok(Filing {
        seat,
        warnings,
        published: Some(act.commit(text)?),
    })
}
