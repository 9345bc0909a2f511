//! An order file that is written from answers gives these answers.

use super::{
    dice::ByLabel,
    each_game,
    games::Game,
    mail::{Desk, Start, answer, desk},
    turns,
};
use chronojudge::engine::{
    Answered, By, Entry, Fields, Flow, OnFile, Outcome, Overdue, Prompt, RandomBot, Run, SeatId,
    Sent, Stop, Viewer, Weight,
};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The kinds of ask that are answered by default here, because no order file can give the other answer and also say
/// what comes after it: a seat that waits for earlier headquarters decides with another file, and one that helps another
/// player to cash out helps them once.
const LEFT_ALONE: &[&str] = &["headquarters", "contribute"];

/// The least share of turns that come out the same, in percent. In Hoard all who strike in a turn meet one reaction.
/// In Time Agent a file that alters a place asks all who are there first (9.2), which a seat that plays at random does
/// not do. In Time Control one plan answers all duels of a kind, and one list all that is solved.
fn least(game: &Game) -> usize {
    match game.rules.id() {
        "tiny" => 70,
        "time-agent" => 85,
        "time-control" => 50,
        _ => 95,
    }
}

/// The least number of turns of a seat in games in which nearly all come out the same: with fewer, a single one decides.
const SAMPLE: usize = 40;

/// The least number of turns of a seat in Time Control, whose turns are long.
const FEW: usize = 16;

/// Plays a turn at random, each prompt answered when it comes up. Returns its end, and the default of each prompt.
fn at_random(
    start: Start<'_>,
    seed: u64,
    bot: &mut RandomBot,
) -> (Outcome, BTreeMap<String, Value>) {
    let game = start.game;
    let mut defaults = BTreeMap::new();
    let mut outcome = start.run(1, &[], &desk(game, [], true), false, &mut ByLabel(seed));
    while let Err(Stop::Waiting(prompts)) = &outcome.flow {
        let choose = |prompt: &Prompt, bot: &mut RandomBot| {
            if LEFT_ALONE.contains(&prompt.ask.as_str()) || bot.below(3) == 0 {
                prompt.default.clone()
            } else {
                answer(&prompt.choices, bot)
            }
        };
        let given: Vec<[Value; 1]> = prompts.iter().map(|p| [choose(p, bot)]).collect();
        for prompt in prompts {
            defaults.insert(prompt.id.clone(), prompt.default.clone());
        }
        let answers = prompts.iter().zip(given.iter().map(|one| &one[..]));
        let desk = desk(game, answers, true);
        outcome = start.run(1, &outcome.journal, &desk, false, &mut ByLabel(seed));
    }
    outcome.flow.as_ref().expect("the end of the turn");
    (outcome, defaults)
}

/// Returns the default of an answer, from the prompt that is open if the journal ends before it.
fn default_of(start: Start<'_>, journal: &[Entry], id: &str, seed: u64) -> Value {
    let desk = desk(start.game, [], true);
    let open = start.run(1, journal, &desk, false, &mut ByLabel(seed)).flow;
    let Err(Stop::Waiting(prompts)) = open else {
        panic!("{id} is not open: {open:?}");
    };
    let prompt = prompts.into_iter().find(|prompt| prompt.id == id);
    prompt.expect("the prompt").default
}

/// Returns what a seat was asked in a turn and answered.
fn asked<'a>(journal: &'a [Entry], whose: &SeatId) -> Vec<(&'a str, &'a Fields, &'a Value)> {
    let answers = journal.iter().filter_map(|entry| match entry {
        Entry::Answer {
            id,
            seat,
            about,
            value,
            ..
        } if seat == whose => Some((id.as_str(), about, value)),
        _ => None,
    });
    answers.collect()
}

/// Returns the answers of a seat in the form from which an order file is written. `default` returns the default of a question with
/// several answers, by the number of its entry and its id.
pub(super) fn answers(
    journal: &[Entry],
    whose: &SeatId,
    default: impl Fn(usize, &str) -> Value,
) -> Vec<Answered> {
    let answers = journal.iter().enumerate().filter_map(|(n, entry)| {
        let Entry::Answer {
            id,
            seat,
            about,
            value,
            by,
            ..
        } = entry
        else {
            return None;
        };
        let forced = matches!(by, By::Forced(_));
        (seat == whose).then(|| Answered {
            ask: id.split('@').next().expect("the kind of ask").to_owned(),
            about: about.clone(),
            value: value.clone(),
            default: if forced {
                value.clone()
            } else {
                default(n, id)
            },
            forced,
        })
    });
    answers.collect()
}

/// Plays the turn again with a file for one seat, and with the answers that the others gave. What the file leaves open
/// takes its default.
fn again(start: Start<'_>, journal: &[Entry], whose: &SeatId, body: &Value, seed: u64) -> Outcome {
    let others = journal.iter().filter_map(|entry| match entry {
        Entry::Answer {
            id, seat, value, ..
        } if seat != whose => Some((id.clone(), value.clone())),
        _ => None,
    });
    let seats = start.game.seat_ids().into_iter();
    let bots = seats.filter(|seat| seat != whose);
    let file = OnFile {
        files: vec![Sent::new("file", body.clone())],
        ..OnFile::default()
    };
    let run = Run {
        sitting: 1,
        began: None,
        journal: &[],
        on_file: &Desk::from([(whose.clone(), file)]),
        overdue: Overdue {
            seats: BTreeSet::from([whose.clone()]),
            bots: bots.map(|seat| (seat, "answers".to_owned())).collect(),
            said: Some(others.collect()),
            ..Overdue::default()
        },
    };
    let state = start.state.expect("a turn");
    let outcome = start.rules.turn(state, run, &mut ByLabel(seed));
    outcome.expect("a file of this ruleset")
}

/// A turn at random comes out the same if one seat sends its answers in one order file. The file has no mistake that
/// its seat can see before the turn, if it depends on nothing that the turn reveals.
#[test]
fn a_written_file_gives_the_answers_it_was_written_from() {
    let verbose = super::number("CHRONOJUDGE_VERBOSE").is_some();
    each_game(|game, bot| {
        let (mut same, mut mistaken, mut all) = (0, 0, 0);
        let set_up = |seed| {
            Start::set_up(game)
                .run(1, &[], &Desk::new(), false, &mut ByLabel(seed))
                .state
        };
        let mut state = set_up(0);
        for turn in 0.. {
            let sample = match game.rules.id() {
                "time-control" => FEW,
                _ if least(game) >= 95 => SAMPLE,
                _ => 0,
            };
            if turn >= turns(game, 1) && all >= sample {
                break;
            }
            let seed = u64::from(turn);
            let start = Start::from(game, &state);
            let (end, defaults) = at_random(start, seed, bot);
            for whose in &game.seat_ids() {
                let given = asked(&end.journal, whose);
                if given.is_empty() {
                    continue;
                }
                let answers = answers(&end.journal, whose, |n, id| {
                    let kept = defaults.get(id).cloned();
                    kept.unwrap_or_else(|| default_of(start, &end.journal[..n], id, seed))
                });
                let body = game.rules.written(&answers).expect("an order file");
                let again = again(start, &end.journal, whose, &body, seed);
                all += 1;
                let now = asked(&again.journal, whose);
                let is_same = now == given;
                same += usize::from(is_same);
                let view = game.rules.view(&state, &Viewer::Seat(whose.clone()));
                let found = game
                    .rules
                    .check(&view.expect("a view"), whose, &body, &BTreeSet::new())
                    .expect("an order file");
                let errors: Vec<_> = found.iter().filter(|d| d.weight == Weight::Error).collect();
                mistaken += usize::from(!errors.is_empty());
                if verbose && (!is_same || !errors.is_empty()) {
                    let at = now.iter().zip(&given).position(|(now, then)| now != then);
                    let at = at.unwrap_or(now.len().min(given.len()));
                    eprintln!(
                        "{whose}: {body}\n  given {:?}\n  now   {:?}\n  {errors:?}",
                        given.get(at),
                        now.get(at)
                    );
                }
            }
            state = match end.flow {
                Ok(Flow::Over { .. }) => set_up(seed),
                _ => end.state,
            };
        }
        eprintln!(
            "{}: {same} of {all} turns of a seat come out the same; {mistaken} files have a mistake by the view",
            game.name()
        );
        assert!(same * 100 >= all * least(game), "{same} of {all}");
        assert!(mistaken * 50 <= all, "{mistaken} of {all} have a mistake");
    });
}
