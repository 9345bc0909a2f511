//! `rerun`: execute a turn again with the same orders and the same dice, in memory.

use super::{CliError, Kind, Ui, ui::Tone, words};
use crate::history;
use serde_json::json;
use std::path::PathBuf;

/// The maximum number of differences that are printed.
const MOST: usize = 40;

/// Execute a turn again in memory, with the same orders and the same dice.
///
/// Every sitting of the turn is executed again from the order files that it locked, with its own key, and with the
/// current rules and content. Prints `identical`, or the differences: in the journal of answers and dice, the facts,
/// the open questions, or the resulting state. Writes nothing. Exit code 0: identical; 4: different.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge rerun summer-war            the turn of the last sitting\n\
\x20 chronojudge rerun summer-war 4")]
pub(super) struct Args {
    /// The game directory
    dir: PathBuf,
    /// The turn (that of the last sitting unless given)
    turn: Option<u32>,
}

pub(super) fn run(args: &Args, ui: &Ui) -> Result<u8, CliError> {
    let game = words::open(&args.dir)?;
    let rerun = history::rerun(&game, args.turn)?;
    let same = rerun.differences.is_empty();
    let code = if same { 0 } else { Kind::Rules.exit_code() };
    if ui.json() {
        let differences = rerun.differences.iter();
        let differences: Vec<_> = differences
            .map(|d| json!({"path": d.path, "was": d.was, "is": d.is}))
            .collect();
        ui.data(&json!({
            "turn": rerun.turn,
            "sittings": rerun.sittings,
            "rolls": rerun.dice,
            "facts": rerun.facts,
            "identical": same,
            "differences": differences,
        }))?;
        return Ok(code);
    }
    let what = format!(
        "turn {} ({}, {}, {})",
        rerun.turn,
        words::count(rerun.sittings.len(), "sitting"),
        words::count(rerun.dice, "roll"),
        words::count(rerun.facts, "fact"),
    );
    if same {
        return ui.done(format!("{} {what}", ui.toned(Tone::Good, "identical")));
    }
    ui.line(format!("{} {what}", ui.toned(Tone::Bad, "different")))?;
    for difference in rerun.differences.iter().take(MOST) {
        ui.line(difference.to_string())?;
    }
    if let Some(more) = rerun.differences.len().checked_sub(MOST).filter(|n| *n > 0) {
        ui.line(format!("… and {more} more: `--json` prints all of them"))?;
    }
    Ok(code)
}
