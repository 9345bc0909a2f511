//! How many games one `tick` looks after: `cargo bench --bench desk`. Nothing here is asserted but that
//! the work was done; the figures are for the README.

use chronojudge::{
    desk,
    store::{Disk, Layout},
};
use divan::{Bencher, counter::ItemsCount};
use std::{
    fs,
    path::{Path, PathBuf},
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

/// So many copies of an example; without what is kept for reading alone.
fn copies(example: &str, count: usize) -> tempfile::TempDir {
    let from: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("games")
        .join(example);
    let folder = tempfile::tempdir().expect("a folder");
    for n in 0..count {
        let to = folder.path().join(format!("{example}-{n}"));
        copy(&from, &to, &["reports", "sent", "mail"]);
        // A game that nobody is waited for is not what is measured here.
        assert!(Layout::new(&to).game().exists());
    }
    folder
}

/// One tick over games that wait for orders; the one before has left its hints.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn idle_games(bencher: Bencher<'_, '_>) {
    let folder = copies("whispers-1", IDLE);
    let now = chrono::Utc::now();
    for game in fs::read_dir(folder.path()).expect("a folder") {
        let orders = game.expect("an entry").path().join("orders");
        let _ = fs::remove_dir_all(orders);
    }
    // What is left over from the first look is done by the second.
    for _ in 0..2 {
        let _ = desk::tick(folder.path(), &Disk::new(), now).expect("a folder of games");
    }
    bencher.counter(ItemsCount::new(IDLE)).bench_local(|| {
        let ticked = desk::tick(folder.path(), &Disk::new(), now).expect("a folder of games");
        assert!(ticked.is_empty(), "{:?}", ticked[0]);
    });
}

/// One tick over games of `example` that are due: a sitting each, with its reports and mails.
fn due(bencher: Bencher<'_, '_>, example: &str) {
    bencher
        .counter(ItemsCount::new(DUE))
        .with_inputs(|| copies(example, DUE))
        .bench_local_values(|folder| {
            let now = chrono::Utc::now();
            let ticked = desk::tick(folder.path(), &Disk::new(), now).expect("a folder of games");
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

/// Six seats of Time Agent, a whole turn of the past.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn due_games_of_time_agent(bencher: Bencher<'_, '_>) {
    due(bencher, "gem-1992");
}
