//! `pause`: stop the clock.

use super::{CliError, Ui, words};
use crate::schedule;
use chrono::{DateTime, Utc};
use std::path::PathBuf;

/// Stop the clock of a game.
///
/// Nothing is due and no turn is run until `resume`, or until the longest agreed pause is over. With `--vote` a player
/// asks for a pause; if enough players ask, the game is paused without the GM.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge pause summer-war --days 7 --reason 'the holidays'\n\
\x20 chronojudge pause summer-war --vote zytal --reason 'we move house'")]
pub(super) struct Args {
    /// The game directory
    #[arg(default_value = ".")]
    dir: PathBuf,
    /// The maximum length in days (the longest agreed pause unless given)
    #[arg(long, conflicts_with = "vote")]
    days: Option<u32>,
    /// Record that the player of this seat asks for a pause
    #[arg(long, value_name = "SEAT")]
    vote: Option<String>,
    /// The reason; it is published
    #[arg(long)]
    reason: String,
}

pub(super) fn run(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let game = words::open_locked(&args.dir, ui, now)?;
    let done = match &args.vote {
        Some(seat) => schedule::vote(&game, now, &words::seat(&game, seat)?, &args.reason)?,
        None => schedule::pause(&game, now, args.days, &args.reason)?,
    };
    words::done(&done, ui)
}
