//! The terms about the clock that are agreed when a game is founded.

use super::bench::{DUE, ok_at, send_in, started, status, terms, tick};
use crate::cli::{
    bench::{Bench, GAME, SEATS},
    schemas::{objections, validator},
};

#[test]
fn the_terms_are_part_of_the_game_and_are_published() {
    let text = terms(
        ", grace: 12, reminders: [72, 24], blackout: [{from: '2026-12-24', to: '2027-01-02'}]",
        "sittings: at-deadline\nnmr: [wait, default, caretaker]\ndays-away: 21\npauses: {most-days: 10, votes: 3}\nguards: {missing: 40, outage: 48, bounces: 20, room: 100}\n",
    );
    assert_eq!(
        objections(&validator("terms.schema.json"), &text),
        [] as [String; 0]
    );
    let bench = started(&text);
    let game = bench.read("gem/game.yaml");
    assert_eq!(game, bench.read("gem/public/game.yaml"));
    assert_eq!(
        objections(&validator("game.schema.json"), &game),
        [] as [String; 0]
    );
    for line in [
        "sittings: at-deadline",
        "grace: 12",
        "- wait",
        "days-away: 21",
        "most-days: 10",
        "missing: 40",
    ] {
        assert!(game.contains(line), "{line}\n{game}");
    }
    // All orders are in, and the game still waits for its deadline.
    send_in(&bench, "2026-11-25T12:00:00Z", &SEATS, 1);
    assert_eq!(tick(&bench, "2026-11-25T12:00:00Z"), "");
    let table = ok_at(&bench, DUE, &["status", GAME]).out;
    assert!(
        table.contains(
            "Orders are due 2026-11-27 17:00 UTC; the grace period ends 2026-11-28 05:00 UTC\n"
        ),
        "{table}"
    );
    assert_eq!(tick(&bench, DUE), "", "there is grace");
    assert!(tick(&bench, "2026-11-28T05:00:00Z").contains("sitting 2"));
    assert_eq!(status(&bench, DUE)["deadline"], "2026-12-04T17:00:00Z");
}

#[test]
fn usual_terms_are_not_written_down() {
    let bench = Bench::empty();
    bench.found();
    let game = bench.read("gem/game.yaml");
    for word in ["nmr", "guards", "pauses", "days-away", "schedule"] {
        assert!(!game.contains(word), "{word}\n{game}");
    }
}

#[test]
fn terms_that_make_no_sense_are_refused_with_their_place() {
    for (text, words) in [
        (terms(", graces: 12", ""), "graces"),
        (terms("", "nmr: [bribe]\n"), "bribe"),
        (terms(", blackout: [{from: christmas}]", ""), "christmas"),
        (
            terms(", blackout: [{from: '1960-01-01', to: '2099-01-01'}]", ""),
            "leave no day",
        ),
        (
            "schedule: {days: [], time: '18:00', zone: UTC}\n".to_owned(),
            "at least one day",
        ),
        (
            "schedule: {days: [friday], time: '18:00', zone: Mars/Olympus}\n".to_owned(),
            "Mars/Olympus",
        ),
    ] {
        let bench = Bench::empty();
        bench.write("terms.yaml", &text);
        let said = bench.run(&[
            "new",
            GAME,
            "--dice",
            "plain",
            "--trust",
            "address",
            "--terms",
            "terms.yaml",
        ]);
        assert!(
            [2, 3].contains(&said.code) && said.err.contains(words),
            "{text}{}",
            said.all()
        );
        assert!(!bench.root().exists());
    }
    let bench = Bench::empty();
    assert_ne!(
        bench
            .run(&[
                "new",
                GAME,
                "--dice",
                "plain",
                "--trust",
                "address",
                "--terms",
                "nowhere.yaml"
            ])
            .code,
        0
    );
}
