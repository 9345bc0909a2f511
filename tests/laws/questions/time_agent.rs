//! Time Agent: a sample of each kind of question, and the taste of the bot in its playthroughs.

use super::Question;
use serde_json::json;

/// Returns each kind of question of Time Agent.
pub fn questions() -> Vec<Question> {
    let pair = json!({"against": {"spot": "4c-7", "by": "zytal-squad-1", "target": "roo-agent-1", "opposing": true}});
    let rotate = json!({"rotate": {"hex": "4c-7", "to": 2}});
    let done = || json!("done");
    vec![
        (
            "turn-order",
            json!({"round": 2}),
            json!([1, 2, 4]),
            json!(4),
        ),
        (
            "headquarters",
            json!({}),
            json!(["now", "after-earlier"]),
            json!("now"),
        ),
        (
            "maintain",
            json!({}),
            json!({"of": ["squad-1", "agent-1"], "min": 0, "max": 1}),
            json!(["squad-1"]),
        ),
        (
            "buy",
            json!({"item": "time-machine"}),
            json!([0, 1, 2]),
            json!(0),
        ),
        (
            "research",
            json!({}),
            json!(["done", {"look": "4a-1"}]),
            done(),
        ),
        (
            "move",
            json!({}),
            json!(["done", {"travel": {"unit": "agent-1", "to": "4a-1"}}]),
            done(),
        ),
        (
            "check-status",
            json!({}),
            json!(["done", {"ask": {"spot": "4c-7", "race": "roo"}}]),
            done(),
        ),
        (
            "oppose",
            json!({"tile": "4c-7", "against": "roo"}),
            json!(["oppose", "stand-aside"]),
            json!("oppose"),
        ),
        ("search", json!({}), json!([pair, "done"]), pair.clone()),
        ("attack", json!({}), json!([pair, "done"]), pair.clone()),
        (
            "alter",
            json!({}),
            json!(["done", {"reverse": {"spot": "original-gene-craft"}}, rotate]),
            done(),
        ),
        (
            "alter",
            json!({"tile": "4c-7", "to": "rotate", "edge": 2, "missing": 1}),
            json!(["done", rotate]),
            done(),
        ),
        (
            "alter",
            json!({"tile": "4c-7", "to": "reverse", "opposed-by": "roo"}),
            json!(["done", rotate]),
            done(),
        ),
        (
            "pay",
            json!({"tile": "4c-7", "to": "rotate", "edge": 2, "cost": 3}),
            json!([0, 3]),
            json!(0),
        ),
        (
            "contribute",
            json!({"tile": "4c-7", "for": "roo", "to": "rotate", "edge": 2, "missing": 1}),
            json!([0, 1]),
            json!(0),
        ),
    ]
}

/// Money goes into travelling, fighting and altering.
pub const TASTE: &[(&str, usize)] = &[
    ("turn-order", 50),
    ("headquarters", 10),
    ("maintain", 10),
    ("buy", 25),
    ("research", 25),
    ("move", 85),
    ("check-status", 50),
    ("oppose", 80),
    ("search", 50),
    ("attack", 70),
    ("alter", 85),
    ("pay", 5),
    ("contribute", 60),
];
