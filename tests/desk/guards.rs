//! Guards: each stops a run, says how to continue, and then lets it continue.

use super::bench::{
    DUE, audits, mail, mails, notes, ok_at, run_at, send_in, started, status, terms, tick,
};
use crate::cli::bench::{Bench, GAME, MASTER, SEATS, salt_words};
use chrono::{DateTime, TimeDelta, Utc};

const BEFORE: &str = "2026-11-25T12:00:00Z";

fn game() -> Bench {
    started(&terms("", ""))
}

#[test]
fn too_many_missing_at_once() {
    let bench = game();
    send_in(&bench, BEFORE, &SEATS[..2], 1);
    tick(&bench, BEFORE);
    let said = tick(&bench, DUE);
    assert!(
        said.contains("held by the guard `missing`: 4 of 6 seats have sent no orders: human, fiolli, roo, zytal."),
        "{said}"
    );
    assert!(
        said.contains("chronojudge release gem --reason WHY"),
        "{said}"
    );
    let now = status(&bench, DUE);
    assert_eq!(
        (&now["held"], &now["held-by"], &now["sitting"]),
        (&true.into(), &"missing".into(), &1.into())
    );
    let table = ok_at(&bench, DUE, &["status", GAME]).out;
    assert!(
        table.contains("The game is held") && table.contains("Guard `missing`: 4 of 6"),
        "{table}"
    );
    assert!(
        table.contains("zytal        Player zytal     none      (late)"),
        "{table}"
    );
    // The game is held, and the players are not notified again.
    let before = mails(&bench, "");
    assert_eq!(tick(&bench, "2026-11-27T17:05:00Z"), "");
    assert_eq!(mails(&bench, ""), before);
    assert_eq!(mails(&bench, "hold").len(), 6);
    let told = mail(&bench, "s0001.gm.guard.6");
    assert!(
        told.contains("the guard `missing` has stopped the run"),
        "{told}"
    );

    ok_at(
        &bench,
        DUE,
        &["release", GAME, "--reason", "all are on holiday"],
    );
    assert!(tick(&bench, "2026-11-27T17:10:00Z").contains("sitting 2 of turn 1"));
    assert_eq!(notes(&bench), ["hold by desk", "release by gm"]);
    audits(&bench);
    // The next deadline is guarded again.
    assert!(tick(&bench, "2026-12-04T17:00:00Z").contains("`missing`"));
}

#[test]
fn more_time_lets_a_guarded_game_go_on() {
    let bench = game();
    tick(&bench, DUE);
    ok_at(
        &bench,
        DUE,
        &[
            "extend",
            GAME,
            "--by",
            "2d",
            "--reason",
            "the mail was down",
        ],
    );
    assert_eq!(status(&bench, DUE)["held"], false);
    send_in(&bench, "2026-11-28T12:00:00Z", &SEATS, 1);
    assert!(tick(&bench, "2026-11-28T12:00:00Z").contains("sitting 2 of turn 1"));
    assert_eq!(
        notes(&bench),
        ["hold by desk", "release by gm", "extend by gm"]
    );
    audits(&bench);
}

#[test]
fn the_guard_stops_adjudicate_too_and_the_gm_who_has_looked_does_not_wait() {
    let bench = game();
    let said = run_at(&bench, DUE, &["adjudicate", GAME]);
    assert!(
        said.code == 2 && said.err.contains("The guard `missing` holds the game."),
        "{}",
        said.all()
    );
    let bench = game();
    let said = ok_at(&bench, DUE, &["adjudicate", GAME, "--overdue"]);
    assert!(said.err.contains("Sitting 2"), "{}", said.all());
}

#[test]
fn half_of_them_or_one_alone_is_not_too_many() {
    let bench = game();
    send_in(&bench, BEFORE, &SEATS[..3], 1);
    assert!(tick(&bench, DUE).contains("sitting 2 of turn 1"));
}

#[test]
fn a_deadline_that_passed_while_the_machine_was_down() {
    let bench = game();
    send_in(&bench, BEFORE, &SEATS[..5], 1);
    tick(&bench, "2026-11-26T20:00:00Z");
    let said = tick(&bench, "2026-11-28T20:00:00Z");
    assert!(said.contains("held by the guard `outage`: The deadline, 2026-11-27 17:00 UTC, passed while the game was not looked after for 48 hours"), "{said}");
    ok_at(
        &bench,
        "2026-11-28T21:00:00Z",
        &["release", GAME, "--reason", "all mail is in"],
    );
    assert!(tick(&bench, "2026-11-28T21:00:00Z").contains("sitting 2 of turn 1"));
    audits(&bench);

    // A short gap does not trigger it, nor a long one before the deadline.
    let bench = game();
    send_in(&bench, BEFORE, &SEATS[..5], 1);
    tick(&bench, "2026-11-24T13:00:00Z");
    tick(&bench, "2026-11-27T16:00:00Z");
    assert!(tick(&bench, "2026-11-28T13:00:00Z").contains("sitting 2 of turn 1"));
}

#[test]
fn a_clock_that_went_back() {
    let bench = game();
    send_in(&bench, BEFORE, &SEATS, 1);
    let said = run_at(&bench, "2025-11-24T12:00:00Z", &["tick", GAME]);
    assert!(
        said.code == 1
            && said
                .err
                .contains("The clock of this machine says 2025-11-24 12:00 UTC"),
        "{}",
        said.all()
    );
    assert!(said.err.contains("Set the clock"), "{}", said.all());
    assert!(tick(&bench, BEFORE).contains("sitting 2 of turn 1"));
}

#[test]
fn mail_that_comes_back() {
    let bench = game();
    let bounced = |n: usize| -> String {
        let one = |seat: &&str| {
            format!(
                "  {seat}@example.org: {{failed: 2, delayed: 0, since-turn: 1, last: '2026-11-24T12:00:00Z', words: no}}\n"
            )
        };
        let all: String = SEATS[..n].iter().map(one).collect();
        format!("letters: 0\nbounces:\n{all}")
    };
    send_in(&bench, BEFORE, &SEATS, 1);
    bench.write("gem/inbox/book.yaml", bounced(4));
    let said = tick(&bench, BEFORE);
    assert!(
        said.contains("held by the guard `bounces`: The mail of 4 of 6 players comes back"),
        "{said}"
    );
    let table = ok_at(&bench, BEFORE, &["status", GAME]).out;
    assert!(table.contains("on file   (2 mails bounced)"), "{table}");
    ok_at(
        &bench,
        BEFORE,
        &["release", GAME, "--reason", "they read the web site"],
    );
    assert!(tick(&bench, BEFORE).contains("sitting 2 of turn 1"));
    audits(&bench);
    let bench = game();
    send_in(&bench, BEFORE, &SEATS, 1);
    bench.write("gem/inbox/book.yaml", bounced(3));
    assert!(tick(&bench, BEFORE).contains("sitting 2 of turn 1"));

    // Old bounces no longer count.
    let bench = game();
    send_in(&bench, BEFORE, &SEATS, 1);
    bench.write(
        "gem/inbox/book.yaml",
        bounced(6).replace("2026-11-24", "2026-10-20"),
    );
    assert!(tick(&bench, BEFORE).contains("sitting 2 of turn 1"));

    // A command clears the bounces: of one seat, of one address, of all.
    let bench = game();
    send_in(&bench, BEFORE, &SEATS, 1);
    bench.write("gem/inbox/book.yaml", bounced(6));
    let listed = ok_at(&bench, BEFORE, &["bounces", GAME]).out;
    assert_eq!(listed.lines().count(), 6, "{listed}");
    let of_one = format!("{}@example.org", SEATS[0]);
    for whose in [SEATS[1], &of_one] {
        let said = ok_at(&bench, BEFORE, &["bounces", GAME, whose, "--clear"]);
        assert!(said.out.contains("Cleared"), "{}", said.all());
    }
    let none = bench.run(&["bounces", GAME, SEATS[1], "--clear"]);
    assert_eq!(none.code, 2, "{}", none.all());
    assert!(tick(&bench, BEFORE).contains("The mail of 4 of 6 players comes back"));
    let said = ok_at(&bench, BEFORE, &["bounces", GAME, "--clear"]);
    assert!(said.out.contains(SEATS[5]), "{}", said.all());
    let listed = ok_at(&bench, BEFORE, &["bounces", GAME]).out;
    assert_eq!(listed, "No mail comes back.\n");
    ok_at(
        &bench,
        BEFORE,
        &["release", GAME, "--reason", "their server is mended"],
    );
    assert!(tick(&bench, BEFORE).contains("sitting 2 of turn 1"));
}

#[test]
fn a_disk_that_is_nearly_full() {
    let bench = started(&terms("", "guards: {room: 1000000000000}\n"));
    send_in(&bench, BEFORE, &SEATS, 1);
    let before = bench.tree();
    let said = run_at(&bench, BEFORE, &["tick", GAME]);
    assert!(
        said.code == 1
            && said
                .err
                .contains("MB are left on the disk of gem, and a run needs 1000000000000 MB."),
        "{}",
        said.all()
    );
    assert!(said.err.contains("Make room"), "{}", said.all());
    // No file of the game has changed; the GM is notified that it is stopped.
    assert_eq!(
        bench.tree().against(&before),
        "only before: .chronojudge-tick\nonly before: mail/gem.s0.gm.trouble.1.eml\nonly before: \
         sent/gem.s0000.gm.trouble.1.eml\nonly before: trouble.txt\n"
    );
}

#[test]
fn changed_rules_stop_a_game() {
    let bench = game();
    send_in(&bench, BEFORE, &SEATS, 1);
    assert!(tick(&bench, BEFORE).contains("sitting 2 of turn 1"));
    send_in(&bench, BEFORE, &SEATS, 2);
    // Another version of the program ran the last sitting, and its rules were the same.
    let position = bench.read("gem/turns/position.yaml");
    let other = position.replace("program: \"0.1.0\"", "program: \"0.0.9\"");
    assert_ne!(position, other);
    bench.write("gem/turns/position.yaml", &other);
    let before = bench.tree();
    assert!(tick(&bench, BEFORE).contains("sitting 3 of turn 2"));
    // The rules were different: with them the last turn has other facts.
    let bench = Bench::copy(&before);
    let facts = bench.read("gem/turns/0001/facts.yaml");
    let cut = facts.rfind("\n- ").unwrap();
    bench.write("gem/turns/0001/facts.yaml", &facts[..=cut]);
    let said = run_at(&bench, BEFORE, &["tick", GAME]);
    assert!(
        said.code == 1
            && said
                .err
                .contains("The rules have changed: turn 1 does not play as it did before"),
        "{}",
        said.all()
    );
    assert!(
        said.err
            .contains("Go on with the program that the game was played with."),
        "{}",
        said.all()
    );
}

#[test]
fn changed_content_stops_a_game() {
    let bench = game();
    send_in(&bench, BEFORE, &SEATS, 1);
    let board = bench.read("gem/public/content/board.yaml");
    bench.write("gem/content/board.yaml", format!("{board}\n# mine\n"));
    let said = run_at(&bench, BEFORE, &["tick", GAME]);
    assert!(
        said.code == 1
            && said
                .err
                .contains("the content in use is not what was published"),
        "{}",
        said.all()
    );
}

const DEFAULTS: &str = "nmr: [default]\nguards: {missing: 100, outage: 9999}\n";

/// Returns the n-th deadline, from 1, and a minute.
fn week(n: i64) -> String {
    let first: DateTime<Utc> = "2026-11-27T17:01:00Z".parse().unwrap();
    (first + TimeDelta::days(7 * (n - 1))).to_rfc3339()
}

#[test]
fn three_rounds_of_nothing_but_defaults_hold_a_game() {
    let bench = started(&terms("", DEFAULTS));
    for n in 1..=3 {
        let said = tick(&bench, &week(n));
        assert!(said.contains(&format!("of turn {n}")), "{said}");
    }
    let said = tick(&bench, &week(4));
    assert!(
        said.contains("held by the guard `idle`: In the last 3 rounds every answer was a default"),
        "{said}"
    );
    assert!(
        said.contains("chronojudge release gem --reason WHY"),
        "{said}"
    );
    assert_eq!(notes(&bench).last().unwrap(), "hold by desk");
    let guard = mails(&bench, "guard");
    assert_eq!(guard.len(), 1, "{guard:?}");
    let told = mail(&bench, &guard[0]);
    assert!(
        told.contains("Ask the players whether they play on"),
        "{told}"
    );

    // After a release the count starts again: three more rounds are played.
    let again = ["release", GAME, "--reason", "they want to see how it ends"];
    ok_at(&bench, &week(4), &again);
    for n in 4..=6 {
        let said = tick(&bench, &week(n));
        assert!(said.contains(&format!("of turn {n}")), "{said}");
    }
    assert!(tick(&bench, &week(7)).contains("held by the guard `idle`"));

    // After orders the count starts again as well.
    ok_at(&bench, &week(7), &again);
    send_in(&bench, &week(7), &["roo"], 7);
    for n in 7..=10 {
        let said = tick(&bench, &week(n));
        assert!(said.contains(&format!("of turn {n}")), "{said}");
    }
    assert!(tick(&bench, &week(11)).contains("held by the guard `idle`"));
    audits(&bench);
}

/// If each turn belongs to one seat, a round has as many turns as there are seats.
#[test]
fn a_game_with_turns_of_one_seat_does_not_play_itself_to_its_end() {
    let bench = Bench::empty();
    bench.write("terms.yaml", terms("", DEFAULTS));
    let new = [
        "new",
        GAME,
        "--dice",
        "plain",
        "--trust",
        "address",
        "--master",
        MASTER,
        "--terms",
        "terms.yaml",
    ];
    let rules = ["--ruleset", "time-pirates", "--option", "players=3"];
    bench.ok(&[&new[..], &rules].concat());
    let seats = ["black", "orange", "pink"];
    bench.seat(&seats);
    for seat in seats {
        bench.ok(&["salt", "open", GAME, seat, &salt_words(seat)]);
    }
    bench.ok(&["start", GAME]);
    let mut played = 0;
    for n in 1..=20 {
        let said = tick(&bench, &week(n));
        if said.contains("held by the guard `idle`") {
            break;
        }
        assert!(said.contains("of turn"), "{said}");
        played = n;
    }
    // In the first turn all three place their Time Travelers; then each has two turns of its own.
    assert_eq!(played, 7);
    assert_eq!(notes(&bench).last().unwrap(), "hold by desk");
}
