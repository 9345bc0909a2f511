//! 7 Determine player order.

use super::{
    Table, TimeAgent, asks,
    facts::Fact,
    names::Race,
    state::{Phase, State},
};
use crate::{
    collect::Collect,
    engine::{Play, fields},
};
use std::collections::BTreeMap;

impl TimeAgent {
    /// 7: lets the players pick their places in the order, the one with the fewest victory points first.
    pub(super) fn determine_player_order(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
    ) -> Play<()> {
        state.phase = Phase::PlayerOrder;
        if state.round == 1 {
            self.first_turn_rule(state, table);
            return Ok(());
        }
        let pickers = self.pickers(state, table)?;
        table.rule("7");
        let mut places: BTreeMap<u8, Option<Race>> =
            (1..).map(|n| (n, None)).take(pickers.len()).collect_map();
        for race in pickers {
            let free: Vec<u8> = places
                .iter()
                .filter(|(_, taken)| taken.is_none())
                .map(|(n, _)| *n)
                .collect();
            // The Player's Notes: early in the game, go as late as you can.
            let last = free[free.len() - 1];
            let round = state.round;
            let ask = asks::TurnOrder
                .one_of(free)
                .or(last)
                .about(move || fields([("round", round.into())]))
                .why(|n| Some(super::diagnostics::Wrong::NoPosition(*n).into()))
                .seen(self.eyes(state, race));
            let position = table.ask(self.seat(race), ask)?;
            places.insert(position, Some(race));
            table.tell_all(Fact::Picked { race, position });
        }
        state.order = places.into_values().flatten().collect();
        let order = state.order.clone();
        table.tell_all(Fact::PlayerOrder { order });
        Ok(())
    }

    /// 7.2: sets the order of the first round to decreasing victory points.
    fn first_turn_rule(&self, state: &mut State, table: &mut Table<'_>) {
        table.rule("7.2");
        state.order = self.opening_order(&state.sides.keys().copied().collect_set());
        let order = state.order.clone();
        table.tell_all(Fact::PlayerOrder { order });
    }

    /// 7.1: returns the order of picking; dice decide between races that are tied.
    fn pickers(&self, state: &State, table: &mut Table<'_>) -> Play<Vec<Race>> {
        table.rule("7.1");
        let mut by_vp: BTreeMap<i32, Vec<Race>> = BTreeMap::new();
        for (race, side) in &state.sides {
            by_vp.entry(side.vp).or_default().push(*race);
        }
        let mut pickers = vec![];
        for (vp, tied) in by_vp {
            pickers.extend(roll_off(table, vp, tied)?);
        }
        Ok(pickers)
    }
}

/// Rolls two dice each (ruling A45): the highest picks first, and those still tied roll again.
fn roll_off(table: &mut Table<'_>, vp: i32, tied: Vec<Race>) -> Play<Vec<Race>> {
    if tied.len() < 2 {
        return Ok(tied);
    }
    let mut rolls = BTreeMap::new();
    let mut by_sum: BTreeMap<u32, Vec<Race>> = BTreeMap::new();
    for race in tied {
        let dice = table.roll(format_args!("turn-order/{race}"), 2, 6)?;
        by_sum.entry(dice.iter().sum()).or_default().push(race);
        rolls.insert(race, dice);
    }
    table.tell_all(Fact::TieRolled { vp, rolls });
    let mut order = vec![];
    for still_tied in by_sum.into_values().rev() {
        order.extend(roll_off(table, vp, still_tied)?);
    }
    Ok(order)
}
