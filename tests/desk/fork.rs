//! Forks: games that begin where another one stands.

use super::{
    anew::{TWO, pass, short},
    bench::{seat_two_players, status, terms},
};
use crate::{
    cli::{
        bench::{Bench, CLOCK, GAME, MASTER, SEATS, clock, orders, salt_words},
        script,
        tree::Tree,
    },
    tamper::public::{Public, Record},
};
use chronojudge::{
    dice::Master,
    game_dir::{Disk, Fault},
    history::{self, Wish},
};
use serde_json::Value;
use std::{collections::BTreeSet, fs, path::Path, process::Command};

/// The master secret of the forks here.
const OTHER: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

fn fork(bench: &Bench, name: &str, more: &[&str]) -> String {
    let args = [
        "fork", GAME, name, "--master", OTHER, "--reason", "what if?",
    ];
    bench.ok(&[&args[..], more].concat()).err
}

/// Checks that both auditors pass a fork.
#[track_caller]
fn audits(bench: &Bench, name: &str) -> String {
    let said = bench.run(&["audit", &format!("{name}/public")]);
    assert_eq!(said.code, 0, "{}", said.all());
    let (code, words) = second(&bench.dir().join(name).join("public"));
    assert_eq!(code, Some(0), "{words}");
    said.out
}

/// Returns the exit code and the text of the second verifier for a public folder.
fn second(public: &Path) -> (Option<i32>, String) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/site/verify.py");
    let python = Command::new("python3").arg(script).arg(public).output();
    let python = python.unwrap();
    let words = String::from_utf8_lossy(&python.stdout).into_owned();
    (python.status.code(), words)
}

/// Handles the salts of a fork: promised, mailed and opened.
fn salts(bench: &Bench, name: &str, seats: &[&str]) {
    for seat in seats {
        let hash = bench.ok(&["salt", "hash", name, seat, &salt_words(seat)]);
        bench.ok(&["salt", "promise", name, seat, hash.out.trim()]);
    }
    bench.ok(&["send", name]);
    for seat in seats {
        bench.ok(&["salt", "open", name, seat, &salt_words(seat)]);
    }
}

fn tree(bench: &Bench, name: &str) -> Tree {
    Tree::read(&bench.dir().join(name))
}

#[test]
fn a_fork_is_for_the_gm_alone_and_names_its_original() {
    let bench = Bench::copy(script::played());
    let before = bench.tree();
    let said = fork(&bench, "what-if", &[]);
    assert!(
        said.contains("turn 5 is open. No mail is sent; its reports are in `reports/`."),
        "{said}"
    );
    assert_eq!(
        bench.tree().against(&before),
        "",
        "the original is only read"
    );
    let state = |game: &str| bench.read(&format!("{game}/turns/0005/state.yaml"));
    assert_eq!(state("what-if"), state(GAME));
    let made = tree(&bench, "what-if");
    assert_eq!(made.files("outbox").count(), 0);
    let players = bench.read("what-if/players.yaml");
    assert!(
        !players.contains("example.org") && players.contains("Player zytal"),
        "{players}"
    );
    let mail = bench.read("what-if/mail.yaml");
    assert!(mail.contains("via: folder"), "{mail}");

    // Every report, status and subject says that the game is a fork.
    let banner = "A FORK of gem at turn 5: nothing that happens here counts there.";
    for reader in SEATS.into_iter().chain(["gm", "public"]) {
        let text = bench.ok(&["report", "what-if", reader]).out;
        assert!(text.starts_with(banner), "{text}");
        let html = bench.ok(&["report", "what-if", reader, "--html"]).out;
        assert!(html.contains(banner), "{html}");
    }
    assert!(
        bench
            .ok(&["status", "what-if"])
            .out
            .starts_with("A fork of gem at turn 5.\n")
    );
    let json = bench.json(&["status", "what-if"]);
    assert_eq!(json["fork"], serde_json::json!({"of": "gem", "turn": 5}));
    assert_eq!(status(&bench, CLOCK)["fork"], Value::Null);
    bench.ok(&["hold", "what-if", "--reason", "x"]);
    bench.ok(&["release", "what-if", "--reason", "x"]);

    // The game plays on, and its mails say so too; only the GM gets them.
    for seat in SEATS {
        let form = bench.ok(&["form", "what-if", seat]).out;
        bench.write("form.yaml", form);
        bench.ok(&["receive", "what-if", "form.yaml"]);
    }
    let said = bench.ok(&["adjudicate", "what-if"]);
    assert!(
        said.err.contains("Sitting 1 of The Gem: turn 5"),
        "{}",
        said.err
    );
    let made = tree(&bench, "what-if");
    let mails: Vec<_> = made
        .files("outbox")
        .filter(|(path, _)| path.extension().is_some_and(|ending| ending == "eml"))
        .collect();
    // A report to each player, and one mail about the hold and its release.
    assert_eq!(mails.len(), 6 + 6);
    for (path, bytes) in mails {
        let text = String::from_utf8_lossy(bytes);
        let flat = text.replace("\r\n ", " ");
        assert!(
            flat.contains("Subject: [what-if] (fork of gem at turn 5) "),
            "{}\n{text}",
            path.display()
        );
        assert!(!text.contains("example.org"), "{}", path.display());
    }
    let report = bench.ok(&["report", "what-if", "zytal"]).out;
    assert!(report.starts_with(banner), "{report}");
    assert!(audits(&bench, "what-if").contains("turn 5 begins with the state of turn 5 of gem"));
    assert_eq!(
        bench.tree().against(&before),
        "",
        "the original hears nothing of it"
    );
    bench.ok(&["rerun", "what-if"]);
    bench.ok(&["rewind", "what-if", "--to", "5", "--reason", "once more"]);
    audits(&bench, "what-if");
}

/// Facedown items lie under new seals, which the fork's own secret opens.
#[test]
fn facedown_items_are_sealed_anew() {
    let bench = Bench::copy(script::played());
    fork(&bench, "what-if", &["--turn", "2"]);
    let slots = |path: &str| bench.read(&format!("{path}/zone-1b.slots.txt"));
    let (old, new) = (
        slots("gem/public/sittings/0001"),
        slots("what-if/public/fork"),
    );
    assert_eq!(old.lines().count(), new.lines().count());
    let lines: BTreeSet<&str> = old.lines().collect();
    assert!(
        new.lines().all(|line| !lines.contains(line)),
        "a seal of the original"
    );
    // No file of one game has a secret of the other.
    let secrets = |game: &str| {
        let master = bench.read(&format!("{game}/secret/master.txt"));
        let hex = master.lines().last().unwrap().to_owned();
        let name = chronojudge::dice::Name::new(game).unwrap();
        let hidden = Master::from_hex(&hex).unwrap().hidden(&name).to_hex();
        [hex, hidden]
    };
    for (game, other) in [(GAME, "what-if"), ("what-if", GAME)] {
        for (path, bytes) in tree(&bench, game).files("") {
            let text = String::from_utf8_lossy(bytes);
            for secret in secrets(other) {
                assert!(
                    !text.contains(&secret),
                    "{game}/{} has a secret of {other}",
                    path.display()
                );
            }
        }
    }

    // Tiles are opened in the fork, to all and to those who look, and both auditors check them.
    for (seat, body) in script::STEPS[2].orders {
        let text = format!(
            "game: what-if\nturn: 2\nseat: {seat}\nturn-order: {{prefer: [6, 5, 4, 3, 2, 1]}}\n{body}"
        );
        bench.write("o.yaml", text);
        bench.ok(&["receive", "what-if", "o.yaml"]);
    }
    bench.ok(&["adjudicate", "what-if"]);
    let report = bench.ok(&["report", "what-if", "zytal"]).out;
    let lines: Vec<&str> = report.lines().collect();
    let at = lines
        .iter()
        .position(|l| l.contains("Sealed tiles opened to you"))
        .unwrap_or_else(|| panic!("{report}"));
    let (slot, tile) = lines[at + 1].trim().split_once(": ").unwrap();
    assert!(slot.starts_with("zone-") && !tile.is_empty(), "{report}");
    bench.write("shown.eml", format!("Subject: x\n\n{report}"));
    let compare = ["audit", "what-if/public", "--compare", "shown.eml"];
    let line = |verdict: &str| format!("{verdict:<10} tile {slot} in shown.eml");
    let said = bench.run(&compare);
    assert!(said.out.contains(&line("NOT SHOWN")), "{}", said.all());
    audits(&bench, "what-if");

    // At the end each of its items lies in one of the slots.
    let position = bench.read("what-if/turns/position.yaml");
    let over = ["waiting", "turn-complete"].iter().fold(position, |p, e| {
        p.replace(&format!("ended: {e}"), "ended: game-over")
    });
    bench.write("what-if/turns/position.yaml", over);
    bench.ok(&["reveal", "what-if"]);
    let said = bench.run(&compare);
    assert!(said.out.contains(&line("ok")), "{}", said.all());
    // The game was not really played to its end, and that is the only failure.
    let said = bench.no(&["audit", "what-if/public"]);
    let wrong: Vec<&str> = said
        .out
        .lines()
        .filter(|l| l.starts_with("FAILED"))
        .collect();
    assert_eq!(
        wrong,
        [
            "FAILED     order and keys of the records: log/000007-final.yaml: `hidden` is opened before the game is over"
        ]
    );
    assert!(
        said.out.contains("ok         deck zone-1b, brought along"),
        "{}",
        said.out
    );
    let explained = bench
        .ok(&["audit", "what-if/public", "--explain", slot])
        .out;
    assert!(
        explained.contains("brought along by the fork"),
        "{explained}"
    );
    // A deck with another item fails the audit.
    let items = bench.read("what-if/public/fork/zone-1b.items.txt");
    let first = items.lines().next().unwrap();
    bench.write(
        "what-if/public/fork/zone-1b.items.txt",
        items.replacen(first, "1b-t99", 1),
    );
    let said = bench.no(&["audit", "what-if/public"]);
    assert!(said.out.contains("FAILED     deck zone-1b"), "{}", said.out);
}

#[test]
fn a_mailed_fork_is_played_by_the_players() {
    let bench = super::bench::started(&terms("", ""));
    let mail = bench.read("gem/mail.yaml");
    bench.write("gem/secret/password.txt", "hush");
    let inbox = |shared: bool| {
        let shared = if shared { ", shared: true" } else { "" };
        bench.write(
            "gem/mail.yaml",
            format!("{mail}inbox: {{maildir: ../box{shared}}}\n"),
        );
    };
    inbox(false);
    let said = fork(&bench, "alone", &["--mail"]);
    assert!(said.contains("the fork receives no mail"), "{said}");
    assert!(!bench.read("alone/mail.yaml").contains("inbox"));
    inbox(true);
    let said = fork(&bench, "again", &["--mail", "--plain"]);
    assert!(
        said.contains("turn 1 is open. 6 mails in its outbox."),
        "{said}"
    );
    let genesis = bench.read("again/public/log/000001-genesis.yaml");
    assert!(genesis.contains("\ndice: plain\n"), "{genesis}");
    assert!(bench.read("again/mail.yaml").contains("shared: true"));
    assert_eq!(bench.read("again/secret/password.txt"), "hush");
    let status = bench.json(&["status", "again"]);
    assert_eq!(status["deadline"], "2026-11-27T17:00:00Z");
    let letter = bench.read("again/outbox/again.s0000.zytal.fork.2.eml");
    for part in [
        "zytal@example.org",
        "[again] (fork of gem at turn 1) Turn 1",
    ] {
        assert!(
            letter.replace("\r\n ", " ").contains(part),
            "{part}\n{letter}"
        );
    }
    // The seats of the fork have addresses of their own.
    audits(&bench, "again");
}

#[test]
fn impossible_forks_are_refused() {
    let bench = short();
    pass(&bench, GAME);
    let no = |args: &[&str]| {
        let said = bench.run(&[&["fork", GAME], args, &["--reason", "x"]].concat());
        assert_eq!(said.code, 2, "{}", said.all());
        said.err
    };
    assert!(no(&[GAME]).contains("Choose a new name"));
    assert!(no(&["What If"]).contains("cannot name a game"));
    assert!(no(&["x", "--turn", "0"]).contains("set-up"));
    assert!(no(&["x", "--turn", "3"]).contains("has not begun"));
    // What another process is about to change in that folder is not touched.
    let change = "there/staging/0007.part/00000";
    bench.write("there/game.yaml", "x");
    bench.write(change, "half");
    let said = bench.run(&["fork", GAME, "there", "--reason", "x"]);
    assert_ne!(said.code, 0);
    assert_eq!(bench.read(change), "half");
    let empty = Bench::empty();
    empty.found();
    assert_eq!(empty.run(&["fork", GAME, "x", "--reason", "x"]).code, 2);
}

#[test]
fn a_fork_of_a_fork_is_played_to_its_end_and_opened() {
    let bench = short();
    pass(&bench, GAME);
    fork(&bench, "one", &[]);
    pass(&bench, "one");
    let args = [
        "fork",
        "one",
        "two",
        "--turn",
        "2",
        "--into",
        "elsewhere",
        "--reason",
        "x",
    ];
    bench.ok(&args);
    for seat in TWO {
        let text = orders(seat, 2, "no-orders: true\n").replace("game: gem", "game: two");
        bench.write("o.yaml", text);
        bench.ok(&["receive", "elsewhere", "o.yaml"]);
    }
    while !pass(&bench, "elsewhere").contains("The game is over") {}
    bench.ok(&["reveal", "elsewhere"]);
    let text = audits(&bench, "elsewhere");
    assert!(
        text.contains("turn 2 begins with the state of turn 2 of one"),
        "{text}"
    );
    assert!(
        text.contains("ok         turns 2 to 4 played again"),
        "{text}"
    );
    let report = bench.ok(&["report", "elsewhere", "red"]).out;
    assert!(report.starts_with("A FORK of one at turn 2"), "{report}");
}

/// The state that a fork brings along rests on the GM's word, and both auditors say so; it signs its log with a key of
/// its own.
#[test]
fn a_fork_of_a_signed_game_passes_sealed_and_opened() {
    let bench = Bench::empty();
    let new = ["new", GAME, "--dice", "plain", "--option", "scenario=two"];
    let more = ["--master", MASTER, "--keys", "64", "--sign-log"];
    bench.ok(&[&new[..], &more].concat());
    seat_two_players(&bench);
    bench.ok(&["start", GAME]);
    let said = fork(&bench, "what-if", &["--mail"]);
    assert!(said.contains("2 mails in its outbox."), "{said}");
    salts(&bench, "what-if", &SEATS);
    let said = bench.ok(&["start", "what-if"]).err;
    assert!(said.contains("Turn 1 of gem is open, 6 mails"), "{said}");
    let key = |game: &str| {
        let file = bench.read(&format!("{game}/game.yaml"));
        let mut lines = file.lines();
        lines
            .find(|line| line.starts_with("log-key: "))
            .map(str::to_owned)
    };
    assert!(key("what-if").is_some() && key("what-if") != key(GAME));

    let unproven = "NOT SHOWN  how the decks that this fork brings along were shuffled \
                    (they are the GM's word: no published shuffle proves how they lie";
    let sealed = audits(&bench, "what-if");
    assert!(
        sealed.contains(unproven) && sealed.contains("ok         signatures of the log ("),
        "{sealed}"
    );
    assert!(!bench.ok(&["audit", GAME]).out.contains(unproven));

    for seat in SEATS {
        let to = ["--bot", "greedy", "--reason", "to see the end"];
        bench.ok(&[&["replace", "what-if", seat], &to[..]].concat());
    }
    while !pass(&bench, "what-if").contains("The game is over") {}
    bench.ok(&["reveal", "what-if"]);
    let opened = audits(&bench, "what-if");
    for line in [
        unproven,
        "ok         signatures of the log (",
        "ok         salts (6)\n",
        "ok         deck zone-1b, brought along",
        "ok         journals from orders and dice (",
    ] {
        assert!(opened.contains(line), "{line}\n{opened}");
    }
}

/// The players of a fork are asked for salts as those of a new game are; those of the original are not used.
#[test]
fn a_fork_asks_for_salts_again() {
    let bench = short();
    pass(&bench, GAME);
    let said = fork(&bench, "two", &["--mail"]);
    for words in [
        "2 mails in its outbox.",
        "No hash of a salt has come from red, blue yet",
    ] {
        assert!(said.contains(words), "{said}");
    }
    let letter = bench.read("two/outbox/two.s0000.red.seat.1.eml");
    for words in [
        "fork of gem at turn 2",
        "it needs a new salt of yours",
        "make it, keep it to yourself",
    ] {
        assert!(letter.contains(words), "{words}: {letter}");
    }
    let mut records: Vec<_> = fs::read_dir(bench.dir().join("two/public/log"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    records.sort();
    assert_eq!(records, ["000001-genesis.yaml", "000002-note.yaml"]);
    assert_eq!(bench.json(&["status", "two"])["hashes-wanted"][0], "red");
    bench.write("o.yaml", "x");
    for args in [
        &["adjudicate", "two"][..],
        &["receive", "two", "o.yaml"],
        &["fork", "two", "three", "--reason", "x"],
    ] {
        assert_eq!(bench.run(args).code, 2, "{args:?}");
    }
    // The hash that was valid for the original is not valid here.
    let hash = bench.ok(&["salt", "hash", GAME, "red", &salt_words("red")]);
    bench.ok(&["salt", "promise", "two", "red", hash.out.trim()]);
    let hash = bench.ok(&["salt", "hash", "two", "blue", &salt_words("blue")]);
    bench.ok(&["salt", "promise", "two", "blue", hash.out.trim()]);
    bench.ok(&["send", "two"]);
    let said = bench.run(&["salt", "open", "two", "red", &salt_words("red")]);
    assert!(
        said.err.contains("not the salt that `red` promised"),
        "{}",
        said.all()
    );
    bench.ok(&["salt", "open", "two", "blue", &salt_words("blue")]);
    bench.ok(&["salt", "refuse", "two", "red"]);
    let said = bench.ok(&["start", "two"]).err;
    assert!(
        said.contains("Turn 2 of gem is open, 2 mails in the outbox."),
        "{said}"
    );
    assert_eq!(bench.run(&["start", "two"]).code, 2);
    let report = bench.ok(&["report", "two", "red"]).out;
    let words = report.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("One seat was skipped, so the GM could choose between 2 games"),
        "{report}"
    );
    while !pass(&bench, "two").contains("The game is over") {}
    bench.ok(&["reveal", "two"]);
    let said = audits(&bench, "two");
    assert!(said.contains("ok         salts (1)\n"), "{said}");
}

/// The state and the seals stand in the log before any salt is promised: otherwise the GM could choose the beginning of
/// a fork after its dice are known.
#[test]
fn the_start_of_a_fork_is_bound_before_its_salts() {
    let bench = short();
    pass(&bench, GAME);
    fork(&bench, "two", &[]);
    audits(&bench, "two");
    let real = Public::read(&bench.dir().join("two/public"));
    let moved = |to: usize| {
        move |records: &mut Vec<Record>| {
            let note = records.remove(1);
            records.insert(to, note);
        }
    };
    let removed = |records: &mut Vec<Record>| drop(records.remove(1));
    let forge = |what: &str, change: &dyn Fn(&mut Vec<Record>)| {
        let (mut public, mut records) = (real.clone(), real.records());
        change(&mut records);
        public.relink(&records);
        let place = bench.dir().join(what);
        public.write(&place, None);
        let said = bench.run(&["audit", what]);
        let line = "FAILED     order and keys of the records";
        assert!(
            said.code == 1 && said.out.contains(line),
            "{what}: {}",
            said.all()
        );
        let (code, words) = second(&place);
        assert!(
            code == Some(1) && words.contains("FAILED"),
            "{what}: {words}"
        );
    };
    forge("after-seated", &moved(2));
    forge("after-salts", &moved(3));
    forge("left-out", &removed);
}

/// Wherever the command dies, running it again makes the same fork.
#[test]
fn an_interrupted_fork_is_finished_by_the_same_command() {
    finished(true);
    finished(false);
}

/// Checks a fork with players who are asked for salts, or one that begins at once (`plain`).
fn finished(plain: bool) {
    let bench = short();
    pass(&bench, GAME);
    let tree_before = bench.tree();
    let make = |bench: &Bench, disk: Disk| {
        let game = bench.open(disk);
        let wish = Wish {
            name: "two",
            dir: &bench.dir().join("two"),
            turn: None,
            mailed: true,
            plain,
            reason: "x",
            master: Some(Master::from_hex(OTHER).unwrap()),
            at: clock(),
        };
        history::fork(&game, &wish)
    };
    let undisturbed = Bench::in_memory(&tree_before);
    make(&undisturbed, Disk::new()).unwrap();
    let wanted = tree(&undisturbed, "two");
    for n in 0.. {
        assert!(n < 2000, "it never came to an end");
        let bench = Bench::in_memory(&tree_before);
        let disk = Disk::faulty(Fault::Killed, n);
        if make(&bench, disk).is_ok() {
            assert!(n > 40, "{n}");
            break;
        }
        // A half-made fork cannot be started.
        let there = |path: &str| bench.dir().join("two").join(path).exists();
        // A fork whose players were asked has nothing left to finish.
        let asked = there("public/log/000002-note.yaml") || there("staging/forking");
        if there("game.yaml") && (plain || !asked) {
            let said = bench.run(&["start", "two"]);
            assert_eq!(said.code, 2, "{}", said.all());
        }
        make(&bench, Disk::new()).unwrap_or_else(|e| panic!("operation {n}: {e}"));
        let _ = fs::remove_file(bench.dir().join("two/game.lock"));
        assert_eq!(tree(&bench, "two").against(&wanted), "", "operation {n}");
    }
}
