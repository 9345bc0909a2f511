//! `token`: the secret word in a seat's order form that identifies its player's mails.

use super::{CliError, Ui, words};
use crate::{compose, schedule};
use chrono::{DateTime, Utc};
use serde_json::json;
use std::path::PathBuf;

/// Show the token of a seat, or make a new one.
///
/// The token is in the order form that is mailed to the player. With `trust: token` in players.yaml, orders without it
/// are not accepted. If a player gave the form away, --new makes a new token, and mails the last report again with the
/// new form. A seat gets a new token when its player is replaced, and in every turn with `tokens: each-turn` in
/// players.yaml.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge token summer-war zytal\n\
\x20 chronojudge token summer-war zytal --new")]
pub(super) struct Args {
    /// The game directory
    dir: PathBuf,
    /// The seat
    seat: String,
    /// Make a new token; the old one is no longer valid
    #[arg(long)]
    new: bool,
}

pub(super) fn run(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let game = if args.new {
        let game = words::open_locked(&args.dir, ui, now)?;
        let seat = words::seat(&game, &args.seat)?;
        let mail = schedule::new_token(&game, now, &seat)?;
        ui.say(match mail {
            Some(mail) => {
                format!("The old token of `{seat}` is no longer valid. In the outbox: {mail}.")
            }
            None => format!("The old token of `{seat}` is no longer valid."),
        });
        game.unlock()
    } else {
        words::open(&args.dir)?
    };
    let seat = words::seat(&game, &args.seat)?;
    let Some(token) = compose::token(&game, &seat)? else {
        return Err(CliError::user(format!("`{seat}` has no player yet."))
            .hint("Seat one first: `chronojudge seat GAME SEAT --name NAME --address ADDRESS`."));
    };
    if ui.json() {
        return ui.data(&json!({"seat": seat, "token": token}));
    }
    ui.line(token)
}
