//! Lists of the games that are written by hand, because each game stands in them with numbers of its own: how long it is
//! played, for how many seats, and which seat searches. A new game must be in each.

use chronojudge::rulesets;
use std::{fs, path::Path};

const LISTS: [&str; 4] = [
    ".ci/run",
    "benches/campaign.py",
    "benches/rules.rs",
    "benches/search.rs",
];

#[test]
fn every_game_is_in_each_list() {
    for list in LISTS {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(list);
        let text = fs::read_to_string(path).expect("a list");
        for known in rulesets::ALL {
            let is_named = text
                .split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
                .any(|word| word == known.id);
            assert!(is_named, "{list} leaves out {}", known.id);
        }
    }
}
