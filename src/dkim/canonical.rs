//! The canonical form of a header and of a body, which servers on the way may not change (RFC 6376, 3.4).
//!
//! Lines that end with LF alone, as mails lie on a disk, count as if they ended with CRLF (RFC 6376, 5.3).

use std::collections::BTreeMap;

/// The canonicalization, which decides which changes on the way are tolerated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Canon {
    /// Almost no change.
    Simple,
    /// Changes of white space, and of the case of field names.
    Relaxed,
}

impl Canon {
    /// Parses the name of a canonicalization (RFC 6376, 3.5: `c=`).
    pub(super) fn read(name: &str) -> Option<Self> {
        match name.trim().to_ascii_lowercase().as_str() {
            "simple" => Some(Self::Simple),
            "relaxed" => Some(Self::Relaxed),
            _ => None,
        }
    }
}

/// A field of a header.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field<'a> {
    /// The bytes of the whole field, with the end of its last line.
    pub raw: &'a [u8],
    /// The index of its colon.
    colon: usize,
}

impl<'a> Field<'a> {
    /// Parses a field (RFC 5322, 2.2); `None` if it has no valid name.
    fn read(raw: &'a [u8]) -> Option<Self> {
        let colon = raw.iter().position(|byte| *byte == b':')?;
        let field = Self { raw, colon };
        let name = field.name();
        let is_name = !name.is_empty() && name.iter().all(u8::is_ascii_graphic);
        is_name.then_some(field)
    }

    fn name(&self) -> &'a [u8] {
        let name = &self.raw[..self.colon];
        let end = name.iter().rposition(|byte| !is_space(*byte));
        &name[..end.map_or(0, |end| end + 1)]
    }

    /// Returns true if the field has this name.
    pub(super) fn is(&self, name: &str) -> bool {
        self.name().eq_ignore_ascii_case(name.as_bytes())
    }

    /// Returns the text after the colon; it is empty if the bytes are not UTF-8.
    pub(super) fn value(&self) -> &'a str {
        std::str::from_utf8(&self.raw[self.colon + 1..]).unwrap_or_default()
    }
}

/// Returns the fields of a header (RFC 5322, 2.2).
///
/// Returns `None` if the header has a line that is not part of a field, an empty fold, a NUL, or a CR that does not end
/// a line: programs read such a header in different ways, so the signed fields may differ from those shown to the
/// reader.
pub(super) fn fields(head: &[u8]) -> Option<Vec<Field<'_>>> {
    let mut fields = vec![];
    let mut start = 0;
    let mut at = 0;
    for line in head.split_inclusive(|byte| *byte == b'\n') {
        let text = without_end(line);
        if text.contains(&b'\r') || text.contains(&0) {
            return None;
        }
        let is_fold = text.first().copied().is_some_and(is_space);
        if is_fold && (at == 0 || text.trim_ascii().is_empty()) {
            return None;
        }
        if !is_fold && at > start {
            fields.push(Field::read(&head[start..at])?);
            start = at;
        }
        if text.is_empty() {
            return Some(fields);
        }
        at += line.len();
    }
    if at > start {
        fields.push(Field::read(&head[start..at])?);
    }
    Some(fields)
}

/// Returns the header as it is signed (RFC 6376, 3.7): the fields named by `h=`, of several with one name the last one
/// first (RFC 6376, 5.4.2), and the signature field itself without the value of its `b=`.
pub(super) fn header(canon: Canon, fields: &[Field<'_>], own: usize, names: &[String]) -> Vec<u8> {
    let mut left: BTreeMap<Vec<u8>, Vec<&Field<'_>>> = BTreeMap::new();
    for (at, field) in fields.iter().enumerate() {
        if at != own {
            let name = field.name().to_ascii_lowercase();
            left.entry(name).or_default().push(field);
        }
    }
    let mut out = vec![];
    for name in names {
        if let Some(field) = left.get_mut(name.as_bytes()).and_then(Vec::pop) {
            put(canon, field, &mut out);
        }
    }
    if let Some(own) = fields.get(own) {
        let raw = without_signature(own);
        let colon = own.colon;
        put(canon, &Field { raw: &raw, colon }, &mut out);
        // The signature has no end of line (RFC 6376, 3.7).
        out.truncate(out.len() - 2);
    }
    out
}

/// Returns a signature field with an empty `b=` (RFC 6376, 3.5: `b=`).
fn without_signature(field: &Field<'_>) -> Vec<u8> {
    let mut out = field.raw[..=field.colon].to_vec();
    let value = without_end(&field.raw[field.colon + 1..]);
    for (number, tag) in value.split(|byte| *byte == b';').enumerate() {
        if number > 0 {
            out.push(b';');
        }
        match tag.iter().position(|byte| *byte == b'=') {
            Some(equals) if tag[..equals].trim_ascii() == b"b" => {
                out.extend_from_slice(&tag[..=equals]);
            }
            _ => out.extend_from_slice(tag),
        }
    }
    out.extend_from_slice(b"\r\n");
    out
}

/// Appends the canonical form of a field (RFC 6376, 3.4.1 and 3.4.2).
fn put(canon: Canon, field: &Field<'_>, out: &mut Vec<u8>) {
    match canon {
        Canon::Simple => {
            for line in field.raw.split_inclusive(|byte| *byte == b'\n') {
                out.extend_from_slice(without_end(line));
                out.extend_from_slice(b"\r\n");
            }
        }
        Canon::Relaxed => {
            out.extend(field.name().to_ascii_lowercase());
            out.push(b':');
            let value = field.raw[field.colon + 1..].iter().copied();
            let line: Vec<u8> = value.filter(|byte| !b"\r\n".contains(byte)).collect();
            let line = squeezed(&line);
            let line = line.strip_prefix(b" ").unwrap_or(&line);
            out.extend_from_slice(line.strip_suffix(b" ").unwrap_or(line));
            out.extend_from_slice(b"\r\n");
        }
    }
}

/// Passes the canonical form of a body to `out`, piece by piece (RFC 6376, 3.4.3 and 3.4.4).
pub(super) fn body(canon: Canon, body: &[u8], mut out: impl FnMut(&[u8])) {
    let (mut empty, mut is_empty) = (0_usize, true);
    for line in body.split_inclusive(|byte| *byte == b'\n') {
        let line = without_end(line);
        let relaxed;
        let line = match canon {
            Canon::Simple => line,
            Canon::Relaxed => {
                relaxed = squeezed(line);
                relaxed.strip_suffix(b" ").unwrap_or(&relaxed)
            }
        };
        if line.is_empty() {
            empty += 1;
            continue;
        }
        for _ in 0..std::mem::take(&mut empty) {
            out(b"\r\n");
        }
        out(line);
        out(b"\r\n");
        is_empty = false;
    }
    if is_empty && canon == Canon::Simple {
        out(b"\r\n");
    }
}

/// Returns a line with one space for each run of white space.
fn squeezed(line: &[u8]) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::with_capacity(line.len());
    let mut was_space = false;
    for byte in line {
        if is_space(*byte) {
            if !was_space {
                out.push(b' ');
            }
            was_space = true;
        } else {
            out.push(*byte);
            was_space = false;
        }
    }
    out
}

fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> String {
        String::from_utf8_lossy(bytes).into_owned()
    }

    fn of_body(canon: Canon, bytes: &[u8]) -> String {
        let mut all = vec![];
        body(canon, bytes, |piece| all.extend_from_slice(piece));
        text(&all)
    }

    /// The example of RFC 6376, 3.4.5.
    #[test]
    fn the_example_of_the_rfc() {
        let head = b"A: X\r\nB : Y\t\r\n\tZ  \r\n\r\n";
        let (fields, names) = (fields(head).unwrap(), ["a".to_owned(), "b".to_owned()]);
        let of = |canon| text(&header(canon, &fields, usize::MAX, &names));
        assert_eq!(of(Canon::Relaxed), "a:X\r\nb:Y Z\r\n");
        assert_eq!(of(Canon::Simple), "A: X\r\nB : Y\t\r\n\tZ  \r\n");
        let body = b" C \r\nD \t E\r\n\r\n\r\n";
        assert_eq!(of_body(Canon::Relaxed, body), " C\r\nD E\r\n");
        assert_eq!(of_body(Canon::Simple, body), " C \r\nD \t E\r\n");
    }

    #[test]
    fn bodies_end_with_one_line_end() {
        for (body, simple, relaxed) in [
            ("", "\r\n", ""),
            ("\r\n\r\n", "\r\n", ""),
            (" \n", " \r\n", ""),
            ("a", "a\r\n", "a\r\n"),
            ("a\n\nb \n \n\n", "a\r\n\r\nb \r\n \r\n", "a\r\n\r\nb\r\n"),
            ("a\r\rb\r\r\n", "a\r\rb\r\r\n", "a\r\rb\r\r\n"),
        ] {
            assert_eq!(of_body(Canon::Simple, body.as_bytes()), simple, "{body:?}");
            assert_eq!(
                of_body(Canon::Relaxed, body.as_bytes()),
                relaxed,
                "{body:?}"
            );
        }
    }

    #[test]
    fn of_fields_with_one_name_the_last_is_signed_first() {
        let head = b"R: 1\nR: 2\nF: x\nR: 3\n\n";
        let fields = fields(head).unwrap();
        let names = ["r", "f", "none", "r"].map(str::to_owned);
        let signed = header(Canon::Relaxed, &fields, usize::MAX, &names);
        assert_eq!(text(&signed), "r:3\r\nf:x\r\nr:2\r\n");
    }

    #[test]
    fn a_signature_field_is_signed_with_an_empty_b() {
        for (field, left) in [
            ("S: v=1; b=AB\r\n CD\r\n", "S: v=1; b="),
            ("S: v=1; b = AB\r\n CD ; bh=b=\r\n", "S: v=1; b =; bh=b="),
            ("S: b=A;\n h=x;\n", "S: b=;\r\n h=x;"),
        ] {
            let fields = fields(field.as_bytes()).unwrap();
            assert_eq!(text(&header(Canon::Simple, &fields, 0, &[])), left);
        }
    }

    #[test]
    fn refuses_headers_that_programs_read_differently() {
        for head in [
            " A: x\n\n",
            "A: x\nno field\n\n",
            "A: x\n \nB: y\n\n",
            "A: x\rFrom: y\n\n",
            "A: x\0\n\n",
            ": x\n\n",
            "A B: x\n\n",
        ] {
            assert!(fields(head.as_bytes()).is_none(), "{head:?}");
        }
        assert_eq!(
            fields(b"A: x\r\n y\r\nB:\r\n\r\nC: z\r\n").unwrap().len(),
            2
        );
        assert_eq!(fields(b"").unwrap().len(), 0);
        assert_eq!(fields(b"A: x").unwrap().len(), 1);
    }
}
