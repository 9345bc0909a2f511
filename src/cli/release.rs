//! `release`: release a game that is held.

use super::{CliError, Ui, words};
use crate::schedule;
use chrono::{DateTime, Utc};
use std::path::PathBuf;

/// Release a game that is held.
///
/// If a guard held the game, this guard does not stop the same run again.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n\
\x20 chronojudge release summer-war --reason 'they are on holiday, and knew it'")]
pub(super) struct Args {
    /// The game directory
    #[arg(default_value = ".")]
    dir: PathBuf,
    /// The reason; it is published
    #[arg(long)]
    reason: String,
}

pub(super) fn run(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let game = words::open_locked(&args.dir, ui, now)?;
    let done = schedule::release(&game, now, &args.reason)?;
    words::done(&done, ui)
}
