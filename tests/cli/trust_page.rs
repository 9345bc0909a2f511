//! `docs/trust.md` says what a GM could try, and each row has its test.

use super::bench::{Bench, GAME, SEATS};
use std::{collections::BTreeSet, fs, path::Path};

const PAGE: &str = "docs/trust.md";

/// What a cell of the table begins with.
const ANSWERS: [&str; 5] = [
    "prevented",
    "seen by the audit",
    "seen with your mails",
    "not seen",
    "-",
];

/// The names of all tests.
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

/// The first row: at `plain` and `drawn` a GM who has a seat moves the rolls to come to another key, and no auditor
/// can tell (fair1; the page says so).
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
    // The same roll, and another result.
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
