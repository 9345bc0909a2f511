//! Manual commands of the GM: published in the log, mailed to all, and accepted by both auditors.

use super::bench::{
    DUE, audits, mail, mails, note_texts, notes, ok_at, run_at, send_in, started, status, terms,
    tick,
};
use crate::cli::{
    bench::{Bench, GAME, SEATS, orders},
    letters::with_file,
};

const TUESDAY: &str = "2026-11-24T13:00:00Z";
const FRIDAY: &str = "2026-11-27T20:00:00Z";

fn game() -> Bench {
    started(&terms("", "pauses: {most-days: 10, votes: 2}\n"))
}

/// Plays on, so that the next report shows the notes.
fn plays_on(bench: &Bench, clock: &str) -> String {
    send_in(bench, clock, &SEATS, 1);
    let said = ok_at(bench, clock, &["adjudicate", GAME]);
    assert!(said.err.contains("Sitting 2"), "{}", said.all());
    audits(bench);
    let report = bench.read("gem/reports/0001/0002/zytal.txt");
    report.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn extend_moves_the_deadline() {
    let bench = game();
    let reason = ["--reason", "Kai has the  flu\n"];
    let said = ok_at(
        &bench,
        TUESDAY,
        &[&["extend", GAME, "--by", "36h"], &reason[..]].concat(),
    );
    assert_eq!(
        said.err,
        "The deadline moves from 2026-11-27 17:00 UTC to 2026-11-29 05:00 UTC.\nReason: Kai has the flu\n6 mails in the outbox.\n"
    );
    assert_eq!(status(&bench, TUESDAY)["deadline"], "2026-11-29T05:00:00Z");
    let to = ["extend", GAME, "--to", "2026-11-30 18:00"];
    ok_at(&bench, TUESDAY, &[&to, &reason[..]].concat());
    assert_eq!(status(&bench, TUESDAY)["deadline"], "2026-11-30T17:00:00Z");
    // The deadline moves to the next date of the schedule.
    ok_at(&bench, TUESDAY, &[&["extend", GAME], &reason[..]].concat());
    assert_eq!(status(&bench, TUESDAY)["deadline"], "2026-12-04T17:00:00Z");
    for bad in [
        &["--to", "2026-11-30 18:00"][..],
        &["--to", "tomorrow"],
        &["--by", "soon"],
        &["--by", "0h"],
    ] {
        let said = run_at(
            &bench,
            TUESDAY,
            &[&["extend", GAME], bad, &reason[..]].concat(),
        );
        assert_eq!(said.code, 2, "{}", said.all());
    }
    assert_eq!(notes(&bench), ["extend by gm"; 3]);
    // The mails of one hour that were not sent are one.
    assert_eq!(
        mails(&bench, "extend").len(),
        SEATS.len(),
        "{:?}",
        mails(&bench, "extend")
    );
    let told = mail(&bench, "s0001.zytal.extend.8");
    for words in [
        "Subject: [gem] Turn 1: The deadline was moved",
        "Reason: Kai has the flu",
        "Orders are due Fri 4 Dec 2026 18:00 CET (Europe/Vienna), 2026-12-04 17:00 UTC.",
        "Head of the log:",
    ] {
        assert!(told.contains(words), "{words}\n{told}");
    }
    assert_eq!(told.matches("The deadline moves from").count(), 3, "{told}");
    assert_eq!(told.matches("Orders are due").count(), 1, "{told}");
    let report = plays_on(&bench, TUESDAY);
    assert_eq!(
        report.matches("The deadline was moved").count(),
        3,
        "{report}"
    );
}

/// The former player of a seat still gets the mail that was written to them.
#[test]
fn an_action_does_not_join_a_mail_to_another_address() {
    let bench = game();
    let by = ["extend", GAME, "--by", "1h", "--reason", "One."];
    ok_at(&bench, TUESDAY, &by);
    let new = ["--name", "Nia", "--address", "nia@example.org"];
    let replace = ["replace", GAME, "zytal", "--reason", "Moved away."];
    ok_at(&bench, TUESDAY, &[&replace[..], &new].concat());
    assert_eq!(mails(&bench, "extend"), ["s0001.zytal.extend.6"]);
    assert!(mail(&bench, "s0001.zytal.extend.6").contains("zytal@example.org"));
    let newcomer = mail(&bench, "s0001.zytal.replace.7");
    assert!(!newcomer.contains("The deadline moves from"), "{newcomer}");
    let other = mail(&bench, "s0001.roo.replace.7");
    assert!(other.contains("The deadline moves from"), "{other}");
}

#[test]
fn an_action_joins_the_mails_of_the_last_hour_that_were_not_sent() {
    let bench = game();
    let extend = |clock: &str, reason: &str| {
        let by = ["extend", GAME, "--by", "1h", "--reason", reason];
        ok_at(&bench, clock, &by);
    };
    let hold = |clock: &str| ok_at(&bench, clock, &["hold", GAME, "--reason", "A doubt."]);
    extend(TUESDAY, "One.");
    hold("2026-11-24T13:59:00Z");
    let both = mail(&bench, "s0001.roo.hold.7");
    for words in [
        "Subject: [gem] Turn 1: The deadline was moved; The game was held",
        "Reason: One.",
        "Reason: A doubt.",
    ] {
        assert!(both.contains(words), "{words}\n{both}");
    }
    assert_eq!(mails(&bench, "extend"), [""; 0]);
    // The hour counts from the oldest action in the mail.
    let release = ["release", GAME, "--reason", "No doubt."];
    ok_at(&bench, "2026-11-24T14:01:00Z", &release);
    let released = mail(&bench, "s0001.roo.release.8");
    assert!(!released.contains("A doubt."), "{released}");
    assert_eq!(mails(&bench, "hold").len(), SEATS.len());
    // A mail that was sent stays as it is.
    ok_at(&bench, "2026-11-24T14:02:00Z", &["send", GAME]);
    extend("2026-11-24T14:03:00Z", "Two.");
    let last = mail(&bench, "s0001.roo.extend.9");
    assert!(
        last.contains("Reason: Two.") && !last.contains("released"),
        "{last}"
    );
    audits(&bench);
}

#[test]
fn a_pause_stops_the_clock_and_ends_by_itself() {
    let bench = game();
    let pause = ["pause", GAME, "--days", "7", "--reason", "the holidays"];
    ok_at(&bench, TUESDAY, &pause);
    assert_eq!(run_at(&bench, TUESDAY, &pause).code, 2);
    let now = status(&bench, TUESDAY);
    assert_eq!(now["paused"], "2026-12-01T13:00:00Z");
    assert_eq!(now["deadline"], serde_json::Value::Null);
    send_in(&bench, TUESDAY, &SEATS, 1);
    for args in [
        &["adjudicate", GAME][..],
        &["adjudicate", GAME, "--overdue"],
        &["adjudicate", GAME, "--now", "why not"],
    ] {
        let said = ok_at(&bench, FRIDAY, args);
        assert!(said.err.contains("The game is paused"), "{}", said.all());
    }
    ok_at(&bench, TUESDAY, &["send", GAME]);
    assert_eq!(tick(&bench, "2026-12-01T12:59:00Z"), "");
    let said = tick(&bench, "2026-12-01T13:00:00Z");
    assert!(said.contains("sitting 2 of turn 1"), "{said}");
    assert_eq!(notes(&bench), ["pause by gm", "resume by desk"]);
    audits(&bench);
}

#[test]
fn after_a_pause_every_seat_has_the_time_that_was_left() {
    let bench = game();
    // Three days and four hours were left.
    ok_at(
        &bench,
        TUESDAY,
        &["pause", GAME, "--reason", "the holidays"],
    );
    let resume = ["resume", GAME, "--reason", "all are back"];
    ok_at(&bench, "2026-11-30T12:00:00Z", &resume);
    // Friday at 18:00 is farther away than that.
    assert_eq!(status(&bench, TUESDAY)["deadline"], "2026-12-04T17:00:00Z");
    assert_eq!(run_at(&bench, "2026-11-30T12:00:00Z", &resume).code, 2);
    ok_at(
        &bench,
        "2026-12-02T12:00:00Z",
        &["pause", GAME, "--reason", "again"],
    );
    ok_at(&bench, "2026-12-03T12:00:00Z", &resume);
    assert_eq!(status(&bench, TUESDAY)["deadline"], "2026-12-11T17:00:00Z");
    let longer = ["pause", GAME, "--days", "11", "--reason", "for ever"];
    let said = run_at(&bench, "2026-12-03T13:00:00Z", &longer);
    assert!(
        said.code == 2 && said.err.contains("1 to 10 days"),
        "{}",
        said.all()
    );
    plays_on(&bench, "2026-12-03T13:00:00Z");
}

#[test]
fn enough_players_get_a_pause_without_the_gm() {
    let bench = game();
    let vote = |seat: &str| {
        run_at(
            &bench,
            TUESDAY,
            &["pause", GAME, "--vote", seat, "--reason", "we move house"],
        )
    };
    assert!(vote("zytal").err.contains("1 of the 2 players"));
    assert_eq!(
        vote("zytal").code,
        2,
        "a second vote of the same player is refused"
    );
    assert_eq!(status(&bench, TUESDAY)["paused"], serde_json::Value::Null);
    assert_eq!(vote("roo").code, 0);
    assert_eq!(status(&bench, TUESDAY)["paused"], "2026-12-04T13:00:00Z");
    assert_eq!(
        notes(&bench),
        ["vote by zytal", "vote by roo", "pause by desk"]
    );
    ok_at(
        &bench,
        TUESDAY,
        &["resume", GAME, "--reason", "they agreed"],
    );
    plays_on(&bench, TUESDAY);
}

#[test]
fn a_pause_by_a_gm_who_plays_is_flagged() {
    let bench = game();
    let mail = bench.read("gem/mail.yaml");
    let playing = mail.replace("gm@localhost", "zytal@example.org");
    assert_ne!(mail, playing);
    bench.write("gem/mail.yaml", playing);
    ok_at(&bench, TUESDAY, &["pause", GAME, "--reason", "I lose"]);
    let text = note_texts(&bench);
    assert!(
        text.contains("The GM plays in this game, as Player zytal"),
        "{text}"
    );
    audits(&bench);
}

#[test]
fn a_held_game_is_not_played() {
    let bench = game();
    let hold = ["hold", GAME, "--reason", "a ruling is to come"];
    ok_at(&bench, TUESDAY, &hold);
    assert_eq!(run_at(&bench, TUESDAY, &hold).code, 2);
    send_in(&bench, TUESDAY, &SEATS, 1);
    for args in [
        &["adjudicate", GAME][..],
        &["adjudicate", GAME, "--overdue"],
    ] {
        let said = ok_at(&bench, FRIDAY, args);
        assert!(said.err.contains("The game is held"), "{}", said.all());
    }
    ok_at(&bench, TUESDAY, &["send", GAME]);
    assert_eq!(tick(&bench, FRIDAY), "");
    assert_eq!(status(&bench, TUESDAY)["held"], true);
    let release = ["release", GAME, "--reason", "it is ruled"];
    ok_at(&bench, FRIDAY, &release);
    assert_eq!(run_at(&bench, FRIDAY, &release).code, 2);
    assert!(tick(&bench, FRIDAY).contains("sitting 2 of turn 1"));
    assert_eq!(notes(&bench), ["hold by gm", "release by gm"]);
    audits(&bench);
}

#[test]
fn a_seat_changes_hands() {
    let bench = game();
    send_in(&bench, TUESDAY, &["zytal"], 1);
    let replace = [
        "replace",
        GAME,
        "zytal",
        "--name",
        "Ilse",
        "--address",
        "ilse@example.org",
        "--zone",
        "Asia/Tokyo",
        "--reason",
        "no time",
    ];
    ok_at(&bench, TUESDAY, &replace);
    assert_eq!(
        run_at(&bench, TUESDAY, &replace).code,
        2,
        "it is hers already"
    );
    let players = bench.read("gem/players.yaml");
    assert!(
        players.contains("Ilse") && !players.contains("Player zytal"),
        "{players}"
    );
    let now = status(&bench, TUESDAY);
    let zytal = &now["seats"][5];
    assert_eq!(
        (&zytal["player"], &zytal["orders"]),
        (&"Ilse".into(), &"on file".into())
    );
    let welcome = mail(&bench, "s0001.zytal.welcome.6");
    for words in [
        "To: Ilse <ilse@example.org>",
        "You now play zytal in The Gem.",
        "Sat 28 Nov 2026 02:00 JST",
        "gem.t1.zytal.orders.yaml",
    ] {
        assert!(welcome.contains(words), "{words}\n{welcome}");
    }
    let farewell = mail(&bench, "s0001.zytal.farewell.6");
    assert!(farewell.contains("zytal@example.org"), "{farewell}");
    assert_eq!(mails(&bench, "replace").len(), 6);
    for bad in [["--address", "nobody"], ["--zone", "Europe/Nowhere"]] {
        let mut args = replace.to_vec();
        let at = args.iter().position(|a| *a == bad[0]).unwrap();
        args[at + 1] = bad[1];
        args[4] = "Otto";
        assert_eq!(run_at(&bench, TUESDAY, &args).code, 2);
    }
    let report = plays_on(&bench, TUESDAY);
    assert!(
        report.contains("zytal passes from Player zytal to Ilse."),
        "{report}"
    );
}

#[test]
fn orders_set_by_the_gm_are_announced_to_all() {
    let bench = game();
    bench.write("z.yaml", orders("zytal", 1, "no-orders: true # the plan\n"));
    let set = [
        "orders",
        GAME,
        "z.yaml",
        "--reason",
        "dictated by telephone",
    ];
    ok_at(&bench, TUESDAY, &set);
    assert_eq!(notes(&bench), ["orders by gm"]);
    let text = note_texts(&bench);
    assert!(
        text.contains("The orders of zytal") && !text.contains("the plan"),
        "{text}"
    );
    let told = mail(&bench, "s0001.zytal.orders-set.6");
    assert!(told.contains("the plan"), "{told}");
    let other = mail(&bench, "s0001.roo.orders.6");
    assert!(
        other.contains("dictated by telephone") && !other.contains("the plan"),
        "{other}"
    );
    // A bad file changes nothing.
    let tree = bench.tree();
    bench.write("bad.yaml", orders("zytal", 9, "moves: []\n"));
    let said = run_at(
        &bench,
        TUESDAY,
        &["orders", GAME, "bad.yaml", "--reason", "x"],
    );
    assert!(
        said.code == 1 && said.err.contains("E0303"),
        "{}",
        said.all()
    );
    bench.write("bad.yaml", orders("zytall", 1, ""));
    let said = run_at(
        &bench,
        TUESDAY,
        &["orders", GAME, "bad.yaml", "--reason", "x"],
    );
    assert!(
        said.code == 1 && said.err.contains("E0304"),
        "{}",
        said.all()
    );
    assert_eq!(bench.tree().against(&tree), "");
    plays_on(&bench, TUESDAY);
}

/// A file from elsewhere is accepted without a notice only if it replaces nothing that the player sent.
#[test]
fn a_file_that_replaces_the_players_orders_is_published_and_mailed() {
    let bench = game();
    let receive = |seat: &str, word: &str| {
        let file = orders(seat, 1, &format!("no-orders: true # {word}\n"));
        bench.write("o.yaml", file);
        ok_at(&bench, TUESDAY, &["receive", GAME, "o.yaml"])
    };
    // The GM files orders twice: the player has sent nothing.
    receive("roo", "by hand");
    receive("roo", "by hand again");
    assert!(notes(&bench).is_empty());

    let file = orders("zytal", 1, "no-orders: true # her own\n");
    let from_her = with_file("zytal", "orders", "z.yaml", &file);
    bench.write("mail.eml", from_her);
    ok_at(&bench, TUESDAY, &["receive", GAME, "--mail", "mail.eml"]);
    // The file that is on file already changes nothing.
    bench.write("o.yaml", &file);
    ok_at(&bench, TUESDAY, &["receive", GAME, "o.yaml"]);
    receive("human", "by hand");
    assert!(notes(&bench).is_empty());

    let said = receive("zytal", "the plan of the GM");
    assert!(said.out.contains("ACCEPTED o.yaml: zytal"), "{}", said.out);
    assert!(
        said.err
            .contains("The orders of zytal for turn 1 are what the GM set"),
        "{}",
        said.err
    );
    assert_eq!(notes(&bench), ["orders by gm"]);
    let text = note_texts(&bench);
    assert!(
        text.contains("after the player had sent orders") && !text.contains("the plan"),
        "{text}"
    );
    let told = mail(&bench, "s0001.zytal.orders-set.6");
    assert!(told.contains("the plan of the GM"), "{told}");
    let other = mail(&bench, "s0001.roo.orders.6");
    assert!(
        other.contains("The orders of zytal") && !other.contains("the plan"),
        "{other}"
    );
    // The same in one run with a file that needs no notice.
    for (name, seat) in [("a.yaml", "zytal"), ("b.yaml", "roo"), ("c.yaml", "zytal")] {
        let file = orders(seat, 1, &format!("no-orders: true # {name}\n"));
        bench.write(name, file);
    }
    let args = ["receive", GAME, "a.yaml", "b.yaml", "c.yaml", "--json"];
    let said = ok_at(&bench, TUESDAY, &args);
    let rows: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    let published = |n: usize| rows["files"][n]["published"].is_string();
    assert_eq!([0, 1, 2].map(published), [true, false, true]);
    assert_eq!(notes(&bench), ["orders by gm"; 3]);
    // Both auditors pass.
    plays_on(&bench, TUESDAY);
}

#[test]
fn manual_commands_are_refused_before_and_after_the_game() {
    let bench = Bench::empty();
    bench.found();
    let verbs: [&[&str]; 6] = [
        &["extend", GAME],
        &["pause", GAME],
        &["resume", GAME],
        &["hold", GAME],
        &["release", GAME],
        &["excuse", GAME, "zytal"],
    ];
    for verb in verbs {
        let said = bench.run(&[verb, &["--reason", "x"]].concat());
        assert!(
            said.code == 2 && said.err.contains("has not begun"),
            "{}",
            said.all()
        );
    }
    let bench = game();
    let position = bench.read("gem/turns/position.yaml");
    bench.write(
        "gem/turns/position.yaml",
        position.replace("ended: turn-complete", "ended: game-over"),
    );
    for verb in verbs {
        let said = bench.run(&[verb, &["--reason", "x"]].concat());
        assert!(
            said.code == 2 && said.err.contains("The game is over"),
            "{}",
            said.all()
        );
    }
    // Only the opening at the end happens.
    assert_eq!(
        tick(&bench, DUE),
        "gem: the game is over: all secrets are opened (2 files)\n"
    );
}
