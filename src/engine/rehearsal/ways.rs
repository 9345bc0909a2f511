//! Runs the rules once for every way a preview can go.

use super::{
    Effort, LeftToOthers, Open, Rehearsal, Unplayed,
    sum::{Sum, Way},
};
use crate::{
    dice::{Dice, Label, Undrawn},
    engine::{
        Aside, Asked, Chance, Choices, Entry, Event, Illegal, Mail, OnFile, Overdue, RandomBot,
        Reply, Ruleset, SeatId, Stop, Table, Told,
        ahead::{Ahead, Draw, Drawn, Offered, Possible, Step},
        answers::Plan,
        line::Line,
        spent::Spent,
    },
};
use serde_json::Value;
use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};

/// A limit on the questions to a seat in one turn; no real turn has as many.
const QUESTIONS: usize = 400;

/// Dice whose results were fixed in advance.
struct Fallen<'a> {
    drawn: &'a Drawn,
    /// The label and sides of the first die that has no result yet.
    wanted: Option<(String, u32)>,
}

impl Dice for Fallen<'_> {
    fn roll(&mut self, label: &Label, count: u32, sides: u32) -> Result<Vec<u32>, Undrawn> {
        (0..count)
            .map(|n| {
                let name = match count {
                    1 => label.to_string(),
                    _ => format!("{label}/{n}"),
                };
                self.drawn.get(&name).copied().ok_or_else(|| {
                    self.wanted = Some((name, sides));
                    Undrawn(label.clone())
                })
            })
            .collect()
    }
    fn shuffle(&mut self, label: &Label, _: u32) -> Result<Vec<u32>, Undrawn> {
        Err(Undrawn(label.clone()))
    }
    fn deal(&mut self, _: &str, _: u32) -> Result<Vec<u32>, Undrawn> {
        Err(Undrawn(Label::new("deck").expect("a plain label")))
    }
}

/// The end of a run: the turn is over, or chance has to decide something first.
enum Came {
    Through(Way),
    ToChance(Draw),
}

/// The inputs of one preview.
pub(super) struct Stage<'a, R: Ruleset> {
    pub rules: &'a R,
    pub ahead: &'a dyn Ahead<R::View, R::State, R::Fact>,
    pub view: &'a R::View,
    pub seat: &'a SeatId,
    pub on_file: BTreeMap<SeatId, OnFile>,
    pub orders: Option<R::Orders>,
    /// Lines that were executed already.
    pub played: &'a BTreeSet<Line>,
    pub effort: Effort,
    pub others: Overdue,
}

impl<R: Ruleset> Stage<'_, R> {
    /// Plays the turn until it needs a result that has not been drawn yet.
    fn run(&self, drawn: &Drawn) -> Result<Came, Stop> {
        let offers = RefCell::new(vec![]);
        let reply = |seat: &SeatId, spent: &BTreeSet<Line>, asked: &Asked<'_>| {
            if seat != self.seat {
                return Reply::Silent;
            }
            let reply = match &self.orders {
                Some(orders) => self.rules.answer(&Plan::new(orders, spent), asked),
                None => Reply::Silent,
            };
            if takes(&reply, asked) {
                // The questions before this line can no longer be answered.
                offers.borrow_mut().clear();
            } else {
                offer(&mut offers.borrow_mut(), asked);
            }
            reply
        };
        // Questions left open take their default, in sequence with those of the other seats.
        let (mut overdue, mut open) = (self.others.clone(), vec![]);
        for _ in 0..QUESTIONS {
            offers.borrow_mut().clear();
            let Some(mut state) = self.ahead.imagine(self.view, self.seat, drawn) else {
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
            table.play_before(self.seat, self.played);
            let came = self.ahead.play(&mut state, self.seat, &mut table);
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
                    let mine = prompts.into_iter().find(|p| p.seat == *self.seat);
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
            let spent = cleared.spent.get(self.seat).map(Spent::done);
            return Ok(Came::Through(Way {
                steps: self.steps(&cleared.facts),
                unplayed: self.unplayed(&cleared.facts, &spent.cloned().unwrap_or_default(), stop),
                open,
                others: self.others(&cleared.facts),
                possible: self.possible(&state, &offers.borrow()),
                purse: self.ahead.purse(&state, self.seat),
            }));
        }
        Err(Stop::Runaway)
    }

    /// Returns what could be done next, without anything the rules would refuse.
    fn possible(&self, state: &R::State, offered: &[Offered]) -> Vec<Possible> {
        let mut possible = self.ahead.possible(state, self.seat, offered);
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
            if seat == self.seat {
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
            } if seat == self.seat && *why == Aside::Held => Some(order.line.clone()),
            _ => None,
        })
    }

    fn steps(&self, facts: &[Told<R::Fact>]) -> Vec<Step> {
        let mut hangs = false;
        let step = |told: &Told<R::Fact>| {
            let fact = match &told.event {
                Event::Fact(fact) => fact,
                Event::Nmr { seat, ask } => {
                    hangs |= seat != self.seat && self.ahead.hangs_on(ask);
                    return None;
                }
                _ => return None,
            };
            let mut step = self.ahead.step(self.view, self.seat, &told.rule, fact)?;
            step.open |= hangs;
            Some(step)
        };
        facts.iter().filter_map(step).collect()
    }

    /// Returns the lines that were put aside, the line that stops the queue, and the lines that were not reached.
    fn unplayed(
        &self,
        facts: &[Told<R::Fact>],
        spent: &BTreeSet<Line>,
        stop: Option<(Line, Option<Illegal>)>,
    ) -> Vec<Unplayed> {
        let mut all: Vec<Unplayed> = facts
            .iter()
            .filter_map(|told| match &told.event {
                Event::PutAside { seat, line, why } if seat == self.seat => Some(Unplayed {
                    line: line.clone(),
                    why: match why {
                        Aside::Illegal(why) | Aside::NothingToDo(Some(why)) => Some(why.clone()),
                        // Such a line has had its effect.
                        Aside::Hold | Aside::Held | Aside::NothingToDo(None) => return None,
                    },
                    stops: false,
                }),
                _ => None,
            })
            .collect();
        let stopped = stop.as_ref().map(|(line, _)| line.clone());
        all.extend(stop.map(|(line, why)| Unplayed {
            line,
            why,
            stops: true,
        }));
        let lines = self.orders.as_ref().map(|orders| self.rules.lines(orders));
        let not_reached = lines.into_iter().flatten();
        all.extend(
            not_reached
                .filter(|line| !spent.contains(line) && Some(line) != stopped.as_ref())
                .map(|line| Unplayed {
                    line,
                    why: None,
                    stops: false,
                }),
        );
        all
    }

    fn sum(&self, sum: Sum, exact: bool) -> Rehearsal {
        sum.rehearsal(exact, self.ahead.beyond(self.view, self.seat))
    }

    fn before(&self) -> Vec<(&'static str, i64)> {
        let now = self.ahead.imagine(self.view, self.seat, &Drawn::new());
        now.map_or_else(Vec::new, |state| self.ahead.purse(&state, self.seat))
    }

    /// Runs all ways, one after another. Returns `None` if they are too many.
    pub(crate) fn all(&self) -> Result<Option<Rehearsal>, Stop> {
        let mut sum = Sum::new(self.before());
        let mut ahead = vec![(Drawn::new(), Chance::ALWAYS)];
        for _ in 0..self.effort.runs {
            let Some((drawn, chance)) = ahead.pop() else {
                return Ok(Some(self.sum(sum, true)));
            };
            match self.run(&drawn)? {
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
        Ok(ahead.is_empty().then(|| self.sum(sum, true)))
    }

    /// Runs a sample of the ways, always the same one.
    pub(crate) fn some(&self) -> Result<Rehearsal, Stop> {
        let mut sum = Sum::new(self.before());
        let each = Chance::of(1, u128::from(self.effort.samples)).expect("one of several");
        for n in 0..self.effort.samples {
            let mut chance = RandomBot::new(u64::from(n) + 1);
            let mut drawn = Drawn::new();
            loop {
                match self.run(&drawn)? {
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
        Ok(self.sum(sum, false))
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

/// Records a question that no line answers. Only the first of each kind counts: that is where the orders end.
fn offer(offers: &mut Vec<Offered>, asked: &Asked<'_>) {
    if offers.iter().any(|before| before.ask == asked.kind) {
        return;
    }
    offers.push(Offered {
        ask: asked.kind.to_owned(),
        about: asked.about.clone(),
        choices: listed(&(asked.choices)()),
        default: (asked.default)(),
    });
}

/// Draws one of the ways, with its probability.
fn pick(draw: &Draw, chance: &mut RandomBot) -> Option<u32> {
    const FINE: u32 = 1 << 30;
    let at = u128::from(u32::try_from(chance.below(FINE as usize)).ok()?);
    let mut sum = Chance::NEVER;
    for (value, share) in &draw.ways {
        sum = sum.or(*share)?;
        let (num, den) = sum.fraction();
        if at * den < num * u128::from(FINE) {
            return Some(*value);
        }
    }
    draw.ways.last().map(|(value, _)| *value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chance(num: u128, den: u128) -> Chance {
        Chance::of(num, den).expect("a chance")
    }

    /// The share of each way among the draws is close to its probability.
    #[test]
    fn ways_are_drawn_as_likely_as_they_are() {
        let draw = Draw {
            label: "x".to_owned(),
            ways: vec![(1, chance(1, 4)), (2, chance(3, 4))],
        };
        let mut bot = RandomBot::new(1);
        let ones = (0..4000)
            .filter(|_| pick(&draw, &mut bot) == Some(1))
            .count();
        assert!((900..1100).contains(&ones), "{ones}");
    }

    #[test]
    fn likelier_ways_are_drawn_more_often_and_impossible_ways_never() {
        let draw = Draw {
            label: "x".to_owned(),
            ways: vec![(0, Chance::NEVER), (1, chance(3, 4)), (2, chance(1, 4))],
        };
        let mut bot = RandomBot::new(1);
        let drawn: Vec<_> = (0..4000).map(|_| pick(&draw, &mut bot)).collect();
        let count = |way| drawn.iter().filter(|drawn| **drawn == Some(way)).count();
        assert!((2900..3100).contains(&count(1)), "{}", count(1));
        assert_eq!((count(0), count(1) + count(2)), (0, 4000));
        // This also holds if the bot returns its least number.
        assert_eq!(RandomBot::new(0).below(1 << 30), 0);
        assert_eq!(pick(&draw, &mut RandomBot::new(0)), Some(1));
    }
}
