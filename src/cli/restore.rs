//! `restore`: repair missing or modified files.

use super::{CliError, Kind, Ui, ui::Tone, words};
use crate::history::{self, Source};
use chrono::{DateTime, Utc};
use serde_json::json;
use std::path::PathBuf;

/// Repair missing or modified files of the current turn.
///
/// Every sitting records the hash of each file that the next sitting needs. A file with another hash is copied from its
/// second copy, or recomputed from the journals; the result is accepted only if it has the recorded hash. Files that
/// cannot be repaired are listed: restore them from a backup.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n\
\x20 chronojudge restore summer-war")]
pub(super) struct Args {
    /// The game directory
    #[arg(default_value = ".")]
    dir: PathBuf,
}

pub(super) fn run(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let game = words::open_locked(&args.dir, ui, now)?;
    let all = history::restore(&game)?;
    let from = |source: &Source| match source {
        Source::Copy(name) => format!("copied from {name}"),
        Source::Played(0) => "the game was executed again from its set-up".to_owned(),
        Source::Played(turn) => format!("executed again from turn {turn} on"),
    };
    if ui.json() {
        let rows = all
            .iter()
            .map(|one| json!({"file": one.name, "from": one.from.as_ref().map(from)}));
        ui.data(&json!({"files": rows.collect::<Vec<_>>()}))?;
    } else {
        for one in &all {
            match &one.from {
                Some(source) => {
                    let source = from(source);
                    ui.done(format!(
                        "{} {}: {source}",
                        ui.toned(Tone::Good, "restored"),
                        one.name
                    ))?;
                }
                None => {
                    ui.line(format!("{} {}", ui.toned(Tone::Bad, "lost"), one.name))?;
                }
            }
        }
        if all.is_empty() {
            ui.say("Every file of the open turn is as the last sitting left it.");
        }
    }
    Ok(if all.iter().all(|one| one.from.is_some()) {
        0
    } else {
        ui.error(
            &CliError::data("Some files could not be repaired.")
                .hint("Restore the lost files from a backup of the game directory."),
        );
        Kind::Data.exit_code()
    })
}
