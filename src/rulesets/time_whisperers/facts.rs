//! What can happen, as data; its words are in the templates.

use super::names::{Action, Age, Card, Color, Number, Power, Side};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[expect(missing_docs, reason = "the fields say it in the rulebook's words")]
pub enum Fact {
    /// Setup 1: the gold powers were laid out.
    LaidOut { slots: BTreeMap<Age, Vec<Power>> },
    /// Setup 2: where the phantom begins.
    PhantomPlaced { age: Age },
    /// Setup 5: a Time Whisperer was revealed and placed.
    Placed {
        color: Color,
        whisperer: Number,
        side: Side,
        age: Age,
    },
    /// Game overview: a round begins.
    Round { round: u8 },
    /// Rules for using gold powers 2: a gold power was used.
    Used { color: Color, power: Power },
    /// Mimic: the power that acts as the Mimic's for the round.
    Mimicked { color: Color, power: Power },
    /// Thief: a card was given, face down.
    Gave { color: Color, to: Color },
    /// Thief: which card that was, told to giver and Thief.
    Gift {
        color: Color,
        to: Color,
        card: Action,
    },
    /// Thief: a card was stolen and lies face up.
    Stole {
        color: Color,
        from: Color,
        card: Action,
    },
    /// Thief: the action of the stolen card was applied.
    StolenAction { color: Color, card: Action },
    /// Alliance: powers were activated for the round.
    Allied { color: Color, powers: Vec<Power> },
    /// Medusa: a number card is out of the round.
    Petrified { color: Color, card: Number },
    /// Witch, Phase 4.1: the phantom moved.
    PhantomMoved { from: Age, to: Age },
    /// Phase 4.1: the phantom stayed.
    PhantomStayed { age: Age },
    /// Phase 1: a play of cards begins.
    Play { play: u32 },
    /// Psychic: he waits for the cards of all opponents.
    Waits { color: Color },
    /// Multiverse: the two cards to choose between.
    Laid {
        play: u32,
        color: Color,
        cards: [Card; 2],
    },
    /// Phase 1: a card was played.
    Played { play: u32, color: Color, card: Card },
    /// Phase 1: a Time Whisperer was activated.
    Activated { color: Color, whisperer: Number },
    /// Progression, Retrogression, Axis, Wormhole, Tornado: a Time Whisperer moved.
    Moved {
        color: Color,
        whisperer: Number,
        from: Age,
        to: Age,
    },
    /// Inversion, Mutants: a Time Whisperer was flipped.
    Flipped {
        color: Color,
        whisperer: Number,
        to: Side,
    },
    /// Augmentation: a disk was placed beneath a Time Whisperer.
    Augmented {
        color: Color,
        whisperer: Number,
        strength: u32,
    },
    /// Phase 1: an action had no effect.
    NoEffect {
        color: Color,
        action: Action,
        why: NoEffect,
    },
    /// Phase 1: a number card of a Time Whisperer that is eliminated (ruling C31).
    NobodyActivated { color: Color, whisperer: Number },
    /// Phoenix: a card was taken back.
    TookBack { color: Color, card: Card },
    /// Phase 1: everybody has terminated.
    CardPlayOver { cards: BTreeMap<Color, usize> },
    /// Titan: a Time Whisperer's strength is tripled.
    Tripled {
        color: Color,
        whisperer: Number,
        strength: u32,
    },
    /// Uniter: two ages count as one.
    United { color: Color, ages: [Age; 2] },
    /// Assassin: a Time Whisperer is out for the rest of the round.
    Eliminated {
        color: Color,
        whisperer: Number,
        age: Age,
    },
    /// Phase 2, Zodiac: scoring begins.
    Scoring { by: ScoringBy },
    /// Phase 2: who controls an age, or two united ones, and what that brings.
    DarkControl {
        ages: Vec<Age>,
        strength: BTreeMap<Color, u32>,
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        extra: BTreeMap<Color, Vec<Extra>>,
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        cards: BTreeMap<Color, usize>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        controller: Option<Color>,
        by: Decided,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        vp: Option<Vp>,
    },
    /// Phase 2: the score after it.
    Score { vp: BTreeMap<Color, u32> },
    /// Agent: two gold powers changed places.
    Exchanged { ages: [Age; 2], powers: [Power; 2] },
    /// Phase 3: who controls an age by gold, and the power that follows from it.
    GoldControl {
        age: Age,
        strength: BTreeMap<Color, u32>,
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        extra: BTreeMap<Color, Vec<Extra>>,
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        cards: BTreeMap<Color, usize>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        controller: Option<Color>,
        by: Decided,
        power: Power,
    },
    /// Mimic: the tile is removed from the game.
    Removed { color: Color, power: Power },
    /// Assassin: an eliminated Time Whisperer is back (ruling C14).
    Returned {
        color: Color,
        whisperer: Number,
        age: Age,
    },
    /// Phase 4.4: the power for the next round.
    ActivatedPower { color: Color, power: Power },
    /// End of game.
    GameOver {
        vp: BTreeMap<Color, u32>,
        by: WonBy,
        winners: Vec<Color>,
    },
}

/// Why an action had no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoEffect {
    /// No number card was played before it.
    NobodyActivated,
    /// The activated Time Whisperer is augmented already.
    AugmentedAlready,
    /// The activated Time Whisperer is eliminated.
    Eliminated,
}

/// What makes ages count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScoringBy {
    /// Phase 2.
    Phase,
    /// The Zodiac of this color.
    Zodiac(Color),
}

/// What decided who controls an age.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decided {
    /// The highest total strength.
    Strength,
    /// A tie that the Judge won.
    Judge,
    /// A tie that the fewest cards won.
    FewestCards,
    /// A tie that was not broken.
    Tie,
    /// There was no strength at all.
    NoStrength,
}

/// What a gold power adds to a total strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extra {
    /// The power.
    pub power: Power,
    /// How much of the strength is its.
    pub plus: u32,
    /// Whether it acts as the Mimic's.
    #[serde(default, skip_serializing_if = "super::state::is_false")]
    pub mimic: bool,
}

/// Where victory points come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vp {
    /// One for each age.
    pub ages: u32,
    /// For the phantom's age.
    #[serde(default, skip_serializing_if = "super::state::is_zero")]
    pub phantom: u32,
    /// What the Deity adds.
    #[serde(default, skip_serializing_if = "super::state::is_zero")]
    pub deity: u32,
}

impl Vp {
    /// All of them.
    pub fn total(self) -> u32 {
        self.ages + self.phantom + self.deity
    }
}

/// What decided the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WonBy {
    /// The most victory points.
    VictoryPoints,
    /// A tie: the highest total gold strength.
    GoldStrength,
    /// A tie: the fewest cards in the last round.
    FewestCards,
    /// A tie: dark control of the phantom's age in the last round.
    PhantomAge,
    /// A tie that nothing broke.
    Shared,
}
