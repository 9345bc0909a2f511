//! The newest view of a seat on the play page of the site: encrypted, with a key that stands in the mails of that seat
//! alone.

use super::{
    play_link::{PLAY, keyed, page},
    seat_address::seat_address,
    to_player::{MailKind, ToPlayer},
    token::{Minter, put},
};
use crate::{
    cipher::Key,
    error::GameError,
    game_dir::{Game, read},
    mail::Settings,
    orders::with_revision,
};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;

/// The least length of an encrypted text, in bytes.
const LEAST: usize = 1 << 15;

/// Everything that a player needs on the play page.
#[derive(Serialize)]
struct Shown {
    /// The view file of the report, as JSON: the page reads it at its start, and YAML takes many times as long.
    view: String,
    /// The order form, with the token of the short form that was mailed with the view.
    orders: String,
    /// The address that orders go to.
    to: String,
}

/// Returns the newest view of each seat, encrypted, by its path on the site. All are of one length, so that the length
/// tells nothing of a seat. None is left when no orders can be sent: while the dice are awaited, and at the end.
///
/// # Errors
/// [`GameError`] if a file of the game cannot be read, or if `public-at` is not the address of a site.
pub fn encrypted_views(
    game: &Game,
    at: DateTime<Utc>,
) -> Result<Vec<(String, Vec<u8>)>, GameError> {
    if page(&game.file).is_none() {
        return Err(GameError::NotNow(
            "`publish: views` puts a link into each mail, and `public-at` does not name the folder of the site".to_owned(),
        ));
    }
    let Some(position) = game.position()? else {
        return Ok(vec![]);
    };
    let (players, settings): (_, Settings) = (game.players()?, game.mail_settings()?);
    let minter = Minter::of(game, &players, position.turn)?;
    let mut texts = vec![];
    for player in &players.players {
        for seat in &player.seats {
            let mail = ToPlayer {
                game,
                settings: &settings,
                player,
                seat,
                kind: MailKind::Copy,
                number: 1,
                turn: position.turn,
                sitting: position.sitting,
                position: Some(&position),
            };
            let folder = game.layout.last_report(&position);
            let view: Option<Value> = read(&folder.join(format!("{seat}.view.yaml")))?;
            let (Some(view), Some((_, form))) = (view, mail.bare_form(seat, at)?) else {
                continue;
            };
            // A reply quotes the link: what it opens has the token that counts only from the player's own address.
            let token = minter.form_token(player, seat, position.sitting);
            let form = with_revision(game, player, seat, position.turn, &put(&token, &form))?;
            let shown = Shown {
                view: view.to_string(),
                orders: String::from_utf8_lossy(&form).into_owned(),
                to: seat_address(game, &settings, seat)?.email().to_owned(),
            };
            let key = minter.view_key(player, seat, keyed(&position, seat));
            texts.push((key, serde_json::to_vec(&shown).expect("three texts")));
        }
    }
    let longest = texts.iter().map(|(_, text)| text.len()).max();
    let length = longest.unwrap_or_default().next_power_of_two().max(LEAST);
    let file = |(key, mut text): (Key, Vec<u8>)| {
        // JSON may end with spaces (RFC 8259, 2).
        text.resize(length, b' ');
        (format!("{PLAY}views/{}", key.name()), key.encrypt(&text))
    };
    Ok(texts.into_iter().map(file).collect())
}
