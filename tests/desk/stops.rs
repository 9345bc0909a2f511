//! What could stop a game or play it too early: mail that waits behind other mail, a command that is run again after a
//! crash, a file that answers nothing.

use super::bench::{DUE, mail, mails, notes, ok_at, send_in, started, status, terms, tick};
use crate::cli::{
    bench::{Bench, GAME, SEATS, orders},
    letters::{first_orders, with_file},
};
use std::{
    fs,
    time::{Duration, SystemTime},
};

const TUESDAY: &str = "2026-11-24T13:00:00Z";

/// A game whose mail waits in the Maildir `box`, in memory: a thousand mails are written.
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

/// Puts a mail into the box as one that came so many seconds after the first.
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
fn an_extension_that_is_run_again_moves_the_deadline_once() {
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
        // For another reason, by another time, or with `--again` it is another extension.
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
    // Everybody's orders are empty, so that the turn stops at the first questions.
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
