//! Rules, plans and lines of an order file that are never used.

use super::*;

/// Returns the warnings with the code E1421, by their places.
fn never_used(body: &Value) -> Vec<String> {
    let rules = rules();
    let state = set_up(&rules);
    let found = look(&rules, &state, body).into_iter();
    let found = found.filter(|(_, code, _)| code == "E1421");
    found
        .map(|(path, _, weight)| {
            assert_eq!(weight, Weight::Doubt);
            path
        })
        .collect()
}

/// "Before you do that": a rule is hidden by an earlier one with the same action and the same or a wider condition.
#[test]
fn an_interrupt_behind_a_wider_one_is_warned_of() {
    let snap = json!({"agent": "orange-agent-1", "snap": "today"});
    let other = json!({"agent": "orange-agent-2", "snap": "today"});
    let found = |first: Value, once: bool, second: Value, then: &Value| {
        never_used(&json!({"interrupts": [
            {"if": first, "then": snap, "once": once},
            {"if": second, "then": then},
        ]}))
    };
    for (first, second) in [
        (json!({}), json!({"player": "green"})),
        (json!({"player": "any"}), json!({})),
        (
            json!({"player": ["green", "purple"], "does": ["attack", "move"]}),
            json!({"player": "green", "does": "attack", "target": "mine"}),
        ),
        (
            json!({"does": "attack", "target": "mine"}),
            json!({"does": "attack", "target": "orange-agent-1"}),
        ),
        (
            json!({"does": "attack", "target": "orange"}),
            json!({"does": "attack", "target": "mine"}),
        ),
        (json!({"does": "move"}), json!({"does": "move", "time": 2})),
    ] {
        let hidden = found(first.clone(), false, second.clone(), &snap);
        assert_eq!(hidden, ["interrupts/1"], "{first} {second}");
        // One that is used once leaves the next one something, and so does one with another action.
        assert!(found(first.clone(), true, second.clone(), &snap).is_empty());
        assert!(found(first.clone(), false, second.clone(), &other).is_empty());
    }
    for (first, second) in [
        (json!({"player": "green"}), json!({})),
        (
            json!({"player": "green"}),
            json!({"player": ["green", "purple"]}),
        ),
        (
            json!({"does": "attack", "target": "orange-agent-1"}),
            json!({"does": "attack", "target": "mine"}),
        ),
        (json!({"does": "move", "time": 2}), json!({"does": "move"})),
    ] {
        let hidden = found(first.clone(), false, second.clone(), &snap);
        assert!(hidden.is_empty(), "{first} {second}: {hidden:?}");
    }
}

/// Duels: a plan is hidden if earlier ones are used in each part that it is for.
#[test]
fn a_plan_behind_wider_ones_is_warned_of() {
    let found = |plans: Value| never_used(&json!({"duels": plans}));
    assert_eq!(
        found(json!([{"bids": [5]}, {"in": "attacker", "bids": [20]}])),
        ["duels/1"]
    );
    assert_eq!(
        found(json!([
            {"in": "attacker", "bids": [5]},
            {"in": "defender", "bids": [6]},
            {"in": ["attacker", "defender"], "agent": "orange-agent-1", "bids": [20]},
        ])),
        ["duels/2"]
    );
    for plans in [
        json!([{"in": "attacker", "bids": [5]}, {"bids": [20]}]),
        json!([{"agent": "orange-agent-1", "bids": [5]}, {"in": "attacker", "bids": [20]}]),
        json!([{"number": 1, "bids": [5]}, {"number": 2, "bids": [20]}]),
    ] {
        assert!(found(plans.clone()).is_empty(), "{plans}");
    }
}

/// Rendering Aid/Committing Sabotage: a line that is for no possible duel is never used, nor is one behind a wider one.
#[test]
fn help_in_duels_that_cannot_be_is_warned_of() {
    let line = |when: Value| json!({"if": when, "agent": "orange-agent-1", "does": "aid-attacker"});
    for (when, path) in [
        (
            json!({"attacker": "green", "defender": "green"}),
            "help/0/if",
        ),
        (
            json!({"attacker": "mine", "defender": "orange-brawler-1"}),
            "help/0/if",
        ),
        (json!({"attacker": "orange-agent-1"}), "help/0/agent"),
    ] {
        let found = never_used(&json!({"help": [line(when.clone())]}));
        assert_eq!(found, [path], "{when}");
    }
    let two =
        |first: Value, second: Value| never_used(&json!({"help": [line(first), line(second)]}));
    assert_eq!(two(json!({}), json!({"attacker": "green"})), ["help/1/if"]);
    assert!(two(json!({"attacker": "green"}), json!({})).is_empty());
    assert!(two(json!({"attacker": "green"}), json!({"attacker": "purple"})).is_empty());
}

/// Time Control Duel: a condition that no claim of another player fits is never used; forcing is a claim, too.
#[test]
fn objections_that_never_fit_are_warned_of() {
    let found = |when: Value| never_used(&json!({"objections": [when]}));
    for when in [
        json!({"player": "orange"}),
        json!({"player": "blue"}),
        json!({"does": "force", "agent": "green-agent-1"}),
        json!({"player": "green", "does": "force", "target": "green"}),
        json!({"agent": "green-agent-1", "does": "flip"}),
    ] {
        assert_eq!(found(when.clone()), ["objections/0"], "{when}");
    }
    for when in [
        json!({}),
        json!({"player": "green"}),
        json!({"does": "force", "target": "mine"}),
        json!({"does": "attack", "target": "purple"}),
    ] {
        assert!(found(when.clone()).is_empty(), "{when}");
    }
}
