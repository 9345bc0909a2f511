//! The Action Phase, "Before you do that": what sets rules for interrupts off, and rules that can never be used.

use super::*;

/// "Before you do that": what others could announce now that a rule fits.
#[test]
fn rules_are_set_off_by_what_others_could_announce() {
    let rules = rules();
    let mut state = set_up(&rules);
    state.agents.clear();
    stand(&mut state, "orange-brawler-1", "orange/yesterday", false);
    stand(&mut state, "green-agent-1", "orange/yesterday", false);
    let body = json!({"interrupts": [
        {"if": {"does": "attack", "target": "mine"}, "then": {"agent": "orange-brawler-1", "attack": "attacker"}},
        {"if": {"player": "green", "target": "mine"}, "then": {"agent": "orange-brawler-1", "snap": "today"}},
        {"if": {"player": "purple"}, "then": {"agent": "orange-brawler-1", "snap": "today"}},
    ]});
    let view = serde_json::to_value(state).expect("plain data");
    let seat = rules.seat(Color::Orange);
    let found = DynRuleset::set_off(&rules, &view, seat, &body).expect("plain data");
    let lines: Vec<&str> = found.iter().map(|one| one.line.0.as_str()).collect();
    assert_eq!(lines, ["interrupts/0", "interrupts/1", "interrupts/2"]);
    assert_eq!(found[0].by, ["green-agent-1: attack orange-brawler-1"]);
    // The first rule takes the attack.
    let on_the_board = [
        "green-agent-1: move recent-past",
        "green-agent-1: create create",
        "green-agent-1: create solve",
    ];
    assert_eq!(found[1].by, on_the_board);
    assert!(found[2].by.is_empty());
}

/// "Before you do that": the own launches are executed, others are launched to each Zone, all are Alert, and a rule that fits but
/// cannot be used says why.
#[test]
fn rules_are_set_off_by_agents_that_are_launched() {
    let rules = rules();
    let mut state = set_up(&rules);
    state.agents.clear();
    stand(&mut state, "orange-brawler-1", "orange/today", false);
    stand(&mut state, "green-agent-1", "green/today", false);
    stand(&mut state, "purple-agent-1", "orange/yesterday", true);
    let body = json!({
        "launch": {"orange-brawler-1": "yesterday"},
        "interrupts": [
            {"if": {"does": "attack", "target": "mine"}, "then": {"agent": "orange-brawler-1", "attack": "attacker"}},
            {"if": {"agent": "green-agent-1", "does": "create", "at": "green/recent-past"}, "then": {"agent": "orange-brawler-1", "snap": "today"}},
            {"if": {"player": "green"}, "then": {"agent": "orange-brawler-1", "attack": "attacker"}},
        ],
    });
    let set_off = |state: &State| {
        let view = serde_json::to_value(state).expect("plain data");
        let seat = rules.seat(Color::Orange);
        DynRuleset::set_off(&rules, &view, seat, &body).expect("plain data")
    };
    let found = set_off(&state);
    assert_eq!(found[0].by, ["purple-agent-1: attack orange-brawler-1"]);
    let launched = ["create", "solve"]
        .map(|tokens| format!("green-agent-1: create {tokens}, if it is launched to recent-past"));
    assert_eq!(found[1].by, launched);
    assert!(found[2].by.is_empty());
    let why = found[2].unable.as_deref().expect("a reason");
    assert!(
        why.contains("green-agent-1 is not in orange/yesterday"),
        "{why}"
    );
    // Later in the turn nothing is launched, and a Busy Agent does nothing; an Agent may come to Today of another board.
    state.step = Step::Window(1);
    let found = set_off(&state);
    assert_eq!(
        found[0].by,
        ["green-agent-1: attack orange-brawler-1, once it stands in orange/today"]
    );
    // The Brawler does not snap to where it is.
    assert!(found[1].by.is_empty());
    let why = found[1].unable.as_deref().expect("a reason");
    assert!(why.contains("orange/today"), "{why}");
}

/// "Before you do that": a rule that nothing sets off now gets what others could announce once they stand elsewhere.
#[test]
fn rules_are_set_off_by_agents_that_come_nearer() {
    let rules = rules();
    let mut state = set_up(&rules);
    state.agents.clear();
    stand(&mut state, "orange-brawler-1", "orange/recent-past", false);
    stand(&mut state, "green-agent-1", "green/yesterday", false);
    stand(&mut state, "purple-agent-1", "purple/yesteryear", false);
    let body = json!({"interrupts": [
        {"if": {"player": "any", "does": "attack", "target": "mine"}, "then": {"agent": "orange-brawler-1", "attack": "attacker"}},
        {"if": {"player": "any", "does": "flip"}, "then": {"agent": "orange-brawler-1", "snap": "today"}},
    ]});
    let set_off = |state: &State| {
        let view = serde_json::to_value(state).expect("plain data");
        let seat = rules.seat(Color::Orange);
        DynRuleset::set_off(&rules, &view, seat, &body).expect("plain data")
    };
    state.step = Step::Window(1);
    let found = set_off(&state);
    // Purple's Agent is below already.
    assert_eq!(
        found[0].by,
        ["green-agent-1: attack orange-brawler-1, once it stands in orange/recent-past"]
    );
    assert!(found[1].by.is_empty() && found[1].unable.is_none());
    // At the opening all wait in Today, where Agents of others can come.
    let found = set_off(&set_up(&rules));
    let by = &found[0].by;
    let attack = "green-agent-1: attack orange-agent-1, once it stands in orange/today";
    assert!(by.iter().any(|words| words == attack), "{by:?}");
}

/// "Before you do that": with a Problem that forbids interrupts no announcement sets a rule off.
#[test]
fn a_problem_keeps_rules_from_being_set_off() {
    let rules = rules();
    let mut state = set_up(&rules);
    state.agents.clear();
    stand(&mut state, "orange-brawler-1", "orange/yesterday", false);
    stand(&mut state, "green-agent-1", "orange/yesterday", false);
    let problem = Problem::SilentRadios;
    let deck = &mut state.problems.shuffled;
    let at = deck.iter().position(|other| *other == problem);
    deck.remove(at.expect("a card"));
    state.player_mut(Color::Orange).problems.push(problem);
    let body = json!({"interrupts": [
        {"if": {"does": "attack", "target": "mine"}, "then": {"agent": "orange-brawler-1", "attack": "attacker"}},
    ]});
    let view = serde_json::to_value(state).expect("plain data");
    let seat = rules.seat(Color::Orange);
    let found = DynRuleset::set_off(&rules, &view, seat, &body).expect("plain data");
    assert!(found[0].by.is_empty());
    let why = found[0].unable.as_deref().expect("a reason");
    assert!(why.contains("Silent Radios"), "{why}");
}

/// "Before you do that": a rule that can never be used, wherever Agents go, is found by its condition and by what it does.
#[test]
fn rules_that_can_never_be_used_are_found() {
    let rules = rules();
    let state = set_up(&rules);
    let usual = || json!({"agent": "orange-brawler-1", "attack": "attacker"});
    let never = |when: Value, then: Value| {
        let rule = serde_json::from_value(json!({"if": when, "then": then})).expect("a rule");
        let found = rules.never_used(&state, Color::Orange, &rule);
        found.map(|(entry, wrong)| (entry, Illegal::from(wrong).code))
    };
    for when in [
        json!({"player": "orange"}),
        json!({"player": "blue"}),
        json!({"does": "force"}),
        json!({"player": "green", "agent": "orange-brawler-1"}),
        json!({"agent": "blue-brawler-1"}),
        json!({"player": "green", "agent": "purple-brawler-1"}),
        json!({"at": "blue/yesterday"}),
        json!({"target": "blue"}),
        json!({"does": "move", "at": "green/today"}),
        json!({"does": "snap", "target": "mine"}),
        json!({"does": "snap", "at": "green/pre-history"}),
        json!({"does": "create", "target": "purple-agent-1"}),
        json!({"does": "create", "at": "green/today"}),
        json!({"agent": "green-agent-1", "does": "flip"}),
        json!({"player": "green", "does": "attack", "target": "green-agent-1"}),
        json!({"time": 0}),
        json!({"time": 99}),
    ] {
        let words = when.to_string();
        assert_eq!(
            never(when, usual()),
            Some(("if", "E1421".to_owned())),
            "{words}"
        );
    }
    for (then, code) in [
        (json!("wait"), "E1421"),
        (
            json!({"agent": "orange-brawler-1", "attack": "orange-agent-1"}),
            "E1421",
        ),
        (json!({"agent": "orange-agent-1", "flip": "all"}), "E1421"),
        (
            json!({"agent": "orange-agent-1", "invade": "orange"}),
            "E1421",
        ),
        (json!({"agent": "orange-agent-1", "move": "today"}), "E1421"),
        (
            json!({"agent": "orange-agent-1", "create": "two-create"}),
            "E1421",
        ),
        (json!({"force": "orange"}), "E1417"),
    ] {
        let words = then.to_string();
        assert_eq!(
            never(json!({"player": "any"}), then),
            Some(("then", code.to_owned())),
            "{words}"
        );
    }
    for (when, then) in [
        (
            json!({"player": "any", "does": "attack", "target": "mine"}),
            usual(),
        ),
        (
            json!({"does": ["force", "snap"], "at": "purple/today"}),
            usual(),
        ),
        (
            json!({"target": "mine", "does": "create"}),
            json!({"agent": "orange-historian-yesterday", "create": "two-create"}),
        ),
        (
            json!({"time": 2}),
            json!({"agent": "orange-scientist-1", "flip": "all"}),
        ),
        (json!({}), json!({"force": "green"})),
    ] {
        let words = when.to_string();
        assert_eq!(never(when, then), None, "{words}");
    }
}
