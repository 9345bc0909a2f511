//! Games for the tests of their rules.

use super::Listed;
use crate::{
    dice::Quick,
    engine::{DynRuleset, Run},
};
use serde_json::Value;
use std::collections::BTreeMap;

/// Returns the rules of a game with its embedded content.
pub(crate) fn rules<G: Listed>() -> G {
    G::new(&G::library()).expect("the embedded content fits")
}

/// Returns a game that has just been set up.
pub(crate) fn set_up<G: Listed>(rules: &G, options: &Value, seed: u64) -> G::State {
    let seats = DynRuleset::seats(rules, options).expect("a table");
    let run = Run {
        sitting: 1,
        began: None,
        journal: &[],
        on_file: &BTreeMap::new(),
        overdue: false.into(),
    };
    let out = DynRuleset::setup(rules, options, &seats, run, &mut Quick::new(seed));
    serde_json::from_value(out.expect("a set-up").state).expect("a state")
}

/// The lists of codes are in order and without duplicates.
#[test]
fn codes_are_listed_once() {
    for known in crate::rulesets::ALL {
        let codes: Vec<&str> = known.codes.iter().map(|code| code.code).collect();
        assert!(codes.is_sorted_by(|one, next| one < next), "{known:?}");
    }
}
