//! The mail that carries a report, with its pictures and files.

use super::{collected, publish::Publisher, told::Told};
use crate::{
    compose::{
        MailKind, MailedForm, PNG_TYPE, ReportMail, SCHEMA_TYPE, ToPlayer, attached_as, put_forms,
        put_link, was_mailed_to,
    },
    engine::SeatId,
    error::GameError,
    game_dir::{Disk, Ended, MailFormat, Pictures, Player},
    mail::{Attachment, Key, Settings, compose},
    report::{Format, Page, ReportError},
};
use std::path::PathBuf;

/// Returns the picture as a separate file, if the player asked for one.
pub(super) fn picture(
    page: &Page<'_>,
    seat: &SeatId,
    wanted: Pictures,
) -> Result<Option<File>, ReportError> {
    if wanted == Pictures::None {
        return Ok(None);
    }
    #[cfg(feature = "png")]
    if wanted == Pictures::Png {
        return Ok(Some((format!("{seat}.png"), PNG_TYPE, page.png()?)));
    }
    let svg = page.picture()?.into_bytes();
    Ok(Some((format!("{seat}.svg"), "image/svg+xml", svg)))
}

/// Returns the picture that the page of a mail shows; `None` in a program without PNG.
pub(super) fn shown_picture(page: &Page<'_>) -> Result<Option<Vec<u8>>, ReportError> {
    #[cfg(feature = "png")]
    return page.mailed_picture().map(Some);
    #[cfg(not(feature = "png"))]
    {
        let _ = page;
        Ok(None)
    }
}

/// A file attached to a mail: its name, its media type and its bytes.
pub(super) type File = (String, &'static str, Vec<u8>);

/// The contents of one mail.
pub(super) struct Report {
    pub subject: String,
    pub text: String,
    pub html: Option<String>,
    /// The picture that the page shows, as PNG.
    pub picture: Option<Vec<u8>>,
    pub attached: Vec<File>,
    /// The short form, if orders can be sent.
    pub short: Option<String>,
}

/// Returns the last report that was mailed to a player about a seat, in full and in the formats that they get: tables
/// that are the same in it are left out of the mail of this sitting. Returns nothing if the mail has all tables: in a
/// first report, in a last one, after an action of the GM, and for a player who was not mailed the one before.
pub(super) fn last(
    publisher: &Publisher<'_>,
    told: &Told<'_>,
    player: &Player,
    seat: &SeatId,
) -> Result<Vec<(Format, String)>, GameError> {
    let game = publisher.game;
    if told.anew.is_some() || told.position.ended == Ended::GameOver {
        return Ok(vec![]);
    }
    let Some(last) = collected::last_mailed(publisher, told, seat) else {
        return Ok(vec![]);
    };
    let (kind, name) = (MailKind::Report.name(), game.name.as_str());
    let key = Key::new(name, last.sitting, seat.as_str(), &kind, 1)?;
    if !was_mailed_to(game, &key, player)? {
        return Ok(vec![]);
    }
    let formats = match player.format {
        MailFormat::Both => &[Format::Text, Format::Html][..],
        MailFormat::Text => &[Format::Text],
    };
    let folder = game.layout.report(last.turn, last.sitting);
    let mut found = vec![];
    for format in formats {
        let file = folder.join(format!("{seat}.{}", format.ending()));
        if let Some(bytes) = Disk::read(&file)? {
            found.push((*format, String::from_utf8_lossy(&bytes).into_owned()));
        }
    }
    Ok(found)
}

/// Composes one mail; returns it with its path.
pub(super) fn mail(
    publisher: &Publisher<'_>,
    told: &Told<'_>,
    settings: &Settings,
    player: &Player,
    seat: &SeatId,
    report: Report,
) -> Result<(PathBuf, Vec<u8>), GameError> {
    let game = publisher.game;
    let (kind, number) = match &told.anew {
        Some(anew) => (MailKind::Begun(anew.kind), anew.number),
        None => (MailKind::Report, 1),
    };
    let mail = ToPlayer {
        game,
        settings,
        player,
        seat,
        kind,
        number,
        turn: publisher.turn,
        sitting: publisher.draw.sitting,
        position: Some(told.position),
    };
    let picture = report.picture.map(|bytes| Attachment {
        name: format!("{seat}.png"),
        content_type: PNG_TYPE.to_owned(),
        bytes,
    });
    let page = ReportMail {
        text: report.text,
        html: report.html,
        picture,
        attachments: vec![],
    };
    let mut letter = mail.report_letter(&report.subject, page, told.position.at)?;
    if told.position.ended != Ended::GameOver && report.short.is_none() {
        put_link(game, player, seat, publisher.draw.sitting, &mut letter)?;
    }
    if let Some(form) = &report.short {
        let sitting = publisher.draw.sitting;
        let form = MailedForm::of(game, player, seat, (sitting, sitting), form)?;
        put_forms(&mut letter, &[form]);
    }
    for (name, content_type, bytes) in report.attached {
        let bytes = if name.ends_with(".orders.yaml") {
            mail.own_form(seat, &bytes)?
        } else {
            bytes
        };
        letter.attachments.push(Attachment {
            // The schema keeps its name, because the form refers to it.
            name: if content_type == SCHEMA_TYPE {
                name
            } else {
                attached_as(game, told.position, &name)
            },
            content_type: content_type.to_owned(),
            bytes,
        });
    }
    let bytes = compose(&letter)?;
    let name = format!("{}.eml", letter.key.stem());
    Ok((game.layout.outbox().join(name), bytes))
}
