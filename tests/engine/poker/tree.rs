//! The tree of all hands of a poker, found by playing them.

use super::rules::{Bet, Options, Poker, Rank, State};
use chronojudge::{
    dice::Scripted,
    engine::{Chooser, Playing, Ruleset, SeatId, Viewer, playout},
};
use std::collections::BTreeMap;

/// A decision of a hand.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The place of the seat: 0 for the first.
    pub seat: usize,
    /// All that the seat knows: its view, as JSON.
    pub view: String,
    /// What it may do.
    pub may: Vec<Bet>,
    /// The index of what it does.
    pub does: usize,
}

/// A hand from the deal to its end.
#[derive(Clone, Debug)]
pub struct Hand {
    /// The number of deals of the whole deck, up to the third card, that give these cards.
    pub weight: u32,
    pub decisions: Vec<Decision>,
    /// The chips that the first seat wins.
    pub won: i64,
}

/// Seats that do what they are told, and the first thing that they may do from then on.
#[derive(Default)]
struct Told {
    does: Vec<usize>,
    /// For each decision the seat, the number of things that it might do, and the index of what it did.
    asked: Vec<(SeatId, usize, usize)>,
}

impl Chooser for Told {
    fn choose(&mut self, seat: &SeatId, _: &str, n: usize) -> usize {
        let does = self.does.get(self.asked.len()).map_or(0, |does| *does);
        self.asked.push((seat.clone(), n, does));
        does
    }
}

/// Returns the decisions of a hand, and its state at the end.
fn decisions(poker: &Poker, cards: [Rank; 3], told: &Told) -> (Vec<Decision>, State) {
    let (cards, bets) = (Some(cards), vec![]);
    let mut state = State { cards, bets };
    let mut decisions = vec![];
    for (seat, n, does) in &told.asked {
        let (next, may) = poker.next(&state).expect("the hand is not over");
        assert_eq!((next, may.len()), (seat, *n));
        let view = Ruleset::view(poker, &state, &Viewer::Seat(seat.clone()));
        state.bets.push(may[*does]);
        decisions.push(Decision {
            seat: usize::from(*seat == poker.table()[1]),
            view: serde_json::to_string(&view).expect("JSON"),
            may,
            does: *does,
        });
    }
    assert_eq!(poker.next(&state), None);
    (decisions, state)
}

/// Returns every deal of three cards, with the number of ways in which the cards of the deck can give it.
pub fn deals(poker: &Poker) -> BTreeMap<[Rank; 3], u32> {
    let mut deals = BTreeMap::new();
    for order in orders(poker) {
        *deals.entry(cards(poker, order)).or_default() += 1;
    }
    deals
}

fn cards(poker: &Poker, order: [usize; 3]) -> [Rank; 3] {
    order.map(|n| poker.deck()[n])
}

/// Returns the indices of the first three cards, for all orders of the deck.
fn orders(poker: &Poker) -> Vec<[usize; 3]> {
    let n = poker.deck().len();
    let all = (0..n * n * n).map(|at| [at / n / n, at / n % n, at % n]);
    all.filter(|[a, b, c]| a != b && b != c && c != a).collect()
}

/// Plays every hand once, at the engine's table. Deals that differ only in the suits are one.
pub fn hands(poker: &Poker) -> Vec<Hand> {
    let seats = Ruleset::seats(poker, &Options {}).expect("two seats");
    let deals = deals(poker);
    let orders: BTreeMap<_, _> = orders(poker)
        .into_iter()
        .map(|order| (cards(poker, order), order))
        .collect();
    let mut hands = vec![];
    for (cards, order) in orders {
        let rest = (0..poker.deck().len()).filter(|n| !order.contains(n));
        let deck: Vec<u32> = order
            .into_iter()
            .chain(rest)
            .map(|n| u32::try_from(n).expect("few cards"))
            .collect();
        let mut does = vec![];
        loop {
            let mut told = Told {
                does,
                ..Told::default()
            };
            let mut dice = Scripted::new().deck("deck", deck.clone());
            let playing = Playing::turns(1);
            let played = playout(poker, &Options {}, &seats, &mut told, &mut dice, playing);
            let played = played.expect("no fault");
            assert!(played.ended && played.slips == 0, "{played:?}");
            let (decisions, end) = decisions(poker, cards, &told);
            let view = Ruleset::view(poker, &end, &Viewer::Public);
            assert_eq!(Ruleset::score(poker, &view), played.score);
            // The next hand differs as late as possible.
            does = decisions.iter().map(|decision| decision.does).collect();
            while let Some(last) = does.pop() {
                if last + 1 < decisions[does.len()].may.len() {
                    does.push(last + 1);
                    break;
                }
            }
            hands.push(Hand {
                weight: deals[&cards],
                decisions,
                won: played.score[&poker.table()[0]],
            });
            if does.is_empty() {
                break;
            }
        }
    }
    hands
}

/// Returns everything that can be known when a seat decides, with the seat and what it may do.
pub fn views(hands: &[Hand]) -> BTreeMap<&str, (usize, &[Bet])> {
    let decisions = hands.iter().flat_map(|hand| &hand.decisions);
    decisions
        .map(|decision| (&*decision.view, (decision.seat, &*decision.may)))
        .collect()
}
