//! Dice with values that were written down in advance, as in tests (fair1, section 4).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::label::Label;
use super::{Dice, Undrawn};

/// Dice by label and decks by name (fair1, section 4), for tests and for physical dice.
///
/// A value that is not written down comes from the fallback; without a fallback it is [`Undrawn`]. A scripted value
/// that does not fit the roll (count, sides, not an order of `n`) is `Undrawn` too, and stays in
/// [`Scripted::unused`].
#[derive(Default)]
pub struct Scripted {
    faces: BTreeMap<String, Vec<u32>>,
    decks: BTreeMap<String, Vec<u32>>,
    used: BTreeSet<String>,
    fallback: Option<Box<dyn Dice>>,
}

impl Scripted {
    /// Makes dice without any values (fair1, section 4): everything is [`Undrawn`].
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes dice from faces (or a public shuffle's order) by label and orders by deck name (fair1, section 4).
    pub fn from_maps(faces: BTreeMap<String, Vec<u32>>, decks: BTreeMap<String, Vec<u32>>) -> Self {
        Self {
            faces,
            decks,
            ..Self::default()
        }
    }

    /// Adds the faces of a label, or the order of a public shuffle (fair1, section 4).
    #[must_use]
    pub fn faces(mut self, label: impl Into<String>, faces: impl Into<Vec<u32>>) -> Self {
        self.faces.insert(label.into(), faces.into());
        self
    }

    /// Adds the order of a deck: the start indices in their new order (fair1, section 5).
    #[must_use]
    pub fn deck(mut self, deck: impl Into<String>, order: impl Into<Vec<u32>>) -> Self {
        self.decks.insert(deck.into(), order.into());
        self
    }

    /// Sets the dice that supply everything not written down (fair1, section 4).
    #[must_use]
    pub fn or(mut self, fallback: Box<dyn Dice>) -> Self {
        self.fallback = Some(fallback);
        self
    }

    /// Returns the scripted labels (decks as `deck/<name>`) that were not rolled, in ascending order (fair1,
    /// section 4).
    pub fn unused(&self) -> Vec<String> {
        let decks = self.decks.keys().map(|deck| format!("deck/{deck}"));
        let mut unused: Vec<String> = self
            .faces
            .keys()
            .cloned()
            .chain(decks)
            .filter(|label| !self.used.contains(label))
            .collect();
        unused.sort_unstable();
        unused
    }

    /// Returns the scripted value of a label, or [`Undrawn`] if it does not fit; `None` if there is no such value.
    fn take(
        &mut self,
        label: &Label,
        fits: impl Fn(&[u32]) -> bool,
    ) -> Option<Result<Vec<u32>, Undrawn>> {
        let faces = self.faces.get(label.as_str())?;
        if fits(faces) {
            self.used.insert(label.to_string());
            Some(Ok(faces.clone()))
        } else {
            Some(Err(Undrawn(label.clone())))
        }
    }
}

/// Checks whether a list contains each of the numbers 0 to n-1 once.
fn is_order(order: &[u32], n: u32) -> bool {
    order.len() == n as usize && {
        let distinct: BTreeSet<u32> = order.iter().copied().collect();
        distinct.len() == order.len() && distinct.last().is_none_or(|&last| last < n)
    }
}

impl Dice for Scripted {
    fn roll(&mut self, label: &Label, count: u32, sides: u32) -> Result<Vec<u32>, Undrawn> {
        let fits = |faces: &[u32]| {
            faces.len() == count as usize && faces.iter().all(|f| (1..=sides).contains(f))
        };
        match (self.take(label, fits), &mut self.fallback) {
            (Some(scripted), _) => scripted,
            (None, Some(fallback)) => fallback.roll(label, count, sides),
            (None, None) => Err(Undrawn(label.clone())),
        }
    }

    fn shuffle(&mut self, label: &Label, n: u32) -> Result<Vec<u32>, Undrawn> {
        match (
            self.take(label, |order| is_order(order, n)),
            &mut self.fallback,
        ) {
            (Some(scripted), _) => scripted,
            (None, Some(fallback)) => fallback.shuffle(label, n),
            (None, None) => Err(Undrawn(label.clone())),
        }
    }

    fn deal(&mut self, deck: &str, n: u32) -> Result<Vec<u32>, Undrawn> {
        match (self.decks.get(deck), &mut self.fallback) {
            (Some(order), _) if is_order(order, n) => {
                self.used.insert(format!("deck/{deck}"));
                Ok(order.clone())
            }
            (None, Some(fallback)) => fallback.deal(deck, n),
            _ => Err(Undrawn(Label::of_any_deck(deck))),
        }
    }
}

impl fmt::Debug for Scripted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scripted")
            .field("faces", &self.faces)
            .field("decks", &self.decks)
            .field("used", &self.used)
            .field("fallback", &self.fallback.is_some())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Quick;

    fn label(text: &str) -> Label {
        Label::new(text).expect("a label")
    }

    #[test]
    fn scripted_dice_come_by_label_and_the_unused_are_named() {
        let mut dice = Scripted::new()
            .faces("a", [6, 6])
            .faces("s", [1, 0])
            .deck("d", [2, 0, 1])
            .faces("never", [1]);
        assert_eq!(dice.unused(), ["a", "deck/d", "never", "s"]);
        assert_eq!(dice.roll(&label("a"), 2, 6), Ok(vec![6, 6]));
        assert_eq!(dice.shuffle(&label("s"), 2), Ok(vec![1, 0]));
        assert_eq!(dice.deal("d", 3), Ok(vec![2, 0, 1]));
        assert_eq!(dice.roll(&label("b"), 1, 6), Err(Undrawn(label("b"))));
        assert_eq!(dice.deal("e", 1), Err(Undrawn(label("deck/e"))));
        assert_eq!(dice.unused(), ["never"]);
    }

    #[test]
    fn a_value_that_does_not_fit_is_undrawn_even_with_a_fallback() {
        let mut dice = Scripted::new()
            .faces("a", [7])
            .deck("d", [0, 0])
            .or(Box::new(Quick::new(1)));
        assert_eq!(dice.roll(&label("a"), 1, 6), Err(Undrawn(label("a"))));
        assert_eq!(dice.roll(&label("a"), 2, 8), Err(Undrawn(label("a"))));
        assert!(dice.deal("d", 2).is_err());
        assert!(dice.roll(&label("b"), 2, 6).is_ok() && dice.deal("e", 5).is_ok());
        assert_eq!(dice.unused(), ["a", "deck/d"]);
    }

    #[test]
    fn an_order_names_each_of_the_start_indices_once() {
        for wrong in [vec![1, 2], vec![0, 2], vec![0, 0], vec![0], vec![0, 1, 2]] {
            let mut dice = Scripted::new().faces("s", wrong.clone()).deck("d", wrong);
            assert_eq!(dice.shuffle(&label("s"), 2), Err(Undrawn(label("s"))));
            assert_eq!(dice.deal("d", 2), Err(Undrawn(label("deck/d"))));
        }
    }

    #[test]
    fn dice_may_come_as_maps() {
        let map = |of: &str, values| BTreeMap::from([(of.to_owned(), values)]);
        let mut dice = Scripted::from_maps(map("a", vec![6]), map("d", vec![1, 0]));
        assert_eq!(dice.roll(&label("a"), 1, 6), Ok(vec![6]));
        assert_eq!(dice.deal("d", 2), Ok(vec![1, 0]));
    }
}
