//! States that agree with a view: for previews, for bots, and for proving that no secret leaks.

use super::{
    names::{Action, Age, Card},
    state::{Player, State, Theft, Whisperer},
    view::{PlayerView, View},
};
use crate::{
    collect::Collect,
    dice::{Dice, Label},
};
use std::collections::BTreeSet;

/// Returns a player as a view shows them. The hand of an opponent consists of the cards they have not played.
fn imagined_player(player: &PlayerView, full: &BTreeSet<Card>) -> Player {
    let gone = |card: &Card| {
        player.played.contains(card) || player.petrified.map(Card::Number) == Some(*card)
    };
    let left = || {
        full.iter()
            .copied()
            .filter(|card| !gone(card))
            .collect_set()
    };
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
        whisperers: whisperers.collect_map(),
        hand: player.hand.clone().unwrap_or_else(left),
        played: player.played.clone(),
        activated: player.activated,
        petrified: player.petrified,
        powers: player.powers.clone(),
        mimicked: player.mimicked,
    }
}

/// Returns a state that agrees with a view, without the cards given to the Thief that the viewer does not know.
pub(super) fn shown(view: &View) -> State {
    let slots = view.ages.iter().map(|age| (age.age, age.powers.clone()));
    let theft = view.theft.as_ref().map(|theft| Theft {
        thief: theft.thief,
        gifts: theft.known.clone(),
        stolen: theft.stolen.map(|stolen| stolen.from),
        applied: theft.applied,
    });
    let no_cards = BTreeSet::new();
    let players = |full: &BTreeSet<Card>| {
        let players = view.players.iter();
        players
            .map(|(color, player)| (*color, imagined_player(player, full)))
            .collect_map()
    };
    let mut state = State {
        round: view.round,
        phase: view.phase,
        youth: view.youth,
        phantom: view.phantom,
        players: players(&no_cards),
        slots: slots.collect_map(),
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

/// Thief: returns a state that agrees with a view, in which each card that was given face down, and that the viewer does
/// not know, is one of those that its giver may have given. Returns `None` if the view was cut short.
pub(super) fn imagined(view: &View, dice: &mut dyn Dice) -> Option<State> {
    if view.ages.len() != Age::ALL.len() {
        return None;
    }
    let mut state = shown(view);
    let Some(theft) = &mut state.theft else {
        return Some(state);
    };
    for (giver, player) in &mut state.players {
        if *giver == theft.thief || theft.gifts.contains_key(giver) {
            continue;
        }
        let in_hand = player.hand.iter().filter_map(|card| card.action());
        let may_be: Vec<Action> = in_hand
            .filter(|action| *action != Action::Termination)
            .collect();
        let label = Label::new(format!("imagined/{giver}")).expect("a plain label");
        let count = u32::try_from(may_be.len()).ok()?;
        let order = dice.shuffle(&label, count).ok()?;
        let gift = may_be[*order.first()? as usize];
        player.hand.remove(&Card::Action(gift));
        theft.gifts.insert(*giver, gift);
    }
    Some(state)
}
