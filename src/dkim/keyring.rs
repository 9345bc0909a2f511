//! The keys that were looked up in a run, and how long that may take.

use super::Claim;
use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    fmt,
    time::{Duration, Instant},
};

/// How long the keys of one mail may take.
const PER_MAIL: Duration = Duration::from_secs(4);

/// How long all the keys of a run may take; then no more are looked up.
const PER_RUN: Duration = Duration::from_secs(30);

/// A place where public keys are looked up.
pub trait Keys: fmt::Debug {
    /// Returns the texts at a name in DNS: none if there are none, and `None` if that is not known by a time.
    fn texts(&self, name: &str, until: Instant) -> Option<Vec<Vec<u8>>>;
}

/// Keys that are looked up once each.
#[derive(Debug)]
pub struct Keyring {
    keys: Box<dyn Keys>,
    /// What was had for each name; nothing for one that could not be had.
    known: RefCell<BTreeMap<String, Option<Vec<Vec<u8>>>>>,
    /// How long the keys of one mail may take.
    per_mail: Duration,
    /// How long the other keys of the run may take.
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

    /// Returns true if one of a mail's signatures is in force and holds. A key that cannot be had confirms nothing.
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
        // A key that there was no time for is not asked for with the next look at the same mail either.
        let texts = (begun < until).then(|| self.keys.texts(&name, until));
        let left = self.left.get().saturating_sub(begun.elapsed());
        self.left.set(left);
        let texts = texts.flatten();
        self.known.borrow_mut().insert(name, texts.clone());
        texts
    }
}
