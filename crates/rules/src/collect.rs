//! Collects into ordered maps and sets by inserting one entry after another.
//!
//! [`Iterator::collect`] sorts all entries first, and then builds the map or set as a whole. The compiler writes such a sort and
//! such a builder for each type of key: that was a twentieth of the program, and gained nothing for as few entries as a game has.

use std::collections::{BTreeMap, BTreeSet};

/// Collects what an iterator returns, as [`Iterator::collect`] does.
pub trait Collect: Iterator + Sized {
    /// Collects pairs into a map; of several values for one key the last one stays.
    fn collect_map<K: Ord, V>(self) -> BTreeMap<K, V>
    where
        Self: Iterator<Item = (K, V)>,
    {
        let mut map = BTreeMap::new();
        map.extend(self);
        map
    }

    /// Collects pairs into a map, up to the first error.
    ///
    /// # Errors
    /// The first error that the iterator returns.
    fn try_collect_map<K: Ord, V, E>(self) -> Result<BTreeMap<K, V>, E>
    where
        Self: Iterator<Item = Result<(K, V), E>>,
    {
        let mut map = BTreeMap::new();
        for pair in self {
            let (key, value) = pair?;
            map.insert(key, value);
        }
        Ok(map)
    }

    /// Collects items into a set.
    fn collect_set<T: Ord>(self) -> BTreeSet<T>
    where
        Self: Iterator<Item = T>,
    {
        let mut set = BTreeSet::new();
        set.extend(self);
        set
    }
}

impl<I: Iterator> Collect for I {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_is_that_of_the_standard_library() {
        let pairs = [(3, 'a'), (1, 'b'), (3, 'c'), (2, 'd')];
        let map: BTreeMap<i32, char> = pairs.into_iter().collect();
        assert_eq!(pairs.into_iter().collect_map(), map);
        assert_eq!(map[&3], 'c');
        assert_eq!(
            pairs.into_iter().map(Ok::<_, ()>).try_collect_map(),
            Ok(map)
        );
        let failing = [Ok((1, 'a')), Err("first"), Err("second")];
        assert_eq!(failing.into_iter().try_collect_map(), Err("first"));
        let keys = pairs.map(|(key, _)| key);
        let set: BTreeSet<i32> = keys.into_iter().collect();
        assert_eq!(keys.into_iter().collect_set(), set);
    }
}
