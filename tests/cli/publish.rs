//! A game as the history of a git repository.

use super::{
    bench::{Bench, Said, said},
    script,
};
use std::{collections::BTreeSet, process::Command};

const ARGS: [&str; 4] = ["publish", "gem", "--git", "there"];

/// Publishes as somebody, whoever runs the tests.
fn publish(bench: &Bench) -> Said {
    let mut command = bench.command(&ARGS);
    for who in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{who}_NAME"), "Ada");
        command.env(format!("GIT_{who}_EMAIL"), "ada@example.org");
    }
    said(&command.output().expect("the program runs"))
}

/// What git says of the repository, line by line.
fn git(bench: &Bench, args: &[&str]) -> Vec<String> {
    let output = Command::new("git")
        .arg("-C")
        .arg(bench.dir().join("there"))
        .args(args)
        .output()
        .expect("git runs");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn every_sitting_is_a_commit_and_nothing_else_goes_in() {
    let bench = Bench::copy(script::played());
    let first = publish(&bench);
    assert_eq!(first.code, 0, "{}", first.all());
    let titles = git(&bench, &["log", "--reverse", "--format=%s"]);
    assert_eq!(titles[0], "genesis, seated, salts");
    assert_eq!(titles[1], "sitting 1 of turn 0: turn complete");
    assert!(titles.len() > 8, "{titles:?}");
    assert!(
        first
            .err
            .ends_with(&format!("{} commits in there.\n", titles.len())),
        "{}",
        first.err
    );
    // Dated as it was played, and not when it was published.
    let dates = git(&bench, &["log", "--reverse", "--format=%as"]);
    assert!(dates[1].starts_with("2026-"), "{dates:?}");

    let files: BTreeSet<String> = git(&bench, &["ls-files"]).into_iter().collect();
    for path in &files {
        let ours = std::fs::read(bench.dir().join("gem/public").join(path));
        let theirs = std::fs::read(bench.dir().join("there").join(path));
        assert_eq!(
            ours.expect("a public file"),
            theirs.expect("a copy"),
            "{path}"
        );
    }
    assert!(files.contains("game.yaml") && files.iter().any(|path| path.starts_with("content/")));
    assert_eq!(git(&bench, &["status", "--porcelain"]), [""; 0]);
    bench.ok(&["audit", "there"]);

    let again = publish(&bench);
    assert_eq!(again.all(), "Nothing new.\nexit code 0");
    assert_eq!(git(&bench, &["log", "--format=%s"]).len(), titles.len());
}

#[test]
fn another_log_is_never_written_over() {
    let bench = Bench::copy(script::played());
    publish(&bench);
    let head = git(&bench, &["rev-parse", "HEAD"]);
    let record = "there/log/000004-lock.yaml";
    let text = bench.read(record);
    bench.write(record, text.replace("overdue: no", "overdue: yes"));
    let refused = publish(&bench);
    assert_eq!(refused.code, 2, "{}", refused.all());
    assert!(
        refused
            .err
            .contains("there holds another log: its log/000004-lock.yaml is not that of the game."),
        "{}",
        refused.err
    );
    assert_eq!(git(&bench, &["rev-parse", "HEAD"]), head);
}
