//! The operatives and their places, with the interface of a map and the storage of a list.

use super::{
    names::{Kind, Race, UnitId},
    places::Place,
};
use crate::collect::Collect;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;

/// The operatives in play and their places, in the order of their names.
///
/// They are stored in one list, because iteration over them is most frequent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Units(Vec<(UnitId, Place)>);

impl Units {
    fn find(&self, unit: UnitId) -> Result<usize, usize> {
        self.0.binary_search_by_key(&unit, |(unit, _)| *unit)
    }

    /// Returns the place of an operative, if it is in play.
    pub(crate) fn get(&self, unit: UnitId) -> Option<Place> {
        self.find(unit).ok().map(|n| self.0[n].1)
    }

    /// Puts an operative into a place, and returns its former place.
    pub(crate) fn put(&mut self, unit: UnitId, place: Place) -> Option<Place> {
        match self.find(unit) {
            Ok(n) => Some(std::mem::replace(&mut self.0[n].1, place)),
            Err(n) => {
                self.0.insert(n, (unit, place));
                None
            }
        }
    }

    /// Takes an operative out of play, and returns its former place.
    pub(crate) fn remove(&mut self, unit: UnitId) -> Option<Place> {
        let n = self.find(unit).ok()?;
        Some(self.0.remove(n).1)
    }

    /// Returns all operatives with their places.
    pub fn iter(&self) -> impl Iterator<Item = (UnitId, Place)> {
        self.0.iter().copied()
    }

    /// Returns a race's operatives with their places.
    pub(crate) fn of(&self, race: Race) -> impl Iterator<Item = (UnitId, Place)> {
        let first = UnitId {
            race,
            kind: Kind::Agent,
            n: 0,
        };
        let from = self.find(first).unwrap_or_else(|n| n);
        let theirs = self.0[from..].iter().copied();
        theirs.take_while(move |(unit, _)| unit.race == race)
    }
}

impl FromIterator<(UnitId, Place)> for Units {
    fn from_iter<I: IntoIterator<Item = (UnitId, Place)>>(units: I) -> Self {
        let sorted: BTreeMap<UnitId, Place> = units.into_iter().collect_map();
        Self(sorted.into_iter().collect())
    }
}

impl Serialize for Units {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Units {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let units = BTreeMap::<UnitId, Place>::deserialize(deserializer)?;
        Ok(units.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operatives_are_a_map_that_is_quickly_gone_through() {
        let unit = |name: &str| name.parse::<UnitId>().unwrap();
        let past = |spot: &str| Place::Past(spot.parse().unwrap());
        let mut units: Units = [
            (unit("zytal-squad-1"), past("4a-3")),
            (unit("human-agent-10"), Place::Present),
            (unit("human-agent-2"), Place::Present),
        ]
        .into_iter()
        .collect();
        assert_eq!(units.put(unit("roo-agent-1"), past("1a-1")), None);
        assert_eq!(
            units.put(unit("human-agent-2"), past("4a-3")),
            Some(Place::Present)
        );
        assert_eq!(units.get(unit("human-agent-2")), Some(past("4a-3")));
        let of = |units: &Units, race| units.of(race).map(|(u, _)| u).collect::<Vec<_>>();
        let humans = [unit("human-agent-2"), unit("human-agent-10")];
        assert_eq!(of(&units, Race::Human), humans);
        assert_eq!(of(&units, Race::Veneb), []);
        let kept = serde_json::to_string(&units).unwrap();
        assert_eq!(
            kept,
            r#"{"human-agent-2":"4a-3","human-agent-10":"present","roo-agent-1":"1a-1","zytal-squad-1":"4a-3"}"#
        );
        assert_eq!(serde_json::from_str::<Units>(&kept).unwrap(), units);
        assert_eq!(units.remove(unit("zytal-squad-1")), Some(past("4a-3")));
        assert_eq!(units.remove(unit("zytal-squad-1")), None);
        assert_eq!(units.iter().count(), 3);
    }
}
