//! The order in which a preview plays the parts of several races.

use super::words::list;
use crate::{
    engine::{Cast, Chance, Draw, Drawn, Play, Step},
    rulesets::{
        kit::side,
        time_agent::{
            Table, TimeAgent,
            names::Race,
            state::{Phase, State},
        },
    },
};

impl TimeAgent {
    /// 7: returns the races of the cast in the player order, without those whose player turns are over. The order is
    /// determined first if the round has none yet, unless the own race is alone.
    pub(super) fn races_in_order(
        &self,
        state: &mut State,
        cast: &Cast,
        table: &mut Table<'_>,
    ) -> Play<Vec<Race>> {
        let own: Race = side(&cast.own).expect("a seat is named after its race");
        if cast.supposed.is_empty() {
            return Ok(vec![own]);
        }
        if matches!(state.phase, Phase::RoundStart | Phase::PlayerOrder) {
            self.determine_player_order(state, table)?;
        }
        let mut races = state.order.clone();
        if let Phase::PlayerTurn(active) = state.phase {
            let over = races.iter().position(|race| *race == active).unwrap_or(0);
            races.drain(..over);
        }
        races.retain(|race| cast.plays(self.seat(*race)));
        Ok(races)
    }

    /// 8: plays the headquarters of some races, from the point that the phase has reached.
    pub(super) fn headquarters_of(
        &self,
        state: &mut State,
        races: &[Race],
        table: &mut Table<'_>,
    ) -> Play<()> {
        // Of a race alone it makes no difference whether it waits for earlier ones.
        if state.phase == Phase::PlayerOrder && races.len() > 1 {
            return self.headquarters_phase(state, table, races);
        }
        state.phase = Phase::Headquarters;
        // Once a machine is in use, the decision which operatives stay has been made.
        let mut open = races.to_vec();
        open.retain(|race| state.side(*race).used == 0);
        self.maintain_or_return(state, table, &open)?;
        self.purchases(state, table, races)?;
        self.research_past(state, table, races)
    }
}

/// 7: returns the step for a player order, of the races that have orders; `None` if there is only one.
pub(super) fn step(rules: &TimeAgent, cast: &Cast, rule: &str, order: &[Race]) -> Option<Step> {
    let order = order.iter().copied();
    let order: Vec<Race> = order.filter(|race| cast.plays(rules.seat(*race))).collect();
    (order.len() > 1).then(|| Step {
        rule: rule.to_owned(),
        what: format!("the player order is {}", list(&order)),
        fact: None,
        open: false,
        cost: None,
    })
}

/// 7.1: returns the ways of the dice that decide between tied races. Every order of them is as likely as another, so the
/// dice fall only in one way for each: the first die shows 6, and the second is higher for a race that picks earlier.
pub(super) fn ways_to_pick(state: &State, label: &str, drawn: &Drawn) -> Option<Draw> {
    let (race, die) = of_die(label)?;
    let certain = |face: u32| vec![(face, Chance::ALWAYS)];
    let ways = if die == 0 {
        certain(6)
    } else {
        let vp = state.side(race).vp;
        let tied = state.sides.values().filter(|side| side.vp == vp).count();
        let lowest = 7_u32.saturating_sub(u32::try_from(tied).ok()?).max(1);
        let is_taken = |face: &u32| {
            drawn.iter().any(|(label, fallen)| {
                let same = |other: Race| other != race && state.side(other).vp == vp;
                fallen == face && matches!(of_die(label), Some((other, 1)) if same(other))
            })
        };
        let free: Vec<u32> = (lowest..=6).rev().filter(|face| !is_taken(face)).collect();
        let each = Chance::of(1, free.len() as u128)?;
        free.into_iter().map(|face| (face, each)).collect()
    };
    Some(Draw {
        label: label.to_owned(),
        ways,
    })
}

/// Returns the race and the number of a die by its label.
fn of_die(label: &str) -> Option<(Race, u32)> {
    let (race, die) = label.strip_prefix("turn-order/")?.split_once('/')?;
    Some((race.parse().ok()?, die.parse().ok()?))
}
