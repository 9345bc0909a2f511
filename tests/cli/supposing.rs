//! `try --suppose`: orders tried together with those that others might send.

use super::{
    bench::{Bench, GAME, orders},
    pirates, trying, whisperers,
};
use chronojudge::engine::{Chance, Rehearsal};
use chronojudge::yaml::keep;
use serde_json::{Value, json};

const RED: &str = "gem/reports/0000/0001/red.view.yaml";

/// Returns the steps of a preview as text.
fn steps(told: &Rehearsal) -> Vec<&str> {
    let steps = told.steps.iter();
    steps.map(|step| step.what.what.as_str()).collect()
}

/// Returns a Whisperers game with order files of all three players for the first round.
fn whisperers() -> (Bench, [(&'static str, String); 3]) {
    let bench = whisperers::started();
    let all = "placement: [{whisperer: 1}, {whisperer: 2}, {whisperer: 3}, {whisperer: 4}]\n";
    let gold =
        "placement: [{whisperer: 4}, {whisperer: 3, side: gold}, {whisperer: 2}, {whisperer: 1}]\n";
    let files = [
        (
            "red",
            format!("{all}programme: [2, progression, termination]\n"),
        ),
        (
            "blue",
            format!("{gold}programme: [3, inversion, termination]\n"),
        ),
        (
            "green",
            format!("{all}programme: [4, augmentation, retrogression, termination]\n"),
        ),
    ];
    for (seat, body) in &files {
        bench.write(&format!("{seat}.yaml"), orders(seat, 1, body));
    }
    (bench, files)
}

const TRY_RED: [&str; 4] = ["try", "red.yaml", "--view", RED];

/// If the orders of all others are supposed, the round is played to its end, as the GM plays it with these orders.
#[test]
fn a_whole_round_of_whisperers_is_played_with_supposed_cards() {
    let (bench, files) = whisperers();
    let both = ["--suppose", "blue.yaml", "--suppose", "green.yaml"];
    let before = bench.tree();
    let said = bench.ok(&[&TRY_RED[..], &both].concat());
    assert_eq!(bench.tree().against(&before), "", "a try changed something");
    assert!(
        said.out.starts_with(
            "gem, turn 1, red: the result of these orders, if blue, green act as supposed\n"
        ),
        "{}",
        said.out
    );
    assert!(!said.out.contains("open, because"), "{}", said.out);
    let told = bench.json(&[&TRY_RED[..], &both].concat());
    let told = &told["tried"];
    assert_eq!(
        (&told["supposed"], &told["exact"]),
        (&json!(["blue", "green"]), &json!(true))
    );
    let sentences: Vec<&str> = told["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| step["what"].as_str().unwrap())
        .collect();
    let vp = told["left"].as_array().unwrap().iter();
    let vp = vp.clone().find(|left| left["name"] == "VP").unwrap();
    assert_eq!(vp["least"], vp["most"]);

    for (seat, body) in &files {
        whisperers::send(&bench, seat, 1, body);
    }
    bench.ok(&["adjudicate", GAME]);
    let view: Value = keep::from_str(&bench.read("gem/public/sittings/0002/view.yaml")).unwrap();
    assert_eq!(view["players"]["red"]["total"], vp["most"]);
    // Each sentence of the preview is one of the report, up to the choice of the gold powers for the next round.
    let flat = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let report = flat(bench.ok(&["report", GAME, "red"]).out);
    let scored: Vec<&&str> = { sentences.iter() }
        .filter(|what| what.contains("dark control") || what.contains(" plays "))
        .collect();
    assert!(scored.len() > 10, "{sentences:?}");
    for what in scored {
        assert!(report.contains(what), "{what}\n{report}");
    }
}

/// What depends on players without orders stays open, and their questions are listed.
#[test]
fn one_supposed_player_of_two_leaves_the_rest_open() {
    let (bench, _) = whisperers();
    let said = bench.ok(&[&TRY_RED[..], &["--suppose", "blue.yaml"]].concat());
    for part in [
        "if blue acts as supposed and no other player acts first",
        "Blue plays 3",
        "card (green)",
        "place (green)",
        "where the remaining players' Time Whisperers stand then",
    ] {
        assert!(said.out.contains(part), "{part}\n{}", said.out);
    }
    assert!(!said.out.contains("dark control"), "{}", said.out);
    assert!(!said.out.contains("Green plays"), "{}", said.out);
    // Without it, nothing of Blue is told.
    let said = bench.ok(&TRY_RED);
    assert!(!said.out.contains("Blue plays"), "{}", said.out);
    assert!(said.out.contains("card (blue, green)"), "{}", said.out);
}

/// A line outside the programme whose question did not come is listed with the reason, of supposed orders too. Before the
/// end of the round it may still come.
#[test]
fn lines_about_powers_that_were_not_used_have_a_reason() {
    let (bench, files) = whisperers();
    for (seat, body) in &files[..2] {
        let body = format!("{body}gift: [inversion]\npowers: [{{witch: {{to: dusk}}}}]\n");
        bench.write(&format!("{seat}.yaml"), orders(seat, 1, &body));
    }
    let both = ["--suppose", "blue.yaml", "--suppose", "green.yaml"];
    let said = bench.run(&[&TRY_RED[..], &both].concat());
    for part in [
        "\n         powers 1: you did not own Witch, and no Mimic brought it in",
        "\n         gift: no opponent used the Thief in this round (Thief)",
        "\n         blue, powers 1: you did not own Witch",
    ] {
        assert!(said.out.contains(part), "{part}\n{}", said.all());
    }
    bench.write(
        "red.yaml",
        orders(
            "red",
            1,
            &format!("{}powers: [{{tornado: {{to: dusk}}}}]\n", files[0].1),
        ),
    );
    let said = bench.run(&TRY_RED);
    assert!(!said.out.contains("powers 1"), "{}", said.all());
}

/// Supposed orders are checked like own ones, with file, line and caret.
#[test]
fn supposed_orders_are_checked_with_their_place() {
    let (bench, _) = whisperers();
    bench.write(
        "blue.yaml",
        orders("blue", 1, "programme: [4, progression, 4]\n"),
    );
    let said = bench.run(&[&TRY_RED[..], &["--suppose", "blue.yaml"]].concat());
    assert_eq!(said.code, 1, "{}", said.all());
    for part in [
        "error[E1103]",
        "--> blue.yaml:4:",
        "^",
        "blue, programme 3: E1102",
    ] {
        assert!(said.all().contains(part), "{part}\n{}", said.all());
    }
    // The hand of another player is not in the view; what they have not played may be in it.
    bench.write(
        "blue.yaml",
        orders("blue", 1, "programme: [4, progression]\n"),
    );
    let said = bench.ok(&[&TRY_RED[..], &["--suppose", "blue.yaml"]].concat());
    assert!(!said.err.contains("error["), "{}", said.all());
}

#[test]
fn files_that_cannot_be_supposed_are_refused_with_the_reason() {
    let (bench, _) = whisperers();
    let suppose = |files: &[&str]| {
        let mut args = TRY_RED.to_vec();
        args.extend(files.iter().flat_map(|file| ["--suppose", *file]));
        bench.run(&args)
    };
    let own = suppose(&["red.yaml"]);
    assert_eq!(own.code, 1, "{}", own.all());
    for part in [
        "error[E0304]: These are your own orders",
        "red.yaml:3:",
        "^",
    ] {
        assert!(own.all().contains(part), "{part}\n{}", own.all());
    }
    bench.write("blue-2.yaml", orders("blue", 1, ""));
    let twice = suppose(&["blue.yaml", "blue-2.yaml"]);
    assert_eq!(twice.code, 1, "{}", twice.all());
    assert!(twice.all().contains("blue-2.yaml:3:"), "{}", twice.all());
    bench.write("late.yaml", orders("blue", 2, ""));
    let late = suppose(&["late.yaml"]);
    assert!(
        late.code == 1 && late.all().contains("E0303"),
        "{}",
        late.all()
    );
    bench.write("purple.yaml", orders("purple", 1, ""));
    let purple = suppose(&["purple.yaml"]);
    assert!(
        purple.code == 1 && purple.all().contains("E0304"),
        "{}",
        purple.all()
    );
    assert_eq!(suppose(&["none.yaml"]).code, 2);
    assert!(
        [own, twice, late, purple]
            .iter()
            .all(|said| said.out.is_empty())
    );
}

/// In the middle of a play, the preview goes on with that play: a card that is chosen there belongs to it.
#[test]
fn a_play_that_waits_for_cards_is_finished_first() {
    let (bench, files) = whisperers();
    for (seat, body) in &files {
        let body = body.replace(", termination", "");
        whisperers::send(&bench, seat, 1, &body);
    }
    bench.ok(&["adjudicate", GAME]);
    let view = "gem/reports/0001/0002/red.view.yaml";
    let waits: Value = keep::from_str(&bench.read(view)).unwrap();
    assert_eq!(
        (&waits["view"]["phase"], &waits["view"]["play"]),
        (&json!("card-play"), &json!(3))
    );
    bench.write(
        "red.yaml",
        orders("red", 1, "programme: [1, termination]\n"),
    );
    bench.write(
        "blue.yaml",
        orders("blue", 1, "programme: [4, progression, termination]\n"),
    );
    let told = bench.json(&["try", "red.yaml", "--view", view, "--suppose", "blue.yaml"]);
    let steps = told["tried"]["steps"].as_array().unwrap();
    let whats: Vec<&str> = steps
        .iter()
        .map(|step| step["what"].as_str().unwrap())
        .collect();
    let place = |what: &str| whats.iter().position(|step| step.contains(what));
    assert!(place("Red plays 1") < place("Blue plays 4"), "{whats:?}");
    assert!(
        place("Blue plays 4").is_some() && place("Blue plays Progression").is_some(),
        "{whats:?}"
    );
    // Without a card of their own, red is asked for the third play.
    bench.write("red.yaml", orders("red", 1, ""));
    let told = bench.json(&["try", "red.yaml", "--view", view]);
    assert_eq!(told["tried"]["open"][0]["about"]["play"], 3);
}

/// 9.2: an opposition that a supposed file renounces does not stop an action.
#[test]
fn a_supposed_player_of_time_agent_answers_in_the_own_turn() {
    let (rules, bench) = (trying::rules(), Bench::started());
    let mut here = trying::state(&rules, &bench);
    let units = here["units"].as_object_mut().unwrap();
    units.insert("zytal-squad-1".to_owned(), json!("4b-7"));
    units.insert("roo-agent-1".to_owned(), json!("4b-7"));
    here["sides"]["zytal"]["squads"] = json!(1);
    here["hexes"]["4b-7"]["facing"] = json!(1);
    let own = json!({
        "headquarters": {"maintain": ["squad-1"]},
        "actions": [{"rotate": {"tile": "4b-7", "to": 2}}],
    });
    let roo = |declare: &str| {
        json!({
            "headquarters": {"maintain": ["agent-1"], "buy": {"agents": 1}},
            "moves": [],
            "actions": [],
            "opposition": [{"tile": "any", "declare": declare}],
        })
    };
    let told = trying::supposing(
        &rules,
        &here,
        "zytal",
        own.clone(),
        &[("roo", roo("stand-aside"))],
    );
    let all = steps(&told);
    assert!(told.unplayed.is_empty(), "{:?}", told.unplayed);
    assert!(all.contains(&"rotate 4b-7 to 2"), "{all:?}");
    assert!(all.contains(&"roo: buy agent-3 for 3 credits"), "{all:?}");
    assert!(all.contains(&"roo does not oppose at 4b-7"), "{all:?}");
    assert!(told.others.iter().all(|others| others.what.ask != "oppose"));
    let told = trying::supposing(
        &rules,
        &here,
        "zytal",
        own.clone(),
        &[("roo", roo("oppose"))],
    );
    assert_eq!(told.unplayed[0].what.why.as_ref().unwrap().code, "E1015");
    // Nothing is supposed of the others: it is taken for granted.
    let told = trying::supposing(&rules, &here, "zytal", own, &[]);
    let all = steps(&told);
    assert!(
        all.contains(&"roo opposes at 4b-7 (taken for granted)"),
        "{all:?}"
    );
}

/// 7.1: the dice between tied races count as every order of them, and the parts follow the order that is picked.
#[test]
fn supposed_parts_of_time_agent_follow_the_player_order() {
    let (rules, bench) = (trying::rules(), Bench::started());
    let mut here = trying::state(&rules, &bench);
    here["round"] = json!(2);
    let all = ["buralti", "veneb", "human", "fiolli", "roo", "zytal"];
    for (n, race) in all.iter().enumerate() {
        here["sides"][race]["vp"] = json!(n);
    }
    // Roo and Zytal have the fewest points, and wish for the same place.
    for race in ["roo", "zytal"] {
        here["sides"][race]["vp"] = json!(-5);
    }
    let plan = json!({"turn-order": {"prefer": [1, 2]}, "headquarters": {"buy": {"agents": 1}}});
    let told = trying::supposing(
        &rules,
        &here,
        "zytal",
        plan.clone(),
        &[("roo", plan.clone())],
    );
    assert_eq!((told.exact, told.ways), (true, 2));
    let chance = |what: &str| {
        let step = told.steps.iter().find(|step| step.what.what == what);
        step.unwrap_or_else(|| panic!("{what}: {:?}", steps(&told)))
            .chance
    };
    assert_eq!(
        chance("the player order is zytal, roo"),
        Chance::of(1, 2).unwrap()
    );
    assert_eq!(
        chance("the player order is roo, zytal"),
        Chance::of(1, 2).unwrap()
    );
    assert_eq!(chance("roo: receive 24 credits"), Chance::ALWAYS);
    // All are tied: each of the two is before the other in half of the orders.
    for race in all {
        here["sides"][race]["vp"] = json!(9);
    }
    let told = trying::supposing(&rules, &here, "zytal", plan.clone(), &[("roo", plan)]);
    assert_eq!((told.exact, told.ways), (true, 720));
    let first = told
        .steps
        .iter()
        .find(|step| step.what.what.ends_with("is zytal, roo"));
    assert_eq!(first.unwrap().chance, Chance::of(1, 2).unwrap());
}

/// Preparation: an Epoch that a supposed player takes first is not free any more.
#[test]
fn a_supposed_player_of_pirates_places_first() {
    let bench = pirates::started();
    let view: Value = keep::from_str(&bench.read("gem/public/sittings/0001/view.yaml")).unwrap();
    let order: Vec<&str> = view["order"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| seat.as_str().unwrap())
        .collect();
    let (first, last) = (order[0], order[order.len() - 1]);
    bench.write(
        "own.yaml",
        orders(first, 1, "place: [1900-1999, 1600-1699]\n"),
    );
    bench.write("last.yaml", orders(last, 1, "place: 1900-1999\n"));
    let view = format!("gem/reports/0000/0001/{first}.view.yaml");
    let own = ["try", "own.yaml", "--view", &view];
    let alone = bench.ok(&own).out;
    assert!(
        alone.contains("1900-1999") && !alone.contains("1600-1699"),
        "{alone}"
    );
    let said = bench
        .ok(&[&own[..], &["--suppose", "last.yaml"]].concat())
        .out;
    let (theirs, ours) = (said.find("1900-1999"), said.find("1600-1699"));
    assert!(theirs.is_some() && theirs < ours, "{said}");
}

/// Playing the Game: the turn of a supposed player comes before the own one, and what it does is done then.
#[test]
fn a_supposed_turn_of_pirates_is_played_before_the_own_one() {
    let bench = pirates::placed();
    let first = pirates::waits(&bench);
    let view = format!("gem/reports/0001/0002/{first}.view.yaml");
    let seen: Value = keep::from_str(&bench.read(&view)).unwrap();
    let order: Vec<&str> = seen["view"]["order"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| seat.as_str().unwrap())
        .collect();
    let next = order[1];
    let view = format!("gem/reports/0001/0002/{next}.view.yaml");
    let anything = pirates::ANYTHING;
    let turn = format!("restock: none\nactions: [take: {anything}, take: {anything}]\n");
    bench.write("own.yaml", orders(next, 2, &turn));
    bench.write("first.yaml", orders(&first, 2, &turn));
    let args = [
        "try",
        "own.yaml",
        "--view",
        &view,
        "--suppose",
        "first.yaml",
    ];
    let said = bench.ok(&args);
    // The warning that it is another player's turn is about the own file alone.
    assert!(!said.err.contains("first.yaml"), "{}", said.all());
    let told = bench.json(&args);
    let steps = told["tried"]["steps"].as_array().unwrap();
    let takes = |steps: &[Value]| {
        let what = steps.iter().filter_map(|step| step["what"].as_str());
        let takes = what.filter(|what| what.contains(" takes "));
        let mut who: Vec<String> = takes
            .map(|what| what.split(' ').next().unwrap().to_lowercase())
            .collect();
        who.dedup();
        who
    };
    assert_eq!(takes(steps), [&first, next], "{steps:?}");
    let alone = bench.json(&args[..4]);
    assert_eq!(takes(alone["tried"]["steps"].as_array().unwrap()), [next]);
}

/// If another turn comes before a supposed one, errors of its file are only warnings; otherwise they are errors.
#[test]
fn a_supposed_turn_of_pirates_is_checked_as_far_as_its_position_is_known() {
    let bench = pirates::placed();
    let first = pirates::waits(&bench);
    let view = format!("gem/reports/0001/0002/{first}.view.yaml");
    let seen: Value = keep::from_str(&bench.read(&view)).unwrap();
    let order = seen["view"]["order"].as_array().unwrap();
    let [own, next, last] = [0, 1, 2].map(|n| order[n].as_str().unwrap());
    assert_eq!(own, first);
    let wrong = "restock: none\nactions: [atomic: {discard: asia, to: 1200-1299}]\n";
    for seat in [own, next, last] {
        let name = format!("{seat}.yaml");
        bench.write(&name, orders(seat, 2, wrong));
    }
    bench.write("pass.yaml", orders(own, 2, "restock: none\n"));
    let [own, next, last] = [own, next, last].map(|seat| format!("{seat}.yaml"));
    let said = bench.run(&["try", "pass.yaml", "--view", &view, "--suppose", &next]);
    assert_eq!(said.code, 0, "{}", said.all());
    assert!(
        said.err.contains("warning[E12") && said.err.contains(&next),
        "{}",
        said.all()
    );
    // On the view of the last player, the turn of the first is the one that comes next.
    let view = view.replace(&first, last.trim_end_matches(".yaml"));
    bench.write("pass.yaml", orders(last.trim_end_matches(".yaml"), 2, ""));
    let said = bench.run(&["try", "pass.yaml", "--view", &view, "--suppose", &own]);
    assert_eq!(said.code, 1, "{}", said.all());
    assert!(
        said.err.contains("error[E12") && said.err.contains(&own),
        "{}",
        said.all()
    );
}
