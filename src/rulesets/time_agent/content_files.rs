//! The content files as they are written, and the checks they have to pass.

use super::{
    content::{
        Beyond, Content, Edge, EventContent, Hex, Original, Prices, RaceContent, Scenario, Streams,
        TechnologyContent, Tile, opposite,
    },
    names::{Event, Race, Technology},
    places::{HexId, Legend, TileId, Zone},
};
use crate::content::{Library, Unfit, schema};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The files, embedded.
pub(super) const FILES: &[(&str, &str)] = &[
    ("board.yaml", include_str!("content/board.yaml")),
    ("events.yaml", include_str!("content/events.yaml")),
    ("races.yaml", include_str!("content/races.yaml")),
    (
        "technologies.yaml",
        include_str!("content/technologies.yaml"),
    ),
    ("tiles.yaml", include_str!("content/tiles.yaml")),
];

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(clippy::struct_field_names, reason = "the file has it so")]
struct Races {
    opening_order: Vec<Race>,
    prices: Prices,
    races: BTreeMap<Race, RaceContent>,
    scenarios: Vec<Scenario>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Technologies {
    technologies: Vec<TechnologyContent>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Events {
    events: Vec<EventContent>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Board {
    hexes: Vec<HexLine>,
    originals: Vec<OriginalLine>,
    indicators: Vec<IndicatorLine>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct HexLine {
    id: HexId,
    zone: Zone,
    row: i32,
    column: i32,
    cost: u32,
    #[serde(default)]
    star: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Touch {
    hex: HexId,
    edge: usize,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OriginalLine {
    technology: Technology,
    cost: u32,
    touches: Vec<Touch>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct IndicatorLine {
    technology: Technology,
    id: String,
    touches: Vec<Touch>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Tiles {
    tiles: Vec<TileLine>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct TileLine {
    id: TileId,
    zone: Zone,
    spokes: Vec<String>,
    event: Option<Event>,
    invention: Option<Invention>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Invention {
    technology: Technology,
    cost: u32,
}

/// The JSON Schemas of the five files.
pub(super) fn schemas() -> Vec<(&'static str, serde_json::Value)> {
    vec![
        ("board.yaml", schema::<Board>()),
        ("events.yaml", schema::<Events>()),
        ("races.yaml", schema::<Races>()),
        ("technologies.yaml", schema::<Technologies>()),
        ("tiles.yaml", schema::<Tiles>()),
    ]
}

/// Reads all five files and checks that they fit each other.
pub(super) fn read(library: &Library) -> Result<Content, Unfit> {
    let races: Races = library.read("races.yaml")?;
    let technologies: Technologies = library.read("technologies.yaml")?;
    let events: Events = library.read("events.yaml")?;
    let board: Board = library.read("board.yaml")?;
    let tiles: Tiles = library.read("tiles.yaml")?;

    check_races(&races)?;
    let technologies = all_once(
        "technologies.yaml",
        Technology::ALL,
        technologies.technologies.into_iter().map(|t| (t.id, t)),
    )?;
    let events = all_once(
        "events.yaml",
        Event::ALL,
        events.events.into_iter().map(|e| (e.id, e)),
    )?;
    let (hexes, first_of_zone) = hexes(&board)?;
    let originals = all_once(
        "board.yaml",
        Technology::ALL,
        board.originals.iter().map(|o| {
            let original = Original {
                cost: o.cost,
                touches: o.touches.iter().map(|t| (t.hex, t.edge - 1)).collect(),
            };
            (o.technology, original)
        }),
    )?;
    let tiles = tiles
        .tiles
        .into_iter()
        .map(|line| tile(&line, &technologies, &events))
        .collect::<Result<Vec<_>, _>>()?;
    let by_tile: BTreeMap<TileId, usize> =
        tiles.iter().enumerate().map(|(i, t)| (t.id, i)).collect();
    let content = Content {
        opening_order: races.opening_order,
        prices: races.prices,
        races: races.races,
        scenarios: races.scenarios,
        technologies,
        events,
        hexes,
        first_of_zone,
        originals,
        tiles,
        by_tile,
    };
    check_tiles(&content)?;
    Ok(content)
}

fn check_races(races: &Races) -> Result<(), Unfit> {
    let unfit = |words: String| Err(Unfit::new("races.yaml", words));
    for race in Race::ALL {
        if !races.races.contains_key(race) {
            return unfit(format!("the race {race} is missing"));
        }
        if races.opening_order.iter().filter(|r| *r == race).count() != 1 {
            return unfit(format!("opening-order must name {race} once"));
        }
    }
    if races.prices.looks_per_machine == 0 {
        return unfit("looks-per-machine must be at least 1".to_owned());
    }
    for scenario in &races.scenarios {
        let seats = scenario.teams.iter().flatten().chain(&scenario.races);
        let mut seen = vec![];
        for race in seats {
            if scenario.teams.is_empty() && seen.contains(race) {
                return unfit(format!("scenario {} names {race} twice", scenario.id));
            }
            seen.push(*race);
        }
        if seen.is_empty() {
            return unfit(format!("scenario {} has no races", scenario.id));
        }
    }
    Ok(())
}

/// Every name exactly once.
fn all_once<K: Copy + Ord + std::fmt::Display, V>(
    file: &str,
    all: &[K],
    pairs: impl Iterator<Item = (K, V)>,
) -> Result<BTreeMap<K, V>, Unfit> {
    let mut map = BTreeMap::new();
    for (key, value) in pairs {
        if map.insert(key, value).is_some() {
            return Err(Unfit::new(file, format!("{key} is there twice")));
        }
    }
    match all.iter().find(|key| !map.contains_key(key)) {
        Some(key) => Err(Unfit::new(file, format!("{key} is missing"))),
        None => Ok(map),
    }
}

/// The steps to the six neighbours in rows and doubled columns, by edge.
const STEPS: [(i32, i32); 6] = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)];

fn hexes(board: &Board) -> Result<(Vec<Hex>, [usize; 16]), Unfit> {
    let unfit = |words: String| Unfit::new("board.yaml", words);
    let mut at: BTreeMap<(i32, i32), HexId> = BTreeMap::new();
    let mut first_of_zone = [0; 16];
    for (i, line) in board.hexes.iter().enumerate() {
        let zone = line.zone.index();
        let before = board.hexes[..i]
            .iter()
            .filter(|h| h.zone == line.zone)
            .count();
        if line.id.zone != line.zone || usize::from(line.id.n) != before + 1 {
            return Err(unfit(format!(
                "{} should be {}-{}: hexes are numbered within their zone as they are listed",
                line.id,
                line.zone,
                before + 1
            )));
        }
        if i > 0 && board.hexes[i - 1].zone.index() > zone {
            return Err(unfit(format!(
                "{} is out of order: list the zones one after another",
                line.id
            )));
        }
        first_of_zone[zone + 1..].fill(i + 1);
        if let Some(other) = at.insert((line.row, line.column), line.id) {
            return Err(unfit(format!(
                "{} and {other} lie in the same place",
                line.id
            )));
        }
    }
    let mut hexes: Vec<Hex> = board
        .hexes
        .iter()
        .map(|line| {
            let mut beyond = [Beyond::Nothing; 6];
            for (edge, (row, column)) in STEPS.iter().enumerate() {
                if let Some(hex) = at.get(&(line.row + row, line.column + column)) {
                    beyond[edge] = Beyond::Hex(*hex);
                }
            }
            Hex {
                id: line.id,
                row: line.row,
                column: line.column,
                cost: line.cost,
                star: line.star,
                beyond,
            }
        })
        .collect();
    let mut put = |touch: &Touch, thing: Beyond, name: &str| {
        let Some(hex) = hexes.iter_mut().find(|h| h.id == touch.hex) else {
            return Err(unfit(format!(
                "{name} touches {}, which is not there",
                touch.hex
            )));
        };
        match hex.beyond.get_mut(touch.edge.wrapping_sub(1)) {
            Some(free @ Beyond::Nothing) => {
                *free = thing;
                Ok(())
            }
            Some(_) => Err(unfit(format!(
                "{name}: edge {} of {} faces something already",
                touch.edge, touch.hex
            ))),
            None => Err(unfit(format!("{name}: edges are numbered 1 to 6"))),
        }
    };
    for original in &board.originals {
        for touch in &original.touches {
            let name = format!("the original {}", original.technology);
            put(touch, Beyond::Original(original.technology), &name)?;
        }
    }
    for indicator in &board.indicators {
        for touch in &indicator.touches {
            let thing = Beyond::Indicator(indicator.technology);
            put(touch, thing, &format!("the indicator {}", indicator.id))?;
        }
    }
    Ok((hexes, first_of_zone))
}

fn tile(
    line: &TileLine,
    technologies: &BTreeMap<Technology, TechnologyContent>,
    events: &BTreeMap<Event, EventContent>,
) -> Result<Tile, Unfit> {
    let unfit = |words: String| Err(Unfit::new("tiles.yaml", words));
    let id = line.id;
    if id.zone != line.zone {
        return unfit(format!("{id} is listed under zone {}", line.zone));
    }
    let cost = match (id.legend, &line.event, &line.invention) {
        (Legend::Event(name), Some(event), None) if name == *event => Some(events[event].cost),
        (Legend::Invention(name), None, Some(invention)) if name == invention.technology => {
            Some(invention.cost)
        }
        (Legend::Paths(_), None, None) => None,
        _ => {
            return unfit(format!(
                "{id}: the name and the legend do not fit each other"
            ));
        }
    };
    if let Legend::Event(event) = id.legend
        && events[&event].zone != id.zone
    {
        return unfit(format!("{event} belongs in zone {}", events[&event].zone));
    }
    let mut spokes = [Streams::default(); 6];
    if line.spokes.len() != 6 {
        return unfit(format!(
            "{id} has {} spokes instead of 6",
            line.spokes.len()
        ));
    }
    for (spoke, letters) in spokes.iter_mut().zip(&line.spokes) {
        for letter in letters.chars() {
            let Some((name, technology)) = technologies.iter().find(|(_, t)| t.letter == letter)
            else {
                return unfit(format!("{id}: no technology has the letter {letter}"));
            };
            if !technology.zones.contains(&id.zone.number) {
                return unfit(format!(
                    "{id}: {name} does not propagate in zone {}",
                    id.zone
                ));
            }
            spoke.insert(*name);
        }
        if spoke
            .iter()
            .filter(|t| *t != Technology::TimeTravel)
            .count()
            > 1
        {
            return unfit(format!(
                "{id}: {letters}: a spoke carries one technology, and Time Travel besides"
            ));
        }
    }
    Ok(Tile { id, spokes, cost })
}

fn check_tiles(content: &Content) -> Result<(), Unfit> {
    let unfit = |words: String| Err(Unfit::new("tiles.yaml", words));
    if content.by_tile.len() != content.tiles().len() {
        return unfit("a tile is there twice".to_owned());
    }
    for zone in Zone::ALL {
        let (tiles, hexes) = (
            content.tiles().iter().filter(|t| t.id.zone == zone).count(),
            content.zone(zone).len(),
        );
        if tiles != hexes {
            return unfit(format!("zone {zone} has {hexes} hexes and {tiles} tiles"));
        }
    }
    for event in Event::ALL {
        let id = TileId {
            zone: content.event(*event).zone,
            legend: Legend::Event(*event),
        };
        if !content.has_tile(id) {
            return unfit(format!("no tile bears {event}"));
        }
    }
    for original in Technology::ALL {
        for (hex, edge) in &content.original(*original).touches {
            debug_assert_eq!(content.hex(*hex).beyond[*edge], Beyond::Original(*original));
        }
    }
    debug_assert!(content.hexes().iter().all(|hex| {
        hex.beyond
            .iter()
            .enumerate()
            .all(|(edge, beyond): (Edge, _)| match *beyond {
                Beyond::Hex(other) => {
                    content.hex(other).beyond[opposite(edge)] == Beyond::Hex(hex.id)
                }
                _ => true,
            })
    }));
    Ok(())
}
