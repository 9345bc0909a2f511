//! Commitments to face-down tiles and decks, slot by slot (fair1, section 5).

use super::chain::Draw;
use super::field::{BadField, Hash, Key, hash, is_field, mac_checked};
use super::label::{Label, Name};
use super::stream::Stream;

/// The reveal of one slot, published to all or sent to one seat (fair1, section 5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// The name of the deck.
    pub deck: Name,
    /// The index in the shuffled deck, from 0.
    pub slot: u32,
    /// The item in the slot.
    pub item: String,
    /// The slot's nonce.
    pub salt: Hash,
}

impl Opening {
    /// Verifies the reveal against the published hash of the slot (fair1, section 5).
    pub fn verify(&self, game: &Name, published: &Hash) -> bool {
        slot_hash(game, &self.deck, self.slot, &self.salt, &self.item)
            .is_ok_and(|h| h == *published)
    }
}

/// Returns the nonce of a slot, from `X_t` (`salt_i` in fair1, section 5).
pub fn slot_salt(hidden_key: &Key, deck: &Name, slot: u32) -> Hash {
    let salt = mac_checked(
        hidden_key,
        &["fair1/salt", deck.as_str(), &slot.to_string()],
    );
    Hash::from_bytes(*salt.as_bytes())
}

/// Returns the hash that commits to the item in a slot (fair1, section 5).
///
/// # Errors
/// [`BadField`] if the item is not printable ASCII.
pub fn slot_hash(
    game: &Name,
    deck: &Name,
    slot: u32,
    salt: &Hash,
    item: &str,
) -> Result<Hash, BadField> {
    hash(&[
        "fair1/slot",
        game.as_str(),
        deck.as_str(),
        &slot.to_string(),
        &salt.to_string(),
        item,
    ])
}

/// The error for a deck that cannot be committed to (fair1, section 5).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadDeck {
    /// An item is not printable ASCII.
    #[error(transparent)]
    Item(#[from] BadField),
    /// An item is an empty text, which would leave an empty line in the items file.
    #[error("deck `{0}` holds an item without a name")]
    Empty(Name),
    /// The deck has more items than a slot number can count.
    #[error("deck `{0}` is too big")]
    TooBig(Name),
}

/// A shuffled deck with a commitment to every slot (fair1, section 5). It is secret; only [`Sealed::slots`] is
/// published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealed {
    /// The reveal of every slot, in slot order: secret.
    pub openings: Vec<Opening>,
    /// The hash of every slot, in slot order: public.
    pub slots: Vec<Hash>,
}

impl Sealed {
    /// Shuffles the items of a deck, given in start order, and commits to every slot (fair1, section 5).
    ///
    /// # Errors
    /// [`BadDeck`] if an item is empty or not printable ASCII, or if there are too many items.
    pub fn new(
        game: &Name,
        hidden_key: &Key,
        deck: &Name,
        items: &[String],
    ) -> Result<Self, BadDeck> {
        if items.iter().any(String::is_empty) {
            return Err(BadDeck::Empty(deck.clone()));
        }
        if let Some(bad) = items.iter().find(|item| !is_field(item)) {
            return Err(BadField(bad.clone()).into());
        }
        let n = u32::try_from(items.len()).map_err(|_| BadDeck::TooBig(deck.clone()))?;
        let order = deck_order(hidden_key, deck, n);
        let lying: Vec<&String> = order.iter().map(|start| &items[*start as usize]).collect();
        Self::lying(game, hidden_key, deck, &lying)
    }

    /// Commits to every slot of a deck without shuffling it, for a deck that a fork has taken from another game.
    ///
    /// # Errors
    /// [`BadDeck`] if an item is not printable ASCII.
    pub fn lying(
        game: &Name,
        hidden_key: &Key,
        deck: &Name,
        items: &[&String],
    ) -> Result<Self, BadDeck> {
        let mut sealed = Self {
            openings: Vec::with_capacity(items.len()),
            slots: Vec::with_capacity(items.len()),
        };
        for (slot, item) in (0..).zip(items) {
            let item = (*item).clone();
            let salt = slot_salt(hidden_key, deck, slot);
            sealed
                .slots
                .push(slot_hash(game, deck, slot, &salt, &item)?);
            sealed.openings.push(Opening {
                deck: deck.clone(),
                slot,
                item,
                salt,
            });
        }
        Ok(sealed)
    }
}

/// Returns the start indices of a deck in shuffled order, from `X_t` (fair1, section 5).
pub fn deck_order(hidden_key: &Key, deck: &Name, n: u32) -> Vec<u32> {
    Stream::new(hidden_key, &Label::of_deck(deck)).shuffle(n)
}

/// The reason why a whole deck does not match its commitments (fair1, section 5).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeckMismatch {
    /// The items cannot form a deck.
    #[error(transparent)]
    Deck(#[from] BadDeck),
    /// The numbers of items and slots differ.
    #[error("{items} items but {slots} slots")]
    Count {
        /// The number of items.
        items: usize,
        /// The number of slots.
        slots: usize,
    },
    /// A published slot hash commits to none of the deck's remaining items.
    #[error("slot {0} holds none of the deck's items that are left")]
    Strange(u32),
    /// A published slot hash does not commit to the item that the shuffle puts there.
    #[error("slot {slot} is not `{item}`, which the shuffle puts there")]
    Slot {
        /// The first slot that differs.
        slot: u32,
        /// The item that the shuffle puts there.
        item: String,
    },
}

/// Recomputes a whole shuffle from `S` and compares every slot (fair1, section 5).
///
/// # Errors
/// [`DeckMismatch`] if the items cannot form a deck, if their number differs from that of the slots, or if a slot
/// differs.
pub fn verify_deck(
    draw: &Draw,
    secret: &Key,
    deck: &Name,
    items: &[String],
    slots: &[Hash],
) -> Result<(), DeckMismatch> {
    if items.len() != slots.len() {
        return Err(DeckMismatch::Count {
            items: items.len(),
            slots: slots.len(),
        });
    }
    let sealed = Sealed::new(&draw.game, &draw.hidden_key(secret), deck, items)?;
    for (opening, (ours, published)) in sealed.openings.iter().zip(sealed.slots.iter().zip(slots)) {
        if ours != published {
            return Err(DeckMismatch::Slot {
                slot: opening.slot,
                item: opening.item.clone(),
            });
        }
    }
    Ok(())
}

/// Finds the item of every slot of a deck that a fork has taken from another game, from `S`: each of the deck's
/// items must be in one slot. The order of the items is not checked here; the log of the other game proves it.
///
/// # Errors
/// [`DeckMismatch`] if a slot holds none of the remaining items, or if items are left over.
pub fn verify_lying(
    draw: &Draw,
    secret: &Key,
    deck: &Name,
    items: &[String],
    slots: &[Hash],
) -> Result<(), DeckMismatch> {
    let key = draw.hidden_key(secret);
    let mut left: Vec<&String> = items.iter().collect();
    for (slot, published) in (0..).zip(slots) {
        let salt = slot_salt(&key, deck, slot);
        let fits = |item: &&String| {
            slot_hash(&draw.game, deck, slot, &salt, item).is_ok_and(|hash| hash == *published)
        };
        match left.iter().position(fits) {
            Some(at) => left.swap_remove(at),
            None => return Err(DeckMismatch::Strange(slot)),
        };
    }
    if left.is_empty() {
        return Ok(());
    }
    Err(DeckMismatch::Count {
        items: items.len(),
        slots: slots.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::Beacon;

    fn name(text: &str) -> Name {
        Name::new(text).expect("a name")
    }

    #[test]
    fn a_sealed_deck_opens_and_a_swapped_tile_does_not() {
        let draw = Draw {
            game: name("g"),
            sitting: 1,
            beacon: Beacon::None,
            salts: None,
        };
        let secret = Key::from_bytes([9; 32]);
        let items: Vec<String> = ["forest", "hill", "lake", "swamp 2"]
            .map(str::to_owned)
            .into();
        let sealed =
            Sealed::new(&draw.game, &draw.hidden_key(&secret), &name("d"), &items).expect("a deck");
        assert!(
            sealed
                .openings
                .iter()
                .zip(&sealed.slots)
                .all(|(o, s)| o.verify(&draw.game, s))
        );
        let mut swapped = sealed.openings[0].clone();
        swapped.item.clone_from(&sealed.openings[1].item);
        assert!(!swapped.verify(&draw.game, &sealed.slots[0]));
        swapped.item = "ä".to_owned();
        assert!(!swapped.verify(&draw.game, &sealed.slots[0]));

        let check = |slots: &[Hash]| verify_deck(&draw, &secret, &name("d"), &items, slots);
        assert_eq!(check(&sealed.slots), Ok(()));
        let mut stacked = sealed.slots.clone();
        stacked.swap(1, 2);
        assert!(matches!(
            check(&stacked),
            Err(DeckMismatch::Slot { slot: 1, .. })
        ));
        assert_eq!(
            check(&stacked[1..]),
            Err(DeckMismatch::Count { items: 4, slots: 3 })
        );
    }

    #[test]
    fn a_deck_that_a_fork_takes_along_holds_its_items_and_no_others() {
        let draw = Draw {
            game: name("fork"),
            sitting: 0,
            beacon: Beacon::None,
            salts: None,
        };
        let secret = Key::from_bytes([9; 32]);
        let items: Vec<String> = ["plain", "hill", "plain"].map(str::to_owned).into();
        let seal = |lying: [usize; 3]| {
            let lying: Vec<&String> = lying.iter().map(|at| &items[*at]).collect();
            let key = draw.hidden_key(&secret);
            Sealed::lying(&draw.game, &key, &name("d"), &lying).expect("a deck")
        };
        let check = |slots: &[Hash]| verify_lying(&draw, &secret, &name("d"), &items, slots);
        for lying in [[0, 1, 2], [1, 0, 2], [2, 0, 1]] {
            let sealed = seal(lying);
            assert_eq!(check(&sealed.slots), Ok(()));
            assert!(sealed.openings[1].verify(&draw.game, &sealed.slots[1]));
        }
        assert_eq!(check(&seal([1, 1, 0]).slots), Err(DeckMismatch::Strange(1)));
        let short = seal([0, 1, 2]);
        assert_eq!(
            check(&short.slots[1..]),
            Err(DeckMismatch::Strange(0)),
            "a slot is bound to its place"
        );
        assert_eq!(
            check(&short.slots[..2]),
            Err(DeckMismatch::Count { items: 3, slots: 2 })
        );
    }

    #[test]
    fn bad_items_are_refused() {
        let seal = |item: &str| {
            Sealed::new(
                &name("g"),
                &Key::from_bytes([9; 32]),
                &name("d"),
                &[item.to_owned()],
            )
        };
        assert_eq!(seal(""), Err(BadDeck::Empty(name("d"))));
        assert!(matches!(seal("a\nb"), Err(BadDeck::Item(_))));
    }
}
