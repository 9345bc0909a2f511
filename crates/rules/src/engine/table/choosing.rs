//! Asks the players of a game that is played in memory.

use super::{
    Play, Source, Table,
    showing::{Question, Slip, by_view, judge, show},
};
use crate::engine::{
    Answer, Ask, Chooser, Divergence, Meeting, SeatId, Shape, Stop,
    shapes::plain,
    witnessed::{Kept, seen_by},
};
use serde_json::Value;
use std::cell::LazyCell;

impl<F> Table<'_, F> {
    /// Asks several seats at once in a game that is played in memory.
    pub(super) fn ask_in_memory<A: Answer>(
        &mut self,
        asks: Vec<(SeatId, Ask<'_, A>)>,
    ) -> Play<Vec<A>> {
        let Source::Memory(chooser) = &mut self.source else {
            return Ok(vec![]);
        };
        if !chooser.remembers() {
            let each = asks.into_iter();
            return each
                .map(|(seat, ask)| choose(*chooser, &seat, ask, &[]))
                .collect();
        }
        let (mut answers, mut given) = (vec![], vec![]);
        for (seat, mut ask) in asks {
            let known_to = ask.known_to.take();
            let answer = choose(*chooser, &seat, ask, &self.kept)?;
            given.push(Kept::Answer {
                seat,
                value: plain(&answer),
                known_to,
            });
            answers.push(answer);
        }
        // The answers were sealed until now.
        self.kept.extend(given);
        Ok(answers)
    }
}

/// Returns the answer of a seat that answers by its view; `None` if it is against the rules.
fn look(
    chooser: &mut dyn Chooser,
    seat: &SeatId,
    ask: &dyn Question,
    turn: &[Kept],
) -> Option<Value> {
    let so_far = || seen_by(seat, turn);
    let answer = by_view(seat, ask, &so_far, &mut |view, asked| {
        chooser.answer(view, asked)
    });
    answer.map_err(|Slip| chooser.slipped()).ok()
}

/// Lets a chooser meet an ask.
fn meet(chooser: &mut dyn Chooser, seat: &SeatId, ask: &dyn Question, turn: &[Kept]) -> Meeting {
    let about = LazyCell::new(|| ask.fields());
    let so_far = || seen_by(seat, turn);
    show(seat, ask, &about, &so_far, |asked| {
        chooser.meet(asked, ask.is_forced(), ask.view())
    })
}

/// Returns the answer of a chooser.
fn choose<A: Answer>(
    chooser: &mut dyn Chooser,
    seat: &SeatId,
    ask: Ask<'_, A>,
    turn: &[Kept],
) -> Play<A> {
    if chooser.looks(seat) {
        let answer = look(chooser, seat, &ask, turn);
        let answer = answer.and_then(|answer| A::deserialize(&answer).ok());
        return Ok(answer.unwrap_or(ask.default));
    }
    let mut weighed = false;
    if chooser.meets(seat) {
        match meet(chooser, seat, &ask, turn) {
            Meeting::Chosen => {}
            Meeting::Weighed => weighed = true,
            Meeting::Given(value) => {
                return judge(&ask, &value).map_err(|why| strayed(ask.kind, why.words));
            }
            Meeting::Advised(value) => return Ok(judge(&ask, &value).unwrap_or(ask.default)),
            Meeting::Stop => return Err(strayed(ask.kind, "another question".to_owned())),
        }
    }
    Ok(match ask.shape {
        Shape::OneOf(mut choices) => {
            let n = choices.len();
            let i = if ask.scale && !weighed {
                (1..n)
                    .take_while(|_| chooser.choose(seat, ask.kind, 2) == 1)
                    .count()
            } else if n == 1 {
                0
            } else {
                chooser.choose(seat, ask.kind, n)
            };
            choices.swap_remove(i)
        }
        Shape::Compound(compound) => {
            let mut pick = |n| {
                if n < 2 {
                    0
                } else {
                    chooser.choose(seat, ask.kind, n)
                }
            };
            if weighed {
                compound.weigh(&mut pick)
            } else {
                compound.draw(&mut pick)
            }
        }
    })
}

/// Makes the stop of an imagined game that did not go as the real one.
fn strayed(kind: &str, is: String) -> Stop {
    Stop::Diverged(Divergence {
        at: 0,
        was: format!("a question {kind}"),
        is,
    })
}
