//! The data of one reader's report on one sitting, for the templates.

use super::{collected::Collected, orders_told::add_orders, publish::Publisher, told::Told};
use crate::{
    collect::Collect,
    compose::{Thread, deadline, fork, utc},
    content::{Provenance, Status},
    engine::{DecodeError, Past, Prompt, SeatId, Stop, ToCome, Viewer, past},
    error::GameError,
    game_dir::{
        Ended, Game, NoAdvice, Noted, Players, Seated, SittingPolicy, StoreError, anchor, log_key,
        notes_since, public_at, try_map,
    },
    log::{Branch, Salts, branches},
    orders::left_of_file,
    report::{
        self, Intervention, Moved, Next, Reader, Reading, Score, Slot, Team, Verify, Waiting,
    },
};
use serde::Serialize;
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// The file with which a player's own program checks their orders: their view, and the orders that were played.
#[derive(Debug, Serialize)]
pub(crate) struct SeatFile<'a> {
    game: &'a str,
    ruleset: &'a str,
    turn: u32,
    sitting: u32,
    seat: &'a SeatId,
    seats: Vec<SeatId>,
    /// The content files that are the game's own; the program has only its built-in ones.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    content: BTreeMap<&'a str, &'a str>,
    /// The hash of the order file in force; `played` has its completed lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    played: Vec<&'a crate::engine::Line>,
    /// The actions of all order files of the seat in the open turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    past: Vec<Past>,
    /// The lines of the order file in force that are not played yet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    to_come: Vec<ToCome>,
    /// The prompts of the seat.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    asked: Vec<&'a Prompt>,
    /// The seats that the game waits for; empty if it waits for all, or for none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    waits_for: Vec<&'a str>,
    /// The reason why `advise` has no advice on this view, if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_advice: Option<NoAdvice>,
    view: &'a Value,
}

/// The data that the reports of all readers on a sitting share.
pub(crate) struct Common<'a> {
    waiting_for: Vec<Waiting>,
    verify: Verify,
    players: BTreeMap<String, String>,
    teams: Vec<Team>,
    interventions: Vec<Intervention>,
    anew: Option<String>,
    moves: Vec<Moved>,
    /// The file name of the order files' JSON Schema, and its text.
    pub schema: String,
    pub schema_text: Vec<u8>,
    /// The seats whose orders the next turn waits for, if they are not all.
    awaited: Vec<String>,
    /// The points after each turn.
    history: Vec<Score>,
    /// The last sitting that has been reported.
    seen: u32,
    /// The view of each reader after that sitting.
    before: BTreeMap<Viewer, Arc<Value>>,
    /// The content that is not the publisher's, listed in the first reports.
    reconstructed: Vec<Provenance>,
    /// The events and notes that some seats have not been mailed yet.
    collected: Collected<'a>,
    /// The letters between players.
    thread: Thread,
}

impl<'a> Common<'a> {
    pub(super) fn new(
        publisher: &Publisher<'_>,
        told: &Told<'a>,
        players: &Players,
        history: Vec<Score>,
    ) -> Result<Self, GameError> {
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
        let anew = told.anew.as_ref();
        let key = publisher.key.as_ref().filter(|_| anew.is_none());
        let key = key.map(crate::dice::Key::to_hex);
        let labels = super::publish::rolls_of(&told.outcome.journal, sitting);
        let mut commands = vec!["chronojudge audit public".to_owned()];
        if let Some(roll) = labels.first() {
            commands.push(format!(
                "chronojudge audit public --explain {} --sitting {sitting}",
                roll.label
            ));
        }
        // The report of a sitting lists the notes since the sitting before it.
        let seen = if anew.is_some() { sitting } else { sitting - 1 };
        let thread = Thread::read(game, players)?;
        let notes = notes_since(&publisher.log, seen, &game.layout, Some(&publisher.stage))?;
        let interventions = notes.into_iter().map(intervention);
        let schema = format!("orders-{}.schema.json", game.known.id);
        let players: BTreeMap<String, String> = (players.players.iter())
            .flat_map(|p| p.seats.iter().map(|s| (s.to_string(), p.name.clone())))
            .collect_map();
        let mut reconstructed = vec![];
        if told.before.is_none() {
            reconstructed = game.library.provenance().map_err(StoreError::Content)?;
            reconstructed.retain(|p| p.status != Status::Official);
        }
        Ok(Self {
            collected: Collected::read(publisher, told)?,
            thread,
            reconstructed,
            teams: report::teams(
                (Seated::of(&game.file, &publisher.log).seats.iter())
                    .filter_map(|seat| Some((seat.id.as_str(), seat.team.as_deref()?))),
                &players,
            ),
            waiting_for: waiting
                .into_iter()
                .map(|(seat, asks)| Waiting {
                    seat: seat.to_string(),
                    asks,
                })
                .collect(),
            verify: Verify {
                head: Some(publisher.log.head_field()),
                log_key: log_key(game),
                public_at: public_at(game),
                anchor: anchor(&publisher.log).map(|anchor| anchor.to_string()),
                key,
                commands,
                beacon: publisher.signature.is_some(),
                choice: Salts::read(&publisher.log).choice(),
            },
            players,
            interventions: interventions.collect(),
            anew: anew.map(|anew| anew.kind.as_str().to_owned()),
            moves: branches(&publisher.log).iter().map(moved).collect(),
            schema_text: told.shelf.schema.clone(),
            schema,
            seen,
            history,
            awaited: awaited(game, told)?,
            before: before(game, told)?,
        })
    }

    pub(super) fn reading(
        &self,
        publisher: &Publisher<'_>,
        told: &Told<'_>,
        reader: Reader,
        viewer: &Viewer,
        zone: Option<&str>,
    ) -> Result<Reading, GameError> {
        let game = publisher.game;
        let sitting = publisher.draw.sitting;
        let view = told.views[viewer].clone();
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
            of: self.awaited.clone(),
            deadline: deadline(game, told.position.deadline, told.position.at, zone)?,
            how: how(publisher.game.file.sittings, told, viewer),
        };
        reading.players.clone_from(&self.players);
        reading.teams.clone_from(&self.teams);
        reading.history.clone_from(&self.history);
        reading.odds = match viewer.seat() {
            Some(seat) => game.rules.odds_seen(&reading.view, seat)?,
            None => game.rules.odds_for_all(&reading.view)?,
        };
        let last = self.collected.last(viewer);
        let seen = last.map_or(self.seen, |last| last.sitting);
        reading.events = report::events(&told.outcome.facts, Some(viewer), seen);
        reading.past = self.collected.turns(viewer);
        let addressee = match reading.reader.kind {
            report::ReaderKind::Public => None,
            report::ReaderKind::Gm => Some("gm"),
            report::ReaderKind::Seat => viewer.seat().map(SeatId::as_str),
        };
        reading.letters = (addressee.into_iter())
            .flat_map(|reader| self.thread.since(reader, seen, sitting))
            .collect();
        let before = self.collected.view(publisher, viewer);
        reading.before = before.or_else(|| self.before.get(viewer).cloned());
        reading.reconstructed.clone_from(&self.reconstructed);
        reading.dice = report::dice(&told.outcome.journal, sitting);
        let openings = told.outcome.openings.iter();
        let new = openings.filter(|o| o.sitting > seen && o.to.includes(viewer));
        for opening in self.collected.openings(viewer).into_iter().chain(new) {
            let slot = publisher.opened(opening)?;
            reading.openings.push(Slot {
                deck: slot.deck.to_string(),
                slot: slot.slot,
                item: slot.item,
            });
        }
        reading.verify = self.verify.clone();
        reading.interventions = match self.collected.notes(viewer) {
            Some(notes) => notes.iter().cloned().map(intervention).collect(),
            None => self.interventions.clone(),
        };
        reading.anew.clone_from(&self.anew);
        reading.moves.clone_from(&self.moves);
        reading.fork = fork(game);
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
            add_orders(&mut reading, game, told, seat)?;
        }
        Ok(reading)
    }

    pub(super) fn seat_file<'b>(
        &'b self,
        publisher: &Publisher<'b>,
        told: &Told<'b>,
        seat: &'b SeatId,
        view: &'b Value,
    ) -> Result<SeatFile<'b>, DecodeError> {
        let open = told.position.ended == Ended::Waiting;
        let files = told.set.on_file.get(seat).filter(|_| open);
        let files = files.map_or(&[][..], |on_file| &on_file.files);
        let prompts: &[Prompt] = match &told.outcome.flow {
            Err(Stop::Waiting(prompts)) => prompts,
            _ => &[],
        };
        let journal = &told.outcome.journal;
        let to_come = left_of_file(&*publisher.game.rules, seat, journal, files, prompts)?;
        Ok(SeatFile {
            game: publisher.game.name.as_str(),
            ruleset: publisher.game.known.id,
            turn: told.position.turn,
            sitting: publisher.draw.sitting,
            seat,
            seats: publisher.game.seat_ids(),
            content: publisher.game.library.overlaid().collect_map(),
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
            file: files.last().map(|file| file.digest.as_str()),
            past: past(seat, journal, files),
            to_come,
            asked: prompts.iter().filter(|p| p.seat == *seat).collect(),
            waits_for: if open {
                let waits = prompts.iter().filter(|p| !p.offered);
                let seats: BTreeSet<&str> = waits.map(|p| p.seat.as_str()).collect_set();
                seats.into_iter().collect()
            } else {
                self.awaited.iter().map(String::as_str).collect()
            },
            no_advice: NoAdvice::of(publisher.game.file.advice, told.position.ended),
            view,
        })
    }
}

/// Returns the view of each reader after the last sitting. Views that were loaded to validate orders are reused.
fn before(game: &Game, told: &Told<'_>) -> Result<BTreeMap<Viewer, Arc<Value>>, GameError> {
    let Some(before) = told.before else {
        return Ok(BTreeMap::new());
    };
    let viewers: Vec<&Viewer> = told.views.keys().collect();
    let views = try_map(&viewers, |viewer| {
        let known = viewer.seat().and_then(|seat| told.set.views.get(seat));
        match known {
            Some(view) => Ok(Some(Arc::clone(view))),
            None => game
                .view(before.turn, viewer)
                .map(|view| view.map(Arc::new)),
        }
    })?;
    let views = viewers.into_iter().cloned().zip(views);
    Ok(views
        .filter_map(|(viewer, view)| Some((viewer, view?)))
        .collect_map())
}

/// Converts a note for the report.
fn intervention(note: Noted) -> Intervention {
    Intervention {
        what: note.what,
        who: note.who,
        at: note.at,
        reason: note.text,
    }
}

/// Converts a rewind, correction or fork for the report.
fn moved(made: &Branch) -> Moved {
    Moved {
        what: made.what.as_str().to_owned(),
        turn: made.turn,
        to: made.to,
        after: made.after,
    }
}

/// Returns the seats whose orders the next turn waits for; empty if it waits for all.
fn awaited(game: &crate::game_dir::Game, told: &Told<'_>) -> Result<Vec<String>, GameError> {
    if told.position.ended != Ended::TurnComplete {
        return Ok(vec![]);
    }
    let seats = game.rules.awaited(&told.outcome.state)?;
    let seats = seats.unwrap_or_default().into_iter();
    Ok(seats.map(|seat| seat.to_string()).collect())
}

/// Returns the instructions for sending orders; empty if the viewer is not asked for anything.
fn how(policy: SittingPolicy, told: &Told<'_>, viewer: &Viewer) -> Vec<String> {
    let position = told.position;
    let asked = match &told.outcome.flow {
        Err(Stop::Waiting(prompts)) => prompts.iter().any(|p| viewer.seat() == Some(&p.seat)),
        _ => viewer.seat().is_some() && position.ended != Ended::GameOver,
    };
    if !asked {
        return vec![];
    }
    vec![
        "Change the lines of the mail's short form in a reply, or attach the order form to it."
            .to_owned(),
        format!(
            "You may send new orders {}; they replace the sections that they name.",
            open_until(policy, position.deadline.is_some())
        ),
    ]
}

/// Returns until when a file can be replaced, as the rest of a sentence.
fn open_until(policy: SittingPolicy, has_deadline: bool) -> &'static str {
    match (policy, has_deadline) {
        (SittingPolicy::WhenComplete, true) => {
            "until all who are asked have answered, and no longer than until the deadline"
        }
        (SittingPolicy::WhenComplete, false) => "until all who are asked have answered",
        (SittingPolicy::AtDeadline, true) => "until the deadline",
        (SittingPolicy::AtDeadline, false) => "until the GM runs the turn",
        (SittingPolicy::EachMail, _) => "until it is played, which can be at once",
    }
}
