//! `fair1`: dice, shuffles and secrets that need no trust (docs/fair1.md).
//!
//! The rules of a game see [`Dice`] and nothing else of it.
//!
//! ```
//! use chronojudge_dice::{Chain, Label, Master, Name, Stream, chain};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let game = Name::new("gem")?;
//! let keys = Chain::new(&Master::generate()?, &game, 100);
//! // Published before the game: it binds all 100 keys.
//! let anchor = keys.anchor();
//!
//! // Each sitting rolls with its own key; the label names the roll.
//! let key = keys.key(2).expect("a sitting of this game");
//! let rolled = Stream::new(key, &Label::new("search.4c-3")?).dice(2, 6).expect("two dice");
//! assert_eq!(rolled.len(), 2);
//!
//! // The key of a later sitting gives the earlier ones, back to the anchor.
//! assert_eq!(Some(&chain::previous_key(&game, 2, key)), keys.key(1));
//! # let _ = anchor;
//! # Ok(())
//! # }
//! ```

#![forbid(unsafe_code)]
#![warn(unnameable_types, unreachable_pub)] // the word `pub` marks what an outsider can call

pub mod bind;
pub mod chain;
pub mod fair;
pub mod field;
pub mod label;
pub mod quick;
pub mod quicknet;
pub mod scripted;
pub mod slots;
pub mod stream;

#[cfg(test)]
mod vectors;

pub use bind::{What, bind_hash, bind_salt};
pub use chain::{Beacon, Chain, Draw, Master};
pub use fair::Fair;
pub use field::{Hash, Key};
pub use label::{BadLabel, BadName, Label, Name};
pub use quick::Quick;
pub use quicknet::Signature;
pub use scripted::Scripted;
pub use slots::{Opening, Sealed};
pub use stream::Stream;

/// The source of chance for the rules (fair1, section 4).
pub trait Dice {
    /// Rolls `count` dice with `sides` sides; faces count from 1 (fair1, section 4).
    ///
    /// A die of one side draws nothing from the stream.
    ///
    /// # Errors
    /// [`Undrawn`] if the dice have no value yet, or if they have no sides.
    fn roll(&mut self, label: &Label, count: u32, sides: u32) -> Result<Vec<u32>, Undrawn>;

    /// Shuffles in public, and returns the start indices in their new order (fair1, section 4).
    ///
    /// # Errors
    /// [`Undrawn`] if the order is not known yet.
    fn shuffle(&mut self, label: &Label, n: u32) -> Result<Vec<u32>, Undrawn>;

    /// Shuffles a deck in secret, with the hidden key, and returns the start indices in their new order (fair1,
    /// section 5).
    ///
    /// # Errors
    /// [`Undrawn`] if the order is not known yet, or if the deck's name is not a [`Name`].
    fn deal(&mut self, deck: &str, n: u32) -> Result<Vec<u32>, Undrawn>;
}

/// The error of a draw whose randomness is not available yet (fair1, section 7).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not drawn yet")]
pub struct Undrawn(pub Label);

impl<D: Dice + ?Sized> Dice for &mut D {
    fn roll(&mut self, label: &Label, count: u32, sides: u32) -> Result<Vec<u32>, Undrawn> {
        (**self).roll(label, count, sides)
    }

    fn shuffle(&mut self, label: &Label, n: u32) -> Result<Vec<u32>, Undrawn> {
        (**self).shuffle(label, n)
    }

    fn deal(&mut self, deck: &str, n: u32) -> Result<Vec<u32>, Undrawn> {
        (**self).deal(deck, n)
    }
}

impl<D: Dice + ?Sized> Dice for Box<D> {
    fn roll(&mut self, label: &Label, count: u32, sides: u32) -> Result<Vec<u32>, Undrawn> {
        (**self).roll(label, count, sides)
    }

    fn shuffle(&mut self, label: &Label, n: u32) -> Result<Vec<u32>, Undrawn> {
        (**self).shuffle(label, n)
    }

    fn deal(&mut self, deck: &str, n: u32) -> Result<Vec<u32>, Undrawn> {
        (**self).deal(deck, n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borrowed_and_boxed_dice_fall_as_they_do_themselves() {
        fn thrown(mut dice: impl Dice) -> [Result<Vec<u32>, Undrawn>; 3] {
            let label = Label::new("x").expect("a label");
            [
                dice.roll(&label, 20, 6),
                dice.shuffle(&label, 10),
                dice.deal("d", 10),
            ]
        }
        let own = thrown(Quick::new(1));
        assert_eq!(thrown(&mut Quick::new(1)), own);
        assert_eq!(thrown(Box::new(Quick::new(1))), own);
    }
}
