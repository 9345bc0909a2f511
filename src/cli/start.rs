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
/// If all seats are taken, it closes the table. If the round of the beacon that was named with the last salt is
/// published, it draws the game from it and runs the set-up. If a requirement is missing, it says which one and changes
/// nothing more: run it again later, or let `chronojudge tick` do it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge start summer-war\n\
\x20 chronojudge start summer-war --round round.json       without a network: the round is in a file\n\
\x20 chronojudge start summer-war --plain 'no network here, all agree'")]
pub(super) struct Args {
    /// The game directory
    dir: PathBuf,
    /// The round of the beacon that the game waits for, instead of fetching it: its signature in hex, or a file that
    /// holds the signature or a relay's answer
    #[arg(long, value_name = "HEX|FILE")]
    round: Option<String>,
    /// Begin without the agreed round. The reason is published, and the dice stay `plain` for the whole game
    #[arg(long, value_name = "REASON", conflicts_with = "round")]
    plain: Option<String>,
}

pub(super) fn run(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let game = words::open_locked(&args.dir, ui, now)?;
    let wanted = lobby::close_table(&game, now)?;
    if let Wanted::Players(_) = wanted {
        return Err(CliError::user(wanted.to_string()).hint(
            "Seat their players with `chronojudge seat GAME SEAT --name NAME --address ADDRESS`. A player who has a seat may \
             get another one: give the same name and address.",
        ));
    }
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
