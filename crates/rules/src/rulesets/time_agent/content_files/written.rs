//! The content files as a person writes them.

use crate::rulesets::time_agent::{
    content::{EventContent, Prices, RaceContent, Scenario, TechnologyContent},
    names::{Event, Race, Technology},
    places::{HexId, TileId, Zone},
};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(clippy::struct_field_names, reason = "the file has it so")]
pub(crate) struct Races {
    pub opening_order: Vec<Race>,
    pub prices: Prices,
    pub races: BTreeMap<Race, RaceContent>,
    pub scenarios: Vec<Scenario>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Technologies {
    pub technologies: Vec<TechnologyContent>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Events {
    pub events: Vec<EventContent>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Board {
    pub hexes: Vec<HexLine>,
    pub originals: Vec<OriginalLine>,
    pub indicators: Vec<IndicatorLine>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HexLine {
    pub id: HexId,
    pub zone: Zone,
    pub row: i32,
    pub column: i32,
    pub cost: u32,
    #[serde(default)]
    pub star: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Touch {
    pub hex: HexId,
    pub edge: usize,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OriginalLine {
    pub technology: Technology,
    pub cost: u32,
    pub touches: Vec<Touch>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct IndicatorLine {
    pub technology: Technology,
    pub id: String,
    pub touches: Vec<Touch>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tiles {
    pub tiles: Vec<TileLine>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TileLine {
    pub id: TileId,
    pub zone: Zone,
    pub spokes: Vec<String>,
    pub event: Option<Event>,
    pub invention: Option<Invention>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Invention {
    pub technology: Technology,
    pub cost: u32,
}
