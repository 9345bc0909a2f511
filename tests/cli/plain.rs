//! Failing templates stop no game: readers get plain reports, and the GM is notified.

use super::{
    bench::{Bench, GAME, MASTER, TWO, orders, salt_words},
    letters::{pipe, with_file},
};

/// Returns a game for two that is founded and seated, with a template of its own.
fn started(template: &str, text: &str) -> Bench {
    let bench = Bench::empty();
    let founded = [
        "new", GAME, "--dice", "plain", "--trust", "address", "--master", MASTER, "--keys", "64",
    ];
    let rules = ["--ruleset", "time-whisperers", "--option", "players=2"];
    bench.ok(&[&founded[..], &rules].concat());
    bench.seat(&TWO);
    for seat in TWO {
        bench.ok(&["salt", "open", GAME, seat, &salt_words(seat)]);
    }
    bench.write(&format!("{GAME}/templates/{template}"), text);
    bench
}

fn placed(bench: &Bench) {
    for seat in TWO {
        let all = "placement: [{whisperer: 1}, {whisperer: 2}, {whisperer: 3}, {whisperer: 4}]\n";
        bench.write("orders.yaml", orders(seat, 1, all));
        bench.ok(&["receive", GAME, "orders.yaml"]);
    }
}

/// The broken template is used by all reports: everything is plain, and the game is played and audited as always.
#[test]
fn a_game_whose_templates_fail_is_played_on() {
    let broken = "{% macro question(p) %}{{ nothing.there }}{% endmacro %}{% macro answers(p) %}{{ nothing.there }}{% endmacro %}{% macro answer(p, v) %}{{ nothing.there }}{% endmacro %}";
    let bench = started("time-whisperers/asks.j2", broken);
    bench.ok(&["start", GAME]);
    placed(&bench);
    let said = bench.run(&["adjudicate", GAME]);
    assert_eq!(said.code, 0, "{}", said.all());
    let told = "template time-whisperers/asks.j2, line 1";
    assert!(said.err.contains(told), "{}", said.err);
    // The plain report shows a player the events and the open questions.
    let red = bench.ok(&["report", GAME, "red"]).out;
    for part in [
        "This is a plain report",
        "Red places 1 in the Dawn, dark side up (Setup 5)",
        "red: card, which card to play (Phase 1)",
        "standing: [{when: {ask: card}, prefer: [termination]}]",
    ] {
        assert!(red.contains(part), "{part}\n{red}");
    }
    assert!(!red.contains("blue: card, which"), "{red}");
    let html = bench.ok(&["report", GAME, "red", "--html"]).out;
    assert!(html.contains("<pre"), "{html}");
    // The report and a mail tell the GM which template it is.
    let gm = bench.ok(&["report", GAME, "gm"]).out;
    assert!(gm.contains(told), "{gm}");
    let mails = std::fs::read_dir(bench.root().join("outbox")).expect("an outbox");
    let names: Vec<String> = mails
        .map(|mail| {
            mail.expect("a mail")
                .file_name()
                .into_string()
                .expect("a name")
        })
        .collect();
    assert!(
        names.iter().any(|name| name.contains(".gm.alert.")),
        "{names:?}"
    );
    // The plain form is an order file.
    let form = bench.ok(&["form", GAME, "red"]).out;
    bench.write("red.yaml", &form);
    let said = bench.run(&["check", "red.yaml", "--game", GAME]);
    assert!(
        said.err.contains("ACCEPTED") || said.out.contains("ACCEPTED"),
        "{}",
        said.all()
    );
    for seat in TWO {
        bench.write("orders.yaml", orders(seat, 1, "programme: [termination]\n"));
        bench.ok(&["receive", GAME, "orders.yaml"]);
    }
    bench.ok(&["adjudicate", GAME]);
    bench.ok(&["audit", &format!("{GAME}/public")]);
    // Once the template is fixed, reports are as always, and no alert is left.
    std::fs::remove_file(bench.root().join("templates/time-whisperers/asks.j2")).expect("a file");
    for seat in TWO {
        bench.write("orders.yaml", orders(seat, 2, "programme: [termination]\n"));
        bench.ok(&["receive", GAME, "orders.yaml"]);
    }
    let said = bench.run(&["adjudicate", GAME]);
    assert!(!said.err.contains("template"), "{}", said.err);
}

/// A plain receipt promises the line of the lock as every other one does, so that the GM can be held to it.
#[test]
fn a_plain_answer_can_be_held_against_the_lock() {
    let bench = started("receipt.txt.j2", "{{ nothing.there }}");
    bench.ok(&["start", GAME]);
    let orders = orders("red", 1, "no-orders: true\n");
    let (_, answers) = pipe(&bench, with_file("red", "mine", "red.yaml", &orders));
    let answer = answers.iter().find(|answer| answer.name.contains(".red."));
    let eml = format!("gem/mail/{}.eml", answer.expect("an answer").name);
    bench.ok(&["adjudicate", GAME, "--overdue", "--now", "it is late"]);
    let said = bench.ok(&["audit", GAME, "--compare", &eml]);
    let line = format!("ok         receipt in {eml}: the orders of red for sitting 2,");
    assert!(said.out.contains(&line), "{}", said.out);
}

/// A template that fails for the GM alone leaves the players' reports unchanged.
#[test]
fn one_readers_template_fails_alone() {
    let gm = "{% extends 'builtin/report.txt.j2' %}{% block foot %}{% if reader.kind == 'gm' %}{{ nothing.there }}{% endif %}{% endblock %}";
    let bench = started("report.txt.j2", gm);
    bench.ok(&["start", GAME]);
    placed(&bench);
    let said = bench.run(&["adjudicate", GAME]);
    assert_eq!(said.code, 0, "{}", said.all());
    assert!(said.err.contains("template report.txt.j2"), "{}", said.err);
    let red = bench.ok(&["report", GAME, "red"]).out;
    assert!(red.contains("THE CIRCLE OF AGES"), "{red}");
    let gm = bench.ok(&["report", GAME, "gm"]).out;
    assert!(
        gm.contains("This is a plain report") && gm.contains("report.txt.j2"),
        "{gm}"
    );
    let html = bench.ok(&["report", GAME, "gm", "--html"]).out;
    assert!(html.contains("Templates to fix"), "{html}");
}

/// A template that does not parse is ignored: the program's own is used.
#[test]
fn a_template_that_cannot_be_read_is_replaced() {
    let bench = started("report.txt.j2", "{% if %}");
    let said = bench.run(&["start", GAME]);
    assert_eq!(said.code, 0, "{}", said.all());
    assert!(said.err.contains("template report.txt.j2"), "{}", said.err);
    let red = bench.ok(&["report", GAME, "red"]).out;
    assert!(red.contains("THE CIRCLE OF AGES"), "{red}");
}
