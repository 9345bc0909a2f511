//! The positions of The Time Whisperers: a round that is about to begin, with differences.

use super::{Body, Position, typed};
use chronojudge::rulesets::Listed as _;
use chronojudge::rulesets::time_whisperers::{
    TimeWhisperers,
    names::{Age, Card, Color, Number, Power, Side},
    readings::Readings,
    state::{Face, Phase, Player, State, Whisperer},
};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Differences from a game of three in its first round, when all is placed.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Given {
    /// The players; red, blue and green by default.
    players: Option<Vec<Color>>,
    round: Option<u8>,
    youth: bool,
    /// Nothing is placed yet (Setup 5).
    placement: bool,
    phantom: Option<Age>,
    /// Where Time Whisperers stand: `red: {1: dawn, 2: dusk gold}`.
    board: BTreeMap<Color, BTreeMap<Number, String>>,
    /// The powers of each player; the first one is active.
    powers: BTreeMap<Color, Vec<Power>>,
    vp: BTreeMap<Color, Vec<u32>>,
    /// The gold powers of some ages; the others keep theirs.
    slots: BTreeMap<Age, Vec<Power>>,
    /// The readings of ambiguous rules: options of the game.
    readings: Readings,
}

/// The gold powers of the standard position, one of each level for every age.
const SLOTS: [(Age, [Power; 3]); 4] = [
    (Age::Night, [Power::Axis, Power::Swarm, Power::Titan]),
    (Age::Dawn, [Power::Psychic, Power::Phoenix, Power::Deity]),
    (Age::Day, [Power::Mimic, Power::Hybrid, Power::Uniter]),
    (Age::Dusk, [Power::Noble, Power::Witch, Power::Medusa]),
];

/// Parses `dusk gold`, or `dusk` for the dark side.
fn placed(text: &str) -> Whisperer {
    let mut words = text.split(' ');
    let age = words.next().and_then(|w| w.parse().ok());
    let side = words.next().map_or(Ok(Side::Dark), str::parse);
    Whisperer::new(age.expect("an age"), side.expect("a side"))
}

/// Returns the Time Whisperers of the standard position: red 1 in the Dawn, 2 in the Day, 3 in the Dusk and 4 in the
/// Night, all dark, and the others one age on each.
fn board(seat: usize, highest: Number) -> BTreeMap<Number, Whisperer> {
    let ages = Age::PLACING.into_iter().cycle().skip(seat);
    let ages: Vec<Age> = if highest == Number::THREE {
        let three = Age::PLACING[..3].iter().cycle().skip(seat);
        three.copied().take(3).collect()
    } else {
        ages.take(4).collect()
    };
    let numbers = Number::up_to(highest);
    let whisperers = ages.into_iter().map(|age| Whisperer::new(age, Side::Dark));
    numbers.zip(whisperers).collect()
}

pub fn position(given: &Value) -> Position {
    let given: Given = match given {
        Value::Null => Given::default(),
        given => typed("given", given.clone()),
    };
    let rules = TimeWhisperers::new(&TimeWhisperers::library()).expect("the content fits");
    let round = given.round.unwrap_or(1);
    let colors = given.players.unwrap_or(Color::ALL[..3].to_vec());
    let four = colors.len() == 4;
    let highest = if four { Number::THREE } else { Number::FOUR };
    let owned: BTreeSet<Power> = given.powers.values().flatten().copied().collect();
    let mut slots: BTreeMap<Age, Vec<Power>> = BTreeMap::new();
    if !given.youth {
        for (age, powers) in SLOTS {
            let left = powers[usize::from(round - 1)..].iter().copied();
            slots.insert(age, left.filter(|power| !owned.contains(power)).collect());
        }
    }
    slots.extend(given.slots);
    let mut state = State {
        round,
        phase: if given.placement {
            Phase::Placement
        } else {
            Phase::BeforeCardPlay
        },
        youth: given.youth,
        phantom: given.phantom.unwrap_or(Age::Night),
        players: BTreeMap::new(),
        slots,
        removed: BTreeSet::new(),
        play: 0,
        waits: None,
        two: None,
        theft: None,
        readings: given.readings,
        united: None,
    };
    for (seat, color) in colors.iter().enumerate() {
        let mut whisperers = if given.placement {
            BTreeMap::new()
        } else {
            board(seat, highest)
        };
        for (number, text) in given.board.get(color).into_iter().flatten() {
            whisperers.insert(*number, placed(text));
        }
        let powers = given.powers.get(color).into_iter().flatten().enumerate();
        let face = |n| if n == 0 { Face::Active } else { Face::Inactive };
        let player = Player {
            vp: given.vp.get(color).cloned().unwrap_or_default(),
            whisperers,
            hand: BTreeSet::new(),
            played: vec![],
            activated: None,
            petrified: None,
            powers: powers.map(|(n, power)| (*power, face(n))).collect(),
            mimicked: None,
        };
        state.players.insert(*color, player);
    }
    let hand: BTreeSet<Card> = state.full_hand();
    for player in state.players.values_mut() {
        player.hand.clone_from(&hand);
    }
    Position {
        seats: colors.iter().map(|c| typed("a seat", json!(c))).collect(),
        state: serde_json::to_value(&state).expect("plain data"),
        rules: Box::new(rules),
        quiet: quiet(&state),
        usual: |_| None,
    }
}

/// Returns the orders of a player who does nothing: they place their numbers in order, terminate at once, use no power,
/// give the first card that they can, and activate the first of all powers.
fn quiet(state: &State) -> Body {
    let mut quiet = json!({
        "programme": ["termination"],
        "powers": [],
        "gift": ["progression"],
        "activate": Power::ALL,
    });
    if state.phase == Phase::Placement {
        let numbers = Number::up_to(state.highest());
        quiet["placement"] = numbers.map(|n| json!({"whisperer": n})).collect();
    }
    typed("quiet", quiet)
}
