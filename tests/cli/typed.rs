//! Orders that are typed into a mail: what they leave out, whose they are, and which report they answer.

use super::{
    bench::{Bench, GAME},
    letters::{Answer, answered, first_orders, left, mail, pipe, read, with_file},
    whisperers,
};
use chronojudge::mail::Incoming;
use serde_json::{Value, json};
use std::fs;

fn on_file(bench: &Bench, seat: &str) -> String {
    fs::read_to_string(bench.root().join(format!("orders/0001/{seat}.yaml"))).unwrap_or_default()
}

fn flat(answer: &Answer) -> String {
    answer.all.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Sends the mails that wait, and returns the report of a seat.
fn report(bench: &Bench, seat: &str) -> Answer {
    bench.ok(&["send", GAME]);
    let names = left(bench);
    let mut reports = names
        .iter()
        .filter(|name| name.contains(&format!(".{seat}.report.")));
    read(bench, reports.next_back().expect("a report"))
}

/// Returns the token of the short form in a mail.
fn token(report: &Answer) -> String {
    let mut tokens = report
        .all
        .lines()
        .filter_map(|line| line.strip_prefix("token: "));
    tokens.next().expect("a token").to_owned()
}

#[test]
fn sections_that_a_mail_leaves_out_stay_as_they_are() {
    let bench = Bench::started();
    answered(
        &bench,
        with_file("roo", "one", "a.yaml", &first_orders("roo", "one")),
    );
    let answer = answered(
        &bench,
        mail(
            "roo",
            "Subject: two",
            "Moves: []\nactions: [hold]\n\nCheers\n",
        ),
    );
    assert_eq!(
        answer.field("Subject"),
        "[gem] Turn 1 orders ACCEPTED",
        "{}",
        answer.all
    );
    let words = flat(&answer);
    for part in [
        "It left out what stays as it was on file: turn-order, headquarters.",
        "Not taken as orders: Cheers.",
        "Its capital letters were read as small ones.",
        "| actions: [hold]",
        "| headquarters: {research: []}",
    ] {
        assert!(words.contains(part), "{part:?} is missing:\n{}", answer.all);
    }
    let file = on_file(&bench, "roo");
    for line in [
        "game: gem",
        "turn: 1",
        "seat: roo",
        "moves: []",
        "actions: [hold]",
        "turn-order: {prefer: [6, 5, 4, 3, 2, 1]}",
    ] {
        assert!(file.lines().any(|l| l == line), "{line}\n{file}");
    }
    // A file that the GM gives to `receive` is the whole.
    let sitting = bench.json(&["status", GAME])["sitting"].to_string();
    bench.write(
        "r.yaml",
        format!("game: gem\nturn: 1\nseat: roo\nsitting: {sitting}\nmoves: []\n"),
    );
    bench.ok(&["receive", GAME, "r.yaml"]);
    assert!(!on_file(&bench, "roo").contains("headquarters"));
}

/// What was executed is not kept: in a new file it would be a new order.
#[test]
fn lines_that_were_executed_are_not_kept() {
    let bench = whisperers::started();
    for seat in whisperers::SEATS {
        let all = "placement: [{whisperer: 1}, {whisperer: 2}, {whisperer: 3, side: gold}, {whisperer: 4, side: gold}]\n";
        let rest = match seat {
            "red" => "programme: [2, hold, 1]\ngift: [inversion]\n",
            _ => "programme: [1, 2, 3, termination]\nactivate: []\n",
        };
        whisperers::send(&bench, seat, 1, &format!("{all}{rest}"));
    }
    bench.ok(&["adjudicate", GAME]);
    let answer = answered(&bench, mail("red", "Subject: x", "activate: [swarm]\n"));
    assert!(
        answer.field("Subject").contains("ACCEPTED"),
        "{}",
        answer.all
    );
    let file = on_file(&bench, "red");
    assert!(file.contains("programme: [1]\n"), "{file}");
    assert!(
        file.contains("gift: [inversion]\n") && file.contains("activate: [swarm]\n"),
        "{file}"
    );
}

/// A seat that is still asked the same is mailed no report of a sitting in which another seat has answered.
#[test]
fn a_form_stays_valid_until_the_next_one_is_mailed() {
    let bench = whisperers::started();
    let players = bench.read("gem/players.yaml");
    let strict = players.replace("trust: address", "trust: token");
    assert_ne!(strict, players);
    bench.write("gem/players.yaml", format!("tokens: each-turn\n{strict}"));
    let all = "placement: [{whisperer: 1}, {whisperer: 2}, {whisperer: 3, side: gold}, {whisperer: 4, side: gold}]\n";
    whisperers::send(&bench, "blue", 1, all);
    let mailed = |bench: &Bench| {
        let names = left(bench);
        names.iter().filter(|n| n.contains(".red.report.")).count()
    };
    bench.ok(&["adjudicate", GAME, "--now", "blue is in"]);
    let token = token(&report(&bench, "red"));
    let before = mailed(&bench);
    whisperers::send(&bench, "green", 1, all);
    bench.ok(&["adjudicate", GAME, "--now", "green is in"]);
    assert_eq!(bench.json(&["status", GAME])["sitting"], 3);
    bench.ok(&["send", GAME]);
    assert_eq!(mailed(&bench), before);
    let quoted = format!("{all}\n> Orders are due.\n>\n> token: {token}\n> placement: []\n");
    let answer = answered(&bench, mail("red", "Subject: x", &quoted));
    assert_eq!(
        answer.field("Subject"),
        "[gem] Turn 1 orders ACCEPTED WITH WARNINGS",
        "{}",
        answer.all
    );
}

#[test]
fn the_token_of_a_short_form_counts_only_from_its_players_address() {
    let bench = Bench::started();
    let players = bench.read("gem/players.yaml");
    bench.write(
        "gem/players.yaml",
        players.replace("trust: address", "trust: token"),
    );
    let token = token(&report(&bench, "zytal"));
    let typed = format!("token: {token}\nmoves: []\n");
    let quoted = format!("moves: []\n\n> Orders are due.\n>\n> token: {token}\n> moves: []\n");
    // Without it nothing is taken.
    let none = answered(&bench, mail("zytal", "Subject: a", "moves: []\n"));
    assert_eq!(none.field("Subject"), "[gem] Turn 1 orders REJECTED");
    for text in [&typed, &quoted] {
        for other in ["roo@example.org", "zytal@elsewhere.example"] {
            let stolen = mail("zytal", "Subject: b", text)
                .replace("<zytal@example.org>", &format!("<{other}>"));
            pipe(&bench, stolen);
            assert_eq!(on_file(&bench, "zytal"), "", "{other}\n{text}");
            assert_eq!(on_file(&bench, "roo"), "", "{other}\n{text}");
        }
    }
    for (n, text) in [&typed, &quoted].into_iter().enumerate() {
        let taken = answered(&bench, mail("zytal", &format!("Subject: c{n}"), text));
        assert!(taken.field("Subject").contains("ACCEPTED"), "{}", taken.all);
        assert!(
            !taken.all.contains(&token),
            "a copy of the answer has no token"
        );
    }
    assert!(on_file(&bench, "zytal").contains("moves: []"));
}

/// A form of an earlier turn, and an answer to its report, are not taken for the open turn.
#[test]
fn orders_for_an_earlier_turn_are_sent_back() {
    let bench = Bench::started();
    let first = report(&bench, "zytal");
    let (token, id) = (token(&first), first.field("Message-ID").to_owned());
    for seat in super::bench::SEATS {
        bench.order(
            seat,
            1,
            "headquarters: {research: []}\nmoves: []\nactions: []\n",
        );
    }
    bench.ok(&["adjudicate", GAME]);
    assert_eq!(bench.json(&["status", GAME])["turn"], 2);
    let later = "Date: Tue, 24 Nov 2026 12:30:00 +0000";
    let on_time = |head: &str, body: &str| {
        mail("zytal", head, body).replace("Date: Tue, 24 Nov 2026 12:00:00 +0000", later)
    };
    for (what, sent) in [
        (
            "an old form",
            on_time("Subject: a", &format!("token: {token}\nmoves: []\n")),
        ),
        (
            "an answer to an old report",
            on_time(&format!("Subject: b\nIn-Reply-To: {id}"), "moves: []\n"),
        ),
        (
            "written before the report",
            mail("zytal", "Subject: c", "moves: []\n").replace(" 12:00:00 ", " 11:00:00 "),
        ),
    ] {
        let answer = answered(&bench, &sent);
        assert_eq!(
            answer.field("Subject"),
            "[gem] Turn 2 orders REJECTED",
            "{what}: {}",
            answer.all
        );
    }
    let file = bench.root().join("orders/0002/zytal.yaml");
    assert!(!file.exists());
    let taken = answered(&bench, on_time("Subject: d", "moves: []\n"));
    assert!(taken.field("Subject").contains("ACCEPTED"), "{}", taken.all);
    assert!(file.exists());
}

#[test]
fn the_first_word_of_a_mail_does_what_it_says() {
    let bench = Bench::started();
    let help = answered(&bench, mail("zytal", "Subject: Re: [gem] Turn 1", "help\n"));
    assert_eq!(help.field("Subject"), "[gem] Your mail HELP");
    let lines = help
        .all
        .lines()
        .skip_while(|line| !line.starts_with("Your mail: HELP"));
    assert!(lines.count() <= 40, "more than a screen:\n{}", help.all);

    answered(&bench, mail("zytal", "Subject: x", "moves: []\n"));
    let status = answered(
        &bench,
        mail("zytal", "Subject: y", "Status\n\nsent from a phone\n"),
    );
    assert_eq!(status.field("Subject"), "[gem] Turn 1 STATUS");
    assert!(status.all.contains("| moves: []"), "{}", status.all);

    let (_, mails) = pipe(&bench, mail("zytal", "Subject: z", "report please\n"));
    let copy = mails
        .iter()
        .find(|mail| mail.name.contains(".copy."))
        .unwrap_or_else(|| panic!("{mails:#?}"));
    assert!(
        copy.all.contains("WHAT HAPPENED") && copy.all.contains("YOUR ORDERS\n"),
        "{}",
        copy.all
    );

    let away = answered(
        &bench,
        mail("zytal", "Subject: w", "Away 2026-12-20 to 2027-01-05\n"),
    );
    assert_eq!(away.field("Subject"), "[gem] Absence ACCEPTED");
    assert!(bench.read("gem/players.yaml").contains("2026-12-20"));

    let (_, mails) = pipe(
        &bench,
        mail("zytal", "Subject: v", "press to roo\nShall we?\n"),
    );
    let press = mails
        .iter()
        .find(|mail| mail.name.contains(".roo.press."))
        .expect("a letter");
    assert!(
        press.all.contains("Shall we?") && !press.all.contains("press to roo"),
        "{}",
        press.all
    );
}

/// A question beside orders reaches the GM, with a whole file in the text and with single lines.
#[test]
fn a_question_beside_typed_orders_reaches_the_gm() {
    let bench = Bench::started();
    let file = first_orders("roo", "whole");
    for (n, orders) in ["moves: []\n", &file].into_iter().enumerate() {
        let text = format!("#1: Can we have day {n} more?\nPlease.\n\n# Roo: my form\n{orders}");
        let (_, mails) = pipe(&bench, mail("roo", &format!("Subject: x{n}"), &text));
        let to_gm = mails
            .iter()
            .find(|mail| mail.name.contains(".gm.passed-on."));
        let to_gm = to_gm.unwrap_or_else(|| panic!("{mails:#?}"));
        assert!(
            to_gm
                .all
                .contains(&format!("#1: Can we have day {n} more?")),
            "{}",
            to_gm.all
        );
        for theirs in ["moves: []", "# Roo: my form"] {
            assert!(!to_gm.all.contains(theirs), "{}", to_gm.all);
        }
    }
}

/// A mail to a player of two seats has a form for each: lines that name no seat are not taken for one of them.
#[test]
fn lines_under_two_quoted_forms_need_their_seat() {
    let bench = Bench::started();
    let players: Value = serde_yaml::from_str(&bench.read("gem/players.yaml")).unwrap();
    let mut players = players.clone();
    let list = players["players"].as_array_mut().unwrap();
    list.retain(|player| player["seats"][0] != "roo");
    let zytal = list.iter_mut().find(|player| player["seats"][0] == "zytal");
    zytal.unwrap()["seats"] = json!(["zytal", "roo"]);
    players["trust"] = json!("token");
    bench.write("gem/players.yaml", serde_yaml::to_string(&players).unwrap());
    bench.ok(&["hold", GAME, "--reason", "a ruling"]);
    bench.ok(&["send", GAME]);
    let texts = left(&bench).into_iter().filter_map(|name| {
        let bytes = fs::read(read(&bench, &name).path).unwrap();
        Incoming::read(&bytes).text()
    });
    let mut of_two = texts.filter(|text| text.matches("\ntoken: ").count() == 2);
    let body = of_two.next().expect("a mail with two forms");
    let quoted: String = body.lines().map(|line| format!("> {line}\n")).collect();
    let unclear = answered(
        &bench,
        mail("zytal", "Subject: a", &format!("moves: []\n\n{quoted}")),
    );
    assert_eq!(unclear.field("Subject"), "[gem] Turn 1 orders REJECTED");
    assert!(
        flat(&unclear).contains("not clear which seat"),
        "{}",
        unclear.all
    );
    assert!(on_file(&bench, "zytal").is_empty() && on_file(&bench, "roo").is_empty());
    let text = format!("seat: roo\nmoves: []\n\n{quoted}");
    let taken = answered(&bench, mail("zytal", "Subject: b", &text));
    assert!(taken.field("Subject").contains("ACCEPTED"), "{}", taken.all);
    assert!(on_file(&bench, "zytal").is_empty() && on_file(&bench, "roo").contains("moves: []"));
}
