//! The LOOP: a sample of each kind of question, and the taste of the bot in its playthroughs.

use super::Question;
use serde_json::json;

/// Returns each kind of question of The LOOP; those about an ability, for each thing that can be chosen.
pub fn questions() -> Vec<Question> {
    let of = |what: &str, choice: u32| json!({"used": "timenado", "artifact": "timenado", "agent": "mr-time", "choice": choice, "of": what});
    let mut questions = vec![
        (
            "action",
            json!({}),
            json!(["done", {"free": "medieval"}, {"move": "end"}, {"use": "timenado"}, {"loop": "star"}, "ability"]),
            json!("done"),
        ),
        (
            "choose",
            json!({"agent": "v-girl", "choice": 1, "of": "resolve"}),
            json!(["timenado", "holy-grail"]),
            json!("timenado"),
        ),
        (
            "agree",
            json!({"agent": "mr-time", "artifact": "timenado"}),
            json!([true, false]),
            json!(true),
        ),
        (
            "acquire",
            json!({}),
            json!(["none", "timenado", "holy-grail"]),
            json!("none"),
        ),
        ("complete", json!({}), json!([true, false]), json!(true)),
        (
            "reward",
            json!({}),
            json!({"of": ["holy-grail", "timenado"], "min": 2, "max": 2}),
            json!(["holy-grail", "timenado"]),
        ),
        (
            "cancel",
            json!({"era": "dawn", "left": 1, "overflow": true}),
            json!([true, false]),
            json!(true),
        ),
    ];
    for (what, picks) in [
        ("energy", json!(["dawn", "end"])),
        ("rifts", json!(["dawn", "end"])),
        ("mover", json!(["v-girl", "time-prowler"])),
        ("destination", json!(["dawn", "end"])),
        ("clone", json!(["medieval/robots", "dawn/global"])),
        ("clone-to", json!(["dawn", "renaissance"])),
        ("clone-from", json!(["dawn", "renaissance"])),
        ("acquire", json!(["timenado", "holy-grail"])),
        ("discard", json!(["timenado", "holy-grail"])),
        ("scrap", json!(["timenado", "holy-grail"])),
        ("resolve", json!(["timenado", "holy-grail"])),
        ("drawer", json!(["mr-time", "v-girl"])),
        ("ally", json!(["timenado", "holy-grail"])),
        ("way", json!(["way-1", "way-2"])),
        ("may", json!(["yes", "no"])),
        ("further", json!(["dawn", "renaissance", "no"])),
        ("carry", json!(["medieval/robots", "no"])),
        ("carry-on", json!(["yes", "no"])),
        ("gain", json!(["way-1", "way-2"])),
    ] {
        let first = picks[0].clone();
        questions.push(("choose", of(what, 2), picks, first));
    }
    questions
}

/// Plans are long, and rewards are taken as they lie.
pub const TASTE: &[(&str, usize)] = &[
    ("action", 85),
    ("choose", 60),
    ("agree", 20),
    ("acquire", 90),
    ("complete", 5),
    ("reward", 50),
    ("cancel", 20),
];
