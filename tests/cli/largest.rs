//! The largest mails: those of a game for six that comes to its end, with every tile face up.
//!
//! The state of the last turn was saved by `CHRONOJUDGE_LARGEST=save`, which plays the whole game with bots. Put back
//! into a game of the same name, secret and number of sittings, it has the same sealed tiles and the same dice, so that
//! its last turn is played again.

use super::{
    bench::{Bench, GAME, MASTER, SEATS, sit_now},
    mail::parts,
};
use chronojudge::{game_dir::Disk, run::RunOutcome};
use std::{env, fs, path::Path};

/// The state before the last turn, and the sitting after which it was saved.
const STATE: &str = "tests/cli/largest/state.yaml";
const SITTING: u64 = 12;

/// The number of turns after which the game is broken off, if it has not ended.
const TURNS: u64 = 20;

/// The largest mail, page and picture, in bytes.
const MAIL: usize = 200_000;
const PAGE: usize = 90_000;
const PICTURE: usize = 48 << 10;

/// Returns a game for six that has just been started.
fn started() -> Bench {
    let bench = Bench::empty_in_memory();
    let new = [
        "new", GAME, "--dice", "plain", "--trust", "address", "--master", MASTER, "--keys", "64",
    ];
    bench.ok(&[&new[..], &["--title", "The Gem"]].concat());
    for seat in SEATS {
        let address = format!("{seat}@example.org");
        // Earlier reports need no pages and pictures, which take most of the time.
        let known = ["seat", GAME, seat, "--name", seat, "--address", &address];
        bench.ok(&[&known[..], &["--text"]].concat());
    }
    bench.ok(&["start", GAME]);
    bench
}

fn seat_bots(bench: &Bench) {
    for seat in SEATS {
        bench.ok(&[
            "replace",
            GAME,
            seat,
            "--bot",
            "swing",
            "--reason",
            "a game of bots",
        ]);
    }
}

/// Plays a turn of bots; returns true if the game is over.
fn turn(bench: &Bench) -> bool {
    bench.ok(&["adjudicate", GAME, "--overdue", "--now", "bots play"]);
    bench.json(&["status", GAME])["ended"] == "game-over"
}

/// Plays the whole game, and saves the state before its last turn.
fn save() {
    let bench = started();
    seat_bots(&bench);
    loop {
        let status = bench.json(&["status", GAME]);
        let open = status["turn"].as_u64().unwrap();
        let state = bench.read(&format!("gem/turns/{open:04}/state.yaml"));
        if turn(&bench) || open == TURNS {
            println!("SITTING is {}", status["sitting"]);
            fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(STATE), state).unwrap();
            return;
        }
    }
}

/// Returns the game in its last turn, whose reports have pages.
fn in_the_last_turn() -> Bench {
    let bench = started();
    {
        let game = bench.open(Disk::new());
        for sitting in 2..=SITTING {
            let ran = sit_now(&game, true);
            assert!(
                matches!(ran, Ok((RunOutcome::Sat { .. }, _))),
                "{sitting}: {ran:?}"
            );
        }
    }
    let state = Path::new(env!("CARGO_MANIFEST_DIR")).join(STATE);
    bench.write("state.yaml", fs::read(state).unwrap());
    bench.ok(&["amend", GAME, "state.yaml", "--reason", "the last turn"]);
    seat_bots(&bench);
    let players = bench.read("gem/players.yaml");
    let pages = players.replace("format: text", "format: both");
    assert_ne!(players, pages);
    bench.write("gem/players.yaml", pages);
    bench
}

/// Checks every mail with a report in the outbox; returns the lengths of the largest mail and of the largest page.
fn checked(bench: &Bench) -> (usize, usize) {
    let (mut mails, mut largest) = (0, (0, 0));
    for entry in fs::read_dir(bench.root().join("outbox")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !name.contains(&format!(".s{:04}.", SITTING + 1)) || !name.contains(".report.") {
            continue;
        }
        mails += 1;
        let raw = fs::read(&path).unwrap();
        let all = parts(&raw);
        let page = all.iter().find(|part| part.starts_with(b"<!doctype html"));
        let page = page.unwrap_or_else(|| panic!("{name} has no page"));
        let picture = all.iter().find(|part| part.starts_with(b"\x89PNG"));
        let picture = picture.unwrap_or_else(|| panic!("{name} has no picture"));
        println!(
            "{name}: {} bytes, page {}, picture {}",
            raw.len(),
            page.len(),
            picture.len()
        );
        assert!(raw.len() < MAIL, "{name}: {} bytes", raw.len());
        assert!(page.len() < PAGE, "{name}: a page of {} bytes", page.len());
        assert!(picture.len() < PICTURE, "{name}: {}", picture.len());
        let text = all
            .iter()
            .map(|part| String::from_utf8_lossy(part))
            .find(|text| text.contains("\nDICE OF THIS SITTING\n"));
        let text = text.unwrap_or_else(|| panic!("{name} has no text"));
        let wide = text.lines().find(|line| line.chars().count() > 78);
        assert_eq!(wide, None, "{name}");
        assert!(
            !text.contains("UNCHANGED"),
            "{name}: the last mail is whole"
        );
        largest = (largest.0.max(raw.len()), largest.1.max(page.len()));
    }
    assert_eq!(mails, SEATS.len(), "each player is mailed the report");
    largest
}

#[test]
fn the_last_mails_of_a_game_for_six_keep_their_limits() {
    if env::var_os("CHRONOJUDGE_LARGEST").is_some() {
        save();
    }
    let bench = in_the_last_turn();
    assert!(turn(&bench), "the game ends in this turn");
    let (mail, page) = checked(&bench);
    // A game that ended at once, or with facedown tiles, would keep every limit.
    assert!(mail > 150_000 && page > 70_000, "{mail}, {page}");
}
