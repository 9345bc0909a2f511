//! Before a game begins: players take their seats and promise words for the dice, which are opened when
//! all seats are taken.

use super::{SittingError, publish::pair, publish::seat_name};
use crate::{
    audit::{Kind, Log},
    dice::{
        Hash,
        chain::{player_salt, salt_hash},
    },
    engine::{AnyRuleset, Seat, SeatId},
    ssh::bare_key,
    store::{
        Game, GameFile, MailFormat, Pictures, Player, Secrecy, Stage, StoreError, bytes, read,
    },
};
use serde_json::Value;
use std::{collections::BTreeMap, fmt};

/// What a seat's salt is when its player never opens it.
const REFUSED: &str = "refused";

/// What a game waits for before it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Players for these seats.
    Players(Vec<SeatId>),
    /// The words these seats promised.
    Words(Vec<SeatId>),
    /// Nothing: it can begin.
    Nothing,
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Players(seats) => write!(f, "Empty seats: {}.", list(seats)),
            Self::Words(seats) => write!(
                f,
                "All seats are taken. Their words for the dice are still to come: {}. \
                 Open them with `chronojudge salt open`, or go on without with `chronojudge salt refuse`.",
                list(seats)
            ),
            Self::Nothing => f.write_str(
                "All seats are taken and all salts are in: `chronojudge start` begins the game.",
            ),
        }
    }
}

/// What a set-up is played from: what was agreed, and who holds which seats together.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Seated {
    /// The options of the game.
    pub(super) options: Value,
    /// Its seats, with the teams that the record `seated` names.
    pub(super) seats: Vec<Seat>,
}

impl Seated {
    /// The table of a game whose log is given. Before all seats are taken there are no teams.
    pub(super) fn of(file: &GameFile, log: &Log) -> Self {
        let seated = log.of(Kind::Seated).next();
        let team = |seat: &SeatId| {
            let value = seated?.record.get(&format!("team.{seat}"))?;
            Some(value.to_owned())
        };
        Self {
            options: file.options(),
            seats: (file.seats.iter())
                .map(|line| Seat {
                    id: line.seat.clone(),
                    team: team(&line.seat),
                })
                .collect(),
        }
    }

    /// The seats of each player: a team's together, and every other seat by itself.
    fn hands(&self) -> Vec<Vec<SeatId>> {
        let mut teams: BTreeMap<&str, Vec<SeatId>> = BTreeMap::new();
        let mut hands = vec![];
        for seat in &self.seats {
            match &seat.team {
                Some(team) => teams.entry(team).or_default().push(seat.id.clone()),
                None => hands.push(vec![seat.id.clone()]),
            }
        }
        hands.extend(teams.into_values());
        hands
    }

    /// Checks that the rules allow these teams, and would make them of this seating.
    ///
    /// # Errors
    /// Why not, in words.
    pub(super) fn check(&self, rules: &dyn AnyRuleset) -> Result<(), String> {
        let made = rules
            .seating(&self.options, &self.hands())
            .map_err(|garbled| garbled.to_string())?
            .map_err(|illegal| illegal.words)?;
        let of = |seats: &[Seat]| -> BTreeMap<SeatId, Option<String>> {
            let each = seats
                .iter()
                .map(|seat| (seat.id.clone(), seat.team.clone()));
            each.collect()
        };
        if of(&made) == of(&self.seats) {
            return Ok(());
        }
        Err("it names other teams than its seats make".to_owned())
    }
}

/// What the game waits for.
///
/// # Errors
/// [`SittingError`] if what is on disk cannot be read.
pub fn wanted(game: &Game) -> Result<Wanted, SittingError> {
    let log = game.log()?;
    if log.of(Kind::Salts).next().is_some() {
        return Ok(Wanted::Nothing);
    }
    let players = game.players()?;
    let mut empty = game.seat_ids();
    empty.retain(|seat| players.of(seat).is_none());
    if !empty.is_empty() {
        return Ok(Wanted::Players(empty));
    }
    let mut owing = game.seat_ids();
    let opened = opened(game)?;
    owing.retain(|seat| {
        let promised = players
            .of(seat)
            .is_some_and(|p| p.salt_hashes.contains_key(seat));
        promised && !opened.contains_key(seat)
    });
    Ok(Wanted::Words(owing))
}

/// The salts that are open, or refused, by seat.
fn opened(game: &Game) -> Result<BTreeMap<SeatId, String>, SittingError> {
    Ok(read(&game.layout.salts())?.unwrap_or_default())
}

/// Seats a player. With the last seat the table is closed: the record `seated` fixes what salts were
/// promised.
///
/// `words` are those the GM knows already, by seat; they count as opened.
///
/// # Errors
/// [`SittingError::NotNow`] when the seat is taken or the table is closed.
pub fn seat_player(
    game: &Game,
    mut player: Player,
    words: &BTreeMap<SeatId, String>,
) -> Result<Wanted, SittingError> {
    let mut log = (*game.log()?).clone();
    if log.of(Kind::Seated).next().is_some() {
        return Err(SittingError::NotNow("All seats are taken.".to_owned()));
    }
    let mut players = game.players()?;
    for seat in &player.seats {
        if !game.seat_ids().contains(seat) {
            return Err(SittingError::NotNow(format!(
                "There is no seat `{seat}`; there are {}.",
                list(&game.seat_ids())
            )));
        }
        if let Some(other) = players.of(seat) {
            return Err(SittingError::NotNow(format!(
                "`{seat}` is {}'s already.",
                other.name
            )));
        }
    }
    let mut opened = opened(game)?;
    for (seat, words) in words {
        let salt = player_salt(words);
        let hash = salt_hash(&game.name, &seat_name(seat), &salt);
        player.salt_hashes.insert(seat.clone(), hash.to_string());
        opened.insert(seat.clone(), salt.to_string());
    }
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
    let hands: Vec<Vec<SeatId>> = players.players.iter().map(|p| p.seats.clone()).collect();
    let seats = game
        .rules
        .seating(&game.options(), &hands)
        .map_err(StoreError::from)?
        .map_err(|illegal| SittingError::NotNow(illegal.words))?;
    let full = game.seat_ids().iter().all(|s| players.of(s).is_some());
    let layout = &game.layout;
    let mut stage = Stage::new("seating");
    let kept = bytes("players", &players)?;
    stage.add(layout, &layout.players(), kept, Secrecy::Secret);
    if !words.is_empty() {
        let kept = bytes("salts", &opened)?;
        stage.add(layout, &layout.salts(), kept, Secrecy::Secret);
    }
    if full {
        let mut promised: BTreeMap<SeatId, Hash> = BTreeMap::new();
        let mut lines = vec![];
        for line in &game.file.seats {
            let player = players.of(&line.seat).expect("no seat is empty");
            let mut say = |what: &str, value: Option<&String>| {
                lines.extend(value.map(|value| pair(&format!("{what}.{}", line.seat), value)));
            };
            let hash = player.salt_hashes.get(&line.seat);
            say("salt-hash", hash);
            say("key", player.key.as_deref().map(bare_key).as_ref());
            let team = seats.iter().find(|seat| seat.id == line.seat);
            say("team", team.and_then(|seat| seat.team.as_ref()));
            promised.extend(hash.and_then(|h| Some((line.seat.clone(), h.parse().ok()?))));
        }
        let (path, record) = log.push(Kind::Seated, &lines)?;
        stage.add(layout, &layout.public().join(path), record, Secrecy::Open);
        close(game, &mut log, &mut stage, &promised, &opened)?;
    }
    stage.commit(&game.disk, layout)?;
    wanted(game)
}

/// What is corrected of a player; what is left out stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Correction {
    /// The name.
    pub name: Option<String>,
    /// The mail address.
    pub address: Option<String>,
    /// The time zone.
    pub zone: Option<String>,
    /// In what form reports are mailed.
    pub format: Option<MailFormat>,
    /// Whether the picture comes as a file of its own.
    pub pictures: Option<Pictures>,
    /// The public SSH key, which is in the log from the moment on that all seats are taken.
    pub key: Option<String>,
}

/// Corrects what is known of the player of a seat, for all seats of that player, before the game begins.
///
/// # Errors
/// [`SittingError::NotNow`] when the seat is empty or the game has begun, and for a key when all seats are taken.
pub fn correct_player(
    game: &Game,
    seat: &SeatId,
    correction: Correction,
) -> Result<Player, SittingError> {
    let not_now = |words: String| Err(SittingError::NotNow(words));
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
    let mut all = players.players.iter_mut();
    let Some(player) = all.find(|player| player.seats.contains(seat)) else {
        return not_now(format!("`{seat}` has no player yet."));
    };
    player.name = correction.name.unwrap_or_else(|| player.name.clone());
    player.address = correction.address.unwrap_or_else(|| player.address.clone());
    player.zone = correction.zone.or_else(|| player.zone.clone());
    player.format = correction.format.unwrap_or(player.format);
    player.pictures = correction.pictures.unwrap_or(player.pictures);
    player.key = correction.key.or_else(|| player.key.clone());
    let corrected = player.clone();
    let layout = &game.layout;
    let mut stage = Stage::new("correcting");
    let kept = bytes("players", &players)?;
    stage.add(layout, &layout.players(), kept, Secrecy::Secret);
    stage.commit(&game.disk, layout)?;
    Ok(corrected)
}

/// Fixes all salts in the record `salts`, if none is still to come.
fn close(
    game: &Game,
    log: &mut Log,
    stage: &mut Stage,
    promised: &BTreeMap<SeatId, Hash>,
    opened: &BTreeMap<SeatId, String>,
) -> Result<(), SittingError> {
    if promised.keys().any(|seat| !opened.contains_key(seat)) {
        return Ok(());
    }
    let lines: Vec<(String, String)> = opened
        .iter()
        .map(|(seat, salt)| pair(&format!("salt.{seat}"), salt))
        .collect();
    let (path, record) = log.push(Kind::Salts, &lines)?;
    let layout = &game.layout;
    stage.add(layout, &layout.public().join(path), record, Secrecy::Open);
    Ok(())
}

/// Opens a seat's salt, or says that it will not be opened.
///
/// # Errors
/// [`SittingError::NotNow`] when the words are not those that were promised.
pub fn write_salts(
    game: &Game,
    seat: &SeatId,
    words: Option<&str>,
) -> Result<Wanted, SittingError> {
    let mut log = (*game.log()?).clone();
    let Some(seated) = log.of(Kind::Seated).next().cloned() else {
        return Err(SittingError::NotNow(format!(
            "Salts are opened when all seats are taken, so that not even the last to choose one knows the others. {}",
            wanted(game)?
        )));
    };
    if log.of(Kind::Salts).next().is_some() {
        return Err(SittingError::NotNow("All salts are in.".to_owned()));
    }
    let promised: BTreeMap<SeatId, Hash> = seated
        .record
        .under("salt-hash.")
        .filter_map(|(seat, hash)| Some((SeatId::new(seat).ok()?, hash.parse().ok()?)))
        .collect();
    let Some(hash) = promised.get(seat) else {
        return Err(SittingError::NotNow(format!(
            "`{seat}` promised no salt when it was seated."
        )));
    };
    let value = match words {
        None => REFUSED.to_owned(),
        Some(words) => {
            let salt = player_salt(words);
            if salt_hash(&game.name, &seat_name(seat), &salt) != *hash {
                return Err(SittingError::NotNow(format!(
                    "These are not the words `{seat}` promised: their hash is another."
                )));
            }
            salt.to_string()
        }
    };
    let mut opened = opened(game)?;
    opened.insert(seat.clone(), value);
    let layout = &game.layout;
    let mut stage = Stage::new("salting");
    let kept = bytes("salts", &opened)?;
    stage.add(layout, &layout.salts(), kept, Secrecy::Secret);
    close(game, &mut log, &mut stage, &promised, &opened)?;
    stage.commit(&game.disk, layout)?;
    wanted(game)
}

/// Names in a row.
pub fn list(seats: &[SeatId]) -> String {
    seats
        .iter()
        .map(SeatId::as_str)
        .collect::<Vec<_>>()
        .join(", ")
}
