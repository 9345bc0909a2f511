//! `hold`: run no turn until the game is released.

use super::{CliError, Ui, words};
use crate::schedule;
use chrono::{DateTime, Utc};
use std::path::PathBuf;

/// Hold a game: run no turn until it is released.
///
/// The clock continues and orders are still accepted; only `release` lets turns run again. The reason is
/// published, and all players are notified.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n\
\x20 chronojudge hold summer-war --reason 'a ruling is still to come'")]
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
    let done = schedule::hold(&game, now, None, &args.reason)?;
    words::done(&done, ui)
}
