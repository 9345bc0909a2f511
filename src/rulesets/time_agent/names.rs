//! The names of the game: races, technologies, events, units, hexes and tiles.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, fmt, str::FromStr};

macro_rules! names {
    ($(#[$doc:meta])* $type:ident { $($variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
        )]
        pub enum $type {
            $(
                #[doc = concat!("`", $text, "`")]
                #[serde(rename = $text)]
                $variant,
            )+
        }

        impl $type {
            /// All of them, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name as it is written in files.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $type {
            type Err = BadId;
            fn from_str(text: &str) -> Result<Self, BadId> {
                Self::ALL
                    .iter()
                    .copied()
                    .find(|x| x.name() == text)
                    .ok_or_else(|| BadId { what: stringify!($type), text: text.to_owned() })
            }
        }
    };
}

/// A text that names nothing of its kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no {what}")]
pub struct BadId {
    what: &'static str,
    text: String,
}

names! {
    /// 2.3: one of the six galactic races.
    Race {
        Buralti = "buralti",
        Fiolli = "fiolli",
        Human = "human",
        Roo = "roo",
        Veneb = "veneb",
        Zytal = "zytal",
    }
}

names! {
    /// 2.5: one of the seven technologies.
    Technology {
        AntiGravity = "anti-gravity",
        GeneCraft = "gene-craft",
        ColdFusion = "cold-fusion",
        TimeTravel = "time-travel",
        Hyperdrive = "hyperdrive",
        ForceFields = "force-fields",
        Rejuvenation = "rejuvenation",
    }
}

names! {
    /// 2.5: one of the 23 events.
    Event {
        BlackHoleEnergy = "black-hole-energy",
        BuraltiCivilWar = "buralti-civil-war",
        BuraltiExpansion = "buralti-expansion",
        Cloning = "cloning",
        DestroyedWorlds = "destroyed-worlds",
        EtherCom = "ethercom",
        FiolliAlliance = "fiolli-alliance",
        FreeTraders = "free-traders",
        GreatPlague = "great-plague",
        HumanBuraltiWar = "human-buralti-war",
        HumanLimits = "human-limits",
        KyrilAmbush = "kyril-ambush",
        KyrilDefeat = "kyril-defeat",
        ReplicatingRobots = "replicating-robots",
        RooBuraltiWar1 = "roo-buralti-war-1",
        RooBuraltiWar2 = "roo-buralti-war-2",
        SentientAis = "sentient-ais",
        ServantsRevolt = "servants-revolt",
        TalkiSuperNova = "talki-supernova",
        VenebPhilosophy = "veneb-philosophy",
        ZytalBuraltiWar1 = "zytal-buralti-war-1",
        ZytalBuraltiWar2 = "zytal-buralti-war-2",
        ZytalBuraltiWar3 = "zytal-buralti-war-3",
    }
}

names! {
    /// 2.3: the two kinds of operative.
    Kind {
        Agent = "agent",
        Squad = "squad",
    }
}

names! {
    /// 8.2: what the bank sells, in the order in which it is bought.
    Item {
        TimeMachine = "time-machine",
        Squad = "squad",
        Agent = "agent",
    }
}

/// A type that is written as one word in files.
macro_rules! word {
    ($type:ident, $what:literal, $pattern:literal) => {
        impl Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = Cow::<'de, str>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }

        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({"type": "string", "pattern": $pattern, "description": $what})
            }
        }
    };
}

/// 2.1: one of the 15 set-up zones, such as `4a`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Zone {
    /// The zone's number, 1 to 7: where technologies propagate.
    pub number: u8,
    part: u8,
}
word!(Zone, "A set-up zone, such as `4a`.", "^([1-7][ab]|4c)$");

impl Zone {
    /// All of them, in order.
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

    /// Its place in [`Zone::ALL`].
    pub fn index(self) -> usize {
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
        Self::ALL
            .into_iter()
            .find(|z| z.to_string() == text)
            .ok_or_else(|| BadId {
                what: "zone",
                text: text.to_owned(),
            })
    }
}

/// A hex of the cone of time, such as `4a-3`: the place, whatever tile lies there.
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
            .ok_or_else(|| BadId {
                what: "tile (they are named like 4a-3: zone, hyphen, number)",
                text: text.to_owned(),
            })
    }
}

/// 2.2: one of the 95 tiles, such as `4a-great-plague` or `4a-t3`: the cardboard, wherever it lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileId {
    /// The zone it is shuffled into.
    pub zone: Zone,
    /// What is printed on it.
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
            .ok_or_else(|| BadId {
                what: "tile piece",
                text: text.to_owned(),
            })
    }
}

fn number_after(text: &str, mark: &str) -> Option<(Zone, u8)> {
    let (zone, n) = text.split_once(mark)?;
    let n: u8 = n.parse().ok().filter(|_| !n.starts_with(['0', '+']))?;
    Some((zone.parse().ok()?, n)).filter(|_| n > 0)
}

/// An operative by its full name, such as `zytal-squad-1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId {
    /// Whose it is.
    pub race: Race,
    /// Agent or squad.
    pub kind: Kind,
    /// Numbered per race and kind as they are bought (ruling A41).
    pub n: u16,
}
word!(
    UnitId,
    "An operative by its full name, such as `zytal-squad-1`.",
    "^(buralti|fiolli|human|roo|veneb|zytal)-(agent|squad)-[1-9][0-9]*$"
);

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.race, self.kind, self.n)
    }
}

impl FromStr for UnitId {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        text.split_once('-')
            .and_then(|(race, unit)| Some(unit.parse::<OwnUnit>().ok()?.of(race.parse().ok()?)))
            .ok_or_else(|| BadId {
                what: "unit (they are named like zytal-squad-1)",
                text: text.to_owned(),
            })
    }
}

/// An operative as its owner calls it, such as `squad-1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct OwnUnit {
    /// Agent or squad.
    pub kind: Kind,
    /// Its number.
    pub n: u16,
}
word!(
    OwnUnit,
    "One of your own operatives, such as `squad-1`.",
    "^(agent|squad)-[1-9][0-9]*$"
);

impl OwnUnit {
    /// The full name.
    pub fn of(self, race: Race) -> UnitId {
        UnitId {
            race,
            kind: self.kind,
            n: self.n,
        }
    }
}

impl From<UnitId> for OwnUnit {
    fn from(unit: UnitId) -> Self {
        Self {
            kind: unit.kind,
            n: unit.n,
        }
    }
}

impl fmt::Display for OwnUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.kind, self.n)
    }
}

impl FromStr for OwnUnit {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Self, BadId> {
        text.rsplit_once('-')
            .and_then(|(kind, n)| {
                let kind = kind.parse().ok()?;
                let n = n.parse().ok().filter(|&n| n > 0)?;
                (!text.contains("-0") && !text.contains('+')).then_some(Self { kind, n })
            })
            .ok_or_else(|| BadId {
                what: "unit of yours (they are named like agent-1 or squad-2)",
                text: text.to_owned(),
            })
    }
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
    "^(([1-7][ab]|4c)-[1-9][0-9]?|original-(anti-gravity|gene-craft|cold-fusion|time-travel|hyperdrive|force-fields|rejuvenation))$"
);

impl Spot {
    /// The hex, if it is one.
    pub fn hex(self) -> Option<HexId> {
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

/// Where an operative is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// At home.
    Present,
    /// In the past.
    Past(Spot),
}
word!(Place, "`present`, or a place in the past.", "^[a-z0-9-]+$");

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
    fn words_read_back() {
        for text in ["4a-3", "original-gene-craft"] {
            assert_eq!(text.parse::<Spot>().map(|s| s.to_string()), Ok(text.into()));
        }
        assert_eq!(
            "zytal-squad-12".parse::<UnitId>().map(|u| u.to_string()),
            Ok("zytal-squad-12".into())
        );
        for text in ["4d-1", "4a-0", "4a-03", "4a3", "8a-1", "4a-+1", "4a-300"] {
            assert!(text.parse::<HexId>().is_err(), "{text}");
        }
        for text in [
            "zytal-squad-0",
            "zytal-squad",
            "squad-1",
            "zytal-spy-1",
            "roo-agent-01",
        ] {
            assert!(text.parse::<UnitId>().is_err(), "{text}");
        }
    }
}
