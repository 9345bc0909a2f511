//! A short name for plain data.

use serde::Serialize;
use std::io;

/// A 64-bit FNV-1a hash of plain data (Fowler, Noll and Vo; <https://datatracker.ietf.org/doc/html/rfc9923>).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fingerprint(pub u64);

impl Fingerprint {
    /// Returns the fingerprint of some data.
    pub(super) fn of(data: &(impl Serialize + ?Sized)) -> Self {
        let mut print = Self(0xCBF2_9CE4_8422_2325);
        print.add(data);
        print
    }

    /// Adds more data.
    pub(super) fn add(&mut self, data: &(impl Serialize + ?Sized)) {
        serde_json::to_writer(&mut *self, data).expect("plain data with text keys");
    }

    /// Adds one number.
    pub(super) fn number(&mut self, number: usize) {
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
