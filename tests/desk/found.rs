//! Results of trial games: holds that give their reason, short pauses, bots that owe nothing, reports by sitting.

use super::{
    anew::{TWO, pass, short},
    bench::{DUE, audits, notes, ok_at, run_at, send_in, started, status, terms, tick},
};
use crate::cli::bench::{Bench, GAME, MASTER, SEATS};

const TUESDAY: &str = "2026-11-24T13:00:00Z";

fn row(bench: &Bench, at: &str, seat: &str) -> serde_json::Value {
    let now = status(bench, at);
    let rows = now["seats"].as_array().unwrap();
    rows.iter().find(|row| row["seat"] == seat).unwrap().clone()
}

#[test]
fn status_of_a_held_game_says_who_holds_it_and_why() {
    let bench = started(&terms("", ""));
    let hold = ["hold", GAME, "--reason", "Kai's mail is lost"];
    ok_at(&bench, TUESDAY, &hold);
    let said = ok_at(&bench, TUESDAY, &["status", GAME]).out;
    assert!(
        said.contains("Held by the GM, 2026-11-24 13:00 UTC: ")
            && said.contains("Kai's mail is lost"),
        "{said}"
    );
    let now = status(&bench, TUESDAY);
    assert_eq!(now["hold"]["who"], "the GM");
    ok_at(&bench, TUESDAY, &["release", GAME, "--reason", "found"]);
    assert_eq!(status(&bench, TUESDAY)["hold"], serde_json::Value::Null);

    // The guard `missing` gives its name and its reason.
    tick(&bench, "2026-11-27T16:59:00Z");
    tick(&bench, DUE);
    let said = ok_at(&bench, DUE, &["status", GAME]).out;
    assert!(said.contains(", by the guard `missing`, "), "{said}");
    assert!(said.contains("6 of 6 seats have sent no orders"), "{said}");
}

#[test]
fn a_pause_of_two_minutes_moves_the_deadline_by_two_minutes() {
    let bench = started(&terms("", ""));
    let reason = ["--reason", "a slip"];
    ok_at(&bench, TUESDAY, &[&["pause", GAME], &reason[..]].concat());
    let later = "2026-11-24T13:02:00Z";
    ok_at(&bench, later, &[&["resume", GAME], &reason[..]].concat());
    assert_eq!(status(&bench, later)["deadline"], "2026-11-27T17:02:00Z");
    // The same holds just before the deadline.
    let (before, after) = ("2026-11-27T16:00:00Z", "2026-11-27T16:02:00Z");
    ok_at(&bench, before, &[&["pause", GAME], &reason[..]].concat());
    ok_at(&bench, after, &[&["resume", GAME], &reason[..]].concat());
    assert_eq!(status(&bench, after)["deadline"], "2026-11-27T17:04:00Z");
    audits(&bench);
}

#[test]
fn a_seat_that_a_bot_plays_owes_nothing_and_is_not_away() {
    let bench = started(&terms(
        ", reminders: [48]",
        "nmr: [default, vacant]\nguards: {missing: 100, outage: 999}\n",
    ));
    let away = [
        "excuse",
        GAME,
        "roo",
        "--from",
        "2026-11-26",
        "--to",
        "2026-12-30",
    ];
    ok_at(
        &bench,
        TUESDAY,
        &[&away[..], &["--reason", "a voyage"]].concat(),
    );
    let give = [
        "replace", GAME, "roo", "--bot", "greedy", "--reason", "away",
    ];
    ok_at(&bench, TUESDAY, &give);
    let roo = row(&bench, TUESDAY, "roo");
    assert_eq!(roo["owes"], false, "{roo}");
    assert_eq!(roo["away"], false, "{roo}");
    assert_eq!(roo["absences"], serde_json::json!([]), "{roo}");
    let waits = status(&bench, TUESDAY)["waits"].clone();
    assert!(!waits.as_str().unwrap().contains("roo"), "{waits}");
    // The seat misses no deadline, and no escalation applies to it.
    for at in [DUE, "2026-12-04T17:00:00Z"] {
        ok_at(&bench, at, &["adjudicate", GAME, "--overdue"]);
        assert_eq!(row(&bench, at, "roo")["missed"], 0, "{at}");
    }
    let notes = notes(&bench);
    assert!(
        !notes[2..].contains(&"excuse by desk".to_owned()),
        "{notes:?}"
    );
}

#[test]
fn a_table_of_bots_waits_for_no_orders() {
    let bench = started(&terms("", ""));
    for seat in SEATS {
        let give = [
            "replace", GAME, seat, "--bot", "greedy", "--reason", "alone",
        ];
        ok_at(&bench, TUESDAY, &give);
    }
    let waits = status(&bench, TUESDAY)["waits"].clone();
    assert_eq!(
        waits,
        "The sitting waits for its deadline, 2026-11-27 17:00 UTC."
    );
}

#[test]
fn after_a_rewind_the_report_of_any_sitting_is_printed() {
    let bench = short();
    for _ in 0..4 {
        pass(&bench, GAME);
    }
    let own = |sitting: u32| {
        let number = sitting.to_string();
        bench
            .ok(&["report", GAME, TWO[0], "--sitting", &number])
            .out
    };
    let last = status(&bench, TUESDAY)["sitting"].as_u64().unwrap();
    let last = u32::try_from(last).unwrap();
    let before: Vec<String> = (1..=last).map(own).collect();
    bench.ok(&["rewind", GAME, "--to", "1", "--reason", "a wrong rule"]);
    let after: Vec<String> = (1..=last).map(own).collect();
    assert_eq!(after, before);
    // Without a sitting, the report of the turn that the rewind has begun is printed.
    let begun = bench.ok(&["report", GAME, TWO[0]]).out;
    assert!(!before.contains(&begun), "{begun}");
    let said = bench.run(&["report", GAME, TWO[0], "--sitting", "99"]);
    assert!(
        said.code == 2 && said.err.contains("The last sitting was"),
        "{}",
        said.all()
    );
}

#[test]
fn quiet_prints_nothing_on_success() {
    let bench = Bench::empty();
    let quiet = |args: &[&str]| {
        let said = run_at(&bench, TUESDAY, &[&["--quiet"], args].concat());
        assert_eq!(said.code, 0, "{}", said.all());
        assert_eq!(format!("{}{}", said.out, said.err), "", "{args:?}");
    };
    quiet(&[
        "new", GAME, "--dice", "plain", "--trust", "token", "--master", MASTER, "--keys", "64",
    ]);
    bench.seat(&SEATS);
    bench.open_all();
    quiet(&["start", GAME]);
    quiet(&["send", GAME]);
    bench.write(
        "zytal.yaml",
        crate::cli::bench::orders("zytal", 1, "no-orders: true\n"),
    );
    quiet(&["check", "zytal.yaml", "--game", GAME]);
    quiet(&["receive", GAME, "zytal.yaml"]);
    let mail = crate::cli::letters::mail("roo", "Subject: x", "When is it due?\n");
    bench.write("mail.eml", mail);
    quiet(&["receive", GAME, "--mail", "mail.eml"]);
    send_in(&bench, TUESDAY, &SEATS, 1);
    quiet(&["adjudicate", GAME]);
    quiet(&["extend", GAME, "--by", "2d", "--reason", "x"]);
    quiet(&["tick", "."]);
    quiet(&["audit", GAME]);
    // Mistakes are reported all the same.
    bench.write("bad.yaml", "game: gem\n");
    let said = run_at(&bench, TUESDAY, &["--quiet", "receive", GAME, "bad.yaml"]);
    assert!(
        said.code == 1 && said.err.contains("error["),
        "{}",
        said.all()
    );
}

#[test]
fn reports_say_until_when_a_file_can_be_replaced() {
    for (policy, words) in [
        (
            "when-complete",
            "until all who are asked have answered, and no longer than until the deadline; they replace the sections that they name",
        ),
        (
            "at-deadline",
            "until the deadline; they replace the sections that they name",
        ),
        (
            "each-mail",
            "until it is played, which can be at once; they replace the sections that they name",
        ),
    ] {
        let bench = started(&terms("", &format!("sittings: {policy}\n")));
        let report = ok_at(&bench, TUESDAY, &["report", GAME, "zytal"]).out;
        let report = report.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            report.contains(&format!("You may send new orders {words}.")),
            "{policy}: {report}"
        );
    }
}
