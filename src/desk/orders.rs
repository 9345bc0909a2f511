//! Orders that the GM sets for a seat.

use super::{Act, DeskError, Done, act::Message, terms::because};
use crate::{
    audit::Deed,
    engine::SeatId,
    mail::Attachment,
    sitting::{self, MailKind, Who, YAML_TYPE, attached_as},
    store::{Game, TurnRecord},
    yaml::Problems,
};
use chrono::{DateTime, Utc};

/// Puts an order file of a seat in force that the GM wrote, or took from elsewhere. It is judged as its
/// player's own would be; everybody learns that it was done, and the player what was.
///
/// # Errors
/// [`DeskError`]; a bad file is no error here but [`Problems`].
pub fn set_orders(
    game: &Game,
    at: DateTime<Utc>,
    name: &str,
    bytes: &[u8],
    reason: &str,
) -> Result<Result<(SeatId, Done), Problems>, DeskError> {
    let mut act = Act::begin(game, at)?;
    let turn = act.position.turn;
    let filed = match game.read_orders(name, bytes) {
        Ok(filed) => filed,
        Err(problems) => return Ok(Err(problems)),
    };
    let seat = filed.envelope.seat.clone();
    let seats = game.seat_ids();
    if !seats.contains(&seat) {
        let list = filed.misdirected(game.name.as_str(), turn, None, &seats, &*game.rules);
        return Ok(Err(filed.wrap(list)));
    }
    let record = TurnRecord::read(game, turn)?;
    let used = sitting::used_files(game, turn, &seat)?;
    let judged = sitting::judge(game, &act.position, &seat, &record, &used, name, bytes)?;
    if let Err(problems) = judged {
        return Ok(Err(problems));
    }
    sitting::put_in_force(game, turn, &seat, bytes, &mut act.stage);
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
    Ok(Ok((seat, act.commit(text)?)))
}
