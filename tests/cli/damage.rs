//! Damaged games: lost, edited and outdated files are found and named before anything is built on them.

use super::{
    bench::{Bench, GAME, SEATS, orders, seat_id},
    script::{self, STEPS},
};
use chronojudge::game_dir::{Disk, Game};
use std::{fs, path::Path};

/// Creates a file of some kind at a path.
type Make = Box<dyn Fn(&Path)>;

/// Returns a turn that was stopped by a question, whose answer is on file.
pub(super) fn in_the_middle() -> Bench {
    Bench::copy(script::in_the_middle())
}

/// Checks that `adjudicate` finds the damage, names the file, gives a hint and changes nothing.
#[track_caller]
fn found(bench: &Bench, what: &str, name: &str) {
    let before = bench.tree();
    let said = bench.run(&["adjudicate", GAME]);
    assert_eq!(said.code, 3, "{what}: {}", said.all());
    assert!(said.err.contains(name), "{what}: {}", said.all());
    assert!(said.err.contains("hint: "), "{what}: {}", said.all());
    assert_eq!(bench.tree().against(&before), "", "{what}");
    assert_eq!(bench.run(&["status", GAME]).code, 3, "{what}");
}

/// Every file that the next sitting builds on.
const BUILT_ON: [&str; 12] = [
    "turns/0001/state.yaml",
    "turns/0001/journal.yaml",
    "turns/0001/facts.yaml",
    "turns/0001/openings.yaml",
    "turns/0001/prompts.yaml",
    "turns/0001/views/zytal.json",
    "turns/0001/views/public.json",
    "turns/0001/sittings/0002/order-roo.yaml",
    "secret/decks.yaml",
    "secret/master.txt",
    "game.yaml",
    "turns/position.yaml",
];

#[test]
fn a_lost_file_is_reported() {
    for path in BUILT_ON.into_iter().filter(|path| *path != "game.yaml") {
        let bench = in_the_middle();
        fs::remove_file(bench.root().join(path)).unwrap();
        found(&bench, "lost", path.rsplit('/').next().unwrap());
    }
}

#[test]
fn an_edited_file_is_reported() {
    for path in BUILT_ON {
        let bench = in_the_middle();
        let text = bench.read(&format!("gem/{path}"));
        // One digit is changed, and everything can still be read.
        let at = text.rfind(|c: char| c.is_ascii_digit()).unwrap_or(0);
        let digit = if &text[at..=at] == "1" { "2" } else { "1" };
        let edited = match path {
            "game.yaml" => text.replace("keys: 64", "keys: 65"),
            "turns/position.yaml" => text.replace("sitting: 2", "sitting: 3"),
            _ => format!("{}{digit}{}", &text[..at], &text[at + 1..]),
        };
        assert_ne!(edited, text, "{path}");
        bench.write(&format!("gem/{path}"), edited);
        found(&bench, "edited", path.rsplit('/').next().unwrap());
    }
}

/// The cached next key only saves a walk along the chain: if it is lost, damaged, or of another secret, it is computed
/// again, and the dice are those of the chain.
#[test]
fn a_wrong_cached_key_is_computed_again() {
    let path = "gem/secret/key.yaml";
    let undisturbed = in_the_middle();
    undisturbed.ok(&["adjudicate", GAME]);
    let (tree, good) = (undisturbed.tree(), undisturbed.read(path));
    assert!(good.contains("sitting: 64"), "{good}");
    let zeros = |sitting| format!("sitting: {sitting}\nkey: {}\n", "0".repeat(64));
    let spoilt = [
        None,
        Some(String::new()),
        Some("not YAML: [".to_owned()),
        Some(good.replace("sitting: 64", "sitting: 63")),
        Some(good.replace("sitting: 64", "sitting: 4000000000")),
        Some(zeros(3)),
        Some(zeros(64)),
    ];
    for spoilt in spoilt {
        let bench = in_the_middle();
        match &spoilt {
            None => fs::remove_file(bench.dir().join(path)).unwrap(),
            Some(text) => bench.write(path, text),
        }
        bench.ok(&["adjudicate", GAME]);
        assert_eq!(bench.tree().against(&tree), "", "{spoilt:?}");
    }
}

#[test]
fn the_position_of_an_earlier_sitting_spends_no_key_twice() {
    let bench = Bench::started();
    let early = bench.read("gem/turns/position.yaml");
    script::play(&bench, &STEPS[0]);
    bench.write("gem/turns/position.yaml", early);
    found(&bench, "out of date", "position.yaml");
}

#[test]
fn a_log_that_lost_its_end_or_was_edited_there_is_found() {
    for cut in [1, 2] {
        let bench = in_the_middle();
        let log = bench.root().join("public/log");
        let mut names: Vec<_> = fs::read_dir(&log)
            .unwrap()
            .map(|e| e.unwrap().path())
            .collect();
        names.sort();
        for path in names.iter().rev().take(cut) {
            fs::remove_file(path).unwrap();
        }
        found(
            &bench,
            "cut",
            if cut == 1 { "log" } else { "position.yaml" },
        );
    }
    let bench = in_the_middle();
    let last = "gem/public/log/000007-result.yaml";
    let text = bench.read(last);
    bench.write(last, text.replace("turn: 1\n", "turn: 2\n"));
    found(&bench, "edited", "log");
}

#[test]
fn a_game_whose_position_is_lost_does_not_begin_again() {
    let bench = in_the_middle();
    fs::remove_dir_all(bench.root().join("turns")).unwrap();
    let before = bench.tree();
    assert_eq!(bench.run(&["start", GAME]).code, 3);
    assert_eq!(bench.tree().against(&before), "");
}

#[test]
fn content_is_fixed_when_a_game_is_founded() {
    let bench = Bench::empty();
    bench.write("mine/events.yaml", "events: []\n");
    assert_eq!(
        bench
            .run(&[
                "new",
                GAME,
                "--dice",
                "plain",
                "--trust",
                "address",
                "--content",
                "mine"
            ])
            .code,
        3
    );
    let embedded = include_str!("../../crates/rules/src/rulesets/time_agent/content/events.yaml");
    let mine = embedded.replacen("cost: 15", "cost: 16", 1);
    assert_ne!(mine, embedded);
    bench.write("mine/events.yaml", &mine);
    bench.ok(&[
        "new",
        GAME,
        "--dice",
        "plain",
        "--trust",
        "address",
        "--content",
        "mine",
    ]);
    assert_eq!(bench.read("gem/public/content/events.yaml"), mine);
    bench.seat(&SEATS);
    bench.open_all();
    bench.ok(&["start", GAME]);
    bench.ok(&["status", GAME]);
    bench.write(
        "gem/content/events.yaml",
        mine.replacen("cost: 16", "cost: 17", 1),
    );
    found(&bench, "other content", "content");
}

/// Files beside the content and the templates that belong to neither.
#[test]
fn files_that_belong_to_neither_content_nor_templates_are_named() {
    let refused: [(&str, &[u8], &str); 5] = [
        (
            "content/notes.txt",
            b"",
            "the content of these rules has no such file; it has board.yaml, events.yaml",
        ),
        (
            "content/more/board.yaml",
            b"",
            "gem/content/more does not belong there: ",
        ),
        ("content/events.yaml", b"\xff", "it is not text in UTF-8"),
        (
            "templates/report.txt",
            b"",
            "it is not a template: their names end in `.j2`",
        ),
        (
            "templates/time-agent/map.txt.j2",
            b"\xff",
            "it is not text in UTF-8",
        ),
    ];
    let before = in_the_middle().tree();
    for (name, bytes, words) in refused {
        let bench = Bench::copy(&before);
        bench.write(&format!("gem/{name}"), bytes);
        let tree = bench.tree();
        let said = bench.run(&["adjudicate", GAME]);
        assert_eq!(said.code, 3, "{}", said.all());
        assert!(said.err.contains(words), "{name}: {}", said.all());
        assert!(said.err.contains("does not belong there"), "{}", said.all());
        assert!(
            said.err
                .contains("hint: Nothing was changed. Fix or remove it")
        );
        assert_eq!(bench.tree().against(&tree), "");
    }
    // Files that an editor or a system leaves behind are ignored.
    let bench = Bench::copy(&before);
    for name in [
        "content/.DS_Store",
        "content/events.yaml~",
        "content/Thumbs.db",
        "templates/.report.txt.j2.swp",
        "templates/time-agent/map.txt.j2~",
    ] {
        bench.write(&format!("gem/{name}"), b"\xff");
    }
    bench.ok(&["status", GAME]);
}

#[test]
fn a_seat_without_a_player_is_reported() {
    let bench = in_the_middle();
    let players = bench.read("gem/players.yaml");
    bench.write("gem/players.yaml", players.replace("- zytal", "- roo"));
    found(&bench, "a seat without a player", "players.yaml");
}

/// An interrupted sitting is finished only with the files that were staged for it.
#[test]
fn a_stage_is_finished_with_its_own_files_or_not_at_all() {
    let bench = in_the_middle();
    let stage = bench.root().join("staging/0003");
    fs::create_dir_all(&stage).unwrap();
    let refused = |what: &str| {
        let before = bench.tree();
        let said = bench.run(&["adjudicate", GAME]);
        assert_eq!(said.code, 3, "{what}: {}", said.all());
        assert!(
            said.err.contains("finishing what was staged: "),
            "{what}: {}",
            said.all()
        );
        assert_eq!(bench.tree().against(&before), "", "{what}");
    };
    let hash = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881";
    fs::write(stage.join("00000"), "x").unwrap();
    refused("no list");
    for (what, list) in [
        ("half a list", format!("00000 {hash} outbox/x.eml\n")),
        ("a way out", format!("00000 {hash} ../x.eml\nend\n")),
        (
            "another file",
            format!("00000 {} outbox/x.eml\nend\n", "0".repeat(64)),
        ),
        (
            "a lost file",
            format!("00000 {hash} outbox/x.eml\n00001 {hash} outbox/y.eml\nend\n"),
        ),
    ] {
        fs::write(stage.join("files.txt"), list).unwrap();
        refused(what);
    }
    fs::write(
        stage.join("files.txt"),
        format!("00000 {hash} outbox/x.eml\nend\n"),
    )
    .unwrap();
    // Other files in the folder are left alone.
    fs::write(bench.root().join("staging/.DS_Store"), "").unwrap();
    let said = bench.ok(&["adjudicate", GAME]);
    assert!(
        said.err.contains("finished what was interrupted: 0003"),
        "{}",
        said.err
    );
    assert_eq!(bench.read("gem/outbox/x.eml"), "x");
}

/// Pipes, devices, folders and dangling links affect only the seat whose file they replace.
#[cfg(unix)]
#[test]
fn a_special_file_is_refused_and_other_seats_are_played() {
    use std::os::unix::fs::symlink;
    let place = "orders/0001/zytal.yaml";
    let to = |target: &'static str| move |path: &Path| symlink(target, path).unwrap();
    let pipe = |path: &Path| {
        let made = std::process::Command::new("mkfifo").arg(path).status();
        assert!(made.unwrap().success());
    };
    let folder = |path: &Path| fs::create_dir(path).unwrap();
    // The words are those of the C library.
    let looped = if cfg!(target_env = "musl") {
        "Symbolic link loop (os error 40)"
    } else {
        "Too many levels of symbolic links (os error 40)"
    };
    let make: [(&str, Make); 5] = [
        ("this is not a file", Box::new(folder)),
        ("this is not a file", Box::new(to("/dev/zero"))),
        ("this is a dangling symlink", Box::new(to("nowhere"))),
        (looped, Box::new(to("zytal.yaml"))),
        ("this is not a file", Box::new(pipe)),
    ];
    for (words, make) in make {
        let bench = Bench::started();
        for seat in &SEATS[..5] {
            bench.order(seat, 1, "headquarters: {}\nmoves: []\nactions: []\n");
        }
        make(&bench.root().join(place));
        let said = bench.run(&["adjudicate", GAME]);
        assert!(
            said.err
                .contains("error[E0309]: this file cannot be read: "),
            "{}",
            said.all()
        );
        assert!(said.err.contains(words), "{}", said.all());
        assert!(
            said.err.contains("waits for orders from zytal."),
            "{}",
            said.all()
        );
        let said = bench.run(&["check", &format!("gem/{place}")]);
        assert_eq!(said.code, 2, "{}", said.all());
        // The other seats are played.
        bench.write("good.yaml", orders("roo", 1, "moves: []\n"));
        let said = bench.run(&["receive", GAME, &format!("gem/{place}"), "good.yaml"]);
        assert_eq!(said.code, 2, "{}", said.all());
        assert!(
            said.out.contains("ACCEPTED good.yaml: roo"),
            "{}",
            said.all()
        );
    }
}

/// File names that resemble a seat's and do not match one.
#[test]
fn a_misnamed_order_file_is_named() {
    let bench = Bench::copy(script::ready());
    let good = bench.read("gem/orders/0001/zytal.yaml");
    fs::remove_file(bench.root().join("orders/0001/zytal.yaml")).unwrap();
    let strays = [
        "zytal.yml",
        "Zytal.yaml",
        "zytal.yaml~",
        "zytal.01.yaml",
        "zytal.+1.yaml",
        "zytal",
    ];
    for name in strays {
        bench.write(&format!("gem/orders/0001/{name}"), &good);
    }
    bench.write("gem/orders/0001/.zytal.yaml.swp", "");
    bench.write("gem/standing/zytall.yaml", "standing: []\n");
    for command in ["status", "adjudicate"] {
        let said = bench.run(&[command, GAME]);
        let named = |name: &str| said.err.contains(&format!("{name} is not read"));
        assert!(
            strays
                .iter()
                .all(|name| named(&format!("orders/0001/{name}"))),
            "{}",
            said.all()
        );
        assert!(named("standing/zytall.yaml"), "{}", said.all());
        assert_eq!(said.err.matches("is not read").count(), 7, "{}", said.all());
        assert!(
            said.all().contains("waits for orders from zytal."),
            "{}",
            said.all()
        );
    }
}

/// An oversized file is not read: a hundred megabytes, or an endless file, need no memory to be refused.
#[cfg(target_os = "linux")]
#[test]
fn an_endless_file_is_refused_without_being_read() {
    let bench = Bench::started();
    let big = fs::File::create(bench.dir().join("big.yaml")).unwrap();
    big.set_len(100 << 20).unwrap();
    // 64 MB of memory, plus the memory of the program before it has read a byte.
    let limited = |args: &str| {
        let line = format!(
            "ulimit -v 131072; exec {} {args} 2>&1",
            env!("CARGO_BIN_EXE_chronojudge")
        );
        let output = std::process::Command::new("sh")
            .args(["-c", &line])
            .current_dir(bench.dir())
            .output()
            .unwrap();
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stdout).into_owned(),
        )
    };
    let (code, said) = limited("check big.yaml --game gem");
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.contains("error[E0105]: the file has more than 262144 bytes"),
        "{said}"
    );
    assert_eq!(limited("receive gem big.yaml").0, Some(1));
    assert_eq!(limited("receive gem - < /dev/zero").0, Some(1));
    assert_eq!(limited("check - --game gem < /dev/zero").0, Some(1));
    let (code, said) = limited("check /dev/zero --game gem");
    assert_eq!(
        (code, said.as_str()),
        (
            Some(2),
            "error: /dev/zero cannot be read: this is not a file.\n"
        )
    );
}

/// The opened files at the end are those that were bound at the time; otherwise nothing is opened.
#[test]
fn a_reveal_opens_the_bound_files_or_nothing() {
    let path = "gem/turns/0001/sittings/0002/order-zytal.yaml";
    let over = || {
        let bench = Bench::copy(script::played());
        let position = bench.read("gem/turns/position.yaml");
        let ended = position.replace("ended: turn-complete", "ended: game-over");
        assert_ne!(ended, position);
        bench.write("gem/turns/position.yaml", ended);
        bench
    };
    let refused = |bench: &Bench, words: &str| {
        let before = bench.tree();
        let said = bench.run(&["reveal", GAME]);
        assert_eq!(said.code, 3, "{}", said.all());
        assert!(said.err.contains("order-zytal.yaml"), "{}", said.err);
        assert!(said.err.contains(words), "{}", said.err);
        assert_eq!(bench.tree().against(&before), "");
    };
    let bench = over();
    let text = bench.read(path);
    bench.write(path, format!("{text}# and one thing more\n"));
    refused(&bench, "it is not the file that sitting 2 bound");
    fs::remove_file(bench.dir().join(path)).unwrap();
    refused(&bench, "is missing");
    bench.write(path, text);
    bench.ok(&["reveal", GAME]);
}

#[test]
fn a_secret_in_the_public_folder_is_found() {
    for secret in [
        "secret/master.txt",
        "secret/key.yaml",
        "secret/decks.yaml",
        "players.yaml",
    ] {
        let bench = in_the_middle();
        fs::create_dir_all(bench.root().join("public/copies")).unwrap();
        let copy = bench.root().join("public/copies/of.txt");
        fs::copy(bench.root().join(secret), copy).unwrap();
        found(&bench, secret, "of.txt");
    }
    // A file name that is not valid text does not hide the secret.
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::ffi::OsStrExt as _;
        let bench = in_the_middle();
        let name = std::ffi::OsStr::from_bytes(b"c\xffpy.txt");
        let (from, to) = (
            bench.root().join("secret/key.yaml"),
            bench.root().join("public"),
        );
        fs::copy(from, to.join(name)).unwrap();
        found(&bench, "a strange name", "py.txt");
    }
    let bench = in_the_middle();
    let master = bench.read(&format!("{GAME}/secret/master.txt"));
    bench.write(
        &format!("{GAME}/public/notes.txt"),
        format!("the key: {master}"),
    );
    found(&bench, "quoted", "notes.txt");
    // Other files are allowed in the public folder.
    bench.write(&format!("{GAME}/public/notes.txt"), "a web page");
    bench.ok(&["adjudicate", GAME]);
}

/// An open game reads the players again each time, so a change of their file takes effect at once.
#[test]
fn changes_of_the_players_file_take_effect_at_once() {
    let bench = Bench::started();
    let game = bench.open(Disk::new());
    let zytal = |game: &Game| {
        let players = game.players().expect("players");
        players
            .of(&seat_id("zytal"))
            .map(|player| player.name.clone())
    };
    let before = zytal(&game).expect("a player");
    let text = bench.read("gem/players.yaml");
    bench.write("gem/players.yaml", text.replace(&before, "Zoe"));
    assert_eq!(zytal(&game).as_deref(), Some("Zoe"));
    bench.write("gem/players.yaml", "players: nobody\n");
    assert!(game.players().is_err());
    bench.write("gem/players.yaml", text);
    assert_eq!(zytal(&game), Some(before));
}
