//! Progress on Missions, Mission Tiles and IV. Complete Mission.

use super::{
    Table, TheLoop, asks,
    facts::Fact,
    names::{Agent, Era, Mission},
    state::{End, State, Tile},
};
use crate::engine::Play;
use std::collections::BTreeSet;

/// Victory: the number of completed Missions that destroys the Machine.
pub(super) const TO_WIN: usize = 4;

/// Something done in an action that Missions count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// A Rift was removed.
    Rift(Era),
    /// A LOOP was performed.
    Loop(Era),
    /// A Clone was destroyed.
    Clone(Era),
    /// An Energy was placed; `everywhere` says whether each Era had an Energy then.
    Energy { era: Era, everywhere: bool },
}

impl TheLoop {
    /// Progress on Missions: places the cubes that an action has earned, after it; before the first action, those that the
    /// position earns. The cubes are placed whenever they can be (ruling E7).
    pub(super) fn place_progress(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        agent: Agent,
        deeds: &[Deed],
    ) {
        let revealed: Vec<(Era, Mission)> = state.revealed().collect();
        for (era, mission) in revealed {
            let (cubes, slots) = self.earned(state, agent, era, mission, deeds);
            if cubes == 0 {
                continue;
            }
            let of = self.content.mission(mission).slots;
            if let Some(Tile::Revealed {
                cubes: placed,
                eras,
                ..
            }) = &mut state.space_mut(era).mission
            {
                *placed += cubes;
                eras.extend(&slots);
                let cubes = *placed;
                table.rule("Mission Tiles");
                table.tell_all(Fact::Progress {
                    mission,
                    era,
                    slots: slots.into_iter().collect(),
                    cubes,
                    of,
                });
            }
            if let Some(turn) = state.turn_mut()
                && self.content.mission(mission).each_turn.is_some()
            {
                *turn.placed.entry(mission).or_default() += cubes;
            }
        }
    }

    /// Mission Tiles: returns the number of cubes that a Mission gets, and the slots of Eras that they fill.
    fn earned(
        &self,
        state: &State,
        agent: Agent,
        era: Era,
        mission: Mission,
        deeds: &[Deed],
    ) -> (u8, BTreeSet<Era>) {
        let tile = self.content.mission(mission);
        let Some(Tile::Revealed {
            cubes: placed,
            eras: filled,
            ..
        }) = &state.space(era).mission
        else {
            return (0, BTreeSet::new());
        };
        let at = state.at(agent);
        let with_faux = |there: Era| there == state.faux;
        let mut earned: Vec<Era> = vec![];
        for deed in deeds {
            earned.extend(match (mission, *deed) {
                (Mission::RiftsWithFaux, Deed::Rift(there))
                | (Mission::LoopsWithFaux, Deed::Loop(there))
                | (Mission::ClonesWithFaux, Deed::Clone(there)) => {
                    Some(there).filter(|e| with_faux(*e))
                }
                (Mission::RiftsInEras, Deed::Rift(there))
                | (Mission::LoopsInEras, Deed::Loop(there))
                | (Mission::ClonesInEras, Deed::Clone(there)) => Some(there),
                (
                    Mission::EnergyEverywhere,
                    Deed::Energy {
                        era: there,
                        everywhere,
                    },
                ) => Some(there).filter(|there| everywhere && *there == era),
                (Mission::EnergyHere, Deed::Energy { era: there, .. }) => {
                    Some(there).filter(|there| *there == era)
                }
                _ => None,
            });
        }
        match mission {
            Mission::FlankFaux if flanks(state, agent) => earned.push(at),
            Mission::CleanEras if clean(state, at) => earned.push(at),
            _ => {}
        }
        let mut left = tile.slots.saturating_sub(*placed);
        if let Some(most) = tile.each_turn {
            let placed = state.turn().and_then(|turn| turn.placed.get(&mission));
            left = left.min(most.saturating_sub(placed.copied().unwrap_or(0)));
        }
        if !tile.per_era {
            let earned = u8::try_from(earned.len()).unwrap_or(u8::MAX);
            return (earned.min(left), BTreeSet::new());
        }
        let mut slots = BTreeSet::new();
        for era in earned {
            if slots.len() < usize::from(left) && !filled.contains(&era) {
                slots.insert(era);
            }
        }
        (u8::try_from(slots.len()).unwrap_or(u8::MAX), slots)
    }

    /// Complete Mission: checks whether a Mission of an Era can be completed.
    pub(super) fn can_complete(&self, state: &State, era: Era) -> Option<Mission> {
        match state.space(era).mission {
            Some(Tile::Revealed { mission, cubes, .. })
                if cubes >= self.content.mission(mission).slots =>
            {
                Some(mission)
            }
            _ => None,
        }
    }

    /// IV. Complete Mission: asks the Agent whether they complete the Mission in their Era. The fourth Mission wins the game
    /// at once (ruling E24).
    pub(super) fn complete_mission(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        agent: Agent,
    ) -> Play<()> {
        table.rule("Complete Mission");
        let era = state.at(agent);
        let Some(mission) = self.can_complete(state, era) else {
            return Ok(());
        };
        let ask = asks::Complete.one_of(vec![true, false]).shown(state);
        if !table.ask(self.seat(agent), ask)? {
            return Ok(());
        }
        state.space_mut(era).mission = None;
        state.completed.push(mission);
        let completed = u8::try_from(state.completed.len()).unwrap_or(u8::MAX);
        table.tell_all(Fact::Completed {
            agent,
            mission,
            era,
            completed,
        });
        if state.completed.len() >= TO_WIN {
            self.game_over(state, table, End::Victory);
            return Ok(());
        }
        table.rule("Revealed Missions");
        self.reveal_mission(state, table)?;
        self.attendance_reward(state, table, agent)
    }
}

/// Mission Tiles: checks whether an Agent is on one side of Dr. Faux's Era and another Agent on the other side.
fn flanks(state: &State, agent: Agent) -> bool {
    let [previous, next] = state.faux.adjacent();
    let other_side = match state.at(agent) {
        at if at == previous => next,
        at if at == next => previous,
        _ => return false,
    };
    state.agents_in(other_side).any(|other| other != agent)
}

/// Mission Tiles: checks whether an Era has neither Clones nor Rifts.
fn clean(state: &State, era: Era) -> bool {
    let space = state.space(era);
    space.clones.is_empty() && space.rifts == 0
}
