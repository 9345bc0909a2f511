//! The encrypted views beside the play page, and the links in the mails of their seats.

use super::{
    bench::{Bench, GAME, Said, said},
    leaks::{Table, keys_in, read},
    letters,
    publish_site::PAGE,
    tree::Tree,
};
use chronojudge::{cipher::Key, engine::RandomBot, yaml::keep};
use serde_json::Value;
use std::collections::BTreeSet;

const SETTINGS: &str =
    "public-at: https://example.org/gem/\npublish:\n  to: ../www\n  views: true\n";

/// Returns a game for two that publishes views, just started.
fn started(more: &[&str], settings: &str) -> Bench {
    let bench = Bench::empty();
    bench.ready_for_two(more);
    bench.write(PAGE, "the page");
    let game = bench.read("gem/game.yaml");
    bench.write("gem/game.yaml", game + settings);
    bench.ok(&["start", GAME]);
    bench
}

fn publish(bench: &Bench) -> Said {
    let mut command = bench.command(&["publish", GAME]);
    said(
        &command
            .env("CHRONOJUDGE_PLAY", PAGE)
            .output()
            .expect("the program"),
    )
}

/// Returns the key in the newest report mail of a seat: its text and its page have the same one.
fn key(bench: &Bench, seat: &str) -> Key {
    bench.ok(&["send", GAME]);
    let left = letters::left(bench);
    let is_report = |name: &&String| name.contains(&format!(".{seat}.report."));
    let name = left.iter().rfind(is_report).expect("a report");
    let keys = keys_in(&letters::read(bench, name).all);
    assert!(!keys.is_empty(), "{name} has no link");
    assert!(keys.iter().all(|key| *key == keys[0]), "{keys:?}");
    keys[0].parse().expect("a key")
}

/// Returns the names and contents of the encrypted views.
fn views(bench: &Bench) -> Vec<(String, Vec<u8>)> {
    let tree = Tree::read(&bench.dir().join("www"));
    let files = tree.files("play/views");
    files
        .map(|(path, bytes)| {
            let name = path.file_name().expect("a name").to_string_lossy();
            (name.into_owned(), bytes.to_vec())
        })
        .collect()
}

fn opened(bench: &Bench, key: &Key) -> Option<Value> {
    let views = views(bench);
    let (_, file) = views.iter().find(|(name, _)| *name == key.name())?;
    let text = key.decrypt(file).expect("its own file");
    Some(serde_json::from_slice(&text).expect("JSON"))
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// Reads a file that the program keeps.
fn kept(bench: &Bench, file: &str) -> Value {
    keep::from_str(&bench.read(file)).expect("a file of the program")
}

#[test]
fn the_link_in_a_mail_opens_the_view_of_its_seat_alone() {
    let bench = started(&[], SETTINGS);
    assert_eq!(publish(&bench).code, 0);
    let (red, blue) = (key(&bench, "red"), key(&bench, "blue"));
    assert_ne!(red, blue);
    let shown = opened(&bench, &red).expect("a view");
    let view = shown["view"].as_str().expect("a text");
    let filed = "gem/reports/0000/0001/red.view.yaml";
    assert_eq!(json(view), kept(&bench, filed));
    // The program reads it as it reads the view file.
    bench.write("red.view.json", view);
    let looks = ["red.view.json", filed].map(|view| bench.json(&["look", view]));
    assert_eq!(looks[0], looks[1]);
    assert_eq!(shown["to"], "gm@localhost");
    let orders = shown["orders"].as_str().expect("a text");
    let token = letters::token_of(&bench, "red");
    assert!(
        orders.contains("\ntoken: ") && !orders.contains(&token),
        "{orders}"
    );
    bench.write("orders.yaml", orders);
    bench.ok(&["check", "orders.yaml", "--game", GAME]);
    // All files are of one length, and no key opens that of another seat.
    let views = views(&bench);
    let lengths: BTreeSet<usize> = views.iter().map(|(_, bytes)| bytes.len()).collect();
    assert_eq!((views.len(), lengths.len()), (2, 1));
    for (name, file) in &views {
        assert_eq!(red.decrypt(file).is_ok(), *name == red.name());
        assert_eq!(blue.decrypt(file).is_ok(), *name == blue.name());
    }
    // Nothing of it stands in any published file.
    for (path, bytes) in Tree::read(&bench.dir().join("www")).files("") {
        let text = String::from_utf8_lossy(bytes);
        for secret in [&token, &red.to_string(), &blue.to_string(), "red.view.yaml"] {
            assert!(!text.contains(secret), "{}: {secret}", path.display());
        }
    }
    // A second run changes nothing.
    let before = Tree::read(&bench.dir().join("www"));
    publish(&bench);
    assert_eq!(before, Tree::read(&bench.dir().join("www")));
}

#[test]
fn each_report_and_each_player_of_a_seat_has_a_key_of_its_own() {
    let bench = started(&[], SETTINGS);
    publish(&bench);
    let first = key(&bench, "red");
    bench.ok(&["adjudicate", GAME, "--overdue", "--now", "a test"]);
    publish(&bench);
    let second = key(&bench, "red");
    assert_ne!(first, second);
    assert_eq!(opened(&bench, &first), None, "the earlier view is gone");
    assert!(opened(&bench, &second).is_some());
    let hand_over = [
        "replace",
        GAME,
        "red",
        "--name",
        "Uma",
        "--address",
        "uma@example.org",
        "--reason",
        "a test",
    ];
    bench.ok(&hand_over);
    publish(&bench);
    assert_eq!(opened(&bench, &second), None, "the former player reads it");
    assert_eq!(views(&bench).len(), 2);
}

/// A view file that is damaged is no view: its path is named, and nothing is published.
#[test]
fn a_damaged_view_is_named_and_not_published() {
    let bench = started(&[], SETTINGS);
    let filed = "gem/reports/0000/0001/red.view.yaml";
    bench.write(filed, "{ this is: no view");
    let refused = publish(&bench);
    assert_ne!(refused.code, 0);
    assert!(refused.err.contains("red.view.yaml"), "{}", refused.err);
    assert!(!bench.dir().join("www").exists());
}

#[test]
fn without_the_setting_there_is_no_link_and_no_view() {
    for settings in [
        "public-at: https://example.org/gem/\npublish:\n  to: ../www\n",
        "publish:\n  to: ../www\n",
    ] {
        let bench = started(&[], settings);
        assert_eq!(publish(&bench).code, 0);
        bench.ok(&["send", GAME]);
        for name in letters::left(&bench) {
            let all = letters::read(&bench, &name).all;
            assert!(!all.contains("/play/"), "{all}");
        }
        assert_eq!(views(&bench), []);
        assert_eq!(bench.read("www/play/index.html"), "the page");
    }
}

#[test]
fn views_need_the_address_of_the_site_and_the_page() {
    for address in [
        "",
        "public-at: https://example.org/gem/index.html\n",
        "public-at: https://example.org/?gem\n",
    ] {
        let bench = started(
            &[],
            &format!("{address}publish:\n  to: ../www\n  views: true\n"),
        );
        let refused = publish(&bench);
        assert_ne!(refused.code, 0);
        assert!(refused.err.contains("`public-at`"), "{}", refused.all());
        assert!(!bench.dir().join("www").exists());
    }
    let bench = started(&[], SETTINGS);
    std::fs::remove_file(bench.dir().join(PAGE)).expect("the page");
    let refused = publish(&bench);
    assert_ne!(refused.code, 0);
    assert!(
        refused.err.contains("packaging/play.sh"),
        "{}",
        refused.all()
    );
}

/// A report that is only filed brings no new key: the link in the last mail opens the newest view.
#[test]
fn a_link_opens_the_view_of_reports_that_are_not_mailed() {
    let table = Table::new("time-pirates", "players=3", &mut RandomBot::new(1));
    let bench = &table.bench;
    let (mut filed, mut seen) = (0, BTreeSet::new());
    for _ in 0..6 {
        bench.ok(&["adjudicate", GAME, "--overdue", "--now", "a test"]);
        let mut publish = bench.command(&["publish", GAME, "--to", "www"]);
        publish
            .env("CHRONOJUDGE_PLAY", PAGE)
            .output()
            .expect("the program");
        let position = read(bench, "turns/position.yaml");
        let folder = format!(
            "gem/reports/{:04}/{:04}",
            position["sat-in"].as_u64().expect("a turn"),
            position["sitting"].as_u64().expect("a sitting")
        );
        for seat in position["collected"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(seat, _)| seat)
        {
            let shown = opened(bench, &key(bench, seat)).expect("the newest view");
            let view = json(shown["view"].as_str().expect("a text"));
            assert_eq!(view, kept(bench, &format!("{folder}/{seat}.view.yaml")));
            seen.insert(shown["view"].to_string());
            filed += 1;
        }
    }
    assert!(
        filed > 4 && seen.len() > 3,
        "{filed} reports were only filed"
    );
}

/// A reply quotes the link, so what it opens has a token that counts only from the player's own address.
#[test]
fn the_orders_behind_a_link_are_taken_from_their_player_alone() {
    let bench = started(&[], SETTINGS);
    let players = bench.read("gem/players.yaml");
    bench.write(
        "gem/players.yaml",
        format!("trust: token\n{}", players.replace("trust: address\n", "")),
    );
    publish(&bench);
    let shown = opened(&bench, &key(&bench, "red")).expect("a view");
    let orders = shown["orders"].as_str().expect("a text");
    for (from, says) in [
        ("someone@example.net", "REJECTED"),
        ("red@example.org", "ACCEPTED"),
    ] {
        let mail = letters::mail("red", "Subject: orders", orders).replace("red@example.org", from);
        let (_, answers) = letters::pipe(&bench, mail);
        let receipt = answers.iter().find(|one| one.name.contains(".red."));
        let receipt = receipt.expect("an answer to the player");
        assert!(
            receipt.field("Subject").contains(says),
            "{from}: {}",
            receipt.all
        );
    }
}

/// A player may quote their mail in a letter: its readers get asterisks.
#[test]
fn a_letter_does_not_pass_a_link_on() {
    let bench = started(&["--press", "white"], SETTINGS);
    let key = key(&bench, "red").to_string();
    let text = format!("Look at this: https://example.org/gem/play/#{key}\n");
    let (_, answers) = letters::pipe(
        &bench,
        letters::mail("red", "Subject: Press to blue", &text),
    );
    let letter = answers
        .iter()
        .find(|one| one.name.contains(".blue.press."))
        .expect("a letter");
    assert!(letter.all.contains("play/#****"), "{}", letter.all);
    assert!(!letter.whole().contains(&key), "{}", letter.all);
}
