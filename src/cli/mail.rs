//! `mail`: test the mail of a game.

use super::{CliError, Ui, ui::Tone, words};
use crate::{
    dice::chain::salt_words,
    error::GameError,
    mail::round_trip::{Finding, RoundTrip, Severity},
};
use chrono::{DateTime, Utc};
use serde_json::json;
use std::{path::PathBuf, time::Duration};

/// Test the mail of a game.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Send a mail to the game itself, fetch it, answer it, and fetch the answer
    ///
    /// Uses the transport and the mailbox of `mail.yaml`, with an address as players answer to, and reports each step: a
    /// login that is refused, a folder that is not there, a plus address that is not delivered, a sender or a Message-ID
    /// that a server has rewritten, a missing signature. The two mails are marked as taken; other mails stay as they are.
    /// The exit code is 1 if a fault was found.
    #[command(after_help = "Examples:\n\
\x20 chronojudge mail test summer-war\n\
\x20 chronojudge mail test summer-war --wait 300            a slow server")]
    Test {
        /// The game directory
        #[arg(default_value = ".")]
        dir: PathBuf,
        /// The time to wait for each mail, in seconds
        #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(0..=3600))]
        wait: u64,
    },
}

pub(super) fn run(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let Command::Test { dir, wait } = &args.command;
    // The lock keeps `receive` and `tick` from taking the test mails.
    let game = words::open_locked(dir, ui, now)?;
    let settings = game.mail_settings()?;
    let word = salt_words().map_err(GameError::from)?.replace(' ', "");
    let trip = RoundTrip {
        settings: &settings,
        game: game.name.as_str(),
        dir: game.layout.root(),
        wait: Duration::from_secs(*wait),
        at: now,
        word: word.chars().take(12).collect(),
    };
    let mut rows = vec![];
    let is_good = trip.run(&mut |finding| {
        let Finding {
            severity,
            words,
            hint,
        } = finding;
        let word = match severity {
            Severity::Good => "ok",
            Severity::Note => "note",
            Severity::Bad => "fault",
        };
        rows.push(json!({"result": word, "words": words, "hint": hint}));
        if ui.json() {
            return;
        }
        let shown = match severity {
            Severity::Good => ui.toned(Tone::Good, "ok   "),
            Severity::Note => "note ".to_owned(),
            Severity::Bad => ui.toned(Tone::Bad, "FAULT"),
        };
        let hint = hint
            .as_ref()
            .map_or_else(String::new, |hint| format!("\n      {hint}"));
        // A reader that stops early does not stop the test.
        let _ = ui.line(format!("{shown} {words}{hint}"));
    });
    if ui.json() {
        ui.data(&json!({"good": is_good, "steps": rows}))?;
    } else if is_good {
        ui.say("No fault was found.");
    }
    Ok(u8::from(!is_good))
}
