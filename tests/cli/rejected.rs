//! A bad file never replaces a good one.

use super::{
    bench::{Bench, GAME, SEATS, orders},
    script,
};

const GOOD: &str = "headquarters: {}\nmoves: [{unit: agent-1, to: 7b-4}]\nactions: []\n";
const BAD: &str = "moves: [{unit: agent-9, to: 7b-4}]\n";

#[test]
fn receive_refuses_a_bad_file_and_keeps_the_good_one() {
    let bench = Bench::started();
    bench.order("zytal", 1, GOOD);
    let before = bench.tree();
    bench.write("bad.yaml", orders("zytal", 1, BAD));
    bench.write("noise.yaml", b"game: gem\xff\n");
    bench.write("empty.yaml", "");
    let said = bench.run(&["receive", GAME, "bad.yaml", "noise.yaml", "empty.yaml"]);
    insta::assert_snapshot!(said.all(), @r"
    error[E1002]: You have no agent-9.
     --> bad.yaml:4:16
      |
    4 | moves: [{unit: agent-9, to: 7b-4}]
      |                ^^^^^^^
    error[E0101]: byte 10 of the file (0xFF) is not UTF-8 text
     --> noise.yaml:1:10
      |
    1 | game: gem�
      |          ^
      |
      = help: save the file again and choose the encoding UTF-8
    error[E0102]: there is nothing in this file
     --> empty.yaml:1:1
      |
    1 |
      | ^
      |
      = note: an empty file is not an empty order list
    REJECTED bad.yaml
    REJECTED noise.yaml
    REJECTED empty.yaml
    exit code 1
    ");
    assert_eq!(
        bench.tree().against(&before),
        "",
        "a rejected file changed something"
    );
    assert_eq!(
        bench.json(&["status", GAME])["seats"][5]["orders"],
        "on file"
    );
}

#[test]
fn receive_takes_the_good_files_among_bad_ones() {
    let bench = Bench::started();
    bench.write("bad.yaml", orders("roo", 1, BAD));
    bench.write("good.yaml", orders("zytal", 1, GOOD));
    let said = bench.run(&["receive", GAME, "bad.yaml", "good.yaml"]);
    assert_eq!(said.code, 1);
    assert_eq!(said.out, "REJECTED bad.yaml\nACCEPTED good.yaml: zytal\n");
    assert_eq!(
        bench.read("gem/orders/0001/zytal.yaml"),
        orders("zytal", 1, GOOD)
    );
    assert!(!bench.root().join("orders/0001/roo.yaml").exists());
}

#[test]
fn a_better_file_replaces_a_good_one_which_is_kept() {
    let bench = Bench::started();
    for n in 1..=3 {
        bench.write("z.yaml", orders("zytal", 1, &format!("{GOOD}# take {n}\n")));
        bench.ok(&["receive", GAME, "z.yaml"]);
    }
    // The same file again is not a new file.
    bench.ok(&["receive", GAME, "z.yaml"]);
    let kept = |name: &str| bench.read(&format!("gem/orders/0001/{name}.yaml"));
    assert!(kept("zytal").ends_with("# take 3\n"));
    assert!(kept("zytal.1").ends_with("# take 1\n"));
    assert!(kept("zytal.2").ends_with("# take 2\n"));
    assert_eq!(bench.tree().files("orders").count(), 3);
}

/// A bad file is copied into the game directory manually.
#[test]
fn adjudicate_falls_back_on_the_good_file_and_says_so() {
    let bench = Bench::copy(script::ready());
    let good = bench.read("gem/orders/0001/zytal.yaml");
    bench.write("gem/orders/0001/zytal.1.yaml", &good);
    bench.write("gem/orders/0001/zytal.yaml", orders("zytal", 1, BAD));
    assert_eq!(
        bench.json(&["status", GAME])["seats"][5]["orders"],
        "rejected"
    );

    let said = bench.no(&["adjudicate", GAME]);
    let (told, _) = said.err.split_once("Sitting 2").unwrap();
    insta::assert_snapshot!(told, @r"
    error[E1002]: You have no agent-9.
     --> gem/orders/0001/zytal.yaml:4:16
      |
    4 | moves: [{unit: agent-9, to: 7b-4}]
      |                ^^^^^^^
    warning: the orders of zytal were not accepted; the last good file stays in force
    ");
    // The sitting has locked and played the good file, and the bad one still exists.
    assert_eq!(
        bench.read("gem/turns/0001/sittings/0002/order-zytal.yaml"),
        good
    );
    assert_eq!(
        bench.read("gem/orders/0001/zytal.yaml"),
        orders("zytal", 1, BAD)
    );
    let played = Bench::copy(script::ready());
    played.ok(&["adjudicate", GAME]);
    let facts = "gem/public/sittings/0002/facts.yaml";
    assert_eq!(bench.read(facts), played.read(facts));
}

#[test]
fn without_a_good_file_the_sitting_waits() {
    let bench = Bench::copy(script::ready());
    bench.write("gem/orders/0001/zytal.yaml", "");
    let before = bench.tree();
    let said = bench.no(&["adjudicate", GAME]);
    insta::assert_snapshot!(said.all(), @r"
    error[E0102]: there is nothing in this file
     --> gem/orders/0001/zytal.yaml:1:1
      |
    1 |
      | ^
      |
      = note: an empty file is not an empty order list
    warning: the orders of zytal were not accepted; there is no older file
    Nothing to do. The sitting waits for orders from zytal.
    exit code 1
    ");
    assert_eq!(bench.tree().against(&before), "");
}

/// Orders that a sitting has locked stay in force, whatever happens to the file in the turn.
#[test]
fn a_file_that_was_played_is_not_lost_with_its_copy() {
    let bench = Bench::copy(script::ready());
    bench.ok(&["adjudicate", GAME]);
    bench.write("gem/orders/0001/zytal.yaml", "moves: [\n");
    let (_, body) = script::STEPS[1].orders[0];
    bench.order("buralti", 1, body);
    let said = bench.no(&["adjudicate", GAME]);
    assert!(
        said.err.contains("the last good file stays in force"),
        "{}",
        said.err
    );
    assert!(said.err.contains("Turn 2 is open."), "{}", said.err);
}

#[test]
fn a_file_of_another_seat_in_a_seats_place_is_not_taken() {
    let bench = Bench::copy(script::ready());
    let roo = bench.read("gem/orders/0001/roo.yaml");
    bench.write("gem/orders/0001/zytal.yaml", roo);
    let said = bench.no(&["adjudicate", GAME]);
    assert!(
        said.err
            .contains("error[E0304]: These are orders of `roo`."),
        "{}",
        said.err
    );
    assert!(said.err.contains("Nothing to do."), "{}", said.err);
}

#[test]
fn json_has_the_same_codes_and_places() {
    let bench = Bench::started();
    bench.write("bad.yaml", orders("zytal", 1, "movs: []\n"));
    bench.write(
        "poor.yaml",
        orders("zytal", 1, "headquarters: {buy: {time-machines: 1}}\n"),
    );
    bench.write("good.yaml", orders("zytal", 1, GOOD));
    let args = [
        "check",
        "bad.yaml",
        "poor.yaml",
        "good.yaml",
        "--game",
        GAME,
    ];
    let words = bench.run(&args);
    let rows = bench.json(&args);
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), 3);
    assert_eq!(
        rows[0]["problems"][0],
        serde_json::json!({
            "code": "E0201", "severity": "error", "message": "unknown key `movs`",
            "file": "bad.yaml", "start": {"line": 4, "column": 1}, "end": {"line": 4, "column": 5},
            "label": null, "notes": [], "help": "did you mean `moves`?",
        })
    );
    for (row, accepted) in rows.iter().zip([false, false, true]) {
        assert_eq!(row["accepted"], accepted);
        let problems = row["problems"].as_array().unwrap();
        assert_eq!(problems.is_empty(), accepted);
        for problem in problems {
            let code = format!("error[{}]", problem["code"].as_str().unwrap());
            assert!(words.err.contains(&code), "{code} in {}", words.err);
        }
    }
    let said = bench.run(&[&args[..], &["--json"]].concat());
    assert_eq!(said.code, 1);
}

#[test]
fn a_game_that_waits_for_all_names_all() {
    let bench = Bench::started();
    let said = bench.ok(&["adjudicate", GAME]);
    let all = SEATS.join(", ");
    let words = format!("Nothing to do. The sitting waits for orders from {all}.\n");
    assert_eq!(said.err, words);
}

/// Zytal stops behind the purchases, and then changes the number of agents.
#[test]
fn a_changed_line_that_was_played_already_gets_a_warning() {
    let bench = Bench::started();
    for seat in SEATS {
        let body = match seat {
            "zytal" => {
                "headquarters: {buy: {agents: 1}, research: [hold]}\nmoves: []\nactions: []\n"
            }
            _ => "headquarters: {}\nmoves: []\nactions: []\n",
        };
        bench.order(seat, 1, body);
    }
    bench.ok(&["adjudicate", GAME]);
    let late = "headquarters: {buy: {agents: 2}, research: []}\nmoves: []\nactions: []\n";
    bench.write("late.yaml", orders("zytal", 1, late));
    let in_game = bench.run(&["check", "late.yaml", "--game", GAME]);
    let view = "gem/reports/0001/0002/zytal.view.yaml";
    let on_view = bench.run(&["check", "late.yaml", "--view", view]);
    insta::assert_snapshot!(in_game.all(), @r"
    warning[E0308]: `headquarters/buy/agents` comes too late: it was played already this turn.
     --> late.yaml:4:30
      |
    4 | headquarters: {buy: {agents: 2}, research: []}
      |                              ^
      |
      = help: What was played from your earlier file stays; the rest of this file counts.
    ACCEPTED WITH WARNINGS late.yaml
    exit code 0
    ");
    assert_eq!(on_view.all(), in_game.all());
    assert_eq!(bench.ok(&["receive", GAME, "late.yaml"]).err, in_game.err);
}

/// Returns a game in which Zytal has two agents in the past, leaves `maintain` out and stops behind the purchases: both
/// agents stay.
fn with_a_default_played() -> Bench {
    let bench = Bench::started();
    let bodies = [
        "headquarters: {}\nmoves: [{unit: agent-1, to: 7b-4}, {unit: agent-2, to: 7b-3}]\nactions: []\n",
        "headquarters: {research: [hold]}\nmoves: []\nactions: []\n",
    ];
    for (turn, body) in (1..).zip(bodies) {
        for seat in SEATS {
            let body = match seat {
                "zytal" => body,
                _ => "headquarters: {}\nmoves: []\nactions: []\n",
            };
            bench.order(seat, turn, body);
        }
        bench.ok(&["adjudicate", GAME]);
    }
    bench
}

#[test]
fn a_list_that_was_left_out_comes_too_late_after_its_default_was_played() {
    let bench = with_a_default_played();
    let late = "headquarters: {maintain: [agent-2], research: []}\nmoves: []\nactions: []\n";
    bench.write("late.yaml", orders("zytal", 2, late));
    let in_game = bench.run(&["check", "late.yaml", "--game", GAME]);
    let view = "gem/reports/0002/0003/zytal.view.yaml";
    let on_view = bench.run(&["check", "late.yaml", "--view", view]);
    insta::assert_snapshot!(in_game.all(), @r"
    warning[E0308]: `headquarters/maintain` comes too late: it was played already this turn.
     --> late.yaml:4:26
      |
    4 | headquarters: {maintain: [agent-2], research: []}
      |                          ^^^^^^^^^
      |
      = note: Your earlier file left it out, so the default was played: [agent-2, agent-1]
      = help: What was played from your earlier file stays; the rest of this file counts.
    ACCEPTED WITH WARNINGS late.yaml
    exit code 0
    ");
    assert_eq!(on_view.all(), in_game.all());
    assert_eq!(bench.ok(&["receive", GAME, "late.yaml"]).err, in_game.err);
}

#[test]
fn the_form_repeats_the_default_that_was_played() {
    let bench = with_a_default_played();
    let form = bench.read("gem/reports/0002/0003/zytal.orders.yaml");
    assert!(form.contains("  maintain: [agent-2, agent-1]\n"), "{form}");
    bench.write("zytal.yaml", &form);
    let said = bench.ok(&["receive", GAME, "zytal.yaml"]);
    assert_eq!(
        (said.err.as_str(), said.out.as_str()),
        ("", "ACCEPTED zytal.yaml: zytal\n")
    );
}

#[test]
fn a_file_in_the_folder_of_orders_belongs_to_the_seat_it_is_named_after() {
    let bench = Bench::started();
    bench.write("gem/orders/0001/zytal.yaml", orders("roo", 1, GOOD));
    let said = bench.run(&["check", "gem/orders/0001/zytal.yaml"]);
    insta::assert_snapshot!(said.all(), @r"
    error[E0304]: These are orders of `roo`.
     --> gem/orders/0001/zytal.yaml:3:7
      |
    3 | seat: roo
      |       ^^^
      |
      = help: This file is for `zytal`.
    REJECTED gem/orders/0001/zytal.yaml
    exit code 1
    ");
}
