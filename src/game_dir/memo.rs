//! What is asked for again and again in the life of a game, and worked out anew only where it may have changed.

use std::sync::{Mutex, PoisonError};

/// A thing as it was made last, beside what it was made of.
#[derive(Debug)]
pub(crate) struct Remembered<K, T>(Mutex<Option<(K, T)>>);

impl<K, T> Default for Remembered<K, T> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<K: PartialEq + Clone, T: Clone> Remembered<K, T> {
    /// The thing that is made of this; what was made of the same before is taken for it.
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
    fn the_same_is_made_once_and_what_fails_is_not_remembered() {
        let remembered = Remembered::default();
        let fails = |_| Err::<u32, _>("no");
        assert_eq!(remembered.of(2, fails), Err("no"));
        assert_eq!(remembered.of(2, |n| Ok::<_, &str>(n * n)), Ok(4));
        assert_eq!(remembered.of(2, fails), Ok(4));
        assert_eq!(remembered.of(3, |n| Ok::<_, &str>(n * n)), Ok(9));
        assert_eq!(remembered.of(2, fails), Err("no"), "only the last is known");
    }
}
