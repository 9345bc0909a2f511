use super::{Played, form, reading};
use crate::{
    engine::SeatId,
    report::ReportError,
    yaml::{Budget, Document},
};
use serde_json::Value;
use std::collections::BTreeSet;

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
