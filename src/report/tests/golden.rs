use super::{Played, reading, render, subject};
use crate::report::{Format, Reading, WIDTH};

fn text(played: &Played, reading: &Reading) -> String {
    let text = render(&played.words(), reading, Format::Text).expect("a report");
    for line in text.lines() {
        assert!(line.chars().count() <= WIDTH, "too wide: {line}");
        assert!(!line.contains('\t') && line.trim_end() == line, "{line:?}");
    }
    text
}

#[test]
fn renders_the_report_of_a_seat_after_a_complete_turn() {
    let played = Played::new();
    insta::assert_snapshot!(
        "seat_complete",
        text(&played, &reading(&played, Some("zytal"), 1))
    );
}

#[test]
fn renders_the_report_of_a_seat_with_open_questions() {
    let played = Played::new();
    insta::assert_snapshot!(
        "seat_asked",
        text(&played, &reading(&played, Some("zytal"), 2))
    );
}

#[test]
fn renders_the_public_report() {
    let played = Played::new();
    insta::assert_snapshot!("public", text(&played, &reading(&played, None, 1)));
}

#[test]
fn the_subject_names_the_orders_or_answers_due() {
    let played = Played::new();
    let words = played.words();
    let of = |who, turn| subject(&words, &reading(&played, who, turn)).expect("a subject");
    assert_eq!(
        of(Some("zytal"), 1),
        "[gem-1992] Turn 2: Zytal: orders due Fri 12 Jun 18:00 CEST"
    );
    assert_eq!(
        of(Some("zytal"), 2),
        "[gem-1992] Turn 2: Zytal: 1 question, answer by Fri 12 Jun 18:00 CEST"
    );
    assert_eq!(of(None, 2), "[gem-1992] Turn 2: waiting for Zytal");
}
