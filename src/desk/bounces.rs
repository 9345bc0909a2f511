//! Whose mail comes back.

use super::DeskError;
use crate::store::{Game, Player, Players, read};
use serde::Deserialize;
use std::collections::BTreeMap;

/// What is kept of the mails to one address that came back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Bounced {
    /// How many did since the last one that arrived.
    pub count: u32,
}

/// The record of bounces of a game, by address: `bounces.yaml`, where there is one.
///
/// # Errors
/// [`DeskError::Sitting`] if it cannot be read.
pub fn bounces(game: &Game) -> Result<BTreeMap<String, Bounced>, DeskError> {
    Ok(read(&game.layout.bounces())?.unwrap_or_default())
}

/// How many mails to a player came back.
pub(super) fn of(bounces: &BTreeMap<String, Bounced>, player: &Player) -> u32 {
    let own = |address: &&String| address.eq_ignore_ascii_case(&player.address);
    let own = bounces.keys().find(own);
    own.map_or(0, |address| bounces[address].count)
}

/// The players whose mail comes back.
pub(super) fn bouncing<'a>(
    bounces: &BTreeMap<String, Bounced>,
    players: &'a Players,
) -> Vec<&'a Player> {
    let players = players.players.iter();
    players.filter(|player| of(bounces, player) > 0).collect()
}
