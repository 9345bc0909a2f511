//! Phase 1: Card Play.

use super::{
    Table, TimeWhisperers,
    asks::{self, Laid, Seen},
    diagnostics::{NotInHand, Wrong},
    facts::{Fact, NoEffect},
    names::{Action, Card, Color, Number},
    powers::Window,
    state::{Phase, Player, State, Two},
};
use crate::{
    collect::Collect,
    engine::{Fields, Illegal, Play, fields},
};

impl TimeWhisperers {
    /// Phase 1: runs one play after another. When all players have terminated, the phase is over at once. Between two
    /// plays the players who are still in it may use gold powers (ruling C23).
    pub(super) fn card_play(&self, state: &mut State, table: &mut Table<'_>) -> Play<()> {
        state.phase = Phase::CardPlay;
        while state.players.values().any(Player::is_live) {
            self.decide(state, table, Window::BetweenPlays)?;
            self.play(state, table)?;
        }
        table.rule("Phase 1");
        let cards = state.players.iter();
        let cards = cards.map(|(color, player)| (*color, player.cards_played()));
        let cards = cards.collect_map();
        table.tell_all(Fact::CardPlayOver { cards });
        Ok(())
    }

    /// Phase 1: lets all who have not terminated choose a card in secret, and reveals the cards together. A card
    /// affects only its own player's Time Whisperers, so the revealed cards are carried out at once. Then the Psychic
    /// plays a card, and last the Multiverse chooses between two (ruling C6).
    pub(super) fn play(&self, state: &mut State, table: &mut Table<'_>) -> Play<()> {
        state.play += 1;
        let play = state.play;
        table.rule("Phase 1");
        table.tell_all(Fact::Play { play });
        let mut colors = state.live();
        colors.retain(|color| Some(*color) != state.waits);
        let now = &*state;
        let asks = colors
            .iter()
            .map(|color| {
                let player = now.player(*color);
                let two = now.two.is_some_and(|two| two.color == *color);
                let ask = asks::Card
                    .one_of(cards(player, two))
                    .or(last(player, two))
                    .about(move || fields([("play", play.into())]))
                    .why(move |laid| Some(why_not_lay(now, *color, two, *laid)))
                    .seen(self.eyes(now, *color));
                (self.seat(*color).clone(), ask)
            })
            .collect();
        let chosen = table.ask_all(asks)?;
        let mut seen: Seen = colors.into_iter().zip(chosen).collect_map();
        for (color, laid) in &seen {
            table.rule("Phase 1");
            match *laid {
                Laid::One(card) => Self::play_card(state, table, *color, card),
                Laid::Two(cards) => self.lay_two(state, table, *color, cards),
            }
        }
        self.play_psychic(state, table, &mut seen)?;
        self.keep_one(state, table, seen)
    }

    /// Multiverse: lays both cards open with the others' cards. Neither of them is played yet (ruling C6).
    fn lay_two(&self, state: &mut State, table: &mut Table<'_>, color: Color, cards: [Card; 2]) {
        table.rule("Multiverse");
        state.two = Some(Two {
            color,
            cards: Some(cards),
        });
        let play = state.play;
        table.tell_all(Fact::Laid { play, color, cards });
    }

    /// Psychic: lets the Psychic play a card after seeing the cards of all opponents.
    pub(super) fn play_psychic(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        seen: &mut Seen,
    ) -> Play<()> {
        let Some(color) = state.waits else {
            return Ok(());
        };
        let player = state.player(color);
        let hand: Vec<Card> = player.hand.iter().copied().collect();
        let ask = asks::PsychicCard
            .one_of(hand)
            .or(Card::TERMINATION)
            .about(|| at_sight(state.play, seen))
            .why(|card| Some(why_not_in_hand(state, color, *card).into()))
            .seen(self.eyes(state, color));
        let card = table.ask(self.seat(color), ask)?;
        table.rule("Psychic");
        state.waits = None;
        Self::play_card(state, table, color, card);
        seen.insert(color, Laid::One(card));
        Ok(())
    }

    /// Multiverse: once all others are revealed, plays one card and returns the other to the hand.
    pub(super) fn keep_one(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        mut seen: Seen,
    ) -> Play<()> {
        let Some(two) = state.two else {
            return Ok(());
        };
        let color = two.color;
        let cards = two.cards.expect("both cards were laid before the choice");
        seen.remove(&color);
        let ask = asks::Keep
            .one_of(cards.to_vec())
            .about(|| at_sight(state.play, &seen))
            .seen(self.eyes(state, color));
        let card = table.ask(self.seat(color), ask)?;
        table.rule("Multiverse");
        state.two = None;
        Self::play_card(state, table, color, card);
        Ok(())
    }

    /// Phase 1: moves a card from hand to table and carries it out.
    fn play_card(state: &mut State, table: &mut Table<'_>, color: Color, card: Card) {
        let play = state.play;
        let player = state.player_mut(color);
        player.hand.remove(&card);
        player.played.push(card);
        table.tell_all(Fact::Played { play, color, card });
        match card {
            Card::Number(number) => Self::number_card(state, table, color, number),
            Card::Action(Action::Termination) => {}
            Card::Action(action) => {
                table.rule(section(action));
                Self::apply(state, table, color, action);
            }
        }
        table.rule("Phase 1");
    }

    /// Phase 1, number cards: activates the Time Whisperer of that number; the one activated before is no longer
    /// activated.
    fn number_card(state: &mut State, table: &mut Table<'_>, color: Color, whisperer: Number) {
        table.rule("Number card");
        state.player_mut(color).activated = Some(whisperer);
        let fact = if state.whisperer(color, whisperer).eliminated {
            Fact::NobodyActivated { color, whisperer }
        } else {
            Fact::Activated { color, whisperer }
        };
        table.tell_all(fact);
    }

    /// Phase 1, action cards: moves, turns or augments the activated Time Whisperer. An action without one has no
    /// effect (ruling C24).
    pub(super) fn apply(state: &mut State, table: &mut Table<'_>, color: Color, action: Action) {
        let player = state.player(color);
        let Some((whisperer, before)) = player.target() else {
            let why = match player.activated {
                None => NoEffect::NobodyActivated,
                Some(_) => NoEffect::Eliminated,
            };
            table.tell_all(Fact::NoEffect { color, action, why });
            return;
        };
        let here = state.whisperer_mut(color, whisperer);
        let fact = match action {
            Action::Progression | Action::Retrogression => {
                here.age = if action == Action::Progression {
                    before.age.clockwise()
                } else {
                    before.age.counterclockwise()
                };
                let (from, to) = (before.age, here.age);
                Fact::Moved {
                    color,
                    whisperer,
                    from,
                    to,
                }
            }
            Action::Inversion => {
                here.side = before.side.opposite();
                let to = here.side;
                Fact::Flipped {
                    color,
                    whisperer,
                    to,
                }
            }
            // Each Time Whisperer can be augmented once a round (Phoenix; ruling C10).
            Action::Augmentation if before.augmented => {
                let why = NoEffect::AugmentedAlready;
                Fact::NoEffect { color, action, why }
            }
            Action::Augmentation => {
                here.augmented = true;
                let strength = here.strength(whisperer);
                Fact::Augmented {
                    color,
                    whisperer,
                    strength,
                }
            }
            Action::Termination => return,
        };
        table.tell_all(fact);
    }
}

/// Returns the section of the rulebook that describes an action card.
fn section(action: Action) -> &'static str {
    match action {
        Action::Progression => "Progression",
        Action::Retrogression => "Retrogression",
        Action::Inversion => "Inversion",
        Action::Augmentation => "Augmentation",
        Action::Termination => "Termination",
    }
}

fn at_sight(play: u32, seen: &Seen) -> Fields {
    let seen = serde_json::to_value(seen).expect("cards by color are plain data");
    fields([("play", play.into()), ("seen", seen)])
}

/// Returns what a player may lay: one card of their hand, or any two while they use the Multiverse.
fn cards(player: &Player, two: bool) -> Vec<Laid> {
    let hand = &player.hand;
    if !two {
        return hand.iter().copied().map(Laid::One).collect();
    }
    let pairs = hand.iter().flat_map(|first| {
        let others = hand.iter().filter(move |second| *second != first);
        others.map(move |second| Laid::Two([*first, *second]))
    });
    pairs.collect()
}

/// Returns the default of a player who sends nothing: Termination.
fn last(player: &Player, two: bool) -> Laid {
    match player.hand.iter().find(|card| **card != Card::TERMINATION) {
        Some(other) if two => Laid::Two([Card::TERMINATION, *other]),
        _ => Laid::One(Card::TERMINATION),
    }
}

fn why_not_lay(state: &State, color: Color, two: bool, laid: Laid) -> Illegal {
    let missing = |card: Card| !state.player(color).hand.contains(&card);
    let wrong = match laid {
        Laid::One(card) if missing(card) => why_not_in_hand(state, color, card),
        Laid::One(_) => Wrong::OneCard,
        Laid::Two(_) if !two => Wrong::NoMultiverse,
        Laid::Two([first, second]) => {
            if let Some(card) = [first, second].into_iter().find(|card| missing(*card)) {
                why_not_in_hand(state, color, card)
            } else {
                Wrong::Twice(first)
            }
        }
    };
    wrong.into()
}

/// Returns the reason why a card cannot be played.
pub(super) fn why_not_in_hand(state: &State, color: Color, card: Card) -> Wrong {
    let player = state.player(color);
    if !state.full_hand().contains(&card) {
        return Wrong::NoCard(card);
    }
    let why = if player.played.contains(&card) {
        NotInHand::Played
    } else if player.petrified.map(Card::Number) == Some(card) {
        NotInHand::Petrified
    } else {
        NotInHand::Given
    };
    Wrong::NotInHand { card, why }
}
