//! The record `seated`: the seats with their keys, promised salts and teams.

use super::teams::teams;
use crate::{
    collect::Collect,
    engine::{Seat, SeatId},
    error::GameError,
    game_dir::{Game, Players},
    log::pair,
    ssh::bare_key,
};
use std::collections::BTreeMap;

/// Returns the lines of the record `seated`: the promised salt, the key and the team of each seat. A fork keeps the
/// teams of its original, because they are part of its state.
pub(crate) fn seated_lines(
    game: &Game,
    players: &Players,
) -> Result<Vec<(String, String)>, GameError> {
    let named = |seat: Seat| Some((seat.id, seat.team?));
    let teams: BTreeMap<SeatId, String> = match &game.file.fork {
        Some(fork) => fork.teams.clone(),
        None => teams(game, players)?
            .into_iter()
            .filter_map(named)
            .collect_map(),
    };
    let mut lines = vec![];
    for line in &game.file.seats {
        let seat = &line.seat;
        let player = players.of(seat);
        let mut say = |what: &str, value: Option<&String>| {
            lines.extend(value.map(|value| pair(&format!("{what}.{seat}"), value)));
        };
        say(
            "salt-hash",
            player.and_then(|player| player.salt_hashes.get(seat)),
        );
        let key = player.and_then(|player| player.key.as_deref());
        say("key", key.map(bare_key).as_ref());
        say("team", teams.get(seat));
    }
    Ok(lines)
}
