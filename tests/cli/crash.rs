//! Death and failure at any operation: the game is as it was before or as it is after, and another run finishes the
//! work.
//!
//! Of a sitting's thousands of operations some are tried; `CHRONOJUDGE_FAULTS=all` tries every fault at every one.

use super::{
    bench::{Bench, GAME, SEATS, clock, salt_words, seat_id, sit_now},
    script,
    tree::Tree,
};
use chronojudge::{
    dice::Master,
    game_dir::{Disk, Fault, Game, LockedGame, MailFormat, Player, Trust},
    history, lobby,
    run::{Request, RunOutcome},
};
use std::{collections::BTreeMap, path::Path};

/// Counts of tried disk faults by kind: `docs/reliability.md` adds up the numbers that the tests print.
#[derive(Default)]
pub struct Tried {
    kills: u32,
    others: u32,
}

impl Tried {
    /// Counts one fault.
    pub fn count(&mut self, fault: Fault) {
        match fault {
            Fault::Killed => self.kills += 1,
            Fault::Full | Fault::Denied | Fault::ReadOnly => self.others += 1,
        }
    }
}

impl Drop for Tried {
    fn drop(&mut self) {
        println!("tried: {} kills, {} other faults", self.kills, self.others);
    }
}

/// A limit on the number of operations, larger than any change here needs.
const MANY: u32 = 2000;

/// Makes a change fail at each of its operations in turn, with every kind of disk fault. After each fault the game is
/// locked again, and must then be in the state before or after the change; in the first case the change is repeated.
///
/// Returns how often the state was that of before, and how often that of after.
#[track_caller]
pub fn fails_anywhere(before: &Tree, change: impl Fn(&LockedGame) -> bool) -> (usize, usize) {
    let undisturbed = Bench::in_memory(before);
    let game = undisturbed.open(Disk::new());
    assert!(change(&game));
    let mut game = game.unlock();
    let after = undisturbed.tree();
    assert_ne!(*before, after, "the change does nothing");

    let (mut as_before, mut as_after, mut tried) = (0, 0, Tried::default());
    for fault in Fault::ALL {
        for n in 0.. {
            assert!(n < MANY, "it never came to an end");
            let what = format!("{fault:?} at operation {n}");
            let bench = Bench::in_memory(before);
            let disk = Disk::faulty(fault, n);
            let locked = bench.open_again(game, disk.clone());
            let done = change(&locked);
            game = locked.unlock();
            if done {
                assert_eq!(bench.tree().against(&after), "", "{what}");
                // A killed process gets nothing done; the other faults happened where they did not matter.
                assert!(fault != Fault::Killed || !disk.has_struck(), "{what}");
            }
            if !disk.has_struck() {
                assert!(done, "{what}");
                break;
            }
            tried.count(fault);
            let locked = bench.open_again(game, Disk::new());
            let now = without_empty_staging(bench.tree(), before);
            if now == *before {
                as_before += 1;
                assert!(change(&locked), "{what}");
            } else {
                as_after += 1;
            }
            game = locked.unlock();
            let now = bench.tree();
            assert_eq!(now.against(&after), "", "{what}");
        }
    }
    (as_before, as_after)
}

/// Removes an empty `staging/`, which does not count as a difference.
fn without_empty_staging(mut tree: Tree, before: &Tree) -> Tree {
    let staging = Path::new("staging");
    if !before.0.contains_key(staging) && tree.files("staging").next().is_none() {
        tree.0.retain(|path, _| !path.starts_with(staging));
    }
    tree
}

#[test]
fn seating_fails_anywhere() {
    let bench = Bench::empty();
    bench.found();
    bench.seat(&SEATS[..5]);
    // The last player closes the table: two files that belong together.
    let (before, after) = fails_anywhere(&bench.tree(), |game| {
        let player = Player {
            name: "Last".to_owned(),
            address: "last@example.org".to_owned(),
            seats: vec![seat_id("zytal")],
            zone: None,
            format: MailFormat::default(),
            salt_hashes: BTreeMap::new(),
            ..Player::default()
        };
        lobby::seat_player(game, player, &BTreeMap::new(), clock()).is_ok()
    });
    assert!(before > 20 && after > 5, "{before} {after}");
}

#[test]
fn salting_fails_anywhere() {
    let bench = Bench::empty();
    bench.found();
    bench.seat(&SEATS);
    for seat in &SEATS[..5] {
        bench.ok(&["salt", "open", GAME, seat, &salt_words(seat)]);
    }
    let (before, after) = fails_anywhere(&bench.tree(), |game| {
        let words = salt_words("zytal");
        lobby::write_salts(game, &seat_id("zytal"), Some(&words), clock()).is_ok()
    });
    assert!(before > 20 && after > 5, "{before} {after}");
}

#[test]
fn revealing_fails_anywhere() {
    let bench = Bench::started();
    // The position is edited, so that the test does not have to play a whole game.
    let position = bench.read("gem/turns/position.yaml");
    let over = position.replace("ended: turn-complete", "ended: game-over");
    assert_ne!(position, over);
    bench.write("gem/turns/position.yaml", over);
    let (before, after) = fails_anywhere(&bench.tree(), |game| history::reveal(game).is_ok());
    assert!(before > 20 && after > 5, "{before} {after}");
}

/// A founding has no game yet that could be locked: the command is simply repeated.
#[test]
fn founding_fails_anywhere() {
    let founded = Bench::empty();
    founded.found();
    let after = founded.tree();
    let game = Game::open(&founded.root(), Disk::new()).unwrap();
    let (file, library, master) = (&game.file, &game.library, game.master().unwrap());
    let mail = game.mail_settings().unwrap();
    let found = |bench: &Bench, disk: &Disk, master: Master| {
        lobby::found(
            disk,
            &bench.root(),
            file,
            library,
            &mail,
            Trust::Address,
            Some(master),
        )
    };
    let mut tried = Tried::default();
    for fault in Fault::ALL {
        let mut failures = 0;
        for n in 0.. {
            assert!(n < MANY, "it never came to an end");
            let what = format!("{fault:?} at operation {n}");
            let bench = Bench::empty_in_memory();
            let disk = Disk::faulty(fault, n);
            let done = found(&bench, &disk, master.clone()).is_ok();
            if !done {
                failures += 1;
                let again = found(&bench, &Disk::new(), master.clone());
                let again = again.unwrap_or_else(|e| panic!("{what}: {e}"));
                let log = chronojudge::log::Log::read(&bench.root().join("public")).unwrap();
                assert_eq!(Some(again.head), log.head());
            }
            let now = bench.tree();
            assert_eq!(now.against(&after), "", "{what}");
            // The game exists now, and nothing replaces it.
            assert!(found(&bench, &Disk::new(), master.clone()).is_err());
            assert_eq!(bench.tree(), now);
            if !disk.has_struck() {
                break;
            }
            tried.count(fault);
        }
        assert!(failures > 20, "{fault:?}: {failures}");
    }
}

/// Returns the files that one sitting leaves behind when the disk fails after `n` operations.
fn torn(before: &Tree, fault: Fault, n: u32, sit: impl Fn(&LockedGame) -> bool) -> Tree {
    let bench = Bench::in_memory(before);
    let game = bench.open(Disk::faulty(fault, n));
    assert!(!sit(&game), "operation {n} comes after the end");
    drop(game);
    bench.tree()
}

/// Returns true if every fault should be tried at every operation, which takes long.
pub fn every_fault_everywhere() -> bool {
    std::env::var("CHRONOJUDGE_FAULTS").is_ok_and(|which| which == "all")
}

/// Returns the name of the stage that is being written, if there is one.
fn stage(tree: &Tree) -> Option<String> {
    let staging = Some(Path::new("staging"));
    let name = tree.0.keys().find(|p| p.parent() == staging)?;
    Some(name.display().to_string())
}

/// Fails in the middle of one sitting: at some of the operations before the rename that commits it, and at every one
/// after it, also when finishing the work dies again.
///
/// Returns the files on the disk after that rename, and those of the finished sitting.
#[track_caller]
fn sitting_fails(before: &Tree, samples: u32, sit: impl Fn(&LockedGame) -> bool) -> (Tree, Tree) {
    let undisturbed = Bench::in_memory(before);
    let game = undisturbed.open(Disk::new());
    assert!(sit(&game));
    let mut game = game.unlock();
    let after = undisturbed.tree();

    // The number of staged files is known once all of them are written.
    let changed = u32::try_from(before.against(&after).lines().count()).unwrap();
    let mut n = changed;
    let files = loop {
        let tree = torn(before, Fault::Killed, n, &sit);
        let mut lists = tree
            .files("staging")
            .filter(|(p, _)| p.ends_with("files.txt"));
        if let Some((_, list)) = lists.next() {
            // The last line of the list marks it as complete.
            break String::from_utf8_lossy(list).lines().count() - 1;
        }
        n += 10;
    };
    // A folder for the parts; each file, and the list of them, is written; the folder is synced.
    let rename = 1 + (u32::try_from(files).unwrap() + 1) + 1;
    let all = every_fault_everywhere();
    let mut tried = Tried::default();
    let samples = if all { rename } else { samples };
    for n in (0..samples).map(|i| rename * i / samples).chain([rename]) {
        let bench = Bench::in_memory(&torn(before, Fault::Killed, n, &sit));
        tried.count(Fault::Killed);
        let part = stage(&bench.tree()).is_some_and(|name| name.ends_with(".part"));
        assert_eq!(part, n > 0, "after a death at operation {n}");
        let locked = bench.open_again(game, Disk::new());
        let now = without_empty_staging(bench.tree(), before);
        assert_eq!(now.against(before), "", "after a death at operation {n}");
        if n == rename {
            // A game in its former state plays the sitting to the same result: one check is enough.
            assert!(sit(&locked));
            assert_eq!(bench.tree().against(&after), "");
        }
        game = locked.unlock();
    }
    let committed = torn(before, Fault::Killed, rename + 1, &sit);
    assert!(stage(&committed).is_some_and(|name| !name.ends_with(".part")));
    let position = Path::new("turns/position.yaml");
    assert_eq!(committed.0.get(position), before.0.get(position));
    for fault in Fault::ALL {
        // A death is tried at every operation; the errors that a living process gets hardly differ from file to file.
        let step = if all || fault == Fault::Killed { 1 } else { 9 };
        for n in (0..).step_by(step) {
            assert!(n < MANY, "it never came to an end");
            let what = format!("{fault:?} at operation {n} of finishing it");
            let bench = Bench::in_memory(&committed);
            let disk = Disk::faulty(fault, n);
            let done = bench.hold().recover(&disk).is_ok();
            if !done {
                assert_ne!(bench.tree(), after, "{what}");
                game = bench.open_again(game, Disk::new()).unlock();
            }
            assert_eq!(bench.tree().against(&after), "", "{what}");
            if !disk.has_struck() {
                assert!(n > 5, "{what}");
                break;
            }
            tried.count(fault);
        }
    }
    // The disk is full or write-protected in the middle of the work.
    for (i, fault) in [Fault::Full, Fault::Denied, Fault::ReadOnly]
        .into_iter()
        .enumerate()
    {
        let step = u32::try_from(i).unwrap();
        let some = vec![1, (2 + step) * rename / 5, rename - 1, rename + 1 + step];
        for n in if all {
            (0..=rename + 1 + step).collect()
        } else {
            some
        } {
            let what = format!("{fault:?} at operation {n}");
            let bench = Bench::in_memory(&torn(before, fault, n, &sit));
            tried.count(fault);
            let locked = bench.open_again(game, Disk::new());
            let now = without_empty_staging(bench.tree(), before);
            if now != *before {
                // Syncs and renames need no space.
                assert!(n + 1 >= rename, "{what}: {}", now.against(before));
                assert_eq!(now.against(&after), "", "{what}");
            } else if n == rename - 1 {
                assert!(sit(&locked), "{what}");
                assert_eq!(bench.tree().against(&after), "", "{what}");
            }
            game = locked.unlock();
        }
    }
    (committed, after)
}

#[test]
fn adjudicating_fails_anywhere() {
    let (committed, after) = sitting_fails(script::ready(), 2, |game| {
        matches!(sit_now(game, false), Ok((RunOutcome::Sat { .. }, _)))
    });
    // The next command finishes it, and says so.
    let bench = Bench::copy(&committed);
    let said = bench.ok(&["adjudicate", GAME]);
    assert_eq!(
        said.all(),
        "warning: finished what was interrupted: 0002\n\
         Nothing to do. The sitting waits for orders from buralti.\nexit code 0"
    );
    assert_eq!(bench.tree().against(&after), "");
}

#[test]
fn starting_fails_anywhere() {
    let bench = Bench::empty();
    bench.found();
    bench.seat(&SEATS);
    // Without pictures, which would take most of the time.
    let players = bench.read("gem/players.yaml");
    bench.write(
        "gem/players.yaml",
        players.replace("format: both", "format: text"),
    );
    bench.open_all();
    sitting_fails(&bench.tree(), 1, |game| {
        let request = Request {
            at: clock(),
            overdue: false,
            early: None,
        };
        lobby::start(game, &request).is_ok()
    });
}
