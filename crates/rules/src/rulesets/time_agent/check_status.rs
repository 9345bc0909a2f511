//! 9.2 Check opposing agent and squad status.

use super::{
    Table, TimeAgent,
    asks::{self, Inquiry, Stance},
    diagnostics::Wrong,
    facts::Fact,
    names::Race,
    places::Spot,
    state::State,
};
use crate::engine::{Illegal, Play, fields};
use std::collections::BTreeMap;

/// The declarations of a player turn: whether a race opposes the active player in a place.
pub(super) type Declared = BTreeMap<(Spot, Race), bool>;

impl TimeAgent {
    /// 9.2: lets the active player ask all who share a place with them, in any order.
    pub(super) fn check_status(
        &self,
        state: &State,
        table: &mut Table<'_>,
        race: Race,
    ) -> Play<Declared> {
        let mut declared = Declared::new();
        let spots = state.spots_of(race);
        loop {
            table.rule("9.2");
            let mut choices = vec![Inquiry::Done];
            for spot in &spots {
                for other in state.others_at(*spot, race) {
                    if !declared.contains_key(&(*spot, other)) {
                        let spot = *spot;
                        choices.push(Inquiry::Ask { spot, race: other });
                    }
                }
            }
            let ask = asks::CheckStatus
                .one_of(choices)
                .seen(self.eyes(state, race))
                .why(|inquiry| {
                    let Inquiry::Ask { spot, race: other } = inquiry else {
                        return None;
                    };
                    Some(Illegal::from(if declared.contains_key(&(*spot, *other)) {
                        Wrong::HasAnswered(*other, *spot)
                    } else if spots.contains(spot) {
                        Wrong::RaceNotThere(*other, *spot)
                    } else {
                        Wrong::NobodyThere(*spot)
                    }))
                });
            match table.ask(self.seat(race), ask)? {
                Inquiry::Done => return Ok(declared),
                Inquiry::Ask { spot, race: other } => {
                    self.declare(state, table, race, other, spot, &mut declared)?;
                }
            }
        }
    }

    /// 9.2, 9.21, 9.22: asks one player for a yes or no that holds for all their operatives in this place, and for
    /// altering and rotating alike. A player who does not answer opposes (ruling A5).
    pub(super) fn declare(
        &self,
        state: &State,
        table: &mut Table<'_>,
        race: Race,
        other: Race,
        spot: Spot,
        declared: &mut Declared,
    ) -> Play<bool> {
        table.rule("9.2");
        let ask = asks::Oppose
            .one_of(vec![Stance::Oppose, Stance::StandAside])
            .about(move || {
                fields([
                    ("tile", spot.to_string().into()),
                    ("against", race.name().into()),
                ])
            })
            .seen(self.eyes(state, other));
        let opposes = table.ask(self.seat(other), ask)? == Stance::Oppose;
        declared.insert((spot, other), opposes);
        table.tell_all(Fact::Declared {
            race: other,
            spot,
            against: race,
            opposes,
        });
        Ok(opposes)
    }
}
