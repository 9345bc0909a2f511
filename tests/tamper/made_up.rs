//! Honest games pass, tampered ones fail: with this audit and with the second verifier (fair1, section 9).

use super::{
    forgeries::{Change, FORGERIES, drop_line},
    synthetic::{Folder, game, honest},
};
use chronojudge::audit::{Verdict, exit_code, explain, verify};
use proptest::prelude::*;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

fn ours(folder: &Folder) -> (u8, String) {
    let checks = verify(folder.path());
    (
        exit_code(&checks),
        checks
            .iter()
            .flat_map(|check| [check.to_string(), "\n".to_owned()])
            .collect(),
    )
}

/// Returns the second verifier's exit code and text; `None` if Python is missing.
fn second(folder: &Folder) -> Option<(i32, String)> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/site/verify.py");
    // `-S` hides the libraries that are installed here.
    match Command::new("python3")
        .args(["-S", script])
        .arg(folder.path())
        .output()
    {
        Ok(output) => {
            let text = [output.stdout, output.stderr].concat();
            Some((
                output.status.code().unwrap_or(-1),
                String::from_utf8_lossy(&text).into_owned(),
            ))
        }
        Err(why) => {
            eprintln!("SKIPPED: the second verifier was not run, python3 cannot be started: {why}");
            None
        }
    }
}

/// The last line of the second verifier if it cannot verify the round of the game, and everything else is shown.
const ONLY_THE_ROUND: &str = "What should be shown by now and is not: beacon signatures (1)\n";

/// Asserts the exit code of both verifiers. If ours passes a game, the second verifier, which has no library here that
/// verifies rounds, must find everything shown but the round that the game was drawn with.
fn both_say(folder: &Folder, code: u8, what: &str) -> String {
    let (ours, text) = ours(folder);
    assert_eq!(ours, code, "{what}: our audit says\n{text}");
    if let Some((second, text)) = second(folder) {
        let (expected, only) = match code {
            0 => (2, ONLY_THE_ROUND),
            code => (i32::from(code), ""),
        };
        assert!(
            second == expected && text.contains(only),
            "{what}: the second verifier says {second}\n{text}"
        );
        assert!(!text.contains("Traceback"), "{what}: {text}");
    }
    text
}

#[test]
fn the_second_verifier_knows_the_vectors() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/site/verify.py");
    // The script is meant to be read: its lines are short, and it needs no installation.
    let text = fs::read_to_string(script).expect("the script");
    for (number, line) in (1..).zip(text.lines()) {
        assert!(line.chars().count() <= 100, "line {number}: {line}");
    }
    match Command::new("python3")
        .args([script, "--selftest"])
        .output()
    {
        Ok(output) => assert!(output.status.success(), "{output:?}"),
        Err(why) => eprintln!("SKIPPED: python3 cannot be started: {why}"),
    }
}

#[test]
fn an_honest_game_passes() {
    // The game is opened, and one order in it is not.
    let text = both_say(&game(false, true, &honest), 2, "finished");
    assert!(
        text.contains("not opened: order-zytal") && text.contains("could not foresee"),
        "{text}"
    );
    let text = both_say(&game(false, false, &honest), 0, "in play");
    assert!(text.contains("NOT SHOWN  hidden shuffles"), "{text}");
}

/// Our audit verifies the rounds; the second verifier cannot, and reports that.
#[test]
fn a_beacon_that_was_not_verified_is_no_pass() {
    let folder = game(true, true, &honest);
    let (code, text) = ours(&folder);
    assert!(
        text.contains("ok         beacon signatures (2)\n"),
        "{text}"
    );
    assert_eq!(code, 2, "one order is not opened: {text}");
    if let Some((code, text)) = second(&folder) {
        assert!(
            !text.contains("FAILED") && text.contains("NOT SHOWN  beacon"),
            "{text}"
        );
        assert_eq!(code, 2, "{text}");
    }
}

/// The second verifier, which cannot verify the round that a game was drawn with, does not pass a made-up one; ours
/// refuses it.
#[test]
fn a_draw_that_was_not_verified_is_no_pass() {
    let folder = game(false, false, &honest);
    // Before the first lock only the record `draw` has the round.
    for name in fs::read_dir(folder.path().join("log")).expect("a log") {
        let path = name.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str());
        if name.expect("a name") > "000004-draw.yaml" {
            fs::remove_file(&path).expect("a record");
        }
    }
    for place in ["sittings", "notes"] {
        let _ = fs::remove_dir_all(folder.path().join(place));
    }
    both_say(&folder, 0, "a real round");
    let draw = folder.read("log/000004-draw.yaml");
    let forged = draw.replace("beacon: 9", "beacon: 8");
    assert_ne!(draw, forged);
    folder.write("log/000004-draw.yaml", forged.as_bytes());
    let (code, text) = ours(&folder);
    assert!(
        code == 1 && text.contains("is not the signature of round 42"),
        "{text}"
    );
    if let Some((code, text)) = second(&folder) {
        assert!(code == 2 && text.contains(ONLY_THE_ROUND), "{text}");
    }
}

/// The GM cannot replace a round by one with better dice, even if all later hashes fit: it has no valid signature.
#[test]
fn a_round_cannot_be_made_up() {
    let good = game(true, true, &honest);
    let lock = good.read("log/000005-lock.yaml");
    for (from, to) in [
        ("round: 123\n", "round: 124\n"),
        ("T15:05:33Z", "T15:05:36Z"),
    ] {
        assert!(lock.contains(from), "{lock}");
        let forge = |path: &str, text: String| {
            if path == "log/000005-lock.yaml" {
                text.replace(from, to)
            } else {
                text
            }
        };
        both_say(&game(true, true, &forge), 1, to);
    }
}

#[test]
fn nothing_to_audit_is_no_pass() {
    both_say(&Folder::new(), 3, "an empty folder");
    let folder = Folder::new();
    fs::create_dir(folder.path().join("log")).expect("a folder");
    assert_eq!(ours(&folder).0, 1, "a log without genesis");
}

#[test]
fn every_forgery_fails() {
    for (what, at, change, line) in FORGERIES {
        let hit = std::cell::Cell::new(false);
        let forge = |path: &str, text: String| {
            if path != at {
                return text;
            }
            let forged = change(&text);
            hit.set(forged != text);
            forged
        };
        let folder = game(false, true, &forge);
        assert!(hit.get(), "{what}: nothing was forged");
        let text = ours(&folder).1;
        both_say(&folder, 1, what);
        let said = text
            .lines()
            .any(|l| l.starts_with("FAILED") && l.contains(line));
        assert!(said, "{what}: no line about `{line}` fails:\n{text}");
    }
}

#[test]
fn every_change_on_disk_fails() {
    let changes: [(&str, Change); 8] = [
        ("game.yaml", |t| format!("{t}\n")),
        ("content/board.yaml", |t| t.replace("12", "13")),
        ("sittings/0001/facts.yaml", |t| t.replace('1', "2")),
        ("sittings/0002/rolls.txt", |t| t.trim_end().to_owned()),
        ("opened/0001/journal.yaml", |t| t.to_uppercase()),
        ("log/000002-seated.yaml", |t| {
            t.replace("team.roo: 1", "team.roo: 2")
        }),
        ("log/000005-lock.yaml", |t| {
            t.replace("overdue: no", "overdue: yes")
        }),
        ("log/000011-result.yaml", |t| t.replace('\n', "\r\n")),
    ];
    for (path, change) in changes {
        let folder = game(false, true, &honest);
        folder.write(path, change(&folder.read(path)).as_bytes());
        both_say(&folder, 1, path);
        fs::remove_file(folder.path().join(path)).expect("a file");
        both_say(&folder, 1, &format!("{path} removed"));
    }
    let folder = game(false, true, &honest);
    folder.write("content/more.yaml", b"smuggled: yes\n");
    both_say(&folder, 1, "a content file more");
}

fn every_file(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(every_file(&path));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}

#[test]
fn a_declared_beacon_is_never_replaced() {
    let changes: [(&str, Change); 5] = [
        ("log/000006-result.yaml", |t| {
            t.replace("beacon: b", "beacon: a")
        }),
        ("log/000006-result.yaml", |t| {
            t.replace("beacon: b75c", "beacon: ")
        }),
        ("log/000006-result.yaml", |t| {
            drop_line(t, "beacon: ") + "beacon: none\n"
        }),
        ("log/000008-lock.yaml", |t| {
            drop_line(t, "round: ") + "round: none\n"
        }),
        ("log/000008-lock.yaml", |t| {
            drop_line(t, "round: ") + "round: 999\n"
        }),
    ];
    for (at, change) in changes {
        let forge = |path: &str, text: String| if path == at { change(&text) } else { text };
        both_say(&game(true, true, &forge), 1, at);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A change of any byte of any public file fails the audit without a panic.
    #[test]
    fn any_changed_byte_fails(file in any::<prop::sample::Index>(), at in any::<prop::sample::Index>(), flip in 1_u8..) {
        let folder = game(false, true, &honest);
        let files = every_file(folder.path());
        let path = file.get(&files);
        let mut bytes = fs::read(path).expect("a file");
        let at = at.index(bytes.len());
        bytes[at] ^= flip;
        fs::write(path, bytes).expect("a file");
        let (code, text) = ours(&folder);
        prop_assert_eq!(code, 1, "{}", text);
    }

    /// A change of any byte of a record or a file before it is hashed causes no panic.
    #[test]
    fn a_forged_byte_never_causes_a_panic(number in 0..40_u32, at in any::<prop::sample::Index>(), byte in "[ -~\n]") {
        let count = std::cell::Cell::new(0);
        let folder = game(false, true, &|_: &str, mut text: String| {
            count.set(count.get() + 1);
            if count.get() == number {
                let at = at.index(text.len());
                text.replace_range(at..=at, &byte);
            }
            text
        });
        let checks = verify(folder.path());
        prop_assert!(checks.iter().any(|check| check.verdict == Verdict::Ok));
        let _ = explain(folder.path(), "tiles/0", None);
        let _ = explain(folder.path(), "facing/2a-5", None);
    }
}
