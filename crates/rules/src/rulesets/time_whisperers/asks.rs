//! The kinds of ask, and the types of their answers.

use super::names::{Action, Age, Card, Color, Number, Power, Side, WhichScoring};
use crate::{
    engine::{Reads, reads},
    rulesets::kit::{asks, sections},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

asks! {
    Place: Placing = "place", "which Time Whisperer to place (Setup 5)", &[("age", reads::<Age>)];
    Mimic: Choice<Power> = "mimic", "whether to use the Mimic, and on what", &[];
    Wormhole: Choice<Wormholed> = "wormhole", "whether to use the Wormhole, and how", &[];
    Thief: YesNo = "thief", "whether to use the Thief", &[];
    Gift: Action = "gift", "which action card to give to the Thief", &[("thief", reads::<Color>)];
    Steal: Color = "steal", "whose card the Thief steals", &[("gifts", reads::<Gifts>)];
    Witch: Choice<Age> = "witch", "whether to use the Witch, and where", &[];
    Alliance: Vec<Power> = "alliance", "which powers the Alliance activates", &[];
    Medusa: YesNo = "medusa", "whether to use Medusa", &[];
    Axis: YesNo = "axis", "whether to use the Axis", BETWEEN_PLAYS, offered: true;
    Psychic: YesNo = "psychic", "whether to use the Psychic in the next play", BETWEEN_PLAYS, offered: true;
    Multiverse: YesNo = "multiverse", "whether to use the Multiverse in the next play",
        BETWEEN_PLAYS, offered: true;
    Mutants: YesNo = "mutants", "whether to use the Mutants", BETWEEN_PLAYS, offered: true;
    Phoenix: Choice<Card> = "phoenix", "whether to use the Phoenix, and for which card",
        BETWEEN_PLAYS, offered: true;
    StolenAction: YesNo = "stolen-action", "whether to apply the Thief's stolen action",
        BETWEEN_PLAYS, offered: true;
    Tyrant: YesNo = "tyrant", "whether to use the Tyrant", BETWEEN_PLAYS, offered: true;
    Zodiac: YesNo = "zodiac", "whether to use the Zodiac", BETWEEN_PLAYS, offered: true;
    Card: Laid = "card", "which card to play (Phase 1)", &[("play", reads::<u32>)];
    PsychicCard: Card = "psychic-card", "which card the Psychic plays, after seeing the others'", IN_PLAY;
    Keep: Card = "keep", "which of its two cards the Multiverse plays", IN_PLAY;
    Tornado: Choice<Age> = "tornado", "whether to use the Tornado, and where", SCORING;
    Titan: Choice<Number> = "titan", "whether to use the Titan, and for whom", SCORING;
    Uniter: Choice<[Age; 2]> = "uniter", "whether to use the Uniter, and where", SCORING;
    Assassin: YesNo = "assassin", "whether to use the Assassin", &[
        ("scoring", reads::<WhichScoring>),
        ("age", reads::<Age>),
        ("victims", reads::<Vec<Victim>>),
    ];
    Agent: Choice<[Age; 2]> = "agent", "whether to use the Agent, and where", &[];
    Activate: Power = "activate", "which gold power to activate (Phase 4)", &[("round", reads::<u8>)];
}

sections! {
    Placement: Place;
    Programme: Card, PsychicCard, Psychic, Multiverse, Keep;
    BetweenPlays: Axis, Mutants, Phoenix, StolenAction, Tyrant, Zodiac;
    OnceARound: Mimic, Wormhole, Thief, Witch, Alliance, Medusa, Tornado, Titan, Uniter, Assassin, Agent;
    Wishes: Gift, Steal, Activate;
}

/// The fields of an ask between two plays: the next play, the seat's last card, and its activated Time Whisperer.
pub(super) const BETWEEN_PLAYS: &[(&str, Reads)] = &[
    ("play", reads::<u32>),
    ("card", reads::<Card>),
    ("whisperer", reads::<Number>),
    ("side", reads::<Side>),
    ("age", reads::<Age>),
];

/// The fields of an ask in the middle of a play.
const IN_PLAY: &[(&str, Reads)] = &[("play", reads::<u32>), ("seen", reads::<Seen>)];

/// The fields of an ask before or in a scoring.
const SCORING: &[(&str, Reads)] = &[("scoring", reads::<WhichScoring>)];

/// The choices that lie open on the table in a play that is not finished.
pub(super) type Seen = BTreeMap<Color, Laid>;

/// Thief: the cards that the opponents give.
pub(super) type Gifts = BTreeMap<Color, Action>;

/// Setup 5: one secret choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Placing {
    pub whisperer: Number,
    pub side: Side,
}

/// The choice whether and how to use a power: its use is always optional (Rules for using gold powers 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Choice<T> {
    Pass,
    Use(T),
}

/// The choice whether to use a power that needs no further choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum YesNo {
    Pass,
    Use,
}

impl YesNo {
    pub(super) fn both() -> Vec<Self> {
        vec![Self::Pass, Self::Use]
    }
}

/// Wormhole: one of the player's Time Whisperers, and the age where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wormholed {
    pub whisperer: Number,
    pub to: Age,
}

/// The choice that a player lays face down: a card, or the two of the Multiverse, the more wanted first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Laid {
    One(Card),
    Two([Card; 2]),
}

/// A Time Whisperer that the Assassin would eliminate.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "it is read to see whether it can be read")]
struct Victim {
    color: Color,
    whisperer: Number,
}
