//! The facts of a game, as data: everything that can happen. The wording is in the templates.

use super::names::{Action, Age, Card, Color, Number, Power, Side};
use crate::rulesets::kit::is_default;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[expect(missing_docs, reason = "the fields say it in the rulebook's words")]
pub enum Fact {
    /// Setup 1: the gold powers were laid out.
    LaidOut { slots: BTreeMap<Age, Vec<Power>> },
    /// Setup 2: the phantom was placed in its first age.
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
    /// Thief: the card that was given, told only to giver and Thief.
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
    /// Psychic: the player waits for the cards of all opponents.
    Waits { color: Color },
    /// Multiverse: the two cards to choose between were laid.
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
    /// Phase 1: a number card was played, but its Time Whisperer is eliminated (ruling C31).
    NobodyActivated { color: Color, whisperer: Number },
    /// Phoenix: a card was taken back.
    TookBack { color: Color, card: Card },
    /// Phase 1: all players have terminated.
    CardPlayOver { cards: BTreeMap<Color, usize> },
    /// Titan: the strength of a Time Whisperer was tripled.
    Tripled {
        color: Color,
        whisperer: Number,
        strength: u32,
    },
    /// Uniter: two ages count as one.
    United { color: Color, ages: [Age; 2] },
    /// Assassin: a Time Whisperer is eliminated for the rest of the round.
    Eliminated {
        color: Color,
        whisperer: Number,
        age: Age,
    },
    /// Phase 2, Zodiac: scoring begins.
    Scoring { by: ScoringBy },
    /// Phase 2: the dark controller of an age, or of two united ones, and the victory points for it.
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
    /// Phase 2: the victory points of all players after the scoring.
    Score { vp: BTreeMap<Color, u32> },
    /// Agent: two gold powers changed places.
    Exchanged { ages: [Age; 2], powers: [Power; 2] },
    /// Phase 3: the gold controller of an age, and the power they receive.
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
    /// Mimic: its tile was removed from the game.
    Removed { color: Color, power: Power },
    /// Assassin: an eliminated Time Whisperer is back (ruling C14).
    Returned {
        color: Color,
        whisperer: Number,
        age: Age,
    },
    /// Phase 4.4: the power a player chose for the next round.
    ActivatedPower { color: Color, power: Power },
    /// End of game: the game is over.
    GameOver {
        vp: BTreeMap<Color, u32>,
        by: WonBy,
        winners: Vec<Color>,
    },
}

/// The reason why an action had no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoEffect {
    /// No number card was played before the action.
    NobodyActivated,
    /// The activated Time Whisperer is augmented already.
    AugmentedAlready,
    /// The activated Time Whisperer is eliminated.
    Eliminated,
}

/// The occasion of a scoring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScoringBy {
    /// Phase 2.
    Phase,
    /// The Zodiac of this color.
    Zodiac(Color),
}

/// The criterion that decided who controls an age.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decided {
    /// The highest total strength.
    Strength,
    /// A tie that the Judge won.
    Judge,
    /// A tie that was won by the fewest cards.
    FewestCards,
    /// A tie that was not broken.
    Tie,
    /// No player had any strength there.
    NoStrength,
}

/// The addition of a gold power to a total strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extra {
    /// The power.
    pub power: Power,
    /// The part of the strength that the power adds.
    pub plus: u32,
    /// Set if the power acts as the Mimic's.
    #[serde(default, skip_serializing_if = "is_default")]
    pub mimic: bool,
}

/// The sources of victory points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vp {
    /// One for each age.
    pub ages: u32,
    /// For the phantom's age.
    #[serde(default, skip_serializing_if = "is_default")]
    pub phantom: u32,
    /// The points that the Deity adds.
    #[serde(default, skip_serializing_if = "is_default")]
    pub deity: u32,
}

impl Vp {
    /// Returns the sum of the points.
    pub(crate) fn total(self) -> u32 {
        self.ages + self.phantom + self.deity
    }
}

/// The criterion that decided the game.
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
    /// A tie that no criterion broke.
    Shared,
}
