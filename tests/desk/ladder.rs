//! Escalation: the levels for seats whose orders do not come.

use super::bench::{
    DUE, audits, mail, mails, note_texts, notes, ok_at, run_at, send_in, started, status, terms,
    tick,
};
use crate::cli::bench::{Bench, GAME, SEATS, orders};

/// Returns all seats but one, in the order of the game.
fn others(seat: &str) -> Vec<&'static str> {
    SEATS.into_iter().filter(|s| *s != seat).collect()
}

fn row(bench: &Bench, clock: &str, seat: &str) -> serde_json::Value {
    let now = status(bench, clock);
    let rows = now["seats"].as_array().unwrap();
    rows.iter().find(|row| row["seat"] == seat).unwrap().clone()
}

/// Plays a deadline at which zytal alone has sent no orders.
fn silent(bench: &Bench, turn: u32, before: &str, deadline: &str) -> String {
    send_in(bench, before, &others("zytal"), turn);
    tick(bench, deadline)
}

#[test]
fn the_levels_lead_to_vacant_and_back() {
    let bench = started(&terms(
        "",
        "nmr: [default, caretaker, vacant]\nguards: {missing: 90, outage: 999}\n",
    ));
    assert!(silent(&bench, 1, "2026-11-25T12:00:00Z", DUE).contains("sitting 2 of turn 1"));
    let after = "2026-11-28T12:00:00Z";
    assert_eq!(row(&bench, after, "zytal")["missed"], 1);
    assert_eq!(row(&bench, after, "zytal")["step"], serde_json::Value::Null);
    assert_eq!(
        notes(&bench).len(),
        0,
        "the first time is nobody's business"
    );

    // The second missed deadline brings a caretaker.
    let said = silent(&bench, 2, "2026-12-01T12:00:00Z", "2026-12-04T17:00:00Z");
    assert!(said.contains("sitting 3 of turn 2"), "{said}");
    assert_eq!(row(&bench, after, "zytal")["step"], "caretaker");
    assert_eq!(notes(&bench), ["nmr by desk"]);
    assert!(
        note_texts(&bench)
            .contains("No orders of zytal came at 2 deadlines in a row. A caretaker plays it")
    );
    let table = ok_at(&bench, after, &["status", GAME]).out;
    assert!(
        table.contains("zytal        Player zytal     none      (caretaker, missed 2)"),
        "{table}"
    );

    // No sitting waits for the seat any more: the third turn is played before its deadline.
    let early = "2026-12-06T12:00:00Z";
    let said = silent(&bench, 3, early, early);
    assert!(said.contains("sitting 4 of turn 3"), "{said}");
    assert_eq!(row(&bench, early, "zytal")["step"], "vacant");
    assert_eq!(mails(&bench, "vacant"), ["s0004.gm.vacant-zytal.1"]);
    assert!(mail(&bench, "s0004.gm.vacant-zytal.1").contains("chronojudge replace"));
    assert_eq!(tick(&bench, early), "", "and the GM is told once");

    // The player is back with one order file.
    send_in(&bench, early, &["zytal"], 4);
    let said = silent(&bench, 4, early, early);
    assert!(said.contains("sitting 5 of turn 4"), "{said}");
    assert_eq!(row(&bench, early, "zytal")["missed"], 0);
    assert!(note_texts(&bench).contains("zytal has sent orders, and its player plays it again."));
    assert!(tick(&bench, early).is_empty());
    audits(&bench);
}

#[test]
fn the_deadline_waits_once() {
    let bench = started(&terms(
        "",
        "nmr: [wait, default]\nguards: {missing: 90, outage: 999}\n",
    ));
    let said = silent(&bench, 1, "2026-11-25T12:00:00Z", DUE);
    assert!(
        said.contains("the deadline moved to 2026-12-04 17:00 UTC"),
        "{said}"
    );
    assert_eq!(notes(&bench), ["extend by desk"]);
    assert_eq!(mails(&bench, "extend").len(), 6);
    assert!(tick(&bench, "2026-12-04T17:00:00Z").contains("sitting 2 of turn 1"));
    assert_eq!(row(&bench, DUE, "zytal")["missed"], 2);
    audits(&bench);
}

#[test]
fn a_substitute_takes_the_seat() {
    let bench = started(&terms(
        "",
        "nmr: [substitute]\nguards: {missing: 90, outage: 999}\n",
    ));
    let players = bench.read("gem/players.yaml");
    let zytal = "name: Player zytal\n";
    let substitute = format!(
        "{zytal}  substitute: {{name: Ilse, address: ilse@example.org, zone: Europe/Rome}}\n"
    );
    bench.write("gem/players.yaml", players.replace(zytal, &substitute));
    let said = silent(&bench, 1, "2026-11-25T12:00:00Z", DUE);
    assert!(said.contains("sitting 2 of turn 1"), "{said}");
    assert_eq!(row(&bench, DUE, "zytal")["player"], "Ilse");
    assert_eq!(row(&bench, DUE, "zytal")["missed"], 0);
    assert_eq!(notes(&bench), ["nmr by desk", "replace by desk"]);
    assert_eq!(mails(&bench, "welcome").len(), 1);
    assert_eq!(mails(&bench, "vacant").len(), 0);
    audits(&bench);
}

#[test]
fn an_announced_absence_is_excused_as_far_as_was_agreed() {
    let away = |from: &str, days: u32| {
        let bench = started(&terms(
            "",
            &format!("nmr: [caretaker]\ndays-away: {days}\nguards: {{missing: 90, outage: 999}}\n"),
        ));
        let players = bench.read("gem/players.yaml");
        let zytal = "name: Player zytal\n";
        let absence = format!("{zytal}  absences: [{{from: '{from}', to: '2026-12-20'}}]\n");
        bench.write("gem/players.yaml", players.replace(zytal, &absence));
        silent(&bench, 1, "2026-11-25T12:00:00Z", DUE);
        audits(&bench);
        (row(&bench, DUE, "zytal")["missed"].clone(), notes(&bench))
    };
    let excused = (0.into(), vec!["excuse by desk".to_owned()]);
    let not = (1.into(), vec!["nmr by desk".to_owned()]);
    assert_eq!(away("2026-11-27", 30), excused);
    assert_eq!(away("2026-11-24", 4), excused);
    assert_eq!(away("2026-11-24", 3), not);
    assert_eq!(away("2026-11-28", 30), not);
}

/// An absence that the GM announces: all are notified, `status` shows it, the player gets no reminder, and the deadline
/// is excused.
#[test]
fn a_gm_excuses_ahead() {
    let bench = started(&terms(
        ", reminders: [48]",
        "nmr: [caretaker]\ndays-away: 4\nguards: {missing: 90, outage: 999}\n",
    ));
    let day = "2026-11-24T13:00:00Z";
    let excuse = |from: &str, to: &str| {
        let days = ["excuse", GAME, "zytal", "--from", from, "--to", to];
        run_at(&bench, day, &[&days[..], &["--reason", "skiing"]].concat())
    };
    let tree = bench.tree();
    for (from, to, words) in [
        ("2026-11-30", "2026-11-29", "before it begins"),
        ("2026-11-20", "2026-11-23", "These days are over"),
        ("2026-13-20", "2026-11-23", "invalid value"),
    ] {
        let said = excuse(from, to);
        assert!(said.code == 2 && said.err.contains(words), "{}", said.all());
    }
    assert_eq!(bench.tree().against(&tree), "");
    let said = excuse("2026-11-27", "2026-11-28");
    assert!(
        said.code == 0
            && said.err.contains(
                "The player of zytal is away from 2026-11-27 to 2026-11-28: a deadline that is missed then is excused.\nReason: skiing"
            ),
        "{}",
        said.all()
    );
    assert_eq!(excuse("2026-11-28", "2026-11-28").code, 2, "known already");
    // Adjacent days are merged with it; only the agreed number of days is excused.
    let said = excuse("2026-11-29", "2026-12-02");
    assert!(
        said.err.contains("away from 2026-11-27 to 2026-12-02: a deadline that is missed on the first 4 of these days"),
        "{}",
        said.all()
    );
    assert_eq!(notes(&bench), ["excuse by gm", "excuse by gm"]);
    // The second mail to each player has both notes, because the first was not sent.
    assert_eq!(mails(&bench, "excuse").len(), 6);
    let table = ok_at(&bench, day, &["status", GAME]).out;
    assert!(table.contains("(away 2026-11-27 to 2026-12-02)"), "{table}");
    assert_eq!(row(&bench, day, "zytal")["absences"][0]["to"], "2026-12-02");
    // A reminder goes to all others.
    tick(&bench, "2026-11-26T12:00:00Z");
    let reminded = mails(&bench, "reminder");
    assert!(
        reminded.len() == 5 && !reminded.iter().any(|name| name.contains("zytal")),
        "{reminded:?}"
    );
    silent(&bench, 1, "2026-11-26T13:00:00Z", DUE);
    assert_eq!(row(&bench, DUE, "zytal")["missed"], 0);
    assert_eq!(notes(&bench).last().unwrap(), "excuse by desk");
    audits(&bench);
}

#[test]
fn a_gm_excuses_with_a_reason() {
    let bench = started(&terms(
        "",
        "nmr: [caretaker]\nguards: {missing: 90, outage: 999}\n",
    ));
    silent(&bench, 1, "2026-11-25T12:00:00Z", DUE);
    assert_eq!(row(&bench, DUE, "zytal")["step"], "caretaker");
    let excuse = ["excuse", GAME, "zytal", "--reason", "in hospital"];
    let said = ok_at(&bench, DUE, &excuse);
    assert!(
        said.err
            .contains("zytal is excused for 1 deadline in a row.\nReason: in hospital"),
        "{}",
        said.err
    );
    assert_eq!(row(&bench, DUE, "zytal")["missed"], 0);
    assert_eq!(run_at(&bench, DUE, &excuse).code, 2);
    assert_eq!(notes(&bench), ["nmr by desk", "excuse by gm"]);
    audits(&bench);
}

/// An explicit "no orders" is an answer: the sitting does not wait, and the seat does not count as missing.
#[test]
fn an_explicit_no_orders_is_not_an_nmr() {
    let bench = started(&terms("", "nmr: [caretaker]\n"));
    send_in(&bench, "2026-11-25T12:00:00Z", &SEATS, 1);
    assert!(tick(&bench, "2026-11-25T13:00:00Z").contains("sitting 2 of turn 1"));
    let now = status(&bench, DUE);
    assert_eq!(now["ended"], "turn-complete", "{now}");
    let facts = bench.read("gem/public/sittings/0002/facts.yaml");
    assert!(!facts.contains("nmr"), "{facts}");
    assert_eq!(notes(&bench).len(), 0);
    audits(&bench);
}

/// A file with nothing but its envelope is no NMR either: its seat is asked.
#[test]
fn an_empty_file_is_an_answer() {
    let bench = started(&terms(
        "",
        "nmr: [caretaker]\nguards: {missing: 90, outage: 999}\n",
    ));
    bench.write("zytal.yaml", orders("zytal", 1, ""));
    ok_at(
        &bench,
        "2026-11-25T12:00:00Z",
        &["receive", GAME, "zytal.yaml"],
    );
    tick(&bench, DUE);
    assert_eq!(row(&bench, DUE, "zytal")["missed"], 0);
    assert_eq!(row(&bench, DUE, "roo")["missed"], 1);
}

#[test]
fn an_abandoned_table_does_not_play_on_before_its_deadlines() {
    let bench = started(&terms(
        "",
        "nmr: [caretaker]\nguards: {missing: 100, outage: 999}\n",
    ));
    assert!(tick(&bench, DUE).contains("sitting 2 of turn 1"));
    for _ in 0..3 {
        assert_eq!(tick(&bench, "2026-11-28T12:00:00Z"), "");
    }
    assert!(tick(&bench, "2026-12-04T17:00:00Z").contains("sitting 3 of turn 2"));
}
