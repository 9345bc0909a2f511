//! The results of a preview, in words that reveal nothing that a view hides.

use crate::rulesets::time_agent::{
    facts::Fact,
    names::{OwnUnit, Race},
};
use std::collections::BTreeMap;

/// The mark of a declaration that no orders make.
pub(super) const TAKEN_FOR_GRANTED: &str = " (taken for granted)";

/// Returns the race that does what a fact is about, if one does.
pub(super) fn actor(fact: &Fact) -> Option<Race> {
    match fact {
        Fact::Income { race, .. }
        | Fact::Maintained { race, .. }
        | Fact::Bought { race, .. }
        | Fact::Looked { race, .. }
        | Fact::EventAltered { race, .. }
        | Fact::InventionAltered { race, .. }
        | Fact::Rotated { race, .. }
        | Fact::PriceNotMet { race, .. } => Some(*race),
        Fact::Travelled { unit, .. } | Fact::Moved { unit, .. } => Some(unit.race),
        Fact::Searched { by, .. } | Fact::Attacked { by, .. } => Some(by.race),
        _ => None,
    }
}

/// Returns the meaning of a fact for a race, and what it costs the race. A facedown tile is named only if it was drawn
/// for this preview, never as the tile that really lies there.
pub(super) fn words(race: Race, rule: &str, fact: &Fact) -> Option<(String, Option<u32>)> {
    doing(race, fact).or_else(|| outcome(race, rule, fact))
}

/// 5, 8, 9.1: returns the words for what a race does.
fn doing(race: Race, fact: &Fact) -> Option<(String, Option<u32>)> {
    Some(match fact {
        Fact::Income {
            race: whose,
            credits,
            ..
        } if *whose == race => (format!("receive {credits} credits"), None),
        Fact::Maintained { stay, home, .. } => {
            let mut parts = vec![];
            if !stay.is_empty() {
                parts.push(format!("keep {} in the past", list::<OwnUnit>(stay)));
            }
            if !home.is_empty() {
                parts.push(format!("bring {} home", list::<OwnUnit>(home)));
            }
            (parts.join(", "), None)
        }
        Fact::Bought {
            item,
            count,
            cost,
            units,
            ..
        } => {
            let what = if units.is_empty() {
                format!(
                    "buy {count} {}{}",
                    item.name().replace('-', " "),
                    plural(*count)
                )
            } else {
                format!("buy {}", list(units))
            };
            (what, Some(*cost))
        }
        Fact::Looked { hex, cost, .. } => (format!("look at {hex}"), Some(*cost)),
        Fact::Travelled { unit, to, cost } => (
            format!("send {} to {to}", OwnUnit::from(*unit)),
            Some(*cost),
        ),
        Fact::Moved {
            unit,
            from,
            to,
            along,
        } => {
            let unit = OwnUnit::from(*unit);
            (
                format!("move {unit} along {along} from {from} to {to}"),
                None,
            )
        }
        _ => return None,
    })
}

/// 9.2 to 10: returns the words for the results.
fn outcome(race: Race, rule: &str, fact: &Fact) -> Option<(String, Option<u32>)> {
    let share = |paid: &BTreeMap<Race, u32>| paid.get(&race).copied();
    Some(match fact {
        // If all tiles are turned up at once, one line is enough.
        Fact::Flipped { .. } if rule == "9.61" => return None,
        Fact::Flipped { hex, .. } => (format!("{hex} is turned up"), None),
        Fact::AllFlipped { tiles } => (
            format!("Time Travel is presumed Disconnected: {tiles} tiles are turned up"),
            None,
        ),
        Fact::Declared {
            race,
            spot,
            opposes,
            ..
        } => {
            let says = if *opposes {
                "opposes"
            } else {
                "does not oppose"
            };
            let granted = TAKEN_FOR_GRANTED;
            (format!("{race} {says} at {spot}{granted}"), None)
        }
        Fact::Searched {
            target,
            spot,
            found: true,
            ..
        } => (format!("{target} is found at {spot}"), None),
        Fact::Attacked { spot, lost, .. } => match lost.as_slice() {
            [] => return None,
            [unit] => (format!("{unit} is eliminated at {spot}"), None),
            [target, by, ..] => {
                let by = OwnUnit::from(*by);
                (
                    format!("{target} is eliminated at {spot}, and {by} with it"),
                    None,
                )
            }
        },
        Fact::EventAltered {
            spot,
            event,
            reversed,
            paid,
            ..
        } => (
            format!("{} {event} at {spot}", undone(*reversed)),
            share(paid),
        ),
        Fact::InventionAltered {
            spot,
            technology,
            reversed,
            paid,
            ..
        } => (
            format!(
                "{} the invention of {technology} at {spot}",
                undone(*reversed)
            ),
            share(paid),
        ),
        Fact::Rotated { hex, to, paid, .. } => (format!("rotate {hex} to {to}"), share(paid)),
        Fact::PriceNotMet { spot, cost, to, .. } => (
            format!("the price of {cost} to {to} at {spot} is not met, and no player pays"),
            None,
        ),
        Fact::Technology {
            technology,
            connected,
        } => {
            let status = if *connected {
                "Connected"
            } else {
                "Disconnected"
            };
            (format!("{technology} is {status}"), None)
        }
        Fact::Points {
            race: whose,
            rp,
            vp,
        } if *whose == race => (format!("you have {rp} RP and {vp} VP"), None),
        Fact::GameOver { winners, .. } => {
            let wins = if winners.contains(&race) {
                "you win"
            } else {
                "you do not win"
            };
            (format!("the game is over, and {wins}"), None)
        }
        _ => return None,
    })
}

pub(super) fn list<T: ToString>(items: &[T]) -> String {
    let words: Vec<String> = items.iter().map(ToString::to_string).collect();
    words.join(", ")
}

/// 9.5, 9.51: returns the word for an alteration that leaves something reversed, or unreversed.
pub(super) fn undone(reversed: bool) -> &'static str {
    if reversed { "reverse" } else { "unreverse" }
}

fn plural(count: u32) -> &'static str {
    if count == 1 { "" } else { "s" }
}
