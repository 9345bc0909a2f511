//! The positions of Time Pirates: every player stands ready in a full Epoch of their own, with differences.

use super::{Body, Position, typed};
use chronojudge::rulesets::Listed as _;
use chronojudge::{
    engine::{Ruleset, SeatId},
    rulesets::time_pirates::{
        TimePirates,
        names::{Artifact, Color, Counter, Epoch, Marker, Path, Player},
        options::{Options, SetsOfJokers, WorldMarkers},
        state::{Phase, Side, State, Stock, Turn, put, take},
    },
};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Differences from the standard position.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Given {
    /// The number of players; three by default.
    players: Option<u8>,
    weeks: Option<u32>,
    world_markers: WorldMarkers,
    sets_of_jokers: SetsOfJokers,
    /// The Time Travelers are still to be placed.
    placement: bool,
    /// The player whose turn it is; Black by default.
    turn: Option<Player>,
    week: Option<u32>,
    sides: BTreeMap<Player, SideGiven>,
    epochs: BTreeMap<Epoch, Vec<Option<Artifact>>>,
    police: Option<Epoch>,
    drawn: Vec<Path>,
    /// The Artifact Counters in the bag; counters that are nowhere else are discarded.
    bag: Option<Stock<Artifact>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct SideGiven {
    at: Option<Epoch>,
    artifacts: Vec<Artifact>,
    markers: Vec<Marker>,
    assigned: BTreeMap<Marker, Vec<Color>>,
    scored: Option<Vec<u32>>,
}

pub fn position(given: &Value) -> Position {
    let given: Given = match given {
        Value::Null => Given::default(),
        given => typed("given", given.clone()),
    };
    let rules = TimePirates::new(&TimePirates::library()).expect("the embedded content fits");
    let state = state(&rules, given);
    Position {
        seats: state
            .order
            .iter()
            .map(|player| SeatId::new(player.name()).expect("a name"))
            .collect(),
        state: serde_json::to_value(&state).expect("plain data"),
        rules: Box::new(rules),
        quiet: Body::new(),
        usual: |_| None,
    }
}

fn state(rules: &TimePirates, given: Given) -> State {
    let content = rules.content();
    let players = given.players.unwrap_or(3);
    let order: Vec<Player> = Player::ALL.iter().copied().take(players.into()).collect();
    let week = given.week.unwrap_or(1);
    let mut state = State {
        options: Options {
            players,
            weeks: given.weeks.unwrap_or(3),
            world_markers: given.world_markers,
            sets_of_jokers: given.sets_of_jokers,
        },
        week,
        phase: if given.placement {
            Phase::Placement
        } else {
            Phase::Turn(Turn::of(given.turn.unwrap_or(Player::Black)))
        },
        order: order.clone(),
        sides: BTreeMap::new(),
        epochs: full(rules),
        police: given.police.unwrap_or(content.police),
        drawn: given.drawn,
        bag: content.counters.clone(),
        discards: Stock::new(),
        scoring_board: content.markers.clone(),
    };
    for (epoch, spaces) in given.epochs {
        assert!(state.epochs.contains_key(&epoch), "there is no {epoch}");
        state.epochs.insert(epoch, spaces);
    }
    let mut sides = given.sides;
    // Black is in the first Epoch, and so on.
    for (player, epoch) in order.into_iter().zip(content.epochs.keys()) {
        let side = sides.remove(&player).unwrap_or_default();
        let mut artifacts = Stock::new();
        for artifact in side.artifacts {
            put(&mut artifacts, artifact);
        }
        let mut markers = Stock::new();
        for marker in side.markers {
            assert!(
                take(&mut state.scoring_board, &marker),
                "no {marker} is left"
            );
            put(&mut markers, marker);
        }
        let side = Side {
            at: (!given.placement).then(|| side.at.unwrap_or(*epoch)),
            artifacts,
            markers,
            assigned: side.assigned,
            scored: side.scored.unwrap_or_else(|| vec![0; week as usize - 1]),
        };
        state.sides.insert(player, side);
    }
    assert!(sides.is_empty(), "{:?} do not play", sides.keys());
    fill_bag(&mut state, given.bag);
    let fit = Ruleset::invariants(rules, &state);
    fit.unwrap_or_else(|words| panic!("the position is impossible: {words}"));
    state
}

/// Fills every space with a counter: Europe, Africa, America, Asia, Australia, Europe and so on, from the first space
/// of the first Epoch to the last of the last.
fn full(rules: &TimePirates) -> BTreeMap<Epoch, Vec<Option<Artifact>>> {
    let mut colors = Color::FIVE.into_iter().cycle();
    let spaces = |n: u32, colors: &mut dyn Iterator<Item = Color>| {
        let plain = colors.take(n as usize).map(Artifact::plain);
        plain.map(Some).collect()
    };
    rules
        .content()
        .epochs
        .iter()
        .map(|(epoch, printed)| (*epoch, spaces(printed.spaces, &mut colors)))
        .collect()
}

/// Fills the bag: counters that lie elsewhere are not in it, and those that a case does not want there are discarded.
fn fill_bag(state: &mut State, wanted: Option<Stock<Artifact>>) {
    let held = state.sides.values().flat_map(|side| &side.artifacts);
    let held = held.flat_map(|(artifact, n)| std::iter::repeat_n(*artifact, *n as usize));
    let placed = state.epochs.values().flatten().flatten().copied();
    let artifacts = held.chain(placed).map(Counter::Artifact);
    let police = state.drawn.iter().copied().map(Counter::Police);
    for counter in artifacts.chain(police) {
        assert!(
            take(&mut state.bag, &counter),
            "there is no other {counter}"
        );
    }
    let Some(mut wanted) = wanted else {
        return;
    };
    state.bag = std::mem::take(&mut state.bag)
        .into_iter()
        .filter_map(|(counter, n)| match counter {
            Counter::Police(_) => Some((counter, n)),
            Counter::Artifact(artifact) => {
                let stays = wanted.remove(&artifact).unwrap_or(0);
                let rest = n.checked_sub(stays);
                let rest = rest.unwrap_or_else(|| panic!("there are only {n} {artifact}"));
                if rest > 0 {
                    state.discards.insert(artifact, rest);
                }
                (stays > 0).then_some((counter, stays))
            }
        })
        .collect();
    assert!(wanted.is_empty(), "there is no other {:?}", wanted.keys());
}
