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
  - {agent: purple-agent-1, attack: green-historian-ancient-times}
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
        "interrupts/0: others could announce what it is about, but it could not be used: orange-",
        "interrupts/1: would be set off by 10 announcements, such as green-historian-ancient-times: attack purple-agent-1; orange-agent-1: attack purple-agent-1, if it is launched to ancient-times",
        "interrupts/2: as the boards stand, nothing that others could announce sets it off",
        "warning[E1421]: No announcement of another player fits this condition.",
    ] {
        assert!(said.contains(words), "{words}\n{said}");
    }
    let told = bench.json(&["check", "orders.yaml", "--game", GAME]);
    assert_eq!(
        told[0]["set-off"][1]["by"].as_array().map(Vec::len),
        Some(10)
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

/// A misspelt Agent, color, word or thing to cash out for is told with the one that was meant, whatever kind of name may stand
/// there, and one slip makes one error.
#[test]
fn one_slip_makes_one_error_with_the_name_that_was_meant() {
    let bench = example();
    let head = "game: control-1\nturn: 2\nseat: purple\n";
    let act = |line: &str| format!("actions: [{line}]\n");
    let rule = |when: &str| {
        format!("interrupts: [{{if: {when}, then: {{agent: purple-agent-1, snap: today}}}}]\n")
    };
    let gain = |get: &str| format!("cash-out: [{{give: purple-agent-1, get: {get}}}]\n");
    for (body, help) in [
        (
            act("{agent: purple-agent-1, attack: attaker}"),
            "did you mean `attacker`?",
        ),
        (
            act("{agent: purple-agent-1, atack: green-agent-1}"),
            "did you mean `attack`?",
        ),
        (
            act("{agent: purple-brawler-3, attack: green-agent-1}"),
            "`purple-brawler-3` is no Agent (such as `orange-brawler-1`)",
        ),
        (
            act("{agent: brawler-1, attack: green-agent-1}"),
            "`brawler-1` is no Agent: its color is missing (such as `orange-brawler-1`)",
        ),
        (
            act("{agent: purple-agent-1, attack: brawler-1}"),
            "`brawler-1` is no Agent: its color is missing (such as `orange-brawler-1`)",
        ),
        (
            act("{agent: purple-agent-1, attack: all}"),
            "`all` is no Agent (such as `green-agent-1`, or `attacker`)",
        ),
        (rule("{target: mne}"), "did you mean `mine`?"),
        (rule("{target: purpel}"), "did you mean `purple`?"),
        (
            rule("{target: gren-agent-1}"),
            "did you mean `green-agent-1`?",
        ),
        (
            rule("{target: everybody}"),
            "`everybody` is no target (`mine`, a color, an Agent such as `green-agent-1`, or `any`)",
        ),
        (rule("{player: ayn}"), "did you mean `any`?"),
        (rule("{target: ayn}"), "did you mean `any`?"),
        (rule("{player: gren}"), "did you mean `green`?"),
        (
            rule("{player: everybody}"),
            "`everybody` is no player (a color, or `any`)",
        ),
        (gain("green/no-weel"), "did you mean `green/no-wheel`?"),
        (gain("gren/no-wheel"), "did you mean `green/no-wheel`?"),
        (gain("oragne/19"), "did you mean `orange/19`?"),
        (gain("tokns"), "did you mean `tokens`?"),
        (
            "solve: [gren/no-wheel]\n".to_owned(),
            "did you mean `green/no-wheel`?",
        ),
    ] {
        bench.write("orders.yaml", format!("{head}{body}"));
        let said = bench.run(&["check", "orders.yaml", "--game", GAME]);
        assert_eq!(said.code, 1, "{body}");
        let all = said.all();
        assert!(all.contains(help), "{body}{all}");
        assert_eq!(all.matches("error[").count(), 1, "{body}{all}");
    }
    // A line that lacks something of its own is refused as before.
    bench.write(
        "orders.yaml",
        format!("{head}{}", act("{agent: purple-agent-1}")),
    );
    let said = bench.run(&["check", "orders.yaml", "--game", GAME]).all();
    assert!(said.contains("one thing that it does"), "{said}");
}

/// `try` plays the announcements on the player's own view, with all results of Fate cards, and what would set rules off.
#[test]
fn orders_are_tried_on_the_own_view() {
    let bench = example();
    bench.write("orders.yaml", PURPLE);
    let view = format!("{GAME}/reports/0001/0002/purple.view.yaml");
    let said = bench.ok(&["try", "orders.yaml", "--view", &view]).out;
    for words in [
        "Duel 1: Purple Agent 1 attacks Green Ancient Times Historian in Orange's Ancient Times",
        "Round 1: Purple 12, Green 1. Purple Agent 1 (attacker): token 12; Green Ancient Times Historian (defender): token 1",
        "48.3 %  Results               Green Ancient Times Historian is discarded",
        "interrupts/1: would be set off by 10 announcements",
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
        "Orange claims Time Control for an action: Orange Brawler 1 attacks Green Ancient Times Historian Purple objects Duel 1 for Time Control: Orange and Purple",
        "Round 1: Orange 12, Green 15 Orange Brawler 1 (attacker): token 14, doubled, = 28 Green Ancient Times Historian (defender): token 15 Purple Agent 1 (sabotage against Orange Brawler 1): token 16 Orange in total: 28 - 16 = 12",
        "Round 3: Orange 8, Green 13 Orange Brawler 1 (attacker): token 11, doubled, = 22 Green Ancient Times Historian (defender): token 13 Purple Agent 1 (sabotage against Orange Brawler 1): token 14 Orange in total: 22 - 14 = 8",
        "Before Green does that, Orange announces: Orange Scientist 2 invades the board of Purple",
        "Green announces again: Green Yesterday Historian creates a Time Wave with two Create tokens",
    ] {
        assert!(flat.contains(words), "{words}\n{report}");
    }
    // The sums of a duel stand below it, a line each.
    let line = "\n        Orange in total: 28 - 16 = 12\n";
    assert!(report.contains(line), "{report}");
    // No part of a window is told elsewhere.
    let (own, rest) = report.split_once("WHAT ELSE HAPPENED").expect("two parts");
    assert!(
        own.contains("The Action Phase, window 1") && !rest.contains("The Action Phase, window 1")
    );
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

/// In the middle of a turn a player decides what is still to come: Agents that were launched are not launched again, neither by
/// the form nor on the play page.
#[test]
fn decisions_begin_at_the_point_that_the_turn_has_reached() {
    let bench = example();
    bench.write("purple.yaml", PURPLE);
    bench.ok(&["receive", GAME, "purple.yaml"]);
    bench.ok(&["adjudicate", GAME]);
    let report = format!("{GAME}/reports/0002/0003/green");
    let view = format!("{report}.view.yaml");
    let told = bench.json(&["decide", "--view", &view]);
    let decisions = told["decisions"].as_array().expect("decisions");
    let asks: Vec<&str> = decisions
        .iter()
        .filter_map(|one| one["ask"].as_str())
        .collect();
    assert_eq!(asks.first(), Some(&"action"), "{asks:?}");
    assert!(!asks.contains(&"launch"), "{asks:?}");
    let form = bench.read(&format!("{report}.orders.yaml"));
    assert!(!form.contains("\nlaunch:"), "{form}");
    let said = bench.ok(&["check", &format!("{report}.orders.yaml"), "--view", &view]);
    assert!(!said.all().contains("E1418"), "{}", said.all());
}

/// A view that was cut short or changed on its way is said to be that, and not a damaged game of the GM.
#[test]
fn a_view_that_is_not_whole_is_to_be_saved_again() {
    let bench = example();
    let view = bench.read(&format!("{GAME}/reports/0001/0002/green.view.yaml"));
    bench.write("cut.yaml", &view[..view.len() / 2]);
    bench.write(
        "changed.yaml",
        view.replacen("  round: 2", "  round: many", 1),
    );
    bench.write(
        "without.yaml",
        view.replacen("  players:\n", "  others:\n", 1),
    );
    bench.write("orders.yaml", "game: control-1\nturn: 2\nseat: green\n");
    for command in [
        &["look", "cut.yaml"][..],
        &["look", "without.yaml"],
        &["look", "without.yaml", "--json"],
        &["check", "orders.yaml", "--view", "cut.yaml"],
        &["check", "orders.yaml", "--view", "changed.yaml"],
    ] {
        let said = bench.run(command);
        assert_eq!(said.code, 3, "{command:?}: {}", said.all());
        assert!(
            said.all().contains("Save it again from the mail"),
            "{}",
            said.all()
        );
        assert!(!said.all().contains("restore"), "{}", said.all());
        // A player can mend no template.
        assert!(!said.all().contains("template"), "{}", said.all());
    }
}

/// With `live` a player is asked by mail what their card does not answer, and the turn goes on with each answer.
#[test]
fn a_turn_is_played_live_by_mail() {
    let bench = example();
    let head = "game: control-1\nturn: 2\n";
    let send = |seat: &str, body: &str| {
        let name = format!("{seat}.yaml");
        bench.write(&name, format!("{head}seat: {seat}\n{body}"));
        bench.ok(&["receive", GAME, &name]);
    };
    let asked = |seat: &str| {
        bench.ok(&["adjudicate", GAME]);
        let status = bench.json(&["status", GAME]);
        let report = bench.ok(&["report", GAME, seat]).out;
        let flat = report.split_whitespace().collect::<Vec<_>>().join(" ");
        (status["ended"].as_str().map(str::to_owned), flat)
    };
    // The others pass after their lines, so that only Purple is waited for.
    let green = bench.read(&format!("{GAME}/orders/0002/green.yaml"));
    let (_, green) = green.split_once("launch:").expect("sections");
    send(
        "green",
        &format!("launch:{}", green.replace("  - hold\n", "")),
    );
    let duels = "duels: [{bids: [12, 11]}]\n";
    send("purple", &format!("actions: []\nlive: [action]\n{duels}"));
    let (ended, report) = asked("purple");
    assert_eq!(ended.as_deref(), Some("waiting"), "{report}");
    assert!(
        report.contains("What do you announce next? (The Action Phase, window 1)"),
        "{report}"
    );
    assert!(report.contains("- pass actions: [wait]"), "{report}");
    // A `wait` passes, and the player is asked again in the next window.
    send(
        "purple",
        &format!("actions: [wait]\nlive: [action]\n{duels}"),
    );
    let (ended, report) = asked("purple");
    assert_eq!(ended.as_deref(), Some("waiting"), "{report}");
    assert!(
        report.contains("What do you announce next? (The Action Phase, window 2)"),
        "{report}"
    );
    // Without `live` the end of the list passes, and the turn goes on.
    send("purple", &format!("actions: []\n{duels}"));
    let (_, report) = asked("purple");
    assert!(report.contains("Purple: nothing to answer."), "{report}");
    assert!(report.contains("The Advance Phase"), "{report}");
}
