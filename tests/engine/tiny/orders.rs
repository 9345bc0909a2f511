//! The order file of the tiny game, and its answers to each prompt.

use super::{GmAction, React};
use chronojudge::engine::{Answered, Asked, Idle, Line, Plan, Reply, SeatId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Orders {
    pub bid: Option<u32>,
    /// Rankings, the preferred one first; one that does not fit is skipped.
    pub rank: Vec<Vec<SeatId>>,
    pub acts: Option<Vec<GmAction>>,
    pub react: Option<React>,
    /// Ask me each time how I react.
    pub ask_me: bool,
    pub discard: Option<Vec<u32>>,
    pub gift: Option<u32>,
}

pub fn answer(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    fn value<T: Serialize>(answer: Option<&T>) -> Option<serde_json::Value> {
        answer.map(|a| serde_json::json!(a))
    }
    let orders = plan.orders;
    let say = |line: &str, answer| match answer {
        Some(answer) if !plan.spent(line) => Reply::say(line, answer),
        _ => Reply::Silent,
    };
    match asked.kind {
        "bid" => say("bid", value(orders.bid.as_ref())),
        "rank" if orders.rank.is_empty() => Reply::Silent,
        "rank" => Reply::Prefer {
            line: "rank".into(),
            values: orders.rank.iter().map(|r| serde_json::json!(r)).collect(),
        },
        "look" | "act" => queue(plan, asked.kind == "look"),
        "react" if orders.ask_me => Reply::AskMe,
        "react" => match orders.react {
            None => Reply::Silent,
            Some(react) => by_the_way("react", &serde_json::json!(react), vec![]),
        },
        "discard" => say("discard", value(orders.discard.as_ref())),
        "gift" => say("gift", value(orders.gift.as_ref())),
        _ => Reply::Silent,
    }
}

/// Returns an order file that gives these answers. A file has one reaction to all who strike.
pub fn written(answers: &[Answered]) -> Orders {
    let mut orders = Orders::default();
    for answer in answers.iter().filter(|answer| !answer.forced) {
        match answer.ask.as_str() {
            "bid" => orders.bid = answer.read(),
            "rank" => orders.rank.extend(answer.read::<Vec<SeatId>>()),
            "look" | "act" => {
                let act = answer.read().filter(|act| *act != GmAction::Done);
                orders.acts.get_or_insert_default().extend(act);
            }
            "react" => orders.react = answer.read(),
            "discard" => orders.discard = answer.read(),
            "gift" => orders.gift = answer.read(),
            _ => {}
        }
    }
    orders
}

pub fn lines(orders: &Orders) -> Vec<Line> {
    let acts = orders.acts.iter().flatten().enumerate();
    acts.filter(|(_, act)| **act != GmAction::Hold)
        .map(|(n, _)| Line::nth("acts", n))
        .collect()
}

fn by_the_way(line: &str, value: &serde_json::Value, done: Vec<Idle>) -> Reply {
    Reply::Say {
        line: line.into(),
        value: value.clone(),
        spent: false,
        done,
    }
}

/// Returns the head of the queue if it belongs to this step; looks that came too late are skipped as done.
fn queue(plan: &Plan<'_, Orders>, looking: bool) -> Reply {
    let Some(acts) = &plan.orders.acts else {
        return Reply::Silent;
    };
    let mut done = vec![];
    for (n, act) in acts.iter().enumerate() {
        let line = Line::nth("acts", n);
        match act {
            _ if plan.spent(&line.0) => {}
            GmAction::Hold => return Reply::Hold { line, done },
            GmAction::Peek(_) if !looking => done.push(line.into()),
            GmAction::Reveal(_) | GmAction::Strike(_) if looking => break,
            _ => {
                let value = serde_json::json!(act);
                return Reply::Say {
                    line,
                    value,
                    spent: true,
                    done,
                };
            }
        }
    }
    by_the_way("acts", &serde_json::json!(GmAction::Done), done)
}
