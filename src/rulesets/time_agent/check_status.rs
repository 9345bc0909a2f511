//! 9.2 Check opposing agent and squad status.

use super::{
    Table, TimeAgent, facts::Fact, illegal::Wrong, names::Race, places::Spot, state::State,
};
use crate::engine::{Ask, Audience, Illegal, Play, fields};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What was declared in a player turn: whether a race opposes the active player in a place.
pub(super) type Declared = BTreeMap<(Spot, Race), bool>;

/// 9.2: whom to ask next, or nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Inquiry {
    Done,
    Ask { spot: Spot, race: Race },
}

/// 9.2: the answer of the one who is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Stance {
    Oppose,
    StandAside,
}

impl TimeAgent {
    /// 9.2: the active player may ask whoever shares a place with him, in any order.
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
            let ask = Ask::one_of("check-status", choices)
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

    /// 9.2, 9.21, 9.22: one player's yes or no, for all he has in this place and for altering and
    /// rotating alike. Who does not answer opposes (ruling A5).
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
        let ask = Ask::one_of("oppose", vec![Stance::Oppose, Stance::StandAside])
            .about(move || {
                fields([
                    ("tile", spot.to_string().into()),
                    ("against", race.name().into()),
                ])
            })
            .seen(self.eyes(state, other));
        let opposes = table.ask(self.seat(other), ask)? == Stance::Oppose;
        declared.insert((spot, other), opposes);
        table.tell(
            Audience::All,
            Fact::Declared {
                race: other,
                spot,
                against: race,
                opposes,
            },
        );
        Ok(opposes)
    }
}
