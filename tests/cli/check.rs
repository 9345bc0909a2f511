//! Output of `check` on bad files, for the GM and for a player.

use super::bench::{Bench, GAME, orders, said};
use std::{path::Path, process::Command};

/// A file with a mistake in it.
#[derive(Debug)]
pub struct Bad {
    name: &'static str,
    bytes: Vec<u8>,
}

impl Bad {
    /// Returns Zytal's orders for turn 1, with this text after the envelope.
    pub fn orders(name: &'static str, body: impl AsRef<[u8]>) -> Self {
        let mut bytes = orders("zytal", 1, "").into_bytes();
        bytes.extend_from_slice(body.as_ref());
        Self { name, bytes }
    }

    /// Returns a bad file with exactly these bytes.
    pub fn file(name: &'static str, bytes: impl AsRef<[u8]>) -> Self {
        let bytes = bytes.as_ref().to_vec();
        Self { name, bytes }
    }
}

/// Returns the output of `check` in the game directory and with zytal's view.
pub fn check_apart(files: &[Bad]) -> (String, String) {
    let bench = Bench::started();
    for file in files {
        bench.write(file.name, &file.bytes);
    }
    let before = bench.tree();
    let names: Vec<&str> = files.iter().map(|f| f.name).collect();
    let view = "gem/reports/0000/0001/zytal.view.yaml";
    let game = bench.run(&[&["check"], &names[..], &["--game", GAME]].concat());
    let args = [&["check"], &names[..], &["--view", view]].concat();
    let seat = bench.run(&args);
    if let Some(page) = std::env::var_os("CHRONOJUDGE_PLAY") {
        same_in_the_page(
            &bench,
            Path::new(&page),
            &[&names[..], &[view]].concat(),
            &args,
        );
    }
    assert_eq!(
        bench.tree().against(&before),
        "",
        "a look changed something"
    );
    (game.all(), seat.all())
}

/// Checks that the program in the play page answers as the command line does, to the byte.
pub fn same_in_the_page(bench: &Bench, page: &Path, files: &[&str], args: &[&str]) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser/ask.mjs");
    let mut node = Command::new("node");
    node.arg(script)
        .arg(page)
        .arg(bench.dir())
        .arg(files.join(","));
    let there = said(&node.args(args).output().expect("node"));
    let here = bench.run(&[args, &["--json"]].concat());
    assert_eq!(
        (there.code, there.out),
        (here.code, here.out),
        "{}",
        there.err
    );
}

/// Returns the output of `check`, which is the same for the GM and for the player.
#[track_caller]
pub fn check(files: &[Bad]) -> String {
    let (game, view) = check_apart(files);
    assert_eq!(game, view);
    game
}

/// A game of an older version of the program, whose views are YAML, is played on from them.
#[test]
fn an_older_game_is_played_on() {
    let before = super::script::ready();
    let new = Bench::copy(before);
    let old = Bench::copy(before);
    let mut position = old.read("gem/turns/position.yaml");
    for (path, bytes) in before.files("turns/0001/views") {
        let view: serde_json::Value = serde_json::from_slice(bytes).unwrap();
        let text = chronojudge::yaml::keep::to_string(&view).unwrap();
        let (name, older) = (path.display().to_string(), path.with_extension("yaml"));
        let hash = |bytes: &[u8]| chronojudge::dice::field::sha256(bytes).to_string();
        assert!(position.contains(&name));
        position = position.replace(&name, &older.display().to_string());
        position = position.replace(&hash(bytes), &hash(text.as_bytes()));
        std::fs::remove_file(old.root().join(path)).unwrap();
        old.write(&format!("gem/{}", older.display()), text);
    }
    old.write("gem/turns/position.yaml", position);
    for args in [
        &["status", GAME][..],
        &["check", "gem/orders/0001/zytal.yaml"],
        &["adjudicate", GAME],
    ] {
        assert_eq!(old.run(args).all(), new.run(args).all());
    }
    assert_eq!(
        old.read("gem/public/log/000007-result.yaml"),
        new.read("gem/public/log/000007-result.yaml")
    );
}
