//! A game as read from its public files.

use crate::{
    audit::{self, ledger::Ledger},
    collect::Collect,
    engine::{Audience, DynRuleset, Told, Viewer},
    log::{
        self, BadFile, Cast, Entry, Kind, Log, PublicFolder, Roll, Salts, branches, drawn_note,
        lineage,
    },
    report::{self, Die, Ended, Intervention, ReportError, Score, Verify, Words},
    rulesets, ssh,
};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::Arc,
};

/// The error of making a site.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SiteError {
    /// A public file is missing or invalid.
    #[error("{0}")]
    Damaged(String),
    /// A page could not be written.
    #[error(transparent)]
    Page(#[from] ReportError),
}

impl From<BadFile> for SiteError {
    fn from(why: BadFile) -> Self {
        Self::Damaged(why.to_string())
    }
}

impl SiteError {
    fn damaged(what: &str, why: &dyn std::fmt::Display) -> Self {
        Self::Damaged(format!("{what}: {why}"))
    }
}

/// The fields of `public/game.yaml` that the site shows.
#[derive(Debug, serde::Deserialize)]
pub(super) struct About {
    pub game: String,
    pub title: String,
    pub ruleset: String,
    pub edition: String,
    pub seats: Vec<Seat>,
    /// The public key with which the log is signed, if it is signed.
    #[serde(default, rename = "log-key")]
    pub log_key: Option<String>,
}

#[derive(Debug, serde::Deserialize)]
pub(super) struct Seat {
    pub seat: String,
}

/// The records of a game, from the public files.
pub(super) struct Played {
    pub about: About,
    pub title: &'static str,
    pub log: Log,
    pub ledger: Ledger,
    pub words: Words,
    pub sittings: Vec<Sitting>,
}

/// The data of a game for its pages.
pub(super) struct Game {
    pub played: Played,
    pub checks: Vec<audit::Check>,
    /// The answers of the audit, which summarize the checks.
    pub answers: Vec<audit::Answer>,
    /// The shell lines that reproduce one roll, with its label.
    pub example: Option<(String, String)>,
}

/// The data of one sitting for its page.
#[derive(Debug)]
#[expect(
    clippy::struct_field_names,
    reason = "its number is what a sitting is called by"
)]
pub(super) struct Sitting {
    pub sitting: u32,
    pub turn: u32,
    pub at: String,
    pub ended: Ended,
    /// The facts of its turn so far, including those of earlier sittings.
    pub facts: Vec<Told<Value>>,
    pub view: Arc<Value>,
    pub before: Option<Arc<Value>>,
    pub dice: Vec<Die>,
    pub winners: Vec<String>,
    pub history: Vec<Score>,
    pub teams: Vec<report::Team>,
    pub interventions: Vec<Intervention>,
    pub verify: Verify,
}

impl Played {
    /// Reads the public files of a game. Nothing of it is audited.
    pub(super) fn read(public: &Path) -> Result<Self, SiteError> {
        let folder = PublicFolder::new(public);
        let log = folder
            .log()
            .map_err(|why| SiteError::damaged("the log", &why))?;
        let about: About = folder.yaml("game.yaml")?;
        let known = rulesets::find(&about.ruleset).ok_or_else(|| {
            SiteError::Damaged(format!("this program knows no ruleset {}", about.ruleset))
        })?;
        let (library, rules) = known
            .with_content(folder.content()?)
            .map_err(|why| SiteError::damaged("the content", &why))?;
        let words = Words::builtin(&*rules, &library)?;
        let ledger = Ledger::read(public).map_err(|why| SiteError::damaged("the dice", &why))?;
        let sittings = sittings(folder, &log, &ledger, &*rules)?;
        Ok(Self {
            title: known.title,
            about,
            log,
            ledger,
            words,
            sittings,
        })
    }
}

impl Game {
    pub(super) fn read(public: &Path, rules_again: &[audit::Check]) -> Result<Self, SiteError> {
        let played = Played::read(public)?;
        let (log, ledger) = (&played.log, &played.ledger);
        let last = ledger.sittings.iter().rev().find(|s| !s.rolls.is_empty());
        let example = last.and_then(|rolled| {
            let label = rolled.rolls[0].label.to_string();
            let lines = audit::explain(public, &label, Some(rolled.sitting)).ok()?;
            Some((format!("{label} --sitting {}", rolled.sitting), lines))
        });
        let mut checks = audit::verify(public);
        checks.extend_from_slice(rules_again);
        checks.extend(audit::check_signatures(public, log));
        checks.extend(audit::check_orders(public, log));
        Ok(Self {
            answers: audit::answers(public, &checks, &BTreeSet::new()),
            checks,
            example,
            played,
        })
    }
}

fn sittings(
    public: PublicFolder<'_>,
    log: &Log,
    ledger: &Ledger,
    rules: &dyn DynRuleset,
) -> Result<Vec<Sitting>, SiteError> {
    let mut all: Vec<Sitting> = vec![];
    let mut scores: Vec<Score> = vec![];
    let mut notes = vec![];
    let mut at = String::new();
    let anchor = Some(ledger.anchor.clone());
    let choice = Salts::read(log).choice();
    let log_key = public.published().unwrap_or_default().log_key;
    let log_key = log_key.as_deref().and_then(ssh::fingerprint);
    let seated = drawn_note(log).or_else(|| log.of(Kind::Seated).next());
    let in_teams = seated
        .into_iter()
        .flat_map(|entry| entry.record.under("team."));
    let teams = report::teams(in_teams, &BTreeMap::new());
    let branches = branches(log);
    // The history leaves out points that a rewind or a correction made void.
    let that_count = |scores: &[Score], last: u32| {
        let led = lineage(&branches, last);
        let counts = |score: &&Score| score.turn == last || led.contains(&score.turn);
        scores.iter().filter(counts).cloned().collect()
    };
    for entry in &log.entries {
        match entry.record.kind {
            Kind::Lock => entry
                .record
                .get("at")
                .unwrap_or_default()
                .clone_into(&mut at),
            Kind::Note => notes.push(note(public, entry)?),
            Kind::Result => {
                let number = |key: &str| entry.number(key);
                let bad = |why: log::BadKey| SiteError::Damaged(why.to_string());
                let (sitting, turn) = (
                    number("sitting").map_err(bad)?,
                    number("turn").map_err(bad)?,
                );
                let view = public.view(sitting)?;
                let new = public.facts(sitting)?;
                let last = all.last();
                let mut facts = last
                    .filter(|last| last.turn == turn)
                    .map_or(vec![], |last| last.facts.clone());
                facts.extend(new.into_iter().filter(|told| told.to == Audience::All));
                let score = rules
                    .score(&view)
                    .map_err(|why| SiteError::damaged("a view", &why))?;
                scores.retain(|score| score.turn < turn);
                scores.push(Score {
                    turn,
                    scores: score
                        .into_iter()
                        .map(|(seat, score)| (seat.to_string(), score))
                        .collect_map(),
                });
                let rolled = ledger.sittings.iter().find(|s| s.sitting == sitting);
                all.push(Sitting {
                    sitting,
                    turn,
                    at: minute(&at),
                    ended: ended(entry),
                    winners: winners(&facts),
                    before: last.map(|last| last.view.clone()),
                    dice: rolled.map_or(vec![], |s| {
                        s.rolls.iter().map(|r| die(r, sitting)).collect()
                    }),
                    facts,
                    view: view.into(),
                    history: that_count(&scores, turn),
                    teams: teams.clone(),
                    interventions: std::mem::take(&mut notes),
                    verify: Verify {
                        log_key: log_key.clone(),
                        // The public files do not say where they are.
                        public_at: None,
                        head: Some(entry.hash.to_string()),
                        anchor: anchor.clone(),
                        key: entry.record.get("key").map(str::to_owned),
                        commands: vec!["chronojudge audit public".to_owned()],
                        beacon: entry.record.get("beacon").is_some_and(|b| b != "none"),
                        choice: choice.clone(),
                    },
                });
            }
            _ => {}
        }
    }
    Ok(all)
}

fn ended(result: &Entry) -> Ended {
    match result.record.get("ended") {
        Some("game-over") => Ended::GameOver,
        Some("turn-complete") => Ended::TurnComplete,
        _ => Ended::Waiting,
    }
}

/// Returns the winners according to the facts.
fn winners(facts: &[Told<Value>]) -> Vec<String> {
    let named = facts.iter().rev().find_map(|told| match &told.event {
        crate::engine::Event::Fact(fact) => fact
            .as_object()?
            .values()
            .next()?
            .get("winners")?
            .as_array(),
        _ => None,
    });
    let names = named.into_iter().flatten().filter_map(Value::as_str);
    names.map(str::to_owned).collect()
}

fn die(roll: &Roll, sitting: u32) -> Die {
    let (sides, faces) = match &roll.cast {
        Cast::Dice { sides, faces } => (Some(*sides), faces.clone()),
        Cast::Shuffle(order) => (None, order.clone()),
    };
    Die {
        label: roll.label.to_string(),
        sides,
        faces,
        sitting,
    }
}

/// Formats a time such as `2026-01-25T18:20:00Z` for people.
fn minute(at: &str) -> String {
    match at.get(..16) {
        Some(minute) => format!("{} UTC", minute.replace('T', " ")),
        None => at.to_owned(),
    }
}

fn note(public: PublicFolder<'_>, entry: &Entry) -> Result<Intervention, SiteError> {
    let field = |key: &str| entry.record.get(key).unwrap_or_default();
    let mut reason = String::new();
    for (path, _) in entry.record.under("file.") {
        reason += &public.text(path)?;
    }
    let deed = field("what").parse::<log::Deed>();
    Ok(Intervention {
        what: deed.map_or_else(|_| field("what").to_owned(), |deed| deed.words().to_owned()),
        who: match field("who") {
            "" | "gm" => "the GM".to_owned(),
            who => who.to_owned(),
        },
        at: minute(field("at")),
        reason: reason.split_whitespace().collect::<Vec<_>>().join(" "),
    })
}

impl Sitting {
    /// Returns the outcome of the sitting, in words.
    pub(super) fn came_to(&self) -> &'static str {
        match self.ended {
            Ended::Waiting => "waits for answers",
            Ended::TurnComplete => "turn complete",
            Ended::GameOver => "game over",
        }
    }

    /// Returns the data for the public report on the sitting.
    pub(super) fn reading(&self, game: &Played) -> report::Reading {
        let about = report::Game {
            id: game.about.game.clone(),
            title: game.about.title.clone(),
            ruleset: game.title.to_owned(),
            edition: game.about.edition.clone(),
        };
        let reader = report::Reader::public();
        let (turn, sitting) = (self.turn, self.sitting);
        let mut reading = report::Reading::new(about, reader, turn, sitting, self.view.clone());
        reading.at.clone_from(&self.at);
        reading.ended = self.ended;
        if self.ended == Ended::Waiting {
            reading.next.turn = turn;
        }
        reading.winners.clone_from(&self.winners);
        reading.events = report::events(&self.facts, Some(&Viewer::Public), sitting - 1);
        reading.before.clone_from(&self.before);
        reading.history.clone_from(&self.history);
        reading.teams.clone_from(&self.teams);
        reading.dice.clone_from(&self.dice);
        reading.interventions.clone_from(&self.interventions);
        reading.verify = self.verify.clone();
        reading
    }
}
