//! A second order file in an open turn: its new lines, the lines that were played before, and those it leaves open.

use super::{
    bench::{Bench, GAME, MASTER, Said, orders, salt_words},
    tree::Tree,
};
use std::path::Path;

const SEATS: [&str; 3] = ["black", "orange", "pink"];

/// A list of all counters that an Epoch can hold.
const ANYTHING: &str = "[europe, africa, america, asia, australia, world, europe-atomic, africa-atomic, \
    america-atomic, asia-atomic, australia-atomic, europe-arrows, africa-arrows, america-arrows, \
    asia-arrows, australia-arrows]";

/// Returns a game of Time Pirates in its second turn, and the seat whose turn it is.
fn playing() -> (Bench, String) {
    let bench = Bench::empty();
    let founded = [
        "new", GAME, "--dice", "plain", "--trust", "address", "--master", MASTER, "--keys", "64",
    ];
    let rules = ["--ruleset", "time-pirates", "--option", "players=3"];
    bench.ok(&[&founded[..], &rules].concat());
    bench.seat(&SEATS);
    for seat in SEATS {
        bench.ok(&["salt", "open", GAME, seat, &salt_words(seat)]);
    }
    bench.ok(&["start", GAME]);
    for seat in SEATS {
        let body = "place: [1900-1999, 1800-1899, 1600-1699]\n";
        receive(&bench, seat, 1, body);
    }
    bench.ok(&["adjudicate", GAME]);
    let waits = bench.json(&["status", GAME])["waits"].to_string();
    let seat = SEATS.into_iter().find(|seat| waits.contains(seat));
    (bench, seat.expect("somebody's turn").to_owned())
}

fn receive(bench: &Bench, seat: &str, turn: u32, body: &str) -> Said {
    let name = format!("{seat}.yaml");
    bench.write(&name, orders(seat, turn, body));
    bench.run(&["receive", GAME, &name])
}

/// Returns a game in which one of the two actions of the turn is played, and the report asks for the next.
fn one_taken() -> (Bench, String, u64) {
    let (bench, seat) = playing();
    let body = format!("restock: none\nactions: [take: {ANYTHING}]\n");
    assert_eq!(receive(&bench, &seat, 2, &body).code, 0);
    bench.ok(&["adjudicate", GAME]);
    let status = bench.json(&["status", GAME]);
    assert_eq!(status["turn"], 2);
    let sitting = status["sitting"].as_u64().expect("a number");
    (bench, seat, sitting)
}

fn is_due(bench: &Bench) -> bool {
    bench.json(&["status", GAME])["due"] == true
}

/// Returns the number of counters taken in turn 2.
fn taken(bench: &Bench) -> usize {
    let facts = bench.read("gem/turns/0002/facts.yaml");
    facts.matches("took").count()
}

#[test]
fn a_line_that_repeats_a_played_one_is_played_again() {
    let (bench, seat, sitting) = one_taken();
    assert_eq!(taken(&bench), 1);
    let body = format!("sitting: {sitting}\nactions: [take: {ANYTHING}]\n");
    let said = receive(&bench, &seat, 2, &body);
    assert_eq!(
        said.all(),
        format!("ACCEPTED {seat}.yaml: {seat}\nexit code 0")
    );
    assert!(is_due(&bench));
    bench.ok(&["adjudicate", GAME]);
    assert_eq!(bench.json(&["status", GAME])["turn"], 3);
    assert_eq!(taken(&bench), 2);
    let said = bench.ok(&["rerun", GAME, "2"]);
    assert!(said.all().contains("identical"), "{}", said.all());
}

#[test]
fn a_hold_is_over_with_the_next_file_and_nothing_is_lost_before_it() {
    let (bench, seat) = playing();
    let body = format!("restock: none\nactions: [take: {ANYTHING}, hold]\n");
    receive(&bench, &seat, 2, &body);
    bench.ok(&["adjudicate", GAME]);
    let sitting = &bench.json(&["status", GAME])["sitting"];
    let body = format!("sitting: {sitting}\nactions: [take: {ANYTHING}, hold]\n");
    receive(&bench, &seat, 2, &body);
    bench.ok(&["adjudicate", GAME]);
    assert_eq!(taken(&bench), 2);
}

/// The same bytes without a report's number may have been sent twice by mistake, so the player is asked about them.
#[test]
fn the_bytes_on_file_once_more_are_sent_back_with_a_question() {
    let (bench, seat, sitting) = one_taken();
    let before = bench.tree();
    let body = format!("restock: none\nactions: [take: {ANYTHING}]\n");
    let said = receive(&bench, &seat, 2, &body);
    assert_eq!(said.code, 1, "{}", said.all());
    for words in [
        "error[E0314]",
        &format!("Write `sitting: {sitting}`"),
        "REJECTED",
    ] {
        assert!(said.all().contains(words), "{words}: {}", said.all());
    }
    assert!(!is_due(&bench));
    assert_eq!(bench.tree().against(&before), "");
    // Other bytes without a number answer the last report, and the receipt points out the repeated line.
    let body = format!("# again\nactions: [take: {ANYTHING}]\n");
    let said = receive(&bench, &seat, 2, &body);
    for words in [
        "warning[E0314]",
        ": new, and sitting",
        "ACCEPTED WITH WARNINGS",
    ] {
        assert!(said.all().contains(words), "{words}: {}", said.all());
    }
    bench.ok(&["adjudicate", GAME]);
    assert_eq!(taken(&bench), 2);
}

/// Orders for an older report are compared with the lines played since, one by one, in receipt and report.
#[test]
fn a_file_of_an_older_report_lists_the_lines_that_count_as_done() {
    let (bench, seat, sitting) = one_taken();
    let older = sitting - 1;
    let body = format!("sitting: {older}\nactions:\n  - take: {ANYTHING}\n  - hold\n");
    let view = format!("{seat}.view.yaml");
    bench.write(
        &view,
        bench.read(&format!("gem/reports/0002/{sitting:04}/{seat}.view.yaml")),
    );
    let said = receive(&bench, &seat, 2, &body);
    let checked = bench.run(&["check", &format!("{seat}.yaml"), "--view", &view]);
    for said in [said.all(), checked.all()] {
        for words in [
            "warning[E0312]",
            "`: done, because it was played since",
            "`hold`: new",
            "warning[E0315]",
            "the next action (Playing 2)",
            "ACCEPTED WITH WARNINGS",
        ] {
            assert!(said.contains(words), "{words}: {said}");
        }
    }
    bench.ok(&["adjudicate", GAME]);
    assert_eq!(taken(&bench), 1);
    let report = bench.ok(&["report", GAME, &seat]).out;
    assert!(report.contains("Taken as played before"), "{report}");
}

/// Lines that a new file leaves out are named in its receipt and in the next report.
#[test]
fn lines_that_a_new_file_leaves_out_are_named() {
    let (bench, seat) = playing();
    let form = bench.ok(&["form", GAME, &seat]).out;
    let to = form.split("- move: ").nth(1).expect("an arrow");
    let to = to.lines().next().expect("an Epoch").to_owned();
    let body = format!("restock: none\nactions: [take: {ANYTHING}, hold, move: {to}]\n");
    receive(&bench, &seat, 2, &body);
    bench.ok(&["adjudicate", GAME]);
    let sitting = bench.json(&["status", GAME])["sitting"].as_u64();
    let sitting = sitting.expect("a number");
    // The form has these lines, so there is no warning.
    bench.write("form.yaml", bench.ok(&["form", GAME, &seat]).out);
    let said = bench.ok(&["check", "form.yaml", "--game", GAME]);
    assert_eq!(said.all(), "ACCEPTED form.yaml\nexit code 0");
    let body = format!("sitting: {sitting}\nactions: [take: {ANYTHING}]\n");
    bench.write("new.yaml", orders(&seat, 2, &body));
    let view = format!("gem/reports/0002/{sitting:04}/{seat}.view.yaml");
    let on_view = bench.ok(&["check", "new.yaml", "--view", &view]);
    let in_game = bench.ok(&["check", "new.yaml", "--game", GAME]);
    let received = receive(&bench, &seat, 2, &body);
    assert_eq!(on_view.all(), in_game.all());
    for said in [in_game.all(), received.all()] {
        for words in [
            "warning[E0319]: This file leaves out a line of your file before it that was still to come.",
            &format!("= note: `actions/2`: {{move: {to}}}"),
            "= help: They are not played: a new file is the whole of what is still to come.",
            "ACCEPTED WITH WARNINGS",
        ] {
            assert!(said.contains(words), "{words}: {said}");
        }
    }
    bench.ok(&["adjudicate", GAME]);
    assert_eq!(taken(&bench), 2);
    let report = bench.ok(&["report", GAME, &seat]).out;
    assert!(
        report.contains("3 lines carried out, 1 replaced."),
        "{report}"
    );
    let line = format!("actions 3 of file 1: {{move: \"{to}\"}} - replaced by your file 2\n");
    assert!(report.contains(&line), "{report}");
    assert!(!report.contains("WHAT FAILED"), "{report}");
    let html = bench.ok(&["report", GAME, &seat, "--html"]).out;
    assert!(html.contains("<td>replaced by your file 2</td>"), "{html}");
    assert!(!html.contains("What failed"), "{html}");
}

/// A file may order nothing at all; the report then does not count its lines.
#[test]
fn a_file_without_lines_is_said_to_have_none() {
    let (bench, seat) = playing();
    for other in SEATS.into_iter().filter(|other| *other != seat) {
        receive(&bench, other, 2, "world: []\n");
    }
    let body = format!("restock: none\nactions: [take: {ANYTHING}, hold]\n");
    receive(&bench, &seat, 2, &body);
    bench.ok(&["adjudicate", GAME]);
    for other in SEATS {
        let report = bench.ok(&["report", GAME, other]).out;
        let words = "Your orders    Your file has no lines to carry out.\n";
        assert_eq!(report.contains(words), other != seat, "{report}");
    }
}

/// Orders that answer no open question get a warning at once, and `status` and `adjudicate` report the same.
#[test]
fn orders_that_answer_nothing_make_no_sitting_due() {
    let (bench, seat, sitting) = one_taken();
    let said = receive(
        &bench,
        &seat,
        2,
        &format!("sitting: {sitting}\nworld: []\n"),
    );
    assert!(
        said.all()
            .contains("does not answer the question that is open"),
        "{}",
        said.all()
    );
    let before = bench.tree();
    let status = bench.json(&["status", GAME]);
    assert_eq!(status["due"], false);
    let waits = status["waits"].as_str().expect("words").to_owned();
    assert_eq!(waits, format!("The sitting waits for orders from {seat}."));
    let said = bench.ok(&["adjudicate", GAME]);
    assert!(
        said.all().contains(&format!("Nothing to do. {waits}")),
        "{}",
        said.all()
    );
    assert_eq!(bench.tree().against(&before), "");
}

/// A condition with a field that its question does not have can never match: it is an error, and is not skipped.
#[test]
fn a_condition_that_never_fits_is_refused() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let bench = Bench::copy(&Tree::read(&games.join("whispers-1")));
    let turn = bench.json(&["status", GAME])["turn"].to_string();
    for (when, words) in [
        ("card: 3", "unknown key `card` in `when`"),
        (
            "whisperer: 3, side: gold",
            "unknown key `whisperer` in `when`",
        ),
        ("play: 0", "E0"),
    ] {
        let powers = format!("powers:\n  - multiverse: {{play: second, when: {{{when}}}}}\n");
        let said = receive(&bench, "red", turn.parse().expect("a number"), &powers);
        assert_eq!(said.code, 1, "{when}: {}", said.all());
        assert!(said.all().contains("red.yaml:"), "{}", said.all());
        assert!(said.all().contains(words), "{words}: {}", said.all());
    }
    let standing = "standing: [{when: {ask: keep, card: 3}, prefer: [2]}]\n";
    let said = receive(&bench, "red", turn.parse().expect("a number"), standing);
    for words in [
        "error[E0306]",
        "has no `card`",
        "`keep` has the fields play, seen",
    ] {
        assert!(said.all().contains(words), "{words}: {}", said.all());
    }
}
