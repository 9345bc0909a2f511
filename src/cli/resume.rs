//! `resume`: end a pause.

use super::{CliError, Ui, words};
use crate::{game_dir::Who, schedule};
use chrono::{DateTime, Utc};
use std::path::PathBuf;

/// End the pause of a game.
///
/// The players have at least the time that was left before the pause, and at least a day.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n\
\x20 chronojudge resume summer-war --reason 'all players are back'")]
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
    let done = schedule::resume(&game, now, &Who::Gm, &args.reason)?;
    words::done(&done, ui)
}
