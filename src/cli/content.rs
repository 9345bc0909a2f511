//! `content`: look at a game's content.

use super::{CliError, Ui, words};
use crate::{
    content::{Library, Status},
    rulesets::{self, Known},
};
use serde_json::json;
use std::path::PathBuf;

/// Look at a game's content.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Check that the content fits, and list what is not the publisher's
    Check {
        /// A ruleset, such as `time-agent`, or a game directory with content of its own
        #[arg(default_value = "time-agent")]
        what: PathBuf,
    },
}

pub(super) fn run(args: &Args, ui: &Ui) -> Result<u8, CliError> {
    let Command::Check { what } = &args.command;
    let (known, library): (Known, Library) =
        if let Some(known) = rulesets::find(&what.to_string_lossy()) {
            (known, (known.library)())
        } else {
            let game = words::open(what)?;
            (game.known, game.library)
        };
    (known.load)(&library)?;
    let all = library.provenance()?;
    if ui.json() {
        return ui.data(&json!(all));
    }
    for line in &all {
        let entry = if line.entry.is_empty() {
            line.file.clone()
        } else {
            format!("{}: {}", line.file, line.entry)
        };
        let whose = if line.overlaid {
            " (this game's own)"
        } else {
            ""
        };
        let source = line.source.as_deref().unwrap_or_default();
        ui.line(format!("{:13} {entry}{whose} - {source}", line.status))?;
    }
    let not_official = all.iter().filter(|l| l.status != Status::Official).count();
    ui.say(format!(
        "{} The content of {} fits; {} of {} not the publisher's.",
        ui.good("ok."),
        known.title,
        not_official,
        words::count(all.len(), "entry").replace("entrys", "entries"),
    ));
    Ok(0)
}
