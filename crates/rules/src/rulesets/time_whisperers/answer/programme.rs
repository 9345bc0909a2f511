//! Phase 1: the programme, and the card of the Multiverse.

use super::{left_open, power_lines, value};
use crate::{
    engine::{Answered, Asked, Idle, Line, Plan, Reply},
    rulesets::time_whisperers::{
        asks::{self, Laid, Programme, Question, YesNo},
        diagnostics::Wrong,
        names::Card,
        orders::{Entry, InPlay, Keep, Orders, PowerOrder, Which},
    },
};

/// Returns the answer that a plan gives to one question of this section.
pub(super) fn answer(
    plan: &Plan<'_, Orders>,
    of: Programme,
    question: Question,
    asked: &Asked<'_>,
) -> Reply {
    match of {
        Programme::Card | Programme::PsychicCard => card(plan, of),
        Programme::Psychic | Programme::Multiverse => next_play(plan, question),
        Programme::Keep => keep(plan, asked),
    }
}

/// Writes an answer into the order file, or into its list of powers.
pub(super) fn write(
    orders: &mut Orders,
    powers: &mut Vec<PowerOrder>,
    question: Programme,
    answer: &Answered,
) {
    match question {
        Programme::Card | Programme::PsychicCard => orders.programme.extend(entry(answer)),
        Programme::Psychic => {
            let used = answer.read() == Some(YesNo::Use);
            orders.programme.extend(used.then_some(Entry::Psychic));
        }
        // The next entry of the programme says it.
        Programme::Multiverse => {}
        Programme::Keep => powers.extend(kept(answer, orders.programme.last())),
    }
}

/// Returns the head of the programme.
pub(super) fn head(plan: &Plan<'_, Orders>) -> Option<(Line, Entry)> {
    let (line, entry) = plan.left("programme", &plan.orders.programme).next()?;
    Some((line, *entry))
}

/// Phase 1: returns the next card of the programme. If the programme says `psychic` and the Psychic was used, the seat
/// waits for a new file. If the Psychic could not be used there, the entry has no effect.
fn card(plan: &Plan<'_, Orders>, question: Programme) -> Reply {
    let mut done = vec![];
    for (line, entry) in plan.left("programme", &plan.orders.programme) {
        let value = match entry {
            Entry::Psychic if question == Programme::Card => {
                done.push(Idle::because(line, Wrong::NoPsychic));
                continue;
            }
            Entry::Psychic | Entry::Hold => return Reply::Hold { line, done },
            Entry::Card(card) => value(card),
            Entry::Two(cards) => value(cards),
        };
        return Reply::Say {
            line,
            value,
            spent: true,
            done,
        };
    }
    Reply::Silent
}

/// Phase 1: returns the next entry of the programme.
fn entry(answer: &Answered) -> Option<Entry> {
    Some(match answer.read()? {
        Laid::One(card) => Entry::Card(card),
        Laid::Two(cards) => Entry::Two(cards),
    })
}

/// Psychic, Multiverse: returns whether they are used, which the next entry of the programme decides.
fn next_play(plan: &Plan<'_, Orders>, question: Question) -> Reply {
    let says = |line: Line, use_it: YesNo| Reply::by_the_way(line, use_it, vec![]);
    match (question, head(plan)) {
        (Question::Psychic, Some((line, Entry::Psychic)))
        | (Question::Multiverse, Some((line, Entry::Two(_)))) => says(line, YesNo::Use),
        (_, Some((line, Entry::Hold))) => Reply::hold(line),
        (_, Some((line, _))) => says(line, YesNo::Pass),
        (_, None) => left_open(plan, question),
    }
}

/// Multiverse: returns which of the two cards is played, if the file says it in advance.
fn keep(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let cards = asked.one_of::<Card>();
    let mut lines = power_lines(plan);
    let found = lines.find_map(|(line, order)| match order {
        PowerOrder::Multiverse(keep) if keep.when.fits(asked.about()) => Some((line, keep.play)),
        _ => None,
    });
    match (found, &cards[..]) {
        (Some((line, which)), [first, second]) => {
            let card = match which {
                Which::First => first,
                Which::Second => second,
            };
            asks::Keep.by_the_way(line, card)
        }
        _ => Reply::Silent,
    }
}

/// Multiverse: returns which of the two cards of the last entry is played.
fn kept(answer: &Answered, last: Option<&Entry>) -> Option<PowerOrder> {
    let Some(Entry::Two(cards)) = last else {
        return None;
    };
    let card: Card = answer.read()?;
    let play = if card == cards[0] {
        Which::First
    } else {
        Which::Second
    };
    let when = InPlay {
        play: answer.field("play"),
    };
    Some(PowerOrder::Multiverse(Keep { play, when }))
}
