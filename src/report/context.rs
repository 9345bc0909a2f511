//! The variables that templates see.

use super::{
    Reading, Sentences, Verdict, Words,
    clean::{self, Context, Shown},
    shown,
};
use crate::{collect::Collect, yaml::flow as yaml_flow};
use minijinja::{
    Error, State,
    value::{Object, ObjectRepr, Value, from_args},
};
use serde_json::Value as Json;
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

/// The variables of a section that is the same for all readers.
pub(crate) const SUBJECTS: [&str; 7] = [
    "folder", "view", "players", "teams", "history", "dice", "verify",
];

/// Renders sections that are the same for all readers, each once. A template requests one by its name:
/// `{{ for_all(folder ~ "/races.html.j2") }}`.
///
/// Such a section sees only what the public sees. It therefore cannot reveal the knowledge of one reader, and cannot
/// differ between two readers.
#[derive(Debug)]
pub(crate) struct ForAll {
    context: Value,
    filled: Mutex<BTreeMap<String, Value>>,
}

impl ForAll {
    /// Creates the function from the context of the public's reading, or of the page's own reading if it is rendered
    /// without the public's.
    pub(crate) fn of(context: &Context) -> Value {
        let subject = |name: &&str| Some(((*name).to_owned(), context.get(*name)?.clone()));
        let context: Context = SUBJECTS.iter().filter_map(subject).collect_map();
        Self::with(context)
    }

    /// Creates the function for sections of the public's own report, which the GM's report shares; it sees everything
    /// that the public knows. A seat's page has this function only if it is rendered with the public's texts.
    pub(crate) fn public(context: &Context) -> Value {
        Self::with(context.clone())
    }

    fn with(context: Context) -> Value {
        Value::from_object(Self {
            context: Shown::context(context),
            filled: Mutex::default(),
        })
    }
}

impl Object for ForAll {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    fn call(
        self: &Arc<Self>,
        state: &mut State<'_, '_>,
        arguments: &[Value],
    ) -> Result<Value, Error> {
        let (name,): (&str,) = from_args(arguments)?;
        // The lock is held while rendering, so that other threads wait for the section instead of rendering it too.
        let mut filled = self.filled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(section) = filled.get(name) {
            return Ok(section.clone());
        }
        let text = state.env().get_template(name)?.render(&self.context)?;
        let section = Value::from_safe_string(text);
        filled.insert(name.to_owned(), section.clone());
        Ok(section)
    }
}

/// The texts of a sitting that all readers share: rendered events, and whole sections of the reports.
#[derive(Debug)]
pub struct Public<'a> {
    pub(super) sentences: Sentences,
    pub(super) reading: &'a Reading,
    pub(super) context: Context,
}

/// Returns the variables for every template of a reading. Events and sections that are the public's too are taken from
/// there.
pub(crate) fn context(words: &Words, reading: &Reading, public: Option<&Public<'_>>) -> Context {
    let mut context = data(reading);
    context["sent_lines"] = sent_lines(reading);
    context["verdict"] = data(&Verdict::of(reading));
    context["folder"] = words.ruleset.into();
    let mut context = clean::context(&context);
    let view = clean::value(&reading.view);
    shown::made_from(&view, &reading.view);
    context.insert("view".to_owned(), view);
    let before = reading.before.as_ref();
    let before = before.map_or_else(|| Value::from(()), |before| clean::value(before));
    context.insert("before".to_owned(), before);
    let events = reading.events.iter().map(|event| {
        let ready = public.and_then(|public| public.event(event));
        ready.unwrap_or_else(|| clean::value(&data(event)))
    });
    let events: Vec<Value> = events.collect();
    // The events that no mail has told the reader yet: those of earlier turns, then those of this turn.
    let past = reading.past.iter().flat_map(|past| &past.events);
    let past = past.map(|event| clean::value(&data(event)));
    let this_turn = reading.events.iter().zip(&events);
    let this_turn = this_turn.filter(|(event, _)| event.new);
    let news = past.chain(this_turn.map(|(_, shown)| shown.clone()));
    context.insert("news".to_owned(), news.collect());
    context.insert("events".to_owned(), events.into());
    let for_all = public.and_then(|public| public.context.get("for_all"));
    let for_all = for_all.map_or_else(|| ForAll::of(&context), Clone::clone);
    context.insert("for_all".to_owned(), for_all);
    let for_public = match public {
        Some(public) => public.context.get("for_public").cloned(),
        None if reading.reader.seat.is_none() => Some(ForAll::public(&context)),
        None => None,
    };
    context.extend(for_public.map(|for_public| ("for_public".to_owned(), for_public)));
    context
}

pub(crate) fn data<T: serde::Serialize>(value: &T) -> Json {
    serde_json::to_value(value).expect("a reading is plain data with text keys")
}

/// Returns the lists of the order file in force as lines of YAML, because maps in templates lose their order.
pub(crate) fn sent_lines(reading: &Reading) -> Json {
    let sent = reading.sent.as_ref().and_then(Json::as_object);
    sent.into_iter()
        .flatten()
        .filter_map(|(key, value)| {
            let lines = value.as_array()?.iter().map(yaml_flow::flow);
            Some((key.clone(), lines.collect::<Json>()))
        })
        .collect()
}
