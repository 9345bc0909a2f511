//! The game as one viewer may see it.

use super::{
    TimeWhisperers,
    names::{Action, Age, Card, Color, Number, Power, Side},
    readings::Readings,
    state::{Face, Mimicked, Phase, Player, State, Two},
};
use crate::{
    collect::Collect,
    engine::Viewer,
    rulesets::kit::{is_default, side},
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The game as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct View {
    /// The round, from 1.
    pub round: u8,
    /// The number of rounds.
    pub rounds: u8,
    /// The point that the game has reached in the round.
    pub phase: Phase,
    /// Set in the youth game.
    #[serde(default, skip_serializing_if = "is_default")]
    pub youth: bool,
    /// The play of cards, from 1; 0 before the first.
    pub play: u32,
    /// The age with the phantom.
    pub phantom: Age,
    /// The ages in clockwise order, with the powers connected to them.
    pub ages: Vec<AgeView>,
    /// The players.
    pub players: BTreeMap<Color, PlayerView>,
    /// Gold powers that are out of the game.
    pub removed: BTreeSet<Power>,
    /// The Psychic, who chooses after the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waits: Option<Color>,
    /// The Multiverse, who chooses between two cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub two: Option<Two>,
    /// The cards that the Thief has taken, as far as this viewer knows them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theft: Option<TheftView>,
    /// The readings that this game has chosen for rules that can be read in two ways.
    #[serde(default, skip_serializing_if = "is_default")]
    pub readings: Readings,
    /// Ages that count as one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub united: Option<[Age; 2]>,
}

/// One age.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgeView {
    /// The age itself.
    pub age: Age,
    /// Its name in prose.
    pub name: String,
    /// The gold powers connected to it, the lowest level first.
    pub powers: Vec<Power>,
}

/// The belongings of one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlayerView {
    /// Victory points.
    pub total: u32,
    /// Victory points, round by round.
    pub vp: Vec<u32>,
    /// The Time Whisperers on the board, by number.
    pub whisperers: Vec<WhispererView>,
    /// The Time Whisperer that action cards affect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub activated: Option<Number>,
    /// The number of cards in hand.
    pub cards: usize,
    /// The cards in hand, if the player is the viewer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<BTreeSet<Card>>,
    /// The cards on the table.
    pub played: Vec<Card>,
    /// Set once card play is over for this player.
    pub terminated: bool,
    /// The number card that Medusa has taken out of this round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub petrified: Option<Number>,
    /// Gold powers, and the side of each that is up.
    pub powers: BTreeMap<Power, Face>,
    /// The power that acts as this player's, through the Mimic.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mimicked: Option<Mimicked>,
}

/// One Time Whisperer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WhispererView {
    /// Its number.
    pub number: Number,
    /// The age it stands in.
    pub age: Age,
    /// The side that is up.
    pub side: Side,
    /// Its present strength.
    pub strength: u32,
    /// Set if a disk lies beneath it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub augmented: bool,
    /// Set if the Titan lies beneath it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tripled: bool,
    /// Set if it is out for the rest of the round.
    #[serde(default, skip_serializing_if = "is_default")]
    pub eliminated: bool,
}

/// The cards that the Thief has taken, as far as a viewer knows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TheftView {
    /// The player who has the cards.
    pub thief: Color,
    /// The stolen card and the player it was stolen from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stolen: Option<Stolen>,
    /// Set once the stolen action was applied.
    pub applied: bool,
    /// The cards that this viewer knows: all of them for the Thief, their own for a giver.
    pub known: BTreeMap<Color, Action>,
}

/// A stolen card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stolen {
    /// The player it was stolen from.
    pub from: Color,
    /// The card itself.
    pub card: Action,
}

/// Returns the color of a viewer who takes part in the game.
fn own(state: &State, viewer: &Viewer) -> Option<Color> {
    let color = side(viewer.seat()?)?;
    state.players.contains_key(&color).then_some(color)
}

impl TimeWhisperers {
    /// Builds the view of one viewer.
    pub(super) fn seen_by(&self, state: &State, viewer: &Viewer) -> View {
        let own = own(state, viewer);
        let age = |content: &super::content::AgeContent| AgeView {
            age: content.id,
            name: content.name.clone(),
            powers: state.slots.get(&content.id).cloned().unwrap_or_default(),
        };
        let players = state.players.iter();
        let players = players.map(|(c, player)| (*c, player_view(player, own == Some(*c))));
        View {
            round: state.round,
            rounds: state.rounds(),
            phase: state.phase,
            youth: state.youth,
            play: state.play,
            phantom: state.phantom,
            ages: self.content.ages.iter().map(age).collect(),
            players: players.collect_map(),
            removed: state.removed.clone(),
            waits: state.waits,
            two: state.two,
            theft: theft_view(state, own),
            readings: state.readings,
            united: state.united,
        }
    }
}

/// Thief: checks whether a viewer knows which card a giver gave. The giver and the Thief know it, and all players once
/// it is stolen.
fn knows(state: &State, viewer: Option<Color>, giver: Color) -> bool {
    state.theft.as_ref().is_some_and(|theft| {
        theft.stolen == Some(giver) || viewer.is_some_and(|own| own == giver || own == theft.thief)
    })
}

fn theft_view(state: &State, own: Option<Color>) -> Option<TheftView> {
    let theft = state.theft.as_ref()?;
    let stolen = theft.stolen.zip(theft.action());
    let gifts = theft.gifts.iter();
    Some(TheftView {
        thief: theft.thief,
        stolen: stolen.map(|(from, card)| Stolen { from, card }),
        applied: theft.applied,
        known: gifts
            .filter(|(giver, _)| knows(state, own, **giver))
            .map(|(giver, card)| (*giver, *card))
            .collect_map(),
    })
}

fn player_view(player: &Player, own: bool) -> PlayerView {
    PlayerView {
        total: player.total(),
        vp: player.vp.clone(),
        whisperers: player
            .whisperers
            .iter()
            .map(|(number, whisperer)| WhispererView {
                number: *number,
                age: whisperer.age,
                side: whisperer.side,
                strength: whisperer.strength(*number),
                augmented: whisperer.augmented,
                tripled: whisperer.tripled,
                eliminated: whisperer.eliminated,
            })
            .collect(),
        activated: player.activated,
        cards: player.hand.len(),
        hand: own.then(|| player.hand.clone()),
        played: player.played.clone(),
        terminated: !player.is_live(),
        petrified: player.petrified,
        powers: player.powers.clone(),
        mimicked: player.mimicked,
    }
}
