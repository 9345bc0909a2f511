//! Measures how fast the program is: `cargo bench`. Nothing here is asserted; the figures are for the README.

use chronojudge::{
    audit,
    dice::{Chain, Dice, Fair, Key, Label, Master, Name, Quick},
    engine::{DynRuleset, RandomBot},
    game_dir::{Disk, Game},
    rulesets,
    run::{self, Request},
};
use divan::{Bencher, counter::ItemsCount};
use std::{
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};

fn main() {
    divan::main();
}

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("games")
        .join(name)
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("a file");
        }
    }
}

/// Measures one whole six-seat turn as a process: YAML in; state, reports and outbox out.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn turn_as_a_process(bencher: Bencher<'_, '_>) {
    bencher
        .with_inputs(|| {
            let folder = tempfile::tempdir().expect("a folder");
            copy(&example("gem-1992"), folder.path());
            folder
        })
        .bench_local_values(|folder| {
            let status = Command::new(env!("CARGO_BIN_EXE_chronojudge"))
                .args(["--quiet", "adjudicate"])
                .arg(folder.path())
                .status()
                .expect("the program");
            assert!(status.success());
            folder
        });
}

/// Measures `check` of one order file as a process.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn check_as_a_process() {
    let game = example("gem-1992");
    let orders = std::fs::read_dir(game.join("orders"))
        .expect("a folder")
        .filter_map(|e| Some(e.ok()?.path().join("zytal.yaml")))
        .max()
        .expect("an order file");
    let output = Command::new(env!("CARGO_BIN_EXE_chronojudge"))
        .arg("check")
        .arg(orders)
        .output()
        .expect("the program");
    assert!(output.status.success());
}

/// Measures the program's start: `--version` as a process.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn start_up() {
    Command::new(env!("CARGO_BIN_EXE_chronojudge"))
        .arg("--version")
        .output()
        .expect("the program");
}

/// Measures random legal play in memory: ten rounds of six seats; items are answers.
#[divan::bench]
fn answers_in_memory(bencher: Bencher<'_, '_>) {
    let known = rulesets::find("time-agent").expect("a ruleset");
    let rules: Box<dyn DynRuleset> = (known.load)(&(known.library)()).expect("content");
    let options = serde_json::json!({"scenario": "six"});
    let seats = rules.seats(&options).expect("seats");
    let play = |seed: u64| {
        let (mut bot, mut dice) = (RandomBot::new(seed), Quick::new(seed));
        rules
            .playout(
                &options,
                &seats,
                &mut bot,
                &mut dice,
                chronojudge::engine::Playing::turns(10),
            )
            .expect("legal play")
    };
    let answers = play(1).answers;
    bencher
        .counter(ItemsCount::new(answers))
        .bench_local(|| play(1));
}

/// Measures whole games, played at random in memory, that end within so many turns; items are games.
fn random_games(bencher: Bencher<'_, '_>, ruleset: &str, players: u8, turns: u32) {
    let known = rulesets::find(ruleset).expect("a ruleset");
    let rules: Box<dyn DynRuleset> = (known.load)(&(known.library)()).expect("content");
    let options = serde_json::json!({ "players": players });
    let seats = rules.seats(&options).expect("seats");
    let mut seed = 0;
    bencher.counter(ItemsCount::new(1_usize)).bench_local(|| {
        seed += 1;
        let (mut bot, mut dice) = (RandomBot::new(seed), Quick::new(seed));
        let playing = chronojudge::engine::Playing::turns(turns);
        let game = rules.playout(&options, &seats, &mut bot, &mut dice, playing);
        let game = game.expect("legal play");
        assert!(game.ended);
        game
    });
}

/// The Time Whisperers for three.
#[divan::bench]
fn games_of_whisperers(bencher: Bencher<'_, '_>) {
    random_games(bencher, "time-whisperers", 3, 4);
}

/// Time Pirates for four.
#[divan::bench]
fn games_of_pirates(bencher: Bencher<'_, '_>) {
    random_games(bencher, "time-pirates", 4, 2000);
}

/// Time Control for four.
#[divan::bench]
fn games_of_time_control(bencher: Bencher<'_, '_>) {
    random_games(bencher, "time-control", 4, 60);
}

/// The LOOP for four.
#[divan::bench]
fn games_of_the_loop(bencher: Bencher<'_, '_>) {
    random_games(bencher, "the-loop", 4, 22);
}

/// Measures labelled dice of the protocol: 1,000 labels, one die each; items are dice.
#[divan::bench]
fn labelled_dice(bencher: Bencher<'_, '_>) {
    let labels: Vec<Label> = (0..1000)
        .map(|n| {
            Label::new(format!("combat/4a-3/zytal-squad-1/roo-agent-{n}/attack")).expect("a label")
        })
        .collect();
    let mut dice = Fair::new(&Key::from_bytes([7; 32]), Key::from_bytes([8; 32]));
    bencher
        .counter(ItemsCount::new(labels.len()))
        .bench_local(|| {
            labels
                .iter()
                .map(|label| dice.roll(label, 1, 6).expect("a die")[0])
                .sum::<u32>()
        });
}

/// Returns the chain of 4,096 keys.
#[divan::bench]
fn chain_of_keys() -> Chain {
    let game = Name::new("gem-1992").expect("a name");
    Chain::new(&Master::from_bytes([9; 32]), &game, 4096)
}

/// Measures the audit of a game of 100 sittings.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn audit_of_a_long_game() -> usize {
    static LONG: OnceLock<tempfile::TempDir> = OnceLock::new();
    let folder = LONG.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        copy(&example("gem-1992"), folder.path());
        let game = Game::open(folder.path(), Disk::new()).expect("a game");
        let now = chrono::Utc::now();
        let game = game.lock(now).expect("the lock");
        for _ in 0..100 {
            let request = Request {
                at: now,
                overdue: true,
                early: None,
            };
            run::sit(&game, &request).expect("a sitting");
        }
        folder
    });
    audit::verify(&folder.path().join("public")).len()
}
