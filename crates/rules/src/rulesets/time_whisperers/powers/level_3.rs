//! Gold power descriptions, level III.

use super::{at_scoring, pass_or};
use crate::{
    engine::{Fields, Play},
    rulesets::time_whisperers::{
        Table, TimeWhisperers,
        asks::{self, Choice, YesNo},
        diagnostics::Wrong,
        facts::{Fact, ScoringBy},
        names::{Action, Age, Card, Color, Number, Power},
        state::{Face, State},
    },
};
use serde_json::json;

impl TimeWhisperers {
    /// Alliance, once immediately before phase 1: activates up to three other powers of its owner for this round, each
    /// at its own time.
    pub(super) fn alliance(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        color: Color,
    ) -> Play<()> {
        let owned = state.player(color).powers.keys().copied();
        let others: Vec<Power> = owned.filter(|power| *power != Power::Alliance).collect();
        if others.is_empty() {
            let why = "you owned no other gold power (Alliance)";
            table.leave_out(self.seat(color), asks::Alliance.name(), Fields::new, why);
            return Ok(());
        }
        let ask = asks::Alliance
            .some_of(others, 0, 3)
            .or(vec![])
            .why(|_| Some(Wrong::NotAllied.into()))
            .seen(self.eyes(state, color));
        let powers = table.ask(self.seat(color), ask)?;
        if powers.is_empty() {
            return Ok(());
        }
        Self::spend(state, table, color, Power::Alliance);
        for power in &powers {
            state.player_mut(color).powers.insert(*power, Face::Active);
        }
        table.tell_all(Fact::Allied { color, powers });
        Ok(())
    }

    /// Assassin, once during phase 2: eliminates the opponents' strongest Time Whisperers in the age of its number 1
    /// for the rest of the round, all of them if they are tied (ruling C14). Two ages that the Uniter has combined are
    /// one (ruling C32).
    pub(super) fn assassin(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        color: Color,
    ) -> Play<()> {
        let age = state.whisperer(color, Number::ONE).age;
        let ages = state.united_with(age);
        let there = |other: &Color| {
            let (other, whisperers) = (*other, &state.player(*other).whisperers);
            let there = whisperers.iter().filter(|(_, w)| ages.contains(&w.age));
            let there = there.map(move |(number, w)| (w.strength(*number), other, *number));
            there.collect::<Vec<_>>()
        };
        let targets: Vec<(u32, Color, Number)> = state
            .opponents(color)
            .flat_map(|other| there(&other))
            .filter(|(strength, ..)| *strength > 0)
            .collect();
        let Some(highest) = targets.iter().map(|(strength, ..)| *strength).max() else {
            let why = "no opponent's Time Whisperer stood where your number 1 was (Assassin)";
            let about = || at_scoring(state);
            table.leave_out(self.seat(color), asks::Assassin.name(), about, why);
            return Ok(());
        };
        let victims: Vec<(Color, Number)> = targets
            .into_iter()
            .filter(|(strength, ..)| *strength == highest)
            .map(|(_, color, number)| (color, number))
            .collect();
        let ask = asks::Assassin
            .one_of(YesNo::both())
            .about(|| {
                let names = victims.iter();
                let names = names.map(|(color, n)| json!({"color": color, "whisperer": n}));
                let mut about = at_scoring(state);
                about.insert("age".into(), age.name().into());
                about.insert("victims".into(), names.collect());
                about
            })
            .seen(self.eyes(state, color));
        if table.ask(self.seat(color), ask)? == YesNo::Use {
            Self::spend(state, table, color, Power::Assassin);
            for (color, whisperer) in victims {
                let victim = state.whisperer_mut(color, whisperer);
                victim.eliminated = true;
                let age = victim.age;
                table.tell_all(Fact::Eliminated {
                    color,
                    whisperer,
                    age,
                });
            }
        }
        Ok(())
    }

    /// Medusa, once immediately before phase 1: takes every opponent's highest number card out of this round; it does
    /// not count as played.
    pub(super) fn medusa(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        color: Color,
    ) -> Play<()> {
        let ask = asks::Medusa
            .one_of(YesNo::both())
            .seen(self.eyes(state, color));
        if table.ask(self.seat(color), ask)? == YesNo::Pass {
            return Ok(());
        }
        Self::spend(state, table, color, Power::Medusa);
        let card = state.highest();
        for color in state.opponents(color).collect::<Vec<_>>() {
            let player = state.player_mut(color);
            player.hand.remove(&Card::Number(card));
            player.petrified = Some(card);
            table.tell_all(Fact::Petrified { color, card });
        }
        Ok(())
    }

    /// Titan, once immediately before phase 2: gives one of its augmented Time Whisperers three times its number for
    /// the rest of the round (ruling C17).
    pub(super) fn titan(&self, state: &mut State, table: &mut Table<'_>, color: Color) -> Play<()> {
        let whisperers = &state.player(color).whisperers;
        let augmented: Vec<Number> = whisperers
            .iter()
            .filter(|(_, w)| w.augmented && !w.eliminated && !w.tripled)
            .map(|(number, _)| *number)
            .collect();
        if augmented.is_empty() {
            let why = "none of your Time Whisperers was augmented (Titan)";
            let about = || at_scoring(state);
            table.leave_out(self.seat(color), asks::Titan.name(), about, why);
            return Ok(());
        }
        let ask = asks::Titan
            .one_of(pass_or(augmented))
            .about(|| at_scoring(state))
            .why(|choice| match choice {
                Choice::Use(number) => Some(Wrong::NotAugmented(*number).into()),
                Choice::Pass => None,
            })
            .seen(self.eyes(state, color));
        if let Choice::Use(whisperer) = table.ask(self.seat(color), ask)? {
            Self::spend(state, table, color, Power::Titan);
            let here = state.whisperer_mut(color, whisperer);
            here.tripled = true;
            let strength = here.strength(whisperer);
            table.tell_all(Fact::Tripled {
                color,
                whisperer,
                strength,
            });
        }
        Ok(())
    }

    /// Tyrant, once during phase 1: applies the action of its last card to the activated Time Whisperers of all
    /// opponents who have not terminated. The opponents do not play a card for it (ruling C10).
    pub(super) fn tyrant(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        color: Color,
    ) -> Play<()> {
        let last = state.player(color).played.last();
        let Some(action) = last
            .and_then(|card| card.action())
            .filter(|action| *action != Action::Termination)
        else {
            let why = "the last card you had played had no action to apply (Tyrant)";
            return self.not_asked(state, table, color, asks::Tyrant, why);
        };
        let subjects: Vec<Color> = state
            .opponents(color)
            .filter(|other| state.player(*other).is_live())
            .collect();
        let reaches = |other: &Color| {
            let target = state.player(*other).target();
            target.is_some_and(|(_, w)| !(action == Action::Augmentation && w.augmented))
        };
        if !subjects.iter().any(reaches) {
            let why =
                "no opponent in card play had an activated Time Whisperer that it changes (Tyrant)";
            return self.not_asked(state, table, color, asks::Tyrant, why);
        }
        if self.uses(state, table, color, asks::Tyrant)? {
            Self::spend(state, table, color, Power::Tyrant);
            for other in subjects {
                Self::apply(state, table, other, action);
            }
        }
        Ok(())
    }

    /// Uniter, once immediately before phase 2: makes two adjacent ages count as one in the scoring that follows
    /// (ruling C16).
    pub(super) fn uniter(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        color: Color,
    ) -> Play<()> {
        let ask = asks::Uniter
            .one_of(pass_or(Age::pairs()))
            .about(|| at_scoring(state))
            .why(|choice| match choice {
                Choice::Use([one, other]) => Some(Wrong::NotAdjacent(*one, *other).into()),
                Choice::Pass => None,
            })
            .seen(self.eyes(state, color));
        if let Choice::Use(ages) = table.ask(self.seat(color), ask)? {
            Self::spend(state, table, color, Power::Uniter);
            state.united = Some(ages);
            table.tell_all(Fact::United { color, ages });
        }
        Ok(())
    }

    /// Zodiac, once during phase 1: pauses card play, scores the ages as in phase 2, and continues card play. Powers
    /// that opponents use in that scoring they may use in phase 2 as well: their tiles are turned up again (ruling
    /// C13).
    pub(super) fn zodiac(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        color: Color,
    ) -> Play<()> {
        if self.uses(state, table, color, asks::Zodiac)? {
            Self::spend(state, table, color, Power::Zodiac);
            let active = |other: Color| (other, state.player(other).active().collect::<Vec<_>>());
            let before: Vec<(Color, Vec<Power>)> = state.opponents(color).map(active).collect();
            self.score(state, table, ScoringBy::Zodiac(color))?;
            for (other, powers) in before {
                for power in powers {
                    state.player_mut(other).turn_up(power);
                }
            }
        }
        Ok(())
    }
}
