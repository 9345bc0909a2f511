//! Killed processes, and several processes at once.

use super::{
    bench::{Bench, GAME, SEATS, orders, said},
    crash::{Tried, every_fault_everywhere},
    script,
};
use crate::laws::number;
use chronojudge::game_dir::{Disk, Fault};
use std::{
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

/// Returns waits of different lengths that are the same in each run.
fn waits(n: u64) -> impl Iterator<Item = u64> {
    (1..=n).scan(0x9e37_79b9_u64, |seed, _| {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        Some(*seed >> 33)
    })
}

#[test]
fn a_killed_adjudicator_leaves_all_or_nothing() {
    let before = script::ready();
    let undisturbed = Bench::copy_on_disk(before);
    let whole = Instant::now();
    undisturbed.ok(&["adjudicate", GAME]);
    let whole = whole.elapsed();
    let after = undisturbed.tree();

    let (mut as_before, mut as_after, mut torn) = (0, 0, 0);
    let mut tried = Tried::default();
    let kills = if every_fault_everywhere() { 200 } else { 10 };
    for (n, wait) in waits(kills).enumerate() {
        let bench = Bench::copy_on_disk(before);
        let mut command = bench.command(&["adjudicate", GAME]);
        let mut child = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Some are killed at any time, most of them while they write.
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
        tried.count(Fault::Killed);
        torn += usize::from(bench.tree().files("staging").next().is_some());
        // The next command takes the lock, and finishes the work.
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
        // After that nothing is left to do.
        bench.ok(&["status", GAME]);
    }
    assert!(
        torn > 0,
        "none was killed while it wrote: {as_before} before, {as_after} after"
    );
}

#[test]
fn two_at_once_are_refused() {
    let bench = Bench::copy_on_disk(script::ready());
    let before = bench.tree();
    let game = bench.open(Disk::new());
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
        bench.write("zytal.yaml", orders("zytal", 1, "moves: []\n"));
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
    // Commands that only read do not wait for the lock.
    bench.ok(&["status", GAME]);
    bench.ok(&["report", GAME, "zytal"]);
    bench.ok(&["audit", GAME]);
    assert_eq!(bench.tree().against(&before), "");
    drop(game);
    // The file of the lock still exists, but it has no owner.
    assert!(bench.root().join("game.lock").exists());
    bench.ok(&["adjudicate", GAME]);
}

#[test]
fn the_lock_of_a_dead_process_is_taken_over() {
    let bench = Bench::copy_on_disk(script::ready());
    bench.write(
        "gem/game.lock",
        "pid: 999999\nhost: elsewhere\nsince: 2026-11-23T00:00:00Z\n",
    );
    let said = bench.ok(&["adjudicate", GAME]);
    let words = "warning: a run died without releasing its lock (pid: 999999, host: elsewhere, \
                 since: 2026-11-23T00:00:00Z); the lock was taken over\n";
    assert!(said.err.starts_with(words), "{}", said.err);
    // A process that ends normally leaves no name.
    assert_eq!(bench.read("gem/game.lock"), "");
    let said = bench.ok(&["adjudicate", GAME]);
    assert!(!said.err.contains("lock"), "{}", said.err);
}

/// The system refuses further writes, so a real process sees a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_changes_nothing() {
    let before = script::ready();
    let undisturbed = Bench::copy_on_disk(before);
    undisturbed.ok(&["adjudicate", GAME]);
    let bench = Bench::copy_on_disk(before);
    // The limit is 24 blocks of 512 bytes for one file; a report is larger.
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
    let bench = Bench::copy_on_disk(script::ready());
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

/// Several programs at work in one game at once, each time in another order: every reported change was made, and made
/// once.
///
/// `CHRONOJUDGE_RACES` sets the number of rounds.
#[test]
fn programs_that_race_lose_nothing() {
    let rounds = number("CHRONOJUDGE_RACES").unwrap_or(8);
    let (mut busy, mut done) = (0, 0);
    for (round, wait) in waits(rounds).enumerate() {
        let bench = Bench::in_memory(script::ready());
        let players = bench.read("gem/players.yaml");
        let all = players.replace("  seats:", "  mails: all\n  seats:");
        bench.write("gem/players.yaml", all);
        let word = format!("sent in round {round}");
        bench.write(
            "late.yaml",
            orders("fiolli", 1, &format!("moves: []\n# {word}\n")),
        );
        let all: [&[&str]; 6] = [
            &["adjudicate", GAME],
            &["receive", GAME, "late.yaml"],
            &["send", GAME],
            &["tick", GAME],
            &["adjudicate", GAME],
            &["hold", GAME, "--reason", "a race"],
        ];
        let mut children = vec![];
        for n in 0..all.len() {
            let which = (n + usize::try_from(wait % 6).unwrap()) % all.len();
            let mut command = bench.command(all[which]);
            let child = command.stdout(Stdio::piped()).stderr(Stdio::piped());
            children.push((which, child.spawn().unwrap()));
            thread::sleep(Duration::from_micros(wait >> (n + 2) & 0x3fff));
        }
        for (which, child) in children {
            let said = said(&child.wait_with_output().unwrap());
            // A command may be busy, or refused because of another's change; it never crashes or finds a damaged game.
            assert!(said.code <= 2, "round {round}, {which}: {}", said.all());
            let is_busy = said.err.contains("another chronojudge is at work");
            busy += u32::from(is_busy);
            done += u32::from(said.code == 0);
            if which == 1 && said.code == 0 {
                let folder = bench.root().join("orders/0001");
                let mut files = std::fs::read_dir(folder).unwrap();
                let filed = |file: std::io::Result<std::fs::DirEntry>| {
                    std::fs::read_to_string(file.unwrap().path())
                        .unwrap()
                        .contains(&word)
                };
                assert!(files.any(filed), "round {round}: {}", said.all());
            }
        }
        // The next command does the rest, and nothing is done twice.
        bench.run(&["release", GAME, "--reason", "a race"]);
        bench.ok(&["adjudicate", GAME]);
        bench.ok(&["send", GAME]);
        assert_eq!(bench.json(&["status", GAME])["sitting"], 2, "round {round}");
        let sent = std::fs::read_dir(bench.root().join("sent")).unwrap();
        let names: Vec<String> = sent
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        for seat in SEATS {
            let report = format!("s0002.{seat}.report.");
            let mails = names.iter().filter(|name| name.contains(&report)).count();
            assert_eq!(mails, 1, "round {round}: {names:?}");
        }
        let audit = bench.run(&["audit", GAME]);
        assert!(audit.code == 0 || audit.code == 2, "{}", audit.all());
    }
    println!(
        "tried: {rounds} rounds of 6 programs: {done} were done, {busy} found another at work"
    );
    assert!(busy > 0 && done > 0);
}
