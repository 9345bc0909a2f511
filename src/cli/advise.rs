//! `advise`: order files for a player's turn, from the bots, by the player's own view alone.

use super::{CliError, Ui, own_view::OwnView, words};
use crate::{
    engine::{Advised, Estimate, Thoroughness},
    game_dir::NoAdvice,
    orders::{Head, written},
    yaml::flat,
};
use serde_json::json;
use std::{fs, path::PathBuf};

/// The number of order files that are shown.
const SHOWN: usize = 3;

/// Get order files for your turn from the bots, by your own view alone.
///
/// Bots play your whole turn in several positions that fit all that your view shows; their answers become order files.
/// Each file is then played in the same imagined positions and with the same dice as the others, the other players are
/// played by the cheap bot of the game, and the game is played on a little. The three best are shown, the best first, with
/// the share of the game that is expected of each: 100 % is a game that is won. Positions in which the playing stops count
/// by what they are worth among all of them. The ranges are 95 % intervals of the mean in these imagined positions; how
/// well the bots play is not in them.
///
/// The same view gives the same advice. The GM of a game can forbid advice; the view then says so.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge advise --view zytal.view.yaml\n\
\x20 chronojudge advise --view zytal.view.yaml --out . --think 200\n\
\x20 chronojudge advise --view zytal.view.yaml --json | jq '.advice[0].orders'")]
pub(super) struct Args {
    /// The view that came with the report
    #[arg(long)]
    view: PathBuf,
    /// The playouts for each question of the turn
    #[arg(long, default_value_t = Thoroughness::default().think, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    think: u32,
    /// The imagined positions in which each bot plans the turn
    #[arg(long, default_value_t = Thoroughness::default().plans, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    plans: u32,
    /// The imagined positions in which each order file is tried
    #[arg(long, default_value_t = Thoroughness::default().samples, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    samples: u32,
    /// Write the order files into this folder, as `advice-1.yaml` and so on
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Returns the error of a view on which there is no advice.
fn refused(why: NoAdvice, game: &str) -> CliError {
    match why {
        NoAdvice::Forbidden => CliError::user(format!("E0320: {game} is played without advice."))
            .hint("`chronojudge explain E0320` explains it."),
        NoAdvice::Begun => {
            CliError::user("The turn has begun; there is advice on whole turns only.")
                .hint("`chronojudge try` previews what you do in the rest of it.")
        }
        NoAdvice::Over => CliError::user("The game is over; there is nothing to order."),
    }
}

pub(super) fn run(args: &Args, ui: &Ui) -> Result<u8, CliError> {
    let own = OwnView::open(&args.view)?;
    let seat = &own.seat;
    let begun = !(seat.asked.is_empty() && seat.past.is_empty() && seat.played.is_empty());
    let none = begun.then_some(NoAdvice::Begun);
    if let Some(why) = seat.no_advice.or(none) {
        return Err(refused(why, &seat.game));
    }
    let effort = Thoroughness {
        think: args.think,
        plans: args.plans,
        samples: args.samples,
    };
    let bar = ui.progress(0, "thinking");
    let mut tick = |done, all| {
        bar.set_length(all);
        bar.set_position(done);
    };
    let advice = (own.rules).advise(&seat.view, &seat.seat, &seat.seats, effort, &mut tick)?;
    bar.finish_and_clear();
    let advice = advice.ok_or_else(|| {
        CliError::user("No position can be imagined from this view.")
            .hint("Take the view file as it came with the last report.")
    })?;
    let shown = &advice.candidates[..advice.candidates.len().min(SHOWN)];
    if shown.is_empty() || advice.samples == 0 {
        let words = format!("{} has nothing to order in this turn.", seat.seat);
        return Err(CliError::user(words));
    }
    let head = Head {
        game: &seat.game,
        turn: seat.turn,
        seat: &seat.seat,
        sitting: seat.sitting,
    };
    let texts: Result<Vec<String>, _> = shown
        .iter()
        .map(|advised| written(&head, &advised.orders))
        .collect();
    let texts = texts.map_err(|error| CliError::internal(error.to_string()))?;
    let files = match &args.out {
        Some(dir) => save(dir, &texts)?,
        None => vec![],
    };
    if ui.json() {
        let advice_list: Vec<_> = shown
            .iter()
            .zip(&texts)
            .map(|(advised, text)| {
                let mut data = json!(advised);
                data["file"] = json!(text);
                data
            })
            .collect();
        return ui.data(&json!({
            "game": seat.game, "turn": seat.turn, "seat": seat.seat,
            "samples": advice.samples, "candidates": advice.candidates.len(), "advice": advice_list,
        }));
    }
    ui.line(format!(
        "{}, turn {}, {}: {}, each tried in {}",
        seat.game,
        seat.turn,
        seat.seat,
        words::count(advice.candidates.len(), "order file"),
        words::count(advice.samples, "imagined position"),
    ))?;
    for (n, (advised, text)) in shown.iter().zip(&texts).enumerate() {
        ui.line(format!("\n{}. {}", n + 1, summary(n, advised)))?;
        for idle in &advised.idle {
            ui.line(flat(&format!(
                "   {} is not executed in {} of the positions",
                idle.line, idle.trials
            )))?;
        }
        match files.get(n) {
            Some(file) => ui.line(format!("   {}", file.display()))?,
            None => ui.line(format!("\n{}", text.trim_end()))?,
        };
    }
    Ok(0)
}

/// Writes the order files into a folder, and returns their paths.
fn save(dir: &std::path::Path, texts: &[String]) -> Result<Vec<PathBuf>, CliError> {
    let written = |path: &std::path::Path, error: std::io::Error| {
        CliError::user(format!("{} cannot be written: {error}.", path.display()))
    };
    fs::create_dir_all(dir).map_err(|error| written(dir, error))?;
    let files = texts.iter().enumerate().map(|(n, text)| {
        let path = dir.join(format!("advice-{}.yaml", n + 1));
        fs::write(&path, text).map_err(|error| written(&path, error))?;
        Ok(path)
    });
    files.collect()
}

/// Returns what is expected of an order file, as one line.
fn summary(n: usize, advised: &Advised) -> String {
    let (share, worth) = (&advised.share, &advised.worth);
    let mut line = format!(
        "worth about {} points ({} to {}), share of the game about {} % ({} to {} %)",
        points(worth.mean),
        points(worth.low),
        points(worth.high),
        tenths(share.mean),
        tenths(share.low),
        tenths(share.high)
    );
    if n > 0 {
        let Estimate { mean, low, high } = advised.behind;
        line += &format!(
            ", {} % behind the first ({} to {})",
            tenths(mean),
            tenths(low),
            tenths(high)
        );
    }
    line + &format!("; {} became it", words::count(advised.plans, "plan"))
}

/// Returns thousandths of a point as points with one decimal place.
fn points(thousandths: i64) -> String {
    tenths((thousandths + 50).div_euclid(100))
}

/// Returns thousandths as percent with one decimal place.
fn tenths(thousandths: i64) -> String {
    let sign = if thousandths < 0 { "-" } else { "" };
    let amount = thousandths.unsigned_abs();
    format!("{sign}{}.{}", amount / 10, amount % 10)
}
