//! Lines of order files: their names, which of them are played, and which a new file repeats.

use super::{
    absent::{acts, sit},
    file,
    quarry::seat,
    skipping,
};
use chronojudge::engine::{
    Aside, Choices, Entry, Event, Line, OnFile, Outcome, Past, Sent, Stop, ToCome, left_out,
    played, repeated,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn names(lines: &BTreeSet<Line>) -> Vec<&str> {
    lines.iter().map(|line| line.0.as_str()).collect()
}

#[test]
fn an_entry_of_a_list_ends_in_its_number() {
    let line = Line::nth("acts", 2);
    assert_eq!(
        (format!("{line:7}|"), line.is_item()),
        ("acts/2 |".to_owned(), true)
    );
    for other in ["bid", "headquarters/maintain", "2", "acts/"] {
        assert!(!Line::from(other).is_item(), "{other}");
    }
    assert_eq!(Line::from("acts/2".to_owned()), line);
}

#[test]
fn played_lines_are_read_from_the_journal() {
    let (blue, red) = (seat("blue"), seat("red"));
    let body = json!({"acts": [{"pay": 1}, {"pay": 9}, {"pay": 1}]});
    let (blues, reds) = (skipping(body), acts(json!(["guess"])));
    let out = sit(blues.clone(), Some(reds.clone()), false);
    let all = ["acts/0", "acts/1", "acts/2"];
    // Paid, put aside, paid, done.
    for (end, lines) in [(0, &all[..0]), (1, &all[..1]), (2, &all[..2]), (3, &all)] {
        let so_far = played(&blue, &out.journal[..end], &blues.files);
        assert_eq!(names(&so_far), lines, "{end}");
    }
    assert_eq!(names(&out.played[&blue]), all);
    assert_eq!(names(&played(&red, &out.journal, &reds.files)), ["acts/0"]);
    assert!(played(&red, &out.journal, &blues.files).is_empty());
    assert!(played(&blue, &out.journal, &[]).is_empty());
}

#[test]
fn a_file_of_an_older_report_repeats_lines_played_since() {
    let past = |sitting: u32, n: usize, says: &str, held: bool| Past {
        sitting,
        line: Line::nth("acts", n),
        says: Some(json!(says)),
        played: None,
        held,
    };
    let since = [
        past(2, 0, "toss", false),
        past(3, 1, "pair", false),
        past(3, 2, "hold", true),
    ];
    let file = |answers: Option<u32>, list: &Value| Sent {
        since: 4,
        sitting: answers,
        ..acts(list.clone()).files.remove(0)
    };
    for (new, since_1, since_2) in [
        (
            json!(["toss", "pair", "hold", "dig"]),
            &["acts/0", "acts/1", "acts/2"][..],
            &["acts/1"][..],
        ),
        (
            json!(["toss", "dig", "pair"]),
            &["acts/0", "acts/2"],
            &["acts/2"],
        ),
        (
            json!(["pair", "hold", "pair"]),
            &["acts/0"],
            &["acts/0", "acts/1"],
        ),
        (json!(["dig", "hold"]), &[], &[]),
        (json!([]), &[], &[]),
    ] {
        let done = |answers| repeated(&since, &file(answers, &new));
        assert_eq!(names(&done(Some(1))), since_1, "{new}");
        assert_eq!(names(&done(Some(2))), since_2, "{new}");
        for last in [Some(3), Some(9), None] {
            assert_eq!(names(&done(last)), [""; 0], "{new}");
        }
    }
}

#[test]
fn a_question_asked_once_per_turn_is_answered_once() {
    let past = Past {
        sitting: 1,
        line: "bid".into(),
        says: Some(json!(1)),
        played: None,
        held: false,
    };
    let mut new = acts(json!(["toss"])).files.remove(0);
    new.since = 2;
    assert_eq!(names(&repeated(&[past], &new)), ["bid"]);
}

#[test]
fn a_changed_answer_to_a_played_question_comes_too_late() {
    let past = |says: Option<Value>, played: Option<Value>| Past {
        sitting: 1,
        line: "bid".into(),
        says,
        played,
        held: false,
    };
    let (none, one, two) = (json!([]), json!(["a"]), json!(["a", "b"]));
    let said = past(Some(json!(1)), None);
    assert!(said.is_too_late(&json!(2)) && !said.is_too_late(&json!(1)));
    let left_out = past(None, None);
    assert!(left_out.is_too_late(&json!(1)) && !left_out.is_too_late(&json!(0)));
    let default = past(None, Some(two.clone()));
    assert!(default.is_too_late(&one) && default.is_too_late(&none));
    assert!(!default.is_too_late(&two) && !default.is_too_late(&json!(["b", "a"])));
    // The illegal answer was not played.
    let illegal = past(Some(two.clone()), Some(one.clone()));
    assert!(illegal.is_too_late(&two) && !illegal.is_too_late(&one));
}

#[test]
fn a_new_file_leaves_out_the_lines_it_does_not_repeat() {
    let to_come: Vec<ToCome> = [(1, "toss"), (2, "dig"), (3, "dig")]
        .map(|(n, says)| ToCome {
            line: Line::nth("acts", n),
            says: json!(says),
        })
        .into();
    let gone = |new: Value, done: &[&str]| {
        let new = acts(new).files.remove(0);
        let done = done.iter().map(|line| Line::from(*line)).collect();
        let gone = left_out(&to_come, &new, &done).into_iter();
        gone.map(|gone| gone.line.0.clone()).collect::<Vec<_>>()
    };
    assert_eq!(gone(json!(["dig", "toss", "dig"]), &[]), [""; 0]);
    assert_eq!(gone(json!(["dig", "toss"]), &[]), ["acts/3"]);
    assert_eq!(gone(json!(["pair"]), &[]), ["acts/1", "acts/2", "acts/3"]);
    // An entry that counts as done stands for the line that was played.
    assert_eq!(gone(json!(["dig", "toss", "dig"]), &["acts/0"]), ["acts/3"]);
}

#[test]
fn choices_allow_only_what_they_list() {
    let of = || vec![json!("a"), json!("b"), json!("c")];
    let allowed = |choices: &Choices, yes: &[Value], no: &[Value]| {
        for answer in yes {
            assert!(choices.allow(answer), "{choices:?}: {answer}");
        }
        for answer in no {
            assert!(!choices.allow(answer), "{choices:?}: {answer}");
        }
    };
    let (one, none) = (json!("a"), json!("d"));
    let lists = |lists: &[&[&str]]| lists.iter().map(|l| json!(l)).collect::<Vec<_>>();
    allowed(
        &Choices::OneOf(of()),
        std::slice::from_ref(&one),
        &[none, json!(["a"])],
    );
    let some = Choices::SomeOf {
        of: of(),
        min: 1,
        max: 2,
    };
    let mut no = lists(&[&[], &["a", "b", "c"], &["a", "a"], &["a", "d"], &["d"]]);
    no.push(one);
    allowed(&some, &lists(&[&["a"], &["c", "a"]]), &no);
    let ranking = Choices::Ranking { of: of() };
    let no = lists(&[&["a", "b"], &["a", "b", "b"], &["a", "b", "d"]]);
    allowed(&ranking, &lists(&[&["c", "a", "b"]]), &no);
}

fn facts(out: &Outcome) -> Vec<&str> {
    let facts = out.facts.iter().filter_map(|told| match &told.event {
        Event::Fact(fact) => fact.as_str(),
        _ => None,
    });
    facts.collect()
}

/// A line answers one of them, and the next line the next; a line that is not used up answers both.
#[test]
fn a_seat_that_is_asked_several_things_at_once_answers_line_by_line() {
    let body = json!({"acts": ["twins", {"pay": 2}, {"pay": 1}, "guesses"], "guess": 2});
    let out = sit(file(body), Some(acts(json!([]))), false);
    assert_eq!(facts(&out), ["Pay(2) and Pay(1)", "guess [2, 2]"]);
    assert!(out.flow.is_ok() && out.unplayed.is_empty(), "{out:#?}");
}

#[test]
fn a_draw_of_one_thing_rolls_no_die() {
    let picks = json!([{"pick": 0}, {"pick": 1}, {"pick": 2}, {"pick": 3}]);
    let out = sit(acts(picks), Some(acts(json!([]))), false);
    assert_eq!(facts(&out), ["pick 0", "pick 0", "pick 1", "pick 2"]);
    let rolls = out.journal.iter().filter_map(|entry| match entry {
        Entry::Roll { label, sides, .. } => Some((label.as_str(), *sides)),
        _ => None,
    });
    assert_eq!(rolls.collect::<Vec<_>>(), [("pick", 2), ("pick#2", 3)]);
}

/// A question with one choice is not asked.
#[test]
fn a_seat_that_wants_to_be_asked_is_asked_if_there_is_a_choice() {
    let sort = |acts: Value| {
        let blue = file(json!({"acts": acts, "ask_me": true}));
        sit(blue, Some(OnFile::default()), false).flow
    };
    let waiting = |flow| match flow {
        Err(Stop::Waiting(prompts)) => prompts[0].id.clone(),
        flow => panic!("{flow:?}"),
    };
    assert_eq!(waiting(sort(json!(["sort"]))), "sort@blue#1");
    assert_eq!(waiting(sort(json!([{"pay": 1}, "sort"]))), "act@red#1");
}

#[test]
fn every_hold_is_put_aside_when_the_seat_is_late() {
    let holds = acts(json!(["hold", "hold", {"pay": 2}]));
    let out = sit(holds, Some(acts(json!([]))), true);
    assert_eq!(facts(&out), ["pay 2"]);
    let asides = out.facts.iter().filter_map(|told| match &told.event {
        Event::PutAside { line, why, .. } => Some((line.0.as_str(), why.clone())),
        _ => None,
    });
    let expected = [("acts/0", Aside::Hold), ("acts/1", Aside::Hold)];
    assert_eq!(asides.collect::<Vec<_>>(), expected);
}
