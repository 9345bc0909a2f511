//! The dice of a real sitting (fair1, sections 3 to 5).

use super::field::{Key, Keyed};
use super::label::{Label, Name};
use super::slots::deck_order;
use super::stream::Stream;
use super::{Dice, Undrawn};

/// The dice of one sitting, from its two keys (fair1, section 3).
///
/// The same label always gives the same dice, so a replay of the sitting rolls the same faces.
#[derive(Debug, Clone)]
pub struct Fair {
    public: Keyed,
    hidden: Key,
}

impl Fair {
    /// Makes dice from `T_t` and `X_t` (fair1, section 3).
    pub fn new(public: &Key, hidden: Key) -> Self {
        Self {
            public: Stream::keyed(public),
            hidden,
        }
    }

    /// Returns `X_t`, which also gives the nonces of the slots of a deck from [`Dice::deal`] (fair1, section 5).
    pub fn hidden_key(&self) -> &Key {
        &self.hidden
    }
}

impl Dice for Fair {
    fn roll(&mut self, label: &Label, count: u32, sides: u32) -> Result<Vec<u32>, Undrawn> {
        Stream::of(&self.public, label)
            .dice(count, sides)
            .ok_or_else(|| Undrawn(label.clone()))
    }

    fn shuffle(&mut self, label: &Label, n: u32) -> Result<Vec<u32>, Undrawn> {
        Ok(Stream::of(&self.public, label).shuffle(n))
    }

    fn deal(&mut self, deck: &str, n: u32) -> Result<Vec<u32>, Undrawn> {
        match Name::new(deck) {
            Ok(name) => Ok(deck_order(&self.hidden, &name, n)),
            Err(_) => Err(Undrawn(Label::of_any_deck(deck))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_dice_and_decks_are_undrawn() {
        let mut dice = Fair::new(&Key::from_bytes([1; 32]), Key::from_bytes([2; 32]));
        let label = Label::new("x").expect("a label");
        assert_eq!(dice.roll(&label, 1, 0), Err(Undrawn(label.clone())));
        assert_eq!(dice.roll(&label, 3, 1), Ok(vec![1, 1, 1]));
        let undrawn = dice.deal("My Deck", 3).expect_err("no name");
        assert_eq!(undrawn.to_string(), "`deck/-y--eck` is not drawn yet");
    }

    #[test]
    fn rolls_are_independent_of_each_other() {
        let mut dice = Fair::new(&Key::from_bytes([1; 32]), Key::from_bytes([2; 32]));
        let (a, b) = (
            Label::new("a").expect("a label"),
            Label::new("b").expect("a label"),
        );
        let before = dice.roll(&a, 20, 6);
        assert_ne!(dice.roll(&b, 20, 6), before);
        assert_eq!(
            dice.roll(&a, 20, 6),
            before,
            "a roll between changes nothing"
        );
        let deck = Label::new("deck/tiles").expect("a label");
        assert_ne!(
            dice.deal("tiles", 30),
            dice.shuffle(&deck, 30),
            "hidden and public keys differ"
        );
    }
}
