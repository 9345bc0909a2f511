//! The text of a report about a seat whose orders did not come.

use super::{report_of, views, words};
use chronojudge::{
    engine::{Event, SeatId},
    report::Happened,
    rulesets,
};

#[test]
fn every_question_has_a_text_for_its_default() {
    for known in rulesets::ALL {
        let ruleset = known.id;
        let (rules, words) = words(ruleset);
        let mut all = views(ruleset);
        let seat = all
            .iter()
            .find_map(|seen| seen.seat.clone())
            .expect("a seat");
        let seat = SeatId::new(&seat).expect("a seat");
        let seen = all.pop().expect("a view");
        let asks: Vec<String> = rules.asks().iter().map(|ask| ask.name.to_owned()).collect();
        let event = Event::Nmr {
            seat,
            ask: asks[0].clone(),
        };
        let absence = Happened {
            place: 0,
            rule: "-".into(),
            sitting: 1,
            new: true,
            private: false,
            missed: asks,
            event,
        };
        let text = report_of(&words, &seen, vec![absence]);
        let (before, after) = text
            .split_once(": no move received\n    By default ")
            .unwrap_or_else(|| panic!("{text}"));
        let name = before.lines().last().unwrap_or_default().trim();
        assert!(after.starts_with(&format!("{name} ")), "{text}");
        assert!(!text.contains("takes the default for"), "{ruleset}: {text}");
    }
}
