//! The content files as they are written, and the checks they must pass.

mod hexes;
mod technologies;
mod written;

use super::{
    content::{
        Beyond, Content, Edge, EventContent, Indicator, LEGENDS, Original, Streams,
        TechnologyContent, Tile, number, opposite,
    },
    names::{Event, Race, Technology},
    places::{Legend, TileId, Zone},
};
use crate::{
    collect::Collect,
    content::{InvalidContent, Library},
    rulesets::kit::content,
};
use std::collections::{BTreeMap, BTreeSet};
use written::{Board, Events, Races, Technologies, TileLine, Tiles};

impl Content {
    /// Reads and checks the content files.
    ///
    /// # Errors
    /// If a file cannot be read or does not fit the rules; [`InvalidContent`] names the file and the reason.
    pub(crate) fn read(library: &Library) -> Result<Self, InvalidContent> {
        read(library)
    }
}

content! {
    "time_agent":
    BOARD: Board = "board.yaml";
    EVENTS: Events = "events.yaml";
    RACES: Races = "races.yaml";
    TECHNOLOGIES: Technologies = "technologies.yaml";
    TILES: Tiles = "tiles.yaml";
}

/// Reads all five files and checks that they fit each other.
pub(super) fn read(library: &Library) -> Result<Content, InvalidContent> {
    fit(library).map_err(|unfit| library.place(unfit))
}

fn fit(library: &Library) -> Result<Content, InvalidContent> {
    let races = RACES.read(library)?;
    let technologies = TECHNOLOGIES.read(library)?;
    let events = EVENTS.read(library)?;
    let board = BOARD.read(library)?;
    let tiles = TILES.read(library)?;

    check_races(&races)?;
    technologies::check(&technologies.technologies)?;
    let technologies = all_once(
        (TECHNOLOGIES.name(), "technologies"),
        Technology::ALL,
        technologies.technologies.into_iter().map(|t| (t.id, t)),
    )?;
    let events = all_once(
        (EVENTS.name(), "events"),
        Event::ALL,
        events.events.into_iter().map(|e| (e.id, e)),
    )?;
    let (hexes, first_of_zone) = hexes::hexes(&board)?;
    technologies::check_ends(&board)?;
    let originals = all_once(
        (BOARD.name(), "originals"),
        Technology::ALL,
        board.originals.iter().map(|o| {
            let original = Original {
                cost: o.cost,
                touches: o.touches.iter().map(|t| (t.hex, t.edge - 1)).collect(),
            };
            (o.technology, original)
        }),
    )?;
    let indicators = board.indicators.iter().map(|line| Indicator {
        id: line.id.clone(),
        technology: line.technology,
        touches: line.touches.iter().map(|t| (t.hex, t.edge - 1)).collect(),
    });
    let indicators = indicators.collect();
    let (mut misfits, mut fitting) = (vec![], vec![]);
    tiles
        .tiles
        .into_iter()
        .enumerate()
        .map(|(n, line)| {
            let place = |unfit: InvalidContent| {
                let path = unfit.at.as_deref().unwrap_or("id");
                let (code, path) = (unfit.code.unwrap_or("E1044"), format!("tiles/{n}/{path}"));
                unfit.at(code, path)
            };
            tile(&line, &technologies, &events).map_err(place)
        })
        .for_each(|read| match read {
            Ok(tile) => fitting.push(tile),
            Err(unfit) => misfits.push(unfit),
        });
    // Report all errors at once, because a person who copies 95 tiles makes several.
    if let Some(unfit) = InvalidContent::all(misfits) {
        return Err(unfit);
    }
    let tiles = fitting;
    let mut by_legend = [[None; LEGENDS]; 15];
    for (i, tile) in tiles.iter().enumerate() {
        let place = by_legend[tile.id.zone.index()].get_mut(number(tile.id.legend));
        let (Some(place), Ok(i)) = (place, u8::try_from(i)) else {
            return Err(TILES
                .invalid(format!("{} is one tile too many", tile.id))
                .at("E1048", format!("tiles/{i}/id")));
        };
        *place = Some(i);
    }
    let mut propagation = [Streams::default(); 8];
    for (technology, content) in &technologies {
        for number in &content.zones {
            if let Some(zone) = propagation.get_mut(usize::from(*number)) {
                zone.insert(*technology);
            }
        }
    }
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
        indicators,
        tiles,
        by_legend,
        propagation,
    };
    check_tiles(&content)?;
    Ok(content)
}

fn check_races(races: &Races) -> Result<(), InvalidContent> {
    let unfit = |code: &'static str, path: &str, words: String| {
        Err(InvalidContent::new(RACES.name(), words).at(code, path))
    };
    for race in Race::ALL {
        if !races.races.contains_key(race) {
            return unfit("E1040", "races", format!("the race {race} is missing"));
        }
        if races.opening_order.iter().filter(|r| *r == race).count() != 1 {
            let words = format!("opening-order must name {race} once");
            return unfit("E1040", "opening-order", words);
        }
    }
    if races.prices.looks_per_machine == 0 {
        let words = "looks-per-machine must be at least 1".to_owned();
        return unfit("E1040", "prices", words);
    }
    for (n, scenario) in races.scenarios.iter().enumerate() {
        let path = format!("scenarios/{n}/id");
        let unplayable = |words: &str| {
            let words = format!("scenario {} {words}", scenario.id);
            unfit("E1049", &path, words)
        };
        if races.scenarios[..n].iter().any(|s| s.id == scenario.id) {
            return unplayable("is there twice");
        }
        let named: Vec<Race> = if scenario.teams.is_empty() {
            scenario.races.clone()
        } else {
            scenario.teams.iter().flatten().copied().collect()
        };
        if named.is_empty() {
            return unplayable("has no races");
        }
        if let Some(race) = (1..named.len()).find(|n| named[..*n].contains(&named[*n])) {
            return unplayable(&format!("names {} twice", named[race]));
        }
        // 12: the number of players is that of the races, or that of the teams.
        let players = if scenario.teams.is_empty() {
            scenario.races.len()
        } else {
            scenario.teams.len()
        };
        if players != scenario.players as usize {
            return unplayable(&format!(
                "is for {} players and seats {players}",
                scenario.players
            ));
        }
    }
    Ok(())
}

/// Checks that every name occurs exactly once.
fn all_once<K: Copy + Ord + std::fmt::Display, V>(
    (file, list): (&str, &str),
    all: &[K],
    pairs: impl Iterator<Item = (K, V)>,
) -> Result<BTreeMap<K, V>, InvalidContent> {
    let mut map = BTreeMap::new();
    for (key, value) in pairs {
        if map.insert(key, value).is_some() {
            return Err(
                InvalidContent::new(file, format!("{key} is there twice")).at("E1040", list)
            );
        }
    }
    match all.iter().find(|key| !map.contains_key(key)) {
        Some(key) => Err(InvalidContent::new(file, format!("{key} is missing")).at("E1040", list)),
        None => Ok(map),
    }
}

fn tile(
    line: &TileLine,
    technologies: &BTreeMap<Technology, TechnologyContent>,
    events: &BTreeMap<Event, EventContent>,
) -> Result<Tile, InvalidContent> {
    let unfit = |code: &'static str, path: &str, words: String| {
        Err(InvalidContent::new(TILES.name(), words).at(code, path))
    };
    let id = line.id;
    if id.zone != line.zone {
        let words = format!("{id} is listed under zone {}", line.zone);
        return unfit("E1044", "zone", words);
    }
    let cost = match (id.legend, &line.event, &line.invention) {
        (Legend::Event(name), Some(event), None) if name == *event => Some(events[event].cost),
        (Legend::Invention(name), None, Some(invention)) if name == invention.technology => {
            Some(invention.cost)
        }
        (Legend::Paths(_), None, None) => None,
        _ => {
            let words = format!("{id}: the name and the legend do not fit each other");
            return unfit("E1044", "id", words);
        }
    };
    if let Legend::Event(event) = id.legend
        && events[&event].zone != id.zone
    {
        let words = format!("{event} belongs in zone {}", events[&event].zone);
        return unfit("E1044", "zone", words);
    }
    let mut spokes = [Streams::default(); 6];
    if line.spokes.len() != 6 {
        let words = format!("{id} has {} spokes instead of 6", line.spokes.len());
        return unfit("E1046", "spokes", words);
    }
    for (n, (spoke, letters)) in spokes.iter_mut().zip(&line.spokes).enumerate() {
        let path = format!("spokes/{n}");
        for letter in letters.chars() {
            let Some((name, technology)) = technologies.iter().find(|(_, t)| t.letter == letter)
            else {
                let words = format!("{id}: no technology has the letter {letter}");
                return unfit("E1046", &path, words);
            };
            if !technology.zones.contains(&id.zone.number) {
                let words = format!("{id}: {name} does not propagate in zone {}", id.zone);
                return unfit("E1045", &path, words);
            }
            spoke.insert(*name);
        }
        if spoke
            .iter()
            .filter(|t| *t != Technology::TimeTravel)
            .count()
            > 1
        {
            let words =
                format!("{id}: {letters}: a spoke carries one technology, and Time Travel besides");
            return unfit("E1046", &path, words);
        }
    }
    Ok(Tile { id, spokes, cost })
}

/// Checks the tiles against the board, the events and the technologies, and reports every error.
fn check_tiles(content: &Content) -> Result<(), InvalidContent> {
    let mut misfits = vec![];
    let mut unfit = |code: &'static str, words: String| {
        misfits.push(InvalidContent::new(TILES.name(), words).at(code, "tiles"));
    };
    let ids: BTreeSet<TileId> = content.tiles().iter().map(|tile| tile.id).collect_set();
    if ids.len() != content.tiles().len() {
        unfit("E1040", "a tile is there twice".to_owned());
    }
    for zone in Zone::ALL {
        let (tiles, hexes) = (
            content.tiles().iter().filter(|t| t.id.zone == zone).count(),
            content.zone(zone).len(),
        );
        if tiles != hexes {
            unfit(
                "E1048",
                format!("zone {zone} has {hexes} hexes and {tiles} tiles"),
            );
        }
    }
    for event in Event::ALL {
        let id = TileId {
            zone: content.event(*event).zone,
            legend: Legend::Event(*event),
        };
        if !content.has_tile(id) {
            unfit("E1047", format!("no tile bears {event}"));
        }
    }
    for technology in Technology::ALL {
        let legend = Legend::Invention(*technology);
        if !content.tiles().iter().any(|tile| tile.id.legend == legend) {
            unfit(
                "E1047",
                format!("no tile bears a secondary invention of {technology}"),
            );
        }
    }
    if let Some(unfit) = InvalidContent::all(misfits) {
        return Err(unfit);
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
