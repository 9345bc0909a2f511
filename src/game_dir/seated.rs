//! Who sits at the table: seats with their teams, as the log says.

use super::GameFile;
use crate::{
    dice::Name,
    engine::{AnyRuleset, Seat, SeatId},
    log::{Kind, Log, drawn_note},
};
use serde_json::Value;
use std::collections::BTreeMap;

/// What a set-up is played from: what was agreed, and who holds which seats together.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seated {
    /// The options of the game.
    pub(crate) options: Value,
    /// Its seats, with the teams that the record `seated` names, or the draw of the seats after it.
    pub(crate) seats: Vec<Seat>,
}

impl Seated {
    /// The table of a game whose log is given. Before all seats are taken there are no teams.
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
    pub(crate) fn check(&self, rules: &dyn AnyRuleset) -> Result<(), String> {
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

/// Names in a row.
pub fn list(seats: &[SeatId]) -> String {
    seats
        .iter()
        .map(SeatId::as_str)
        .collect::<Vec<_>>()
        .join(", ")
}

/// A seat as the dice protocol writes it.
pub(crate) fn seat_name(seat: &SeatId) -> Name {
    Name::new(seat.as_str()).expect("seats are named as the protocol wants")
}
