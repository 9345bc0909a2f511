//! `tick`: everything that is due is done once, even if other games are broken or at work.

use super::bench::{
    DUE, audits, command_at, mails, notes, run_at, send_in, started, terms, tick, utc,
};
use crate::cli::{
    bench::{Bench, GAME, SEATS, said},
    crash::{Tried, every_fault_everywhere},
    tree::Tree,
};
use chronojudge::{
    game_dir::{Disk, Fault},
    schedule,
};
use std::{fs, path::Path, process::Stdio};

const BEFORE: &str = "2026-11-25T12:00:00Z";
/// A time less than 48 hours before the deadline.
const REMIND: &str = "2026-11-25T18:00:00Z";

/// Returns a game with all orders on file.
fn ready() -> Bench {
    let bench = started(&terms(", reminders: [48]", ""));
    send_in(&bench, BEFORE, &SEATS[..5], 1);
    bench
}

/// Returns a folder of identical games with these names.
fn folder(names: &[&str], tree: &Tree) -> Bench {
    let bench = Bench::empty();
    for name in names {
        tree.write(&bench.dir().join(name));
    }
    bench
}

fn game_tree(bench: &Bench, name: &str) -> Tree {
    without_hints(Tree::read(&bench.dir().join(name)))
}

fn without_hints(mut tree: Tree) -> Tree {
    tree.0.remove(Path::new("next.hint"));
    tree.0.remove(Path::new(".chronojudge-tick"));
    tree
}

#[test]
fn all_games_below_a_folder() {
    let names = ["a", "b/c", "b/d/e", "a/not/this", "one/two/three/four"];
    let bench = folder(&names, &ready().tree());
    let said = said(&command_at(&bench, DUE, &["tick", "."]).output().unwrap());
    let line = "sitting 2 of turn 1, 6 mails";
    let wanted: String = ["a", "b/c", "b/d/e"]
        .iter()
        .map(|name| format!("./{name}: {line}\n./{name}: 6 sent\n"))
        .collect();
    assert_eq!((said.code, said.err), (0, wanted));
}

#[test]
fn a_broken_game_stops_no_other() {
    let names = ["a", "b", "c", "d", "e", "f"];
    let bench = folder(&names, &ready().tree());
    let at = |path: &str| bench.dir().join(path);
    bench.write("b/game.yaml", "game: [");
    bench.write("c/turns/position.yaml", "not: a position\n");
    fs::remove_file(at("d/secret/master.txt")).unwrap();
    bench.write("e/standing/zytal.yaml", "standing: [\n");
    let said = said(&command_at(&bench, DUE, &["tick", "."]).output().unwrap());
    assert_eq!(said.code, 1);
    for name in ["b", "c", "d", "e"] {
        assert!(
            said.err.contains(&format!("error: ./{name}: ")),
            "{}",
            said.err
        );
    }
    for name in ["a", "f"] {
        assert!(
            said.err.contains(&format!("./{name}: sitting 2")),
            "{}",
            said.err
        );
    }
    let good = game_tree(&bench, "a");
    assert_eq!(game_tree(&bench, "f").against(&good), "");
    let json = command_at(&bench, DUE, &["tick", ".", "--json"])
        .output()
        .unwrap();
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    let games = json["games"].as_array().unwrap();
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|game| game["wrong"].is_string()));
}

/// A worker is killed in one game: the system ends a process that writes a larger file than allowed. A mail to one
/// player is smaller than the limit; a report is larger.
#[cfg(target_os = "linux")]
#[test]
fn a_game_that_kills_the_program_stops_no_other() {
    let few = started(&terms(", reminders: [48]", ""));
    send_in(&few, BEFORE, &SEATS[..5], 1);
    let all = Bench::copy(&few.tree());
    send_in(&all, BEFORE, &SEATS[5..], 1);
    let bench = Bench::empty();
    for (name, game) in [("a", &few), ("b", &all), ("c", &few)] {
        game.tree().write(&bench.dir().join(name));
    }
    let tick = |json: &str| {
        let program = env!("CARGO_BIN_EXE_chronojudge");
        // The limit is in blocks of 512 bytes, and no core file is written.
        let line = format!("ulimit -c 0; ulimit -f 24; exec {program} tick . {json}");
        let mut sh = std::process::Command::new("sh");
        sh.args(["-c", &line]).current_dir(bench.dir());
        let output = sh.env("CHRONOJUDGE_CLOCK", REMIND).output().unwrap();
        said(&output)
    };
    let killed = tick("");
    assert_eq!(killed.code, 1, "{}", killed.all());
    for words in [
        "./b: the GM is told by mail\n",
        "error: ./b: The program failed with an internal error in this game.\nhint: ",
    ] {
        assert!(killed.err.contains(words), "{words}: {}", killed.err);
    }
    // The other games are done completely, even those at work when the worker died.
    let alone = Bench::copy(&few.tree());
    let said_alone = run_at(&alone, REMIND, &["tick", GAME]).err;
    assert!(said_alone.contains("1 reminded"), "{said_alone}");
    for name in ["a", "c"] {
        let tree = game_tree(&bench, name);
        assert_eq!(tree.against(&without_hints(alone.tree())), "");
    }
    let json: serde_json::Value = serde_json::from_str(&tick("--json").out).unwrap();
    let games = json["games"].as_array().unwrap();
    assert_eq!(games.len(), 1, "{json}");
    assert_eq!(games[0]["game"], "./b");
    // Without the limit it is played normally.
    let said = said(&command_at(&bench, REMIND, &["tick", "."]).output().unwrap());
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(
        said.err.contains("./b: sitting 2 of turn 1, 6 mails"),
        "{}",
        said.err
    );
}

#[test]
fn two_ticks_at_once_do_nothing_twice() {
    let names: Vec<String> = (0..6).map(|n| format!("game-{n}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let bench = folder(&names, &ready().tree());
    let start = || {
        let mut command = command_at(&bench, DUE, &["tick", "."]);
        command.stderr(Stdio::piped()).stdout(Stdio::piped());
        command.spawn().unwrap()
    };
    let ticks: Vec<_> = (0..4).map(|_| start()).collect();
    let mut sat = 0;
    for tick in ticks {
        let said = said(&tick.wait_with_output().unwrap());
        assert_eq!(said.code, 0, "{}", said.all());
        sat += said.err.matches("sitting 2 of turn 1").count();
    }
    assert_eq!(sat, 6);
    // A tick that finds a game locked skips it; another tick does the rest, if there is any.
    said(&command_at(&bench, DUE, &["tick", "."]).output().unwrap());
    let alone = folder(&["alone"], &ready().tree());
    said(&command_at(&alone, DUE, &["tick", "."]).output().unwrap());
    let wanted = game_tree(&alone, "alone");
    for name in names {
        assert_eq!(game_tree(&bench, name).against(&wanted), "", "{name}");
    }
}

/// Runs one tick of one game in this process, on a faulty disk.
fn tick_on(bench: &Bench, disk: Disk, clock: &str) -> bool {
    // Another test that is just starting a program passes this process's open files on to it for a moment, and the
    // locks with them: then the game seems to be busy.
    for _ in 0..100 {
        let (mut done, disk) = (vec![], disk.clone());
        match schedule::tick_game(&bench.root(), disk, utc(clock), None, &mut done) {
            Ok(true) => return true,
            Ok(false) => std::thread::sleep(std::time::Duration::from_millis(10)),
            Err(_) => return false,
        }
    }
    panic!("the lock is held for good");
}

/// Kills a tick at every n-th of its changes, and checks that another one comes to the same end.
fn killed_anywhere(before: &Tree, clock: &str, step: usize) -> u32 {
    let step = if every_fault_everywhere() { 1 } else { step };
    let mut tried = Tried::default();
    let undisturbed = Bench::in_memory(before);
    assert!(tick_on(&undisturbed, Disk::new(), clock));
    let after = without_hints(undisturbed.tree());
    assert_ne!(after, *before, "the tick does nothing");
    for n in (0..).step_by(step) {
        assert!(n < 2000, "it never came to an end");
        let bench = Bench::in_memory(before);
        let disk = Disk::faulty(Fault::Killed, n);
        let done = tick_on(&bench, disk.clone(), clock);
        assert_eq!(done, !disk.has_struck(), "operation {n}");
        if done {
            return n;
        }
        tried.count(Fault::Killed);
        assert!(tick_on(&bench, Disk::new(), clock), "operation {n}");
        let now = without_hints(bench.tree());
        assert_eq!(now.against(&after), "", "operation {n}");
    }
    unreachable!()
}

#[test]
fn a_killed_tick_is_finished_by_the_next() {
    let changes = killed_anywhere(&ready().tree(), DUE, 4);
    assert!(changes > 50, "{changes}");
}

#[test]
fn a_tick_killed_while_it_reminds_or_holds_is_finished_by_the_next() {
    let changes = killed_anywhere(&ready().tree(), "2026-11-25T17:00:00Z", 1);
    assert!(changes > 5, "{changes}");
    let nobody = started(&terms(", reminders: [48]", ""));
    let changes = killed_anywhere(&nobody.tree(), DUE, 2);
    assert!(changes > 15, "{changes}");
}

#[test]
fn a_tick_killed_while_a_seat_is_handed_over_is_finished_by_the_next() {
    for ladder in ["[substitute]", "[vacant]", "[wait, default]"] {
        let more = format!("nmr: {ladder}\nguards: {{missing: 90}}\n");
        let bench = started(&terms(", reminders: [48]", &more));
        let players = bench.read("gem/players.yaml");
        let zytal = "name: Player zytal\n";
        let ilse = format!("{zytal}  substitute: {{name: Ilse, address: ilse@example.org}}\n");
        bench.write("gem/players.yaml", players.replace(zytal, &ilse));
        send_in(&bench, BEFORE, &SEATS[..5], 1);
        killed_anywhere(&bench.tree(), DUE, 7);
    }
}

#[test]
fn an_idle_game_is_recognized_by_its_hint() {
    let bench = ready();
    let hint = bench.root().join("next.hint");
    assert_eq!(tick(&bench, BEFORE), "");
    let first = fs::read_to_string(&hint).unwrap();
    // The next event is the reminder.
    let next = format!("next {}\n", utc("2026-11-25T17:00:00Z").timestamp());
    assert!(first.starts_with(&next), "{first}");
    // The hint is trusted as long as it is current: a game that cannot even be read is not opened.
    bench.write("gem/turns/0001/state.yaml", "broken");
    assert_eq!(tick(&bench, BEFORE), "");
    let said = run_at(&bench, "2026-11-25T17:00:00Z", &["tick", GAME]);
    assert_eq!(said.code, 1, "{}", said.all());

    // A change of any file that the hint depends on makes it outdated.
    for path in [
        "gem/orders/0001/zytal.yaml",
        "gem/orders/0001/roo.yaml",
        "gem/standing/zytal.yaml",
        "gem/players.yaml",
        "gem/mail.yaml",
        "gem/inbox/book.yaml",
        "gem/turns/position.yaml",
        "gem/game.yaml",
        "gem/outbox/x.eml",
    ] {
        let bench = ready();
        tick(&bench, BEFORE);
        bench.write("gem/turns/0001/state.yaml", "broken");
        assert_eq!(tick(&bench, BEFORE), "");
        let text = fs::read(bench.dir().join(path)).unwrap_or_default();
        bench.write(path, [&text[..], b"# touched\n"].concat());
        let said = run_at(&bench, BEFORE, &["tick", GAME]);
        assert_eq!(said.code, 1, "{path}: {}", said.all());
    }
    // A malformed hint is ignored.
    for nonsense in ["", "next tomorrow\n", "never", "next never\nx game.yaml\n"] {
        let bench = ready();
        bench.write("gem/next.hint", nonsense);
        assert!(tick(&bench, DUE).contains("sitting 2"), "{nonsense}");
    }
}

#[test]
fn a_game_that_has_not_begun_or_is_over_is_left_alone() {
    let bench = Bench::empty();
    bench.found();
    assert_eq!(tick(&bench, DUE), "");
    assert!(bench.read("gem/next.hint").starts_with("next never\n"));
    assert_eq!(tick(&bench, DUE), "");
    bench.seat(&SEATS);
    assert_eq!(tick(&bench, DUE), "");
}

#[test]
fn mail_that_waits_is_sent_by_the_next_tick() {
    let bench = ready();
    let mail = bench.read("gem/mail.yaml");
    // The folder cannot be written, because a file is in its place.
    bench.write("gem/mail.yaml", format!("{mail}folder: game.yaml\n"));
    let said = run_at(&bench, DUE, &["tick", GAME]);
    assert!(said.err.contains("sitting 2 of turn 1"), "{}", said.all());
    assert_eq!(mails(&bench, "report").len(), 12);
    bench.write("gem/mail.yaml", mail);
    assert!(tick(&bench, DUE).contains("6 sent"));
    assert_eq!(tick(&bench, DUE), "");
    assert_eq!(notes(&bench).len(), 0);
    audits(&bench);
}

#[test]
fn a_tick_needs_a_folder() {
    let bench = Bench::empty();
    assert_eq!(bench.ok(&["tick", "."]).err, "");
    bench.write("file", "x");
    assert_eq!(bench.run(&["tick", "file"]).code, 3);
}
