//! The answers that an order file gives to the questions of the rules.

use super::{
    asks::{self, Choice, Gifts, Placing, Question, Wormholed, YesNo},
    diagnostics::Wrong,
    names::{Action, Age, Card, Color, Power},
    orders::{Entry, InPlay, Orders, PowerOrder, TakeBack, When, Which},
};
use crate::engine::{Asked, Fields, Idle, Line, Plan, Reply};
use serde::Serialize;
use serde_json::Value;

/// Returns the answer that a plan gives to one question.
pub(super) fn answer(plan: &Plan<'_, Orders>, question: Question, asked: &Asked<'_>) -> Reply {
    match question {
        Question::Place => place(plan),
        Question::Card | Question::PsychicCard => card(plan, question),
        Question::Psychic | Question::Multiverse => next_play(plan, question),
        Question::Keep => keep(plan, asked),
        Question::Axis
        | Question::Mutants
        | Question::Phoenix
        | Question::StolenAction
        | Question::Tyrant
        | Question::Zodiac => between_plays(plan, question, asked),
        Question::Gift => asks::Gift.prefer("gift", &plan.orders.gift),
        Question::Steal => steal(plan, asked),
        Question::Activate => asks::Activate.prefer("activate", &plan.orders.activate),
        Question::Mimic
        | Question::Wormhole
        | Question::Thief
        | Question::Witch
        | Question::Alliance
        | Question::Medusa
        | Question::Tornado
        | Question::Titan
        | Question::Uniter
        | Question::Assassin
        | Question::Agent => once_a_round(plan, question, asked),
    }
}

/// Returns the lines that are executed one after another.
pub(super) fn lines(orders: &Orders) -> Vec<Line> {
    let placement = Line::all("placement", orders.placement.len());
    placement
        .chain(Line::all("programme", orders.programme.len()))
        .collect()
}

/// The lines that are lost if a new file leaves them out: also those about gold powers, which are then not used.
pub(super) fn entries(orders: &Orders) -> Vec<Line> {
    let mut entries = lines(orders);
    let powers = orders.powers.as_ref().map_or(0, Vec::len);
    entries.extend(Line::all("powers", powers));
    entries
}

fn value(answer: impl Serialize) -> Value {
    serde_json::to_value(answer).expect("an answer is plain data")
}

/// Setup 5: returns the answer of the next line of the placement.
fn place(plan: &Plan<'_, Orders>) -> Reply {
    match plan.left("placement", &plan.orders.placement).next() {
        None => Reply::Silent,
        Some((line, orders)) => {
            let (whisperer, side) = (orders.whisperer, orders.side);
            asks::Place.say(line, &Placing { whisperer, side })
        }
    }
}

/// Returns the head of the programme.
fn head(plan: &Plan<'_, Orders>) -> Option<(Line, Entry)> {
    let (line, entry) = plan.left("programme", &plan.orders.programme).next()?;
    Some((line, *entry))
}

/// Phase 1: returns the next card of the programme. If the programme says `psychic` and the Psychic was used, the seat
/// waits for a new file. If the Psychic could not be used there, the entry has no effect.
fn card(plan: &Plan<'_, Orders>, question: Question) -> Reply {
    let mut done = vec![];
    for (line, entry) in plan.left("programme", &plan.orders.programme) {
        let value = match entry {
            Entry::Psychic if question == Question::Card => {
                done.push(Idle::because(line, Wrong::NoPsychic));
                continue;
            }
            Entry::Psychic | Entry::Hold => return Reply::Hold { line, done },
            Entry::Card(card) => value(card),
            Entry::Two(cards) => value(cards),
        };
        return Reply::Say {
            line,
            value,
            spent: true,
            done,
        };
    }
    Reply::Silent
}

/// Psychic, Multiverse: returns whether they are used, which the next entry of the programme decides.
fn next_play(plan: &Plan<'_, Orders>, question: Question) -> Reply {
    let says = |line: Line, use_it: YesNo| Reply::by_the_way(line, use_it, vec![]);
    match (question, head(plan)) {
        (Question::Psychic, Some((line, Entry::Psychic)))
        | (Question::Multiverse, Some((line, Entry::Two(_)))) => says(line, YesNo::Use),
        (_, Some((line, Entry::Hold))) => Reply::hold(line),
        (_, Some((line, _))) => says(line, YesNo::Pass),
        (_, None) => left_open(plan, question),
    }
}

/// Returns no answer, or a wake if the seat wants to be asked about a power that it has brought in (Mimic, Alliance).
fn left_open(plan: &Plan<'_, Orders>, question: Question) -> Reply {
    let power = match question {
        Question::StolenAction => Some(Power::Thief),
        other => other.name().parse().ok(),
    };
    let mut lines = plan.orders.powers.iter().flatten();
    if power.is_some_and(|power| lines.any(|line| line.asks_about(power))) {
        Reply::Wake
    } else {
        Reply::Silent
    }
}

/// Returns a hold if the next entry of the programme is a `hold`: it stops before the powers that may be used there.
fn stopped(plan: &Plan<'_, Orders>, question: Question) -> Reply {
    match head(plan) {
        Some((line, Entry::Hold)) => Reply::hold(line),
        _ => left_open(plan, question),
    }
}

/// Returns the lines about gold powers that are not used up.
fn power_lines<'a>(plan: &'a Plan<'_, Orders>) -> impl Iterator<Item = (Line, &'a PowerOrder)> {
    plan.left("powers", plan.orders.powers.iter().flatten())
}

/// Multiverse: returns which of the two cards is played, if the file says it in advance.
fn keep(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let cards = asked.one_of::<Card>();
    let mut lines = power_lines(plan);
    let found = lines.find_map(|(line, order)| match order {
        PowerOrder::Multiverse(keep) if keep.when.fits(asked.about()) => Some((line, keep.play)),
        _ => None,
    });
    match (found, &cards[..]) {
        (Some((line, which)), [first, second]) => {
            let card = match which {
                Which::First => first,
                Which::Second => second,
            };
            asks::Keep.by_the_way(line, card)
        }
        _ => Reply::Silent,
    }
}

/// Returns the answer for a power that may be used between two plays: that of the first line that fits the moment.
fn between_plays(plan: &Plan<'_, Orders>, question: Question, asked: &Asked<'_>) -> Reply {
    let fits = |when: &When| when.fits(asked.about());
    for (line, order) in power_lines(plan) {
        match (question, order) {
            (Question::Axis, PowerOrder::Axis(use_it))
            | (Question::StolenAction, PowerOrder::StolenAction(use_it))
            | (Question::Tyrant, PowerOrder::Tyrant(use_it))
            | (Question::Zodiac, PowerOrder::Zodiac(use_it))
                if fits(&use_it.when) =>
            {
                return Reply::say(line, value(YesNo::Use));
            }
            (Question::Mutants, PowerOrder::Mutants(use_it)) if fits(&use_it.when) => {
                return Reply::by_the_way(line, YesNo::Use, vec![]);
            }
            (Question::Phoenix, PowerOrder::Phoenix(TakeBack { take, when })) if fits(when) => {
                let take = Choice::Use(*take);
                if asks::Phoenix.why_not(asked, &take).is_none() {
                    return asks::Phoenix.say(line, &take);
                }
            }
            _ => {}
        }
    }
    stopped(plan, question)
}

impl InPlay {
    /// Checks whether a question is about this play.
    fn fits(self, about: &Fields) -> bool {
        let play = self.play.map(|play| play.get().into());
        play.is_none() || about.get("play") == play.as_ref()
    }
}

impl When {
    /// Checks whether a question is about such a moment.
    pub(super) fn fits(&self, about: &Fields) -> bool {
        let is = |field: &str, wanted: Option<Value>| match wanted {
            None => true,
            wanted => about.get(field) == wanted.as_ref(),
        };
        is("play", self.play.map(|play| play.get().into()))
            && is("card", self.card.map(value))
            && is("whisperer", self.whisperer.map(value))
            && is("side", self.side.map(value))
            && is("age", self.age.map(value))
    }
}

/// Thief: returns the first of the wanted cards that an opponent gave.
fn steal(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let gifts = asked.about().get("gifts").cloned().unwrap_or_default();
    let Ok(gifts) = serde_json::from_value::<Gifts>(gifts) else {
        return Reply::Silent;
    };
    for (line, order) in power_lines(plan) {
        if let PowerOrder::Thief(thief) = order {
            let from = |action: &Action| gifts.iter().find(|(_, card)| *card == action);
            let givers = thief.steal.iter().filter_map(from);
            let givers: Vec<Color> = givers.map(|(color, _)| *color).collect();
            return asks::Steal.prefer(line, &givers);
        }
    }
    Reply::Silent
}

/// Returns the answer for a power that is decided on once in a round, or once in each scoring: that of the first line
/// for it. A file with a list of powers that does not name this one does not use it, unless the seat wants to be asked.
/// A line for the other scoring stays in the queue (ruling C13).
fn once_a_round(plan: &Plan<'_, Orders>, question: Question, asked: &Asked<'_>) -> Reply {
    if plan.orders.powers.is_none() {
        return Reply::Silent;
    }
    let scoring = asked.about().get("scoring");
    for (line, order) in power_lines(plan) {
        if scoring.is_some() && order.scoring().map(value).as_ref() != scoring {
            continue;
        }
        let answer = match (question, order) {
            (Question::Agent, PowerOrder::Agent(pair)) => value(Choice::Use(clockwise(pair.ages))),
            (Question::Uniter, PowerOrder::Uniter(pair)) => {
                value(Choice::Use(clockwise(pair.ages)))
            }
            (Question::Mimic, PowerOrder::Mimic(take)) => value(Choice::Use(take.power)),
            (Question::Wormhole, PowerOrder::Wormhole(travel)) => value(Choice::Use(Wormholed {
                whisperer: travel.whisperer,
                to: travel.to,
            })),
            (Question::Tornado, PowerOrder::Tornado(goal)) => value(Choice::Use(goal.to)),
            (Question::Witch, PowerOrder::Witch(goal)) => value(Choice::Use(goal.to)),
            (Question::Alliance, PowerOrder::Alliance(allies)) => value(&allies.activate),
            (Question::Titan, PowerOrder::Titan(one)) => value(Choice::Use(one.whisperer)),
            (Question::Assassin, PowerOrder::Assassin(_))
            | (Question::Medusa, PowerOrder::Medusa(_)) => value(YesNo::Use),
            // The line also says what to steal, so it is not used up yet.
            (Question::Thief, PowerOrder::Thief(_)) => {
                return Reply::by_the_way(line, YesNo::Use, vec![]);
            }
            _ => continue,
        };
        return Reply::say(line, answer);
    }
    if left_open(plan, question) == Reply::Wake {
        return Reply::Wake;
    }
    match question {
        Question::Alliance => Reply::rest("powers", Vec::<Power>::new()),
        _ => Reply::rest("powers", YesNo::Pass),
    }
}

/// Returns two ages in the order in which the questions name them; ages that are not adjacent keep their order.
fn clockwise([one, other]: [Age; 2]) -> [Age; 2] {
    if other.clockwise() == one {
        [other, one]
    } else {
        [one, other]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets::time_whisperers::asks::BETWEEN_PLAYS;
    use serde_json::json;

    /// The fields of a moment between two plays are those that a `when` may name.
    #[test]
    fn a_moment_has_the_fields_of_a_when() {
        let moment = json!({"play": 3, "card": 2, "whisperer": 2, "side": "gold", "age": "dusk"});
        let when: When = serde_json::from_value(moment.clone()).expect("a moment");
        let Value::Object(fields) = moment else {
            unreachable!("a mapping was written");
        };
        let listed = BETWEEN_PLAYS.iter().map(|(name, _)| *name);
        assert!(fields.keys().eq(listed));
        assert!(when.fits(&fields.into_iter().collect()));
    }
}
