//! The actions of a player turn (9.2 to 9.5): one queue, played by four steps.

use super::{by_the_way, choices, value};
use crate::{
    engine::{Asked, Line, Plan, Reply},
    rulesets::time_agent::{
        alter::Alteration,
        check_status::Inquiry,
        orders::{Action, Hunt, Orders, Which},
        places::Spot,
        search::Pair,
    },
};

/// The steps of a player turn in which actions are played, in their order (9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::rulesets::time_agent) enum Stage {
    CheckStatus,
    Search,
    Combat,
    Alter,
}

/// The step an action belongs to; a `hold` belongs to none.
pub(in crate::rulesets::time_agent) fn stage(action: &Action) -> Option<Stage> {
    Some(match action {
        Action::Ask(_) => Stage::CheckStatus,
        Action::Search(_) => Stage::Search,
        Action::Attack(_) => Stage::Combat,
        Action::Reverse(_) | Action::Rotate(_) => Stage::Alter,
        Action::Hold => return None,
    })
}

/// 9.2: questions that are ordered, then everybody in a place that is to be altered.
pub(super) fn check_status(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let Some(actions) = &plan.orders.actions else {
        return Reply::Silent;
    };
    let open = choices::<Inquiry>(asked);
    let mut done = vec![];
    for (n, action) in actions.iter().enumerate() {
        let line = Line::nth("actions", n);
        match action {
            _ if plan.spent(&line.0) => {}
            Action::Hold => return Reply::Hold { line, done },
            Action::Ask(question) => {
                let (spot, race) = (question.tile, question.race);
                let inquiry = Inquiry::Ask { spot, race };
                if open.contains(&inquiry) {
                    return Reply::Say {
                        line,
                        value: value(inquiry),
                        spent: true,
                        done,
                    };
                }
                // Whoever is gone, or has answered, need not be asked.
                done.push(line);
            }
            _ => break,
        }
    }
    let to_alter = |spot: Spot| {
        actions.iter().enumerate().any(|(n, action)| match action {
            _ if plan.spent(&Line::nth("actions", n).0) => false,
            Action::Reverse(reverse) => reverse.tile == spot,
            Action::Rotate(rotate) => Spot::Hex(rotate.tile) == spot,
            // Who opposes has to be known before it can make a difference.
            Action::Search(hunt) | Action::Attack(hunt) => {
                hunt.tile == spot && (hunt.only.is_some() || hunt.first.is_some())
            }
            _ => false,
        })
    };
    let next = open
        .into_iter()
        .find(|inquiry| matches!(inquiry, Inquiry::Ask { spot, .. } if to_alter(*spot)));
    by_the_way("actions", next.unwrap_or(Inquiry::Done), done)
}

/// 9.3 to 9.5: the head of the queue, if it belongs to this step.
pub(super) fn actions(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let Some(actions) = &plan.orders.actions else {
        return Reply::Silent;
    };
    let now = match asked.kind {
        "search" => Stage::Search,
        "attack" => Stage::Combat,
        _ => Stage::Alter,
    };
    // A search or an attack goes on until there is nothing left for it to do; then the next line.
    let mut done = vec![];
    for (n, action) in actions.iter().enumerate() {
        let line = Line::nth("actions", n);
        if plan.spent(&line.0) {
            continue;
        }
        match (stage(action), action) {
            (None, _) => return Reply::Hold { line, done },
            (Some(then), _) if then > now => break,
            (Some(Stage::Search | Stage::Combat), Action::Search(hunt) | Action::Attack(hunt)) => {
                let next = (stage(action) == Some(now))
                    .then(|| next_pair(hunt, asked))
                    .flatten();
                if let Some(pair) = next {
                    return Reply::Say {
                        line,
                        value: value(pair),
                        spent: false,
                        done,
                    };
                }
                done.push(line);
            }
            (_, Action::Reverse(reverse)) => {
                let spot = reverse.tile;
                return Reply::Say {
                    line,
                    value: value(Alteration::Reverse { spot }),
                    spent: true,
                    done,
                };
            }
            (_, Action::Rotate(rotate)) => {
                let (hex, to) = (rotate.tile, rotate.to);
                return Reply::Say {
                    line,
                    value: value(Alteration::Rotate { hex, to }),
                    spent: true,
                    done,
                };
            }
            _ => done.push(line),
        }
    }
    // All three steps write "done" in the same way.
    by_the_way("actions", Pair::Done, done)
}

/// The next pair of operatives that a line allows; the choices come best first.
fn next_pair(hunt: &Hunt, asked: &Asked<'_>) -> Option<Pair> {
    choices::<Pair>(asked).into_iter().find(|pair| match pair {
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
