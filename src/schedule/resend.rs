//! Mails that the GM sends on demand: the last report of a seat, and a test mail.

use super::{ScheduleError, gm_action::when, not_now};
use crate::{
    compose::{MailKind, ReportMail, ToPlayer},
    engine::SeatId,
    game_dir::{self, Disk, Game, Layout, LockedGame, Player, Position, Secrecy, Stage},
    mail::{Address, Envelope, Incoming, Key, Settings, Transport, compose},
};
use chrono::{DateTime, Utc};

/// Puts the last report of a seat into the outbox again, with its form, as a new mail to the player's present address.
/// Returns the name of the mail.
///
/// # Errors
/// Returns [`ScheduleError::NotNow`] if the seat has no player or no report yet.
pub fn send_again(
    game: &LockedGame,
    at: DateTime<Utc>,
    seat: &SeatId,
) -> Result<String, ScheduleError> {
    let Some(position) = game_dir::verify(game)? else {
        return not_now("The game has not begun: there are no reports yet.");
    };
    let players = game.players()?;
    let Some(player) = players.of(seat) else {
        return not_now(format!("The seat `{seat}` has no player."));
    };
    let Some(report) = ReportMail::read(game, &position, player, seat)? else {
        return not_now(format!("There is no report for `{seat}` yet."));
    };
    let layout = &game.layout;
    let settings: Settings = game.mail_settings()?;
    let mut mail = ToPlayer {
        game,
        settings: &settings,
        player,
        seat,
        kind: MailKind::Again,
        number: 1,
        turn: position.turn,
        sitting: position.sitting,
        position: Some(&position),
    };
    while is_there(layout, &mail.key()?) {
        mail.number += 1;
    }
    let before = subject_before(layout, position.sitting, seat)?;
    let subject = before.unwrap_or_else(|| {
        format!(
            "{} Turn {}: the last report",
            game.file.tag(),
            position.turn
        )
    });
    // If the deadline was moved since, the report quotes the old one.
    let moved = moved(game, &position, player)?;
    let mut report = report;
    if let Some(words) = moved {
        report.text = format!("{words}\n\n{}", report.text);
        report.html = report.html.map(|page| above(&page, &words));
    }
    let letter = mail.report_letter(&subject, report, at)?;
    let key = &letter.key;
    let mut stage = Stage::new("again");
    let place = layout.outbox().join(format!("{}.eml", key.stem()));
    stage.add(layout, &place, compose(&letter)?, Secrecy::Secret);
    game.commit(stage)?;
    Ok(key.stem())
}

/// Returns the sentence about a deadline that was moved after the report was written, if one was.
fn moved(
    game: &Game,
    position: &Position,
    player: &Player,
) -> Result<Option<String>, ScheduleError> {
    let (Some(deadline), true) = (position.deadline, position.clock.moved > 0) else {
        return Ok(None);
    };
    Ok(Some(format!(
        "The deadline was moved since this report was written. Orders are due {}.",
        when(game, player, deadline)?
    )))
}

/// Puts a paragraph above everything else in a page. The words hold no mark-up: they are a date and a zone.
fn above(page: &str, words: &str) -> String {
    let body = page
        .find("<body")
        .and_then(|body| Some(body + page[body..].find('>')? + 1));
    let (head, rest) = page.split_at(body.unwrap_or(0));
    format!("{head}\n<p><strong>{words}</strong></p>{rest}")
}

/// Returns true if a mail is in the outbox or was sent.
fn is_there(layout: &Layout, key: &Key) -> bool {
    let name = format!("{}.eml", key.stem());
    [layout.outbox(), layout.sent()]
        .iter()
        .any(|folder| folder.join(&name).exists())
}

/// Returns the subject of a seat's last report.
fn subject_before(
    layout: &Layout,
    sitting: u32,
    seat: &SeatId,
) -> Result<Option<String>, ScheduleError> {
    let mut last: Option<(u32, Vec<u8>)> = None;
    for folder in [layout.sent(), layout.outbox()] {
        for name in Disk::list(&folder)? {
            let key = name.strip_suffix(".eml").and_then(Key::from_stem);
            let Some(key) = key else { continue };
            // The report of a rewind, correction or fork is a mail with the number of its record.
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

/// Sends a test mail in the same way as the game's mails, without saving it. Returns the address it was sent to.
///
/// # Errors
/// Returns [`ScheduleError::Guard`], with the transport's error and a hint, if the mail cannot be delivered.
pub fn send_test(
    game: &Game,
    transport: &mut dyn Transport,
    to: Option<Address>,
    at: DateTime<Utc>,
) -> Result<String, ScheduleError> {
    let settings: Settings = game.mail_settings()?;
    let to = to.unwrap_or_else(|| settings.from.clone());
    let address = to.email().to_owned();
    // A second test is another mail.
    let number = u32::try_from(at.timestamp()).unwrap_or(u32::MAX);
    let key = Key::new(game.name.as_str(), 0, "gm", "test", number)?;
    let text = format!(
        "This mail tests if the mail of {} arrives.\n\nIt has arrived. You need not do anything else.\n",
        game.file.title
    );
    let subject = format!("{} A test", game.file.tag());
    let mut letter = settings.letter_to_gm(key, 0, &subject, &text, at);
    letter.to = to;
    let bytes = compose(&letter)?;
    let envelope = Envelope::of(&bytes)?;
    transport
        .deliver(&envelope, &bytes)
        .map_err(|error| ScheduleError::Guard {
            words: format!("The test mail to {address} was not sent: {error}."),
            hint: error
                .hint
                .unwrap_or_else(|| "Check the transport in mail.yaml.".to_owned()),
        })?;
    Ok(address)
}
