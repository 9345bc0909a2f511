//! The body of an order file, in the rulebook's words.

mod programme;

pub use programme::Entry;

use super::{
    asks,
    names::{Action, Age, Card, Number, Power, Side, WhichScoring},
};
use crate::rulesets::kit::is_default;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;

/// Orders for one round of The Time Whisperers. You are asked about anything left out when it comes up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Orders {
    /// Setup 5, in the first round: the Time Whisperers to place, in the order Dawn, Day, Dusk, Night. Each
    /// choice stays secret until all have chosen for its age.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub placement: Vec<Placing>,
    /// Phase 1: the cards to play, one after another. Each is secret until all have chosen theirs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub programme: Vec<Entry>,
    /// The use of gold powers; the first line that fits is your answer. If there is a list, even an empty
    /// one, no other power is used before phases 1, 2 and 3, except those that `wake` names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub powers: Option<Vec<PowerOrder>>,
    /// Thief: which action card to give to a Thief, the first that you have in hand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gift: Vec<Action>,
    /// Phase 4: the gold power to activate for the next round, the first that you own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub activate: Vec<Power>,
}

/// Setup 5: one Time Whisperer and its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Placing {
    /// Its number.
    pub whisperer: Number,
    /// The side that is up; dark unless given.
    #[serde(default = "dark")]
    pub side: Side,
}

fn dark() -> Side {
    Side::Dark
}

/// The use of one gold power.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PowerOrder {
    /// Immediately before phase 3: exchange the lowest powers of two adjacent ages.
    Agent(Pair),
    /// Between two plays: the Time Whisperers of your last two number cards change places.
    Axis(Between),
    /// Immediately before phase 1: take this level II power on the board.
    Mimic(Take),
    /// Immediately before phase 1: move one of your Time Whisperers.
    Wormhole(Travel),
    /// During phase 1: which of two cards you play, without being asked.
    Multiverse(Keep),
    /// Between two plays: flip the Time Whisperer of the number card you have just played.
    Mutants(Between),
    /// Between two plays: take a played card back.
    Phoenix(TakeBack),
    /// Immediately before phase 1: what to steal, the first that was given.
    Thief(Steal),
    /// Between two plays: apply the stolen action.
    StolenAction(Between),
    /// Immediately before phase 2: where the opponents' number 1 go.
    Tornado(Storm),
    /// Immediately before phase 1: where the phantom goes.
    Witch(Goal),
    /// Immediately before phase 1: up to three other powers of yours.
    Alliance(Allies),
    /// In phase 2: strike where your number 1 is.
    Assassin(Strike),
    /// Immediately before phase 1: take the highest number cards out of the round.
    Medusa(Plain),
    /// Immediately before phase 2: which augmented Time Whisperer.
    Titan(Triple),
    /// Between two plays: the action of your last card, for all opponents.
    Tyrant(Between),
    /// Immediately before phase 2: two adjacent ages.
    Uniter(Union),
    /// Between two plays: score now.
    Zodiac(Between),
}

/// A power that needs no further choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plain {}

/// Two ages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// Adjacent ages, in either order.
    pub ages: [Age; 2],
}

/// One age.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Goal {
    /// The destination.
    pub to: Age,
}

/// A power on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Take {
    /// The power; the lines for it follow in this list.
    pub power: Power,
    /// The rule for that power where this list has no line for it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub then: Then,
}

/// The rule for powers that Mimic or Alliance has brought in, where the list has no line for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Then {
    /// You are asked whenever one of them may be used.
    Ask,
    /// They are not used.
    #[default]
    Pass,
}

/// One of your Time Whisperers, and its destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Travel {
    /// Its number.
    pub whisperer: Number,
    /// The destination.
    pub to: Age,
}

/// Tornado: one age, and the scoring before which it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Storm {
    /// The destination.
    pub to: Age,
    /// In which scoring; left out: in phase 2.
    #[serde(default, skip_serializing_if = "is_default")]
    pub when: InScoring,
}

/// Titan: one of your Time Whisperers, and the scoring before which it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Triple {
    /// Its number.
    pub whisperer: Number,
    /// In which scoring; left out: in phase 2.
    #[serde(default, skip_serializing_if = "is_default")]
    pub when: InScoring,
}

/// Uniter: two ages, and the scoring before which it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Union {
    /// Adjacent ages, in either order.
    pub ages: [Age; 2],
    /// In which scoring; left out: in phase 2.
    #[serde(default, skip_serializing_if = "is_default")]
    pub when: InScoring,
}

/// Assassin: the scoring in which it is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Strike {
    /// In which scoring; left out: in phase 2.
    #[serde(skip_serializing_if = "is_default")]
    pub when: InScoring,
}

/// One of the two scorings of a round with a Zodiac in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InScoring {
    /// That of phase 2, or that of the Zodiac.
    pub scoring: WhichScoring,
}

impl Default for InScoring {
    fn default() -> Self {
        let scoring = WhichScoring::Phase;
        Self { scoring }
    }
}

/// Other powers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Allies {
    /// The powers; the lines for them follow in this list.
    pub activate: Vec<Power>,
    /// The rule for those powers for which this list has no line.
    #[serde(default, skip_serializing_if = "is_default")]
    pub then: Then,
}

/// The cards that you would like to steal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Steal {
    /// The most wanted first; left out: you are asked when you have seen them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steal: Vec<Action>,
}

/// The card that is played, of the Multiverse's two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Keep {
    /// The first or the second of the programme's two.
    pub play: Which,
    /// Only in this play; left out: in every one.
    #[serde(default, skip_serializing_if = "is_default")]
    pub when: InPlay,
}

/// A play in which the Multiverse lays two cards; a field that is left out fits any play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct InPlay {
    /// The number of the play, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<NonZeroU32>,
}

/// One of two cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Which {
    /// The one named first.
    First,
    /// The one named second.
    Second,
}

/// A card to take back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeBack {
    /// The card.
    pub take: Card,
    /// Only at such a moment.
    #[serde(default, skip_serializing_if = "is_default")]
    pub when: When,
}

/// A use between two plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Between {
    /// Only at such a moment; left out: as soon as it is possible.
    #[serde(skip_serializing_if = "is_default")]
    pub when: When,
}

/// A moment between two plays; a field that is left out fits any moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct When {
    /// The number of the play that comes next, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<NonZeroU32>,
    /// The card you played last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
    /// Your activated Time Whisperer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whisperer: Option<Number>,
    /// The side it shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// The age it stands in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub age: Option<Age>,
}

impl PowerOrder {
    /// Mimic, Alliance: checks whether the line brings in a power and asks to be woken for it.
    pub(crate) fn asks_about(&self, power: Power) -> bool {
        match self {
            Self::Mimic(take) => take.then == Then::Ask && take.power == power,
            Self::Alliance(allies) => allies.then == Then::Ask && allies.activate.contains(&power),
            _ => false,
        }
    }

    /// Returns the moment between two plays that the line waits for, if it waits for one.
    pub(crate) fn when(&self) -> Option<When> {
        match self {
            Self::Axis(between)
            | Self::Mutants(between)
            | Self::StolenAction(between)
            | Self::Tyrant(between)
            | Self::Zodiac(between) => Some(between.when),
            Self::Multiverse(keep) => Some(When {
                play: keep.when.play,
                ..When::default()
            }),
            Self::Phoenix(back) => Some(back.when),
            _ => None,
        }
    }

    /// Returns the kind of ask that the line answers.
    pub(crate) fn ask(&self) -> &'static str {
        match self {
            Self::StolenAction(_) => asks::StolenAction.name(),
            Self::Multiverse(_) => asks::Keep.name(),
            other => other.power().name(),
        }
    }

    /// Tornado, Titan, Uniter, Assassin: returns the scoring that the line is for (ruling C13).
    pub(crate) fn scoring(&self) -> Option<WhichScoring> {
        match self {
            Self::Tornado(Storm { when, .. })
            | Self::Titan(Triple { when, .. })
            | Self::Uniter(Union { when, .. })
            | Self::Assassin(Strike { when }) => Some(when.scoring),
            _ => None,
        }
    }

    /// Returns the power that the line is about.
    pub(crate) fn power(&self) -> Power {
        match self {
            Self::Agent(_) => Power::Agent,
            Self::Axis(_) => Power::Axis,
            Self::Mimic(_) => Power::Mimic,
            Self::Wormhole(_) => Power::Wormhole,
            Self::Multiverse(_) => Power::Multiverse,
            Self::Mutants(_) => Power::Mutants,
            Self::Phoenix(_) => Power::Phoenix,
            Self::Thief(_) | Self::StolenAction(_) => Power::Thief,
            Self::Tornado(_) => Power::Tornado,
            Self::Witch(_) => Power::Witch,
            Self::Alliance(_) => Power::Alliance,
            Self::Assassin(_) => Power::Assassin,
            Self::Medusa(_) => Power::Medusa,
            Self::Titan(_) => Power::Titan,
            Self::Tyrant(_) => Power::Tyrant,
            Self::Uniter(_) => Power::Uniter,
            Self::Zodiac(_) => Power::Zodiac,
        }
    }
}
