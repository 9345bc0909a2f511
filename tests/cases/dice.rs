//! The dice of a case, as it writes them down.

use crate::laws::dice::ByLabel;
use chronojudge::dice::{Dice, Label, Undrawn};
use std::collections::{BTreeMap, BTreeSet};

/// Dice by label. A label that ends in `*` covers whatever begins so and is not named itself.
pub struct Written {
    faces: BTreeMap<String, Vec<u32>>,
    used: BTreeSet<String>,
    lenient: bool,
}

impl Written {
    /// A die that is not written down is not there.
    pub fn strict(faces: &BTreeMap<String, Vec<u32>>) -> Self {
        Self {
            faces: faces.clone(),
            used: BTreeSet::new(),
            lenient: false,
        }
    }

    /// A die that is not written down falls as it likes.
    pub fn lenient(faces: &BTreeMap<String, Vec<u32>>) -> Self {
        Self {
            lenient: true,
            ..Self::strict(faces)
        }
    }

    /// Labels that nobody rolled.
    pub fn unused(&self) -> Vec<String> {
        let labels = self
            .faces
            .keys()
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
    fn deal(&mut self, deck: &str, _: u32) -> Result<Vec<u32>, Undrawn> {
        Err(Undrawn(
            Label::new(format!("deck/{deck}")).expect("a plain name"),
        ))
    }
}
