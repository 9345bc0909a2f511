//! A ruleset as plain data: the inputs are parsed, and the outputs are those of the rules.

use super::{
    Desk, Tiny,
    quarry::{Pit, Quarry, seat},
    set_up,
};
use chronojudge::{
    dice::Quick,
    engine::{Chance, Choices, DecodeError, DynRuleset, Flow, Line, Prompt, Run, Viewer, fields},
};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

fn pit() -> Value {
    json!({"coins": {"blue": 2, "red": 2}, "lode": 1, "closed": false, "turns": 0})
}

fn words<T: std::fmt::Debug>(garbled: Result<T, DecodeError>) -> String {
    garbled.expect_err("it cannot be read").to_string()
}

#[test]
fn a_game_is_set_up_from_its_options() {
    let (rules, desk): (&dyn DynRuleset, _) = (&Quarry, Desk::new());
    assert_eq!(rules.id(), "quarry");
    let seats = rules.seats(&json!({})).expect("seats");
    let ids: Vec<&str> = seats.iter().map(|seat| seat.id.as_str()).collect();
    assert_eq!(ids, ["blue", "red"]);
    let run = || Run {
        sitting: 1,
        began: None,
        journal: &[],
        on_file: &desk,
        overdue: false.into(),
    };
    let out = rules.setup(&json!({}), &seats, run(), &mut Quick::new(1));
    let out = out.expect("options");
    assert_eq!((out.state, out.flow), (pit(), Ok(Flow::Next)));
    let garbled = rules.setup(&json!(7), &seats, run(), &mut Quick::new(1));
    assert!(words(garbled).starts_with("this is no options of quarry: "));
    let garbled = rules.turn(&json!(7), run(), &mut Quick::new(1));
    assert!(words(garbled).starts_with("this is no state of quarry: "));
}

#[test]
fn each_kind_of_ask_checks_fields_and_answers() {
    let asks = Quarry.asks();
    let names: Vec<(&str, &str, bool)> = asks.iter().map(|a| (a.name, a.what, a.offered)).collect();
    assert_eq!(names[1], ("guess", "how many", false));
    assert_eq!(names[3], ("give", "how much to give", true));
    let guess = asks[1];
    assert!(guess.fits(&fields([("ask", "guess".into()), ("of", "stones".into())])));
    assert!(!guess.fits(&fields([("from", "stones".into())])));
    let reads = guess.field("of").expect("a field");
    assert!(reads(&json!("stones")).is_ok());
    assert!(reads(&json!(7)).is_err() && guess.field("from").is_none());
    assert!((guess.answer)(&json!(7)).is_ok());
    assert!((guess.answer)(&json!("seven")).is_err());
}

#[test]
fn each_viewer_has_their_own_view() {
    let viewers = [Viewer::Public, Viewer::Seat(seat("red"))];
    let views = DynRuleset::views(&Quarry, &pit(), &viewers).expect("a state");
    assert_eq!(views.len(), 2);
    for viewer in &viewers {
        let view = DynRuleset::view(&Quarry, &pit(), viewer).expect("a state");
        assert_eq!(views[viewer], view);
    }
    assert_eq!(views[&viewers[0]]["lode"], Value::Null);
    assert_eq!(views[&viewers[1]]["lode"], 1);
    let score = DynRuleset::score(&Quarry, &views[&viewers[0]]).expect("a view");
    assert_eq!(score, [(seat("blue"), 2), (seat("red"), 2)].into());
    let other = DynRuleset::imagine(
        &Quarry,
        &views[&viewers[0]],
        &viewers[0],
        &mut Quick::new(1),
    );
    assert_eq!(other.expect("a view").expect("a state")["lode"], 2);
}

#[test]
fn awaited_seats_and_invariants_follow_from_the_state() {
    let mut state = pit();
    assert_eq!(DynRuleset::awaited(&Quarry, &state).expect("a state"), None);
    DynRuleset::invariants(&Quarry, &state).expect("no debts");
    state["closed"] = json!(true);
    state["coins"]["red"] = json!(-1);
    let awaited = DynRuleset::awaited(&Quarry, &state).expect("a state");
    assert_eq!(awaited, Some(vec![seat("red")]));
    let broken = DynRuleset::invariants(&Quarry, &state).expect_err("debts");
    assert_eq!(broken.to_string(), "no debts");
}

#[test]
fn an_order_file_is_read_and_looked_through() {
    let body = json!({"acts": ["toss", "nap", "toss"]});
    let read = DynRuleset::orders(&Quarry, &body).expect("orders");
    assert_eq!(read["acts"], body["acts"]);
    assert_eq!(
        DynRuleset::orders(&Quarry, &json!({})).expect("orders"),
        json!({"acts": [], "guess": null, "ask_me": false})
    );
    assert!(words(DynRuleset::orders(&Quarry, &json!(7))).contains("no order file of quarry"));
    let check = |played: &BTreeSet<Line>| {
        DynRuleset::check(&Quarry, &pit(), &seat("blue"), &body, played).expect("orders")
    };
    let [nap] = &check(&[Line::nth("acts", 0)].into())[..] else {
        panic!("one nap");
    };
    let nap = serde_json::to_value(nap).expect("JSON");
    let why = json!({"code": "Q1", "words": "Nobody naps."});
    let expected = json!({"path": "acts/1", "weight": "doubt", "why": why, "help": "rest"});
    assert_eq!(nap, expected);
    for played in [&[][..], &[1, 0], &[0, 1, 2]] {
        let played = played.iter().map(|n| Line::nth("acts", *n)).collect();
        assert_eq!(check(&played), [], "it is not the nap's turn");
    }
    let schema = |of: &str, schema: schemars::Schema| {
        let schema = schema.to_value();
        assert!(
            schema["$schema"]
                .as_str()
                .expect("a draft")
                .contains("draft-07")
        );
        assert_ne!(schema["properties"][of], Value::Null, "{schema}");
    };
    schema("acts", Quarry.orders_schema());
    schema("closed", Quarry.options_schema());
}

#[test]
fn a_bot_answers_by_a_view_and_never_against_the_rules() {
    let rules: &dyn DynRuleset = &Quarry;
    let names: Vec<&str> = rules.bots().iter().map(|bot| bot.name).collect();
    assert_eq!(names, ["miser", "search"]);
    let prompt = Prompt {
        id: "act@blue#1".to_owned(),
        seat: seat("blue"),
        ask: "act".to_owned(),
        about: fields([]),
        choices: Choices::OneOf(vec![json!("done"), json!("toss")]),
        default: json!("done"),
        offered: false,
        refused: None,
    };
    let answer = |bot, view: &Value| rules.bot(bot, view, &prompt).expect("a view");
    let paying = Prompt {
        choices: Choices::OneOf(vec![json!("done"), json!({"pay": 1})]),
        ..prompt.clone()
    };
    let sly = rules.bot("sly", &pit(), &paying).expect("a view");
    assert_eq!(
        (sly, answer("sly", &pit())),
        (json!({"pay": 1}), json!("done"))
    );
    assert_eq!(answer("miser", &pit()), "toss");
    let mut rich = pit();
    rich["coins"]["blue"] = json!(4);
    assert_eq!(answer("miser", &rich), "done");
    assert_eq!(answer("cheat", &pit()), "done");
    assert_eq!(answer("nobody", &pit()), "done");
}

#[test]
fn odds_are_those_of_the_rules() {
    let rules: &dyn DynRuleset = &Quarry;
    let odds = rules.odds(&["squad".to_owned()], &[]).expect("odds");
    let odds = odds.expect("of a squad");
    assert_eq!((odds.len(), odds[0].by.as_str()), (1, "squad"));
    assert_eq!(odds[0].chances, [("toss", Chance::ALWAYS)]);
    let seen = rules.odds_seen(&pit(), &seat("red")).expect("a view");
    assert_eq!((seen.len(), seen[0].by.as_str()), (1, "red"));
}

/// All of these features are optional for a game.
#[test]
fn a_game_may_omit_optional_features() {
    let rules: &dyn DynRuleset = &Tiny;
    let state = set_up().state;
    let view = rules.view(&state, &Viewer::Public).expect("a state");
    assert_eq!(rules.awaited(&state).expect("a state"), None);
    let bots: Vec<&str> = rules.bots().iter().map(|bot| bot.name).collect();
    assert_eq!(bots, ["search"]);
    assert_eq!(rules.score(&view).expect("a view"), BTreeMap::new());
    assert_eq!(rules.odds(&[], &[]), None);
    assert_eq!(rules.odds_seen(&view, &seat("red")).expect("a view"), []);
    let prompt = Prompt {
        id: "bid@red#1".to_owned(),
        seat: seat("red"),
        ask: "bid".to_owned(),
        about: fields([]),
        choices: Choices::OneOf(vec![json!(0), Value::Null]),
        default: json!(0),
        offered: false,
        refused: None,
    };
    assert_eq!(rules.bot("miser", &view, &prompt).expect("a view"), 0);
    let read: Result<Pit, _> = serde_json::from_value(state);
    assert!(read.is_err(), "a state of one game is not one of another");
}
