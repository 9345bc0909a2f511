//! Gold powers that count as long as their phases last, without a decision: each only adds to what its owner has
//! (ruling C30).

use crate::rulesets::time_whisperers::{
    names::{Age, Color, Number, Power},
    state::{Player, State},
};

/// Judge, phases 2 and 3: returns the Judge if they are among the tied players; they win the tie.
pub(crate) fn judge(state: &State, tied: &[Color]) -> Option<Color> {
    let mut tied = tied.iter().copied();
    tied.find(|color| state.player(*color).has(Power::Judge))
}

/// Knight, phase 2: returns one more dark strength in the age of its number 1, no matter which side is up there (ruling
/// C19).
pub(crate) fn knight(player: &Player, age: Age) -> u32 {
    u32::from(player.has(Power::Knight) && number_one_is_in(player, age))
}

/// Noble, phase 3: returns one more gold strength in the age of its number 1, no matter which side is up there (ruling
/// C19).
pub(crate) fn noble(player: &Player, age: Age) -> u32 {
    u32::from(player.has(Power::Noble) && number_one_is_in(player, age))
}

fn number_one_is_in(player: &Player, age: Age) -> bool {
    let one = player.whisperers[&Number::ONE];
    one.age == age && !one.eliminated
}

/// Hybrid, phases 2 and 3: checks whether a number has both dark and gold strength, as the Hybrid's number 2 has.
pub(crate) fn hybrid(player: &Player, number: Number) -> bool {
    number == Number::TWO && player.has(Power::Hybrid)
}

/// Swarm, phase 2: returns one more dark strength in each age, even where its owner has no Time Whisperer (ruling C18).
pub(crate) fn swarm(player: &Player) -> u32 {
    u32::from(player.has(Power::Swarm))
}

/// Deity, phase 2: returns the extra victory points; those of its ages count twice, those for the phantom too.
pub(crate) fn deity(player: &Player, vp: u32) -> u32 {
    if player.has(Power::Deity) { vp } else { 0 }
}
