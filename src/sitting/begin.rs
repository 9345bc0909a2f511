//! How a game begins: genesis, seats, salts, and the set-up as sitting 1.

use super::{
    OnFileSet, Ran, Request, SittingError,
    publish::pair,
    run::{names, one},
};
use crate::{
    audit::{Kind, Log},
    content::Library,
    dice::{
        Chain, Hash, Master,
        chain::{hidden_commitment, player_salt, salt_hash},
        field::sha256,
    },
    engine::SeatId,
    mail::Settings,
    store::{
        Disk, Game, GameFile, Layout, Player, Players, Secrecy, Stage, StoreError, TurnRecord,
        bytes, read,
    },
};
use std::{collections::BTreeMap, path::Path};

/// The name of the stage that a game is founded in.
const FOUNDING: &str = "founding";

/// A game that was founded.
#[derive(Debug)]
pub struct Founded {
    /// The anchor of the chain of keys.
    pub anchor: Hash,
    /// The head of the log.
    pub head: Hash,
}

/// Founds a game: its directory, its secret, and the record `genesis` that commits to it.
///
/// # Errors
/// [`SittingError`].
pub fn found(
    disk: &Disk,
    root: &Path,
    file: &GameFile,
    library: &Library,
    mail: &Settings,
    master: Option<Master>,
) -> Result<Founded, SittingError> {
    let layout = Layout::new(root);
    if layout.staging().join(FOUNDING).is_dir() {
        // A founding that died after it was committed is finished; whoever wants that game has it.
        Stage::recover(disk, &layout)?;
        if let Some(founded) = founded(&layout, file, master.as_ref())? {
            return Ok(founded);
        }
    }
    if layout.game().exists() || layout.public().exists() {
        return Err(SittingError::NotNow(format!(
            "There is a game in {} already.",
            root.display()
        )));
    }
    let master = match master {
        Some(master) => master,
        None => Master::generate()?,
    };
    let game = bytes("game", file)?;
    let name = crate::dice::Name::new(file.game.clone())
        .map_err(|e| SittingError::NotNow(e.to_string()))?;
    let chain = Chain::new(&master, &name, file.keys);
    let mut stage = Stage::new(FOUNDING);
    let mut add = |path: &Path, bytes: Vec<u8>, secrecy| {
        stage.add(&layout, path, bytes, secrecy);
    };
    let secret = format!(
        "# The master secret of this game: whoever has it can foresee every die. Keep a copy.\n{}\n",
        master.to_hex()
    );
    add(&layout.master(), secret.into_bytes(), Secrecy::Secret);
    let mut digests = BTreeMap::new();
    for (path, text) in library.files() {
        let place = layout.public().join("content").join(path);
        digests.insert(path.to_owned(), sha256(text.as_bytes()));
        add(&place, text.as_bytes().to_vec(), Secrecy::Open);
    }
    let content = crate::audit::files::content_hash(&digests)
        .map_err(|e| SittingError::NotNow(e.to_string()))?;
    let lines = [
        pair("game", &file.game),
        pair("ruleset", format!("{} {}", file.ruleset, file.edition)),
        pair("file.game.yaml", sha256(&game)),
        pair("content", content),
        pair(
            "engine",
            format!("chronojudge {}", env!("CARGO_PKG_VERSION")),
        ),
        pair("sittings", file.keys),
        pair("anchor", chain.anchor()),
        pair("hidden", hidden_commitment(&name, &master.hidden(&name))),
        pair("beacon", "none"),
    ];
    let mut log = Log::default();
    let (path, record) = log.push(Kind::Genesis, &lines)?;
    add(&layout.public().join(path), record, Secrecy::Open);
    add(
        &layout.public().join("game.yaml"),
        game.clone(),
        Secrecy::Open,
    );
    add(&layout.game(), game, Secrecy::Open);
    add(&layout.mail(), bytes("mail", mail)?, Secrecy::Secret);
    add(
        &layout.players(),
        bytes("players", &Players::default())?,
        Secrecy::Secret,
    );
    disk.make_folder(root, Secrecy::Open)?;
    disk.make_folder(&layout.secret(), Secrecy::Secret)?;
    stage.commit(disk, &layout)?;
    Ok(Founded {
        anchor: chain.anchor(),
        head: log.head().expect("a record was just pushed"),
    })
}

/// What a directory holds already, if it is the game that is wanted.
fn founded(
    layout: &Layout,
    file: &GameFile,
    master: Option<&Master>,
) -> Result<Option<Founded>, SittingError> {
    let same = Disk::read(&layout.game())? == Some(bytes("game", file)?)
        && match master {
            None => true,
            Some(master) => Disk::read(&layout.master())?
                .is_some_and(|text| String::from_utf8_lossy(&text).contains(&master.to_hex())),
        };
    let log = Log::read(&layout.public())?;
    let anchor = log
        .of(Kind::Genesis)
        .next()
        .and_then(|genesis| genesis.hash("anchor").ok());
    Ok(match (same, anchor, log.head()) {
        (true, Some(anchor), Some(head)) => Some(Founded { anchor, head }),
        _ => None,
    })
}

/// Seats a player. When the last seat is taken, the record `seated` closes the table.
///
/// Says which seats are still empty.
///
/// # Errors
/// [`SittingError::NotNow`] when the seat is taken or the table is closed.
pub fn seat_player(game: &Game, player: Player) -> Result<Vec<SeatId>, SittingError> {
    let mut log = Log::read(&game.layout.public())?;
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
    match players
        .players
        .iter_mut()
        .find(|p| p.name == player.name && p.address == player.address)
    {
        Some(known) => {
            known.seats.extend(player.seats);
            known.salt_hashes.extend(player.salt_hashes);
        }
        None => players.players.push(player),
    }
    let empty: Vec<SeatId> = game
        .seat_ids()
        .into_iter()
        .filter(|seat| players.of(seat).is_none())
        .collect();
    let mut stage = Stage::new("seating");
    let layout = &game.layout;
    stage.add(
        layout,
        &layout.players(),
        bytes("players", &players)?,
        Secrecy::Secret,
    );
    if empty.is_empty() {
        let mut lines = vec![];
        for line in &game.file.seats {
            let player = players.of(&line.seat).expect("no seat is empty");
            lines.extend(
                player
                    .salt_hashes
                    .get(&line.seat)
                    .map(|hash| pair(&format!("salt-hash.{}", line.seat), hash)),
            );
            lines.extend(
                player
                    .key
                    .as_ref()
                    .map(|key| pair(&format!("key.{}", line.seat), key)),
            );
            lines.extend(
                line.team
                    .as_ref()
                    .map(|team| pair(&format!("team.{}", line.seat), team)),
            );
        }
        let (path, record) = log.push(Kind::Seated, &lines)?;
        stage.add(layout, &layout.public().join(path), record, Secrecy::Open);
        // Where nobody promised a salt there is nothing to wait for.
        if !lines.iter().any(|(key, _)| key.starts_with("salt-hash.")) {
            let (path, record) = log.push(Kind::Salts, &[])?;
            stage.add(layout, &layout.public().join(path), record, Secrecy::Open);
        }
    }
    stage.commit(&game.disk, layout)?;
    Ok(empty)
}

/// Opens a seat's salt, or says that it will not be opened. When the last is in, the record `salts`
/// fixes them all.
///
/// Says which seats are still to come.
///
/// # Errors
/// [`SittingError::NotNow`] when the words are not those that were promised.
pub fn write_salts(
    game: &Game,
    seat: &SeatId,
    words: Option<&str>,
) -> Result<Vec<SeatId>, SittingError> {
    let mut log = Log::read(&game.layout.public())?;
    let Some(seated) = log.of(Kind::Seated).next().cloned() else {
        return Err(SittingError::NotNow(
            "Salts are opened when all seats are taken, so that not even the last to choose one knows the others."
                .to_owned(),
        ));
    };
    if log.of(Kind::Salts).next().is_some() {
        return Err(SittingError::NotNow("All salts are in.".to_owned()));
    }
    let promised: BTreeMap<String, String> = seated
        .record
        .under("salt-hash.")
        .map(|(seat, hash)| (seat.to_owned(), hash.to_owned()))
        .collect();
    let mut opened: BTreeMap<String, String> = read(&game.layout.salts())?.unwrap_or_default();
    if let Some(hash) = promised.get(seat.as_str()) {
        let value = match words {
            None => "refused".to_owned(),
            Some(words) => {
                let salt = player_salt(words);
                let name = super::publish::seat_name(seat);
                if salt_hash(&game.name, &name, &salt).to_string() != *hash {
                    return Err(SittingError::NotNow(format!(
                        "These are not the words `{seat}` promised: their hash is another."
                    )));
                }
                salt.to_string()
            }
        };
        opened.insert(seat.to_string(), value);
    } else if words.is_some() {
        return Err(SittingError::NotNow(format!(
            "`{seat}` promised no salt when it was seated."
        )));
    }
    let missing: Vec<SeatId> = names(game)
        .into_iter()
        .map(|(seat, _)| seat)
        .filter(|seat| promised.contains_key(seat.as_str()) && !opened.contains_key(seat.as_str()))
        .collect();
    let layout = &game.layout;
    let mut stage = Stage::new("salting");
    stage.add(
        layout,
        &layout.salts(),
        bytes("salts", &opened)?,
        Secrecy::Secret,
    );
    if missing.is_empty() {
        let lines: Vec<(String, String)> = opened
            .iter()
            .map(|(seat, salt)| pair(&format!("salt.{seat}"), salt))
            .collect();
        let (path, record) = log.push(Kind::Salts, &lines)?;
        stage.add(layout, &layout.public().join(path), record, Secrecy::Open);
    }
    stage.commit(&game.disk, layout)?;
    Ok(missing)
}

/// Plays sitting 1: the set-up, as turn 0.
///
/// # Errors
/// [`SittingError::NotNow`] when the table is not ready.
pub fn start(game: &Game, request: &Request) -> Result<Ran, SittingError> {
    if game.position()?.is_some() {
        return Err(SittingError::NotNow(
            "The game has begun already.".to_owned(),
        ));
    }
    let log = Log::read(&game.layout.public())?;
    if log.of(Kind::Salts).next().is_none() {
        let seated = log.of(Kind::Seated).next().is_some();
        return Err(SittingError::NotNow(
            if seated {
                "The salts are not all in: open them with `salt`, or leave a seat out with `salt refuse`."
            } else {
                "Not all seats are taken: seat players with `seat`."
            }
            .to_owned(),
        ));
    }
    let published = Disk::read(&game.layout.public().join("game.yaml"))?.unwrap_or_default();
    let now = Disk::read(&game.layout.game())?.unwrap_or_default();
    if published != now {
        return Err(SittingError::Store(StoreError::Unsafe(
            "game.yaml is not the one that was published: put it back, or found the game anew."
                .to_owned(),
        )));
    }
    one(
        game,
        0,
        1,
        None,
        &TurnRecord::default(),
        &OnFileSet::default(),
        false,
        request,
    )
}

fn list(seats: &[SeatId]) -> String {
    seats
        .iter()
        .map(SeatId::as_str)
        .collect::<Vec<_>>()
        .join(", ")
}
