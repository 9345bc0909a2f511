//! One record of the public log (fair1, section 6).

use crate::collect::Collect;
use std::fmt;
use std::fmt::Display;
use std::str::FromStr;

/// The kind of a record (fair1, section 6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The game and its commitments.
    Genesis,
    /// The seats and the hashes of their salts.
    Seated,
    /// The opened salts.
    Salts,
    /// The public round that enters all dice of the game.
    Draw,
    /// The orders of a sitting, fixed before its dice.
    Lock,
    /// The key and the files of a sitting.
    Result,
    /// An action outside the usual course of a game.
    Note,
    /// The secret behind everything hidden.
    Final,
}

impl Kind {
    /// Every kind (fair1, section 6).
    pub const ALL: [Self; 8] = [
        Self::Genesis,
        Self::Seated,
        Self::Salts,
        Self::Draw,
        Self::Lock,
        Self::Result,
        Self::Note,
        Self::Final,
    ];

    /// Returns the spelling in a record and in its file name (fair1, section 6).
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Genesis => "genesis",
            Self::Seated => "seated",
            Self::Salts => "salts",
            Self::Draw => "draw",
            Self::Lock => "lock",
            Self::Result => "result",
            Self::Note => "note",
            Self::Final => "final",
        }
    }

    /// Returns true if a record of this kind may name a file, by its path (fair1, section 6).
    pub(crate) fn may_name(self, path: &str) -> bool {
        let folder = path.split_once('/').map_or("", |(folder, _)| folder);
        match self {
            Self::Genesis => true,
            Self::Result => folder == "sittings",
            Self::Note => folder == "notes" || folder == "fork",
            Self::Final => folder == "opened",
            Self::Seated | Self::Salts | Self::Draw | Self::Lock => false,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Kind {
    type Err = BadRecord;
    fn from_str(text: &str) -> Result<Self, BadRecord> {
        Self::ALL
            .into_iter()
            .find(|k| k.as_str() == text)
            .ok_or_else(|| BadRecord::Kind(text.to_owned()))
    }
}

/// An error that makes bytes invalid as a record, or a record impossible to write (fair1, section 6).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadRecord {
    /// A line holds something other than printable ASCII.
    #[error("line {0} holds something other than printable ASCII")]
    Ascii(usize),
    /// The file does not end with a line feed.
    #[error("the last line has no line feed")]
    End,
    /// The first line is not `record: fair1/kind`.
    #[error("the first line is not `record: fair1/<kind>`")]
    First,
    /// The kind is unknown.
    #[error("`{0}` is not a known kind of record")]
    Kind(String),
    /// A line is not `key: value`.
    #[error("line {0} is not `key: value`")]
    Line(usize),
    /// A key has other characters than letters, digits and `._/-`.
    #[error("`{0}` is not a valid key")]
    Key(String),
    /// A key stands twice.
    #[error("`{0}` stands twice")]
    Twice(String),
    /// A value breaks the rules of section 6.
    #[error(
        "the value of `{0}` is empty, quoted, spaced at an end, or holds `: `, ` #` or a control character"
    )]
    Value(String),
    /// The second line is not `previous`.
    #[error("its second line is not `previous`")]
    Previous,
}

/// One record: its kind, then keys and values in file order (fair1, section 6).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The kind.
    pub kind: Kind,
    /// The keys and values of all other lines, including `previous`.
    pub entries: Vec<(String, String)>,
}

impl Record {
    /// Parses the bytes of a record strictly (fair1, section 6).
    pub fn parse(bytes: &[u8]) -> Result<Self, BadRecord> {
        for (line, text) in bytes.split(|&b| b == b'\n').enumerate() {
            if !text.iter().all(|b| (0x20..=0x7e).contains(b)) {
                return Err(BadRecord::Ascii(line + 1));
            }
        }
        let text = std::str::from_utf8(bytes).map_err(|_| BadRecord::Ascii(1))?;
        let mut lines = text.strip_suffix('\n').ok_or(BadRecord::End)?.split('\n');
        let kind = lines
            .next()
            .and_then(|first| first.strip_prefix("record: fair1/"))
            .ok_or(BadRecord::First)?;
        let kind = kind.parse()?;
        let mut entries = Vec::new();
        for (number, line) in (2..).zip(lines) {
            let (key, value) = line.split_once(": ").ok_or(BadRecord::Line(number))?;
            entries.push((key.to_owned(), value.to_owned()));
        }
        let record = Self { kind, entries };
        record.check()?;
        Ok(record)
    }

    /// Returns the bytes of the record (fair1, section 6), after the same checks as in [`parse`](Self::parse).
    pub fn format(&self) -> Result<Vec<u8>, BadRecord> {
        self.check()?;
        let mut text = format!("record: fair1/{}\n", self.kind);
        for (key, value) in &self.entries {
            text.extend([key, ": ", value, "\n"]);
        }
        Ok(text.into_bytes())
    }

    fn check(&self) -> Result<(), BadRecord> {
        let mut seen = ["record"].into_iter().collect_set();
        for (key, value) in &self.entries {
            if !is_key(key) {
                return Err(BadRecord::Key(key.clone()));
            }
            if !seen.insert(key) {
                return Err(BadRecord::Twice(key.clone()));
            }
            if !is_value(value) {
                return Err(BadRecord::Value(key.clone()));
            }
        }
        match self.entries.first() {
            Some((key, _)) if key == "previous" => Ok(()),
            _ => Err(BadRecord::Previous),
        }
    }

    /// Returns the value of a key, if the record has it (fair1, section 6).
    pub fn get(&self, key: &str) -> Option<&str> {
        self.entries
            .iter()
            .find(|(k, _)| k == key)
            .map(|(_, value)| value.as_str())
    }

    /// Returns the keys with this prefix, without the prefix, and their values (fair1, section 6).
    pub fn under<'a>(&'a self, start: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.entries
            .iter()
            .filter_map(move |(key, value)| Some((key.strip_prefix(start)?, value.as_str())))
    }
}

/// Returns true if a text may be a key of a record (fair1, section 6): letters, digits and `._/-`.
pub(super) fn is_key(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"._/-".contains(&b))
}

/// Returns true if a text may be a value of a record (fair1, section 6).
pub(super) fn is_value(text: &str) -> bool {
    let ends_well = !text.is_empty() && text == text.trim() && !text.starts_with(['"', '\'']);
    ends_well && crate::dice::field::is_field(text) && !text.contains(": ") && !text.contains(" #")
}

pub(crate) fn pair(key: &str, value: impl Display) -> (String, String) {
    (key.to_owned(), value.to_string())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_parsed_record_is_formatted_to_the_same_bytes() {
        let bytes = b"record: fair1/note\nprevious: none\nwhat: pause\nfile.notes/1.txt: a:b c#d\n";
        let record = Record::parse(bytes).expect("a record");
        assert_eq!(
            (record.kind, record.get("what")),
            (Kind::Note, Some("pause"))
        );
        assert_eq!(
            record.under("file.").collect::<Vec<_>>(),
            [("notes/1.txt", "a:b c#d")]
        );
        assert_eq!(record.format(), Ok(bytes.to_vec()));
    }

    #[test]
    fn refuses_malformed_records_with_a_reason() {
        let parse = |text: &str| Record::parse(text.as_bytes()).expect_err("no record");
        assert_eq!(parse(""), BadRecord::End);
        assert_eq!(parse("previous: none\n"), BadRecord::First);
        assert_eq!(
            parse("record: fair1/law\nprevious: none\n"),
            BadRecord::Kind("law".into())
        );
        assert_eq!(parse("record: fair1/note\nprevious: none"), BadRecord::End);
        assert_eq!(parse("record: fair1/note\nwhat: a\n"), BadRecord::Previous);
        let later = format!(
            "record: fair1/note\nwhat: a\nprevious: {}\n",
            "0".repeat(64)
        );
        assert_eq!(parse(&later), BadRecord::Previous);
        assert_eq!(
            parse("record: fair1/note\nprevious: none\n\n"),
            BadRecord::Line(3)
        );
        assert_eq!(
            parse("record: fair1/note\r\nprevious: none\n"),
            BadRecord::Ascii(1)
        );
        assert_eq!(
            parse("record: fair1/note\nprevious: ä\n"),
            BadRecord::Ascii(2)
        );
        assert_eq!(
            parse("record: fair1/note\nprevious: a\nprevious: a\n"),
            BadRecord::Twice("previous".into())
        );
        assert_eq!(
            parse("record: fair1/note\nrecord: a\n"),
            BadRecord::Twice("record".into())
        );
        assert_eq!(
            parse("record: fair1/note\na b: a\n"),
            BadRecord::Key("a b".into())
        );
        for value in ["", " a", "a ", "a: b", "a #b", "\"a\"", "'a'"] {
            assert_eq!(
                parse(&format!("record: fair1/note\nprevious: {value}\n")),
                BadRecord::Value("previous".into())
            );
        }
    }

    proptest! {
        #[test]
        fn parsing_never_panics_and_a_record_has_one_spelling(text in "(record: fair1/(note|lock)\n)?([a-z.]{1,3}: ?[a-z:# ]{0,4}\n){0,4}(previous: x\n)?") {
            if let Ok(record) = Record::parse(text.as_bytes()) {
                prop_assert_eq!(record.format(), Ok(text.into_bytes()));
            }
        }

        #[test]
        fn parsing_arbitrary_bytes_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            let _ = Record::parse(&bytes);
        }
    }
}
