//! Orders tried on a view: nothing hidden is revealed, with supposed orders of others or without, and every proposal is
//! legal at its point.

use super::{Game, dice::ByLabel, each_game, turns, walk};
use chronojudge::engine::{
    Effort, Entry, OnFile, RandomBot, Rehearsal, SeatId, Sent, Standing, Trial, Viewer, fields,
};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Tries an empty order file with an answer in advance; returns `None` if nothing can be tried.
fn tried(game: &Game, state: &Value, seat: &SeatId, standing: Vec<Standing>) -> Option<Rehearsal> {
    supposing(game, state, seat, standing, BTreeMap::new(), Effort::FULL)
}

/// Tries an empty order file with supposed orders of others.
fn supposing(
    game: &Game,
    state: &Value,
    seat: &SeatId,
    standing: Vec<Standing>,
    supposed: BTreeMap<SeatId, OnFile>,
    effort: Effort,
) -> Option<Rehearsal> {
    let viewer = Viewer::Seat(seat.clone());
    let view = game.rules.view(state, &viewer).expect("a view");
    let on_file = OnFile {
        files: vec![Sent::new("plan".to_owned(), json!({}))],
        standing,
        ..OnFile::default()
    };
    let (rules, none) = (&game.rules, BTreeSet::new());
    let trial = Trial {
        on_file,
        played: &none,
        supposed,
        effort,
    };
    let told = rules.rehearse(&view, seat, &game.seat_ids(), trial);
    told.expect("a view and orders of this game, and nothing stops")
}

#[test]
fn a_try_reveals_nothing_hidden_and_proposes_legal_orders() {
    each_game(|game, bot| {
        if !game.rules.looks_ahead() {
            return;
        }
        let seats = game.seat_ids();
        let (mut tries, mut proposals) = (0, 0);
        walk(game, turns(game, 3), bot, &mut |outcome, bot| {
            if tries > 0 && bot.below(12) > 0 {
                return;
            }
            let seat = &seats[bot.below(seats.len())];
            let Some(told) = tried(game, &outcome.state, seat, vec![]) else {
                return;
            };
            tries += 1;
            let mut dice = ByLabel(bot.below(1 << 30) as u64);
            let viewer = Viewer::Seat(seat.clone());
            let view = game.rules.view(&outcome.state, &viewer).expect("a view");
            let other = game.rules.imagine(&view, &viewer, &mut dice);
            let other = other.expect("a view of this game").expect("a whole view");
            let again = tried(game, &other, seat, vec![]);
            assert_eq!(again.as_ref(), Some(&told), "{seat} sees what is hidden");
            if told.possible.is_empty() {
                return;
            }
            let possible = &told.possible[bot.below(told.possible.len())].what;
            let mut when = possible.about.clone();
            when.insert("ask".to_owned(), possible.ask.as_str().into());
            let prefer = vec![possible.answer.clone()];
            let taken = tried(game, &outcome.state, seat, vec![Standing { when, prefer }]);
            // An answer that the rules refuse is not used, and changes nothing.
            assert_ne!(taken.as_ref(), Some(&told), "{possible:?} is not legal");
            proposals += 1;
        });
        eprintln!("{}: {tries} tries, {proposals} proposals", game.name());
        assert!(tries > 0, "nothing was tried");
    });
}

/// Answers that were given so far, by the kind of ask.
type Pool = BTreeMap<String, Vec<Value>>;

/// Returns supposed orders of some of the other seats: of the answers of the pool the first that is legal, in an order
/// drawn for each seat.
fn drawn(pool: &Pool, others: &[SeatId], bot: &mut RandomBot) -> BTreeMap<SeatId, OnFile> {
    let mut supposed = BTreeMap::new();
    let least = bot.below(others.len());
    for seat in &others[least..] {
        let standing = pool.iter().map(|(ask, answers)| {
            let from = bot.below(answers.len());
            let prefer = answers[from..].iter().chain(&answers[..from]);
            Standing {
                when: fields([("ask", ask.as_str().into())]),
                prefer: prefer.take(40).cloned().collect(),
            }
        });
        let on_file = OnFile {
            standing: standing.collect(),
            ..OnFile::default()
        };
        supposed.insert(seat.clone(), on_file);
    }
    supposed
}

/// Two states that look the same to a seat give the same preview, byte for byte, whatever is supposed.
#[test]
fn supposed_orders_read_no_more_than_the_own_view() {
    let effort = Effort {
        runs: 200,
        samples: 10,
    };
    each_game(|game, bot| {
        if !game.rules.looks_ahead() {
            return;
        }
        let seats = game.seat_ids();
        let (mut tries, mut hidden, mut other_steps) = (0, 0, 0);
        let mut pool = Pool::new();
        // In many turns the orders of others change nothing for a seat, so a game of few turns is played up to eight times.
        let most = if game.turns <= 2 { 8 } else { 1 };
        let mut games = 0;
        while games < most && other_steps == 0 {
            games += 1;
            walk(
                game,
                turns(game, 4).max(game.turns.min(2)),
                bot,
                &mut |outcome, bot| {
                    for entry in &outcome.journal {
                        if let Entry::Answer { id, value, .. } = entry {
                            let kind = id.split('@').next().expect("the kind of ask");
                            let answers = pool.entry(kind.to_owned()).or_default();
                            if !answers.contains(value) {
                                answers.push(value.clone());
                            }
                        }
                    }
                    if pool.is_empty() || (tries > 0 && bot.below(8) > 0) {
                        return;
                    }
                    let seat = &seats[bot.below(seats.len())];
                    let mut others = seats.clone();
                    others.retain(|other| other != seat);
                    let supposed = drawn(&pool, &others, bot);
                    let bytes = |state: &Value| {
                        let supposed = supposed.clone();
                        let told = supposing(game, state, seat, vec![], supposed, effort)?;
                        Some(serde_json::to_string(&told).expect("data"))
                    };
                    let Some(told) = bytes(&outcome.state) else {
                        return;
                    };
                    tries += 1;
                    let mut dice = ByLabel(bot.below(1 << 30) as u64);
                    let viewer = Viewer::Seat(seat.clone());
                    let view = game.rules.view(&outcome.state, &viewer).expect("a view");
                    let other = game.rules.imagine(&view, &viewer, &mut dice);
                    let other = other.expect("a view of this game").expect("a whole view");
                    hidden += u32::from(other != outcome.state);
                    assert_eq!(
                        bytes(&other).as_ref(),
                        Some(&told),
                        "{seat} sees what is hidden"
                    );
                    let alone =
                        supposing(game, &outcome.state, seat, vec![], BTreeMap::new(), effort);
                    let alone = serde_json::to_value(alone.expect("the same view")).expect("data");
                    let told: Value = serde_json::from_str(&told).expect("data");
                    other_steps += u32::from(told["steps"] != alone["steps"]);
                },
            );
        }
        eprintln!(
            "{}: {tries} tries, {hidden} with something hidden, {other_steps} with other steps",
            game.name()
        );
        assert!(tries > 0, "nothing was tried");
        assert!(other_steps > 0, "what is supposed changes nothing");
    });
}
