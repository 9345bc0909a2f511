//! Time Pirates at the command line: a game whose turns are one player's each.

use super::{
    bench::{Bench, GAME, MASTER, orders, salt_words},
    schemas::{objections, validator},
};

const SEATS: [&str; 3] = ["black", "orange", "pink"];

/// Whatever lies in an Epoch is among these.
const ANYTHING: &str = "[europe, africa, america, asia, australia, world, europe-atomic, africa-atomic, \
    america-atomic, asia-atomic, australia-atomic, europe-arrows, africa-arrows, america-arrows, \
    asia-arrows, australia-arrows]";

/// A game for three that has just been started.
fn started() -> Bench {
    let bench = Bench::empty();
    bench.ok(&[
        "new",
        GAME,
        "--ruleset",
        "time-pirates",
        "--option",
        "players=3",
        "--master",
        MASTER,
        "--keys",
        "64",
    ]);
    bench.seat(&SEATS);
    for seat in SEATS {
        bench.ok(&["salt", "open", GAME, seat, &salt_words(seat)]);
    }
    bench.ok(&["start", GAME]);
    bench
}

/// The same when the Time Travelers are placed.
fn placed() -> Bench {
    let bench = started();
    for seat in SEATS {
        send(
            &bench,
            seat,
            1,
            "place: [1900-1999, 1800-1899, 1600-1699]\n",
        );
    }
    bench.ok(&["adjudicate", GAME]);
    bench
}

/// A player's orders come in.
fn send(bench: &Bench, seat: &str, turn: u32, body: &str) {
    let name = format!("{seat}.yaml");
    bench.write(&name, orders(seat, turn, body));
    bench.ok(&["receive", GAME, &name]);
}

/// Whom the sitting waits for.
fn waits(bench: &Bench) -> String {
    let status = bench.json(&["status", GAME]);
    let words = status["waits"].as_str().unwrap();
    let names = words.strip_prefix("The sitting waits for orders from ");
    names.unwrap_or(words).trim_end_matches('.').to_owned()
}

#[test]
fn a_turn_waits_for_the_player_whose_it_is() {
    let bench = started();
    assert_eq!(waits(&bench), "black, orange, pink");
    let bench = placed();
    let first = waits(&bench);
    let others: Vec<&str> = SEATS.into_iter().filter(|seat| *seat != first).collect();
    assert_eq!(others.len(), 2, "{first}");
    for other in &others {
        let report = bench.ok(&["report", GAME, other]).out;
        assert!(
            report.contains("nothing to do yet. Turn 2 waits for"),
            "{report}"
        );
    }
    let report = bench.ok(&["report", GAME, &first]).out;
    assert!(report.contains("orders for turn 2 are due"), "{report}");

    // Somebody else's file does not make it due, and his own does.
    send(&bench, others[0], 2, "world: []\n");
    assert_eq!(waits(&bench), first);
    let body = format!("restock: none\nactions: [take: {ANYTHING}, take: {ANYTHING}]\n");
    send(&bench, &first, 2, &body);
    bench.ok(&["adjudicate", GAME]);
    assert_eq!(bench.json(&["status", GAME])["turn"], 3);
    assert!(others.contains(&waits(&bench).as_str()));
}

#[test]
fn every_form_is_accepted() {
    let schema = validator("orders-time-pirates.schema.json");
    let all_accepted = |bench: &Bench| {
        for seat in SEATS {
            let form = bench.ok(&["form", GAME, seat]).out;
            assert_eq!(objections(&schema, &form), [""; 0], "{form}");
            let name = format!("{seat}.form.yaml");
            bench.write(&name, &form);
            let said = bench.run(&["check", &name, "--game", GAME]);
            assert_eq!(
                said.all(),
                format!("ACCEPTED {name}\nexit code 0"),
                "{form}"
            );
        }
    };
    all_accepted(&started());
    let bench = placed();
    all_accepted(&bench);
    let first = waits(&bench);
    // In the middle of a turn the form holds the rest of the plan.
    let body = format!("restock: none\nactions: [take: {ANYTHING}, hold, take: {ANYTHING}]\n");
    send(&bench, &first, 2, &body);
    bench.ok(&["adjudicate", GAME]);
    assert_eq!(bench.json(&["status", GAME])["ended"], "waiting");
    all_accepted(&bench);
}

#[test]
fn what_is_against_the_rules_is_said_with_its_code() {
    let bench = placed();
    let first = waits(&bench);
    let body = format!(
        "game: {GAME}\nturn: 2\nseat: {first}\nrestock: 2100-2199\nactions:\n\
         - atomic: {{discard: asia, to: 1200-1299}}\n\
         - exchange: {{give: asia, from: {first}, take: world}}\n\
         - sell: {{marker: asia-9, to: 1200-1299}}\n\
         - move: 2300-2399\n\
         world: [{{marker: asia-2, color: asia}}, {{color: world}}]\n"
    );
    bench.write("bad.yaml", body);
    let said = bench.run(&["check", "bad.yaml", "--game", GAME]);
    assert_eq!(said.code, 1);
    for code in ["E1201", "E1208", "E1209", "E1210", "E1223"] {
        assert!(said.all().contains(code), "{code}\n{}", said.all());
    }
    assert!(
        said.all().contains("The Epochs are 1200-1299"),
        "{}",
        said.all()
    );

    // A plan for somebody else's turn is a doubt and no mistake.
    let other = SEATS.into_iter().find(|seat| *seat != first).unwrap();
    let body = format!("game: {GAME}\nturn: 2\nseat: {other}\nactions: [take: asia]\n");
    bench.write("early.yaml", body);
    let said = bench.run(&["check", "early.yaml", "--game", GAME]);
    assert_eq!(said.code, 0, "{}", said.all());
    assert!(said.all().contains("E1227"), "{}", said.all());
}
