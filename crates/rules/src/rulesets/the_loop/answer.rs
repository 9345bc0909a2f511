//! The answers that an order file gives to the questions of the rules, and the order file that gives answers: both directions
//! of each section.

use super::{
    artifacts::Artifact,
    asks::{self, Action, Question, What},
    names::{Era, Pick, Take},
    orders::{self, Cancel, Gain, Orders},
};
use crate::{
    engine::{Answered, Asked, Choices, Idle, Line, Plan, Reply},
    rulesets::kit::{Wanted, about, named},
};
use serde::Deserialize as _;

/// The name of the list of a player's actions.
const ACTIONS: &str = "actions";

/// Returns the answer that a plan gives to one question.
pub(super) fn answer(plan: &Plan<'_, Orders>, question: Question, asked: &Asked<'_>) -> Reply {
    let orders = plan.orders;
    match question {
        Question::Act => action(plan, asked),
        Question::Choose => choice(plan, asked),
        Question::Acquire => match &orders.acquire {
            Some(wanted) => {
                let legal = |take: &&Take| asks::Acquire.why_not(asked, take).is_none();
                let take = wanted.0.iter().find(legal).or(wanted.0.first());
                take.map_or(Reply::Silent, |take| asks::Acquire.say("acquire", take))
            }
            None => Reply::Silent,
        },
        Question::Complete => match &orders.complete {
            Some(complete) => asks::Complete.by_the_way("complete", complete),
            // A plan for the turn completes the Mission, unless it says otherwise.
            None if orders.actions.is_some() => Reply::rest(ACTIONS, true),
            None => Reply::Silent,
        },
        Question::Agree => match &orders.agree {
            Some(agree) => asks::Agree.by_the_way("agree", agree),
            None => Reply::Silent,
        },
        Question::Reward => reward(&orders.reward, asked),
        Question::Cancel => cancel(&orders.cancel, asked),
    }
}

/// Returns an order file that gives these answers.
pub(super) fn written(answers: &[Answered]) -> Orders {
    let mut orders = Orders::default();
    for answer in answers {
        let Ok(question) = answer.ask.parse() else {
            continue;
        };
        match question {
            Question::Act => {
                let lines = orders.actions.get_or_insert_default();
                lines.extend(answer.read().and_then(line));
            }
            Question::Choose => write_choice(&mut orders, answer),
            Question::Acquire if !answer.forced => {
                orders.acquire = answer.read::<Take>().map(|take| Wanted(vec![take]));
            }
            Question::Complete if answer.differs() => orders.complete = answer.read(),
            Question::Agree if answer.differs() => orders.agree = answer.read(),
            Question::Reward if answer.differs() => {
                orders.reward = answer.read().unwrap_or_default();
            }
            Question::Cancel if answer.differs() && answer.read() == Some(true) => {
                orders.cancel.extend(answer.field("era").map(Cancel::Era));
            }
            // These have one answer only, or are given by an order file that says nothing of them.
            Question::Acquire
            | Question::Complete
            | Question::Agree
            | Question::Reward
            | Question::Cancel => {}
        }
    }
    orders
}

/// Returns the lines that are executed one after another.
pub(super) fn lines(orders: &Orders) -> Vec<Line> {
    Line::all(ACTIONS, orders.actions.as_ref().map_or(0, Vec::len)).collect()
}

/// Action Phase: returns the action of the line at the head of the queue. Lines with `if-drawn` whose Artifact is not ready
/// are passed over.
fn action(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let Some(actions) = &plan.orders.actions else {
        return Reply::Silent;
    };
    let mut done = vec![];
    for (line, order) in plan.left(ACTIONS, actions) {
        let action = match order {
            orders::Line::Free(era) => Action::Free(*era),
            orders::Line::Move(era) => Action::Move(*era),
            orders::Line::Loop(dimension) => Action::Loop(*dimension),
            orders::Line::Ability(_) => Action::Ability,
            orders::Line::Hold => return Reply::Hold { line, done },
            orders::Line::Use(order) => {
                let legal =
                    |card: &&Artifact| asks::Act.why_not(asked, &Action::Use(**card)).is_none();
                let first = order.artifact.0[0];
                let card = order.artifact.0.iter().find(legal).copied();
                let action = Action::Use(card.unwrap_or(first));
                if card.is_none() && order.if_drawn {
                    let why = asks::Act.why_not(asked, &action);
                    done.push(Idle {
                        line,
                        why,
                        failed: false,
                    });
                    continue;
                }
                action
            }
            // The ability that asked is over, or has not asked.
            orders::Line::Choose(_) => {
                done.push(line.into());
                continue;
            }
        };
        return asks::Act.say_after(line, &action, done);
    }
    Reply::by_the_way(ACTIONS, Action::Done, done)
}

/// Action Phase: returns the line for an action. The end of the actions is the end of the list.
fn line(action: Action) -> Option<orders::Line> {
    Some(match action {
        Action::Done => return None,
        Action::Free(era) => orders::Line::Free(era),
        Action::Move(era) => orders::Line::Move(era),
        Action::Loop(dimension) => orders::Line::Loop(dimension),
        Action::Ability => orders::Line::Ability(vec![]),
        Action::Use(artifact) => orders::Line::Use(orders::Use {
            artifact: Wanted(vec![artifact]),
            with: vec![],
            if_drawn: false,
        }),
    })
}

/// Artifact Cards: returns the choice within an ability: that of a line `choose` at the head of the queue, or else that of
/// the line whose ability is being resolved.
fn choice(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let Some(actions) = &plan.orders.actions else {
        return gain(plan, asked);
    };
    if let Some((line, orders::Line::Choose(wanted))) = plan.left(ACTIONS, actions).next() {
        return match first_legal(wanted, asked) {
            Some(pick) => asks::Choose.say(line, &pick),
            None => Reply::Silent,
        };
    }
    let of: Option<What> = about(asked, "of");
    if of == Some(What::Gain) {
        return gain(plan, asked);
    }
    let used: Option<Artifact> = named(asked, "used");
    let spent = actions.iter().enumerate().rev().find(|(n, line)| {
        !matches!(line, orders::Line::Choose(_)) && plan.spent(&Line::nth(ACTIONS, *n).0)
    });
    let of_line = |line: &orders::Line| match (line, used) {
        (orders::Line::Use(order), Some(used)) => order.artifact.0.contains(&used),
        (orders::Line::Ability(_), None) => true,
        _ => false,
    };
    let choice: Option<usize> = about(asked, "choice");
    let wanted = spent
        .filter(|(_, line)| of_line(line))
        .and_then(|(n, line)| {
            let wanted = line.choices().get(choice?.checked_sub(1)?)?;
            Some((Line::nth(ACTIONS, n), wanted))
        });
    match wanted.and_then(|(line, wanted)| Some((line, first_legal(wanted, asked)?))) {
        Some((line, pick)) => asks::Choose.by_the_way(line, &pick),
        None => Reply::Silent,
    }
}

/// Destroying multiple Clones: returns what the section `gain` says.
fn gain(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    if about(asked, "of") != Some(What::Gain) {
        return Reply::Silent;
    }
    match plan.orders.gain {
        Some(Gain::Energy) => asks::Choose.by_the_way("gain", &Pick::Way(1)),
        Some(Gain::Rift) => {
            let picks = [Pick::Way(2), Pick::Way(1)];
            asks::Choose.prefer("gain", &picks)
        }
        None => Reply::Silent,
    }
}

/// Artifact Cards: writes a choice into the line whose ability it belongs to.
fn write_choice(orders: &mut Orders, answer: &Answered) {
    let Some(pick) = answer.read::<Pick>() else {
        return;
    };
    if answer.field("of") == Some(What::Gain) {
        if !answer.forced {
            let rift = pick == Pick::Way(2);
            orders.gain = Some(if rift { Gain::Rift } else { Gain::Energy });
        }
        return;
    }
    let line = orders.actions.as_mut().and_then(|lines| lines.last_mut());
    let choices = match line {
        Some(orders::Line::Use(line)) => &mut line.with,
        Some(orders::Line::Ability(choices)) => choices,
        _ => return,
    };
    let number: Option<usize> = answer.field("choice");
    let Some(place) = number.and_then(|number| number.checked_sub(1)) else {
        return;
    };
    // A choice that was not asked has a number too.
    while choices.len() <= place {
        choices.push(Wanted(vec![Pick::No]));
    }
    choices[place] = Wanted(vec![pick]);
}

/// Returns the first legal choice. If none is legal, returns the first one, so that its reason is reported.
fn first_legal(wanted: &Wanted<Pick>, asked: &Asked<'_>) -> Option<Pick> {
    let legal = |pick: &&Pick| asks::Choose.why_not(asked, pick).is_none();
    wanted.0.iter().find(legal).or(wanted.0.first()).copied()
}

/// Attendance Reward: returns the cards in the order of the wishes, then the others as they lie.
fn reward(wishes: &[Artifact], asked: &Asked<'_>) -> Reply {
    if wishes.is_empty() {
        return Reply::Silent;
    }
    let Choices::Ranking { of } = asked.choices() else {
        return Reply::Silent;
    };
    let cards: Vec<Artifact> = of
        .iter()
        .filter_map(|card| Artifact::deserialize(card).ok())
        .collect();
    let wanted = wishes.iter().filter(|card| cards.contains(card));
    let mut ranking: Vec<Artifact> = vec![];
    for card in wanted.chain(&cards) {
        if !ranking.contains(card) {
            ranking.push(*card);
        }
    }
    asks::Reward.by_the_way("reward", &ranking)
}

/// Canceling a Rift: returns whether a cube is one of those that are to be canceled, or the last one.
fn cancel(cancel: &[Cancel], asked: &Asked<'_>) -> Reply {
    if cancel.is_empty() {
        return Reply::Silent;
    }
    let era: Option<Era> = named(asked, "era");
    let overflow = about(asked, "overflow") == Some(true);
    let wanted = cancel.iter().any(|cancel| match cancel {
        Cancel::Overflow => overflow,
        Cancel::Era(wanted) => Some(*wanted) == era,
    });
    let last = about(asked, "left") == Some(0_u32);
    asks::Cancel.by_the_way("cancel", &(wanted || last))
}
