//! The Action Phase: announcements and claims that were interrupted or lost, so that they were not executed.

use super::{
    action_phase::Said,
    actions::{Action, Purpose},
    asks,
    facts::Fact,
    names::Color,
};
use crate::{
    engine::{Entry, Intent, Interrupted},
    rulesets::kit::side,
};
use serde::Deserialize as _;
use std::collections::{BTreeMap, VecDeque};

/// The Action Phase: returns the answers that announced or claimed something which was not executed.
pub(super) fn interrupted(facts: &[Fact], journal: &[Entry], over: bool) -> Vec<Interrupted> {
    let mut story = Story {
        answers: answers(journal),
        ..Story::default()
    };
    for fact in facts {
        story.follow(fact);
    }
    let open = matches!(facts.last(), Some(Fact::Announced { .. })) && !over;
    if let Some(last) = story.chain.last().copied().filter(|_| open) {
        story.told[last].undone = Some(Undone::Open);
    }
    let found = story.told.into_iter().filter_map(|told| {
        let undone = told.undone?;
        let why = undone.words(told.given_up);
        // What was announced in turn is announced again.
        let again = told.in_turn && !told.given_up && !over;
        Some(Interrupted {
            entry: told.entry?,
            why,
            pending: again || undone == Undone::Open,
        })
    });
    found.collect()
}

/// Returns the answers of each player that announced or claimed something, in their order.
fn answers(journal: &[Entry]) -> BTreeMap<Color, VecDeque<usize>> {
    let kinds = [asks::Act.name(), asks::Force.name(), asks::React.name()];
    let mut answers: BTreeMap<Color, VecDeque<usize>> = BTreeMap::new();
    for (n, entry) in journal.iter().enumerate() {
        let Entry::Answer {
            id, seat, value, ..
        } = entry
        else {
            continue;
        };
        let kind = id.split('@').next().unwrap_or_default();
        let passes = Said::deserialize(value).is_ok_and(|said| said == Intent::Pass);
        if let Some(color) = side(seat)
            && kinds.contains(&kind)
            && !passes
        {
            answers.entry(color).or_default().push_back(n);
        }
    }
    answers
}

/// Why an announcement was not executed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Undone {
    /// This player interrupted it.
    By(Color),
    /// It led to a stalemate.
    Stalemate,
    /// This player won the duel for Time Control.
    Won(Color),
    /// Time Control was lost without an action.
    Lost,
    /// It is not decided yet.
    Open,
}

impl Undone {
    /// Returns half a sentence for the report.
    fn words(self, given_up: bool) -> String {
        let words = match self {
            Self::By(color) => format!("interrupted by {}", title(color)),
            Self::Stalemate => "stopped by a stalemate".to_owned(),
            Self::Won(color) => format!("{} won the duel for Time Control", title(color)),
            Self::Lost => "Time Control was lost without an action".to_owned(),
            Self::Open => "not decided yet".to_owned(),
        };
        if given_up {
            format!("{words}, and given up after that")
        } else {
            words
        }
    }
}

/// Returns the name of a player in a sentence.
pub(super) fn title(color: Color) -> &'static str {
    match color {
        Color::Green => "Green",
        Color::Purple => "Purple",
        Color::Orange => "Orange",
        Color::Blue => "Blue",
    }
}

/// An announcement or a claim.
struct Telling {
    color: Color,
    purpose: Purpose,
    /// The answer that made it, by its place in the journal.
    entry: Option<usize>,
    /// True if it was announced in turn, so that it is announced again if it is interrupted.
    in_turn: bool,
    /// True if it is not announced again.
    given_up: bool,
    /// `None` if it was executed.
    undone: Option<Undone>,
}

/// The announcements and claims that the facts tell of.
#[derive(Default)]
struct Story {
    /// The answers of each player that are still to be found in the facts.
    answers: BTreeMap<Color, VecDeque<usize>>,
    told: Vec<Telling>,
    /// The announcements of the chain of interrupts that goes on, by their places in `told`.
    chain: Vec<usize>,
    /// The claim that is being decided, by its place in `told`.
    claim: Option<usize>,
    /// True between a stalemate and the claim that follows from it.
    stalemate: bool,
}

impl Story {
    /// Follows one fact.
    fn follow(&mut self, fact: &Fact) {
        match fact {
            Fact::Window { .. } => self.chain.clear(),
            Fact::Announced {
                color,
                action,
                interrupts,
                again,
            } => {
                let purpose = Purpose::Act(*action);
                if interrupts.is_some() {
                    self.interrupt(*color);
                } else {
                    self.chain.clear();
                }
                self.claim = None;
                let kept = if *again {
                    self.kept(*color, *action)
                } else {
                    None
                };
                let at = kept.unwrap_or_else(|| self.tell(*color, purpose, interrupts.is_none()));
                self.told[at].undone = None;
                self.chain.push(at);
            }
            Fact::Dropped { color, action, .. } => {
                if let Some(at) = self.kept(*color, *action) {
                    self.told[at].given_up = true;
                }
            }
            Fact::Stalemate { color, .. } => {
                self.stalemate = true;
                let told = &self.told;
                let own = |at: &usize| told[*at].color == *color;
                self.claim = self.chain.iter().rposition(own).map(|n| self.chain[n]);
                if let Some(last) = self.chain.last().copied()
                    && Some(last) != self.claim
                {
                    self.told[last].undone = Some(Undone::Stalemate);
                }
            }
            Fact::Claimed {
                color,
                purpose,
                interrupts,
            } => {
                if std::mem::take(&mut self.stalemate) {
                    return;
                }
                if interrupts.is_some() {
                    self.interrupt(*color);
                } else {
                    self.chain.clear();
                }
                let at = self.tell(*color, *purpose, false);
                self.told[at].undone = Some(Undone::Lost);
                self.claim = Some(at);
            }
            Fact::HasControl { color, .. } => self.won(*color),
            Fact::Acts { color, action } => self.executed(*color, Purpose::Act(*action)),
            Fact::Forced { by, color } => self.executed(*by, Purpose::Force(*color)),
            // The interrupt that led to the stalemate stands.
            Fact::CannotClaim { .. } => self.stalemate = false,
            Fact::ControlLost { color } => {
                if let Some(at) = self.claim
                    && self.told[at].color == *color
                {
                    self.told[at].undone = Some(Undone::Lost);
                }
            }
            _ => {}
        }
    }

    /// Adds an announcement or a claim with the answer that made it. Returns its place.
    fn tell(&mut self, color: Color, purpose: Purpose, in_turn: bool) -> usize {
        let answers = self.answers.get_mut(&color);
        self.told.push(Telling {
            color,
            purpose,
            entry: answers.and_then(VecDeque::pop_front),
            in_turn,
            given_up: false,
            undone: None,
        });
        self.told.len() - 1
    }

    /// Cancels the last announcement.
    fn interrupt(&mut self, by: Color) {
        if let Some(last) = self.chain.last() {
            self.told[*last].undone = Some(Undone::By(by));
        }
    }

    /// Returns an announcement that was cancelled and is kept.
    fn kept(&self, color: Color, action: Action) -> Option<usize> {
        let is_kept = |told: &Telling| {
            told.in_turn
                && told.undone.is_some()
                && !told.given_up
                && (told.color, told.purpose) == (color, Purpose::Act(action))
        };
        self.told.iter().rposition(is_kept)
    }

    /// Notes the player who has Time Control.
    fn won(&mut self, color: Color) {
        if let Some(at) = self.claim
            && self.told[at].color != color
        {
            self.told[at].undone = Some(Undone::Won(color));
        }
    }

    /// Notes what was done with Time Control: it executes the claim, and what began the chain if it is the same.
    fn executed(&mut self, color: Color, purpose: Purpose) {
        for at in self.chain.first().copied().into_iter().chain(self.claim) {
            let told = &mut self.told[at];
            if (told.color, told.purpose) == (color, purpose) {
                told.undone = None;
            }
        }
    }
}
