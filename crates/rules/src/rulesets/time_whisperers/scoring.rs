//! Phase 2: Scoring.

use super::{
    Table, TimeWhisperers,
    facts::{Fact, ScoringBy, Vp},
    names::{Age, Color, Side},
    powers::{Window, lasting::deity},
    state::State,
};
use crate::{collect::Collect, engine::Play};

impl TimeWhisperers {
    /// Phase 2: runs the gold powers immediately before it, those during it, and then scores each age. Returns the dark
    /// controller of the phantom's age. The Zodiac calls it in the middle of phase 1 (ruling C13).
    pub(super) fn score(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        by: ScoringBy,
    ) -> Play<Option<Color>> {
        self.decide(state, table, Window::BeforeScoring)?;
        table.rule("Phase 2");
        table.tell_all(Fact::Scoring { by });
        self.decide(state, table, Window::Scoring)?;
        for player in state.players.values_mut() {
            player.vp.resize(state.round.into(), 0);
        }
        let mut keeper = None;
        for ages in scored(state.united) {
            let controller = Self::score_ages(state, table, &ages);
            if ages.contains(&state.phantom) {
                keeper = controller;
            }
        }
        state.united = None;
        table.rule("Phase 2");
        if table.recorded() {
            let scores = state.players.iter();
            let vp = scores.map(|(color, player)| (*color, player.total()));
            let vp = vp.collect_map();
            table.tell_all(Fact::Score { vp });
        }
        Ok(keeper)
    }

    /// Phase 2: scores one victory point for dark control of an age, and more for the phantom's. Ages that the Uniter
    /// has combined score together.
    fn score_ages(state: &mut State, table: &mut Table<'_>, ages: &[Age]) -> Option<Color> {
        let strengths = state.dark_strengths(ages);
        let control = state.controller(&strengths);
        let vp = control.controller.map(|color| {
            let player = state.player(color);
            let ages_vp = u32::try_from(ages.len()).expect("one or two");
            let phantom = if ages.contains(&state.phantom) {
                phantom_vp(state, color)
            } else {
                0
            };
            Vp {
                ages: ages_vp,
                phantom,
                deity: deity(player, ages_vp + phantom),
            }
        });
        if table.recorded() {
            table.rule(match ages {
                [_] => "Phase 2",
                _ => "Uniter",
            });
            table.tell_all(Fact::DarkControl {
                ages: ages.to_vec(),
                strength: state.shown(&strengths),
                extra: state.extras(ages, Side::Dark, &strengths),
                cards: state.cards_of_tied(&strengths, control.by),
                controller: control.controller,
                by: control.by,
                vp,
            });
        }
        if let (Some(color), Some(vp)) = (control.controller, vp) {
            let of_rounds = &mut state.player_mut(color).vp;
            *of_rounds.last_mut().expect("this round's") += vp.total();
        }
        control.controller
    }
}

/// Phase 2: returns the victory points for the phantom: the number of gold powers that the controller owns, active or
/// not; in the youth game, the number of the round (ruling C34).
fn phantom_vp(state: &State, color: Color) -> u32 {
    if state.youth {
        state.round.into()
    } else {
        u32::try_from(state.player(color).powers.len()).expect("twelve at most")
    }
}

/// Returns the ages in their order; those that the Uniter has combined form one entry.
fn scored(united: Option<[Age; 2]>) -> Vec<Vec<Age>> {
    let mut all: Vec<Vec<Age>> = vec![];
    for age in Age::ALL {
        match united {
            Some(pair) if pair.contains(age) => {
                if !all.iter().any(|ages| ages.contains(age)) {
                    all.push(pair.to_vec());
                }
            }
            _ => all.push(vec![*age]),
        }
    }
    all
}
