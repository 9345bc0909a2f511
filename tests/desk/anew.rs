//! Turns that a command of the GM begins: `rewind` and `amend`; and `rerun`, which begins none.

use super::bench::{audits, mail, mails, note_texts, notes, status};
use crate::cli::{
    bench::{Bench, CLOCK, GAME, MASTER, SEATS, clock, made_once, orders},
    crash::fails_anywhere,
    script,
    tree::Tree,
};
use chronojudge::{
    dice::{Master, Name, What, bind_hash, bind_salt, field::sha256},
    game_dir::LockedGame,
    history,
    log::{Kind, Log},
    yaml::keep,
};
use serde_json::Value;
use std::{fs, path::Path, process::Command};

/// The players of a game that is over after four turns without orders.
pub const TWO: [&str; 2] = ["red", "blue"];

/// Returns such a game, just started; it is founded once.
pub fn short() -> Bench {
    Bench::copy(made_once("short", |bench| {
        bench.ready_for_two(&[]);
        bench.ok(&["start", GAME]);
    }))
}

/// Plays a turn without any orders.
pub fn pass(bench: &Bench, game: &str) -> String {
    bench
        .ok(&["adjudicate", game, "--overdue", "--now", "to pass"])
        .err
}

fn rewind(bench: &Bench, to: u32) -> String {
    let to = to.to_string();
    bench
        .ok(&["rewind", GAME, "--to", &to, "--reason", "a wrong rule"])
        .err
}

/// Returns a text with its line breaks and runs of spaces collapsed.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_rewound_turn_is_replayed_with_new_dice_and_all_are_notified() {
    let bench = Bench::copy(script::played());
    bench.order(
        "roo",
        5,
        "headquarters: {research: []}\nmoves: []\nactions: []\n",
    );
    bench.ok(&["send", GAME]);
    let before = bench.tree();
    let args = ["rewind", GAME, "--to", "1", "--reason", "a  wrong\nrule"];
    let said = bench.ok(&[&args[..], &["--preview"]].concat());
    for part in [
        "sides/",
        "Nothing was changed",
        "turn 5 are not executed: roo.",
    ] {
        assert!(said.all().contains(part), "{part}: {}", said.all());
    }
    assert_eq!(
        bench.tree().against(&before),
        "",
        "a preview writes nothing"
    );

    let said = bench.ok(&args);
    assert!(
        said.err.contains("Turn 6 is open. 6 mails in the outbox."),
        "{}",
        said.err
    );
    // No file is deleted, and none is changed but the pointer to the current turn and the summaries of the turns and
    // the log.
    let summed_up = ["turns/position.yaml", "turns/scores.json", "turns/log.yaml"];
    let after = bench.tree();
    for (path, node) in &before.0 {
        if !summed_up.map(Path::new).contains(&path.as_path()) {
            assert_eq!(after.0.get(path), Some(node), "{}", path.display());
        }
    }
    let file = |path: &str| bench.read(&format!("{GAME}/{path}"));
    assert_eq!(file("turns/0006/state.yaml"), file("turns/0001/state.yaml"));
    assert_eq!(notes(&bench).last().unwrap(), "rewind by gm");
    let text = note_texts(&bench);
    assert!(
        text.contains("What was played in turns 1, 2, 3 and 4 does not count")
            && text.contains("Reason: a wrong rule\n"),
        "{text}"
    );
    let names = mails(&bench, "rewind");
    assert_eq!(names.len(), 6, "{names:?}");
    let told = mail(&bench, names.last().unwrap());
    assert!(
        told.contains("Subject: [gem] Turn 6: rewound; Zytal: orders due"),
        "{told}"
    );
    for part in [
        "Turn 6 replays turn 1 with new dice",
        "a wrong rule",
        "gem.t6.zytal.orders.yaml",
    ] {
        assert!(flat(&told).contains(part), "{part}\n{told}");
    }
    audits(&bench);

    // Orders for the turn that was left come too late; those for the new one are played, with new dice.
    let form = bench.ok(&["form", GAME, "zytal"]).out;
    assert!(form.contains("turn: 6"), "{form}");
    bench.write("late.yaml", orders("roo", 5, "moves: []\n"));
    let said = bench.no(&["receive", GAME, "late.yaml"]);
    assert!(said.err.contains("E0303"), "{}", said.err);
    for (seat, body) in script::STEPS[0].orders {
        bench.order(seat, 6, body);
    }
    let said = bench.ok(&["adjudicate", GAME]);
    assert!(
        said.err.contains("Sitting 9 of The Gem: turn 6"),
        "{}",
        said.err
    );
    let rolls = |sitting: u32| file(&format!("public/sittings/{sitting:04}/rolls.txt"));
    let labels = |text: &str| -> Vec<String> {
        text.lines()
            .map(|l| l.split(" = ").next().unwrap().to_owned())
            .collect()
    };
    let (first, again) = (rolls(2), rolls(9));
    assert!(!first.is_empty() && first != again, "{first}{again}");
    assert_eq!(labels(&first)[0], labels(&again)[0], "the same battle");
    // From then on every report mentions the rewind.
    for reader in ["zytal", "gm", "public"] {
        let text = bench.ok(&["report", GAME, reader]).out;
        assert!(
            flat(&text).contains("Turn 6 replays turn 1 with new dice"),
            "{text}"
        );
        let html = bench.ok(&["report", GAME, reader, "--html"]).out;
        assert!(html.contains("Turn 6 replays turn 1"), "{html}");
    }
    let audit = bench.ok(&["audit", "gem/public"]).out;
    assert!(
        audit.contains("turn 6 replays turn 1 with new dice"),
        "{audit}"
    );
    audits(&bench);
    // A damaged state that the sitting builds on is found and restored.
    bench.write("gem/turns/0006/state.yaml", "lost");
    bench.ok(&["restore", GAME]);
    audits(&bench);
    bench.ok(&["rerun", GAME]);
}

#[test]
fn a_turn_that_waits_for_answers_can_be_rewound() {
    let bench = Bench::started();
    script::play(&bench, &script::STEPS[0]);
    assert_eq!(status(&bench, CLOCK)["ended"], "waiting");
    rewind(&bench, 1);
    let now = status(&bench, CLOCK);
    assert_eq!(
        (&now["turn"], &now["ended"]),
        (&2.into(), &"turn-complete".into())
    );
    // The open questions are gone, and every seat owes orders again.
    let seats = now["seats"].as_array().unwrap();
    assert!(
        seats.iter().all(|s| s["owes"] == true && s["asked"] == ""),
        "{now}"
    );
    for (seat, body) in script::STEPS[0].orders {
        bench.order(seat, 2, body);
    }
    bench.ok(&["adjudicate", GAME]);
    audits(&bench);
}

#[test]
fn impossible_rewinds_are_refused() {
    let bench = short();
    let to = |bench: &Bench, to: &str| {
        let tree = bench.tree();
        let said = bench.run(&["rewind", GAME, "--to", to, "--reason", "x"]);
        assert_eq!(said.code, 2, "{}", said.all());
        assert_eq!(bench.tree().against(&tree), "");
        said.err
    };
    assert!(to(&bench, "0").contains("Turn 0 is the set-up, which cannot be rewound"));
    assert!(to(&bench, "1").contains("only just begun"));
    assert!(to(&bench, "2").contains("has not begun"));
    let empty = Bench::empty();
    empty.found();
    assert!(to(&empty, "1").contains("The game has not begun"));
    // A checkpoint that was edited is refused.
    pass(&bench, GAME);
    let state = bench.read("gem/turns/0001/state.yaml");
    bench.write(
        "gem/turns/0001/state.yaml",
        state.replace("phantom: ", "phantom:  "),
    );
    let said = bench.run(&["rewind", GAME, "--to", "1", "--reason", "x"]);
    assert!(
        said.code == 3 && said.err.contains("not the state that the log binds"),
        "{}",
        said.all()
    );
    let said = bench.run(&["rewind", GAME, "--to", "1"]);
    assert!(
        said.code == 2 && said.err.contains("--reason"),
        "{}",
        said.all()
    );
}

#[test]
fn a_correction_is_checked_shown_and_reported() {
    let bench = Bench::copy(script::played());
    let good = bench.read("gem/turns/0005/state.yaml");
    let mut state: Value = keep::from_str(&good).unwrap();
    let credits = state["sides"]["zytal"]["credits"].as_i64().unwrap();
    state["sides"]["zytal"]["credits"] = (credits + 3).into();
    bench.write("mended.yaml", keep::to_string(&state).unwrap());
    let args = [
        "amend",
        GAME,
        "mended.yaml",
        "--reason",
        "zytal was paid twice",
    ];
    let before = bench.tree();
    let shown = bench.json(&[&args[..], &["--preview"]].concat());
    let wanted = serde_json::json!([
        {"path": "sides/zytal/credits", "was": credits, "is": credits + 3}
    ]);
    assert_eq!(shown["differences"], wanted);
    assert_eq!(
        bench.tree().against(&before),
        "",
        "a preview writes nothing"
    );
    let line = format!("sides/zytal/credits: {credits} -> {}\n", credits + 3);
    assert_eq!(bench.ok(&[&args[..], &["--preview"]].concat()).out, line);

    for (text, code, words) in [
        (good.clone(), 2, "Nothing is different"),
        (
            good.replace("sides:", "sidles:"),
            3,
            "this is no state of time-agent",
        ),
        (good.replace("sides:", "\tsides:"), 3, "bad.yaml:"),
        (format!("{good}more: 1\n"), 3, "this is no state"),
    ] {
        bench.write("bad.yaml", text);
        let said = bench.run(&["amend", GAME, "bad.yaml", "--reason", "x"]);
        assert!(
            said.code == code && said.err.contains(words),
            "{words}: {}",
            said.all()
        );
    }
    let mut broken = state.clone();
    broken["sides"]["zytal"]["vp"] = 999.into();
    bench.write("bad.yaml", keep::to_string(&broken).unwrap());
    let said = bench.run(&["amend", GAME, "bad.yaml", "--reason", "x"]);
    let words = "bad.yaml: The rules do not allow such a state: points are";
    assert!(said.code == 2 && said.err.contains(words), "{}", said.all());
    assert_eq!(
        bench.run(&["amend", GAME, "nowhere", "--reason", "x"]).code,
        2
    );
    assert_eq!(bench.tree().against(&before), "");

    let said = bench.ok(&args);
    assert!(said.err.contains("Turn 6 is open. 6 mails"), "{}", said.err);
    assert_eq!(notes(&bench).last().unwrap(), "amend by gm");
    // The public note does not contain the correction; only those who may see it are told.
    assert!(!note_texts(&bench).contains("credits"));
    let told = mail(&bench, mails(&bench, "amend").last().unwrap());
    assert!(
        told.contains("Turn 6: corrected; Zytal: orders due"),
        "{told}"
    );
    assert!(
        flat(&told).contains("Turn 6 begins with a state that the GM corrected."),
        "{told}"
    );
    assert!(
        told.contains("WHAT CHANGED SINCE YOUR LAST REPORT"),
        "{told}"
    );
    audits(&bench);
    for seat in SEATS {
        bench.order(seat, 6, "no-orders: true\n");
    }
    bench.ok(&["adjudicate", GAME]);
    audits(&bench);
}

/// If only one seat can see a correction, only that seat is told.
#[test]
fn a_correction_leaks_nothing_to_other_seats() {
    let bench = Bench::copy(script::played());
    let mut state: Value = keep::from_str(&bench.read("gem/turns/0005/state.yaml")).unwrap();
    let looked = state["sides"]["zytal"]["looked"]
        .as_array()
        .unwrap()
        .clone();
    let hexes = state["hexes"].as_object().unwrap();
    let (hex, tile) = hexes
        .iter()
        .filter(|(hex, cell)| cell["facing"].is_null() && !looked.contains(&(*hex).clone().into()))
        .filter(|(hex, _)| {
            let sides = state["sides"].as_object().unwrap();
            let text = serde_json::to_string(sides).unwrap();
            !text.contains(&format!("\"{hex}\""))
        })
        .map(|(hex, cell)| (hex.clone(), cell["tile"].as_str().unwrap().to_owned()))
        .next()
        .expect("a facedown tile that nobody has looked at");
    let seen = state["sides"]["zytal"]["looked"].as_array_mut().unwrap();
    seen.push(hex.clone().into());
    seen.sort_by_key(ToString::to_string);
    bench.write("mended.yaml", keep::to_string(&state).unwrap());
    bench.ok(&[
        "amend",
        GAME,
        "mended.yaml",
        "--reason",
        "a look was forgotten",
    ]);
    let knows = |reader: &str| {
        let view = bench.root().join(format!("turns/0006/views/{reader}.json"));
        fs::read_to_string(view).unwrap().contains(&tile)
    };
    assert!(knows("zytal"), "{hex} {tile}");
    let tree = bench.tree();
    for reader in SEATS[..5].iter().chain(&["public"]) {
        assert!(!knows(reader), "{reader} knows {tile}");
        for (path, bytes) in tree.files("") {
            let name = path.file_name().unwrap().to_string_lossy();
            let theirs = path.starts_with("reports/0006")
                && name.starts_with(&format!("{reader}."))
                || name.contains(&format!(".{reader}.amend."))
                || path.starts_with("public");
            let text = String::from_utf8_lossy(bytes);
            let content = path.starts_with("public/content") || path.ends_with("game.yaml");
            let items = name.ends_with(".items.txt");
            assert!(
                !theirs || content || items || !text.contains(&format!("{tile}\"")),
                "{} tells {reader} of {tile}",
                path.display()
            );
        }
    }
}

/// Returns a finished game that was rewound twice, once back to an abandoned line, and amended.
fn finished() -> &'static Tree {
    static FINISHED: std::sync::OnceLock<Tree> = std::sync::OnceLock::new();
    FINISHED.get_or_init(|| {
        let bench = short();
        pass(&bench, GAME);
        pass(&bench, GAME);
        rewind(&bench, 1);
        pass(&bench, GAME);
        let state = bench.read("gem/turns/0005/state.yaml");
        let phantom = state.lines().find(|l| l.starts_with("phantom:")).unwrap();
        let other = if phantom.ends_with("dusk") {
            "phantom: day"
        } else {
            "phantom: dusk"
        };
        bench.write("mended.yaml", state.replace(phantom, other));
        bench.ok(&[
            "amend",
            GAME,
            "mended.yaml",
            "--reason",
            "the phantom stood elsewhere",
        ]);
        pass(&bench, GAME);
        rewind(&bench, 3);
        pass(&bench, GAME);
        assert!(pass(&bench, GAME).contains("The game is over"));
        // Even the end can be rewound, until everything is opened.
        rewind(&bench, 9);
        bench.ok(&["rerun", GAME, "9"]);
        bench.ok(&["restore", GAME]);
        while !pass(&bench, GAME).contains("The game is over") {}
        // The game is over and not opened: nothing is wrong, but the audit does not pass.
        let said = bench.run(&["audit", "gem/public"]);
        assert_eq!(said.code, 2, "{}", said.all());
        let (_, lines) = said.out.split_once("\n\n").unwrap();
        assert!(
            lines.starts_with(
                "NOT SHOWN  hidden shuffles and sealed files (the game is over, and the GM has not opened it"
            ),
            "{}",
            said.out
        );
        bench.ok(&["reveal", GAME]);
        let said = bench.run(&["rewind", GAME, "--to", "1", "--reason", "x"]);
        assert!(
            said.err.contains("All secrets of the game are open"),
            "{}",
            said.all()
        );
        bench.tree()
    })
}

#[test]
fn a_rewound_and_amended_game_is_revealed_and_passes() {
    let bench = Bench::copy(finished());
    let text = bench.ok(&["audit", "gem/public", "--verbose"]).out;
    for line in [
        "ok         turn 4 replays turn 1 with new dice",
        "ok         turn 6 begins with a state that the GM corrected",
        "ok         turn 8 replays turn 3 with new dice",
        "ok         turn 4 played again",
        "ok         turn 6 played again",
        "ok         turn 8 played again",
        "ok         journals from orders and dice (",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(!text.contains("not opened"), "{text}");
    audits(&bench);
}

/// The records of a log to be forged.
struct Forger {
    bench: Bench,
    records: Vec<(String, String)>,
}

impl Forger {
    fn new() -> Self {
        let bench = Bench::copy(finished());
        let log = bench.root().join("public/log");
        let mut names: Vec<_> = fs::read_dir(&log)
            .unwrap()
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        let read = |name: &String| fs::read_to_string(log.join(name)).unwrap();
        let records = names.iter().map(|n| (n[7..].to_owned(), read(n))).collect();
        fs::remove_dir_all(log).unwrap();
        Self { bench, records }
    }

    /// Returns the record of the n-th move.
    fn the_move(&mut self, n: usize) -> &mut String {
        let bound = format!("bind.amend-{n}: ");
        let mut all = self.records.iter_mut().map(|(_, text)| text);
        all.find(|text| text.contains(&bound)).unwrap()
    }

    fn last(&mut self) -> &mut String {
        &mut self.records.last_mut().unwrap().1
    }

    /// Changes a public file and every hash of it.
    fn file(&mut self, path: &str, text: &str) {
        let place = self.bench.root().join("public").join(path);
        let old = sha256(&fs::read(&place).unwrap()).to_string();
        fs::write(&place, text).unwrap();
        let new = sha256(text.as_bytes()).to_string();
        for (_, record) in &mut self.records {
            let line = format!("file.{path}: {old}");
            *record = record.replace(&line, &format!("file.{path}: {new}"));
        }
    }

    /// Links all records anew and runs both auditors; returns the output of the program's audit.
    fn judged(self) -> String {
        let mut head = "none".to_owned();
        for (n, (kind, text)) in self.records.iter().enumerate() {
            let lines: String = text
                .lines()
                .map(|line| match line.strip_prefix("previous: ") {
                    Some(_) => format!("previous: {head}\n"),
                    None => format!("{line}\n"),
                })
                .collect();
            self.bench
                .write(&format!("gem/public/log/{:06}-{kind}", n + 1), &lines);
            head = sha256(lines.as_bytes()).to_string();
        }
        let said = self.bench.run(&["audit", "gem/public"]);
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/site/verify.py");
        let second = Command::new("python3")
            .arg(script)
            .arg(self.bench.root().join("public"))
            .output()
            .unwrap();
        let words = String::from_utf8_lossy(&second.stdout).into_owned();
        let codes = (said.code, second.status.code().unwrap());
        assert!(
            codes == (0, 0) || codes == (1, 1),
            "{codes:?}\n{}\n{words}",
            said.all()
        );
        if codes.0 == 0 {
            String::new()
        } else {
            said.out
        }
    }
}

/// Checks that the audit fails with this line.
#[track_caller]
fn fails(forger: Forger, line: &str) {
    let said = forger.judged();
    let failed = said
        .lines()
        .any(|l| l.starts_with("FAILED") && l.contains(line));
    assert!(failed, "nothing about `{line}` fails:\n{said}");
}

#[test]
fn forged_moves_fail_both_audits() {
    assert_eq!(Forger::new().judged(), "", "nothing is forged yet");

    // The note of a rewind is missing.
    let mut forger = Forger::new();
    forger
        .records
        .retain(|(_, text)| !text.contains("bind.amend-1: "));
    fails(forger, "order and keys");

    // The rewind claims another destination.
    let mut forger = Forger::new();
    let text = forger.the_move(1);
    *text = text.replace("\nto: 1\n", "\nto: 2\n");
    fails(forger, "turn 4");
    let mut forger = Forger::new();
    let text = forger.the_move(1);
    *text = text.replace("\nto: 1\n", "\nto: 4\n");
    fails(forger, "order and keys");
    let mut forger = Forger::new();
    let text = forger.the_move(1);
    *text = text.replace("\nto: 1\n", "\n");
    fails(forger, "notes");

    // The turn has the number of one that was played.
    let mut forger = Forger::new();
    let text = forger.the_move(1);
    *text = text.replace("\nturn: 4\n", "\nturn: 2\n");
    fails(forger, "order and keys");

    // Two moves have the same number, and a state is not bound.
    let mut forger = Forger::new();
    let text = forger.the_move(2);
    *text = text.replace("bind.amend-2", "bind.amend-1");
    fails(forger, "order and keys");
    let mut forger = Forger::new();
    let text = forger.the_move(2);
    let bound = text
        .lines()
        .find(|l| l.starts_with("bind."))
        .unwrap()
        .to_owned();
    *text = text.replace(&format!("{bound}\n"), "");
    fails(forger, "notes");

    // The rewound turn uses an earlier key, or the number of an earlier sitting.
    for (from, to) in [("key: ", true), ("sitting: ", false)] {
        let mut forger = Forger::new();
        let of = |records: &[(String, String)], n: usize| {
            let mut results = records.iter().filter(|(kind, _)| kind == "result.yaml");
            let text = &results.nth(n).unwrap().1;
            text.lines()
                .find(|l| l.starts_with(from))
                .unwrap()
                .to_owned()
        };
        let (early, late) = (of(&forger.records, 1), of(&forger.records, 3));
        for (kind, text) in &mut forger.records {
            if (kind == "result.yaml" || !to && kind == "lock.yaml") && text.contains(&late) {
                *text = text.replace(&format!("\n{late}\n"), &format!("\n{early}\n"));
            }
        }
        fails(
            forger,
            if to {
                "sitting 4: key"
            } else {
                "order and keys"
            },
        );
    }

    // The corrected state is opened differently from the bound one.
    let name = |number: u32| {
        let log = Log::read(&Bench::copy(finished()).root().join("public")).unwrap();
        let moves = chronojudge::log::branches(&log);
        moves.iter().find(|m| m.number == number).unwrap().clone()
    };
    let amended = name(2);
    let path = amended.opened();
    let mut forger = Forger::new();
    let text = forger.bench.read(&format!("gem/public/{path}"));
    let other = text.replace("round: 2", "round: 3");
    assert_ne!(text, other);
    forger.file(&path, &other);
    fails(forger, "opened files");

    // The rewind binds and opens another state than that of the turn it names.
    let rewound = name(1);
    let mut forger = Forger::new();
    forger.file(&rewound.opened(), &other);
    let game = Name::new(GAME).unwrap();
    let secret = Master::from_hex(MASTER).unwrap().hidden(&game);
    let what = What::Amend(1);
    let salt = bind_salt(&secret, &what, rewound.after);
    let bound = bind_hash(
        &game,
        &what,
        rewound.after,
        &salt,
        &sha256(other.as_bytes()),
    );
    let text = forger.the_move(1);
    let line = text
        .lines()
        .find(|l| l.starts_with("bind."))
        .unwrap()
        .to_owned();
    *text = text.replace(&line, &format!("bind.amend-1: {bound}"));
    fails(forger, "turn 4");

    // The amended state is never opened: the turn could have begun with any state.
    let mut forger = Forger::new();
    let line = format!("file.{path}: ");
    let kept: String = forger
        .last()
        .lines()
        .filter(|l| !l.starts_with(&line))
        .map(|l| format!("{l}\n"))
        .collect();
    *forger.last() = kept;
    fs::remove_file(forger.bench.root().join("public").join(&path)).unwrap();
    fails(forger, &format!("`{path}` cannot be read"));
}

#[test]
fn a_rerun_rolls_the_same_dice_and_writes_nothing() {
    let bench = Bench::copy(script::played());
    let before = bench.tree();
    for turn in ["0", "1", "2", "3", "4"] {
        let said = bench.ok(&["rerun", GAME, turn]);
        assert!(
            said.out.starts_with(&format!("identical turn {turn} (")),
            "{}",
            said.all()
        );
    }
    let last = bench.json(&["rerun", GAME]);
    assert_eq!(
        (&last["turn"], &last["identical"]),
        (&4.into(), &true.into())
    );
    assert_eq!(last["sittings"], serde_json::json!([7, 8]));
    assert_eq!(
        bench.run(&["rerun", GAME, "5"]).code,
        2,
        "it was not played yet"
    );
    assert_eq!(bench.tree().against(&before), "");

    // Other orders lead to other facts.
    let path = "gem/turns/0001/sittings/0002/order-human.yaml";
    let text = bench.read(path);
    let other = text.replace("{tile: 7b-3, to: 4}", "{tile: 7b-3, to: 5}");
    assert_ne!(text, other);
    bench.write(path, other);
    let said = bench.run(&["rerun", GAME, "1"]);
    assert_eq!(said.code, 4, "{}", said.all());
    assert!(said.out.starts_with("different turn 1 ("), "{}", said.out);
    assert!(
        said.out.lines().any(|l| l.starts_with("journal/")),
        "{}",
        said.out
    );
    assert!(
        said.out.lines().any(|l| l.starts_with("state/")),
        "{}",
        said.out
    );
    let json = bench.run(&["rerun", GAME, "1", "--json"]);
    assert_eq!(json.code, 4);
    let json: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["identical"], false);
    assert!(json["differences"][0]["path"].is_string());
}

/// A turn whose beginning is interrupted has either begun or not; the test amends, and `rewind` uses the same code.
#[test]
fn beginning_a_turn_fails_anywhere() {
    let bench = short();
    pass(&bench, GAME);
    let tree = bench.tree();
    let again = |game: &LockedGame| {
        history::rewind(game, 1, clock(), "x")
            .and_then(history::Anew::commit)
            .is_ok()
    };
    let (before, after) = fails_anywhere(&tree, again);
    assert!(before > 20 && after > 5, "{before} {after}");
}

/// A pause and a hold stay in force; the turn has its full time.
#[test]
fn a_rewound_turn_has_its_full_time() {
    let terms = super::bench::terms("", "");
    let bench = super::bench::started(&terms);
    super::bench::send_in(&bench, CLOCK, &SEATS, 1);
    bench.ok(&["adjudicate", GAME]);
    bench.ok(&["pause", GAME, "--reason", "we talk"]);
    bench.ok(&["hold", GAME, "--reason", "we talk"]);
    rewind(&bench, 1);
    let now = status(&bench, CLOCK);
    assert_eq!(now["held"], true);
    assert_eq!(now["deadline"], Value::Null);
    assert!(now["paused"].is_string());
    bench.ok(&["resume", GAME, "--reason", "we agree"]);
    bench.ok(&["release", GAME, "--reason", "we agree"]);
    assert_eq!(status(&bench, CLOCK)["deadline"], "2026-11-27T17:00:00Z");
    let log = Log::read(&bench.root().join("public")).unwrap();
    assert_eq!(log.of(Kind::Note).count(), 5);
    audits(&bench);
}
