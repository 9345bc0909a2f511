//! The same answers give the same turn: in any order, in one sitting or in many, in one file or two.

use super::{
    dice::{ByLabel, order},
    each_game,
    games::Game,
    mail::{Desk, Start, grows, play},
    turns,
};
use chronojudge::engine::{
    Aside, Audience, By, Entry, Event, Fields, Flow, OnFile, Outcome, RandomBot, SeatId, Sent, Stop,
};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// One turn without what depends on how it was mailed.
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
            .map(|entry| match entry {
                Entry::Answer {
                    id, about, value, ..
                } => (id, about, value),
                Entry::Roll { label, faces, .. } => (label, Fields::new(), json!(faces)),
                Entry::Shuffle { label, order, .. } => (label, Fields::new(), json!(order)),
                Entry::Deal { deck, order, .. } => (deck, Fields::new(), json!(order)),
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

/// All that each seat answered, as order files: a queue for each kind of ask.
fn files(journal: &[Entry]) -> BTreeMap<SeatId, Map<String, Value>> {
    let mut files: BTreeMap<SeatId, Map<String, Value>> = BTreeMap::new();
    for entry in journal {
        // Where there is one choice nobody is asked.
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
    Sent {
        digest: body.to_string(),
        body,
    }
}

/// The first few answers of every queue.
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

    // Letters come in any order: of each seat the beginning of its file, and the whole of it later.
    let seats: Vec<&SeatId> = files.keys().collect();
    let letters = order(bot, seats.len() * 2);
    let mut on_file = Desk::new();
    // Whoever has not written yet is waited for, even where an offer would pass him by.
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
        sent_before.push(sent(body));
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
