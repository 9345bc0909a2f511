//! Measures how many games one `tick` looks after: `cargo bench --bench desk`. The only assertion is that the work was
//! done; the figures are for the README.

use chronojudge::{
    game_dir::{Disk, Layout},
    schedule,
};
use divan::{Bencher, counter::ItemsCount};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Games that have nothing to do.
const IDLE: usize = 10_000;
/// Games whose orders are all on file.
const DUE: usize = 1_000;

fn main() {
    divan::main();
}

fn copy(from: &Path, to: &Path, leave: &[&str]) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = entry.file_name();
        if leave.iter().any(|leave| name == *leave) {
            continue;
        }
        let target = to.join(name);
        if entry.path().is_dir() {
            copy(&entry.path(), &target, &[]);
        } else {
            fs::copy(entry.path(), target).expect("a file");
        }
    }
}

/// Folders that are left out of the copies because they are kept for reading alone.
const READ: [&str; 5] = ["reports", "sent", "mail", "delivered", "outbox"];

/// Returns a folder with `count` games, copied from the given ones in rotation.
fn copies(of: &[PathBuf], count: usize) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (n, from) in of.iter().cycle().take(count).enumerate() {
        let to = folder.path().join(format!("game-{n}"));
        copy(from, &to, &READ);
        // A game with a seat that nobody has to wait for is not what is measured here.
        assert!(Layout::new(&to).game().exists());
    }
    folder
}

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("games")
        .join(name)
}

/// Measures one tick over games that wait for orders; the tick before has left its hints.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn idle_games(bencher: Bencher<'_, '_>) {
    let folder = copies(&[example("whispers-1")], IDLE);
    let now = chrono::Utc::now();
    for game in fs::read_dir(folder.path()).expect("a folder") {
        let orders = game.expect("an entry").path().join("orders");
        let _ = fs::remove_dir_all(orders);
    }
    // The second tick does what the first one has left over.
    for _ in 0..2 {
        let _ = schedule::tick(folder.path(), &Disk::new(), now).expect("a folder of games");
    }
    bencher.counter(ItemsCount::new(IDLE)).bench_local(|| {
        let ticked = schedule::tick(folder.path(), &Disk::new(), now).expect("a folder of games");
        assert!(ticked.is_empty(), "{:?}", ticked[0]);
    });
}

/// Measures one tick over games that are due: one sitting each, with its reports and mails.
fn due(bencher: Bencher<'_, '_>, games: &[PathBuf]) {
    bencher
        .counter(ItemsCount::new(DUE))
        .with_inputs(|| copies(games, DUE))
        .bench_local_values(|folder| {
            let now = chrono::Utc::now();
            let ticked =
                schedule::tick(folder.path(), &Disk::new(), now).expect("a folder of games");
            for game in &ticked {
                assert!(game.wrong.is_none(), "{:?}", game.wrong);
                assert!(
                    game.done.iter().any(|line| line.starts_with("sitting")),
                    "{game:?}"
                );
            }
            assert_eq!(ticked.len(), DUE);
            folder
        });
}

/// Games in the middle of play: six seats of Time Agent and a whole turn of the past, three of The Time Whisperers with
/// four powers at work, four of Time Pirates.
#[divan::bench(args = ["gem-1992", "whispers-1", "pirates-1"], sample_count = 3, sample_size = 1)]
fn due_games(bencher: Bencher<'_, '_>, name: &str) {
    due(bencher, &[example(name)]);
}

/// Games of The Time Whisperers for 2 to 4, each copied whenever all orders were in, from the first round to the last.
#[divan::bench(args = [2, 3, 4], sample_count = 3, sample_size = 1)]
fn due_games_from_first_to_last(bencher: Bencher<'_, '_>, seats: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let games = played(folder.path(), seats);
    assert_eq!(games.len(), 4, "four rounds");
    due(bencher, &games);
}

/// Plays a game whose players send every form back unchanged; returns a copy of the game before each turn.
fn played(folder: &Path, seats: usize) -> Vec<PathBuf> {
    const SEATS: [&str; 4] = ["red", "blue", "green", "purple"];
    let game = folder.join("whispers");
    let run = |words: &[&str]| -> bool {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chronojudge"));
        command.arg("-q").args(words).current_dir(folder);
        let done = command.output().expect("the program runs");
        assert!(done.status.code() < Some(3), "{words:?}: {done:?}");
        done.status.success()
    };
    let option = format!("players={seats}");
    let rules = ["--ruleset", "time-whisperers", "--option", &option];
    assert!(run(
        &[&["new", "whispers", "--dice", "plain"], &rules[..]].concat()
    ));
    let seats = &SEATS[..seats];
    for seat in seats {
        let address = format!("{seat}@example.org");
        let player = ["--name", seat, "--address", &address, "--salt", seat];
        assert!(run(&[&["seat", "whispers", seat], &player[..]].concat()));
    }
    assert!(run(&["start", "whispers"]) && run(&["send", "whispers"]));
    let mut before = vec![];
    let newest = || last(&last(&game.join("reports")));
    for turn in 1.. {
        for seat in seats {
            let form = newest().join(format!("{seat}.orders.yaml"));
            if !run(&["receive", "whispers", form.to_str().expect("a plain path")]) {
                return before;
            }
        }
        let kept = folder.join(format!("before-{turn}"));
        copy(&game, &kept, &READ);
        before.push(kept);
        // Questions that the forms leave open are answered by default, until the turn or the game is over.
        let mut sat = None;
        while last(&game.join("turns")).ends_with(format!("{turn:04}")) && sat != Some(newest()) {
            sat = Some(newest());
            run(&["adjudicate", "whispers", "--overdue", "--now", "no more"]);
        }
    }
    before
}

/// Returns the last of numbered folders.
fn last(folder: &Path) -> PathBuf {
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let last = paths.filter(|path| path.is_dir()).max();
    last.expect("a numbered folder")
}
