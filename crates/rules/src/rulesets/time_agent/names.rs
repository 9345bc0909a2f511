//! The names of the game: races, technologies, events and units; places are in [`places`](super::places).

use crate::rulesets::words::{BadId, names, nearest_of, word};
use std::{fmt, str::FromStr};

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

names! {
    /// 9.5: what is done to an event, an invention or a tile.
    Alters {
        Reverse = "reverse",
        Unreverse = "unreverse",
        Rotate = "rotate",
    }
}

/// An operative by its full name, such as `zytal-squad-1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId {
    /// The race that owns it.
    pub race: Race,
    /// Agent or squad.
    pub kind: Kind,
    /// The number: per race and kind, in the order of purchase (ruling A41).
    pub n: u16,
}
word!(
    UnitId,
    "An operative by its full name, such as `zytal-squad-1`.",
    "^(buralti|fiolli|human|roo|veneb|zytal)-(agent|squad)-[1-9][0-9]*$",
    |text| {
        let (race, unit) = text.split_once('-')?;
        let race = nearest_of(race, Race::ALL.iter().copied()).or_else(|| race.parse().ok())?;
        Some(unit.parse().ok().or_else(|| OwnUnit::like(unit))?.of(race))
    }
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
            .ok_or_else(|| BadId::new("unit (they are named like zytal-squad-1)", text))
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
    "^(agent|squad)-[1-9][0-9]*$",
    Self::like
);

impl OwnUnit {
    /// Returns the operative that a misspelt or full name, such as `squd-1` or `zytal-squad-1`, stands for.
    fn like(text: &str) -> Option<Self> {
        if let Ok(full) = text.parse::<UnitId>() {
            return Some(full.into());
        }
        let (kind, n) = text.rsplit_once('-')?;
        let kind = nearest_of(kind, Kind::ALL.iter().copied())?;
        format!("{kind}-{n}").parse().ok()
    }

    /// Returns the full name.
    pub(crate) fn of(self, race: Race) -> UnitId {
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
            .ok_or_else(|| {
                BadId::new(
                    "unit of yours (they are named like agent-1 or squad-2)",
                    text,
                )
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_read_back() {
        assert_eq!(
            "zytal-squad-12".parse::<UnitId>().map(|u| u.to_string()),
            Ok("zytal-squad-12".into())
        );
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
