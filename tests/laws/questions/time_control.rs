//! Time Control: a sample of each kind of question, and the taste of the bot in its playthroughs.

use super::Question;
use serde_json::json;

/// Returns each kind of question of Time Control.
pub fn questions() -> Vec<Question> {
    let snap = json!({"agent": "orange-agent-1", "snap": "today"});
    let attack = json!({"agent": "green-brawler-1", "attack": "orange-agent-1"});
    let announced = json!({"by": "green", "does": "attack", "agent": "green-brawler-1", "action": attack,
        "at": "orange/yesterday"});
    let said =
        json!(["pass", {"act": snap}, {"claim": {"act": snap}}, {"claim": {"force": "green"}}]);
    let mut claimed = announced.clone();
    claimed["stalemate"] = json!(false);
    vec![
        (
            "launch",
            json!({"agent": "orange-agent-1"}),
            json!(["today", "yesterday"]),
            json!("today"),
        ),
        ("action", json!({"window": 1}), said.clone(), json!("pass")),
        (
            "force",
            json!({"window": 2}),
            json!(["pass", {"claim": {"force": "green"}}]),
            json!("pass"),
        ),
        ("react", announced, said, json!("pass")),
        ("object", claimed, json!([false, true]), json!(false)),
        (
            "bid",
            json!({"duel": "agents", "number": 1, "part": "defender", "round": 2, "agent": "orange-agent-1",
                "against": "green-brawler-1"}),
            json!([3, 21, "fate"]),
            json!(3),
        ),
        (
            "re-duel",
            json!({"duel": "time-control", "number": 1, "part": "claimant", "round": 1, "behind": 3}),
            json!([false, true]),
            json!(false),
        ),
        (
            "help",
            json!({"agent": "orange-agent-1", "attacker": "green-brawler-1", "defender": "purple-agent-2"}),
            json!([
                "none",
                "aid-attacker",
                "aid-defender",
                "sabotage-attacker",
                "sabotage-defender"
            ]),
            json!("none"),
        ),
        (
            "control",
            json!({}),
            json!(["nothing", {"act": snap}, {"force": "green"}]),
            json!("nothing"),
        ),
        (
            "forced",
            json!({"by": "green"}),
            json!([snap]),
            snap.clone(),
        ),
        (
            "resolve",
            json!({"create": 3, "solve": 2}),
            json!(["create", "solve"]),
            json!("create"),
        ),
        (
            "solve",
            json!({}),
            json!(["orange/no-wheel", "green/dark-age", "new"]),
            json!("orange/no-wheel"),
        ),
        (
            "defend",
            json!({"agent": "orange-agent-1", "at": "orange/yesterday", "tokens": 3}),
            json!([21, 3, "fate"]),
            json!(21),
        ),
        (
            "cash-out",
            json!({"at": "start", "pays": 20}),
            json!([
                {"trade": {"give": "tokens", "get": {"solve": ["orange", "no-wheel"]}}},
                {"trade": {"give": {"agent": "orange-agent-1"}, "get": "tokens"}},
                {"trade": {"give": "problem", "get": {"agent": "green-agent-1"}}},
                "none"
            ]),
            json!("none"),
        ),
        (
            "rescue",
            json!({}),
            json!([
                {"trade": {"give": "tokens", "get": {"solve": ["orange", "no-wheel"]}}},
                {"trade": {"give": {"agent": "orange-agent-1"}, "get": {"solve": ["orange", "no-wheel"]}}},
                "none"
            ]),
            json!({"trade": {"give": "tokens", "get": {"solve": ["orange", "no-wheel"]}}}),
        ),
        (
            "spend",
            json!({"needed": 20, "get": {"agent": "orange-agent-1"}}),
            json!([20, 21]),
            json!(20),
        ),
        (
            "retrieve",
            json!({"left": 20, "give": "problem"}),
            json!(["orange/19", "green/4", "done"]),
            json!("orange/19"),
        ),
        (
            "contribute",
            json!({"by": "green", "get": {"solve": ["orange", "no-wheel"]}, "pays": 20}),
            json!({"of": [3, 21], "min": 0, "max": 2}),
            json!([]),
        ),
    ]
}

/// Most announcements stand, and few things are cashed out.
pub const TASTE: &[(&str, usize)] = &[
    ("launch", 80),
    ("action", 80),
    ("react", 4),
    ("object", 40),
    ("bid", 80),
    ("re-duel", 40),
    ("help", 25),
    ("control", 80),
    ("forced", 50),
    ("force", 10),
    ("resolve", 50),
    ("solve", 50),
    ("defend", 20),
    ("cash-out", 6),
    ("rescue", 30),
    ("spend", 50),
    ("retrieve", 60),
    ("contribute", 10),
];
