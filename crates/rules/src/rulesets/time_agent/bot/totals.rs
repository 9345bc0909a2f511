//! The points that a state gives to each player.

use crate::rulesets::time_agent::{
    TimeAgent,
    content::{Numbers, Points, Streams},
    names::{Event, Race, Technology},
    state::State,
};

/// The player of each race in play: their number, by the race's index in [`Race::ALL`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Players([Option<usize>; 6]);

impl Players {
    pub(super) fn of(state: &State) -> Self {
        let mut players = [None; 6];
        for (n, other) in state.sides.keys().enumerate() {
            let first = state.team_of(*other)[0];
            let first = state.sides.keys().position(|r| *r == first);
            players[*other as usize] = first.or(Some(n));
        }
        Self(players)
    }

    /// Returns the number of a race's player; 0 if the race is not in play.
    pub(super) fn number(&self, race: Race) -> usize {
        self.0[race as usize].unwrap_or_default()
    }

    /// Checks whether two races belong to different players.
    pub(super) fn are_foes(&self, one: Race, other: Race) -> bool {
        self.0[one as usize] != self.0[other as usize]
    }

    /// Returns the numbers of the players other than that of a race.
    pub(super) fn rivals(&self, race: Race) -> impl Iterator<Item = usize> + use<> {
        let own = self.number(race);
        let mut rivals: Vec<usize> = self.0.iter().flatten().copied().collect();
        rivals.sort_unstable();
        rivals.dedup();
        rivals.into_iter().filter(move |player| *player != own)
    }

    /// Returns the points of each player, by their number.
    pub(super) fn totals(
        &self,
        rules: &TimeAgent,
        state: &State,
        connected: Streams,
    ) -> [Points; 6] {
        let mut totals = [Points::default(); 6];
        let mut add = |numbers: &Numbers| {
            for (race, points) in numbers {
                if let Some(player) = self.0[*race as usize] {
                    totals[player].rp += points.rp;
                    totals[player].vp += points.vp;
                }
            }
        };
        for event in Event::ALL {
            let content = rules.content.event(*event);
            add(if state.reversed_events.contains(event) {
                &content.reversed
            } else {
                &content.unreversed
            });
        }
        for technology in Technology::ALL {
            let content = rules.content.technology(*technology);
            if *technology != Technology::TimeTravel {
                add(if connected.has(*technology) {
                    &content.connected
                } else {
                    &content.disconnected
                });
            }
        }
        totals
    }
}
