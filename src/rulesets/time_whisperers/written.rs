//! Writes answers as an order file: the inverse of [`answer`](super::answer).
//!
//! An order file cannot say which of two opponents the Thief steals from if both give the same card.

use super::{
    asks::{Choice, Gifts, Laid, Placing, Question, Wormholed, YesNo},
    names::{Action, Age, Card, Color, Number, Power},
    orders::{
        self, Allies, Between, Entry, Goal, InPlay, Keep, Orders, Pair, Plain, PowerOrder, Steal,
        Storm, Strike, Take, TakeBack, Then, Travel, Triple, Union, When, Which,
    },
};
use crate::{engine::Answered, rulesets::kit::is_default};

/// Returns an order file that gives these answers. The programme is written whole, and a list of powers as soon as a
/// power is decided on, because a file that leaves them out lets the turn wait for the seat.
pub(super) fn written(answers: &[Answered]) -> Orders {
    let mut orders = Orders::default();
    let mut decided = false;
    let mut powers = vec![];
    for (n, answer) in answers.iter().enumerate() {
        let Ok(question) = answer.ask.parse() else {
            continue;
        };
        match question {
            Question::Place => orders.placement.extend(placing(answer)),
            Question::Card | Question::PsychicCard => orders.programme.extend(entry(answer)),
            Question::Psychic => {
                let used = answer.read() == Some(YesNo::Use);
                orders.programme.extend(used.then_some(Entry::Psychic));
            }
            // The next entry of the programme says it.
            Question::Multiverse => {}
            Question::Gift => prefer(&mut orders.gift, answer),
            Question::Activate => prefer(&mut orders.activate, answer),
            Question::Keep => powers.extend(keep(answer, orders.programme.last())),
            Question::Steal => {
                if let Some(PowerOrder::Thief(thief)) = powers.last_mut()
                    && let Some(card) = stolen(answer)
                {
                    thief.steal = vec![card];
                }
            }
            Question::Axis
            | Question::Mutants
            | Question::Phoenix
            | Question::StolenAction
            | Question::Tyrant
            | Question::Zodiac => {
                let at_once = !answers[..n].iter().any(|other| other.ask == answer.ask);
                powers.extend(between_plays(question, answer, at_once));
            }
            Question::Mimic
            | Question::Wormhole
            | Question::Thief
            | Question::Witch
            | Question::Alliance
            | Question::Medusa
            | Question::Tornado
            | Question::Titan
            | Question::Uniter
            | Question::Assassin
            | Question::Agent => {
                decided |= !answer.forced;
                powers.extend(once_a_round(question, answer));
            }
        }
    }
    if decided || !powers.is_empty() {
        orders.powers = Some(powers);
    }
    orders
}

/// Setup 5: returns the next line of the placement.
fn placing(answer: &Answered) -> Option<orders::Placing> {
    let Placing { whisperer, side } = answer.read()?;
    Some(orders::Placing { whisperer, side })
}

/// Phase 1: returns the next entry of the programme.
fn entry(answer: &Answered) -> Option<Entry> {
    Some(match answer.read()? {
        Laid::One(card) => Entry::Card(card),
        Laid::Two(cards) => Entry::Two(cards),
    })
}

/// Adds an answer to a list of which the first legal one is given.
fn prefer<T: PartialEq + serde::de::DeserializeOwned>(list: &mut Vec<T>, answer: &Answered) {
    if let Some(value) = answer.read()
        && !answer.forced
        && !list.contains(&value)
    {
        list.push(value);
    }
}

/// Multiverse: returns which of the two cards of the last entry is played.
fn keep(answer: &Answered, last: Option<&Entry>) -> Option<PowerOrder> {
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

/// Thief: returns the card that was stolen.
fn stolen(answer: &Answered) -> Option<Action> {
    let gifts: Gifts = answer.field("gifts")?;
    let from: Color = answer.read()?;
    gifts.get(&from).copied()
}

/// Returns the line for a power that is used between two plays. It names the play unless it was used at once.
fn between_plays(question: Question, answer: &Answered, at_once: bool) -> Option<PowerOrder> {
    let each = question == Question::Mutants;
    let when = if at_once && !each {
        When::default()
    } else {
        When {
            play: answer.field("play"),
            ..When::default()
        }
    };
    if question == Question::Phoenix {
        let Choice::Use(take) = answer.read()? else {
            return None;
        };
        return Some(PowerOrder::Phoenix(TakeBack { take, when }));
    }
    if answer.read() != Some(YesNo::Use) {
        return None;
    }
    let between = Between { when };
    Some(match question {
        Question::Axis => PowerOrder::Axis(between),
        Question::Mutants => PowerOrder::Mutants(between),
        Question::StolenAction => PowerOrder::StolenAction(between),
        Question::Tyrant => PowerOrder::Tyrant(between),
        _ => PowerOrder::Zodiac(between),
    })
}

/// Returns the choice how to use a power; `None` if it is passed.
fn used<T: serde::de::DeserializeOwned>(answer: &Answered) -> Option<T> {
    match answer.read()? {
        Choice::Use(choice) => Some(choice),
        Choice::Pass => None,
    }
}

/// Returns the line for a power that is decided on once in a round, or once in each scoring.
fn once_a_round(question: Question, answer: &Answered) -> Option<PowerOrder> {
    let when = answer
        .field(SCORING)
        .map(|scoring| orders::InScoring { scoring });
    let when = when.unwrap_or_default();
    let then = Then::Pass;
    let yes = || (answer.read() == Some(YesNo::Use)).then_some(());
    Some(match question {
        Question::Agent => {
            let ages: [Age; 2] = used(answer)?;
            PowerOrder::Agent(Pair { ages })
        }
        Question::Uniter => {
            let ages: [Age; 2] = used(answer)?;
            PowerOrder::Uniter(Union { ages, when })
        }
        Question::Mimic => {
            let power: Power = used(answer)?;
            PowerOrder::Mimic(Take { power, then })
        }
        Question::Wormhole => {
            let Wormholed { whisperer, to } = used(answer)?;
            PowerOrder::Wormhole(Travel { whisperer, to })
        }
        Question::Tornado => {
            let to: Age = used(answer)?;
            PowerOrder::Tornado(Storm { to, when })
        }
        Question::Witch => {
            let to: Age = used(answer)?;
            PowerOrder::Witch(Goal { to })
        }
        Question::Titan => {
            let whisperer: Number = used(answer)?;
            PowerOrder::Titan(Triple { whisperer, when })
        }
        Question::Alliance => {
            let activate: Vec<Power> = answer.read().filter(|powers| !is_default(powers))?;
            PowerOrder::Alliance(Allies { activate, then })
        }
        Question::Assassin => {
            yes()?;
            PowerOrder::Assassin(Strike { when })
        }
        Question::Medusa => {
            yes()?;
            PowerOrder::Medusa(Plain {})
        }
        Question::Thief => {
            yes()?;
            PowerOrder::Thief(Steal { steal: vec![] })
        }
        _ => return None,
    })
}

/// The field that names the scoring.
const SCORING: &str = "scoring";
