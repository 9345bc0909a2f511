//! The game's content: Artifacts, Agents, Missions, Clones and levels of difficulty, read from YAML and checked.

use super::{
    artifacts::Artifact,
    content_files::{AgentLine, Agents, Artifacts, Clones, LevelLine, Levels, Missions, SetUp},
    effects::{Ability, icons},
    names::{Agent, Clone, Dimension, Era, Mission, Special},
    options::Difficulty,
};
use crate::{
    collect::Collect,
    content::{InvalidContent, Library},
    rulesets::kit::content,
};
use schemars::JsonSchema;
use std::collections::{BTreeMap, BTreeSet};

content! {
    "the_loop":
    ARTIFACTS: Artifacts = "artifacts.yaml";
    AGENTS: Agents = "agents.yaml";
    CLONES: Clones = "clones.yaml";
    MISSIONS: Missions = "missions.yaml";
    SET_UP: SetUp = "set-up.yaml";
    DIFFICULTY: Levels = "difficulty.yaml";
}

/// An Artifact card.
#[derive(Debug)]
pub(crate) struct Card {
    /// Its Dimension.
    pub dimension: Dimension,
    /// Its Origin Era.
    pub origin: Era,
    /// The Agent who starts with it.
    pub agent: Option<Agent>,
    /// Its ability.
    pub ability: Ability,
}

/// An Agent tile.
#[derive(Debug)]
pub(crate) struct AgentTile {
    /// The Era where they begin.
    pub origin: Era,
    /// The special ability of the Agent.
    pub special: Special,
    /// The Starting Artifacts.
    pub artifacts: BTreeSet<Artifact>,
}

/// A Mission tile.
#[derive(Debug)]
pub(crate) struct MissionTile {
    /// The number of cubes that complete it.
    pub slots: u8,
    /// True if each Era has a slot of its own.
    pub per_era: bool,
    /// The most cubes of one turn, if there is a limit.
    pub each_turn: Option<u8>,
}

/// The numbers of Clones and Artifacts that arrive at the same time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrivals {
    /// The number of Clones that come out of the bag.
    pub clones: u8,
    /// The number of Artifacts that come out of the Huge Deck.
    pub artifacts: u8,
}

/// A level of difficulty.
#[derive(Debug)]
pub(crate) struct Level {
    /// The cubes that go through the Machine besides those of Clones.
    pub rifts: u8,
    /// The Clones besides the usual ones at the beginning.
    pub extra_clones: u8,
    /// The Eras besides the usual two that begin with a Rift.
    pub extra_rifts: u8,
}

/// The content of the game.
#[derive(Debug)]
pub struct Content {
    pub(crate) artifacts: BTreeMap<Artifact, Card>,
    pub(crate) agents: BTreeMap<Agent, AgentTile>,
    pub(crate) clones: BTreeSet<Clone>,
    pub(crate) missions: BTreeMap<Mission, MissionTile>,
    /// Setup (Continued): by the number of players.
    pub(crate) players: BTreeMap<u8, Arrivals>,
    /// The Cycle track, from the first Cycle.
    pub(crate) cycles: Vec<Arrivals>,
    pub(crate) levels: BTreeMap<Difficulty, Level>,
}

impl Content {
    /// Reads the content of a library.
    pub(super) fn read(library: &Library) -> Result<Self, InvalidContent> {
        let artifacts = artifacts(ARTIFACTS.read(library)?)?;
        let agents = agents(AGENTS.read(library)?, &artifacts)?;
        let content = Self {
            agents,
            artifacts,
            clones: clones(&CLONES.read(library)?)?,
            missions: missions(MISSIONS.read(library)?)?,
            players: BTreeMap::new(),
            cycles: vec![],
            levels: levels(DIFFICULTY.read(library)?)?,
        };
        with_set_up(content, &SET_UP.read(library)?)
    }

    /// Returns an Artifact card.
    ///
    /// # Panics
    /// Never: reading the content checks that each name has its card.
    pub(crate) fn card(&self, artifact: Artifact) -> &Card {
        &self.artifacts[&artifact]
    }

    /// Returns an Agent tile.
    ///
    /// # Panics
    /// Never, as [`Content::card`].
    pub(crate) fn agent(&self, agent: Agent) -> &AgentTile {
        &self.agents[&agent]
    }

    /// Returns a Mission tile.
    ///
    /// # Panics
    /// Never, as [`Content::card`].
    pub(crate) fn mission(&self, mission: Mission) -> &MissionTile {
        &self.missions[&mission]
    }

    /// Returns a level of difficulty.
    ///
    /// # Panics
    /// Never, as [`Content::card`].
    pub(crate) fn level(&self, difficulty: Difficulty) -> &Level {
        &self.levels[&difficulty]
    }

    /// Returns the Starting Artifacts of an Agent.
    pub fn starting(&self, agent: Agent) -> BTreeSet<Artifact> {
        self.agent(agent).artifacts.clone()
    }

    /// Returns the Clone tokens.
    pub fn tokens(&self) -> &BTreeSet<Clone> {
        &self.clones
    }

    /// Returns the cards of the Huge Deck: all but the Starting Artifacts.
    pub fn huge_deck(&self) -> BTreeSet<Artifact> {
        let cards = self.artifacts.iter();
        cards
            .filter(|(_, card)| card.agent.is_none())
            .map(|(id, _)| *id)
            .collect_set()
    }
}

/// Checks that each of some names has its line, once.
fn each_once<T: Ord + Copy, V>(
    file: &crate::rulesets::kit::File<impl serde::de::DeserializeOwned + JsonSchema>,
    all: &[T],
    lines: Vec<(T, V)>,
) -> Result<BTreeMap<T, V>, InvalidContent> {
    let many = lines.len();
    let map: BTreeMap<T, V> = lines.into_iter().collect_map();
    if map.len() == many && many == all.len() {
        Ok(map)
    } else {
        Err(file.invalid("each name of the game stands there once"))
    }
}

fn artifacts(file: Artifacts) -> Result<BTreeMap<Artifact, Card>, InvalidContent> {
    let mut lines = vec![];
    for line in file.artifacts {
        if icons(&line.ability).is_empty() {
            return Err(ARTIFACTS.invalid(format!("{} does nothing", line.id)));
        }
        let card = Card {
            dimension: line.dimension,
            origin: line.origin,
            agent: line.agent,
            ability: line.ability,
        };
        lines.push((line.id, card));
    }
    each_once(&ARTIFACTS, Artifact::ALL, lines)
}

fn agents(
    file: Agents,
    artifacts: &BTreeMap<Artifact, Card>,
) -> Result<BTreeMap<Agent, AgentTile>, InvalidContent> {
    let tile = |line: AgentLine| {
        let own = artifacts.iter();
        let own = own.filter(|(_, card)| card.agent == Some(line.id));
        let tile = AgentTile {
            origin: line.origin,
            special: line.ability,
            artifacts: own.map(|(id, _)| *id).collect_set(),
        };
        (line.id, tile)
    };
    let lines = file.agents.into_iter().map(tile).collect();
    let agents = each_once(&AGENTS, Agent::ALL, lines)?;
    match agents
        .iter()
        .find(|(_, tile)| tile.artifacts.len() < super::refresh::HAND)
    {
        Some((agent, _)) => Err(AGENTS.invalid(format!("{agent} has no hand of Artifacts"))),
        None => Ok(agents),
    }
}

fn clones(file: &Clones) -> Result<BTreeSet<Clone>, InvalidContent> {
    let mut all = BTreeSet::new();
    for line in &file.clones {
        let (start, paradox) = (line.start, line.paradox);
        if start == paradox || !all.insert(Clone { start, paradox }) {
            let words = format!(
                "{start}/{paradox} cannot be: a Clone arrives outside its Paradox Era, and each stands there once"
            );
            return Err(CLONES.invalid(words));
        }
    }
    Ok(all)
}

fn missions(file: Missions) -> Result<BTreeMap<Mission, MissionTile>, InvalidContent> {
    let mut lines = vec![];
    for line in file.missions {
        let most = if line.per_era { Era::ALL.len() } else { 20 };
        if !(1..=most).contains(&usize::from(line.slots)) {
            return Err(MISSIONS.invalid(format!("{} has 1 to {most} slots", line.id)));
        }
        let tile = MissionTile {
            slots: line.slots,
            per_era: line.per_era,
            each_turn: line.each_turn,
        };
        lines.push((line.id, tile));
    }
    each_once(&MISSIONS, Mission::ALL, lines)
}

fn levels(file: Levels) -> Result<BTreeMap<Difficulty, Level>, InvalidContent> {
    let level = |line: LevelLine| {
        let level = Level {
            rifts: line.rifts,
            extra_clones: line.extra_clones,
            extra_rifts: line.extra_rifts,
        };
        (line.id, level)
    };
    let lines: Vec<_> = file.levels.into_iter().map(level).collect();
    if lines
        .iter()
        .any(|(_, level)| level.rifts > 9 || level.extra_rifts > 5)
    {
        return Err(DIFFICULTY.invalid("at most 9 cubes a turn, and 5 further Eras with a Rift"));
    }
    each_once(&DIFFICULTY, Difficulty::ALL, lines)
}

fn with_set_up(mut content: Content, file: &SetUp) -> Result<Content, InvalidContent> {
    for line in &file.players {
        let arrivals = Arrivals {
            clones: line.clones,
            artifacts: line.artifacts,
        };
        content.players.insert(line.players, arrivals);
    }
    if !content.players.keys().copied().eq(1..=4) {
        return Err(SET_UP.invalid("`players` has a line for one to four players"));
    }
    for (line, cycle) in file.cycle_track.iter().zip(1..) {
        if line.cycle != cycle {
            return Err(SET_UP.invalid("the Cycles stand in their order"));
        }
        content.cycles.push(Arrivals {
            clones: line.clones,
            artifacts: line.artifacts,
        });
    }
    if content.cycles.is_empty() {
        return Err(SET_UP.invalid("the Cycle track has a space or more"));
    }
    Ok(content)
}
