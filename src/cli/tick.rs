//! `tick`: do everything that is due, for all games below a folder.
//!
//! A second process handles the games, so that a bug of the program in one game, even a crash, ends neither this
//! process nor the other games. A panic could be caught in one process; a stack overflow, a lack of memory and a limit of
//! the system end the process, and no code of it runs afterwards.

mod worker;

use super::{CliError, Ui, watchdog, words};
use crate::{game_dir::Disk, schedule};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::path::PathBuf;

/// Do everything that is due, for all games below a folder.
///
/// For cron or a systemd timer, every few minutes: it sends reminders, ends pauses, runs the turns of games whose
/// orders are in or whose deadline has passed, and sends the mail. An idle game takes almost no time, an error in one
/// game does not stop the others, and two ticks at once do nothing twice. Prints the actions only.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n\
\x20 chronojudge tick /srv/games        from cron: */5 * * * * chronojudge --quiet tick /srv/games")]
pub(super) struct Args {
    /// The folder of the games, or a game directory
    #[arg(required_unless_present = "worker")]
    root: Option<PathBuf>,
    /// Handle the games that standard input names, as the worker process of another tick
    #[arg(long, hide = true, conflicts_with = "root")]
    worker: bool,
}

/// The result of a tick in one game, as text.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Told {
    /// The actions, one line each.
    done: Vec<String>,
    wrong: Option<Wrong>,
}

/// The error in a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Wrong {
    words: String,
    /// The formatted error, with its hint.
    shown: String,
}

impl Told {
    fn of(ui: &Ui, ticked: schedule::Ticked) -> Self {
        let wrong = ticked.wrong.map(CliError::from).map(|mut error| {
            let said = error.words;
            error.words = format!("{}: {said}", words::name(&ticked.dir));
            Wrong {
                shown: ui.shown(&error),
                words: said,
            }
        });
        Self {
            done: ticked.done,
            wrong,
        }
    }
}

pub(super) fn run(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let Some(root) = &args.root else {
        return worker::work(ui, now);
    };
    let disk = Disk::new();
    let last = schedule::last_tick(root)?;
    let games = schedule::awake(root, now)?;
    let told = worker::watch(&games, ui, &disk, now, last)?;
    schedule::note_tick(root, &disk, now)?;
    let (mut broken, mut rows) = (0, vec![]);
    for (dir, told) in games.iter().zip(told) {
        let dir = words::name(dir);
        for line in &told.done {
            ui.say(format!("{dir}: {line}"));
        }
        let wrong = told.wrong.as_ref();
        rows.extend((!told.done.is_empty() || wrong.is_some()).then(
            || json!({"game": dir, "done": told.done, "wrong": wrong.map(|wrong| &wrong.words)}),
        ));
        if let Some(wrong) = wrong {
            broken += 1;
            ui.message(&wrong.shown);
        }
    }
    if ui.json() {
        ui.data(&json!({"games": rows}))?;
    }
    Ok(u8::from(broken > 0))
}
