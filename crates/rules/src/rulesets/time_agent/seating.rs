//! 12 Versions for two to five players: the races in play, and the teams that the seating makes.

use super::{TimeAgent, content::Scenario, names::Race, setup::Options};
use crate::engine::{Illegal, Seat, SeatId};

impl TimeAgent {
    /// 12: returns the races in play, with the teams that the scenario suggests.
    pub(super) fn usual_seats(&self, options: &Options) -> Result<Vec<Seat>, Illegal> {
        let scenario = self.scenario(options)?;
        let hands: Vec<Vec<SeatId>> = (scenario.teams.iter())
            .map(|team| team.iter().map(|race| self.seat(*race).clone()).collect())
            .collect();
        Ok(self.teams(scenario, &hands))
    }

    /// 12: returns the races in play, with the teams that a seating makes. In games of four and more every player has
    /// one race; in those of two and three every player has several (ruling A48), and they are a team.
    pub(super) fn seated(
        &self,
        options: &Options,
        hands: &[Vec<SeatId>],
    ) -> Result<Vec<Seat>, Illegal> {
        let scenario = self.scenario(options)?;
        let seats = self.teams(scenario, hands);
        let players = scenario.players as usize;
        let refused = |words: String| {
            Err(Illegal {
                code: "E1036".to_owned(),
                words,
            })
        };
        let races = |hand: &[SeatId]| {
            let names: Vec<&str> = hand.iter().map(SeatId::as_str).collect();
            names.join(", ")
        };
        // A content folder may know scenarios in which some players have one race and others several (1).
        let least = scenario
            .teams
            .iter()
            .map(Vec::len)
            .min()
            .unwrap_or(1)
            .min(2);
        if scenario.teams.is_empty()
            && let Some(hand) = hands.iter().find(|hand| hand.len() > 1)
        {
            return refused(format!(
                "In the scenario `{}` every player has one race, and this would give {} to one player (12).",
                scenario.id,
                races(hand)
            ));
        }
        let Some(to_come) = players.checked_sub(hands.len()) else {
            return refused(format!(
                "The scenario `{}` has {players} players, and this would be player {}: the other races belong to those \
                 who are seated (12).",
                scenario.id,
                hands.len()
            ));
        };
        let taken: usize = hands.iter().map(Vec::len).sum();
        let owed: usize = hands
            .iter()
            .map(|hand| least.saturating_sub(hand.len()))
            .sum();
        let needed = owed + to_come * least;
        let left = seats.len().saturating_sub(taken);
        if needed > left {
            let most = hands.iter().max_by_key(|hand| hand.len());
            return refused(format!(
                "The scenario `{}` has {players} players with at least {least} races each (12). {} would leave {left} \
                 races, and {needed} are needed.",
                scenario.id,
                races(most.map_or(&[], Vec::as_slice))
            ));
        }
        Ok(seats)
    }

    fn scenario(&self, options: &Options) -> Result<&Scenario, Illegal> {
        let scenarios = &self.content.scenarios;
        let named = scenarios.iter().find(|s| s.id == options.scenario);
        named.ok_or_else(|| {
            let known: Vec<&str> = scenarios.iter().map(|s| s.id.as_str()).collect();
            Illegal {
                code: "E1028".to_owned(),
                words: format!(
                    "There is no scenario `{}`; there are {}.",
                    options.scenario,
                    known.join(", ")
                ),
            }
        })
    }

    /// Returns the races of a scenario in their printed order. Hands with several are teams, numbered by the first race
    /// of each hand, so that their names do not depend on the order of seating.
    fn teams(&self, scenario: &Scenario, hands: &[Vec<SeatId>]) -> Vec<Seat> {
        let opening = &self.content.opening_order;
        let plays = |race: Race| {
            scenario.races.contains(&race) || scenario.teams.iter().flatten().any(|r| *r == race)
        };
        let ids: Vec<&SeatId> = (opening.iter().copied())
            .filter(|race| plays(*race))
            .map(|race| self.seat(race))
            .collect();
        let mut hands: Vec<&Vec<SeatId>> = hands.iter().collect();
        hands.sort_by_key(|hand| ids.iter().position(|id| hand.contains(id)));
        let team = |id: &SeatId| {
            let number = hands.iter().position(|hand| hand.contains(id))?;
            (hands[number].len() > 1).then(|| format!("player-{}", number + 1))
        };
        ids.into_iter()
            .map(|id| Seat {
                id: id.clone(),
                team: team(id),
            })
            .collect()
    }
}
