//! Renders the parts of a sitting that all readers share, once for all of them.

use super::{
    Happened, Reading, ReportError, Sentences, Words,
    context::{self, Public},
};
use minijinja::value::Value;

impl<'a> Public<'a> {
    /// Renders the shared parts from the public's own reading, so that no seat's view can enter them.
    ///
    /// # Errors
    /// Returns [`ReportError`] if a template is missing or fails.
    pub fn new(words: &Words, reading: &'a Reading) -> Result<Self, ReportError> {
        debug_assert!(reading.reader.seat.is_none(), "the public has no seat");
        let context = context::context(words, reading, None);
        Ok(Self {
            sentences: Sentences::new(words, reading, &context, None)?,
            reading,
            context,
        })
    }

    /// Returns an event as templates see it, if the public was told the same event.
    pub(super) fn event(&self, event: &Happened) -> Option<Value> {
        let events = &self.reading.events;
        let n = events
            .binary_search_by_key(&event.place, |own| own.place)
            .ok()
            .filter(|n| events[*n] == *event)?;
        self.context["events"].get_item_by_index(n).ok()
    }
}
