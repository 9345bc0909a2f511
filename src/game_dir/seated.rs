//! The seats of a game with their teams, from the log.

use super::GameFile;
use crate::{
    collect::Collect,
    dice::Name,
    engine::{DynError, DynRuleset, Illegal, Seat, SeatId},
    log::{Kind, Log, drawn_note},
};
use serde_json::Value;
use std::collections::BTreeMap;

/// The reason why the teams of a game are not those of its ruleset.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BadTeams {
    #[error(transparent)]
    Rules(#[from] DynError<Illegal>),
    #[error("its teams are not those that its seats form")]
    Other,
}

/// The input of a set-up: the agreed options, and the seats with their teams.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seated {
    /// The options of the game.
    pub(crate) options: Value,
    /// Its seats, with the teams that the record `seated` names, or the draw of the seats after it.
    pub(crate) seats: Vec<Seat>,
}

impl Seated {
    /// Returns the options and seats of a game with this log. Before all seats are taken there are no teams.
    pub(crate) fn of(file: &GameFile, log: &Log) -> Self {
        let seated = drawn_note(log).or_else(|| log.of(Kind::Seated).next());
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

    /// Returns the seats of each player: those of a team together, and every other seat alone.
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

    /// Checks that the ruleset allows these teams, and would form the same teams from these seats.
    ///
    /// # Errors
    /// [`BadTeams`] if it does not.
    pub(crate) fn check(&self, rules: &dyn DynRuleset) -> Result<(), BadTeams> {
        let made = rules.seating(&self.options, &self.hands())?;
        let of = |seats: &[Seat]| -> BTreeMap<SeatId, Option<String>> {
            let each = seats
                .iter()
                .map(|seat| (seat.id.clone(), seat.team.clone()));
            each.collect_map()
        };
        if of(&made) == of(&self.seats) {
            return Ok(());
        }
        Err(BadTeams::Other)
    }
}

/// Returns the names of seats, separated by commas.
pub fn list(seats: &[SeatId]) -> String {
    seats
        .iter()
        .map(SeatId::as_str)
        .collect::<Vec<_>>()
        .join(", ")
}

/// Returns the name of a seat in the form of the dice protocol.
pub(crate) fn seat_name(seat: &SeatId) -> Name {
    Name::new(seat.as_str()).expect("seat names are valid in the protocol")
}
