//! The master secret, the chain of keys, and the values that are published of them (fair1, section 3).

use std::collections::BTreeMap;
use std::fmt;
use std::io::Write as _;

use super::field::{
    BadHex, Hash, Key, from_hex, hash_checked, mac_checked, push_hex, sha256, to_hex,
};
use super::label::Name;

/// The number of sittings a chain is made for, unless genesis says otherwise (fair1, section 3).
pub const SITTINGS: u32 = 4096;

/// The one secret a GM must back up (fair1, section 3).
///
/// `Debug` shows nothing of it.
#[derive(Clone, PartialEq, Eq)]
pub struct Master(Key);

/// The error of an operating system that gave no random bytes (fair1, section 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the operating system gives no random bytes: {0}")]
pub struct NoRandomness(pub getrandom::Error);

impl Master {
    /// Makes a new master secret from random bytes of the operating system (fair1, section 3).
    ///
    /// # Errors
    /// [`NoRandomness`] if the operating system gives no random bytes.
    pub fn generate() -> Result<Self, NoRandomness> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(NoRandomness)?;
        Ok(Self::from_bytes(bytes))
    }

    /// Makes a master secret from its 32 bytes (fair1, section 3).
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(Key::from_bytes(bytes))
    }

    /// Parses a master secret from 64 lower-case hex digits (fair1, section 3).
    ///
    /// # Errors
    /// [`BadHex`] if the text is anything else.
    pub fn from_hex(text: &str) -> Result<Self, BadHex> {
        Key::from_hex(text).map(Self)
    }

    /// Returns the master secret as 64 lower-case hex digits, to be kept secret (fair1, section 3).
    pub fn to_hex(&self) -> String {
        self.0.to_hex()
    }

    /// Returns the seed of the key that signs the log, for games with a signed log (fair1, section 6).
    pub fn log_key(&self, game: &Name) -> Key {
        mac_checked(&self.0, &["fair1/log-key", game.as_str()])
    }

    /// Returns the key from which the Message-IDs of the game's mails are made. It is not part of fair1, and is
    /// never published.
    pub fn message_ids(&self) -> Key {
        mac_checked(&self.0, &["chronojudge/message-id"])
    }

    /// Returns the key from which the tokens of order forms are made. It is not part of fair1, and is never
    /// published.
    pub fn tokens(&self, game: &Name) -> Key {
        mac_checked(&self.0, &["chronojudge/token", game.as_str()])
    }

    /// Returns `S`, the secret behind hidden information (fair1, section 3).
    pub fn hidden(&self, game: &Name) -> Key {
        mac_checked(&self.0, &["fair1/hidden-root", game.as_str()])
    }
}

impl fmt::Debug for Master {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Master(secret)")
    }
}

/// The chain of sitting keys `k_0 … k_N` (fair1, section 3).
#[derive(Debug, Clone)]
pub struct Chain {
    keys: Vec<Key>,
    sittings: u32,
}

impl Chain {
    /// Builds the chain of a game backwards from its root (fair1, section 3).
    pub fn new(master: &Master, game: &Name, sittings: u32) -> Self {
        let mut key = mac_checked(&master.0, &["fair1/root", game.as_str()]);
        let mut keys = vec![key.clone()];
        let mut link = Link::of(game);
        for t in (1..=sittings).rev() {
            key = link.before(t, &key);
            keys.push(key.clone());
        }
        keys.reverse();
        Self { keys, sittings }
    }

    /// Returns `k_0`, which genesis publishes (fair1, section 3).
    pub fn anchor(&self) -> Hash {
        Hash::from_bytes(*self.keys[0].as_bytes())
    }

    /// Returns `k_t` (fair1, section 3); `None` after the last sitting.
    pub fn key(&self, t: u32) -> Option<&Key> {
        self.keys.get(usize::try_from(t).ok()?)
    }

    /// Returns `N`, the number of sittings the chain lasts for (fair1, section 3).
    pub fn sittings(&self) -> u32 {
        self.sittings
    }
}

/// Computes `k_{t-1}` from `k_t` (fair1, section 3).
pub fn previous_key(game: &Name, t: u32, key: &Key) -> Key {
    Link::of(game).before(t, key)
}

/// The reusable buffer for the hash of a link: the thousands of links of a game differ only in `t` and the key.
struct Link {
    message: Vec<u8>,
    same: usize,
}

impl Link {
    fn of(game: &Name) -> Self {
        let message = format!("fair1/link\n{}\n", game.as_str()).into_bytes();
        let same = message.len();
        Self { message, same }
    }

    /// Computes `k_{t-1}` from `k_t` (fair1, section 3).
    fn before(&mut self, t: u32, key: &Key) -> Key {
        self.message.truncate(self.same);
        let written = writeln!(self.message, "{t}");
        written.expect("there is always room in a vector");
        push_hex(&mut self.message, key.as_bytes());
        self.message.push(b'\n');
        sha256(&self.message).into()
    }
}

/// Computes `k_t` from `k_from` (fair1, section 3); `None` if `t` is greater than `from`.
pub fn earlier_key(game: &Name, from: u32, key: &Key, t: u32) -> Option<Key> {
    let mut link = Link::of(game);
    let back = |key, after| link.before(after + 1, &key);
    (t <= from).then(|| (t..from).rev().fold(key.clone(), back))
}

/// Checks whether `k_t` belongs to the chain that published `k_{t-1}` before (fair1, section 3).
pub fn verify_link(game: &Name, t: u32, key: &Key, previous: &Key) -> bool {
    t > 0 && previous_key(game, t, key) == *previous
}

/// Returns `hidden`, the public commitment to `S` (fair1, section 3).
pub fn hidden_commitment(game: &Name, secret: &Key) -> Hash {
    hash_checked(&["fair1/hidden", game.as_str(), &secret.to_hex()])
}

/// The least number of characters of a text that a player makes up as a salt. A shorter text could be found by
/// trial from its hash.
pub const WORDS_AT_LEAST: usize = 12;

/// Makes a random text for a salt: 128 bits from the operating system, as eight groups of four hex digits.
///
/// # Errors
/// [`NoRandomness`] if the operating system gives no random bytes.
pub fn salt_words() -> Result<String, NoRandomness> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(NoRandomness)?;
    let groups: Vec<String> = bytes.chunks(2).map(to_hex).collect();
    Ok(groups.join(" "))
}

/// Returns a player's salt from the chosen text, without its final newline (fair1, section 3).
pub fn player_salt(words: &str) -> Hash {
    let words = words.strip_suffix('\n').unwrap_or(words);
    sha256(words.strip_suffix('\r').unwrap_or(words).as_bytes())
}

/// Returns the hash of a salt, which a player sends before the salts are opened (fair1, section 3).
///
/// The hash is bound to the record `genesis`, so a game that is founded again needs new hashes from its players.
pub fn salt_hash(genesis: &Hash, seat: &Name, salt: &Hash) -> Hash {
    hash_checked(&[
        "fair1/salt-hash",
        &genesis.to_string(),
        seat.as_str(),
        &salt.to_string(),
    ])
}

/// Returns `salts`, the hash of all opened salts and of the public round drawn after them (fair1, section 3).
/// Returns `None` if there are no salts and no round.
pub fn salts_hash(game: &Name, salts: &BTreeMap<Name, Hash>, draw: &Beacon) -> Option<Hash> {
    let fields = salts_fields(game, salts, draw);
    let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
    (!salts.is_empty() || *draw != Beacon::None).then(|| hash_checked(&fields))
}

/// Returns the fields that [`salts_hash`] hashes: the salts by seat, preceded by the game's name, or followed by
/// the round if the game is drawn with one.
pub fn salts_fields(game: &Name, salts: &BTreeMap<Name, Hash>, draw: &Beacon) -> Vec<String> {
    let pairs = salts
        .iter()
        .flat_map(|(seat, salt)| [seat.to_string(), salt.to_string()]);
    let (first, last) = match draw {
        Beacon::None => (Some(game.to_string()), None),
        Beacon::Round { .. } => (None, Some(draw.to_string())),
    };
    let tag = std::iter::once("fair1/salts".to_owned());
    tag.chain(first).chain(pairs).chain(last).collect()
}

/// The public random value that goes into a sitting's keys (fair1, section 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beacon {
    /// The game uses no beacon.
    None,
    /// A round of the beacon and the hash of its signature.
    Round {
        /// The number of the round.
        round: u64,
        /// The SHA-256 of the signature's bytes.
        signature: Hash,
    },
}

impl Beacon {
    /// Returns the beacon value of a round from its signature of 48 bytes in hex (fair1, sections 3 and 7). The
    /// signature is not verified here. Returns `None` if the text is not 48 bytes in hex.
    pub fn from_signature(round: u64, signature: &str) -> Option<Self> {
        let bytes = from_hex(signature).filter(|bytes| bytes.len() == 48)?;
        Some(Self::Round {
            round,
            signature: sha256(&bytes),
        })
    }
}

impl fmt::Display for Beacon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Round { round, signature } => {
                write!(f, "{round}:{}", to_hex(signature.as_bytes()))
            }
        }
    }
}

/// The values that the keys of one sitting are made from, apart from the secrets (fair1, section 3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draw {
    /// The game.
    pub game: Name,
    /// `t`, the sitting counted over the whole game, from 1.
    pub sitting: u32,
    /// `beacon_t`.
    pub beacon: Beacon,
    /// `salts`; `None` stands for the field `none`.
    pub salts: Option<Hash>,
}

impl Draw {
    /// Returns `T_t`, the key of this sitting's public rolls (fair1, section 3), from `k_t`.
    pub fn public_key(&self, key: &Key) -> Key {
        self.derive(key, "fair1/turn")
    }

    /// Returns `X_t`, the key of this sitting's hidden rolls and shuffles (fair1, section 3), from `S`.
    pub fn hidden_key(&self, secret: &Key) -> Key {
        self.derive(secret, "fair1/hidden-turn")
    }

    /// Returns `salts` as a field (fair1, section 3): the hash, or `none`.
    pub fn salts_field(&self) -> String {
        self.salts
            .map_or_else(|| "none".to_owned(), |salts| salts.to_string())
    }

    fn derive(&self, key: &Key, tag: &str) -> Key {
        let (t, beacon) = (self.sitting.to_string(), self.beacon.to_string());
        mac_checked(
            key,
            &[tag, self.game.as_str(), &t, &beacon, &self.salts_field()],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_link_of_a_full_chain_holds() {
        let game = Name::new("gem-1992").expect("a name");
        let chain = Chain::new(&Master::from_bytes([7; 32]), &game, SITTINGS);
        assert_eq!(chain.sittings(), SITTINGS);
        for t in 1..=SITTINGS {
            let (key, previous) = (
                chain.key(t).expect("in range"),
                chain.key(t - 1).expect("in range"),
            );
            assert!(verify_link(&game, t, key, previous));
            assert!(!verify_link(&game, t + 1, key, previous));
        }
        assert!(chain.key(SITTINGS + 1).is_none());
    }

    #[test]
    fn nothing_comes_before_the_anchor() {
        let (game, key) = (Name::new("g").expect("a name"), Key::from_bytes([7; 32]));
        let before = previous_key(&game, 0, &key);
        assert!(!verify_link(&game, 0, &key, &before));
    }

    #[test]
    fn a_master_secret_is_new_each_time_and_debug_does_not_show_it() {
        let (one, two) = (
            Master::generate().expect("an OS"),
            Master::generate().expect("an OS"),
        );
        assert_ne!(one, two);
        assert_eq!(Master::from_hex(&one.to_hex()), Ok(one.clone()));
        assert_eq!(format!("{one:?}"), "Master(secret)");
        assert!(
            !format!(
                "{:?}",
                Chain::new(&one, &Name::new("g").expect("a name"), 1)
            )
            .contains(&one.to_hex())
        );
    }

    #[test]
    fn words_that_are_made_are_long_and_new() {
        let (one, two) = (salt_words().expect("an OS"), salt_words().expect("an OS"));
        assert_ne!(one, two);
        let groups: Vec<&str> = one.split(' ').collect();
        let hex = |group: &&str| group.len() == 4 && group.bytes().all(|b| b.is_ascii_hexdigit());
        assert!(groups.len() == 8 && groups.iter().all(hex), "{one}");
    }

    #[test]
    fn a_round_counts_without_any_salt() {
        let round = |n| Beacon::Round {
            round: n,
            signature: Hash::from_bytes([3; 32]),
        };
        let game = Name::new("g").expect("a name");
        let alone = |n| salts_hash(&game, &BTreeMap::new(), &round(n));
        assert!(alone(42).is_some() && alone(42) != alone(43));
    }

    #[test]
    fn without_salts_the_field_is_none() {
        let game = Name::new("g").expect("a name");
        assert_eq!(salts_hash(&game, &BTreeMap::new(), &Beacon::None), None);
        let draw = Draw {
            game,
            sitting: 1,
            beacon: Beacon::None,
            salts: None,
        };
        assert_eq!(draw.salts_field(), "none");
    }
}
