//! Phase 3: Gold Powers.

use super::{
    Table, TimeWhisperers,
    facts::Fact,
    names::{Age, Side},
    powers::Window,
    state::{Face, Phase, State},
};
use crate::engine::Play;

impl TimeWhisperers {
    /// Phase 3: gives the gold controller of each age the lowest gold power connected to it. If an age has no
    /// controller, removes the power from the game.
    pub(super) fn gold_powers(&self, state: &mut State, table: &mut Table<'_>) -> Play<()> {
        state.phase = Phase::GoldPowers;
        self.decide(state, table, Window::BeforeGoldPowers)?;
        table.rule("Phase 3");
        for age in Age::ALL.iter().copied() {
            let strengths = state.gold_strengths(age);
            let control = state.controller(&strengths);
            let Some(slots) = state.slots.get_mut(&age).filter(|s| !s.is_empty()) else {
                continue;
            };
            let power = slots.remove(0);
            if table.recorded() {
                table.tell_all(Fact::GoldControl {
                    age,
                    strength: state.shown(&strengths),
                    extra: state.extras(&[age], Side::Gold, &strengths),
                    cards: state.cards_of_tied(&strengths, control.by),
                    controller: control.controller,
                    by: control.by,
                    power,
                });
            }
            match control.controller {
                Some(color) => {
                    let powers = &mut state.player_mut(color).powers;
                    powers.insert(power, Face::Inactive);
                }
                None => drop(state.removed.insert(power)),
            }
        }
        Ok(())
    }
}
