//! Processes that are killed, and two at once.

use super::{
    bench::{Bench, GAME, said},
    script,
};
use chronojudge::store::Disk;
use std::{
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

/// Different waits that are the same each time.
fn waits(n: u64) -> impl Iterator<Item = u64> {
    (1..=n).scan(0x9e37_79b9_u64, |seed, _| {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        Some(*seed >> 33)
    })
}

#[test]
fn a_killed_adjudicator_leaves_all_or_nothing() {
    let before = script::ready();
    let undisturbed = Bench::copy(before);
    let whole = Instant::now();
    undisturbed.ok(&["adjudicate", GAME]);
    let whole = whole.elapsed();
    let after = undisturbed.tree();

    let (mut as_before, mut as_after, mut torn) = (0, 0, 0);
    for (n, wait) in waits(10).enumerate() {
        let bench = Bench::copy(before);
        let mut command = bench.command(&["adjudicate", GAME]);
        let mut child = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Some are killed at any time, most while they write.
        if n % 4 == 0 {
            let longest = u64::try_from(whole.as_micros()).unwrap();
            thread::sleep(Duration::from_micros(wait % longest));
        } else {
            let staging = bench.root().join("staging/0002.part");
            let placed = bench.root().join("staging/0002");
            while !staging.exists() && !placed.exists() && child.try_wait().unwrap().is_none() {
                thread::sleep(Duration::from_micros(50));
            }
            thread::sleep(Duration::from_micros(wait % 60_000));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        torn += usize::from(bench.tree().files("staging").next().is_some());
        // Whatever comes next takes the lock, and mends it.
        drop(bench.open(Disk::new()));
        let now = bench.tree();
        if now == *before {
            as_before += 1;
            if as_before > 1 {
                continue;
            }
            bench.ok(&["adjudicate", GAME]);
        } else {
            as_after += 1;
        }
        assert_eq!(bench.tree().against(&after), "", "killed after {wait}");
        // And now there is nothing left to do.
        bench.ok(&["status", GAME]);
    }
    assert!(
        torn > 0,
        "none was killed while it wrote: {as_before} before, {as_after} after"
    );
}

#[test]
fn two_at_once_are_refused() {
    let bench = Bench::copy(script::ready());
    let before = bench.tree();
    let (game, held) = bench.open(Disk::new());
    let pid = std::process::id();
    for args in [
        &["adjudicate", GAME][..],
        &["receive", GAME, "zytal.yaml"],
        &["send", GAME],
        &[
            "seat",
            GAME,
            "zytal",
            "--name",
            "Z",
            "--address",
            "z@example.org",
        ],
    ] {
        bench.write(
            "zytal.yaml",
            super::bench::orders("zytal", 1, "moves: []\n"),
        );
        let said = bench.run(args);
        assert_eq!(said.code, 2, "{args:?}: {}", said.all());
        assert!(
            said.err
                .contains("another chronojudge is at work in this game"),
            "{}",
            said.err
        );
        assert!(said.err.contains(&format!("pid: {pid}")), "{}", said.err);
        assert!(
            said.err.contains("since: 2026-11-24T12:00:00Z"),
            "{}",
            said.err
        );
        assert!(
            said.err.contains("hint: Try again when it is done."),
            "{}",
            said.err
        );
    }
    // Who only looks need not wait.
    bench.ok(&["status", GAME]);
    bench.ok(&["report", GAME, "zytal"]);
    bench.ok(&["audit", GAME]);
    assert_eq!(bench.tree().against(&before), "");
    drop((game, held));
    // The file of the lock is still there; its owner is not.
    assert!(bench.root().join("game.lock").exists());
    bench.ok(&["adjudicate", GAME]);
}

#[test]
fn a_dead_owner_holds_nothing() {
    let bench = Bench::copy(script::ready());
    bench.write(
        "gem/game.lock",
        "pid: 999999\nhost: elsewhere\nsince: 2026-11-23T00:00:00Z\n",
    );
    let said = bench.ok(&["adjudicate", GAME]);
    let words = "warning: pid: 999999, host: elsewhere, since: 2026-11-23T00:00:00Z: it died at its work; \
                 its lock was taken over\n";
    assert!(said.err.starts_with(words), "{}", said.err);
    // Who ends as he should leaves no name.
    assert_eq!(bench.read("gem/game.lock"), "");
    let said = bench.ok(&["adjudicate", GAME]);
    assert!(!said.err.contains("lock"), "{}", said.err);
}

/// The system itself refuses to write more: a real process finds its disk full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_changes_nothing() {
    let before = script::ready();
    let undisturbed = Bench::copy(before);
    undisturbed.ok(&["adjudicate", GAME]);
    let bench = Bench::copy(before);
    // No file may have more than 24 blocks of 512 bytes; a report has.
    let line = format!(
        "trap '' XFSZ; ulimit -f 24; exec {} adjudicate {GAME}",
        env!("CARGO_BIN_EXE_chronojudge")
    );
    let output = std::process::Command::new("sh")
        .args(["-c", &line])
        .current_dir(bench.dir())
        .env("CHRONOJUDGE_CLOCK", super::bench::CLOCK)
        .output()
        .unwrap();
    let full = said(&output);
    assert_eq!(full.code, 3, "{}", full.all());
    for words in [
        "error: writing",
        "File too large",
        "Make room",
        "run the command again",
    ] {
        assert!(full.err.contains(words), "{words}: {}", full.err);
    }
    drop(bench.open(Disk::new()));
    assert_eq!(bench.tree().against(before), "");
    bench.ok(&["adjudicate", GAME]);
    assert_eq!(bench.tree().against(&undisturbed.tree()), "");
}

#[test]
fn two_programs_started_together_play_one_sitting() {
    let bench = Bench::copy(script::ready());
    let start = || {
        let mut command = bench.command(&["adjudicate", GAME]);
        command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let both = [start(), start()].map(|child| said(&child.wait_with_output().unwrap()));
    let sat = both.iter().filter(|s| s.err.contains("Sitting 2")).count();
    assert_eq!(sat, 1, "{both:?}");
    // The other one came too early, or found nothing to do.
    for other in both.iter().filter(|s| !s.err.contains("Sitting 2")) {
        let fine = other.code == 2 || other.err.contains("Nothing to do");
        assert!(fine, "{}", other.all());
    }
    assert_eq!(bench.json(&["status", GAME])["sitting"], 2);
}
