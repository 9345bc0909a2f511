//! The example games pass both auditors: a change of the rules must not leave them behind.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// Returns the public folders of all example games.
fn public_folders() -> Vec<PathBuf> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let entries = fs::read_dir(games).expect("the examples").flatten();
    let folders = entries.map(|entry| entry.path().join("public"));
    let mut folders: Vec<_> = folders.filter(|folder| folder.is_dir()).collect();
    folders.sort();
    folders
}

/// Returns true if the log's last record opens everything.
fn is_finished(public: &Path) -> bool {
    let log = fs::read_dir(public.join("log")).expect("a log").flatten();
    let mut names = log.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.any(|name| name.ends_with("-final.yaml"))
}

fn said(output: &Output) -> String {
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

#[test]
fn every_example_passes_both_auditors() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/site/verify.py");
    let mut finished = 0;
    for public in public_folders() {
        let ours = Command::new(env!("CARGO_BIN_EXE_chronojudge"))
            .arg("audit")
            .arg(&public)
            .output()
            .expect("the program runs");
        let text = said(&ours);
        assert!(ours.status.success(), "{}: {text}", public.display());
        if is_finished(&public) {
            finished += 1;
            assert!(text.contains(" played again\n"), "{text}");
            assert!(!text.contains("NOT SHOWN  the rules"), "{text}");
        }
        let second = Command::new("python3")
            .arg(script)
            .arg(&public)
            .output()
            .expect("python3 runs the second verifier");
        let text = said(&second);
        assert!(second.status.success(), "{}: {text}", public.display());
    }
    assert!(finished >= 3, "a finished game of each ruleset");
}
