//! `orders`: set orders for a seat as the GM.

use super::{CliError, Ui, ui::Tone, words};
use crate::schedule::{self, ScheduleError};
use chrono::{DateTime, Utc};
use std::path::PathBuf;

/// Set orders for a seat as the GM.
///
/// The file is validated like a file of its player. The action and the reason are published; the player is mailed the
/// file, and may replace it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n\
\x20 chronojudge orders summer-war zytal.yaml --reason 'dictated on the telephone'")]
pub(super) struct Args {
    /// The game directory
    dir: PathBuf,
    /// The order file; `-` is standard input
    file: PathBuf,
    /// The reason; it is published
    #[arg(long)]
    reason: String,
}

pub(super) fn run(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let game = words::open_locked(&args.dir, ui, now)?;
    let name = words::name(&args.file);
    let Some(bytes) = words::order_file(&args.file, ui) else {
        return Ok(2);
    };
    match schedule::set_orders(&game, now, &name, &bytes, &args.reason) {
        Ok(filing) => {
            ui.problems(&filing.warnings);
            match &filing.published {
                Some(done) => words::done(done, ui),
                None => Ok(0),
            }
        }
        Err(ScheduleError::Invalid(problems)) => {
            ui.problems(&problems);
            ui.line(format!("{} {name}", ui.toned(Tone::Bad, "REJECTED")))?;
            Ok(1)
        }
        Err(error) => Err(error.into()),
    }
}
