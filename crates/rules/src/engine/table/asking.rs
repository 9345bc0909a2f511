//! Asks one seat, or several at once.

use super::{
    Play, RUNAWAY, Source, Table,
    finding::{Found, Search},
    showing::Question,
};
use crate::engine::{
    Answer, Ask, Audience, By, Divergence, Entry, Event, Fields, Prompt, SeatId, Stop, line::Line,
    witnessed::Kept,
};
use serde_json::Value;

impl<F> Table<'_, F> {
    /// Asks one seat. Returns its answer, or stops play until there is one.
    ///
    /// # Errors
    /// [`Stop::Waiting`] if there is no answer yet, [`Stop::Diverged`] if the journal holds something else at this
    /// place, and [`Stop::Runaway`] if the rules ask without end.
    pub fn ask<A: Answer>(&mut self, seat: &SeatId, ask: Ask<'_, A>) -> Play<A> {
        let mut answers = self.ask_all(vec![(seat.clone(), ask)])?;
        Ok(answers.swap_remove(0))
    }

    /// Asks several seats at once; the answers come in the order of the asks.
    ///
    /// The answers are sealed: none is used, journalled or shown before all seats have answered. A seat may be
    /// asked several things at once.
    ///
    /// # Errors
    /// As [`Table::ask`].
    pub fn ask_all<A: Answer>(&mut self, asks: Vec<(SeatId, Ask<'_, A>)>) -> Play<Vec<A>> {
        self.answers += asks.len();
        self.steps += asks.len();
        if self.steps > RUNAWAY {
            return Err(Stop::Runaway);
        }
        if matches!(self.source, Source::Memory(_)) {
            return self.ask_in_memory(asks);
        }
        let questions = asks.iter();
        let questions = questions.map(|(seat, ask)| (seat, ask as &dyn Question));
        let answers = self.ask_by_mail(&questions.collect::<Vec<_>>())?;
        let answers = answers.iter().map(|answer| {
            A::deserialize(answer).map_err(|why| {
                Stop::Diverged(Divergence {
                    at: self.journal.len(),
                    was: format!("the answer {answer}"),
                    is: why.to_string(),
                })
            })
        });
        answers.collect()
    }

    /// Asks several seats at once in a game that is played by mail.
    fn ask_by_mail(&mut self, asks: &[(&SeatId, &dyn Question)]) -> Play<Vec<Value>> {
        let (mut ready, mut learned_by) = (vec![], vec![]);
        let mut open = vec![];
        for (seat, ask) in asks.iter().copied() {
            let id = self.name(seat, ask.kind());
            let about = ask.fields();
            if let Some(answer) = self.replay(ready.len(), &id, &about, ask)? {
                ready.push((seat.clone(), id, about, answer));
                learned_by.push(ask.learned_by());
                continue;
            }
            let taken = taken(&ready, seat);
            match self.search(seat, &id, &about, ask, &taken) {
                Search::Found(found) => {
                    ready.push((seat.clone(), id, about, found));
                    learned_by.push(ask.learned_by());
                }
                Search::Open(refused) => open.push(Prompt {
                    id,
                    seat: seat.clone(),
                    ask: ask.kind().to_owned(),
                    about,
                    choices: ask.listed().plain(),
                    default: ask.default(),
                    offered: ask.is_offered(),
                    refused,
                }),
            }
        }
        if !open.is_empty() {
            return Err(Stop::Waiting(open));
        }
        if self.remembers() {
            for ((seat, .., found), known_to) in ready.iter().zip(learned_by) {
                self.kept.push(Kept::Answer {
                    seat: seat.clone(),
                    value: found.value.clone(),
                    known_to: known_to.cloned(),
                });
            }
        }
        Ok(ready
            .into_iter()
            .map(|(seat, id, about, found)| self.take(seat, id, about, found))
            .collect())
    }

    /// Returns the next name of a prompt of this kind and seat.
    fn name(&mut self, seat: &SeatId, kind: &'static str) -> String {
        let n = self.asked.entry((kind, seat.clone())).or_default();
        *n += 1;
        format!("{kind}@{seat}#{n}")
    }

    /// Writes an answer to the journal, and tells the fact that goes with it: a missed deadline, or a bot at play.
    fn take(&mut self, seat: SeatId, id: String, about: Fields, found: Found) -> Value {
        let Source::Mail {
            mail,
            spent,
            caught_up,
        } = &mut self.source
        else {
            return found.value;
        };
        // The lines that earlier sittings used up are in their journal.
        if let By::Order(order) | By::Forced(Some(order)) = &found.by
            && *caught_up
        {
            spent.entry(seat.clone()).or_default().use_up(order);
        }
        let sitting = mail
            .journal
            .get(self.journal.len())
            .map_or(mail.sitting, Entry::sitting);
        let event = match &found.by {
            By::Nmr => Some(Event::Nmr {
                seat: seat.clone(),
                ask: id.split('@').next().unwrap_or_default().to_owned(),
            }),
            By::Bot(bot) => self.bots.insert(seat.clone()).then(|| Event::Bot {
                seat: seat.clone(),
                bot: bot.clone(),
            }),
            _ => None,
        };
        self.journal.push(Entry::Answer {
            sitting,
            id,
            seat,
            about,
            value: found.value.clone(),
            by: found.by,
        });
        if let Some(event) = event {
            self.told(Audience::All, "-", event);
        }
        found.value
    }
}

/// Returns the lines of a seat's order file that its earlier answers in the same `ask_all` will use up.
fn taken(ready: &[(SeatId, String, Fields, Found)], seat: &SeatId) -> Vec<Line> {
    ready
        .iter()
        .filter(|(whose, ..)| whose == seat)
        .filter_map(|(.., found)| match &found.by {
            By::Order(order) | By::Forced(Some(order)) if order.spent => Some(order.line.clone()),
            _ => None,
        })
        .collect()
}
