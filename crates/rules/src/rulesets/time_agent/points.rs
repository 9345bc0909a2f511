//! 9.7 Update victory and resource points, and 10 Winning.

use super::{
    Table, TimeAgent,
    content::{Numbers, Points},
    facts::{Fact, Total},
    names::{Event, Race, Technology},
    state::{Phase, State},
};
use crate::{collect::Collect, engine::Flow};
use std::collections::BTreeMap;

impl TimeAgent {
    /// 9.7: returns a race's points: the solid numbers of everything that stands, the outlined numbers of everything
    /// that is undone.
    ///
    /// Time Travel's own seven indicators do not count (ruling A39).
    pub(super) fn points(&self, state: &State, race: Race) -> Points {
        self.points_of_all(state)[race as usize]
    }

    /// 9.7: returns the points of all six races, by their index in [`Race::ALL`].
    pub(super) fn points_of_all(&self, state: &State) -> [Points; 6] {
        let mut sums = [Points::default(); 6];
        let mut add = |numbers: &Numbers| {
            for (race, points) in numbers {
                let sum = &mut sums[*race as usize];
                sum.rp += points.rp;
                sum.vp += points.vp;
            }
        };
        for event in Event::ALL {
            let content = self.content.event(*event);
            add(if state.reversed_events.contains(event) {
                &content.reversed
            } else {
                &content.unreversed
            });
        }
        for technology in Technology::ALL {
            let content = self.content.technology(*technology);
            if *technology != Technology::TimeTravel {
                add(if state.disconnected.contains(technology) {
                    &content.disconnected
                } else {
                    &content.connected
                });
            }
        }
        sums
    }

    /// 9.7: updates the points at the end of a player turn, or of the game (9.62), for everything that has changed.
    pub(super) fn update_points(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        section: &'static str,
    ) {
        table.rule(section);
        let points = self.points_of_all(state);
        for (race, side) in &mut state.sides {
            let (race, Points { rp, vp }) = (*race, points[*race as usize]);
            if (side.rp, side.vp) != (rp, vp) {
                (side.rp, side.vp) = (rp, vp);
                table.tell_all(Fact::Points { race, rp, vp });
            }
        }
    }

    /// 9.62, 10, 12: updates the points, and the player with the most wins. Several who are tied win equally, and one
    /// player's races count together.
    pub(super) fn game_over(&self, state: &mut State, table: &mut Table<'_>) -> Flow {
        self.update_points(state, table, "9.62");
        state.phase = Phase::Over;
        let teams = state.sides.values().any(|side| side.team.is_some());
        table.rule(if teams { "12" } else { "10" });
        let mut players: Vec<Total> = vec![];
        for race in state.sides.keys() {
            if !players.iter().any(|player| player.races.contains(race)) {
                let races = state.team_of(*race);
                let vp = races.iter().map(|race| state.side(*race).vp).sum();
                players.push(Total { races, vp });
            }
        }
        let most = players.iter().map(|player| player.vp).max();
        let won = |race: &Race| {
            (players.iter()).any(|player| Some(player.vp) == most && player.races.contains(race))
        };
        let winners: Vec<Race> = state.sides.keys().copied().filter(won).collect();
        let vp: BTreeMap<Race, i32> = state.sides.iter().map(|(r, s)| (*r, s.vp)).collect_map();
        table.tell_all(Fact::GameOver {
            vp,
            players: if teams { players } else { vec![] },
            winners: winners.clone(),
        });
        Flow::Over {
            winners: winners.iter().map(|r| self.seat(*r).clone()).collect(),
        }
    }
}
