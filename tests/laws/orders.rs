//! The same answers give the same turn: in any order, in one sitting or in many, in one file or two.

use super::{
    dice::{ByLabel, order},
    each_game,
    games::Game,
    mail::{Desk, Start, grows, play},
    turns,
};
use chronojudge::engine::{
    Aside, Audience, By, Choices, Entry, Event, Fields, Flow, HOLD, OnFile, Outcome, Prompt,
    RandomBot, SeatId, Sent, Stop,
};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// A turn without everything that depends on how it was mailed.
#[derive(Debug, PartialEq)]
struct Turn {
    state: Value,
    flow: Result<Flow, Stop>,
    answers: Vec<(String, Fields, Value)>,
    facts: Vec<(Audience, String, Event<Value>)>,
    openings: Vec<(Audience, String, u32)>,
}

fn bare(outcome: Outcome) -> Turn {
    Turn {
        state: outcome.state,
        flow: outcome.flow,
        answers: outcome
            .journal
            .into_iter()
            .filter_map(|entry| match entry {
                Entry::Answer {
                    id, about, value, ..
                } => Some((id, about, value)),
                Entry::PutAside {
                    why: Aside::Held, ..
                } => None,
                Entry::Roll { label, faces, .. } => Some((label, Fields::new(), json!(faces))),
                Entry::Shuffle { label, order, .. } => Some((label, Fields::new(), json!(order))),
                Entry::Deal { deck, order, .. } => Some((deck, Fields::new(), json!(order))),
                Entry::PutAside { order, why, .. } => {
                    let words = match why {
                        Aside::Hold | Aside::Held => "hold".to_owned(),
                        Aside::NothingToDo(_) => "nothing to do".to_owned(),
                        Aside::Illegal(illegal) => illegal.words,
                    };
                    panic!("{} was put aside: {words}", order.line)
                }
            })
            .collect(),
        facts: outcome
            .facts
            .into_iter()
            .map(|told| (told.to, told.rule, told.event))
            .collect(),
        openings: outcome
            .openings
            .into_iter()
            .map(|o| (o.to, o.deck, o.slot))
            .collect(),
    }
}

/// Returns all answers of each seat as order files: a queue for each kind of ask.
fn files(journal: &[Entry]) -> BTreeMap<SeatId, Map<String, Value>> {
    let mut files: BTreeMap<SeatId, Map<String, Value>> = BTreeMap::new();
    for entry in journal {
        // A question with one choice is not asked.
        if let Entry::Answer {
            id,
            seat,
            value,
            by,
            ..
        } = entry
            && !matches!(by, By::Forced(_))
        {
            let kind = id.split('@').next().expect("the kind of ask");
            let queue = files
                .entry(seat.clone())
                .or_default()
                .entry(kind)
                .or_insert_with(|| json!([]));
            queue.as_array_mut().expect("a queue").push(value.clone());
        }
    }
    files
}

fn sent(body: Map<String, Value>) -> Sent {
    let body = Value::Object(body);
    Sent::new(body.to_string(), body)
}

/// Returns the first few answers of every queue.
fn beginning(body: &Map<String, Value>, bot: &mut RandomBot) -> Map<String, Value> {
    body.iter()
        .map(|(kind, queue)| {
            let queue = queue.as_array().expect("a queue");
            (kind.clone(), queue[..bot.below(queue.len() + 1)].into())
        })
        .collect()
}

fn in_any_order(game: &Game, state: &Value, seed: u64, bot: &mut RandomBot) -> Turn {
    let start = Start::from(game, state).queued().since(1);
    let mut dice = |_| -> Box<dyn chronojudge::dice::Dice> { Box::new(ByLabel(seed)) };
    let first = play(start, &mut 1, bot, &mut dice, false, &mut |_, _| ());
    let files = files(&first.journal);
    let first = bare(first);

    let all: Desk = files
        .iter()
        .map(|(seat, body)| {
            let files = vec![sent(body.clone())];
            (
                seat.clone(),
                OnFile {
                    files,
                    ..OnFile::default()
                },
            )
        })
        .collect();
    let once = start.run(1, &[], &all, false, &mut ByLabel(seed));
    assert_eq!(once.unplayed, BTreeMap::new(), "every line was played");
    assert_eq!(bare(once), first, "in one sitting");

    // Letters arrive in any order: the beginning of each seat's file, and the whole of it later.
    let seats: Vec<&SeatId> = files.keys().collect();
    let letters = order(bot, seats.len() * 2);
    let mut on_file = Desk::new();
    // The turn waits for a seat without a file, even at offers that it would otherwise skip.
    for seat in files.keys() {
        let offers = game.rules.asks().iter().filter(|kind| kind.offered);
        let wake = offers.map(|kind| kind.name.to_owned()).collect();
        on_file.insert(
            seat.clone(),
            OnFile {
                wake,
                ..OnFile::default()
            },
        );
    }
    let mut before: Option<Outcome> = None;
    for (sitting, letter) in (1..).zip(letters) {
        let seat = seats[letter % seats.len()];
        let sent_before = &mut on_file.get_mut(seat).expect("a seat").files;
        let body = if sent_before.is_empty() && bot.below(2) == 0 {
            beginning(&files[seat], bot)
        } else {
            files[seat].clone()
        };
        // All of them were written when the turn began.
        sent_before.push(Sent {
            since: sitting,
            sitting: Some(0),
            ..sent(body)
        });
        let journal = before.as_ref().map_or(&[][..], |o| &o.journal);
        let after = start.run(sitting, journal, &on_file, false, &mut ByLabel(seed));
        if let Some(before) = &before {
            grows(before, &after);
        }
        before = Some(after);
    }
    let many = before.expect("a letter");
    assert_eq!(bare(many), first, "in many sittings");
    first
}

/// The number of played lines of each queue, by seat and kind.
type Counts = BTreeMap<(SeatId, String), usize>;

fn counts(journal: &[Entry]) -> Counts {
    let mut counts = Counts::new();
    for entry in journal {
        if let Entry::Answer {
            id,
            seat,
            by: By::Order(_),
            ..
        } = entry
        {
            let kind = id.split('@').next().expect("the kind of ask");
            *counts.entry((seat.clone(), kind.to_owned())).or_default() += 1;
        }
    }
    counts
}

/// Returns some of a seat's remaining answers, at least one line of the queue that is asked for: all of them or the
/// beginning, with a `hold` here and there.
fn piece(
    seat: &SeatId,
    asked: &str,
    all: &Map<String, Value>,
    so_far: &Counts,
    bot: &mut RandomBot,
) -> Map<String, Value> {
    let mut body = Map::new();
    for (kind, queue) in all {
        let queue = queue.as_array().expect("a queue");
        let played = so_far.get(&(seat.clone(), kind.clone()));
        let rest = &queue[played.copied().unwrap_or(0).min(queue.len())..];
        let least = usize::from(kind == asked && !rest.is_empty());
        let len = least.max(bot.below(rest.len() + 1));
        let mut rest = rest[..len].to_vec();
        if bot.below(3) == 0 {
            rest.insert(bot.below(rest.len() + 1), HOLD.into());
        }
        body.insert(kind.clone(), rest.into());
    }
    body
}

/// Replays a turn with known answers, from files that hold pieces of them: the remaining answers, the same file again,
/// or the answers that remained at an older report.
fn in_pieces(game: &Game, state: &Value, seed: u64, bot: &mut RandomBot) -> Turn {
    let start = Start::from(game, state).queued().since(1);
    let mut dice = |_| -> Box<dyn chronojudge::dice::Dice> { Box::new(ByLabel(seed)) };
    let first = play(start, &mut 1, bot, &mut dice, false, &mut |_, _| ());
    let all = files(&first.journal);
    let first = bare(first);
    let offers = game.rules.asks().iter().filter(|kind| kind.offered);
    let wake: BTreeSet<String> = offers.map(|kind| kind.name.to_owned()).collect();
    let waking = |seat: SeatId| {
        let wake = wake.clone();
        let on_file = OnFile {
            wake,
            ..OnFile::default()
        };
        (seat, on_file)
    };
    let mut on_file: Desk = game.seat_ids().into_iter().map(waking).collect();
    // The progress after each sitting, and before the first one.
    let mut reports = vec![Counts::new()];
    let mut before = start.run(1, &[], &on_file, false, &mut ByLabel(seed));
    reports.push(counts(&before.journal));
    for sitting in 2..20_000 {
        let Err(Stop::Waiting(prompts)) = &before.flow else {
            break;
        };
        let prompt = &prompts[bot.below(prompts.len())];
        let files = &mut on_file.get_mut(&prompt.seat).expect("a seat").files;
        let last = sitting - 1;
        let (answers, report) = match bot.below(4) {
            0 => (None, last),
            1 => {
                let older = bot.below(reports.len());
                {
                    let older = u32::try_from(older).expect("few sittings");
                    (Some(older), older)
                }
            }
            _ => (Some(last), last),
        };
        let so_far = &reports[report as usize];
        let body = piece(&prompt.seat, &prompt.ask, &all[&prompt.seat], so_far, bot);
        let file = Sent {
            digest: format!("{answers:?} {}", Value::Object(body.clone())),
            since: sitting,
            sitting: answers,
            ..sent(body)
        };
        // The same bytes may be sent on purpose: the file in force is meant.
        let same = files.last().is_some_and(|old| old.digest == file.digest);
        let again = same || (!files.is_empty() && bot.below(6) == 0);
        if !again {
            files.push(file);
        }
        let after = start.run(
            sitting,
            &before.journal,
            &on_file,
            false,
            &mut ByLabel(seed),
        );
        grows(&before, &after);
        if again {
            assert_eq!(after, before, "the same file once more changes nothing");
        }
        reports.push(counts(&after.journal));
        before = after;
    }
    assert_eq!(bare(before), first, "from pieces");
    first
}

/// If orders are split over files, repeated, held up or written for an older report, no line is lost, and none is
/// played twice.
#[test]
fn nothing_is_lost_between_two_files() {
    each_game(|game, bot| {
        let set_up = |seed| {
            Start::set_up(game)
                .run(1, &[], &Desk::new(), false, &mut ByLabel(seed))
                .state
        };
        let mut state = set_up(0);
        for turn in 0..turns(game, 2) {
            let next = in_pieces(game, &state, u64::from(turn), bot);
            state = match next.flow {
                Ok(Flow::Over { .. }) => set_up(turn.into()),
                _ => next.state,
            };
        }
    });
}

/// An empty order file has a reply to every kind of ask, possibly none: a kind that the ruleset's `answer` does not
/// handle panics.
#[test]
fn every_kind_of_ask_is_handled() {
    each_game(|game, _| {
        for kind in game.rules.asks() {
            let prompt = Prompt {
                id: format!("{}@x#1", kind.name),
                seat: game.seats[0].id.clone(),
                ask: kind.name.to_owned(),
                about: Fields::new(),
                choices: Choices::OneOf(vec![json!("a"), json!("b")]),
                default: json!("a"),
                offered: false,
                refused: None,
            };
            let on_file = OnFile {
                files: vec![sent(Map::new())],
                ..OnFile::default()
            };
            let open = game
                .rules
                .unanswered(&on_file, &BTreeSet::new(), std::slice::from_ref(&prompt))
                .expect("an order file");
            assert_eq!(open, [prompt]);
        }
    });
}

#[test]
fn the_order_of_letters_does_not_matter() {
    each_game(|game, bot| {
        let set_up = |seed| {
            Start::set_up(game)
                .run(1, &[], &Desk::new(), false, &mut ByLabel(seed))
                .state
        };
        let mut state = set_up(0);
        for turn in 0..turns(game, 1) {
            let seed = u64::from(turn);
            if turn % 6 == 5 {
                state = set_up(seed);
            }
            let next = in_any_order(game, &state, seed, bot);
            state = match next.flow {
                Ok(Flow::Over { .. }) => set_up(seed),
                _ => next.state,
            };
        }
    });
}
