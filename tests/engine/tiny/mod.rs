//! Hoard: a tiny game that uses every feature of the engine, for its tests.
//!
//! 1 A round begins. 2 All bid, sealed; the highest bidder leads. 3 The leader ranks the others: that is the order. 4
//! Each in turn looks at facedown cards and then acts: reveals a card for all, or strikes one of the next three, who
//! may yield, parry or strike back first. 5 All discard, side by side. 6 The others may give coins to the poorest. 7
//! One seat is lucky.

use chronojudge::{
    dice::{Dice, Label},
    engine::*,
};
use std::collections::{BTreeMap, BTreeSet};

mod orders;
mod round;
mod things;

pub use orders::Orders;
pub use things::*;

pub const CARDS: [&str; 8] = [
    "amber", "beryl", "coral", "jade", "onyx", "opal", "ruby", "topaz",
];
const ROUNDS: u32 = 3;

#[derive(Debug)]
pub struct Tiny;

type Table<'a> = chronojudge::engine::Table<'a, Fact>;

fn only(seat: &SeatId) -> Audience {
    Audience::Only(vec![seat.clone()])
}

impl Ruleset for Tiny {
    type Options = Options;
    type State = State;
    type Fact = Fact;
    type View = View;
    type Orders = Orders;

    fn id(&self) -> &'static str {
        "tiny"
    }
    fn asks(&self) -> &'static [AskKind] {
        const fn kind(name: &'static str, fields: &'static [(&'static str, Reads)]) -> AskKind {
            AskKind {
                name,
                what: name,
                fields,
                answer: reads::<serde_json::Value>,
                offered: false,
            }
        }
        const ASKS: &[AskKind] = &[
            kind("bid", &[("round", reads::<u32>)]),
            kind("rank", &[]),
            kind("look", &[]),
            kind("act", &[]),
            kind("react", &[("by", reads::<String>)]),
            kind("discard", &[]),
            AskKind {
                offered: true,
                ..kind("gift", &[("to", reads::<String>)])
            },
        ];
        ASKS
    }
    fn seats(&self, options: &Options) -> Result<Vec<Seat>, Illegal> {
        let names = ["blue", "green", "red", "white"];
        let seat = |name: &&str| Seat {
            id: SeatId::new(name).expect("a name"),
            team: None,
        };
        if (2..=4).contains(&options.players) {
            return Ok(names[..options.players as usize].iter().map(seat).collect());
        }
        Err(Illegal {
            code: "T2".into(),
            words: "Two to four may play.".into(),
        })
    }
    fn answer(&self, plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
        orders::answer(plan, asked)
    }
    fn written(&self, answers: &[Answered]) -> Orders {
        orders::written(answers)
    }
    fn lines(&self, orders: &Orders) -> Vec<Line> {
        orders::lines(orders)
    }
    fn check(&self, view: &View, seat: &SeatId, plan: &Plan<'_, Orders>) -> Vec<Diagnostic> {
        let words = "You have not so much.".into();
        let too_much = plan.orders.bid.filter(|bid| *bid > view.coins[seat]);
        too_much
            .map(|_| {
                Diagnostic::error(
                    "bid",
                    Illegal {
                        code: "T1".into(),
                        words,
                    },
                )
            })
            .into_iter()
            .collect()
    }
    fn setup(&self, _: &Options, seats: &[Seat], table: &mut Table<'_>) -> Play<State> {
        table.rule("0");
        let items = CARDS.map(String::from);
        let order = table.deal("hoard", &items)?;
        let mut state = State {
            round: 1,
            order: seats.iter().map(|seat| seat.id.clone()).collect(),
            coins: seats.iter().map(|seat| (seat.id.clone(), 3)).collect(),
            cards: order
                .into_iter()
                .map(|i| items[i as usize].clone())
                .collect(),
            held: BTreeMap::new(),
            seen: seats
                .iter()
                .map(|seat| (seat.id.clone(), BTreeSet::new()))
                .collect(),
            open: BTreeSet::new(),
            endless: None,
        };
        for (slot, seat) in (0..).zip(seats) {
            state.held.insert(slot, seat.id.clone());
            table.open(only(&seat.id), "hoard", slot);
            let card = state.cards[slot as usize].clone();
            table.tell(
                only(&seat.id),
                Fact::Saw {
                    seat: seat.id.clone(),
                    slot,
                    card,
                },
            );
        }
        Ok(state)
    }
    fn turn(&self, state: &mut State, table: &mut Table<'_>) -> Play<Flow> {
        table.rule("1");
        table.tell(Audience::All, Fact::Round { round: state.round });
        while let Some(endless) = state.endless {
            match endless {
                Endless::Ask => {
                    let asks = state.order.iter();
                    let ask = |seat: &SeatId| (seat.clone(), Ask::one_of("bid", vec![0_u32]));
                    drop(table.ask_all(asks.map(ask).collect())?);
                }
                Endless::Roll => drop(table.die(format_args!("endless"), 6)?),
            }
        }
        state.lead(table)?;
        for (at, seat) in state.order.clone().iter().enumerate() {
            state.player_turn(table, at, seat)?;
        }
        state.end(table)
    }
    fn view(&self, state: &State, viewer: &Viewer) -> View {
        View {
            round: state.round,
            order: state.order.clone(),
            coins: state.coins.clone(),
            held: state.held.clone(),
            open: state.open.clone(),
            looked: state.seen.clone(),
            known: state
                .known(viewer)
                .into_iter()
                .map(|s| (s, state.cards[s as usize].clone()))
                .collect(),
        }
    }
    fn invariants(&self, state: &State) -> Result<(), InvalidState> {
        let cards: BTreeSet<&str> = state.cards.iter().map(String::as_str).collect();
        InvalidState::unless(cards == CARDS.into(), "every card is there once")
    }
    fn imagine(
        &self,
        view: &View,
        later: Option<&View>,
        _: &Viewer,
        dice: &mut dyn Dice,
    ) -> Option<State> {
        let mut known = view.known.clone();
        known.extend(later.into_iter().flat_map(|later| later.known.clone()));
        let rest: Vec<&str> = CARDS
            .into_iter()
            .filter(|card| known.values().all(|known| known != card))
            .collect();
        let n = u32::try_from(rest.len()).expect("eight");
        let order = dice
            .shuffle(&Label::new("imagined").expect("a label"), n)
            .ok()?;
        let mut order = order.into_iter();
        let cards = (0..8).map(|slot| match known.get(&slot) {
            Some(card) => Some(card.clone()),
            None => Some(rest[order.next()? as usize].to_owned()),
        });
        Some(State {
            round: view.round,
            order: view.order.clone(),
            coins: view.coins.clone(),
            cards: cards.collect::<Option<_>>()?,
            held: view.held.clone(),
            seen: view.looked.clone(),
            open: view.open.clone(),
            endless: None,
        })
    }
}
