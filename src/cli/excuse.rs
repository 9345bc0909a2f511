//! `excuse`: excuse missed deadlines.

use super::{CliError, Ui, words};
use crate::desk;
use chrono::{DateTime, Utc};
use std::path::PathBuf;

/// Excuse a seat for the deadlines it has let pass.
///
/// It stands at the foot of the ladder again (`nmr` in game.yaml): what was played is not changed.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n\
\x20 chronojudge excuse summer-war zytal --reason 'the mail server was down'")]
pub(super) struct Args {
    /// The game directory
    dir: PathBuf,
    /// The seat
    seat: String,
    /// Why; it is published
    #[arg(long)]
    reason: String,
}

pub(super) fn run(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let (game, _held) = words::open_locked(&args.dir, ui, now)?;
    let done = desk::excuse(&game, now, &words::seat(&game, &args.seat)?, &args.reason)?;
    words::done(&done, ui)
}
