//! Sealed slots for face-down tiles and decks (fair1, section 5).

use super::chain::Draw;
use super::field::{BadField, Hash, Key, hash, is_field, mac_checked};
use super::label::{Label, Name};
use super::stream::Stream;

/// One opened slot, published to all or sent to one seat (fair1, section 5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// The deck.
    pub deck: Name,
    /// The place in the shuffled deck, from 0.
    pub slot: u32,
    /// What lies there.
    pub item: String,
    /// The slot's salt.
    pub salt: Hash,
}

impl Opening {
    /// Whether this is what the published slot hash sealed (fair1, section 5).
    pub fn verify(&self, game: &Name, published: &Hash) -> bool {
        slot_hash(game, &self.deck, self.slot, &self.salt, &self.item)
            .is_ok_and(|h| h == *published)
    }
}

/// The salt of a slot, from `X_t` (fair1, section 5).
pub fn slot_salt(hidden_key: &Key, deck: &Name, slot: u32) -> Hash {
    let salt = mac_checked(
        hidden_key,
        &["fair1/salt", deck.as_str(), &slot.to_string()],
    );
    Hash::from_bytes(*salt.as_bytes())
}

/// The hash that seals a slot (fair1, section 5).
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

/// A deck that cannot be sealed (fair1, section 5).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadDeck {
    /// An item is not printable ASCII.
    #[error(transparent)]
    Item(#[from] BadField),
    /// An item is empty, so that a line of the items file would be.
    #[error("deck `{0}` holds an item without a name")]
    Empty(Name),
    /// More items than a slot number can count.
    #[error("deck `{0}` is too big")]
    TooBig(Name),
}

/// A shuffled deck with all its slots sealed (fair1, section 5). It is secret; only [`Sealed::slots`] is published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealed {
    /// Every slot, open, in slot order.
    pub openings: Vec<Opening>,
    /// Every slot's hash, in slot order: public.
    pub slots: Vec<Hash>,
}

impl Sealed {
    /// Shuffles the items of a deck, given in start order, and seals every slot (fair1, section 5).
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

    /// Seals every slot of a deck that lies as it lies: one that a fork has taken from another game.
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

/// The start indices of a deck in shuffled order, from `X_t` (fair1, section 5).
pub fn deck_order(hidden_key: &Key, deck: &Name, n: u32) -> Vec<u32> {
    Stream::new(hidden_key, &Label::of_deck(deck)).shuffle(n)
}

/// Why a whole deck is not what was sealed (fair1, section 5).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeckMismatch {
    /// The items cannot be a deck.
    #[error(transparent)]
    Deck(#[from] BadDeck),
    /// Not one slot for each item.
    #[error("{items} items but {slots} slots")]
    Count {
        /// How many items.
        items: usize,
        /// How many slots.
        slots: usize,
    },
    /// A published slot hash is that of none of the deck's items that are left.
    #[error("slot {0} holds none of the deck's items that are left")]
    Strange(u32),
    /// A published slot hash is not that of the shuffle.
    #[error("slot {slot} is not `{item}`, which the shuffle puts there")]
    Slot {
        /// The first slot that differs.
        slot: u32,
        /// What should lie there.
        item: String,
    },
}

/// Recomputes a whole shuffle when `S` is known and compares every slot (fair1, section 5).
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

/// Looks into every slot of a deck that a fork has taken along, when `S` is known: each of its items must
/// lie in one of them. How it was shuffled is for the log of the other game to show.
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
    use crate::dice::chain::Beacon;

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
