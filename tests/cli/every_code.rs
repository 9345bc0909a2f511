//! Output for each code: a text in `tests/codes/`, from a file with just that mistake, checked in the example campaign.

use super::{
    bench::{Bench, GAME},
    check::same_in_the_page,
    tree::Tree,
};
use chronojudge::{game_dir, rulesets, yaml};
use std::{collections::BTreeSet, fmt::Write as _, fs, path::Path};

/// Returns every code of the program.
fn all() -> impl Iterator<Item = &'static yaml::Code> {
    let of_files = yaml::CODES.iter().chain(game_dir::CODES);
    of_files.chain(rulesets::codes())
}

/// A file with a mistake in it.
enum Bad {
    /// Zytal's orders for turn 4, with this text after the envelope.
    Body(&'static str),
    /// A whole file.
    Whole(&'static [u8]),
}
use Bad::{Body, Whole};

const BAD: &[(&str, Bad)] = &[
    ("E0101", Whole(b"game: gem-1992\xff\n")),
    ("E0102", Whole(b"")),
    ("E0103", Body("moves: []\nmoves: []\n")),
    ("E0104", Body("headquarters:\n\tmaintain: []\n")),
    ("E0105", Whole(&[b'#'; (1 << 18) + 1])),
    ("E0106", Body("# a bell: \x07\nmoves: []\n")),
    (
        "E0107",
        Body("moves: [{unit: agent\u{200b}-2, to: 4b-7}]\n"),
    ),
    ("E0108", Body("moves: []\n---\nmoves: []\n")),
    ("E0109", Body("moves: &mine []\n")),
    (
        "E0110",
        Body("moves: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\n"),
    ),
    ("E0111", Whole(b"game: gem: 1992\nturn: 4\nseat: zytal\n")),
    (
        "E0112",
        Body(
            "moves:[]
",
        ),
    ),
    ("E0113", Body("if-illegal: \"ask\n")),
    ("E0114", Body("headquarters: {maintain: [agent-2}\n")),
    (
        "E0115",
        Body("headquarters:\n    maintain: [agent-2]\n  research: [4b-5]\n"),
    ),
    (
        "E0116",
        Whole(b"> game: gem-1992\n> turn: 4\n> seat: zytal\n"),
    ),
    ("E0117", Body("moves: []\n-- \nZora\n")),
    (
        "E0118",
        Whole("game: “gem-1992”\nturn: 4\nseat: zytal\n".as_bytes()),
    ),
    (
        "E0119",
        Body("headquarters:\n\u{a0}\u{a0}maintain: [agent-2]\n"),
    ),
    (
        "E0120",
        Whole(
            b"game: \"gem\\q1992\"
turn: 4
seat: zytal
",
        ),
    ),
    ("E0121", Whole(b"game: @gem\nturn: 4\nseat: zytal\n")),
    ("E0122", Body("if-illegal: \"ask\" me\n")),
    ("E0123", Body("[moves]: []\n")),
    (
        "E0124",
        Body("actions:\n  - hold\n  reverse: {tile: 4b-7}\n"),
    ),
    ("E0125", Body("I would like to move.\n")),
    (
        "E0126",
        Whole(
            b"Return-Path: <zora@example.org>
Received: from here
From: zora@example.org
To: gm@example.org
MIME-Version: 1.0
Content-Type: text/plain
Message-ID: <1@example.org>
Subject: my orders

game: gem-1992
",
        ),
    ),
    (
        "E0127",
        Body("headquarters: {maintain: [agent-2 agent-3],, research: []}\n"),
    ),
    ("E0201", Body("headquaters: {}\n")),
    ("E0202", Body("moves: [{unit: agent-2}]\n")),
    ("E0203", Body("if-illegal: never\n")),
    (
        "E0204",
        Whole(
            b"game: 1992
turn: 4
seat: zytal
",
        ),
    ),
    ("E0205", Whole(b"game: gem-1992\nturn: four\nseat: zytal\n")),
    ("E0206", Whole(b"game: gem-1992\nturn: -4\nseat: zytal\n")),
    ("E0207", Body("headquarters: {after-earlier: 3}\n")),
    ("E0208", Body("moves: {unit: agent-2, to: 4b-7}\n")),
    ("E0209", Body("headquarters: [agent-2]\n")),
    ("E0210", Body("headquarters:\n  maintain:\n")),
    (
        "E0212",
        Body("actions:\n  - reverse: {tile: 4b-7}\n    rotate: {tile: 4b-7, to: 1}\n"),
    ),
    ("E0213", Body("actions: [reverse]\n")),
    ("E0214", Body("moves: [{unit: agent-2, to: 9z-1}]\n")),
    (
        "E0215",
        Whole(
            b"game: [gem-1992]
turn: 4
seat: zytal
",
        ),
    ),
    ("E0302", Whole(b"game: gem-1993\nturn: 4\nseat: zytal\n")),
    ("E0303", Whole(b"game: gem-1992\nturn: 3\nseat: zytal\n")),
    ("E0304", Whole(b"game: gem-1992\nturn: 4\nseat: zital\n")),
    ("E0305", Body("wake: [contribution]\n")),
    (
        "E0306",
        Body("standing: [{when: {ask: oppose, hex: 4b-7}, prefer: [oppose]}]\n"),
    ),
    (
        "E0307",
        Body("standing: [{when: {tile: 4b-7}, prefer: [oppose]}]\n"),
    ),
    (
        "E0310",
        Body("standing: [{when: {ask: oppose, tile: 4z-7}, prefer: [oppose]}]\n"),
    ),
    (
        "E0311",
        Body("standing: [{when: {ask: oppose, tile: 4b-7}, prefer: [perhaps]}]\n"),
    ),
    ("E0312", Body("sitting: 5\nmoves: []\n")),
    ("E1001", Body("headquarters: {research: [4b-70]}\n")),
    ("E1002", Body("moves: [{unit: agent-9, to: 4b-7}]\n")),
    ("E1004", Body("headquarters: {maintain: [squad-1]}\n")),
    (
        "E1005",
        Body("headquarters: {maintain: [agent-2, agent-3]}\nmoves: [{unit: agent-2, to: 4b-7}]\n"),
    ),
    ("E1006", Body("headquarters: {buy: {time-machines: 9}}\n")),
    (
        "E1007",
        Body(
            "headquarters: {maintain: [agent-2, agent-3], research: [4b-5, 4b-10, 4b-6, 4a-1, 4a-2, 4a-3, 4a-4]}\n",
        ),
    ),
    (
        "E1008",
        Body(
            "headquarters: {maintain: [agent-2, agent-3]}\nmoves: [{unit: squad-1, to: 4b-2}, {unit: squad-1, to: 4b-3}]\n",
        ),
    ),
    (
        "E1009",
        Body("moves: [{unit: squad-1, along: time-travel, to: 4b-7}]\n"),
    ),
    (
        "E1010",
        Body("moves: [{unit: squad-1, to: original-time-travel}]\n"),
    ),
    (
        "E1011",
        Body(
            "headquarters: {maintain: [agent-2, agent-3]}\nmoves: [{unit: agent-2, along: time-travel, to: 7b-1}]\n",
        ),
    ),
    (
        "E1012",
        Body(
            "headquarters: {maintain: [agent-2, agent-3]}\nmoves: [{unit: agent-2, along: time-travel, to: 4c-3}]\n",
        ),
    ),
    ("E1013", Body("actions: [{search: {tile: 1a-1}}]\n")),
    (
        "E1014",
        Body(
            "headquarters: {maintain: [agent-2, agent-3]}\nmoves: [{unit: squad-1, to: 4c-8}]\nactions: [{reverse: {tile: 4c-8}}]\n",
        ),
    ),
    (
        "E1016",
        Body(
            "headquarters: {maintain: [agent-2, agent-3]}\nactions: [{rotate: {tile: 4b-7, to: 5}}]\n",
        ),
    ),
    (
        "E1017",
        Body(
            "headquarters: {maintain: [agent-2, agent-3]}\nactions: [{rotate: {tile: 4b-7, to: 7}}]\n",
        ),
    ),
    ("E1018", Body("headquarters: {research: [4b-7]}\n")),
    (
        "E1019",
        Body(
            "headquarters: {research: [4b-8]}
",
        ),
    ),
    ("E1020", Body("turn-order: {prefer: [7]}\n")),
    (
        "E1023",
        Body("actions: [{reverse: {tile: 4b-7}}, {search: {tile: 4b-7}}]\n"),
    ),
    (
        "E1024",
        Body("headquarters: {maintain: [agent-2, agent-2]}\n"),
    ),
    (
        "E1025",
        Body("headquarters: {maintain: [agent-2, agent-3, agent-2, agent-3]}\n"),
    ),
    (
        "E1026",
        Body("opposition: [{tile: any, against: zytal, declare: oppose}]\n"),
    ),
];

/// Codes that no single file can have, and the tests that show them.
const ELSEWHERE: &[(&str, &str)] = &[
    ("E0211", "crates/yaml/src/tests/corpus.rs"),
    ("E0301", "src/game_dir/orders.rs"),
    ("E0308", "tests/cli/rejected.rs"),
    ("E0309", "tests/cli/damage.rs"),
    ("E0313", "tests/cli/beacon.rs"),
    ("E0314", "tests/cli/new_files.rs"),
    ("E0315", "tests/cli/new_files.rs"),
    ("E0316", "tests/cli/trust.rs"),
    ("E0317", "tests/cli/signed.rs"),
    ("E0318", "tests/cli/signed.rs"),
    ("E0319", "tests/cli/new_files.rs"),
    ("E0320", "tests/cli/advise.rs"),
    ("E1003", "crates/rules/src/rulesets/time_agent/tests.rs"),
    ("E1021", "crates/rules/src/rulesets/time_agent/tests.rs"),
    ("E1022", "crates/rules/src/rulesets/time_agent/tests.rs"),
    ("E1028", "crates/rules/src/rulesets/time_agent/tests.rs"),
    ("E1033", "tests/cli/bad_orders.rs"),
    ("E1034", "crates/rules/src/rulesets/time_agent/odds.rs"),
    ("E1036", "crates/rules/src/rulesets/time_agent/tests.rs"),
    ("E1037", "crates/rules/src/rulesets/time_agent/tests.rs"),
    ("E1038", "crates/rules/src/rulesets/time_agent/tests.rs"),
    ("E1035", "crates/rules/src/rulesets/time_agent/odds.rs"),
    ("E1036", "crates/rules/src/rulesets/time_agent/seating.rs"),
    ("E1040", "tests/content.rs"),
    ("E1041", "tests/content.rs"),
    ("E1042", "tests/content.rs"),
    ("E1043", "tests/content.rs"),
    ("E1044", "tests/content.rs"),
    ("E1045", "tests/content.rs"),
    ("E1046", "tests/content.rs"),
    ("E1047", "tests/content.rs"),
    ("E1048", "tests/content.rs"),
    ("E1049", "tests/content.rs"),
    ("E1050", "tests/content.rs"),
    ("E1103", "tests/cli/whisperers.rs"),
    ("E1104", "tests/cli/whisperers.rs"),
    ("E1108", "tests/cli/whisperers.rs"),
    ("E1109", "tests/cli/whisperers.rs"),
    ("E1110", "tests/cli/whisperers.rs"),
    ("E1117", "tests/cli/whisperers.rs"),
    ("E1120", "tests/cli/whisperers.rs"),
    ("E1121", "tests/cli/whisperers.rs"),
    (
        "E1122",
        "crates/rules/src/rulesets/time_whisperers/tests.rs",
    ),
    (
        "E1123",
        "crates/rules/src/rulesets/time_whisperers/tests.rs",
    ),
    (
        "E1124",
        "crates/rules/src/rulesets/time_whisperers/tests.rs",
    ),
    (
        "E1125",
        "crates/rules/src/rulesets/time_whisperers/tests.rs",
    ),
    ("E1217", "crates/rules/src/rulesets/time_pirates/tests.rs"),
    ("E1223", "tests/cli/pirates.rs"),
    ("E1224", "crates/rules/src/rulesets/time_pirates/tests.rs"),
    ("E1225", "crates/rules/src/rulesets/time_pirates/tests.rs"),
    ("E1226", "crates/rules/src/rulesets/time_pirates/tests.rs"),
    ("E1227", "tests/cli/pirates.rs"),
    ("E1228", "crates/rules/src/rulesets/time_pirates/tests.rs"),
    ("E1401", "crates/rules/src/rulesets/time_control/tests.rs"),
    ("E1402", "crates/rules/src/rulesets/time_control/tests.rs"),
    ("E1403", "crates/rules/src/rulesets/time_control/tests.rs"),
    ("E1404", "crates/rules/src/rulesets/time_control/tests.rs"),
    ("E1405", "crates/rules/src/rulesets/time_control/tests.rs"),
    ("E1406", "crates/rules/src/rulesets/time_control/tests.rs"),
    ("E1407", "crates/rules/src/rulesets/time_control/tests.rs"),
    ("E1408", "crates/rules/src/rulesets/time_control/tests.rs"),
    ("E1409", "crates/rules/src/rulesets/time_control/tests.rs"),
    ("E1410", "crates/rules/src/rulesets/time_control/tests.rs"),
    ("E1411", "crates/rules/src/rulesets/time_control/tests.rs"),
    ("E1412", "crates/rules/src/rulesets/time_control/tests.rs"),
    ("E1413", "crates/rules/src/rulesets/time_control/tests.rs"),
    ("E1414", "crates/rules/src/rulesets/time_control/tests.rs"),
    ("E1415", "crates/rules/src/rulesets/time_control/tests.rs"),
    ("E1416", "crates/rules/src/rulesets/time_control/tests.rs"),
    ("E1417", "crates/rules/src/rulesets/time_control/tests.rs"),
    ("E1418", "crates/rules/src/rulesets/time_control/tests.rs"),
    ("E1419", "crates/rules/src/rulesets/time_control/tests.rs"),
    ("E1420", "crates/rules/src/rulesets/time_control/tests.rs"),
    ("E1421", "crates/rules/src/rulesets/time_control/tests.rs"),
    ("E1422", "crates/rules/src/rulesets/time_control/tests.rs"),
    ("E1423", "crates/rules/src/rulesets/time_control/tests.rs"),
    ("E1424", "crates/rules/src/rulesets/time_control/tests.rs"),
    ("E1425", "crates/rules/src/rulesets/time_control/tests.rs"),
    ("E1301", "tests/cli/the_loop.rs"),
    ("E1302", "tests/cli/the_loop.rs"),
    ("E1303", "tests/cli/the_loop.rs"),
    ("E1304", "tests/cli/the_loop.rs"),
    ("E1305", "tests/cli/the_loop.rs"),
    ("E1306", "tests/cli/the_loop.rs"),
    ("E1307", "tests/cli/the_loop.rs"),
    ("E1308", "tests/cli/the_loop.rs"),
    ("E1311", "tests/cli/the_loop.rs"),
    ("E1312", "tests/cli/the_loop.rs"),
    ("E1313", "crates/rules/src/rulesets/the_loop/tests.rs"),
    ("E1314", "crates/rules/src/rulesets/the_loop/tests.rs"),
    ("E1315", "crates/rules/src/rulesets/the_loop/tests.rs"),
    ("E1316", "tests/cli/the_loop.rs"),
    ("E1317", "tests/cli/the_loop.rs"),
];

/// Returns a bad file.
fn bytes(bad: &Bad) -> Vec<u8> {
    match bad {
        Body(body) => format!("game: gem-1992\nturn: 4\nseat: zytal\n{body}").into_bytes(),
        Whole(whole) => whole.to_vec(),
    }
}

#[test]
fn every_code_has_its_text() {
    let bench = Bench::copy(&Tree::read(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("games/gem-1992"),
    ));
    let mut wrong = String::new();
    for (code, bad) in BAD {
        let bytes = bytes(bad);
        bench.write("zytal.yaml", &bytes);
        let said = bench.run(&["check", "zytal.yaml", "--game", GAME]).all();
        if !said.contains(&format!("[{code}]")) {
            writeln!(
                wrong,
                "no {code} for {:?}:\n{said}",
                String::from_utf8_lossy(&bytes)
            )
            .unwrap();
            continue;
        }
        insta::with_settings!({snapshot_path => "../codes", prepend_module_to_snapshot => false, omit_expression => true}, {
            insta::assert_snapshot!(*code, said);
        });
    }
    assert_eq!(wrong, "");
}

/// Collects the codes that closed-world cases show.
fn cases(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            cases(&path, found);
        } else if path.extension().is_some_and(|e| e == "yaml") {
            let text = fs::read_to_string(&path).unwrap();
            let codes = text.split("code: ").skip(1);
            found.extend(codes.map(|rest| rest.chars().take(5).collect::<String>()));
        }
    }
}

/// Every code has its text above, or a case of its rules, or a test of its own.
#[test]
fn every_code_is_tested() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut shown: BTreeSet<String> = BAD.iter().map(|(code, _)| (*code).to_owned()).collect();
    cases(&root.join("tests/cases"), &mut shown);
    for (code, file) in ELSEWHERE {
        let text = fs::read_to_string(root.join(file)).unwrap();
        assert!(text.contains(code), "{file} does not show {code}");
        shown.insert((*code).to_owned());
    }
    let forgotten: Vec<&str> = all()
        .map(|code| code.code)
        .filter(|code| !shown.contains(*code))
        .collect();
    assert_eq!(forgotten, [""; 0]);
}

/// `explain` gives every code's cause, an example, and a remedy.
#[test]
fn every_code_has_a_cause_an_example_and_a_cure() {
    for code in all() {
        let (name, sentence) = (code.code, |text: &str| {
            text.len() > 15
                && text.starts_with(|c: char| !c.is_lowercase())
                && text.ends_with(['.', ')'])
        });
        assert!(code.title.len() > 5 && !code.title.ends_with('.'), "{name}");
        assert!(sentence(code.cause), "{name}: {}", code.cause);
        assert!(code.example.len() > 5, "{name}: {}", code.example);
        let cure = sentence(code.cure) && code.cure != code.cause;
        assert!(
            cure && !code.cure.contains("message says"),
            "{name}: {}",
            code.cure
        );
    }
}

/// Each example is a file that gets the very code it explains.
#[test]
fn the_examples_of_orders_get_their_codes() {
    let bench = Bench::copy(&Tree::read(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("games/gem-1992"),
    ));
    let mut wrong = vec![];
    for (code, bad) in BAD {
        let code = all().find(|known| known.code == *code).unwrap();
        // Invisible characters are written out in the example, and a circumstance is not part of the file.
        let whole = matches!(bad, Whole(_)) || code.example.contains("U+");
        if whole || code.example.contains("   # ") {
            continue;
        }
        let head = "game: gem-1992\nturn: 4\nseat: zytal\n";
        bench.write("zytal.yaml", format!("{head}{}\n", code.example));
        let said = bench.run(&["check", "zytal.yaml", "--game", GAME]).all();
        if !said.contains(&format!("[{}]", code.code)) {
            wrong.push((code.code, said));
        }
    }
    assert_eq!(wrong, []);
}

/// The play page answers every bad file as the command line does. `CHRONOJUDGE_PLAY` names the page; without it nothing is
/// compared.
#[test]
fn the_page_gives_bad_files_the_same_codes() {
    let Some(page) = std::env::var_os("CHRONOJUDGE_PLAY") else {
        return;
    };
    let gem = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/gem-1992");
    let bench = Bench::copy(&Tree::read(&gem));
    let view = "gem/reports/0003/0006/zytal.view.yaml";
    let names: Vec<String> = BAD.iter().map(|(code, _)| format!("{code}.yaml")).collect();
    for (name, (_, bad)) in names.iter().zip(BAD) {
        bench.write(name, bytes(bad));
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let args = [&["check"], &names[..], &["--view", view]].concat();
    same_in_the_page(
        &bench,
        Path::new(&page),
        &[&names[..], &[view]].concat(),
        &args,
    );
}
