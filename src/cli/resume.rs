//! `resume`: let the clock go on.

use super::{CliError, Ui, words};
use crate::{game_dir::Who, schedule};
use chrono::{DateTime, Utc};
use std::path::PathBuf;

/// Let the clock of a paused game go on.
///
/// Everybody has at least as much time as was left, and at least a day.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n\
\x20 chronojudge resume summer-war --reason 'everybody is back'")]
pub(super) struct Args {
    /// The game directory
    dir: PathBuf,
    /// Why; it is published
    #[arg(long)]
    reason: String,
}

pub(super) fn run(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let (game, _held) = words::open_locked(&args.dir, ui, now)?;
    let done = schedule::resume(&game, now, &Who::Gm, &args.reason)?;
    words::done(&done, ui)
}
