//! `excuse`: excuse missed deadlines.

use super::{CliError, Ui, words};
use crate::{game_dir::Absence, schedule};
use chrono::{DateTime, NaiveDate, Utc};
use std::path::PathBuf;

/// Excuse a seat for missed deadlines, or for days in the future.
///
/// The escalation for the seat starts again from its first level (`nmr` in game.yaml); past turns are not changed. With
/// `--from`, the player is away on these days: the player gets no reminders, and a deadline missed on them is excused,
/// as far as `days-away` in game.yaml allows.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge excuse summer-war zytal --reason 'the mail server was down'\n\
\x20 chronojudge excuse summer-war zytal --from 2026-12-20 --to 2027-01-05 --reason 'skiing'")]
pub(super) struct Args {
    /// The game directory
    dir: PathBuf,
    /// The seat
    seat: String,
    /// The first day away
    #[arg(long, value_name = "DAY")]
    from: Option<NaiveDate>,
    /// The last day away (the first day unless given)
    #[arg(long, value_name = "DAY", requires = "from")]
    to: Option<NaiveDate>,
    /// The reason; it is published
    #[arg(long)]
    reason: String,
}

pub(super) fn run(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let game = words::open_locked(&args.dir, ui, now)?;
    let seat = words::seat(&game, &args.seat)?;
    let done = match args.from {
        None => schedule::excuse(&game, now, &seat, &args.reason)?,
        Some(from) => {
            let days = Absence {
                from,
                to: args.to.unwrap_or(from),
            };
            schedule::excuse_ahead(&game, now, &seat, &days, &args.reason)?
        }
    };
    words::done(&done, ui)
}
