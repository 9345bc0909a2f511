//! About Problem Cards: how the check of an order file reads what Problems forbid, and what is cashed out before.

use super::*;

/// Gives Orange these Problems, out of the deck.
fn with_problems(state: &mut State, problems: &[Problem]) {
    for problem in problems {
        let deck = &mut state.problems.shuffled;
        let at = deck.iter().position(|other| other == problem);
        deck.remove(at.expect("a card"));
        state.player_mut(Color::Orange).problems.push(*problem);
    }
}

/// Returns the warnings of the check as code and place; an error fails the test.
fn doubts(rules: &TimeControl, state: &State, body: &Value) -> Vec<(String, String)> {
    let found = look(rules, state, body).into_iter();
    found
        .map(|(path, code, weight)| {
            assert_eq!(weight, Weight::Doubt, "{path}: {code} in {body}");
            (code, path)
        })
        .collect()
}

/// What a Problem forbids is a warning, and none at all if the Problem is cashed out before.
#[test]
fn what_a_problem_forbids_is_possible_once_it_is_cashed_out() {
    let rules = rules();
    let mut state = set_up(&rules);
    with_problems(&mut state, &[Problem::NoMaps, Problem::UnstableSubstance]);
    wave(&mut state, "orange/pre-history", 2, 0);
    let plan = json!({
        "launch": {"orange-scientist-1": "pre-history"},
        "actions": [{"agent": "orange-scientist-1", "flip": "all"}],
    });
    let found = doubts(&rules, &state, &plan);
    assert!(
        found.contains(&("E1418".into(), "launch/orange-scientist-1".into())),
        "{found:?}"
    );
    // A Scientist who stands there flips nothing as long as the Problem is there.
    stand(
        &mut state,
        "orange-scientist-2",
        "orange/pre-history",
        false,
    );
    let flip = json!({"actions": [{"agent": "orange-scientist-2", "flip": "all"}]});
    assert_eq!(
        doubts(&rules, &state, &flip),
        [("E1415".into(), "actions/0".into())]
    );
    for at in [json!("start"), Value::Null] {
        let mut plan = plan.clone();
        plan["cash-out"] = json!([
            {"give": "orange-agent-1", "get": "orange/no-maps", "at": at},
            {"give": "orange-agent-2", "get": "orange/unstable-substance", "at": at},
        ]);
        assert_eq!(doubts(&rules, &state, &plan), [], "{plan}");
    }
    // Later is too late.
    let mut plan = plan;
    plan["cash-out"] =
        json!([{"give": "orange-agent-1", "get": "orange/no-maps", "at": "window-2"}]);
    let found = doubts(&rules, &state, &plan);
    assert!(
        found.contains(&("E1418".into(), "launch/orange-scientist-1".into())),
        "{found:?}"
    );
}

/// Cashing Out: tokens that are spent at the beginning of the turn are not there in its duels, and those that are retrieved are.
#[test]
fn trades_at_the_beginning_are_followed() {
    let rules = rules();
    let mut state = set_up(&rules);
    state.player_mut(Color::Orange).tokens.remove(&20);
    state.agents.remove(&agent("orange-agent-2"));
    let duel = |cash_out: Value| {
        json!({
            "cash-out": cash_out,
            "actions": [{"agent": "orange-agent-2", "move": "yesterday"}],
            "duels": [{"bids": [21, 20]}],
        })
    };
    let none = doubts(&rules, &state, &duel(json!([])));
    let discarded = ("E1402".to_owned(), "actions/0".to_owned());
    let token = |n: u8| ("E1419".to_owned(), format!("duels/0/bids/{n}"));
    assert_eq!(none, [discarded, token(1)]);
    let both = json!([
        {"give": [21], "get": "orange-agent-2"},
        {"give": "orange-agent-1", "get": "orange/20"},
    ]);
    assert_eq!(doubts(&rules, &state, &duel(both)), [token(0)]);
}

/// What a Problem takes is said where the plan uses it, and only if the plan does.
#[test]
fn rights_that_a_problem_takes_are_warned_of() {
    let rules = rules();
    let act = json!({"agent": "orange-agent-1", "move": "yesterday"});
    let claim = json!({"agent": "orange-agent-1", "move": "yesterday", "claim": true});
    let rule = |then: &Value| json!({"interrupts": [{"if": {"does": "move"}, "then": then}]});
    for (problem, code, path, body) in [
        (Problem::SilentRadios, "E1404", "interrupts", rule(&act)),
        (
            Problem::ClocksDisagree,
            "E1404",
            "actions/0",
            json!({"actions": [claim]}),
        ),
        (
            Problem::ClocksDisagree,
            "E1404",
            "actions/0",
            json!({"actions": [{"force": "green"}]}),
        ),
        (
            Problem::EternalEmpire,
            "E1404",
            "actions/0",
            json!({"actions": [{"force": "green"}]}),
        ),
        (
            Problem::ClocksDisagree,
            "E1404",
            "interrupts/0/then",
            rule(&claim),
        ),
        (
            Problem::EternalEmpire,
            "E1404",
            "control/0",
            json!({"control": [{"force": "green"}]}),
        ),
        (
            Problem::NoNewspapers,
            "E1404",
            "objections",
            json!({"objections": "always"}),
        ),
        (
            Problem::OneLanguageLost,
            "E1404",
            "help/0",
            json!({"help": [{"agent": "orange-agent-1", "does": "aid-attacker"}]}),
        ),
        (
            Problem::BannedSciences,
            "E1404",
            "duels/0/bids/1",
            json!({"duels": [{"bids": [3, "fate"]}]}),
        ),
        (
            Problem::BannedSciences,
            "E1404",
            "defend/orange-agent-1",
            json!({"defend": {"orange-agent-1": "fate"}}),
        ),
        (
            Problem::DuelsOfHonor,
            "E1404",
            "duels/0/re-duel",
            json!({"duels": [{"bids": [3], "re-duel": "always"}]}),
        ),
        (
            Problem::BrokenLaunchPads,
            "E1418",
            // Of three launches the last one of the list is too much.
            "launch/orange-scientist-1",
            json!({"launch": {"orange-scientist-1": "yesterday", "orange-agent-2": "yesterday", "orange-agent-1": "yesterday"}}),
        ),
    ] {
        let mut state = set_up(&rules);
        assert_eq!(doubts(&rules, &state, &body), [], "{problem}: {body}");
        with_problems(&mut state, &[problem]);
        let found = doubts(&rules, &state, &body);
        let expected = (code.to_owned(), path.to_owned());
        assert_eq!(found, [expected], "{problem}: {body}");
    }
}

/// Duels: a Problem that limits tokens limits neither what is cashed out nor what is added for another player.
#[test]
fn tokens_that_are_too_high_for_duels_are_cashed_out() {
    let rules = rules();
    let mut state = set_up(&rules);
    with_problems(&mut state, &[Problem::CultOfTheClock]);
    let body = json!({
        "cash-out": [{"give": [21], "get": "orange/cult-of-the-clock", "at": "waves"}],
        "contribute": {"green": [20]},
    });
    assert_eq!(doubts(&rules, &state, &body), []);
    let duel = json!({"duels": [{"bids": [20]}]});
    assert_eq!(
        doubts(&rules, &state, &duel),
        [("E1419".into(), "duels/0/bids/0".into())]
    );
}

/// Create: in the Resolve Phase the rule of a Problem that was just drawn counts for all trades but the one that solves it.
#[test]
fn a_fresh_problem_does_not_count_for_its_own_cash_out() {
    let rules = rules();
    let mut state = set_up(&rules);
    with_problems(&mut state, &[Problem::NoWheel, Problem::GuildsRule]);
    let orange = Color::Orange;
    let solves = |problem| cash_out::Get::Solve(orange, problem);
    let pays = |state: &State, problem| rules.pays(state, orange, solves(problem));
    assert_eq!(pays(&state, Problem::GuildsRule), 40);
    state.fresh.insert((orange, Problem::GuildsRule));
    assert_eq!(pays(&state, Problem::GuildsRule), 20);
    assert_eq!(pays(&state, Problem::NoWheel), 40);
    // The other Problems count, and a state keeps what is fresh.
    with_problems(&mut state, &[Problem::NoPrinting]);
    assert_eq!(pays(&state, Problem::GuildsRule), 30);
    let kept = serde_json::to_value(&state).expect("plain data");
    assert_eq!(serde_json::from_value::<State>(kept).ok(), Some(state));
}

/// Cashing Out Agents: a Problem that keeps Agents is a warning, and none if it is solved before or was just drawn.
#[test]
fn agents_are_given_once_the_problem_that_keeps_them_is_solved() {
    let rules = rules();
    let mut state = set_up(&rules);
    with_problems(&mut state, &[Problem::NoWheel, Problem::ClosedBorders]);
    let agent = json!({"give": "orange-agent-1", "get": "orange/no-wheel"});
    let kept = [("E1404".into(), "cash-out/0/give".into())];
    let found = |state: &State, lines: Value| doubts(&rules, state, &json!({"cash-out": lines}));
    assert_eq!(found(&state, json!([agent])), kept);
    let tokens = json!({"give": [20], "get": "orange/closed-borders"});
    assert_eq!(found(&state, json!([tokens, agent])), []);
    let itself = json!({"give": "orange-agent-1", "get": "orange/closed-borders"});
    assert_eq!(found(&state, json!([itself])), kept);
    state.fresh.insert((Color::Orange, Problem::ClosedBorders));
    assert_eq!(found(&state, json!([itself])), []);
    assert_eq!(found(&state, json!([agent])), kept);
}
