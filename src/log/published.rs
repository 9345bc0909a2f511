//! The values of the published `game.yaml` that the audit needs.

use super::{
    agreed::{BadPublished, Lines},
    chain::decimal,
    public_file::PublicFolder,
};
use crate::{collect::Collect, dice::label::Name};
use std::{collections::BTreeSet, path::Path};

/// Words that are used in records in place of a seat or of its value: no seat may have such a name (fair1, section 2).
pub const RESERVED: [&str; 4] = ["desk", "gm", "none", "refused"];

/// The values of the published `game.yaml` that an audit reads.
#[derive(Debug, Default)]
pub struct Published {
    /// The game's name.
    pub game: String,
    pub(crate) ruleset: String,
    pub(crate) edition: String,
    pub(crate) seats: Vec<Line>,
    pub(crate) dice: String,
    pub(crate) lead_minutes: Option<u32>,
    pub(crate) keys: u32,
    /// True if the seats are drawn by lot.
    pub(crate) draw_seats: bool,
    /// True if the game is a fork of another.
    pub(crate) is_fork: bool,
    /// The GM's public key, if the GM signs the log.
    pub log_key: Option<String>,
}

#[derive(Debug)]
pub(crate) struct Line {
    pub seat: String,
}

/// Checks that a `game.yaml` has the one form that is published (fair1, section 6).
///
/// # Errors
/// Returns [`BadPublished`] with the first wrong line or key.
pub fn check_agreed(text: &str) -> Result<(), BadPublished> {
    Published::of(text).map(drop)
}

impl Published {
    /// Reads `game.yaml` of a public folder.
    ///
    /// # Errors
    /// Returns [`BadPublished`] if the file cannot be read or is not of the published form.
    pub fn read(public: &Path) -> Result<Self, BadPublished> {
        Self::of(&PublicFolder::new(public).text("game.yaml")?)
    }

    fn of(text: &str) -> Result<Self, BadPublished> {
        let lines = Lines::read(text)?;
        let bad = |key: &str| BadPublished::Key(key.to_owned());
        let text = |key: &str| lines.get(key).map(str::to_owned);
        let needed = |key: &str| text(key).ok_or_else(|| bad(key));
        let number = |key: &str| text(key).map(|n| decimal(&n).ok_or_else(|| bad(key)));
        Ok(Self {
            game: needed("game")?,
            ruleset: needed("ruleset")?,
            edition: needed("edition")?,
            dice: needed("dice")?,
            lead_minutes: number("lead-minutes").transpose()?,
            keys: number("keys").ok_or_else(|| bad("keys"))??,
            draw_seats: match lines.get("draw-seats") {
                None | Some("false") => false,
                Some("true") => true,
                Some(_) => return Err(bad("draw-seats")),
            },
            is_fork: lines.get("fork").is_some(),
            log_key: text("log-key"),
            seats: { lines.seats.iter() }
                .map(|seat| Line { seat: seat.clone() })
                .collect(),
        })
    }

    /// Returns every seat of the game. Not every seat promises a salt, so `seated` need not name them all.
    pub(crate) fn names(&self) -> Result<BTreeSet<Name>, BadPublished> {
        let name = |line: &Line| {
            if RESERVED.contains(&line.seat.as_str()) {
                return Err(BadPublished::Reserved(line.seat.clone()));
            }
            Ok(Name::new(&line.seat)?)
        };
        let names: Vec<Name> = self.seats.iter().map(name).collect::<Result<_, _>>()?;
        let names = names.into_iter().collect_set();
        if names.is_empty() || names.len() != self.seats.len() {
            return Err(BadPublished::Seats);
        }
        Ok(names)
    }
}
