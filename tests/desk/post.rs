//! Waiting mail is fetched by a tick before any seat counts as late.

use super::bench::{DUE, mails, run_at, send_in, started, status, terms, tick};
use crate::cli::{
    bench::{Bench, GAME, SEATS},
    letters::{first_orders, with_file},
};
use std::fs;

const BEFORE: &str = "2026-11-25T12:00:00Z";
const AN_HOUR_BEFORE: &str = "2026-11-27T16:00:00Z";

/// Returns a game whose mail arrives in a Maildir; all seats but zytal have sent orders.
fn with_maildir() -> Bench {
    let bench = started(&terms("", ""));
    for folder in ["tmp", "new", "cur"] {
        fs::create_dir_all(bench.dir().join("box").join(folder)).unwrap();
    }
    let settings = bench.read("gem/mail.yaml");
    bench.write(
        "gem/mail.yaml",
        format!("{settings}inbox: {{maildir: ../box}}\n"),
    );
    send_in(&bench, BEFORE, &SEATS[..5], 1);
    bench
}

#[test]
fn orders_that_came_in_time_are_played_and_answered() {
    let bench = with_maildir();
    // The first tick reminds zytal.
    tick(&bench, AN_HOUR_BEFORE);
    assert_eq!(tick(&bench, AN_HOUR_BEFORE), "");
    assert!(bench.root().join("next.hint").exists());
    let orders = first_orders("zytal", "by mail");
    bench.write("box/new/1", with_file("zytal", "x", "z.yaml", &orders));
    // The mail came in the last hour, and has not been read yet.
    let said = tick(&bench, DUE);
    assert!(said.contains("1 received"), "{said}");
    assert!(said.contains("sitting 2 of turn 1"), "{said}");
    assert_eq!(
        bench.read("gem/orders/0001/zytal.yaml").trim_end(),
        orders.trim_end()
    );
    assert_eq!(mails(&bench, "receipt"), ["s0001.zytal.receipt.1"]);
    let seats = status(&bench, DUE)["seats"].clone();
    assert!(
        seats
            .as_array()
            .unwrap()
            .iter()
            .all(|seat| seat["missed"] == 0),
        "{seats}"
    );
}

#[test]
fn a_letter_wakes_a_game_that_was_idle() {
    let bench = with_maildir();
    tick(&bench, BEFORE);
    let orders = first_orders("zytal", "early");
    bench.write("box/new/1", with_file("zytal", "x", "z.yaml", &orders));
    // Only the Maildir has changed.
    assert!(tick(&bench, BEFORE).contains("1 received"));
}

#[test]
fn no_seat_is_late_while_the_mail_cannot_be_read() {
    let bench = with_maildir();
    fs::rename(bench.dir().join("box"), bench.dir().join("elsewhere")).unwrap();
    let said = run_at(&bench, DUE, &["tick", GAME]);
    assert_eq!(said.code, 1, "{}", said.all());
    assert!(said.err.contains("Maildir"), "{}", said.all());
    let now = status(&bench, DUE);
    assert_eq!(
        (&now["turn"], &now["sitting"]),
        (&1.into(), &1.into()),
        "{now}"
    );
    fs::rename(bench.dir().join("elsewhere"), bench.dir().join("box")).unwrap();
    assert!(tick(&bench, DUE).contains("sitting 2 of turn 1"));
}
