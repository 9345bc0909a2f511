//! The positions of Time Agent: a game as it is set up, with differences.

use super::{Body, Position, typed};
use chronojudge::rulesets::Listed as _;
use chronojudge::{
    dice::Scripted,
    engine::DynRuleset,
    engine::{OnFile, Ruleset, Run, SeatId},
    rulesets::time_agent::{
        Options, TimeAgent,
        content::Numbers,
        names::{Event, Kind, Race, Technology, UnitId},
        places::{HexId, Place, TileId, Zone},
        state::State,
    },
};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Differences from a game of six that has just been set up.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Given {
    /// The races that play, if not all six.
    races: Option<Vec<Race>>,
    round: Option<u32>,
    /// The player order of the round before; it matters only in the first round.
    order: Option<Vec<Race>>,
    sides: BTreeMap<Race, SideGiven>,
    /// The operatives in play, if not those of the set-up.
    units: Option<BTreeMap<UnitId, Place>>,
    tiles: BTreeMap<HexId, TileGiven>,
    /// The facing of every unlisted tile, all of which are then face up.
    all_up: Option<u8>,
    reversed: Reversed,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct SideGiven {
    team: Option<String>,
    credits: Option<u32>,
    machines: Option<u32>,
    /// Machines that lie face down from the round before.
    used: u32,
    agents: Option<u16>,
    squads: Option<u16>,
    looked: BTreeSet<HexId>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct TileGiven {
    /// The tile that lies here; it changes places with the one that lay here.
    tile: Option<TileId>,
    /// The facing of the tile, which is then face up: the direction of its marked edge.
    facing: Option<u8>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Reversed {
    events: BTreeSet<Event>,
    originals: BTreeSet<Technology>,
    secondaries: BTreeSet<TileId>,
}

/// Returns a game of six, set up, with the tiles of each zone in the order of the content.
fn set_up(rules: &TimeAgent) -> State {
    let options = Options {
        scenario: "six".into(),
    };
    let seats = Ruleset::seats(rules, &options).expect("a scenario");
    let mut decks = Scripted::new();
    for zone in Zone::ALL {
        let count = u32::try_from(rules.content().zone(zone).len()).expect("few");
        decks = decks.deck(format!("zone-{zone}"), (0..count).collect::<Vec<_>>());
    }
    let on_file: BTreeMap<SeatId, OnFile> = BTreeMap::new();
    let run = Run {
        sitting: 1,
        began: None,
        journal: &[],
        on_file: &on_file,
        overdue: false.into(),
    };
    let options = json!({"scenario": "six"});
    let out = DynRuleset::setup(rules, &options, &seats, run, &mut decks).expect("options");
    typed("the state that was set up", out.state)
}

pub fn position(given: &Value) -> Position {
    let given: Given = match given {
        Value::Null => Given::default(),
        given => typed("given", given.clone()),
    };
    let rules = TimeAgent::new(&TimeAgent::library()).expect("the embedded content fits");
    let mut state = set_up(&rules);
    if let Some(races) = &given.races {
        state.sides.retain(|race, _| races.contains(race));
        let all = state.units.iter();
        state.units = all.filter(|(unit, _)| races.contains(&unit.race)).collect();
        state.order.retain(|race| races.contains(race));
    }
    state.round = given.round.unwrap_or(1);
    state.order = given.order.unwrap_or(state.order);
    if let Some(units) = given.units {
        state.units = units.into_iter().collect();
    }
    lay(&mut state, &given.tiles, given.all_up);
    state.reversed_events = given.reversed.events;
    state.reversed_originals = given.reversed.originals;
    state.reversed_secondaries = given.reversed.secondaries;
    for (unit, _) in state.units.iter() {
        let side = state
            .sides
            .get_mut(&unit.race)
            .unwrap_or_else(|| panic!("{} does not play", unit.race));
        let highest = side.numbered(unit.kind);
        *highest = unit.n.max(*highest);
    }
    for (race, with) in given.sides {
        let side = state
            .sides
            .get_mut(&race)
            .unwrap_or_else(|| panic!("{race} does not play"));
        side.team = with.team;
        side.credits = with.credits.unwrap_or(side.credits);
        side.machines = with.machines.unwrap_or(side.machines);
        side.used = with.used;
        for (kind, highest) in [(Kind::Agent, with.agents), (Kind::Squad, with.squads)] {
            let number = side.numbered(kind);
            *number = highest.unwrap_or(*number);
        }
        side.looked = with.looked;
    }
    settle(&rules, &mut state);
    Position {
        seats: state
            .sides
            .keys()
            .map(|race| SeatId::new(race.name()).expect("a name"))
            .collect(),
        state: serde_json::to_value(&state).expect("plain data"),
        rules: Box::new(rules),
        quiet: quiet(),
        usual: |_| None,
    }
}

fn quiet() -> Body {
    let quiet = json!({
        "turn-order": {"prefer": [1, 2, 3, 4, 5, 6]},
        "headquarters": {},
        "moves": [],
        "actions": [],
        "opposition": [{"tile": "any", "declare": "stand-aside"}],
    });
    typed("quiet", quiet)
}

/// Lays the tiles of the case.
fn lay(state: &mut State, tiles: &BTreeMap<HexId, TileGiven>, all_up: Option<u8>) {
    for cell in state.hexes.values_mut() {
        cell.facing = all_up;
    }
    let mut laid: BTreeSet<HexId> = BTreeSet::new();
    for (hex, given) in tiles {
        let here = state
            .hexes
            .get(*hex)
            .unwrap_or_else(|| panic!("there is no hex {hex}"))
            .tile;
        if let Some(wanted) = given.tile {
            let there = state.hexes.iter().find(|(_, cell)| cell.tile == wanted);
            let there = *there
                .unwrap_or_else(|| panic!("there is no tile {wanted}"))
                .0;
            assert!(!laid.contains(&there), "{wanted} cannot lie in two places");
            state.hexes.get_mut(there).expect("a hex").tile = here;
            state.hexes.get_mut(*hex).expect("a hex").tile = wanted;
            laid.insert(*hex);
        }
        state.hexes.get_mut(*hex).expect("a hex").facing = given.facing;
    }
}

/// Finds the set of Disconnected technologies, and the points that follow from it (9.6, 9.7).
fn settle(rules: &TimeAgent, state: &mut State) {
    let others: Vec<Technology> = Technology::ALL
        .iter()
        .copied()
        .filter(|t| *t != Technology::TimeTravel)
        .collect();
    let mut wrong = String::new();
    for set in 0_u32..1 << others.len() {
        state.disconnected = others
            .iter()
            .enumerate()
            .filter(|(i, _)| set & (1 << i) != 0)
            .map(|(_, t)| *t)
            .collect();
        count(rules, state);
        match Ruleset::invariants(rules, state) {
            Ok(()) => return,
            Err(why) if why.to_string().contains("9.6") => wrong = why.to_string(),
            Err(why) => panic!("the position is impossible: {why}"),
        }
    }
    panic!("the position is impossible (is Time Travel Disconnected?): {wrong}")
}

/// 9.7: adds up the solid numbers of intact events and technologies and the outlined numbers of undone ones.
fn count(rules: &TimeAgent, state: &mut State) {
    let content = rules.content();
    let mut points: BTreeMap<Race, (i32, i32)> = BTreeMap::new();
    let mut add = |numbers: &Numbers| {
        for (race, held) in numbers {
            let (rp, vp) = points.entry(*race).or_default();
            *rp += held.rp;
            *vp += held.vp;
        }
    };
    for event in Event::ALL {
        let numbers = content.event(*event);
        add(if state.reversed_events.contains(event) {
            &numbers.reversed
        } else {
            &numbers.unreversed
        });
    }
    for technology in Technology::ALL
        .iter()
        .filter(|t| **t != Technology::TimeTravel)
    {
        let numbers = content.technology(*technology);
        add(if state.disconnected.contains(technology) {
            &numbers.disconnected
        } else {
            &numbers.connected
        });
    }
    for (race, side) in &mut state.sides {
        (side.rp, side.vp) = points.get(race).copied().unwrap_or_default();
    }
}
