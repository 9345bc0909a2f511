//! Missing orders in reports, and the readers of these reports.

use super::bench::{DUE, mails, ok_at, send_in, started, terms, tick};
use crate::cli::bench::{Bench, GAME, SEATS, orders};

fn started_with(more: &str) -> Bench {
    started(&terms(
        "",
        &format!("{more}guards: {{missing: 90, outage: 999}}\n"),
    ))
}

/// Returns a report without its line breaks.
fn report(bench: &Bench, path: &str) -> String {
    let text = bench.read(&format!("{GAME}/reports/{path}"));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn an_absence_is_one_line_under_its_seat_with_the_defaults() {
    let bench = started_with("nmr: [default]\n");
    let others: Vec<&str> = SEATS.into_iter().filter(|seat| *seat != "zytal").collect();
    send_in(&bench, "2026-11-25T12:00:00Z", &others, 1);
    tick(&bench, DUE);
    let told = report(&bench, "0001/0002/roo.txt");
    let words = "Zytal: no move received By default Zytal does not wait with its headquarters, buys nothing, \
                 looks at no tile and moves nothing ";
    assert!(told.contains(words), "{told}");
    assert_eq!(told.matches("no move received").count(), 1, "{told}");
    assert!(!told.contains("default was taken"), "{told}");
    // No player did anything in a player turn, so it has no heading.
    let (happened, _) = told.split_once("RULES APPLIED").expect("the last section");
    assert!(!happened.contains("player turn"), "{told}");
    assert!(told.contains("Round 1, Income"), "{told}");
    let html = report(&bench, "0001/0002/roo.html");
    assert_eq!(html.matches("<h3>Zytal: no move received</h3>").count(), 1);
    assert!(!html.contains("</h3> <h3>"), "{html}");
}

#[test]
fn only_a_seat_that_is_asked_reads_that_it_has_no_orders_on_file() {
    let bench = started_with("sittings: each-mail\n");
    let none = "No orders of yours are on file";
    let set_up = report(&bench, "0000/0001/roo.txt");
    assert!(!set_up.contains(none), "{set_up}");
    send_in(&bench, "2026-11-25T12:00:00Z", &["zytal"], 1);
    ok_at(&bench, "2026-11-25T12:00:00Z", &["adjudicate", GAME]);
    let asked = report(&bench, "0001/0002/roo.txt");
    assert!(asked.contains(none), "{asked}");
    // Buralti is first in the player order and has not been asked yet.
    let unasked = report(&bench, "0001/0002/buralti.txt");
    assert!(
        unasked.contains("nothing to answer") && !unasked.contains(none),
        "{unasked}"
    );
}

#[test]
fn a_mail_without_news_is_not_sent() {
    let bench = started_with("sittings: each-mail\n");
    let players = bench.read("gem/players.yaml");
    let all = players.replace("  seats:", "  mails: all\n  seats:");
    bench.write("gem/players.yaml", all);
    let clock = "2026-11-25T12:00:00Z";
    for (sitting, seat) in [(1, "zytal"), (2, "roo")] {
        let body =
            format!("sitting: {sitting}\nheadquarters: {{research: []}}\nmoves: []\nactions: []\n");
        bench.write("orders.yaml", orders(seat, 1, &body));
        ok_at(&bench, clock, &["receive", GAME, "orders.yaml"]);
        ok_at(&bench, clock, &["adjudicate", GAME]);
    }
    // The first sitting of the turn reports the income; after the second all wait as before.
    let of = |sitting: &str| {
        let mails = mails(&bench, "report");
        mails
            .iter()
            .filter(|name| name.starts_with(sitting))
            .count()
    };
    assert_eq!((of("s0002"), of("s0003")), (6, 0));
    assert!(report(&bench, "0001/0003/zytal.txt").contains("Nothing new."));
}

#[test]
fn a_note_gives_its_reason_once() {
    let bench = started_with("nmr: [default]\n");
    let more = ["extend", GAME, "--by", "36h", "--reason", "Kai has the flu"];
    ok_at(&bench, "2026-11-25T12:00:00Z", &more);
    send_in(&bench, "2026-11-25T12:00:00Z", &SEATS, 1);
    tick(&bench, "2026-11-25T13:00:00Z");
    for name in ["roo.txt", "roo.html"] {
        let told = report(&bench, &format!("0001/0002/{name}"));
        assert_eq!(told.matches("Reason: ").count(), 1, "{told}");
        assert!(told.contains("Reason: Kai has the flu"), "{told}");
    }
}
