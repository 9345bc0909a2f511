//! Places and tiles: zones, hexes, the cardboard that lies on them, and where operatives are.

use super::names::{Event, Technology};
use crate::rulesets::words::{BadId, nearest_of, word};
use std::{fmt, str::FromStr};

/// 2.1: one of the 15 set-up zones, such as `4a`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Zone {
    /// The zone's number, 1 to 7: where technologies propagate.
    pub number: u8,
    part: u8,
}
word!(Zone, "A set-up zone, such as `4a`.", "^([1-7][ab]|4c)$");

impl Zone {
    /// All zones, in order.
    pub const ALL: [Self; 15] = {
        let mut all = [Self { number: 0, part: 0 }; 15];
        let (mut i, mut number) = (0, 1);
        while number <= 7 {
            let parts = if number == 4 { 3 } else { 2 };
            let mut part = 0;
            while part < parts {
                all[i] = Self { number, part };
                i += 1;
                part += 1;
            }
            number += 1;
        }
        all
    };

    /// Checks whether it is the part of its number that lies farthest in the past: an `a`.
    pub(crate) fn is_oldest(self) -> bool {
        self.part == 0
    }

    /// Checks whether it is the part of its number that lies nearest to the present: a `b`, and the `c` of 4.
    pub(crate) fn is_newest(self) -> bool {
        self.part == if self.number == 4 { 2 } else { 1 }
    }

    /// Returns its index in [`Zone::ALL`].
    pub(crate) fn index(self) -> usize {
        usize::from(self.number - 1) * 2 + usize::from(self.part) + usize::from(self.number > 4)
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, char::from(b'a' + self.part))
    }
}

impl FromStr for Zone {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        let zone = match *text.as_bytes() {
            [number @ b'1'..=b'7', part @ b'a'..=b'c'] => Some(Self {
                number: number - b'0',
                part: part - b'a',
            }),
            _ => None,
        };
        zone.filter(|zone| Self::ALL.contains(zone))
            .ok_or_else(|| BadId::new("zone", text))
    }
}

/// A hex of the cone of time, such as `4a-3`: the place itself, independent of the tile that lies there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HexId {
    /// Its zone.
    pub zone: Zone,
    /// Its number within the zone, from 1.
    pub n: u8,
}
word!(
    HexId,
    "A tile of the past by its place, such as `4a-3`.",
    "^([1-7][ab]|4c)-[1-9][0-9]?$"
);

impl fmt::Display for HexId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.zone, self.n)
    }
}

impl FromStr for HexId {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        number_after(text, "-")
            .map(|(zone, n)| Self { zone, n })
            .ok_or_else(|| {
                BadId::new(
                    "tile (they are named like 4a-3: zone, hyphen, number)",
                    text,
                )
            })
    }
}

/// 2.2: one of the 95 tiles, such as `4a-great-plague` or `4a-t3`: the cardboard, independent of where it lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileId {
    /// The zone it is shuffled into.
    pub zone: Zone,
    /// The legend that is printed on it.
    pub legend: Legend,
}
word!(
    TileId,
    "A tile as a piece of cardboard, such as `4a-great-plague` or `4a-t3`.",
    "^([1-7][ab]|4c)-[a-z0-9-]+$"
);

/// 2.2: the printed legend of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Legend {
    /// An event.
    Event(Event),
    /// A secondary invention.
    Invention(Technology),
    /// Paths and nothing else; numbered within the zone, from 1.
    Paths(u8),
}

impl fmt::Display for TileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.legend {
            Legend::Event(event) => write!(f, "{}-{event}", self.zone),
            Legend::Invention(technology) => write!(f, "{}-{technology}", self.zone),
            Legend::Paths(n) => write!(f, "{}-t{n}", self.zone),
        }
    }
}

impl FromStr for TileId {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        if let Some((zone, n)) = number_after(text, "-t") {
            let legend = Legend::Paths(n);
            return Ok(Self { zone, legend });
        }
        text.split_once('-')
            .and_then(|(zone, legend)| {
                let legend = match legend.parse() {
                    Ok(event) => Legend::Event(event),
                    Err(_) => Legend::Invention(legend.parse().ok()?),
                };
                Some(Self {
                    zone: zone.parse().ok()?,
                    legend,
                })
            })
            .ok_or_else(|| BadId::new("tile piece", text))
    }
}

fn number_after(text: &str, mark: &str) -> Option<(Zone, u8)> {
    let (zone, n) = text.split_once(mark)?;
    let n: u8 = n.parse().ok().filter(|_| !n.starts_with(['0', '+']))?;
    Some((zone.parse().ok()?, n)).filter(|_| n > 0)
}

/// A place in the past where operatives can be: a tile, or an original invention's printed space.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    /// A hex with its tile.
    Hex(HexId),
    /// The printed space of an original invention.
    Original(Technology),
}
word!(
    Spot,
    "A tile by its place, such as `4a-3`, or an original invention, such as `original-time-travel`.",
    "^(([1-7][ab]|4c)-[1-9][0-9]?|original-(anti-gravity|gene-craft|cold-fusion|time-travel|hyperdrive|force-fields|rejuvenation))$",
    |text| {
        let name = text.strip_prefix("original-").unwrap_or(text);
        let all = Technology::ALL.iter().copied();
        let technology = name.parse().ok().or_else(|| nearest_of(name, all));
        technology.map(Self::Original)
    }
);

impl Spot {
    /// Returns the hex, if the place is one.
    pub(crate) fn hex(self) -> Option<HexId> {
        match self {
            Self::Hex(hex) => Some(hex),
            Self::Original(_) => None,
        }
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hex(hex) => hex.fmt(f),
            Self::Original(technology) => write!(f, "original-{technology}"),
        }
    }
}

impl FromStr for Spot {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        match text.strip_prefix("original-") {
            Some(technology) => Ok(Self::Original(technology.parse()?)),
            None => Ok(Self::Hex(text.parse()?)),
        }
    }
}

/// The place of an operative.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// At home.
    Present,
    /// In the past.
    Past(Spot),
}
word!(
    Place,
    "`present`, or a place in the past.",
    "^[a-z0-9-]+$",
    |text| nearest_of(text, [Self::Present])
);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Present => f.write_str("present"),
            Self::Past(spot) => spot.fmt(f),
        }
    }
}

impl FromStr for Place {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        if text == "present" {
            Ok(Self::Present)
        } else {
            text.parse().map(Self::Past)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_are_fifteen_and_know_their_place() {
        let names: Vec<String> = Zone::ALL.iter().map(Zone::to_string).collect();
        assert_eq!(
            names.join(" "),
            "1a 1b 2a 2b 3a 3b 4a 4b 4c 5a 5b 6a 6b 7a 7b"
        );
        for (i, zone) in Zone::ALL.iter().enumerate() {
            assert_eq!(zone.index(), i);
        }
    }

    #[test]
    fn places_read_back() {
        for text in ["4a-3", "original-gene-craft"] {
            assert_eq!(text.parse::<Spot>().map(|s| s.to_string()), Ok(text.into()));
        }
        for text in ["4d-1", "4a-0", "4a-03", "4a3", "8a-1", "4a-+1", "4a-300"] {
            assert!(text.parse::<HexId>().is_err(), "{text}");
        }
    }
}
