//! Finds an answer: in the journal of earlier sittings, in an order file, or in the standing orders.

use super::{
    Play, Source, Table, describe,
    showing::{Question, by_view, show},
};
use crate::engine::{
    Aside, Audience, By, Divergence, Entry, Event, Fields, Idle, IfIllegal, OnFile, OrderLine,
    Refused, Reply, SeatId, Stop, line::Line, spent::Spent, witnessed::seen_by,
};
use serde_json::Value;
use std::collections::BTreeSet;

/// An answer that was found, with its source.
pub(super) struct Found {
    pub value: Value,
    pub by: By,
}

/// The result of the search for an answer.
pub(super) enum Search {
    Found(Found),
    Open(Option<Refused>),
}

/// The reply of an order file to an ask.
enum Said {
    Nothing,
    Wake,
    Hold,
    Answer(Value, OrderLine),
    Refused(Refused),
}

impl<F> Table<'_, F> {
    /// Returns the answer of an earlier sitting, if there is one.
    pub(super) fn replay(
        &mut self,
        ahead: usize,
        id: &str,
        about: &Fields,
        ask: &dyn Question,
    ) -> Play<Option<Found>> {
        self.replay_aside(ahead)?;
        let Source::Mail { mail, .. } = &self.source else {
            return Ok(None);
        };
        let at = self.journal.len() + ahead;
        let Some(entry) = mail.journal.get(at) else {
            return Ok(None);
        };
        if let Entry::Answer {
            id: was,
            about: before,
            value,
            by,
            ..
        } = entry
            && was == id
            && before == about
            && let Some(answer) = ask.again(value)
        {
            return Ok(Some(Found {
                value: answer,
                by: by.clone(),
            }));
        }
        Err(Stop::Diverged(Divergence {
            at: at + 1,
            was: describe(entry),
            is: format!("a question {id} about {}", Value::from_iter(about.clone())),
        }))
    }

    /// Replays the lines put aside, which stand in the journal before the answer that they made way for.
    fn replay_aside(&mut self, ahead: usize) -> Play<()> {
        loop {
            let Source::Mail { mail, .. } = &self.source else {
                return Ok(());
            };
            let Some(Entry::PutAside {
                seat, order, why, ..
            }) = mail.journal.get(self.journal.len() + ahead)
            else {
                return Ok(());
            };
            if ahead > 0 {
                return Err(Stop::Diverged(Divergence {
                    at: self.journal.len() + ahead + 1,
                    was: "a line put aside".into(),
                    is: "an answer of several".into(),
                }));
            }
            let entry = mail.journal[self.journal.len()].clone();
            let (seat, line, why) = (seat.clone(), order.line.clone(), why.clone());
            self.journal.push(entry);
            self.told_aside(seat, line, why);
        }
    }

    fn told_aside(&mut self, seat: SeatId, line: Line, why: Aside) {
        if why == Aside::Held {
            return;
        }
        self.told(
            Audience::Only(vec![seat.clone()]),
            "-",
            Event::PutAside { seat, line, why },
        );
    }

    /// Searches for the answer to an ask. The sources, in this order: the only legal answer, the order file, the
    /// standing orders, the default of an offer that does not have to be answered and whose seat no bot plays, and,
    /// if the prompt is overdue, the seat's bot or the default. Otherwise the prompt is open. Lines that are
    /// `taken` answer something else.
    pub(super) fn search(
        &mut self,
        seat: &SeatId,
        id: &str,
        about: &Fields,
        ask: &dyn Question,
        taken: &[Line],
    ) -> Search {
        self.catch_up();
        let late =
            matches!(&self.source, Source::Mail { mail, .. } if mail.overdue.holds(seat, id));
        let found = |value: Value, by: By| Search::Found(Found { value, by });
        let mut woken = false;
        let (said, refused) = match self.consult(seat, about, ask, taken, late) {
            Said::Nothing => (None, None),
            Said::Wake => {
                woken = true;
                (None, None)
            }
            Said::Answer(answer, order) => (Some((answer, order)), None),
            Said::Refused(refused) => (None, Some(refused)),
            Said::Hold if late => {
                let (value, by) = self.left_open(seat, id, ask);
                return found(value, by);
            }
            Said::Hold => return Search::Open(None),
        };
        if let Some(only) = ask.only() {
            return found(only, By::Forced(said.map(|(_, order)| order)));
        }
        if let Some((answer, order)) = said {
            return found(answer, By::Order(order));
        }
        let Source::Mail { mail, .. } = &self.source else {
            unreachable!("a game in memory is not searched for answers");
        };
        let on_file = mail.on_file.get(seat);
        if refused.is_none() {
            if let Some(answer) = standing(on_file, ask, about) {
                return found(answer, By::Standing);
            }
            let wakes = woken || on_file.is_some_and(|o| o.wake.contains(ask.kind()));
            let unheard = ask.is_patient() && on_file.is_none_or(|o| o.files.is_empty());
            let passed_over = ask.is_offered() && !wakes && (late || !unheard);
            let has_bot = mail.overdue.bots.contains_key(seat);
            if (passed_over && !has_bot) || on_file.is_some_and(|o| o.no_orders) {
                return found(ask.default(), By::Passed);
            }
        }
        if late {
            let (value, by) = self.left_open(seat, id, ask);
            return found(value, by);
        }
        Search::Open(refused)
    }

    /// Returns the answer to an overdue prompt: that of the bot that plays the seat, or the default.
    fn left_open(&self, seat: &SeatId, id: &str, ask: &dyn Question) -> (Value, By) {
        let Source::Mail { mail, .. } = &self.source else {
            return (ask.default(), By::Nmr);
        };
        let Some(bot) = mail.overdue.bots.get(seat) else {
            return (ask.default(), By::Nmr);
        };
        let answer = match &mail.overdue.said {
            None => {
                let so_far = || seen_by(seat, &self.kept);
                by_view(seat, ask, &so_far, &mut |view, asked| {
                    (mail.bot)(bot, view, asked)
                })
                .ok()
            }
            Some(said) => said.get(id).and_then(|value| ask.judge(value).ok()),
        };
        let answer = answer.unwrap_or_else(|| ask.default());
        (answer, By::Bot(bot.clone()))
    }

    /// Returns the reply of the seat's order file to one ask. Lines that can never be executed are put aside on the
    /// way.
    fn consult(
        &mut self,
        seat: &SeatId,
        about: &Fields,
        ask: &dyn Question,
        taken: &[Line],
        late: bool,
    ) -> Said {
        let forced = ask.is_forced();
        let mut aside: Option<(Line, Value)> = None;
        loop {
            let Source::Mail { mail, spent, .. } = &self.source else {
                return Said::Nothing;
            };
            let Some(on_file) = mail.on_file.get(seat) else {
                return Said::Nothing;
            };
            let Some(file) = on_file.files.last() else {
                return Said::Nothing;
            };
            let mut played = spent
                .get(seat)
                .map_or_else(BTreeSet::new, |s| s.done().clone());
            played.extend(taken.iter().cloned());
            let reply = show(seat, ask, &about, &Vec::new, |asked| {
                (mail.reply)(seat, &played, asked)
            });
            let order = |line: Line, spent: bool, done: Vec<Idle>| OrderLine {
                file: file.digest.clone(),
                line,
                spent,
                done,
            };
            let reply = match reply {
                Reply::Rest { .. } if on_file.wake.contains(ask.kind()) => Reply::Silent,
                Reply::Rest { line, value } => Reply::Say {
                    line,
                    value,
                    spent: false,
                    done: vec![],
                },
                reply => reply,
            };
            match reply {
                Reply::Silent | Reply::Rest { .. } => return Said::Nothing,
                Reply::Wake | Reply::AskMe if forced => return Said::Nothing,
                Reply::Wake => return Said::Wake,
                Reply::AskMe => return Said::Hold,
                Reply::Prefer { line, values } => {
                    return match values.iter().find_map(|v| ask.judge(v).ok()) {
                        Some(answer) => Said::Answer(answer, order(line, true, vec![])),
                        None => Said::Nothing,
                    };
                }
                Reply::Hold { line, done } => {
                    // A line that failed is noted once, together with the stop that shows it.
                    let (failed, done): (Vec<Idle>, Vec<Idle>) =
                        done.into_iter().partition(|idle| idle.failed);
                    let idle: Vec<_> = done
                        .into_iter()
                        .map(|idle| (order(idle.line, true, vec![]), Aside::NothingToDo(idle.why)))
                        .collect();
                    let hold = order(line.clone(), true, failed);
                    for (order, why) in idle {
                        self.put_aside(seat, order, why);
                    }
                    // If there is only one legal answer, there is nothing to wait for.
                    if forced {
                        return Said::Nothing;
                    }
                    if aside.as_ref().is_some_and(|(l, _)| *l == line) {
                        return Said::Hold;
                    }
                    if !late {
                        self.hold(seat, hold);
                        return Said::Hold;
                    }
                    self.put_aside(seat, hold, Aside::Hold);
                    aside = Some((line, Value::Null));
                }
                Reply::Say {
                    line,
                    value,
                    spent,
                    done,
                } => match ask.judge(&value) {
                    Ok(answer) => return Said::Answer(answer, order(line, spent, done)),
                    // A line that was put aside gets no second try.
                    Err(_) if aside.as_ref() == Some(&(line.clone(), value.clone())) => {
                        return Said::Nothing;
                    }
                    Err(_) if played.contains(&line) => return Said::Nothing,
                    // Asking again is pointless if there is only one legal answer, and too late if the prompt is
                    // overdue.
                    Err(why) if forced || late || on_file.if_illegal == IfIllegal::Skip => {
                        let order = order(line.clone(), true, done);
                        self.put_aside(seat, order, Aside::Illegal(why));
                        aside = Some((line, value));
                    }
                    Err(why) => return Said::Refused(Refused { line, value, why }),
                },
            }
        }
    }

    /// Notes, once, the line at which a queue has stopped.
    fn hold(&mut self, seat: &SeatId, order: OrderLine) {
        let Source::Mail { spent, .. } = &self.source else {
            return;
        };
        if !spent.get(seat).is_some_and(|s| s.is_held(&order.line)) {
            self.put_aside(seat, order, Aside::Held);
        }
    }

    fn put_aside(&mut self, seat: &SeatId, order: OrderLine, why: Aside) {
        let Source::Mail { mail, spent, .. } = &mut self.source else {
            return;
        };
        spent.entry(seat.clone()).or_default().note(&order, &why);
        let line = order.line.clone();
        self.journal.push(Entry::PutAside {
            sitting: mail.sitting,
            seat: seat.clone(),
            order,
            why: why.clone(),
        });
        self.told_aside(seat.clone(), line, why);
    }

    /// Computes, once the old journal is replayed, how far each order file in force has been executed.
    pub(super) fn catch_up(&mut self) {
        if let Source::Mail {
            mail,
            spent,
            caught_up,
        } = &mut self.source
            && !*caught_up
        {
            *caught_up = true;
            for (seat, on_file) in mail.on_file {
                spent.insert(seat.clone(), Spent::of(seat, mail.journal, &on_file.files));
            }
        }
    }
}

/// Returns the first answer of the standing orders that is legal. A list of preferences is completed to a ranking of all
/// items that lie there, because it is written before they are known.
fn standing(on_file: Option<&OnFile>, ask: &dyn Question, about: &Fields) -> Option<Value> {
    on_file?
        .standing
        .iter()
        .filter(|s| {
            s.when.iter().all(|(key, value)| match key.as_str() {
                "ask" => value == ask.kind(),
                _ => about.get(key) == Some(value),
            })
        })
        .find_map(|s| {
            let given = |value| ask.judge(value).ok().or_else(|| ask.completed(value));
            s.prefer.iter().find_map(given)
        })
}
