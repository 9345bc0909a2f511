//! Lists of tags, the format of signatures and of key records.

/// The names and values of the tags of a list, in file order.
pub(super) struct Tags<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Tags<'a> {
    /// Parses a list of tags (RFC 6376, 3.2); `None` if it is malformed, or names a tag twice.
    pub(super) fn read(text: &'a str) -> Option<Self> {
        let text = text.trim_matches(is_space);
        let text = text.strip_suffix(';').unwrap_or(text);
        let mut tags: Vec<(&str, &str)> = vec![];
        for tag in text.split(';') {
            let (name, value) = tag.split_once('=')?;
            let (name, value) = (name.trim_matches(is_space), value.trim_matches(is_space));
            let starts = name.starts_with(|c: char| c.is_ascii_alphabetic());
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let is_value = |c: char| c.is_ascii_graphic() || is_space(c);
            if !starts || !name.chars().all(is_name) || !value.chars().all(is_value) {
                return None;
            }
            tags.push((name, value));
        }
        let mut names: Vec<&str> = tags.iter().map(|(name, _)| *name).collect();
        names.sort_unstable();
        let is_twice = names.windows(2).any(|pair| pair[0] == pair[1]);
        (!is_twice).then_some(Self(tags))
    }

    /// Returns the value of a tag.
    pub(super) fn get(&self, name: &str) -> Option<&'a str> {
        let mut tags = self.0.iter();
        tags.find(|(tag, _)| *tag == name).map(|(_, value)| *value)
    }

    /// Returns the name of the first tag.
    pub(super) fn first(&self) -> Option<&'a str> {
        self.0.first().map(|(name, _)| *name)
    }
}

/// Returns the parts of a value between colons, without the white space around them.
pub(super) fn between_colons(value: &str) -> impl Iterator<Item = &str> {
    value.split(':').map(|part| part.trim_matches(is_space))
}

/// Decodes base64 with white space in it (RFC 6376, 2.10).
pub(super) fn decoded(value: &str) -> Option<Vec<u8>> {
    use base64::{Engine as _, engine::general_purpose::STANDARD};
    let digits: String = value.chars().filter(|c| !is_space(*c)).collect();
    STANDARD.decode(digits).ok()
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_lists_of_tags() {
        let tags = Tags::read(" v=1; a = rsa-sha256 ;\r\n\tb=AB\r\n C=; h=from : to; p=;").unwrap();
        assert_eq!(tags.first(), Some("v"));
        assert_eq!(tags.get("a"), Some("rsa-sha256"));
        assert_eq!(decoded(tags.get("b").unwrap()), decoded("ABC="));
        assert_eq!(tags.get("p"), Some(""));
        assert_eq!(tags.get("B"), None);
        let names: Vec<&str> = between_colons(tags.get("h").unwrap()).collect();
        assert_eq!(names, ["from", "to"]);
    }

    #[test]
    fn refuses_malformed_lists_of_tags() {
        for text in [
            "", ";", "v=1;;a=b", "v", "v=1; v=1", "=1", "1=a", "a=\u{e9}", "a-b=c",
        ] {
            assert!(Tags::read(text).is_none(), "{text}");
        }
    }
}
