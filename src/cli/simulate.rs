//! `simulate`: random games in memory.

use super::{CliError, Ui, words};
use crate::{
    dice::Quick,
    engine::{AnyRuleset, Broken, Playing, Playout, RandomBot, Seat},
    rulesets,
};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    num::NonZeroUsize,
    sync::atomic::{AtomicU64, Ordering},
    thread,
};

/// Play random games in memory.
///
/// Every game has a seed of its own, so the result does not depend on the number of threads.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n\
\x20 chronojudge simulate time-agent --option scenario=two --games 1000")]
pub(super) struct Args {
    /// The rules
    #[arg(default_value = "time-agent")]
    ruleset: String,
    /// A variant of the rules, as `name=value`; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// How many games
    #[arg(long, short = 'n', default_value_t = 100)]
    games: u64,
    /// The seed of the first game; the next ones count up
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Stop a game after so many turns
    #[arg(long, default_value_t = 20)]
    turns: u32,
    /// After every turn, look whether the state keeps the laws of all games: it can be kept, and no
    /// seat sees what is hidden from it
    #[arg(long)]
    strict: bool,
    /// Threads (all cores unless given)
    #[arg(long)]
    threads: Option<NonZeroUsize>,
}

struct Plan<'a> {
    rules: &'a dyn AnyRuleset,
    options: Value,
    seats: Vec<Seat>,
    playing: Playing,
}

impl Plan<'_> {
    fn play(&self, seed: u64) -> Result<Playout, CliError> {
        let (mut bot, mut dice) = (RandomBot::new(seed), Quick::new(seed));
        let game = self.rules.playout(
            &self.options,
            &self.seats,
            &mut bot,
            &mut dice,
            self.playing,
        )?;
        game.map_err(|broken: Broken| CliError::internal(format!("seed {seed}: {broken}")))
    }
}

pub(super) fn run(args: &Args, ui: &Ui) -> Result<u8, CliError> {
    let known = rulesets::find(&args.ruleset)
        .ok_or_else(|| CliError::user(format!("There are no rules `{}`.", args.ruleset)))?;
    let rules = (known.load)(&(known.library)())?;
    let options: serde_json::Map<String, Value> = words::options(known.id, &args.options)?;
    let options = Value::Object(options);
    let seats = rules
        .seats(&options)?
        .map_err(|illegal| CliError::user(illegal.words))?;
    let plan = Plan {
        rules: &*rules,
        options,
        seats,
        playing: Playing {
            turns: args.turns,
            strict: args.strict,
        },
    };
    let started = std::time::Instant::now();
    let games = play_all(&plan, args, ui)?;
    let took = started.elapsed().as_secs_f64();
    summary(&plan, &games, took, ui)
}

/// Plays all games on several threads; the list is in the order of their seeds.
fn play_all(plan: &Plan<'_>, args: &Args, ui: &Ui) -> Result<Vec<Playout>, CliError> {
    let threads = args
        .threads
        .or_else(|| thread::available_parallelism().ok())
        .map_or(1, NonZeroUsize::get);
    let bar = ui.progress(args.games, "playing");
    let next = AtomicU64::new(0);
    let mut all: BTreeMap<u64, Playout> = BTreeMap::new();
    thread::scope(|scope| -> Result<(), CliError> {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| -> Result<Vec<(u64, Playout)>, CliError> {
                    let mut mine = vec![];
                    loop {
                        let n = next.fetch_add(1, Ordering::Relaxed);
                        if n >= args.games {
                            return Ok(mine);
                        }
                        mine.push((n, plan.play(args.seed.wrapping_add(n))?));
                        bar.inc(1);
                    }
                })
            })
            .collect();
        for worker in workers {
            let mine = worker
                .join()
                .map_err(|_| CliError::internal("a game ended in a panic"))??;
            all.extend(mine);
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    Ok(all.into_values().collect())
}

#[expect(clippy::cast_precision_loss, reason = "figures for reading")]
fn summary(plan: &Plan<'_>, games: &[Playout], took: f64, ui: &Ui) -> Result<u8, CliError> {
    let answers: usize = games.iter().map(|g| g.answers).sum();
    let turns: u32 = games.iter().map(|g| g.turns).sum();
    let ended = games.iter().filter(|g| g.ended).count();
    let mut wins: BTreeMap<&str, usize> = plan.seats.iter().map(|s| (s.id.as_str(), 0)).collect();
    for winner in games.iter().flat_map(|g| &g.winners) {
        *wins.entry(winner.as_str()).or_default() += 1;
    }
    if ui.json() {
        return ui.data(&json!({
            "games": games.len(), "ended": ended, "turns": turns, "answers": answers, "wins": wins,
        }));
    }
    let n = games.len().max(1);
    ui.line(format!(
        "{} games, {ended} ended by themselves, {:.1} turns and {:.0} answers a game",
        games.len(),
        f64::from(turns) / n as f64,
        answers as f64 / n as f64
    ))?;
    for (seat, won) in wins {
        ui.line(format!(
            "{seat:12} won {won:6}  {:5.1} %",
            100.0 * won as f64 / n as f64
        ))?;
    }
    ui.say(format!(
        "{:.1} games and {:.0} answers a second",
        games.len() as f64 / took,
        answers as f64 / took
    ));
    Ok(0)
}
