//! Cases whose report is checked as well: the outcome of their lines.

use super::{Position, cases};
use chronojudge::{
    engine::{Outcome, SeatId, Stop, Viewer, moments},
    report::{self, Format, Page, Reader, Reading, Words},
    rulesets,
};
use std::collections::BTreeMap;

/// Returns the reports of a case for one seat, in text and in HTML.
fn reports(name: &str, seat: &str) -> [String; 2] {
    of_page(name, seat, |page| {
        [Format::Text, Format::Html].map(|format| page.report(format).expect("a report"))
    })
}

/// Returns what a function reads of the page of a case for one seat.
fn of_page<T>(name: &str, seat: &str, read: impl FnOnce(&Page<'_>) -> T) -> T {
    let (ruleset, _, case) = cases()
        .iter()
        .find(|(_, other, _)| other == name)
        .unwrap_or_else(|| panic!("no case {name}"));
    let position = Position::of(ruleset, &case.given);
    let mut dice = super::dice::Written::strict(&case.dice);
    let on_file = position.on_file(&case.orders);
    let out: Outcome = position.run(1, &[], &on_file, false, &mut dice);
    let known = rulesets::find(ruleset).expect("a ruleset");
    let words = Words::builtin(&*position.rules, &(known.library)()).expect("templates");
    let game = report::Game {
        id: "case".into(),
        title: "A Case".into(),
        ruleset: ruleset.clone(),
        edition: "1".into(),
    };
    let seat = SeatId::new(seat).expect("a seat");
    let viewer = Viewer::Seat(seat.clone());
    let view = position.rules.view(&out.state, &viewer).expect("a view");
    let mut reading = Reading::new(game, Reader::seat(seat.as_str(), None), 1, 1, view.clone());
    reading.before = Some(view.clone().into());
    reading.on_file = true;
    reading.events = report::events(&out.facts, Some(&viewer), 0);
    let files = &on_file[&seat].files;
    reading.orders = report::orders(&seat, files, &out);
    if let Some(last) = files.last() {
        let (rules, over) = (&position.rules, out.flow.is_ok());
        let lines = rules.unused(&seat, &last.body, &view, &moments(&seat, &out), over);
        report::unused(&mut reading.orders, files, lines.expect("lines"));
        let found = rules.interrupted(&out.facts, &out.journal, over);
        let found = found.expect("announcements");
        report::interrupted(&mut reading.orders, &seat, files, &out.journal, &found);
    }
    if let Err(Stop::Waiting(prompts)) = &out.flow {
        let own = prompts.iter().filter(|prompt| prompt.seat == seat);
        reading.prompts = own.cloned().collect();
    }
    reading.players = BTreeMap::new();
    read(&Page::new(&words, &reading))
}

/// Time Agent 9.52: the line whose shares fell short has failed, and the report says how much was missing; the line
/// that tried again at another price was carried out.
#[test]
fn a_line_whose_shares_fall_short_is_listed_as_failed_with_the_reason() {
    let [text, html] = reports("9.52-tried-at-another-price", "zytal");
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let why = "The price in 4a-3 was not met: 2 credits were missing, and nobody paid (9.52).";
    let first = "actions 1: {reverse: {tile: 4a-3, pay-up-to: 1}}";
    let failed = format!("{first} Failed. E1037: {why}");
    let (head, rest) = flat
        .split_once("WHAT FAILED, AND WHY")
        .unwrap_or_else(|| panic!("{text}"));
    assert!(
        head.contains("Your orders 1 line carried out, 1 failed."),
        "{text}"
    );
    let (section, _) = rest.split_once("WHAT HAPPENED").expect("a section");
    assert!(section.contains(&failed), "{text}");
    assert!(!section.contains("actions 2"), "{text}");
    for line in [
        format!("{first} - failed"),
        "actions 2: {reverse: {tile: 4a-3, pay-up-to: 3}} - carried out".to_owned(),
    ] {
        assert!(flat.contains(&line), "{line}\n{text}");
    }
    let failed = html
        .split("What failed, and why")
        .nth(1)
        .expect("a section");
    let card = failed.split("</div>").next().expect("a card");
    assert!(
        card.contains("Failed.") && card.contains(why) && card.contains("E1037"),
        "{card}"
    );
}

/// Returns what a reader without a seat, or with one, sees of a position of The LOOP, in text and in HTML.
fn seen(given: &serde_json::Value, seat: Option<&str>) -> [String; 2] {
    let position = Position::of("the-loop", given);
    let known = rulesets::find("the-loop").expect("a ruleset");
    let words = Words::builtin(&*position.rules, &(known.library)()).expect("templates");
    let game = report::Game {
        id: "case".into(),
        title: "A Case".into(),
        ruleset: "the-loop".into(),
        edition: "1".into(),
    };
    let view = position.rules.view(&position.state, &Viewer::Public);
    let reader = seat.map_or_else(Reader::public, |seat| Reader::seat(seat, None));
    let mut reading = Reading::new(game, reader, 1, 1, view.expect("a view"));
    reading.odds = match seat {
        Some(seat) => position
            .rules
            .odds_seen(&reading.view, &SeatId::new(seat).expect("a seat")),
        None => position.rules.odds_for_all(&reading.view),
    }
    .expect("a view");
    let page = Page::new(&words, &reading);
    [Format::Text, Format::Html].map(|format| {
        let text = page.report(format).expect("a report");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    })
}

/// Checks that both formats of a report have all these words.
#[track_caller]
fn have(reports: &[String; 2], words: &[&str]) {
    for report in reports {
        for words in words {
            assert!(report.contains(words), "{words}\n{report}");
        }
    }
}

/// Defeat: in the last turn there is no next Faux Phase; what is missing decides.
#[test]
fn the_last_turn_of_the_loop_says_what_is_missing() {
    let all = [
        "dawn",
        "medieval",
        "renaissance",
        "industrial",
        "global",
        "robots",
        "end",
    ];
    let mut given = serde_json::json!({"cycle": 3, "visited": all});
    have(
        &seen(&given, None),
        &[
            "Turn 21 of 21, the last one;",
            "Still to come in this Cycle: none.",
            "The game is lost after this turn: 4 Missions are missing, and a turn completes at most one.",
        ],
    );
    given["completed"] = serde_json::json!(["rifts-with-faux", "energy-here", "clean-eras"]);
    have(
        &seen(&given, Some("mr-time")),
        &[
            "The game is lost after this turn unless the fourth Mission is completed in it: 1 is missing.",
        ],
    );
}

/// Readers without a seat have the odds, too; before Time Prowler's turn they count the cube that is canceled by default.
#[test]
fn the_odds_of_the_loop_are_told_to_all() {
    let given = serde_json::json!({
        "visited": ["medieval", "renaissance", "industrial", "global", "robots", "end"],
        "eras": {"dawn": {"rifts": 3}},
        "machine": "thirds",
    });
    let canceled =
        "Time Prowler cancels one cube, by default the first without a slot, or else the last";
    for seat in [None, Some("v-girl")] {
        let seen = seen(&given, seat);
        have(
            &seen,
            &[
                "Turn 6 of 21, 15 more turns after it; Cycle 1 of 3, 1 more turn in it;",
                "Still to come in this Cycle: Dawn of Time.",
                "with 1/3 (face 2 of its die), on the Era before it with 1/3 (face 1)",
                canceled,
            ],
        );
    }
    let mut others = given;
    others["turn"] = serde_json::json!("time-prowler");
    for report in seen(&others, None) {
        assert!(!report.contains(canceled), "{report}");
    }
}

/// Special ability, and what cards do that move, draw and resolve, as the board stands.
#[test]
fn cards_of_the_loop_say_what_they_can_do_now() {
    let given = |decks| serde_json::json!({"decks": decks});
    let mr_time = given(serde_json::json!({
        "mr-time": {
            "hand": ["megaphone-of-destiny", "da-vincis-to-do-list", "telegram-to-yesterday"],
            "top": ["pocket-sundial"],
        },
    }));
    let [text, _] = seen(&mr_time, Some("mr-time"));
    for words in [
        "Now: Can bring Time Prowler out of the Renaissance Era, or V-Girl out of the Globalization Era.",
        "Now: Draws Pocket Sundial, and 1 of Gutenberg's Wormhole, Ionic Temporograph, Mechanical Grappling Hook and Synchronized Watches.",
        "Now: Can resolve Da Vinci's To-Do List and Megaphone of Destiny.",
        "Special ability: once a turn they move another Agent by one Era; it is left in this turn.",
        "Special ability: once in each Faux Phase of their own they cancel a cube that has just dropped.",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    let prowler = given(serde_json::json!({
        "time-prowler": {"hand": ["shortcut-through-tuesday", "drawbridge-remote", "dial-up-incantation"]},
        "v-girl": {"at": "renaissance"},
    }));
    let [text, html] = seen(&prowler, Some("time-prowler"));
    for words in [
        "Now: Can reach the Dawn of Time, the Medieval Era, the Industrial Era and the Globalization Era.",
        "Now: Can bring Mr. Time out of the Dawn of Time. Mr. Time, if they move here, draws 1 of",
        "V-Girl draws 1 of",
        "Now: Can let another Agent resolve a card (Mr. Time: Gutenberg's Wormhole, ",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    // Apostrophes are escaped once.
    assert!(!html.contains("&amp;#"), "{html}");
}

/// Returns the text report of a case of Time Control for one seat, on one line.
fn flat(case: &str, seat: &str) -> String {
    let [text, _] = reports(case, seat);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Time Control: a line whose announcement was cancelled and not executed later is not told as carried out; one that was
/// announced again and executed is.
#[test]
fn an_announcement_that_was_interrupted_is_not_told_as_carried_out() {
    let acts = "{agent: green-agent-1, move: recent-past}";
    let claims = "{agent: green-agent-1, move: recent-past, claim: true}";
    for (case, seat, words) in [
        (
            "interrupt-cancels",
            "green",
            "No line carried out, 1 interrupted.".to_owned(),
        ),
        (
            "interrupt-cancels",
            "green",
            "attack: purple-agent-1} Announced, and interrupted by Purple, and given up after that: not carried out."
                .to_owned(),
        ),
        (
            "interrupt-cancels",
            "purple",
            "then: {agent: purple-agent-1, move: recent-past}} - carried out".to_owned(),
        ),
        (
            "interrupt-then-announced-again",
            "green",
            format!("actions 1: {acts} - carried out"),
        ),
        (
            "interrupt-of-an-interrupt",
            "purple",
            "once: true} - announced, and interrupted by Orange: not carried out".to_owned(),
        ),
        (
            "claim-won-by-an-objector",
            "green",
            format!(
                "actions 1: {claims} - announced, and Purple won the duel for Time Control: not carried out"
            ),
        ),
        (
            "claim-won-by-the-claimant",
            "green",
            "2 lines carried out.".to_owned(),
        ),
        (
            "stalemate-a-problem-forbids-the-claim",
            "green",
            "snap: today} Announced, and interrupted by Purple, and given up after that: not carried out."
                .to_owned(),
        ),
        (
            "stalemate-unopposed",
            "purple",
            "- announced, and stopped by a stalemate: not carried out".to_owned(),
        ),
        (
            "stalemate-unopposed",
            "green",
            "actions 1: {agent: green-agent-1, attack: purple-agent-1} - carried out".to_owned(),
        ),
    ] {
        let report = flat(case, seat);
        assert!(report.contains(&words), "{case}: {words}\n{report}");
    }
}

/// Time Control: a sealed line that was not used is listed for its player, with the reason.
#[test]
fn a_sealed_line_that_was_not_used_is_told_with_the_reason() {
    for (case, seat, words) in [
        (
            "interrupt-only-what-fits",
            "purple",
            "move: recent-past}} - not used: nothing that was announced fitted it",
        ),
        (
            "problem-no-interrupts",
            "purple",
            "move: recent-past}} - not used: Silent Radios forbids interrupts",
        ),
        (
            "claim-objections-by-condition",
            "purple",
            "objections 1: {does: attack} - not used: no claim fitted it",
        ),
        (
            "claim-objections-by-condition",
            "purple",
            "duels 1: {bids: [21]} - not used: you were in no duel",
        ),
        (
            "claim-objections-by-condition",
            "orange",
            "duels 1: {bids: [10]} - carried out",
        ),
    ] {
        let report = flat(case, seat);
        assert!(report.contains(words), "{case}: {words}\n{report}");
    }
    let report = flat("claim-objections-by-condition", "orange");
    assert!(!report.contains("objections 1:"), "{report}");
    let report = flat("claim-objections-by-condition", "green");
    assert!(!report.contains("{does: attack}"), "{report}");
}

/// Time Control: the question that decides about being out of the game says in words what is cashed out without an answer.
#[test]
fn the_default_against_a_problem_that_puts_a_player_out_is_told_in_words() {
    let report = flat("rescue-asked", "green");
    assert!(
        report.contains("If you do not answer: you give tokens for "),
        "{report}"
    );
    assert!(!report.contains("{trade:"), "{report}");
}

/// Time Control: a player who is asked for tokens reads what they are for, in the report and in the form.
#[test]
fn the_question_for_tokens_says_what_they_are_for() {
    let case = "live-contribute-asks-the-others";
    let words = "Green cashes out tokens worth 20 points to solve their own Problem The Wheel Was Never Invented. \
                 Which of yours do you add, if any?";
    let [text, html] = reports(case, "purple");
    let form = of_page(case, "purple", |page| page.form("orders.schema.json"));
    for report in [text, html, form.expect("a form").replace("\n#", "\n")] {
        let words_of = report.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words_of.contains(words), "{report}");
    }
    assert!(
        flat("rescue-asked-for-tokens", "green").contains(
            "Tokens worth 20 points are still needed to solve your Problem Steam Forever."
        )
    );
}

/// Time Control: the form of a player whose Problem keeps Agents gives none, neither in its words nor in its examples.
#[test]
fn the_form_gives_no_agents_that_a_problem_keeps() {
    let case = "problem-no-agent-trades";
    let form = of_page(case, "green", |page| page.form("orders.schema.json"));
    let form = form.expect("a form").replace("\n#", "\n");
    let flat = form.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = "Tokens worth 20 points solve a Problem of any player; a new Problem retrieves tokens worth up to 20 points;";
    assert!(flat.contains(words), "{form}");
    assert_eq!(
        flat.matches("- {give: [21, 20], get: green/").count(),
        2,
        "{form}"
    );
}

/// Time Control: all Problem cards are listed in both formats, with the number of cards in the deck.
#[test]
fn the_problem_cards_are_listed() {
    let [text, html] = reports("rescue-asked", "green");
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        flat.contains(
            "1 Silent Radios (technological and cultural): no interrupts of what others announce."
        ),
        "{text}"
    );
    assert!(
        flat.contains(
            "2 False Histories (cultural and societal): Time Waves on the player's board grow by 4 tokens."
        ),
        "{text}"
    );
    let cards = html.split("<h2>The Problem cards</h2>").nth(1);
    let cards = cards.expect("a section");
    assert_eq!(cards.matches("<tr>").count(), 33, "{cards}");
}
