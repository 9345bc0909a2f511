//! One sample of every kind of fact. The match below ensures that the list is complete.

use crate::rulesets::time_agent::{
    facts::Fact,
    names::{Alters, Event, Item, OwnUnit, Race, Technology, UnitId},
    places::{HexId, Spot, TileId},
};
use std::{collections::BTreeMap, fmt::Debug, str::FromStr};

fn p<T: FromStr>(text: &str) -> T
where
    T::Err: Debug,
{
    text.parse().expect("a name of the game")
}

fn unit(text: &str) -> UnitId {
    p(text)
}

fn own(text: &str) -> OwnUnit {
    p(text)
}

const ZYTAL: Race = Race::Zytal;
const ROO: Race = Race::Roo;

/// Returns the samples. Facts whose sentences differ in more than names have several samples.
#[expect(clippy::too_many_lines, reason = "it is a list")]
pub(super) fn facts() -> Vec<Fact> {
    let (hex, tile): (HexId, TileId) = (p("4a-3"), p("4a-great-plague"));
    let spot = Spot::Hex(hex);
    let original = Spot::Original(Technology::TimeTravel);
    let searched = |found| Fact::Searched {
        by: unit("zytal-squad-1"),
        target: unit("roo-agent-1"),
        spot,
        rolls: if found { [5, 2] } else { [1, 6] },
        values: [3, 3],
        found,
    };
    let attacked = |lost: &[&str]| Fact::Attacked {
        by: unit("zytal-squad-1"),
        target: unit("roo-agent-1"),
        spot,
        rolls: [4, 2],
        values: [2, 1],
        lost: lost.iter().map(|u| unit(u)).collect(),
    };
    let maintained = |stay: &[&str], home: &[&str]| Fact::Maintained {
        race: ZYTAL,
        stay: stay.iter().map(|u| own(u)).collect(),
        home: home.iter().map(|u| own(u)).collect(),
    };
    let altered = |reversed, paid: &[(Race, u32)]| Fact::EventAltered {
        race: ZYTAL,
        spot,
        event: Event::GreatPlague,
        reversed,
        paid: paid.iter().copied().collect(),
    };
    let invention = |spot, reversed| Fact::InventionAltered {
        race: ZYTAL,
        spot,
        technology: Technology::TimeTravel,
        reversed,
        paid: BTreeMap::from([(ROO, 25)]),
    };
    let connected = |connected| Fact::Technology {
        technology: Technology::ColdFusion,
        connected,
    };
    let declared = |opposes| Fact::Declared {
        race: ROO,
        spot,
        against: ZYTAL,
        opposes,
    };
    vec![
        Fact::SetUp {
            race: ZYTAL,
            machines: 3,
            agents: 2,
            squads: 1,
            rp: 20,
            vp: 9,
        },
        Fact::Round { round: 3 },
        Fact::Income {
            race: ZYTAL,
            credits: 1,
            treasury: 21,
        },
        Fact::TieRolled {
            vp: 9,
            rolls: BTreeMap::from([(ROO, vec![3, 5]), (ZYTAL, vec![3, 2])]),
        },
        Fact::Picked {
            race: ROO,
            position: 4,
        },
        Fact::PlayerOrder {
            order: vec![Race::Buralti, Race::Fiolli, ROO, ZYTAL],
        },
        Fact::Waits { race: ROO },
        maintained(&["squad-1", "agent-2"], &["agent-1"]),
        maintained(&["squad-1"], &[]),
        maintained(&[], &["agent-1", "agent-2"]),
        maintained(&[], &[]),
        Fact::Bought {
            race: ZYTAL,
            item: Item::Agent,
            count: 2,
            cost: 6,
            units: vec![own("agent-3"), own("agent-4")],
        },
        Fact::Bought {
            race: ZYTAL,
            item: Item::TimeMachine,
            count: 1,
            cost: 25,
            units: vec![],
        },
        Fact::Looked {
            race: ZYTAL,
            hex,
            cost: 1,
        },
        Fact::Saw {
            race: ZYTAL,
            hex,
            tile,
        },
        Fact::Saw {
            race: ROO,
            hex: p("4a-4"),
            tile: p("2a-time-travel"),
        },
        Fact::Saw {
            race: ZYTAL,
            hex: p("4a-5"),
            tile: p("4a-t1"),
        },
        Fact::PlayerTurn { race: ZYTAL },
        Fact::Travelled {
            unit: unit("zytal-agent-1"),
            to: hex,
            cost: 32,
        },
        Fact::Moved {
            unit: unit("zytal-agent-1"),
            from: spot,
            to: original,
            along: Technology::TimeTravel,
        },
        Fact::Flipped {
            hex,
            tile,
            facing: 2,
        },
        declared(true),
        declared(false),
        searched(true),
        searched(false),
        attacked(&["roo-agent-1"]),
        attacked(&["roo-agent-1", "zytal-squad-1"]),
        attacked(&[]),
        altered(true, &[(ZYTAL, 5)]),
        altered(false, &[(ZYTAL, 3), (ROO, 1), (Race::Fiolli, 1)]),
        invention(original, true),
        invention(spot, false),
        Fact::Rotated {
            race: ZYTAL,
            hex,
            from: 2,
            to: 5,
            paid: BTreeMap::from([(ZYTAL, 3)]),
        },
        Fact::PriceNotMet {
            race: ZYTAL,
            spot,
            to: Alters::Rotate,
            edge: Some(5),
            cost: 20,
            offered: BTreeMap::from([(ZYTAL, 10), (ROO, 3)]),
        },
        connected(false),
        connected(true),
        Fact::AllFlipped { tiles: 40 },
        Fact::Points {
            race: ZYTAL,
            rp: 25,
            vp: 17,
        },
        Fact::GameOver {
            players: vec![],
            vp: BTreeMap::from([(ROO, 30), (ZYTAL, 41)]),
            winners: vec![ZYTAL],
        },
    ]
}

/// The number of kinds of facts. A new variant does not compile in [`kind`], so that it gets a sample above and a
/// sentence in the templates.
pub(super) const KINDS: usize = 26;

pub(super) fn kind(fact: &Fact) -> usize {
    match fact {
        Fact::SetUp { .. } => 0,
        Fact::Round { .. } => 1,
        Fact::Income { .. } => 2,
        Fact::TieRolled { .. } => 3,
        Fact::Picked { .. } => 4,
        Fact::PlayerOrder { .. } => 5,
        Fact::Waits { .. } => 6,
        Fact::Maintained { .. } => 7,
        Fact::Bought { .. } => 8,
        Fact::Looked { .. } => 9,
        Fact::Saw { .. } => 10,
        Fact::PlayerTurn { .. } => 11,
        Fact::Travelled { .. } => 12,
        Fact::Moved { .. } => 13,
        Fact::Flipped { .. } => 14,
        Fact::Declared { .. } => 15,
        Fact::Searched { .. } => 16,
        Fact::Attacked { .. } => 17,
        Fact::EventAltered { .. } => 18,
        Fact::InventionAltered { .. } => 19,
        Fact::Rotated { .. } => 20,
        Fact::PriceNotMet { .. } => 21,
        Fact::Technology { .. } => 22,
        Fact::AllFlipped { .. } => 23,
        Fact::Points { .. } => 24,
        Fact::GameOver { .. } => 25,
    }
}
