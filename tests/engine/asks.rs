//! Features of the table for rules: questions side by side, interruptions, rolls, hidden things, and protection against
//! endless rules.

use super::*;
use chronojudge::engine::{Audience, Viewer};

#[test]
fn answers_side_by_side_are_sealed_until_all_are_there() {
    let state = set_up().state;
    let on_file = desk([("green", OnFile::default())]);
    let out = sit(&state, 1, &[], &on_file);
    assert_eq!(waiting(&out), ["bid@green#1"]);
    assert_eq!(out.journal, [], "no answer is written down");
    assert_eq!(
        facts(&out),
        [r#"{"fact":{"round":{"round":1}}}"#],
        "nor told"
    );
    assert_eq!(out.state["coins"], state["coins"], "nor used");

    let out = sit(&state, 2, &out.journal, &desk([]));
    let sealed = &out.journal[..3];
    assert!(
        sealed
            .iter()
            .all(|e| matches!(e, Entry::Answer { sitting: 2, .. })),
        "{sealed:#?}"
    );
}

#[test]
fn a_sealed_answer_can_be_changed_while_others_think() {
    let state = set_up().state;
    let mut on_file = desk([("green", OnFile::default())]);
    let first = sit(&state, 1, &[], &on_file);
    on_file.insert(
        seat("red"),
        file(json!({"bid": 2, "acts": [], "react": "yield", "discard": [], "gift": 0})),
    );
    let second = sit(&state, 2, &first.journal, &on_file);
    assert_eq!(second.journal, []);
    on_file.insert(seat("green"), quiet());
    let red = on_file[&seat("red")].clone();
    on_file.insert(
        seat("red"),
        OnFile {
            files: vec![quiet().files[0].clone(), red.files[0].clone()],
            ..red
        },
    );
    let third = sit(&state, 3, &second.journal, &on_file);
    assert_eq!(answered(&third, "bid@red#1").0, &json!(2));
}

#[test]
fn a_seat_is_asked_in_the_middle_of_anothers_turn_and_may_interrupt_it() {
    let state = set_up().state;
    let strike = file(
        json!({"bid": 3, "rank": rankings(), "acts": [{"strike": "red"}], "discard": [], "gift": 0}),
    );
    let mut red = quiet();
    red.files[0] = sent(json!({"bid": 0, "acts": [], "discard": [], "gift": 0}));
    let mut on_file = desk([("blue", strike), ("red", red)]);
    let first = sit(&state, 1, &[], &on_file);
    assert_eq!(waiting(&first), ["react@red#1"]);
    assert_eq!(prompts(&first)[0].about["by"], "blue");

    // Red strikes back first: now blue is asked, inside red's answer.
    let counter = vec![standing(
        json!({"ask": "react", "by": "blue"}),
        json!(["counter", "parry"]),
    )];
    on_file.get_mut(&seat("red")).expect("red").standing = counter;
    let second = sit(&state, 2, &first.journal, &on_file);
    assert_eq!(waiting(&second), ["react@blue#1"]);
    assert_eq!(prompts(&second)[0].about["by"], "red");

    // So does blue; a third counter is not possible, and the strikes land from the inside out.
    let counter = vec![standing(json!({"ask": "react"}), json!(["counter"]))];
    on_file.get_mut(&seat("blue")).expect("blue").standing = counter;
    let third = sit(&state, 3, &second.journal, &on_file);
    assert!(third.flow.is_ok(), "{:?}", third.flow);
    let told: Vec<String> = facts(&third)
        .into_iter()
        .filter(|f| f.contains("reacted") || f.contains("struck"))
        .map(|f| f.split("\"rolls\"").next().expect("text").to_owned())
        .collect();
    let expected = [
        r#"{"fact":{"reacted":{"seat":"red","by":"blue","react":"counter"}}}"#,
        r#"{"fact":{"reacted":{"seat":"blue","by":"red","react":"counter"}}}"#,
        r#"{"fact":{"reacted":{"seat":"red","by":"blue","react":"parry"}}}"#,
        r#"{"fact":{"struck":{"by":"blue","target":"red","#,
        r#"{"fact":{"struck":{"by":"red","target":"blue","#,
        r#"{"fact":{"struck":{"by":"blue","target":"red","#,
    ];
    assert_eq!(told, expected);
}

fn labels(outcome: &Outcome) -> Vec<&str> {
    let rolls = outcome.journal.iter().filter_map(|entry| match entry {
        Entry::Roll { label, .. } | Entry::Shuffle { label, .. } => Some(label.as_str()),
        _ => None,
    });
    rolls.collect()
}

#[test]
fn a_label_that_comes_again_is_numbered() {
    let strike = file(
        json!({"bid": 3, "rank": rankings(), "acts": [{"strike": "red"}], "discard": [], "gift": 0}),
    );
    let mut on_file = desk([("blue", strike)]);
    for name in ["blue", "red"] {
        let on_file = on_file.get_mut(&seat(name)).expect("a seat");
        on_file.standing = vec![standing(
            json!({"ask": "react"}),
            json!(["counter", "parry"]),
        )];
    }
    on_file.get_mut(&seat("red")).expect("red").files[0] =
        sent(json!({"bid": 0, "acts": [], "discard": [], "gift": 0}));
    let out = sit(&set_up().state, 1, &[], &on_file);
    let strikes = [
        "ties",
        "strike/blue/red",
        "strike/red/blue",
        "strike/blue/red#2",
        "lucky",
    ];
    assert_eq!(labels(&out), strikes);
    // In the next sitting the labels are the same.
    same_turn(&sit(&set_up().state, 2, &out.journal, &Desk::new()), &out);
}

#[test]
fn dealt_and_inspected_cards_are_shown_to_those_who_may_see_them() {
    let first = set_up();
    let [
        Entry::Deal {
            deck,
            items,
            order,
            sitting: 1,
        },
    ] = &first.journal[..]
    else {
        panic!("{:?}", first.journal)
    };
    assert_eq!((deck.as_str(), items.len(), order.len()), ("hoard", 8, 8));
    let shown: Vec<(&Audience, u32)> = first.openings.iter().map(|o| (&o.to, o.slot)).collect();
    let hands = ["blue", "green", "red"].map(|name| Audience::Only(vec![seat(name)]));
    assert_eq!(shown, [(&hands[0], 0), (&hands[1], 1), (&hands[2], 2)]);
    assert!(hands[0].includes(&Viewer::Seat(seat("blue"))));
    assert!(!hands[0].includes(&Viewer::Seat(seat("red"))));
    assert!(!hands[0].includes(&Viewer::Public));

    let looks = file(
        json!({"bid": 0, "rank": rankings(), "acts": [{"peek": 5}, {"reveal": 6}],
        "react": "yield", "discard": [0], "gift": 0}),
    );
    let out = sit(&first.state, 1, &[], &desk([("blue", looks)]));
    let shown: Vec<(&Audience, u32)> = out.openings.iter().map(|o| (&o.to, o.slot)).collect();
    assert_eq!(
        shown,
        [(&hands[0], 5), (&Audience::All, 6), (&Audience::All, 0)]
    );
    let view =
        |viewer| DynRuleset::view(&Tiny, &out.state, &viewer).expect("a view")["known"].clone();
    let known = |value: Value| {
        value
            .as_object()
            .expect("a map")
            .keys()
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(known(view(Viewer::Public)), ["0", "6"]);
    assert_eq!(known(view(Viewer::Seat(seat("blue")))), ["0", "5", "6"]);
    assert_eq!(known(view(Viewer::Seat(seat("red")))), ["0", "2", "6"]);
}

#[test]
fn endless_rules_are_stopped() {
    for endless in ["ask", "roll"] {
        let mut state = set_up().state;
        state["endless"] = json!(endless);
        let out = sit(&state, 1, &[], &Desk::new());
        assert_eq!(out.flow, Err(Stop::Runaway), "{endless}");
        let mut bot = chronojudge::engine::RandomBot::new(1);
        let mut dice = ByLabel(1);
        let playout = DynRuleset::playout(
            &Tiny,
            &json!({"players": 3}),
            &seats(),
            &mut bot,
            &mut dice,
            chronojudge::engine::Playing::turns(9),
        );
        playout.expect("a game without that flaw ends");
    }
}

#[test]
fn an_undrawn_die_stops_the_turn_and_is_no_divergence() {
    use chronojudge::{dice::Scripted, engine::Run};
    let state = set_up().state;
    let on_file = desk([]);
    let mut none = Scripted::new();
    let run = |journal, dice: &mut Scripted| {
        let run = Run {
            sitting: 1,
            began: None,
            journal,
            on_file: &on_file,
            overdue: false.into(),
        };
        DynRuleset::turn(&Tiny, &state, run, dice).expect("plain data")
    };
    let first = run(&[], &mut none);
    assert_eq!(first.flow, Err(Stop::Undrawn("ties".into())));
    assert_eq!(first.journal.len(), 3, "the bids are in");
    let second = run(
        &first.journal,
        &mut Scripted::new().faces("ties", [2, 0, 1]),
    );
    assert_eq!(second.flow, Err(Stop::Undrawn("lucky".into())));
    let third = run(&second.journal, &mut Scripted::new().faces("lucky", [3]));
    assert!(third.flow.is_ok());
}
