//! The content that comes with the program.

use chronojudge::rulesets;
use serde_json::Value;

/// What the program brings along is read by a quicker reader than what a GM overlays: both read the same.
#[test]
fn the_quick_and_the_strict_reader_agree() {
    let mut files = 0;
    for known in rulesets::ALL {
        let library = (known.library)();
        for (name, text) in library.files() {
            let mut overlaid = library.clone();
            overlaid.overlay(name, text.to_owned()).unwrap();
            let quick: Value = library.read(name).unwrap();
            let strict: Value = overlaid.read(name).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(quick, strict, "{}: {name}", known.id);
            files += 1;
        }
    }
    assert!(files >= 5, "{files}");
}
