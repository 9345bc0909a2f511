//! What all may read of a sitting, put into words once for all readers.

use super::{Happened, Reading, ReportError, Sentences, Words, clean::Context, page, shown::Shown};
use minijinja::{
    Error, State,
    value::{Object, ObjectRepr, Value, from_args},
};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

/// What a section that is the same for everybody may speak of.
const SUBJECTS: [&str; 7] = [
    "folder", "view", "players", "teams", "history", "dice", "verify",
];

/// What all may read of a sitting: the words of what happened, and whole sections of the reports.
#[derive(Debug)]
pub struct Public<'a> {
    pub(super) sentences: Sentences,
    pub(super) reading: &'a Reading,
    pub(super) context: Context,
}

impl<'a> Public<'a> {
    /// From the public's own reading: nobody's own view has a word in it.
    ///
    /// # Errors
    /// [`ReportError`] if the words are not there or fail.
    pub fn new(words: &Words, reading: &'a Reading) -> Result<Self, ReportError> {
        debug_assert!(reading.reader.seat.is_none(), "the public has no seat");
        let context = page::context(words, reading, None);
        Ok(Self {
            sentences: Sentences::new(words, reading, &context, None)?,
            reading,
            context,
        })
    }

    /// An event as templates have it, if it is one that all were told.
    pub(super) fn event(&self, event: &Happened) -> Option<Value> {
        let events = &self.reading.events;
        let n = events
            .binary_search_by_key(&event.place, |own| own.place)
            .ok()
            .filter(|n| events[*n] == *event)?;
        self.context["events"].get_item_by_index(n).ok()
    }
}

/// Fills sections that are the same for everybody, each once. A template asks for one by its name:
/// `{{ for_all(folder ~ "/races.html.j2") }}`.
///
/// Such a section is given what the public sees and nothing else, so that it cannot tell anything that one
/// reader alone may know, and cannot differ between two.
#[derive(Debug)]
pub(super) struct ForAll {
    context: Value,
    filled: Mutex<BTreeMap<String, Value>>,
}

impl ForAll {
    /// From the context of the public's reading. Where a page stands by itself, that of its own reading does.
    pub fn of(context: &Context) -> Value {
        let subject = |name: &&str| Some(((*name).to_owned(), context.get(*name)?.clone()));
        let context: Context = SUBJECTS.iter().filter_map(subject).collect();
        Self::with(context)
    }

    /// The same for sections of the public's own report, which the GM reads as well: with all that the
    /// public knows. Seats have none of their own.
    pub fn public(context: &Context) -> Value {
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
        // Whoever wants it meanwhile waits for it rather than fill it again.
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
