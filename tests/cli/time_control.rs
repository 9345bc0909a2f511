//! Time Control at the command line: the example game in its second turn.

use super::{
    bench::{Bench, GAME},
    tree::Tree,
};
use std::path::Path;

fn example() -> Bench {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    Bench::copy(&Tree::read(&games.join("control-1")))
}

/// The orders of Purple, who has none on file yet.
const PURPLE: &str = "game: control-1
turn: 2
seat: purple
actions:
  - {agent: purple-agent-1, attack: green-brawler-1}
interrupts:
  - if: {player: any, does: [flip, invade], target: mine}
    then: {agent: purple-historian-ancient-times, attack: attacker}
  - if: {player: any, does: attack, target: mine}
    then: {agent: purple-agent-1, snap: today}
  - if: {player: purple}
    then: {agent: purple-agent-1, snap: today}
duels: [{bids: [12, 11]}]
";

/// `check` says which announcements would set each rule off, and warns of a rule that can never be used.
#[test]
fn check_says_what_would_set_a_rule_off() {
    let bench = example();
    bench.write("orders.yaml", PURPLE);
    let said = bench.run(&["check", "orders.yaml", "--game", GAME]).all();
    for words in [
        "interrupts/0: would be set off by 22 announcements, such as orange-agent-1: invade purple; ",
        "interrupts/1: would be set off by green-brawler-1: attack purple-agent-1; green-brawler-1: attack purple-historian-ancient-times",
        "interrupts/2: as the boards stand, nothing that others could announce sets it off",
        "warning[E1421]: No announcement of another player fits this condition.",
    ] {
        assert!(said.contains(words), "{words}\n{said}");
    }
    let told = bench.json(&["check", "orders.yaml", "--game", GAME]);
    assert_eq!(
        told[0]["set-off"][1]["by"].as_array().map(Vec::len),
        Some(2)
    );
}

/// A misspelt word for objections or re-duels is told with the word that was meant; any other with all that may stand there.
#[test]
fn misspelt_words_are_told_with_the_word_that_was_meant() {
    let bench = example();
    let head = "game: control-1\nturn: 2\nseat: purple\n";
    for (body, help) in [
        ("objections: nevr\n", "did you mean `never`?"),
        ("objections: Allways\n", "did you mean `always`?"),
        (
            "objections: sometimes\n",
            "`always`, `never`, or a list of conditions such as `{player: green, does: attack}` is wanted",
        ),
        (
            "duels: [{bids: [12], re-duel: nevr}]\n",
            "did you mean `never`?",
        ),
    ] {
        bench.write("orders.yaml", format!("{head}{body}"));
        let said = bench.run(&["check", "orders.yaml", "--game", GAME]);
        assert_eq!(said.code, 1, "{body}");
        assert!(said.all().contains(help), "{body}{}", said.all());
    }
}

/// `try` plays the announcements on the player's own view, with all results of Fate cards, and what would set rules off.
#[test]
fn orders_are_tried_on_the_own_view() {
    let bench = example();
    bench.write("orders.yaml", PURPLE);
    let view = format!("{GAME}/reports/0001/0002/purple.view.yaml");
    let said = bench.ok(&["try", "orders.yaml", "--view", &view]).out;
    for words in [
        "Duel 1: Purple Agent 1 attacks Green Brawler 1 in Orange's Ancient Times",
        "Green Brawler 1 (defender): token 1, doubled, = 2. Totals: Purple 12, Green 2",
        "50.0 %  Results               Green Brawler 1 is discarded",
        "interrupts/1: would be set off by green-brawler-1",
    ] {
        assert!(said.contains(words), "{words}\n{said}");
    }
    assert!(
        !said.contains("Fate card 15"),
        "the cards themselves are left out\n{said}"
    );
}

/// The announcements of a window are told as a story, with who interrupted whom, and the turn waits at a `hold`.
#[test]
fn a_window_is_told_as_a_story() {
    let bench = example();
    let report = bench.ok(&["report", GAME, "orange"]).out;
    let flat = report.split_whitespace().collect::<Vec<_>>().join(" ");
    for words in [
        "Green announces: Green Brawler 1 invades the board of Orange Before Green does that, Orange announces: Orange Brawler 1 invades the board of Green",
        "Green announces again: Green Brawler 1 invades the board of Orange",
        "Green Brawler 1 moves from Green's Ancient Times to Orange's Ancient Times",
        "Purple Ancient Times Historian places 2 Create tokens in Orange's Ancient Times",
    ] {
        assert!(flat.contains(words), "{words}\n{report}");
    }
    bench.write("purple.yaml", PURPLE);
    bench.ok(&["receive", GAME, "purple.yaml"]);
    bench.ok(&["adjudicate", GAME]);
    let status = bench.json(&["status", GAME]);
    assert_eq!(
        (&status["turn"], &status["ended"]),
        (&2.into(), &"waiting".into()),
        "{status}"
    );
}
