//! Invisible characters.

/// Returns true for a character that cannot be seen but changes what is seen: zero-width characters, line
/// separators other than the line feed, and marks that turn the direction of writing.
pub fn is_hidden(c: char) -> bool {
    direction(c)
        || matches!(
            c,
            '\u{AD}' | '\u{180E}' | '\u{200B}' | '\u{2060}'..='\u{2064}' | '\u{206A}'..='\u{206F}' | '\u{FEFF}'
                | '\u{FFF9}'..='\u{FFFB}' | '\u{2028}' | '\u{2029}'
        )
}

pub(crate) fn direction(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}
