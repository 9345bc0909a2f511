//! The Time Whisperers at the command line: sealed programmes, and forms for every moment of a round.

use super::{
    bench::{Bench, GAME, MASTER, orders, salt_words},
    schemas::{objections, validator},
    tree::Tree,
};
use chronojudge::{
    report::{TemplateView, Words},
    rulesets,
};
use serde_json::json;
use std::path::Path;

pub(super) const SEATS: [&str; 3] = ["red", "blue", "green"];

/// Returns a game for three that has just been started; `new` gives it its usual options.
pub(super) fn started() -> Bench {
    let bench = Bench::empty();
    let rules = ["--ruleset", "time-whisperers"];
    let founded = [
        "new", GAME, "--dice", "plain", "--trust", "address", "--master", MASTER, "--keys", "64",
    ];
    bench.ok(&[&founded[..], &rules].concat());
    bench.seat(&SEATS);
    for seat in SEATS {
        bench.ok(&["salt", "open", GAME, seat, &salt_words(seat)]);
    }
    bench.ok(&["start", GAME]);
    bench
}

/// Receives a player's orders.
pub(super) fn send(bench: &Bench, seat: &str, turn: u32, body: &str) {
    let name = format!("{seat}.yaml");
    bench.write(&name, orders(seat, turn, body));
    bench.ok(&["receive", GAME, &name]);
}

/// Returns the example in the middle of its second round.
fn example() -> Bench {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    Bench::copy(&Tree::read(&games.join("whispers-1")))
}

/// Checks that forms are accepted by the GM and by their schema, and that reports fit their page and have the picture.
fn all_fits(bench: &Bench) {
    let schema = validator("orders-time-whisperers.schema.json");
    for seat in SEATS {
        let form = bench.ok(&["form", GAME, seat]).out;
        assert_eq!(objections(&schema, &form), [""; 0], "{form}");
        let name = format!("{seat}.form.yaml");
        bench.write(&name, &form);
        let said = bench.run(&["check", &name, "--game", GAME]);
        // An untouched form may leave questions open; it gets no other diagnostic.
        let codes = said.err.matches("[E").count();
        let open = said.err.matches("warning[E0315]").count();
        assert_eq!((said.code, codes), (0, open), "{}", said.all());
        let report = bench.ok(&["report", GAME, seat]).out;
        // This rulebook has headings and no numbers.
        assert!(
            !report.contains("RULES APPLIED")
                || report.contains("  Headings of the rulebook, and names of its cards"),
            "{report}"
        );
        for line in form.lines().chain(report.lines()) {
            assert!(line.chars().count() <= 78, "too wide: {line}");
        }
        assert!(report.contains("THE CIRCLE OF AGES"), "{report}");
        let html = bench.ok(&["report", GAME, seat, "--html"]).out;
        assert!(html.contains("<title id=\"circle-title\">"), "{html}");
    }
}

#[test]
fn every_form_is_accepted() {
    let bench = started();
    all_fits(&bench);
    // One player has placed for the Dawn alone: the forms go on with the Day.
    send(
        &bench,
        "red",
        1,
        "placement: [{whisperer: 4, side: gold}]\n",
    );
    for seat in ["blue", "green"] {
        let all = "placement: [{whisperer: 1}, {whisperer: 2}, {whisperer: 3}, {whisperer: 4}]\n";
        send(
            &bench,
            seat,
            1,
            &format!("{all}programme: [2, augmentation]\n"),
        );
    }
    bench.ok(&["adjudicate", GAME]);
    let report = bench.ok(&["report", GAME, "red"]).out;
    assert!(
        report.contains("Which Time Whisperer do you place in the Day"),
        "{report}"
    );
    all_fits(&bench);
    let rest = "placement: [{whisperer: 1, side: gold}, {whisperer: 2}, {whisperer: 3}]\n";
    send(
        &bench,
        "red",
        1,
        &format!("{rest}programme: [4, hold, inversion]\n"),
    );
    bench.ok(&["adjudicate", GAME]);
    let report = bench.ok(&["report", GAME, "blue"]).out;
    assert!(report.contains("    Red plays 4\n"), "{report}");
    all_fits(&bench);
    // All go home, and no player names a gold power.
    for seat in SEATS {
        send(&bench, seat, 1, "programme: [termination]\n");
    }
    let mut choosing = 0;
    for _ in 0..4 {
        if bench.json(&["status", GAME])["turn"] == 1 {
            bench.ok(&["adjudicate", GAME, "--overdue", "--now", "a long weekend"]);
        }
        // A seat that is asked for a gold power is not asked for cards any more.
        for form in SEATS.map(|seat| bench.ok(&["form", GAME, seat]).out) {
            if form.contains("Which gold power do you activate") {
                choosing += 1;
                assert!(!form.contains("\nprogramme:"), "{form}");
            }
        }
    }
    assert!(choosing > 0);
    assert_eq!(bench.json(&["status", GAME])["turn"], 2);
    all_fits(&bench);
}

#[test]
fn the_example_in_the_middle_of_a_round_plays_on() {
    let bench = example();
    all_fits(&bench);
    let waits = bench.json(&["status", GAME]);
    assert_eq!(waits["ended"], "waiting");
    // The programme of Blue stops at the word `psychic` until the others' cards are seen: that is not a failure.
    let report = bench.ok(&["report", GAME, "blue"]).out;
    assert!(
        report.contains("  programme 2: psychic - stopped here\n"),
        "{report}"
    );
    assert!(!report.contains("WHAT FAILED"), "{report}");
    assert!(
        report.contains("Your orders    2 lines carried out, 1 still to come.\n"),
        "{report}"
    );
    bench.ok(&["adjudicate", GAME]);
    let report = bench.ok(&["report", GAME, "blue"]).out;
    assert!(report.contains("    Blue plays Inversion\n"), "{report}");
    assert_eq!(bench.json(&["status", GAME])["turn"], 3);
    all_fits(&bench);
}

/// Thief: a card that was given face down is named in two reports, and in no other file that leaves the GM's machine.
#[test]
fn a_facedown_gift_is_known_to_two_players() {
    let bench = example();
    let knows = |seat: &str| {
        let text = bench.ok(&["report", GAME, seat]).out;
        let html = bench.ok(&["report", GAME, seat, "--html"]).out;
        let [text, html] = [text, html].map(|t| t.split_whitespace().collect::<Vec<_>>().join(" "));
        let told = |words: &str| text.contains(words) && html.contains(words);
        assert!(
            told("Blue gives an action card to Red, face down"),
            "{text}"
        );
        let mut gives = [
            "Blue gives Retrogression to you",
            "You give Retrogression to Red",
        ]
        .iter();
        gives.any(|words| told(words))
    };
    assert!(knows("red") && knows("blue"));
    assert!(!knows("green"));
    // The stolen card lies open; no public file names the other one.
    for (path, bytes) in bench.tree().files("public") {
        let text = String::from_utf8_lossy(bytes);
        assert!(!text.contains("gift:"), "{}", path.display());
    }
}

#[test]
fn rule_violations_have_their_codes() {
    let bench = example();
    bench.ok(&["adjudicate", GAME]);
    let file = |body: &str| {
        let text = format!("game: whispers-1\nturn: 3\nseat: red\n{body}");
        bench.write("bad.yaml", text);
        bench.run(&["check", "bad.yaml", "--game", GAME])
    };
    let said = file(
        "programme: [2, 2, [3, 4], psychic, termination, 1]\n\
         powers:\n\
         - zodiac: {}\n\
         - thief: {steal: [inversion]}\n\
         - witch: {to: day}\n\
         gift: [termination]\n\
         activate: [mimic]\n",
    );
    assert_eq!(said.code, 1);
    for code in [
        "E1103", "E1104", "E1105", "E1106", "E1108", "E1109", "E1117",
    ] {
        assert!(said.all().contains(code), "{code}\n{}", said.all());
    }
    let said = file("programme: [5, progresion]\n");
    assert_eq!(said.code, 1);
    assert!(said.all().contains("bad.yaml:4:13"), "{}", said.all());
    // Misspelt cards and powers, in every place.
    for (body, meant) in [
        ("programme: [2, progresion]\n", "progression"),
        ("programme: [psychik]\n", "psychic"),
        ("programme: [[2, invertion]]\n", "inversion"),
        ("powers: [phoenix: {take: augmentaton}]\n", "augmentation"),
        (
            "powers: [mutants: {when: {card: terminaton}}]\n",
            "termination",
        ),
        ("powers: [tornadoo: {to: day}]\n", "tornado"),
        ("gift: [retrogresion]\n", "retrogression"),
        ("activate: [wormhle]\n", "wormhole"),
    ] {
        let said = file(body);
        let help = format!("did you mean `{meant}`?");
        assert!(
            said.code == 1 && said.all().contains(&help),
            "{body}{}",
            said.all()
        );
    }
    let said = file(
        "programme: [2, progression, hold, inversion, termination]\nactivate: [axis, tyrant]\n",
    );
    assert_eq!(said.all(), "ACCEPTED bad.yaml\nexit code 0");
}

#[test]
fn used_powers_and_missing_things_have_their_codes() {
    let check = |bench: &Bench, text: String, more: &[&str]| {
        bench.write("bad.yaml", text);
        bench.run(&[&["check", "bad.yaml"], more].concat()).all()
    };
    // Red's Mimic was used in the round that is open.
    let bench = example();
    let mimic = "game: whispers-1\nturn: 2\nseat: red\npowers: [mimic: {power: witch}]\n";
    let said = check(&bench, mimic.to_owned(), &["--game", GAME]);
    assert!(said.contains("E1110"), "{said}");
    // Five placements for four ages.
    let bench = started();
    let five = "{whisperer: 1}, {whisperer: 2}, {whisperer: 3}, {whisperer: 4}, {whisperer: 1}";
    let said = check(
        &bench,
        orders("red", 1, &format!("placement: [{five}]\n")),
        &["--game", GAME],
    );
    assert!(said.contains("E1120"), "{said}");
    // The view has lost an age in transit.
    let view = bench.read("gem/reports/0000/0001/red.view.yaml");
    let [night, dawn] = ["  - age: night", "  - age: dawn"].map(|age| view.find(age).unwrap());
    bench.write("view.yaml", format!("{}{}", &view[..night], &view[dawn..]));
    let said = check(
        &bench,
        orders("red", 1, "programme: [1]\n"),
        &["--view", "view.yaml"],
    );
    assert!(said.contains("E1121"), "{said}");
}

/// A player's own cards have the same effect whatever the others play; the rest is marked as open.
#[test]
fn a_programme_is_tried_on_a_view() {
    let bench = started();
    let body = "placement: [{whisperer: 1}, {whisperer: 2, side: gold}, {whisperer: 3}, {whisperer: 4}]\n\
                programme: [2, progression, inversion, 2, termination]\n";
    bench.write("o.yaml", orders("red", 1, body));
    let view = "gem/reports/0000/0001/red.view.yaml";
    let said = bench.run(&["try", "o.yaml", "--view", view]);
    let steps: Vec<&str> = said
        .out
        .lines()
        .filter(|line| line.contains("100.0 %"))
        .collect();
    let rules = ["Setup 5", "Number card", "Progression", "Inversion"];
    for rule in rules {
        assert!(
            steps.iter().any(|step| step.contains(rule)),
            "{rule}: {}",
            said.all()
        );
    }
    // The fourth card is gone, so the programme stops there.
    assert!(said.out.contains("programme 4: E1102"), "{}", said.all());
    assert!(
        said.out.contains("programme 5: it is not reached"),
        "{}",
        said.all()
    );
    // Other players choose cards and places in secret, so no points are given.
    for open in ["card (blue, green)", "place (blue, green)", "phases 2 to 4"] {
        assert!(said.out.contains(open), "{open}: {}", said.all());
    }
    assert!(!said.out.contains("victory point"), "{}", said.all());
    // The proposals are the cards in hand: all but those that were played.
    let told = bench.json(&["try", "o.yaml", "--view", view]);
    let possible = told["tried"]["possible"].as_array().unwrap();
    let mut cards: Vec<String> = possible.iter().map(|p| p["answer"].to_string()).collect();
    cards.sort_unstable();
    let left = ["\"augmentation\"", "\"retrogression\"", "1", "3", "4"];
    assert_eq!(cards, left);
}

/// The report explains how gold powers add to a strength, where it counts.
#[test]
fn strengths_are_explained() {
    let known = rulesets::find("time-whisperers").expect("a ruleset");
    let library = (known.library)();
    let rules = (known.load)(&library).expect("the embedded content fits");
    let words = Words::builtin(&*rules, &library).expect("templates");
    let view = json!({"players": {"red": {}, "blue": {}}});
    let fact = json!({"dark-control": {
        "ages": ["dusk"],
        "strength": {"red": 8, "blue": 3},
        "extra": {
            "red": [{"power": "knight", "plus": 1}, {"power": "swarm", "plus": 1, "mimic": true}],
            "blue": [{"power": "titan", "plus": 1}],
        },
        "controller": "red",
        "by": "strength",
        "vp": {"ages": 1},
    }});
    assert_eq!(
        words
            .sentence(&fact, &TemplateView::of(&view))
            .expect("words"),
        "Dusk: Red has dark control (Red 8 with 1 by Knight and 1 by Mimic as Swarm, Blue 3 with 1 by Titan): 1 VP"
    );
}

/// A stop to see the other cards is not a failure, the next report goes on under the heading that the last one ended
/// with, and lines have their numbers of the file.
#[test]
fn a_stop_is_no_failure() {
    let bench = started();
    for seat in SEATS {
        let all = "placement: [{whisperer: 1}, {whisperer: 2}, {whisperer: 3, side: gold}, {whisperer: 4}]\n";
        let plays = match seat {
            "red" => "programme: [2, hold]\n",
            _ => "programme: [1, 2, 3, termination]\n",
        };
        send(&bench, seat, 1, &format!("{all}{plays}"));
    }
    bench.ok(&["adjudicate", GAME]);
    let red = bench.ok(&["report", GAME, "red"]).out;
    assert!(!red.contains("WHAT FAILED"), "{red}");
    assert!(red.contains("programme 2: hold - stopped here"), "{red}");
    assert!(
        red.contains("Blue 3 is placed in the Dusk, gold side up"),
        "{red}"
    );
    let sitting = bench.json(&["status", GAME])["sitting"].to_string();
    let rest = format!("sitting: {sitting}\nprogramme: [progression, termination]\n");
    send(&bench, "red", 1, &rest);
    bench.ok(&["adjudicate", GAME]);
    let red = bench.ok(&["report", GAME, "red"]).out;
    let news = red.split("WHAT HAPPENED").nth(1).expect("news");
    let first = news.lines().skip(2).find(|line| !line.trim().is_empty());
    assert_eq!(first.map(str::trim), Some("Phase 1: play 2"), "{red}");
    assert!(
        red.contains("programme 1 of file 1: 2 - carried out"),
        "{red}"
    );
    assert!(
        red.contains("programme 1 of file 2: progression - carried out"),
        "{red}"
    );
}

/// A line about a gold power that a new file leaves out is named like any other.
#[test]
fn a_power_that_a_new_file_leaves_out_is_named() {
    let bench = example();
    bench.ok(&["adjudicate", GAME]);
    let file = |seat: &str, body: &str| {
        let text = format!("game: whispers-1\nturn: 3\nseat: {seat}\n{body}");
        bench.write("file.yaml", text);
        bench.ok(&["receive", GAME, "file.yaml"]).all()
    };
    for seat in ["blue", "green"] {
        file(seat, "powers: []\nprogramme: [2, 3, 4, termination]\n");
    }
    file(
        "red",
        "powers: [{axis: {when: {play: 6}}}]\nprogramme: [2, hold]\n",
    );
    bench.ok(&["adjudicate", GAME]);
    let report = bench.ok(&["report", GAME, "red"]).out;
    let pending = "powers 1: {axis: {when: {play: 6}}} - still to come";
    assert!(report.contains(pending), "{report}");
    let sitting = bench.json(&["status", GAME])["sitting"].to_string();
    let said = file(
        "red",
        &format!("sitting: {sitting}\nprogramme: [3, termination]\n"),
    );
    for words in ["warning[E0319]", "`powers/0`: {axis: {when: {play: 6}}}"] {
        assert!(said.contains(words), "{words}: {said}");
    }
    bench.ok(&["adjudicate", GAME]);
    let report = bench.ok(&["report", GAME, "red"]).out;
    let replaced = "powers 1 of file 1: {axis: {when: {play: 6}}} - replaced by your file 2\n";
    assert!(report.contains(replaced), "{report}");
}

/// The form offers gold powers to the seats that can use them.
#[test]
fn a_form_offers_the_powers_that_can_be_used() {
    let bench = started();
    let form = bench.ok(&["form", GAME, "red"]).out;
    for power in ["tornado", "mimic", "medusa", "psychic", "# Thief"] {
        assert!(!form.contains(power), "{power}\n{form}");
    }
}
