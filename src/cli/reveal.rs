//! `reveal`: publish all secrets of a game that is over.

use super::{CliError, Ui, words};
use crate::history;
use chrono::{DateTime, Utc};
use std::path::PathBuf;

/// Publish all secrets of a game that is over.
///
/// The master secret, every journal and every order file become public, so that `chronojudge audit` can check
/// the whole game.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The game directory
    #[arg(default_value = ".")]
    dir: PathBuf,
}

pub(super) fn run(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let game = words::open_locked(&args.dir, ui, now)?;
    let files = history::reveal(&game)?;
    ui.say(format!(
        "{} {}: `chronojudge audit {}` checks the whole game.",
        ui.good("Opened"),
        words::count(files, "file"),
        game.layout.public().display()
    ));
    Ok(0)
}
