//! The gold powers that are decided on once in a round, or once in each scoring.

use super::{left_open, power_lines, value};
use crate::{
    engine::{Answered, Asked, Plan, Reply},
    rulesets::{
        kit::is_default,
        time_whisperers::{
            asks::{Choice, OnceARound, Question, Wormholed, YesNo},
            names::{Age, Number, Power},
            orders::{
                self, Allies, Goal, Orders, Pair, Plain, PowerOrder, Steal, Storm, Strike, Take,
                Then, Travel, Triple, Union,
            },
        },
    },
};

/// The field that names the scoring.
const SCORING: &str = "scoring";

/// Returns the answer for a power that is decided on once in a round, or once in each scoring: that of the first line
/// for it. A file with a list of powers that does not name this one does not use it, unless the seat wants to be asked.
/// A line for the other scoring stays in the queue (ruling C13).
pub(super) fn answer(
    plan: &Plan<'_, Orders>,
    of: OnceARound,
    question: Question,
    asked: &Asked<'_>,
) -> Reply {
    if plan.orders.powers.is_none() {
        return Reply::Silent;
    }
    let scoring = asked.about().get("scoring");
    for (line, order) in power_lines(plan) {
        if scoring.is_some() && order.scoring().map(value).as_ref() != scoring {
            continue;
        }
        let answer = match (of, order) {
            (OnceARound::Agent, PowerOrder::Agent(pair)) => {
                value(Choice::Use(clockwise(pair.ages)))
            }
            (OnceARound::Uniter, PowerOrder::Uniter(pair)) => {
                value(Choice::Use(clockwise(pair.ages)))
            }
            (OnceARound::Mimic, PowerOrder::Mimic(take)) => value(Choice::Use(take.power)),
            (OnceARound::Wormhole, PowerOrder::Wormhole(travel)) => value(Choice::Use(Wormholed {
                whisperer: travel.whisperer,
                to: travel.to,
            })),
            (OnceARound::Tornado, PowerOrder::Tornado(goal)) => value(Choice::Use(goal.to)),
            (OnceARound::Witch, PowerOrder::Witch(goal)) => value(Choice::Use(goal.to)),
            (OnceARound::Alliance, PowerOrder::Alliance(allies)) => value(&allies.activate),
            (OnceARound::Titan, PowerOrder::Titan(one)) => value(Choice::Use(one.whisperer)),
            (OnceARound::Assassin, PowerOrder::Assassin(_))
            | (OnceARound::Medusa, PowerOrder::Medusa(_)) => value(YesNo::Use),
            // The line also says what to steal, so it is not used up yet.
            (OnceARound::Thief, PowerOrder::Thief(_)) => {
                return Reply::by_the_way(line, YesNo::Use, vec![]);
            }
            _ => continue,
        };
        return Reply::say(line, answer);
    }
    if left_open(plan, question) == Reply::Wake {
        return Reply::Wake;
    }
    match of {
        OnceARound::Alliance => Reply::rest("powers", Vec::<Power>::new()),
        _ => Reply::rest("powers", YesNo::Pass),
    }
}

/// Returns the line for a power that is decided on once in a round, or once in each scoring.
pub(super) fn line(question: OnceARound, answer: &Answered) -> Option<PowerOrder> {
    let when = answer
        .field(SCORING)
        .map(|scoring| orders::InScoring { scoring });
    let when = when.unwrap_or_default();
    let then = Then::Pass;
    let yes = || (answer.read() == Some(YesNo::Use)).then_some(());
    Some(match question {
        OnceARound::Agent => {
            let ages: [Age; 2] = used(answer)?;
            PowerOrder::Agent(Pair { ages })
        }
        OnceARound::Uniter => {
            let ages: [Age; 2] = used(answer)?;
            PowerOrder::Uniter(Union { ages, when })
        }
        OnceARound::Mimic => {
            let power: Power = used(answer)?;
            PowerOrder::Mimic(Take { power, then })
        }
        OnceARound::Wormhole => {
            let Wormholed { whisperer, to } = used(answer)?;
            PowerOrder::Wormhole(Travel { whisperer, to })
        }
        OnceARound::Tornado => {
            let to: Age = used(answer)?;
            PowerOrder::Tornado(Storm { to, when })
        }
        OnceARound::Witch => {
            let to: Age = used(answer)?;
            PowerOrder::Witch(Goal { to })
        }
        OnceARound::Titan => {
            let whisperer: Number = used(answer)?;
            PowerOrder::Titan(Triple { whisperer, when })
        }
        OnceARound::Alliance => {
            let activate: Vec<Power> = answer.read().filter(|powers| !is_default(powers))?;
            PowerOrder::Alliance(Allies { activate, then })
        }
        OnceARound::Assassin => {
            yes()?;
            PowerOrder::Assassin(Strike { when })
        }
        OnceARound::Medusa => {
            yes()?;
            PowerOrder::Medusa(Plain {})
        }
        OnceARound::Thief => {
            yes()?;
            PowerOrder::Thief(Steal { steal: vec![] })
        }
    })
}

/// Returns the choice how to use a power; `None` if it is passed.
fn used<T: serde::de::DeserializeOwned>(answer: &Answered) -> Option<T> {
    match answer.read()? {
        Choice::Use(choice) => Some(choice),
        Choice::Pass => None,
    }
}

/// Returns two ages in the order in which the questions name them; ages that are not adjacent keep their order.
fn clockwise([one, other]: [Age; 2]) -> [Age; 2] {
    if other.clockwise() == one {
        [other, one]
    } else {
        [one, other]
    }
}
