use super::{Played, reading, render, samples};
use crate::{
    engine::Event,
    report::{Format, Happened},
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
