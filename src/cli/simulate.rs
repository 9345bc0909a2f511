//! `simulate`: play games in memory, at random or with bots.

mod figures;

use super::{CliError, Ui, options, words};
use crate::{
    collect::Collect,
    dice::Quick,
    engine::{Broken, DynRuleset, Playing, Playout, RandomBot, Seat, SeatId},
    rulesets,
};
use figures::Figures;
use serde_json::Value;
use std::{
    collections::BTreeMap,
    num::NonZeroUsize,
    path::PathBuf,
    sync::atomic::{AtomicU64, Ordering},
    thread,
};

/// Play games in memory, at random or with bots.
///
/// Every game has its own seed, so the result does not depend on the number of threads. A bot sees only what its seat
/// may see.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge simulate time-agent --option scenario=two --games 1000\n\
\x20 chronojudge simulate time-agent --bots greedy,greedy,swing,greedy,swing,random --csv > games.csv\n\
\x20 chronojudge simulate time-pirates --option players=2 --bots search,random --think 100 --games 20\n\
\x20 chronojudge simulate time-control --content my-box/ --option players=2 --bots greedy --turns 60 --counts")]
pub(super) struct Args {
    /// The ruleset
    #[arg(default_value = rulesets::ALL[0].id)]
    ruleset: String,
    /// A variant of the rules, as `name=value`; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// A folder of content files that replace the program's own, to see how a game plays with them before it is
    /// founded (`new --content`)
    #[arg(long, value_name = "FOLDER")]
    content: Option<PathBuf>,
    /// The bots: one for all seats, or one for each seat, in order; `random` is in every game
    #[arg(long, value_name = "BOT", value_delimiter = ',')]
    bots: Vec<String>,
    /// The number of playouts with which `search` thinks about each answer; `search-1000` sets it for one seat
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    think: u32,
    /// The number of games
    #[arg(long, short = 'n', default_value_t = 100)]
    games: u64,
    /// The seed of the first game; each further game adds 1
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Stop a game after this number of turns
    #[arg(long, default_value_t = 20)]
    turns: u32,
    /// After every turn, check the laws of all games: the state can be saved and loaded, and no seat sees hidden
    /// information
    #[arg(long)]
    strict: bool,
    /// Count what the ruleset counts too, such as duels, Missions, and how players went out of the game, which takes longer; of
    /// a game that can end in several ways it also says how the games ended in which each of these happened
    #[arg(long, conflicts_with = "csv")]
    counts: bool,
    /// Print one line of comma-separated values per game, instead of the statistics of all games
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// The number of threads (all cores unless given)
    #[arg(long)]
    threads: Option<NonZeroUsize>,
}

struct Plan<'a> {
    rules: &'a dyn DynRuleset,
    options: Value,
    seats: Vec<Seat>,
    playing: Playing<'a>,
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
        );
        let internal = |broken: Broken| CliError::internal(format!("seed {seed}: {broken}"));
        game.map_err(|error| error.into_error(internal))
    }
}

pub(super) fn run(args: &Args, ui: &Ui) -> Result<u8, CliError> {
    let known = words::ruleset(&args.ruleset)?;
    let mut library = (known.library)();
    if let Some(folder) = &args.content {
        super::new::overlay(&mut library, folder)?;
    }
    let rules = (known.load)(&library)?;
    let options = options::read(&known, &*rules, &args.options)?;
    let options = Value::Object(options);
    let seats = rules
        .seats(&options)
        .map_err(|error| error.into_error(|illegal| CliError::user(illegal.words)))?;
    let named = args.bots.iter().map(|bot| match bot.as_str() {
        "search" => format!("search-{}", args.think),
        bot => bot.to_owned(),
    });
    let bots = cast(&*rules, &seats, &named.collect::<Vec<_>>())?;
    let plan = Plan {
        rules: &*rules,
        options,
        seats,
        playing: Playing {
            turns: args.turns,
            strict: args.strict,
            bots: Some(&bots),
            counts: args.counts,
        },
    };
    let started = std::time::Instant::now();
    let games = play_all(&plan, args, ui)?;
    let took = started.elapsed().as_secs_f64();
    let figures = Figures::of(&plan.seats, &games);
    if args.csv {
        for line in figures::csv(&plan.seats, args.seed, &games) {
            ui.line(line)?;
        }
    } else if ui.json() {
        ui.data(&figures.json())?;
    } else {
        for line in figures.table(&args.bots) {
            ui.line(line)?;
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "figures for reading")]
    let a_second = |n: usize| n as f64 / took;
    let playouts: u64 = games.iter().map(|game| game.playouts).sum();
    let thought = match usize::try_from(playouts) {
        Ok(0) | Err(_) => String::new(),
        Ok(playouts) => format!(", and {:.0} playouts of `search`", a_second(playouts)),
    };
    ui.say(format!(
        "{:.1} games and {:.0} answers per second{thought}",
        a_second(games.len()),
        a_second(games.iter().map(|game| game.answers).sum())
    ));
    match games.iter().map(|game| game.slips).sum::<usize>() {
        0 => Ok(0),
        slips => Err(CliError::internal(format!(
            "the bots gave {slips} answers that break the rules"
        ))),
    }
}

/// Returns the bot of each seat; seats without an entry play at random.
fn cast(
    rules: &dyn DynRuleset,
    seats: &[Seat],
    bots: &[String],
) -> Result<BTreeMap<SeatId, String>, CliError> {
    const RANDOM: &str = "random";
    let bots_known = rules.bots();
    let known = bots_known.iter().map(|bot| bot.name);
    let has: Vec<&str> = known.chain([RANDOM]).collect();
    for bot in bots {
        if bot != RANDOM && !rules.has_bot(bot) {
            return Err(
                CliError::user(format!("There is no bot `{bot}`.")).hint(format!(
                    "{} has {}.",
                    rules.id(),
                    has.join(", ")
                )),
            );
        }
    }
    if bots.len() > 1 && bots.len() != seats.len() {
        let names: Vec<&str> = seats.iter().map(|seat| seat.id.as_str()).collect();
        return Err(CliError::user(format!(
            "{} and {} do not fit.",
            words::count(bots.len(), "bot"),
            words::count(seats.len(), "seat")
        ))
        .hint(format!(
            "Name one bot for all, or one each for {}.",
            names.join(", ")
        )));
    }
    let one_each = bots.iter().cycle().zip(seats);
    Ok(one_each
        .filter(|(bot, _)| *bot != RANDOM)
        .map(|(bot, seat)| (seat.id.clone(), bot.clone()))
        .collect_map())
}

/// Plays all games on several threads; returns them in the order of their seeds.
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
