//! `start`: set up the game.

use super::{CliError, Ui, adjudicate, words};
use crate::{
    lobby::{self, Wanted},
    run::Request,
    schedule,
};
use chrono::{DateTime, Utc};
use serde_json::json;
use std::path::PathBuf;

/// Set up the game and open its first turn.
///
/// Closes the table if all seats are taken, draws the game when the round of the beacon is out that was named when the
/// last salt came in, and plays the set-up. Where something is still awaited it says what, and changes nothing more:
/// run it again then, or leave it to `chronojudge tick`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge start summer-war\n\
\x20 chronojudge start summer-war --round round.json       no network: somebody brought the round\n\
\x20 chronojudge start summer-war --plain 'no network here, all agree'")]
pub(super) struct Args {
    /// The game directory
    dir: PathBuf,
    /// The round of the beacon that the game waits for, if it is not to be fetched: its signature in hex, or a file
    /// that holds it or a relay's answer
    #[arg(long, value_name = "HEX|FILE")]
    round: Option<String>,
    /// Begin without the round that was agreed. The reason is published, and the dice are `plain` for good
    #[arg(long, value_name = "REASON", conflicts_with = "round")]
    plain: Option<String>,
}

pub(super) fn run(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let (game, _held) = words::open_locked(&args.dir, ui, now)?;
    let wanted = lobby::close_table(&game, now)?;
    if wanted == Wanted::Nothing && (args.plain.is_some() || args.round.is_some()) {
        return Err(CliError::user("The game waits for no round of the beacon.")
            .hint("Leave out `--round` and `--plain`."));
    }
    if let (Wanted::Round(..), Some(reason)) = (&wanted, &args.plain) {
        lobby::lower(&game, reason, now)?;
    } else if let Wanted::Round(round, out) = wanted {
        let drawn = match &args.round {
            Some(given) => {
                schedule::draw_game_with(&game, round, &adjudicate::pasted(given)?, now)?
            }
            None => out <= now && schedule::draw_game(&game, round, now)?,
        };
        if !drawn {
            ui.say(wanted.to_string());
            if ui.json() {
                ui.data(&json!({"sat": false, "round": round, "out": out}))?;
            }
            return Ok(0);
        }
    }
    let request = Request {
        at: now,
        overdue: false,
        early: None,
    };
    let ran = lobby::start(&game, &request)?;
    adjudicate::say(&game, &ran, ui)
}
