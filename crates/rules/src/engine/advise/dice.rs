//! Dice whose faces depend on their labels, so that two order files meet the same chance wherever they roll for the same
//! thing.

use crate::{
    dice::{Dice, Label, Quick, Undrawn},
    engine::fingerprint::Fingerprint,
};

/// Dice of one imagined position.
#[derive(Clone, Debug)]
pub(super) struct ByLabel(pub u64);

impl ByLabel {
    fn dice(&self, label: &str) -> Quick {
        Quick::new(self.0 ^ Fingerprint::of(label).0)
    }
}

impl Dice for ByLabel {
    fn roll(&mut self, label: &Label, count: u32, sides: u32) -> Result<Vec<u32>, Undrawn> {
        self.dice(label.as_str()).roll(label, count, sides)
    }

    fn shuffle(&mut self, label: &Label, n: u32) -> Result<Vec<u32>, Undrawn> {
        self.dice(label.as_str()).shuffle(label, n)
    }

    fn deal(&mut self, deck: &str, n: u32) -> Result<Vec<u32>, Undrawn> {
        self.dice(deck).deal(deck, n)
    }
}
