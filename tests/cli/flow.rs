//! A game from its founding to an audited turn, with the commands that stop or hurry it.

use super::{
    bench::{Bench, GAME, MASTER, SEATS},
    script::{self, STEPS},
};

#[test]
fn from_new_to_audit() {
    let bench = Bench::empty();
    let said = bench.found();
    assert!(
        said.err
            .starts_with("Founded gem in gem: 6 seats, 64 keys.\n"),
        "{}",
        said.err
    );
    let anchor = said
        .out
        .lines()
        .next()
        .unwrap()
        .strip_prefix("anchor ")
        .unwrap()
        .to_owned();
    assert!(
        bench
            .read("gem/public/log/000001-genesis.yaml")
            .contains(&anchor)
    );
    let again = bench.run(&[
        "new", GAME, "--dice", "plain", "--trust", "address", "--master", MASTER,
    ]);
    assert_eq!(
        again.all(),
        "error: There is a game in gem already.\nexit code 2"
    );

    // Commands before their time are refused.
    let early = bench.run(&["start", GAME]);
    assert_eq!(early.code, 2);
    assert!(
        early
            .err
            .contains("Empty seats: buralti, veneb, human, fiolli, roo, zytal."),
        "{}",
        early.err
    );
    let early = bench.run(&["salt", "open", GAME, "zytal", "words"]);
    assert!(
        early.code == 2 && early.err.contains("when the table is closed"),
        "{}",
        early.err
    );
    assert_eq!(bench.run(&["adjudicate", GAME]).code, 2);

    bench.seat(&SEATS);
    let wrong = bench.run(&["salt", "open", GAME, "zytal", "other words"]);
    assert!(
        wrong.code == 2 && wrong.err.contains("not the salt that `zytal` promised"),
        "{}",
        wrong.err
    );
    bench.open_all();
    let said = bench.ok(&["start", GAME]);
    assert!(
        said.err.contains("6 mails in the outbox.\nTurn 1 is open."),
        "{}",
        said.err
    );
    assert_eq!(bench.run(&["start", GAME]).code, 2);

    for seat in SEATS {
        let form = bench.ok(&["form", GAME, seat]).out;
        bench.write("form.yaml", form);
        assert_eq!(
            bench.ok(&["check", "form.yaml", "--game", GAME]).out,
            "ACCEPTED form.yaml\n"
        );
        let said = bench.ok(&["receive", GAME, "form.yaml"]);
        assert_eq!(said.out, format!("ACCEPTED form.yaml: {seat}\n"));
    }
    // In the game directory `check` finds the game by itself.
    bench.ok(&["check", "gem/orders/0001/zytal.yaml"]);
    assert_eq!(bench.json(&["status", GAME])["due"], true);
    let said = bench.json(&["adjudicate", GAME]);
    assert_eq!(
        (&said["ended"], &said["open-turn"]),
        (&"turn-complete".into(), &2.into())
    );
    let now = bench.json(&["status", GAME]);
    assert_eq!(
        (&now["turn"], &now["sitting"], &now["outbox"]),
        (&2.into(), &2.into(), &12.into())
    );

    for reader in SEATS.into_iter().chain(["gm", "public"]) {
        let text = bench.ok(&["report", GAME, reader]).out;
        assert!(text.contains("Turn 1 is complete."), "{reader}: {text}");
        let html = bench.ok(&["report", GAME, reader, "--html"]).out;
        assert!(html.contains("</html>"), "{reader}");
    }
    let old = bench.ok(&["report", GAME, "zytal", "--sitting", "1"]).out;
    assert!(old.contains(" Turn 0 is complete.\n"), "{old}");
    bench.ok(&["send", GAME]);
    let audit = bench.ok(&["audit", GAME]);
    assert!(
        audit
            .err
            .ends_with("PASSED: everything that can be checked now is correct; the rest is sealed until the game ends.\n")
    );
    assert!(
        audit.out.contains("ok         sittings 1, 2: key\n"),
        "{}",
        audit.out
    );
    // Each check is listed on request.
    let all = bench.ok(&["audit", GAME, "--verbose"]);
    assert!(
        all.out.contains("ok         sitting 2: key\n"),
        "{}",
        all.out
    );
}

#[test]
fn with_nothing_new_not_a_byte_changes() {
    let bench = Bench::copy(script::played());
    let before = bench.tree();
    for args in [
        &["adjudicate", GAME][..],
        &["adjudicate", GAME, "--preview"],
        &["status", GAME],
        &["status", GAME, "--json"],
        &["report", GAME, "zytal"],
        &["form", GAME, "zytal"],
        &["audit", GAME],
        &["send", GAME, "--dry-run"],
        &["content", "check", GAME],
    ] {
        bench.ok(args);
        assert_eq!(bench.tree().against(&before), "", "{args:?}");
    }
}

#[test]
fn overdue_takes_defaults_and_completes_the_turn() {
    let bench = Bench::started();
    let (_, body) = STEPS[0].orders[5];
    bench.order("zytal", 1, body);
    let before = bench.tree();
    let said = bench.ok(&["adjudicate", GAME]);
    let words = "The sitting waits for orders from buralti, veneb, human, fiolli, roo.";
    assert!(said.err.contains(words), "{}", said.err);
    assert_eq!(bench.tree().against(&before), "");

    let said = bench.ok(&["adjudicate", GAME, "--overdue"]);
    assert!(said.err.contains("Turn 2 is open."), "{}", said.err);
    assert!(
        bench
            .read("gem/public/log/000007-lock.yaml")
            .contains("\noverdue: yes\n")
    );
    // No deadline had passed, so this was the GM's own decision, and all players are notified.
    let note = "no deadline is set, and seats that had not answered got the default\n";
    assert_eq!(bench.read("gem/public/notes/0002-early.txt"), note);
    for seat in SEATS {
        let report = bench.ok(&["report", GAME, seat]).out;
        assert!(report.contains("Reason: no deadline is set"), "{report}");
        let nmr = report.contains("No move received: no orders of yours came in time");
        assert_eq!(nmr, seat != "zytal", "{report}");
    }
    assert!(
        bench
            .read("gem/public/sittings/0002/facts.yaml")
            .contains("nmr:")
    );
}

#[test]
fn a_passed_deadline_takes_defaults_and_completes_the_turn() {
    let bench = Bench::empty();
    let days = "friday,sunday 18:00 Europe/Vienna";
    bench.new_game(&["--schedule", days]);
    bench.seat(&SEATS);
    bench.open_all();
    bench.ok(&["start", GAME]);
    let status = bench.ok(&["status", GAME]).out;
    assert!(
        status.contains("Orders are due 2026-11-27 17:00 UTC"),
        "{status}"
    );
    let before = bench.tree();
    let said = bench.run(&["adjudicate", GAME, "--overdue"]);
    assert!(
        said.code == 2 && said.err.contains("has not passed"),
        "{}",
        said.all()
    );
    let at = |clock: &str, args: &[&str]| {
        let mut command = bench.command(args);
        super::bench::said(&command.env("CHRONOJUDGE_CLOCK", clock).output().unwrap())
    };
    let late = |clock: &str| at(clock, &["adjudicate", GAME]);
    let said = late("2026-11-27T16:59:59Z");
    assert!(
        said.code == 0 && said.err.contains("Nothing to do."),
        "{}",
        said.all()
    );
    assert_eq!(bench.tree().against(&before), "");
    // No orders have come, so the GM has to confirm that.
    let said = late("2026-11-27T17:00:00Z");
    assert!(
        said.code == 2 && said.err.contains("The guard `missing` holds the game."),
        "{}",
        said.all()
    );
    let release = ["release", GAME, "--reason", "they are on holiday"];
    assert_eq!(at("2026-11-27T17:00:00Z", &release).code, 0);
    let said = late("2026-11-27T17:00:00Z");
    assert!(said.err.contains("Turn 2 is open."), "{}", said.all());
}

#[test]
fn an_early_sitting_is_a_public_note() {
    let bench = Bench::started();
    let (_, body) = STEPS[0].orders[0];
    bench.order("buralti", 1, body);
    let said = bench.ok(&["adjudicate", GAME, "--now", "The GM leaves tonight"]);
    assert!(said.err.contains("Sitting 2"), "{}", said.err);
    assert_eq!(
        bench.read("gem/public/notes/0002-early.txt"),
        "The GM leaves tonight\n"
    );
    let note = bench.read("gem/public/log/000006-note.yaml");
    for line in [
        "what: early",
        "who: gm",
        "at: 2026-11-24T12:00:00Z",
        "turn: 1",
    ] {
        assert!(note.contains(&format!("\n{line}\n")), "{note}");
    }
    for reader in ["zytal", "public"] {
        let report = bench.ok(&["report", GAME, reader]).out;
        assert!(
            report.contains("The GM leaves tonight"),
            "{reader}: {report}"
        );
    }
    assert_eq!(bench.ok(&["audit", GAME]).code, 0);
}

/// Questions are put once, even when there is nothing else to do; after that there is nothing new.
#[test]
fn an_early_sitting_without_any_orders_asks_once() {
    let bench = Bench::started();
    let said = bench.ok(&["adjudicate", GAME, "--now", "The GM leaves tonight"]);
    assert!(
        said.err.contains("Waiting for fiolli (1 question)"),
        "{}",
        said.err
    );
    let report = bench.ok(&["report", GAME, "fiolli"]).out;
    assert!(report.contains("OPEN QUESTIONS"), "{report}");
    let before = bench.tree();
    let said = bench.ok(&["adjudicate", GAME, "--now", "The GM leaves tonight"]);
    assert!(
        said.err
            .starts_with("Nothing to do. The sitting waits for orders from "),
        "{}",
        said.err
    );
    assert_eq!(bench.tree().against(&before), "");
}

#[test]
fn a_preview_changes_nothing_and_draws_nothing() {
    let bench = Bench::copy(script::ready());
    let before = bench.tree();
    let said = bench.ok(&["adjudicate", GAME, "--preview"]);
    assert_eq!(bench.tree().against(&before), "");
    let last = "Stops at the die facing/1b-4, which is not drawn in a preview.\n";
    assert!(said.out.ends_with(last), "{}", said.out);
    assert!(
        said.out.contains("zytal        orders on file\n"),
        "{}",
        said.out
    );
    let told = "buralti-agent-1 travels from the present to 1b-4 for 3 credits (9.1)\n";
    assert!(said.out.contains(told), "{}", said.out);
    // The sitting then has the result that the preview has shown.
    bench.ok(&["adjudicate", GAME]);
    assert!(
        bench
            .read("gem/public/sittings/0002/rolls.txt")
            .starts_with("facing/1b-4 1d6 = ")
    );
}

#[test]
fn a_question_stops_the_turn_and_its_answer_finishes_it() {
    let bench = Bench::started();
    script::play(&bench, &STEPS[0]);
    let now = bench.json(&["status", GAME]);
    assert_eq!(
        (&now["turn"], &now["ended"]),
        (&1.into(), &"waiting".into())
    );
    assert_eq!(now["seats"][0]["asked"], "oppose");
    assert_eq!(now["seats"][4]["asked"], "");
    let asked = bench.ok(&["report", GAME, "buralti"]).out;
    assert!(
        asked.contains(" of 6.\nBuralti: 1 question to answer."),
        "{asked}"
    );
    assert!(
        asked.contains("opposition: [{tile: 1b-4, against: roo, declare: oppose}]"),
        "{asked}"
    );
    let other = bench.ok(&["report", GAME, "roo"]).out;
    assert!(!other.contains("OPEN QUESTIONS"), "{other}");
    assert!(other.contains("\nWaiting for    Buralti: "), "{other}");
    assert!(
        other.contains("2 lines carried out, 1 still to come.\n"),
        "{other}"
    );

    let rolls = bench.read("gem/public/sittings/0002/rolls.txt");
    let waiting = bench.tree();
    bench.ok(&["adjudicate", GAME]);
    assert_eq!(bench.tree().against(&waiting), "");

    script::play(&bench, &STEPS[1]);
    assert!(bench.root().join("orders/0001/buralti.1.yaml").exists());
    // Dice that were drawn stay drawn, and published files stay unchanged.
    assert_eq!(bench.read("gem/public/sittings/0002/rolls.txt"), rolls);
    let now = bench.tree();
    for (path, bytes) in waiting.files("public") {
        let (_, kept) = now.files("").find(|(p, _)| *p == path).unwrap();
        assert!(kept == bytes, "{}", path.display());
    }
}

/// The first line about a seat's orders says if only a part of them was carried out.
#[test]
fn the_report_begins_with_the_part_of_the_orders_that_was_carried_out() {
    let bench = Bench::started();
    script::play(&bench, &STEPS[0]);
    let body = "headquarters: {research: [7b-1, 7b-2, 7b-3]}\n\
                moves: [{unit: agent-1, to: 1b-4}]\nactions: []\n\
                opposition: [{tile: 1b-4, declare: oppose}]\n";
    bench.order("buralti", 1, body);
    let said = bench.ok(&["adjudicate", GAME]);
    assert!(said.err.contains("Turn 2 is open."), "{}", said.err);
    let report = bench.ok(&["report", GAME, "roo"]).out;
    // What happened to the reader comes first of all.
    let mut lines = report.lines();
    assert_eq!(lines.next(), Some("Still 26 VP, 5th of 6."));
    assert_eq!(
        lines.next(),
        Some("Roo: orders for turn 2 are due. Turn 1 is complete.")
    );
    assert_eq!(
        (lines.next(), lines.next()),
        (
            Some(""),
            Some("Your orders    2 lines carried out, 1 put aside.")
        )
    );
    assert!(
        report.contains("WHAT FAILED, AND WHY") && report.contains("E1015"),
        "{report}"
    );
}

/// The status of a folder shows what each game in it waits for, in the current directory too.
#[test]
fn the_status_of_a_folder_has_all_games() {
    let bench = Bench::started();
    let said = bench.ok(&["status", "."]).out;
    assert!(said.contains("gem: The Gem (Time Agent), turn 1"), "{said}");
    assert!(
        said.contains("  The sitting waits for orders from "),
        "{said}"
    );
    let said = bench.ok(&["status"]).out;
    assert!(said.contains("gem: The Gem"), "{said}");
    let data = bench.json(&["status", "."]);
    assert_eq!(data["games"][0]["turn"], 1, "{data}");
    // A game that cannot be read does not hide the others.
    bench.write("broken/game.yaml", "game: [");
    let said = bench.run(&["status", "."]);
    assert!(
        said.code == 1 && said.out.contains("gem: The Gem"),
        "{}",
        said.all()
    );
}
