//! Telling everybody: reports, order forms and mails of one sitting.

use super::{OnFileSet, SittingError, publish::Publisher, reading::Common};
use crate::{
    engine::{Outcome, SeatId, Viewer},
    mail::{Attachment, Key, Letter, Settings, compose},
    report::{self, Format, Reader, Words},
    store::{Ended, MailFormat, Player, Position, TurnRecord, bytes},
};

/// The media type of a JSON Schema.
const SCHEMA_TYPE: &str = "application/schema+json";

/// What there is to tell.
pub(super) struct Told<'a> {
    pub record: &'a TurnRecord,
    pub set: &'a OnFileSet,
    pub outcome: &'a Outcome,
    pub position: &'a Position,
    pub before: Option<&'a Position>,
    pub early: Option<&'a str>,
}

/// Stages the reports of all readers and the mails of all players; gives the number of mails.
pub(super) fn everybody(
    publisher: &mut Publisher<'_>,
    told: &Told<'_>,
) -> Result<usize, SittingError> {
    let game = publisher.game;
    let words = Words::new(&*game.rules, &game.library, &game.templates()?)?;
    let players = game.players()?;
    let settings: Settings = game.mail_settings()?;
    let common = Common::new(publisher, told)?;
    let folder = game.layout.report(publisher.turn, publisher.draw.sitting);
    let mut mails = 0;
    for reader in [Reader::public(), Reader::gm(None)] {
        let name = match reader.kind {
            report::ReaderKind::Gm => "gm",
            _ => "public",
        };
        let reading = common.reading(publisher, told, reader, &Viewer::Public, None)?;
        for format in [Format::Text, Format::Html] {
            let text = report::render(&words, &reading, format)?;
            let path = folder.join(format!("{name}.{}", format.ending()));
            publisher.secret(&path, text.into_bytes());
        }
    }
    for seat in game.seat_ids() {
        let player = players.of(&seat);
        let viewer = Viewer::Seat(seat.clone());
        let reader = Reader::seat(seat.as_str(), player.map(|p| p.name.clone()));
        let zone = player.and_then(|p| p.zone.clone());
        let reading = common.reading(publisher, told, reader, &viewer, zone.as_deref())?;
        let text = report::render(&words, &reading, Format::Text)?;
        let html = report::render(&words, &reading, Format::Html)?;
        let subject = report::subject(&words, &reading)?;
        let mut attached = vec![];
        if told.position.ended != Ended::GameOver {
            let form = report::form(&words, &reading, common.schema.as_str())?;
            let view = bytes(
                "view",
                &common.seat_file(publisher, told, &seat, &reading.view),
            )?;
            attached.push((
                format!("{seat}.orders.yaml"),
                "application/yaml",
                form.into_bytes(),
            ));
            attached.push((format!("{seat}.view.yaml"), "application/yaml", view));
        }
        for (name, _, bytes) in &attached {
            publisher.secret(&folder.join(name), bytes.clone());
        }
        let path = folder.join(format!("{seat}.{}", Format::Text.ending()));
        publisher.secret(&path, text.clone().into_bytes());
        let path = folder.join(format!("{seat}.{}", Format::Html.ending()));
        publisher.secret(&path, html.clone().into_bytes());
        if let Some(player) = player {
            attached.push((
                common.schema.clone(),
                SCHEMA_TYPE,
                common.schema_text.clone(),
            ));
            let report = Report {
                subject,
                text,
                html: (player.format == MailFormat::Both).then_some(html),
                attached,
            };
            mail(publisher, told, &settings, player, &seat, report)?;
            mails += 1;
        }
    }
    Ok(mails)
}

/// What goes into one mail.
struct Report {
    subject: String,
    text: String,
    html: Option<String>,
    attached: Vec<(String, &'static str, Vec<u8>)>,
}

/// Stages one mail.
fn mail(
    publisher: &mut Publisher<'_>,
    told: &Told<'_>,
    settings: &Settings,
    player: &Player,
    seat: &SeatId,
    report: Report,
) -> Result<(), SittingError> {
    let game = publisher.game;
    let key = Key::new(
        game.name.as_str(),
        publisher.draw.sitting,
        seat.as_str(),
        "report",
        1,
    )?;
    let to = crate::mail::Address::new(Some(&player.name), &player.address)?;
    let mut letter = Letter::new(
        key.clone(),
        publisher.turn,
        settings.from.clone(),
        to,
        &report.subject,
        &report.text,
        told.position.at,
    );
    letter.domain = Some(settings.domain().to_owned());
    letter.reply_to.clone_from(&settings.reply_to);
    letter.html = report.html;
    letter.attachments = report
        .attached
        .into_iter()
        .map(|(name, content_type, bytes)| Attachment {
            // The schema keeps the name that the form knows it by.
            name: if content_type == SCHEMA_TYPE {
                name
            } else {
                format!("{}.t{}.{name}", game.name, told.position.turn)
            },
            content_type: content_type.to_owned(),
            bytes,
        })
        .collect();
    let bytes = compose(&letter)?;
    let path = game.layout.outbox().join(format!("{}.eml", key.stem()));
    publisher.secret(&path, bytes);
    Ok(())
}
