//! Writes answers as an order file: the inverse of [`answer`](super::answer).
//!
//! Three things cannot be said in one order file: to wait for earlier headquarters (8) and to know already what is
//! decided then; not to ask the others in a place that is altered later (9.2), because such a file asks them first; and
//! to oppose a race in a place at one time and not at another.

use super::{
    asks::{Alteration, Inquiry, Pair, Question as Asks, Research, Stance, Step},
    names::{Item, Race},
    orders::{
        Action, Contribution, Declaration, Headquarters, Hunt, Move, Opposition, OrAny, OrHold,
        Orders, Question, Reverse, Rotate, TurnOrder,
    },
    places::Spot,
};
use crate::engine::Answered;

/// Returns an order file that gives these answers. Its lists are written even if they are empty, because a file that
/// leaves one out lets the turn wait for the seat.
pub(super) fn written(answers: &[Answered]) -> Orders {
    let mut orders = Orders::default();
    for answer in answers {
        let Ok(question) = answer.ask.parse() else {
            continue;
        };
        match question {
            Asks::TurnOrder => orders.turn_order = turn_order(answer),
            Asks::Headquarters | Asks::Maintain | Asks::Buy | Asks::Research => {
                let section = orders.headquarters.get_or_insert_default();
                headquarters(section, question, answer);
            }
            Asks::Move => orders
                .moves
                .get_or_insert_default()
                .extend(movement(answer).map(OrHold::Do)),
            Asks::CheckStatus | Asks::Search | Asks::Attack | Asks::Alter => orders
                .actions
                .get_or_insert_default()
                .extend(action(question, answer)),
            Asks::Pay => pay(&mut orders, answer),
            Asks::Oppose => orders.opposition.extend(opposition(answer)),
            Asks::Contribute => orders.contribute.extend(contribution(answer)),
        }
    }
    // A promise of nothing is of use only before another promise for the same request.
    let lines = orders.contribute.clone();
    let mut n = 0;
    orders.contribute.retain(|line| {
        n += 1;
        let later = |other: &Contribution| {
            other.up_to > 0
                && (other.tile, other.race, other.to, other.edge)
                    == (line.tile, line.race, line.to, line.edge)
        };
        line.up_to > 0 || lines[n..].iter().any(later)
    });
    orders
}

/// 7: returns the place that was picked.
fn turn_order(answer: &Answered) -> Option<TurnOrder> {
    let place = answer.read().filter(|_| !answer.forced)?;
    Some(TurnOrder {
        prefer: vec![place],
    })
}

/// 8: writes one decision of the headquarters.
fn headquarters(section: &mut Headquarters, question: Asks, answer: &Answered) {
    match question {
        Asks::Maintain if answer.differs() => section.maintain = answer.read(),
        Asks::Buy => {
            let count = answer.read().unwrap_or(0);
            match answer.field::<Item>("item") {
                Some(Item::TimeMachine) => section.buy.time_machines = count,
                Some(Item::Squad) => section.buy.squads = count,
                Some(Item::Agent) => section.buy.agents = count,
                None => {}
            }
        }
        Asks::Research => {
            if let Some(Research::Look(hex)) = answer.read() {
                section.research.push(OrHold::Do(hex));
            }
        }
        _ => {}
    }
}

/// 9.1: returns a move; `None` at the end of moving.
fn movement(answer: &Answered) -> Option<Move> {
    match answer.read()? {
        Step::Done => None,
        Step::Travel { unit, to } => Some(Move {
            unit,
            along: None,
            to: Spot::Hex(to),
        }),
        Step::TravelToOriginal { unit, to } => Some(Move {
            unit,
            along: None,
            to: Spot::Original(to),
        }),
        Step::Along { unit, along, to } => Some(Move {
            unit,
            along: Some(along),
            to,
        }),
    }
}

/// 9.2 to 9.5: returns an action; `None` at the end of a step.
fn action(question: Asks, answer: &Answered) -> Option<Action> {
    Some(match question {
        Asks::CheckStatus => match answer.read()? {
            Inquiry::Ask { spot, race } => Action::Ask(Question { tile: spot, race }),
            Inquiry::Done => return None,
        },
        Asks::Search | Asks::Attack => {
            let Pair::Against {
                spot, by, target, ..
            } = answer.read()?
            else {
                return None;
            };
            let hunt = Hunt {
                tile: spot,
                target: Some(target),
                race: None,
                with: Some(vec![by.into()]),
                first: None,
                only: None,
            };
            if question == Asks::Search {
                Action::Search(hunt)
            } else {
                Action::Attack(hunt)
            }
        }
        _ => match answer.read()? {
            Alteration::Done => return None,
            Alteration::Reverse { spot } => Action::Reverse(Reverse {
                tile: spot,
                pay_up_to: None,
                otherwise: None,
            }),
            Alteration::Rotate { hex, to } => Action::Rotate(Rotate {
                tile: hex,
                to,
                pay_up_to: None,
                otherwise: None,
            }),
        },
    })
}

/// 9.52: writes what is paid for the alteration before, unless it is the whole price.
fn pay(orders: &mut Orders, answer: &Answered) {
    let last = orders
        .actions
        .as_mut()
        .and_then(|actions| actions.last_mut());
    let cost = answer.field::<u32>("cost");
    let pay_up_to = answer.read().filter(|paid| Some(*paid) != cost);
    match last {
        Some(Action::Reverse(reverse)) => reverse.pay_up_to = pay_up_to,
        Some(Action::Rotate(rotate)) => rotate.pay_up_to = pay_up_to,
        _ => {}
    }
}

/// 9.2: returns a declaration.
fn opposition(answer: &Answered) -> Option<Opposition> {
    let declare = match answer.read()? {
        Stance::Oppose => Declaration::Oppose,
        Stance::StandAside => Declaration::StandAside,
    };
    Some(Opposition {
        tile: OrAny::The(answer.field("tile")?),
        against: Some(OrAny::The(answer.field("against")?)),
        declare,
    })
}

/// 9.52: returns a promise.
fn contribution(answer: &Answered) -> Option<Contribution> {
    Some(Contribution {
        tile: OrAny::The(answer.field("tile")?),
        race: answer.field::<Race>("for")?,
        to: OrAny::The(answer.field("to")?),
        edge: answer.field("edge"),
        up_to: answer.read()?,
    })
}
