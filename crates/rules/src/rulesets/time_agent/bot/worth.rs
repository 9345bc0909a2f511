//! The worth of a position to a race, where a search stops.

use super::mind::{Mind, Temper, Worth};
use crate::rulesets::time_agent::{TimeAgent, names::Race, state::State, view::View};

/// The worth of an operative, of either kind.
const OPERATIVE: Worth = 250;

/// Returns the aim of a race in a position: the worth of a step to the end of Time Travel.
pub(in super::super) fn aim(rules: &TimeAgent, view: &View, race: Race) -> Worth {
    if !view.sides.contains_key(&race) {
        return 0;
    }
    Mind::new(rules, view, race, Temper::Lead).step
}

/// Returns the worth of a position, as its race sees it, in thousandths of a victory point: that of the board, by points,
/// income, rivals and the end of the game, and that of the means of its player.
pub(in super::super) fn worth(
    rules: &TimeAgent,
    state: &State,
    view: &View,
    race: Race,
    aim: Worth,
) -> Worth {
    let mind = Mind::aiming(rules, view, race, aim);
    let team = state.team_of(race).into_iter();
    let means = team.map(|race| {
        let operatives = Worth::try_from(state.units_of(race).count()).unwrap_or(0);
        mind.credit * Worth::from(state.side(race).credits) + OPERATIVE * operatives
    });
    mind.value(&mind.state) + means.sum::<Worth>()
}
