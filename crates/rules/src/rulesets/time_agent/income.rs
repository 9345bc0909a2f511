//! 5 Receive income and 6 Reset time machines.

use super::{Table, TimeAgent, facts::Fact, state::State};

impl TimeAgent {
    /// 5: pays every race credits equal to its current resource points.
    pub(super) fn receive_income(state: &mut State, table: &mut Table<'_>) {
        table.rule("5");
        for race in state.order.clone() {
            let side = state.side_mut(race);
            let credits = u32::try_from(side.rp).unwrap_or(0);
            side.credits += credits;
            let treasury = side.credits;
            table.tell_all(Fact::Income {
                race,
                credits,
                treasury,
            });
        }
    }

    /// 6: turns all time machines face up.
    pub(super) fn reset_time_machines(state: &mut State) {
        for side in state.sides.values_mut() {
            side.used = 0;
            side.looks = 0;
            side.moved.clear();
        }
    }
}
