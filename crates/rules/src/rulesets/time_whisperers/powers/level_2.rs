//! Gold power descriptions, level II.

use super::{at_scoring, between_plays, pass_or};
use crate::{
    collect::Collect,
    engine::{Audience, Play, fields},
    rulesets::time_whisperers::{
        Table, TimeWhisperers,
        asks::{self, Choice, YesNo},
        diagnostics::Wrong,
        facts::Fact,
        names::{Action, Age, Card, Color, Number, Power},
        state::{State, Theft, Two},
    },
};
use std::collections::BTreeMap;

impl TimeWhisperers {
    /// Multiverse, during phase 1: announces that its owner chooses two cards in the coming play, if they have two
    /// (ruling C7) and do not wait for the others' cards anyway (ruling C6). They decide which one is played when the
    /// others' are revealed.
    pub(super) fn multiverse(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        color: Color,
    ) -> Play<()> {
        let player = state.player(color);
        let why = if !player.is_live() {
            Some("you had played Termination (Phase 1)")
        } else if player.hand.len() < 2 {
            Some("you had one card in hand, and it takes two (ruling C7)")
        } else if state.waits == Some(color) {
            Some("your Psychic waited for the cards of the others (ruling C6)")
        } else {
            None
        };
        if let Some(why) = why {
            return self.not_asked(state, table, color, asks::Keep, why);
        }
        if self.uses(state, table, color, asks::Multiverse)? {
            Self::tell_used(table, color, Power::Multiverse);
            state.two = Some(Two { color, cards: None });
        } else {
            let about = || between_plays(state, color);
            let why = "your programme did not play two cards there (Multiverse)";
            table.leave_out(self.seat(color), asks::Keep.name(), about, why);
        }
        Ok(())
    }

    /// Mutants, during phase 1: flips the activated Time Whisperer, if its number card was the last card played.
    pub(super) fn mutants(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        color: Color,
    ) -> Play<()> {
        let player = state.player(color);
        let last = player.played.last().and_then(|card| card.number());
        let Some((whisperer, here)) = player.target().filter(|(n, _)| Some(*n) == last) else {
            let why = match last {
                Some(_) => "the Time Whisperer of your last card was eliminated (Assassin)",
                None => "the last card you had played was no number card (Mutants)",
            };
            return self.not_asked(state, table, color, asks::Mutants, why);
        };
        if self.uses(state, table, color, asks::Mutants)? {
            Self::tell_used(table, color, Power::Mutants);
            let to = here.side.opposite();
            state.whisperer_mut(color, whisperer).side = to;
            table.tell_all(Fact::Flipped {
                color,
                whisperer,
                to,
            });
        }
        Ok(())
    }

    /// Phoenix, once during phase 1: takes one of its played cards back into hand. The effect of the card stands, but
    /// it no longer counts as played (rulings C21, C36). Termination cannot be taken back (ruling C23).
    pub(super) fn phoenix(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        color: Color,
    ) -> Play<()> {
        let mut played = state.player(color).played.clone();
        played.retain(|card| *card != Card::TERMINATION);
        if played.is_empty() {
            let why = "no card of yours was on the table to take back (Phoenix)";
            return self.not_asked(state, table, color, asks::Phoenix, why);
        }
        let ask = asks::Phoenix
            .one_of(pass_or(played))
            .about(|| between_plays(state, color))
            .patient()
            .seen(self.eyes(state, color));
        if let Choice::Use(card) = table.ask(self.seat(color), ask)? {
            Self::spend(state, table, color, Power::Phoenix);
            let player = state.player_mut(color);
            player.played.retain(|played| *played != card);
            player.hand.insert(card);
            table.tell_all(Fact::TookBack { color, card });
        }
        Ok(())
    }

    /// Thief, once immediately before phase 1: makes every opponent give an action card face down. The Thief looks at
    /// them and steals one, which lies face up. The others stay face down and out of the round (ruling C8).
    pub(super) fn thief(&self, state: &mut State, table: &mut Table<'_>, color: Color) -> Play<()> {
        let thief = self.seat(color);
        let ask = asks::Thief
            .one_of(YesNo::both())
            .seen(self.eyes(state, color));
        if table.ask(thief, ask)? == YesNo::Pass {
            return Ok(());
        }
        Self::tell_used(table, color, Power::Thief);
        let givers: Vec<Color> = state.opponents(color).collect();
        let asks = givers
            .iter()
            .map(|giver| {
                let ask = asks::Gift
                    .one_of(gifts(state, *giver))
                    .about(move || fields([("thief", color.name().into())]))
                    .why(|action| Some(Wrong::NoGift(Card::Action(*action)).into()))
                    .seen(self.eyes(state, *giver))
                    .known_to(vec![thief.clone()]);
                (self.seat(*giver).clone(), ask)
            })
            .collect();
        let given = table.ask_all(asks)?;
        let gifts: BTreeMap<Color, Action> = givers.into_iter().zip(given).collect_map();
        for (giver, card) in &gifts {
            let (color, to, card) = (*giver, color, *card);
            state.player_mut(color).hand.remove(&Card::Action(card));
            table.tell_all(Fact::Gave { color, to });
            let both = vec![self.seat(color).clone(), thief.clone()];
            table.tell(Audience::Only(both), Fact::Gift { color, to, card });
        }
        state.theft = Some(Theft {
            thief: color,
            gifts: gifts.clone(),
            stolen: None,
            applied: false,
        });
        let seen = serde_json::to_value(&gifts).expect("cards by color are plain data");
        let ask = asks::Steal
            .one_of(gifts.keys().copied().collect())
            .about(|| fields([("gifts", seen.clone())]))
            .seen(self.eyes(state, color));
        let from = table.ask(thief, ask)?;
        let card = gifts[&from];
        if let Some(theft) = &mut state.theft {
            theft.stolen = Some(from);
        }
        table.rule("Thief");
        table.tell_all(Fact::Stole { color, from, card });
        Ok(())
    }

    /// Thief, once during phase 1: applies the action of the stolen card to the Thief's activated Time Whisperer,
    /// between two plays. The card itself is not played (ruling C8).
    pub(super) fn stolen_action(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        color: Color,
    ) -> Play<()> {
        let theft = state.theft.as_ref().filter(|theft| !theft.applied);
        let Some(card) = theft.and_then(Theft::action) else {
            let why = "the Thief had stolen no card before phase 1 (Thief)";
            return self.not_asked(state, table, color, asks::StolenAction, why);
        };
        let Some((_, here)) = state.player(color).target() else {
            let why = "you had no activated Time Whisperer (Thief)";
            return self.not_asked(state, table, color, asks::StolenAction, why);
        };
        if card == Action::Augmentation && here.augmented {
            let why = "your activated Time Whisperer was augmented already (ruling C10)";
            return self.not_asked(state, table, color, asks::StolenAction, why);
        }
        if self.uses(state, table, color, asks::StolenAction)? {
            if let Some(theft) = &mut state.theft {
                theft.applied = true;
            }
            state.player_mut(color).flip(Power::Thief);
            table.tell_all(Fact::StolenAction { color, card });
            Self::apply(state, table, color, card);
        }
        Ok(())
    }

    /// Tornado, once immediately before phase 2: moves the number 1 of every opponent to one age of the Tornado's
    /// choice, except that of an active Assassin (ruling C15).
    pub(super) fn tornado(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        color: Color,
    ) -> Play<()> {
        let ones: Vec<Color> = state
            .opponents(color)
            .filter(|other| {
                let player = state.player(*other);
                !player.has(Power::Assassin) && !player.whisperers[&Number::ONE].eliminated
            })
            .collect();
        if ones.is_empty() {
            let why = "every opponent's number 1 was eliminated or an Assassin's (Tornado)";
            let about = || at_scoring(state);
            table.leave_out(self.seat(color), asks::Tornado.name(), about, why);
            return Ok(());
        }
        let ask = asks::Tornado
            .one_of(pass_or(Age::ALL.iter().copied()))
            .about(|| at_scoring(state))
            .seen(self.eyes(state, color));
        if let Choice::Use(to) = table.ask(self.seat(color), ask)? {
            Self::spend(state, table, color, Power::Tornado);
            for other in ones {
                Self::move_to(state, table, other, Number::ONE, to);
            }
        }
        Ok(())
    }

    /// Witch, once immediately before phase 1: moves the phantom to any age, where it stays until phase 4.
    pub(super) fn witch(&self, state: &mut State, table: &mut Table<'_>, color: Color) -> Play<()> {
        let from = state.phantom;
        let ages = Age::ALL.iter().copied().filter(|age| *age != from);
        let ask = asks::Witch
            .one_of(pass_or(ages))
            .why(|choice| match choice {
                Choice::Use(age) => Some(Wrong::AlreadyThere(*age).into()),
                Choice::Pass => None,
            })
            .seen(self.eyes(state, color));
        if let Choice::Use(to) = table.ask(self.seat(color), ask)? {
            Self::spend(state, table, color, Power::Witch);
            state.phantom = to;
            table.tell_all(Fact::PhantomMoved { from, to });
        }
        Ok(())
    }
}

/// Returns the action cards in hand that may be given away: all except Termination.
fn gifts(state: &State, giver: Color) -> Vec<Action> {
    let hand = state.player(giver).hand.iter();
    hand.filter_map(|card| card.action())
        .filter(|action| *action != Action::Termination)
        .collect()
}
