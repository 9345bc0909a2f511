//! `odds`: exact chances, as on a game's reference card.

use super::{CliError, Ui, words};
use crate::engine::Odds;
use serde_json::json;

/// Print the exact odds of pieces against each other, as on a reference card.
///
/// Without pieces, prints the whole card: every usual group against every opponent. The chances are exact fractions;
/// `--json` prints them as fractions.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge odds time-agent 2-roo-squads roo-agent --against zytal-agent\n\
\x20 chronojudge odds time-agent --against veneb-agent")]
pub(super) struct Args {
    /// The ruleset
    #[arg(default_value = "time-agent")]
    ruleset: String,
    /// The acting pieces, such as `2-roo-squads`; may be several
    #[arg(value_name = "PIECES")]
    by: Vec<String>,
    /// The opposing pieces; may be several, or repeated
    #[arg(long, value_name = "PIECES", num_args = 1..)]
    against: Vec<String>,
}

pub(super) fn run(args: &Args, ui: &Ui) -> Result<u8, CliError> {
    let known = words::ruleset(&args.ruleset)?;
    let rules = (known.load)(&(known.library)())?;
    let odds = rules
        .odds(&args.by, &args.against)
        .ok_or_else(|| CliError::user(format!("{} has no such odds.", known.title)))?
        .map_err(|illegal| {
            CliError::user(illegal.words).hint(format!(
                "`chronojudge explain {}` explains it.",
                illegal.code
            ))
        })?;
    if ui.json() {
        return ui.data(&json!(odds));
    }
    table(&odds, ui)
}

/// Prints the odds as a table, one line per action.
fn table(odds: &[Odds], ui: &Ui) -> Result<u8, CliError> {
    let width = |words: fn(&Odds) -> &str, least: usize| {
        let widths = odds.iter().map(|odds| words(odds).chars().count());
        widths.max().unwrap_or(0).max(least)
    };
    let (by, against) = (width(|o| &o.by, 2), width(|o| &o.against, 7));
    let Some(first) = odds.first() else {
        return Ok(0);
    };
    let mut head = format!("{:by$}  {:against$}", "by", "against");
    for (what, _) in &first.chances {
        head += &format!("  {what:>9}");
    }
    ui.line(head)?;
    for row in odds {
        let mut line = format!("{:by$}  {:against$}", row.by, row.against);
        for (_, chance) in &row.chances {
            line += &format!("  {chance:>9}");
        }
        ui.line(line)?;
    }
    Ok(0)
}
