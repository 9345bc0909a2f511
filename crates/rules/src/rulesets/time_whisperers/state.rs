//! The whole game, between two rounds or in the middle of one.

use super::{
    names::{Action, Age, Card, Color, Number, Power, Side},
    readings::{Readings, UnitedAges},
};
use crate::{collect::Collect, rulesets::kit::is_default};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The point that the game has reached in the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Setup 5: the Time Whisperers are placed.
    Placement,
    /// Immediately before phase 1.
    BeforeCardPlay,
    /// Phase 1.
    CardPlay,
    /// Phase 2, and immediately before it.
    Scoring,
    /// Phase 3, and immediately before it.
    GoldPowers,
    /// Phase 4.
    RoundReset,
    /// End of game.
    Over,
}

/// The whole game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct State {
    /// The round being played, from 1.
    pub round: u8,
    /// The point that the game has reached in the round.
    pub phase: Phase,
    /// Set in the youth game.
    #[serde(default, skip_serializing_if = "is_default")]
    pub youth: bool,
    /// The age with the phantom.
    pub phantom: Age,
    /// The players.
    pub players: BTreeMap<Color, Player>,
    /// The gold powers connected to each age, the lowest level first.
    pub slots: BTreeMap<Age, Vec<Power>>,
    /// Gold powers that no player received, and the Mimic once it was used.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub removed: BTreeSet<Power>,
    /// The play of cards of this round, from 1; 0 before the first.
    #[serde(default, skip_serializing_if = "is_default")]
    pub play: u32,
    /// The Psychic, who chooses their card of this play after the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waits: Option<Color>,
    /// The Multiverse, who chooses two cards for this play, and the cards once they are chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub two: Option<Two>,
    /// The cards that the Thief has taken this round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theft: Option<Theft>,
    /// The readings that this game has chosen for rules that can be read in two ways.
    #[serde(default, skip_serializing_if = "is_default")]
    pub readings: Readings,
    /// The ages that the Uniter has combined for the scoring that is going on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub united: Option<[Age; 2]>,
}

/// The belongings of one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Player {
    /// Victory points, round by round.
    pub vp: Vec<u32>,
    /// The Time Whisperers on the board.
    pub whisperers: BTreeMap<Number, Whisperer>,
    /// The cards in hand.
    pub hand: BTreeSet<Card>,
    /// The cards played this round, on the table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub played: Vec<Card>,
    /// The Time Whisperer that action cards affect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub activated: Option<Number>,
    /// The number card that Medusa has taken out of this round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub petrified: Option<Number>,
    /// The gold powers received, and the side of each that is up.
    pub powers: BTreeMap<Power, Face>,
    /// The power that acts as this player's for the round, by way of Mimic.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mimicked: Option<Mimicked>,
}

/// One Time Whisperer on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Whisperer {
    /// The age it stands in.
    pub age: Age,
    /// The side that is up.
    pub side: Side,
    /// Set if an augmentation disk lies beneath it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub augmented: bool,
    /// Set if the Titan tile lies beneath it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tripled: bool,
    /// Set if the Assassin has eliminated it for the rest of the round.
    #[serde(default, skip_serializing_if = "is_default")]
    pub eliminated: bool,
}

/// The side of a gold power that is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Face {
    /// The power cannot be used this round.
    Inactive,
    /// The power can be used.
    Active,
    /// The power was used this round, and flipped.
    Used,
}

/// A level II power on the board that acts as the Mimic's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mimicked {
    /// The power.
    pub power: Power,
    /// The side that is up: it shows whether the power can still be used.
    pub face: Face,
}

/// Two cards of the Multiverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Two {
    /// The player who has the Multiverse.
    pub color: Color,
    /// The cards, once they lie on the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<[Card; 2]>,
}

/// The cards that the Thief has received.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Theft {
    /// The player who has the Thief.
    pub thief: Color,
    /// The card that each opponent gave.
    pub gifts: BTreeMap<Color, Action>,
    /// The player whose card was stolen and lies face up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stolen: Option<Color>,
    /// Set once the stolen action was applied.
    #[serde(default, skip_serializing_if = "is_default")]
    pub applied: bool,
}

impl Whisperer {
    /// Returns a Time Whisperer as it is when it is placed.
    pub fn new(age: Age, side: Side) -> Self {
        Self {
            age,
            side,
            augmented: false,
            tripled: false,
            eliminated: false,
        }
    }

    /// Returns the strength: its number, doubled by an augmentation disk (Phase 1, Augmentation), tripled by the Titan
    /// (ruling C17), and 0 once the Assassin has eliminated it.
    pub(crate) fn strength(self, number: Number) -> u32 {
        let times = match (self.eliminated, self.tripled, self.augmented) {
            (true, ..) => 0,
            (_, true, _) => 3,
            (_, _, true) => 2,
            _ => 1,
        };
        number.strength() * times
    }
}

impl Theft {
    /// Returns the action of the card that was stolen.
    pub(crate) fn action(&self) -> Option<Action> {
        self.gifts.get(&self.stolen?).copied()
    }
}

impl Player {
    /// Returns the total of the victory points.
    pub(crate) fn total(&self) -> u32 {
        self.vp.iter().sum()
    }

    /// Checks whether this player may still play cards (Phase 1): they have not played Termination.
    pub(crate) fn is_live(&self) -> bool {
        !self.played.contains(&Card::TERMINATION)
    }

    /// Returns the number of cards that breaks ties (Phase 2, Phase 3): of those on the table (ruling C21).
    pub(crate) fn cards_played(&self) -> usize {
        self.played.len()
    }

    /// Returns the side of a power that is up. The power may be a tile of the player's own, or one that the Mimic acts
    /// as.
    pub(crate) fn face(&self, power: Power) -> Option<Face> {
        match self.mimicked {
            Some(mimicked) if mimicked.power == power => Some(mimicked.face),
            _ => self.powers.get(&power).copied(),
        }
    }

    /// Checks whether a power can be used (Rules for using gold powers 2).
    pub(crate) fn has(&self, power: Power) -> bool {
        self.face(power) == Some(Face::Active)
    }

    /// Returns the powers that can be used, in the order in which they are decided on.
    pub(crate) fn active(&self) -> impl Iterator<Item = Power> {
        let own = self.powers.iter().map(|(power, face)| (*power, *face));
        own.chain(self.mimicked.map(|m| (m.power, m.face)))
            .filter(|(_, face)| *face == Face::Active)
            .map(|(power, _)| power)
    }

    /// Flips a power that was used (Rules for using gold powers 2).
    pub(crate) fn flip(&mut self, power: Power) {
        match &mut self.mimicked {
            Some(mimicked) if mimicked.power == power => mimicked.face = Face::Used,
            _ => drop(self.powers.insert(power, Face::Used)),
        }
    }

    /// Turns a power up again that was used in the scoring by the Zodiac (Zodiac; ruling C13).
    pub(crate) fn turn_up(&mut self, power: Power) {
        match &mut self.mimicked {
            Some(mimicked) if mimicked.power == power => mimicked.face = Face::Active,
            _ => drop(self.powers.insert(power, Face::Active)),
        }
    }

    /// Returns the activated Time Whisperer, unless it is eliminated.
    pub(crate) fn target(&self) -> Option<(Number, Whisperer)> {
        let number = self.activated?;
        Some((number, self.whisperers[&number])).filter(|(_, w)| !w.eliminated)
    }

    /// Returns the number cards on the table, the last one last.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = Number> {
        self.played.iter().filter_map(|card| card.number())
    }
}

impl State {
    /// Returns the number of rounds of a whole game: four, or three in the youth game.
    pub(crate) fn rounds(&self) -> u8 {
        if self.youth { 3 } else { 4 }
    }

    /// Returns the highest number in play: 3 with four players (Setup changes for 4 players).
    pub fn highest(&self) -> Number {
        if self.players.len() == 4 {
            Number::THREE
        } else {
            Number::FOUR
        }
    }

    /// Returns an age, together with the one that the Uniter has combined with it (ruling C32).
    pub(crate) fn united_with(&self, age: Age) -> Vec<Age> {
        match self.united {
            Some(pair) if self.readings.united_ages == UnitedAges::One && pair.contains(&age) => {
                pair.to_vec()
            }
            _ => vec![age],
        }
    }

    /// Returns a player.
    ///
    /// # Panics
    /// If the color is not in the game: the rules never name such a color.
    pub(crate) fn player(&self, color: Color) -> &Player {
        self.players.get(&color).expect("a color that plays")
    }

    /// Returns a player, to change them.
    ///
    /// # Panics
    /// As [`State::player`].
    pub(crate) fn player_mut(&mut self, color: Color) -> &mut Player {
        self.players.get_mut(&color).expect("a color that plays")
    }

    /// Returns a Time Whisperer.
    pub(crate) fn whisperer(&self, color: Color, number: Number) -> Whisperer {
        self.player(color).whisperers[&number]
    }

    /// Returns a Time Whisperer, to change it.
    ///
    /// # Panics
    /// If it does not exist: the rules only name Time Whisperers on the board.
    pub(crate) fn whisperer_mut(&mut self, color: Color, number: Number) -> &mut Whisperer {
        let whisperers = &mut self.player_mut(color).whisperers;
        whisperers.get_mut(&number).expect("a number in play")
    }

    /// Returns the colors in the game.
    pub(crate) fn colors(&self) -> Vec<Color> {
        self.players.keys().copied().collect()
    }

    /// Returns all other colors.
    pub(crate) fn opponents(&self, color: Color) -> impl Iterator<Item = Color> {
        self.players.keys().copied().filter(move |c| *c != color)
    }

    /// Returns the colors of the players who may still play cards.
    pub(crate) fn live(&self) -> Vec<Color> {
        let live = self.players.iter().filter(|(_, player)| player.is_live());
        live.map(|(color, _)| *color).collect()
    }

    /// Returns the cards that a player has before card play begins (Components; Setup changes for 4 players; Youth
    /// game).
    pub fn full_hand(&self) -> BTreeSet<Card> {
        let numbers = Number::up_to(self.highest()).map(Card::Number);
        let actions = Action::ALL.iter().copied();
        let actions = actions.filter(|action| !(self.youth && *action == Action::Inversion));
        numbers.chain(actions.map(Card::Action)).collect_set()
    }
}
