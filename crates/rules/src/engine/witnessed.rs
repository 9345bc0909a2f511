//! A turn as one seat saw it.

use super::{Audience, SeatId, Viewer};
use crate::collect::Collect;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// One entry of the journal of a turn, as one seat saw it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Witnessed {
    /// An answer.
    Answer {
        /// The seat that gave it.
        seat: SeatId,
        /// The answer; `None` if it was kept from the seat that looks.
        value: Option<Value>,
    },
    /// A roll of dice.
    Roll(Vec<u32>),
    /// A public shuffle.
    Shuffle(Vec<u32>),
    /// A hidden shuffle: the start indices in the slots that were revealed to the seat that looks.
    Deal(BTreeMap<u32, u32>),
}

/// One entry of the journal of a turn, with the seats that know it.
#[derive(Clone, Debug)]
pub(super) enum Kept {
    /// An answer, and the seats that know it besides the one that gave it; `None` if all do.
    Answer {
        seat: SeatId,
        value: Value,
        known_to: Option<Vec<SeatId>>,
    },
    /// A public draw.
    Draw(Witnessed),
    /// A hidden shuffle, and the slots that were revealed.
    Deal {
        deck: String,
        order: Vec<u32>,
        opened: Vec<(Audience, u32)>,
    },
}

impl Kept {
    /// Returns the entry as one seat saw it.
    fn seen_by(&self, viewer: &SeatId) -> Witnessed {
        match self {
            Self::Answer {
                seat,
                value,
                known_to,
            } => {
                let knows = |seats: &Vec<SeatId>| seat == viewer || seats.contains(viewer);
                Witnessed::Answer {
                    seat: seat.clone(),
                    value: known_to.as_ref().is_none_or(knows).then(|| value.clone()),
                }
            }
            Self::Draw(draw) => draw.clone(),
            Self::Deal { order, opened, .. } => {
                let slots = opened
                    .iter()
                    .filter(|(to, _)| to.includes(&Viewer::Seat(viewer.clone())));
                let items =
                    slots.filter_map(|(_, slot)| Some((*slot, *order.get(*slot as usize)?)));
                Witnessed::Deal(items.collect_map())
            }
        }
    }
}

/// Remembers that a slot of a deck was revealed, if the deck was dealt in this turn.
pub(super) fn open(turn: &mut [Kept], to: &Audience, deck: &str, slot: u32) {
    let dealt = turn.iter_mut().rev().find_map(|kept| match kept {
        Kept::Deal {
            deck: name, opened, ..
        } if name == deck => Some(opened),
        _ => None,
    });
    if let Some(opened) = dealt {
        opened.push((to.clone(), slot));
    }
}

/// Returns a turn as one seat saw it.
pub(super) fn seen_by(viewer: &SeatId, turn: &[Kept]) -> Vec<Witnessed> {
    turn.iter().map(|kept| kept.seen_by(viewer)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn seat(name: &str) -> SeatId {
        SeatId::new(name).expect("a name")
    }

    #[test]
    fn a_kept_answer_is_seen_by_its_seat_and_those_it_was_given_to() {
        let turn = [Kept::Answer {
            seat: seat("red"),
            value: json!(7),
            known_to: Some(vec![seat("blue")]),
        }];
        for (viewer, value) in [
            ("red", Some(json!(7))),
            ("blue", Some(json!(7))),
            ("green", None),
        ] {
            let seat = seat("red");
            let answer = Witnessed::Answer { seat, value };
            assert_eq!(seen_by(&self::seat(viewer), &turn), [answer], "{viewer}");
        }
    }

    #[test]
    fn of_a_hidden_shuffle_each_seat_knows_what_was_revealed_to_it() {
        let mut turn = [
            Kept::Draw(Witnessed::Roll(vec![3])),
            Kept::Deal {
                deck: "hoard".to_owned(),
                order: vec![2, 0, 1],
                opened: vec![],
            },
        ];
        open(&mut turn, &Audience::Only(vec![seat("red")]), "hoard", 0);
        open(&mut turn, &Audience::All, "hoard", 2);
        open(&mut turn, &Audience::All, "another", 1);
        for (viewer, known) in [("red", vec![(0, 2), (2, 1)]), ("blue", vec![(2, 1)])] {
            let seen = seen_by(&seat(viewer), &turn);
            let known = known.into_iter().collect();
            assert_eq!(seen, [Witnessed::Roll(vec![3]), Witnessed::Deal(known)]);
        }
    }
}
