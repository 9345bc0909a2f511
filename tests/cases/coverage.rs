//! Every numbered rule has a case, or a reason why it has none.

use super::{cases, folder, read};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// The rulebooks' numbered sections that say what happens in play.
const RULES: &[(&str, &[&str])] = &[
    (
        "time-agent",
        &[
            "3", "4", "5", "5.1", "6", "7", "7.1", "7.2", "8", "8.1", "8.11", "8.12", "8.2",
            "8.21", "8.22", "8.3", "8.31", "8.32", "8.33", "8.34", "8.35", "9", "9.1", "9.11",
            "9.12", "9.13", "9.14", "9.15", "9.16", "9.17", "9.18", "9.19", "9.2", "9.21", "9.22",
            "9.3", "9.31", "9.32", "9.33", "9.34", "9.4", "9.41", "9.42", "9.43", "9.44", "9.5",
            "9.51", "9.52", "9.6", "9.61", "9.62", "9.7", "10", "11.1", "11.2", "12",
        ],
    ),
    TIME_PIRATES,
    (
        "time-whisperers",
        &[
            "Setup 1",
            "Setup 2",
            "Setup 3",
            "Setup 4",
            "Setup 5",
            "Setup, 4 players",
            "Game overview",
            "Phase 1",
            "Number card",
            "Progression",
            "Retrogression",
            "Inversion",
            "Augmentation",
            "Termination",
            "Phase 2",
            "Phase 2, tie",
            "Phase 2, phantom",
            "Phase 3",
            "Phase 3, tie",
            "Gold powers 1",
            "Gold powers 2",
            "Gold powers 3",
            "Gold powers 4",
            "Phase 4.1",
            "Phase 4.2",
            "Phase 4.3",
            "Phase 4.4",
            "End of game",
            "Youth game",
            "Agent",
            "Axis",
            "Judge",
            "Knight",
            "Mimic",
            "Noble",
            "Psychic",
            "Wormhole",
            "Hybrid",
            "Multiverse",
            "Mutants",
            "Phoenix",
            "Swarm",
            "Thief",
            "Tornado",
            "Witch",
            "Alliance",
            "Assassin",
            "Deity",
            "Medusa",
            "Titan",
            "Tyrant",
            "Uniter",
            "Zodiac",
        ],
    ),
];

/// The sections of its rulebook by their headings; `Police 1` to `5` is the second list of Playing the
/// Game, for whoever begins his turn with the Time Police.
const TIME_PIRATES: (&str, &[&str]) = (
    "time-pirates",
    &[
        "Preparation",
        "Playing",
        "Playing 1",
        "Playing 2",
        "Police 1",
        "Police 2",
        "Police 3",
        "Police 4",
        "Police 5",
        "Moving",
        "Taking Artifacts",
        "Selling Artifacts",
        "Atomic Symbols",
        "Exchanging Artifacts",
        "Restocking Artifacts",
        "Time Goes By",
        "Scoring",
        "Scoring 1",
        "Scoring 2",
        "Scoring 3",
        "Game End",
        "Optional Rule",
    ],
);

/// Rules without a case.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoCase {
    rule: String,
    reason: String,
}

/// A rulings file, as far as it is of interest here.
#[derive(Deserialize)]
struct Rulings {
    rulings: Vec<Ruling>,
}

#[derive(Deserialize)]
struct Ruling {
    id: String,
}

fn rules(ruleset: &str) -> &'static [&'static str] {
    let known = RULES.iter().find(|(name, _)| *name == ruleset);
    known
        .unwrap_or_else(|| panic!("tests/cases/coverage.rs has no rules of `{ruleset}`"))
        .1
}

#[test]
fn every_rule_has_a_case_or_a_reason() {
    let mut wrong = vec![];
    for known in chronojudge::rulesets::ALL {
        let rules = rules(known.id);
        let mut shown: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (_, name, case) in cases()
            .into_iter()
            .filter(|(ruleset, ..)| ruleset == known.id)
        {
            for rule in std::iter::once(case.rule).chain(case.also) {
                if !rules.contains(&rule.as_str()) {
                    wrong.push(format!("{name}: there is no rule {rule}"));
                }
                shown.entry(rule).or_default().push(name.clone());
            }
        }
        let reasons: Vec<NoCase> = read(&folder().join(known.id).join("no-case.yaml"));
        let mut excused = BTreeSet::new();
        for NoCase { rule, reason } in &reasons {
            if reason.trim().is_empty() || !rules.contains(&rule.as_str()) || !excused.insert(rule)
            {
                wrong.push(format!(
                    "no-case.yaml: {rule} has no reason, is no rule, or is there twice"
                ));
            }
            if shown.contains_key(rule) {
                wrong.push(format!("no-case.yaml: {rule} has a case; take it out"));
            }
        }
        for rule in rules {
            match shown.get(*rule) {
                Some(names) => eprintln!("{:<6}{}", rule, names.join(", ")),
                None => match reasons.iter().find(|r| r.rule == *rule) {
                    Some(NoCase { reason, .. }) => eprintln!("{rule:<6}- {reason}"),
                    None => wrong.push(format!(
                        "{rule} has neither a case nor a reason in no-case.yaml"
                    )),
                },
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn cases_name_rulings_that_there_are() {
    for known in chronojudge::rulesets::ALL {
        let rulings: Rulings =
            chronojudge::yaml::keep::from_str(known.rulings).expect("the rulings");
        let ids: BTreeSet<&str> = rulings.rulings.iter().map(|r| r.id.as_str()).collect();
        assert_eq!(
            ids.len(),
            rulings.rulings.len(),
            "rulings have names of their own"
        );
        for (_, name, case) in cases()
            .into_iter()
            .filter(|(ruleset, ..)| ruleset == known.id)
        {
            for ruling in &case.rulings {
                assert!(
                    ids.contains(ruling.as_str()),
                    "{name}: there is no ruling {ruling}"
                );
            }
        }
    }
}
