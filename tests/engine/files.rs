//! Order files: queues, `hold`, illegal lines, and new files in an open turn.

use super::*;
use chronojudge::engine::{Aside, Event, Line};

fn acts(acts: Value) -> Value {
    json!({"bid": 3, "rank": rankings(), "acts": acts, "react": "yield", "discard": [], "gift": 0})
}

/// Returns the files of all seats: blue leads with these, and the others are quiet.
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

/// Returns a state in which blue is rich enough to bid and to look.
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

/// Returns the actions of blue, in order.
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
fn a_line_for_an_earlier_step_is_put_aside_when_that_step_is_over() {
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
    // Without a new file it goes on holding.
    let again = sit(&state, 2, &first.journal, &blue(vec![held.clone()]));
    assert_eq!(again, first);
    // The new file is the rest of the turn.
    let rest = acts(json!([{"peek": 6}]));
    let out = sit(&state, 2, &first.journal, &blue(vec![held, rest]));
    assert!(out.flow.is_ok(), "{:?}", out.flow);
    assert_eq!(done(&out), ["{peek:5}", "{peek:6}", "done", "done"]);
}

#[test]
fn a_standing_order_does_not_override_a_hold() {
    let mut on_file = blue(vec![acts(json!([{"peek": 5}, "hold"]))]);
    let standings = &mut on_file.get_mut(&seat("blue")).expect("blue").standing;
    standings.push(standing(json!({"ask": "look"}), json!(["done"])));
    assert_eq!(waiting(&sit(&rich(), 1, &[], &on_file)), ["look@blue#2"]);
}

/// Returns the file of sitting `since` that answers the report of sitting `answers`.
fn of(since: u32, answers: u32, body: Value) -> Sent {
    Sent {
        since,
        sitting: Some(answers),
        ..sent(body)
    }
}

/// Returns the files of all seats: blue leads with these, and the others are quiet.
fn blues(files: Vec<Sent>) -> Desk {
    let mut desk = blue(vec![]);
    desk.get_mut(&seat("blue")).expect("blue").files = files;
    desk
}

/// Played lines stay played, and the new file is the whole rest of the turn: a line that stood in the file before
/// counts as new.
#[test]
fn a_file_that_answers_the_last_report_replaces_the_rest_of_the_queue() {
    let state = rich();
    let first = of(1, 0, acts(json!([{"strike": "red"}, "hold"])));
    let out = sit(&state, 1, &[], &blues(vec![first.clone()]));
    assert_eq!(waiting(&out), ["act@blue#2"]);
    // The form names the report; a file that names none answers the last.
    for sitting in [Some(1), None] {
        let again = |acts_now: Value| {
            let second = Sent {
                sitting,
                ..of(2, 1, acts(acts_now))
            };
            sit(&state, 2, &out.journal, &blues(vec![first.clone(), second]))
        };
        for (now, then) in [
            (json!([{"strike": "green"}]), &["{strike:green}"][..]),
            (json!([]), &[]),
        ] {
            let after = again(now.clone());
            assert!(after.flow.is_ok(), "{now}: {:?}", after.flow);
            let expected = [&["done", "{strike:red}"], then, &["done"]].concat();
            assert_eq!(done(&after), expected, "{now}");
            assert_eq!(lines(&after), [""; 0], "{now}");
        }
        // No seat can be struck twice in one turn: the line is tried, and not skipped.
        for now in [
            json!([{"strike": "red"}]),
            json!([{"strike": "red"}, {"strike": "green"}]),
        ] {
            let after = again(now.clone());
            let refused = prompts(&after)[0].refused.clone().expect("the reason");
            assert_eq!(refused.line.0, "acts/0", "{now}");
        }
    }
}

/// Two files with the same bytes are two files if another came between them.
#[test]
fn a_file_with_the_bytes_of_an_earlier_one_is_played_again() {
    let state = rich();
    let one = acts(json!([{"strike": "red"}, "hold"]));
    let two = acts(json!([{"strike": "green"}, "hold"]));
    let plain = |since, body: &Value| Sent {
        since,
        ..sent(body.clone())
    };
    let mut files = vec![plain(1, &one)];
    let first = sit(&state, 1, &[], &blues(files.clone()));
    files.push(plain(2, &two));
    let second = sit(&state, 2, &first.journal, &blues(files.clone()));
    files.push(plain(3, &one));
    let third = sit(&state, 3, &second.journal, &blues(files.clone()));
    assert_eq!(done(&third), ["done", "{strike:red}", "{strike:green}"]);
    // No seat can be struck twice in one turn: the line is tried, and not skipped.
    let refused = prompts(&third)[0].refused.clone().expect("the reason");
    assert_eq!(refused.line.0, "acts/0");
    // On file for another sitting it keeps its own played lines.
    let fourth = sit(&state, 4, &third.journal, &blues(files));
    assert_eq!(fourth, third);
}

/// A file of an older report was written without knowledge of the lines played since: those that it repeats are done,
/// in any order, and the others are new.
#[test]
fn a_file_of_an_older_report_is_compared_with_the_lines_played_since() {
    let state = rich();
    let held = of(1, 0, acts(json!([{"peek": 5}, "hold", {"reveal": 5}])));
    let first = sit(&state, 1, &[], &blues(vec![held.clone()]));
    for (again, then) in [
        (
            json!([{"peek": 5}, "hold", {"strike": "red"}]),
            &["done", "{strike:red}", "done"][..],
        ),
        (
            json!([{"peek": 5}, {"strike": "red"}]),
            &["done", "{strike:red}", "done"],
        ),
        (
            json!([{"peek": 6}, {"peek": 5}]),
            &["{peek:6}", "done", "done"],
        ),
        (
            json!([{"strike": "red"}]),
            &["done", "{strike:red}", "done"],
        ),
    ] {
        let files = vec![held.clone(), of(2, 0, acts(again.clone()))];
        let out = sit(&state, 2, &first.journal, &blues(files));
        assert!(out.flow.is_ok(), "{again}: {:?}", out.flow);
        let expected = [&["{peek:5}"], then].concat();
        assert_eq!(done(&out), expected, "{again}");
        assert_eq!(lines(&out), [""; 0], "{again}");
    }
    // A `hold` after a new line stops the queue.
    let files = vec![
        held,
        of(2, 0, acts(json!([{"peek": 6}, "hold", {"strike": "red"}]))),
    ];
    let out = sit(&state, 2, &first.journal, &blues(files));
    assert_eq!(waiting(&out), ["look@blue#3"]);
}

#[test]
fn files_of_one_old_report_go_on_over_several_sittings() {
    let state = rich();
    let one = of(1, 0, acts(json!([{"peek": 5}, "hold"])));
    let two = of(
        2,
        0,
        acts(json!([{"peek": 5}, "hold", {"peek": 6}, "hold"])),
    );
    let three = of(
        3,
        0,
        acts(json!([{"peek": 5}, "hold", {"peek": 6}, "hold", {"peek": 7}])),
    );
    let mut files = vec![one, two];
    let first = sit(&state, 1, &[], &blues(files[..1].to_vec()));
    let second = sit(&state, 2, &first.journal, &blues(files.clone()));
    assert_eq!(waiting(&second), ["look@blue#3"]);
    files.push(three);
    let third = sit(&state, 3, &second.journal, &blues(files));
    assert!(third.flow.is_ok(), "{:?}", third.flow);
    assert_eq!(
        done(&third),
        ["{peek:5}", "{peek:6}", "{peek:7}", "done", "done"]
    );
}

/// A `hold` stops the queue, so a file of an older report that repeats it goes on: at the head of the list as well. In
/// a file that answers the last report it stops the queue again.
#[test]
fn a_hold_at_the_head_of_a_list_is_repeated_like_any_other() {
    let state = rich();
    let held = acts(json!(["hold", {"peek": 5}]));
    let first = sit(&state, 1, &[], &blue(vec![held.clone()]));
    assert_eq!(waiting(&first), ["look@blue#1"]);
    let mut again = held.clone();
    again["gift"] = json!(1);
    let files = |answers| vec![sent(held.clone()), of(2, answers, again.clone())];
    let out = sit(&state, 2, &first.journal, &blues(files(0)));
    assert!(out.flow.is_ok(), "{:?}", out.flow);
    assert_eq!(done(&out), ["{peek:5}", "done", "done"]);
    let out = sit(&state, 2, &first.journal, &blues(files(1)));
    assert_eq!(waiting(&out), ["look@blue#1"]);
}

/// A line that was put aside was not played: sent again it is tried again, whichever report the file answers.
#[test]
fn an_illegal_line_that_is_sent_again_is_tried_again() {
    let state = rich();
    let wrong = |since, answers, gift: u32| {
        let mut body = acts(json!([{"peek": 0}, "hold"]));
        body["gift"] = json!(gift);
        of(since, answers, body)
    };
    let skipping = |files| {
        let mut desk = blues(files);
        desk.get_mut(&seat("blue")).expect("blue").if_illegal = IfIllegal::Skip;
        desk
    };
    let first = sit(&state, 1, &[], &skipping(vec![wrong(1, 0, 0)]));
    assert_eq!(asides(&first).len(), 1);
    for answers in [0, 1] {
        let files = vec![wrong(1, 0, 0), wrong(2, answers, 1)];
        let out = sit(&state, 2, &first.journal, &skipping(files));
        assert_eq!(asides(&out).len(), 2, "{:?}", asides(&out));
    }
}

/// A `hold` that was not reached yet stops the queue in a new file too.
#[test]
fn a_hold_that_was_not_reached_stops_the_new_file_too() {
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
        .push(of(2, 0, changed));
    let red = on_file.get_mut(&seat("red")).expect("red");
    red.standing
        .push(standing(json!({"ask": "react"}), json!(["yield"])));
    let out = sit(&state, 2, &first.journal, &on_file);
    assert_eq!(waiting(&out), ["act@blue#2"]);
}

#[test]
fn lines_after_a_hold_are_played_when_it_is_overdue() {
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
    // A corrected file continues the queue.
    let right = acts(json!([{"peek": 6}, {"reveal": 5}]));
    let out = sit(&state, 2, &first.journal, &blue(vec![wrong.clone(), right]));
    assert_eq!(
        done(&out),
        ["{peek:5}", "{peek:6}", "done", "{reveal:5}", "done"]
    );
    // If the seat is overdue it is too late to ask, and the queue goes on.
    let out = overdue(&state, 2, &first.journal, &blue(vec![wrong]));
    assert_eq!(done(&out), ["{peek:5}", "done", "{reveal:5}", "done"]);
    let lines: Vec<String> = asides(&out).into_iter().map(|(line, _)| line).collect();
    assert_eq!(lines, ["acts/1"]);
}

/// A `hold` after lines that came too late puts them aside with a notice, and stops the queue.
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
    // The facts are the same when the turn is replayed from the journal alone.
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

/// A line that was put aside does not count as played: a new file may answer differently.
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

/// Struck twice, red can strike back only once each time: its line is illegal twice, and reported once.
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
