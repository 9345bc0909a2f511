//! From orders to answers: the sources of an answer, in their order.

use super::*;
use chronojudge::engine::{Aside, Event};

fn by(outcome: &Outcome, prompt: &str) -> By {
    answered(outcome, prompt).1.clone()
}

/// Returns a game in which one seat has no coins: its bid is forced.
fn poor(name: &str) -> Value {
    let mut state = set_up().state;
    state["coins"][name] = json!(0);
    state
}

#[test]
fn an_answer_in_the_journal_is_not_given_again() {
    let state = set_up().state;
    let first = sit(
        &state,
        1,
        &[],
        &desk([("blue", file(json!({"bid": 2, "rank": rankings()})))]),
    );
    assert_eq!(waiting(&first), ["look@blue#1"]);
    // Blue's new file has another bid, and so do its standing orders; but the bid has been made.
    let mut blue =
        file(json!({"bid": 1, "rank": rankings(), "acts": [], "discard": [], "gift": 0}));
    blue.standing = vec![standing(json!({"ask": "bid"}), json!([3]))];
    let second = sit(&state, 2, &first.journal, &desk([("blue", blue)]));
    assert!(second.flow.is_ok(), "{:?}", second.flow);
    assert_eq!(answered(&second, "bid@blue#1").0, &json!(2));
}

#[test]
fn a_question_with_one_choice_is_not_asked() {
    let out = sit(&poor("red"), 1, &[], &Desk::new());
    assert_eq!(waiting(&out), ["bid@blue#1", "bid@green#1"]);
    let out = sit(&poor("red"), 1, &[], &desk([("red", OnFile::default())]));
    assert_eq!(by(&out, "bid@red#1"), By::Forced(None));
}

#[test]
fn an_order_for_the_only_choice_is_spent() {
    let out = sit(&poor("red"), 1, &[], &desk([]));
    let By::Forced(Some(order)) = by(&out, "bid@red#1") else {
        panic!("{:#?}", out.journal)
    };
    assert_eq!((order.line.0.as_str(), order.spent), ("bid", true));
    assert!(
        order.file.contains("\"bid\":0"),
        "the file is named by its digest"
    );
}

#[test]
fn an_order_against_the_only_choice_is_put_aside() {
    for red in [file(json!({"bid": 2})), skipping(json!({"bid": 2}))] {
        let out = sit(&poor("red"), 1, &[], &desk([("red", red)]));
        assert_eq!(by(&out, "bid@red#1"), By::Forced(None));
        let aside = out
            .facts
            .iter()
            .find(|told| matches!(told.event, Event::PutAside { .. }));
        let aside = aside.expect("it is said");
        assert_eq!(
            aside.to,
            chronojudge::engine::Audience::Only(vec![seat("red")])
        );
        let Event::PutAside {
            why: Aside::Illegal(why),
            line,
            ..
        } = &aside.event
        else {
            panic!("{aside:?}")
        };
        assert_eq!((why.code.as_str(), line.0.as_str()), ("T1", "bid"));
    }
}

#[test]
fn an_order_comes_before_a_standing_order() {
    let mut blue = quiet();
    blue.standing = vec![standing(json!({"ask": "bid"}), json!([3]))];
    let out = sit(&set_up().state, 1, &[], &desk([("blue", blue)]));
    assert_eq!(answered(&out, "bid@blue#1").0, &json!(0));
    assert_eq!(line(&by(&out, "bid@blue#1")), "bid");
}

#[test]
fn the_first_standing_order_that_fits_and_is_legal_answers() {
    let bids = |standings: Vec<Standing>| {
        let mut blue = quiet();
        blue.files[0] = sent(json!({"rank": rankings(), "acts": [], "discard": [], "gift": 0}));
        blue.standing = standings;
        sit(&set_up().state, 1, &[], &desk([("blue", blue)]))
    };
    let out = bids(vec![
        standing(json!({"ask": "bid", "round": 2}), json!([0])),
        standing(json!({"ask": "gift"}), json!([0])),
        standing(json!({"ask": "bid", "colour": "blue"}), json!([0])),
        standing(json!({"ask": "bid", "round": 1}), json!([9, "all", 2, 1])),
        standing(json!({"ask": "bid"}), json!([3])),
    ]);
    assert_eq!(answered(&out, "bid@blue#1"), (&json!(2), &By::Standing));
    let out = bids(vec![
        standing(json!({"ask": "bid"}), json!([9])),
        standing(json!({"round": 1}), json!([1])),
    ]);
    assert_eq!(answered(&out, "bid@blue#1"), (&json!(1), &By::Standing));
    let out = bids(vec![standing(json!({"ask": "bid"}), json!([]))]);
    assert_eq!(waiting(&out), ["bid@blue#1"]);
}

/// A standing order may rank some of the items: the others follow as they lie, and a list with none of them is passed over.
#[test]
fn a_standing_order_that_ranks_some_items_is_completed() {
    let ranked = |prefer: Value| {
        let mut blue = quiet();
        let body = json!({"bid": 3, "acts": [], "discard": [], "gift": 0});
        blue.files[0] = sent(body);
        blue.standing = vec![standing(json!({"ask": "rank"}), prefer)];
        sit(&set_up().state, 1, &[], &desk([("blue", blue)]))
    };
    let whole = ranked(json!([["red", "green"]]));
    let some = ranked(json!([["blue"], ["red", "blue", "red"]]));
    for out in [&whole, &some] {
        let is = answered(out, "rank@blue#1");
        assert_eq!(is, (&json!(["red", "green"]), &By::Standing));
    }
    for none in [json!([["blue"]]), json!([[]]), json!(["red"])] {
        assert_eq!(waiting(&ranked(none)), ["rank@blue#1"]);
    }
}

/// Plays a game in which red is poorest, so the others may give it coins.
fn offering(blue: OnFile, overdue: bool) -> Outcome {
    run(&poor("red"), 1, &[], &desk([("blue", blue)]), overdue)
}

fn no_gift() -> OnFile {
    file(json!({"bid": 0, "rank": rankings(), "acts": [], "discard": []}))
}

#[test]
fn an_offer_is_passed_over_unless_it_is_ordered_or_awake() {
    let out = offering(no_gift(), false);
    assert_eq!(answered(&out, "gift@blue#1"), (&json!(0), &By::Passed));
    assert!(
        !facts(&out).iter().any(|f| f.contains("nmr")),
        "nobody is late: {:?}",
        facts(&out)
    );

    let mut standing_gift = no_gift();
    standing_gift.standing = vec![standing(json!({"ask": "gift", "to": "red"}), json!([2]))];
    let out = offering(standing_gift, false);
    assert_eq!(answered(&out, "gift@blue#1"), (&json!(2), &By::Standing));

    let mut awake = no_gift();
    awake.wake.insert("gift".into());
    let out = offering(awake.clone(), false);
    assert_eq!(waiting(&out), ["gift@blue#1"]);
    assert!(prompts(&out)[0].offered);
    let out = offering(awake, true);
    assert_eq!(answered(&out, "gift@blue#1"), (&json!(0), &By::Nmr));
}

#[test]
fn an_overdue_prompt_takes_its_default_and_all_are_told() {
    let out = overdue(
        &set_up().state,
        1,
        &[],
        &desk([("blue", OnFile::default())]),
    );
    assert_eq!(answered(&out, "bid@blue#1"), (&json!(0), &By::Nmr));
    let told = out
        .facts
        .iter()
        .find(|told| matches!(told.event, Event::Nmr { .. }));
    let told = told.expect("it is said");
    assert_eq!(
        told.event,
        Event::Nmr {
            seat: seat("blue"),
            ask: "bid".into()
        }
    );
    assert_eq!(
        (&told.to, told.rule.as_str()),
        (&chronojudge::engine::Audience::All, "-")
    );
    assert!(out.flow.is_ok());
}

#[test]
fn an_unanswered_prompt_is_open() {
    let out = sit(
        &set_up().state,
        1,
        &[],
        &desk([("blue", OnFile::default())]),
    );
    let [prompt] = prompts(&out) else {
        panic!("{:?}", out.flow)
    };
    let shown = json!({
        "id": "bid@blue#1", "seat": "blue", "ask": "bid", "about": {"round": 1},
        "choices": {"one-of": [0, 1, 2, 3]}, "default": 0,
    });
    assert_eq!(serde_json::to_value(prompt).expect("JSON"), shown);
}

#[test]
fn of_several_preferences_the_first_legal_one_counts() {
    let mut out = vec![];
    for rank in [
        json!([["blue", "red"], ["red", "green"]]),
        json!([["blue", "red"]]),
    ] {
        let blue = file(json!({"bid": 3, "rank": rank, "acts": [], "discard": []}));
        out.push(sit(&set_up().state, 1, &[], &desk([("blue", blue)])));
    }
    assert_eq!(answered(&out[0], "rank@blue#1").0, &json!(["red", "green"]));
    assert_eq!(waiting(&out[1]), ["rank@blue#1"], "none of them fits");
}

/// Only a prompt that was asked can be overdue: one that is listed, or any prompt of a seat that is late.
#[test]
fn some_are_late_and_others_are_not() {
    let state = set_up().state;
    let silent = || OnFile::default();
    let on_file = desk([("blue", silent()), ("red", silent())]);
    let late = Overdue {
        seats: [seat("blue")].into(),
        ..Overdue::default()
    };
    let out = run(&state, 1, &[], &on_file, late.clone());
    assert_eq!(waiting(&out), ["bid@red#1"]);
    let late = Overdue {
        prompts: ["bid@red#1".to_owned()].into(),
        ..late
    };
    let out = run(&state, 1, &[], &on_file, late);
    assert_eq!(answered(&out, "bid@blue#1"), (&json!(0), &By::Nmr));
    assert_eq!(answered(&out, "bid@red#1"), (&json!(0), &By::Nmr));
    let open: Vec<&str> = prompts(&out).iter().map(|p| p.seat.as_str()).collect();
    assert_eq!(open, ["red"], "red is not late for what it is asked next");
}

#[test]
fn a_seat_that_wants_to_be_asked_each_time_is_asked() {
    let strike = json!({"bid": 3, "rank": rankings(), "acts": [{"strike": "red"}], "discard": [], "gift": 0});
    let ask_me = json!({"bid": 0, "acts": [], "react": "parry", "ask_me": true, "discard": []});
    let mut red = file(ask_me);
    red.standing = vec![standing(json!({"ask": "react"}), json!(["parry"]))];
    let on_file = desk([("blue", file(strike)), ("red", red)]);
    let out = sit(&set_up().state, 1, &[], &on_file);
    assert_eq!(waiting(&out), ["react@red#1"]);
    let out = overdue(&set_up().state, 2, &out.journal, &on_file);
    assert_eq!(answered(&out, "react@red#1"), (&json!("yield"), &By::Nmr));
}
