//! Seating players before a game begins, and correcting their entries.

use super::{
    step::Table,
    teams::teams,
    wanted::{Wanted, genesis, opened},
};
use crate::{
    collect::Collect,
    dice::chain::{player_salt, salt_hash},
    engine::SeatId,
    error::GameError,
    game_dir::{Invitation, LockedGame, MailFormat, Pictures, Player, list, seat_name},
    log::Kind,
};
use chrono::{DateTime, Utc};
use std::collections::BTreeMap;

/// Seats a player, who is mailed the anchor and the first record. When all seats are taken and the hashes of all salts
/// are in, the table is closed.
///
/// `words` are the salts that the GM knows at this point, by seat; they count as opened.
///
/// ```no_run
/// use chronojudge::{
///     game_dir::{Disk, Game, Player},
///     lobby,
///     yaml::keep,
/// };
/// use std::{collections::BTreeMap, path::Path};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let now = chrono::Utc::now();
/// let game = Game::open(Path::new("pirates-2"), Disk::new())?.lock(now)?;
/// let ada: Player = keep::from_str("{name: Ada, address: ada@example.org, seats: [black]}")?;
///
/// // The invitation asks Ada for a salt, so none is given here.
/// let wanted = lobby::seat_player(&game, ada, &BTreeMap::new(), now)?;
/// println!("{wanted}");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Returns [`GameError::NotNow`] if a seat is unknown or taken, or the table is closed.
pub fn seat_player(
    game: &LockedGame,
    mut player: Player,
    words: &BTreeMap<SeatId, String>,
    at: DateTime<Utc>,
) -> Result<Wanted, GameError> {
    let log = game.log()?;
    if log.of(Kind::Seated).next().is_some() {
        return Err(GameError::NotNow("All seats are taken.".to_owned()));
    }
    let mut players = game.players()?;
    for seat in &player.seats {
        if !game.seat_ids().contains(seat) {
            return Err(GameError::NotNow(format!(
                "There is no seat `{seat}`; there are {}.",
                list(&game.seat_ids())
            )));
        }
        if let Some(other) = players.of(seat) {
            return Err(GameError::NotNow(format!(
                "`{seat}` is {}'s already.",
                other.name
            )));
        }
    }
    let genesis = genesis(&log)?;
    let mut opened = opened(game, &log, &players)?;
    for (seat, words) in words {
        let salt = player_salt(words);
        let hash = salt_hash(&genesis, &seat_name(seat), &salt);
        player.salt_hashes.insert(seat.clone(), hash.to_string());
        opened.insert(seat.clone(), salt.to_string());
    }
    let (taken, promised) = (player.seats.clone(), player.salt_hashes.clone());
    let newcomer = player.clone();
    match players
        .players
        .iter_mut()
        .find(|p| p.name == player.name && p.address == player.address)
    {
        Some(known) => {
            known.seats.extend(player.seats);
            known.salt_hashes.extend(player.salt_hashes);
            if player.key.is_some() {
                known.key = player.key;
            }
            if player.pictures != Pictures::None {
                known.pictures = player.pictures;
            }
        }
        None => players.players.push(player),
    }
    teams(game, &players)?;
    let mut table = Table::new(game, log, "seating", at)?;
    table.players = players;
    table.keep_players()?;
    if !words.is_empty() {
        table.keep_opened(opened)?;
    }
    table.invite(&newcomer, &taken, &promised)?;
    table.close_if_ready()?;
    table.commit()
}

/// A correction of a player's entry; fields that are `None` stay unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Correction {
    /// The name.
    pub name: Option<String>,
    /// The mail address.
    pub address: Option<String>,
    /// The time zone.
    pub zone: Option<String>,
    /// The format of mailed reports.
    pub format: Option<MailFormat>,
    /// The kind of picture that is attached as a separate file.
    pub pictures: Option<Pictures>,
    /// The public SSH key, which is in the log as soon as all seats are taken.
    pub key: Option<String>,
}

/// Corrects the entry of a seat's player, for all seats of that player, before the game begins. A new address is mailed
/// the invitation, and after the table is closed also the hashes of all salts. If its player had declined, the seats are
/// another person's, who has nothing of the entry but the seats. Returns the entry, and true if it was invited again.
///
/// # Errors
/// Returns [`GameError::NotNow`] if the seat is empty, the game has begun, or a key is corrected when all seats are
/// taken.
pub fn correct_player(
    game: &LockedGame,
    seat: &SeatId,
    correction: Correction,
    at: DateTime<Utc>,
) -> Result<(Player, bool), GameError> {
    let not_now = |words: String| Err(GameError::NotNow(words));
    if game.position()?.is_some() {
        return not_now(
            "The game has begun: `chronojudge replace` gives a seat to another address, and tells all players."
                .to_owned(),
        );
    }
    let closed = game.log()?.of(Kind::Seated).next().is_some();
    if correction.key.is_some() && closed {
        return not_now(
            "All seats are taken, and the keys stand in the public log: they cannot be changed before the game begins."
                .to_owned(),
        );
    }
    let mut players = game.players()?;
    // If another person takes the seats: true if the one before had a key.
    let mut newly_seated = None;
    let mut all = players.players.iter_mut();
    let Some(player) = all.find(|player| player.seats.contains(seat)) else {
        return not_now(format!("`{seat}` has no player yet."));
    };
    let has_moved = correction
        .address
        .as_ref()
        .is_some_and(|address| *address != player.address);
    if has_moved {
        if player.invitation == Invitation::Declined {
            newly_seated = Some(player.key.is_some());
            *player = vacated(player);
        }
        player.invitation = Invitation::Open;
    }
    player.name = correction.name.unwrap_or_else(|| player.name.clone());
    player.address = correction.address.unwrap_or_else(|| player.address.clone());
    player.zone = correction.zone.or_else(|| player.zone.clone());
    player.format = correction.format.unwrap_or(player.format);
    player.pictures = correction.pictures.unwrap_or(player.pictures);
    player.key = correction.key.or_else(|| player.key.clone());
    let corrected = player.clone();
    let log = game.log()?;
    // The salts that the GM knows of another person's hashes are of no use.
    let opened = opened(game, &log, &players)?;
    let mut table = Table::new(game, log, "correcting", at)?;
    table.players = players;
    table.keep_players()?;
    if newly_seated.is_some() {
        table.keep_opened(opened)?;
    }
    if closed && newly_seated == Some(true) {
        table.forget_key(&corrected)?;
    }
    let mut invited = false;
    if has_moved {
        invited = table.invite_again(&corrected, false)?;
        table.mail_hashes(&corrected)?;
        table.mail_round(&corrected)?;
    }
    table.commit()?;
    Ok((corrected, invited))
}

/// Returns the entry of a person who takes over the seats of a player, without name and address.
fn vacated(player: &Player) -> Player {
    let tokens = player.seats.iter().map(|seat| {
        let made = player.new_tokens.get(seat).copied().unwrap_or_default();
        (seat.clone(), made.saturating_add(1))
    });
    Player {
        new_tokens: tokens.collect_map(),
        seats: player.seats.clone(),
        name: player.name.clone(),
        ..Player::default()
    }
}

/// Mails the invitation again to the players who have not answered it. Returns the players, and for each false if the
/// invitation before still waits in the outbox.
///
/// # Errors
/// Returns [`GameError::NotNow`] if the table is closed.
pub fn remind_players(
    game: &LockedGame,
    at: DateTime<Utc>,
) -> Result<Vec<(Player, bool)>, GameError> {
    let log = game.log()?;
    if log.of(Kind::Seated).next().is_some() {
        return Err(GameError::NotNow(
            "The table is closed: invitations are not sent any more.".to_owned(),
        ));
    }
    let mut table = Table::new(game, log, "reminding", at)?;
    let mut reminded = vec![];
    for player in table.players.players.clone() {
        if player.invitation == Invitation::Open && !player.seats.is_empty() {
            let is_sent = table.invite_again(&player, true)?;
            reminded.push((player, is_sent));
        }
    }
    table.commit()?;
    Ok(reminded)
}
