//! Files of standing orders, and the revision of signed files.

use super::{asks::unknown_asks, players::Standings};
use crate::{
    engine::{DynRuleset, SeatId},
    yaml::{Budget, Document, Problem, Problems, Source},
};
use std::num::NonZeroU32;

/// A parsed and decoded file of standing orders.
#[derive(Clone, Debug)]
pub struct StandingFile {
    /// The standing orders.
    pub standings: Standings,
    /// Its bytes.
    pub bytes: Vec<u8>,
    document: Document,
}

impl StandingFile {
    /// Reads a file of standing orders.
    ///
    /// # Errors
    /// Returns [`Problems`] with their places if the file cannot be decoded, or names unknown asks.
    pub fn read(name: &str, bytes: &[u8], rules: &dyn DynRuleset) -> Result<Self, Problems> {
        let document = Document::read(name, bytes, Budget::Orders)
            .map_err(|list| Problems::new(Source::lossy(name, bytes), list))?;
        let standings: Standings = match document.decode_all() {
            Ok(standings) => standings,
            Err(problems) => return Err(Problems::new(document.source, problems)),
        };
        let file = Self {
            standings,
            bytes: bytes.to_vec(),
            document,
        };
        let said = &file.standings;
        let problems = unknown_asks(&file.document, rules, &said.wake, &said.standing);
        if problems.is_empty() {
            Ok(file)
        } else {
            Err(file.wrap(problems))
        }
    }

    /// Combines problems with the source of this file, for rendering.
    pub fn wrap(&self, problems: Vec<Problem>) -> Problems {
        Problems::new(self.document.source.clone(), problems)
    }

    /// Returns the problems with the game and the seat that the file names, if it names them. `games` are the names
    /// that count as this game's, its own first.
    pub fn misdirected(&self, games: &[&str], seat: &SeatId) -> Vec<Problem> {
        let mut problems = vec![];
        let Standings { game, seat: of, .. } = &self.standings;
        if let Some(other) = game.as_deref().filter(|game| !games.contains(game)) {
            let words = format!("These are standing orders for the game `{other}`.");
            let own = games.first().copied().unwrap_or_default();
            let at = self.document.nearest_span("game");
            let problem = Problem::error("E0302", words).at(at);
            problems.push(problem.help(format!("This is the game `{own}`.")));
        }
        if let Some(other) = of.as_ref().filter(|of| *of != seat) {
            let words = format!("These are standing orders of `{other}`.");
            let at = self.document.nearest_span("seat");
            let problem = Problem::error("E0304", words).at(at);
            problems.push(problem.help(format!("This file is for `{seat}`.")));
        }
        problems
    }

    /// Returns the seat that the file names. A file that comes from a player must name a seat of the game, and the
    /// game.
    ///
    /// # Errors
    /// Returns [`Problems`] if the seat or the game is missing or wrong.
    pub fn sender(&self, game: &str, seats: &[SeatId]) -> Result<SeatId, Problems> {
        let lacks = |key: &str, value: &str| {
            let words = format!("The key `{key}` is missing.");
            let help = format!("Write `{key}: {value}` into the first lines.");
            Problem::error("E0202", words).help(help)
        };
        let names: Vec<&str> = seats.iter().map(SeatId::as_str).collect();
        let Some(seat) = &self.standings.seat else {
            let name = names.first().copied().unwrap_or("zytal");
            return Err(self.wrap(vec![lacks("seat", name)]));
        };
        let mut problems = self.misdirected(&[game], seat);
        if self.standings.game.is_none() {
            problems.push(lacks("game", game));
        }
        if !seats.contains(seat) {
            let words = format!("There is no seat `{seat}` in this game.");
            let at = self.document.nearest_span("seat");
            let help = format!("The seats are {}.", names.join(", "));
            problems.push(Problem::error("E0304", words).at(at).help(help));
        }
        if problems.is_empty() {
            Ok(seat.clone())
        } else {
            Err(self.wrap(problems))
        }
    }

    /// Returns the problem with the `revision` of a signed file, if there is one; `last` is the revision of the last
    /// signed file of its seat, 0 if there is none.
    pub fn stale(&self, last: u32) -> Option<Problem> {
        stale(
            &self.document,
            self.standings.revision,
            last,
            "standing orders",
        )
    }
}

/// Reads a file of standing orders.
///
/// # Errors
/// Returns [`Problems`] with their places if the file cannot be decoded, or names unknown asks.
pub fn read_standing_file(
    name: &str,
    bytes: &[u8],
    rules: &dyn DynRuleset,
) -> Result<Standings, Problems> {
    StandingFile::read(name, bytes, rules).map(|file| file.standings)
}

/// Returns the problem with the revision of a signed file that follows others of `what`, if there is one.
pub(super) fn stale(
    document: &Document,
    revision: Option<NonZeroU32>,
    last: u32,
    what: &str,
) -> Option<Problem> {
    let next = last.saturating_add(1);
    let write = format!("Write `revision: {next}`, and sign the file again: ");
    match revision {
        None => {
            let words = "This file is signed and has no `revision`.";
            let help = format!(
                "{write}the number shows that no older file of yours was sent in its place."
            );
            let at = document.nearest_span("seat");
            Some(Problem::error("E0317", words).at(at).help(help))
        }
        Some(revision) if revision.get() <= last => {
            let words = format!(
                "This is revision {revision} of your signed {what}, and revision {last} was accepted."
            );
            let help = format!("{write}each file has a higher number than the one before.");
            let at = document.nearest_span("revision");
            Some(Problem::error("E0318", words).at(at).help(help))
        }
        Some(_) => None,
    }
}
