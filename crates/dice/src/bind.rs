//! The salted hashes that commit to files which are secret for now (fair1, section 6).

use std::fmt;
use std::str::FromStr;

use super::field::{Hash, Key, hash_checked, mac_checked};
use super::label::Name;

/// The file that a salted hash commits to (fair1, section 6).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// A seat's orders: `order-<seat>`.
    Order(Name),
    /// The signature of a seat's orders: `signature-<seat>`.
    Signature(Name),
    /// A seat's standing orders: `standing-<seat>`.
    Standing(Name),
    /// The signature of a seat's standing orders: `signed-standing-<seat>`.
    SignedStanding(Name),
    /// The next checkpoint: `state`.
    State,
    /// The journal of the sitting: `journal`.
    Journal,
    /// The state that a correction made: `amend-<n>`.
    Amend(u32),
}

/// The error for a text that names no file a record may bind (fair1, section 6).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is none of order-<seat>, signature-<seat>, standing-<seat>, signed-standing-<seat>, state, journal, amend-<n>"
)]
pub struct BadWhat(pub String);

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Order(seat) => write!(f, "order-{seat}"),
            Self::Signature(seat) => write!(f, "signature-{seat}"),
            Self::Standing(seat) => write!(f, "standing-{seat}"),
            Self::SignedStanding(seat) => write!(f, "signed-standing-{seat}"),
            Self::State => f.write_str("state"),
            Self::Journal => f.write_str("journal"),
            Self::Amend(n) => write!(f, "amend-{n}"),
        }
    }
}

impl What {
    /// Returns the name of the file that is bound.
    pub fn file(&self) -> String {
        match self {
            Self::Signature(_) | Self::SignedStanding(_) => format!("{self}.sig"),
            _ => format!("{self}.yaml"),
        }
    }
}

impl FromStr for What {
    type Err = BadWhat;
    fn from_str(text: &str) -> Result<Self, BadWhat> {
        let bad = || BadWhat(text.to_owned());
        let what = if let Some(seat) = text.strip_prefix("order-") {
            Self::Order(Name::new(seat).map_err(|_| bad())?)
        } else if let Some(seat) = text.strip_prefix("signature-") {
            Self::Signature(Name::new(seat).map_err(|_| bad())?)
        } else if let Some(seat) = text.strip_prefix("standing-") {
            Self::Standing(Name::new(seat).map_err(|_| bad())?)
        } else if let Some(seat) = text.strip_prefix("signed-standing-") {
            Self::SignedStanding(Name::new(seat).map_err(|_| bad())?)
        } else if let Some(n) = text.strip_prefix("amend-") {
            Self::Amend(n.parse().map_err(|_| bad())?)
        } else {
            match text {
                "state" => Self::State,
                "journal" => Self::Journal,
                _ => return Err(bad()),
            }
        };
        // `amend-07` and `amend-+7` parse as numbers but are not how the number is written.
        if what.to_string() == text {
            Ok(what)
        } else {
            Err(bad())
        }
    }
}

/// Returns the nonce of a bound file (tag `fair1/bind-salt`; fair1, section 6). The owner of the file receives it.
pub fn bind_salt(secret: &Key, what: &What, t: u32) -> Hash {
    let salt = mac_checked(
        secret,
        &["fair1/bind-salt", &what.to_string(), &t.to_string()],
    );
    Hash::from_bytes(*salt.as_bytes())
}

/// Returns the salted hash of a file, from the SHA-256 of its bytes (fair1, section 6).
pub fn bind_hash(game: &Name, what: &What, t: u32, salt: &Hash, file: &Hash) -> Hash {
    let (what, t, salt, file) = (
        what.to_string(),
        t.to_string(),
        salt.to_string(),
        file.to_string(),
    );
    hash_checked(&["fair1/bind", game.as_str(), &what, &t, &salt, &file])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_file_has_one_spelling() {
        for good in [
            "order-roo",
            "signature-roo",
            "standing-zytal-2",
            "state",
            "journal",
            "amend-12",
        ] {
            assert_eq!(
                good.parse::<What>().map(|w| w.to_string()),
                Ok(good.to_owned())
            );
        }
        for bad in [
            "",
            "order-",
            "order-Roo",
            "signature-",
            "amend-",
            "amend-07",
            "amend-+7",
            "amend-x",
            "states",
        ] {
            assert!(bad.parse::<What>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_file_is_named_after_what_it_binds() {
        let file = |what: &str| what.parse().map(|what: What| what.file());
        assert_eq!(file("order-roo"), Ok("order-roo.yaml".to_owned()));
        assert_eq!(file("state"), Ok("state.yaml".to_owned()));
        assert_eq!(file("signature-roo"), Ok("signature-roo.sig".to_owned()));
    }
}
