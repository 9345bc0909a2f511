//! Mails that a player has kept, each compared with the record that it is about.

use super::{
    beacon::{LOCKS, OUT, SIGNATURES, ok, ready, start, table_at},
    bench::{Bench, GAME, Said, TWO},
};
use chronojudge::{
    log::{Kind, Log},
    mail::Incoming,
};
use std::fs;

/// Returns a game for two with a round for every sitting, and one sitting played.
fn played() -> Bench {
    let (bench, _) = ready();
    start(&bench);
    let round = ["adjudicate", GAME, "--beacon", SIGNATURES[1].1];
    ok(&bench, OUT[1], &round);
    bench
}

/// Returns the text of a mail to red, sent or waiting.
fn mail(bench: &Bench, name: &str) -> String {
    let folders = ["outbox", "sent"].map(|folder| bench.root().join(folder));
    let mut places = folders.iter().map(|folder| folder.join(name));
    let place = places.find(|place| place.exists());
    fs::read_to_string(place.unwrap_or_else(|| panic!("no {name}"))).unwrap()
}

/// Returns the hash of the first record of a kind.
fn hash_of(bench: &Bench, kind: Kind) -> String {
    let log = Log::read(&bench.root().join("public")).unwrap();
    log.of(kind).next().unwrap().hash.to_string()
}

/// Returns the text of the mail, with another head at its foot.
fn with_head(mail: &str, head: &str) -> String {
    let read = Incoming::read(mail.as_bytes());
    let text = read.text().unwrap();
    let (start, foot) = text.rsplit_once("Head of the log:").unwrap();
    let old = foot.lines().map(str::trim).find(|line| line.len() == 64);
    let foot = foot.replace(old.unwrap(), head);
    let id = read.message_id.map(|id| format!("Message-ID: {id}\r\n"));
    let id = id.unwrap_or_default();
    format!("{id}Content-Type: text/plain; charset=utf-8\r\n\r\n{start}Head of the log:{foot}")
}

/// Returns the mail as a server received it at this time of 23 August 2023.
fn taken_at(mail: &str, time: &str) -> String {
    format!("Received: by mx.example.org; Wed, 23 Aug 2023 {time} +0000\r\n{mail}")
}

fn compare(bench: &Bench, mail: &str) -> Said {
    bench.write("kept.eml", mail);
    bench.run(&["audit", GAME, "--compare", "kept.eml"])
}

#[track_caller]
fn fails(said: &Said, lines: &[&str]) {
    assert_eq!(said.code, 1, "{}", said.all());
    for line in lines {
        assert!(said.out.contains(line), "{line}\n{}", said.all());
    }
}

/// Every mail before the first turn, and the first report, has at its foot the hash of its own record and no other.
#[test]
fn a_mail_has_the_head_of_its_own_record() {
    let bench = played();
    for (name, is, other, wrong) in [
        (
            "gem.s0000.red.seat.1.eml",
            "record 1, the genesis",
            Kind::Seated,
            "record 2, the seated",
        ),
        (
            "gem.s0000.red.table.1.eml",
            "record 2, the seated",
            Kind::Genesis,
            "record 1, the genesis",
        ),
        (
            "gem.s0000.red.round.1.eml",
            "record 3, the salts",
            Kind::Draw,
            "record 4, the draw",
        ),
        (
            "gem.s0001.red.lock.1.eml",
            "record 5, the lock of sitting 1",
            Kind::Salts,
            "record 3, the salts",
        ),
        (
            "gem.s0001.red.report.1.eml",
            "record 6, the result of sitting 1",
            Kind::Lock,
            "record 5, the lock of sitting 1",
        ),
    ] {
        let kept = mail(&bench, name);
        let said = compare(&bench, &kept);
        assert_eq!(said.code, 0, "{name}: {}", said.all());
        let line = format!("ok         head in kept.eml: {is}\n");
        assert!(said.out.contains(&line), "{name}: {}", said.out);
        let said = compare(&bench, &with_head(&kept, &hash_of(&bench, other)));
        let line = format!(
            "FAILED     head in kept.eml: its head is {wrong}, and the mail is about {is}\n"
        );
        fails(&said, &[&line]);
    }
    // The head is that of a record that the log does not have.
    let kept = mail(&bench, "gem.s0001.red.lock.1.eml");
    let said = compare(
        &bench,
        &kept.replace("<gem.s1.red.lock.", "<gem.s7.red.lock."),
    );
    fails(
        &said,
        &["the mail is about the lock of sitting 7, and this log has none"],
    );
}

/// An old head does not hide that a mail about a lock is false or late.
#[test]
fn an_old_head_does_not_hide_a_false_lock() {
    let bench = played();
    let lock = mail(&bench, "gem.s0001.red.lock.1.eml");
    let line = lock.lines().find(|line| line.contains("order.red: "));
    let forged = lock.replace(
        line.unwrap().trim_end(),
        &format!("  order.red: {}", "5f".repeat(32)),
    );
    let forged = with_head(&forged, &hash_of(&bench, Kind::Salts));
    let unnamed: String = forged
        .lines()
        .filter(|line| !line.starts_with("Message-ID:"))
        .map(|line| format!("{line}\r\n"))
        .collect();
    for forged in [&forged, &unnamed] {
        let said = compare(&bench, &taken_at(forged, "15:16:00"));
        fails(
            &said,
            &[
                "FAILED     head in kept.eml: its head is record 3, the salts, and the mail is about record 5",
                "FAILED     hashes of the lock in kept.eml: the mail shows order.red: 5f5f",
                "FAILED     timing of sitting 1: the first mail about its lock came 27 seconds after its round was out",
            ],
        );
    }
    // The text names another sitting than the Message-ID.
    let other = lock.replace("The orders of sitting 1 ", "The orders of sitting 2 ");
    fails(
        &compare(&bench, &other),
        &["the mail names sitting 2, and its Message-ID sitting 1"],
    );
    // A late reply that quotes a mail about a lock is not a late mail about a lock.
    let quoted: String = lock
        .split_once("\r\n\r\n")
        .unwrap()
        .1
        .lines()
        .map(|line| format!("> {line}\r\n"))
        .collect();
    let answer = format!("Subject: Re: the lock\r\n\r\nMine is missing!\r\n{quoted}");
    let said = compare(&bench, &taken_at(&answer, "15:16:00"));
    assert_eq!(said.code, 0, "{}", said.all());
}

/// A receipt has the newest head of its moment; one that is older than the head in the orders fails.
#[test]
fn a_receipt_needs_a_head_as_new_as_that_of_its_orders() {
    let bench = Bench::empty();
    bench.ready_for_two(&[]);
    bench.ok(&["start", GAME]);
    bench.ok(&["hold", GAME, "--reason", "a record more"]);
    let sent = super::letters::with_file(
        "red",
        "mine",
        "x.yaml",
        &super::signed::nothing("red", 1, ""),
    );
    let answer = super::letters::answered(&bench, &sent);
    let receipt = fs::read_to_string(answer.path).unwrap();
    let said = compare(&bench, &receipt);
    assert_eq!(said.code, 0, "{}", said.all());
    assert!(
        said.out
            .contains("ok         head in kept.eml: record 6, the note"),
        "{}",
        said.out
    );
    let said = compare(&bench, &with_head(&receipt, &hash_of(&bench, Kind::Result)));
    assert_eq!(said.code, 0, "{}", said.all());
    let said = compare(&bench, &with_head(&receipt, &hash_of(&bench, Kind::Lock)));
    let line = "its head is record 4, the lock of sitting 1, and its writer knew record 5, the result of sitting 1";
    fails(&said, &[line]);
}

/// A log without its last records is in order. A mail about one of them shows that it was longer.
#[test]
fn a_log_that_was_cut_is_shown_by_a_mail_about_its_end() {
    let bench = Bench::empty();
    bench.ready_for_two(&[]);
    bench.ok(&["start", GAME]);
    let cut = Bench::copy(&bench.tree());
    for seat in TWO {
        bench.write("x.yaml", super::signed::nothing(seat, 1, ""));
        bench.ok(&["receive", GAME, "x.yaml"]);
    }
    bench.ok(&["adjudicate", GAME]);
    let kept = mail(&bench, "gem.s0002.red.report.1.eml");
    assert_eq!(compare(&bench, &kept).code, 0);
    cut.ok(&["audit", GAME]);
    fails(
        &compare(&cut, &kept),
        &[
            "the mail is about the result of sitting 2, and this log has none",
            "the mail was written about another log than this one",
        ],
    );
}

/// The salts in the mails are those in the log.
#[test]
fn the_salts_in_a_mail_are_those_of_the_log() {
    let bench = played();
    let other = "5f".repeat(32);
    for (name, key, what) in [
        (
            "gem.s0000.red.table.1.eml",
            "salt-hash.blue: ",
            "hashes of the salts",
        ),
        ("gem.s0000.red.round.1.eml", "salt.blue: ", "salts"),
    ] {
        let kept = mail(&bench, name);
        let said = compare(&bench, &kept);
        let line = format!("ok         {what} in kept.eml\n");
        assert!(said.out.contains(&line), "{}", said.out);
        let line = kept.lines().find(|line| line.contains(key)).unwrap();
        let forged = kept.replace(line.trim_end(), &format!("  {key}{other}"));
        let line = format!("FAILED     {what} in kept.eml: the mail shows {key}{other}, and log/");
        fails(&compare(&bench, &forged), &[&line]);
    }
}

/// A GM who has seen the other salts and then chooses another one has to close the table again, with other hashes than
/// the players were mailed.
#[test]
fn a_salt_chosen_after_the_others_is_not_the_one_that_was_mailed() {
    let bench = Bench::empty();
    bench.found_for_two(&[]);
    bench.seat(&TWO[..1]);
    let who = ["--name", "The GM", "--address", "gm@localhost"];
    bench.ok(&[&["seat", GAME, "blue"], &who[..]].concat());
    let close = |bench: &Bench, words: &str| {
        let hash = bench.ok(&["salt", "hash", GAME, "blue", words]).out;
        bench.ok(&["salt", "promise", GAME, "blue", hash.trim()]);
        bench.ok(&["send", GAME]);
    };
    let other = Bench::copy(&bench.tree());
    close(&bench, "chosen before all");
    let kept = mail(&bench, "gem.s0000.red.table.1.eml");
    // Red sends the salt. After that blue's salt is chosen.
    close(&other, "chosen after red");
    other.open_words(&TWO[..1]);
    other.ok(&["salt", "open", GAME, "blue", "chosen after red"]);
    other.ok(&["start", GAME]);
    let said = other.ok(&["audit", GAME]);
    assert!(said.out.contains("ok         salts (2)\n"), "{}", said.out);
    fails(
        &compare(&other, &kept),
        &[
            "FAILED     hashes of the salts in kept.eml: the mail shows salt-hash.blue: ",
            "the mail was written about another log than this one",
        ],
    );
}

/// A GM who waits for the round of the game and then chooses which salts are opened has to backdate the record `salts`,
/// which nothing public shows. The mail about the salts then comes too late.
#[test]
fn a_mail_shows_that_the_salts_came_before_the_round() {
    let bench = Bench::empty();
    let for_two = ["--ruleset", "time-whisperers", "--option", "players=2"];
    table_at(&bench, LOCKS[0], &TWO, &for_two);
    let round = ["start", GAME, "--round", SIGNATURES[0].1];
    ok(&bench, OUT[0], &round);
    let kept = mail(&bench, "gem.s0000.red.round.1.eml");
    assert_eq!(bench.run(&["audit", GAME]).code, 0);
    for (time, shown) in [("15:01:40", true), ("15:11:29", true), ("15:11:30", false)] {
        let said = compare(&bench, &taken_at(&kept, time));
        assert_eq!(said.code, i32::from(!shown), "{}", said.all());
        let line = if shown {
            "ok         timing of the salts: they were there "
        } else {
            "FAILED     timing of the salts: the first mail about them came 0 seconds after their round was out"
        };
        assert!(said.out.contains(line), "{}", said.out);
        let known = "the round was known when the salts were in: timing of the salts";
        assert_eq!(said.out.contains(known), !shown, "{}", said.out);
    }
    // An old head or a missing name does not hide it.
    let old = with_head(&kept, &hash_of(&bench, Kind::Seated));
    let unnamed = kept.replace("Message-ID:", "X-Was:");
    for forged in [old, unnamed] {
        let said = compare(&bench, &taken_at(&forged, "15:30:00"));
        fails(&said, &["FAILED     timing of the salts"]);
    }
    let said = bench.run(&["audit", GAME]);
    assert!(
        said.out
            .contains("NOT SHOWN  timing (public files cannot prove that the salts")
            && said.out.contains("the mails about the salts can"),
        "{}",
        said.out
    );
}
