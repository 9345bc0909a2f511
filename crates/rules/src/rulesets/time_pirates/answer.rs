//! The answers that an order file gives to the questions of the rules, and the order file that gives answers: both directions
//! of each section.

use super::{
    asks::{self, Action, Question, Set},
    names::{Artifact, Color, Epoch, Marker, Restock},
    orders::{self, Orders, Sale},
};
use crate::{
    engine::{Answer, Answered, Asked, Line, Plan, Reply},
    rulesets::kit::{Kind, Wanted, named},
};

/// The name of the list of a player's actions.
const ACTIONS: &str = "actions";

/// Returns the answer that a plan gives to one question.
pub(super) fn answer(plan: &Plan<'_, Orders>, question: Question, asked: &Asked<'_>) -> Reply {
    let orders = plan.orders;
    match question {
        Question::Place => section(plan, asks::Place, orders.place.as_ref(), asked),
        Question::Restock => section(plan, asks::Restock, orders.restock.as_ref(), asked),
        Question::Discard => section(plan, asks::Discard, orders.discard.as_ref(), asked),
        Question::Act => action(plan, asked),
        Question::Set => set(plan, asked),
        Question::Land => match sale(plan, asked) {
            Some((line, sale)) => asks::Land.say(line, &sale.to),
            None => Reply::Silent,
        },
        Question::AssignWorld => assign_world(plan, asked),
    }
}

/// Returns an order file that gives these answers.
pub(super) fn written(answers: &[Answered]) -> Orders {
    let mut orders = Orders::default();
    for (n, answer) in answers.iter().enumerate() {
        let Ok(question) = answer.ask.parse() else {
            continue;
        };
        match question {
            Question::Place => write_section(&mut orders.place, answer.read::<Epoch>(), answer),
            Question::Restock => {
                write_section(&mut orders.restock, answer.read::<Restock>(), answer);
            }
            Question::Discard => {
                write_section(&mut orders.discard, answer.read::<Artifact>(), answer);
            }
            Question::Act => {
                let lines = orders.actions.get_or_insert_default();
                lines.extend(
                    answer
                        .read()
                        .and_then(|action| line(action, &answers[n + 1..])),
                );
            }
            // They belong to the sale before them.
            Question::Set | Question::Land => {}
            Question::AssignWorld => orders.world.extend(assignment(answer)),
        }
    }
    orders
}

/// Returns the lines that are executed one after another.
pub(super) fn lines(orders: &Orders) -> Vec<Line> {
    Line::all(ACTIONS, orders.actions.as_ref().map_or(0, Vec::len)).collect()
}

/// Returns the first legal answer. If none is legal, returns the first one, so that its reason is reported.
fn first_legal<'a, A: Answer>(kind: Kind<A>, wanted: &'a [A], asked: &Asked<'_>) -> Option<&'a A> {
    let legal = |answer: &&A| kind.why_not(asked, answer).is_none();
    wanted.iter().find(legal).or(wanted.first())
}

/// Returns the answer of the section that answers one kind of question, and has its name.
fn section<A: Answer>(
    plan: &Plan<'_, Orders>,
    kind: Kind<A>,
    wanted: Option<&Wanted<A>>,
    asked: &Asked<'_>,
) -> Reply {
    let line = kind.name();
    match wanted.and_then(|wanted| first_legal(kind, &wanted.0, asked)) {
        Some(answer) if !plan.spent(line) => kind.say(line, answer),
        _ => Reply::Silent,
    }
}

/// Writes a section that answers one question, unless the question has only one answer.
fn write_section<T>(section: &mut Option<Wanted<T>>, value: Option<T>, answer: &Answered) {
    if !answer.forced
        && let Some(value) = value
    {
        *section = Some(Wanted(vec![value]));
    }
}

/// Playing 2: returns the answer of the line at the head of the queue. The line of a sale is used up only when the Time
/// Traveler has gone on.
fn action(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let Some(actions) = &plan.orders.actions else {
        return Reply::Silent;
    };
    let Some((line, order)) = plan.left(ACTIONS, actions).next() else {
        return match asks::Act.why_not(asked, &Action::Done) {
            None => asks::Act.by_the_way(ACTIONS, &Action::Done),
            Some(_) => Reply::Silent,
        };
    };
    if let orders::Line::Sell(sale) = order {
        return asks::Act.by_the_way(line, &Action::Sell(sale.marker));
    }
    let Some(wanted) = order.actions() else {
        return Reply::hold(line);
    };
    match first_legal(asks::Act, &wanted, asked) {
        Some(action) => asks::Act.say(line, action),
        None => Reply::Silent,
    }
}

/// Playing 2: returns the line for an action; `then` are the answers after it. The end of the actions is the end of the
/// list.
fn line(action: Action, then: &[Answered]) -> Option<orders::Line> {
    Some(match action {
        Action::Done => return None,
        Action::Take(artifact) => orders::Line::Take(Wanted(vec![artifact])),
        Action::Move(to) => orders::Line::Move(to),
        Action::Sell(marker) => {
            let next = |kind: &str| then.iter().find(|answer| answer.ask == kind);
            let set = next(asks::Set.name()).filter(|set| set.differs());
            orders::Line::Sell(Sale {
                marker,
                with: set.and_then(Answered::read::<Set>),
                to: next(asks::Land.name())?.read()?,
            })
        }
        Action::Atomic { discard, to } => orders::Line::Atomic(orders::Atomic { discard, to }),
        Action::Exchange { give, from, take } => orders::Line::Exchange(orders::Exchange {
            give,
            from: Wanted(vec![from]),
            take: Wanted(vec![take]),
        }),
    })
}

impl orders::Line {
    /// Returns every action that the line allows, the most wanted first; `None` for `hold`.
    pub(super) fn actions(&self) -> Option<Vec<Action>> {
        Some(match self {
            Self::Take(wanted) => wanted.0.iter().copied().map(Action::Take).collect(),
            Self::Move(to) => vec![Action::Move(*to)],
            Self::Sell(sale) => vec![Action::Sell(sale.marker)],
            Self::Atomic(orders::Atomic { discard, to }) => {
                let (discard, to) = (*discard, *to);
                vec![Action::Atomic { discard, to }]
            }
            Self::Exchange(exchange) => exchange.actions(),
            Self::Hold => return None,
        })
    }
}

impl orders::Exchange {
    /// Returns every exchange that the line allows, the most wanted first.
    pub(super) fn actions(&self) -> Vec<Action> {
        let give = self.give;
        let pairs = self.take.0.iter().flat_map(|take| {
            let from = self.from.0.iter();
            from.map(|from| (*from, *take))
        });
        pairs
            .map(|(from, take)| Action::Exchange { give, from, take })
            .collect()
    }
}

/// Returns the sale that a question is about: the first one with its marker that is not used up.
fn sale<'a>(plan: &Plan<'a, Orders>, asked: &Asked<'_>) -> Option<(Line, &'a Sale)> {
    let marker: Marker = named(asked, "marker")?;
    let mut lines = plan.left(ACTIONS, plan.orders.actions.iter().flatten());
    lines.find_map(|(line, order)| match order {
        orders::Line::Sell(sale) if sale.marker == marker => Some((line, sale)),
        _ => None,
    })
}

/// Selling Artifacts: returns the counters that the line names, or else the cheapest set.
fn set(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let Some((line, sale)) = sale(plan, asked) else {
        return Reply::Silent;
    };
    match sale.with.clone() {
        Some(mut set) => {
            set.sort_unstable();
            asks::Set.by_the_way(line, &set)
        }
        None => Reply::by_the_way(line, (asked.default)(), vec![]),
    }
}

/// Scoring: returns the color of the first line that fits the marker.
fn assign_world(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let marker: Option<Marker> = named(asked, "marker");
    let number = asked
        .about()
        .get("number")
        .and_then(serde_json::Value::as_u64);
    let colors = asked.one_of::<Color>();
    let fits = |line: &orders::Assignment| {
        (line.marker.is_none() || line.marker == marker)
            && (line
                .number
                .is_none_or(|n| Some(u64::from(n.get())) == number))
            && line.color.0.iter().any(|color| colors.contains(color))
    };
    let mut world = plan.orders.world.iter().enumerate();
    match world.find(|(_, line)| fits(line)) {
        Some((n, line)) => asks::AssignWorld.prefer(Line::nth("world", n), &line.color.0),
        None => Reply::Silent,
    }
}

/// Scoring: returns the line for the color of one World Scoring Marker.
fn assignment(answer: &Answered) -> Option<orders::Assignment> {
    let color = answer.read::<Color>().filter(|_| !answer.forced)?;
    Some(orders::Assignment {
        marker: answer.field("marker"),
        number: answer.field("number"),
        color: Wanted(vec![color]),
    })
}
