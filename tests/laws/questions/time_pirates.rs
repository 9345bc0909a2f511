//! Time Pirates: a sample of each kind of question, and the taste of the bot in its playthroughs.

use super::Question;
use serde_json::json;

/// Returns each kind of question of Time Pirates.
pub fn questions() -> Vec<Question> {
    let exchange = json!({"give": "asia-arrows", "from": "orange", "take": "world"});
    vec![
        (
            "place",
            json!({}),
            json!(["1200-1299", "1900-1999"]),
            json!("1200-1299"),
        ),
        (
            "restock",
            json!({}),
            json!(["none", "1400-1499"]),
            json!("none"),
        ),
        (
            "discard",
            json!({}),
            json!(["asia", "asia-atomic"]),
            json!("asia"),
        ),
        (
            "action",
            json!({"left": 2}),
            json!(["done", {"take": "asia"}, {"move": "1900-1999"}, {"sell": "asia-2"},
                {"atomic": {"discard": "asia-atomic", "to": "1900-1999"}}, {"exchange": exchange}]),
            json!("done"),
        ),
        ("action", json!({"left": 0}), json!(["done"]), json!("done")),
        (
            "set",
            json!({"marker": "asia-2"}),
            json!([["asia", "asia-atomic"], ["asia", "world"]]),
            json!(["asia", "world"]),
        ),
        (
            "land",
            json!({"marker": "asia-2"}),
            json!(["1200-1299", "1900-1999"]),
            json!("1200-1299"),
        ),
        (
            "assign-world",
            json!({"marker": "world-5", "number": 2}),
            json!(["asia", "europe"]),
            json!("asia"),
        ),
    ]
}

/// Counters are taken more often than not.
pub const TASTE: &[(&str, usize)] = &[
    ("place", 50),
    ("restock", 80),
    ("discard", 50),
    ("action", 55),
    ("set", 20),
    ("land", 70),
    ("assign-world", 50),
];
