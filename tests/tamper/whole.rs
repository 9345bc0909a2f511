//! Forgeries of whole games, each played to its end and shown to both auditors: a game that is founded again with all
//! salts in hand, two logs for two players, and a bot that plays secretly.

use super::{Comes::*, Forger, all_fail, public::Public, scratch, signed::rebind, text};
use crate::{
    cli::{
        bench::{Bench, GAME, TWO},
        signed::{nothing, over, turn},
    },
    desk::bots::a_game_of_bots,
};
use chronojudge::{
    audit::people,
    dice::{Name, chain::salt_hash, field::sha256},
};

const ANEW: &str =
    "a whole game founded again when all salts are in hand, or its first record written anew then";
const SPLIT: &str = "which record the orders of a lock name as the last that their writer saw";
const SILENT: &str = "a bot that plays a seat without a note and without a word in the lock";

/// Returns a game for two that is ready to start, with a secret of its own.
fn founded(master: &str, more: &[&str]) -> Bench {
    let bench = Bench::empty_in_memory();
    bench.found_with(master, more);
    bench.seat(&TWO);
    bench.open_words(&TWO);
    bench.ok(&["start", GAME]);
    bench
}

/// Plays a turn without orders.
fn pass(bench: &Bench) {
    for seat in TWO {
        bench.write("x.yaml", nothing(seat, turn(bench), ""));
        bench.ok(&["receive", GAME, "x.yaml"]);
    }
    bench.ok(&["adjudicate", GAME]);
}

/// Plays to the end, opens the game, and returns the public files.
fn played(bench: &Bench) -> Public {
    while !over(bench) {
        pass(bench);
    }
    bench.ok(&["reveal", GAME]);
    public(bench)
}

fn public(bench: &Bench) -> Public {
    Public::read(&bench.root().join("public"))
}

/// Copies the lines with this beginning from the records of one game to those of another.
fn moved(from: &Public, to: &mut Public, start: &str) {
    let (theirs, mut records) = (from.records(), to.records());
    for (record, theirs) in records.iter_mut().zip(&theirs) {
        for (key, value) in { theirs.0.iter() }.filter(|(key, _)| key.starts_with(start)) {
            record.set(key, value);
        }
    }
    to.relink(&records);
}

/// Makes the promised hashes fit the salts and the first record, as a GM can who has all salts.
fn promised(public: &mut Public) {
    let mut records = public.records();
    let genesis = sha256(&records[0].bytes());
    let salts = records.iter().position(|r| r.kind() == "salts").unwrap();
    let seated = records.iter().position(|r| r.kind() == "seated").unwrap();
    for (key, salt) in records[salts].0.clone() {
        if let Some(seat) = key.strip_prefix("salt.") {
            let hash = salt_hash(&genesis, &Name::new(seat).unwrap(), &salt.parse().unwrap());
            records[seated].set(&format!("salt-hash.{seat}"), hash.to_string());
        }
    }
    public.relink(&records);
}

/// The GM founds the game again, under its name and with the salts that the players sent for the first one, until the
/// dice are favorable. The log is in order; every mail shows that it is another game.
#[test]
fn a_game_founded_again_is_detected_by_the_mails() {
    let bench = founded(&"11".repeat(32), &[]);
    let sent = bench.tree();
    let mails: Vec<(String, Vec<u8>)> = { sent.files("") }
        .filter(|(path, _)| path.to_string_lossy().contains("gem.s0000.red."))
        .map(|(path, bytes)| (path.display().to_string(), bytes.to_vec()))
        .collect();
    assert!(!mails.is_empty(), "the mail about a seat");
    let real = played(&bench);
    let again = played(&founded(&"22".repeat(32), &[]));
    let rolls = "sittings/0001/rolls.txt";
    assert_ne!(
        real.text(rolls),
        again.text(rolls),
        "other dice from the same salts"
    );

    let mut forger = Forger::new(real.clone(), true);
    let second = again.clone();
    forger.forge("founded again with all salts", Head(ANEW), |p| *p = second);
    // The promises that the players made for the first game do not fit the second.
    let (first, second) = (real.clone(), again.clone());
    let salts = Refused("salts (", "seats and salts");
    forger.forge(
        "founded again, with the hashes that players sent",
        salts,
        |p| {
            *p = second;
            moved(&first, p, "salt-hash.");
        },
    );
    for (what, path) in [("title", "game.yaml"), ("content", "content/board.yaml")] {
        let changed = match what {
            "title" => real.text(path).replace("\ntitle: ", "\ntitle: Not "),
            _ => real.text(path).to_owned() + "# a remark\n",
        };
        forger.forge(
            format!("another {what}, and all written anew"),
            Head(ANEW),
            |p| {
                p.set(path, changed);
                p.refit();
                promised(p);
            },
        );
    }
    all_fail("founded again", &forger, (0, 0));

    // Each of them fails with the first mail that the player has.
    for forgery in forger
        .done
        .iter()
        .filter(|forgery| forgery.comes == Head(ANEW))
    {
        let folder = scratch();
        let place = folder.path().join("public");
        forgery.public.write(&place, None);
        let said = text(&people(&place, &mails, None));
        assert!(
            said.contains("FAILED     first record in "),
            "{}: {said}",
            forgery.what
        );
    }
    let folder = scratch();
    let place = folder.path().join("public");
    real.write(&place, None);
    let said = text(&people(&place, &mails, None));
    assert!(
        said.contains("ok         first record in ") && !said.contains("FAILED"),
        "{said}"
    );
}

/// The GM shows red one log and blue another, and uses red's orders for one log in the other.
#[test]
fn two_logs_are_detected_by_the_orders_of_a_whole_game() {
    let bench = founded(&"33".repeat(32), &["--option", "youth=true"]);
    // The log that red is shown: it has other orders of blue, and with them another lock and other later records.
    let shown = Bench::in_memory(&bench.tree());
    for (bench, word) in [(&bench, ""), (&shown, "shown to red")] {
        bench.write("red.yaml", nothing("red", turn(bench), ""));
        bench.write("blue.yaml", nothing("blue", turn(bench), word));
        for file in ["red.yaml", "blue.yaml"] {
            bench.ok(&["receive", GAME, file]);
        }
        bench.ok(&["adjudicate", GAME]);
    }
    let of_red = public(&shown).head().to_string();
    let now = turn(&bench);
    let own = format!(
        "head: {}\n{}",
        public(&bench).head(),
        nothing("red", now, "")
    );
    let alien = format!("head: {of_red}\n{}", nothing("red", now, ""));
    // The program refuses the orders that red sends for the other log.
    bench.write("red.yaml", &alien);
    assert!(
        bench
            .no(&["receive", GAME, "red.yaml"])
            .err
            .contains("E0316")
    );
    bench.write("red.yaml", &own);
    bench.write("blue.yaml", nothing("blue", now, ""));
    for file in ["red.yaml", "blue.yaml"] {
        bench.ok(&["receive", GAME, file]);
    }
    bench.ok(&["adjudicate", GAME]);
    let lock = |public: &Public| {
        public
            .records()
            .iter()
            .rposition(|r| r.kind() == "lock")
            .unwrap()
    };
    let running = public(&bench);
    let (at, opened) = (lock(&running), "opened/0003/order-red.yaml");
    let unseen = move |p: &mut Public| {
        let mut records = p.records();
        records[at].remove("seen.red");
        p.relink(&records);
    };
    // While the game runs, red's orders are sealed, and the record that they name rests on the GM's word.
    let mut forger = Forger::new(running, true);
    forger.forge("the log that red saw, left out", Later(SPLIT), unseen);
    all_fail("two logs, running", &forger, (0, 0));

    // A GM with another program uses red's orders although they name another log, and makes every hash fit.
    let mut forger = Forger::new(played(&bench), true);
    let saw = Refused("the log that players saw", "the log that red saw");
    assert_eq!(forger.real.text(opened), own);
    forger.forge("the log that red saw, left out", saw, unseen);
    for (what, seen) in [
        ("named as this one", true),
        ("and nothing said of it", false),
    ] {
        forger.forge(format!("orders for another log, {what}"), saw, |p| {
            p.set(opened, &*alien);
            rebind(p, 3, "order-red");
            if !seen {
                unseen(p);
            }
        });
    }
    all_fail("two logs", &forger, (0, 0));
    // Red's mail about the other log names no record of this one.
    let sent = shown.tree();
    let mails: Vec<(String, Vec<u8>)> = { sent.files("") }
        .filter(|(path, _)| path.to_string_lossy().contains("gem.s0002.red.report"))
        .map(|(path, bytes)| (path.display().to_string(), bytes.to_vec()))
        .collect();
    let folder = scratch();
    forger.real.write(&folder.path().join("public"), None);
    let said = text(&people(&folder.path().join("public"), &mails, None));
    assert!(
        said.contains("the mail was written about another log than this one"),
        "{said}"
    );
}

/// The GM lets a bot play a seat, without a note or a word in the lock.
#[test]
fn a_secret_bot_is_detected_when_the_game_is_open() {
    const SEAT: &str = "zytal";
    let silent = |notes: bool, lines: bool| {
        move |p: &mut Public| {
            let mut records = p.records();
            let is_note = |r: &super::public::Record| {
                r.kind() == "note"
                    && r.get("seat") == Some(SEAT)
                    && r.get("what") == Some("replace")
            };
            records.retain(|record| !notes || !is_note(record));
            for record in records.iter_mut().filter(|r| lines && r.kind() == "lock") {
                record.remove(&format!("bot.{SEAT}"));
            }
            p.relink(&records);
            p.sweep();
        }
    };
    let finished = a_game_of_bots();
    let mut forger = Forger::new(Public::read(&finished.root().join("public")), true);
    let plays = Refused("order and keys", "who plays each seat");
    forger.forge("a bot without a note", plays, silent(true, false));
    forger.forge("a bot that no lock names", plays, silent(false, true));
    let derived = Rules("journals from orders and dice");
    forger.forge("a bot in silence", derived, silent(true, true));
    all_fail("bots", &forger, (0, 0));

    // The same while the game runs: its first two sittings.
    let mut records = forger.real.records();
    let end = records
        .iter()
        .enumerate()
        .filter(|(_, r)| r.kind() == "result")
        .nth(1);
    records.truncate(end.unwrap().0 + 1);
    let mut running = forger.real.clone();
    running.relink(&records);
    running.sweep();
    let mut forger = Forger::new(running, true);
    forger.forge("a bot without a note", plays, silent(true, false));
    forger.forge("a bot that no lock names", plays, silent(false, true));
    forger.forge("a bot in silence", Later(SILENT), silent(true, true));
    all_fail("bots, running", &forger, (0, 0));
}
