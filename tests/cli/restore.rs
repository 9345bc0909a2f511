//! `restore`: the files of a damaged game that can be made again, and those that cannot.

use super::{
    bench::GAME,
    damage::in_the_middle,
    script::{self, STEPS},
};
use std::fs;

/// The files of the open turn that can be made again, and a word on their source.
const MADE: [(&str, &str); 8] = [
    ("turns/0001/state.yaml", "executed again from its set-up"),
    (
        "turns/0001/journal.yaml",
        "copied from turns/0001/sittings/0002",
    ),
    ("turns/0001/facts.yaml", "executed again"),
    ("turns/0001/openings.yaml", "executed again"),
    ("turns/0001/prompts.yaml", "executed again"),
    ("turns/0001/views/zytal.json", "executed again"),
    ("turns/0001/views/public.json", "executed again"),
    (
        "turns/0001/sittings/0002/order-roo.yaml",
        "copied from orders/0001/roo.yaml",
    ),
];

#[test]
fn lost_files_are_made_again_to_the_byte() {
    let bench = in_the_middle();
    let whole = bench.tree();
    for (path, from) in MADE {
        fs::remove_file(bench.root().join(path)).unwrap();
        let said = bench.run(&["restore", GAME]);
        assert_eq!(said.code, 0, "{path}: {}", said.all());
        assert!(
            said.out.contains(&format!("restored {path}: ")),
            "{}",
            said.all()
        );
        assert!(said.out.contains(from), "{}", said.all());
        assert_eq!(bench.tree().against(&whole), "", "{path}");
    }
    for (path, _) in MADE {
        bench.write(&format!("{GAME}/{path}"), "other bytes\n");
    }
    let said = bench.ok(&["restore", GAME]);
    assert_eq!(said.out.lines().count(), MADE.len(), "{}", said.all());
    assert_eq!(bench.tree().against(&whole), "");
    bench.ok(&["adjudicate", GAME]);
}

#[test]
fn the_state_of_a_new_turn_follows_from_the_turn_before() {
    let bench = in_the_middle();
    for step in &STEPS[1..] {
        script::play(&bench, step);
    }
    let whole = bench.tree();
    let lost = ["state.yaml", "views/zytal.json"];
    let turn = bench.json(&["status", GAME])["turn"].as_u64().unwrap();
    assert!(turn > 1);
    for name in lost {
        fs::remove_file(bench.root().join(format!("turns/{turn:04}/{name}"))).unwrap();
    }
    let said = bench.ok(&["restore", GAME]);
    assert_eq!(said.out.lines().count(), 2, "{}", said.all());
    assert_eq!(bench.tree().against(&whole), "");
    // The state before is lost too: the game is played again from its set-up.
    fs::remove_file(
        bench
            .root()
            .join(format!("turns/{:04}/state.yaml", turn - 1)),
    )
    .unwrap();
    fs::remove_file(bench.root().join(format!("turns/{turn:04}/state.yaml"))).unwrap();
    let said = bench.ok(&["restore", GAME]);
    assert!(said.out.contains("from its set-up"), "{}", said.all());
}

#[test]
fn files_that_cannot_be_made_again_are_named() {
    let bench = in_the_middle();
    fs::remove_file(bench.root().join("secret/decks.yaml")).unwrap();
    let before = bench.tree();
    let said = bench.run(&["restore", GAME]);
    assert_eq!(said.code, 3, "{}", said.all());
    assert!(
        said.out.contains("lost secret/decks.yaml"),
        "{}",
        said.all()
    );
    assert!(said.err.contains("hint: "), "{}", said.all());
    assert_eq!(bench.tree().against(&before), "");
}

#[test]
fn a_file_is_only_taken_if_it_has_the_hash_that_was_noted() {
    let bench = in_the_middle();
    // The turn before was edited, so that playing it again gives another game.
    let path = format!("{GAME}/turns/0000/journal.yaml");
    let text = bench.read(&path);
    let (before, order) = text.split_once("order:\n").unwrap();
    let mut lines: Vec<&str> = order.lines().collect();
    lines.swap(0, 1);
    bench.write(&path, format!("{before}order:\n{}\n", lines.join("\n")));
    fs::remove_file(bench.root().join("turns/0001/state.yaml")).unwrap();
    let said = bench.run(&["restore", GAME]);
    assert_eq!(said.code, 3, "{}", said.all());
    assert!(
        said.out.contains("lost turns/0001/state.yaml"),
        "{}",
        said.all()
    );
}

#[test]
fn a_whole_game_has_nothing_to_restore() {
    let bench = in_the_middle();
    let before = bench.tree();
    let said = bench.ok(&["restore", GAME]);
    assert!(
        said.err.contains("as the last sitting left it"),
        "{}",
        said.all()
    );
    assert_eq!(bench.tree().against(&before), "");
}
