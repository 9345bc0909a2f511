//! Writes answers as an order file: the inverse of [`answer`](super::answer).

use super::{
    asks::{self, Action, Question, Set},
    names::{Artifact, Color, Epoch, Restock},
    orders::{Assignment, Atomic, Exchange, Line, Orders, Sale},
};
use crate::{engine::Answered, rulesets::kit::Wanted};

/// Returns an order file that gives these answers.
pub(super) fn written(answers: &[Answered]) -> Orders {
    let mut orders = Orders::default();
    for (n, answer) in answers.iter().enumerate() {
        let Ok(question) = answer.ask.parse() else {
            continue;
        };
        match question {
            Question::Place => section(&mut orders.place, answer.read::<Epoch>(), answer),
            Question::Restock => section(&mut orders.restock, answer.read::<Restock>(), answer),
            Question::Discard => section(&mut orders.discard, answer.read::<Artifact>(), answer),
            Question::Act => {
                let lines = orders.actions.get_or_insert_default();
                lines.extend(
                    answer
                        .read()
                        .and_then(|action| line(action, &answers[n + 1..])),
                );
            }
            // They belong to the sale before them.
            Question::Set | Question::Land => {}
            Question::AssignWorld => orders.world.extend(assignment(answer)),
        }
    }
    orders
}

/// Writes a section that answers one question, unless the question has only one answer.
fn section<T>(section: &mut Option<Wanted<T>>, value: Option<T>, answer: &Answered) {
    if !answer.forced
        && let Some(value) = value
    {
        *section = Some(Wanted(vec![value]));
    }
}

/// Playing 2: returns the line for an action; `then` are the answers after it. The end of the actions is the end of the
/// list.
fn line(action: Action, then: &[Answered]) -> Option<Line> {
    Some(match action {
        Action::Done => return None,
        Action::Take(artifact) => Line::Take(Wanted(vec![artifact])),
        Action::Move(to) => Line::Move(to),
        Action::Sell(marker) => {
            let next = |kind: &str| then.iter().find(|answer| answer.ask == kind);
            let set = next(asks::Set.name()).filter(|set| set.differs());
            Line::Sell(Sale {
                marker,
                with: set.and_then(Answered::read::<Set>),
                to: next(asks::Land.name())?.read()?,
            })
        }
        Action::Atomic { discard, to } => Line::Atomic(Atomic { discard, to }),
        Action::Exchange { give, from, take } => Line::Exchange(Exchange {
            give,
            from: Wanted(vec![from]),
            take: Wanted(vec![take]),
        }),
    })
}

/// Scoring: returns the line for the color of one World Scoring Marker.
fn assignment(answer: &Answered) -> Option<Assignment> {
    let color = answer.read::<Color>().filter(|_| !answer.forced)?;
    Some(Assignment {
        marker: answer.field("marker"),
        number: answer.field("number"),
        color: Wanted(vec![color]),
    })
}
