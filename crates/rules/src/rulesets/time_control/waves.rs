//! The Time Wave Turn: the Advance Phase and the Grow Phase, which need no decision.

use super::{
    Table, TimeControl,
    cash_out::Moment,
    facts::{Advance, Fact, Growth},
    names::{Color, Place, Zone},
    state::{State, Step, Wave},
};
use crate::{collect::Collect, engine::Play};
use std::collections::BTreeMap;

impl TimeControl {
    /// The Time Wave Turn.
    pub(super) fn time_wave_turn(&self, state: &mut State, table: &mut Table<'_>) -> Play<()> {
        if state.winners.is_empty() {
            state.step = Step::Waves;
            self.cash_out_all(state, table, Moment::Waves)?;
        }
        if state.winners.is_empty() {
            advance_phase(state, table);
            self.resolve_phase(state, table)?;
        }
        // Create: a Problem that was drawn can be cashed out at once, before its rule has had any effect (ruling D22).
        if state.winners.is_empty() {
            state.step = Step::Resolved;
            self.cash_out_all(state, table, Moment::Resolved)?;
        }
        state.fresh.clear();
        if state.winners.is_empty() {
            state.step = Step::Attack;
            self.wave_attack_phase(state, table)?;
            self.grow_phase(state, table);
        }
        Ok(())
    }

    /// The Grow Phase: a Create token is added to each Time Wave, as long as there are tokens: board by board in the order of
    /// initiative, and on a board from the present into the past (ruling T11).
    fn grow_phase(&self, state: &mut State, table: &mut Table<'_>) {
        table.rule("The Grow Phase");
        let growth: BTreeMap<Color, u8> = state
            .order
            .iter()
            .map(|color| (*color, self.restrictions(state, *color).growth))
            .collect_map();
        let mut grown = vec![];
        let mut places: Vec<Place> = state.waves.keys().copied().collect();
        places.sort_by_key(|place| state.order.iter().position(|color| *color == place.board));
        for place in places {
            let left = state.wave_tokens_left();
            let tokens = growth.get(&place.board).copied().unwrap_or(1).min(left);
            if let Some(wave) = state.waves.get_mut(&place)
                && tokens > 0
            {
                wave.create += tokens;
                grown.push(Growth { place, tokens });
            }
        }
        grown.sort_unstable_by_key(|growth| growth.place);
        if !grown.is_empty() {
            table.tell_all(Fact::Grew { waves: grown });
        }
    }
}

/// The Advance Phase: each Time Wave moves up one Zone.
fn advance_phase(state: &mut State, table: &mut Table<'_>) {
    table.rule("The Advance Phase");
    let mut moved = vec![];
    let mut waves: BTreeMap<Place, Wave> = BTreeMap::new();
    for (from, wave) in &state.waves {
        let to = Place::new(from.board, from.zone.up().unwrap_or(Zone::Today));
        moved.push(Advance { from: *from, to });
        waves.insert(to, *wave);
    }
    state.waves = waves;
    if !moved.is_empty() {
        table.tell_all(Fact::Advanced { waves: moved });
    }
}
