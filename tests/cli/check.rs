//! `check` on bad files, as the GM sees it and as a player sees it.

use super::bench::{Bench, GAME, orders};

/// A file with something wrong in it.
#[derive(Debug)]
pub struct Bad {
    name: &'static str,
    bytes: Vec<u8>,
}

impl Bad {
    /// Zytal's orders for turn 1, with this after the envelope.
    pub fn orders(name: &'static str, body: impl AsRef<[u8]>) -> Self {
        let mut bytes = orders("zytal", 1, "").into_bytes();
        bytes.extend_from_slice(body.as_ref());
        Self { name, bytes }
    }

    /// The whole file.
    pub fn file(name: &'static str, bytes: impl AsRef<[u8]>) -> Self {
        let bytes = bytes.as_ref().to_vec();
        Self { name, bytes }
    }
}

/// What `check` says in the game directory and with zytal's view.
pub fn check_apart(files: &[Bad]) -> (String, String) {
    let bench = Bench::started();
    for file in files {
        bench.write(file.name, &file.bytes);
    }
    let before = bench.tree();
    let names: Vec<&str> = files.iter().map(|f| f.name).collect();
    let view = "gem/reports/0000/0001/zytal.view.yaml";
    let game = bench.run(&[&["check"], &names[..], &["--game", GAME]].concat());
    let seat = bench.run(&[&["check"], &names[..], &["--view", view]].concat());
    assert_eq!(
        bench.tree().against(&before),
        "",
        "a look changed something"
    );
    (game.all(), seat.all())
}

/// What `check` says, which is the same for the GM and for the player.
#[track_caller]
pub fn check(files: &[Bad]) -> String {
    let (game, view) = check_apart(files);
    assert_eq!(game, view);
    game
}

/// A game that an older program kept: its views are YAML, and everything goes on from them.
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
