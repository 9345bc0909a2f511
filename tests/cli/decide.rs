//! `decide` and `look`: a player's turn on their own view, decision by decision.

use super::{bench::Bench, whisperers};
use serde_json::{Value, json};

const VIEW: &str = "gem/reports/0000/0001/red.view.yaml";

fn decisions(bench: &Bench, arguments: &[&str]) -> Value {
    bench.json(&[&["decide", "--view", VIEW], arguments].concat())
}

fn asked<'a>(told: &'a Value, ask: &str) -> (usize, &'a Value) {
    let all = told["decisions"].as_array().expect("a list");
    let found = all.iter().enumerate().find(|(_, one)| one["ask"] == ask);
    found.unwrap_or_else(|| panic!("no decision {ask}: {told}"))
}

#[test]
fn a_decision_that_is_taken_is_written_into_the_order_file() {
    let bench = whisperers::started();
    let empty = decisions(&bench, &[]);
    let (n, card) = asked(&empty, "card");
    assert_eq!(
        (&card["ordered"], &card["forced"]),
        (&json!(false), &json!(false))
    );
    assert!(card["question"].as_str().expect("words").contains("play 1"));
    let choice = json!({"value": "inversion", "words": "Inversion"});
    assert!(
        card["choices"]["of"]
            .as_array()
            .expect("a list")
            .contains(&choice)
    );

    bench.write(
        "red.yaml",
        "# My plan\ngame: gem\nturn: 1\nseat: red\n\n# Just so\nif-illegal: skip\n",
    );
    let say = format!("{}=inversion", n + 1);
    let said = bench.ok(&["decide", "red.yaml", "--view", VIEW, "--say", &say]);
    assert!(
        said.out.starts_with(
            "# My plan\ngame: gem\nturn: 1\nseat: red\n\n# Just so\nif-illegal: skip\n"
        ),
        "{}",
        said.out
    );
    bench.write("red.yaml", &said.out);
    bench.ok(&["check", "red.yaml", "--view", VIEW]);
    let told = decisions(&bench, &["red.yaml"]);
    let (_, card) = asked(&told, "card");
    assert_eq!(
        (&card["answer"]["words"], &card["ordered"]),
        (&json!("Inversion"), &json!(true))
    );
    let list = bench.ok(&["decide", "red.yaml", "--view", VIEW]).out;
    assert!(list.contains("Inversion (by your orders)"), "{list}");
}

/// A decision changes which later ones are possible: what the orders leave open stays open.
#[test]
fn later_decisions_follow_from_the_one_that_is_taken() {
    let bench = whisperers::started();
    let told = decisions(&bench, &["--say", "1={whisperer: 3, side: gold}"]);
    assert_eq!(
        (&told["accepted"], &told["problems"]),
        (&json!(true), &json!([]))
    );
    let words = |n: usize| {
        told["decisions"][n]["answer"]["words"]
            .as_str()
            .expect("words")
    };
    assert_eq!(
        [0, 1, 2, 3].map(words),
        [
            "3, gold side up",
            "1, dark side up",
            "2, dark side up",
            "4, dark side up"
        ]
    );
}

#[test]
fn an_answer_that_is_not_legal_is_refused_with_the_way_to_the_legal_ones() {
    let bench = whisperers::started();
    let told = decisions(&bench, &[]);
    let all = told["decisions"].as_array().expect("a list").len();
    let (n, _) = asked(&told, "card");
    for (say, why) in [
        (format!("{}=5", n + 1), "5 does not answer decision"),
        (format!("{}=progression", all + 1), "There is no decision"),
        ("card=3".to_owned(), "the number of a decision"),
    ] {
        let said = bench.run(&["decide", "--view", VIEW, "--say", &say]);
        assert_eq!(said.code, 2, "{}", said.err);
        assert!(said.err.contains(why), "{}", said.err);
    }
}

/// Time Agent 8.2 and 9.1: agents cost 3 credits each, and a move costs what its way costs.
#[test]
fn an_answer_is_weighed_with_its_price_and_the_chance_of_each_result() {
    let bench = Bench::started();
    let view = "gem/reports/0000/0001/zytal.view.yaml";
    let before = bench.tree();
    let told = bench.json(&["decide", "--view", view]);
    let all = told["decisions"].as_array().expect("a list");
    let is_agents = |one: &Value| one["about"]["item"] == "agent";
    let agents = all.iter().position(is_agents).expect("a decision") + 1;
    let weigh = format!("{agents}=2");
    let told = bench.json(&["decide", "--view", view, "--weigh", &weigh]);
    let weighed = told["weighed"].as_array().expect("a list");
    assert_eq!(weighed.len(), 1);
    let credits = json!({"name": "credits", "least": 14, "most": 14, "least_without": 20, "most_without": 20});
    assert_eq!(weighed[0]["left"], json!([credits]));
    assert_eq!(weighed[0]["steps"][0]["what"], "buy agent-3, agent-4");
    assert_eq!(weighed[0]["unplayed"], json!([]));

    // A line that the orders have already, and that the answer leaves no money for.
    let plan = "moves:\n  - {unit: squad-1, to: 4c-12}\n";
    bench.write("zytal.yaml", super::bench::orders("zytal", 1, plan));
    let text = bench
        .ok(&[
            "decide",
            "zytal.yaml",
            "--view",
            view,
            "--weigh",
            &agents.to_string(),
        ])
        .out;
    assert!(
        text.contains("nothing that the default does not bring"),
        "{text}"
    );
    assert!(
        text.contains("a line of the orders is not executed: E1006"),
        "{text}"
    );
    assert!(text.contains("credits: "), "{text}");
    std::fs::remove_file(bench.dir().join("zytal.yaml")).expect("a file");
    assert_eq!(
        bench.tree().against(&before),
        "",
        "weighing changed something"
    );

    for (weigh, why) in [
        ("99", "There is no decision 99"),
        ("1", "Decision 1 is answered with a list"),
        ("2=nine hundred", "does not answer decision 2"),
        ("two", "the number of a decision"),
    ] {
        let said = bench.run(&["decide", "--view", view, "--weigh", weigh]);
        assert_eq!(said.code, 2, "{}", said.err);
        assert!(said.err.contains(why), "{}", said.err);
    }
}

#[test]
fn a_view_is_shown_with_a_form_that_is_accepted_as_it_is() {
    let bench = whisperers::started();
    let text = bench.ok(&["look", VIEW]).out;
    assert!(text.contains("THE CIRCLE OF AGES"), "{text}");
    let told = bench.json(&["look", VIEW]);
    assert_eq!(
        (&told["seat"], &told["turn"], &told["title"]),
        (&json!("red"), &json!(1), &json!("The Time Whisperers"))
    );
    assert!(told["html"].as_str().expect("HTML").contains("<svg"));
    bench.write("red.yaml", told["form"].as_str().expect("a form"));
    bench.ok(&["check", "red.yaml", "--view", VIEW]);
}

/// Rules and lists that no decision asks for are written entry by entry; comments stay, and the file is checked as it then is.
#[test]
fn an_entry_is_written_anew_or_taken_out() {
    let bench = whisperers::started();
    bench.write(
        "red.yaml",
        "game: gem\nturn: 1\nseat: red\n\n# The cards\nprogramme: [1, termination]\n# Later\ngift: [inversion]\n",
    );
    let written = bench.ok(&[
        "decide",
        "red.yaml",
        "--view",
        VIEW,
        "--set",
        "programme=[2, inversion, termination]",
        "--set",
        "gift=",
    ]);
    assert_eq!(
        written.out,
        "game: gem\nturn: 1\nseat: red\n\n# The cards\nprogramme: [2, inversion, termination]\n# Later\n"
    );

    let told = decisions(&bench, &["red.yaml", "--set", "programme=[3]"]);
    assert_eq!(told["entries"]["programme"], json!([3]));
    assert_eq!(told["entries"]["gift"], json!(["inversion"]));

    // What is no order any more is said, and the text is there to be mended.
    let refused = bench.run(&[
        "decide",
        "red.yaml",
        "--view",
        VIEW,
        "--set",
        "programme=[9]",
        "--json",
    ]);
    assert_eq!(refused.code, 1, "{}", refused.err);
    let told: Value = serde_json::from_str(&refused.out).expect("JSON");
    assert_eq!(told["accepted"], json!(false));
    assert_eq!(told["entries"]["programme"], json!([9]));
    assert!(
        told["file"]
            .as_str()
            .expect("a text")
            .contains("programme: [9]")
    );
    bench.write("red.yaml", told["file"].as_str().expect("a text"));
    let mended = bench.ok(&[
        "decide",
        "red.yaml",
        "--view",
        VIEW,
        "--set",
        "programme=[4]",
    ]);
    assert!(mended.out.contains("programme: [4]\n"), "{}", mended.out);

    let wrong = bench.run(&["decide", "--view", VIEW, "--set", "programme"]);
    assert_eq!(wrong.code, 2, "{}", wrong.err);
    assert!(
        wrong.err.contains("write the name of an entry"),
        "{}",
        wrong.err
    );
}
