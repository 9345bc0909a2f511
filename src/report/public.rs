//! What all may read of a sitting, put into words once for all readers.

use super::{
    Happened, Reading, ReportError, Sentences, Words,
    context::{self, Public},
};
use minijinja::value::Value;

impl<'a> Public<'a> {
    /// From the public's own reading: nobody's own view has a word in it.
    ///
    /// # Errors
    /// [`ReportError`] if the words are not there or fail.
    pub fn new(words: &Words, reading: &'a Reading) -> Result<Self, ReportError> {
        debug_assert!(reading.reader.seat.is_none(), "the public has no seat");
        let context = context::context(words, reading, None);
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
