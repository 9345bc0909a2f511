//! The LOOP at the command line: the example game in its fourth turn, which is Mr. Time's.

use super::{
    bench::{Bench, GAME, MASTER},
    tree::Tree,
};
use std::path::Path;

fn example() -> Bench {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    Bench::copy(&Tree::read(&games.join("loop-1")))
}

/// Checks an order file of a seat for turn 4, and returns what the program says.
fn checked(bench: &Bench, seat: &str, body: &str) -> (i32, String) {
    let head = format!("game: loop-1\nturn: 4\nseat: {seat}\n");
    bench.write("orders.yaml", format!("{head}{body}\n"));
    let said = bench.run(&["check", "orders.yaml", "--game", GAME]);
    (said.code, said.all())
}

#[test]
fn mistakes_in_orders_have_their_codes() {
    let bench = example();
    for (code, seat, body) in [
        ("E1301", "mr-time", "actions: [{free: robots}]"),
        ("E1302", "mr-time", "actions: [{free: renaissance}]"),
        (
            "E1303",
            "mr-time",
            "actions: [{free: medieval}, {free: dawn}]",
        ),
        ("E1304", "mr-time", "actions: [{move: medieval}]"),
        ("E1304", "mr-time", "actions: [{loop: star}]"),
        ("E1305", "mr-time", "actions: [{use: pocket-sundial}]"),
        (
            "E1306",
            "mr-time",
            "actions: [{use: gutenbergs-wormhole}, {use: gutenbergs-wormhole}]",
        ),
        ("E1307", "mr-time", "actions: [{loop: black-hole}]"),
        (
            "E1308",
            "mr-time",
            "actions: [{ability: [v-girl, robots]}, {ability: [v-girl, global]}]",
        ),
        ("E1311", "mr-time", "acquire: timenado"),
        ("E1312", "mr-time", "actions: [{use: lag-spike}]"),
        ("E1317", "v-girl", "cancel: [overflow]"),
        ("E1317", "mr-time", "gain: rift"),
    ] {
        let (exit, said) = checked(&bench, seat, body);
        assert!(said.contains(&format!("error[{code}]")), "{body}\n{said}");
        assert_eq!(exit, 1, "{body}\n{said}");
    }
}

/// What an ability may still make right is a warning, and so is a section that waits for nothing.
#[test]
fn what_may_turn_out_right_is_a_warning() {
    let bench = example();
    for (code, seat, body) in [
        (
            "E1304",
            "mr-time",
            "actions: [{use: {artifact: ionic-temporograph, with: [renaissance]}}, {loop: spiral}, {use: ionic-temporograph}]",
        ),
        ("E1316", "v-girl", "actions: [{free: robots}]"),
    ] {
        let (exit, said) = checked(&bench, seat, body);
        assert!(said.contains(&format!("warning[{code}]")), "{body}\n{said}");
        assert!(!said.contains("error["), "{body}\n{said}");
        assert_eq!(exit, 0, "{body}\n{said}");
    }
    let maybe = "actions: [{use: {artifact: pocket-sundial, if-drawn: true}}]";
    let (exit, said) = checked(&bench, "mr-time", maybe);
    assert_eq!(exit, 0, "{said}");
    assert!(!said.contains('['), "{said}");
}

/// The names of an ability's choices and cards are corrected where one is surely meant.
#[test]
fn misspelt_names_have_a_hint() {
    let bench = example();
    for (body, hint) in [
        (
            "actions: [{use: gutenberg-wormhole}]",
            "gutenbergs-wormhole",
        ),
        ("acquire: drawbrige-remote", "drawbridge-remote"),
        ("actions: [{free: medival}]", "medieval"),
        (
            "actions: [{use: {artifact: ionic-temporograph, with: [renaisance]}}]",
            "renaissance",
        ),
    ] {
        let (exit, said) = checked(&bench, "mr-time", body);
        assert_eq!(exit, 1, "{said}");
        assert!(
            said.contains(&format!("did you mean `{hint}`?")),
            "{body}\n{said}"
        );
    }
}

/// The orders on file are played: the report tells what each card did, and how close defeat is.
#[test]
fn the_next_turn_is_played_and_reported() {
    let bench = example();
    bench.ok(&["adjudicate", GAME]);
    let status = bench.json(&["status", GAME]);
    assert_eq!(status["turn"], 5, "{status}");
    let report = bench.ok(&["report", GAME, "time-prowler"]).out;
    let flat = report.split_whitespace().collect::<Vec<_>>().join(" ");
    for words in [
        "Mr. Time uses Gutenberg's Wormhole",
        "Mr. Time does a LOOP in the Renaissance Era for 1 Energy: Spiral readies Gutenberg's Wormhole",
        "HOW CLOSE DEFEAT IS",
        "an Era has fewer empty slots than cubes fall on it",
        "the game is lost never",
        "YOUR HAND",
        "Borrowed Hourglass (borrowed-hourglass, Spiral): Add 1 Energy in your Era, then add 1 Energy in the Era before yours.",
    ] {
        assert!(flat.contains(words), "{words}\n{report}");
    }
    assert!(
        report.lines().all(|line| line.chars().count() <= 78),
        "{report}"
    );
}

/// `try` plays the orders on the player's own view.
#[test]
fn orders_are_tried_on_the_own_view() {
    let bench = example();
    let body = "actions:\n  - use: gutenbergs-wormhole\n  - use: {artifact: mona-lisas-eyebrows, with: [renaissance]}\n  - loop: spiral\n  - use: gutenbergs-wormhole\n";
    let head = "game: loop-1\nturn: 4\nseat: mr-time\n";
    bench.write("orders.yaml", format!("{head}{body}"));
    let view = format!("{GAME}/reports/0003/0005/mr-time.view.yaml");
    let said = bench.ok(&["try", "orders.yaml", "--view", &view]);
    let flat = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    for words in [
        "Mr. Time uses Mona Lisa's Eyebrows",
        "1 Rift is removed in the Renaissance Era, which has none left",
    ] {
        assert!(flat.contains(words), "{words}\n{}", said.out);
    }
}

/// Founds a game for one player, with a list of players.
fn alone(players: &str) -> (Bench, String) {
    let bench = Bench::empty_in_memory();
    bench.write("players.txt", players);
    let said = bench.run(&[
        "new",
        GAME,
        "--ruleset",
        "the-loop",
        "--option",
        "players=1",
        "--dice",
        "plain",
        "--trust",
        "address",
        "--master",
        MASTER,
        "--keys",
        "8",
        "--players",
        "players.txt",
    ]);
    assert_eq!(said.code, 0, "{}", said.all());
    (bench, said.all())
}

#[test]
fn one_player_alone_gets_both_seats() {
    let (bench, said) = alone("Ada <ada@example.org>\n");
    assert!(
        said.contains("Seated Ada <ada@example.org>: mr-time, time-prowler."),
        "{said}"
    );
    assert!(!said.contains("Empty seats"), "{said}");
    let started = bench.run(&["start", GAME]);
    assert_eq!(started.code, 0, "{}", started.all());
}

/// A player who names one seat gets that one, and `start` says how they get the other.
#[test]
fn start_says_how_empty_seats_are_filled() {
    let (bench, said) = alone("Ada <ada@example.org> time-prowler\n");
    assert!(said.contains("Empty seats: mr-time."), "{said}");
    let early = bench.run(&["start", GAME]);
    assert_eq!(early.code, 2, "{}", early.all());
    for words in ["Empty seats: mr-time.", "give the same name and address"] {
        assert!(early.err.contains(words), "{}", early.err);
    }
    let seated = bench.run(&[
        "seat",
        GAME,
        "mr-time",
        "--name",
        "Ada",
        "--address",
        "ada@example.org",
    ]);
    assert_eq!(seated.code, 0, "{}", seated.all());
    let started = bench.run(&["start", GAME]);
    assert_eq!(started.code, 0, "{}", started.all());
}
