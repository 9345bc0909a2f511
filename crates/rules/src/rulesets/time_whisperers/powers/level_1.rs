//! Gold power descriptions, level I.

use super::pass_or;
use crate::{
    engine::{Fields, Play},
    rulesets::time_whisperers::{
        Table, TimeWhisperers,
        asks::{self, Choice, Wormholed},
        diagnostics::Wrong,
        facts::Fact,
        names::{Age, Color, Power},
        state::{Face, Mimicked, State},
    },
};

impl TimeWhisperers {
    /// Agent, immediately before phase 3: exchanges the lowest gold powers of two adjacent ages (ruling C20).
    pub(super) fn agent(&self, state: &mut State, table: &mut Table<'_>, color: Color) -> Play<()> {
        let pairs = Age::pairs().filter(|pair| pair.iter().all(|age| !state.slots[age].is_empty()));
        let ask = asks::Agent
            .one_of(pass_or(pairs))
            .why(|choice| match choice {
                Choice::Use([one, other]) => Some(Wrong::NotAdjacent(*one, *other).into()),
                Choice::Pass => None,
            })
            .seen(self.eyes(state, color));
        let Choice::Use(ages) = table.ask(self.seat(color), ask)? else {
            return Ok(());
        };
        Self::spend(state, table, color, Power::Agent);
        let powers = ages.map(|age| state.slots[&age][0]);
        for (age, power) in ages.into_iter().zip([powers[1], powers[0]]) {
            let slots = state.slots.get_mut(&age).expect("an age");
            slots[0] = power;
        }
        table.tell_all(Fact::Exchanged { ages, powers });
        Ok(())
    }

    /// Axis, once during phase 1: exchanges the Time Whisperers of its last two number cards. Two must be there, and
    /// action cards between them do not count (ruling C12).
    pub(super) fn axis(&self, state: &mut State, table: &mut Table<'_>, color: Color) -> Play<()> {
        let player = state.player(color);
        let [.., before, last] = player.numbers().collect::<Vec<_>>()[..] else {
            let why = "two number cards of yours were not on the table (Axis)";
            return self.not_asked(state, table, color, asks::Axis, why);
        };
        let [one, other] = [last, before].map(|number| player.whisperers[&number]);
        if one.eliminated || other.eliminated {
            let why = "a Time Whisperer of your last two number cards was eliminated (Assassin)";
            return self.not_asked(state, table, color, asks::Axis, why);
        }
        if one.age == other.age {
            let why = "the Time Whisperers of your last two number cards stood in one age (Axis)";
            return self.not_asked(state, table, color, asks::Axis, why);
        }
        if self.uses(state, table, color, asks::Axis)? {
            Self::spend(state, table, color, Power::Axis);
            Self::move_to(state, table, color, last, other.age);
            Self::move_to(state, table, color, before, one.age);
        }
        Ok(())
    }

    /// Mimic, once immediately before phase 1: lets a level II power on the board act as its own for the round (ruling
    /// C9). The Mimic is removed in phase 4.
    pub(super) fn mimic(&self, state: &mut State, table: &mut Table<'_>, color: Color) -> Play<()> {
        let on_board: Vec<Power> = state
            .slots
            .values()
            .flatten()
            .copied()
            .filter(|power| power.level() == 2)
            .collect();
        if on_board.is_empty() {
            let why = "no level II gold power was left on the board (Mimic)";
            table.leave_out(self.seat(color), asks::Mimic.name(), Fields::new, why);
            return Ok(());
        }
        let ask = asks::Mimic
            .one_of(pass_or(on_board))
            .why(|choice| match choice {
                Choice::Use(power) => Some(Wrong::NotOnBoard(*power).into()),
                Choice::Pass => None,
            })
            .seen(self.eyes(state, color));
        let Choice::Use(power) = table.ask(self.seat(color), ask)? else {
            return Ok(());
        };
        Self::spend(state, table, color, Power::Mimic);
        let face = Face::Active;
        state.player_mut(color).mimicked = Some(Mimicked { power, face });
        table.tell_all(Fact::Mimicked { color, power });
        Ok(())
    }

    /// Psychic, once during phase 1: announces that in the coming play this player chooses a card last, having seen
    /// those of all opponents (ruling C6). Players who have terminated choose none.
    pub(super) fn psychic(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        color: Color,
    ) -> Play<()> {
        let none_to_see = !state.opponents(color).any(|c| state.player(c).is_live());
        if none_to_see || !state.player(color).is_live() {
            return Ok(());
        }
        if self.uses(state, table, color, asks::Psychic)? {
            Self::spend(state, table, color, Power::Psychic);
            state.waits = Some(color);
            table.tell_all(Fact::Waits { color });
        }
        Ok(())
    }

    /// Wormhole, once immediately before phase 1: moves any one of its Time Whisperers to any age.
    pub(super) fn wormhole(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        color: Color,
    ) -> Play<()> {
        let whisperers = &state.player(color).whisperers;
        let moves = whisperers.iter().flat_map(|(whisperer, here)| {
            let others = Age::ALL.iter().filter(|age| **age != here.age);
            others.map(|to| Wormholed {
                whisperer: *whisperer,
                to: *to,
            })
        });
        let ask = asks::Wormhole
            .one_of(pass_or(moves))
            .why(|choice| match choice {
                Choice::Use(Wormholed { whisperer, .. }) if *whisperer > state.highest() => {
                    Some(Wrong::NoWhisperer(*whisperer).into())
                }
                Choice::Use(Wormholed { to, .. }) => Some(Wrong::AlreadyThere(*to).into()),
                Choice::Pass => None,
            })
            .seen(self.eyes(state, color));
        if let Choice::Use(Wormholed { whisperer, to }) = table.ask(self.seat(color), ask)? {
            Self::spend(state, table, color, Power::Wormhole);
            Self::move_to(state, table, color, whisperer, to);
        }
        Ok(())
    }
}
