//! The open requirements of a game before it begins.

use crate::{
    dice::{Hash, chain::salt_hash, quicknet::time_of},
    engine::SeatId,
    error::GameError,
    game_dir::{Game, Invitation, Players, list, read, seat_name},
    log::{Kind, Log, is_lowered, round_named},
};
use chrono::{DateTime, Utc};
use std::{collections::BTreeMap, fmt};

/// The value in place of the salt of a seat whose player never opens it.
pub(super) const REFUSED: &str = "refused";

/// The next requirement of a game that has not begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Players for these seats.
    Players(Vec<SeatId>),
    /// Other players for these seats: theirs have declined the invitation.
    Declined(Vec<SeatId>),
    /// The hashes of the salts of these seats, unless the game begins without them.
    Hashes(Vec<SeatId>),
    /// The salts that these seats promised.
    Salts(Vec<SeatId>),
    /// The round of the beacon that draws the game, out at this time.
    Round(u64, DateTime<Utc>),
    /// Nothing: the game can begin.
    Nothing,
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Players(seats) => write!(f, "Empty seats: {}.", list(seats)),
            Self::Declined(seats) => write!(
                f,
                "The invitation was declined for {}: give each to another player with \
                 `chronojudge seat GAME SEAT --again --name NAME --address ADDRESS`.",
                list(seats)
            ),
            Self::Hashes(seats) if seats.is_empty() => {
                f.write_str("All seats are taken: `chronojudge start` closes the table.")
            }
            Self::Hashes(seats) => write!(
                f,
                "All seats are taken. No hash of a salt has come from {} yet: record it with \
                 `chronojudge salt promise`, or close the table without it with `chronojudge start`.",
                list(seats)
            ),
            Self::Salts(seats) if seats.is_empty() => f.write_str(
                "All salts are in. They are opened when every player has been mailed their hashes: `chronojudge send`, \
                 then `chronojudge start`.",
            ),
            Self::Salts(seats) => write!(
                f,
                "The table is closed. Waiting for the salts of: {}. \
                 Open them with `chronojudge salt open`, or go on without with `chronojudge salt refuse`.",
                list(seats)
            ),
            Self::Round(round, out) => write!(
                f,
                "All salts are in. The game is drawn with round {round} of the beacon drand quicknet, out at {}; \
                 `chronojudge start` or `chronojudge tick` begins the game then. Send the mails about it before: \
                 `chronojudge send`.",
                out.format("%Y-%m-%d %H:%M:%S UTC")
            ),
            Self::Nothing => f.write_str(
                "All seats are taken and all salts are in: `chronojudge start` begins the game.",
            ),
        }
    }
}

/// The hash of the record `genesis`, to which every salt is bound.
pub(crate) fn genesis(log: &Log) -> Result<Hash, GameError> {
    let genesis = log.genesis().map(|entry| entry.hash);
    genesis.ok_or_else(|| GameError::NotNow("The log has no first record.".to_owned()))
}

/// Returns the hash of the salt that is promised for a seat: that of the record `seated`, or of its player while the
/// table is open.
fn promised(log: &Log, players: &Players, seat: &SeatId) -> Option<Hash> {
    if let Some(seated) = log.of(Kind::Seated).next() {
        return seated.hash(&format!("salt-hash.{seat}")).ok();
    }
    players.of(seat)?.salt_hashes.get(seat)?.parse().ok()
}

/// Returns the salts that are open, or refused, by seat. A salt that does not fit the promised hash of its seat is left
/// out: its seat has another player, or another hash, since then.
pub(crate) fn opened(
    game: &Game,
    log: &Log,
    players: &Players,
) -> Result<BTreeMap<SeatId, String>, GameError> {
    let mut opened: BTreeMap<SeatId, String> = read(&game.layout.salts())?.unwrap_or_default();
    let genesis = genesis(log)?;
    opened.retain(|seat, words| {
        let is_salt = |salt: Hash, hash| salt_hash(&genesis, &seat_name(seat), &salt) == hash;
        let fits = |hash| words == REFUSED || words.parse().is_ok_and(|salt| is_salt(salt, hash));
        promised(log, players, seat).is_some_and(fits)
    });
    Ok(opened)
}

/// Returns the time at which a round is out.
pub(crate) fn out(round: u64) -> DateTime<Utc> {
    let time = time_of(round).and_then(|time| DateTime::from_timestamp(time, 0));
    time.unwrap_or(DateTime::<Utc>::MAX_UTC)
}

pub(crate) fn wanted_of(
    game: &Game,
    log: &Log,
    players: &Players,
    opened: &BTreeMap<SeatId, String>,
) -> Wanted {
    let declined = |seat: &SeatId| {
        let player = players.of(seat);
        player.is_some_and(|player| player.invitation == Invitation::Declined)
    };
    let mut left = game.seat_ids();
    left.retain(declined);
    if log.of(Kind::Salts).next().is_some() {
        if !left.is_empty() {
            return Wanted::Declined(left);
        }
        let drawn = log.of(Kind::Draw).next().is_some() || is_lowered(log);
        return match round_named(log).filter(|_| !drawn) {
            Some(round) => Wanted::Round(round, out(round)),
            None => Wanted::Nothing,
        };
    }
    let mut empty = game.seat_ids();
    empty.retain(|seat| players.of(seat).is_none());
    if !empty.is_empty() {
        return Wanted::Players(empty);
    }
    if !left.is_empty() {
        return Wanted::Declined(left);
    }
    let promised = |seat: &SeatId| promised(log, players, seat).is_some();
    let mut seats = game.seat_ids();
    if log.of(Kind::Seated).next().is_none() {
        seats.retain(|seat| !promised(seat));
        return Wanted::Hashes(seats);
    }
    seats.retain(|seat| promised(seat) && !opened.contains_key(seat));
    Wanted::Salts(seats)
}
