//! `docs/trust.md` lists the cheats of a GM, and each row has its test.

use super::{
    beacon::{LOCKS, OUT, SIGNATURES, ok, ready, start, table_at},
    bench::{Bench, GAME, SEATS, TWO, salt_words},
    signed::{nothing, over, turn},
};
use crate::tamper::public::Public;
use chronojudge::dice::{Key, Name, What, bind_hash, bind_salt, field::sha256};
use std::{collections::BTreeSet, fs, path::Path};

const PAGE: &str = "docs/trust.md";

/// The possible beginnings of a cell of the table.
const ANSWERS: [&str; 5] = [
    "prevented",
    "seen by the audit",
    "seen with your mails",
    "not seen",
    "-",
];

/// Collects the names of all tests.
fn tests(folder: &Path, names: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            tests(&path, names);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            for test in text.split("#[test]").skip(1) {
                let name = test
                    .split_once("fn ")
                    .and_then(|(_, rest)| rest.split_once('('));
                names.extend(name.map(|(name, _)| name.to_owned()));
            }
        }
    }
}

#[test]
fn every_row_of_the_page_of_trust_has_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join(PAGE)).unwrap();
    let mut names = BTreeSet::new();
    tests(&root.join("tests"), &mut names);
    tests(&root.join("src"), &mut names);
    let rows: Vec<Vec<&str>> = page
        .lines()
        .skip_while(|line| !line.starts_with("| a GM who would like to"))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
        .collect();
    assert!(rows.len() >= 20, "{rows:?}");
    for row in rows {
        let [what, levels @ .., test] = &row[..] else {
            panic!("{row:?}");
        };
        assert_eq!(levels.len(), 3, "plain, drawn and beacon: {row:?}");
        for level in levels {
            assert!(
                ANSWERS.iter().any(|answer| level.starts_with(answer)),
                "{what}: {level}"
            );
        }
        for test in test.split(", ") {
            let test = test.trim_matches('`');
            assert!(names.contains(test), "{what}: there is no test {test}");
        }
    }
}

/// The first row: at `plain` and `drawn` a GM who has a seat moves later rolls to another key, and no audit can detect
/// it (fair1; the page says so).
#[test]
fn a_seat_of_the_gm_adds_a_sitting() {
    let rolls_of_turn_two = |adds: bool| {
        let bench = Bench::started();
        let quiet = "headquarters: {research: []}\nmoves: []\nactions: []\n";
        let waits = "headquarters: {after-earlier: true}\nmoves: []\nactions: []\n";
        for seat in SEATS {
            let is_added = adds && seat == "zytal";
            bench.order(seat, 1, if is_added { waits } else { quiet });
        }
        bench.ok(&["adjudicate", GAME]);
        if adds {
            bench.order("zytal", 1, quiet);
            bench.ok(&["adjudicate", GAME]);
        }
        for seat in SEATS {
            bench.order(
                seat,
                2,
                &quiet.replace("moves: []", "moves: [{unit: agent-1, to: 1b-4}]"),
            );
        }
        bench.ok(&["adjudicate", GAME]);
        crate::desk::bench::audits(&bench);
        let sitting = if adds { "0004" } else { "0003" };
        bench.read(&format!("gem/public/sittings/{sitting}/rolls.txt"))
    };
    let (honest, moved) = (rolls_of_turn_two(false), rolls_of_turn_two(true));
    // The same roll has another result.
    let differs = |line: &&str| {
        let label = line
            .split_once(" = ")
            .map(|(label, _)| format!("{label} = "));
        let same = |other: &str| label.as_ref().is_some_and(|label| other.starts_with(label));
        moved.lines().any(|other| same(other) && other != *line)
    };
    assert!(
        honest.lines().any(|line| differs(&line)),
        "{honest}\n{moved}"
    );
}

/// Returns a text on one line, without line breaks and tags.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the statements about the dice in the reports of a game, its audit and its page *Verify this yourself*.
fn said_of_dice(bench: &Bench, seat: &str) -> Vec<(&'static str, String)> {
    bench.ok(&["site", GAME, "--out", "www"]);
    vec![
        ("report", flat(&bench.ok(&["report", GAME, seat]).out)),
        (
            "page",
            flat(&bench.ok(&["report", GAME, seat, "--html"]).out),
        ),
        ("audit", flat(&bench.ok(&["audit", GAME]).out)),
        ("site", flat(&bench.read("www/verify.html"))),
    ]
}

/// At level `plain` the GM could choose among twice as many games for each seat that was skipped: every text gives the
/// number.
#[test]
fn every_text_about_the_dice_counts_the_skipped_seats() {
    for (skipped, words) in [
        (0, "No seat was skipped, so the GM had one game"),
        (
            1,
            "One seat was skipped, so the GM could choose between 2 games",
        ),
        (
            2,
            "2 seats were skipped, so the GM could choose among 4 games",
        ),
        (
            3,
            "3 seats were skipped, so the GM could choose among 8 games",
        ),
    ] {
        let bench = Bench::empty();
        bench.found();
        bench.seat(&SEATS);
        for (n, seat) in SEATS.iter().enumerate() {
            if n < skipped {
                bench.ok(&["salt", "refuse", GAME, seat]);
            } else {
                bench.ok(&["salt", "open", GAME, seat, &salt_words(seat)]);
            }
        }
        bench.ok(&["start", GAME]);
        for (what, said) in said_of_dice(&bench, "zytal") {
            assert!(said.contains(words), "{what}: {words}: {said}");
        }
    }
}

/// Below `beacon` every text says that a GM with a seat can move later rolls to a key that they foresee.
#[test]
fn below_beacon_every_text_says_that_sittings_can_be_added() {
    let plain = Bench::empty();
    plain.ready_for_two(&[]);
    plain.ok(&["start", GAME]);
    let drawn = Bench::empty();
    let for_two = ["--ruleset", "time-whisperers", "--option", "players=2"];
    table_at(&drawn, LOCKS[0], &TWO, &for_two);
    ok(&drawn, OUT[0], &["start", GAME, "--round", SIGNATURES[0].1]);
    let (beacon, _relay) = ready();
    start(&beacon);
    let round = ["adjudicate", GAME, "--beacon", SIGNATURES[1].1];
    ok(&beacon, OUT[1], &round);
    let words = "GM who has a seat can add sittings, and so move later rolls to another key, which they foresee";
    for (bench, says) in [(&plain, true), (&drawn, true), (&beacon, false)] {
        for (what, said) in said_of_dice(bench, "red") {
            assert_eq!(said.contains(words), says, "{what}: {said}");
        }
    }
}

/// A game that is over has to be opened; until then the audit does not pass, even if everything else is in order.
#[test]
fn a_game_that_is_over_and_not_opened_is_no_pass() {
    let bench = Bench::empty_in_memory();
    bench.ready_for_two(&["--option", "youth=true"]);
    bench.ok(&["start", GAME]);
    assert_eq!(bench.run(&["audit", GAME]).code, 0);
    while !over(&bench) {
        for seat in TWO {
            bench.write("x.yaml", nothing(seat, turn(&bench), ""));
            bench.ok(&["receive", GAME, "x.yaml"]);
        }
        bench.ok(&["adjudicate", GAME]);
    }
    let said = bench.run(&["audit", GAME]);
    let line = "NOT SHOWN  hidden shuffles and sealed files (the game is over, and the GM has not opened it";
    assert!(said.code == 2 && said.out.contains(line), "{}", said.all());
    assert!(said.err.contains("NOT ALL SHOWN"), "{}", said.all());
    bench.ok(&["reveal", GAME]);
    bench.ok(&["audit", GAME]);
}

/// A GM who plays a sitting with other orders than those that are locked and opened is detected: the journal does not
/// follow from them.
#[test]
fn a_sitting_played_with_other_orders_is_not_derived() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/games/the-fourth-hour/public");
    let mut public = Public::read(Path::new(root));
    let (what, t) = (What::Order(Name::new("red").unwrap()), 3);
    let path = format!("opened/{t:04}/{what}.yaml");
    let played = public.text(&path).to_owned();
    // Red sent these orders, the lock binds them and they are opened; other orders were played.
    let sent: String = played
        .lines()
        .map(|line| match line.strip_prefix("activate: ") {
            Some(_) => "activate: [hybrid, swarm, tornado, phoenix]\n".to_owned(),
            None => format!("{line}\n"),
        })
        .collect();
    assert_ne!(sent, played);
    let mut records = public.records();
    let last = records
        .iter()
        .find(|record| record.kind() == "final")
        .unwrap();
    let secret = Key::from_hex(last.get("hidden").unwrap()).unwrap();
    let game = Name::new("the-fourth-hour").unwrap();
    let salt = bind_salt(&secret, &what, t);
    let hash = bind_hash(&game, &what, t, &salt, &sha256(sent.as_bytes()));
    let is_locked = |record: &&mut crate::tamper::public::Record| {
        record.kind() == "lock" && record.get("sitting") == Some("3")
    };
    let lock = records.iter_mut().find(is_locked).unwrap();
    lock.set("order.red", hash.to_string());
    public.relink(&records);
    public.set(&path, sent);
    public.refit();
    let bench = Bench::empty();
    public.write(&bench.dir().join("public"), None);
    let said = bench.run(&["audit", "public"]);
    let line =
        "FAILED     journals from orders and dice: the orders of sitting 3 do not make its journal";
    assert!(said.code == 1 && said.out.contains(line), "{}", said.all());
}
