//! Reports, order forms and mails of one sitting.

use super::{
    collected,
    mailed::{self, Report},
    publish::Publisher,
    reading::Common,
    scores,
    told::Told,
};
use crate::{
    collect::Collect,
    compose::{self, SCHEMA_TYPE, YAML_TYPE},
    engine::{SeatId, Viewer},
    error::GameError,
    game_dir::{Ended, LastMailed, MailFormat, Papers as Wanted, Player, Players, bytes, try_map},
    mail::{Key, Settings, compose},
    report::{Format, Page, Paper, Public, Reader, ReaderKind, Reading, Words, abridged},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

/// The result of notifying all readers.
pub(crate) struct Everybody {
    /// The number of mails.
    pub mails: usize,
    /// The seats that are not mailed this report, each with the last report that was mailed.
    pub collected: BTreeMap<SeatId, LastMailed>,
    /// Templates that do not work, for the GM; the reports concerned are plain ones.
    pub alerts: Vec<String>,
}

/// Stages the reports of all readers and the mails of all players. If a template fails, its report is replaced by a
/// plain one, and the GM's report and a mail to the GM say so.
pub(crate) fn everybody(
    publisher: &mut Publisher<'_>,
    told: &Told<'_>,
) -> Result<Everybody, GameError> {
    let game = publisher.game;
    let words = &told.shelf.words;
    let players = game.players()?;
    let settings: Settings = game.mail_settings()?;
    let history = scores::so_far(publisher, told)?;
    let common = Common::new(publisher, told, &players, history)?;
    let folder = game.layout.report(publisher.turn, publisher.draw.sitting);
    let readers = readers(told, &players);
    let public = common.reading(publisher, told, Reader::public(), &Viewer::Public, None)?;
    let mut alerts: BTreeSet<String> = told.shelf.alert.iter().cloned().collect_set();
    let shared = Public::new(words, &public);
    alerts.extend(shared.as_ref().err().map(ToString::to_string));
    let writer = Writer {
        publisher,
        told,
        common: &common,
        words,
        public: shared.as_ref().ok(),
        players: &players,
        settings: &settings,
    };
    let numbered: Vec<_> = readers.iter().enumerate().collect();
    let mut written = try_map(&numbered, |(number, (reader, viewer))| {
        writer.papers(*number, reader, viewer, &[])
    })?;
    for papers in &written {
        alerts.extend(papers.alerts.iter().cloned());
    }
    let letters = compose::waiting(game)?;
    let (sitting, at) = (publisher.draw.sitting, told.position.at);
    let head = publisher.log.head_field();
    let mut carried = vec![];
    for letter in &letters {
        let (mails, alert) = compose::mails(
            game,
            words,
            &players,
            &settings,
            letter,
            (sitting, &head),
            at,
        )?;
        alerts.extend(alert);
        carried.extend(mails);
    }
    let alerts: Vec<String> = alerts.into_iter().collect();
    let alarm = if alerts.is_empty() {
        None
    } else {
        // The GM's report lists all alerts, so it is rendered again now that they are known.
        for (number, (reader, viewer)) in numbered {
            if reader.kind == ReaderKind::Gm {
                written[number] = writer.papers(number, reader, viewer, &alerts)?;
            }
        }
        Some(alarm(publisher, told, &settings, &alerts)?)
    };
    let (mut mails, mut collected) = (0, BTreeMap::new());
    let mailed = told.anew.as_ref().is_none_or(|anew| anew.mailed);
    for papers in written {
        for (name, bytes) in papers.files {
            publisher.secret(&folder.join(name), bytes);
        }
        collected.extend(papers.collected);
        if let Some((path, bytes)) = papers.mail.filter(|_| mailed) {
            publisher.secret(&path, bytes);
            mails += 1;
        }
    }
    // Press that waited for this sitting.
    for (key, mail) in carried.into_iter().chain(alarm) {
        let path = game.layout.outbox().join(format!("{}.eml", key.stem()));
        publisher.secret(&path, mail);
        mails += 1;
    }
    for mut letter in letters {
        letter.carried = Some(sitting);
        publisher.secret(&game.layout.press(letter.number), bytes("press", &letter)?);
    }
    Ok(Everybody {
        mails,
        collected,
        alerts,
    })
}

/// Composes the mail to the GM about templates that do not work.
fn alarm(
    publisher: &Publisher<'_>,
    told: &Told<'_>,
    settings: &Settings,
    alerts: &[String],
) -> Result<(Key, Vec<u8>), GameError> {
    let game = publisher.game;
    let (turn, sitting) = (publisher.turn, publisher.draw.sitting);
    let number = told.anew.as_ref().map_or(1, |anew| anew.number);
    let key = Key::new(game.name.as_str(), sitting, "gm", "alert", number)?;
    let subject = format!("{} A template does not work", game.file.tag());
    let text = format!(
        "Templates do not work in turn {turn}, sitting {sitting}. The game went on: each report concerned was\n\
         replaced by a plain one, with the events and the open questions.\n\n  {}\n\n\
         Fix or remove a template in the game's own `templates/`. A template that is not there is\n\
         part of the program: please report the fault. The next sitting uses the templates that\n\
         are there at its time.\n",
        alerts.join("\n  ")
    );
    let letter = settings.letter_to_gm(key.clone(), turn, &subject, &text, told.position.at);
    Ok((key, compose(&letter)?))
}

/// All files that are written for one reader.
#[derive(Default)]
struct Papers {
    /// Files of the sitting's folder.
    files: Vec<(String, Vec<u8>)>,
    /// The mail, with its path.
    mail: Option<(PathBuf, Vec<u8>)>,
    /// The seat and its last mailed report, if this one is not mailed.
    collected: Option<(SeatId, LastMailed)>,
    /// The errors of the templates that were replaced by plain reports.
    alerts: Vec<String>,
}

/// Returns all readers, each with the viewer whose view they get: the GM's report shows no more than the public's.
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
    // The largest reports are rendered first, to balance the threads.
    seats.into_iter().chain(onlookers).collect()
}

/// The values needed to write the report of any reader.
struct Writer<'a> {
    publisher: &'a Publisher<'a>,
    told: &'a Told<'a>,
    common: &'a Common<'a>,
    words: &'a Words,
    /// The rendered public part that all reports share, if its templates work.
    public: Option<&'a Public<'a>>,
    players: &'a Players,
    settings: &'a Settings,
}

/// Returns the papers of a reader: the report in both formats, the forms by a schema if there are any, and the subject of
/// a mail.
fn wanted(html_first: bool, schema: Option<&String>, is_mailed: bool) -> Vec<Paper<'_>> {
    let mut wanted = vec![Paper::Report(Format::Text), Paper::Report(Format::Html)];
    if html_first {
        wanted.reverse();
    }
    if let Some(schema) = schema {
        wanted.extend([Paper::Form { schema }, Paper::ShortForm { schema }]);
    }
    if is_mailed {
        wanted.push(Paper::Subject);
    }
    wanted
}

/// Returns the name of a reader's files, without its ending.
fn file_name(reader: &Reader) -> &str {
    match reader.kind {
        ReaderKind::Gm => "gm",
        ReaderKind::Public | ReaderKind::Seat => reader.seat.as_deref().unwrap_or("public"),
    }
}

impl Writer<'_> {
    /// Writes the report, the form and the mail of one reader; `alerts` are for the GM's report.
    fn papers(
        &self,
        number: usize,
        reader: &Reader,
        viewer: &Viewer,
        alerts: &[String],
    ) -> Result<Papers, GameError> {
        let (publisher, told, common) = (self.publisher, self.told, self.common);
        let player = viewer.seat().and_then(|seat| self.players.of(seat));
        let zone = player.and_then(|player| player.zone.as_deref());
        let mut reading = common.reading(publisher, told, reader.clone(), viewer, zone)?;
        reading.alerts = alerts.to_vec();
        reading.mails = player.map(|player| player.mails);
        let page = match self.public {
            Some(public) => Page::sharing(self.words, &reading, public),
            None => Page::new(self.words, &reading),
        };
        // The first page that needs a shared part renders it; neighbours start with different formats, so that they do
        // not wait for each other.
        let html_first = !number.is_multiple_of(2);
        let forms = viewer.seat().is_some() && told.position.ended != Ended::GameOver;
        let mut wanted = wanted(
            html_first,
            forms.then_some(&common.schema),
            player.is_some(),
        );
        let last = match (viewer.seat(), player) {
            (Some(seat), Some(player)) => mailed::last(publisher, told, player, seat)?,
            _ => vec![],
        };
        wanted.extend(last.iter().map(|(format, _)| Paper::Marked(*format)));
        let (written, wrong) = page.papers_or_plain(&wanted);
        let mut written = written.into_iter();
        let mut next = || written.next().expect("as many as are wanted");
        let (mut text, mut html) = (next(), next());
        if html_first {
            std::mem::swap(&mut text, &mut html);
        }
        let name = file_name(reader);
        let mut papers = Papers {
            alerts: wrong.iter().map(ToString::to_string).collect(),
            ..Papers::default()
        };
        for (format, report) in [(Format::Text, &text), (Format::Html, &html)] {
            let name = format!("{name}.{}", format.ending());
            papers.files.push((name, report.clone().into_bytes()));
        }
        let Some(seat) = viewer.seat() else {
            return Ok(papers);
        };
        let is_full = player.is_some_and(|player| player.papers == Wanted::Full);
        let (mut attached, mut short) = (vec![], None);
        if told.position.ended != Ended::GameOver {
            let form = next().into_bytes();
            let short_form = next();
            let view = common.seat_file(publisher, told, seat, &reading.view)?;
            let view = bytes("view", &view)?;
            for (name, bytes, is_wanted) in [("orders", form, true), ("view", view, is_full)] {
                let name = format!("{seat}.{name}.yaml");
                papers.files.push((name.clone(), bytes.clone()));
                if is_wanted {
                    attached.push((name, YAML_TYPE, bytes));
                }
            }
            let name = format!("{seat}.short.yaml");
            papers.files.push((name, short_form.clone().into_bytes()));
            // A seat that the next turn does not wait for is asked nothing.
            let waits = &reading.next.of;
            let is_asked = waits.is_empty() || waits.iter().any(|of| of == seat.as_str());
            short = is_asked.then_some(short_form);
        }
        if let Some(player) = player {
            if is_full {
                let schema = common.schema_text.clone();
                attached.push((common.schema.clone(), SCHEMA_TYPE, schema));
            }
            match mailed::picture(&page, seat, player.pictures) {
                Ok(picture) => attached.extend(picture),
                Err(wrong) => papers.alerts.push(wrong.to_string()),
            }
            let subject = next();
            let mut html = (player.format == MailFormat::Both).then_some(html);
            // The tables that the last mail had are left out of this one, and of no file.
            let site = reading.verify.public_at.as_deref();
            for (format, last) in last {
                let mailed = abridged(format, &next(), &last, site);
                match format {
                    Format::Text => text = mailed,
                    Format::Html => html = html.map(|_| mailed),
                }
            }
            let shown = html.as_ref().map(|_| mailed::shown_picture(&page));
            let picture = shown.transpose().unwrap_or_else(|wrong| {
                papers.alerts.push(wrong.to_string());
                None
            });
            let picture = picture.flatten();
            if let Some(picture) = &picture {
                papers.files.push((format!("{seat}.png"), picture.clone()));
            }
            let report = Report {
                subject,
                text,
                html,
                picture,
                attached,
                short,
            };
            self.mail(&mut papers, &reading, player, seat, report)?;
        }
        Ok(papers)
    }

    /// Composes the mail of a report, or notes that it is only filed in the sitting's folder.
    fn mail(
        &self,
        papers: &mut Papers,
        reading: &Reading,
        player: &Player,
        seat: &SeatId,
        report: Report,
    ) -> Result<(), GameError> {
        let (publisher, told) = (self.publisher, self.told);
        if collected::is_mailed(publisher, told, reading, seat, player.mails)? {
            let mail = mailed::mail(publisher, told, self.settings, player, seat, report)?;
            papers.mail = Some(mail);
        } else if let Some(last) = collected::last_mailed(publisher, told, seat) {
            papers.collected = Some((seat.clone(), last));
        }
        Ok(())
    }
}
