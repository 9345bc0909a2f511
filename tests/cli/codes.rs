//! Exit codes, and the forgeries that an audit must find.

use super::{
    bench::{Bench, GAME, MASTER, SEATS, Said, salt_words},
    script::{self, STEPS},
    tree::Tree,
};
use chronojudge::dice::{
    Beacon, Draw, Master, Name,
    chain::{player_salt, salts_hash},
    slots::{slot_hash, slot_salt},
};
use std::{fs, path::Path};

#[test]
fn exit_codes_say_whose_fault_it_is() {
    let bench = Bench::started();
    // 2: used wrongly, with a hint.
    let no_game = bench.run(&["status", "elsewhere"]);
    assert_eq!(no_game.code, 2);
    assert!(
        no_game.err.contains("error: There is no game here"),
        "{}",
        no_game.err
    );
    assert!(
        no_game.err.contains("hint: Name a game directory"),
        "{}",
        no_game.err
    );
    let seat = bench.run(&["form", GAME, "zital"]);
    let words = "error: There is no seat `zital` in this game.\nhint: Did you mean `zytal`?\n";
    assert_eq!((seat.code, seat.err.as_str()), (2, words));
    assert_eq!(bench.run(&["frobnicate"]).code, 2);
    assert_eq!(
        bench.run(&["check", "nothing.yaml", "--game", GAME]).code,
        2
    );
    assert_eq!(bench.run(&["reveal", GAME]).code, 2);
    bench.write("lost.yaml", "game: gem\n");
    let lost = bench.run(&["check", "lost.yaml"]);
    assert_eq!(lost.code, 2);
    assert!(lost.err.contains("hint: Name the view"), "{}", lost.err);
    // 1: a negative result.
    assert_eq!(bench.run(&["check", "lost.yaml", "--game", GAME]).code, 1);
    assert_eq!(bench.run(&["receive", GAME, "lost.yaml"]).code, 1);
    // 0: done.
    bench.ok(&["status", GAME, "--quiet"]);
    bench.ok(&["--version"]);
}

#[test]
fn a_damaged_file_is_three_and_changes_nothing() {
    for (path, text) in [
        ("turns/position.yaml", "turn: x\n"),
        ("turns/0001/state.yaml", ""),
        ("game.yaml", "game: [\n"),
        ("players.yaml", "players: none\n"),
        ("secret/master.txt", "not a secret\n"),
    ] {
        let bench = Bench::copy(script::ready());
        bench.write(&format!("gem/{path}"), text);
        let before = bench.tree();
        let said = bench.run(&["adjudicate", GAME]);
        assert_eq!(said.code, 3, "{path}: {}", said.all());
        assert!(said.err.contains(path), "{path}: {}", said.err);
        assert_eq!(bench.tree().against(&before), "", "{path}");
    }
    let bench = Bench::copy(script::ready());
    fs::remove_file(bench.root().join("turns/0001/state.yaml")).unwrap();
    let said = bench.run(&["adjudicate", GAME]);
    assert_eq!(said.code, 3, "{}", said.all());
    assert!(said.err.contains("state.yaml is missing"), "{}", said.err);
}

#[test]
fn a_turn_that_plays_otherwise_than_before_is_four() {
    let bench = Bench::started();
    script::play(&bench, &STEPS[0]);
    let (_, body) = STEPS[1].orders[0];
    bench.order("buralti", 1, body);
    // An edit gives zytal more than it had when the turn began.
    let path = "gem/turns/0001/state.yaml";
    let state = bench.read(path);
    bench.write(path, state.replacen("credits: 0", "credits: 9", 1));
    // A game of an older version does not list the files that it depends on.
    let position = bench.read("gem/turns/position.yaml");
    let listed = position.find("files:").unwrap();
    bench.write("gem/turns/position.yaml", &position[..listed]);
    let before = bench.tree();
    let said = bench.run(&["adjudicate", GAME]);
    assert_eq!(said.code, 4, "{}", said.all());
    assert!(
        said.err.contains("turn 1 does not play as it did before"),
        "{}",
        said.err
    );
    assert_eq!(bench.tree().against(&before), "");
}

/// Audits a copy of the public folder after a change to it.
fn audit(change: impl Fn(&mut Tree)) -> Said {
    let bench = Bench::copy(script::played());
    let mut public = Tree::read(&bench.root().join("public"));
    change(&mut public);
    public.write(&bench.dir().join("copy"));
    bench.run(&["audit", "copy"])
}

/// Changes the first occurrence of some bytes in one file.
fn forge(tree: &mut Tree, path: &str, from: &str, to: &str) {
    let Some(super::tree::Node::File(_, bytes)) = tree.0.get_mut(std::path::Path::new(path)) else {
        panic!("there is no {path}");
    };
    let text = String::from_utf8(bytes.clone()).unwrap();
    assert!(text.contains(from), "{path} has no {from}");
    *bytes = text.replacen(from, to, 1).into_bytes();
}

#[test]
fn an_audit_of_an_honest_copy_passes() {
    let said = audit(|_| {});
    assert_eq!(said.code, 0, "{}", said.all());
    let (answers, lines) = said.out.split_once("\n\n").unwrap();
    assert_eq!(answers.lines().count(), 6);
    assert!(
        lines
            .lines()
            .all(|l| l.starts_with("ok ") || l.starts_with("NOT SHOWN "))
    );
}

/// With `--as-it-goes` the checks come in the order in which they are made, with each sitting that is derived, and the answers last.
#[test]
fn an_audit_as_it_goes_says_the_same() {
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/the-fourth-hour/public");
    let game = game.to_str().expect("UTF-8");
    let bench = Bench::empty();
    let (goes, whole) = (
        bench.ok(&["audit", game, "--as-it-goes"]),
        bench.ok(&["audit", game, "--verbose"]),
    );
    let (lines, answers) = goes.out.split_once("\n\n").expect("answers at the end");
    let (wanted, checks) = whole.out.split_once("\n\n").expect("answers first");
    assert_eq!(answers.trim_end(), wanted);
    let (derived, made): (Vec<&str>, Vec<&str>) =
        lines.lines().partition(|line| line.starts_with(' '));
    assert_eq!(made, checks.lines().collect::<Vec<_>>());
    let last = derived.len();
    let sittings =
        (1..=last).map(|n| format!("           sitting {n} of {last}, from orders and dice"));
    assert_eq!(derived, sittings.collect::<Vec<_>>());
    assert!(last > 1);
    let played = |line: &&str| line.contains("played again");
    assert!(
        lines.lines().position(|line| played(&line))
            < lines.lines().position(|line| line == derived[0])
    );
}

/// A change that a forger makes to a published game.
type Forgery = Box<dyn Fn(&mut Tree)>;

#[test]
fn an_audit_finds_every_forgery() {
    let rolls = "sittings/0002/rolls.txt";
    let roll = {
        let bench = Bench::copy(script::played());
        let text = bench.read(&format!("gem/public/{rolls}"));
        let face: u8 = text
            .lines()
            .next()
            .unwrap()
            .rsplit(' ')
            .next()
            .unwrap()
            .parse()
            .unwrap();
        (format!("= {face}"), format!("= {}", face % 6 + 1))
    };
    let facts = "sittings/0002/facts.yaml";
    let cases: [(&str, &str, Forgery); 8] = [
        (
            "one byte of the rolls",
            rolls,
            Box::new(move |t| forge(t, rolls, &roll.0, &roll.1)),
        ),
        (
            "one byte of a fact",
            facts,
            Box::new(|t| forge(t, facts, "cost: 1", "cost: 2")),
        ),
        (
            "a record is missing",
            "000006",
            Box::new(|t| drop_file(t, "log/000006-lock.yaml")),
        ),
        (
            "the first record is missing",
            "genesis",
            Box::new(|t| {
                drop_file(t, "log/000001-genesis.yaml");
            }),
        ),
        (
            "another time of the lock",
            "log/000007-result.yaml: `previous`",
            Box::new(|t| {
                forge(
                    t,
                    "log/000006-lock.yaml",
                    "at: 2026-11-24",
                    "at: 2026-11-25",
                );
            }),
        ),
        (
            "a file is missing",
            facts,
            Box::new(|t| drop_file(t, "sittings/0002/facts.yaml")),
        ),
        (
            "other content",
            "content",
            Box::new(|t| {
                forge(t, "content/events.yaml", "cost: 5", "cost: 6");
            }),
        ),
        (
            "another facedown tile",
            "slots.txt",
            Box::new(|t| {
                let path = "sittings/0001/zone-7b.slots.txt";
                forge(t, path, "a", "b");
            }),
        ),
    ];
    for (what, named, change) in cases {
        let said = audit(change);
        assert_eq!(said.code, 1, "{what}: {}", said.all());
        let failed = said.out.lines().find(|line| line.starts_with("FAILED"));
        assert!(failed.is_some(), "{what}: {}", said.out);
        assert!(said.out.contains(named), "{what}: {}", said.out);
        assert!(
            said.err
                .ends_with("FAILED: the reasons are listed below the six answers.\n"),
            "{what}: {}",
            said.err
        );
    }
}

fn drop_file(tree: &mut Tree, path: &str) {
    assert!(
        tree.0.remove(std::path::Path::new(path)).is_some(),
        "{path}"
    );
}

#[test]
fn a_roll_can_be_computed_with_shell_tools() {
    let bench = Bench::copy(script::played());
    let said = bench.ok(&["audit", GAME, "--explain", "facing/1b-4", "--sitting", "2"]);
    assert!(
        said.out.contains("sha256") || said.out.contains("openssl"),
        "{}",
        said.out
    );
    assert_eq!(
        bench.run(&["audit", GAME, "--explain", "facing/9z-9"]).code,
        2
    );
    let json = bench.json(&["audit", GAME]);
    assert_eq!(json["exit"], 0);
}

/// Time Agent 11.1: Buralti looked at three tiles. Nothing that a player or the public can get proves to others which
/// tiles lie there while the game goes on; when it is over, the report is compared with the seals.
#[test]
fn a_private_look_is_held_against_its_seal_when_the_game_is_over() {
    let bench = Bench::started();
    script::play(&bench, &STEPS[0]);
    let report = bench.ok(&["report", GAME, "buralti"]).out;
    let mut lines = report.lines().map(str::trim);
    let (slot, item) = lines
        .find(|line| line.starts_with("zone-7b/"))
        .and_then(|line| line.split_once(": "))
        .expect("a tile he was shown");

    // The nonce, as only the GM can compute it: it fits the published seal.
    let name = Name::new(GAME).unwrap();
    let secret = Master::from_hex(MASTER).unwrap().hidden(&name);
    let salts = SEATS.map(|seat| (Name::new(seat).unwrap(), player_salt(&salt_words(seat))));
    let draw = Draw {
        game: name.clone(),
        sitting: 1,
        beacon: Beacon::None,
        salts: salts_hash(&name, &salts.into(), &Beacon::None),
    };
    let deck = Name::new("zone-7b").unwrap();
    let number: u32 = slot["zone-7b/".len()..].parse().unwrap();
    let nonce = slot_salt(&draw.hidden_key(&secret), &deck, number);
    let seals = bench.read("gem/public/sittings/0001/zone-7b.slots.txt");
    let seal = slot_hash(&name, &deck, number, &nonce, item).unwrap();
    assert_eq!(
        seals.lines().nth(number as usize),
        Some(seal.to_string().as_str())
    );
    let given = |nonce: &str| -> Vec<String> {
        let tree = bench.tree();
        let files = tree.files("");
        let files = files.filter(|(_, bytes)| String::from_utf8_lossy(bytes).contains(nonce));
        files.map(|(path, _)| path.display().to_string()).collect()
    };
    assert_eq!(given(&nonce.to_string()), Vec::<String>::new());

    let compared = |text: &str, verdict: &str| {
        bench.write("shown.eml", format!("Subject: x\n\n{text}"));
        let said = bench.run(&["audit", "gem/public", "--compare", "shown.eml"]);
        let line = format!("{verdict:<10} tile {slot} in shown.eml");
        assert!(said.out.contains(&line), "{line}:\n{}", said.all());
    };
    compared(&report, "NOT SHOWN");
    let position = bench.read("gem/turns/position.yaml");
    let over = position.replace("ended: waiting", "ended: game-over");
    let over = over.replace("ended: turn-complete", "ended: game-over");
    bench.write("gem/turns/position.yaml", over);
    bench.ok(&["reveal", GAME]);
    compared(&report, "ok");
    let forged = report.replace(&format!("{slot}: {item}"), &format!("{slot}: 7b-t9"));
    compared(&forged, "FAILED");
}

/// `docs/codes.md` is made from the code, and every code that the sources use is in it.
#[test]
fn every_code_is_explained() {
    let bench = Bench::empty();
    let page = bench.ok(&["explain", "--markdown"]).out;
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let kept = fs::read_to_string(root.join("docs/codes.md")).unwrap_or_default();
    assert_eq!(
        kept, page,
        "remake it: chronojudge explain --markdown > docs/codes.md"
    );
    let used = ["crates", "src"].map(|folder| Tree::read(&root.join(folder)));
    let mut codes = 0;
    for (path, bytes) in used.iter().flat_map(|tree| tree.files("")) {
        // The pictures of the games stand beside their rules.
        let Ok(text) = str::from_utf8(bytes) else {
            continue;
        };
        for (at, _) in text.match_indices("\"E") {
            let code = text.get(at + 1..at + 6).unwrap_or_default();
            let is_code =
                code[1..].bytes().all(|b| b.is_ascii_digit()) && text[at + 6..].starts_with('"');
            if is_code {
                codes += 1;
                assert!(
                    page.contains(&format!("| {code} |")),
                    "{}: {code}",
                    path.display()
                );
            }
        }
    }
    assert!(codes > 80, "{codes}");
    let said = bench.ok(&["explain", "e0104"]).out;
    assert!(
        said.starts_with("E0104  a tab in the indentation\n\nWhy: YAML takes spaces"),
        "{said}"
    );
    assert_eq!(bench.run(&["explain", "E9999"]).code, 2);
}
