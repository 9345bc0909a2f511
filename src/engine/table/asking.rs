//! Asks one seat, or several at once.

use super::{
    Play, RUNAWAY, Source, Table,
    finding::{Found, Search, Slip, by_view, judge},
};
use crate::engine::{
    Answer, Ask, Asked, Audience, By, Chooser, Divergence, Entry, Event, Fields, Meeting, Prompt,
    SeatId, Shape, Stop,
    ask::plain,
    line::Line,
    witnessed::{Kept, seen_by},
};

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
        let (mut ready, mut hidden) = (vec![], vec![]);
        let mut open = vec![];
        for (seat, ask) in asks {
            let id = self.name(&seat, ask.kind);
            let about = ask.about.as_ref().map_or_else(Fields::new, |about| about());
            let known_to = ask.known_to.clone();
            if let Some(answer) = self.replay(ready.len(), &id, &about, &ask)? {
                ready.push((seat, id, about, answer));
                hidden.push(known_to);
                continue;
            }
            let taken = taken(&ready, &seat);
            match self.search(&seat, &id, &about, &ask, &taken) {
                Search::Found(found) => {
                    ready.push((seat, id, about, found));
                    hidden.push(known_to);
                }
                Search::Open(refused) => open.push(Prompt {
                    id,
                    seat,
                    ask: ask.kind.to_owned(),
                    about,
                    choices: ask.choices(),
                    default: plain(&ask.default),
                    offered: ask.offered,
                    refused,
                }),
            }
        }
        if !open.is_empty() {
            return Err(Stop::Waiting(open));
        }
        if self.remembers() {
            for ((seat, .., found), known_to) in ready.iter().zip(hidden) {
                self.kept.push(Kept::Answer {
                    seat: seat.clone(),
                    value: plain(&found.value),
                    known_to,
                });
            }
        }
        Ok(ready
            .into_iter()
            .map(|(seat, id, about, found)| self.take(seat, id, about, found))
            .collect())
    }

    /// Asks several seats at once in a game that is played in memory.
    fn ask_in_memory<A: Answer>(&mut self, asks: Vec<(SeatId, Ask<'_, A>)>) -> Play<Vec<A>> {
        let Source::Memory(chooser) = &mut self.source else {
            return Ok(vec![]);
        };
        if !chooser.remembers() {
            let each = asks.into_iter();
            return each
                .map(|(seat, ask)| choose(*chooser, &seat, ask, &[]))
                .collect();
        }
        let (mut answers, mut given) = (vec![], vec![]);
        for (seat, mut ask) in asks {
            let known_to = ask.known_to.take();
            let answer = choose(*chooser, &seat, ask, &self.kept)?;
            given.push(Kept::Answer {
                seat,
                value: plain(&answer),
                known_to,
            });
            answers.push(answer);
        }
        // The answers were sealed until now.
        self.kept.extend(given);
        Ok(answers)
    }

    /// Returns the next name of a prompt of this kind and seat.
    fn name(&mut self, seat: &SeatId, kind: &'static str) -> String {
        let n = self.asked.entry((kind, seat.clone())).or_default();
        *n += 1;
        format!("{kind}@{seat}#{n}")
    }

    /// Writes an answer to the journal, and tells the fact that goes with it: a missed deadline, or a bot at play.
    fn take<A: Answer>(&mut self, seat: SeatId, id: String, about: Fields, found: Found<A>) -> A {
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
            value: plain(&found.value),
            by: found.by,
        });
        if let Some(event) = event {
            self.told(Audience::All, "-", event);
        }
        found.value
    }
}

/// Returns the lines of a seat's order file that its earlier answers in the same `ask_all` will use up.
fn taken<A>(ready: &[(SeatId, String, Fields, Found<A>)], seat: &SeatId) -> Vec<Line> {
    ready
        .iter()
        .filter(|(whose, ..)| whose == seat)
        .filter_map(|(.., found)| match &found.by {
            By::Order(order) | By::Forced(Some(order)) if order.spent => Some(order.line.clone()),
            _ => None,
        })
        .collect()
}

/// Returns the answer of a seat that answers by its view.
fn look<A: Answer>(chooser: &mut dyn Chooser, seat: &SeatId, ask: &Ask<'_, A>, turn: &[Kept]) -> A {
    let so_far = || seen_by(seat, turn);
    let answer = by_view(seat, ask, &so_far, &mut |view, asked| {
        chooser.answer(view, asked)
    });
    answer.unwrap_or_else(|Slip| {
        chooser.slipped();
        ask.default.clone()
    })
}

/// Lets a chooser meet an ask.
fn meet<A: Answer>(
    chooser: &mut dyn Chooser,
    seat: &SeatId,
    ask: &Ask<'_, A>,
    turn: &[Kept],
) -> Meeting {
    let about = ask.about.as_ref().map_or_else(Fields::new, |about| about());
    let asked = Asked {
        kind: ask.kind,
        seat,
        about: &about,
        choices: &|| ask.choices(),
        default: &|| plain(&ask.default),
        why_not: &|value| judge(ask, value).err(),
        so_far: &|| seen_by(seat, turn),
    };
    chooser.meet(&asked, ask.only().is_some(), ask.seen.as_deref())
}

fn choose<A: Answer>(
    chooser: &mut dyn Chooser,
    seat: &SeatId,
    ask: Ask<'_, A>,
    turn: &[Kept],
) -> Play<A> {
    if chooser.looks(seat) {
        return Ok(look(chooser, seat, &ask, turn));
    }
    let mut step_by_step = ask.scale;
    if chooser.meets(seat) {
        match meet(chooser, seat, &ask, turn) {
            Meeting::Chosen => {}
            Meeting::Weighed => step_by_step = false,
            Meeting::Given(value) => {
                return judge(&ask, &value).map_err(|why| strayed(ask.kind, why.words));
            }
            Meeting::Advised(value) => return Ok(judge(&ask, &value).unwrap_or(ask.default)),
            Meeting::Stop => return Err(strayed(ask.kind, "another question".to_owned())),
        }
    }
    Ok(match ask.shape {
        Shape::OneOf(mut choices) => {
            let n = choices.len();
            let i = if step_by_step {
                (1..n)
                    .take_while(|_| chooser.choose(seat, ask.kind, 2) == 1)
                    .count()
            } else if n == 1 {
                0
            } else {
                chooser.choose(seat, ask.kind, n)
            };
            choices.swap_remove(i)
        }
        Shape::Compound(compound) => compound.draw(&mut |n| {
            if n < 2 {
                0
            } else {
                chooser.choose(seat, ask.kind, n)
            }
        }),
    })
}

/// Makes the stop of an imagined game that did not go as the real one.
fn strayed(kind: &str, is: String) -> Stop {
    Stop::Diverged(Divergence {
        at: 0,
        was: format!("a question {kind}"),
        is,
    })
}
