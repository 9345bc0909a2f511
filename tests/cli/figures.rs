//! Commands that need no game: odds, games in memory, and checks of the content.

use super::bench::Bench;
use std::{fs, path::Path, process::Command};

/// Runs a command; returns its exit code, output and messages.
fn run(args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_chronojudge"))
        .args(args)
        .output()
        .expect("the program");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let code = output.status.code().expect("an exit code");
    (code, text(&output.stdout), text(&output.stderr))
}

#[test]
fn odds_are_exact() {
    let (code, out, _) = run(&[
        "odds",
        "time-agent",
        "2-fiolli-squads",
        "--against",
        "veneb-agent",
    ]);
    assert_eq!(
        (code, out.as_str()),
        (
            0,
            "by               against             find  eliminate       both\n\
             2 fiolli squads  1 veneb agent     82.6 %     82.6 %     68.3 %\n"
        )
    );
    let (code, out, _) = run(&[
        "odds",
        "time-agent",
        "--json",
        "roo-agent",
        "--against",
        "human-agent",
    ]);
    assert_eq!(code, 0);
    assert!(out.contains(r#""exact": "7/12""#), "{out}");
    // The whole card: seven mixes of each race against both operatives of the five others.
    let (_, out, _) = run(&["odds", "time-agent"]);
    assert_eq!(out.lines().count(), 1 + 6 * 7 * 5 * 2);
    let (code, _, err) = run(&["odds", "time-agent", "2-roo-spies"]);
    assert!(code == 2 && err.contains("explain E1034"), "{err}");
    let (code, _, err) = run(&["odds", "time-pirates"]);
    assert!(code == 2 && err.contains("no such odds"), "{err}");
}

/// Every game has a seed of its own, so the number of threads changes nothing.
#[test]
fn bots_play_the_same_on_any_number_of_threads() {
    let play = |threads: &str| {
        let (code, out, err) = run(&[
            "-q",
            "simulate",
            "time-agent",
            "--option",
            "scenario=four",
            "--bots",
            "greedy,swing,random,greedy",
            "--games",
            "3",
            "--turns",
            "2",
            "--csv",
            "--threads",
            threads,
        ]);
        assert_eq!(code, 0, "{err}");
        out
    };
    let one = play("1");
    assert!(
        one.starts_with("seed,turns,ended,ending,answers,winners,buralti,fiolli,roo,zytal\n1,2,"),
        "{one}"
    );
    assert_eq!(one, play("3"));
    let (code, _, err) = run(&["simulate", "time-agent", "--bots", "clever"]);
    assert!(
        code == 2 && err.contains("time-agent has greedy, swing, search, random"),
        "{err}"
    );
    let (code, _, err) = run(&["simulate", "time-agent", "--bots", "greedy,swing"]);
    assert!(
        code == 2 && err.contains("2 bots and 6 seats do not fit"),
        "{err}"
    );
}

/// What the game counts is added up over all games, and is the same on any number of threads; other games count nothing.
#[test]
fn what_a_game_counts_is_printed_when_it_is_asked_for() {
    let play = |more: &[&str]| {
        let game = ["-q", "simulate", "time-control", "--option", "players=2"];
        let rest = ["--games", "5", "--turns", "60"];
        let (code, out, err) = run(&[&game[..], &rest, more].concat());
        assert_eq!(code, 0, "{err}");
        out
    };
    let json =
        |more: &[&str]| -> serde_json::Value { serde_json::from_str(&play(more)).expect("JSON") };
    let told = json(&["--json", "--counts"]);
    assert_eq!(told, json(&["--json", "--counts", "--threads", "1"]));
    let counts = &told["counts"];
    let of = |name: &str| counts[name].as_u64().unwrap_or(0);
    let out = of("technological") + of("cultural") + of("societal");
    assert!(out >= 5, "a player goes out in each game: {counts}");
    assert!(
        of("announcements") > of("interrupts") && of("interrupts") > 0,
        "{counts}"
    );
    assert!(
        of("tokens in duels") > 0 && of("Fate cards in duels") > 0,
        "{counts}"
    );
    let games = told["lengths"]["games"].as_object().expect("a histogram");
    let games = games.values().filter_map(serde_json::Value::as_u64);
    assert_eq!(
        games.sum::<u64>(),
        told["ended"].as_u64().expect("a number")
    );
    assert!(play(&["--counts"]).contains("announcements"));
    assert!(
        of("announcements")
            > told["games-with"]["announcements"]["games"]
                .as_u64()
                .expect("a number")
    );
    let without = json(&["--json"]);
    assert_eq!(without["counts"], serde_json::json!({}));
    assert_eq!(without["wins"], told["wins"], "counting changes no game");
}

/// The games of a cooperative game are counted by how they ended, for each thing that happened in them: a Mission that is
/// completed was revealed before, and a fourth Vortex or a second one in an Era ends a game.
#[test]
fn what_happened_is_told_by_the_endings_of_the_games() {
    let play = |more: &[&str]| {
        let game = [
            "-q", "simulate", "the-loop", "--games", "20", "--bots", "greedy",
        ];
        let (code, out, err) = run(&[&game[..], &["--turns", "40", "--counts"], more].concat());
        assert_eq!(code, 0, "{err}");
        out
    };
    let told: serde_json::Value = serde_json::from_str(&play(&["--json"])).expect("JSON");
    let with = told["games-with"].as_object().expect("names");
    let games = |of: &serde_json::Value| of["games"].as_u64().expect("a number");
    let mut missions = 0;
    for (name, of) in with {
        let endings = of["endings"].as_object().expect("endings").values();
        let ended: u64 = endings.filter_map(serde_json::Value::as_u64).sum();
        assert_eq!(ended, games(of), "every game of these ended: {name}");
        if let Some(mission) = name.strip_prefix("completed ") {
            let revealed = &with[&format!("revealed {mission}")];
            assert!(games(of) <= games(revealed), "{mission}");
            missions += games(of);
        }
    }
    let won = told["endings"]["victory"].as_u64().unwrap_or(0);
    assert!(
        missions >= 4 * won && won > 0,
        "{missions} Missions in {won} games that were won"
    );
    let line = play(&[]);
    let line = line.lines().find(|line| line.starts_with("Vortex in "));
    assert!(
        line.is_some_and(|line| line.contains(" games: ") && line.contains(" fourth vortex")),
        "{line:?}"
    );
}

/// A game is simulated with content of one's own: where each Problem counts as one type alone, players go out later.
#[test]
fn a_game_is_simulated_with_content_of_ones_own() {
    let bench = Bench::empty();
    let source = "crates/rules/src/rulesets/time_control/content/problems.yaml";
    let own =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(source)).expect("content");
    let typed = |line: &str| match line.split_once("types: [") {
        Some((before, after)) => {
            let (types, after) = after.split_once(']').expect("a list");
            let first = types.split(',').next().expect("a type");
            format!("{before}types: [{first}]{after}\n")
        }
        None => format!("{line}\n"),
    };
    bench.write(
        "milder/problems.yaml",
        own.lines().map(typed).collect::<String>(),
    );
    let median = |more: &[&str]| {
        let game = ["-q", "simulate", "time-control", "--option", "players=2"];
        let told = bench.json(&[&game[..], &["--games", "9", "--turns", "60"], more].concat());
        told["lengths"]["middle"].as_u64().expect("a number")
    };
    assert!(median(&["--content", "milder"]) > median(&[]));
    bench.write("wrong/cards.yaml", "cards: []\n");
    let refused = bench.run(&["simulate", "time-control", "--content", "wrong"]);
    assert_eq!(refused.code, 3);
    assert!(refused.all().contains("cards.yaml"), "{}", refused.all());
}

/// The table of component checks, for people and for scripts; a game without such checks has no table.
#[test]
fn content_check_prints_the_component_checks() {
    let (code, out, err) = run(&["content", "check", "time-agent"]);
    assert_eq!(code, 0, "{err}");
    assert!(
        out.contains("  1  yes    exact   95 tiles in 15 zones: 95 tiles, 15 zones\n"),
        "{out}"
    );
    assert!(out.contains(" 31  NO "), "{out}");
    let (code, out, _) = run(&["content", "check", "time-whisperers", "--json"]);
    let told: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(
        (code, told["claims"].as_array().map(Vec::len)),
        (0, Some(0))
    );
}
