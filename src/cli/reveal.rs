//! `reveal`: open all secrets of a game that is over.

use super::{CliError, Ui, words};
use crate::history;
use chrono::{DateTime, Utc};
use std::path::PathBuf;

/// Open all secrets of a game that is over.
///
/// Publishes the secret behind everything hidden, every journal and every order file, so that
/// `chronojudge audit` can check all of it.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The game directory
    dir: PathBuf,
}

pub(super) fn run(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let (game, _held) = words::open_locked(&args.dir, ui, now)?;
    let files = history::reveal(&game)?;
    ui.say(format!(
        "{} {}: `chronojudge audit {}` checks it all.",
        ui.good("Opened"),
        words::count(files, "file"),
        game.layout.public().display()
    ));
    Ok(0)
}
