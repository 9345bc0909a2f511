//! The preview: a player's own cards and powers are executed on their view, to the end of phase 1. What the others play
//! is secret, so from phase 2 on there is no preview.

use super::{
    Table, TimeWhisperers,
    asks::{self, Seen},
    facts::Fact,
    names::{Age, Card, Color},
    powers::Window,
    state::{Phase, Player, State, Theft, Whisperer},
    view::{PlayerView, View},
};
use crate::{
    engine::{Ahead, Drawn, Play, SeatId, Step},
    rulesets::kit::side,
};
use std::collections::BTreeSet;

fn own(view: &View, seat: &SeatId) -> Option<Color> {
    let color: Color = side(seat)?;
    view.players.contains_key(&color).then_some(color)
}

/// Returns a player as a view shows them. The hand of an opponent consists of the cards they have not played.
fn imagined_player(player: &PlayerView, full: &BTreeSet<Card>) -> Player {
    let gone = |card: &Card| {
        player.played.contains(card) || player.petrified.map(Card::Number) == Some(*card)
    };
    let left = || full.iter().copied().filter(|card| !gone(card)).collect();
    let whisperers = player.whisperers.iter().map(|seen| {
        let whisperer = Whisperer {
            augmented: seen.augmented,
            tripled: seen.tripled,
            eliminated: seen.eliminated,
            ..Whisperer::new(seen.age, seen.side)
        };
        (seen.number, whisperer)
    });
    Player {
        vp: player.vp.clone(),
        whisperers: whisperers.collect(),
        hand: player.hand.clone().unwrap_or_else(left),
        played: player.played.clone(),
        activated: player.activated,
        petrified: player.petrified,
        powers: player.powers.clone(),
        mimicked: player.mimicked,
    }
}

/// Returns a state that agrees with a view.
fn imagined(view: &View) -> State {
    let slots = view.ages.iter().map(|age| (age.age, age.powers.clone()));
    let theft = view.theft.as_ref().map(|theft| Theft {
        thief: theft.thief,
        gifts: theft.known.clone(),
        stolen: theft.stolen.map(|stolen| stolen.from),
        applied: theft.applied,
    });
    let everybody = BTreeSet::new();
    let players = |full: &BTreeSet<Card>| {
        let players = view.players.iter();
        players
            .map(|(color, player)| (*color, imagined_player(player, full)))
            .collect()
    };
    let mut state = State {
        round: view.round,
        phase: view.phase,
        youth: view.youth,
        phantom: view.phantom,
        players: players(&everybody),
        slots: slots.collect(),
        removed: view.removed.clone(),
        play: view.play,
        waits: view.waits,
        two: view.two,
        theft,
        readings: view.readings,
        united: view.united,
    };
    // The number of players decides which cards exist.
    state.players = players(&state.full_hand());
    if let Some(theft) = &view.theft {
        for (giver, gift) in &theft.known {
            if let Some(player) = state.players.get_mut(giver) {
                player.hand.remove(&Card::Action(*gift));
            }
        }
    }
    state
}

impl Ahead<View, State, Fact> for TimeWhisperers {
    fn imagine(&self, view: &View, seat: &SeatId, _: &Drawn) -> Option<State> {
        let player = &view.players[&own(view, seat)?];
        let before = matches!(
            view.phase,
            Phase::Placement | Phase::BeforeCardPlay | Phase::CardPlay
        );
        // A view that was cut short in its file cannot be previewed.
        let whole = player.hand.is_some() && view.ages.len() == Age::ALL.len();
        (before && whole && !player.terminated).then(|| imagined(view))
    }

    /// Setup 5 and phase 1: executes them from the point that the round has reached. The others play Termination at
    /// once.
    fn play(&self, state: &mut State, seat: &SeatId, table: &mut Table<'_>) -> Play<()> {
        if state.phase == Phase::Placement {
            self.place(state, table)?;
        }
        if state.phase == Phase::BeforeCardPlay {
            self.decide(state, table, Window::BeforeCardPlay)?;
        }
        let own = |color: Color| color.name() == seat.as_str();
        // The view is from the middle of a play: the others' cards are on the table.
        if state.phase == Phase::CardPlay && state.waits.is_some_and(own) {
            self.play_psychic(state, table, &mut Seen::new())?;
        }
        if state
            .two
            .is_some_and(|two| two.cards.is_some() && own(two.color))
        {
            self.keep_one(state, table, Seen::new())?;
        }
        self.card_play(state, table)
    }

    /// Returns the step for a fact about the player's own cards, powers and Time Whisperers, or about the phantom.
    fn step(&self, view: &View, seat: &SeatId, rule: &str, fact: &Fact) -> Option<Step> {
        let own = own(view, seat)?;
        let shown = match fact {
            Fact::Placed { color, .. }
            | Fact::Used { color, .. }
            | Fact::Mimicked { color, .. }
            | Fact::Stole { color, .. }
            | Fact::StolenAction { color, .. }
            | Fact::Allied { color, .. }
            | Fact::Waits { color }
            | Fact::Laid { color, .. }
            | Fact::Played { color, .. }
            | Fact::Activated { color, .. }
            | Fact::Moved { color, .. }
            | Fact::Flipped { color, .. }
            | Fact::Augmented { color, .. }
            | Fact::NoEffect { color, .. }
            | Fact::NobodyActivated { color, .. }
            | Fact::TookBack { color, .. } => *color == own,
            Fact::Petrified { .. } | Fact::PhantomMoved { .. } => true,
            _ => false,
        };
        shown.then(|| Step::told(rule, fact))
    }

    /// Thief: checks whether an ask depends on secrets. The cards that are given decide what can be stolen.
    fn hangs_on(&self, ask: &str) -> bool {
        ask == asks::Gift.name()
    }

    fn beyond(&self, _: &View, _: &SeatId) -> Vec<String> {
        vec![
            "where the others' Time Whisperers stand then, and what your powers do to them"
                .to_owned(),
            "phases 2 to 4: points, gold powers, and what you activate".to_owned(),
        ]
    }

    fn purse(&self, state: &State, seat: &SeatId) -> Vec<(&'static str, i64)> {
        let player = side::<Color>(seat).and_then(|color| state.players.get(&color));
        let cards = player.map(|player| player.hand.len());
        let cards = cards.and_then(|cards| i64::try_from(cards).ok());
        cards
            .map(|cards| ("cards in hand", cards))
            .into_iter()
            .collect()
    }
}
