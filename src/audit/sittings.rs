//! The published sittings of a game.

use crate::{
    dice::{
        chain::{Beacon, Draw},
        field::{Hash, Key},
        label::Name,
    },
    log::{BadKey, Entry, Kind, Log, beacon},
};

/// Returns the published sittings in order.
pub(crate) fn sittings<'a>(log: &'a Log, game: &Game, salts: Option<Hash>) -> Vec<Sitting<'a>> {
    let (mut sittings, mut lock): (Vec<Sitting<'a>>, _) = (Vec::new(), None);
    for entry in &log.entries {
        match entry.record.kind {
            Kind::Lock => lock = Some(entry),
            Kind::Result => {
                let due = sittings.last().map_or(1, |last| last.t + 1);
                let t = entry
                    .number("sitting")
                    .ok()
                    .filter(|t| (1..=game.sittings).contains(t))
                    .unwrap_or(due);
                let draw = read_beacon(game, lock, entry).map(|beacon| Draw {
                    game: game.name.clone(),
                    sitting: t,
                    beacon,
                    salts,
                });
                sittings.push(Sitting {
                    t,
                    result: entry,
                    draw,
                    turn: entry.number("turn").ok(),
                });
            }
            _ => {}
        }
    }
    sittings
}

pub(crate) fn read_beacon(
    game: &Game,
    lock: Option<&Entry>,
    result: &Entry,
) -> Result<Beacon, BadKey> {
    if !game.beacon {
        return Ok(Beacon::None);
    }
    let lock = lock.ok_or_else(|| result.bad("beacon", "has no lock that names its round"))?;
    beacon(lock, result)
}

/// The commitments of genesis (fair1, section 6).
#[derive(Debug, Clone)]
pub(crate) struct Game {
    pub(crate) name: Name,
    pub(crate) hidden: Hash,
    pub(super) sittings: u32,
    pub(super) anchor: Key,
    /// True if every sitting takes a round of its own.
    pub(super) beacon: bool,
}

impl Game {
    pub(crate) fn read(genesis: &Entry) -> Result<Self, BadKey> {
        let sittings = genesis.number("sittings")?;
        if sittings > MOST_SITTINGS {
            return Err(genesis.bad("sittings", format!("is more than {MOST_SITTINGS}")));
        }
        Ok(Self {
            name: genesis.name("game")?,
            hidden: genesis.hash("hidden")?,
            sittings,
            anchor: genesis.key("anchor")?,
            beacon: genesis.text("dice")? == "beacon",
        })
    }
}

/// Maximum number of sittings of a chain (fair1, section 6).
pub(crate) const MOST_SITTINGS: u32 = 1 << 20;

/// One published sitting: its number, its result, and the inputs of its keys.
#[derive(Debug)]
pub(crate) struct Sitting<'a> {
    pub(crate) t: u32,
    pub(crate) result: &'a Entry,
    pub(crate) draw: Result<Draw, BadKey>,
    pub(super) turn: Option<u32>,
}

impl Sitting<'_> {
    /// Computes `T_t` from the published key.
    pub(crate) fn public_key(&self) -> Result<Key, BadKey> {
        Ok(self.draw.clone()?.public_key(&self.result.key("key")?))
    }
}
