//! The number of trials for one slip: each trial parses the text once more.

use crate::yaml::{explain::Stop, parse::stops_at};

/// The text is tried once for each comma of the line before.
#[test]
fn a_slip_is_looked_for_near_the_place_where_the_parser_stopped() {
    for many in [10, 1_000] {
        let values = "4b-2, ".repeat(many);
        for line in [
            format!("research: [{values}4b-3 {{, {values}4b-4]\n"),
            format!("moves: [{values}{{unit: a to: b: c}}, {values}]\n"),
        ] {
            let at = stops_at(&line).expect("a slip");
            let stop = Stop::new(&line, at);
            stop.commas();
            assert!(stop.trials.get() <= 13, "{} trials", stop.trials.get());
            let before = stop.trials.get();
            let _ = (stop.pairs(), stop.braces(), stop.open_bracket());
            assert!(stop.trials.get() - before <= 6);
        }
    }
}
