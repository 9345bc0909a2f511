//! Bots that play a seat: because its orders did not come, or because the GM set one; and the player's return.

use super::bench::{
    DUE, audits, mail, mails, note_texts, notes, ok_at, run_at, seat_two_players, send_in, started,
    status, terms, tick,
};
use crate::cli::{
    beacon::{BEACON, LOCKS, OUT, SIGNATURES, start, table_at},
    bench::{Bench, GAME, MASTER, SEATS},
    tree::Tree,
};
use chronojudge::{
    log::{Kind, Log},
    ssh::Signer,
};
use std::sync::OnceLock;

/// Returns all seats but one, in the order of the game.
fn others(seat: &str) -> Vec<&'static str> {
    SEATS.into_iter().filter(|s| *s != seat).collect()
}

fn row(bench: &Bench, seat: &str) -> serde_json::Value {
    let now = status(bench, DUE);
    let rows = now["seats"].as_array().unwrap();
    rows.iter().find(|row| row["seat"] == seat).unwrap().clone()
}

/// Returns the lock of a sitting.
fn lock(bench: &Bench, sitting: u32) -> String {
    let tree = bench.tree();
    let wanted = format!("\nsitting: {sitting}\n");
    let mut records = tree
        .files("public/log")
        .map(|(_, text)| String::from_utf8_lossy(text).into_owned());
    let record =
        records.find(|text| text.starts_with("record: fair1/lock") && text.contains(&wanted));
    record.unwrap()
}

fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

const CARETAKER: &str = "nmr: [caretaker]\ncaretaker: greedy\nguards: {missing: 90, outage: 999}\n";

/// The bot plays two turns, and the player one; then another bot that the GM sets plays two.
#[test]
fn a_caretaker_is_a_bot() {
    let bench = started(&terms("", CARETAKER));
    assert!(
        bench
            .read("gem/public/game.yaml")
            .contains("\ncaretaker: greedy\n")
    );
    send_in(&bench, "2026-11-25T12:00:00Z", &others("zytal"), 1);
    let program = concat!("chronojudge ", env!("CARGO_PKG_VERSION"));
    let line = format!("\nbot.zytal: greedy {program}\n");
    // The bot plays already in the turn that its player misses.
    let shown = ok_at(&bench, DUE, &["adjudicate", GAME, "--preview"]).out;
    assert!(
        shown.contains("zytal        no orders; the bot greedy plays it\n"),
        "{shown}"
    );
    assert!(tick(&bench, DUE).contains("sitting 2 of turn 1"));
    assert!(lock(&bench, 2).contains(&line), "{}", lock(&bench, 2));
    let journal = bench.read("gem/turns/0001/journal.yaml");
    assert!(journal.contains("bot: greedy"), "{journal}");
    assert!(!journal.contains("by: nmr"), "{journal}");
    assert_eq!(notes(&bench), ["nmr by desk"]);
    assert!(
        note_texts(&bench).contains("and the bot greedy the rest, by what the seat may see."),
        "{}",
        note_texts(&bench)
    );
    let told = "The bot greedy plays Zytal: it answers every question that orders leave open, and knows only what the seat may see";
    for reader in ["public", "roo", "zytal"] {
        let report = flat(&bench.read(&format!("gem/reports/0001/0002/{reader}.txt")));
        assert_eq!(report.matches(told).count(), 1, "{report}");
    }
    let own = flat(&bench.read("gem/reports/0001/0002/zytal.txt"));
    assert!(
        own.contains("a bot played your seat, and you have it back"),
        "{own}"
    );
    assert_eq!(row(&bench, "zytal")["bot"], "greedy");
    assert_eq!(row(&bench, "roo")["bot"], serde_json::Value::Null);
    let table = ok_at(&bench, DUE, &["status", GAME]).out;
    assert!(
        table.contains("(caretaker, bot greedy, missed 1)"),
        "{table}"
    );

    // No sitting waits for the seat.
    let early = "2026-11-29T12:00:00Z";
    send_in(&bench, early, &others("zytal"), 2);
    assert!(tick(&bench, early).contains("sitting 3 of turn 2"));
    assert!(lock(&bench, 3).contains(&line));
    audits(&bench);
    for turn in ["1", "2"] {
        let said = ok_at(&bench, early, &["rerun", GAME, turn]);
        assert!(said.all().contains("identical"), "{}", said.all());
    }

    // The player is back.
    send_in(&bench, early, &SEATS, 3);
    assert!(tick(&bench, early).contains("sitting 4 of turn 3"));
    assert!(!lock(&bench, 4).contains("bot."), "{}", lock(&bench, 4));
    assert!(note_texts(&bench).contains("zytal has sent orders, and its player plays it again."));
    assert_eq!(row(&bench, "zytal")["bot"], serde_json::Value::Null);
    audits(&bench);
}

#[test]
fn a_gm_gives_a_seat_to_a_bot_and_back() {
    let bench = started(&terms("", "guards: {missing: 90, outage: 999}\n"));
    let day = "2026-11-25T12:00:00Z";
    // Orders on file stay in force, and do not count as the player's return.
    send_in(&bench, day, &["roo"], 1);
    let give = [
        "replace",
        GAME,
        "roo",
        "--bot",
        "swing",
        "--reason",
        "no  word since May",
    ];
    let said = ok_at(&bench, day, &give);
    assert!(
        said.err
            .starts_with("The bot swing plays roo from now on, by what the seat may see"),
        "{}",
        said.err
    );
    assert!(
        said.err.contains("Reason: no word since May"),
        "{}",
        said.err
    );
    assert_eq!(notes(&bench), ["replace by gm"]);
    assert_eq!(mails(&bench, "replace").len(), 6);
    assert!(mail(&bench, "s0001.zytal.replace.6").contains("The bot swing plays roo"));
    assert_eq!(run_at(&bench, day, &give).code, 2, "it has it already");
    assert_eq!(row(&bench, "roo")["bot"], "swing");
    send_in(&bench, day, &others("roo"), 1);
    assert!(tick(&bench, day).contains("sitting 2 of turn 1"));
    assert!(
        !bench
            .read("gem/turns/0001/journal.yaml")
            .contains("bot: swing")
    );
    assert!(lock(&bench, 2).contains("\nbot.roo: swing "));
    // Two turns, and no sitting waits for the seat.
    for turn in [2, 3] {
        send_in(&bench, day, &others("roo"), turn);
        let said = tick(&bench, day);
        assert!(
            said.contains(&format!("sitting {} of turn {turn}", turn + 1)),
            "{said}"
        );
        let journal = bench.read(&format!("gem/turns/000{turn}/journal.yaml"));
        assert!(journal.contains("bot: swing"), "{journal}");
    }
    // The seat goes back to a human: another player, or the same one, possibly with another key than before.
    let key = Signer::from_seed(&[7; 32]).public();
    let back = [
        "replace",
        GAME,
        "roo",
        "--name",
        "Player roo",
        "--address",
        "roo@example.org",
        "--key",
        &key,
        "--reason",
        "she is back",
    ];
    let said = ok_at(&bench, day, &back);
    assert!(
        said.err
            .contains("roo passes from the bot swing to Player roo."),
        "{}",
        said.err
    );
    assert_eq!(row(&bench, "roo")["bot"], serde_json::Value::Null);
    assert!(bench.read("gem/players.yaml").contains(&key));
    let log = Log::read(&bench.root().join("public")).unwrap();
    let mut told = log.of(Kind::Note);
    assert!(told.any(|note| note.record.get("key.roo") == Some(&key)));
    assert_eq!(run_at(&bench, day, &back).code, 2);
    send_in(&bench, day, &SEATS, 4);
    assert!(tick(&bench, day).contains("sitting 5 of turn 4"));
    assert!(!lock(&bench, 5).contains("bot."));
    // Or the player sends orders.
    ok_at(&bench, day, &give);
    send_in(&bench, day, &SEATS, 5);
    assert!(tick(&bench, day).contains("sitting 6 of turn 5"));
    assert_eq!(row(&bench, "roo")["bot"], serde_json::Value::Null);
    assert!(note_texts(&bench).contains("roo has sent orders, and its player plays it again."));
    audits(&bench);
    for turn in ["1", "2", "3"] {
        let said = ok_at(&bench, day, &["rerun", GAME, turn]);
        assert!(said.all().contains("identical"), "{}", said.all());
    }
}

#[test]
fn unknown_bots_are_refused() {
    let bench = started(&terms("", ""));
    let day = "2026-11-25T12:00:00Z";
    let tree = bench.tree();
    let said = run_at(
        &bench,
        day,
        &["replace", GAME, "roo", "--bot", "random", "--reason", "x"],
    );
    assert!(
        said.code == 2
            && said
                .err
                .contains("Time Agent has no bot `random`; it has greedy, swing, search."),
        "{}",
        said.all()
    );
    let said = run_at(&bench, day, &["replace", GAME, "roo", "--reason", "x"]);
    assert_eq!(said.code, 2, "{}", said.all());
    assert_eq!(bench.tree().against(&tree), "");
    for (rules, words) in [
        ("time-agent", "time-agent has greedy, swing, search."),
        ("time-pirates", "time-pirates has search."),
    ] {
        let bench = Bench::empty();
        bench.write(
            "terms.yaml",
            terms("", "nmr: [caretaker]\ncaretaker: nobody\n"),
        );
        let said = bench.run(&[
            "new",
            GAME,
            "--dice",
            "plain",
            "--trust",
            "address",
            "--ruleset",
            rules,
            "--terms",
            "terms.yaml",
        ]);
        assert!(said.code == 2 && said.err.contains(words), "{}", said.all());
        assert!(!bench.root().exists());
    }
}

/// A bot's answer waits for the beacon as players' orders do.
#[test]
fn a_bot_is_named_in_the_lock_before_the_dice_are_known() {
    let bench = Bench::empty();
    table_at(&bench, LOCKS[0], &SEATS, &BEACON);
    start(&bench);
    let draw = |n: usize| ["adjudicate", GAME, "--beacon", SIGNATURES[n].1];
    ok_at(&bench, OUT[1], &draw(1));
    let give = ["replace", GAME, "roo", "--reason", "away", "--bot"];
    let give = |bot| [&give[..], &[bot]].concat();
    let between = "2023-08-23T15:16:00Z";
    ok_at(&bench, between, &give("greedy"));
    send_in(&bench, between, &others("roo"), 1);
    let said = ok_at(&bench, LOCKS[2], &["adjudicate", GAME]);
    assert!(said.err.contains("round 657413 "), "{}", said.err);
    assert!(lock(&bench, 2).contains("\nbot.roo: greedy "));
    // A locked sitting is not changed any more.
    assert_eq!(run_at(&bench, LOCKS[2], &give("swing")).code, 2);
    let said = ok_at(&bench, OUT[2], &draw(2));
    assert!(said.err.starts_with("Sitting 2 "), "{}", said.err);
    let journal = bench.read("gem/turns/0001/journal.yaml");
    assert!(journal.contains("bot: greedy"), "{journal}");
    // The Python script cannot verify beacons, and says so.
    let said = ok_at(&bench, OUT[2], &["audit", GAME]);
    let beacon = "ok         beacon signatures (2)\n";
    assert!(said.out.contains(beacon), "{}", said.out);
}

/// A fork is its GM's alone: seats have no bots but those that the GM sets.
#[test]
fn a_fork_has_no_bots_until_its_gm_sets_one() {
    let bench = started(&terms("", "guards: {missing: 90, outage: 999}\n"));
    let day = "2026-11-25T12:00:00Z";
    let give = ["--bot", "swing", "--reason", "away"];
    ok_at(
        &bench,
        day,
        &[&["replace", GAME, "roo"], &give[..]].concat(),
    );
    send_in(&bench, day, &others("roo"), 1);
    assert!(tick(&bench, day).contains("sitting 2 of turn 1"));
    let master = "ff".repeat(32);
    let fork = ["fork", GAME, "what-if", "--master", &master];
    ok_at(
        &bench,
        day,
        &[&fork[..], &["--reason", "what if?"]].concat(),
    );
    let bots = |game: &str| -> Vec<serde_json::Value> {
        let now = bench.json(&["status", game]);
        let rows = now["seats"].as_array().unwrap().iter();
        rows.map(|row| row["bot"].clone())
            .filter(|bot| !bot.is_null())
            .collect()
    };
    assert_eq!(bots(GAME), ["swing"]);
    assert_eq!(bots("what-if").len(), 0);
    ok_at(
        &bench,
        day,
        &[&["replace", "what-if", "roo"], &give[..]].concat(),
    );
    assert_eq!(bots("what-if"), ["swing"]);
    let now = ["adjudicate", "what-if", "--now", "to see"];
    ok_at(&bench, day, &now);
    let said = ok_at(&bench, day, &["audit", "what-if/public"]);
    assert!(said.out.contains("ok "), "{}", said.all());
}

/// In a game played by bots, opened at the end, the journals are derived again from the locked orders and the bots'
/// answers.
#[test]
fn the_answers_of_bots_are_derived_again() {
    let bench = a_game_of_bots();
    audits(&bench);
    let said = bench.ok(&["audit", "gem/public"]).out;
    assert!(
        said.contains("ok         journals from orders and dice (")
            && said.contains(" of them bots answered as this program's own do)"),
        "{said}"
    );
}

/// Returns a finished game in which bots have all seats. It is played once; this is a copy.
pub fn a_game_of_bots() -> Bench {
    static PLAYED: OnceLock<Tree> = OnceLock::new();
    Bench::copy(PLAYED.get_or_init(|| played_by_bots().tree()))
}

fn played_by_bots() -> Bench {
    let bench = Bench::empty();
    bench.write(
        "terms.yaml",
        terms("", "guards: {missing: 100, outage: 9999}\n"),
    );
    bench.ok(&[
        "new",
        GAME,
        "--dice",
        "plain",
        "--trust",
        "address",
        "--option",
        "scenario=two",
        "--master",
        MASTER,
        "--keys",
        "64",
        "--terms",
        "terms.yaml",
    ]);
    seat_two_players(&bench);
    bench.ok(&["start", GAME]);
    for seat in SEATS {
        bench.ok(&[
            "replace",
            GAME,
            seat,
            "--bot",
            "greedy",
            "--reason",
            "to see the end",
        ]);
    }
    for _ in 0..12 {
        bench.ok(&["adjudicate", GAME, "--now", "nobody plays"]);
        if status(&bench, DUE)["ended"] == "game-over" {
            break;
        }
    }
    assert_eq!(status(&bench, DUE)["ended"], "game-over");
    bench.ok(&["reveal", GAME]);
    bench
}

/// A game that has no bot of its own is played by the one that searches, which thinks as little as its name says. An auditor
/// derives its answers again.
#[test]
fn a_search_plays_a_game_without_bots_of_its_own() {
    let bench = super::anew::short();
    for seat in super::anew::TWO {
        let bot = ["replace", GAME, seat, "--bot", "search-3", "--reason", "x"];
        bench.ok(&bot);
    }
    for _ in 0..4 {
        bench.ok(&["adjudicate", GAME, "--now", "nobody plays"]);
    }
    assert_eq!(status(&bench, DUE)["ended"], "game-over");
    let journal = bench.read("gem/turns/0001/journal.yaml");
    assert!(journal.contains("search-3"), "{journal}");
    bench.ok(&["reveal", GAME]);
    let said = bench.ok(&["audit", "gem/public"]).out;
    let derived = "(5 sittings; in 4 of them bots answered as this program's own do)";
    assert!(said.contains(derived), "{said}");
}
