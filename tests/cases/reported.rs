//! Cases whose report is checked as well: the outcome of their lines.

use super::{Position, cases};
use chronojudge::{
    engine::{Outcome, SeatId, Viewer},
    report::{self, Format, Page, Reader, Reading, Words},
    rulesets,
};
use std::collections::BTreeMap;

/// Returns the reports of a case for one seat, in text and in HTML.
fn reports(name: &str, seat: &str) -> [String; 2] {
    let (ruleset, _, case) = cases()
        .iter()
        .find(|(_, other, _)| other == name)
        .unwrap_or_else(|| panic!("no case {name}"));
    let position = Position::of(ruleset, &case.given);
    let mut dice = super::dice::Written::strict(&case.dice);
    let on_file = position.on_file(&case.orders);
    let out: Outcome = position.run(1, &[], &on_file, false, &mut dice);
    let known = rulesets::find(ruleset).expect("a ruleset");
    let words = Words::builtin(&*position.rules, &(known.library)()).expect("templates");
    let game = report::Game {
        id: "case".into(),
        title: "A Case".into(),
        ruleset: ruleset.clone(),
        edition: "1".into(),
    };
    let seat = SeatId::new(seat).expect("a seat");
    let viewer = Viewer::Seat(seat.clone());
    let view = position.rules.view(&out.state, &viewer).expect("a view");
    let mut reading = Reading::new(game, Reader::seat(seat.as_str(), None), 1, 1, view.clone());
    reading.before = Some(view.into());
    reading.on_file = true;
    reading.events = report::events(&out.facts, Some(&viewer), 0);
    reading.orders = report::orders(&seat, &on_file[&seat].files, &out);
    reading.players = BTreeMap::new();
    let page = Page::new(&words, &reading);
    [Format::Text, Format::Html].map(|format| page.report(format).expect("a report"))
}

/// Time Agent 9.52: the line whose shares fell short has failed, and the report says how much was missing; the line
/// that tried again at another price was carried out.
#[test]
fn a_line_whose_shares_fall_short_is_listed_as_failed_with_the_reason() {
    let [text, html] = reports("9.52-tried-at-another-price", "zytal");
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let why = "The price in 4a-3 was not met: 2 credits were missing, and nobody paid (9.52).";
    let first = "actions 1: {reverse: {tile: 4a-3, pay-up-to: 1}}";
    let failed = format!("{first} Failed. E1037: {why}");
    let (head, rest) = flat
        .split_once("WHAT FAILED, AND WHY")
        .unwrap_or_else(|| panic!("{text}"));
    assert!(
        head.contains("Your orders 1 line carried out, 1 failed."),
        "{text}"
    );
    let (section, _) = rest.split_once("WHAT HAPPENED").expect("a section");
    assert!(section.contains(&failed), "{text}");
    assert!(!section.contains("actions 2"), "{text}");
    for line in [
        format!("{first} - failed"),
        "actions 2: {reverse: {tile: 4a-3, pay-up-to: 3}} - carried out".to_owned(),
    ] {
        assert!(flat.contains(&line), "{line}\n{text}");
    }
    let failed = html
        .split("What failed, and why")
        .nth(1)
        .expect("a section");
    let card = failed.split("</div>").next().expect("a card");
    assert!(
        card.contains("Failed.") && card.contains(why) && card.contains("E1037"),
        "{card}"
    );
}
