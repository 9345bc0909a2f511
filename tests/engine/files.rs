//! Order files: queues, `hold`, illegal lines, and new files in an open turn.

use super::*;
use chronojudge::engine::{Aside, Event, Line};

fn acts(acts: Value) -> Value {
    json!({"bid": 3, "rank": rankings(), "acts": acts, "react": "yield", "discard": [], "gift": 0})
}

/// Blue leads with these files; the others are quiet.
fn blue(files: Vec<Value>) -> Desk {
    let files = files.into_iter().map(sent).collect();
    desk([(
        "blue",
        OnFile {
            files,
            ..OnFile::default()
        },
    )])
}

/// Blue is rich enough to bid and to look.
fn rich() -> Value {
    let mut state = set_up().state;
    state["coins"]["blue"] = json!(9);
    state
}

fn lines(outcome: &Outcome) -> Vec<&str> {
    let lines = outcome.unplayed.get(&seat("blue"));
    lines
        .into_iter()
        .flatten()
        .map(|line: &Line| line.0.as_str())
        .collect()
}

/// What blue did, in order.
fn done(outcome: &Outcome) -> Vec<String> {
    let acts = outcome.journal.iter().filter_map(|entry| match entry {
        Entry::Answer { id, value, .. } if id.contains("k@blue") || id.contains("act@blue") => {
            Some(value.to_string().replace('"', ""))
        }
        _ => None,
    });
    acts.filter(|value| !value.starts_with('[')).collect()
}

fn asides(outcome: &Outcome) -> Vec<(String, String)> {
    let asides = outcome.facts.iter().filter_map(|told| match &told.event {
        Event::PutAside { line, why, .. } => {
            let words = match why {
                Aside::Hold | Aside::Held => "hold".to_owned(),
                Aside::NothingToDo(_) => "nothing to do".to_owned(),
                Aside::Illegal(illegal) => illegal.words.clone(),
            };
            Some((line.0.clone(), words))
        }
        _ => None,
    });
    asides.collect()
}

#[test]
fn lines_are_played_one_after_another_each_in_its_step() {
    let orders = acts(json!([{"peek": 5}, {"peek": 6}, {"reveal": 5}, {"strike": "red"}]));
    let out = sit(&rich(), 1, &[], &blue(vec![orders]));
    assert!(out.flow.is_ok(), "{:?}", out.flow);
    assert_eq!(
        done(&out),
        [
            "{peek:5}",
            "{peek:6}",
            "done",
            "{reveal:5}",
            "{strike:red}",
            "done"
        ]
    );
    assert_eq!(lines(&out), [""; 0]);
}

#[test]
fn a_line_for_an_earlier_step_is_done_with_when_its_step_is_over() {
    let orders = acts(json!([{"reveal": 5}, {"peek": 6}, {"strike": "red"}]));
    let out = sit(&rich(), 1, &[], &blue(vec![orders]));
    assert_eq!(done(&out), ["done", "{reveal:5}", "{strike:red}", "done"]);
    let By::Order(order) = answered(&out, "act@blue#2").1 else {
        panic!()
    };
    assert_eq!(order.done, [Line::nth("acts", 1).into()]);
    assert_eq!(lines(&out), [""; 0]);
}

#[test]
fn hold_stops_the_queue_until_a_new_file_comes() {
    let state = rich();
    let held = acts(json!([{"peek": 5}, "hold", {"reveal": 5}]));
    let first = sit(&state, 1, &[], &blue(vec![held.clone()]));
    assert_eq!(waiting(&first), ["look@blue#2"]);
    assert_eq!(prompts(&first)[0].refused, None);
    assert_eq!(lines(&first), ["acts/2"]);
    // Nothing new: it goes on holding.
    let again = sit(&state, 2, &first.journal, &blue(vec![held.clone()]));
    assert_eq!(again, first);
    // The new file is the rest.
    let rest = acts(json!([{"peek": 6}]));
    let out = sit(&state, 2, &first.journal, &blue(vec![held, rest]));
    assert!(out.flow.is_ok(), "{:?}", out.flow);
    assert_eq!(done(&out), ["{peek:5}", "{peek:6}", "done", "done"]);
}

#[test]
fn a_standing_order_does_not_speak_over_a_hold() {
    let mut on_file = blue(vec![acts(json!([{"peek": 5}, "hold"]))]);
    let standings = &mut on_file.get_mut(&seat("blue")).expect("blue").standing;
    standings.push(standing(json!({"ask": "look"}), json!(["done"])));
    assert_eq!(waiting(&sit(&rich(), 1, &[], &on_file)), ["look@blue#2"]);
}

#[test]
fn a_new_file_that_begins_with_what_was_played_goes_on_after_it() {
    let state = rich();
    let held = acts(json!([{"peek": 5}, "hold", {"reveal": 5}]));
    let first = sit(&state, 1, &[], &blue(vec![held.clone()]));
    for (again, then) in [
        (
            json!([{"peek": 5}, "hold", {"strike": "red"}]),
            "{strike:red}",
        ),
        (json!([{"peek": 5}, {"strike": "red"}]), "{strike:red}"),
        (json!([{"strike": "red"}]), "{strike:red}"),
    ] {
        let out = sit(
            &state,
            2,
            &first.journal,
            &blue(vec![held.clone(), acts(again.clone())]),
        );
        assert!(out.flow.is_ok(), "{again}: {:?}", out.flow);
        assert_eq!(done(&out), ["{peek:5}", "done", then, "done"], "{again}");
        assert_eq!(lines(&out), [""; 0], "{again}");
    }
}

#[test]
fn the_remainder_holds_over_several_files_and_sittings() {
    let state = rich();
    let one = acts(json!([{"peek": 5}, "hold"]));
    let two = acts(json!([{"peek": 5}, "hold", {"peek": 6}, "hold"]));
    let three = acts(json!([{"peek": 5}, "hold", {"peek": 6}, "hold", {"peek": 7}]));
    let first = sit(&state, 1, &[], &blue(vec![one.clone()]));
    let second = sit(
        &state,
        2,
        &first.journal,
        &blue(vec![one.clone(), two.clone()]),
    );
    assert_eq!(waiting(&second), ["look@blue#3"]);
    let third = sit(&state, 3, &second.journal, &blue(vec![one, two, three]));
    assert!(third.flow.is_ok(), "{:?}", third.flow);
    assert_eq!(
        done(&third),
        ["{peek:5}", "{peek:6}", "{peek:7}", "done", "done"]
    );
}

/// A `hold` stops the queue, so a file that repeats it goes on: at the head of the list as well.
#[test]
fn a_hold_at_the_head_of_a_list_is_repeated_like_any_other() {
    let state = rich();
    let held = acts(json!(["hold", {"peek": 5}]));
    let first = sit(&state, 1, &[], &blue(vec![held.clone()]));
    assert_eq!(waiting(&first), ["look@blue#1"]);
    let mut again = held.clone();
    again["gift"] = json!(1);
    let out = sit(&state, 2, &first.journal, &blue(vec![held, again]));
    assert!(out.flow.is_ok(), "{:?}", out.flow);
    assert_eq!(done(&out), ["{peek:5}", "done", "done"]);
}

/// A `hold` that has not stopped anything yet still stops the queue in a new file.
#[test]
fn a_hold_that_is_still_ahead_holds_in_the_new_file_too() {
    let state = rich();
    let body = acts(json!([{"strike": "red"}, "hold", {"strike": "green"}]));
    let mut on_file = blue(vec![body.clone()]);
    on_file.insert(
        seat("red"),
        OnFile {
            files: vec![],
            ..quiet()
        },
    );
    let standings = vec![
        standing(json!({"ask": "bid"}), json!([0])),
        standing(json!({"ask": "discard"}), json!([[]])),
        standing(json!({"ask": "look"}), json!(["done"])),
        standing(json!({"ask": "act"}), json!(["done"])),
    ];
    on_file
        .get_mut(&seat("red"))
        .expect("red")
        .standing
        .clone_from(&standings);
    let first = sit(&state, 1, &[], &on_file);
    assert_eq!(waiting(&first), ["react@red#1"]);
    // While red thinks, blue changes something else.
    let mut changed = body.clone();
    changed["gift"] = json!(1);
    on_file
        .get_mut(&seat("blue"))
        .expect("blue")
        .files
        .push(sent(changed));
    let red = on_file.get_mut(&seat("red")).expect("red");
    red.standing
        .push(standing(json!({"ask": "react"}), json!(["yield"])));
    let out = sit(&state, 2, &first.journal, &on_file);
    assert_eq!(waiting(&out), ["act@blue#2"]);
}

#[test]
fn what_follows_a_hold_runs_when_it_is_overdue() {
    let held = acts(json!([{"peek": 5}, "hold", {"peek": 6}, "hold", {"reveal": 5}]));
    let first = sit(&rich(), 1, &[], &blue(vec![held.clone()]));
    let out = overdue(&rich(), 2, &first.journal, &blue(vec![held]));
    assert!(out.flow.is_ok(), "{:?}", out.flow);
    assert_eq!(
        done(&out),
        ["{peek:5}", "{peek:6}", "done", "{reveal:5}", "done"]
    );
    let holds = [
        ("acts/1".to_owned(), "hold".to_owned()),
        ("acts/3".into(), "hold".into()),
    ];
    assert_eq!(asides(&out), holds);
    assert!(
        !facts(&out).iter().any(|f| f.contains("nmr")),
        "{:?}",
        facts(&out)
    );
}

#[test]
fn an_illegal_line_stops_the_queue_and_the_seat_is_asked_with_the_reason() {
    let state = rich();
    let wrong = acts(json!([{"peek": 5}, {"peek": 0}, {"reveal": 5}]));
    let first = sit(&state, 1, &[], &blue(vec![wrong.clone()]));
    assert_eq!(waiting(&first), ["look@blue#2"]);
    let refused = prompts(&first)[0].refused.clone().expect("the reason");
    assert_eq!(
        (refused.line.0.as_str(), &refused.value),
        ("acts/1", &json!({"peek": 0}))
    );
    assert_eq!(refused.why.code, "E0301");
    assert_eq!(lines(&first), ["acts/1", "acts/2"]);
    // A corrected file goes on.
    let right = acts(json!([{"peek": 5}, {"peek": 6}, {"reveal": 5}]));
    let out = sit(&state, 2, &first.journal, &blue(vec![wrong.clone(), right]));
    assert_eq!(
        done(&out),
        ["{peek:5}", "{peek:6}", "done", "{reveal:5}", "done"]
    );
    // Overdue: it is too late to ask, and the queue goes on.
    let out = overdue(&state, 2, &first.journal, &blue(vec![wrong]));
    assert_eq!(done(&out), ["{peek:5}", "done", "{reveal:5}", "done"]);
    let lines: Vec<String> = asides(&out).into_iter().map(|(line, _)| line).collect();
    assert_eq!(lines, ["acts/1"]);
}

/// A stop that stands behind lines which came too late says so, and stops.
#[test]
fn lines_before_a_hold_that_have_nothing_to_do_are_put_aside() {
    let body = acts(json!([{"reveal": 5}, {"peek": 6}, "hold", {"strike": "red"}]));
    let first = sit(&rich(), 1, &[], &blue(vec![body.clone()]));
    assert_eq!(waiting(&first), ["act@blue#2"]);
    assert_eq!(
        asides(&first),
        [("acts/1".to_owned(), "nothing to do".to_owned())]
    );
    let again = sit(&rich(), 2, &first.journal, &blue(vec![body]));
    assert_eq!(again.journal, first.journal);
    let out = overdue(&rich(), 3, &again.journal, &blue(vec![]));
    assert!(out.flow.is_ok());
}

#[test]
fn an_illegal_line_is_skipped_where_the_file_says_so() {
    let wrong = acts(json!([{"peek": 5}, {"peek": 0}, {"peek": 99}, {"reveal": 5}]));
    let mut on_file = blue(vec![wrong]);
    on_file.get_mut(&seat("blue")).expect("blue").if_illegal = IfIllegal::Skip;
    let out = sit(&rich(), 1, &[], &on_file);
    assert!(out.flow.is_ok(), "{:?}", out.flow);
    assert_eq!(done(&out), ["{peek:5}", "done", "{reveal:5}", "done"]);
    let lines: Vec<String> = asides(&out).into_iter().map(|(line, _)| line).collect();
    assert_eq!(lines, ["acts/1", "acts/2"]);
    assert!(
        asides(&out)[0].1.contains("does not answer `look`"),
        "{:?}",
        asides(&out)
    );
    // And the same when it is played again from the journal alone.
    assert_eq!(sit(&rich(), 2, &out.journal, &Desk::new()).facts, out.facts);
}

#[test]
fn one_line_may_answer_many_asks() {
    let mut on_file = desk([
        ("blue", file(acts(json!([{"strike": "red"}])))),
        (
            "green",
            file(json!({"bid": 0, "acts": [{"strike": "red"}], "discard": [], "gift": 0})),
        ),
    ]);
    on_file.insert(
        seat("red"),
        file(json!({"bid": 0, "acts": [], "react": "parry", "discard": []})),
    );
    let out = sit(&rich(), 1, &[], &on_file);
    assert!(out.flow.is_ok(), "{:?}", out.flow);
    for prompt in ["react@red#1", "react@red#2"] {
        assert_eq!(line(answered(&out, prompt).1), "react");
    }
}

#[test]
fn lines_that_were_not_played_are_named() {
    let out = sit(
        &rich(),
        1,
        &[],
        &blue(vec![acts(json!([{"peek": 5}, "hold", {"peek": 6}]))]),
    );
    assert_eq!(lines(&out), ["acts/2"], "a hold is no order");
    let late = file(json!({"bid": 0, "acts": [{"reveal": 6}], "discard": [], "gift": 0}));
    let out = overdue(&rich(), 1, &[], &desk([("blue", late)]));
    assert!(out.unplayed.is_empty(), "{:?}", out.unplayed);
}

/// What was put aside is not what was played: in its place the new file may say something else.
#[test]
fn a_line_that_was_put_aside_may_come_again_in_a_new_file() {
    let acts = json!({"rank": rankings(), "acts": [], "react": "yield", "discard": [], "gift": 0});
    let bids = |bid: u32| {
        let mut acts = acts.clone();
        acts["bid"] = json!(bid);
        acts
    };
    let mut on_file = desk([("blue", skipping(bids(77))), ("red", OnFile::default())]);
    let first = sit(&rich(), 1, &[], &on_file);
    assert_eq!(waiting(&first), ["bid@blue#1", "bid@red#1"]);
    let blue = on_file.get_mut(&seat("blue")).expect("blue");
    blue.files.push(sent(bids(2)));
    let second = sit(&rich(), 2, &first.journal, &on_file);
    assert_eq!(waiting(&second), ["bid@red#1"]);
    on_file.insert(seat("red"), quiet());
    let third = sit(&rich(), 3, &second.journal, &on_file);
    assert_eq!(answered(&third, "bid@blue#1").0, &json!(2));
}

/// Struck twice, red can strike back only once each time: its line is against the rules twice, and said so once.
#[test]
fn a_line_is_put_aside_once() {
    let strikes = |gift: u32| {
        file(
            json!({"bid": 3, "rank": rankings(), "acts": [{"strike": "red"}], "react": "counter", "discard": [], "gift": gift}),
        )
    };
    let mut red =
        skipping(json!({"bid": 0, "acts": [], "react": "counter", "discard": [], "gift": 0}));
    red.standing = vec![standing(json!({"ask": "react"}), json!(["parry"]))];
    let on_file = desk([("blue", strikes(0)), ("green", strikes(1)), ("red", red)]);
    let out = sit(&set_up().state, 1, &[], &on_file);
    assert!(out.flow.is_ok(), "{:?}", out.flow);
    let answers = ["react@red#2", "react@red#4"].map(|id| answered(&out, id));
    assert_eq!(answers, [(&json!("parry"), &By::Standing); 2]);
    let asides = facts(&out);
    let asides = asides.iter().filter(|fact| fact.contains("put-aside"));
    assert_eq!(asides.count(), 1);
}
