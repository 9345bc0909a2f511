//! Output of `check` on bad files, for the GM and for a player.

use super::bench::{Bench, GAME, orders};

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
    let seat = bench.run(&[&["check"], &names[..], &["--view", view]].concat());
    assert_eq!(
        bench.tree().against(&before),
        "",
        "a look changed something"
    );
    (game.all(), seat.all())
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
