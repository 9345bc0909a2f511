//! The rules of the games. This file holds the only list of them.

pub mod time_agent;
pub mod time_pirates;
pub mod time_whisperers;
pub mod words;

use crate::{
    content::{Library, Unfit},
    drawing::Picture,
    engine::{AnyRuleset, Ruleset},
    yaml::{Code, Document, Problem},
};
use serde_json::Value;

/// A game that the program can adjudicate.
#[derive(Clone, Copy)]
pub struct Known {
    /// The name in `game.yaml`.
    pub id: &'static str,
    /// The game's name in prose.
    pub title: &'static str,
    /// The edition of the rules that were implemented.
    pub edition: &'static str,
    /// Its content files, embedded.
    pub library: fn() -> Library,
    /// Creates the rules with the content of a library.
    pub load: fn(&Library) -> Result<Box<dyn AnyRuleset>, Unfit>,
    /// Reads the body of an order file; the keys of the envelope are left to another reader.
    pub read_orders: fn(&Document) -> Result<Value, Vec<Problem>>,
    /// The JSON Schemas of its content files, by file name.
    pub content_schemas: fn() -> Vec<(&'static str, Value)>,
    /// The rulings on unclear rules, as YAML.
    pub rulings: &'static str,
    /// The codes with which an order can be refused.
    pub codes: &'static [Code],
    /// The pictures that its templates can show.
    pub pictures: &'static [Picture],
    /// Set if its rulebook lets players talk to each other, so that letters are carried unless the GM says otherwise.
    /// Time Agent 11.1 does; the rulebooks of the other games do not mention it.
    pub talk: bool,
}

/// The keys of an order file that are the same in every game.
pub const ENVELOPE: &[&str] = &[
    "game",
    "turn",
    "seat",
    "sitting",
    "head",
    "revision",
    "token",
    "wake",
    "if-illegal",
    "no-orders",
    "standing",
];

/// Reads the ruleset's own sections of an order file.
fn body<R: Ruleset>(document: &Document) -> Result<Value, Vec<Problem>> {
    let orders: R::Orders = document.decode_without(ENVELOPE)?;
    Ok(serde_json::to_value(orders).expect("orders are plain data with text keys"))
}

/// Returns every code with which an order can be refused in any game.
pub fn codes() -> impl Iterator<Item = &'static Code> {
    ALL.iter().flat_map(|known| known.codes)
}

impl std::fmt::Debug for Known {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

/// All games, in the order in which they are listed.
pub const ALL: &[Known] = &[
    Known {
        id: "time-agent",
        title: "Time Agent",
        edition: "1992",
        library: time_agent::TimeAgent::library,
        load: |library| Ok(Box::new(time_agent::TimeAgent::new(library)?)),
        read_orders: body::<time_agent::TimeAgent>,
        content_schemas: time_agent::TimeAgent::content_schemas,
        rulings: time_agent::TimeAgent::RULINGS,
        codes: time_agent::CODES,
        pictures: time_agent::PICTURES,
        talk: true,
    },
    Known {
        id: "time-whisperers",
        title: "The Time Whisperers",
        edition: "2024",
        library: time_whisperers::TimeWhisperers::library,
        load: |library| Ok(Box::new(time_whisperers::TimeWhisperers::new(library)?)),
        read_orders: body::<time_whisperers::TimeWhisperers>,
        content_schemas: time_whisperers::TimeWhisperers::content_schemas,
        rulings: time_whisperers::TimeWhisperers::RULINGS,
        codes: time_whisperers::CODES,
        pictures: &[],
        talk: false,
    },
    Known {
        id: "time-pirates",
        title: "Time Pirates",
        edition: "designers",
        library: time_pirates::TimePirates::library,
        load: |library| Ok(Box::new(time_pirates::TimePirates::new(library)?)),
        read_orders: body::<time_pirates::TimePirates>,
        content_schemas: time_pirates::TimePirates::content_schemas,
        rulings: time_pirates::TimePirates::RULINGS,
        codes: time_pirates::CODES,
        pictures: &[],
        talk: false,
    },
];

/// Returns the options of a game that is founded without any.
pub fn usual_options(id: &str) -> &'static [&'static str] {
    match id {
        "time-agent" => &["scenario=six"],
        "time-whisperers" => &["players=3"],
        "time-pirates" => &["players=4"],
        _ => &[],
    }
}

/// Returns the game of this name.
pub fn find(id: &str) -> Option<Known> {
    ALL.iter().copied().find(|known| known.id == id)
}
