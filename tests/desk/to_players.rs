//! Every kind of mail to a player: it can be answered at the seat's own address, and has the form if orders are needed.

use super::bench::{DUE, ok_at, run_at, send_in, terms, tick};
use crate::cli::{
    beacon::{BEACON, LOCKS, start, table_with},
    bench::{Bench, GAME, MASTER, SEATS, orders},
    letters::{Answer, mail, read_at, token_of, with_token},
};
use chronojudge::{
    compose::MailKind,
    game_dir::{Disk, Game},
    log::Deed,
    mail::{
        Incoming, Key,
        inbound::{Candidate, PartKind},
    },
    yaml::keep,
};
use serde_json::Value;
use std::{collections::BTreeMap, fs, path::Path};

const TUESDAY: &str = "2026-11-24T13:00:00Z";

/// The attachments of a kind of mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Brings {
    Form,
    FormAndReport,
    Nothing,
}

/// Returns the attachments of each kind; a new kind does not compile until it is added here and in [`kinds`].
fn brings(kind: MailKind) -> Brings {
    match kind {
        MailKind::Report | MailKind::Begun(_) | MailKind::Again | MailKind::Copy => {
            Brings::FormAndReport
        }
        // The new player has not asked for the view and the schema.
        MailKind::Welcome
        | MailKind::Notice(_)
        | MailKind::OrdersSet
        | MailKind::Reminder(_)
        | MailKind::LastReminder => Brings::Form,
        MailKind::Seat
        | MailKind::Table
        | MailKind::Round
        | MailKind::Lock
        | MailKind::Receipt
        | MailKind::Press
        | MailKind::Farewell => Brings::Nothing,
    }
}

/// Returns all kinds.
fn kinds() -> Vec<MailKind> {
    let begun = [Deed::Rewind, Deed::Amend, Deed::Fork].map(MailKind::Begun);
    let notices = [
        Deed::Extend,
        Deed::Pause,
        Deed::Resume,
        Deed::Vote,
        Deed::Hold,
        Deed::Release,
        Deed::Replace,
        Deed::Orders,
        Deed::Excuse,
    ];
    let others = [
        MailKind::Report,
        MailKind::Again,
        MailKind::Copy,
        MailKind::Seat,
        MailKind::Table,
        MailKind::Round,
        MailKind::Lock,
        MailKind::Receipt,
        MailKind::Press,
        MailKind::OrdersSet,
        MailKind::Welcome,
        MailKind::Farewell,
        MailKind::Reminder(48),
        MailKind::LastReminder,
    ];
    begun
        .into_iter()
        .chain(notices.map(MailKind::Notice))
        .chain(others)
        .collect()
}

/// Returns a game whose seats have addresses of their own for answers, from before its first mail on.
fn founded(more: &[&str]) -> Bench {
    let bench = Bench::empty();
    let new = ["new", GAME, "--master", MASTER, "--keys", "64"];
    bench.ok(&[&new[..], &["--dice", "plain", "--trust", "address"], more].concat());
    let settings = bench.read("gem/mail.yaml");
    bench.write(
        "gem/mail.yaml",
        format!("{settings}inbox: {{address: orders@localhost}}\n"),
    );
    bench.seat(&SEATS);
    all_papers(&bench);
    bench.open_all();
    bench
}

/// Has every player of a game sent the view and the schema with each report.
fn all_papers(bench: &Bench) {
    let players = bench
        .read("gem/players.yaml")
        .replace("  papers: full\n", "");
    bench.write(
        "gem/players.yaml",
        players.replace("  seats:", "  papers: full\n  seats:"),
    );
}

/// Returns all sent and waiting mails of a game directory, by name.
fn all_mails(root: &Path) -> BTreeMap<String, Answer> {
    let mut all = BTreeMap::new();
    for folder in ["outbox", "sent"] {
        for entry in fs::read_dir(root.join(folder)).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "eml") {
                let mail = read_at(&path);
                all.insert(mail.name.clone(), mail);
            }
        }
    }
    all
}

/// Returns the address for the answers of a seat.
fn own_address(game: &Game, seat: &str) -> String {
    format!("orders+{}.{seat}@localhost", game.name)
}

/// Triggers every kind of mail to a player.
fn eventful(more: &[&str]) -> Bench {
    let terms = terms(
        ", reminders: [48], grace: 6",
        "pauses: {votes: 2}\nguards: {missing: 100, outage: 999}\nnmr: [default]\n",
    );
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), terms).unwrap();
    let terms = file.path().to_str().unwrap();
    let bench = founded(&[&["--terms", terms, "--press", "white"], more].concat());
    let gm = |verb: &[&str]| {
        let reason = ["--reason", "so that a mail is written"];
        ok_at(&bench, TUESDAY, &[verb, &reason[..]].concat());
        // Otherwise the next action would join the mails of this one.
        ok_at(&bench, TUESDAY, &["send", GAME]);
    };
    bench.ok(&["start", GAME]);
    tick(&bench, "2026-11-25T17:00:00Z");
    tick(&bench, DUE);
    gm(&["pause", GAME]);
    gm(&["resume", GAME]);
    gm(&["pause", GAME, "--vote", "zytal"]);
    gm(&["hold", GAME]);
    gm(&["release", GAME]);
    gm(&["extend", GAME]);
    gm(&[
        "replace",
        GAME,
        "roo",
        "--name",
        "New",
        "--address",
        "new@example.org",
    ]);
    all_papers(&bench);
    bench.write("zytal.yaml", orders("zytal", 1, "no-orders: true\n"));
    gm(&["orders", GAME, "zytal.yaml"]);
    gm(&["excuse", GAME, "human", "--from", "2026-11-29"]);
    ok_at(&bench, TUESDAY, &["send", GAME, "--again", "zytal"]);
    let letter = mail("zytal", "Subject: Press to human", "Shall we?\n");
    bench.write("letter.eml", letter);
    ok_at(&bench, TUESDAY, &["receive", GAME, "--mail", "letter.eml"]);
    bench.write(
        "letter.eml",
        mail("zytal", "Subject: My report", "report\n"),
    );
    ok_at(&bench, TUESDAY, &["receive", GAME, "--mail", "letter.eml"]);
    send_in(&bench, TUESDAY, &SEATS, 1);
    ok_at(&bench, TUESDAY, &["adjudicate", GAME]);
    let early = [
        "adjudicate",
        GAME,
        "--overdue",
        "--now",
        "to come to turn 2",
    ];
    for _ in 0..6 {
        if bench.json(&["status", GAME])["turn"] == 2 {
            break;
        }
        ok_at(&bench, TUESDAY, &early);
    }
    gm(&["rewind", GAME, "--to", "1"]);
    let state = bench.read("gem/turns/0003/state.yaml");
    let mut state: Value = keep::from_str(&state).unwrap();
    let credits = state["sides"]["zytal"]["credits"].as_i64().unwrap();
    state["sides"]["zytal"]["credits"] = (credits + 3).into();
    bench.write("mended.yaml", keep::to_string(&state).unwrap());
    gm(&["amend", GAME, "mended.yaml"]);
    gm(&["fork", GAME, "other", "--mail"]);
    ok_at(&bench, TUESDAY, &["start", "other"]);
    bench
}

/// Returns a game of six whose first sitting is locked and waits for its round.
fn locked(more: &[&str]) -> Bench {
    let bench = Bench::empty();
    let (inbox, settings) = ("inbox: {address: orders@localhost}\n", "gem/mail.yaml");
    let options = [&BEACON, more].concat();
    table_with(&bench, LOCKS[0], &SEATS, &options, |bench| {
        bench.write(settings, bench.read(settings) + inbox);
    });
    start(&bench);
    bench
}

#[test]
fn every_mail_to_a_player_is_answered_at_the_seat_and_brings_the_form() {
    let (bench, locked) = (eventful(&[]), locked(&[]));
    let mut seen = vec![];
    for (bench, name) in [(&bench, GAME), (&bench, "other"), (&locked, GAME)] {
        let root = bench.dir().join(name);
        let game = Game::open(&root, Disk::new()).unwrap();
        for (name, mail) in all_mails(&root) {
            let key = Key::from_stem(&name).unwrap();
            if key.reader() == "gm" {
                continue;
            }
            let is_it = |kind: &&MailKind| kind.name() == key.kind();
            let kind = *kinds()
                .iter()
                .find(is_it)
                .unwrap_or_else(|| panic!("{name} is of a kind that this test does not know"));
            seen.push(kind);
            if kind == MailKind::Farewell {
                assert!(!mail.head.contains("Reply-To"), "{}", mail.head);
            } else {
                let own = own_address(&game, key.reader());
                assert_eq!(mail.field("Reply-To"), own, "{name}");
            }
            let incoming = Incoming::read(&fs::read(&mail.path).unwrap());
            let forms: Vec<String> = incoming
                .found()
                .candidates
                .iter()
                .map(|found| String::from_utf8_lossy(&found.bytes).into_owned())
                .collect();
            let brings = brings(kind);
            let wanted = usize::from(brings != Brings::Nothing);
            assert_eq!(forms.len(), wanted, "{name}: {forms:?}");
            for form in &forms {
                let seat = format!("\nseat: {}\n", key.reader());
                assert!(form.contains(&seat), "{name}: {form}");
            }
            let has_report =
                mail.all.contains("Orders for Time Agent") && mail.all.contains("view:");
            assert_eq!(has_report, brings == Brings::FormAndReport, "{name}");
        }
    }
    for kind in kinds() {
        assert!(seen.contains(&kind), "no {kind:?} was sent");
    }
}

/// Every mail has the head of the log and the key that signs it, and can be compared with the log that it was written
/// about.
#[test]
fn every_mail_to_a_player_has_the_head_and_the_key_of_the_log() {
    let signed = ["--sign-log"];
    let (bench, locked) = (eventful(&signed), locked(&signed));
    let mut seen = vec![];
    for (bench, name) in [(&bench, GAME), (&bench, "other"), (&locked, GAME)] {
        let root = bench.dir().join(name);
        let game = Game::open(&root, Disk::new()).unwrap();
        let key = game.file.log_key.as_deref();
        let key = key.and_then(chronojudge::ssh::fingerprint).unwrap();
        let mut kept = vec![];
        for (name, mail) in all_mails(&root) {
            let kind = Key::from_stem(&name).unwrap();
            if kind.reader() == "gm" {
                continue;
            }
            seen.push(kind.kind().to_owned());
            let incoming = Incoming::read(&fs::read(&mail.path).unwrap());
            let text = incoming.text().unwrap().replace("\r\n", "\n");
            let (_, foot) = text
                .rsplit_once("Head of the log:\n")
                .unwrap_or_else(|| panic!("{name}: {text}"));
            let lines: Vec<&str> = foot.lines().map(str::trim).collect();
            assert!(lines[0].len() == 64, "{name}: {foot}");
            assert_eq!(lines[1..3], ["Key that signs the log:", &key], "{name}");
            let pages = incoming
                .parts
                .iter()
                .filter(|part| part.kind == PartKind::Html && part.name.is_none());
            for page in pages {
                let page = String::from_utf8_lossy(&page.bytes).replace("&#x2f;", "/");
                assert!(
                    page.contains(lines[0]) && page.contains(&key),
                    "{name}: {page}"
                );
            }
            kept.push(mail.path.to_str().unwrap().to_owned());
        }
        let mut args = vec!["audit", name, "--compare"];
        args.extend(kept.iter().map(String::as_str));
        let said = bench.run(&args);
        assert_eq!(said.code, 0, "{}", said.all());
        let heads = said
            .out
            .lines()
            .filter(|line| line.starts_with("ok         head in "));
        assert!(heads.count() >= kept.len(), "{}", said.out);
    }
    for kind in kinds() {
        assert!(seen.contains(&kind.name()), "no {kind:?} was sent");
    }
}

/// A reminder can be answered with its attached form alone.
#[test]
fn a_reminder_is_answered_with_its_form() {
    let bench = eventful(&[]);
    let root = bench.root();
    let reminder = &all_mails(&root)["gem.s0001.fiolli.reminder-48.1"];
    assert!(
        reminder.all.contains("The order form is attached"),
        "{}",
        reminder.all
    );
    let moved = &all_mails(&root);
    let moved = moved
        .values()
        .find(|mail| mail.name.starts_with("gem.s0001.fiolli.extend."))
        .unwrap();
    // The form gives the current deadline.
    let due = |mail: &Answer| {
        let line = mail.all.lines().find(|line| line.starts_with("# Due "));
        line.map(str::to_owned)
    };
    assert_eq!(
        due(reminder).as_deref(),
        Some("# Due Fri 27 Nov 2026 18:00 CET (2026-11-27 17:00 UTC)")
    );
    assert_ne!(due(moved), due(reminder), "{}", moved.all);
    let paused = all_mails(&root);
    let paused = paused
        .values()
        .find(|mail| mail.name.starts_with("gem.s0001.fiolli.pause."))
        .unwrap();
    assert_eq!(due(paused), None, "{}", paused.all);
}

/// One token proves a player's identity, whichever of the player's seats a file is for.
#[test]
fn a_player_of_two_seats_answers_one_mail_for_both() {
    let bench = founded(&[]);
    let players = bench.read("gem/players.yaml");
    bench.write(
        "gem/players.yaml",
        players.replace("trust: address", "trust: token"),
    );
    bench.ok(&["start", GAME]);
    let to_zytal = [
        "replace",
        GAME,
        "roo",
        "--name",
        "Player zytal",
        "--address",
        "zytal@example.org",
        "--reason",
        "x",
    ];
    bench.ok(&to_zytal);
    bench.ok(&["hold", GAME, "--reason", "x"]);
    let all = all_mails(&bench.root());
    let notice = all
        .values()
        .find(|mail| mail.name.contains(".roo.hold."))
        .unwrap();
    let forms = Incoming::read(&fs::read(&notice.path).unwrap())
        .found()
        .clone();
    assert_eq!(forms.candidates.len(), 2, "{}", notice.all);
    let token = token_of(&bench, "roo");
    for seat in ["roo", "zytal"] {
        let own = format!("seat: {seat}\ntoken: {} ", token_of(&bench, seat));
        let has = |found: &Candidate| String::from_utf8_lossy(&found.bytes).contains(&own);
        assert!(forms.candidates.iter().any(has), "{seat}: {}", notice.all);
    }
    for seat in ["roo", "zytal"] {
        let file = with_token(&orders(seat, 1, "no-orders: true\n"), &token);
        let sent = crate::cli::letters::with_file("zytal", "x", "x.yaml", &file);
        bench.write("mail.eml", sent);
        bench.ok(&["receive", GAME, "--mail", "mail.eml"]);
        assert!(
            bench
                .root()
                .join(format!("orders/0001/{seat}.yaml"))
                .exists(),
            "{seat}"
        );
    }
    // It proves nothing for another player's seat.
    let file = with_token(&orders("human", 1, "no-orders: true\n"), &token);
    let sent = crate::cli::letters::with_file("human", "x", "x.yaml", &file);
    bench.write("mail.eml", sent);
    run_at(&bench, TUESDAY, &["receive", GAME, "--mail", "mail.eml"]);
    assert!(!bench.root().join("orders/0001/human.yaml").exists());
}
