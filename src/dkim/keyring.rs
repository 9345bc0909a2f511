//! The keys that were looked up in a run, and the time limits of the lookups.

use super::Claim;
use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    fmt,
    time::{Duration, Instant},
};

/// Maximum time for the keys of one mail.
const PER_MAIL: Duration = Duration::from_secs(4);

/// Maximum time for all keys of a run; after that no more are looked up.
const PER_RUN: Duration = Duration::from_secs(30);

/// A source of public keys.
pub trait Keys: fmt::Debug {
    /// Returns the texts at a name in DNS, which may be an empty list; `None` if no answer arrives until this time.
    fn texts(&self, name: &str, until: Instant) -> Option<Vec<Vec<u8>>>;
}

/// A cache of keys, each of which is looked up at most once.
#[derive(Debug)]
pub struct Keyring {
    keys: Box<dyn Keys>,
    /// The texts at each name; `None` if the lookup failed.
    known: RefCell<BTreeMap<String, Option<Vec<Vec<u8>>>>>,
    /// Maximum time for the keys of one mail.
    per_mail: Duration,
    /// The time left for further keys of the run.
    left: Cell<Duration>,
}

impl Keyring {
    /// Creates a keyring without any keys yet.
    pub fn new(keys: impl Keys + 'static) -> Self {
        Self::bounded(keys, PER_MAIL, PER_RUN)
    }

    pub(super) fn bounded(
        keys: impl Keys + 'static,
        per_mail: Duration,
        per_run: Duration,
    ) -> Self {
        Self {
            keys: Box::new(keys),
            known: RefCell::default(),
            per_mail,
            left: Cell::new(per_run),
        }
    }

    /// Returns true if one of a mail's signatures is in force and verifies. A key that cannot be looked up confirms
    /// nothing.
    pub fn confirms(&self, claims: &[Claim], now: i64) -> bool {
        let until = Instant::now() + self.per_mail.min(self.left.get());
        let mut in_force = claims.iter().filter(|claim| claim.is_in_force(now));
        cfg!(feature = "dkim")
            && in_force.any(|claim| {
                let texts = self.texts(claim.place(), until);
                texts.is_some_and(|texts| claim.holds(&texts))
            })
    }

    fn texts(&self, name: String, until: Instant) -> Option<Vec<Vec<u8>>> {
        if let Some(texts) = self.known.borrow().get(&name) {
            return texts.clone();
        }
        let begun = Instant::now();
        // A key that was skipped for lack of time is cached as failed, so that it is not looked up later either.
        let texts = (begun < until).then(|| self.keys.texts(&name, until));
        let left = self.left.get().saturating_sub(begun.elapsed());
        self.left.set(left);
        let texts = texts.flatten();
        self.known.borrow_mut().insert(name, texts.clone());
        texts
    }
}
