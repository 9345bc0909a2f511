//! Every question of every game has a text, however rarely it is asked: for the GM, for the public, for the seat that
//! is asked and for another one.

use super::{
    dice::ByLabel,
    games::{Game, game},
    mail::{Desk, Start},
    words::{proposals, read_by, readers, reading, words},
};
use chronojudge::{
    engine::{Choices, Outcome, Prompt, SeatId, Stop},
    report::{Format, Page},
    rulesets,
};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// A question: its kind, what it is about, its answers and its default.
type Question = (&'static str, Value, Value, Value);

/// Returns each kind of question of The Time Whisperers, the rarest first; those about a scoring, of both kinds.
fn time_whisperers() -> Vec<Question> {
    let moment = json!({"play": 3, "card": 2, "whisperer": 2, "side": "gold", "age": "dusk"});
    let yes_no = json!(["pass", "use"]);
    let goal = json!(["pass", {"use": "dawn"}, {"use": "night"}]);
    let pairs = json!(["pass", {"use": ["dawn", "day"]}, {"use": ["night", "dawn"]}]);
    let seen = json!({"play": 3, "seen": {"blue": 1, "green": [2, "inversion"]}});
    let no = || json!("pass");
    let mut questions = vec![
        ("multiverse", json!({"play": 3}), yes_no.clone(), no()),
        ("keep", seen.clone(), json!([3, "termination"]), json!(3)),
        ("psychic", json!({"play": 3}), yes_no.clone(), no()),
        ("psychic-card", seen, json!([1, 4, "inversion"]), json!(1)),
        (
            "place",
            json!({"age": "day"}),
            json!([{"whisperer": 1, "side": "dark"}, {"whisperer": 1, "side": "gold"}]),
            json!({"whisperer": 1, "side": "dark"}),
        ),
        (
            "mimic",
            json!({}),
            json!(["pass", {"use": "thief"}, {"use": "witch"}]),
            no(),
        ),
        (
            "wormhole",
            json!({}),
            json!(["pass", {"use": {"whisperer": 1, "to": "day"}}, {"use": {"whisperer": 3, "to": "dusk"}}]),
            no(),
        ),
        ("thief", json!({}), yes_no.clone(), no()),
        (
            "gift",
            json!({"thief": "blue"}),
            json!(["inversion", "progression"]),
            json!("inversion"),
        ),
        (
            "steal",
            json!({"gifts": {"blue": "inversion", "green": "augmentation"}}),
            json!(["blue", "green"]),
            json!("blue"),
        ),
        ("witch", json!({}), goal.clone(), no()),
        (
            "alliance",
            json!({}),
            json!({"of": ["axis", "mimic", "thief"], "min": 0, "max": 3}),
            json!([]),
        ),
        ("medusa", json!({}), yes_no.clone(), no()),
        ("axis", moment.clone(), yes_no.clone(), no()),
        ("mutants", moment.clone(), yes_no.clone(), no()),
        (
            "phoenix",
            moment.clone(),
            json!(["pass", {"use": 2}, {"use": "inversion"}]),
            no(),
        ),
        ("stolen-action", moment.clone(), yes_no.clone(), no()),
        ("tyrant", moment.clone(), yes_no.clone(), no()),
        ("zodiac", moment, yes_no.clone(), no()),
        (
            "card",
            json!({"play": 3}),
            json!([1, 2, "inversion", "termination"]),
            json!("termination"),
        ),
        (
            "card",
            json!({"play": 3}),
            json!([[1, 2], [1, "inversion"]]),
            json!([1, 2]),
        ),
        ("agent", json!({}), pairs.clone(), no()),
        (
            "activate",
            json!({"round": 2}),
            json!(["axis", "mimic"]),
            json!("axis"),
        ),
    ];
    for scoring in ["phase", "zodiac"] {
        let victims = json!([{"color": "blue", "whisperer": 2}]);
        let strike = json!({"scoring": scoring, "age": "dawn", "victims": victims});
        let scoring = json!({ "scoring": scoring });
        questions.extend([
            ("tornado", scoring.clone(), goal.clone(), no()),
            (
                "titan",
                scoring.clone(),
                json!(["pass", {"use": 1}, {"use": 4}]),
                no(),
            ),
            ("uniter", scoring, pairs.clone(), no()),
            ("assassin", strike, yes_no.clone(), no()),
        ]);
    }
    questions
}

/// Returns each kind of question of Time Pirates.
fn time_pirates() -> Vec<Question> {
    let exchange = json!({"give": "asia-arrows", "from": "orange", "take": "world"});
    vec![
        (
            "place",
            json!({}),
            json!(["1200-1299", "1900-1999"]),
            json!("1200-1299"),
        ),
        (
            "restock",
            json!({}),
            json!(["none", "1400-1499"]),
            json!("none"),
        ),
        (
            "discard",
            json!({}),
            json!(["asia", "asia-atomic"]),
            json!("asia"),
        ),
        (
            "action",
            json!({"left": 2}),
            json!(["done", {"take": "asia"}, {"move": "1900-1999"}, {"sell": "asia-2"},
                {"atomic": {"discard": "asia-atomic", "to": "1900-1999"}}, {"exchange": exchange}]),
            json!("done"),
        ),
        ("action", json!({"left": 0}), json!(["done"]), json!("done")),
        (
            "set",
            json!({"marker": "asia-2"}),
            json!([["asia", "asia-atomic"], ["asia", "world"]]),
            json!(["asia", "world"]),
        ),
        (
            "land",
            json!({"marker": "asia-2"}),
            json!(["1200-1299", "1900-1999"]),
            json!("1200-1299"),
        ),
        (
            "assign-world",
            json!({"marker": "world-5", "number": 2}),
            json!(["asia", "europe"]),
            json!("asia"),
        ),
    ]
}

/// Returns each kind of question of Time Agent.
fn time_agent() -> Vec<Question> {
    let pair = json!({"against": {"spot": "4c-7", "by": "zytal-squad-1", "target": "roo-agent-1", "opposing": true}});
    let rotate = json!({"rotate": {"hex": "4c-7", "to": 2}});
    let done = || json!("done");
    vec![
        (
            "turn-order",
            json!({"round": 2}),
            json!([1, 2, 4]),
            json!(4),
        ),
        (
            "headquarters",
            json!({}),
            json!(["now", "after-earlier"]),
            json!("now"),
        ),
        (
            "maintain",
            json!({}),
            json!({"of": ["squad-1", "agent-1"], "min": 0, "max": 1}),
            json!(["squad-1"]),
        ),
        (
            "buy",
            json!({"item": "time-machine"}),
            json!([0, 1, 2]),
            json!(0),
        ),
        (
            "research",
            json!({}),
            json!(["done", {"look": "4a-1"}]),
            done(),
        ),
        (
            "move",
            json!({}),
            json!(["done", {"travel": {"unit": "agent-1", "to": "4a-1"}}]),
            done(),
        ),
        (
            "check-status",
            json!({}),
            json!(["done", {"ask": {"spot": "4c-7", "race": "roo"}}]),
            done(),
        ),
        (
            "oppose",
            json!({"tile": "4c-7", "against": "roo"}),
            json!(["oppose", "stand-aside"]),
            json!("oppose"),
        ),
        ("search", json!({}), json!([pair, "done"]), pair.clone()),
        ("attack", json!({}), json!([pair, "done"]), pair.clone()),
        (
            "alter",
            json!({}),
            json!(["done", {"reverse": {"spot": "original-gene-craft"}}, rotate]),
            done(),
        ),
        (
            "alter",
            json!({"tile": "4c-7", "to": "rotate", "edge": 2, "missing": 1}),
            json!(["done", rotate]),
            done(),
        ),
        (
            "alter",
            json!({"tile": "4c-7", "to": "reverse", "opposed-by": "roo"}),
            json!(["done", rotate]),
            done(),
        ),
        (
            "pay",
            json!({"tile": "4c-7", "to": "rotate", "edge": 2, "cost": 3}),
            json!([0, 3]),
            json!(0),
        ),
        (
            "contribute",
            json!({"tile": "4c-7", "for": "roo", "to": "rotate", "edge": 2, "missing": 1}),
            json!([0, 1]),
            json!(0),
        ),
    ]
}

/// Returns each kind of question of The LOOP; those about an ability, for each thing that can be chosen.
fn the_loop() -> Vec<Question> {
    let of = |what: &str, choice: u32| json!({"used": "timenado", "artifact": "timenado", "agent": "mr-time", "choice": choice, "of": what});
    let mut questions = vec![
        (
            "action",
            json!({}),
            json!(["done", {"free": "medieval"}, {"move": "end"}, {"use": "timenado"}, {"loop": "star"}, "ability"]),
            json!("done"),
        ),
        (
            "choose",
            json!({"agent": "v-girl", "choice": 1, "of": "resolve"}),
            json!(["timenado", "holy-grail"]),
            json!("timenado"),
        ),
        (
            "agree",
            json!({"agent": "mr-time", "artifact": "timenado"}),
            json!([true, false]),
            json!(true),
        ),
        (
            "acquire",
            json!({}),
            json!(["none", "timenado", "holy-grail"]),
            json!("none"),
        ),
        ("complete", json!({}), json!([true, false]), json!(true)),
        (
            "reward",
            json!({}),
            json!({"of": ["holy-grail", "timenado"], "min": 2, "max": 2}),
            json!(["holy-grail", "timenado"]),
        ),
        (
            "cancel",
            json!({"era": "dawn", "left": 1, "overflow": true}),
            json!([true, false]),
            json!(true),
        ),
    ];
    for (what, picks) in [
        ("energy", json!(["dawn", "end"])),
        ("rifts", json!(["dawn", "end"])),
        ("mover", json!(["v-girl", "time-prowler"])),
        ("destination", json!(["dawn", "end"])),
        ("clone", json!(["medieval/robots", "dawn/global"])),
        ("clone-to", json!(["dawn", "renaissance"])),
        ("clone-from", json!(["dawn", "renaissance"])),
        ("acquire", json!(["timenado", "holy-grail"])),
        ("discard", json!(["timenado", "holy-grail"])),
        ("scrap", json!(["timenado", "holy-grail"])),
        ("resolve", json!(["timenado", "holy-grail"])),
        ("drawer", json!(["mr-time", "v-girl"])),
        ("ally", json!(["timenado", "holy-grail"])),
        ("way", json!(["way-1", "way-2"])),
        ("may", json!(["yes", "no"])),
        ("further", json!(["dawn", "renaissance", "no"])),
        ("carry", json!(["medieval/robots", "no"])),
        ("carry-on", json!(["yes", "no"])),
        ("gain", json!(["way-1", "way-2"])),
    ] {
        let first = picks[0].clone();
        questions.push(("choose", of(what, 2), picks, first));
    }
    questions
}

/// Returns each kind of question of Time Control.
fn time_control() -> Vec<Question> {
    let snap = json!({"agent": "orange-agent-1", "snap": "today"});
    let attack = json!({"agent": "green-brawler-1", "attack": "orange-agent-1"});
    let announced = json!({"by": "green", "does": "attack", "agent": "green-brawler-1", "action": attack,
        "at": "orange/yesterday"});
    let said =
        json!(["pass", {"act": snap}, {"claim": {"act": snap}}, {"claim": {"force": "green"}}]);
    let mut claimed = announced.clone();
    claimed["stalemate"] = json!(false);
    vec![
        (
            "launch",
            json!({"agent": "orange-agent-1"}),
            json!(["today", "yesterday"]),
            json!("today"),
        ),
        ("action", json!({"window": 1}), said.clone(), json!("pass")),
        (
            "force",
            json!({"window": 2}),
            json!(["pass", {"claim": {"force": "green"}}]),
            json!("pass"),
        ),
        ("react", announced, said, json!("pass")),
        ("object", claimed, json!([false, true]), json!(false)),
        (
            "bid",
            json!({"duel": "agents", "number": 1, "part": "defender", "round": 2, "agent": "orange-agent-1",
                "against": "green-brawler-1"}),
            json!([3, 21, "fate"]),
            json!(3),
        ),
        (
            "re-duel",
            json!({"duel": "time-control", "number": 1, "part": "claimant", "round": 1, "behind": 3}),
            json!([false, true]),
            json!(false),
        ),
        (
            "help",
            json!({"agent": "orange-agent-1", "attacker": "green-brawler-1", "defender": "purple-agent-2"}),
            json!([
                "none",
                "aid-attacker",
                "aid-defender",
                "sabotage-attacker",
                "sabotage-defender"
            ]),
            json!("none"),
        ),
        (
            "control",
            json!({}),
            json!(["nothing", {"act": snap}, {"force": "green"}]),
            json!("nothing"),
        ),
        (
            "forced",
            json!({"by": "green"}),
            json!([snap]),
            snap.clone(),
        ),
        (
            "resolve",
            json!({"create": 3, "solve": 2}),
            json!(["create", "solve"]),
            json!("create"),
        ),
        (
            "solve",
            json!({}),
            json!(["orange/no-wheel", "green/dark-age", "new"]),
            json!("orange/no-wheel"),
        ),
        (
            "defend",
            json!({"agent": "orange-agent-1", "at": "orange/yesterday", "tokens": 3}),
            json!([21, 3, "fate"]),
            json!(21),
        ),
        (
            "cash-out",
            json!({"at": "start", "pays": 20}),
            json!([
                {"trade": {"give": "tokens", "get": {"solve": ["orange", "no-wheel"]}}},
                {"trade": {"give": {"agent": "orange-agent-1"}, "get": "tokens"}},
                {"trade": {"give": "problem", "get": {"agent": "green-agent-1"}}},
                "none"
            ]),
            json!("none"),
        ),
        (
            "rescue",
            json!({}),
            json!([
                {"trade": {"give": "tokens", "get": {"solve": ["orange", "no-wheel"]}}},
                {"trade": {"give": {"agent": "orange-agent-1"}, "get": {"solve": ["orange", "no-wheel"]}}},
                "none"
            ]),
            json!({"trade": {"give": "tokens", "get": {"solve": ["orange", "no-wheel"]}}}),
        ),
        (
            "spend",
            json!({"needed": 20, "get": {"agent": "orange-agent-1"}}),
            json!([20, 21]),
            json!(20),
        ),
        (
            "retrieve",
            json!({"left": 20, "give": "problem"}),
            json!(["orange/19", "green/4", "done"]),
            json!("orange/19"),
        ),
        (
            "contribute",
            json!({"by": "green", "get": {"solve": ["orange", "no-wheel"]}, "pays": 20}),
            json!({"of": [3, 21], "min": 0, "max": 2}),
            json!([]),
        ),
    ]
}

/// Returns the questions of a game, and checks that they are all of its kinds.
fn questions(game: &Game) -> Vec<Question> {
    let questions = match game.rules.id() {
        "time-whisperers" => time_whisperers(),
        "time-pirates" => time_pirates(),
        "time-agent" => time_agent(),
        "time-control" => time_control(),
        "the-loop" => the_loop(),
        id => panic!("tests/laws/questions.rs has no questions of `{id}`"),
    };
    let known: BTreeMap<&str, _> = game.rules.asks().iter().map(|k| (k.name, k)).collect();
    let shown: BTreeSet<&str> = questions.iter().map(|question| question.0).collect();
    assert!(
        known.keys().eq(&shown),
        "a kind of question has no sample: {shown:?}"
    );
    for (ask, about, _, default) in &questions {
        for (field, value) in about.as_object().expect("fields") {
            let reads = known[ask].field(field);
            let reads = reads.unwrap_or_else(|| panic!("`{ask}` has no field `{field}`"));
            assert!(reads(value).is_ok(), "{ask}: {field}");
        }
        assert!((known[ask].answer)(default).is_ok(), "{ask}");
    }
    questions
}

fn prompt(seat: &SeatId, (ask, about, choices, default): Question) -> Prompt {
    Prompt {
        id: format!("{ask}@{seat}#1"),
        seat: seat.clone(),
        ask: ask.to_owned(),
        about: serde_json::from_value(about).expect("fields"),
        choices: match choices {
            Value::Array(items) => Choices::OneOf(items),
            some => serde_json::from_value(json!({ "some-of": some })).expect("choices"),
        },
        default,
        offered: false,
        refused: None,
    }
}

/// Returns a game after its set-up, and in the middle of its first turn.
fn positions(game: &Game) -> [Outcome; 2] {
    let first = Start::set_up(game).run(1, &[], &Desk::new(), true, &mut ByLabel(7));
    let open = Start::from(game, &first.state).run(2, &[], &Desk::new(), false, &mut ByLabel(7));
    assert!(
        matches!(open.flow, Err(Stop::Waiting(_))),
        "{:?}",
        open.flow
    );
    [first, open]
}

fn a_game(ruleset: &str) -> Game {
    let options = match ruleset {
        "time-agent" => json!({"scenario": "six"}),
        _ => json!({"players": 3}),
    };
    game(ruleset, options)
}

#[test]
fn every_question_has_words_for_every_reader() {
    for known in rulesets::ALL {
        let game = a_game(known.id);
        let (known, words) = words(&game).expect("a ruleset in the list");
        // Zytal is asked about Roo, and Red about Blue.
        let seat = game
            .seat_ids()
            .into_iter()
            .find(|seat| ["zytal", "red", "black", "mr-time", "orange"].contains(&seat.as_str()));
        let seat = seat.expect("a seat");
        let readers = readers(&game);
        let (asked, others): (Vec<_>, Vec<_>) = readers
            .iter()
            .partition(|(_, viewer)| viewer.seat() == Some(&seat));
        assert_eq!(asked.len(), 1);
        for mut outcome in positions(&game) {
            let prompts = questions(&game).into_iter().map(|q| prompt(&seat, q));
            outcome.flow = Err(Stop::Waiting(prompts.collect()));
            // The GM, the public and one other seat.
            for reader in others.iter().take(3).chain(&asked) {
                read_by(&game, &known, &words, &outcome, reader);
            }
        }
    }
}

/// Returns the proposals in a report of The Time Whisperers for the seat that is asked.
fn proposed() -> Vec<String> {
    let game = a_game("time-whisperers");
    let (_, words) = words(&game).expect("a ruleset in the list");
    let [_, mut outcome] = positions(&game);
    let red = &game.seat_ids()[0];
    let prompts = questions(&game).into_iter().map(|q| prompt(red, q));
    outcome.flow = Err(Stop::Waiting(prompts.collect()));
    let readers = readers(&game);
    let reader = readers
        .iter()
        .find(|(_, viewer)| viewer.seat() == Some(red));
    let mut reading = reading(&game, &outcome, reader.expect("a reader"));
    let powers = json!({"mimic": "active", "alliance": "active", "axis": "ready"});
    Arc::make_mut(&mut reading.view)["players"]["red"]["powers"] = powers;
    let page = Page::new(&words, &reading);
    let proposed = proposals(&page.report(Format::Text).expect("a report"));
    // The form proposes the same.
    let form = page.form("orders.schema.json").expect("a form");
    for line in &proposed {
        assert!(form.contains(&format!("#      {line}\n")), "{line}\n{form}");
    }
    for power in ["mimic: {power: ", "alliance: {activate: ["] {
        let mut lines = form.lines();
        let line = lines.find(|line| line.starts_with(&format!("#   - {power}")));
        assert!(
            line.is_some_and(|line| line.ends_with(", then: ask}")),
            "{power}\n{form}"
        );
    }
    proposed
}

/// The proposed use of Mimic and Alliance asks about the powers that they bring in.
#[test]
fn the_powers_brought_in_by_mimic_and_alliance_are_asked_about() {
    let proposed = proposed();
    for line in [
        "powers: [{mimic: {power: thief, then: ask}}]",
        "powers: [{alliance: {activate: [axis, mimic, thief], then: ask}}]",
    ] {
        assert!(
            proposed.iter().any(|other| other == line),
            "{line}: {proposed:#?}"
        );
    }
}

/// The proposed refusal of a gold power refers to this question, and not to the next about the same power.
#[test]
fn a_proposed_refusal_applies_once() {
    let proposed = proposed();
    let no = |when: &str| {
        let line = format!("standing: [{{when: {{{when}}}, prefer: [pass]}}]");
        assert!(proposed.contains(&line), "{line}: {proposed:#?}");
    };
    for ask in [
        "axis",
        "psychic",
        "multiverse",
        "mutants",
        "phoenix",
        "stolen-action",
        "tyrant",
        "zodiac",
    ] {
        no(&format!("ask: {ask}, play: 3"));
    }
    for scoring in ["phase", "zodiac"] {
        for ask in ["tornado", "titan", "uniter", "assassin"] {
            no(&format!("ask: {ask}, scoring: {scoring}"));
        }
    }
}
