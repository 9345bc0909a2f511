//! `odds`: exact chances, as a game's reference card gives them.

use super::{CliError, Ui};
use crate::{engine::Odds, rulesets};
use serde_json::json;

/// Give the exact odds of pieces against each other, as a reference card does.
///
/// With nothing named, the whole card: every usual mix against everybody. The chances are worked out as
/// fractions; `--json` gives them so.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge odds time-agent 2-roo-squads roo-agent --against zytal-agent\n\
\x20 chronojudge odds time-agent --against veneb-agent")]
pub(super) struct Args {
    /// The rules
    #[arg(default_value = "time-agent")]
    ruleset: String,
    /// Who undertakes it, such as `2-roo-squads`; may be several
    #[arg(value_name = "PIECES")]
    by: Vec<String>,
    /// Against whom; may be several, or repeated
    #[arg(long, value_name = "PIECES", num_args = 1..)]
    against: Vec<String>,
}

pub(super) fn run(args: &Args, ui: &Ui) -> Result<u8, CliError> {
    let known = rulesets::find(&args.ruleset)
        .ok_or_else(|| CliError::user(format!("There are no rules `{}`.", args.ruleset)))?;
    let rules = (known.load)(&(known.library)())?;
    let odds = rules
        .odds(&args.by, &args.against)
        .ok_or_else(|| CliError::user(format!("{} has no such odds.", known.title)))?
        .map_err(|illegal| {
            CliError::user(illegal.words)
                .hint(format!("`chronojudge explain {}` says more.", illegal.code))
        })?;
    if ui.json() {
        return ui.data(&json!(odds));
    }
    table(&odds, ui)
}

/// A line an undertaking.
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
