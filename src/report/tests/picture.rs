//! The marks of a report's picture.

use crate::{
    engine::Event,
    report::{Game, Happened, Page, Past, Reader, Reading, Words},
    rulesets,
};
use serde_json::{Value, json};
use std::{collections::BTreeMap, fs, path::Path, sync::Arc};

/// Returns the picture for a seat of an example game that was told this fact, in this report or in an earlier one.
fn picture(ruleset: &str, view: &str, seat: &str, fact: Option<(Value, bool)>) -> String {
    picture_after(ruleset, view, seat, fact, |_| ())
}

/// As [`picture`], for a fact of an earlier turn whose report was not mailed.
fn picture_of_past(ruleset: &str, view: &str, seat: &str, fact: Value) -> String {
    let (words, mut reading) = reading_of(ruleset, view, seat, Some((fact, true)), |_| ());
    let events = std::mem::take(&mut reading.events);
    reading.past = vec![Past { turn: 0, events }];
    Page::new(&words, &reading).picture().expect("a picture")
}

/// As [`picture`]; `before` turns the view into that of the last report.
fn picture_after(
    ruleset: &str,
    view: &str,
    seat: &str,
    fact: Option<(Value, bool)>,
    before: fn(&mut Value),
) -> String {
    let (words, reading) = reading_of(ruleset, view, seat, fact, before);
    Page::new(&words, &reading).picture().expect("a picture")
}

fn reading_of(
    ruleset: &str,
    view: &str,
    seat: &str,
    fact: Option<(Value, bool)>,
    before: fn(&mut Value),
) -> (Words, Reading) {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let view = fs::read_to_string(games.join(view).join(format!("{seat}.json"))).expect("a view");
    let view: Value = serde_json::from_str(&view).expect("a view");
    let known = rulesets::find(ruleset).expect("a ruleset");
    let library = (known.library)();
    let rules = (known.load)(&library).expect("rules");
    let words = Words::new(&*rules, &library, &BTreeMap::new()).expect("words");
    let text = |text: &str| text.to_owned();
    let game = Game {
        id: text("test"),
        title: text("A test"),
        ruleset: text("A game"),
        edition: text("1"),
    };
    let mut last = view.clone();
    before(&mut last);
    let mut reading = Reading::new(game, Reader::seat(seat, None), 1, 1, view);
    reading.before = Some(Arc::new(last));
    reading.events = { fact.into_iter() }
        .map(|(fact, new)| Happened {
            place: 0,
            rule: text("-"),
            sitting: 1,
            new,
            private: false,
            missed: vec![],
            event: Event::Fact(fact),
        })
        .collect();
    (words, reading)
}

/// Arrows come from the facts that the reader was told, and those of an earlier report are not drawn again.
#[test]
fn what_has_just_moved_is_an_arrow() {
    for (ruleset, view, seat, fact, arrow) in [
        (
            "time-agent",
            "gem-1992/turns/0004/views",
            "roo",
            json!({"travelled": {"unit": "roo-agent-1", "to": "4b-4", "cost": 1}}),
            "stroke-width=\"4.6\"",
        ),
        (
            "time-agent",
            "gem-1992/turns/0004/views",
            "roo",
            json!({"moved": {"unit": "roo-agent-1", "from": "original-time-travel", "to": "4b-4", "along": "time-travel"}}),
            "stroke-width=\"4.6\"",
        ),
        (
            "time-pirates",
            "pirates-1/turns/0010/views",
            "pink",
            json!({"moved": {"player": "black", "from": "1400-1499", "to": "1800-1899"}}),
            "marker-end=\"url(#head-black)\"",
        ),
        (
            "time-whisperers",
            "whispers-1/turns/0002/views",
            "blue",
            json!({"moved": {"color": "red", "whisperer": 1, "from": "dawn", "to": "day"}}),
            "stroke-width=\"5\" marker-end=\"url(#moved-red)\"",
        ),
    ] {
        let count = |svg: &str| svg.matches(arrow).count();
        let told = picture(ruleset, view, seat, Some((fact.clone(), true)));
        assert_eq!(count(&told), 1, "{fact}: {told}");
        assert!(told.contains("moved since your last report"), "{told}");
        let earlier = picture(ruleset, view, seat, Some((fact.clone(), false)));
        assert_eq!(count(&earlier), 0, "{earlier}");
        let past = picture_of_past(ruleset, view, seat, fact.clone());
        assert_eq!(count(&past), 1, "{past}");
        let none = picture(ruleset, view, seat, None);
        assert!(!none.contains("since your last report"), "{none}");
    }
}

/// The things that answers name are marked with these names, so that a page can offer an answer where it is drawn.
#[test]
fn what_an_answer_names_is_marked() {
    for (ruleset, view, seat, places) in [
        (
            "time-agent",
            "gem-1992/turns/0004/views",
            "roo",
            ["4b-2", "original-time-travel"],
        ),
        (
            "time-pirates",
            "pirates-1/turns/0010/views",
            "pink",
            ["1800-1899", "1400-1499/asia-atomic"],
        ),
        (
            "the-loop",
            "loop-1/turns/0004/views",
            "v-girl",
            ["industrial", "mr-time"],
        ),
        (
            "time-control",
            "control-1/turns/0002/views",
            "orange",
            ["purple", "green-agent-2"],
        ),
        (
            "time-whisperers",
            "whispers-1/turns/0002/views",
            "blue",
            ["dusk", "zodiac"],
        ),
    ] {
        let svg = picture(ruleset, view, seat, None);
        for place in places {
            let mark = format!("data-place=\"{place}\"");
            assert!(svg.contains(&mark), "{mark}: {svg}");
        }
        // An empty space has no name.
        assert!(!svg.contains("data-place=\"none\""), "{svg}");
    }
}

#[test]
fn what_has_changed_since_the_last_report_is_ringed() {
    let fact = json!({"travelled": {"unit": "roo-agent-1", "to": "4b-4", "cost": 1}});
    let of = |before| {
        let view = "gem-1992/turns/0004/views";
        let svg = picture_after(
            "time-agent",
            view,
            "roo",
            Some((fact.clone(), true)),
            before,
        );
        svg.matches("stroke-width=\"3.2\"").count()
    };
    assert_eq!(of(|_| ()), 0);
    let one_unit_more = |view: &mut Value| view["hexes"][3]["units"] = json!(["roo-agent-9"]);
    assert_eq!(of(one_unit_more), 1);
}
