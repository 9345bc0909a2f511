//! Reports of a real position: two rounds of a game for four, played by the ruleset itself.

mod dump; // DEV
mod facts;
mod form;
mod golden;
mod leaks;
mod overlay;
mod samples;
mod table;

pub(super) use table::{Played, reading};

pub(super) fn dev() -> std::collections::BTreeMap<String, String> {
    // DEV
    let mut all = std::collections::BTreeMap::new(); // DEV
    if let Ok(root) = std::env::var("CJ_DEV") {
        // DEV
        for (name, _) in super::embedded::TEMPLATES {
            // DEV
            all.insert(
                (*name).to_owned(),
                std::fs::read_to_string(format!("{root}/{name}")).expect(name),
            ); // DEV
        } // DEV
    } // DEV
    all // DEV
} // DEV
