//! Cases that play a set-up instead of a turn.

use super::{Expect, Position, dice::Written, difference::changes, facts};
use chronojudge::engine::{OnFile, Run, SeatId, Stop};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The options of a game, and the order in which its decks are shuffled.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetUp {
    options: Value,
    /// The seats of each player; if absent, the usual ones of the options.
    #[serde(default)]
    hands: Option<Vec<Vec<SeatId>>>,
    /// The start indices of each deck in their new order; a deck that is not named keeps its order.
    #[serde(default)]
    decks: BTreeMap<String, Vec<u32>>,
}

impl SetUp {
    /// Sets a game up, and compares its state with the given position.
    pub fn happened(&self, position: &Position, dice: &BTreeMap<String, Vec<u32>>) -> Expect {
        let mut dice = Written::strict(dice).with_decks(&self.decks);
        let on_file: BTreeMap<SeatId, OnFile> = BTreeMap::new();
        let run = Run {
            sitting: 1,
            began: None,
            journal: &[],
            on_file: &on_file,
            overdue: false.into(),
        };
        let seats = match &self.hands {
            Some(hands) => position.rules.seating(&self.options, hands),
            None => position.rules.seats(&self.options),
        };
        let seats = seats.unwrap_or_else(|e| panic!("options: {e}"));
        let out = position.rules.setup(&self.options, &seats, run, &mut dice);
        let out = out.unwrap_or_else(|e| panic!("{e}"));
        if let Err(Stop::Undrawn(label)) = &out.flow {
            panic!("the case gives no die (or a wrong one) for {label}");
        }
        let unused = dice.unused();
        assert!(unused.is_empty(), "not rolled: {}", unused.join(", "));
        Expect {
            facts: facts(&out),
            state: Some(changes(&position.state, &out.state)),
            ..Expect::default()
        }
    }
}
