//! The bot that searches: it plays what is known to be right, sees no more than its seat, and never stops a game.

use super::{
    poker::rules::{Bet, Poker, Rank, State},
    seat,
};
use crate::laws::dice::ByLabel;
use chronojudge::{
    dice::Quick,
    engine::{
        By, DynRuleset, Entry, OnFile, Overdue, Playing, Playout, RandomBot, Ruleset, Run, Seat,
        SeatId, Viewer, watch,
    },
    rulesets,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn all(seats: &[Seat], bot: &str) -> BTreeMap<SeatId, String> {
    let seats = seats.iter().map(|seat| seat.id.clone());
    seats.map(|seat| (seat, bot.to_owned())).collect()
}

/// Plays a game of bots in memory, and returns its last state too.
fn played<R: Ruleset>(rules: &R, options: Value, bot: &str, seed: u64) -> (Playout, R::State) {
    let options = serde_json::from_value(options).expect("options");
    let seats = Ruleset::seats(rules, &options).expect("a table");
    let bots = all(&seats, bot);
    let playing = Playing {
        bots: Some(&bots),
        ..Playing::turns(30)
    };
    let (mut chance, mut dice) = (RandomBot::new(seed), Quick::new(seed));
    let mut last = None;
    let see = &mut |state: &R::State| last = Some(state.clone());
    let game = watch(
        rules,
        &options,
        &seats,
        &mut chance,
        &mut dice,
        playing,
        see,
    );
    (game.expect("a game"), last.expect("a state"))
}

/// Kuhn poker: the bot never calls a bet with the jack, and never folds the king, for both are dominated. Two perfect
/// players cost the first seat 1/18 of a chip in a hand (Kuhn 1950); two bots come near to that.
#[test]
fn the_search_plays_poker_as_it_is_known_to_be_right() {
    let poker = Poker::kuhn();
    let mut hands: BTreeMap<[Rank; 3], (Vec<Bet>, i64)> = BTreeMap::new();
    for seed in 1..=40 {
        let (game, State { cards, bets }) = played(&poker, json!({}), "search-400", seed);
        assert_eq!(game.slips, 0);
        let cards = cards.expect("a deal");
        let (first, second) = (&bets[..], bets.get(1));
        let answers = [
            (cards[1], first[0], second),
            (cards[0], Bet::Raise, bets.get(2)),
        ];
        for (card, before, answer) in answers {
            if before == Bet::Raise && answer.is_some() {
                assert!(
                    card != Rank::Jack || answer == Some(&Bet::Fold),
                    "{cards:?} {bets:?}"
                );
                assert!(
                    card != Rank::King || answer == Some(&Bet::Call),
                    "{cards:?} {bets:?}"
                );
            }
        }
        let hand = (bets, game.score[&poker.table()[0]]);
        // The same view and the same question always get the same answer, so a deal is always played alike.
        let before = hands.entry(cards).or_insert_with(|| hand.clone());
        assert_eq!(*before, hand, "{cards:?}");
    }
    assert_eq!(hands.len(), 6, "every deal");
    let won: i64 = hands.values().map(|(_, won)| won).sum();
    // The value of 6 hands is −1/3 of a chip; players without chance in their answers come to whole chips.
    assert!((-2..=1).contains(&won), "{hands:?}");
}

/// Where no position can be imagined, the game's own bot answers, and the game goes on.
#[test]
fn a_search_that_can_imagine_nothing_leaves_the_answer_to_the_games_own_bot() {
    let (dim, poker) = (Poker::leduc().dim(), Poker::leduc());
    let mut differs = false;
    for seed in 1..=12 {
        let (game, hand) = played(&dim, json!({}), "search-60", seed);
        let (_, honest) = played(&poker, json!({}), "honest", seed);
        assert!(game.ended && game.slips == 0 && game.playouts == 0);
        assert_eq!(hand, honest);
        let (game, searched) = played(&poker, json!({}), "search-60", seed);
        assert!(game.playouts > 0);
        differs |= searched != honest;
    }
    assert!(differs, "the search plays as the honest bot");
}

/// Where the game says that an answer is settled, its own bot gives it without a search.
#[test]
fn a_settled_answer_is_not_searched() {
    let (settled, poker) = (Poker::leduc().settled(), Poker::leduc());
    for seed in 1..=3 {
        let (game, hand) = played(&settled, json!({}), "search-60", seed);
        let (_, honest) = played(&poker, json!({}), "honest", seed);
        assert!(game.ended && game.slips == 0 && game.playouts == 0);
        assert_eq!(hand, honest);
    }
}

/// A fault of the rules in an imagined game ends the search and not the real game: the game's own bot answers.
#[test]
fn a_search_that_meets_a_fault_leaves_the_answer_to_the_games_own_bot() {
    let (faulty, poker) = (Poker::leduc().faulty(), Poker::leduc());
    for seed in 1..=3 {
        let (game, hand) = played(&faulty, json!({}), "search-60", seed);
        let (_, honest) = played(&poker, json!({}), "honest", seed);
        assert!(game.ended && game.slips == 0 && game.playouts == 0);
        assert_eq!(hand, honest);
    }
}

/// A game without an end, and without a further question, does not hold up the search.
#[test]
fn a_playout_of_an_endless_game_is_stopped() {
    let (game, _) = played(&Poker::kuhn().endless(), json!({}), "search-3", 1);
    assert!(!game.ended && game.playouts > 0);
}

fn time_agent() -> Box<dyn DynRuleset> {
    let known = rulesets::find("time-agent").expect("a ruleset");
    (known.load)(&(known.library)()).expect("the embedded content fits")
}

/// Runs a turn in which one seat is played by the bot that searches, and no other seat sends anything.
fn turn_of(rules: &dyn DynRuleset, state: &Value, who: &SeatId, journal: &[Entry]) -> Vec<Entry> {
    let nobody: BTreeMap<SeatId, OnFile> = BTreeMap::new();
    let overdue = Overdue {
        bots: BTreeMap::from([(who.clone(), "search-6".to_owned())]),
        ..Overdue::everything()
    };
    let run = Run {
        sitting: 2,
        began: Some(1),
        journal,
        on_file: &nobody,
        overdue,
    };
    let outcome = rules.turn(state, run, &mut ByLabel(5)).expect("a state");
    outcome.flow.expect("all is answered");
    outcome.journal
}

fn answers(journal: &[Entry], who: &SeatId) -> Vec<(String, Value)> {
    let own = journal.iter().filter_map(|entry| match entry {
        Entry::Answer {
            seat,
            id,
            value,
            by,
            ..
        } if seat == who && matches!(by, By::Bot(_)) => Some((id.clone(), value.clone())),
        _ => None,
    });
    own.collect()
}

/// Two states that look the same to a seat get the same answers of its bot, up to the first one that brings to light what
/// differs. A sitting that is run again gets the same answers as well.
#[test]
fn a_search_sees_no_more_than_its_seat() {
    let rules = time_agent();
    let options = json!({"scenario": "two"});
    let seats = rules.seats(&options).expect("a table");
    let nobody = BTreeMap::new();
    let run = Run {
        sitting: 1,
        began: None,
        journal: &[],
        on_file: &nobody,
        overdue: true.into(),
    };
    let state = rules
        .setup(&options, &seats, run, &mut ByLabel(5))
        .expect("options")
        .state;
    let who = seat("zytal");
    let viewer = Viewer::Seat(who.clone());
    let view = rules.view(&state, &viewer).expect("a view");
    let imagined = rules.imagine(&view, &viewer, &mut ByLabel(77));
    let other = imagined.expect("a view").expect("a whole view");
    assert_ne!(state, other, "something is hidden");

    let first = turn_of(&*rules, &state, &who, &[]);
    let one = answers(&first, &who);
    let two = answers(&turn_of(&*rules, &other, &who, &[]), &who);
    let moves = one.iter().position(|(id, _)| id.starts_with("move@"));
    let moves = moves.expect("a move of the bot");
    assert_eq!(one[..=moves], two[..=moves]);
    assert_eq!(turn_of(&*rules, &state, &who, &first), first);
    assert_eq!(answers(&turn_of(&*rules, &state, &who, &[]), &who), one);
}

#[test]
fn the_number_of_playouts_is_part_of_the_name() {
    let rules = time_agent();
    for bot in ["greedy", "search", "search-1", "search-1000"] {
        assert!(rules.has_bot(bot), "{bot}");
    }
    for bot in [
        "",
        "searching",
        "search-",
        "search-0",
        "search-x",
        "search-9999999",
    ] {
        assert!(!rules.has_bot(bot), "{bot}");
    }
    let names: Vec<&str> = rules.bots().iter().map(|bot| bot.name).collect();
    assert_eq!(names, ["greedy", "swing", "search"]);
}
