//! What mails are judged against, and what one mail leads to until it is staged.

use super::outcome::Became;
use crate::{
    compose::token,
    dice::{Hash, Key},
    dkim::Keyring,
    engine::SeatId,
    game_dir::{DiedAt, Game, Players, Position, Stage, TurnRecord},
    log::Log,
    mail::Settings,
    orders::Book,
    report::Words,
};
use chrono::{DateTime, Utc};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// Everything that mails are held against.
pub(crate) struct Post<'a> {
    pub(super) game: &'a Game,
    pub(super) now: DateTime<Utc>,
    pub(super) settings: Settings,
    pub(super) players: Players,
    pub(super) words: Words,
    pub(super) secret: Key,
    pub(super) minter: token::Minter,
    /// The public keys of players' mail servers.
    pub(super) keyring: Keyring,
    /// What is left out of what an answer quotes.
    pub(super) veil: token::Veil,
    /// The public log, and its head.
    pub(super) log: Arc<Log>,
    pub(super) head: Option<Hash>,
    /// Where the game stands, if it has begun.
    pub(super) open: Option<(Position, TurnRecord)>,
    pub(super) book: Book,
    /// The names of the mails that were taken.
    pub(super) known: BTreeSet<String>,
    /// The mail at which the last runs have died, if they have.
    pub(super) died: Option<DiedAt>,
}

/// What one mail leads to, until it is staged.
pub(crate) struct Work {
    pub(super) stage: Stage,
    pub(super) seats: BTreeMap<SeatId, String>,
    pub(super) letters: Vec<String>,
    pub(super) became: Became,
    pub(super) notes: Vec<String>,
}
