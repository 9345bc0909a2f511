//! Renders events as sentences: once for text and HTML, and public events once for all readers.

use super::{
    Happened, Reading, ReportError, Words, chronicle,
    clean::{self, Context, Shown},
    context::data,
    words::in_parts,
};
use crate::{collect::Collect, engine::Event, game_dir::try_map};
use minijinja::Value;
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};

/// The number of events that are rendered together. It does not depend on the number of cores, so that every machine
/// renders the same events alike, with any `told.j2` of a game.
const TOGETHER: usize = 48;

/// The mark before the heading of a step that is told whole.
const WHOLE: char = '\u{1d}';

/// Rendered events, by their place among the facts of the turn.
#[derive(Debug, Default)]
pub(super) struct Sentences(BTreeMap<usize, Sentence>);

/// One rendered event.
#[derive(Debug)]
struct Sentence {
    /// The step of the rules that the event belongs to; empty if it continues the step of the event before it.
    heading: String,
    /// True if the step is a story that is told whole to each reader whom a part of it concerns.
    whole: bool,
    /// The event as templates see it: a sentence without its full stop, and its parts. `None` if the heading alone states the
    /// event.
    told: Option<Value>,
    /// True if the report shows the event as new.
    new: bool,
    /// True if the event states that a seat sent no orders.
    absence: bool,
}

/// Returns an event as templates see it.
fn as_told(words: &str, parts: &[&str], private: bool, rule: &str) -> Value {
    let told = json!({"words": words, "parts": parts, "private": private, "rule": rule});
    clean::value(&told)
}

impl Sentence {
    fn new(event: &Happened, heading: &str, words: &str) -> Self {
        let rule = cited(event).unwrap_or_default();
        let (words, parts) = in_parts(words);
        let whole = heading.strip_prefix(WHOLE);
        Self {
            heading: clean::line(whole.unwrap_or(heading)),
            whole: whole.is_some(),
            told: (!words.is_empty()).then(|| as_told(words, &parts, event.private, rule)),
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
        let events = &context["events"];
        let chosen = own.iter().filter_map(|n| events.get_item_by_index(*n).ok());
        let records = rendered(words, context, &chosen.collect::<Vec<_>>())?;
        let sentences = records.iter().zip(own).map(|((heading, words), n)| {
            let event = &reading.events[n];
            (event.place, Sentence::new(event, heading, words))
        });
        Ok(Self(sentences.collect_map()))
    }

    /// Renders the events of earlier turns that no mail has told, as a list of turns with their passages.
    pub(super) fn past(
        words: &Words,
        reading: &Reading,
        context: &Context,
    ) -> Result<Value, ReportError> {
        let turns = reading.past.iter().map(|past| {
            let events = past.events.iter().map(|event| clean::value(&data(event)));
            let records = rendered(words, context, &events.collect::<Vec<_>>())?;
            let sentences: Vec<Sentence> = { past.events.iter().zip(&records) }
                .map(|(event, (heading, words))| Sentence::new(event, heading, words))
                .collect();
            let own = past.events.iter().map(|event| concerns(reading, event));
            let story = story(sentences.iter().zip(own));
            let (own, rest) = by_concern(reading, story);
            Ok(Shown::value(vec![
                ("turn".to_owned(), past.turn.into()),
                ("own".to_owned(), passages(&own)),
                ("rest".to_owned(), passages(&rest)),
            ]))
        });
        turns.collect::<Result<Value, ReportError>>()
    }

    /// Returns these sentences and the shared ones in passages: the new ones and those that were reported before; the new
    /// ones once more in two parts, those that concern the reader and the others; and the number of those before.
    pub(super) fn told(&self, reading: &Reading, shared: Option<&Self>, past: Value) -> Value {
        let sentences = told(reading).filter_map(|(_, event)| {
            let shared = shared.and_then(|shared| shared.of(event));
            let sentence = shared.or_else(|| self.0.get(&event.place))?;
            Some((sentence, concerns(reading, event)))
        });
        let (new, before): (Vec<Line>, Vec<Line>) = story(sentences)
            .into_iter()
            .partition(|line| line.sentence.new);
        let told = before.iter().filter(|line| line.sentence.told.is_some());
        let earlier = told.count();
        let all = passages(&new);
        let before = passages(&before);
        let (own, rest) = by_concern(reading, new);
        Shown::value(vec![
            ("new".to_owned(), all),
            ("before".to_owned(), before),
            ("own".to_owned(), passages(&own)),
            ("rest".to_owned(), passages(&rest)),
            ("earlier".to_owned(), earlier.into()),
            ("past".to_owned(), past),
        ])
    }

    /// Returns the sentence of a public event that is equally new for this reader; private events are never shared.
    fn of(&self, event: &Happened) -> Option<&Sentence> {
        let sentence = self.0.get(&event.place)?;
        (!event.private && sentence.new == event.new).then_some(sentence)
    }
}

/// Returns the heading and the sentence of each event.
fn rendered(
    words: &Words,
    context: &Context,
    events: &[Value],
) -> Result<Vec<(String, String)>, ReportError> {
    // Large numbers of events are rendered in parallel.
    let parts: Vec<&[Value]> = events.chunks(TOGETHER).collect();
    let texts = try_map(&parts, |part| {
        let mut context = context.clone();
        context.insert("events".to_owned(), part.iter().cloned().collect());
        words.fill("told.j2", &Shown::context(context))
    })?;
    let records = texts
        .iter()
        .flat_map(|text| text.split_terminator('\u{1e}'));
    let pair = |record: &str| {
        let (heading, words) = record.trim_start().split_once('\u{1f}').unwrap_or_default();
        (heading.to_owned(), words.to_owned())
    };
    Ok(records.map(pair).collect())
}

/// One sentence of a story.
struct Line<'a> {
    /// The step that it belongs to, from its own heading or that of a sentence before it.
    heading: &'a str,
    /// True if the step is told whole to each reader whom a part of it concerns.
    whole: bool,
    sentence: &'a Sentence,
    /// True if the event concerns the reader.
    own: bool,
}

/// Returns sentences in the order of a report, each with its step. Absences come first, because they belong to the seat
/// and not to a step.
fn story<'a>(sentences: impl Iterator<Item = (&'a Sentence, bool)>) -> Vec<Line<'a>> {
    let (absences, others): (Vec<_>, Vec<_>) = sentences.partition(|(one, _)| one.absence);
    let line = |(heading, whole), (sentence, own)| Line {
        heading,
        whole,
        sentence,
        own,
    };
    let mut lines: Vec<Line> = { absences.into_iter() }
        .map(|one| line((&*one.0.heading, false), one))
        .collect();
    let mut step = ("", false);
    for one in chronicle::gathered(others, |one| &*one.0.heading) {
        if !one.0.heading.is_empty() {
            step = (&*one.0.heading, one.0.whole);
        }
        lines.push(line(step, one));
    }
    lines
}

/// Checks whether two names differ at most in signs and spaces: a game may write `Mr. Time` for the seat `mr-time`.
fn is_same_name(one: &str, other: &str) -> bool {
    let letters = |name: &str| -> Vec<char> {
        let letters = name.chars().filter(|letter| letter.is_alphanumeric());
        letters.collect()
    };
    letters(one) == letters(other)
}

/// Splits a story into the sentences that concern the reader, with the steps of their seat and those that are told whole, and the
/// others. A heading without a sentence goes with the sentences of its step, and stays with the others if it has none.
fn by_concern<'a>(reading: &Reading, story: Vec<Line<'a>>) -> (Vec<Line<'a>>, Vec<Line<'a>>) {
    let name = { reading.reader.seat.as_ref() }.map(|_| &*reading.reader.name);
    let is_own = |line: &Line<'_>| {
        let seat = line.heading.split_once(": ").map(|(seat, _)| seat);
        line.own
            || seat
                .zip(name)
                .is_some_and(|(seat, name)| is_same_name(seat, name))
    };
    let whole = story.iter().filter(|line| line.whole && is_own(line));
    let whole: BTreeSet<&str> = whole.map(|line| line.heading).collect_set();
    let is_own = |line: &Line<'_>| is_own(line) || whole.contains(line.heading);
    let mut steps: BTreeMap<&str, bool> = BTreeMap::new();
    for line in story.iter().filter(|line| line.sentence.told.is_some()) {
        let all_own = steps.entry(line.heading).or_insert(true);
        *all_own &= is_own(line);
    }
    story
        .into_iter()
        .partition(|line| match line.sentence.told {
            Some(_) => is_own(line),
            None => steps.get(line.heading).copied().unwrap_or(false),
        })
}

/// Returns true if an event concerns the reader: only some readers were told it, or it names their seat or one of its
/// pieces. A list of seats, such as the order of the players, concerns all alike.
fn concerns(reading: &Reading, event: &Happened) -> bool {
    let Some(seat) = reading.reader.seat.as_deref() else {
        return false;
    };
    event.private
        || match &event.event {
            Event::Fact(fact) => names(fact, seat),
            Event::Nmr { seat: of, .. } | Event::PutAside { seat: of, .. } => of.as_str() == seat,
            Event::Bot { .. } => false,
        }
}

fn names(fact: &Json, seat: &str) -> bool {
    let of_seat = |text: &str| {
        let piece = text
            .strip_prefix(seat)
            .and_then(|rest| rest.strip_prefix(['-', '/']));
        piece.is_some_and(|piece| !piece.is_empty())
    };
    match fact {
        Json::String(text) => text == seat || of_seat(text),
        Json::Array(list) => list.iter().any(|one| match one {
            Json::String(text) => of_seat(text),
            other => names(other, seat),
        }),
        Json::Object(fields) => fields.values().any(|field| names(field, seat)),
        _ => false,
    }
}

/// Returns lines under the headings of their steps, for the templates.
fn passages(lines: &[Line<'_>]) -> Value {
    let passages = chronicle::in_passages(lines, |line| line.heading);
    let passages = passages.into_iter().map(|(heading, lines)| {
        let lines = lines.iter().filter_map(|line| line.sentence.told.clone());
        (heading, lines.collect())
    });
    let plain = |heading: String| as_told(&heading, &[], false, "");
    let passages = chronicle::without_empty_ones(passages, plain);
    let passages = passages.into_iter().map(|(heading, lines)| {
        Shown::value(vec![
            ("heading".to_owned(), heading.into()),
            ("lines".to_owned(), lines.into_iter().collect()),
        ])
    });
    passages.collect()
}

/// Returns the section of the rulebook that an event cites, if it cites one.
fn cited(event: &Happened) -> Option<&str> {
    Some(&*event.rule).filter(|rule| *rule != "-")
}

/// Returns the sections of the rulebook that the new events of a reading cite, in the order in which they were applied,
/// each with the kinds of its facts.
pub(super) fn applied(reading: &Reading) -> Value {
    let past = reading.past.iter().flat_map(|past| &past.events);
    let new = reading.events.iter().filter(|event| event.new);
    let mut applied: Vec<(&str, Vec<&str>)> = vec![];
    for event in past.chain(new) {
        let kind = match &event.event {
            Event::Fact(fact) => fact.as_object().and_then(|fact| fact.keys().next()),
            _ => None,
        };
        let (Some(rule), Some(kind)) = (cited(event), kind) else {
            continue;
        };
        match applied.iter_mut().find(|(known, _)| *known == rule) {
            Some((_, kinds)) if kinds.contains(&&**kind) => {}
            Some((_, kinds)) => kinds.push(kind),
            None => applied.push((rule, vec![kind])),
        }
    }
    let applied = applied.into_iter();
    applied
        .map(|(rule, kinds)| clean::value(&json!({"rule": rule, "kinds": kinds})))
        .collect()
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

#[cfg(test)]
mod tests {
    use super::is_same_name;

    #[test]
    fn a_name_in_a_heading_may_have_signs() {
        for (one, other, same) in [
            ("Mr. Time", "Mr Time", true),
            ("V-Girl", "V Girl", true),
            ("Robofinisher 404", "Robofinisher 404", true),
            ("V-Girl", "V Boy", false),
            ("Agent 1", "Agent 12", false),
        ] {
            assert_eq!(is_same_name(one, other), same, "{one}, {other}");
        }
    }
}
