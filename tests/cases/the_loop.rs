//! The positions of The LOOP: Mr. Time, Time Prowler and V-Girl on a quiet board, with differences.

use super::{Body, Position, typed};
use chronojudge::rulesets::Listed as _;
use chronojudge::{
    engine::{Ruleset, SeatId},
    rulesets::the_loop::{
        Difficulty, Machine, Options, TheLoop,
        artifacts::Artifact,
        names::{Agent, Clone as Token, Era, Mission},
        state::{Deck, Phase, Side, Space, State, Tile, Turn},
    },
};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Differences from the standard position.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Given {
    /// The number of players; three by default.
    players: Option<u8>,
    agents: Option<Vec<Agent>>,
    difficulty: Difficulty,
    machine: Machine,
    cycle: Option<u8>,
    /// The Agent whose turn it is; the first of the table by default.
    turn: Option<Agent>,
    /// What has happened in the turn so far.
    so_far: Value,
    /// The Eras that Dr. Faux has visited, the last one his own; `end` by default.
    visited: Option<Vec<Era>>,
    eras: BTreeMap<Era, EraGiven>,
    decks: BTreeMap<Agent, DeckGiven>,
    /// The cards of the Huge Deck; those that are nowhere are destroyed.
    huge_deck: Option<BTreeSet<Artifact>>,
    completed: Vec<Mission>,
    failed: Vec<Mission>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct EraGiven {
    rifts: u8,
    energy: u8,
    vortex: bool,
    clones: BTreeSet<Token>,
    artifacts: BTreeSet<Artifact>,
    mission: Option<MissionGiven>,
    /// True if the Mission tile of the Era is gone.
    no_mission: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct MissionGiven {
    mission: Mission,
    #[serde(default)]
    cubes: u8,
    #[serde(default)]
    eras: BTreeSet<Era>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct DeckGiven {
    at: Option<Era>,
    /// The cards of the hand; those of the deck that are nowhere else are in the draw pile.
    hand: Option<Vec<Artifact>>,
    /// The cards of the hand that are exhausted.
    exhausted: BTreeSet<Artifact>,
    top: Vec<Artifact>,
    discards: BTreeSet<Artifact>,
    /// Cards of the Huge Deck that the Agent has acquired, in the draw pile.
    acquired: Vec<Artifact>,
}

/// The Huge Deck of the standard position. It is short, so that a case that draws of it can list it.
const HUGE_DECK: [Artifact; 8] = [
    Artifact::AlchemistsReceipt,
    Artifact::CaveSelfie,
    Artifact::ClubMembership,
    Artifact::CoalFutures,
    Artifact::HolyGrail,
    Artifact::Matryoshka,
    Artifact::Timenado,
    Artifact::WarHorse,
];

pub fn position(given: &Value) -> Position {
    let given: Given = match given {
        Value::Null => Given::default(),
        given => typed("given", given.clone()),
    };
    let rules = TheLoop::new(&TheLoop::library()).expect("the embedded content fits");
    let state = state(&rules, given);
    let quiet = json!({"actions": [], "acquire": "none"});
    Position {
        seats: state
            .order
            .iter()
            .map(|agent| SeatId::new(agent.name()).expect("a name"))
            .collect(),
        state: serde_json::to_value(&state).expect("plain data"),
        rules: Box::new(rules),
        quiet: typed::<Body>("quiet", quiet),
        usual,
    }
}

/// Cards, Clones, Faux cards and Missions come in the order of their names, and cubes fall on Dr. Faux's Era.
fn usual(label: &str) -> Option<u32> {
    let drawn = ["clone", "artifact", "faux", "mission", "draw/"];
    if drawn.iter().any(|begin| label.starts_with(begin)) {
        Some(1)
    } else {
        label.starts_with("cube/").then_some(2)
    }
}

/// The Starting Artifacts of an Agent, in the order of their names.
fn starting(agent: Agent) -> Vec<Artifact> {
    let rules = TheLoop::new(&TheLoop::library()).expect("the embedded content fits");
    rules.content().starting(agent).into_iter().collect()
}

/// Mission Tiles: two Missions are revealed as long as one is face down. Those that a case does not name are such as hardly any
/// action gives a cube, in Eras to which Dr. Faux seldom comes.
fn reveal_quiet_missions(eras: &mut BTreeMap<Era, Space>, unknown: &mut BTreeSet<Mission>) {
    let is_revealed = |space: &&Space| matches!(space.mission, Some(Tile::Revealed { .. }));
    let mut left = 2_usize.saturating_sub(eras.values().filter(is_revealed).count());
    for era in [
        Era::Industrial,
        Era::Global,
        Era::Renaissance,
        Era::Robots,
        Era::Medieval,
        Era::Dawn,
        Era::End,
    ] {
        let quiet = [
            Mission::FlankFaux,
            Mission::EnergyEverywhere,
            Mission::ClonesWithFaux,
            Mission::LoopsWithFaux,
        ];
        let quiet = quiet.into_iter().find(|mission| unknown.contains(mission));
        let space = eras.get_mut(&era).expect("all Eras");
        if let Some(mission) = quiet
            && left > 0
            && space.mission == Some(Tile::FaceDown)
        {
            unknown.remove(&mission);
            left -= 1;
            space.mission = Some(Tile::Revealed {
                mission,
                cubes: 0,
                eras: BTreeSet::new(),
            });
        }
    }
}

fn state(rules: &TheLoop, mut given: Given) -> State {
    let players = given.players.unwrap_or(3);
    let many = usize::from(players).max(2);
    let order = given
        .agents
        .clone()
        .unwrap_or_else(|| Agent::ALL[..many].to_vec());
    let turn = given.turn.unwrap_or(order[0]);
    let visited = given.visited.unwrap_or_else(|| vec![Era::End]);
    let mut huge_deck = rules.content().huge_deck();
    let mut bag = rules.content().tokens().clone();
    let mut unknown: BTreeSet<Mission> = Mission::ALL.iter().copied().collect();
    let mut agents = BTreeMap::new();
    for (agent, at) in order
        .iter()
        .zip([Era::Dawn, Era::Renaissance, Era::Global, Era::Robots])
    {
        let own = given.decks.remove(agent).unwrap_or_default();
        let mut deck = starting(*agent);
        for card in &own.acquired {
            assert!(huge_deck.remove(card), "{card} is not in the Huge Deck");
            deck.push(*card);
        }
        for card in own.top.iter().chain(own.hand.iter().flatten()) {
            if !deck.contains(card) {
                assert!(huge_deck.remove(card), "{card} is not in the Huge Deck");
                deck.push(*card);
            }
        }
        let hand = own.hand.unwrap_or_else(|| deck[..3].to_vec());
        let side = |card: &Artifact| {
            let exhausted = own.exhausted.contains(card);
            let side = if exhausted {
                Side::Exhausted
            } else {
                Side::Ready
            };
            (*card, side)
        };
        let elsewhere = |card: &Artifact| {
            hand.contains(card) || own.top.contains(card) || own.discards.contains(card)
        };
        let mut pile: BTreeSet<Artifact> = deck.iter().copied().collect();
        pile.retain(|card| !elsewhere(card));
        agents.insert(
            *agent,
            Deck {
                at: own.at.unwrap_or(at),
                hand: hand.iter().map(side).collect(),
                top: own.top,
                pile,
                discards: own.discards,
            },
        );
    }
    assert!(
        given.decks.is_empty(),
        "{:?} do not play",
        given.decks.keys()
    );
    let mut eras = BTreeMap::new();
    for era in Era::ALL {
        let own = given.eras.remove(era).unwrap_or_default();
        for clone in &own.clones {
            assert!(bag.remove(clone), "there is no other {clone}");
        }
        for card in &own.artifacts {
            assert!(huge_deck.remove(card), "{card} is not in the Huge Deck");
        }
        let mission = match own.mission {
            Some(MissionGiven {
                mission,
                cubes,
                eras,
            }) => {
                assert!(unknown.remove(&mission), "there is no other {mission}");
                Some(Tile::Revealed {
                    mission,
                    cubes,
                    eras,
                })
            }
            None => (!own.vortex && !own.no_mission).then_some(Tile::FaceDown),
        };
        eras.insert(
            *era,
            Space {
                rifts: own.rifts,
                energy: own.energy,
                vortex: own.vortex,
                clones: own.clones,
                artifacts: own.artifacts,
                mission,
            },
        );
    }
    for mission in given.completed.iter().chain(&given.failed) {
        assert!(unknown.remove(mission), "there is no other {mission}");
    }
    reveal_quiet_missions(&mut eras, &mut unknown);
    let wanted = given.huge_deck.unwrap_or_else(|| {
        let usual = HUGE_DECK.iter().copied();
        usual.filter(|card| huge_deck.contains(card)).collect()
    });
    assert!(wanted.is_subset(&huge_deck), "a card is elsewhere");
    let mut so_far = json!({ "agent": turn });
    if let Value::Object(fields) = given.so_far {
        so_far.as_object_mut().expect("a map").extend(fields);
    }
    let state = State {
        options: Options {
            players,
            agents: given.agents,
            difficulty: given.difficulty,
            machine: given.machine,
        },
        cycle: given.cycle.unwrap_or(1),
        phase: Phase::Turn(typed::<Turn>("so-far", so_far)),
        order,
        agents,
        eras,
        faux: visited.last().copied().unwrap_or(Era::End),
        visited,
        bag,
        destroyed: huge_deck.difference(&wanted).copied().collect(),
        reward: BTreeSet::new(),
        landed: BTreeMap::new(),
        huge_deck: wanted,
        unknown,
        completed: given.completed,
        failed: given.failed,
    };
    let fit = Ruleset::invariants(rules, &state);
    fit.unwrap_or_else(|words| panic!("the position is impossible: {words}"));
    state
}
