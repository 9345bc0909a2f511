use super::{Played, reading, render, samples};
use crate::{
    engine::Event,
    report::{Format, Happened, embedded},
    rulesets,
};
use std::collections::BTreeSet;

fn sample_events() -> Vec<Happened> {
    let facts = samples::facts();
    facts
        .iter()
        .enumerate()
        .map(|(place, fact)| Happened {
            place,
            rule: "9.3".into(),
            sitting: 3,
            new: true,
            private: false,
            missed: vec![],
            event: Event::Fact(serde_json::to_value(fact).expect("a fact is plain data")),
        })
        .collect()
}

#[test]
fn every_fact_has_words() {
    let kinds: BTreeSet<usize> = samples::facts().iter().map(samples::kind).collect();
    assert_eq!(kinds.len(), samples::KINDS, "a kind of fact has no sample");
    let played = Played::new();
    let mut reading = reading(&played, Some("zytal"), 2);
    reading.events = sample_events();
    let text = render(&played.words(), &reading, Format::Text).expect("all facts have words");
    let start = text.find("WHAT HAPPENED").expect("a section");
    let end = text.find("WHAT CHANGED").expect("a section");
    insta::assert_snapshot!("every_fact", &text[start..end]);
    render(&played.words(), &reading, Format::Html).expect("all facts have words");
}

/// The last section of a report names what each section of the rulebook was applied to.
#[test]
fn every_kind_of_fact_has_a_purpose() {
    for game in rulesets::ALL.iter().map(|known| known.id) {
        let template = embedded::find(&format!("{game}/facts.j2")).expect("the facts");
        let (facts, purposes) = template.split_once("set purposes = ").expect("purposes");
        let facts = { facts.split_once("macro fact(").expect("the sentences").1 }
            .split("endmacro -%}\n\n{#- The facts")
            .next();
        let mut kinds = 0;
        for kind in facts.expect("a macro").split("kind == \"").skip(1) {
            let kind = kind.split('"').next().expect("a name");
            assert!(
                purposes.contains(&format!("\n  \"{kind}\": \"")),
                "{game}: {kind}"
            );
            kinds += 1;
        }
        assert!(kinds > 15, "{game}: {kinds}");
    }
}

/// The number of a section stands at the end of a report, and in none of its sentences.
#[test]
fn a_section_of_the_rulebook_is_named_once_behind_the_tables() {
    let played = Played::new();
    let reading = reading(&played, Some("zytal"), 1);
    for format in [Format::Text, Format::Html] {
        let report = render(&played.words(), &reading, format).expect("a report");
        let lower = report.to_lowercase();
        let start = lower.find("what happened to you").expect("a section");
        let end = lower.find("what changed since").expect("a section");
        let story = &report[start..end];
        assert!(
            story.contains("buys 1 agent") && !story.contains("(8"),
            "{story}"
        );
        let rules = lower.find("rules applied").expect("a section");
        assert!(
            lower
                .find("how to verify")
                .is_some_and(|verify| verify < rules)
        );
        assert!(
            report[rules..].contains("8.2: purchases"),
            "{}",
            &report[rules..]
        );
    }
}

#[test]
fn a_fact_without_words_is_an_error() {
    let played = Played::new();
    let mut reading = reading(&played, Some("zytal"), 2);
    reading.events = sample_events();
    reading.events[0].event = Event::Fact(serde_json::json!({"sneezed": {"race": "zytal"}}));
    let error = render(&played.words(), &reading, Format::Text).expect_err("no words");
    assert!(
        error.to_string().contains("time-agent/facts.j2, line"),
        "{error}"
    );
}
