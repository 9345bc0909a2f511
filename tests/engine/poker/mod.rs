//! Kuhn and Leduc poker as rulesets: the laws in every state, and the values that are known for them.

mod kuhn;
mod leduc;
pub mod rules;
mod tree;

use super::{Desk, file, prompts};
use chronojudge::{
    dice::{Quick, Scripted},
    engine::{
        By, DynRuleset, Entry, Flow, Playing, RandomBot, Ruleset, Run, Viewer, laws, playout,
    },
};
use rules::{Bet, Options, Poker, Rank, State};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn pokers() -> [Poker; 2] {
    [Poker::kuhn(), Poker::leduc()]
}

/// Returns every state that a hand can reach.
fn states(poker: &Poker) -> Vec<State> {
    let mut states: Vec<State> = vec![Poker::undealt()];
    let deals = tree::deals(poker).into_iter();
    states.extend(deals.map(|(cards, _)| State {
        cards: Some(cards),
        bets: vec![],
    }));
    let mut at = 1;
    while let Some(state) = states.get(at).cloned() {
        for bet in poker.next(&state).map_or(vec![], |(_, may)| may) {
            let mut after = state.clone();
            after.bets.push(bet);
            states.push(after);
        }
        at += 1;
    }
    states
}

fn viewers(poker: &Poker) -> [Viewer; 3] {
    let [first, second] = poker.table().clone().map(Viewer::Seat);
    [Viewer::Public, first, second]
}

/// Every state keeps the laws of all games: in the middle of a hand, too, no view depends on a hidden card.
#[test]
fn every_state_keeps_the_laws() {
    for (poker, count) in pokers().iter().zip([55, 2041]) {
        let seats = Ruleset::seats(poker, &Options {}).expect("two seats");
        let (states, mut dice) = (states(poker), Quick::new(1));
        assert_eq!(states.len(), count, "{}", Ruleset::id(poker));
        for state in &states {
            laws(poker, &seats, state, &mut dice).unwrap_or_else(|why| panic!("{state:?}: {why}"));
        }
    }
}

/// What a viewer may imagine is exactly what looks the same to them: every such state can be drawn, and no other.
#[test]
fn an_imagined_state_is_any_that_looks_the_same() {
    for poker in pokers() {
        // The bets of one hand are enough: what is hidden depends only on the round, and on how the hand ended.
        let bets = [
            vec![],
            vec![Bet::Call],
            vec![Bet::Raise, Bet::Fold],
            vec![Bet::Call, Bet::Call],
        ];
        let states = states(&poker);
        for of in bets {
            let alike: Vec<&State> = states
                .iter()
                .filter(|state| state.cards.is_some() && state.bets == of)
                .collect();
            for state in &alike {
                for viewer in viewers(&poker) {
                    let view = Ruleset::view(&poker, state, &viewer);
                    let cards = |state: &State| state.cards.expect("a deal");
                    let may_be: BTreeSet<[Rank; 3]> = alike
                        .iter()
                        .filter(|other| Ruleset::view(&poker, other, &viewer) == view)
                        .map(|other| cards(other))
                        .collect();
                    let mut dice = Quick::new(7);
                    let drawn: BTreeSet<[Rank; 3]> = (0..60 * may_be.len())
                        .filter_map(|_| Ruleset::imagine(&poker, &view, None, &viewer, &mut dice))
                        .map(|other| cards(&other))
                        .collect();
                    assert_eq!(
                        drawn,
                        may_be,
                        "{}: {state:?} {viewer:?}",
                        Ruleset::id(&poker)
                    );
                    assert!(may_be.contains(&cards(state)));
                }
            }
        }
    }
}

fn run<'a>(on_file: &'a Desk, journal: &'a [Entry]) -> Run<'a> {
    Run {
        sitting: 1,
        began: None,
        journal,
        on_file,
        overdue: false.into(),
    }
}

/// A hand by mail stops at each decision; a turn that starts at the state of that moment asks the same.
#[test]
fn a_turn_goes_on_from_the_middle_of_a_hand() {
    let poker = Poker::leduc();
    let rules: &dyn DynRuleset = &poker;
    // The deck in the order king, jack, king, ...
    let dice = || Scripted::new().deck("deck", [4, 0, 5, 1, 2, 3]);
    let start = json!({"cards": null, "bets": []});
    let mut bets: Vec<&str> = vec![];
    for (bet, seat, round, to_pay) in [
        ("call", "first", 1, 0),
        ("raise", "second", 1, 0),
        ("raise", "first", 1, 2),
        ("call", "second", 1, 2),
        ("raise", "first", 2, 0),
        ("call", "second", 2, 4),
    ] {
        let desk = by_turns(&bets);
        let whole = rules
            .turn(&start, run(&desk, &[]), &mut dice())
            .expect("a state");
        let [prompt] = prompts(&whole) else {
            panic!("{whole:?}")
        };
        assert_eq!((prompt.seat.as_str(), &*prompt.ask), (seat, "bet"));
        assert_eq!(prompt.about["round"], round);
        assert_eq!(prompt.about["to-pay"], to_pay);
        let nobody = Desk::new();
        let (later, mut none) = (run(&nobody, &[]), Scripted::new());
        let middle = rules.turn(&whole.state, later, &mut none).expect("a state");
        let [again] = prompts(&middle) else {
            panic!("{middle:?}")
        };
        assert_eq!((&again.seat, &again.about), (&prompt.seat, &prompt.about));
        assert_eq!(again.choices, prompt.choices);
        bets.push(bet);
    }
    let desk = by_turns(&bets);
    let over = rules
        .turn(&start, run(&desk, &[]), &mut dice())
        .expect("a state");
    let winners = vec![poker.table()[0].clone()];
    assert_eq!(over.flow, Ok(Flow::Over { winners }));
    let view = rules.view(&over.state, &Viewer::Public).expect("a view");
    // One chip, then two raises of two, then one of four.
    assert_eq!(view["won"], json!([9, -9]));
    assert!(over.journal.iter().all(|entry| match entry {
        Entry::Answer { by, .. } => matches!(by, By::Order(_)),
        entry => matches!(entry, Entry::Deal { .. }),
    }));
}

/// Returns order files by which the seats do these things. In each round of Leduc poker the first seat begins.
fn by_turns(bets: &[&str]) -> Desk {
    let poker = Poker::leduc();
    let mut state = State {
        cards: Some([Rank::King, Rank::Jack, Rank::King]),
        bets: vec![],
    };
    let mut of = [vec![], vec![]];
    for bet in bets {
        let bet: Bet = serde_json::from_value(json!(bet)).expect("a bet");
        let (seat, may) = poker.next(&state).expect("a seat");
        assert!(may.contains(&bet));
        of[usize::from(seat == &poker.table()[1])].push(bet);
        state.bets.push(bet);
    }
    let seats = poker.table().iter().cloned();
    seats
        .zip(of.map(|bets| file(json!({"bets": bets}))))
        .collect()
}

/// A seat is told its own card and no other before the hands are shown; after a fold none is shown.
#[test]
fn cards_are_told_to_those_who_may_see_them() {
    let poker = Poker::kuhn();
    let rules: &dyn DynRuleset = &poker;
    let start = json!({"cards": null, "bets": []});
    let told = |first: &[&str], second: &[&str]| -> Vec<Value> {
        let on_file = [first, second].map(|bets| file(json!({"bets": bets})));
        let desk: Desk = poker.table().iter().cloned().zip(on_file).collect();
        let mut dice = Scripted::new().deck("deck", [2, 0, 1]);
        let out = rules
            .turn(&start, run(&desk, &[]), &mut dice)
            .expect("a state");
        let facts = out.facts.iter().map(|told| json!([told.to, told.event]));
        facts.collect()
    };
    let cards = |facts: &[Value]| -> Vec<String> {
        let facts = facts.iter().map(ToString::to_string);
        facts
            .filter(|fact| fact.contains("king") || fact.contains("jack"))
            .collect()
    };
    let folded = cards(&told(&["raise"], &["fold"]));
    assert_eq!(folded.len(), 2, "{folded:#?}");
    assert!(folded[0].starts_with(r#"[{"only":["first"]}"#) && folded[0].contains("king"));
    assert!(folded[1].starts_with(r#"[{"only":["second"]}"#) && folded[1].contains("jack"));
    let shown = cards(&told(&["raise"], &["call"]));
    assert_eq!((&shown[..2], shown.len()), (&folded[..], 4), "{shown:#?}");
}

/// Hands played at random keep the laws and end in one turn; the chips that one seat wins the other loses.
#[test]
fn a_hand_is_one_turn() {
    for poker in pokers() {
        let seats = Ruleset::seats(&poker, &Options {}).expect("two seats");
        for seed in 1..50 {
            let (mut bot, mut dice) = (RandomBot::new(seed), Quick::new(seed));
            let strict = Playing {
                strict: true,
                ..Playing::turns(2)
            };
            let hand = playout(&poker, &Options {}, &seats, &mut bot, &mut dice, strict);
            let hand = hand.expect("no fault");
            assert_eq!((hand.ended, hand.turns), (true, 1));
            let chips: Vec<i64> = poker.table().iter().map(|seat| hand.score[seat]).collect();
            assert_eq!(chips[0], -chips[1]);
            assert_eq!(hand.winners.len() == 2, chips[0] == 0);
        }
    }
}

/// A bot is shown its own card and no other: with the same bets it raises with a king, and folds a jack.
#[test]
fn a_bot_sees_its_own_card() {
    let poker = Poker::kuhn();
    let seats = Ruleset::seats(&poker, &Options {}).expect("two seats");
    let bots = poker
        .table()
        .clone()
        .map(|seat| (seat, "honest".to_owned()));
    let bots = bots.into_iter().collect();
    let playing = Playing {
        bots: Some(&bots),
        ..Playing::turns(1)
    };
    // The first seat's chips, with each deal: the deck is jack, queen, king.
    for (deck, chips) in [
        ([0, 1, 2], -1), // A jack checks; so does a queen, which wins.
        ([0, 2, 1], -1), // A king raises, and a jack folds.
        ([1, 0, 2], 1),
        ([1, 2, 0], -2), // A king raises, and a queen calls.
        ([2, 0, 1], 1),
        ([2, 1, 0], 2),
    ] {
        let (mut bot, mut dice) = (RandomBot::new(1), Scripted::new().deck("deck", deck));
        let hand = playout(&poker, &Options {}, &seats, &mut bot, &mut dice, playing);
        let hand = hand.expect("no fault");
        assert_eq!(
            (hand.score[&poker.table()[0]], hand.slips),
            (chips, 0),
            "{deck:?}"
        );
    }
}
