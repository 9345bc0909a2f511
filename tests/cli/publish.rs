//! A game as the history of a git repository.

use super::{
    bench::{Bench, GAME, Said, said},
    script,
};
use crate::tamper::public::Public;
use chronojudge::{
    dice::field::sha256,
    log::{Kind, Log},
};
use std::{collections::BTreeSet, path::Path, process::Command};

const ARGS: [&str; 5] = ["publish", "gem", "--git", "there", "--no-site"];

/// Publishes with a fixed git identity, whatever the machine's settings.
fn publish(bench: &Bench) -> Said {
    let mut command = bench.command(&ARGS);
    for who in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{who}_NAME"), "Ada");
        command.env(format!("GIT_{who}_EMAIL"), "ada@example.org");
    }
    said(&command.output().expect("the program runs"))
}

/// Returns the output of git in the repository, line by line.
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
    // The commits have the dates of the sittings, not that of the publication.
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
    // A record that the game does not have is another log, too; a part of a file is no record.
    bench.write(record, text);
    bench.write("there/log/.writing-x4Ab9z", "");
    assert_eq!(publish(&bench).code, 0);
    bench.write("there/log/000999-lock.yaml", "what: else\n");
    let refused = publish(&bench);
    let words = "there holds another log: its log/000999-lock.yaml is not that of the game.";
    assert!(refused.err.contains(words), "{}", refused.all());
    assert_eq!(git(&bench, &["rev-parse", "HEAD"]), head);
}

#[test]
fn a_folder_that_is_no_place_for_the_site_is_refused_before_the_first_commit() {
    let bench = Bench::copy(script::played());
    bench.write("there/site/mine.txt", "mine");
    let refused = bench.run(&["publish", "gem", "--git", "there"]);
    assert_eq!(refused.code, 2, "{}", refused.all());
    assert!(
        refused.err.contains("holds no site of a game"),
        "{}",
        refused.all()
    );
    assert!(!bench.dir().join("there/log").exists() && !bench.dir().join("there/.git").exists());
}

/// A stranger's folder may name any path in a record: only those of a game's files are written.
#[test]
fn a_record_that_names_the_settings_of_git_is_refused() {
    let bench = Bench::copy(script::played());
    let public = bench.root().join("public");
    let log = Log::read(&public).expect("a log");
    let settings = "[core]\n\tfsmonitor = touch ../taken-over\n";
    for path in [
        ".git/config",
        "notes/.git/config",
        "hooks/post-commit",
        "README.md",
    ] {
        let bench = Bench::copy(script::played());
        let fields = [
            ("what".to_owned(), "hold".to_owned()),
            (
                format!("file.{path}"),
                sha256(settings.as_bytes()).to_string(),
            ),
        ];
        let (file, bytes) = log.append(Kind::Note, &fields).expect("a record");
        bench.write(&format!("gem/public/{file}"), bytes);
        let at = bench.root().join("public").join(path);
        std::fs::create_dir_all(at.parent().expect("a folder")).expect("made");
        bench.write(&format!("gem/public/{path}"), settings);

        let refused = publish(&bench);
        assert_eq!(refused.code, 2, "{path}: {}", refused.all());
        assert!(
            refused.err.contains("fails its audit"),
            "{path}: {}",
            refused.all()
        );
        assert!(!bench.dir().join("there").join(path).exists(), "{path}");
        assert!(!bench.dir().join("taken-over").exists(), "{path}");
        let site = bench.run(&["site", GAME, "--out", "www"]);
        assert_eq!(site.code, 2, "{path}: {}", site.all());
        assert!(!bench.dir().join("www").exists(), "{path}");
        let audit = bench.run(&["audit", "gem/public"]);
        assert_eq!(audit.code, 1, "{path}: {}", audit.all());
        let why = format!("`{path}` is not the path of a public file");
        assert!(audit.out.contains(&why), "{path}: {}", audit.all());
    }
}

/// Another fact, with every hash made to fit, so that log and dice are in order: only the rules can find it.
#[test]
fn a_folder_that_fails_only_in_the_rules_is_refused() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let mut forged = Public::read(&games.join("the-fourth-hour/public"));
    let facts = "sittings/0003/facts.yaml";
    let mut lines: Vec<String> = forged.text(facts).lines().map(str::to_owned).collect();
    let is_told = |line: &String| {
        line.ends_with(|c: char| c.is_ascii_alphanumeric())
            && !line.contains("sitting")
            && !line.contains("rule")
    };
    let at = lines.iter().rposition(is_told).expect("a fact");
    lines[at].push('7');
    forged.set(facts, lines.join("\n") + "\n");
    forged.refit();
    let bench = Bench::empty();
    forged.write(&bench.dir().join("gem/public"), None);
    let audit = bench.json(&["audit", "gem"]);
    let checks = audit["checks"].as_array().expect("a list").iter();
    let failed = checks.filter(|check| check["verdict"] == "failed");
    let depths: BTreeSet<&str> = failed.filter_map(|check| check["depth"].as_str()).collect();
    assert_eq!(depths, BTreeSet::from(["rules"]), "{audit}");
    for refused in [publish(&bench), bench.run(&["site", GAME, "--out", "www"])] {
        assert_eq!(refused.code, 2, "{}", refused.all());
        let words = "fails its audit, so nothing of it is published";
        assert!(refused.err.contains(words), "{}", refused.all());
    }
    assert!(!bench.dir().join("www").exists() && !bench.dir().join("there").exists());
}

/// A pipe or a link to an endless device in a stranger's folder neither hangs the audit nor fills the memory.
#[cfg(unix)]
#[test]
fn special_files_are_not_opened() {
    let bench = Bench::copy(script::played());
    let rolls = bench.root().join("public/sittings/0002/rolls.txt");
    std::fs::remove_file(&rolls).expect("a file");
    let made = Command::new("mkfifo").arg(&rolls).status();
    assert!(made.expect("mkfifo").success());
    let settings = bench.root().join("public/game.yaml");
    std::fs::remove_file(&settings).expect("a file");
    std::os::unix::fs::symlink("/dev/zero", &settings).expect("a link");
    let content = bench.root().join("public/content/more.yaml");
    std::os::unix::fs::symlink("/dev/zero", content).expect("a link");
    let audit = bench.run(&["audit", "gem/public"]);
    assert_eq!(audit.code, 1, "{}", audit.all());
    assert!(
        audit.out.contains("is not an ordinary file"),
        "{}",
        audit.all()
    );
    assert_eq!(publish(&bench).code, 2);
}

#[test]
fn a_run_that_ended_before_its_commit_is_completed() {
    let bench = Bench::copy(script::played());
    publish(&bench);
    let titles = git(&bench, &["log", "--format=%s"]);
    // The files of the last sitting exist, but its commit was never made.
    git(&bench, &["reset", "--soft", "HEAD~1"]);
    let again = publish(&bench);
    assert_eq!(again.code, 0, "{}", again.all());
    assert!(
        again.err.ends_with("1 commit in there.\n"),
        "{}",
        again.all()
    );
    assert_eq!(git(&bench, &["log", "--format=%s"]), titles);
}

/// Publishes with a `git` that dies with the program at a command, after it has made some of the files of that command.
#[cfg(unix)]
fn killed(bench: &Bench, at: &str, made: &str) {
    use std::os::unix::fs::PermissionsExt as _;
    let script = format!(
        "#!/bin/sh\ncase \" $* \" in *\" {at} \"*) {made}; kill -9 $PPID; exit 1 ;; esac\n\
         PATH=${{PATH#*:}} exec git \"$@\"\n"
    );
    bench.write("bin/git", script);
    let git = bench.dir().join("bin/git");
    std::fs::set_permissions(git, std::fs::Permissions::from_mode(0o755)).expect("a program");
    let path = std::env::var("PATH").unwrap_or_else(|_| "/usr/bin:/bin".to_owned());
    let mut command = bench.command(&ARGS);
    command.env(
        "PATH",
        format!("{}:{path}", bench.dir().join("bin").display()),
    );
    for who in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{who}_NAME"), "Ada");
        command.env(format!("GIT_{who}_EMAIL"), "ada@example.org");
    }
    let killed = command.output().expect("the program runs");
    assert_eq!(killed.status.code(), None, "{at}: {killed:?}");
}

/// Wherever a run is killed, and whatever git locks it leaves, the next one publishes the rest.
#[cfg(unix)]
#[test]
fn a_run_that_is_killed_in_git_is_completed() {
    let whole = Bench::copy(script::played());
    publish(&whole);
    let titles = git(&whole, &["log", "--format=%s"]);
    let locks = "touch there/.git/index.lock there/.git/HEAD.lock there/.git/refs/heads/x.lock";
    for (at, made) in [
        ("init", "touch there/.git/config.lock"),
        ("add", "touch there/.git/index.lock"),
        ("commit", locks),
        ("sitting 1 of turn 0: turn complete", locks),
    ] {
        let bench = Bench::copy(script::played());
        killed(&bench, at, made);
        let again = publish(&bench);
        assert_eq!(again.code, 0, "{at}: {}", again.all());
        assert_eq!(git(&bench, &["log", "--format=%s"]), titles, "{at}");
        assert_eq!(git(&bench, &["status", "--porcelain"]), [""; 0], "{at}");
        bench.ok(&["audit", "there"]);
    }
    // Half a repository, left by a run that died before it noted that it was at work.
    let bench = Bench::copy(script::played());
    std::fs::create_dir_all(bench.dir().join("there/.git/objects")).expect("a folder");
    assert_eq!(publish(&bench).code, 0);
    assert_eq!(git(&bench, &["log", "--format=%s"]), titles);
}

/// A git lock that was not left by a dead run belongs to a running process.
#[test]
fn a_git_lock_of_another_process_is_left_alone() {
    let bench = Bench::copy(script::played());
    publish(&bench);
    git(&bench, &["reset", "--soft", "HEAD~1"]);
    bench.write("there/.git/index.lock", "");
    let refused = publish(&bench);
    assert_eq!(refused.code, 2, "{}", refused.all());
    assert!(refused.err.contains("index.lock"), "{}", refused.all());
    std::fs::remove_file(bench.dir().join("there/.git/index.lock")).expect("it is there");
    assert_eq!(publish(&bench).code, 0);
}

/// Settings of the environment that name another repository, or a program to run, have no effect.
#[test]
fn git_is_called_with_a_clean_environment() {
    let bench = Bench::copy(script::played());
    let mut command = bench.command(&ARGS);
    let elsewhere = bench.dir().join("elsewhere");
    let hooks = bench.dir().join("hooks");
    std::fs::create_dir(&hooks).expect("a folder");
    bench.write("hooks/pre-commit", "#!/bin/sh\ntouch taken-over\nexit 1\n");
    let run = Command::new("chmod")
        .arg("+x")
        .arg(hooks.join("pre-commit"))
        .status();
    assert!(run.expect("chmod").success());
    command
        .env("GIT_DIR", &elsewhere)
        .env("GIT_CONFIG_COUNT", "1")
        .env("GIT_CONFIG_KEY_0", "core.hooksPath")
        .env("GIT_CONFIG_VALUE_0", &hooks);
    for who in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{who}_NAME"), "Ada");
        command.env(format!("GIT_{who}_EMAIL"), "ada@example.org");
    }
    let published = said(&command.output().expect("the program runs"));
    assert_eq!(published.code, 0, "{}", published.all());
    assert!(!elsewhere.exists());
    assert!(git(&bench, &["log", "--format=%s"]).len() > 8);
}
