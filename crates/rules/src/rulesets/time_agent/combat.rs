//! 9.4 Combat.

use super::{
    Table, TimeAgent,
    asks::{self, Pair},
    check_status::Declared,
    facts::Fact,
    names::{Race, UnitId},
    search::{totals, why_not},
    state::State,
};
use crate::engine::{Illegal, Play};
use std::collections::BTreeSet;

impl TimeAgent {
    /// 9.4, 9.42, 9.43, 9.44: lets each active operative attack each discovered one, one attack at a time, in any
    /// order. No attack is a duty.
    pub(super) fn combat(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        race: Race,
        declared: &Declared,
        found: &BTreeSet<UnitId>,
    ) -> Play<()> {
        let mut made = BTreeSet::new();
        loop {
            table.rule("9.4");
            let pairs = self.pairs(
                state,
                race,
                declared,
                |v| v.attack,
                |by, target| found.contains(&target) && !made.contains(&(by, target)),
            );
            let ask = asks::Attack
                .one_of(pairs)
                .why(|pair| why_not(state, race, *pair).map(Illegal::from))
                .seen(self.eyes(state, race));
            let Pair::Against {
                spot, by, target, ..
            } = table.ask(self.seat(race), ask)?
            else {
                return Ok(());
            };
            let rolls = [
                table.die(format_args!("combat/{spot}/{by}/{target}/attack"), 6)?,
                table.die(format_args!("combat/{spot}/{by}/{target}/defense"), 6)?,
            ];
            let values = [
                self.content.values(by.race, by.kind).attack,
                self.content.values(target.race, target.kind).defense,
            ];
            let [attacking, defending] = totals(rolls, values);
            let mut lost = vec![];
            lost.extend((attacking >= defending).then_some(target));
            lost.extend((attacking == defending).then_some(by));
            for unit in &lost {
                state.units.remove(*unit);
            }
            made.insert((by, target));
            table.tell_all(Fact::Attacked {
                by,
                target,
                spot,
                rolls,
                values,
                lost,
            });
        }
    }
}
