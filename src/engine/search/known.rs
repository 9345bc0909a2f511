//! All that a seat knows when it is asked.

use crate::engine::{Asked, Choices, Ruleset, SeatId, Viewer, Witnessed};
use serde::Serialize;
use std::io;

/// All that a seat knows when it is asked: nothing else reaches the search.
#[derive(Debug)]
pub(in crate::engine) struct Known<'a, R: Ruleset> {
    /// The seat.
    pub seat: &'a SeatId,
    /// The game as the seat saw it when the turn began.
    pub then: &'a R::View,
    /// The game as the seat sees it now.
    pub now: &'a R::View,
    /// The turn so far, as the seat saw it.
    pub so_far: &'a [Witnessed],
}

impl<R: Ruleset> Known<'_, R> {
    /// Returns the viewer.
    pub(super) fn viewer(&self) -> Viewer {
        Viewer::Seat(self.seat.clone())
    }

    /// Checks whether something of the turn so far is hidden from the seat.
    pub(super) fn hides(&self) -> bool {
        self.so_far.iter().any(|entry| {
            matches!(
                entry,
                Witnessed::Answer { value: None, .. } | Witnessed::Deal(_)
            )
        })
    }

    /// Returns the name of the question, which is the seed of all chance of a search too.
    pub(super) fn question(&self, asked: &Asked<'_>) -> u64 {
        question(self.now, asked, &(asked.choices)())
    }
}

/// Returns the name of a question: a hash of all that its seat sees and is asked. The choices are part of it, because they
/// may depend on what happened in the turn before.
pub(super) fn question<V: Serialize>(view: &V, asked: &Asked<'_>, choices: &Choices) -> u64 {
    let mut print = Fingerprint::of(view);
    print.add(asked.seat);
    print.add(asked.kind);
    print.add(asked.about);
    print.add(choices);
    print.0
}

/// A 64-bit FNV-1a hash of plain data (Fowler, Noll and Vo; <https://datatracker.ietf.org/doc/html/rfc9923>).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) struct Fingerprint(pub u64);

impl Fingerprint {
    /// Returns the fingerprint of some data.
    pub(in crate::engine) fn of(data: &(impl Serialize + ?Sized)) -> Self {
        let mut print = Self(0xCBF2_9CE4_8422_2325);
        print.add(data);
        print
    }

    /// Adds more data.
    pub(in crate::engine) fn add(&mut self, data: &(impl Serialize + ?Sized)) {
        serde_json::to_writer(&mut *self, data).expect("plain data with text keys");
    }

    /// Adds one number.
    pub(in crate::engine) fn number(&mut self, number: usize) {
        self.0 = (self.0 ^ number as u64).wrapping_mul(0x0000_0100_0000_01B3);
    }
}

impl io::Write for Fingerprint {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for byte in bytes {
            self.number(usize::from(*byte));
        }
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hash of the text `"a"`, with its quotation marks, computed by the definition.
    #[test]
    fn a_fingerprint_is_the_same_everywhere() {
        let mut hash = 0xCBF2_9CE4_8422_2325_u64;
        for byte in b"\"a\"" {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(1_099_511_628_211);
        }
        assert_eq!(Fingerprint::of("a").0, hash);
        assert_ne!(Fingerprint::of("a"), Fingerprint::of("b"));
    }
}
