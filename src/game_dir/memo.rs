//! A one-entry cache for values that a game needs often.

use std::sync::{Mutex, PoisonError};

/// A one-entry memo, keyed by the value it was computed from.
#[derive(Debug)]
pub(crate) struct Remembered<K, T>(Mutex<Option<(K, T)>>);

impl<K, T> Default for Remembered<K, T> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<K: PartialEq + Clone, T: Clone> Remembered<K, T> {
    /// Returns the value for a key, from the memo if the key is the last one. Otherwise `make` computes the value; an
    /// error is not stored.
    pub fn of<E>(&self, this: K, make: impl FnOnce(K) -> Result<T, E>) -> Result<T, E> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, thing)) = &*known
            && *of == this
        {
            return Ok(thing.clone());
        }
        let thing = make(this.clone())?;
        *known = Some((this, thing.clone()));
        Ok(thing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_last_success_and_no_failure() {
        let remembered = Remembered::default();
        let fails = |_| Err::<u32, _>("no");
        assert_eq!(remembered.of(2, fails), Err("no"));
        assert_eq!(remembered.of(2, |n| Ok::<_, &str>(n * n)), Ok(4));
        assert_eq!(remembered.of(2, fails), Ok(4));
        assert_eq!(remembered.of(3, |n| Ok::<_, &str>(n * n)), Ok(9));
        assert_eq!(remembered.of(2, fails), Err("no"), "only the last is known");
    }
}
