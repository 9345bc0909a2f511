//! `report` and `form`: print what was written for a reader.

use super::{CliError, Ui, words};
use crate::store::{Disk, Game, Position};
use std::path::PathBuf;

/// Print a report.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The game directory
    dir: PathBuf,
    /// For whom: a seat, `gm` or `public`
    reader: String,
    /// The sitting (the last one unless given)
    #[arg(long)]
    sitting: Option<u32>,
    /// As HTML
    #[arg(long)]
    html: bool,
}

/// Print a seat's order form.
///
/// The form is a valid order file that does nothing: every unit is there with its default, and what is
/// possible stands beside it as comments.
#[derive(Debug, clap::Args)]
pub(super) struct FormArgs {
    /// The game directory
    dir: PathBuf,
    /// The seat
    seat: String,
}

pub(super) fn run(args: &Args, ui: &Ui) -> Result<u8, CliError> {
    let game = words::open(&args.dir)?;
    let position = begun(&game)?;
    if !["gm", "public"].contains(&args.reader.as_str()) {
        words::seat(&game, &args.reader)?;
    }
    let sitting = args.sitting.unwrap_or(position.sitting);
    let name = format!("{}.{}", args.reader, if args.html { "html" } else { "txt" });
    // A sitting's number counts over the whole game, so its turn is found by looking.
    for turn in (0..=position.turn).rev() {
        let path = game.layout.report(turn, sitting).join(&name);
        if let Some(bytes) = Disk::read(&path)? {
            return ui.bytes(&bytes);
        }
    }
    Err(CliError::user(format!(
        "There is no report of sitting {sitting}."
    )))
}

pub(super) fn form(args: &FormArgs, ui: &Ui) -> Result<u8, CliError> {
    let game = words::open(&args.dir)?;
    let seat = words::seat(&game, &args.seat)?;
    let position = begun(&game)?;
    let path = game
        .layout
        .last_report(&position)
        .join(format!("{seat}.orders.yaml"));
    match Disk::read(&path)? {
        Some(bytes) => ui.bytes(&bytes),
        None => Err(CliError::user("The game is over: no orders are wanted.")),
    }
}

fn begun(game: &Game) -> Result<Position, CliError> {
    game.position()?
        .ok_or_else(|| CliError::user("The game has not begun.").hint("See `chronojudge status`."))
}
