//! One line of a file, for the search for mistakes.

/// A line of the text, without its end.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    pub start: usize,
    pub text: &'a str,
}

impl<'a> Line<'a> {
    /// Returns the line that begins at a byte.
    pub(super) fn at(text: &'a str, start: usize) -> Self {
        let tail = text.get(start..).unwrap_or("");
        let length = tail.find(['\n', '\r']).unwrap_or(tail.len());
        let text = tail.get(..length).unwrap_or("");
        Self { start, text }
    }

    pub(crate) fn end(self) -> usize {
        self.start + self.text.len()
    }

    pub(crate) fn indent(self) -> usize {
        self.text.len() - self.text.trim_start_matches(' ').len()
    }

    pub(super) fn is_blank(self) -> bool {
        let text = self.text.trim();
        text.is_empty() || text.starts_with('#')
    }
}
