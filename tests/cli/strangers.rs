//! A public folder may come from a stranger: special files and endless nesting are refused at once.

use super::{
    bench::{Bench, Said, said},
    tree::Tree,
};
use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

/// The time that the program may take with a folder that could make it hang.
const PATIENCE: Duration = Duration::from_mins(1);

/// Returns a copy of a finished example.
fn example() -> (Bench, PathBuf) {
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/games/the-fourth-hour/public");
    let bench = Bench::empty_in_memory();
    let public = bench.dir().join("public");
    Tree::read(Path::new(game)).write(&public);
    (bench, public)
}

/// Runs the program, which must end within [`PATIENCE`].
fn ends(bench: &Bench, what: &str, args: &[&str]) -> Said {
    let mut command = bench.command(args);
    let run = command.stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = run.stderr(Stdio::piped()).spawn().unwrap();
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if began.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("{what}: {args:?} does not end");
        }
        sleep(Duration::from_millis(20));
    }
    said(&child.wait_with_output().unwrap())
}

/// Files that the depths of an audit read, each by another part of the program.
const READ: [&str; 9] = [
    "game.yaml",
    "content/board.yaml",
    "log/000004-lock.yaml",
    "sittings/0001/rolls.txt",
    "sittings/0001/facts.yaml",
    "sittings/0002/view.yaml",
    "opened/0002/journal.yaml",
    "opened/0001/state.yaml",
    "opened/0002/order-red.yaml",
];

#[test]
fn special_files_are_never_opened() {
    for path in READ {
        let (bench, public) = example();
        let place = public.join(path);
        let aside = bench.dir().join("aside");
        fs::rename(&place, &aside).unwrap_or_else(|why| panic!("{path}: {why}"));
        let made = Command::new("mkfifo").arg(&place).status();
        assert!(made.unwrap().success());
        let verdict = ends(&bench, path, &["audit", "public"]);
        assert_eq!(verdict.code, 1, "{path}: {}", verdict.all());
        assert!(
            verdict.out.contains("is not an ordinary file"),
            "{path}: {}",
            verdict.out
        );
        // The same file, but through a link that leads out of the folder.
        fs::remove_file(&place).unwrap();
        symlink(&aside, &place).unwrap();
        let verdict = ends(&bench, path, &["audit", "public"]);
        assert_eq!(verdict.code, 1, "{path}: {}", verdict.all());
        assert!(
            verdict.out.contains("reached through a link"),
            "{path}: {}",
            verdict.out
        );
        assert_eq!(
            bench.run(&["site", "public", "--out", "www"]).code,
            2,
            "{path}"
        );
    }
}

/// A mail is compared with the dice of a folder that has a pipe in their place.
#[test]
fn a_mail_is_compared_with_plain_files_alone() {
    let bench = Bench::started();
    let rolls = bench.root().join("public/sittings/0001/rolls.txt");
    fs::remove_file(&rolls).unwrap();
    assert!(
        Command::new("mkfifo")
            .arg(&rolls)
            .status()
            .unwrap()
            .success()
    );
    let mail = "gem/outbox/gem.s0001.zytal.report.1.eml";
    let verdict = ends(&bench, mail, &["audit", "gem", "--compare", mail]);
    assert_eq!(verdict.code, 1, "{}", verdict.all());
}

#[test]
fn endless_nesting_is_refused() {
    let deep = "[".repeat(100_000);
    for path in [
        "game.yaml",
        "content/board.yaml",
        "sittings/0001/facts.yaml",
        "sittings/0002/view.yaml",
        "opened/0002/journal.yaml",
        "opened/0001/state.yaml",
        "opened/0002/order-red.yaml",
    ] {
        let (bench, public) = example();
        for text in [deep.clone(), "- ".repeat(100_000)] {
            fs::write(public.join(path), text).unwrap();
            let began = Instant::now();
            let verdict = ends(&bench, path, &["audit", "public"]);
            assert_eq!(verdict.code, 1, "{path}: {}", verdict.all());
            // Without the bound on depth this would take more than a minute.
            assert!(
                began.elapsed() < PATIENCE / 3,
                "{path}: {:?}",
                began.elapsed()
            );
        }
    }
    // Nested folders.
    let (bench, public) = example();
    let place = public.join("notes").join("a/".repeat(200));
    fs::create_dir_all(place).unwrap();
    let verdict = ends(&bench, "folders", &["audit", "public"]);
    assert!(
        verdict
            .out
            .contains("holds too many files, or folders too deep"),
        "{}",
        verdict.out
    );
}
