//! `extend`: move the deadline to a later time.

use super::{CliError, Ui, words};
use crate::{
    game_dir::{Who, instant_in},
    schedule,
};
use chrono::{DateTime, TimeDelta, Utc};
use std::path::PathBuf;

/// Move the deadline to a later time.
///
/// Without `--to` or `--by` it moves to the next deadline of the schedule. The reason is published, and all players are
/// notified. A game that is held by a guard is released. If the same command is given twice in a row, the deadline
/// moves only once, so an interrupted run can be repeated.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge extend summer-war --by 2d --reason 'Kai has the flu'\n\
\x20 chronojudge extend summer-war --to '2026-12-04 18:00' --reason 'the map was late'")]
pub(super) struct Args {
    /// The game directory
    #[arg(default_value = ".")]
    dir: PathBuf,
    /// The new deadline, in the time zone of the schedule: `2026-12-04 18:00`; or `2026-12-04T17:00:00Z`
    #[arg(long, value_name = "TIME")]
    to: Option<String>,
    /// The time added to the old deadline: `36h`, `2d`
    #[arg(long, value_name = "TIME", conflicts_with = "to")]
    by: Option<String>,
    /// The reason; it is published
    #[arg(long)]
    reason: String,
    /// Move it once more, although the same extension was the last action in the game
    #[arg(long)]
    again: bool,
}

pub(super) fn run(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let game = words::open_locked(&args.dir, ui, now)?;
    if args.to.is_none() && !args.again {
        let by = args.by.as_deref().map(span).transpose()?;
        if let Some(then) = schedule::extended_already(&game, by, &args.reason)? {
            ui.say(format!(
                "This was done already, on {}: the deadline was moved, and the players were notified. Nothing is done now. \
                 To move it once more, add `--again`.",
                then.format("%Y-%m-%d %H:%M UTC")
            ));
            return Ok(0);
        }
    }
    let zone = game.file.schedule.as_ref().map_or("UTC", |s| &s.zone);
    let to = match (&args.to, &args.by) {
        (Some(to), _) => Some(instant_in(to, zone).ok_or_else(|| {
            CliError::user(format!("Invalid time `{to}`."))
                .hint("Write it like `2026-12-04 18:00`.")
        })?),
        (None, Some(by)) => {
            let old = game.position()?.and_then(|position| position.deadline);
            Some(old.unwrap_or(now).max(now) + span(by)?)
        }
        (None, None) => None,
    };
    let done = schedule::extend(&game, now, to, &Who::Gm, &args.reason)?;
    words::done(&done, ui)
}

/// Parses a duration in hours or days: `36h` or `2d`.
fn span(text: &str) -> Result<TimeDelta, CliError> {
    let bad = || {
        CliError::user(format!("Invalid duration `{text}`.")).hint("Write it like `36h` or `2d`.")
    };
    let (number, hours) = match (text.strip_suffix('h'), text.strip_suffix('d')) {
        (Some(number), _) => (number, 1),
        (_, Some(number)) => (number, 24),
        _ => return Err(bad()),
    };
    let number: i64 = number.parse().map_err(|_| bad())?;
    let hours = number
        .checked_mul(hours)
        .filter(|hours| (1..=24 * 366).contains(hours));
    Ok(TimeDelta::hours(hours.ok_or_else(bad)?))
}
