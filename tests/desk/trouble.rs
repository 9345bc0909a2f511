//! Mails to the GM about a broken game, once and not with every tick; and mails that the GM sends with a command: a
//! report again, and a test.

use super::bench::{mail, mails, run_at, send_in, started, terms};
use crate::cli::bench::{Bench, CLOCK, GAME, SEATS};
use std::fs;

const LATER: &str = "2026-11-25T12:00:00Z";

fn broken(bench: &Bench, clock: &str) -> String {
    let said = run_at(bench, clock, &["tick", GAME]);
    assert_eq!(said.code, 1, "{}", said.all());
    said.err
}

#[test]
fn a_broken_game_is_reported_once() {
    let bench = started(&terms("", ""));
    let trouble = || mails(&bench, "trouble");
    let state = bench.read("gem/turns/0001/state.yaml");
    bench.write("gem/turns/0001/state.yaml", "not a state");
    let said = broken(&bench, CLOCK);
    assert!(said.contains("the GM is told by mail"), "{said}");
    for clock in [CLOCK, LATER, LATER] {
        assert!(!broken(&bench, clock).contains("told by mail"));
    }
    assert_eq!(trouble(), ["s0000.gm.trouble.1"]);
    let told = mail(&bench, "s0000.gm.trouble.1");
    for part in [
        "Subject: [gem] The game is blocked by an error",
        "gm@localhost",
        "turns/0001/state.yaml is damaged",
        "chronojudge status gem",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
    // Another failure is reported; so is the same one after a repair.
    bench.write("gem/turns/0001/state.yaml", &state);
    let game = bench.read("gem/game.yaml");
    bench.write("gem/game.yaml", "game: [");
    broken(&bench, LATER);
    broken(&bench, LATER);
    assert_eq!(trouble().len(), 2);
    bench.write("gem/game.yaml", game);
    assert_eq!(run_at(&bench, LATER, &["tick", GAME]).code, 0);
    bench.write("gem/turns/0001/state.yaml", "not a state");
    let _ = fs::remove_file(bench.root().join("next.hint"));
    broken(&bench, LATER);
    assert_eq!(trouble().len(), 3);
    // Only the GM is notified.
    for name in trouble() {
        assert!(!mail(&bench, &name).contains("example.org"));
    }
}

/// The same alert with other figures is not sent again.
#[test]
fn a_full_disk_is_reported_once() {
    let bench = started(&terms("", "guards: {room: 1000000000000}\n"));
    send_in(&bench, CLOCK, &SEATS, 1);
    for n in 0..4 {
        broken(&bench, LATER);
        bench.write("filler", vec![b'x'; 3_000_000 * n]);
    }
    assert_eq!(mails(&bench, "trouble").len(), 1);
    assert!(mail(&bench, "s0000.gm.trouble.1").contains("Make room"));
}

/// The mail waits as long as it cannot be sent, and is sent by a later tick.
#[test]
fn an_alert_that_cannot_be_sent_waits() {
    let bench = started(&terms("", ""));
    let settings = bench.read("gem/mail.yaml");
    // A file is in the folder's place.
    bench.write("gem/mail.yaml", format!("{settings}folder: game.yaml\n"));
    bench.write("gem/turns/0001/state.yaml", "not a state");
    broken(&bench, CLOCK);
    let waits = bench.root().join("outbox/gem.s0000.gm.trouble.1.eml");
    assert!(waits.exists());
    bench.write("gem/mail.yaml", settings);
    broken(&bench, LATER);
    assert!(!waits.exists());
    assert_eq!(mails(&bench, "trouble").len(), 1);
}

#[test]
fn a_report_is_mailed_again() {
    let bench = started(&terms("", ""));
    let first = mail(&bench, "s0001.zytal.report.1");
    let players = bench.read("gem/players.yaml");
    bench.write(
        "gem/players.yaml",
        players.replace("zytal@example.org", "z@elsewhere.example"),
    );
    for n in 1..=2 {
        let said = bench.ok(&["send", GAME, "--again", "zytal"]);
        assert!(said.err.contains("1 of 1 mail sent"), "{}", said.err);
        let again = mail(&bench, &format!("s0001.zytal.again.{n}"));
        let subject = |text: &str| {
            let line = text.lines().find(|l| l.starts_with("Subject: "));
            line.unwrap().to_owned()
        };
        assert_eq!(subject(&again), subject(&first));
        for part in [
            "z@elsewhere.example",
            &format!("Message-ID: <gem.s1.zytal.again.{n}."),
            "gem.t1.zytal.orders.yaml",
        ] {
            assert!(again.contains(part), "{part}\n{again}");
        }
        // It has nothing that the first one did not have.
        assert!(!again.contains("Player roo <"));
    }
    // It can be answered as the first one can.
    let form = bench.ok(&["form", GAME, "zytal"]).out;
    assert!(mail(&bench, "s0001.zytal.again.1").contains(&form));
    let two = ["send", GAME, "--again", "roo", "--again", "human"];
    assert!(bench.ok(&two).err.contains("2 of 2 mails sent"));
    assert_eq!(bench.run(&["send", GAME, "--again", "zytall"]).code, 2);
    let early = Bench::empty();
    early.found();
    early.seat(&SEATS);
    assert_eq!(early.run(&["send", GAME, "--again", "zytal"]).code, 2);
}

#[test]
fn a_test_mail() {
    let bench = started(&terms("", ""));
    let before = bench.tree();
    let said = bench.ok(&["send", GAME, "--test"]);
    assert!(
        said.err
            .contains("sent a test mail to gm@localhost, which here means: written to"),
        "{}",
        said.err
    );
    let to = bench.json(&["send", GAME, "--test", "Ilse <ilse@example.org>"]);
    assert_eq!(to["to"], "ilse@example.org");
    let now = bench.tree();
    let changed = now.against(&before);
    assert!(
        changed
            .lines()
            .all(|line| line.starts_with("only before: mail/gem.s0.gm.test.")),
        "nothing else is kept: {changed}"
    );
    let (_, text) = now
        .files("mail")
        .find(|(p, _)| p.to_string_lossy().contains(".test."))
        .unwrap();
    assert!(String::from_utf8_lossy(text).contains("[gem] A test"));
    let settings = bench.read("gem/mail.yaml");
    bench.write("gem/mail.yaml", format!("{settings}folder: game.yaml\n"));
    let said = bench.run(&["send", GAME, "--test"]);
    assert!(
        said.code == 2
            && said
                .err
                .contains("The test mail to gm@localhost was not sent"),
        "{}",
        said.all()
    );
    assert_eq!(bench.run(&["send", GAME, "--test", "nobody"]).code, 2);
}
