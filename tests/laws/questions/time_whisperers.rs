//! The Time Whisperers: a sample of each kind of question, and the taste of the bot in its playthroughs.

use super::Question;
use serde_json::json;

/// Returns each kind of question of The Time Whisperers, the rarest first; those about a scoring, of both kinds.
pub fn questions() -> Vec<Question> {
    let moment = json!({"play": 3, "card": 2, "whisperer": 2, "side": "gold", "age": "dusk"});
    let yes_no = json!(["pass", "use"]);
    let goal = json!(["pass", {"use": "dawn"}, {"use": "night"}]);
    let pairs = json!(["pass", {"use": ["dawn", "day"]}, {"use": ["night", "dawn"]}]);
    let seen = json!({"play": 3, "seen": {"blue": 1, "green": [2, "inversion"]}});
    let no = || json!("pass");
    let mut questions = vec![
        ("multiverse", json!({"play": 3}), yes_no.clone(), no()),
        ("keep", seen.clone(), json!([3, "termination"]), json!(3)),
        ("psychic", json!({"play": 3}), yes_no.clone(), no()),
        ("psychic-card", seen, json!([1, 4, "inversion"]), json!(1)),
        (
            "place",
            json!({"age": "day"}),
            json!([{"whisperer": 1, "side": "dark"}, {"whisperer": 1, "side": "gold"}]),
            json!({"whisperer": 1, "side": "dark"}),
        ),
        (
            "mimic",
            json!({}),
            json!(["pass", {"use": "thief"}, {"use": "witch"}]),
            no(),
        ),
        (
            "wormhole",
            json!({}),
            json!(["pass", {"use": {"whisperer": 1, "to": "day"}}, {"use": {"whisperer": 3, "to": "dusk"}}]),
            no(),
        ),
        ("thief", json!({}), yes_no.clone(), no()),
        (
            "gift",
            json!({"thief": "blue"}),
            json!(["inversion", "progression"]),
            json!("inversion"),
        ),
        (
            "steal",
            json!({"gifts": {"blue": "inversion", "green": "augmentation"}}),
            json!(["blue", "green"]),
            json!("blue"),
        ),
        ("witch", json!({}), goal.clone(), no()),
        (
            "alliance",
            json!({}),
            json!({"of": ["axis", "mimic", "thief"], "min": 0, "max": 3}),
            json!([]),
        ),
        ("medusa", json!({}), yes_no.clone(), no()),
        ("axis", moment.clone(), yes_no.clone(), no()),
        ("mutants", moment.clone(), yes_no.clone(), no()),
        (
            "phoenix",
            moment.clone(),
            json!(["pass", {"use": 2}, {"use": "inversion"}]),
            no(),
        ),
        ("stolen-action", moment.clone(), yes_no.clone(), no()),
        ("tyrant", moment.clone(), yes_no.clone(), no()),
        ("zodiac", moment, yes_no.clone(), no()),
        (
            "card",
            json!({"play": 3}),
            json!([1, 2, "inversion", "termination"]),
            json!("termination"),
        ),
        (
            "card",
            json!({"play": 3}),
            json!([[1, 2], [1, "inversion"]]),
            json!([1, 2]),
        ),
        ("agent", json!({}), pairs.clone(), no()),
        (
            "activate",
            json!({"round": 2}),
            json!(["axis", "mimic"]),
            json!("axis"),
        ),
    ];
    for scoring in ["phase", "zodiac"] {
        let victims = json!([{"color": "blue", "whisperer": 2}]);
        let strike = json!({"scoring": scoring, "age": "dawn", "victims": victims});
        let scoring = json!({ "scoring": scoring });
        questions.extend([
            ("tornado", scoring.clone(), goal.clone(), no()),
            (
                "titan",
                scoring.clone(),
                json!(["pass", {"use": 1}, {"use": 4}]),
                no(),
            ),
            ("uniter", scoring, pairs.clone(), no()),
            ("assassin", strike, yes_no.clone(), no()),
        ]);
    }
    questions
}

/// Cards go on for a while, and gold powers are used.
pub const TASTE: &[(&str, usize)] = &[
    ("place", 70),
    ("mimic", 90),
    ("wormhole", 80),
    ("thief", 90),
    ("gift", 60),
    ("steal", 50),
    ("witch", 80),
    ("alliance", 95),
    ("medusa", 80),
    ("axis", 60),
    ("psychic", 50),
    ("multiverse", 70),
    ("mutants", 60),
    ("phoenix", 50),
    ("stolen-action", 70),
    ("tyrant", 60),
    ("zodiac", 40),
    ("card", 85),
    ("psychic-card", 90),
    ("keep", 50),
    ("tornado", 80),
    ("titan", 80),
    ("uniter", 80),
    ("assassin", 80),
    ("agent", 80),
    ("activate", 50),
];
