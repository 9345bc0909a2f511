//! Telling everybody: reports, order forms and mails of one sitting.

use super::{OnFileSet, SittingError, deadline::in_zone, publish::Publisher};
use crate::{
    engine::{Outcome, SeatId, Stop, Viewer},
    mail::{Attachment, Key, Letter, Settings, compose},
    report::{
        self, Deadline, Format, Intervention, Next, Reader, Reading, Slot, Verify, Waiting, Words,
    },
    store::{Ended, MailFormat, Player, Position, TurnRecord, bytes, read},
};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

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

/// What a player's own program needs to check his orders: his view, and what was played of them.
#[derive(Debug, Serialize)]
struct SeatFile<'a> {
    game: &'a str,
    ruleset: &'a str,
    turn: u32,
    sitting: u32,
    seat: &'a SeatId,
    seats: Vec<SeatId>,
    played: Vec<&'a crate::engine::Line>,
    body: Option<&'a Value>,
    view: Value,
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

/// What all readings of a sitting share.
struct Common {
    waiting_for: Vec<Waiting>,
    verify: Verify,
    players: BTreeMap<String, String>,
    interventions: Vec<Intervention>,
    schema: String,
    schema_text: Vec<u8>,
    /// The last sitting of which everybody had a report.
    seen: u32,
}

impl Common {
    fn new(publisher: &Publisher<'_>, told: &Told<'_>) -> Result<Self, SittingError> {
        let game = publisher.game;
        let sitting = publisher.draw.sitting;
        let mut waiting: BTreeMap<&SeatId, Vec<String>> = BTreeMap::new();
        if let Err(Stop::Waiting(prompts)) = &told.outcome.flow {
            for prompt in prompts {
                let asks = waiting.entry(&prompt.seat).or_default();
                if !asks.contains(&prompt.ask) {
                    asks.push(prompt.ask.clone());
                }
            }
        }
        let key = publisher.chain.key(sitting).map(crate::dice::Key::to_hex);
        let labels = super::publish::rolls_of(&told.outcome.journal, sitting);
        let mut commands = vec!["chronojudge audit public".to_owned()];
        if let Some(roll) = labels.first() {
            commands.push(format!(
                "chronojudge audit public --explain {} --sitting {sitting}",
                roll.label
            ));
        }
        let interventions = told.early.map(|reason| Intervention {
            what: "The sitting was run before everybody was in".to_owned(),
            who: "the GM".to_owned(),
            at: utc(told.position.at),
            reason: reason.to_owned(),
        });
        let schema = format!("orders-{}.schema.json", game.known.id);
        Ok(Self {
            waiting_for: waiting
                .into_iter()
                .map(|(seat, asks)| Waiting {
                    seat: seat.to_string(),
                    asks,
                })
                .collect(),
            verify: Verify {
                head: Some(publisher.log.head_field()),
                anchor: Some(publisher.chain.anchor().to_string()),
                key,
                commands,
                beacon: false,
            },
            players: game
                .players()?
                .players
                .iter()
                .flat_map(|p| p.seats.iter().map(|s| (s.to_string(), p.name.clone())))
                .collect(),
            interventions: interventions.into_iter().collect(),
            schema_text: crate::schemas::orders(&game.known).into_bytes(),
            schema,
            seen: sitting - 1,
        })
    }

    fn reading(
        &self,
        publisher: &Publisher<'_>,
        told: &Told<'_>,
        reader: Reader,
        viewer: &Viewer,
        zone: Option<&str>,
    ) -> Result<Reading, SittingError> {
        let game = publisher.game;
        let sitting = publisher.draw.sitting;
        let view = game.rules.view(&told.outcome.state, viewer)?;
        let about = report::Game {
            id: game.name.to_string(),
            title: game.file.title.clone(),
            ruleset: game.known.title.to_owned(),
            edition: game.known.edition.to_owned(),
        };
        let mut reading = Reading::new(about, reader, publisher.turn, sitting, view);
        reading.at = utc(told.position.at);
        reading.ended = match told.position.ended {
            Ended::Waiting => report::Ended::Waiting,
            Ended::TurnComplete => report::Ended::TurnComplete,
            Ended::GameOver => report::Ended::GameOver,
        };
        reading.winners = told
            .position
            .winners
            .iter()
            .map(ToString::to_string)
            .collect();
        reading.next = Next {
            turn: told.position.turn,
            deadline: self.deadline(game, told, zone)?,
            how: how(told.position),
        };
        reading.players.clone_from(&self.players);
        reading.events = report::events(&told.outcome.facts, Some(viewer), self.seen);
        if let Some(before) = told.before {
            let name = viewer.seat().map_or("public", SeatId::as_str);
            reading.before = read(&game.layout.view(before.turn, name))?;
        } else {
            reading.reconstructed = game
                .library
                .provenance()
                .map_err(crate::store::StoreError::Content)?
                .into_iter()
                .filter(|p| p.status != crate::content::Status::Official)
                .collect();
        }
        reading.dice = report::dice(&told.outcome.journal, sitting);
        for opening in &told.outcome.openings[told.record.openings.len()..] {
            if opening.to.includes(viewer) {
                let slot = publisher.opened(opening)?;
                reading.openings.push(Slot {
                    deck: slot.deck.to_string(),
                    slot: slot.slot,
                    item: slot.item,
                    salt: slot.salt.to_string(),
                });
            }
        }
        reading.verify = self.verify.clone();
        reading.interventions.clone_from(&self.interventions);
        reading.waiting_for.clone_from(&self.waiting_for);
        let gm = reading.reader.kind == report::ReaderKind::Gm;
        if let Err(Stop::Waiting(prompts)) = &told.outcome.flow {
            reading.prompts = prompts
                .iter()
                .filter(|p| gm || viewer.seat() == Some(&p.seat))
                .cloned()
                .collect();
        }
        if let Some(seat) = viewer.seat() {
            let files = told
                .set
                .on_file
                .get(seat)
                .map_or(&[][..], |o| o.files.as_slice());
            reading.on_file = !files.is_empty();
            reading.sent = files.last().map(|f| f.body.clone());
            reading.orders = report::orders(seat, files, told.outcome);
        }
        Ok(reading)
    }

    fn deadline(
        &self,
        game: &crate::store::Game,
        told: &Told<'_>,
        zone: Option<&str>,
    ) -> Result<Option<Deadline>, SittingError> {
        let (Some(due), Some(schedule)) = (told.position.deadline, &game.file.schedule) else {
            return Ok(None);
        };
        let zone = zone.unwrap_or(&schedule.zone);
        Ok(Some(Deadline {
            utc: utc(due),
            local: in_zone(due, zone)?,
            zone: zone.to_owned(),
            left: left(told.position.at, due),
        }))
    }

    fn seat_file<'a>(
        &self,
        publisher: &Publisher<'a>,
        told: &Told<'a>,
        seat: &'a SeatId,
        view: &Value,
    ) -> SeatFile<'a> {
        let open = told.position.ended == Ended::Waiting;
        let file = told
            .set
            .on_file
            .get(seat)
            .and_then(|o| o.files.last())
            .filter(|_| open);
        SeatFile {
            game: publisher.game.name.as_str(),
            ruleset: publisher.game.known.id,
            turn: told.position.turn,
            sitting: publisher.draw.sitting,
            seat,
            seats: publisher.game.seat_ids(),
            played: if open {
                told.outcome
                    .played
                    .get(seat)
                    .into_iter()
                    .flatten()
                    .collect()
            } else {
                vec![]
            },
            body: file.map(|f| &f.body),
            view: view.clone(),
        }
    }
}

/// How to send what is wanted next.
fn how(position: &Position) -> Vec<String> {
    if position.ended == Ended::GameOver {
        return vec![];
    }
    vec![
        "Fill in the attached order form and send it back in a reply, attached as it is.".to_owned(),
        "Check it first, if you like: `chronojudge check FORM --view VIEW`, with both files as attached."
            .to_owned(),
        "You may send a new file until the deadline; the last valid one counts.".to_owned(),
    ]
}

fn utc(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%d %H:%M UTC").to_string()
}

/// How long it is from one instant to a later one.
fn left(from: DateTime<Utc>, to: DateTime<Utc>) -> String {
    let hours = (to - from).num_hours().max(0);
    let (days, hours) = (hours / 24, hours % 24);
    let count = |n: i64, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
    match (days, hours) {
        (0, h) => count(h, "hour"),
        (d, 0) => count(d, "day"),
        (d, h) => format!("{} {}", count(d, "day"), count(h, "hour")),
    }
}
