//! No viewer learns hidden information: neither from the view, nor from the facts and prompts.

use super::{
    dice::ByLabel,
    each_game,
    games::Game,
    mail::{Start, answer, desk, legal},
    turns, walk,
};
use chronojudge::engine::{Entry, Outcome, Prompt, RandomBot, Stop, Viewer};
use serde_json::Value;
use std::collections::BTreeMap;

fn view(game: &Game, state: &Value, viewer: &Viewer) -> String {
    game.rules.view(state, viewer).expect("a view").to_string()
}

/// Returns a state that looks the same to a viewer, imagined from their view.
fn imagined(game: &Game, state: &Value, viewer: &Viewer, bot: &mut RandomBot) -> Value {
    let mut dice = ByLabel(bot.below(1 << 30) as u64);
    let view = game.rules.view(state, viewer).expect("a view");
    let other = game.rules.imagine(&view, viewer, &mut dice);
    other.expect("a view of this game").expect("a whole view")
}

/// The view of a state does not change when everything hidden from the viewer is shuffled; and something does change,
/// otherwise the law would be empty.
#[test]
fn a_view_tells_nothing_hidden() {
    each_game(|game, bot| {
        let viewers = game.viewers();
        let mut changed = BTreeMap::new();
        let (mut looks, mut seen_by_others) = (0, 0);
        walk(game, turns(game, 1), bot, &mut |outcome, bot| {
            if bot.below(6) > 0 {
                return;
            }
            for viewer in &viewers {
                let other = imagined(game, &outcome.state, viewer, bot);
                let (is, was) = (
                    view(game, &other, viewer),
                    view(game, &outcome.state, viewer),
                );
                assert_eq!(is, was, "{viewer:?} sees something hidden");
                looks += 1;
                *changed.entry(viewer.clone()).or_insert(0) += u32::from(other != outcome.state);
                // A change that one viewer does not see may be visible to another.
                seen_by_others += u32::from(viewers.iter().any(|other_viewer| {
                    view(game, &other, other_viewer) != view(game, &outcome.state, other_viewer)
                }));
            }
        });
        eprintln!(
            "{}: {looks} looks, {changed:?}, {seen_by_others} seen by others",
            game.name()
        );
        if game.hides {
            assert!(
                viewers.iter().all(|v| changed[v] > 0),
                "nothing else is imagined: {changed:?}"
            );
            assert!(
                seen_by_others > 0,
                "what is hidden from one is hidden from all"
            );
        }
    });
}

/// The facts and prompts of a viewer in a run, and the names of all open prompts.
#[derive(Debug, PartialEq)]
struct Told {
    facts: Vec<String>,
    own: Vec<Prompt>,
    waited: Vec<String>,
    stop: &'static str,
}

fn told(outcome: &Outcome, viewer: &Viewer) -> Told {
    let open: &[Prompt] = match &outcome.flow {
        Err(Stop::Waiting(prompts)) => prompts,
        _ => &[],
    };
    let facts = outcome.facts.iter().filter(|told| told.to.includes(viewer));
    Told {
        facts: facts
            .map(|told| serde_json::to_string(told).expect("a fact"))
            .collect(),
        own: open
            .iter()
            .filter(|p| viewer.seat() == Some(&p.seat))
            .cloned()
            .collect(),
        waited: open.iter().map(|p| p.id.clone()).collect(),
        stop: match &outcome.flow {
            Ok(_) => "the end",
            Err(Stop::Waiting(_)) => "waiting",
            Err(stop) => panic!("the rules stop: {stop:?}"),
        },
    }
}

/// The length of a comparison of two turns as one viewer sees them, and a mark if the states differed.
struct Compared {
    sittings: u32,
    differed: bool,
}

/// Compares the same turn from a state and from another that looks the same: with the same dice by label and the same
/// answers the viewer's facts and prompts are the same, until something hidden is opened to the viewer or an answer is
/// not possible in both. A sitting that opens something to the viewer is not compared.
fn compare(game: &Game, state: &Value, viewer: &Viewer, bot: &mut RandomBot) -> Compared {
    let other = imagined(game, state, viewer, bot);
    let seed = bot.below(1 << 30) as u64;
    let (a, b) = (
        Start::from(game, state).since(1),
        Start::from(game, &other).since(1),
    );
    let (mut journals, mut answers): ([Vec<Entry>; 2], Vec<(Prompt, Value)>) = Default::default();
    let mut compared = Compared {
        sittings: 0,
        differed: *state != other,
    };
    for sitting in 1..400 {
        let on_file = desk(
            game,
            answers.iter().map(|(p, v)| (p, std::slice::from_ref(v))),
            false,
        );
        let [was, is] = [(a, &journals[0]), (b, &journals[1])].map(|(start, journal)| {
            start.run(sitting, journal, &on_file, false, &mut ByLabel(seed))
        });
        let opened = |o: &Outcome| o.openings.iter().any(|o| o.to.includes(viewer));
        if opened(&was) || opened(&is) {
            break;
        }
        assert_eq!(
            told(&was, viewer),
            told(&is, viewer),
            "{viewer:?} is told what is hidden"
        );
        compared.sittings += 1;
        let (Err(Stop::Waiting(prompts)), Err(Stop::Waiting(others))) = (&was.flow, &is.flow)
        else {
            break;
        };
        let mut possible = true;
        answers = prompts
            .iter()
            .zip(others)
            .map(|(prompt, other)| {
                let value = answer(&prompt.choices, bot);
                possible &= legal(&other.choices, &value) && prompt.about == other.about;
                (prompt.clone(), value)
            })
            .collect();
        if !possible {
            break;
        }
        journals = [was.journal, is.journal];
    }
    compared
}

#[test]
fn a_turn_tells_nothing_hidden() {
    each_game(|game, bot| {
        let viewers = game.viewers();
        let mut checkpoints = vec![];
        walk(game, turns(game, 2), bot, &mut |outcome, _| {
            if outcome.flow == Ok(chronojudge::engine::Flow::Next) {
                checkpoints.push(outcome.state.clone());
            }
        });
        let (mut sittings, mut differed) = (0, 0);
        for state in &checkpoints {
            for viewer in &viewers {
                let compared = compare(game, state, viewer, bot);
                assert!(
                    compared.sittings > 0,
                    "the first stop of a turn opens something to {viewer:?}"
                );
                sittings += compared.sittings;
                differed += u32::from(compared.differed);
            }
        }
        let turns = checkpoints.len() * viewers.len();
        eprintln!(
            "{}: {turns} turns from {differed} other states, {sittings} sittings alike",
            game.name()
        );
        assert!(!game.hides || differed > 0, "nothing else is imagined");
        assert!(
            sittings as usize > 2 * turns,
            "the turns were compared at their first stop only"
        );
    });
}
