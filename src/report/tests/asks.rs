use super::{Played, form, form::body, reading, render, subject};
use crate::{
    engine::{Choices, Prompt},
    report::{Ended, Format, Intervention, Reader, Reading, Waiting},
};
use serde_json::{Value, json};
use std::{collections::BTreeSet, sync::Arc};

/// Returns one open question of every kind, with its `about`, its legal answers and its default.
fn questions() -> Vec<(&'static str, Value, Value, Value)> {
    let pair = json!({"against": {"spot": "4c-7", "by": "zytal-squad-1", "target": "roo-agent-1", "opposing": true}});
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
            json!([0, 1, 2, 3]),
            json!(0),
        ),
        (
            "research",
            json!({}),
            json!(["done", {"look": "4a-1"}, {"look": "4a-2"}]),
            json!("done"),
        ),
        (
            "move",
            json!({}),
            json!(["done", {"travel": {"unit": "agent-1", "to": "4a-1"}}, {"travel": {"unit": "agent-1", "to": "4a-2"}},
                {"along": {"unit": "squad-1", "along": "time-travel", "to": "original-time-travel"}}]),
            json!("done"),
        ),
        (
            "check-status",
            json!({}),
            json!(["done", {"ask": {"spot": "4c-7", "race": "roo"}}]),
            json!("done"),
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
            json!(["done", {"reverse": {"spot": "original-gene-craft"}}, {"rotate": {"hex": "4c-7", "to": 1}}, {"rotate": {"hex": "4c-7", "to": 2}}]),
            json!("done"),
        ),
        (
            "alter",
            json!({"tile": "4c-7", "to": "rotate", "edge": 2, "missing": 1}),
            json!(["done", {"rotate": {"hex": "4c-7", "to": 2}}]),
            json!("done"),
        ),
        (
            "alter",
            json!({"tile": "4c-7", "to": "reverse", "opposed-by": "roo"}),
            json!(["done", {"rotate": {"hex": "4c-7", "to": 2}}]),
            json!("done"),
        ),
        (
            "pay",
            json!({"tile": "4c-7", "to": "rotate", "edge": 2, "cost": 3}),
            json!([0, 1, 2, 3]),
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

fn prompts() -> Vec<Prompt> {
    let prompt = |(ask, about, choices, default): (&str, Value, Value, Value)| Prompt {
        id: format!("{ask}@zytal#1"),
        seat: super::table::seat("zytal"),
        ask: ask.to_owned(),
        about: serde_json::from_value(about).expect("fields"),
        choices: match choices {
            Value::Array(items) => Choices::OneOf(items),
            some => serde_json::from_value(json!({"some-of": some})).expect("choices"),
        },
        default,
        offered: false,
        refused: None,
    };
    questions().into_iter().map(prompt).collect()
}

fn asked(played: &Played, phase: Value, prompts: Vec<Prompt>) -> Reading {
    let mut reading = reading(played, Some("zytal"), 2);
    Arc::make_mut(&mut reading.view)["phase"] = phase;
    reading.prompts = prompts;
    reading
}

#[test]
fn every_question_has_words() {
    let played = Played::new();
    let words = played.words();
    let known: BTreeSet<&str> = played.rules.asks().iter().map(|kind| kind.name).collect();
    let shown: BTreeSet<&str> = questions().iter().map(|q| q.0).collect();
    assert_eq!(known, shown, "a kind of ask has no sample");
    let reading = asked(&played, json!({"player-turn": "zytal"}), prompts());
    let text = render(&words, &reading, Format::Text).expect("words");
    let start = text.find("OPEN QUESTIONS").expect("a section");
    let end = text.find("WHAT HAPPENED").expect("a section");
    insta::assert_snapshot!("every_question", &text[start..end]);
    render(&words, &reading, Format::Html).expect("words");
}

/// Every order that a report proposes can be sent unchanged.
#[test]
fn proposed_orders_can_be_sent() {
    let played = Played::new();
    let words = played.words();
    let text = render(
        &words,
        &asked(&played, json!("headquarters"), prompts()),
        Format::Text,
    );
    let text = text.expect("words");
    let questions = &text[text.find("OPEN QUESTIONS").expect("a section")..];
    let indented = |line: &&str| line.starts_with("       ") && line.contains(": ");
    let mut count = 0;
    for line in questions
        .lines()
        .take_while(|l| *l != "WHAT HAPPENED")
        .filter(indented)
    {
        let body = body(line.trim());
        played
            .rules
            .orders(&body)
            .unwrap_or_else(|e| panic!("{line}: {e}"));
        count += 1;
    }
    assert!(count >= prompts().len(), "{count} proposals");
}

#[test]
fn forms_of_open_turns_are_valid_in_every_phase() {
    let played = Played::new();
    let words = played.words();
    let phases = [
        json!("player-order"),
        json!("headquarters"),
        json!({"player-turn": "roo"}),
        json!({"player-turn": "zytal"}),
    ];
    for phase in phases {
        for prompt in prompts() {
            let reading = asked(&played, phase.clone(), vec![prompt.clone()]);
            let text = form(&words, &reading, "orders.schema.json").expect("a form");
            let orders = played.rules.orders(&body(&text));
            orders.unwrap_or_else(|e| panic!("{phase} {}: {e}\n{text}", prompt.ask));
        }
    }
}

#[test]
fn every_reader_and_every_end_has_a_report() {
    let played = Played::new();
    let words = played.words();
    let mut first = reading(&played, Some("zytal"), 1);
    first.before = None;
    first.turn = 0;
    first.on_file = false;
    first.orders.clear();
    first.next.deadline = None;
    first.verify = crate::report::Verify {
        beacon: true,
        ..Default::default()
    };
    let mut over = reading(&played, None, 1);
    over.ended = Ended::GameOver;
    over.winners = vec!["roo".into(), "zytal".into()];
    Arc::make_mut(&mut over.view)["phase"] = json!("over");
    let mut gm = reading(&played, None, 2);
    gm.reader = Reader::gm(Some("Gil".into()));
    gm.prompts = prompts();
    gm.waiting_for.push(Waiting {
        seat: "roo".into(),
        asks: vec!["oppose".into(), "pay".into()],
    });
    gm.interventions.push(Intervention {
        what: "Nothing".into(),
        who: "Gil".into(),
        at: "now".into(),
        reason: "none".into(),
    });
    let subjects: Vec<String> = [first, over, gm]
        .iter()
        .map(|reading| {
            for format in [Format::Text, Format::Html] {
                let text = render(&words, reading, format).expect("a report");
                assert!(
                    !text.contains("none,") && !text.contains("undefined"),
                    "{text}"
                );
            }
            subject(&words, reading).expect("a subject")
        })
        .collect();
    assert_eq!(
        subjects,
        [
            "[gem-1992] Turn 2: Zytal: orders due",
            "[gem-1992] Turn 1: the game is over, Roo and Zytal win equally",
            "[gem-1992] Turn 2: GM: waiting for Zytal and Roo",
        ]
    );
}
