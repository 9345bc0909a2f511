//! DNS queries for the texts at a name, and the answers (RFC 1035, 4).

/// The type of a record that holds texts.
const TXT: u16 = 16;
/// The type of a record that makes a name an alias of another.
const CNAME: u16 = 5;
/// The class of all names of the internet.
const INTERNET: u16 = 1;

/// Maximum number of records of an answer that are read.
const MOST_RECORDS: u16 = 50;
/// Maximum number of aliases that are followed.
const MOST_ALIASES: usize = 8;
/// Maximum length of a name, in bytes.
const MOST_NAME: usize = 255;

/// The answer of a name server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The texts at the name; empty if it has no texts or does not exist.
    Texts(Vec<Vec<u8>>),
    /// The answer is too long for a datagram.
    Truncated,
    /// The server failed, or its answer is malformed.
    Failed,
}

/// Returns the query for the texts at a name (RFC 1035, 4.1); `None` if the name is not valid.
pub(super) fn question(id: u16, name: &str) -> Option<Vec<u8>> {
    let mut out = vec![];
    out.extend(id.to_be_bytes());
    // The flag for a recursive query; one question.
    out.extend([1, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
    for label in name.split('.') {
        let length = u8::try_from(label.len()).ok()?;
        if !(1..=63).contains(&length) {
            return None;
        }
        out.push(length);
        out.extend(label.as_bytes());
    }
    out.push(0);
    if out.len() - 12 > MOST_NAME {
        return None;
    }
    out.extend(TXT.to_be_bytes());
    out.extend(INTERNET.to_be_bytes());
    Some(out)
}

/// Parses a message that was received after a query; `None` if it does not answer this query, so that the caller goes
/// on waiting.
pub(super) fn answer(question: &[u8], bytes: &[u8]) -> Option<Answer> {
    let mut asked = Reader {
        bytes: question,
        at: 12,
    };
    let mut reader = Reader { bytes, at: 0 };
    let is_same = reader.take(2)? == question.get(..2)?;
    let flags = reader.number()?;
    // The flags of an answer to a standard query (RFC 1035, 4.1.1).
    if !is_same || flags & 0xf800 != 0x8000 {
        return None;
    }
    let (questions, records) = (reader.number()?, reader.number()?);
    reader.take(4)?;
    // A server that failed may omit the question.
    let code = flags & 0xf;
    if questions == 0 && code != 0 && code != 3 {
        return Some(Answer::Failed);
    }
    let name = asked.name()?;
    if questions != 1 || reader.name()? != name || reader.take(4)? != asked.take(4)? {
        return None;
    }
    match (flags & 0x0200 != 0, code) {
        (true, _) => Some(Answer::Truncated),
        (_, 0) => Some(read(reader, records, name).map_or(Answer::Failed, Answer::Texts)),
        (_, 3) => Some(Answer::Texts(vec![])),
        _ => Some(Answer::Failed),
    }
}

/// Reads the records of an answer, and returns the texts at a name or at the name that it is an alias of.
fn read(mut reader: Reader<'_>, records: u16, mut name: String) -> Option<Vec<Vec<u8>>> {
    let (mut texts, mut aliases) = (vec![], vec![]);
    for _ in 0..records.min(MOST_RECORDS) {
        let owner = reader.name()?;
        let (kind, class) = (reader.number()?, reader.number()?);
        reader.take(4)?;
        let length = usize::from(reader.number()?);
        let mut inside = Reader {
            bytes: reader.bytes,
            at: reader.at,
        };
        let data = reader.take(length)?;
        match (kind, class) {
            (CNAME, INTERNET) => aliases.push((owner, inside.name()?)),
            (TXT, INTERNET) => texts.push((owner, text(data)?)),
            _ => {}
        }
    }
    for _ in 0..MOST_ALIASES {
        match aliases.iter().find(|(owner, _)| *owner == name) {
            Some((_, other)) => name.clone_from(other),
            None => break,
        }
    }
    let here = texts.into_iter().filter(|(owner, _)| *owner == name);
    Some(here.map(|(_, text)| text).collect())
}

/// Returns the strings of a record as one text (RFC 6376, 3.6.2.2).
fn text(data: &[u8]) -> Option<Vec<u8>> {
    let mut reader = Reader { bytes: data, at: 0 };
    let mut text = vec![];
    while reader.at < data.len() {
        let length = usize::from(reader.byte()?);
        text.extend_from_slice(reader.take(length)?);
    }
    Some(text)
}

/// A position in a message.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let end = self.at.checked_add(length)?;
        let found = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(found)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    fn number(&mut self) -> Option<u16> {
        let bytes = self.take(2)?;
        Some(u16::from_be_bytes([bytes[0], bytes[1]]))
    }

    /// Reads a name, in lower case. Each compression pointer (RFC 1035, 4.1.4) must point to an earlier byte than the
    /// one before, so that reading a name always ends.
    fn name(&mut self) -> Option<String> {
        let mut name = String::new();
        let mut far: Option<Reader<'a>> = None;
        let mut before = self.at;
        loop {
            let reader = match &mut far {
                Some(reader) => reader,
                None => &mut *self,
            };
            let length = reader.byte()?;
            if length == 0 {
                return Some(name);
            }
            if length >= 0xc0 {
                let low = reader.byte()?;
                let at = usize::from(u16::from_be_bytes([length & 0x3f, low]));
                if at >= before {
                    return None;
                }
                before = at;
                far = Some(Reader {
                    bytes: self.bytes,
                    at,
                });
                continue;
            }
            let label = reader.take(usize::from(length))?;
            let is_plain = |byte: &u8| byte.is_ascii_graphic() && *byte != b'.';
            if length > 63 || !label.iter().all(is_plain) {
                return None;
            }
            if !name.is_empty() {
                name.push('.');
            }
            name.extend(
                label
                    .iter()
                    .map(|byte| char::from(byte.to_ascii_lowercase())),
            );
            if name.len() > MOST_NAME {
                return None;
            }
        }
    }
}
