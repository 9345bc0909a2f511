//! Order files: the envelope that is the same in every game, and the body in the rulebook's terms.

use super::{asks::unknown_asks, game::Game, schedule_settings::Locked, standing::stale};
use crate::{
    engine::{Diagnostic, DynRuleset, IfIllegal, Illegal, Line, SeatId, Sent, Standing, Weight},
    log::LogError,
    yaml::{Budget, Document, Problem, Problems, Source},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{collections::BTreeSet, num::NonZeroU32};

/// The part of an order file that is the same in every game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Envelope {
    /// The game these orders are for.
    pub game: String,
    /// The turn these orders are for.
    pub turn: u32,
    /// The seat these orders are from.
    pub seat: SeatId,
    /// The sitting of the report that this file answers; the form fills it in. The file states everything that is still
    /// to come after that report; left out, it answers the last report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sitting: Option<u32>,
    /// The head of the public log that you saw, as it stands at the foot of the report; the form fills it in. It
    /// proves later which log you were sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub head: Option<String>,
    /// The number of this file among the signed files of its turn. Each has a higher number than the one before, so
    /// that an older file cannot be sent again. A signed file must have it; in other files it has no effect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<NonZeroU32>,
    /// The token that shows that a mailed order file is yours; the form that was mailed to you has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// The offers that the sitting waits for you to answer.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub wake: BTreeSet<String>,
    /// The action to take when an order turns out to be illegal.
    #[serde(default)]
    pub if_illegal: IfIllegal,
    /// You give no (other) orders this turn: everything that this file and your standing orders do not answer takes its
    /// default, and the sitting does not wait for you.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_orders: bool,
    /// Answers given in advance, in the engine's own form: the first that fits is given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub standing: Vec<Standing>,
}

impl Envelope {
    /// The keys of the envelope at the top level of an order file.
    pub const KEYS: &'static [&'static str] = crate::rulesets::ENVELOPE;
}

/// A parsed and decoded order file.
#[derive(Clone, Debug)]
pub struct Filed {
    /// The envelope: the seat, game and turn of the file.
    pub envelope: Envelope,
    /// The ruleset's own sections.
    pub body: Value,
    /// The SHA-256 of its bytes.
    pub digest: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The first sitting that has the file in force, or will have it.
    pub since: u32,
    document: Document,
}

impl Filed {
    /// Returns the file in the engine's form.
    pub fn sent(&self) -> Sent {
        Sent {
            digest: self.digest.clone(),
            body: self.body.clone(),
            since: self.since,
            sitting: self.envelope.sitting,
        }
    }

    /// Returns the entries of the file as they were written, without the default values of entries that it leaves out.
    pub fn entries(&self) -> serde_json::Map<String, Value> {
        match self.document.to_json() {
            Value::Object(entries) => entries,
            _ => serde_json::Map::new(),
        }
    }

    /// Appends the file to the files of its seat that the sittings of a turn had in force, oldest first. If the bytes
    /// are those of the last file, nothing is added.
    pub fn follow(self, used: &mut Vec<Self>, sitting: u32) {
        if used.last().is_none_or(|last| last.digest != self.digest) {
            let since = sitting;
            used.push(Self { since, ..self });
        }
    }

    /// Converts the ruleset's diagnostics into problems with a place in the file.
    pub fn problems(&self, diagnostics: Vec<Diagnostic>) -> Vec<Problem> {
        diagnostics
            .into_iter()
            .map(|diagnostic| {
                let code = known_code(&diagnostic.why);
                let mut problem = match diagnostic.weight {
                    Weight::Error => Problem::error(code, diagnostic.why.words),
                    Weight::Doubt => Problem::warning(code, diagnostic.why.words),
                };
                problem = problem.at(self.document.nearest_span(&diagnostic.path));
                match diagnostic.help {
                    Some(help) => problem.help(help),
                    None => problem,
                }
            })
            .collect()
    }

    /// Combines problems with the warnings of this file, for rendering.
    pub fn wrap(&self, mut problems: Vec<Problem>) -> Problems {
        problems.extend(self.document.warnings.iter().cloned());
        Problems::new(self.document.source.clone(), problems)
    }

    /// Returns the line number, from 1, and the text of the place in the file where an order line stands.
    pub fn place(&self, line: &Line) -> (usize, String) {
        let span = self.document.nearest_span(&line.0);
        let (row, _) = self.document.source.position(span.start);
        let text = self.document.source.text.get(span).unwrap_or_default();
        (row, text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// Returns the place of a line, or the nearest place where it would stand.
    pub(super) fn span(&self, path: &str) -> std::ops::Range<usize> {
        self.document.nearest_span(path)
    }

    /// Returns a warning if the orders of a sitting are already locked, so that this file does not count in it.
    pub fn after_lock(&self, locked: Option<&Locked>, turn: u32) -> Option<Problem> {
        let locked = locked?;
        let (sitting, next) = (locked.sitting, locked.sitting + 1);
        let words = format!(
            "This comes too late for sitting {sitting}: its orders were locked at {}, and it is played with what was \
             on file then.",
            locked.at.format("%Y-%m-%d %H:%M UTC")
        );
        let help = format!(
            "If turn {turn} goes on after sitting {sitting}, this counts in sitting {next}; if it is over then, this is \
             not played: send orders for turn {} with the form of the next report.",
            turn + 1
        );
        let problem = Problem::warning("E0313", words).at(self.document.nearest_span("turn"));
        Some(problem.help(help))
    }

    /// Returns a problem if the file names a head that the game's log does not have: its writer was sent another log.
    ///
    /// # Errors
    /// Returns [`LogError`] if the log cannot be read.
    pub fn of_another_log(&self, game: &Game) -> Result<Option<Problem>, LogError> {
        let Some(head) = &self.envelope.head else {
            return Ok(None);
        };
        if game.record_seen(&game.log_end()?, head)?.is_some() {
            return Ok(None);
        }
        let words = "The log of this game has no record with this `head`.";
        let help = "Copy the head from the foot of your last report, or leave the line out. If the report has the same \
                    head, you were sent another log than this one: tell the other players.";
        let problem = Problem::error("E0316", words).at(self.document.nearest_span("head"));
        Ok(Some(problem.help(help)))
    }

    /// Returns the problem with the `revision` of a signed file, if there is one; `last` is the revision of the last
    /// signed file of its seat for the turn, 0 if there is none.
    pub fn stale(&self, last: u32) -> Option<Problem> {
        stale(
            &self.document,
            self.envelope.revision,
            last,
            "orders for this turn",
        )
    }

    /// Returns the problems of the envelope: another game, turn or seat, unknown asks.
    pub fn misdirected(
        &self,
        game: &str,
        turn: u32,
        seat: Option<&SeatId>,
        seats: &[SeatId],
        rules: &dyn DynRuleset,
    ) -> Vec<Problem> {
        let at = |key: &str| self.document.nearest_span(key);
        let e = &self.envelope;
        let mut problems = vec![];
        if e.game != game {
            problems.push(
                Problem::error(
                    "E0302",
                    format!("These are orders for the game `{}`.", e.game),
                )
                .at(at("game"))
                .help(format!("This is the game `{game}`.")),
            );
        }
        if e.turn != turn {
            let (words, help) = if e.turn < turn {
                (
                    format!("Turn {} is over.", e.turn),
                    format!("Orders are wanted for turn {turn}: take the form of the last report."),
                )
            } else {
                (
                    format!("Turn {} has not begun.", e.turn),
                    format!("Orders are wanted for turn {turn}."),
                )
            };
            problems.push(Problem::error("E0303", words).at(at("turn")).help(help));
        }
        let known = seats.contains(&e.seat);
        if !known || seat.is_some_and(|seat| *seat != e.seat) {
            let problem = Problem::error(
                "E0304",
                if known {
                    format!("These are orders of `{}`.", e.seat)
                } else {
                    format!("There is no seat `{}` in this game.", e.seat)
                },
            );
            let names: Vec<&str> = seats.iter().map(SeatId::as_str).collect();
            let help = match seat {
                Some(seat) => format!("This file is for `{seat}`."),
                None => match crate::yaml::nearest(e.seat.as_str(), names.iter().copied()) {
                    Some(near) => format!("Did you mean `{near}`?"),
                    None => format!("The seats are {}.", names.join(", ")),
                },
            };
            problems.push(problem.at(at("seat")).help(help));
        }
        problems.extend(unknown_asks(&self.document, rules, &e.wake, &e.standing));
        problems
    }

    /// Makes an error about the seat that the file names.
    pub fn wrong_seat(&self, words: impl Into<String>, help: &str) -> Problem {
        let at = self.document.nearest_span("seat");
        Problem::error("E0304", words).at(at).help(help)
    }
}

/// Reads an order file, envelope and body, without looking at the game.
///
/// # Errors
/// Returns [`Problems`] with their places if the file cannot be parsed or decoded.
pub fn read_order_file(
    name: &str,
    bytes: &[u8],
    body: impl Fn(&Document) -> Result<Value, Vec<Problem>>,
) -> Result<Filed, Problems> {
    let document = Document::read(name, bytes, Budget::Orders)
        .map_err(|list| Problems::new(Source::lossy(name, bytes), list))?;
    let envelope = document.decode_only::<Envelope>(Envelope::KEYS);
    let body = body(&document);
    match (envelope, body) {
        (Ok(envelope), Ok(body)) => Ok(Filed {
            envelope,
            body,
            digest: crate::dice::field::sha256(bytes).to_string(),
            bytes: bytes.to_vec(),
            since: 0,
            document,
        }),
        (envelope, body) => {
            let wrong = [envelope.err(), body.err()];
            let list = wrong.into_iter().flatten().flatten().collect();
            Err(Problems::new(document.source, list))
        }
    }
}

impl Game {
    /// Reads an order file for this game.
    ///
    /// # Errors
    /// Returns [`Problems`] with their places if the file cannot be parsed or decoded.
    pub fn read_orders(&self, name: &str, bytes: &[u8]) -> Result<Filed, Problems> {
        read_order_file(name, bytes, self.known.read_orders)
    }
}

/// Returns the code of a diagnostic as a static string; an unknown code becomes E0301.
fn known_code(why: &Illegal) -> &'static str {
    crate::rulesets::codes()
        .map(|code| code.code)
        .find(|code| *code == why.code)
        .unwrap_or("E0301")
}
