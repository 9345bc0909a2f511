//! The data that mails are validated against, and the effects of one mail until they are staged.

use super::outcome::Became;
use crate::{
    compose::token,
    dice::{Hash, Key},
    dkim::Keyring,
    engine::SeatId,
    game_dir::{DiedAt, LockedGame, Players, Stage, TurnRecord, Verified},
    log::Log,
    mail::Settings,
    orders::Book,
    report::Words,
};
use chrono::{DateTime, Utc};
use std::collections::{BTreeMap, BTreeSet};

/// The data that mails are validated against.
pub(crate) struct Post<'a> {
    pub(super) game: &'a LockedGame,
    pub(super) now: DateTime<Utc>,
    pub(super) settings: Settings,
    pub(super) players: Players,
    pub(super) words: Words,
    pub(super) secret: Key,
    pub(super) minter: token::Minter,
    /// The public keys of players' mail servers.
    pub(super) keyring: Keyring,
    /// The tokens that a reply must not quote.
    pub(super) veil: token::Veil,
    /// The public log, and its head.
    pub(super) log: Log,
    pub(super) head: Option<Hash>,
    /// The current position and turn, if the game has begun.
    pub(super) open: Option<(Verified, TurnRecord)>,
    pub(super) book: Book,
    /// The names of the mails that were accepted.
    pub(super) known: BTreeSet<String>,
    /// The mail that the last runs were handling when they died, if they did.
    pub(super) died: Option<DiedAt>,
}

/// The effects of one mail, until they are staged.
pub(crate) struct Work {
    pub(super) stage: Stage,
    pub(super) seats: BTreeMap<SeatId, String>,
    pub(super) letters: Vec<String>,
    pub(super) became: Became,
    pub(super) notes: Vec<String>,
}
