//! `tick`: everything that is due, for all games below a folder.

use super::{CliError, Ui, words};
use crate::{desk, store::Disk};
use chrono::{DateTime, Utc};
use serde_json::json;
use std::path::PathBuf;

/// Do everything that is due, for all games below a folder.
///
/// For cron or a systemd timer, every few minutes: reminders go out, pauses end, games whose orders are
/// in or whose deadline has passed are played, and the mail is sent. An idle game costs next to nothing;
/// a broken one stops no other; two at once do nothing twice. Says only what was done.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n\
\x20 chronojudge tick /srv/games        from cron: */5 * * * * chronojudge --quiet tick /srv/games")]
pub(super) struct Args {
    /// The folder of the games, or a game directory
    root: PathBuf,
}

pub(super) fn run(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let ticked = desk::tick(&args.root, &Disk::new(), now)?;
    let (mut broken, mut rows) = (0, vec![]);
    for game in ticked {
        let dir = words::name(&game.dir);
        for line in &game.done {
            ui.say(format!("{dir}: {line}"));
        }
        let wrong = game.wrong.map(CliError::from);
        rows.extend((!game.done.is_empty() || wrong.is_some()).then(
            || json!({"game": dir, "done": game.done, "wrong": wrong.as_ref().map(|e| &e.words)}),
        ));
        if let Some(mut error) = wrong {
            broken += 1;
            error.words = format!("{dir}: {}", error.words);
            ui.error(&error);
        }
    }
    if ui.json() {
        ui.data(&json!({"games": rows}))?;
    }
    Ok(u8::from(broken > 0))
}
