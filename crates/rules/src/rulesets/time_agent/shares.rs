//! 9.52 Sharing the price of an alteration.

use super::{
    Table, TimeAgent,
    asks::{self, Alteration},
    check_status::Declared,
    facts::Fact,
    names::{Alters, Race},
    places::Spot,
    state::State,
};
use crate::{
    collect::Collect,
    engine::{Fields, Play, fields},
};
use std::collections::BTreeMap;

/// 9.52: returns the fields of a question about an alteration: the place, the kind of alteration, and the edge a tile
/// is turned to.
pub(super) fn asked_about(wanted: Alteration, spot: Spot, to: Alters) -> Fields {
    let mut about = fields([("tile", spot.to_string().into()), ("to", to.name().into())]);
    about.extend(wanted.edge().map(|edge| ("edge".to_owned(), edge.into())));
    about
}

impl TimeAgent {
    /// 9.52: returns the amounts of a price that the active player can pay, the largest first.
    pub(super) fn amounts(
        &self,
        state: &State,
        race: Race,
        wanted: Alteration,
        sharers: &[Race],
    ) -> Vec<u32> {
        let cost = self
            .price(state, wanted)
            .expect("only what has a price is a choice");
        let most = cost.min(state.side(race).credits);
        if sharers.is_empty() && most > 0 {
            vec![most, 0]
        } else {
            (0..=most).rev().collect()
        }
    }

    /// Checks whether an alteration can still be tried at a price at which it has not fallen short (ruling A18).
    pub(super) fn untried(
        &self,
        state: &State,
        race: Race,
        wanted: Alteration,
        declared: &Declared,
        tried: &[(Alteration, u32)],
    ) -> bool {
        let Some(spot) = wanted.spot() else {
            return true;
        };
        let sharers = self.sharers(state, race, spot, declared);
        let amounts = self.amounts(state, race, wanted, &sharers);
        (amounts.iter()).any(|amount| !tried.contains(&(wanted, *amount)))
    }

    /// 9.52: returns the others in the place who may pay a share: those who have money and do not oppose.
    pub(super) fn sharers(
        &self,
        state: &State,
        race: Race,
        spot: Spot,
        declared: &Declared,
    ) -> Vec<Race> {
        state
            .all_at(spot, race)
            .into_iter()
            .filter(|other| declared.get(&(spot, *other)) != Some(&true))
            .filter(|other| state.side(*other).credits > 0)
            .collect()
    }

    /// 9.52: asks for the most that the active player pays themselves.
    #[expect(clippy::too_many_arguments, reason = "one section, one function")]
    pub(super) fn own_share(
        &self,
        state: &State,
        table: &mut Table<'_>,
        race: Race,
        wanted: Alteration,
        spot: Spot,
        sharers: &[Race],
        tried: &[(Alteration, u32)],
    ) -> Play<u32> {
        table.rule("9.52");
        let cost = self
            .price(state, wanted)
            .expect("only what has a price is a choice");
        let mut amounts = self.amounts(state, race, wanted, sharers);
        amounts.retain(|amount| !tried.contains(&(wanted, *amount)));
        let to = Self::alters(state, wanted);
        let ask = asks::Pay
            .amount(amounts)
            .about(move || {
                let mut about = asked_about(wanted, spot, to);
                about.insert("cost".to_owned(), cost.into());
                about
            })
            .seen(self.eyes(state, race));
        table.ask(self.seat(race), ask)
    }

    /// 9.52: asks the others in player order to pay the missing part. The price is paid only if all of it is met
    /// (ruling A18); if it is not, returns how many credits are missing.
    #[expect(clippy::too_many_arguments, reason = "one section, one function")]
    pub(super) fn pay(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        race: Race,
        wanted: Alteration,
        spot: Spot,
        own: u32,
        sharers: &[Race],
    ) -> Play<Result<BTreeMap<Race, u32>, u32>> {
        table.rule("9.52");
        let to = Self::alters(state, wanted);
        let cost = self
            .price(state, wanted)
            .expect("only what has a price is a choice");
        let mut paid = [(race, own)].into_iter().collect_map();
        if own < cost && !sharers.is_empty() {
            let missing = cost - own;
            let asks = sharers
                .iter()
                .map(|other| {
                    let most = missing.min(state.side(*other).credits);
                    let ask = asks::Contribute
                        .amount((0..=most).collect())
                        .about(move || {
                            let mut about = asked_about(wanted, spot, to);
                            about.insert("for".to_owned(), race.name().into());
                            about.insert("missing".to_owned(), missing.into());
                            about
                        })
                        .seen(self.eyes(state, *other));
                    (self.seat(*other).clone(), ask)
                })
                .collect();
            let mut left = missing;
            for (other, offer) in sharers.iter().zip(table.ask_all(asks)?) {
                let share = left.min(offer);
                left -= share;
                if share > 0 {
                    paid.insert(*other, share);
                }
            }
        }
        paid.retain(|_, share| *share > 0);
        let met = paid.values().sum::<u32>();
        if met < cost {
            table.tell_all(Fact::PriceNotMet {
                race,
                spot,
                to,
                edge: wanted.edge(),
                cost,
                offered: paid,
            });
            return Ok(Err(cost - met));
        }
        for (payer, share) in &paid {
            state.side_mut(*payer).credits -= share;
        }
        Ok(Ok(paid))
    }
}
