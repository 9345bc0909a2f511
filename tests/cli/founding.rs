//! Messages and corrections before a game begins: options, addresses, completions.

use super::bench::{Bench, GAME, MASTER, SEATS, said};
use chronojudge::rulesets;
use std::{path::Path, process::Command};

fn new(bench: &Bench, more: &[&str]) -> super::bench::Said {
    let args = [
        "new", GAME, "--dice", "plain", "--trust", "address", "--master", MASTER, "--keys", "8",
    ];
    bench.run(&[&args[..], more].concat())
}

#[test]
fn one_option_leaves_the_usual_others_in_force() {
    let bench = Bench::empty();
    let said = new(
        &bench,
        &[
            "--ruleset",
            "time-whisperers",
            "--option",
            "placement=random",
        ],
    );
    assert_eq!(said.code, 0, "{}", said.all());
    let game = bench.read("gem/game.yaml");
    assert!(game.contains("placement: random"), "{game}");
    assert!(game.contains("players: 3"), "{game}");
    let bench = Bench::empty();
    let said = new(
        &bench,
        &["--ruleset", "time-pirates", "--option", "weeks=4"],
    );
    assert_eq!(said.code, 0, "{}", said.all());
    assert!(bench.read("gem/game.yaml").contains("players: 4"));
}

#[test]
fn an_error_names_the_option_at_fault() {
    for (ruleset, options, words) in [
        (
            "time-whisperers",
            &["playres=3"][..],
            "The Time Whisperers has no option `playres`",
        ),
        (
            "time-whisperers",
            &["placement=randm", "youth=true"],
            "`placement=randm`: ",
        ),
        (
            "time-whisperers",
            &["youth=true", "players=7"],
            "`players=7`: 2 to 4 play",
        ),
        ("time-pirates", &["weeks=x"], "`weeks=x`: "),
        ("time-pirates", &["players=3", "weeks=9"], "`weeks=9`: "),
        (
            "time-agent",
            &["scenario=seven"],
            "`scenario=seven`: There is no scenario",
        ),
    ] {
        let bench = Bench::empty();
        let options: Vec<&str> = options.iter().flat_map(|o| ["--option", o]).collect();
        let said = new(&bench, &[&["--ruleset", ruleset], &options[..]].concat());
        assert_eq!(said.code, 2, "{}", said.all());
        assert!(said.err.contains(words), "{words}\n{}", said.all());
        assert!(!bench.root().exists());
    }
    let bench = Bench::empty();
    let said = new(
        &bench,
        &["--ruleset", "time-whisperers", "--option", "playres=3"],
    );
    assert!(
        said.err.contains("Did you mean `players`?"),
        "{}",
        said.all()
    );
    let said = new(
        &bench,
        &[
            "--ruleset",
            "time-whisperers",
            "--option",
            "placement=randm",
        ],
    );
    assert!(
        said.err.contains("Possible: secret, random."),
        "{}",
        said.all()
    );
}

#[test]
fn the_help_of_new_lists_every_option_of_every_ruleset() {
    let bench = Bench::empty();
    let all = bench.ok(&["new", "--help"]).out;
    for known in rulesets::ALL {
        let rules = (known.load)(&(known.library)()).unwrap();
        let schema = rules.options_schema().to_value();
        let names: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
        let one = bench.ok(&["new", "--help", known.id]).out;
        let by_option = bench.ok(&["new", "--ruleset", known.id, "--help"]).out;
        assert_eq!(one, by_option);
        for help in [&all, &one] {
            for name in &names {
                assert!(
                    help.contains(&format!("--option {name}=")),
                    "{name}\n{help}"
                );
            }
        }
        let others = rulesets::ALL.iter().filter(|other| other.id != known.id);
        for other in others {
            assert!(
                !one.contains(&format!("Options of {}", other.title)),
                "{one}"
            );
        }
    }
    let whisperers = bench.ok(&["new", "--help", "time-whisperers"]).out;
    for words in [
        "[possible: 2 to 4] [default: 3]",
        "random",
        "By chance",
        "[default: secret]",
    ] {
        assert!(whisperers.contains(words), "{words}\n{whisperers}");
    }
}

#[test]
fn an_address_is_corrected_until_the_game_begins() {
    let bench = Bench::empty();
    bench.found();
    bench.seat(&SEATS[..2]);
    let again = |more: &[&str]| bench.run(&[&["seat", GAME, "veneb", "--again"], more].concat());
    let said = again(&["--address", "veneb@example.net"]);
    assert_eq!(
        said.err,
        "Corrected Player veneb <veneb@example.net>: veneb.\nThe invitation to veneb@example.net is in the outbox.\n"
    );
    let players = bench.read("gem/players.yaml");
    assert!(players.contains("address: veneb@example.net"), "{players}");
    assert!(!players.contains("veneb@example.org"), "{players}");
    assert!(
        players.contains("salt-hashes:"),
        "the salt stays promised: {players}"
    );
    // An empty seat has no player to correct, and a slip changes nothing.
    assert_eq!(
        bench
            .run(&["seat", GAME, "roo", "--again", "--name", "X"])
            .code,
        2
    );
    assert_eq!(again(&["--address", "nowhere"]).code, 2);
    assert_eq!(again(&[]).code, 2);
    assert_eq!(bench.read("gem/players.yaml"), players);
    // Corrections are possible when all seats are taken too, except of the key, which stands in the log then.
    bench.seat(&SEATS[2..]);
    assert_eq!(again(&["--name", "Vera"]).code, 0);
    assert!(bench.read("gem/players.yaml").contains("name: Vera"));
    let key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJDVuOWBPJo5mZ8DBQVZw3bOLq3gCbZTCw6fBCmFiN8m";
    assert_eq!(again(&["--key", key]).code, 2);
    bench.open_all();
    bench.ok(&["start", GAME]);
    let late = again(&["--address", "late@example.net"]);
    assert!(
        late.code == 2 && late.err.contains("replace"),
        "{}",
        late.all()
    );
    // The first report went to the corrected address.
    let report = bench.read("gem/outbox/gem.s0001.veneb.report.1.eml");
    assert!(report.contains("veneb@example.net"), "{report}");
}

/// Returns the words that the program offers to bash for the last of these words.
fn offered(bench: &Bench, words: &[&str]) -> Vec<String> {
    offered_in(bench, bench.dir(), Path::new("/nowhere"), words)
}

/// Returns the words that the program offers in a folder, with a home directory.
fn offered_in(bench: &Bench, folder: &Path, home: &Path, words: &[&str]) -> Vec<String> {
    let mut command = bench.command(&[&["--", "chronojudge"], words].concat());
    command
        .current_dir(folder)
        .env("HOME", home)
        .env("COMPLETE", "bash")
        .env("_CLAP_COMPLETE_INDEX", words.len().to_string())
        .env("_CLAP_COMPLETE_COMP_TYPE", "9")
        .env("_CLAP_COMPLETE_SPACE", "true")
        .env("_CLAP_IFS", "\n");
    let said = said(&command.output().expect("the program runs"));
    assert_eq!(said.code, 0, "{}", said.all());
    said.out
        .lines()
        .map(|word| word.trim().to_owned())
        .collect()
}

#[test]
fn completions_offer_nothing_internal() {
    let bench = Bench::empty();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = bench.ok(&["completions", shell]).out;
        assert!(script.contains("COMPLETE"), "{shell}: {script}");
        for internal in ["--clock", "--master", "--worker", "worker", "manual page"] {
            assert!(!script.contains(internal), "{shell}: {internal}");
        }
    }
    let commands = offered(&bench, &[""]);
    assert!(commands.contains(&"adjudicate".to_owned()), "{commands:?}");
    assert!(!commands.contains(&"man".to_owned()), "{commands:?}");
    assert_eq!(offered(&bench, &["new", "--sch"]), ["--schedule"]);
    for internal in ["--mas", "--clo", "--work"] {
        for command in ["new", "tick"] {
            assert_eq!(offered(&bench, &[command, internal]), [""; 0], "{internal}");
        }
    }
}

#[test]
fn seats_and_rulesets_are_completed() {
    let bench = Bench::started();
    assert_eq!(offered(&bench, &["form", GAME, "zy"]), ["zytal"]);
    let all = offered(&bench, &["replace", GAME, ""]);
    assert!(
        SEATS.iter().all(|seat| all.contains(&(*seat).to_owned())),
        "{all:?}"
    );
    assert_eq!(offered(&bench, &["seat", GAME, "veneb", "hum"]), ["human"]);
    assert_eq!(offered(&bench, &["form", "no-game", "zy"]), [""; 0]);
    assert_eq!(
        offered(&bench, &["new", "x", "--ruleset", "time-w"]),
        ["time-whisperers"]
    );
    assert_eq!(offered(&bench, &["odds", "time-p"]), ["time-pirates"]);
    // A shell leaves the `~` of the other words to the program; `HOME` of the test is its folder.
    let home = bench.dir().to_owned();
    let within = |folder: &Path, words: &[&str]| offered_in(&bench, folder, &home, words);
    assert_eq!(within(Path::new("/"), &["form", "~/gem", "zy"]), ["zytal"]);
    // The game in the current directory is meant only if no word names a folder.
    let gem = home.join(GAME);
    assert_eq!(within(&gem, &["salt", "hash", "0a1b", "zy"]), ["zytal"]);
    for other in ["../no-game", "~/no-game", "secret", ".."] {
        assert_eq!(within(&gem, &["form", other, "zy"]), [""; 0], "{other}");
    }
    assert_eq!(within(&gem, &["form", ".", "zy"]), ["zytal"]);
}

/// The script for zsh completes when it is pasted, and also as a file that zsh loads at the first completion.
#[test]
fn the_script_for_zsh_completes_when_it_is_loaded() {
    let bench = Bench::empty();
    let script = bench.ok(&["completions", "zsh"]).out;
    bench.write("functions/_chronojudge", script);
    let stub = "compdef() { :; }\nexpr() { :; }\nchronojudge() { print asked >> asked; }\nCURRENT=2\nwords=(chronojudge '')\n";
    let zsh = |run: &str| {
        Command::new("zsh")
            .args(["-f", "-c", &format!("{stub}{run}")])
            .current_dir(bench.dir())
            .output()
    };
    let Ok(run) = zsh("fpath=($PWD/functions)\nautoload -U _chronojudge\n_chronojudge") else {
        eprintln!("skipped: zsh is not installed");
        return;
    };
    assert!(run.status.success(), "{run:?}");
    assert_eq!(bench.read("asked"), "asked\n");
    // `source` only defines the function.
    let run = zsh("source functions/_chronojudge").expect("zsh");
    assert!(run.status.success(), "{run:?}");
    assert_eq!(bench.read("asked"), "asked\n");
}

#[test]
fn a_near_miss_is_suggested() {
    let bench = Bench::started();
    for (args, says) in [
        (&["stauts", GAME][..], "'status'"),
        (&["status", GAME, "--jsn"], "'--json'"),
        (&["form", GAME, "zital"], "Did you mean `zytal`?"),
        (&["simulate", "time-agnet"], "Did you mean `time-agent`?"),
        (
            &["new", "x", "--ruleset", "time-pirate"],
            "Did you mean `time-pirates`?",
        ),
        (&["simulate", "chess"], "The rulesets are time-agent, "),
    ] {
        let said = bench.run(args);
        assert_eq!(said.code, 2, "{args:?}: {}", said.all());
        assert!(said.err.contains(says), "{args:?}: {}", said.all());
    }
}

#[test]
fn help_lists_the_commands_in_groups() {
    let bench = Bench::empty();
    let help = bench.ok(&["--help"]).out;
    for group in [
        "Play:",
        "Set up a game:",
        "Run a game:",
        "The GM's desk:",
        "Publish and audit:",
    ] {
        assert!(help.contains(&format!("\n{group}\n  ")), "{help}");
    }
    assert!(
        help.contains("  audit        Check a public folder without trusting the GM\n"),
        "{help}"
    );
    assert!(
        help.contains("\nOptions:\n") && help.contains("\nExit codes: "),
        "{help}"
    );
    assert!(!help.contains('\u{1b}'), "{help}");
    assert_eq!(help, bench.ok(&["help"]).out);
}

#[test]
fn status_and_audit_are_coloured_if_the_environment_wants_it() {
    let bench = Bench::started();
    let run = |args: &[&str], name: &str| {
        let mut command = bench.command(args);
        command.env_remove("NO_COLOR").env(name, "1");
        said(&command.output().expect("the program runs")).out
    };
    for (args, shown) in [
        (["status", GAME], "\u{1b}[33mnone     \u{1b}[0m"),
        (
            ["audit", GAME],
            "\u{1b}[32mok\u{1b}[0m         order and keys of the records\n",
        ),
        (["status", "."], "\u{1b}[1m./gem\u{1b}[0m: "),
    ] {
        let coloured = run(&args, "CLICOLOR_FORCE");
        assert!(coloured.contains(shown), "{args:?}: {coloured:?}");
        assert!(!run(&args, "CLICOLOR").contains('\u{1b}'), "{args:?}");
        assert!(!run(&args, "NO_COLOR").contains('\u{1b}'), "{args:?}");
    }
}

/// Data in a file has no codes of colours, also if the messages on the terminal have them.
#[cfg(unix)]
#[test]
fn data_that_is_redirected_has_no_colours() {
    let bench = Bench::copy(super::script::played());
    bench.write("bad.yaml", "game: gem\n");
    let program = bench.command(&[]).get_program().to_owned();
    for (args, shown) in [
        ("check bad.yaml --game gem", "REJECTED bad.yaml"),
        ("receive gem bad.yaml", "REJECTED bad.yaml"),
        ("rerun gem 1", "identical turn 1"),
    ] {
        // The program's standard error is a terminal, its standard output a file.
        let inner = format!("'{}' {args} > data", program.display());
        let run = "import pty, sys; pty.spawn(['sh', '-c', sys.argv[1]])";
        let ran = Command::new("python3")
            .args(["-c", run, &inner])
            .current_dir(bench.dir())
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .env("TERM", "xterm")
            .output()
            .expect("python");
        let data = bench.read("data");
        assert!(data.starts_with(shown), "{args}: {data:?} {ran:?}");
        assert!(!data.contains('\u{1b}'), "{args}: {data:?}");
        let messages = String::from_utf8_lossy(&ran.stdout);
        let is_coloured = messages.contains('\u{1b}');
        assert!(is_coloured || messages.is_empty(), "{args}: {messages:?}");
    }
}

/// A title stands in subjects and at the top of reports: one that does not fit there is refused before any file is
/// written.
#[test]
fn a_title_is_one_line_of_plain_text() {
    let long = "x".repeat(101);
    for (title, words) in [
        ("", "The title has no letters."),
        ("   ", "The title has no letters."),
        ("The\nGem", "The title has a character that cannot be seen"),
        ("The\tGem", "The title has a character that cannot be seen"),
        (
            "The \u{1b}[1mGem",
            "The title has a character that cannot be seen",
        ),
        (
            "The \u{202e}Gem",
            "The title has a character that cannot be seen",
        ),
        (
            "The \u{200b}Gem",
            "The title has a character that cannot be seen",
        ),
        (long.as_str(), "The title is longer than 100 characters."),
    ] {
        let bench = Bench::empty();
        let said = new(&bench, &["--title", title]);
        assert_eq!(said.code, 2, "{title:?}: {}", said.all());
        assert!(said.err.contains(words), "{title:?}: {}", said.all());
        assert!(said.err.contains("--title 'Summer War'"), "{}", said.all());
        assert!(!bench.root().exists());
    }
    let bench = Bench::empty();
    let said = new(&bench, &["--title", "Größe — «Zeit»"]);
    assert_eq!(said.code, 0, "{}", said.all());
}

/// A game accepts orders with the token of the form, unless the GM asks for less, which gets a warning.
#[test]
fn a_game_wants_tokens_unless_it_is_told_otherwise() {
    let bench = Bench::empty();
    let new = ["new", GAME, "--dice", "plain", "--master", MASTER];
    let said = bench.ok(&new);
    assert!(!said.err.contains("warning"), "{}", said.err);
    assert!(bench.read("gem/players.yaml").starts_with("trust: token\n"));
    let zytal = ["zytal", "--name", "Zoe", "--address", "zoe@example.org"];
    let seat = [&["seat", GAME][..], &zytal].concat();
    assert!(!bench.ok(&seat).err.contains("trust"));

    let bench = Bench::empty();
    let warned = |args: &[&str]| {
        let said = bench.ok(args);
        assert!(
            said.err.contains("write `trust: token` into players.yaml"),
            "{}",
            said.err
        );
    };
    warned(&[&new[..], &["--trust", "address"]].concat());
    warned(&seat);
    warned(&["status", GAME]);
}

/// Every title is published in the one form that both auditors read.
#[test]
fn every_title_is_published_in_the_one_form() {
    for title in [
        "a: b",
        "# x",
        "a # b",
        "'quoted'",
        "\"q\" \\ back",
        "- dash",
        "[x]",
        "{x}",
        "yes",
        "12:30",
        "2026-11-24",
        "\u{dc}n\u{ef} \u{6771}\u{4eac} \u{1f3b2}",
        "%x",
        "@x",
        "!x",
        "x:",
        "? x",
        "~",
    ] {
        let bench = Bench::empty_in_memory();
        bench.found_for_two(&[&format!("--title={title}")]);
        let said = bench.ok(&["audit", GAME]);
        assert!(
            said.out.contains("ok         order and keys"),
            "{title}: {}",
            said.out
        );
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/site/verify.py");
        let second = std::process::Command::new("python3")
            .args([script, "gem"])
            .current_dir(bench.dir())
            .output();
        let words = second.map(|second| String::from_utf8_lossy(&second.stdout).into_owned());
        let words = words.expect("python3 runs the second verifier");
        assert!(words.contains("ok         game.yaml\n"), "{title}: {words}");
    }
}
