//! Mails that a GM sends by hand: a report once more, and a test.

use super::{DeskError, not_now};
use crate::{
    engine::SeatId,
    mail::{Address, Attachment, Envelope, Incoming, Key, Settings, Transport, compose},
    schemas,
    sitting::{self, post},
    store::{Disk, Game, Layout, MailFormat, Secrecy, Stage},
};
use chrono::{DateTime, Utc};
use std::path::Path;

/// The kind of a mail that was sent before.
const AGAIN: &str = "again";

/// Puts the last report of a seat into the outbox once more, with its form, as a mail of its own: to the
/// address that its player has now. The game must be locked.
///
/// # Errors
/// [`DeskError::NotNow`] before there is one.
pub fn send_again(game: &Game, at: DateTime<Utc>, seat: &SeatId) -> Result<String, DeskError> {
    let Some(position) = sitting::sound(game)? else {
        return not_now("The game has not begun: there are no reports yet.");
    };
    let players = game.players()?;
    let Some(player) = players.of(seat) else {
        return not_now(format!("Nobody has the seat `{seat}`."));
    };
    let layout = &game.layout;
    let folder = layout.last_report(&position);
    let Some(text) = Disk::read(&folder.join(format!("{seat}.txt")))? else {
        return not_now(format!("There is no report for `{seat}` yet."));
    };
    let settings: Settings = game.mail_settings()?;
    let (name, sitting) = (game.name.as_str(), position.sitting);
    let key = free(layout, |number| {
        Key::new(name, sitting, seat.as_str(), AGAIN, number)
    })?;
    let subject = subject_before(layout, sitting, seat)?.unwrap_or_else(|| {
        format!(
            "{} Turn {}: the last report",
            game.file.tag(),
            position.turn
        )
    });
    let to = Address::new(Some(&player.name), &player.address)?;
    let text = String::from_utf8_lossy(&text);
    let mut letter = settings.letter(key.clone(), position.turn, to, &subject, &text, at);
    post::answered_at_seat(game, &settings, player, seat, &mut letter)?;
    if player.format == MailFormat::Both {
        let html = Disk::read(&folder.join(format!("{seat}.html")))?;
        letter.html = html.map(|html| String::from_utf8_lossy(&html).into_owned());
    }
    for part in ["orders", "view"] {
        let file = format!("{seat}.{part}.yaml");
        if let Some(bytes) = Disk::read(&folder.join(&file))? {
            letter.attachments.push(Attachment {
                name: format!("{name}.t{}.{file}", position.turn),
                content_type: "application/yaml".to_owned(),
                bytes,
            });
        }
    }
    letter.attachments.push(Attachment {
        name: format!("orders-{}.schema.json", game.known.id),
        content_type: sitting::SCHEMA_TYPE.to_owned(),
        bytes: schemas::orders(game.known.title, &*game.rules).into_bytes(),
    });
    let mut stage = Stage::new(AGAIN);
    let place = layout.outbox().join(format!("{}.eml", key.stem()));
    stage.add(layout, &place, compose(&letter)?, Secrecy::Secret);
    stage.commit(&game.disk, layout)?;
    Ok(key.stem())
}

/// The first name of a mail that neither waits nor was sent.
fn free(
    layout: &Layout,
    key: impl Fn(u32) -> Result<Key, crate::mail::MailError>,
) -> Result<Key, DeskError> {
    let is_there = |folder: &Path, key: &Key| folder.join(format!("{}.eml", key.stem())).exists();
    let mut number = 1;
    loop {
        let key = key(number)?;
        if !is_there(&layout.outbox(), &key) && !is_there(&layout.sent(), &key) {
            return Ok(key);
        }
        number += 1;
    }
}

/// The subject that a seat's last report had.
fn subject_before(
    layout: &Layout,
    sitting: u32,
    seat: &SeatId,
) -> Result<Option<String>, DeskError> {
    let mut last: Option<(u32, Vec<u8>)> = None;
    for folder in [layout.sent(), layout.outbox()] {
        for name in Disk::list(&folder)? {
            let key = name.strip_suffix(".eml").and_then(Key::from_stem);
            let Some(key) = key else { continue };
            // A turn that the GM's hand has begun is reported by a mail with the number of its record.
            let report = ["report", "rewind", "amend", "fork"].contains(&key.kind());
            let newer = last.as_ref().is_none_or(|(n, _)| *n <= key.revision());
            if report && newer && key.sitting() == sitting && key.reader() == seat.as_str() {
                let bytes = Disk::read(&folder.join(name))?.unwrap_or_default();
                last = Some((key.revision(), bytes));
            }
        }
    }
    let subject = last.map(|(_, bytes)| Incoming::read(&bytes).subject);
    Ok(subject.filter(|subject| !subject.is_empty()))
}

/// Sends a mail that says nothing but that it has arrived, as the game's mails are sent. Nothing is kept of
/// it. Gives the address it went to.
///
/// # Errors
/// [`DeskError::Guard`] with what the way out says of it, and what to do.
pub fn send_test(
    game: &Game,
    transport: &mut dyn Transport,
    to: Option<Address>,
    at: DateTime<Utc>,
) -> Result<String, DeskError> {
    let settings: Settings = game.mail_settings()?;
    let to = to.unwrap_or_else(|| settings.from.clone());
    let address = to.email().to_owned();
    // Whoever tests twice wants two mails.
    let number = u32::try_from(at.timestamp()).unwrap_or(u32::MAX);
    let key = Key::new(game.name.as_str(), 0, "gm", "test", number)?;
    let text = format!(
        "This mail was sent to find out whether the mail of {} arrives.\n\nIt has. Nothing else is to be done.\n",
        game.file.title
    );
    let subject = format!("{} A test", game.file.tag());
    let letter = settings.letter(key, 0, to, &subject, &text, at);
    let bytes = compose(&letter)?;
    let envelope = Envelope::of(&bytes)?;
    transport
        .deliver(&envelope, &bytes)
        .map_err(|error| DeskError::Guard {
            words: format!("The test mail to {address} was not sent: {error}."),
            hint: error
                .hint
                .unwrap_or_else(|| "See how mail leaves in mail.yaml.".to_owned()),
        })?;
    Ok(address)
}
