//! The draws that facts tell of: the cards that were turned up in the Fate deck and the Problem deck (ruling T2).

use super::{
    TimeControl,
    duel::Duel,
    facts::{Fact, Gained},
    names::{Color, FateCard},
    problems::Problem,
    state::{Pile, State},
    view::View,
};
use crate::engine::{Contradiction, ToldRoll};
use std::fmt::Display;

impl TimeControl {
    /// Returns the draws that these facts tell of, one for each card that was turned up out of the shuffled part of a deck.
    ///
    /// # Errors
    /// [`Contradiction`] for a card that was not in its deck.
    #[expect(clippy::unused_self, reason = "every section of the rules is a method")]
    pub(super) fn draws_of(
        &self,
        before: Option<&View>,
        facts: &[Fact],
    ) -> Result<Vec<ToldRoll>, Contradiction> {
        let Some(before) = before else {
            return Ok(vec![]);
        };
        let mut decks = Decks {
            state: before.clone(),
            by_fate: false,
            told: vec![],
        };
        for fact in facts {
            decks.follow(fact)?;
        }
        Ok(decks.told)
    }
}

/// The decks as the facts so far have left them.
struct Decks {
    state: State,
    /// True if the FATE card decided the duel that is going on.
    by_fate: bool,
    told: Vec<ToldRoll>,
}

impl Decks {
    /// Follows one fact.
    fn follow(&mut self, fact: &Fact) -> Result<(), Contradiction> {
        match fact {
            Fact::DuelRound { values, .. } => {
                for card in values.iter().filter_map(|value| value.card) {
                    self.draw_fate(card)?;
                }
            }
            Fact::DuelWon { duel, by_fate, .. } => {
                self.by_fate = *by_fate;
                if *duel == Duel::TimeControl {
                    self.put_fate_back();
                }
            }
            Fact::Result { card, defender, .. } => {
                if defender.is_none() || !self.by_fate {
                    self.draw_fate(*card)?;
                }
                if defender.is_some() {
                    self.put_fate_back();
                }
            }
            Fact::WaveAttack { card, against, .. } => {
                for card in against.iter().filter_map(|defense| defense.card) {
                    self.draw_fate(card)?;
                }
                self.draw_fate(*card)?;
            }
            // All attacks of Time Waves are over.
            Fact::Grew { .. } | Fact::Round { .. } => self.put_fate_back(),
            Fact::ProblemDrawn { color, problem } => {
                turn_up(
                    &mut self.state.problems,
                    *problem,
                    "problem",
                    &mut self.told,
                )?;
                self.problems_of(*color).push(*problem);
            }
            Fact::ProblemsCancel { color, problem } => {
                self.take(*color, *problem);
                self.take(*color, *problem);
                self.state.problems.shuffle([*problem, *problem]);
            }
            Fact::Solved { color, problem, .. }
            | Fact::CashedOut {
                gained: Gained::Solved(color, problem),
                ..
            } => {
                self.take(*color, *problem);
                self.state.problems.bottom.push(*problem);
            }
            Fact::OutOfGame { color, .. } => {
                let problems = std::mem::take(self.problems_of(*color));
                self.state.problems.shuffle(problems);
            }
            _ => {}
        }
        Ok(())
    }

    fn problems_of(&mut self, color: Color) -> &mut Vec<Problem> {
        &mut self.state.player_mut(color).problems
    }

    fn take(&mut self, color: Color, problem: Problem) {
        let problems = self.problems_of(color);
        if let Some(at) = problems.iter().position(|other| *other == problem) {
            problems.remove(at);
        }
    }

    fn draw_fate(&mut self, card: FateCard) -> Result<(), Contradiction> {
        if self.state.fate.cards() == 0 {
            let open = std::mem::take(&mut self.state.open_fate);
            self.state.fate.shuffle(open);
        }
        turn_up(&mut self.state.fate, card, "fate", &mut self.told)?;
        self.state.open_fate.push(card);
        Ok(())
    }

    fn put_fate_back(&mut self) {
        super::decks::put_fate_back(&mut self.state);
    }
}

/// Takes a card out of a deck, and notes the draw if there was one.
fn turn_up<T: Copy + Ord + Display>(
    pile: &mut Pile<T>,
    card: T,
    label: &str,
    told: &mut Vec<ToldRoll>,
) -> Result<(), Contradiction> {
    let missing = || {
        Contradiction(format!(
            "the card {card} was drawn, and is not on the {label} deck"
        ))
    };
    if pile.shuffled.is_empty() {
        if pile.bottom.first() != Some(&card) {
            return Err(missing());
        }
        pile.bottom.remove(0);
        return Ok(());
    }
    let number = |n: usize| u32::try_from(n).expect("a deck has few cards");
    let same = |other: &T| *other == card;
    let first = pile.shuffled.iter().position(same).ok_or_else(missing)?;
    let last = pile.shuffled.iter().rposition(same).unwrap_or(first);
    if pile.shuffled.len() > 1 {
        told.push(ToldRoll {
            label: label.to_owned(),
            sides: number(pile.shuffled.len()),
            faces: vec![(number(first + 1), number(last + 1))],
        });
    }
    pile.shuffled.remove(first);
    Ok(())
}
