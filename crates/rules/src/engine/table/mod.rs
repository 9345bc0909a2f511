//! The table at which rules ask, roll and tell.

mod asking;
mod choosing;
mod drawing;
mod finding;
mod showing;

use super::{
    Asked, Audience, Chooser, Divergence, Entry, Event, Fields, OnFile, Opening, Prompt, Reply,
    SeatId, Told, Witnessed,
    left_out::LeftOut,
    line::Line,
    spent::Spent,
    witnessed::{self, Kept},
};
use crate::dice::Dice;
use serde_json::Value;
use std::{
    any::Any,
    collections::{BTreeMap, BTreeSet},
    fmt,
};

/// The reason why play stops.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// Some seats must decide first.
    Waiting(Vec<Prompt>),
    /// A die has no value yet, because its public randomness is still in the future.
    Undrawn(String),
    /// The rules did not do what the journal says they did before.
    Diverged(Divergence),
    /// The rules ask or roll without end.
    Runaway,
}

/// The limit on answers and draws in one turn; no turn of any game needs as many.
const RUNAWAY: usize = 200_000;

/// The prompts that are overdue because a deadline has passed.
///
/// Not everything is overdue then: a seat that has answered all its prompts is not late for a question that comes
/// up only later.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overdue {
    /// True if every prompt is overdue.
    pub all: bool,
    /// Seats that have sent nothing: every prompt to them is overdue.
    pub seats: BTreeSet<SeatId>,
    /// The names of prompts that were open when the deadline passed.
    pub prompts: BTreeSet<String>,
    /// Seats with a bot: every prompt to them is overdue too, but instead of the default the bot gives the answer,
    /// by the view of its seat. The bots are named as in [`super::Ruleset::bots`].
    pub bots: BTreeMap<SeatId, String>,
    /// The bots' answers by prompt, if they come from another program. Then no bot is asked here.
    pub said: Option<BTreeMap<String, Value>>,
}

impl Overdue {
    /// Makes everything overdue.
    pub fn everything() -> Self {
        Self {
            all: true,
            ..Self::default()
        }
    }

    fn holds(&self, seat: &SeatId, prompt: &str) -> bool {
        self.all
            || self.seats.contains(seat)
            || self.bots.contains_key(seat)
            || self.prompts.contains(prompt)
    }
}

impl From<bool> for Overdue {
    fn from(all: bool) -> Self {
        Self {
            all,
            ..Self::default()
        }
    }
}

/// The inputs of a turn that is played by mail.
pub struct Mail<'a> {
    /// The number of this sitting in the whole game.
    pub sitting: u32,
    /// The sitting in which this turn began.
    pub began: u32,
    /// The journal that earlier sittings of this turn wrote.
    pub journal: &'a [Entry],
    /// The orders, standing orders and wishes each seat has on file.
    pub on_file: &'a BTreeMap<SeatId, OnFile>,
    /// The prompts that are overdue; they take their default or a bot's answer.
    pub overdue: &'a Overdue,
    /// Returns the reply of a seat's plan to a prompt.
    pub(super) reply: &'a dyn Fn(&SeatId, &BTreeSet<Line>, &Asked<'_>) -> Reply,
    /// Returns a bot's answer, by a view.
    pub(super) bot: &'a dyn Fn(&str, &dyn Any, &Asked<'_>) -> Option<Value>,
}

impl fmt::Debug for Mail<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mail")
            .field("sitting", &self.sitting)
            .field("journal", &self.journal.len())
            .field("overdue", &self.overdue)
            .finish_non_exhaustive()
    }
}

enum Source<'a> {
    Mail {
        mail: Mail<'a>,
        /// The progress of each seat's order file in force; empty until the old journal is replayed.
        spent: BTreeMap<SeatId, Spent>,
        caught_up: bool,
    },
    Memory(&'a mut dyn Chooser),
}

/// The table at which the rules of one game ask, roll and tell.
pub struct Table<'a, F> {
    source: Source<'a>,
    dice: &'a mut dyn Dice,
    journal: Vec<Entry>,
    facts: Vec<Told<F>>,
    /// True if facts are kept although nothing is recorded, because they are counted.
    counted: bool,
    openings: Vec<Opening>,
    left_out: Vec<LeftOut>,
    asked: BTreeMap<(&'static str, SeatId), u32>,
    /// The seats whose bot has already been announced in a fact.
    bots: BTreeSet<SeatId>,
    labels: BTreeMap<String, u32>,
    rule: &'static str,
    answers: usize,
    steps: usize,
    /// The turn so far, if a bot may want to know it.
    kept: Vec<Kept>,
}

impl<F> fmt::Debug for Table<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("rule", &self.rule)
            .field("answers", &self.answers)
            .finish_non_exhaustive()
    }
}

/// The results of a run at the table.
#[derive(Debug)]
pub(super) struct Cleared<F> {
    pub journal: Vec<Entry>,
    pub facts: Vec<Told<F>>,
    pub openings: Vec<Opening>,
    pub left_out: Vec<LeftOut>,
    pub spent: BTreeMap<SeatId, Spent>,
    pub answers: usize,
}

impl<'a, F> Table<'a, F> {
    pub(super) fn by_mail(mail: Mail<'a>, dice: &'a mut dyn Dice) -> Self {
        Self::new(
            Source::Mail {
                mail,
                spent: BTreeMap::new(),
                caught_up: false,
            },
            dice,
        )
    }

    pub(crate) fn in_memory(chooser: &'a mut dyn Chooser, dice: &'a mut dyn Dice) -> Self {
        Self::new(Source::Memory(chooser), dice)
    }

    fn new(source: Source<'a>, dice: &'a mut dyn Dice) -> Self {
        Self {
            source,
            dice,
            journal: vec![],
            facts: vec![],
            counted: false,
            openings: vec![],
            left_out: vec![],
            asked: BTreeMap::new(),
            bots: BTreeSet::new(),
            labels: BTreeMap::new(),
            rule: "-",
            answers: 0,
            steps: 0,
            kept: vec![],
        }
    }

    /// Keeps the facts of a game that is only simulated, because they are counted.
    pub(super) fn count_facts(&mut self) {
        self.counted = true;
    }

    /// Passes over lines of a seat's order file that were executed before this table was made.
    pub(super) fn play_before(&mut self, seat: &SeatId, lines: &BTreeSet<Line>) {
        self.catch_up();
        if let Source::Mail { spent, .. } = &mut self.source {
            let spent = spent.entry(seat.clone()).or_default();
            spent.extend(lines.iter().cloned());
        }
    }

    pub(super) fn clear(mut self) -> Cleared<F> {
        self.catch_up();
        Cleared {
            journal: self.journal,
            facts: self.facts,
            openings: self.openings,
            left_out: self.left_out,
            spent: match self.source {
                Source::Mail { spent, .. } => spent,
                Source::Memory(_) => BTreeMap::new(),
            },
            answers: self.answers,
        }
    }

    /// Returns the first entry of the old journal that the rules did not reach, if any.
    pub(super) fn left_over(&self) -> Option<Divergence> {
        let Source::Mail { mail, .. } = &self.source else {
            return None;
        };
        mail.journal
            .get(self.journal.len())
            .map(|entry| Divergence {
                at: self.journal.len() + 1,
                was: describe(entry),
                is: "nothing more".to_owned(),
            })
    }

    /// Checks whether facts are recorded. They are not while a game is only simulated.
    pub(crate) fn recorded(&self) -> bool {
        matches!(self.source, Source::Mail { .. })
    }

    /// Checks whether a bot may want to know the turn so far.
    fn remembers(&self) -> bool {
        match &self.source {
            Source::Mail { mail, .. } => !mail.overdue.bots.is_empty(),
            Source::Memory(chooser) => chooser.remembers(),
        }
    }

    /// Remembers a draw that all seats see.
    fn remember(&mut self, draw: impl FnOnce() -> Witnessed) {
        if self.remembers() {
            self.kept.push(Kept::Draw(draw()));
        }
    }

    /// Cites the rule that the next facts apply.
    pub fn rule(&mut self, section: &'static str) {
        self.rule = section;
    }

    /// Tells an audience what happened.
    pub fn tell(&mut self, to: Audience, fact: F) {
        let rule = self.rule;
        self.told(to, rule, Event::Fact(fact));
    }

    /// Tells everyone what happened.
    pub fn tell_all(&mut self, fact: F) {
        self.tell(Audience::All, fact);
    }

    fn told(&mut self, to: Audience, rule: &str, event: Event<F>) {
        if !self.recorded() && !self.counted {
            return;
        }
        let sitting = self.now();
        self.facts.push(Told {
            to,
            rule: rule.to_owned(),
            sitting,
            event,
        });
    }

    /// Returns the sitting in which the rules first reached this place: that of the entry before it.
    fn now(&self) -> u32 {
        match (&self.source, self.journal.last()) {
            (_, Some(entry)) => entry.sitting(),
            (Source::Mail { mail, .. }, None) => mail.began,
            (Source::Memory(_), None) => 0,
        }
    }

    /// Notes that a seat is not asked something because a condition is not met. Reports show the reason beside its
    /// lines.
    pub(crate) fn leave_out(
        &mut self,
        seat: &SeatId,
        ask: &'static str,
        about: impl FnOnce() -> Fields,
        why: &str,
    ) {
        if !self.recorded() {
            return;
        }
        let left = LeftOut {
            seat: seat.clone(),
            ask,
            about: about(),
            why: why.to_owned(),
        };
        if !self.left_out.contains(&left) {
            self.left_out.push(left);
        }
    }

    /// Reveals one sealed slot of a deck to an audience.
    pub fn open(&mut self, to: Audience, deck: &str, slot: u32) {
        if self.remembers() {
            witnessed::open(&mut self.kept, &to, deck, slot);
        }
        if self.recorded() {
            let sitting = self.now();
            self.openings.push(Opening {
                to,
                deck: deck.to_owned(),
                slot,
                sitting,
            });
        }
    }
}

/// Describes an entry in a few words.
fn describe(entry: &Entry) -> String {
    match entry {
        Entry::Answer {
            id, about, value, ..
        } => format!(
            "the answer {value} to {id} about {}",
            Value::from_iter(about.clone())
        ),
        Entry::PutAside { order, .. } => format!("the line {} put aside", order.line),
        Entry::Roll {
            label,
            sides,
            faces,
            ..
        } => format!("{}d{sides} {label}", faces.len()),
        Entry::Shuffle { label, .. } => format!("a shuffle {label}"),
        Entry::Deal { deck, .. } => format!("a deal of {deck}"),
    }
}

/// The result of every rules function: a value, or the reason why play stops here.
pub type Play<T> = Result<T, Stop>;
