//! Runs the rules once for every way a preview can go.

use super::{
    LeftToOthers, Open, Rehearsal,
    fallen::{Fallen, pick},
    questions::Questions,
    stage::Stage,
    sum::{Sum, Way},
    unplayed::End,
};
use crate::engine::{
    Aside, Asked, Chance, Choices, Entry, Event, Mail, RandomBot, Reply, Ruleset, SeatId, Stop,
    Table, Told,
    ahead::{Draw, Drawn, Offered, Possible, Step},
    answers::Plan,
    line::Line,
};
use serde_json::Value;
use std::{cell::RefCell, collections::BTreeSet};

/// A limit on the questions to a seat in one turn; no real turn has as many.
const QUESTIONS: usize = 400;

/// The end of a run: the turn is over, or chance has to decide something first.
pub(super) enum Came {
    Through(Way),
    ToChance(Draw),
}

impl<R: Ruleset> Stage<'_, R> {
    /// Plays the turn until it needs a result that has not been drawn yet. Notes the questions to the own seat, if they
    /// are wanted.
    pub(super) fn run(&self, drawn: &Drawn, questions: Option<&Questions>) -> Result<Came, Stop> {
        let own = &self.cast.own;
        let offers = RefCell::new(vec![]);
        let reply = |seat: &SeatId, spent: &BTreeSet<Line>, asked: &Asked<'_>| {
            let reply = self.reply(seat, spent, asked);
            if seat == own {
                questions.inspect(|questions| questions.note(asked, &reply));
                note(&mut offers.borrow_mut(), asked, &reply);
            }
            reply
        };
        // The possible next steps are determined at the end of the own part: parts of other seats may follow it.
        let next = RefCell::new(None);
        let own_done = |state: &R::State| {
            let possible = self.possible(state, &offers.borrow());
            *next.borrow_mut() = Some(possible).filter(|possible| !possible.is_empty());
        };
        // Questions left open take their default, in sequence with those of the other seats.
        let (mut overdue, mut open) = (self.others.clone(), vec![]);
        for _ in 0..QUESTIONS {
            offers.borrow_mut().clear();
            questions.inspect(|questions| questions.clear());
            next.replace(None);
            let Some(mut state) = self.ahead.imagine(self.view, own, drawn) else {
                break;
            };
            let mut dice = Fallen {
                drawn,
                wanted: None,
            };
            let mail = Mail {
                sitting: 0,
                began: 0,
                journal: &[],
                on_file: &self.on_file,
                overdue: &overdue,
                reply: &reply,
                bot: &|_, _, _| None,
            };
            let mut table = Table::by_mail(mail, &mut dice);
            table.play_before(own, self.played);
            let came = (self.ahead).play(&mut state, &self.cast, &own_done, &mut table);
            let cleared = table.clear();
            let mut stop = None;
            match came {
                Ok(()) => {}
                Err(Stop::Undrawn(label)) => {
                    let (label, sides) = dice.wanted.ok_or(Stop::Undrawn(label))?;
                    let draw = self.ahead.ways(self.view, &state, &label, sides, drawn);
                    if !draw.ways.is_empty() {
                        return Ok(Came::ToChance(draw));
                    }
                }
                Err(Stop::Waiting(prompts)) => {
                    let mine = prompts.into_iter().find(|p| p.seat == *own);
                    let Some(prompt) = mine else {
                        return Err(Stop::Runaway);
                    };
                    let held = self.held(&cleared.journal);
                    if held.is_none() && prompt.refused.is_none() {
                        let choices = listed(&prompt.choices);
                        open.push(Open {
                            ask: prompt.ask,
                            about: prompt.about,
                            choices,
                        });
                        overdue.prompts.insert(prompt.id);
                        continue;
                    }
                    let refused = prompt.refused.map(|refused| (refused.line, refused.why));
                    stop = held.map(|line| (line, None));
                    stop = stop.or(refused.map(|(line, why)| (line, Some(why))));
                }
                Err(stop) => return Err(stop),
            }
            let possible = next.take();
            let beyond = self.ahead.beyond(self.view, &self.cast);
            let end = End {
                cleared: &cleared,
                state: &state,
                over: stop.is_none() && beyond.is_empty(),
            };
            return Ok(Came::Through(Way {
                steps: self.steps(&cleared.facts),
                unplayed: self.unplayed(own, &end, stop),
                supposed: self.supposed(&end),
                open,
                others: self.others(&cleared.facts),
                possible: possible.unwrap_or_else(|| self.possible(&state, &offers.borrow())),
                purse: self.ahead.purse(&state, own),
                decisions: questions.map_or_else(Vec::new, |questions| {
                    questions.decisions(own, &cleared.journal)
                }),
            }));
        }
        Err(Stop::Runaway)
    }

    /// Returns what the orders of a seat reply to a question.
    fn reply(&self, seat: &SeatId, spent: &BTreeSet<Line>, asked: &Asked<'_>) -> Reply {
        self.orders.get(seat).map_or(Reply::Silent, |orders| {
            self.rules.answer(&Plan::new(orders, spent), asked)
        })
    }

    /// Returns what could be done next, without anything the rules would refuse.
    fn possible(&self, state: &R::State, offered: &[Offered]) -> Vec<Possible> {
        let mut possible = self.ahead.possible(state, &self.cast.own, offered);
        possible.retain(|possible| {
            offered.iter().any(|offered| {
                offered.ask == possible.ask
                    && offered.about == possible.about
                    && offered.choices.contains(&possible.answer)
            })
        });
        possible
    }

    /// Returns the questions to other seats.
    fn others(&self, facts: &[Told<R::Fact>]) -> Vec<LeftToOthers> {
        let mut others: Vec<LeftToOthers> = vec![];
        for told in facts {
            let Event::Nmr { seat, ask } = &told.event else {
                continue;
            };
            if *seat == self.cast.own {
                continue;
            }
            match others.iter_mut().find(|other| other.ask == *ask) {
                Some(other) if other.seats.contains(seat) => {}
                Some(other) => other.seats.push(seat.clone()),
                None => others.push(LeftToOthers {
                    ask: ask.clone(),
                    seats: vec![seat.clone()],
                }),
            }
        }
        others
    }

    /// Returns the line at which the seat itself has stopped the queue.
    fn held(&self, journal: &[Entry]) -> Option<Line> {
        journal.iter().find_map(|entry| match entry {
            Entry::PutAside {
                seat, order, why, ..
            } if *seat == self.cast.own && *why == Aside::Held => Some(order.line.clone()),
            _ => None,
        })
    }

    fn steps(&self, facts: &[Told<R::Fact>]) -> Vec<Step> {
        let mut hangs = false;
        let step = |told: &Told<R::Fact>| {
            let fact = match &told.event {
                Event::Fact(fact) => fact,
                Event::Nmr { seat, ask } => {
                    hangs |= *seat != self.cast.own && self.ahead.hangs_on(ask);
                    return None;
                }
                _ => return None,
            };
            let mut step = self.ahead.step(self.view, &self.cast, &told.rule, fact)?;
            step.open |= hangs;
            Some(step)
        };
        facts.iter().filter_map(step).collect()
    }

    /// Returns the result; `sample` is the size of the sample, if not all ways were counted.
    fn sum(&self, sum: Sum, sample: Option<u32>) -> Rehearsal {
        let supposed = self.cast.supposed.iter().cloned().collect();
        sum.rehearsal(sample, supposed, self.ahead.beyond(self.view, &self.cast))
    }

    fn before(&self) -> Vec<(&'static str, i64)> {
        let now = self.ahead.imagine(self.view, &self.cast.own, &Drawn::new());
        now.map_or_else(Vec::new, |state| self.ahead.purse(&state, &self.cast.own))
    }

    /// Runs all ways, one after another. Returns `None` if they are too many.
    pub(crate) fn all(&self) -> Result<Option<Rehearsal>, Stop> {
        let mut sum = Sum::new(self.before());
        let mut ahead = vec![(Drawn::new(), Chance::ALWAYS)];
        for _ in 0..self.effort.runs {
            let Some((drawn, chance)) = ahead.pop() else {
                return Ok(Some(self.sum(sum, None)));
            };
            match self.run(&drawn, None)? {
                Came::Through(way) => {
                    if sum.add(way, chance).is_none() {
                        return Ok(None);
                    }
                }
                Came::ToChance(draw) => {
                    for (value, share) in draw.ways.into_iter().rev() {
                        let Some(chance) = chance.and(share) else {
                            return Ok(None);
                        };
                        let mut drawn = drawn.clone();
                        drawn.insert(draw.label.clone(), value);
                        ahead.push((drawn, chance));
                    }
                }
            }
        }
        Ok(ahead.is_empty().then(|| self.sum(sum, None)))
    }

    /// Runs a sample of the ways, always the same one.
    pub(crate) fn some(&self) -> Result<Rehearsal, Stop> {
        let mut sum = Sum::new(self.before());
        let each = Chance::of(1, u128::from(self.effort.samples)).expect("one of several");
        for n in 0..self.effort.samples {
            let mut chance = RandomBot::new(u64::from(n) + 1);
            let mut drawn = Drawn::new();
            loop {
                match self.run(&drawn, None)? {
                    Came::Through(way) => {
                        sum.add(way, each).expect("a sum of equal shares");
                        break;
                    }
                    Came::ToChance(draw) => {
                        let value = pick(&draw, &mut chance).ok_or(Stop::Runaway)?;
                        drawn.insert(draw.label, value);
                    }
                }
            }
        }
        Ok(self.sum(sum, Some(self.effort.samples)))
    }
}

/// Checks whether a reply is a line's own answer and legal. Any other reply leaves the choice open.
fn takes(reply: &Reply, asked: &Asked<'_>) -> bool {
    let legal = |value| (asked.why_not)(value).is_none();
    match reply {
        Reply::Say { value, spent, .. } => (*spent || *value != (asked.default)()) && legal(value),
        Reply::Rest { value, .. } => *value != (asked.default)() && legal(value),
        Reply::Prefer { values, .. } => values.iter().any(legal),
        Reply::Silent | Reply::Wake | Reply::AskMe | Reply::Hold { .. } => false,
    }
}

/// Returns the choices if the ask wants exactly one of them; otherwise an empty list.
fn listed(choices: &Choices) -> Vec<Value> {
    match choices {
        Choices::OneOf(values) => values.clone(),
        Choices::SomeOf { .. } | Choices::Ranking { .. } => vec![],
    }
}

/// Records a question to the own seat that no line answers; if one does, those before it can no longer be answered.
fn note(offers: &mut Vec<Offered>, asked: &Asked<'_>, reply: &Reply) {
    if takes(reply, asked) {
        offers.clear();
    } else {
        offer(offers, asked);
    }
}

/// Records a question that no line answers. Only the first of each kind counts: that is where the orders end.
fn offer(offers: &mut Vec<Offered>, asked: &Asked<'_>) {
    if offers.iter().any(|before| before.ask == asked.kind) {
        return;
    }
    offers.push(Offered {
        ask: asked.kind.to_owned(),
        about: asked.about().clone(),
        choices: listed(&asked.choices()),
        default: (asked.default)(),
    });
}
