//! The game's content: Fate cards and Problem cards, read from YAML and checked.

use super::{
    content_files::{FateCards, Problems, Results},
    effects::Effect,
    names::FateCard,
    problems::{Problem, ProblemType},
    restrictions::Restriction,
};
use crate::{
    collect::Collect,
    content::{InvalidContent, Library},
    rulesets::kit::content,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

content! {
    "time_control":
    FATE: FateCards = "fate.yaml";
    PROBLEMS: Problems = "problems.yaml";
}

/// Results: the results on a Fate card.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fate {
    /// The results if the attacker wins.
    pub attacker_wins: Results,
    /// The results if the defender wins.
    pub defender_wins: Results,
}

/// A Problem card.
#[derive(Debug)]
pub(crate) struct ProblemCard {
    /// Its name.
    pub name: Arc<str>,
    /// The types that it counts as.
    pub types: BTreeSet<ProblemType>,
    /// Its rule.
    pub rule: Option<Restriction>,
}

/// The content of the game.
#[derive(Debug)]
pub struct Content {
    pub(crate) fate: BTreeMap<FateCard, Fate>,
    pub(crate) problems: BTreeMap<Problem, ProblemCard>,
}

/// Components: the cards of each Problem.
pub(crate) const COPIES: usize = 2;

impl Content {
    /// Reads the content of a library.
    pub(super) fn read(library: &Library) -> Result<Self, InvalidContent> {
        let mut fate = BTreeMap::new();
        for line in FATE.read(library)?.cards {
            let card = Fate {
                attacker_wins: line.attacker_wins,
                defender_wins: line.defender_wins,
            };
            if fate.insert(line.card, card).is_some() {
                return Err(FATE.invalid(format!("the card {} stands there twice", line.card)));
            }
        }
        if !FateCard::all().all(|card| fate.contains_key(&card)) {
            return Err(FATE.invalid("each value from -15 to 15 without 0 has a card, and `fate`"));
        }
        let mut problems = BTreeMap::new();
        for line in PROBLEMS.read(library)?.problems {
            let types: BTreeSet<ProblemType> = line.types.iter().copied().collect_set();
            if types.len() != line.types.len() {
                return Err(PROBLEMS.invalid(format!("{} has a type twice", line.id)));
            }
            let card = ProblemCard {
                name: line.name.into(),
                types,
                rule: line.rule,
            };
            if problems.insert(line.id, card).is_some() {
                return Err(PROBLEMS.invalid(format!("{} stands there twice", line.id)));
            }
        }
        if problems.len() != Problem::ALL.len() {
            return Err(PROBLEMS.invalid("each of the 32 Problems stands there"));
        }
        Ok(Self { fate, problems })
    }

    /// Returns a Problem card.
    ///
    /// # Panics
    /// Never: reading the content checks that each name has its card.
    pub(crate) fn problem(&self, problem: Problem) -> &ProblemCard {
        &self.problems[&problem]
    }

    /// Returns the name of a Problem card.
    ///
    /// # Panics
    /// Never, as [`Content::problem`].
    pub(crate) fn name(&self, problem: Problem) -> Arc<str> {
        Arc::clone(&self.problem(problem).name)
    }

    /// Results: returns what a Fate card does to the attacking and the defending Agent.
    ///
    /// # Panics
    /// Never, as [`Content::problem`].
    pub(crate) fn results(&self, card: FateCard, attacker_wins: bool) -> (Effect, Effect) {
        let card = &self.fate[&card];
        let results = if attacker_wins {
            card.attacker_wins
        } else {
            card.defender_wins
        };
        (results.attacker, results.defender)
    }
}
