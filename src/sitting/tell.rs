//! Telling everybody: reports, order forms and mails of one sitting.

use super::{
    MailKind, OnFileSet, SittingError, ToPlayer, YAML_TYPE, attached_as, post, publish::Publisher,
    reading::Common, scores, shelf::Shelf,
};
use crate::{
    audit::Deed,
    engine::{Outcome, SeatId, Viewer},
    mail::{Attachment, Settings, compose},
    report::{Format, Page, Paper, Public, Reader, ReaderKind, Reading, Words},
    store::{
        Ended, MailFormat, Pictures, Player, Players, Position, TurnRecord, bytes, side_by_side,
    },
};
use serde_json::Value;
use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

/// The media type of a JSON Schema.
pub const SCHEMA_TYPE: &str = "application/schema+json";

/// What there is to tell.
pub(super) struct Told<'a> {
    /// The words to tell it in.
    pub shelf: &'a Shelf,
    pub record: &'a TurnRecord,
    pub set: &'a OnFileSet,
    pub outcome: &'a Outcome,
    /// What each reader may see of it.
    pub views: &'a BTreeMap<Viewer, Arc<Value>>,
    pub position: &'a Position,
    pub before: Option<&'a Position>,
    /// Nothing was played: the GM's hand has begun a turn.
    pub anew: Option<Anew>,
}

/// A turn that the GM's hand has begun, as it is told.
pub(super) struct Anew {
    /// How.
    pub kind: Deed,
    /// The number of its record, which tells its mails from those of the sitting before.
    pub number: u32,
    /// Whether the players are mailed.
    pub mailed: bool,
}

/// Stages the reports of all readers and the mails of all players; gives the number of mails.
pub(super) fn everybody(
    publisher: &mut Publisher<'_>,
    told: &Told<'_>,
) -> Result<usize, SittingError> {
    let game = publisher.game;
    let words = &told.shelf.words;
    let players = game.players()?;
    let settings: Settings = game.mail_settings()?;
    let history = scores::so_far(publisher, told)?;
    let common = Common::new(publisher, told, history)?;
    let folder = game.layout.report(publisher.turn, publisher.draw.sitting);
    let readers = readers(told, &players);
    let public = common.reading(publisher, told, Reader::public(), &Viewer::Public, None)?;
    let writer = Writer {
        publisher,
        told,
        common: &common,
        words,
        public: &Public::new(words, &public)?,
        players: &players,
        settings: &settings,
    };
    let numbered: Vec<_> = readers.iter().enumerate().collect();
    let written = side_by_side(&numbered, |(number, (reader, viewer))| {
        writer.papers(*number, reader, viewer)
    })?;
    let mut mails = 0;
    let mailed = told.anew.as_ref().is_none_or(|anew| anew.mailed);
    for papers in written {
        for (name, bytes) in papers.files {
            publisher.secret(&folder.join(name), bytes);
        }
        if let Some((path, bytes)) = papers.mail.filter(|_| mailed) {
            publisher.secret(&path, bytes);
            mails += 1;
        }
    }
    // Letters between players that waited for this.
    for mut letter in post::press_waiting(game)? {
        let (sitting, at) = (publisher.draw.sitting, told.position.at);
        for (key, mail) in
            post::press_mails(game, words, &players, &settings, &letter, sitting, at)?
        {
            let path = game.layout.outbox().join(format!("{}.eml", key.stem()));
            publisher.secret(&path, mail);
            mails += 1;
        }
        letter.carried = Some(sitting);
        publisher.secret(&game.layout.press(letter.number), bytes("press", &letter)?);
    }
    Ok(mails)
}

/// Everything that is written for one reader.
#[derive(Default)]
struct Papers {
    /// Files of the sitting's folder.
    files: Vec<(String, Vec<u8>)>,
    /// The mail, and its place.
    mail: Option<(PathBuf, Vec<u8>)>,
}

/// All readers, and as whom each may see the game: the GM's report shows no more than the public's.
fn readers<'a>(told: &Told<'a>, players: &Players) -> Vec<(Reader, &'a Viewer)> {
    let (mut seats, mut onlookers) = (vec![], vec![]);
    for viewer in told.views.keys() {
        match viewer {
            Viewer::Seat(seat) => {
                let player = players.of(seat).map(|player| player.name.clone());
                seats.push((Reader::seat(seat.as_str(), player), viewer));
            }
            Viewer::Public => {
                onlookers.push((Reader::public(), viewer));
                onlookers.push((Reader::gm(None), viewer));
            }
        }
    }
    // Who has least to read comes last, so that nobody is waited for at the end.
    seats.into_iter().chain(onlookers).collect()
}

/// What is needed to write anybody's papers.
struct Writer<'a> {
    publisher: &'a Publisher<'a>,
    told: &'a Told<'a>,
    common: &'a Common,
    words: &'a Words,
    /// What all may read, in words.
    public: &'a Public<'a>,
    players: &'a Players,
    settings: &'a Settings,
}

impl Writer<'_> {
    /// One reader's papers.
    fn papers(
        &self,
        number: usize,
        reader: &Reader,
        viewer: &Viewer,
    ) -> Result<Papers, SittingError> {
        let (publisher, told, common) = (self.publisher, self.told, self.common);
        let player = viewer.seat().and_then(|seat| self.players.of(seat));
        let zone = player.and_then(|player| player.zone.as_deref());
        let reading = common.reading(publisher, told, reader.clone(), viewer, zone)?;
        let page = Page::sharing(self.words, &reading, self.public);
        let mut wanted = vec![Paper::Report(Format::Text), Paper::Report(Format::Html)];
        // What is for all is filled by whoever comes first, and neighbours do not begin with the same.
        let html_first = !number.is_multiple_of(2);
        if html_first {
            wanted.reverse();
        }
        if viewer.seat().is_some() && told.position.ended != Ended::GameOver {
            let schema = &common.schema;
            wanted.push(Paper::Form { schema });
        }
        if player.is_some() {
            wanted.push(Paper::Subject);
        }
        let mut written = page.papers(&wanted)?.into_iter();
        let mut next = || written.next().expect("as many as are wanted");
        let (mut text, mut html) = (next(), next());
        if html_first {
            std::mem::swap(&mut text, &mut html);
        }
        let name = match reader.kind {
            ReaderKind::Gm => "gm",
            ReaderKind::Public | ReaderKind::Seat => reader.seat.as_deref().unwrap_or("public"),
        };
        let mut papers = Papers::default();
        for (format, report) in [(Format::Text, &text), (Format::Html, &html)] {
            let name = format!("{name}.{}", format.ending());
            papers.files.push((name, report.clone().into_bytes()));
        }
        let Some(seat) = viewer.seat() else {
            return Ok(papers);
        };
        let mut attached = vec![];
        if told.position.ended != Ended::GameOver {
            let form = next().into_bytes();
            let view = common.seat_file(publisher, told, seat, &reading.view);
            let view = bytes("view", &view)?;
            for (name, bytes) in [("orders", form), ("view", view)] {
                let name = format!("{seat}.{name}.yaml");
                papers.files.push((name.clone(), bytes.clone()));
                attached.push((name, YAML_TYPE, bytes));
            }
        }
        if let Some(player) = player {
            let schema = common.schema_text.clone();
            attached.push((common.schema.clone(), SCHEMA_TYPE, schema));
            attached.extend(picture(&page, seat, player.pictures)?);
            let report = Report {
                subject: next(),
                text,
                html: (player.format == MailFormat::Both).then_some(html),
                attached,
            };
            // The report lies in the sitting's folder; a mail that says nothing new is not sent.
            if !nothing_new(told, &reading) {
                let mail = mail(publisher, told, self.settings, player, seat, report)?;
                papers.mail = Some(mail);
            }
        }
        Ok(papers)
    }
}

/// Whether a report says no more to a seat than its last one did: nothing was told, and the seat is asked nothing
/// that it was not asked before, with the same deadline.
fn nothing_new(told: &Told<'_>, reading: &Reading) -> bool {
    let Some(before) = told.before else {
        return false;
    };
    told.anew.is_none()
        && told.position.ended == Ended::Waiting
        && before.deadline == told.position.deadline
        && reading.interventions.is_empty()
        && !reading.events.iter().any(|event| event.new)
        && reading.openings.is_empty()
        && reading
            .prompts
            .iter()
            .all(|prompt| told.record.prompts.contains(prompt))
}

/// The picture as a file of its own, for whoever asked for one.
fn picture(page: &Page<'_>, seat: &SeatId, wanted: Pictures) -> Result<Option<File>, SittingError> {
    if wanted == Pictures::None {
        return Ok(None);
    }
    #[cfg(feature = "png")]
    if wanted == Pictures::Png {
        return Ok(Some((format!("{seat}.png"), "image/png", page.png()?)));
    }
    let svg = page.picture()?.into_bytes();
    Ok(Some((format!("{seat}.svg"), "image/svg+xml", svg)))
}

/// A file that goes with a mail: its name, its media type and its bytes.
type File = (String, &'static str, Vec<u8>);

/// What goes into one mail.
struct Report {
    subject: String,
    text: String,
    html: Option<String>,
    attached: Vec<File>,
}

/// One mail and its place.
fn mail(
    publisher: &Publisher<'_>,
    told: &Told<'_>,
    settings: &Settings,
    player: &Player,
    seat: &SeatId,
    report: Report,
) -> Result<(PathBuf, Vec<u8>), SittingError> {
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
    let mut letter = mail.letter(&report.subject, &report.text, told.position.at)?;
    letter.html = report.html;
    letter.attachments = report
        .attached
        .into_iter()
        .map(|(name, content_type, bytes)| Attachment {
            // The schema keeps the name that the form knows it by.
            name: if content_type == SCHEMA_TYPE {
                name
            } else {
                attached_as(game, told.position, &name)
            },
            content_type: content_type.to_owned(),
            bytes,
        })
        .collect();
    let bytes = compose(&letter)?;
    let name = format!("{}.eml", letter.key.stem());
    Ok((game.layout.outbox().join(name), bytes))
}
