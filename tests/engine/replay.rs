//! A turn that is replayed from its journal is the same turn, to the sitting of every fact.

use super::*;
use crate::laws::mail::grows;
use chronojudge::{dice::Scripted, engine::Run};

/// Plays a turn of many sittings: the seats answer one prompt after another.
fn many_sittings() -> (Value, Vec<Outcome>) {
    let mut state = set_up().state;
    state["coins"]["blue"] = json!(6);
    let mut blue = quiet();
    blue.files.clear();
    let bodies = [
        json!({"bid": 3}),
        json!({"bid": 3, "rank": rankings()}),
        json!({"rank": rankings(), "acts": [{"peek": 5}, "hold"]}),
        json!({"acts": [{"peek": 6}, {"reveal": 7}, "hold"]}),
        json!({"acts": [{"strike": "red"}], "discard": [0]}),
    ];
    let mut outcomes: Vec<Outcome> = vec![];
    for (sitting, body) in (4..).zip(bodies) {
        blue.files.push(sent(body));
        let journal = outcomes.last().map_or(vec![], |o| o.journal.clone());
        outcomes.push(sit(
            &state,
            sitting,
            &journal,
            &desk([("blue", blue.clone())]),
        ));
    }
    (state, outcomes)
}

#[test]
fn published_results_stay_unchanged() {
    let (_, outcomes) = many_sittings();
    for pair in outcomes.windows(2) {
        grows(&pair[0], &pair[1]);
        assert!(
            pair[1].journal.len() > pair[0].journal.len(),
            "each sitting goes on"
        );
    }
    assert!(outcomes.last().expect("five").flow.is_ok());
}

#[test]
fn facts_and_openings_keep_the_sitting_in_which_they_were_first_told() {
    let (state, outcomes) = many_sittings();
    let last = outcomes.last().expect("five");
    let run = Run {
        sitting: 99,
        began: None,
        journal: &last.journal,
        on_file: &Desk::new(),
        overdue: false.into(),
    };
    let again = DynRuleset::turn(&Tiny, &state, run, &mut Scripted::new()).expect("plain data");
    assert_eq!(again.facts, last.facts);
    assert_eq!(again.openings, last.openings);
    same_turn(&again, last);
    let sittings = |name: &str| {
        let told = last.facts.iter().filter(|told| {
            serde_json::to_string(&told.event)
                .expect("a fact")
                .contains(name)
        });
        told.map(|told| told.sitting).collect::<Vec<_>>()
    };
    assert_eq!(sittings("\"bid\""), [4, 4, 4]);
    assert_eq!(sittings("looked"), [6, 7]);
    assert_eq!(sittings("revealed"), [7, 8]);
    assert_eq!(sittings("lucky"), [8]);
    let openings: Vec<(u32, u32)> = last.openings.iter().map(|o| (o.slot, o.sitting)).collect();
    assert_eq!(openings, [(5, 6), (6, 7), (7, 7), (0, 8)]);
}

#[test]
fn a_set_up_from_its_journal_is_the_same_set_up() {
    let first = set_up();
    let run = Run {
        sitting: 9,
        began: None,
        journal: &first.journal,
        on_file: &Desk::new(),
        overdue: false.into(),
    };
    let options = json!({"players": 3});
    let again = DynRuleset::setup(&Tiny, &options, &seats(), run, &mut Scripted::new());
    assert_eq!(again.expect("options"), first);
}

/// Facts before the first answer or die belong to the first sitting.
#[test]
fn facts_before_the_first_answer_keep_their_sitting() {
    let state = set_up().state;
    let sit = |sitting, journal: &[Entry], on_file: &Desk| {
        let run = Run {
            sitting,
            began: (sitting > 1).then_some(1),
            journal,
            on_file,
            overdue: false.into(),
        };
        DynRuleset::turn(&Tiny, &state, run, &mut ByLabel(7)).expect("plain data")
    };
    let first = sit(1, &[], &Desk::new());
    assert_eq!((first.journal.len(), first.facts.len()), (0, 1));
    let second = sit(2, &first.journal, &Desk::new());
    assert_eq!(second, first, "nothing new changes nothing");
    let third = sit(3, &second.journal, &desk([]));
    grows(&first, &third);
    assert_eq!((third.facts[0].sitting, third.facts[1].sitting), (1, 3));
}

/// The notice about a line put aside stays in its sitting too, even if other seats still have open prompts.
#[test]
fn a_line_put_aside_beside_an_open_prompt_is_reported_once() {
    let state = set_up().state;
    let blue = skipping(
        json!({"bid": 77, "rank": rankings(), "acts": [], "react": "yield", "discard": [], "gift": 0}),
    );
    let mut on_file = desk([("blue", blue), ("red", OnFile::default())]);
    let first = sit(&state, 1, &[], &on_file);
    assert_eq!(waiting(&first), ["bid@blue#1", "bid@red#1"]);
    let second = sit(&state, 2, &first.journal, &on_file);
    assert_eq!(second.journal, first.journal);
    on_file.insert(seat("red"), quiet());
    let blue = on_file.get_mut(&seat("blue")).expect("blue");
    blue.standing
        .push(standing(json!({"ask": "bid"}), json!([1])));
    let third = sit(&state, 3, &second.journal, &on_file);
    assert!(third.flow.is_ok(), "{:?}", third.flow);
    assert!(third.journal.starts_with(&first.journal));
    let asides = facts(&third)
        .iter()
        .filter(|f| f.contains("put-aside"))
        .count();
    assert_eq!(asides, 1);
    let again = sit(&state, 4, &third.journal, &Desk::new());
    assert_eq!(again.facts, third.facts);
}
