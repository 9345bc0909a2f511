//! Reminders: their readers, their times and zones, and that each is sent once.

use super::bench::{DUE, mail, mails, ok_at, send_in, started, terms, tick};
use crate::cli::bench::{Bench, GAME, SEATS};

/// Returns a game with reminders two days and twelve hours before the deadline, and when it has passed.
fn game() -> Bench {
    started(&terms(", reminders: [48, 12], grace: 6", ""))
}

/// Edits the entry of one player.
fn player(bench: &Bench, seat: &str, line: &str) {
    let players = bench.read("gem/players.yaml");
    let name = format!("name: Player {seat}\n");
    assert!(players.contains(&name), "{players}");
    bench.write(
        "gem/players.yaml",
        players.replace(&name, &format!("{name}  {line}\n")),
    );
}

#[test]
fn a_seat_that_owes_orders_is_reminded_once_for_each_hour() {
    let bench = game();
    send_in(&bench, "2026-11-24T13:00:00Z", &["zytal", "roo"], 1);
    player(&bench, "human", "no-reminders: true");
    player(
        &bench,
        "veneb",
        "absences: [{from: '2026-11-26', to: '2026-11-28'}]",
    );
    let before = mails(&bench, "");
    assert_eq!(tick(&bench, "2026-11-25T16:59:00Z"), "");
    assert_eq!(mails(&bench, ""), before, "it is not time yet");

    let said = tick(&bench, "2026-11-25T17:00:00Z");
    assert_eq!(said, "gem: 2 reminded\ngem: 2 sent\n");
    let first = ["s0001.buralti.reminder-48.1", "s0001.fiolli.reminder-48.1"];
    assert_eq!(mails(&bench, "reminder"), first);
    for clock in ["2026-11-25T17:00:00Z", "2026-11-26T09:00:00Z"] {
        assert_eq!(tick(&bench, clock), "", "once is enough");
    }

    send_in(&bench, "2026-11-26T10:00:00Z", &["fiolli"], 1);
    assert_eq!(
        tick(&bench, "2026-11-27T05:00:00Z"),
        "gem: 1 reminded\ngem: 1 sent\n"
    );
    // The deadline has passed, and the grace period runs.
    assert_eq!(tick(&bench, DUE), "gem: 1 reminded\ngem: 1 sent\n");
    assert_eq!(tick(&bench, "2026-11-27T22:59:00Z"), "");
    assert_eq!(
        mails(&bench, "reminder"),
        [
            "s0001.buralti.reminder-12.1",
            "s0001.buralti.reminder-48.1",
            "s0001.buralti.reminder-grace.1",
            "s0001.fiolli.reminder-48.1"
        ]
    );
}

#[test]
fn after_downtime_only_the_last_reminder_is_sent() {
    let bench = game();
    assert_eq!(
        tick(&bench, "2026-11-27T09:00:00Z"),
        "gem: 6 reminded\ngem: 6 sent\n"
    );
    assert_eq!(mails(&bench, "reminder-48").len(), 0);
    assert_eq!(mails(&bench, "reminder-12").len(), 6);
}

#[test]
fn a_reminder_names_the_orders_and_the_deadline_in_the_players_zone() {
    let bench = game();
    player(&bench, "zytal", "zone: America/New_York");
    tick(&bench, "2026-11-25T17:00:00Z");
    let text = mail(&bench, "s0001.zytal.reminder-48.1");
    for words in [
        "Subject: [gem] Turn 1: orders of zytal wanted by Fri 27 Nov 2026 12:00 EST",
        "zytal owes orders in turn 1 of The Gem. They are due Fri 27 Nov 2026 12:00 EST (America/New_York), 2026-11-27 17:00 UTC: in 2 days.",
        "zytal: the orders of the turn. If nothing comes, your standing orders answer what they cover, and defaults the rest.",
        "`no-orders: true`",
        "Auto-Submitted: auto-generated",
    ] {
        let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(words), "{words}\n{text}");
    }
    let other = mail(&bench, "s0001.roo.reminder-48.1");
    assert!(other.contains("Fri 27 Nov 2026 18:00 CET"), "{other}");
    tick(&bench, "2026-11-27T18:00:00Z");
    let grace = mail(&bench, "s0001.roo.reminder-grace.1");
    let flat = grace.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        flat.contains("The deadline of turn 1 of The Gem has passed, and roo owes orders. They are still waited for until Sat 28 Nov 2026 00:00 CET (Europe/Vienna), 2026-11-27 23:00 UTC."),
        "{grace}"
    );
}

#[test]
fn a_player_of_several_seats_has_one_mail_that_names_those_that_owe() {
    let bench = game();
    let players = bench.read("gem/players.yaml");
    // Zytal's player takes over roo.
    ok_at(
        &bench,
        "2026-11-24T13:00:00Z",
        &[
            "replace",
            GAME,
            "roo",
            "--name",
            "Player zytal",
            "--address",
            "zytal@example.org",
            "--reason",
            "roo has left",
        ],
    );
    assert_ne!(bench.read("gem/players.yaml"), players);
    tick(&bench, "2026-11-25T17:00:00Z");
    assert_eq!(mails(&bench, "reminder").len(), 5);
    let both = mail(&bench, "s0001.roo.reminder-48.1");
    assert!(both.contains("orders of roo, zytal wanted"), "{both}");
    send_in(&bench, "2026-11-26T10:00:00Z", &["roo"], 1);
    tick(&bench, "2026-11-27T05:00:00Z");
    let one = mail(&bench, "s0001.roo.reminder-12.1");
    assert!(one.contains("orders of zytal wanted"), "{one}");
}

#[test]
fn a_moved_deadline_has_its_own_reminders() {
    let bench = game();
    tick(&bench, "2026-11-27T05:00:00Z");
    let args = ["extend", GAME, "--reason", "the mail was down"];
    ok_at(&bench, "2026-11-27T06:00:00Z", &args);
    tick(&bench, "2026-12-04T05:00:00Z");
    assert_eq!(mails(&bench, "reminder-12").len(), 12);
    assert!(mails(&bench, "reminder").contains(&"s0001.zytal.reminder-12.2".to_owned()));
}

#[test]
fn a_stopped_game_sends_no_reminders() {
    for verb in ["pause", "hold"] {
        let bench = game();
        ok_at(
            &bench,
            "2026-11-24T13:00:00Z",
            &[verb, GAME, "--reason", "the holidays"],
        );
        ok_at(&bench, "2026-11-24T13:00:00Z", &["send", GAME]);
        tick(&bench, "2026-11-25T17:00:00Z");
        assert_eq!(mails(&bench, "reminder").len(), 0, "{verb}");
    }
}

#[test]
fn a_seat_asked_in_the_middle_of_a_turn_is_reminded_of_the_question() {
    let bench = game();
    // All orders are empty, so the turn stops at the first questions.
    for seat in SEATS {
        let name = format!("{seat}.yaml");
        bench.write(&name, crate::cli::bench::orders(seat, 1, ""));
        ok_at(&bench, "2026-11-24T13:00:00Z", &["receive", GAME, &name]);
    }
    tick(&bench, "2026-11-24T14:00:00Z");
    let now = super::bench::status(&bench, "2026-11-24T14:00:00Z");
    assert_eq!(now["ended"], "waiting", "{now}");
    let asked: Vec<&str> = now["seats"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["owes"] == true)
        .map(|row| row["seat"].as_str().unwrap())
        .collect();
    assert!(!asked.is_empty() && asked.len() < 7, "{now}");
    tick(&bench, "2026-11-25T17:00:00Z");
    let mut reminded: Vec<String> = asked
        .iter()
        .map(|seat| format!("s0002.{seat}.reminder-48.1"))
        .collect();
    reminded.sort();
    assert_eq!(mails(&bench, "reminder"), reminded);
    let text = mail(&bench, &reminded[0]);
    assert!(!text.contains("the orders of the turn"), "{text}");
}
