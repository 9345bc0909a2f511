//! Kuhn poker: its equilibria are known in fractions (Kuhn 1950).

use super::{
    rules::{Bet, Poker, View},
    tree::{Hand, hands, views},
};
use std::collections::BTreeMap;

/// Probabilities are whole numbers of eighteenths: the fractions of the equilibria need no finer ones.
const PARTS: i64 = 18;

/// The value −1/18 for the first seat. A hand has at most three decisions, and there are six deals.
const VALUE: i64 = -PARTS * PARTS * PARTS * 6 / 18;

/// The probability of the bolder choice in eighteenths, by what the seat knows.
type Strategy<'a> = BTreeMap<&'a str, i64>;

/// Returns the expected value for the first seat, in parts of `PARTS`³ · 6.
fn value(hands: &[Hand], strategy: &Strategy<'_>) -> i64 {
    let chance = |hand: &Hand| -> i64 {
        let each = hand.decisions.iter().map(|decision| {
            let bold = strategy[&*decision.view];
            [PARTS - bold, bold][decision.does]
        });
        // Every hand gets the same denominator.
        let rest = u32::try_from(3 - hand.decisions.len()).expect("at most three");
        each.product::<i64>() * PARTS.pow(rest)
    };
    hands.iter().map(|hand| hand.won * chance(hand)).sum()
}

/// Returns the probability of the bolder choice in the equilibrium in which the first seat raises with a jack in
/// `alpha` eighteenths of all hands.
fn equilibrium(view: &str, alpha: i64) -> i64 {
    let view: View = serde_json::from_str(view).expect("a view");
    let own = view.cards.into_iter().flatten().next();
    let own = own.expect("their own card") as usize;
    let third = PARTS / 3;
    let by_card = match &view.bets[..] {
        [] => [alpha, 0, 3 * alpha],
        [Bet::Call, Bet::Raise] => [0, alpha + third, PARTS],
        [Bet::Call] => [third, 0, PARTS],
        [Bet::Raise] => [0, third, PARTS],
        bets => panic!("no seat decides after {bets:?}"),
    };
    by_card[own]
}

fn played<'a>(views: &BTreeMap<&'a str, (usize, &[Bet])>, alpha: i64) -> Strategy<'a> {
    let each = views.keys().map(|view| (*view, equilibrium(view, alpha)));
    each.collect()
}

/// Returns the values for the first seat if one seat plays each of its 64 plans without chance against a strategy.
fn deviations(hands: &[Hand], strategy: &Strategy<'_>, seat: usize) -> Vec<i64> {
    let views = views(hands);
    let own: Vec<&str> = views
        .iter()
        .filter(|(_, (whose, _))| *whose == seat)
        .map(|(view, _)| *view)
        .collect();
    assert_eq!(own.len(), 6);
    let plans = 0..1_u32 << own.len();
    let plan = |plan: u32| {
        let mut strategy = strategy.clone();
        for (n, view) in own.iter().enumerate() {
            strategy.insert(view, [0, PARTS][(plan >> n & 1) as usize]);
        }
        value(hands, &strategy)
    };
    plans.map(plan).collect()
}

/// There are 30 hands, and each seat can be in six situations: three cards, two histories of betting.
#[test]
fn the_tree_is_that_of_kuhn_poker() {
    let hands = hands(&Poker::kuhn());
    assert_eq!(hands.len(), 6 * 5);
    assert!(hands.iter().all(|hand| hand.weight == 1));
    let views = views(&hands);
    assert_eq!(views.len(), 12);
    assert!(views.values().all(|(_, may)| may.len() == 2));
    let mut won: Vec<i64> = hands.iter().map(|hand| hand.won).collect();
    won.sort_unstable();
    won.dedup();
    assert_eq!(won, [-2, -1, 1, 2]);
}

/// In every equilibrium the first seat loses 1/18 of a chip a hand, exactly, and neither seat gains by another plan.
#[test]
fn the_value_is_one_eighteenth_for_the_second_seat() {
    let hands = hands(&Poker::kuhn());
    let views = views(&hands);
    for alpha in [0, 1, 3, 5, 6] {
        let strategy = played(&views, alpha);
        assert_eq!(value(&hands, &strategy), VALUE, "alpha {alpha}/18");
        let first = deviations(&hands, &strategy, 0);
        assert_eq!(first.into_iter().max(), Some(VALUE), "alpha {alpha}/18");
        let second = deviations(&hands, &strategy, 1);
        assert_eq!(second.into_iter().min(), Some(VALUE), "alpha {alpha}/18");
    }
}

/// The search for a better plan finds one where there is one: against a second seat that never calls with a queen.
#[test]
fn a_strategy_off_the_equilibrium_is_exploited() {
    let hands = hands(&Poker::kuhn());
    let views = views(&hands);
    let mut timid = played(&views, 0);
    for (view, bold) in &mut timid {
        if view.contains("queen") && view.contains(r#""bets":["raise"]"#) {
            *bold = 0;
        }
    }
    let best = deviations(&hands, &timid, 0).into_iter().max();
    assert!(best > Some(VALUE), "{best:?}");
}
