//! `salt`: the players' own share in the dice.

use super::{CliError, Ui, words};
use crate::{
    dice::{
        Name,
        chain::{player_salt, salt_hash},
    },
    sitting,
};
use chrono::{DateTime, Utc};
use std::path::PathBuf;

/// Choose and open the players' salts for the dice.
///
/// Every player chooses some words and at first sends only their hash. When all hashes are in, all
/// words are opened and go into every die: so neither the GM nor any player could choose them.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge salt hash summer-war zytal 'nine small owls'     the player, who sends only the hash\n\
\x20 chronojudge salt open summer-war zytal 'nine small owls'     the GM, in the game's directory")]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Print the hash of some words, to be sent to the GM
    Hash {
        /// The game's name, or its directory
        game: String,
        /// Your seat
        seat: String,
        /// Your words
        words: String,
    },
    /// Open the words that a seat promised
    Open {
        /// The game directory
        dir: PathBuf,
        /// The seat
        seat: String,
        /// The words
        words: String,
    },
    /// Go on without a seat's words, which is a public note
    Refuse {
        /// The game directory
        dir: PathBuf,
        /// The seat
        seat: String,
    },
}

pub(super) fn run(args: Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let (dir, seat, opened) = match args.command {
        Command::Hash { game, seat, words } => {
            let name = |text: String| Name::new(text).map_err(|e| CliError::user(e.to_string()));
            // A directory will do: its last part is the name that a game has unless it was given one.
            let game = game
                .trim_end_matches('/')
                .rsplit('/')
                .next()
                .unwrap_or_default();
            let hash = salt_hash(&name(game.to_owned())?, &name(seat)?, &player_salt(&words));
            return ui.line(hash.to_string());
        }
        Command::Open { dir, seat, words } => (dir, seat, Some(words)),
        Command::Refuse { dir, seat } => (dir, seat, None),
    };
    let (game, _held) = words::open_locked(&dir, ui, now)?;
    let seat = words::seat(&game, &seat)?;
    let wanted = sitting::write_salts(&game, &seat, opened.as_deref())?;
    ui.say(wanted.to_string());
    Ok(0)
}
