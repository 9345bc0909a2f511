//! The text of a report about a seat whose orders did not come.

use super::{report_of, views, words};
use chronojudge::{
    engine::{Event, SeatId},
    report::Happened,
};

#[test]
fn every_question_has_a_text_for_its_default() {
    for (ruleset, seat) in [
        ("time-agent", "roo"),
        ("time-pirates", "black"),
        ("time-whisperers", "red"),
    ] {
        let (rules, words) = words(ruleset);
        let seen = views(ruleset).pop().expect("a view");
        let seat = SeatId::new(seat).expect("a seat");
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
        assert!(
            text.contains(": no move received\n    By default it "),
            "{text}"
        );
        assert!(!text.contains("takes the default for"), "{ruleset}: {text}");
    }
}
