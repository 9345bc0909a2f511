//! The dice of a case, as the case writes them down.

use crate::laws::dice::ByLabel;
use chronojudge::dice::{Dice, Label, Undrawn};
use std::collections::{BTreeMap, BTreeSet};

/// Dice by label. A label that ends in `*` covers every label with this beginning that is not listed itself.
pub struct Written {
    faces: BTreeMap<String, Vec<u32>>,
    /// The orders of decks; without them no deck is dealt.
    decks: Option<BTreeMap<String, Vec<u32>>>,
    used: BTreeSet<String>,
    lenient: bool,
    /// The faces of rolls that the game makes in every turn, by label.
    usual: Usual,
}

/// Returns the face of each die of a roll that is not written down; `None` if it has to be written down.
pub type Usual = fn(&str) -> Option<u32>;

impl Written {
    /// Returns dice that stop the turn at a roll that is not written down.
    pub fn strict(faces: &BTreeMap<String, Vec<u32>>) -> Self {
        Self {
            faces: faces.clone(),
            decks: None,
            used: BTreeSet::new(),
            lenient: false,
            usual: |_| None,
        }
    }

    /// Sets the faces of rolls that the game makes in every turn.
    pub fn with_usual(self, usual: Usual) -> Self {
        Self { usual, ..self }
    }

    /// Adds the orders of decks; a deck that is not listed keeps its own order.
    pub fn with_decks(self, decks: &BTreeMap<String, Vec<u32>>) -> Self {
        Self {
            decks: Some(decks.clone()),
            ..self
        }
    }

    /// Returns dice whose unwritten rolls follow from their labels.
    pub fn lenient(faces: &BTreeMap<String, Vec<u32>>) -> Self {
        Self {
            lenient: true,
            ..Self::strict(faces)
        }
    }

    /// Returns labels that were not rolled, and decks that were not dealt.
    pub fn unused(&self) -> Vec<String> {
        let decks = self.decks.iter().flat_map(BTreeMap::keys);
        let labels = self
            .faces
            .keys()
            .chain(decks)
            .filter(|label| !self.used.contains(*label));
        labels.cloned().collect()
    }
}

impl Dice for Written {
    fn roll(&mut self, label: &Label, count: u32, sides: u32) -> Result<Vec<u32>, Undrawn> {
        let named = self.faces.get_key_value(label.as_str());
        let found = named.or_else(|| {
            self.faces.iter().find(|(pattern, _)| {
                let beginning = pattern.strip_suffix('*');
                beginning.is_some_and(|b| label.as_str().starts_with(b))
            })
        });
        let Some((written, faces)) = found else {
            if let Some(face) = (self.usual)(label.as_str()) {
                return Ok(vec![face; count as usize]);
            }
            let mut other = ByLabel(1);
            return if self.lenient {
                other.roll(label, count, sides)
            } else {
                Err(Undrawn(label.clone()))
            };
        };
        if faces.len() != count as usize || !faces.iter().all(|f| (1..=sides).contains(f)) {
            return Err(Undrawn(label.clone()));
        }
        self.used.insert(written.clone());
        Ok(faces.clone())
    }
    fn shuffle(&mut self, label: &Label, _: u32) -> Result<Vec<u32>, Undrawn> {
        Err(Undrawn(label.clone()))
    }
    fn deal(&mut self, deck: &str, n: u32) -> Result<Vec<u32>, Undrawn> {
        let Some(decks) = &self.decks else {
            return Err(Undrawn(
                Label::new(format!("deck/{deck}")).expect("a plain name"),
            ));
        };
        let Some(order) = decks.get(deck) else {
            return Ok((0..n).collect());
        };
        self.used.insert(deck.to_owned());
        Ok(order.clone())
    }
}
