//! The positions of Time Control: a game of three that has just been set up, with differences.

use super::{Body, Position, typed};
use chronojudge::rulesets::Listed as _;
use chronojudge::{
    content::Library,
    engine::{Ruleset, SeatId},
    rulesets::time_control::{
        TimeControl,
        names::{Agent, Color, FateCard, Place, Zone},
        problems::{Problem, ProblemType},
        state::State,
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
    last_round: Option<u16>,
    round: Option<u16>,
    /// The colors in initiative order.
    order: Option<Vec<Color>>,
    /// Where Agents are: `orange/ancient-times`, or `orange/ancient-times busy`. The others are Alert in Today.
    agents: BTreeMap<Agent, String>,
    /// True if the Agents that are not listed are discarded.
    only: bool,
    discarded: BTreeSet<Agent>,
    waves: BTreeMap<Place, Value>,
    /// The tokens of some players; the others have all.
    tokens: BTreeMap<Color, BTreeSet<u8>>,
    /// The tokens that are discarded.
    spent: BTreeMap<Color, BTreeSet<u8>>,
    problems: BTreeMap<Color, Vec<Problem>>,
    /// The players who are out of the game, with the types of their Problems.
    out: BTreeMap<Color, Vec<ProblemType>>,
    /// The uppermost Fate cards; the others lie below them, from -15 up.
    fate: Option<Vec<FateCard>>,
    /// The uppermost Problem cards; the others lie below them, in the order of their names.
    problem_deck: Option<Vec<Problem>>,
    /// Problem cards with other rules than those of the program, which are reconstructed.
    cards: BTreeMap<Problem, Value>,
}

pub fn position(given: &Value) -> Position {
    let given: Given = match given {
        Value::Null => Given::default(),
        given => typed("given", given.clone()),
    };
    let rules = TimeControl::new(&library(&given.cards)).expect("the content fits");
    let colors = colors(&given);
    let state = state(&rules, given);
    Position {
        seats: colors
            .iter()
            .map(|color| SeatId::new(color.name()).expect("a name"))
            .collect(),
        state: serde_json::to_value(&state).expect("plain data"),
        rules: Box::new(rules),
        quiet: typed::<Body>("quiet", json!({"actions": []})),
        usual: |_| None,
    }
}

/// Returns the content, with other rules on some Problem cards.
fn library(cards: &BTreeMap<Problem, Value>) -> Library {
    const NAME: &str = "problems.yaml";
    let mut library = TimeControl::library();
    let mut file: Value = library.read(NAME).expect("the embedded content is valid");
    let listed = file["problems"].as_array_mut().expect("a list of cards");
    for (problem, rule) in cards {
        let card = listed.iter_mut().find(|card| card["id"] == json!(problem));
        card.expect("a card for each Problem")["rule"] = rule.clone();
    }
    let text = file.to_string();
    library.overlay(NAME, text).expect("JSON is YAML");
    library
}

fn colors(given: &Given) -> Vec<Color> {
    Color::ALL[..usize::from(given.players.unwrap_or(3))].to_vec()
}

/// Returns a deck: shuffled, or with some cards on top in a certain order. The first of these is the only one in the
/// shuffled part, so that it is drawn without a die.
fn deck<T: Copy + Ord + serde::Serialize>(mut cards: Vec<T>, top: Option<Vec<T>>) -> Value {
    cards.sort_unstable();
    let Some(top) = top else {
        return json!({"shuffled": cards});
    };
    for card in &top {
        let found = cards.iter().position(|other| other == card);
        cards.remove(found.expect("a card that is in the deck"));
    }
    let (first, others) = top.split_first().expect("a card on top");
    let bottom: Vec<T> = others.iter().chain(&cards).copied().collect();
    json!({"shuffled": [first], "bottom": bottom})
}

fn state(rules: &TimeControl, given: Given) -> State {
    let colors = colors(&given);
    let mut options = json!({"players": colors.len()});
    if let Some(last) = given.last_round {
        options["last-round"] = json!(last);
    }
    let mut players = BTreeMap::new();
    for color in &colors {
        let mut tokens = given.tokens.get(color).cloned();
        let tokens = tokens.get_or_insert_with(|| (1..=21).collect());
        for token in given.spent.get(color).into_iter().flatten() {
            assert!(tokens.remove(token), "{color} has no token {token}");
        }
        let mut player = json!({"tokens": tokens});
        if let Some(problems) = given.problems.get(color) {
            player["problems"] = json!(problems);
        }
        if let Some(of) = given.out.get(color) {
            player["out"] = json!({"round": 1, "of": of});
        }
        players.insert(*color, player);
    }
    let mut agents = BTreeMap::new();
    for agent in Agent::all(&colors) {
        let piece = match given.agents.get(&agent) {
            Some(text) => match text.split_once(' ') {
                Some((at, "busy")) => json!({"at": at, "busy": true}),
                Some((_, side)) => panic!("{agent}: `{side}` is no side of an Agent"),
                None => json!({"at": text}),
            },
            None if given.only || given.discarded.contains(&agent) => continue,
            None if given.out.contains_key(&agent.color) => continue,
            None => json!({"at": Place::new(agent.color, Zone::Today)}),
        };
        agents.insert(agent, piece);
    }
    for agent in given.agents.keys() {
        assert!(agents.contains_key(agent), "{agent} does not play");
    }
    let mut deck_of_problems: Vec<Problem> = [Problem::ALL, Problem::ALL].concat();
    for problem in given.problems.values().flatten() {
        let found = deck_of_problems.iter().position(|other| other == problem);
        deck_of_problems.remove(found.expect("there are two cards of each Problem"));
    }
    let state = json!({
        "options": options,
        "round": given.round.unwrap_or(1),
        "order": given.order.unwrap_or(colors),
        "players": players,
        "agents": agents,
        "waves": given.waves,
        "fate": deck(FateCard::all().collect(), given.fate),
        "problems": deck(deck_of_problems, given.problem_deck),
    });
    let state: State = typed("state", state);
    let fit = Ruleset::invariants(rules, &state);
    fit.unwrap_or_else(|words| panic!("the position is impossible: {words}"));
    state
}
