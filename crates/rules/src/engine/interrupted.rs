//! Announcements that were interrupted, with the reason why they were not executed.

/// An answer that announced something which was not executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interrupted {
    /// The place of the answer in the journal, from 0.
    pub entry: usize,
    /// The reason, as half a sentence for the report, such as `interrupted by Purple`.
    pub why: String,
    /// True if it may still be executed in this turn.
    pub pending: bool,
}
