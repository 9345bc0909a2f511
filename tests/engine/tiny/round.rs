//! The steps of a round.

use super::{Fact, GmAction, ROUNDS, React, State, Table, only};
use chronojudge::engine::*;
use std::collections::BTreeSet;

impl State {
    /// Returns the slots whose cards a viewer knows.
    pub fn known(&self, viewer: &Viewer) -> BTreeSet<u32> {
        let mut known = self.open.clone();
        if let Some((seat, seen)) = viewer.seat().and_then(|seat| self.seen.get_key_value(seat)) {
            known.extend(self.hand(seat));
            known.extend(seen);
        }
        known
    }
    /// Returns the function that makes the view of a seat.
    fn eyes(&self, seat: &SeatId) -> impl Fn() -> super::View + use<> {
        let (state, viewer) = (self.clone(), Viewer::Seat(seat.clone()));
        move || Ruleset::view(&super::Tiny, &state, &viewer)
    }
    /// Returns the slots in a seat's hand.
    fn hand(&self, seat: &SeatId) -> impl Iterator<Item = u32> {
        let held = self.held.iter();
        held.filter(move |(_, holder)| *holder == seat)
            .map(|(slot, _)| *slot)
    }
    fn on_table(&self, slot: u32) -> bool {
        !self.open.contains(&slot) && !self.held.contains_key(&slot)
    }
    pub fn slots(&self) -> impl Iterator<Item = u32> {
        0..u32::try_from(self.cards.len()).expect("eight")
    }
    fn reveal(&mut self, table: &mut Table<'_>, seat: &SeatId, slot: u32) {
        self.held.remove(&slot);
        self.open.insert(slot);
        *self.coins.get_mut(seat).expect("a seat") += 1;
        table.open(Audience::All, "hoard", slot);
        let card = self.cards[slot as usize].clone();
        table.tell(
            Audience::All,
            Fact::Revealed {
                seat: seat.clone(),
                slot,
                card,
            },
        );
    }
    /// 2, 3: the bids, and the ranking of the others.
    pub fn lead(&mut self, table: &mut Table<'_>) -> Play<()> {
        table.rule("2");
        let round = self.round;
        let asks = self.coins.iter().map(|(seat, coins)| {
            let ask = Ask::one_of("bid", (0..=*coins).collect())
                .about(move || fields([("round", round.into())]))
                .why(|_| {
                    Some(Illegal {
                        code: "T1".into(),
                        words: "You have not so much.".into(),
                    })
                })
                .seen(self.eyes(seat));
            (seat.clone(), ask)
        });
        let bids = table.ask_all(asks.collect())?;
        let shuffled = table.shuffle(
            format_args!("ties"),
            u32::try_from(bids.len()).expect("few"),
        )?;
        let mut leaders: Vec<(u32, u32, SeatId)> = vec![];
        for ((seat, coins), (bid, tie)) in self.coins.iter_mut().zip(bids.into_iter().zip(shuffled))
        {
            *coins -= bid;
            table.tell(
                Audience::All,
                Fact::Bid {
                    seat: seat.clone(),
                    coins: bid,
                },
            );
            leaders.push((u32::MAX - bid, tie, seat.clone()));
        }
        leaders.sort();
        let mut seats: Vec<SeatId> = leaders.into_iter().map(|(_, _, seat)| seat).collect();
        let leader = seats.remove(0);
        table.rule("3");
        let ask = Ask::ranking("rank", seats).seen(self.eyes(&leader));
        let ranked = table.ask(&leader, ask)?;
        self.order = std::iter::once(leader).chain(ranked).collect();
        table.tell(
            Audience::All,
            Fact::Order {
                order: self.order.clone(),
            },
        );
        Ok(())
    }
    /// 4: the turn of one seat.
    pub fn player_turn(&mut self, table: &mut Table<'_>, at: usize, seat: &SeatId) -> Play<()> {
        table.rule("4");
        loop {
            let known = self.known(&Viewer::Seat(seat.clone()));
            let can = self.coins[seat] > 0;
            let slots = self
                .slots()
                .filter(|s| can && self.on_table(*s) && !known.contains(s));
            let looks = std::iter::once(GmAction::Done)
                .chain(slots.map(GmAction::Peek))
                .collect();
            let ask = Ask::one_of("look", looks).seen(self.eyes(seat));
            let GmAction::Peek(slot) = table.ask(seat, ask)? else {
                break;
            };
            *self.coins.get_mut(seat).expect("a seat") -= 1;
            self.seen.get_mut(seat).expect("a seat").insert(slot);
            table.tell(
                Audience::All,
                Fact::Looked {
                    seat: seat.clone(),
                    slot,
                },
            );
            table.open(only(seat), "hoard", slot);
            let card = self.cards[slot as usize].clone();
            table.tell(
                only(seat),
                Fact::Saw {
                    seat: seat.clone(),
                    slot,
                    card,
                },
            );
        }
        let mut targets = self.within_reach(at);
        loop {
            let mut acts = vec![GmAction::Done];
            acts.extend(
                self.slots()
                    .filter(|s| self.on_table(*s))
                    .map(GmAction::Reveal),
            );
            acts.extend(targets.iter().cloned().map(GmAction::Strike));
            let ask = Ask::one_of("act", acts).seen(self.eyes(seat));
            match table.ask(seat, ask)? {
                GmAction::Reveal(slot) => self.reveal(table, seat, slot),
                GmAction::Strike(target) => {
                    targets.retain(|t| *t != target);
                    self.strike(table, seat, &target, 1)?;
                }
                _ => return Ok(()),
            }
        }
    }
    /// 4: returns the next three seats in the order, the nearest first.
    fn within_reach(&self, at: usize) -> Vec<SeatId> {
        let mut places: Vec<usize> = (1..self.order.len().min(4))
            .map(|step| (at + step) % self.order.len())
            .collect();
        places.sort_unstable();
        places.into_iter().map(|n| self.order[n].clone()).collect()
    }
    /// 4: the other seat decides in the middle of this seat's turn, and may strike first.
    fn strike(
        &mut self,
        table: &mut Table<'_>,
        by: &SeatId,
        target: &SeatId,
        depth: u8,
    ) -> Play<()> {
        let mut reacts = vec![React::Yield, React::Parry];
        reacts.extend((depth < 3).then_some(React::Counter));
        let who = by.to_string();
        let ask = Ask::one_of("react", reacts)
            .about(move || fields([("by", who.clone().into())]))
            .seen(self.eyes(target));
        let react = table.ask(target, ask)?;
        table.tell(
            Audience::All,
            Fact::Reacted {
                seat: target.clone(),
                by: by.clone(),
                react,
            },
        );
        if react == React::Counter {
            self.strike(table, target, by, depth + 1)?;
        }
        let mut hit = react == React::Yield;
        if !hit {
            let rolls = table.roll(format_args!("strike/{by}/{target}"), 2, 6)?;
            hit = rolls[0] >= rolls[1];
            table.tell(
                Audience::All,
                Fact::Struck {
                    by: by.clone(),
                    target: target.clone(),
                    rolls,
                },
            );
        }
        if hit && self.coins[target] > 0 {
            *self.coins.get_mut(target).expect("a seat") -= 1;
            *self.coins.get_mut(by).expect("a seat") += 1;
        }
        Ok(())
    }
    /// 5, 6, 7: the end of the round.
    pub fn end(&mut self, table: &mut Table<'_>) -> Play<Flow> {
        table.rule("5");
        let asks = self.coins.keys().map(|seat| {
            let slots: Vec<u32> = self.hand(seat).collect();
            let most = slots.len();
            (
                seat.clone(),
                Ask::some_of("discard", slots, 0, most)
                    .or(vec![])
                    .seen(self.eyes(seat)),
            )
        });
        let answers = table.ask_all(asks.collect())?;
        for (seat, slots) in self.order_of_seats().into_iter().zip(answers) {
            for slot in slots {
                self.reveal(table, &seat, slot);
            }
        }
        table.rule("6");
        let poorest = self
            .coins
            .iter()
            .min_by_key(|(_, c)| **c)
            .expect("seats")
            .0
            .clone();
        let givers: Vec<SeatId> = self
            .order_of_seats()
            .into_iter()
            .filter(|s| *s != poorest)
            .collect();
        let asks = givers.iter().map(|seat| {
            let to = poorest.to_string();
            let ask = Ask::one_of("gift", (0..=self.coins[seat].min(2)).collect()).offered();
            (
                seat.clone(),
                ask.about(move || fields([("to", to.clone().into())]))
                    .seen(self.eyes(seat)),
            )
        });
        let gifts = table.ask_all(asks.collect())?;
        for (seat, coins) in givers
            .into_iter()
            .zip(gifts)
            .filter(|(_, coins)| *coins > 0)
        {
            *self.coins.get_mut(&seat).expect("a seat") -= coins;
            *self.coins.get_mut(&poorest).expect("a seat") += coins;
            table.tell(
                Audience::All,
                Fact::Gave {
                    seat,
                    to: poorest.clone(),
                    coins,
                },
            );
        }
        table.rule("7");
        let n = u32::try_from(self.order.len()).expect("few");
        let seat = self.order[table.pick(format_args!("lucky"), n)?].clone();
        *self.coins.get_mut(&seat).expect("a seat") += 1;
        table.tell(Audience::All, Fact::Lucky { seat });
        self.round += 1;
        if self.round <= ROUNDS {
            return Ok(Flow::Next);
        }
        let most = self.coins.values().max().copied();
        let winners = self.coins.iter().filter(|(_, c)| Some(**c) == most);
        Ok(Flow::Over {
            winners: winners.map(|(seat, _)| seat.clone()).collect(),
        })
    }
    fn order_of_seats(&self) -> Vec<SeatId> {
        self.coins.keys().cloned().collect()
    }
}
