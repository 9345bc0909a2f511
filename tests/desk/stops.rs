//! Cases that could stop a game or play it too early: mail behind other mail, a command that is repeated after a crash,
//! a file that answers nothing.

use super::bench::{DUE, mail, mails, notes, ok_at, run_at, send_in, started, status, terms, tick};
use crate::cli::{
    bench::{Bench, GAME, SEATS, orders},
    letters::{first_orders, with_file},
};
use std::{
    fs,
    time::{Duration, SystemTime},
};

const TUESDAY: &str = "2026-11-24T13:00:00Z";

/// Returns a game whose mail waits in the Maildir `box`, in memory, because a thousand mails are written.
fn with_box() -> Bench {
    let played = started(&terms("", "guards: {missing: 100, outage: 999}\n"));
    let bench = Bench::in_memory(&played.tree());
    for folder in ["new", "cur", "tmp"] {
        fs::create_dir_all(bench.dir().join("box").join(folder)).unwrap();
    }
    let settings = bench.read("gem/mail.yaml");
    bench.write(
        "gem/mail.yaml",
        format!("{settings}inbox: {{maildir: ../box}}\n"),
    );
    bench
}

/// Puts a mail into the box, dated `number` seconds after the first.
fn deliver(bench: &Bench, number: u64, text: &str) {
    let name = format!("box/new/{number:05}");
    bench.write(&name, text);
    let file = fs::File::options()
        .write(true)
        .open(bench.dir().join(name))
        .unwrap();
    let first = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    file.set_modified(first + Duration::from_secs(number))
        .unwrap();
}

#[test]
fn nothing_is_played_before_the_last_mail_is_taken() {
    let bench = with_box();
    send_in(&bench, TUESDAY, &SEATS[..5], 1);
    for number in 0..1000 {
        let junk = format!(
            "Message-ID: <{number}@junk.example>\nFrom: x@junk.example\nPrecedence: bulk\nSubject: {number}\n\nBuy!\n"
        );
        deliver(&bench, number, &junk);
    }
    let own = first_orders("zytal", "behind a thousand");
    deliver(
        &bench,
        1000,
        &with_file("zytal", "mine", "zytal.yaml", &own),
    );
    let said = tick(&bench, DUE);
    assert!(said.contains("gem: 1000 received\n"), "{said}");
    assert!(
        said.contains("gem: more mail waits: nothing is played before it is taken\n"),
        "{said}"
    );
    assert!(!said.contains("sitting 2"), "{said}");
    let said = tick(&bench, DUE);
    assert!(said.contains("gem: 1 received\n"), "{said}");
    assert!(said.contains("sitting 2 of turn 1"), "{said}");
    assert_eq!(bench.read("gem/orders/0001/zytal.yaml"), own);
    let report = bench.read("gem/reports/0001/0002/zytal.txt");
    assert!(!report.contains("No move received"), "{report}");
}

#[test]
fn a_repeated_extension_moves_the_deadline_once() {
    for by in [&["--by", "2d"][..], &[]] {
        let bench = started(&terms("", ""));
        let args = [&["extend", GAME], by, &["--reason", "Kai has the  flu"]].concat();
        ok_at(&bench, TUESDAY, &args);
        let (deadline, before) = (status(&bench, TUESDAY)["deadline"].clone(), bench.tree());
        let said = ok_at(&bench, "2026-11-24T13:05:00Z", &args);
        assert!(
            said.err
                .contains("This was done already, on 2026-11-24 13:00 UTC"),
            "{}",
            said.err
        );
        assert_eq!(bench.tree().against(&before), "");
        assert_eq!(notes(&bench), ["extend by gm"]);
        // With another reason or time, or with `--again`, it is a new extension.
        ok_at(
            &bench,
            TUESDAY,
            &[&["extend", GAME], by, &["--reason", "more flu"]].concat(),
        );
        ok_at(
            &bench,
            TUESDAY,
            &["extend", GAME, "--by", "1h", "--reason", "more flu"],
        );
        ok_at(
            &bench,
            TUESDAY,
            &[
                "extend", GAME, "--by", "1h", "--reason", "more flu", "--again",
            ],
        );
        assert_eq!(notes(&bench), ["extend by gm"; 4]);
        assert_ne!(status(&bench, TUESDAY)["deadline"], deadline);
    }
}

#[test]
fn a_report_that_is_sent_again_names_the_deadline_that_holds() {
    let bench = started(&terms("", ""));
    let players = bench.read("gem/players.yaml");
    bench.write(
        "gem/players.yaml",
        players.replace("format: text", "format: both"),
    );
    ok_at(&bench, TUESDAY, &["send", GAME, "--again", "zytal"]);
    assert!(!mail(&bench, "s0001.zytal.again.1").contains("was moved"));
    ok_at(
        &bench,
        TUESDAY,
        &["extend", GAME, "--by", "36h", "--reason", "flu"],
    );
    ok_at(&bench, TUESDAY, &["send", GAME, "--again", "zytal"]);
    let again = mail(&bench, "s0001.zytal.again.2");
    let flat = again.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = "The deadline was moved since this report was written. Orders are due Sun 29 Nov 2026 06:00 CET \
                 (Europe/Vienna), 2026-11-29 05:00 UTC.";
    // In the text, and in the page.
    assert_eq!(flat.matches(words).count(), 2, "{again}");
}

/// A seat is asked, and sends a new file that does not answer.
#[test]
fn a_seat_whose_new_file_answers_nothing_is_reminded() {
    let bench = started(&terms(", reminders: [48]", ""));
    // All orders are empty, so the turn stops at the first questions.
    for seat in SEATS {
        let name = format!("{seat}.yaml");
        bench.write(&name, orders(seat, 1, ""));
        ok_at(&bench, TUESDAY, &["receive", GAME, &name]);
    }
    ok_at(&bench, TUESDAY, &["adjudicate", GAME]);
    let now = status(&bench, TUESDAY);
    assert_eq!(now["ended"], "waiting", "{now}");
    let rows = now["seats"].as_array().unwrap();
    let asked: Vec<&str> = rows
        .iter()
        .filter(|row| row["owes"] == true)
        .map(|row| row["seat"].as_str().unwrap())
        .collect();
    for seat in &asked {
        let name = format!("{seat}.yaml");
        bench.write(
            &name,
            orders(seat, 1, "sitting: 2\n# I am still thinking.\n"),
        );
        ok_at(&bench, TUESDAY, &["receive", GAME, &name]);
    }
    let said = ok_at(&bench, TUESDAY, &["adjudicate", GAME]);
    assert!(said.all().contains("Nothing to do"), "{}", said.all());
    tick(&bench, "2026-11-25T18:00:00Z");
    let mut wanted: Vec<String> = asked
        .iter()
        .map(|seat| format!("s0002.{seat}.reminder-48.1"))
        .collect();
    wanted.sort();
    assert!(!wanted.is_empty());
    assert_eq!(mails(&bench, "reminder"), wanted);
}

/// Installs a mailer that takes each mail and then dies, so that it is unknown if the mail was delivered; mails to the
/// GM are delivered. Returns a function that lists the Message-IDs it was given.
#[cfg(unix)]
fn drops_the_line(bench: &Bench) -> impl Fn() -> Vec<String> + use<> {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = bench.dir().to_owned();
    let program = dir.join("mailer");
    let script = format!(
        "#!/bin/sh\nsed -n 's/\\r*$//; s/^Message-ID: //p' >> '{}/handed-over'\n\
         for to; do :; done\ncase \"$to\" in gm@localhost) ;; *) kill -9 $$ ;; esac\n",
        dir.display()
    );
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let settings = bench.read("gem/mail.yaml");
    let lines: Vec<&str> = settings
        .lines()
        .filter(|line| !line.starts_with("via:"))
        .collect();
    let via = format!("via: sendmail\nsendmail: {}\n", program.display());
    bench.write("gem/mail.yaml", lines.join("\n") + "\n" + &via);
    move || {
        let text = fs::read_to_string(dir.join("handed-over")).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }
}

/// A mail server starts the program for each mail; a mail that may have been delivered is not handed over each time.
#[cfg(unix)]
#[test]
fn a_mail_that_may_have_been_delivered_rests_between_piped_mails() {
    let bench = started(&terms("", ""));
    let handed_over = drops_the_line(&bench);
    for n in 0..6 {
        let own = first_orders("zytal", &format!("number {n}"));
        bench.write("mail.eml", with_file("zytal", "mine", "z.yaml", &own));
        let said = ok_at(&bench, TUESDAY, &["receive", GAME, "--mail", "mail.eml"]);
        if n > 0 {
            let words = "it may have been delivered, and is sent again later";
            assert!(said.err.contains(words), "{}", said.all());
        }
    }
    // Each answer once.
    let ids = handed_over();
    let each: std::collections::BTreeSet<&String> = ids.iter().collect();
    assert_eq!((ids.len(), each.len()), (6, 6), "{ids:?}");
}

/// After five attempts a mail is given up, and the GM is notified once.
#[cfg(unix)]
#[test]
fn the_gm_is_notified_of_a_mail_that_is_given_up() {
    let bench = started(&terms("", ""));
    let handed_over = drops_the_line(&bench);
    let own = first_orders("zytal", "mine");
    bench.write("mail.eml", with_file("zytal", "mine", "z.yaml", &own));
    ok_at(&bench, TUESDAY, &["receive", GAME, "--mail", "mail.eml"]);
    let told = |name: &String| name.contains(".gm.trouble.");
    let (mut codes, mut first) = (vec![], None);
    for hours in 0..7 {
        let clock = format!("2026-11-24T{:02}:30:00Z", 14 + hours);
        let said = run_at(&bench, &clock, &["tick", GAME]);
        if said.code != 0 && first.is_none() {
            first = Some(said.err);
        }
        codes.push(said.code);
    }
    let ids = handed_over();
    let receipts = ids
        .iter()
        .filter(|id| id.contains(".zytal.receipt."))
        .count();
    assert_eq!(receipts, 5, "{ids:?}");
    assert_eq!(ids.iter().filter(|id| told(id)).count(), 1, "{ids:?}");
    assert_eq!(codes, [0, 0, 0, 0, 0, 1, 1]);
    let first = first.expect("a tick that says so");
    for words in [
        "the GM is told by mail",
        "took these mails several times and dropped the connection each time",
        "gem.s0001.zytal.receipt.1",
    ] {
        assert!(first.contains(words), "{words}: {first}");
    }
    let letter = mail(&bench, &mails(&bench, "trouble")[0]);
    let flat = letter.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("took these mails several times"), "{letter}");
    assert!(flat.contains("gem.s0001.zytal.receipt.1"), "{letter}");
}

/// Leaves the lock as a run does that is killed at its end.
fn dies(bench: &Bench) {
    let owner = "pid: 999999\nhost: x\nsince: 2026-11-24T13:00:00Z\nonce: yes\n";
    bench.write("gem/game.lock", owner);
}

/// An early run is not repeated by a command that is run again after a crash.
#[test]
fn an_early_run_that_is_run_again_after_a_crash_plays_once() {
    for more in [&["--overdue"][..], &[]] {
        let bench = started(&terms("", ""));
        let early = |reason: &str, again: &[&str]| {
            let args = [&["adjudicate", GAME], more, &["--now", reason], again].concat();
            ok_at(&bench, TUESDAY, &args)
        };
        let sittings = || status(&bench, TUESDAY)["sitting"].as_u64().unwrap();
        let first = early("a long weekend", &[]);
        assert!(first.err.contains("Sitting 2"), "{}", first.all());
        dies(&bench);
        // A tick in between that finds nothing to do does not change this; nor does the message itself.
        tick(&bench, TUESDAY);
        let before = bench.tree();
        for _ in 0..2 {
            let said = early("a  long weekend", &[]);
            let words = "This was done already, on 2026-11-24 13:00 UTC: the game was run early for this reason";
            assert!(said.err.contains(words), "{}", said.all());
        }
        assert_eq!(bench.tree().against(&before), "");
        assert_eq!((sittings(), notes(&bench).len()), (2, 1));
        // With another reason, with `--again`, or with new orders it is a new run.
        early("another reason", &[]);
        dies(&bench);
        early("another reason", &["--again"]);
        dies(&bench);
        let turn = status(&bench, TUESDAY)["turn"].as_u64().unwrap();
        send_in(&bench, TUESDAY, &["zytal"], u32::try_from(turn).unwrap());
        dies(&bench);
        early("another reason", &[]);
        // If no run has died, a repeated command is intended.
        early("another reason", &[]);
        assert!(sittings() > 2, "{}", sittings());
        assert_eq!(u64::try_from(notes(&bench).len()).unwrap(), sittings() - 1);
    }
}

#[test]
fn a_rewind_that_is_run_again_after_a_crash_rewinds_once() {
    let bench = started(&terms("", ""));
    send_in(&bench, TUESDAY, &SEATS, 1);
    ok_at(&bench, TUESDAY, &["adjudicate", GAME]);
    let turn = || status(&bench, TUESDAY)["turn"].as_u64().unwrap();
    assert_eq!(turn(), 2);
    let rewind = |to: &str, reason: &str, again: &[&str]| {
        let args = [&["rewind", GAME, "--to", to, "--reason", reason], again].concat();
        ok_at(&bench, TUESDAY, &args)
    };
    rewind("1", "a wrong rule", &[]);
    assert_eq!(turn(), 3);
    dies(&bench);
    let before = bench.tree();
    let said = rewind("1", "a wrong  rule", &[]);
    let words = "This was done already, on 2026-11-24 13:00 UTC: the game was rewound";
    assert!(said.err.contains(words), "{}", said.all());
    assert_eq!(bench.tree().against(&before), "");
    // With another turn or reason, with `--again`, or if no run has died, it is a new rewind.
    rewind("2", "a wrong rule", &[]);
    dies(&bench);
    rewind("2", "another reason", &[]);
    dies(&bench);
    rewind("2", "another reason", &["--again"]);
    rewind("2", "another reason", &[]);
    assert_eq!(notes(&bench), ["rewind by gm"; 5]);
}
