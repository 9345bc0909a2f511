//! Tests of the content that comes with the program.

use crate::cli::bench::{Bench, GAME};
use chronojudge::rulesets;
use serde_json::Value;

/// The embedded content is parsed by a faster reader than a GM's own files: both give the same data.
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

/// A file of the content, a text in it, its replacement, the code of the error and the words of its message.
const MISFITS: &[(&str, &str, &str, &str, &str)] = &[
    (
        "races.yaml",
        "opening-order: [buralti, veneb,",
        "opening-order: [buralti,",
        "E1040",
        "opening-order must name veneb once",
    ),
    (
        "races.yaml",
        "opening-order: [buralti, veneb,",
        "opening-order: [buralti, veneb, veneb,",
        "E1040",
        "opening-order must name veneb once",
    ),
    (
        "races.yaml",
        "looks-per-machine: 3",
        "looks-per-machine: 0",
        "E1040",
        "looks-per-machine must be at least 1",
    ),
    (
        "races.yaml",
        "{id: four,                 players: 4",
        "{id: four,                 players: 5",
        "E1049",
        "scenario four is for 5 players and seats 4",
    ),
    (
        "races.yaml",
        "{id: four-without-buralti, players: 4",
        "{id: four, players: 4",
        "E1049",
        "scenario four is there twice",
    ),
    (
        "races.yaml",
        "players: 4, races: [buralti, fiolli, roo, zytal]",
        "players: 4, races: []",
        "E1049",
        "scenario four has no races",
    ),
    (
        "races.yaml",
        "players: 4, races: [buralti, fiolli, roo, zytal]",
        "players: 4, races: [buralti, fiolli, roo, roo]",
        "E1049",
        "scenario four names roo twice",
    ),
    (
        "races.yaml",
        "[veneb, human], [fiolli, roo]]",
        "[veneb, human], [fiolli, human]]",
        "E1049",
        "scenario three names human twice",
    ),
    (
        "technologies.yaml",
        "letter: G, zones",
        "letter: A, zones",
        "E1050",
        "gene-craft: anti-gravity has the letter A too",
    ),
    (
        "technologies.yaml",
        "letter: G, zones",
        "letter: g, zones",
        "E1050",
        "gene-craft: its letter is one of A to Z",
    ),
    (
        "technologies.yaml",
        "zones: [1, 2, 3]",
        "zones: []",
        "E1050",
        "gene-craft: it propagates nowhere",
    ),
    (
        "technologies.yaml",
        "zones: [1, 2, 3]",
        "zones: [1, 2, 8]",
        "E1050",
        "gene-craft: 8 is no zone number",
    ),
    (
        "technologies.yaml",
        "zones: [1, 2, 3]",
        "zones: [1, 2, 2]",
        "E1050",
        "gene-craft: 2 is no zone number from 1 to 7, or is there twice",
    ),
    (
        "technologies.yaml",
        "{id: gene-craft, name: Gene Craft, letter: G",
        "{id: anti-gravity, name: Gene Craft, letter: G",
        "E1040",
        "anti-gravity is there twice",
    ),
    (
        "events.yaml",
        "{id: talki-supernova,",
        "{id: fiolli-alliance,",
        "E1040",
        "fiolli-alliance is there twice",
    ),
    (
        "board.yaml",
        "{id: 1a-2,  zone: 1a",
        "{id: 1a-9,  zone: 1a",
        "E1041",
        "1a-9 should be 1a-2",
    ),
    (
        "board.yaml",
        "{id: 1a-2,  zone: 1a, row: 0, column: 10",
        "{id: 1a-2,  zone: 1a, row: 0, column: 8",
        "E1041",
        "1a-2 and 1a-1 lie in the same place",
    ),
    (
        "board.yaml",
        "{id: 1a-2,  zone: 1a, row: 0,",
        "{id: 1a-2,  zone: 1a, row: 100,",
        "E1041",
        "1a-2 lies off the board: rows and columns are counted from -99 to 99",
    ),
    (
        "board.yaml",
        "{id: 1a-2,  zone: 1a, row: 0, column: 10",
        "{id: 1a-2,  zone: 1a, row: 0, column: -100",
        "E1041",
        "board.yaml:47:43: error[E1041]: 1a-2 lies off the board",
    ),
    (
        "board.yaml",
        "{id: 1a-2,  zone: 1a, row: 0,",
        "{id: 1a-2,  zone: 1a, row: 2147483647,",
        "E0206",
        "2147483647 is out of range: from -10000 to 10000",
    ),
    (
        "board.yaml",
        "column: 10, cost: 25}",
        "column: 10, cost: 4294967295}",
        "E0206",
        "4294967295 is out of range: from -10000 to 10000",
    ),
    (
        "board.yaml",
        "column: 10, cost: 25}",
        "column: 10, cost: 28}",
        "E1042",
        "1a-2 has the zone and travel cost of 1a-1",
    ),
    (
        "board.yaml",
        "touches: [{hex: 1a-2, edge: 5}",
        "touches: [{hex: 1a-2, edge: 1}",
        "E1043",
        "edge 1 of 1a-2 faces something already",
    ),
    (
        "board.yaml",
        "touches: [{hex: 1a-2, edge: 5}",
        "touches: [{hex: 1a-2, edge: 7}",
        "E1043",
        "edges are numbered 1 to 6",
    ),
    (
        "board.yaml",
        "touches: [{hex: 1a-2, edge: 5}",
        "touches: [{hex: 1a-2, edge: 0}",
        "E1043",
        "edges are numbered 1 to 6",
    ),
    (
        "board.yaml",
        "touches: [{hex: 1a-2, edge: 5}",
        "touches: [{hex: 1a-7, edge: 5}",
        "E1043",
        "the original anti-gravity touches 1a-7, which is not there",
    ),
    (
        "board.yaml",
        "touches: [{hex: 1b-3, edge: 6}",
        "touches: [{hex: 1b-9, edge: 6}",
        "E1043",
        "the indicator anti-gravity touches 1b-9, which is not there",
    ),
    (
        "board.yaml",
        "touches: [{hex: 7a-1, edge: 2}, {hex: 7a-2, edge: 3}]",
        "touches: []",
        "E1043",
        "the original rejuvenation touches no hex",
    ),
    (
        "board.yaml",
        "touches: [{hex: 6b-5, edge: 6}]",
        "touches: []",
        "E1043",
        "the indicator force-fields touches no hex",
    ),
    (
        "board.yaml",
        "{technology: gene-craft,    cost:  35",
        "{technology: anti-gravity,    cost:  35",
        "E1040",
        "anti-gravity is there twice",
    ),
    (
        "board.yaml",
        "id: time-travel-2,",
        "id: time-travel-1,",
        "E1040",
        "the indicator time-travel-1 is there twice",
    ),
    (
        "board.yaml",
        "{technology: force-fields,  id: force-fields,",
        "{technology: rejuvenation,  id: force-fields,",
        "E1040",
        "an indicator of force-fields is missing",
    ),
    (
        "tiles.yaml",
        "event: talki-supernova}",
        "event: kyril-defeat}",
        "E1044",
        "the name and the legend do not fit each other",
    ),
    (
        "tiles.yaml",
        "{id: 1a-talki-supernova,      zone: 1a",
        "{id: 1a-talki-supernova,      zone: 1b",
        "E1044",
        "1a-talki-supernova is listed under zone 1b",
    ),
    (
        "tiles.yaml",
        "{id: 1a-talki-supernova,      zone: 1a, spokes: [ A, AT, AT,  A,  A, AT], event: talki-supernova}",
        "{id: 1a-kyril-defeat, zone: 1a, spokes: [ A, AT, AT,  A,  A, AT], event: kyril-defeat}",
        "E1044",
        "kyril-defeat belongs in zone 4c",
    ),
    (
        "tiles.yaml",
        "{id: 1a-t1,                   zone: 1a, spokes: [ A, GT,  A, AT,  G, AT]}",
        "{id: 1a-t1, zone: 1a, spokes: [ A, GT,  A, AT,  G, AT], event: kyril-defeat}",
        "E1044",
        "the name and the legend do not fit each other",
    ),
    (
        "tiles.yaml",
        "zone: 1a, spokes: [AT,  A,  A,  A, AT,  A]",
        "zone: 1a, spokes: [AT,  A,  H,  A, AT,  A]",
        "E1045",
        "hyperdrive does not propagate in zone 1a",
    ),
    (
        "tiles.yaml",
        "zone: 1a, spokes: [AT,  A,  A,  A, AT,  A]",
        "zone: 1a, spokes: [AT,  A, AG,  A, AT,  A]",
        "E1046",
        "a spoke carries one technology, and Time Travel besides",
    ),
    (
        "tiles.yaml",
        "zone: 1a, spokes: [AT,  A,  A,  A, AT,  A]",
        "zone: 1a, spokes: [AT,  A,  X,  A, AT,  A]",
        "E1046",
        "no technology has the letter X",
    ),
    (
        "tiles.yaml",
        "zone: 1a, spokes: [AT,  A,  A,  A, AT,  A]",
        "zone: 1a, spokes: [AT,  A,  A,  A, AT]",
        "E1046",
        "has 5 spokes instead of 6",
    ),
    (
        "tiles.yaml",
        "{id: 1a-talki-supernova,      zone: 1a, spokes: [ A, AT, AT,  A,  A, AT], event: talki-supernova}",
        "{id: 1a-t3, zone: 1a, spokes: [A, A, A, A, A, A]}",
        "E1047",
        "no tile bears talki-supernova",
    ),
    (
        "tiles.yaml",
        "{id: 2a-gene-craft,           zone: 2a, spokes: [ G, GT, GT, GT,  G,  G], invention: {technology: gene-craft, cost: 15}}",
        "{id: 2a-t3, zone: 2a, spokes: [ G, GT, GT, GT,  G,  G]}",
        "E1047",
        "no tile bears a secondary invention of gene-craft",
    ),
    (
        "tiles.yaml",
        "  - {id: 1a-t2,                   zone: 1a, spokes: [ A,  G,  A, AT,  T, AT]}\n",
        "",
        "E1048",
        "zone 1a has 5 hexes and 4 tiles",
    ),
    (
        "tiles.yaml",
        "  - {id: 1a-t2,   ",
        "  - {id: 1a-t3, zone: 1a, spokes: [A, A, A, A, A, A]}\n  - {id: 1a-t2,   ",
        "E1048",
        "zone 1a has 5 hexes and 6 tiles",
    ),
];

/// A GM who replaces a file gets each misfit reported with its code and place: every possible misfit of every file, one
/// at a time.
#[test]
fn a_misfit_is_reported_with_its_place() {
    let known = rulesets::find("time-agent").unwrap();
    for (name, was, is, code, words) in MISFITS {
        let mut library = (known.library)();
        let files: Vec<(&str, &str)> = library.files().collect();
        let (_, text) = files.iter().find(|(file, _)| file == name).unwrap();
        assert!(text.contains(was), "{was}");
        let text = text.replacen(was, is, 1);
        library.overlay(name, text).unwrap();
        let unfit = (known.load)(&library).expect_err(words);
        let problems = unfit.problems.expect(words);
        let problem = &problems.list[0];
        assert_eq!(
            (problem.code, unfit.file.as_str()),
            (*code, *name),
            "{words}"
        );
        assert!(problem.span.is_some(), "{problem:?}");
        let lines = problems.lines();
        assert!(lines.contains(words), "{lines}\n{words}");
    }
    // Every file and every such code occurs.
    for (name, _) in (known.library)().files() {
        assert!(MISFITS.iter().any(|(file, ..)| *file == name), "{name}");
    }
    let codes = known.codes.iter().map(|code| code.code);
    for code in codes.filter(|code| ("E1040"..="E1099").contains(code)) {
        assert!(MISFITS.iter().any(|misfit| misfit.3 == code), "{code}");
    }
}

/// `content check` shows the GM the code, the file with its line, and a caret, both for a folder and in a game.
#[test]
fn content_check_shows_a_misfit_at_its_place() {
    let known = rulesets::find("time-agent").unwrap();
    let library = (known.library)();
    let bench = Bench::empty();
    bench.found();
    let good = bench.run(&["content", "check", "time-agent", "--content", "nowhere"]);
    assert_eq!(good.code, 2, "{}", good.all());
    for (n, (name, was, is, code, words)) in MISFITS.iter().enumerate().step_by(7) {
        let text = library.files().find(|(file, _)| file == name).unwrap().1;
        let text = text.replacen(was, is, 1);
        bench.write(&format!("box-{n}/{name}"), &text);
        let folder = format!("box-{n}");
        let box_alone = bench.run(&["content", "check", "time-agent", "--content", &folder]);
        bench.write(&format!("gem/content/{name}"), &text);
        let in_game = bench.run(&["content", "check", GAME]);
        std::fs::remove_file(bench.root().join("content").join(name)).unwrap();
        for said in [box_alone, in_game] {
            assert_ne!(said.code, 0);
            for part in [&format!("[{code}]"), *name, *words, "^"] {
                assert!(said.err.contains(part), "{part}\n{}", said.all());
            }
        }
    }
}

/// A GM who copies a file from a box gets all of its mistakes at once.
#[test]
fn all_misfits_of_the_tiles_are_reported() {
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

/// A file that does not even have the right structure is reported with its place as well.
#[test]
fn a_malformed_file_is_reported_with_its_place() {
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
        let seats = rules.seats(&options).unwrap();
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

/// The page of component checks agrees with the program: the counted checks word for word, and those that need random
/// samples or games by their claims only, because measuring them takes minutes.
#[test]
fn the_page_of_constraints_is_current() {
    use chronojudge::rulesets::{Effort, Proof, one_by_one};
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/time-agent-content.md");
    let page = std::fs::read_to_string(page).unwrap();
    let known = rulesets::find("time-agent").unwrap();
    let library = (known.library)();
    let effort = Effort {
        samples: 60,
        games: 0,
    };
    let parts =
        (0..).map_while(|part| (known.claims)(&library, part, effort, &one_by_one).unwrap());
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
