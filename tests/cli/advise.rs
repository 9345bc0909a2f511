//! `advise`: order files for a player's turn, on the own view.

use super::bench::Bench;
use super::whisperers;
use std::path::Path;

const LITTLE: [&str; 6] = ["--think", "4", "--plans", "1", "--samples", "4"];

fn example(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join("games").join(path).display().to_string()
}

/// Asks for advice on a view twice, checks the files, and returns what is printed.
fn advised(bench: &Bench, view: &str) -> String {
    let ask = [&["advise", "--view", view][..], &LITTLE].concat();
    let told = bench.json(&ask);
    assert_eq!(
        told,
        bench.json(&ask),
        "the same view gives the same advice"
    );
    let advice = told["advice"].as_array().expect("a list");
    assert!((1..=3).contains(&advice.len()), "{told:#}");
    let shares: Vec<i64> = advice
        .iter()
        .map(|one| one["share"]["mean"].as_i64().expect("a number"))
        .collect();
    assert!(shares.is_sorted_by(|a, b| a >= b), "{shares:?}");
    assert_eq!(advice[0]["behind"]["mean"], 0);
    let said = bench.ok(&[&ask[..], &["--out", "advice"]].concat());
    for (n, one) in advice.iter().enumerate() {
        let file = format!("advice/advice-{}.yaml", n + 1);
        assert_eq!(
            bench.read(&file),
            one["file"],
            "the file is the one in the JSON"
        );
        bench.ok(&["check", &file, "--view", view]);
        assert!(said.out.contains(&file), "{}", said.out);
    }
    said.out
}

#[test]
fn advice_on_a_turn_of_time_agent_is_legal() {
    let bench = Bench::empty();
    let out = advised(
        &bench,
        &example("gem-1992/reports/0003/0006/zytal.view.yaml"),
    );
    assert!(out.starts_with("gem-1992, turn 4, zytal: "), "{out}");
    assert!(out.contains("1. worth about "), "{out}");
}

#[test]
fn advice_on_a_turn_of_time_pirates_is_legal() {
    let bench = Bench::empty();
    let view = "pirates-1/reports/0009/0011/pink.view.yaml";
    advised(&bench, &example(view));
    // It is not their turn.
    let view = example("pirates-1/reports/0009/0011/black.view.yaml");
    let said = bench.run(&[&["advise", "--view", &view][..], &LITTLE].concat());
    assert_eq!(said.code, 2, "{}", said.all());
    assert!(said.err.contains("nothing to order"), "{}", said.all());
}

#[test]
fn advice_on_a_round_of_the_time_whisperers_is_legal() {
    let bench = whisperers::started();
    advised(&bench, "gem/reports/0000/0001/red.view.yaml");
    // In the middle of a round the view does not tell how it came to this.
    let view = example("whispers-1/reports/0002/0003/red.view.yaml");
    let said = bench.run(&["advise", "--view", &view]);
    assert_eq!(said.code, 2, "{}", said.all());
    assert!(said.err.contains("The turn has begun"), "{}", said.all());
}

/// A view that was cut short cannot be imagined; that is no crash.
#[test]
fn a_view_that_is_not_whole_is_refused() {
    let bench = Bench::started();
    let view = bench.read("gem/reports/0000/0001/zytal.view.yaml");
    bench.write("cut.yaml", &view[..view.len() / 2]);
    let said = bench.run(&["advise", "--view", "cut.yaml"]);
    assert!((2..=3).contains(&said.code), "{}", said.all());
    assert!(!said.all().contains("panicked"), "{}", said.all());
}

/// `advice: forbidden` is no agreed term: the GM may add it to a running game, and the next views say it.
#[test]
fn the_gm_can_forbid_advice() {
    let bench = Bench::started();
    let view = "gem/reports/0000/0001/zytal.view.yaml";
    assert!(!bench.read(view).contains("no_advice"));
    let terms = bench.read("gem/game.yaml");
    bench.write("gem/game.yaml", format!("{terms}advice: forbidden\n"));
    bench.ok(&["adjudicate", "gem", "--overdue"]);
    let view = "gem/reports/0001/0002/zytal.view.yaml";
    assert!(bench.read(view).contains("\nno_advice: forbidden\n"));
    let said = bench.run(&["advise", "--view", view]);
    assert_eq!(said.code, 2, "{}", said.all());
    assert!(said.err.contains("E0320"), "{}", said.all());
    assert!(!bench.read("gem/public/game.yaml").contains("advice"));
    bench.ok(&["audit", "gem/public"]);
    let said = bench.ok(&["explain", "E0320"]);
    assert!(said.out.contains("advice: forbidden"), "{}", said.out);
}
