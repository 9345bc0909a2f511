//! The contents of a mail that answers an invitation: whether the player accepts, and hashes of salts.

use crate::{
    dice::Hash,
    engine::SeatId,
    mail::{Incoming, inbound::QuotedLine},
};
use std::collections::BTreeMap;

/// Length of a hash in hex digits.
const HASH: usize = 64;

/// The contents of a mail that answers an invitation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::inbox) struct Rsvp {
    /// True if the player accepts, false if they decline; `None` if the first line says neither.
    pub(super) plays: Option<bool>,
    /// The hashes of salts, each with the seat that its line names.
    pub(super) hashes: Vec<(Option<SeatId>, Hash)>,
    /// The salts that match a promised hash.
    pub(super) salts: BTreeMap<SeatId, String>,
    /// True if several players have the address and nothing tells which of them wrote the mail.
    pub(super) is_unclear: bool,
}

impl Rsvp {
    /// Reads the lines that the writer of a mail typed, or its subject if there are none.
    /// Hashes for which `is_known` is true are those of the game itself, such as the anchor, and are ignored.
    pub(super) fn of(
        mail: &Incoming,
        lines: &[QuotedLine],
        seats: &[SeatId],
        is_known: impl Fn(&Hash) -> bool,
    ) -> Self {
        let own = lines
            .iter()
            .filter(|line| line.depth == 0)
            .map(|line| line.text.trim());
        let own: Vec<&str> = own.filter(|line| !line.is_empty()).collect();
        let first = own.first().copied().unwrap_or(&mail.subject);
        let hashes = own.iter().filter_map(|line| hash_in(line, seats));
        Self {
            plays: plays(first),
            hashes: hashes.filter(|(_, hash)| !is_known(hash)).collect(),
            salts: BTreeMap::new(),
            is_unclear: false,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.plays.is_none() && self.hashes.is_empty() && self.salts.is_empty()
    }
}

/// Returns true for a line that accepts, false for one that declines, and `None` for any other. Only complete phrases
/// count: `No problem!` declines nothing, and `Accept or decline?` is a question for a person.
fn plays(line: &str) -> Option<bool> {
    if line.contains('?') {
        return None;
    }
    let words = crate::inbox::press::words_of(line);
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    for courtesy in [&["please"][..], &["thanks"], &["thank", "you"]] {
        if words.ends_with(courtesy) {
            words.truncate(words.len() - courtesy.len());
        }
    }
    match words[..] {
        ["accept" | "accepted" | "yes"] | ["i" | "yes", "accept"] | ["yes", "i", "accept"] => {
            Some(true)
        }
        ["decline" | "declined" | "no"] | ["i" | "no", "decline"] | ["no", "i", "decline"] => {
            Some(false)
        }
        _ => None,
    }
}

/// Returns the hash of a line in one of the documented forms, `zytal: 0123…`, `hash 0123…` or `0123…` alone, with the
/// seat that the line names. `sha256sum` writes a hyphen behind the hash.
pub(super) fn hash_in(line: &str, seats: &[SeatId]) -> Option<(Option<SeatId>, Hash)> {
    let line = line.trim();
    let line = line.strip_suffix(" -").unwrap_or(line);
    let mut words = line
        .split([':', ' ', '\t', '\u{a0}', '`'])
        .filter(|word| !word.is_empty());
    let (first, second) = (words.next()?, words.next());
    let (label, hash) = match second {
        Some(second) => (Some(first), second),
        None => (None, first),
    };
    if words.next().is_some() || hash.len() != HASH {
        return None;
    }
    let hash = hash.to_ascii_lowercase().parse().ok()?;
    let Some(label) = label.filter(|label| !label.eq_ignore_ascii_case("hash")) else {
        return Some((None, hash));
    };
    let is_named = |seat: &&SeatId| label.eq_ignore_ascii_case(seat.as_str());
    Some((Some(seats.iter().find(is_named)?.clone()), hash))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_accepts_or_declines_only_if_it_says_nothing_else() {
        for line in [
            "accept",
            "Accept.",
            "YES",
            "I accept!",
            "Accept, thanks",
            "Yes please",
            "Re: [gem] accept",
        ] {
            assert_eq!(plays(line), Some(true), "{line}");
        }
        for line in ["decline", "No, thanks", "I decline", "No, thank you."] {
            assert_eq!(plays(line), Some(false), "{line}");
        }
        for line in [
            "Yes, but only from March on",
            "No problem, I accept it",
            "When do we begin?",
            "No problem!",
            "No salt, thanks",
            "Yes, but when?",
            "Accept or decline?",
            "Yes?",
            "[gem] You play zytal",
            "",
        ] {
            assert_eq!(plays(line), None, "{line}");
        }
    }

    #[test]
    fn a_hash_is_found_with_the_seat_of_its_line() {
        let seats = ["zytal", "roo"].map(|seat| SeatId::new(seat).expect("a seat"));
        let hex = "0a".repeat(32);
        let hash: Hash = hex.parse().expect("a hash");
        let of = |line: &str| hash_in(line, &seats);
        assert_eq!(of(&format!("hash  {hex}")), Some((None, hash)));
        assert_eq!(
            of(&format!("Roo: {}", hex.to_uppercase())),
            Some((Some(seats[1].clone()), hash))
        );
        assert_eq!(of("salt  12ab 34cd"), None);
        assert_eq!(of(&format!("{hex} {hex}")), None);
        assert_eq!(of(&format!("{hex}  -")), Some((None, hash)));
        for line in [
            format!("chronojudge salt hash {hex} roo"),
            format!("The anchor is {hex}"),
            format!("head: {hex}"),
            format!("roo {hex} please"),
        ] {
            assert_eq!(of(&line), None, "{line}");
        }
    }
}
