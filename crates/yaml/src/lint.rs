//! Checks beyond the grammar: the characters of a file, and likely slips.

use super::{
    codes,
    hidden::{direction, is_hidden},
    node::{Kind, Node},
    problem::Problem,
    suggest::ticked,
};
use std::ops::Range;

/// The UTF-8 byte order mark, which some editors put in front.
pub(super) const BOM: &[u8] = b"\xEF\xBB\xBF";

/// Returns the text of a file, if it is text and all its characters are allowed.
pub(super) fn text(bytes: &[u8], most: usize) -> Result<&str, Vec<Problem>> {
    let one = |problem| Err(vec![problem]);
    if bytes.len() > most {
        let message = format!("the file has more than {most} bytes, the most that is taken");
        return one(Problem::error(codes::TOO_BIG, message));
    }
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        let message = "the file was saved as UTF-16, not as UTF-8";
        return one(Problem::error(codes::NOT_UTF8, message)
            .help("save it again and choose the encoding UTF-8"));
    }
    let bytes = bytes.strip_prefix(BOM).unwrap_or(bytes);
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let at = error.valid_up_to();
            let byte = bytes.get(at).copied().unwrap_or_default();
            // The replacement character that stands in the lossy text.
            let place = at..at + char::REPLACEMENT_CHARACTER.len_utf8();
            let message = format!(
                "byte {} of the file (0x{byte:02X}) is not UTF-8 text",
                at + 1
            );
            return one(Problem::error(codes::NOT_UTF8, message)
                .at(place)
                .help("save the file again and choose the encoding UTF-8"));
        }
    };
    if is_mail(text) {
        let message = "this is a whole mail, not the file that was attached to it";
        return one(Problem::error(codes::WHOLE_MAIL, message)
            .at(0..text.lines().next().map_or(0, str::len))
            .help("save the attachment and take that"));
    }
    let problems = characters(text);
    if problems.is_empty() {
        Ok(text)
    } else {
        Err(problems)
    }
}

/// Checks whether a text begins with the header of a mail (RFC 5322): several of its fields before an empty line.
fn is_mail(text: &str) -> bool {
    const FIELDS: [&str; 8] = [
        "received",
        "return-path",
        "from",
        "to",
        "subject",
        "date",
        "message-id",
        "mime-version",
    ];
    let is_field = |line: &&str| {
        let name = line.split(':').next().unwrap_or_default();
        FIELDS.iter().any(|field| name.eq_ignore_ascii_case(field))
    };
    let header = text.lines().take_while(|line| !line.trim().is_empty());
    header.take(200).filter(is_field).count() >= 4
}

/// Returns the problem of a file without content.
pub(super) fn empty() -> Problem {
    Problem::error(codes::EMPTY, "there is nothing in this file")
        .at(0..0)
        .note("an empty file is not an empty order list")
}

/// Checks for a space that is not the ordinary one.
pub(super) fn is_odd_space(c: char) -> bool {
    matches!(
        c,
        '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}'
    )
}

fn characters(text: &str) -> Vec<Problem> {
    // The first few show what kind of file it is.
    const MOST: usize = 5;
    text.char_indices()
        .filter(|(_, c)| !c.is_ascii() || c.is_control())
        .filter_map(|(at, c)| character(c).map(|problem| problem.at(at..at + c.len_utf8())))
        .chain(odd_space(text))
        .take(MOST)
        .collect()
}

/// Finds the first unusual space in a place where an ordinary one would separate tokens: next to a sign of YAML or at
/// an end of a line, outside comments, quotes and blocks of text. In prose it is allowed.
fn odd_space(text: &str) -> Option<Problem> {
    let mut block: Option<usize> = None;
    let mut start = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let at = start;
        start += line.len();
        let body = line.trim_end_matches(['\n', '\r']);
        let indent = body
            .chars()
            .take_while(|c| *c == ' ' || is_odd_space(*c))
            .count();
        if block.is_some_and(|key| indent > key || body.trim().is_empty()) {
            continue;
        }
        let opens = [": |", ": >", "- |", "- >"];
        block = opens.iter().any(|end| body.contains(end)).then_some(indent);
        if let Some((n, c)) = odd_in(body) {
            return Some(nbsp(at + n..at + n + c.len_utf8()));
        }
    }
    None
}

fn odd_in(line: &str) -> Option<(usize, char)> {
    let signs = |c: char| ":-,{}[]".contains(c);
    let mut quote = None;
    // The last character that is not a space, and whether a space follows it.
    let (mut before, mut space) = (None, true);
    for (at, c) in line.char_indices() {
        match c {
            '#' if quote.is_none() && space => return None,
            '"' | '\'' if quote == Some(c) => quote = None,
            '"' | '\'' if quote.is_none() && !before.is_some_and(char::is_alphanumeric) => {
                quote = Some(c);
            }
            _ => {}
        }
        let next = line[at + c.len_utf8()..].chars().next();
        let parts = before.is_none_or(signs) || next.is_none_or(signs);
        if is_odd_space(c) && quote.is_none() && parts {
            return Some((at, c));
        }
        space = c.is_whitespace();
        if !space {
            before = Some(c);
        }
    }
    None
}

fn character(c: char) -> Option<Problem> {
    let number = format!("U+{:04X}", u32::from(c));
    let (code, message) = match c {
        '\t' | '\n' | '\r' => return None,
        '\0' => (
            codes::CONTROL,
            "a NUL character: is this a text file?".to_owned(),
        ),
        '\u{85}' | '\u{2028}' | '\u{2029}' => (
            codes::CONTROL,
            format!("an unusual line separator ({number}); end lines with Enter"),
        ),
        _ if c.is_control() => (codes::CONTROL, format!("the control character {number}")),
        _ if direction(c) => (
            codes::INVISIBLE,
            format!("an invisible character that turns the direction of writing ({number})"),
        ),
        _ if is_hidden(c) => (
            codes::INVISIBLE,
            format!("the invisible character {number}"),
        ),
        _ => return None,
    };
    Some(Problem::error(code, message))
}

/// Returns warnings about values that can be read but were probably not meant.
pub(super) fn tree(text: &str, node: &Node) -> Vec<Problem> {
    let mut found = Vec::new();
    walk(text, node, &mut found);
    found
}

fn walk(text: &str, node: &Node, found: &mut Vec<Problem>) {
    match &node.kind {
        Kind::List(items) => items.iter().for_each(|item| walk(text, item, found)),
        Kind::Map(entries) => {
            for entry in entries {
                found.extend(odd_indent(text, &entry.key_span));
                found.extend(smart_key(&entry.key, &entry.key_span));
                walk(text, &entry.value, found);
            }
        }
        Kind::Str => {
            found.extend(odd_indent(text, &node.span));
            found.extend(smart_value(text, node));
        }
        _ => {}
    }
}

/// Finds a no-break space that YAML takes for the first letter of a word.
fn odd_indent(text: &str, span: &Range<usize>) -> Option<Problem> {
    let raw = text.get(span.clone())?;
    let width: usize = raw
        .chars()
        .take_while(|&c| is_odd_space(c))
        .map(char::len_utf8)
        .sum();
    (width > 0).then(|| nbsp(span.start..span.start + width))
}

/// Returns the problem of a no-break space in front of a line or a word.
pub(super) fn nbsp(place: Range<usize>) -> Problem {
    Problem::error(
        codes::NBSP,
        "a no-break space where an ordinary space is wanted",
    )
    .at(place)
    .note("mail programs and web pages put them in when text is copied")
    .help("replace it with an ordinary space")
}

const OPENING: [char; 8] = ['“', '”', '„', '‟', '‘', '’', '‚', '«'];
const CLOSING: [char; 7] = ['“', '”', '‟', '‘', '’', '»', '″'];

/// Returns the word inside typographic quotation marks.
fn unquoted(word: &str) -> Option<&str> {
    let inner = word.strip_prefix(OPENING)?.strip_suffix(CLOSING)?;
    // A text with more marks inside may be a sentence with two quotations.
    let marks = |c| OPENING[..4].contains(&c) || CLOSING[..3].contains(&c);
    (!inner.contains(marks)).then_some(inner)
}

fn smart_key(key: &str, span: &Range<usize>) -> Option<Problem> {
    let inner = unquoted(key)?;
    let message = format!("the key {} is in typographic quotation marks", ticked(key));
    let problem = Problem::error(codes::SMART_QUOTES, message).at(span.clone());
    Some(problem.help(format!("write {}", ticked(inner))))
}

fn smart_value(text: &str, node: &Node) -> Option<Problem> {
    // Straight quotes around them show that they are intended.
    let plain = text.get(node.span.clone())? == node.text;
    let inner = unquoted(&node.text).filter(|_| plain)?;
    let message = "typographic quotation marks do not quote; they are part of this text";
    let problem = Problem::warning(codes::SMART_QUOTES, message).at(node.span.clone());
    let right = ticked(&format!("\"{inner}\""));
    Some(problem.help(format!("use straight quotes: {right}")))
}
