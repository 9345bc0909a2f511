//! The actions of a player turn (9.2 to 9.5): one queue, executed by four steps.

use super::price::Subject;
use crate::{
    engine::{Answered, Asked, Idle, Line, Plan, Reply},
    rulesets::kit::named,
    rulesets::time_agent::{
        asks::{self, Actions, Alteration, Inquiry, Pair},
        diagnostics::Wrong,
        names::Race,
        orders::{self, Action, Hunt, Orders, Otherwise, Reverse, Rotate, Which},
        places::Spot,
    },
};

/// The steps of a player turn in which actions are executed, in their order (9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::rulesets::time_agent) enum Stage {
    CheckStatus,
    Search,
    Combat,
    Alter,
}

/// Returns the step that an action belongs to; a `hold` belongs to none.
pub(in crate::rulesets::time_agent) fn stage(action: &Action) -> Option<Stage> {
    Some(match action {
        Action::Ask(_) => Stage::CheckStatus,
        Action::Search(_) => Stage::Search,
        Action::Attack(_) => Stage::Combat,
        Action::Reverse(_) | Action::Rotate(_) => Stage::Alter,
        Action::Hold => return None,
    })
}

/// Returns the answer that a plan gives to one question of this section.
pub(super) fn answer(plan: &Plan<'_, Orders>, question: Actions, asked: &Asked<'_>) -> Reply {
    match question {
        Actions::CheckStatus => check_status(plan, asked),
        Actions::Search => actions(plan, Stage::Search, asked),
        Actions::Attack => actions(plan, Stage::Combat, asked),
        Actions::Alter => actions(plan, Stage::Alter, asked),
    }
}

/// Writes an answer into the order file.
pub(super) fn write(orders: &mut Orders, question: Actions, answer: &Answered) {
    orders
        .actions
        .get_or_insert_default()
        .extend(action(question, answer));
}

/// 9.2: returns the questions that are ordered, then asks all races in a place that is to be altered.
fn check_status(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let Some(actions) = &plan.orders.actions else {
        return Reply::Silent;
    };
    let open = asked.one_of::<Inquiry>();
    let mut done = vec![];
    for (line, action) in plan.left("actions", actions) {
        match action {
            Action::Hold => return Reply::Hold { line, done },
            Action::Ask(question) => {
                let (spot, race) = (question.tile, question.race);
                let inquiry = Inquiry::Ask { spot, race };
                if open.contains(&inquiry) {
                    return asks::CheckStatus.say_after(line, &inquiry, done);
                }
                // A race that is gone, or has answered, need not be asked.
                let why = asks::CheckStatus.why_not(asked, &inquiry);
                done.push(Idle {
                    line,
                    why,
                    failed: false,
                });
            }
            _ => break,
        }
    }
    let to_alter = |spot: Spot| {
        plan.left("actions", actions)
            .any(|(_, action)| match action {
                Action::Reverse(reverse) => reverse.tile == spot,
                Action::Rotate(rotate) => Spot::Hex(rotate.tile) == spot,
                // It must be known who opposes before that can make a difference.
                Action::Search(hunt) | Action::Attack(hunt) => {
                    hunt.tile == spot && (hunt.only.is_some() || hunt.first.is_some())
                }
                _ => false,
            })
    };
    let next = open
        .into_iter()
        .find(|inquiry| matches!(inquiry, Inquiry::Ask { spot, .. } if to_alter(*spot)));
    Reply::by_the_way("actions", next.unwrap_or(Inquiry::Done), done)
}

/// 9.3 to 9.5: returns the answer of the head of the queue, if it belongs to this step.
fn actions(plan: &Plan<'_, Orders>, now: Stage, asked: &Asked<'_>) -> Reply {
    let Some(actions) = &plan.orders.actions else {
        return Reply::Silent;
    };
    let mut done = vec![];
    if now == Stage::Alter
        && let Some(failure) = failure(plan, actions, asked)
    {
        let first = !plan.spent(&failure.second.0);
        match failure.otherwise {
            Some(Otherwise::PayAll) if first => {
                let done = vec![failure.second.into()];
                return asks::Alter.say_after(failure.line, &failure.again, done);
            }
            Some(Otherwise::Hold) if first => {
                return Reply::Hold {
                    line: failure.second,
                    done: vec![Idle::failed(failure.line, failure.why)],
                };
            }
            Some(Otherwise::Hold) => {}
            _ => done.push(Idle::failed(failure.line, failure.why)),
        }
    }
    for (line, action) in plan.left("actions", actions) {
        return match action {
            Action::Hold => Reply::Hold { line, done },
            _ if stage(action) > Some(now) => break,
            _ if stage(action) < Some(now) => {
                done.push(Idle::because(line, Wrong::StepOver(step(action))));
                continue;
            }
            // A search or an attack goes on until no pair is left for it.
            Action::Search(hunt) | Action::Attack(hunt) => {
                let Some(pair) = next_pair(hunt, asked) else {
                    done.push(Idle::because(line, nobody(action, hunt.tile)));
                    continue;
                };
                Reply::by_the_way(line, pair, done)
            }
            Action::Reverse(reverse) => {
                let spot = reverse.tile;
                asks::Alter.say_after(line, &Alteration::Reverse { spot }, done)
            }
            Action::Rotate(rotate) => {
                let (hex, to) = (rotate.tile, rotate.to);
                asks::Alter.say_after(line, &Alteration::Rotate { hex, to }, done)
            }
            Action::Ask(_) => unreachable!("questions come before every other step"),
        };
    }
    // All three steps write "done" in the same way.
    Reply::by_the_way("actions", Pair::Done, done)
}

/// 9.2 to 9.5: returns an action; `None` at the end of a step.
fn action(question: Actions, answer: &Answered) -> Option<Action> {
    Some(match question {
        Actions::CheckStatus => match answer.read()? {
            Inquiry::Ask { spot, race } => Action::Ask(orders::Question { tile: spot, race }),
            Inquiry::Done => return None,
        },
        Actions::Search | Actions::Attack => {
            let Pair::Against {
                spot, by, target, ..
            } = answer.read()?
            else {
                return None;
            };
            let hunt = Hunt {
                tile: spot,
                target: Some(target),
                race: None,
                with: Some(vec![by.into()]),
                first: None,
                only: None,
            };
            if question == Actions::Search {
                Action::Search(hunt)
            } else {
                Action::Attack(hunt)
            }
        }
        Actions::Alter => match answer.read()? {
            Alteration::Done => return None,
            Alteration::Reverse { spot } => Action::Reverse(Reverse {
                tile: spot,
                pay_up_to: None,
                otherwise: None,
            }),
            Alteration::Rotate { hex, to } => Action::Rotate(Rotate {
                tile: hex,
                to,
                pay_up_to: None,
                otherwise: None,
            }),
        },
    })
}

/// A line whose alteration has just failed (9.5, 9.52).
struct Failure {
    line: Line,
    why: Wrong,
    /// The line's order for this case.
    otherwise: Option<Otherwise>,
    /// The line's second attempt, or its stop: each comes once.
    second: Line,
    /// The alteration that failed, for another attempt.
    again: Alteration,
}

/// Returns the line whose alteration has just failed, if it was one of this plan.
fn failure(plan: &Plan<'_, Orders>, actions: &[Action], asked: &Asked<'_>) -> Option<Failure> {
    let subject = Subject::of(asked)?;
    let (n, action, otherwise) = actions.iter().enumerate().rev().find_map(|(n, action)| {
        let (_, otherwise) = subject.ordered(action)?;
        let played = plan.spent(&Line::nth("actions", n).0);
        played.then_some((n, action, otherwise))
    })?;
    let spot = subject.spot;
    let (why, otherwise) = if let Some(race) = named::<Race>(asked, "opposed-by") {
        (Wrong::Opposed { race, spot }, None)
    } else {
        let missing = asked
            .about()
            .get("missing")
            .and_then(serde_json::Value::as_u64);
        let missing = u32::try_from(missing?).ok()?;
        (Wrong::NotPaid { spot, missing }, otherwise)
    };
    let line = Line::nth("actions", n);
    Some(Failure {
        second: Line(format!("{line}/else")),
        line,
        why,
        otherwise,
        again: match action {
            Action::Rotate(rotate) => Alteration::Rotate {
                hex: rotate.tile,
                to: rotate.to,
            },
            _ => Alteration::Reverse { spot },
        },
    })
}

/// Returns the rulebook's name for the step of an action.
fn step(action: &Action) -> &'static str {
    match stage(action) {
        Some(Stage::CheckStatus) => "step of questions (9.2)",
        Some(Stage::Search) => "search (9.3)",
        Some(Stage::Combat) => "combat (9.4)",
        Some(Stage::Alter) | None => "alteration (9.5)",
    }
}

/// Returns the reason why a search or an attack has no target now; it may have had one before.
fn nobody(action: &Action, spot: Spot) -> Wrong {
    match action {
        Action::Search(_) => Wrong::NobodyToFind(spot),
        _ => Wrong::NobodyToAttack(spot),
    }
}

/// Returns the next pair of operatives that a line allows; the choices are sorted, best first.
fn next_pair(hunt: &Hunt, asked: &Asked<'_>) -> Option<Pair> {
    asked.one_of::<Pair>().into_iter().find(|pair| match pair {
        Pair::Done => false,
        Pair::Against {
            spot,
            by,
            target,
            opposing,
        } => {
            *spot == hunt.tile
                && hunt.target.is_none_or(|t| t == *target)
                && hunt.race.is_none_or(|r| r == target.race)
                && hunt.with.as_ref().is_none_or(|w| w.contains(&(*by).into()))
                && (*opposing || hunt.only != Some(Which::Opposing))
        }
    })
}
