//! Every public roll of a game with the inputs of its keys (fair1, sections 3, 4 and 6), for programs that show or
//! recompute them.

use super::{
    shell::{Unexplained, damaged},
    sittings::{Game, sittings},
};
use crate::{
    collect::Collect,
    log::{PublicFolder, Roll, Salts, parse_rolls, rolls_path},
};
use std::{collections::BTreeMap, path::Path};

/// The public rolls of a game.
#[derive(Clone, Debug)]
pub struct Ledger {
    /// The game's name, which enters every key.
    pub game: String,
    /// The anchor of the key chain.
    pub anchor: String,
    /// The players' opened salts by seat.
    pub salts: BTreeMap<String, String>,
    /// The public round of the whole game in the form that enters every key, or `none`.
    pub draw: String,
    /// The sittings in order.
    pub sittings: Vec<Rolled>,
}

/// The rolls of one sitting.
#[derive(Clone, Debug)]
pub struct Rolled {
    /// The sitting.
    pub sitting: u32,
    /// Its key.
    pub key: String,
    /// Its beacon in the form that enters the key of the rolls.
    pub beacon: String,
    /// The rolls, in rule order.
    pub rolls: Vec<Roll>,
    /// The results of these rolls, computed again from the key.
    pub again: Vec<Roll>,
}

impl Ledger {
    /// Reads the ledger of a public directory (fair1, section 9).
    ///
    /// # Errors
    /// Returns [`Unexplained::Damaged`] if a record or a file cannot be read.
    pub fn read(public: &Path) -> Result<Self, Unexplained> {
        let public = PublicFolder::new(public);
        let log = public.log().map_err(damaged)?;
        let genesis = log.genesis();
        let genesis = genesis.ok_or_else(|| damaged("there is no genesis record"))?;
        let game = Game::read(genesis).map_err(damaged)?;
        let salts = Salts::read(&log);
        let rolled = sittings(&log, &game, salts.hash())
            .into_iter()
            .map(|sitting| {
                let draw = sitting.draw.clone().map_err(damaged)?;
                let key = sitting.result.key("key").map_err(damaged)?;
                let bytes = public
                    .named(sitting.result, &rolls_path(sitting.t))
                    .map_err(damaged)?;
                let rolls = parse_rolls(&bytes).map_err(damaged)?;
                let public_key = sitting.public_key().map_err(damaged)?;
                Ok(Rolled {
                    again: rolls
                        .iter()
                        .map(|roll| roll.recompute(&public_key))
                        .collect(),
                    sitting: sitting.t,
                    key: key.to_hex(),
                    beacon: draw.beacon.to_string(),
                    rolls,
                })
            });
        Ok(Self {
            game: game.name.to_string(),
            anchor: genesis.text("anchor").map_err(damaged)?.to_owned(),
            draw: salts.draw.to_string(),
            salts: salts
                .opened
                .iter()
                .map(|(seat, salt)| (seat.to_string(), salt.to_string()))
                .collect_map(),
            sittings: rolled.collect::<Result<_, Unexplained>>()?,
        })
    }
}
