//! One game on the disk.

use super::{
    disk::Disk,
    error::{StoreError, master_in},
    game_file::GameFile,
    human_files::{Keyed, by_hand, mail_settings},
    kept,
    layout::Layout,
    overlay,
    players::{Players, Standings},
    position::Position,
    standing::StandingFile,
};
use crate::{
    content::Library,
    dice::{Chain, Master, Name},
    engine::{DynRuleset, SeatId, Viewer},
    log::{Log, LogError},
    rulesets::{self, Known},
};
use serde_json::Value;
use std::{collections::BTreeMap, path::Path, sync::OnceLock};

/// One game: its directory, its ruleset and its agreed terms.
#[derive(Debug)]
pub struct Game {
    /// The paths of the game directory.
    pub layout: Layout,
    /// The disk.
    pub disk: Disk,
    /// `game.yaml`.
    pub file: GameFile,
    /// The name of the game, as it goes into every die.
    pub name: Name,
    /// The entry of the ruleset in the list of games.
    pub known: Known,
    /// The content in use.
    pub library: Library,
    /// The ruleset.
    pub rules: Box<dyn DynRuleset>,
    /// Warnings for the GM; they do not stop a run.
    pub warnings: Vec<String>,
    chain: OnceLock<Chain>,
}

impl Game {
    /// Opens a game directory without locking it.
    ///
    /// # Errors
    /// Returns [`StoreError`] if a file of the game is missing or invalid, or the seats are not those of the options.
    pub fn open(root: &Path, disk: Disk) -> Result<Self, StoreError> {
        let layout = Layout::new(root);
        let file: GameFile = by_hand(&layout.game())?.ok_or_else(|| StoreError::Missing {
            path: layout.game(),
        })?;
        let names: Vec<&str> = rulesets::ALL.iter().map(|k| k.id).collect();
        let known = rulesets::find(&file.ruleset)
            .ok_or_else(|| StoreError::NoRuleset(file.ruleset.clone(), names.join(", ")))?;
        let mut library = (known.library)();
        overlay::read_content(&layout.content(), &mut library)?;
        let rules = (known.load)(&library)?;
        let name = Name::new(file.game.clone()).map_err(|e| StoreError::Damaged {
            path: layout.game(),
            why: e.to_string(),
        })?;
        let game = Self {
            layout,
            disk,
            file,
            name,
            known,
            library,
            rules,
            warnings: vec![],
            chain: OnceLock::new(),
        };
        game.check_seats()?;
        Ok(game)
    }

    fn check_seats(&self) -> Result<(), StoreError> {
        let wanted = self
            .rules
            .seats(&self.options())
            .map_err(|error| error.into_error(StoreError::Options))?;
        let mut wanted: Vec<&str> = wanted.iter().map(|s| s.id.as_str()).collect();
        let mut found: Vec<&str> = self.file.seats.iter().map(|s| s.seat.as_str()).collect();
        wanted.sort_unstable();
        found.sort_unstable();
        if wanted == found {
            return Ok(());
        }
        Err(StoreError::Seats {
            wanted: wanted.join(", "),
            found: found.join(", "),
        })
    }

    /// Returns the options as plain data.
    pub fn options(&self) -> Value {
        self.file.options()
    }

    /// Returns the names of the seats.
    pub fn seat_ids(&self) -> Vec<SeatId> {
        self.file.seats.iter().map(|s| s.seat.clone()).collect()
    }

    /// Returns the players.
    ///
    /// # Errors
    /// Returns [`StoreError`] if the file cannot be read or is invalid.
    pub fn players(&self) -> Result<Players, StoreError> {
        Ok(by_hand(&self.layout.players())?.unwrap_or_default())
    }

    /// Returns the public log, read from its start.
    ///
    /// # Errors
    /// Returns [`LogError`] with the name of the first file that is wrong.
    pub fn log(&self) -> Result<Log, LogError> {
        Log::read(&self.layout.public())
    }

    /// Returns the mail settings, from `mail.yaml`.
    ///
    /// # Errors
    /// Returns [`StoreError`] if `mail.yaml` is missing or invalid.
    pub fn mail_settings<T: serde::de::DeserializeOwned + Keyed>(&self) -> Result<T, StoreError> {
        mail_settings(&self.layout)
    }

    /// Returns the settings for fetching rounds of the beacon, from `beacon.yaml`, if the file exists.
    ///
    /// # Errors
    /// Returns [`StoreError`] if the file cannot be read or is invalid.
    pub fn beacon_settings<T: serde::de::DeserializeOwned>(&self) -> Result<Option<T>, StoreError> {
        by_hand(&self.layout.beacon())
    }

    /// Returns the position of the game; `None` before it is started.
    ///
    /// # Errors
    /// Returns [`StoreError`] if the file cannot be read or is damaged.
    pub fn position(&self) -> Result<Option<Position>, StoreError> {
        kept::read(&self.layout.position())
    }

    /// Returns the master secret.
    ///
    /// # Errors
    /// Returns [`StoreError`] if the file is missing or damaged.
    pub fn master(&self) -> Result<Master, StoreError> {
        let path = self.layout.master();
        let Some(bytes) = Disk::read(&path)? else {
            return Err(StoreError::Missing { path });
        };
        master_in(&bytes).map_err(|e| StoreError::Damaged {
            path,
            why: e.to_string(),
        })
    }

    /// Returns the chain of the game's keys.
    ///
    /// # Errors
    /// Returns [`StoreError`] if the master secret cannot be read.
    pub fn chain(&self) -> Result<&Chain, StoreError> {
        if let Some(chain) = self.chain.get() {
            return Ok(chain);
        }
        let chain = Chain::new(&self.master()?, &self.name, self.file.keys);
        Ok(self.chain.get_or_init(|| chain))
    }

    /// Returns the standing orders of a seat, with the bytes of their file, if there is one.
    ///
    /// # Errors
    /// Returns [`StoreError`] if the file cannot be read, is invalid, or is for another game or seat.
    pub fn standings(&self, seat: &SeatId) -> Result<Option<(Vec<u8>, Standings)>, StoreError> {
        let path = self.layout.standing(seat);
        let Some(bytes) = Disk::read(&path)? else {
            return Ok(None);
        };
        let file = StandingFile::read(&path.display().to_string(), &bytes, &*self.rules)
            .map_err(StoreError::Problems)?;
        // A fork keeps the standing orders of its original.
        let original = self.file.fork.as_ref().map(|fork| fork.of.as_str());
        let games: Vec<&str> = [self.name.as_str()].into_iter().chain(original).collect();
        let problems = file.misdirected(&games, seat);
        if problems.is_empty() {
            Ok(Some((bytes, file.standings)))
        } else {
            Err(StoreError::Problems(file.wrap(problems)))
        }
    }

    /// Returns the last view of a reader, from the point where the rules stopped.
    ///
    /// # Errors
    /// Returns [`StoreError`] if the file cannot be read or is damaged.
    pub fn view(&self, turn: u32, viewer: &Viewer) -> Result<Option<Value>, StoreError> {
        let reader = viewer.seat().map_or("public", SeatId::as_str);
        kept::read_json(&self.layout.view(turn, reader))
    }

    /// Returns the game's own templates, by name.
    ///
    /// # Errors
    /// Returns [`StoreError`] if a file of the folder cannot be read or is not a template.
    pub fn templates(&self) -> Result<BTreeMap<String, String>, StoreError> {
        let mut all = BTreeMap::new();
        overlay::templates(&self.layout.templates(), "", &mut all)?;
        Ok(all)
    }
}
