//! Writes answers as an order file: the inverse of [`answer`](super::answer).

use super::{
    asks::{Action, Question, What},
    names::{Pick, Take},
    orders::{Cancel, Gain, Line, Orders, Use},
};
use crate::{engine::Answered, rulesets::kit::Wanted};

/// Returns an order file that gives these answers.
pub(super) fn written(answers: &[Answered]) -> Orders {
    let mut orders = Orders::default();
    for answer in answers {
        let Ok(question) = answer.ask.parse() else {
            continue;
        };
        match question {
            Question::Act => {
                let lines = orders.actions.get_or_insert_default();
                lines.extend(answer.read().and_then(line));
            }
            Question::Choose => choice(&mut orders, answer),
            Question::Acquire if !answer.forced => {
                orders.acquire = answer.read::<Take>().map(|take| Wanted(vec![take]));
            }
            Question::Complete if answer.differs() => orders.complete = answer.read(),
            Question::Agree if answer.differs() => orders.agree = answer.read(),
            Question::Reward if answer.differs() => {
                orders.reward = answer.read().unwrap_or_default();
            }
            Question::Cancel if answer.differs() && answer.read() == Some(true) => {
                orders.cancel.extend(answer.field("era").map(Cancel::Era));
            }
            // These have one answer only, or are given by an order file that says nothing of them.
            Question::Acquire
            | Question::Complete
            | Question::Agree
            | Question::Reward
            | Question::Cancel => {}
        }
    }
    orders
}

/// Action Phase: returns the line for an action. The end of the actions is the end of the list.
fn line(action: Action) -> Option<Line> {
    Some(match action {
        Action::Done => return None,
        Action::Free(era) => Line::Free(era),
        Action::Move(era) => Line::Move(era),
        Action::Loop(dimension) => Line::Loop(dimension),
        Action::Ability => Line::Ability(vec![]),
        Action::Use(artifact) => Line::Use(Use {
            artifact: Wanted(vec![artifact]),
            with: vec![],
            if_drawn: false,
        }),
    })
}

/// Artifact Cards: writes a choice into the line whose ability it belongs to.
fn choice(orders: &mut Orders, answer: &Answered) {
    let Some(pick) = answer.read::<Pick>() else {
        return;
    };
    if answer.field("of") == Some(What::Gain) {
        if !answer.forced {
            let rift = pick == Pick::Way(2);
            orders.gain = Some(if rift { Gain::Rift } else { Gain::Energy });
        }
        return;
    }
    let line = orders.actions.as_mut().and_then(|lines| lines.last_mut());
    let choices = match line {
        Some(Line::Use(line)) => &mut line.with,
        Some(Line::Ability(choices)) => choices,
        _ => return,
    };
    let number: Option<usize> = answer.field("choice");
    let Some(place) = number.and_then(|number| number.checked_sub(1)) else {
        return;
    };
    // A choice that was not asked has a number too.
    while choices.len() <= place {
        choices.push(Wanted(vec![Pick::No]));
    }
    choices[place] = Wanted(vec![pick]);
}
