//! Long games: one more sitting costs as much as the tenth did, and cached data is never trusted blindly.
//!
//! The game is played for 134 sittings, in which everything is checked twice; `CHRONOJUDGE_SITTINGS` sets another number.

#[cfg(target_os = "linux")]
mod watch;

use super::{
    bench::{Bench, GAME, MASTER, sit_now},
    tree::Tree,
};
use crate::laws::number;
use chronojudge::{
    game_dir::{Disk, number as four},
    run::RunOutcome,
};
use std::{fs, sync::OnceLock};

/// Returns a game for six that has just been started, and whose players send nothing.
fn started(more: &[&str]) -> Bench {
    let bench = Bench::empty_in_memory();
    let new = [
        "new", GAME, "--dice", "plain", "--trust", "address", "--master", MASTER, "--keys", "4096",
    ];
    bench.ok(&[&new, more].concat());
    let file = bench.read("gem/game.yaml");
    for seat in file
        .lines()
        .filter_map(|line| line.strip_prefix("- seat: "))
    {
        let address = format!("{seat}@example.org");
        // Without pictures, which would take most of the time.
        bench.ok(&[
            "seat",
            GAME,
            seat,
            "--name",
            seat,
            "--address",
            &address,
            "--text",
        ]);
    }
    bench.ok(&["start", GAME]);
    bench
}

/// Plays up to a sitting with nothing but defaults.
fn play_to(bench: &Bench, sitting: u32) {
    let game = bench.open(Disk::new());
    let played = game.position().unwrap().unwrap().sitting;
    for next in played + 1..=sitting {
        let ran = sit_now(&game, true);
        assert!(
            matches!(ran, Ok((RunOutcome::Sat { .. }, _))),
            "{next}: {ran:?}"
        );
    }
}

/// Returns a game of 62 sittings, two before one at which everything is checked; it is played once.
fn before_a_full_check() -> &'static Tree {
    static PLAYED: OnceLock<Tree> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let bench = started(&[]);
        play_to(&bench, 62);
        bench.tree()
    })
}

/// Returns the number of sittings to play: not just before one at which everything is checked.
fn sittings() -> u32 {
    let sittings = number("CHRONOJUDGE_SITTINGS").map_or(134, |n| n.clamp(20, 4000));
    let sittings = u32::try_from(sittings).unwrap();
    if sittings % 64 < 2 {
        sittings + 2
    } else {
        sittings
    }
}

/// Plays one more sitting, by the program.
fn sit(bench: &Bench) -> String {
    bench
        .ok(&["adjudicate", GAME, "--overdue", "--now", "nobody waits"])
        .err
}

#[cfg(target_os = "linux")]
fn costs_no_more(more: &[&str]) {
    let bench = started(more);
    let cost = |sitting| {
        play_to(&bench, sitting - 1);
        watch::watch(&bench.root(), || drop(sit(&bench)))
    };
    let (tenth, last) = (cost(10), cost(sittings()));
    println!("sitting 10: {tenth:?}\nsitting {}: {last:?}", sittings());
    for (what, tenth, last) in [
        ("files", tenth.files, last.files),
        ("names", tenth.names, last.names),
        ("bytes", tenth.bytes, last.bytes),
    ] {
        assert!(tenth > 5, "{what} are counted");
        assert!(last * 10 <= tenth * 11, "{what}: {tenth} and {last}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_sitting_of_a_long_game_opens_no_more_than_the_tenth() {
    costs_no_more(&[]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_sitting_of_a_long_signed_game_opens_no_more_than_the_tenth() {
    costs_no_more(&["--sign-log"]);
}

#[test]
fn a_damaged_summary_of_the_log_is_made_again() {
    let bench = started(&[]);
    play_to(&bench, 6);
    let path = "gem/turns/log.yaml";
    let kept = bench.read(path);
    let tree = bench.tree();
    let again =
        "warning: turns/log.yaml was missing or modified: it was rebuilt from the public log";
    for damage in [
        None,
        Some(String::new()),
        Some(kept.replace("records: ", "records: 1")),
        Some(kept.replacen("-lock.yaml: ", "-lock.yaml: 0", 1)),
    ] {
        match &damage {
            None => fs::remove_file(bench.dir().join(path)).unwrap(),
            Some(text) => bench.write(path, text),
        }
        assert_ne!(bench.tree(), tree);
        // Commands that only read print the same as ever.
        let head = bench.ok(&["status", GAME]).out;
        let said = bench.ok(&["adjudicate", GAME]);
        assert!(said.err.contains(again), "{}", said.all());
        assert_eq!(bench.tree().against(&tree), "", "{damage:?}");
        assert_eq!(bench.ok(&["status", GAME]).out, head);
        assert!(!bench.ok(&["adjudicate", GAME]).err.contains(again));
    }
    // A game of an older version has no such file, and gets one with its next sitting.
    fs::remove_file(bench.dir().join(path)).unwrap();
    let position = bench.read("gem/turns/position.yaml");
    let older: String = position
        .split_inclusive('\n')
        .filter(|line| !line.starts_with("checkpoint: "))
        .collect();
    assert_ne!(older, position);
    bench.write("gem/turns/position.yaml", older);
    assert!(!sit(&bench).contains("turns/log.yaml"));
    assert!(
        bench
            .read(path)
            .contains(&format!("records: {}", records(&bench)))
    );
}

fn records(bench: &Bench) -> usize {
    fs::read_dir(bench.root().join("public/log"))
        .unwrap()
        .count()
}

/// A record that no later step uses is not checked in every sitting: the audit finds a change of it, and so does the
/// game at the next full check.
#[test]
fn an_old_record_that_was_changed_is_found() {
    let bench = Bench::in_memory(before_a_full_check());
    let old = fs::read_dir(bench.root().join("public/log")).unwrap();
    let mut old: Vec<String> = old
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with("-lock.yaml"))
        .collect();
    old.sort();
    let path = format!("gem/public/log/{}", old[4]);
    let text = bench.read(&path);
    assert!(text.contains("\nsitting: 5\n"), "{text}");
    bench.write(&path, text.replace("overdue: yes", "overdue: no"));
    let audit = bench.no(&["audit", "gem/public"]);
    assert!(audit.out.contains("FAILED"), "{}", audit.all());
    sit(&bench);
    bench.no(&["audit", "gem/public"]);
    sit(&bench);
    let said = bench.run(&["adjudicate", GAME, "--overdue", "--now", "nobody waits"]);
    assert_eq!(said.code, 3, "{}", said.all());
    assert!(
        said.err.contains("`previous` is not the hash"),
        "{}",
        said.all()
    );
    bench.write(&path, text);
    sit(&bench);
    bench.ok(&["audit", "gem/public", "-q"]);
}

/// The last records are checked every time.
#[test]
fn a_new_record_that_was_changed_or_added_is_refused() {
    let bench = started(&[]);
    play_to(&bench, 5);
    let last = format!("gem/public/log/{:06}-result.yaml", records(&bench));
    let text = bench.read(&last);
    bench.write(&last, text.replace("engine: ", "engine: x"));
    assert_eq!(bench.run(&["adjudicate", GAME]).code, 3);
    bench.write(&last, &text);
    bench.ok(&["adjudicate", GAME]);
    let more = format!("gem/public/log/{:06}-note.yaml", records(&bench) + 1);
    bench.write(&more, "record: fair1/note\nprevious: none\n");
    assert_eq!(bench.run(&["adjudicate", GAME]).code, 3);
}

/// A secret in the public folder of an old sitting is found before anything more is published, in passing.
#[test]
fn a_secret_in_an_old_folder_is_found_in_time() {
    let bench = Bench::in_memory(before_a_full_check());
    let copy = bench
        .root()
        .join(format!("public/sittings/{}/copy", four(3)));
    fs::copy(bench.root().join("secret/master.txt"), &copy).unwrap();
    sit(&bench);
    for (command, more) in [("publish", "--git"), ("site", "--out")] {
        let said = bench.run(&[command, GAME, more, "out"]);
        assert_ne!(said.code, 0, "{}", said.all());
        assert!(said.err.contains("copy"), "{}", said.all());
        assert!(!bench.dir().join("out").exists());
    }
    sit(&bench);
    let said = bench.run(&["adjudicate", GAME, "--overdue", "--now", "nobody waits"]);
    assert!(said.err.contains("it holds a secret"), "{}", said.all());
}
