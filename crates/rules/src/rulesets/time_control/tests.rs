//! Tests of the rules by their functions. Most rules are shown by the cases in `tests/cases/time-control`.

mod forbidden;
mod hidden_rules;
mod interrupt_rules;

use super::*;
use crate::{
    dice::Quick,
    engine::{DynRuleset, Playing, RandomBot, Weight, playout},
    rulesets::kit::{self, testing},
};
use actions::{Action, Does};
use names::{Agent, Place, TOKENS, Zone};
use problems::Problem;
use restrictions::Restriction;
use serde_json::json;
use state::{Piece, Wave};
use std::collections::{BTreeMap, BTreeSet};

fn rules() -> TimeControl {
    testing::rules()
}

fn options(players: u8) -> Options {
    Options {
        players,
        colors: None,
        last_round: None,
    }
}

/// Returns a game of three that has just been set up.
fn set_up(rules: &TimeControl) -> State {
    let options = serde_json::to_value(options(3)).expect("plain data");
    testing::set_up(rules, &options, 1)
}

fn agent(name: &str) -> Agent {
    name.parse().expect("an Agent")
}

fn place(name: &str) -> Place {
    name.parse().expect("a place")
}

fn stand(state: &mut State, name: &str, at: &str, busy: bool) {
    let piece = Piece {
        at: place(at),
        busy,
    };
    state.agents.insert(agent(name), piece);
}

fn wave(state: &mut State, at: &str, create: u8, solve: u8) {
    state.waves.insert(place(at), Wave { create, solve });
}

#[test]
fn the_components_are_as_listed() {
    let rules = rules();
    // One game with each number of players.
    let effort = kit::Effort {
        samples: 0,
        games: 3,
    };
    let played = rules.played_checks(effort, &kit::one_by_one);
    let claims: Vec<_> = rules.component_checks().into_iter().chain(played).collect();
    for claim in &claims {
        assert!(claim.holds, "{}: {}", claim.number, claim.measured);
    }
    let numbers: Vec<u32> = claims.iter().map(|claim| claim.number).collect();
    assert_eq!(numbers, (1..=18).collect::<Vec<_>>());
}

/// Setup: twelve Agents stand Alert in Today, 21 tokens lie ready, all cards are in their decks.
#[test]
fn the_game_is_set_up() {
    let rules = rules();
    let state = set_up(&rules);
    assert_eq!(state.agents.len(), 36);
    let ready = |(agent, piece): (&Agent, &Piece)| !piece.busy && piece.at == State::home(*agent);
    assert!(state.agents.iter().all(ready));
    assert!(
        state
            .players
            .values()
            .all(|player| player.tokens.len() == TOKENS.count())
    );
    assert_eq!((state.fate.cards(), state.problems.cards()), (31, 64));
    assert!(rules.consistent(&state).is_ok());
}

#[test]
fn the_options_of_a_table_are_checked() {
    let rules = rules();
    let refused = |options: &Options| rules.seating(options).unwrap_err().code;
    assert_eq!(refused(&options(1)), "E1422");
    assert_eq!(refused(&options(5)), "E1422");
    let with = |players, colors: &[Color]| Options {
        colors: Some(colors.to_vec()),
        ..options(players)
    };
    assert_eq!(refused(&with(3, &[Color::Blue, Color::Green])), "E1423");
    assert_eq!(refused(&with(2, &[Color::Blue, Color::Blue])), "E1423");
    let seats = rules
        .seating(&with(2, &[Color::Blue, Color::Green]))
        .expect("two colors");
    let names: Vec<&str> = seats.iter().map(|seat| seat.id.as_str()).collect();
    assert_eq!(names, ["blue", "green"]);
}

/// Returns the codes, with their weights, that the check of Orange's orders finds in a state.
fn look(rules: &TimeControl, state: &State, body: &Value) -> Vec<(String, String, Weight)> {
    let view = serde_json::to_value(state).expect("plain data");
    let seat = rules.seat(Color::Orange);
    let looked = DynRuleset::check(rules, &view, seat, body, &BTreeSet::new());
    let found = looked.expect("plain data").into_iter();
    found
        .map(|one| (one.path, one.why.code, one.weight))
        .collect()
}

/// Each mistake in an order file has its code and its place.
#[test]
#[expect(clippy::too_many_lines, reason = "a list of mistakes")]
fn mistakes_in_orders_have_their_codes() {
    let rules = rules();
    let mut state = set_up(&rules);
    stand(&mut state, "orange-brawler-1", "orange/yesterday", false);
    stand(&mut state, "orange-scientist-1", "orange/yesterday", false);
    stand(
        &mut state,
        "orange-historian-yesterday",
        "orange/yesterday",
        false,
    );
    stand(&mut state, "orange-agent-1", "orange/today", true);
    stand(&mut state, "green-agent-1", "orange/yesterday", false);
    state.agents.remove(&agent("orange-agent-2"));
    state.player_mut(Color::Orange).tokens.remove(&21);
    wave(&mut state, "orange/yesterday", 2, 0);
    let act = |line: Value| json!({"actions": [line]});
    let brawler = "orange-brawler-1";
    let error = Weight::Error;
    let doubt = Weight::Doubt;
    for (code, weight, path, body) in [
        (
            "E1401",
            error,
            "actions/0",
            act(json!({"agent": "green-agent-1", "snap": "today"})),
        ),
        (
            "E1402",
            doubt,
            "actions/0",
            act(json!({"agent": "orange-agent-2", "snap": "today"})),
        ),
        (
            "E1403",
            doubt,
            "actions/1",
            json!({"actions": [{"agent": brawler, "snap": "today"}, {"agent": brawler, "move": "yesterday"}]}),
        ),
        (
            "E1405",
            doubt,
            "actions/0",
            act(json!({"agent": brawler, "move": "pre-history"})),
        ),
        (
            "E1406",
            error,
            "actions/0",
            act(json!({"agent": brawler, "invade": "orange"})),
        ),
        (
            "E1406",
            error,
            "actions/0",
            act(json!({"agent": brawler, "invade": "blue"})),
        ),
        (
            "E1407",
            doubt,
            "actions/0",
            act(json!({"agent": "orange-brawler-2", "snap": "today"})),
        ),
        (
            "E1408",
            error,
            "actions/0",
            act(json!({"agent": brawler, "attack": "orange-scientist-1"})),
        ),
        (
            "E1409",
            doubt,
            "actions/0",
            act(json!({"agent": brawler, "attack": "green-agent-2"})),
        ),
        (
            "E1410",
            doubt,
            "actions/0",
            act(json!({"agent": "orange-brawler-2", "create": "create"})),
        ),
        (
            "E1411",
            doubt,
            "actions/0",
            act(json!({"agent": brawler, "create": "create"})),
        ),
        (
            "E1412",
            doubt,
            "actions/0",
            act(json!({"agent": "orange-brawler-2", "add": "create"})),
        ),
        (
            "E1413",
            doubt,
            "actions/0",
            act(json!({"agent": brawler, "add": "two-create"})),
        ),
        (
            "E1414",
            doubt,
            "actions/0",
            act(json!({"agent": brawler, "remove": "solve"})),
        ),
        (
            "E1415",
            error,
            "actions/0",
            act(json!({"agent": brawler, "flip": "create"})),
        ),
        ("E1417", error, "actions/0", act(json!({"force": "orange"}))),
        (
            "E1418",
            doubt,
            "launch/orange-agent-1",
            json!({"launch": {"orange-agent-1": "yesterday"}}),
        ),
        (
            "E1419",
            doubt,
            "duels/0/bids/1",
            json!({"duels": [{"bids": [20, 21]}]}),
        ),
        (
            "E1420",
            error,
            "cash-out/0",
            json!({"cash-out": [{"give": "orange-agent-1", "get": "green-agent-1"}]}),
        ),
        (
            "E1420",
            doubt,
            "cash-out/0/give",
            json!({"cash-out": [{"give": [12], "get": "orange-agent-2"}]}),
        ),
        (
            "E1420",
            doubt,
            "rescue/0/get",
            json!({"rescue": [{"give": "problem", "get": ["orange/21", "green/3"]}]}),
        ),
        (
            "E1421",
            doubt,
            "interrupts/0/if",
            json!({"interrupts": [{"if": {"player": "orange"}, "then": {"agent": brawler, "attack": "attacker"}}]}),
        ),
        (
            "E1421",
            error,
            "actions/0",
            act(json!({"agent": brawler, "attack": "attacker"})),
        ),
    ] {
        let found = look(&rules, &state, &body);
        let expected = (path.to_owned(), code.to_owned(), weight);
        assert!(found.contains(&expected), "{body}: {found:?}");
    }
    let right = json!({
        "launch": {"orange-brawler-2": "pre-history"},
        "actions": [
            {"agent": "orange-scientist-1", "flip": "all"},
            {"agent": brawler, "attack": "green-agent-1"},
            {"agent": "orange-brawler-2", "create": "solve"},
            "hold",
        ],
        "interrupts": [{"if": {"does": "attack", "target": "mine"}, "then": {"agent": brawler, "attack": "attacker"}}],
        "objections": "always",
        "duels": [{"in": "attacker", "bids": [20, 19, "fate"], "re-duel": "within-5"}],
        "cash-out": [{"give": "orange-agent-1", "get": ["orange/20"]}],
    });
    assert_eq!(look(&rules, &state, &right), []);
}

/// About Problem Cards: what a Problem forbids is refused with its name.
#[test]
fn problems_forbid_actions_with_a_code() {
    let mut rules = rules();
    let borders = rules.content.problems.get_mut(&Problem::ClosedBorders);
    borders.expect("a card").rule = Some(Restriction::Forbids(Does::Invade));
    let mut state = set_up(&rules);
    state.player_mut(Color::Orange).problems = vec![Problem::ClosedBorders, Problem::NoMaps];
    let invade = json!({"actions": [{"agent": "orange-agent-1", "invade": "green"}]});
    let found = look(&rules, &state, &invade);
    // The cards are in two places now, so the view is not whole.
    assert_eq!(found[0].1, "E1424");
    for problem in [Problem::ClosedBorders, Problem::NoMaps] {
        let at = state
            .problems
            .shuffled
            .iter()
            .position(|other| *other == problem);
        state.problems.shuffled.remove(at.expect("a card"));
    }
    assert_eq!(look(&rules, &state, &invade)[0].1, "E1404");
    let deep = json!({"launch": {"orange-agent-1": "pre-history"}});
    assert_eq!(look(&rules, &state, &deep)[0].1, "E1418");
    let wrong = rules.wrong_action(
        &state,
        Color::Orange,
        Action {
            agent: agent("orange-agent-1"),
            deed: actions::Deed::Invade(Color::Green),
        },
    );
    let does = Does::Invade;
    let problem = "Closed Borders".into();
    assert_eq!(wrong, Some(Wrong::Forbidden { problem, does }));
}

/// Components: with all 72 tokens on the boards no more are placed.
#[test]
fn no_more_tokens_are_placed_than_there_are() {
    let rules = rules();
    let mut state = set_up(&rules);
    stand(&mut state, "orange-agent-1", "orange/yesterday", false);
    wave(&mut state, "green/pre-history", 72, 0);
    let create = Action {
        agent: agent("orange-agent-1"),
        deed: actions::Deed::Create(actions::Tokens::Create),
    };
    let wrong = rules.wrong_action(&state, Color::Orange, create);
    assert_eq!(wrong.map(|wrong| wrong.code()), Some("E1416"));
}

/// Losing: a player who is out orders nothing more.
#[test]
fn a_player_who_is_out_is_told_so() {
    let rules = rules();
    let mut state = set_up(&rules);
    state.agents.retain(|agent, _| agent.color != Color::Orange);
    state.player_mut(Color::Orange).out = Some(state::Out {
        round: 1,
        of: vec![problems::ProblemType::Cultural],
    });
    let body = json!({"actions": [{"agent": "orange-agent-1", "snap": "today"}]});
    assert_eq!(look(&rules, &state, &body)[0].1, "E1425");
    assert_eq!(look(&rules, &state, &json!({})), []);
}

/// Timeline Boards: the Zones are as the examples count them.
#[test]
fn zones_lie_below_each_other() {
    assert_eq!(Zone::RecentPast.down(2), Some(Zone::DistantPast));
    assert_eq!(Zone::AncientTimes.down(2), None);
    assert_eq!(Zone::Yesterday.up(), Some(Zone::Today));
    assert_eq!(Zone::Today.up(), None);
}

/// Games of players who play at random end with one player left.
#[test]
fn games_end() {
    let rules = rules();
    let mut endings: BTreeMap<Option<&str>, u32> = BTreeMap::new();
    for seed in 0..20 {
        let options = options(2 + (seed % 3) as u8);
        let seats = Ruleset::seats(&rules, &options).expect("a table");
        let (mut bot, mut dice) = (RandomBot::new(seed), Quick::new(seed));
        let playing = Playing::turns(60);
        let played = playout(&rules, &options, &seats, &mut bot, &mut dice, playing);
        let played = played.expect("the rules hold");
        *endings.entry(played.ending).or_default() += 1;
    }
    // The last player is put out by Problems of one type or another.
    assert_eq!(endings.values().sum::<u32>(), 20);
    let types = ["technological", "cultural", "societal"];
    assert!(
        types.iter().all(|of| endings.contains_key(&Some(of))),
        "{endings:?}"
    );
    assert!(!endings.contains_key(&None) && !endings.contains_key(&Some("last turn")));
}

/// Facts tell of each card that was turned up; a card that was not in its deck contradicts them.
#[test]
fn facts_tell_of_the_cards_that_were_turned_up() {
    let rules = rules();
    let before = set_up(&rules);
    let color = Color::Green;
    let drawn = |problem| Fact::ProblemDrawn { color, problem };
    let problem = Problem::SteamForever;
    let facts = [
        drawn(problem),
        drawn(problem),
        Fact::ProblemsCancel { color, problem },
        drawn(Problem::NoElectricity),
    ];
    let told = rules
        .draws_of(Some(&before), &facts)
        .expect("no contradiction");
    let faces: Vec<_> = told
        .iter()
        .map(|roll| (roll.sides, roll.faces[0]))
        .collect();
    // Either of two identical cards; then the two are shuffled in again.
    assert_eq!(faces, [(64, (1, 2)), (63, (1, 1)), (64, (3, 4))]);
    assert!(
        rules
            .draws_of(
                Some(&before),
                &[drawn(problem), drawn(problem), drawn(problem)]
            )
            .is_err()
    );
    assert!(
        rules
            .draws_of(None, &facts)
            .expect("nothing to tell")
            .is_empty()
    );
}

/// The table of the Problem cards in the documentation names each card with its types.
#[test]
fn the_documentation_lists_the_problem_cards() {
    let docs = include_str!("../../../../../docs/time-control.md");
    let rules = rules();
    for problem in Problem::ALL {
        let card = rules.content.problem(*problem);
        let types: Vec<&str> = card.types.iter().map(|of| of.name()).collect();
        let types = if types.is_empty() {
            "none".to_owned()
        } else {
            types.join(" and ")
        };
        let row = format!("\n| {} | {types} | ", card.name);
        assert!(docs.contains(&row), "{row}");
    }
}
