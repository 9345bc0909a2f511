//! Phase 4: Round Reset.

use super::{
    Table, TimeWhisperers, asks,
    diagnostics::Wrong,
    facts::Fact,
    names::{Age, Color, Power},
    state::{Face, Phase, Player, State},
};
use crate::engine::{Fields, Play, fields};

impl TimeWhisperers {
    /// Phase 4: resets phantom, disks, cards and gold powers.
    pub(super) fn round_reset(&self, state: &mut State, table: &mut Table<'_>) -> Play<()> {
        state.phase = Phase::RoundReset;
        Self::bring_back(state, table);
        Self::move_phantom(state, table);
        Self::return_pieces(state, table);
        self.activate_powers(state, table)?;
        state.play = 0;
        state.round += 1;
        state.phase = Phase::BeforeCardPlay;
        Ok(())
    }

    /// Assassin: returns eliminated Time Whisperers to their ages before anything is counted (ruling C14).
    fn bring_back(state: &mut State, table: &mut Table<'_>) {
        table.rule("Assassin");
        for (color, player) in &mut state.players {
            for (whisperer, here) in &mut player.whisperers {
                if here.eliminated {
                    here.eliminated = false;
                    table.tell_all(Fact::Returned {
                        color: *color,
                        whisperer: *whisperer,
                        age: here.age,
                    });
                }
            }
        }
    }

    /// Phase 4.1: moves the phantom to the age with the fewest Time Whisperers. It stays if its own age alone has the
    /// fewest; of ages that are tied it takes the closest clockwise (ruling C25).
    fn move_phantom(state: &mut State, table: &mut Table<'_>) {
        table.rule("Phase 4.1");
        let mut counts = [0_u32; 4];
        for whisperer in state.players.values().flat_map(|p| p.whisperers.values()) {
            counts[whisperer.age as usize] += 1;
        }
        let fewest = *counts.iter().min().expect("four ages");
        let has_fewest = |age: &Age| counts[*age as usize] == fewest;
        let from = state.phantom;
        let mut clockwise =
            std::iter::successors(Some(from.clockwise()), |age| Some(age.clockwise()));
        // The last of four steps leads back to the phantom's own age.
        let to = clockwise.find(has_fewest).expect("some age has the fewest");
        state.phantom = to;
        let fact = if from == to {
            Fact::PhantomStayed { age: to }
        } else {
            Fact::PhantomMoved { from, to }
        };
        table.tell_all(fact);
    }

    /// Phase 4.2 and 4.3: returns disks and cards; removes the Mimic if it was used.
    fn return_pieces(state: &mut State, table: &mut Table<'_>) {
        let hand = state.full_hand();
        state.theft = None;
        for (color, player) in &mut state.players {
            for whisperer in player.whisperers.values_mut() {
                (whisperer.augmented, whisperer.tripled) = (false, false);
            }
            player.hand.clone_from(&hand);
            player.played.clear();
            player.activated = None;
            player.petrified = None;
            if player.mimicked.take().is_some() {
                let power = Power::Mimic;
                player.powers.remove(&power);
                state.removed.insert(power);
                table.rule("Mimic");
                let color = *color;
                table.tell_all(Fact::Removed { color, power });
            }
        }
    }

    /// Phase 4.4: asks each player to choose in secret one of their gold powers, the only one they can use in the next
    /// round. The default is the power of this round (ruling C22).
    pub(super) fn activate_powers(&self, state: &mut State, table: &mut Table<'_>) -> Play<()> {
        table.rule("Phase 4.4");
        let round = state.round + 1;
        for (color, player) in &state.players {
            if player.powers.is_empty() {
                let why = "you owned no gold power (Phase 4.4)";
                table.leave_out(self.seat(*color), asks::Activate.name(), Fields::new, why);
            }
        }
        let owners: Vec<Color> = state
            .players
            .iter()
            .filter(|(_, player)| !player.powers.is_empty())
            .map(|(color, _)| *color)
            .collect();
        let asks = owners
            .iter()
            .map(|color| {
                let player = state.player(*color);
                let ask = asks::Activate
                    .one_of(player.powers.keys().copied().collect())
                    .or(same_again(player))
                    .about(move || fields([("round", round.into())]))
                    .why(|power| Some(Wrong::NotYours(*power).into()))
                    .seen(self.eyes(state, *color));
                (self.seat(*color).clone(), ask)
            })
            .collect();
        let chosen = table.ask_all(asks)?;
        for (color, power) in owners.into_iter().zip(chosen) {
            for (own, face) in &mut state.player_mut(color).powers {
                *face = if *own == power {
                    Face::Active
                } else {
                    Face::Inactive
                };
            }
            table.tell_all(Fact::ActivatedPower { color, power });
        }
        Ok(())
    }
}

/// Returns the power that was chosen for this round, or else the first.
fn same_again(player: &Player) -> Power {
    let powers = &player.powers;
    let mut active = powers.iter().filter(|(_, face)| **face != Face::Inactive);
    let (power, _) = active
        .next()
        .or_else(|| powers.iter().next())
        .expect("an owner of gold powers");
    *power
}
