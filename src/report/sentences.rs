//! What happened, put into words: once for text and HTML, and once for all readers what all were told.

use super::{
    Happened, Reading, ReportError, Words, chronicle,
    clean::{self, Context, Shown},
};
use crate::{engine::Event, game_dir::side_by_side};
use minijinja::Value;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// So many events are put into words together. Not a matter of how many cores there are: the same events are told
/// alike on every machine, whatever a game's own `told.j2` does.
const TOGETHER: usize = 48;

/// Events in words, by their place among the facts of the turn.
#[derive(Debug, Default)]
pub(super) struct Sentences(BTreeMap<usize, Sentence>);

/// One event in words.
#[derive(Debug)]
struct Sentence {
    /// The step of the rules that it belongs to; empty if it goes on with the one before.
    heading: String,
    /// The event as templates have it: a sentence without its full stop. Nothing if the heading says it all.
    told: Option<Value>,
    /// Whether it is told there as something new.
    new: bool,
    /// Whether it says that no orders came from a seat.
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
    /// The events of a reading that are not among the `shared` ones.
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
        // Many are put into words by several at once.
        let parts: Vec<&[usize]> = own.chunks(TOGETHER).collect();
        let texts = side_by_side(&parts, |part| {
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

    /// These sentences and the shared ones, in passages: what is new, and what has been told before.
    pub(super) fn told(&self, reading: &Reading, shared: Option<&Self>) -> Value {
        let sentences = told(reading).filter_map(|(_, event)| {
            let shared = shared.and_then(|shared| shared.of(event));
            shared.or_else(|| self.0.get(&event.place))
        });
        // What came about without orders is told first: it belongs to the seat, not to the step it came in.
        let (absences, others) = sentences.partition(|sentence: &&Sentence| sentence.absence);
        let absences: Vec<&Sentence> = absences;
        let story = chronicle::gathered(others, |sentence| &sentence.heading);
        // What is new may go on in the middle of a passage, whose heading is told again.
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

    /// The words of an event that all were told alike. What one seat was told is never anybody else's.
    fn of(&self, event: &Happened) -> Option<&Sentence> {
        let sentence = self.0.get(&event.place)?;
        (!event.private && sentence.new == event.new).then_some(sentence)
    }
}

/// Sentences under their headings, for the templates; those that begin without one go on under `open`.
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

/// The events that are told, with their numbers: a reader's own line that was put aside stands among
/// what failed.
fn told(reading: &Reading) -> impl Iterator<Item = (usize, &Happened)> {
    let own = move |event: &Event<Json>| match event {
        Event::PutAside { seat, .. } => reading.reader.seat.as_deref() == Some(seat.as_str()),
        _ => false,
    };
    let events = reading.events.iter().enumerate();
    events.filter(move |(_, told)| !own(&told.event))
}
