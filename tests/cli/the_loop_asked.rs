//! The LOOP when its players are asked: the form after a stop, the reward, and Time Prowler's cube.

use super::bench::{Bench, GAME, orders};

/// The seats of these games.
const SEATS: [&str; 2] = ["mr-time", "time-prowler"];

/// Starts a game for two. With `easy`, a Mission needs one cube.
fn started(easy: bool) -> Bench {
    let bench = Bench::empty();
    let agents = "agents=[mr-time, time-prowler]";
    let mut new = vec![
        "--ruleset",
        "the-loop",
        "--option",
        "players=2",
        "--option",
        agents,
    ];
    if easy {
        let missions =
            include_str!("../../crates/rules/src/rulesets/the_loop/content/missions.yaml");
        let lines = missions.lines().map(|line| {
            let Some((before, after)) = line.split_once("slots: ") else {
                return format!("{line}\n");
            };
            format!("{before}slots: 1{}\n", &after[1..])
        });
        bench.write("easy/missions.yaml", lines.collect::<String>());
        new.extend(["--content", "easy"]);
    }
    bench.new_game(&new);
    bench.seat(&SEATS);
    bench.open_words(&SEATS);
    bench.ok(&["start", GAME]);
    bench
}

/// Files orders of a seat.
#[track_caller]
fn file(bench: &Bench, seat: &str, turn: u32, body: &str) {
    let name = format!("{seat}.yaml");
    bench.write(&name, orders(seat, turn, body));
    bench.ok(&["receive", GAME, &name]);
}

/// Returns a text with single spaces between its words.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Files the form of a seat as it is delivered.
#[track_caller]
fn file_form(bench: &Bench, seat: &str) -> String {
    let form = bench.ok(&["form", GAME, seat]).out;
    bench.write("form.yaml", &form);
    bench.ok(&["check", "form.yaml", "--game", GAME]);
    bench.ok(&["receive", GAME, "form.yaml"]);
    form
}

/// A form that is sent back unchanged after a stop leaves everything as it was ordered.
#[test]
fn the_form_after_a_hold_repeats_what_is_on_file() {
    let bench = started(false);
    let sections = [
        "if-illegal: skip",
        "acquire: [matryoshka, none]",
        "complete: false",
        "reward: [timenado]",
        "agree: false",
    ];
    let body = format!(
        "actions: [hold]\nwake: [agree]\nstanding: [{{when: {{ask: choose}}, prefer: [way-1]}}]\n{}\n",
        sections.join("\n")
    );
    file(&bench, "mr-time", 1, &body);
    bench.ok(&["adjudicate", GAME]);
    let form = file_form(&bench, "mr-time");
    for line in sections.iter().chain(&["wake: [agree]"]) {
        assert!(form.lines().any(|has| has == *line), "{line}\n{form}");
    }
    assert!(form.contains("standing:\n  - {"), "{form}");
    bench.ok(&["adjudicate", GAME]);
    let report = bench.ok(&["report", GAME, "mr-time"]).out;
    assert!(flat(&report).contains("takes Matryoshka"), "{report}");
}

/// A section that the file leaves out is not filled by a form: the player wanted to be asked.
#[test]
fn the_form_after_a_hold_adds_no_section() {
    let bench = started(false);
    file(&bench, "mr-time", 1, "actions: [hold]\n");
    bench.ok(&["adjudicate", GAME]);
    let form = file_form(&bench, "mr-time");
    assert!(form.lines().any(|line| line == "# acquire: none"), "{form}");
    bench.ok(&["adjudicate", GAME]);
    let report = bench.ok(&["report", GAME, "mr-time"]).out;
    assert!(
        flat(&report).contains("Which Artifact of your Era do you take, if any?"),
        "{report}"
    );
    // Now it has the default, as the question is open.
    let form = file_form(&bench, "mr-time");
    assert!(form.lines().any(|line| line == "acquire: none"), "{form}");
    bench.ok(&["adjudicate", GAME]);
    assert_eq!(bench.json(&["status", GAME])["turn"], 2);
}

/// Has Mr. Time complete a Mission that needs one cube.
fn complete_a_mission(bench: &Bench) {
    let body = "actions:\n  - free: renaissance\n  - use: {artifact: synchronized-watches, with: [medieval]}\n  - move: medieval\nacquire: none\n";
    file(bench, "mr-time", 1, body);
    bench.ok(&["adjudicate", GAME]);
}

/// While a reward waits for an answer, the form is accepted, and the answer is played.
#[test]
fn a_reward_is_asked_answered_and_played() {
    let bench = started(true);
    file(&bench, "time-prowler", 1, "wake: [reward]\nagree: false\n");
    complete_a_mission(&bench);
    let report = bench.ok(&["report", GAME, "time-prowler"]).out;
    assert!(
        flat(&report).contains("reward: [double-joystick]"),
        "{report}"
    );
    let form = file_form(&bench, "time-prowler");
    assert!(form.lines().any(|line| line == "wake: [reward]"), "{form}");
    let view = format!("{GAME}/reports/0001/0002/time-prowler.view.yaml");
    let body = "reward: [double-joystick]\n";
    bench.write("orders.yaml", orders("time-prowler", 1, body));
    let tried = bench.ok(&["try", "orders.yaml", "--view", &view]).out;
    let tried = flat(&tried);
    let (first, second) = (
        "Mr. Time gets Alchemist's Receipt",
        "Time Prowler gets Double Joystick",
    );
    assert!(
        tried
            .find(first)
            .is_some_and(|at| tried[at..].contains(second)),
        "{tried}"
    );
    file(&bench, "time-prowler", 1, body);
    bench.ok(&["adjudicate", GAME]);
    let report = bench.ok(&["report", GAME, "time-prowler"]).out;
    assert!(flat(&report).contains(second), "{report}");
    assert_eq!(bench.json(&["status", GAME])["turn"], 2);
}

/// A standing list of cards answers for a player who says nothing in the turn, though it does not name all cards.
#[test]
fn a_standing_list_chooses_the_reward() {
    let bench = started(true);
    let standing = format!(
        "game: {GAME}\nseat: time-prowler\nstanding: [{{when: {{ask: reward}}, prefer: [[timenado, double-joystick]]}}]\n"
    );
    bench.write("standing.yaml", standing);
    bench.ok(&["receive", GAME, "--standing", "standing.yaml"]);
    complete_a_mission(&bench);
    let report = bench.ok(&["report", GAME, "time-prowler"]).out;
    assert!(
        flat(&report).contains("Time Prowler gets Double Joystick"),
        "{report}"
    );
}

/// Time Prowler answers for one cube after another with the orders that the report offers.
#[test]
fn a_cube_is_canceled_by_the_answer_that_the_report_offers() {
    let bench = started(false);
    file(&bench, "time-prowler", 1, "wake: [cancel]\n");
    file(&bench, "mr-time", 1, "actions: []\nacquire: none\n");
    bench.ok(&["adjudicate", GAME]);
    for (left, landed, answer) in [
        (2, "Landed before it: none.", "false"),
        (1, "Landed before it: 1 on the End of Times.", "true"),
    ] {
        let report = bench.ok(&["report", GAME, "time-prowler"]).out;
        let words = flat(&report);
        assert!(
            words.contains(&format!("{left} more to come. {landed}")),
            "{report}"
        );
        let slots = if left == 2 { 3 } else { 2 };
        let slots = format!(
            "Empty slots: {slots} in the End of Times, 3 in the Dawn of Time and 2 in the Medieval Era."
        );
        assert!(words.contains(&slots), "{report}");
        let offered =
            format!("standing: [{{when: {{ask: cancel, left: {left}}}, prefer: [{answer}]}}]");
        assert!(words.contains(&offered), "{report}");
        let form = bench.ok(&["form", GAME, "time-prowler"]).out;
        assert!(
            !form
                .lines()
                .any(|line| line.starts_with("cancel:") || line.starts_with("actions:")),
            "{form}"
        );
        file(
            &bench,
            "time-prowler",
            1,
            &format!("wake: [cancel]\n{offered}\n"),
        );
        bench.ok(&["adjudicate", GAME]);
    }
    assert_eq!(bench.json(&["status", GAME])["turn"], 2);
    let report = bench.ok(&["report", GAME, "time-prowler"]).out;
    assert!(
        flat(&report).contains("1 Rift is placed in the End of Times, which has 1 now"),
        "{report}"
    );
}

/// The report of a player whose standing orders answered says so.
#[test]
fn standing_orders_of_a_silent_player_are_named() {
    let bench = started(false);
    let standing = format!(
        "game: {GAME}\nseat: mr-time\nstanding: [{{when: {{ask: action}}, prefer: [{{use: pocket-sundial}}]}}]\n"
    );
    bench.write("standing.yaml", standing);
    bench.ok(&["receive", GAME, "--standing", "standing.yaml"]);
    bench.ok(&["adjudicate", GAME, "--overdue"]);
    let report = bench.ok(&["report", GAME, "mr-time"]).out;
    let words = flat(&report);
    assert!(
        words.contains("No orders of yours came in time: your standing orders were used, and the defaults for the rest."),
        "{report}"
    );
    assert!(
        !words.contains("No move received: no orders of yours"),
        "{report}"
    );
}

/// A line that its own `if-drawn` passes over has not failed.
#[test]
fn a_line_that_is_passed_over_has_not_failed() {
    let bench = started(false);
    let body = "actions:\n  - use: {artifact: ionic-temporograph, if-drawn: true}\n  - use: pocket-sundial\nacquire: none\n";
    file(&bench, "mr-time", 1, body);
    bench.ok(&["adjudicate", GAME]);
    let report = bench.ok(&["report", GAME, "mr-time"]).out;
    assert!(!report.contains("WHAT FAILED"), "{report}");
    assert!(
        flat(&report).contains("if-drawn: true}} - nothing for it to do"),
        "{report}"
    );
}
