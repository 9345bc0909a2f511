//! The game's content: board, counters and Scoring Markers, read from YAML and checked.

use super::names::{Artifact, Color, Counter, Epoch, Marker, Path, Player, Symbol};
use super::state::Stock;
use crate::{
    collect::Collect,
    content::{InvalidContent, Library},
    rulesets::kit::content,
};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

content! {
    "time_pirates":
    BOARD: Board = "board.yaml";
    COUNTERS: Counters = "counters.yaml";
    MARKERS: Markers = "markers.yaml";
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Board {
    police: Begins,
    epochs: Vec<EpochLine>,
    arrows: Vec<Arrow>,
    spaces: BTreeMap<Epoch, u32>,
    /// Only the templates look at it.
    #[expect(dead_code, reason = "it is checked to be of this shape")]
    picture: BTreeMap<Epoch, Point>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "the templates read the file itself")]
struct Point {
    x: u32,
    y: u32,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Begins {
    #[expect(dead_code, reason = "it names the entry")]
    id: String,
    epoch: Epoch,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct EpochLine {
    id: Epoch,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arrow {
    #[expect(dead_code, reason = "it names the entry")]
    id: String,
    from: Epoch,
    path: Path,
    to: Epoch,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Counters {
    types: Vec<TypeLine>,
    police: Vec<PoliceLine>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct TypeLine {
    id: Color,
    #[expect(dead_code, reason = "the templates read the file itself")]
    name: String,
    #[expect(dead_code, reason = "the templates read the file itself")]
    color: String,
    counters: u32,
    atomic: u32,
    arrows: u32,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PoliceLine {
    path: Path,
    counters: u32,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Markers {
    types: Vec<MarkerLine>,
    world: Vec<WorldLine>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MarkerLine {
    set: u8,
    points: u32,
    #[expect(dead_code, reason = "the templates read the file itself")]
    name: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct WorldLine {
    #[expect(dead_code, reason = "it names the entry")]
    id: String,
    set: u8,
    points: u32,
    #[expect(dead_code, reason = "the templates read the file itself")]
    name: String,
    markers: u32,
}

/// One Epoch of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The number of spaces.
    pub spaces: u32,
    /// The Epochs where its arrows lead, by path 1 and by path 2.
    pub arrows: [Epoch; 2],
}

/// Everything that is printed on the components.
#[derive(Debug)]
pub struct Content {
    /// The Epochs.
    pub epochs: BTreeMap<Epoch, Printed>,
    /// The Epoch where the Time Police begin.
    pub police: Epoch,
    /// The counters of a game.
    pub counters: Stock<Counter>,
    /// The Scoring Markers of a game.
    pub markers: Stock<Marker>,
    /// The face value of each Scoring Marker.
    values: BTreeMap<Marker, u32>,
}

impl Content {
    /// Reads and checks the content files.
    ///
    /// # Errors
    /// If a file cannot be read or does not fit the rules; [`InvalidContent`] names the file and the reason.
    pub(crate) fn read(library: &Library) -> Result<Self, InvalidContent> {
        let board = BOARD.read(library)?;
        let police = board.police.epoch;
        let epochs = epochs(board)?;
        let counters = counters(&COUNTERS.read(library)?)?;
        let (markers, values) = markers(&MARKERS.read(library)?)?;
        let content = Self {
            epochs,
            police,
            counters,
            markers,
            values,
        };
        if !content.epochs.contains_key(&police) {
            return Err(BOARD.invalid(format!(
                "the Time Police cannot begin in {police}: there is no such Epoch"
            )));
        }
        if content.epochs.len() <= Player::ALL.len() {
            let words = "six players begin in an Epoch each, and the Time Police in another";
            return Err(BOARD.invalid(words));
        }
        let spaces: u32 = content.epochs.values().map(|epoch| epoch.spaces).sum();
        let artifacts: u32 = content.artifacts().values().sum();
        if spaces > artifacts {
            let words = format!("{spaces} spaces cannot be stocked with {artifacts} counters");
            return Err(BOARD.invalid(words));
        }
        Ok(content)
    }

    /// Returns the Epoch where the arrow of a path leads.
    ///
    /// # Panics
    /// If there is no such Epoch: a state never names one.
    pub(crate) fn arrow(&self, from: Epoch, path: Path) -> Epoch {
        self.arrows(from)[usize::from(u8::from(path)) - 1]
    }

    /// Returns the Epochs where the arrows of an Epoch lead.
    ///
    /// # Panics
    /// As [`Content::arrow`].
    pub(crate) fn arrows(&self, from: Epoch) -> [Epoch; 2] {
        self.epochs
            .get(&from)
            .expect("an Epoch of the board")
            .arrows
    }

    /// Returns the face value of a Scoring Marker.
    ///
    /// # Panics
    /// If there is no such marker: a state never names one.
    pub(crate) fn points(&self, marker: Marker) -> u32 {
        *self.values.get(&marker).expect("a marker of the game")
    }

    /// Returns the Artifact Counters of a game.
    pub(crate) fn artifacts(&self) -> Stock<Artifact> {
        self.counters
            .iter()
            .filter_map(|(counter, n)| match counter {
                Counter::Artifact(artifact) => Some((*artifact, *n)),
                Counter::Police(_) => None,
            })
            .collect_map()
    }
}

/// Reads the Epochs. Each has spaces and two arrows, which lead to two other Epochs.
fn epochs(board: Board) -> Result<BTreeMap<Epoch, Printed>, InvalidContent> {
    let unfit = |words: String| BOARD.invalid(words);
    let names: BTreeSet<Epoch> = board.epochs.iter().map(|line| line.id).collect_set();
    if names.len() != board.epochs.len() || !names.iter().eq(board.spaces.keys()) {
        return Err(unfit(
            "`epochs` and `spaces` name the same Epochs, each once".into(),
        ));
    }
    let mut arrows: BTreeMap<(Epoch, Path), Epoch> = BTreeMap::new();
    for arrow in board.arrows {
        let (from, to) = (arrow.from, arrow.to);
        if !names.contains(&from) || !names.contains(&to) || from == to {
            return Err(unfit(format!("an arrow cannot lead from {from} to {to}")));
        }
        if arrows.insert((from, arrow.path), to).is_some() {
            let path = u8::from(arrow.path);
            return Err(unfit(format!("two arrows leave {from} by path {path}")));
        }
    }
    let printed = |(epoch, spaces): (Epoch, u32)| {
        let [one, two] = Path::BOTH.map(|path| arrows.get(&(epoch, path)).copied());
        match (one, two) {
            (Some(one), Some(two)) if one != two && spaces > 0 => Ok((
                epoch,
                Printed {
                    spaces,
                    arrows: [one, two],
                },
            )),
            _ => Err(unfit(format!(
                "{epoch} needs a space or more, and two arrows that lead to two other Epochs"
            ))),
        }
    };
    board.spaces.into_iter().map(printed).try_collect_map()
}

/// Reads the counters of each type, and of each path.
fn counters(file: &Counters) -> Result<Stock<Counter>, InvalidContent> {
    let mut all = Stock::new();
    let mut add = |counter: Counter, n: u32| {
        if n > 0 {
            all.insert(counter, n);
        }
    };
    for line in &file.types {
        let Some(plain) = line.counters.checked_sub(line.atomic + line.arrows) else {
            let words = format!("{} has more symbols than counters", line.id);
            return Err(COUNTERS.invalid(words));
        };
        let of = |symbol| {
            Counter::Artifact(Artifact {
                color: line.id,
                symbol,
            })
        };
        add(of(Symbol::Plain), plain);
        if line.id != Color::World {
            add(of(Symbol::Atomic), line.atomic);
            add(of(Symbol::Arrows), line.arrows);
        } else if plain != line.counters {
            return Err(COUNTERS.invalid("the World's counters bear no symbol"));
        }
    }
    for line in &file.police {
        add(Counter::Police(line.path), line.counters);
    }
    let police: u32 = file.police.iter().map(|line| line.counters).sum();
    let types: BTreeSet<Color> = file.types.iter().map(|line| line.id).collect_set();
    if types.len() != Color::ALL.len() || file.types.len() != types.len() {
        return Err(COUNTERS.invalid("every type stands there once"));
    }
    if police < super::scoring::WEEK {
        let words = format!("{police} Time Police Counters never end a Week");
        return Err(COUNTERS.invalid(words));
    }
    Ok(all)
}

/// Reads the Scoring Markers and their face values.
fn markers(file: &Markers) -> Result<(Stock<Marker>, BTreeMap<Marker, u32>), InvalidContent> {
    let (mut all, mut values) = (Stock::new(), BTreeMap::new());
    let regular = file
        .types
        .iter()
        .flat_map(|line| Color::FIVE.map(|color| (color, line.set, line.points, 1)));
    let world = file.world.iter();
    let world = world.map(|line| (Color::World, line.set, line.points, line.markers));
    for (color, set, points, n) in regular.chain(world) {
        let most = if color == Color::World { 5 } else { 9 };
        let marker = Marker { color, set };
        if !(1..=most).contains(&set) || n == 0 || values.insert(marker, points).is_some() {
            let words = format!(
                "{marker} cannot be: a set has 1 to {most} counters, and each kind of marker stands there once"
            );
            return Err(MARKERS.invalid(words));
        }
        all.insert(marker, n);
    }
    Ok((all, values))
}
