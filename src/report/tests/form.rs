use super::{Played, form, reading};
use crate::{
    dice::Quick,
    engine::{Run, SeatId, Viewer},
    report::{Game, Reader, Reading, ReportError, Words},
    rulesets,
    yaml::{Budget, Document},
};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The keys of an order file besides the ruleset's own sections.
const ENVELOPE: [&str; 8] = [
    "game",
    "turn",
    "seat",
    "sitting",
    "head",
    "wake",
    "if-illegal",
    "standing",
];

pub(super) fn body(text: &str) -> Value {
    let document = Document::read("zytal.yaml", text.as_bytes(), Budget::Orders)
        .unwrap_or_else(|problems| panic!("{problems:?}\n{text}"));
    assert!(document.warnings.is_empty(), "{:?}", document.warnings);
    let mut body = document.to_json();
    let map = body.as_object_mut().expect("a mapping");
    for key in ENVELOPE {
        map.remove(key);
    }
    body
}

#[test]
fn forms_are_valid_as_delivered() {
    let played = Played::new();
    let words = played.words();
    for seat in ["buralti", "fiolli", "roo", "zytal"] {
        for turn in [1, 2] {
            let reading = reading(&played, Some(seat), turn);
            let text = form(&words, &reading, "schemas/orders.json").expect("a form");
            let body = body(&text);
            played
                .rules
                .orders(&body)
                .expect("the sections of an order file");
            let seat = SeatId::new(seat).expect("a seat");
            let objections = played
                .rules
                .check(&reading.view, &seat, &body, &BTreeSet::new())
                .expect("a body and a view");
            assert!(objections.is_empty(), "{objections:?}\n{text}");
            for line in text.lines() {
                assert!(line.chars().count() <= 78, "too wide: {line}");
            }
        }
    }
}

#[test]
fn the_form_of_a_new_turn() {
    let played = Played::new();
    let text = form(
        &played.words(),
        &reading(&played, Some("zytal"), 1),
        "orders.schema.json",
    );
    insta::assert_snapshot!("form_new", text.expect("a form"));
}

#[test]
fn the_form_of_an_open_turn_holds_the_remaining_orders() {
    let played = Played::new();
    let text = form(
        &played.words(),
        &reading(&played, Some("zytal"), 2),
        "orders.schema.json",
    );
    insta::assert_snapshot!("form_open", text.expect("a form"));
}

/// The form of a sealed card sends each Historian who waits in Today to the Zone of their history, unless a Problem limits
/// how many Agents are launched, or how far.
#[test]
fn the_form_of_time_control_launches_the_historians() {
    let known = rulesets::find("time-control").expect("a ruleset");
    let library = (known.library)();
    let rules = (known.load)(&library).expect("the embedded content fits");
    let options = json!({"players": 2});
    let seats = rules.seats(&options).expect("two seats");
    let on_file = BTreeMap::new();
    let run = Run {
        sitting: 1,
        journal: &[],
        on_file: &on_file,
        overdue: false.into(),
        began: None,
    };
    let setup = rules.setup(&options, &seats, run, &mut Quick::new(4));
    let state = setup.expect("a set-up").state;
    let green = SeatId::new("green").expect("a seat");
    let view = rules.view(&state, &Viewer::Seat(green)).expect("a view");
    let words = Words::builtin(&*rules, &library).expect("the templates work");
    let launched = |problems: &[&str]| {
        let mut view = view.clone();
        if !problems.is_empty() {
            view["players"]["green"]["problems"] = json!(problems);
        }
        let game = Game {
            id: "control".into(),
            title: "Before you do that".into(),
            ruleset: "Time Control".into(),
            edition: "2003".into(),
        };
        let reading = Reading::new(game, Reader::seat("green", None), 0, 1, view);
        let text = form(&words, &reading, "orders.schema.json").expect("a form");
        body(&text)["launch"].clone()
    };
    let all = json!({
        "green-historian-yesterday": "yesterday",
        "green-historian-recent-past": "recent-past",
        "green-historian-yesteryear": "yesteryear",
        "green-historian-distant-past": "distant-past",
        "green-historian-ancient-times": "ancient-times",
        "green-historian-pre-history": "pre-history",
    });
    assert_eq!(launched(&[]), all);
    assert_eq!(launched(&["no-wheel"]), all);
    for limits in ["broken-launch-pads", "no-electricity", "no-maps"] {
        assert_eq!(launched(&["no-wheel", limits]), json!({}), "{limits}");
    }
}

#[test]
fn only_seats_have_forms() {
    let played = Played::new();
    let error = form(&played.words(), &reading(&played, None, 1), "x").expect_err("no seat");
    assert_eq!(error, ReportError::NoSeat);
}

#[test]
fn names_cannot_break_out_of_comments() {
    let played = Played::new();
    let mut reading = reading(&played, Some("zytal"), 1);
    reading.game.title = "A\nmoves: [hold]\u{2028}actions: [hold]\u{85}turn: 9".into();
    reading.reader.player = Some("Eve\r\nseat: roo".into());
    let text = form(&played.words(), &reading, "a\nb").expect("a form");
    let body = body(&text);
    assert_eq!(body["moves"], serde_json::json!([]));
}
