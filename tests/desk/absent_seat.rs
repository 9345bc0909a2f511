//! A seat that its player leaves: the notes record who plays it, so that every sitting can be derived again.

use super::bench::{audits, ok_at, seat_two_players, send_in, status, terms, tick, utc};
use crate::{
    cli::bench::{Bench, GAME, MASTER, SEATS},
    tamper::public::Public,
};
use chrono::TimeDelta;
use std::fs;

/// Returns a whole game played by ticks, and the time of its last tick: bots play all seats but two, and one of these is
/// vacant from the first deadline on.
fn with_a_vacant_seat() -> (Bench, String) {
    let bench = Bench::empty();
    let guards = "nmr: [vacant]\nguards: {missing: 100, outage: 9999}\n";
    bench.write("terms.yaml", terms("", guards));
    let new = [
        "new",
        GAME,
        "--dice",
        "plain",
        "--trust",
        "address",
        "--option",
        "scenario=two",
    ];
    let secret = ["--master", MASTER, "--keys", "64", "--terms", "terms.yaml"];
    bench.ok(&[&new[..], &secret].concat());
    seat_two_players(&bench);
    bench.ok(&["start", GAME]);
    for seat in SEATS.iter().filter(|seat| !["roo", "zytal"].contains(seat)) {
        let to = ["--bot", "greedy", "--reason", "to see the end"];
        bench.ok(&[&["replace", GAME, seat], &to[..]].concat());
    }
    // The other player passes in time, so most sittings do not wait for a deadline.
    let mut at = utc(super::bench::DUE);
    for _ in 0..40 {
        let clock = at.format("%Y-%m-%dT%H:%M:%SZ").to_string();
        let now = status(&bench, &clock);
        if now["ended"] == "game-over" {
            let ended = at - TimeDelta::hours(1);
            return (bench, ended.format("%Y-%m-%dT%H:%M:%SZ").to_string());
        }
        let turn = u32::try_from(now["turn"].as_u64().unwrap()).unwrap();
        send_in(&bench, &clock, &["zytal"], turn);
        tick(&bench, &clock);
        at += TimeDelta::hours(1);
    }
    panic!("the game goes on for ever");
}

/// fair1, section 6: `played-by` says which seats a sitting takes as late. A program that did otherwise is detected;
/// and a game that is over is opened by the tick one day later.
#[test]
fn a_vacant_seat_is_derived_and_the_game_is_opened() {
    let (bench, over) = with_a_vacant_seat();
    let log = bench.root().join("public/log");
    let notes = || {
        let files = fs::read_dir(&log).unwrap().map(|file| file.unwrap().path());
        let texts = files.map(|path| fs::read_to_string(path).unwrap());
        texts.filter(|text| text.contains("\nwhat: nmr\n"))
    };
    let note = notes().next().expect("a note");
    assert!(
        note.contains("\nseat: roo\nplayed-by: defaults\n"),
        "{note}"
    );
    assert_eq!(notes().count(), 1);

    // Nothing is opened during the first day, so that the GM can undo a mistake.
    let later = |hours| {
        let at = utc(&over) + TimeDelta::hours(hours);
        at.format("%Y-%m-%dT%H:%M:%SZ").to_string()
    };
    assert!(!tick(&bench, &later(23)).contains("opened"));
    let said = bench.run(&["audit", GAME]);
    assert_eq!(said.code, 2, "{}", said.all());
    let said = tick(&bench, &later(24));
    assert!(said.contains("all secrets are opened ("), "{said}");
    assert_eq!(tick(&bench, &later(25)), "");
    audits(&bench);
    let said = ok_at(&bench, &later(25), &["audit", GAME]).out;
    assert!(!said.contains("its journal from orders and dice"), "{said}");

    let lock = |text: &str| text.contains("\noverdue: no\n");
    let files = fs::read_dir(&log).unwrap().map(|file| file.unwrap().path());
    let locks = files.map(|path| fs::read_to_string(path).unwrap());
    assert!(locks.filter(|text| lock(text)).count() > 3);
    // The note claims that the player plays the seat: then its defaults cannot follow from the orders.
    let mut public = Public::read(&bench.root().join("public"));
    let mut records = public.records();
    let note = records.iter_mut().find(|r| r.get("what") == Some("nmr"));
    note.expect("a note").set("played-by", "player");
    public.relink(&records);
    public.refit();
    let forged = Bench::empty();
    public.write(&forged.root().join("public"), None);
    let said = forged.run(&["audit", &forged.root().join("public").display().to_string()]);
    assert_eq!(said.code, 1, "{}", said.all());
    assert!(
        said.out
            .contains("FAILED     journals from orders and dice"),
        "{}",
        said.all()
    );
}
