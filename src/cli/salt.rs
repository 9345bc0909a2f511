//! `salt`: the players' shares in the dice.

use super::{CliError, Ui, words};
use crate::{
    dice::{
        Hash, Name,
        chain::{WORDS_AT_LEAST, player_salt, salt_hash, salt_words},
    },
    error,
    game_dir::Layout,
    lobby,
    log::Log,
};
use chrono::{DateTime, Utc};
use std::path::{Path, PathBuf};

/// Make, promise and open salts, the players' shares in the dice.
///
/// Every player makes a salt and at first sends only its hash. When all hashes are in and every player has been mailed
/// them, all salts are opened and go into every die, so neither the GM nor any player can choose the dice. A hash is
/// bound to the first record of the game, so it is valid in no other game.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge salt hash HASH zytal                             the player: makes a salt, and prints it with its hash\n\
\x20 chronojudge salt hash HASH zytal 'nine small owls at dawn'   the player, with a salt of their own words\n\
\x20 chronojudge salt promise summer-war zytal HASH               the GM, when the hash has arrived\n\
\x20 chronojudge salt open summer-war zytal 'nine small owls at dawn'   the GM, when the table is closed")]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Print a new salt and its hash, or the hash of your own words
    ///
    /// Send the hash, and keep the salt secret until the GM asks for it.
    Hash {
        /// The hash of the game's first record, from the mail about your seat; or the game directory
        genesis: String,
        /// Your seat
        seat: String,
        /// Your own words as the salt, at least 12 characters: shorter words could be found from the hash by trying,
        /// before the salt is opened. Without words, a salt of 128 random bits is made
        words: Option<String>,
    },
    /// Record the hash of a salt that a player has sent
    Promise {
        /// The game directory
        dir: PathBuf,
        /// The seat
        seat: String,
        /// The hash
        hash: String,
    },
    /// Open the salt that a seat promised
    Open {
        /// The game directory
        dir: PathBuf,
        /// The seat
        seat: String,
        /// The salt: the words that the player sent
        words: String,
    },
    /// Skip the salt of a seat; the public log records it
    Refuse {
        /// The game directory
        dir: PathBuf,
        /// The seat
        seat: String,
    },
}

pub(super) fn run(args: Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let (dir, seat) = match &args.command {
        Command::Hash {
            genesis,
            seat,
            words,
        } => return make(genesis, seat, words.as_deref(), ui),
        Command::Promise { dir, seat, .. }
        | Command::Open { dir, seat, .. }
        | Command::Refuse { dir, seat } => (dir, seat),
    };
    let game = words::open_locked(dir, ui, now)?;
    let seat = words::seat(&game, seat)?;
    let wanted = match args.command {
        Command::Promise { hash: given, .. } => {
            lobby::promise_salt(&game, &seat, &hash(&given)?, now)?
        }
        Command::Open { words, .. } => lobby::write_salts(&game, &seat, Some(&words), now)?,
        _ => lobby::write_salts(&game, &seat, None, now)?,
    };
    ui.say(wanted.to_string());
    Ok(0)
}

/// Prints the hash of a salt, and also the salt if it is a new one.
fn make(genesis: &str, seat: &str, words: Option<&str>, ui: &Ui) -> Result<u8, CliError> {
    let genesis = first_record(genesis)?;
    let seat = Name::new(seat.to_owned()).map_err(|why| CliError::user(why.to_string()))?;
    let of = |words: &str| salt_hash(&genesis, &seat, &player_salt(words));
    if let Some(words) = words {
        long_enough(words)?;
        return ui.line(of(words).to_string());
    }
    let made = salt_words().map_err(error::GameError::from)?;
    ui.say("Send the hash, and keep the salt secret until the GM asks for it.");
    ui.line(format!("salt  {made}"))?;
    ui.line(format!("hash  {}", of(&made)))
}

/// Returns the hash of a game's first record, which is given or read from the game's directory.
fn first_record(given: &str) -> Result<Hash, CliError> {
    if let Ok(hash) = given.parse() {
        return Ok(hash);
    }
    let root = Path::new(given);
    let public = Layout::new(root).public();
    let folder = if public.is_dir() {
        public
    } else {
        root.to_owned()
    };
    let log = Log::read(&folder).map_err(error::GameError::from)?;
    log.genesis().map(|entry| entry.hash).ok_or_else(|| {
        CliError::user(format!("`{given}` is neither a hash nor a game directory.")).hint(
            "The mail about your seat has the hash of the game's first record: 64 hex digits.",
        )
    })
}

/// Parses a hash from the command line.
pub(super) fn hash(given: &str) -> Result<Hash, CliError> {
    given.parse().map_err(|_| {
        CliError::user(format!("`{given}` is not a hash."))
            .hint("A hash has 64 hex digits; `chronojudge salt hash` prints it.")
    })
}

/// Checks that a player's own words are too long to be found by trying.
pub(super) fn long_enough(words: &str) -> Result<(), CliError> {
    if words.chars().count() >= WORDS_AT_LEAST {
        return Ok(());
    }
    Err(CliError::user(format!(
        "A salt of {} characters can be found by trying.",
        words.chars().count()
    ))
    .hint(format!(
        "Use at least {WORDS_AT_LEAST} characters, or leave out the words: `chronojudge salt hash` then makes a random salt."
    )))
}
