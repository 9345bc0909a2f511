//! `bounces`: list the addresses whose mail bounces, or clear their bounces.

use super::{CliError, Ui, words};
use crate::schedule;
use chrono::{DateTime, Utc};
use serde_json::json;
use std::path::PathBuf;

/// List the addresses whose mail bounces, or clear their bounces.
///
/// A bounce (a mail that came back) counts for 30 days after the last one, and the guard `bounces` may hold the game.
/// When the cause is fixed, --clear removes the bounces; `release` releases a game that is held.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge bounces summer-war\n\
\x20 chronojudge bounces summer-war zytal --clear\n\
\x20 chronojudge bounces summer-war --clear              for all addresses")]
pub(super) struct Args {
    /// The game directory
    dir: PathBuf,
    /// A seat, for its player's address, or an address (all addresses unless given)
    #[arg(requires = "clear")]
    whose: Option<String>,
    /// Clear the bounces
    #[arg(long)]
    clear: bool,
}

pub(super) fn run(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    if args.clear {
        let game = words::open_locked(&args.dir, ui, now)?;
        let cleared = schedule::clear_bounces(&game, args.whose.as_deref())?;
        if cleared.is_empty() {
            let of = args.whose.as_ref();
            let of = of.map_or_else(String::new, |whose| format!(" of `{whose}`"));
            return Err(CliError::user(format!("No mail{of} has come back."))
                .hint("`chronojudge bounces GAME` lists the addresses whose mail did."));
        }
        return ui.done(format!("Cleared: the bounces of {}.", cleared.join(", ")));
    }
    let game = words::open(&args.dir)?;
    let bounces = schedule::bounces(&game, now)?;
    if ui.json() {
        return ui.data(&json!({"bounces": bounces}));
    }
    if bounces.is_empty() {
        return ui.line("No mail comes back.");
    }
    for (address, bounces) in &bounces {
        ui.line(format!(
            "{address}: {}, the last on {}: {}",
            words::count(bounces.failed as usize, "mail"),
            bounces.last.format("%Y-%m-%d"),
            bounces.words
        ))?;
    }
    Ok(0)
}
