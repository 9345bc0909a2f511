//! Renders events as sentences: once for text and HTML, and public events once for all readers.

use super::{
    Happened, Reading, ReportError, Words, chronicle,
    clean::{self, Context, Shown},
};
use crate::{engine::Event, game_dir::try_map};
use minijinja::Value;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// The number of events that are rendered together. It does not depend on the number of cores, so that every machine
/// renders the same events alike, with any `told.j2` of a game.
const TOGETHER: usize = 48;

/// Rendered events, by their place among the facts of the turn.
#[derive(Debug, Default)]
pub(super) struct Sentences(BTreeMap<usize, Sentence>);

/// One rendered event.
#[derive(Debug)]
struct Sentence {
    /// The step of the rules that the event belongs to; empty if it continues the step of the event before it.
    heading: String,
    /// The event as templates see it: a sentence without its full stop. `None` if the heading alone states the event.
    told: Option<Value>,
    /// True if the report shows the event as new.
    new: bool,
    /// True if the event states that a seat sent no orders.
    absence: bool,
}

impl Sentence {
    fn new(event: &Happened, heading: &str, words: &str) -> Self {
        let told = json!({"words": words, "private": event.private});
        Self {
            heading: clean::line(heading),
            told: (!words.is_empty()).then(|| clean::value(&told)),
            new: event.new,
            absence: matches!(event.event, Event::Nmr { .. }),
        }
    }
}

impl Sentences {
    /// Renders the events of a reading that are not among the `shared` ones.
    pub(super) fn new(
        words: &Words,
        reading: &Reading,
        context: &Context,
        shared: Option<&Self>,
    ) -> Result<Self, ReportError> {
        let own: Vec<usize> = told(reading)
            .filter(|(_, event)| shared.is_none_or(|shared| shared.of(event).is_none()))
            .map(|(n, _)| n)
            .collect();
        if own.is_empty() {
            return Ok(Self::default());
        }
        // Large numbers of events are rendered in parallel.
        let parts: Vec<&[usize]> = own.chunks(TOGETHER).collect();
        let texts = try_map(&parts, |part| {
            let events = &context["events"];
            let chosen = part
                .iter()
                .filter_map(|n| events.get_item_by_index(*n).ok());
            let mut context = context.clone();
            context.insert("events".to_owned(), chosen.collect());
            words.fill("told.j2", &Shown::context(context))
        })?;
        let records = texts
            .iter()
            .flat_map(|text| text.split_terminator('\u{1e}'));
        let sentences = records.zip(own).map(|(record, n)| {
            let (heading, words) = record.trim_start().split_once('\u{1f}').unwrap_or_default();
            let event = &reading.events[n];
            (event.place, Sentence::new(event, heading, words))
        });
        Ok(Self(sentences.collect()))
    }

    /// Returns these sentences and the shared ones in passages: the new ones, and those reported before.
    pub(super) fn told(&self, reading: &Reading, shared: Option<&Self>) -> Value {
        let sentences = told(reading).filter_map(|(_, event)| {
            let shared = shared.and_then(|shared| shared.of(event));
            shared.or_else(|| self.0.get(&event.place))
        });
        // Absences come first: they belong to the seat, not to a step.
        let (absences, others) = sentences.partition(|sentence: &&Sentence| sentence.absence);
        let absences: Vec<&Sentence> = absences;
        let story = chronicle::gathered(others, |sentence| &sentence.heading);
        // The new events may begin in the middle of a passage; its heading is then repeated.
        let begins = story.iter().position(|sentence| sentence.new).unwrap_or(0);
        let mut earlier = story[..begins].iter().rev();
        let heading = earlier.find(|sentence| !sentence.heading.is_empty());
        let heading = heading.map_or("", |sentence| &*sentence.heading);
        let all = absences.into_iter().chain(story.iter().copied());
        let (new, before) = all.partition(|sentence: &&Sentence| sentence.new);
        Shown::value(vec![
            ("new".to_owned(), passages(new, heading)),
            ("before".to_owned(), passages(before, "")),
        ])
    }

    /// Returns the sentence of a public event that is equally new for this reader; private events are never shared.
    fn of(&self, event: &Happened) -> Option<&Sentence> {
        let sentence = self.0.get(&event.place)?;
        (!event.private && sentence.new == event.new).then_some(sentence)
    }
}

/// Returns sentences under their headings, for the templates; sentences at the beginning without a heading continue
/// under `open`.
fn passages<'a>(sentences: Vec<&'a Sentence>, open: &'a str) -> Value {
    let first = sentences.iter().copied().find(|sentence| !sentence.absence);
    let heading = |sentence: &&'a Sentence| match first {
        Some(first) if first.heading.is_empty() && std::ptr::eq(*sentence, first) => open,
        _ => &*sentence.heading,
    };
    let passages = chronicle::in_passages(sentences, heading);
    let passages = passages.into_iter().map(|(heading, sentences)| {
        let lines = sentences
            .iter()
            .filter_map(|sentence| sentence.told.clone());
        (heading, lines.collect())
    });
    let plain = |heading: String| clean::value(&json!({"words": heading, "private": false}));
    let passages = chronicle::without_empty_ones(passages, plain);
    let passages = passages.into_iter().map(|(heading, lines)| {
        Shown::value(vec![
            ("heading".to_owned(), heading.into()),
            ("lines".to_owned(), lines.into_iter().collect()),
        ])
    });
    passages.collect()
}

/// Returns the events to report, with their numbers. A reader's own line that was put aside is left out, because the
/// report lists it among the failed orders.
fn told(reading: &Reading) -> impl Iterator<Item = (usize, &Happened)> {
    let own = move |event: &Event<Json>| match event {
        Event::PutAside { seat, .. } => reading.reader.seat.as_deref() == Some(seat.as_str()),
        _ => false,
    };
    let events = reading.events.iter().enumerate();
    events.filter(move |(_, told)| !own(&told.event))
}
