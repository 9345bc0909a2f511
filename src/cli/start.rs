//! `start`: set up the game.

use super::{CliError, Ui, adjudicate, words};
use crate::sitting::{self, Request};
use chrono::{DateTime, Utc};
use std::path::PathBuf;

/// Set up the game and open its first turn.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The game directory
    dir: PathBuf,
}

pub(super) fn run(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let (game, _held) = words::open_locked(&args.dir, ui, now)?;
    let request = Request {
        at: now,
        overdue: false,
        early: None,
    };
    let ran = sitting::start(&game, &request)?;
    adjudicate::say(&game, &ran, ui)
}
