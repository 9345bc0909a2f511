//! The content that comes with the program.

use chronojudge::rulesets;
use serde_json::Value;

/// What the program brings along is read by a quicker reader than what a GM overlays: both read the same.
#[test]
fn the_quick_and_the_strict_reader_agree() {
    let mut files = 0;
    for known in rulesets::ALL {
        let library = (known.library)();
        for (name, text) in library.files() {
            let mut overlaid = library.clone();
            overlaid.overlay(name, text.to_owned()).unwrap();
            let quick: Value = library.read(name).unwrap();
            let strict: Value = overlaid.read(name).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(quick, strict, "{}: {name}", known.id);
            files += 1;
        }
    }
    assert!(files >= 5, "{files}");
}

/// A GM who replaces a file by what is printed is told what does not fit, with its code and place.
#[test]
fn what_does_not_fit_is_told_with_its_place() {
    let cases = [
        (
            "races.yaml",
            "opening-order: [buralti, veneb,",
            "opening-order: [buralti,",
            "E1040",
        ),
        (
            "board.yaml",
            "{id: 1a-2,  zone: 1a",
            "{id: 1a-9,  zone: 1a",
            "E1041",
        ),
        (
            "board.yaml",
            "column: 10, cost: 25}",
            "column: 10, cost: 28}",
            "E1042",
        ),
        (
            "board.yaml",
            "touches: [{hex: 1a-2, edge: 5}",
            "touches: [{hex: 1a-2, edge: 1}",
            "E1043",
        ),
        (
            "tiles.yaml",
            "event: talki-supernova}",
            "event: kyril-defeat}",
            "E1044",
        ),
        (
            "tiles.yaml",
            "zone: 1a, spokes: [AT,  A,  A,  A, AT,  A]",
            "zone: 1a, spokes: [AT,  A,  H,  A, AT,  A]",
            "E1045",
        ),
        (
            "tiles.yaml",
            "zone: 1a, spokes: [AT,  A,  A,  A, AT,  A]",
            "zone: 1a, spokes: [AT,  A, AG,  A, AT,  A]",
            "E1046",
        ),
        (
            "tiles.yaml",
            "{id: 1a-talki-supernova,      zone: 1a, spokes: [ A, AT, AT,  A,  A, AT], event: talki-supernova}",
            "{id: 1a-t3, zone: 1a, spokes: [A, A, A, A, A, A]}",
            "E1047",
        ),
        (
            "tiles.yaml",
            "  - {id: 1a-t2,                   zone: 1a, spokes: [ A,  G,  A, AT,  T, AT]}\n",
            "",
            "E1048",
        ),
        (
            "races.yaml",
            "{id: four,                 players: 4",
            "{id: four,                 players: 5",
            "E1049",
        ),
    ];
    let known = rulesets::find("time-agent").unwrap();
    for (name, was, is, code) in cases {
        let mut library = (known.library)();
        let text = library
            .files()
            .find(|(file, _)| *file == name)
            .unwrap()
            .1
            .to_owned();
        assert!(text.contains(was), "{was}");
        library.overlay(name, text.replacen(was, is, 1)).unwrap();
        let unfit = (known.load)(&library).expect_err(code);
        let problems = unfit.problems.expect(code);
        let problem = &problems.list[0];
        assert_eq!((problem.code, unfit.file.as_str()), (code, name));
        assert!(problem.span.is_some(), "{problem:?}");
    }
}

/// Whoever copies a file from a box hears of all its slips at once.
#[test]
fn all_misfits_of_the_tiles_are_told() {
    let known = rulesets::find("time-agent").unwrap();
    let mut library = (known.library)();
    let text = library
        .files()
        .find(|(file, _)| *file == "tiles.yaml")
        .unwrap()
        .1;
    // A technology outside its zones, twice, and a spoke of no technology.
    let text = text
        .replacen("[AT,  A,  A,  A, AT,  A]", "[HT,  A,  A,  A, AT,  A]", 1)
        .replacen("[ A, AT, AT,  A,  A, AT]", "[ A, AT, AT,  A,  A, FT]", 1)
        .replacen("[ R,  R,  R, RT, RT, RT]", "[ X,  R,  R, RT, RT, RT]", 1);
    library.overlay("tiles.yaml", text).unwrap();
    let unfit = (known.load)(&library).expect_err("three slips");
    let problems = unfit.problems.expect("their places");
    let codes: Vec<&str> = problems.list.iter().map(|problem| problem.code).collect();
    assert_eq!(codes, ["E1045", "E1045", "E1046"]);
    assert!(problems.list.iter().all(|problem| problem.span.is_some()));
}

/// What is not even of the file's shape is told with its place, too.
#[test]
fn what_is_misread_has_its_place() {
    let known = rulesets::find("time-agent").unwrap();
    let mut library = (known.library)();
    let text = library
        .files()
        .find(|(file, _)| *file == "races.yaml")
        .unwrap()
        .1;
    let text = text.replacen("machines: 2", "machines: two", 1);
    library.overlay("races.yaml", text).unwrap();
    let problems = (known.load)(&library)
        .unwrap_err()
        .problems
        .expect("a place");
    let lines = problems.lines();
    assert!(
        lines.contains("E0205") && lines.starts_with("races.yaml:"),
        "{lines}"
    );
}

/// Rule 12: scenarios for two to five players, and those for four and five with and without the Buralti.
#[test]
fn scenarios_for_all_numbers_of_players() {
    let known = rulesets::find("time-agent").unwrap();
    let rules = (known.load)(&(known.library)()).unwrap();
    let seats = |scenario: &str| -> Vec<String> {
        let options = serde_json::json!({"scenario": scenario});
        let seats = rules.seats(&options).unwrap().unwrap();
        seats.iter().map(|seat| seat.id.to_string()).collect()
    };
    for (scenario, races, buralti) in [
        ("two", 6, true),
        ("three", 6, true),
        ("four", 4, true),
        ("four-without-buralti", 4, false),
        ("five", 5, true),
        ("five-without-buralti", 5, false),
        ("six", 6, true),
    ] {
        let seats = seats(scenario);
        assert_eq!(seats.len(), races, "{scenario}");
        assert_eq!(
            seats.iter().any(|seat| seat == "buralti"),
            buralti,
            "{scenario}"
        );
    }
}

/// The page of what is known of Time Agent's components says what the program says: all that is counted to
/// the word, and of what chance and play tell the claims, since that takes minutes to measure.
#[test]
fn the_page_of_constraints_is_current() {
    use chronojudge::engine::{Effort, Proof, one_by_one};
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/time-agent-content.md");
    let page = std::fs::read_to_string(page).unwrap();
    let known = rulesets::find("time-agent").unwrap();
    let rules = (known.load)(&(known.library)()).unwrap();
    let effort = Effort {
        samples: 60,
        games: 0,
    };
    let parts = (0..).map_while(|part| rules.claims(part, effort, &one_by_one));
    let mut rows = 0;
    for claim in parts.flatten() {
        let start = format!(
            "| {} | {} | {} |",
            claim.number,
            claim.proof.name(),
            claim.claim
        );
        let row = match claim.proof {
            Proof::Exact => {
                let holds = if claim.holds { "yes" } else { "**no**" };
                format!("{start} {} | {holds} |", claim.measured)
            }
            Proof::Rules | Proof::Chance | Proof::Play => start,
        };
        assert!(
            page.contains(&row),
            "print the page again: it has no\n{row}"
        );
        rows += 1;
    }
    for number in [37, 78, 79, 80, 82, 83] {
        assert!(page.contains(&format!("| {number} | play |")), "{number}");
    }
    assert_eq!(
        rows + 6,
        page.lines()
            .filter(|line| line.ends_with("yes |") || line.ends_with("**no** |"))
            .count()
    );
}
