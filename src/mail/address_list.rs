//! A list of mailboxes (RFC 5322, 3.4).

use super::clean;

/// Returns the names and bare addresses of an address list (RFC 5322, 3.4) without groups.
///
/// Quotes around names are removed; encoded words are not decoded.
pub(crate) fn mailboxes(list: &str) -> Result<Vec<(String, String)>, &'static str> {
    let mut found = Vec::new();
    let (mut phrase, mut angle) = (String::new(), None::<String>);
    let mut chars = list.chars();
    while let Some(c) = chars.next() {
        match (c, &angle) {
            (',', _) => push(&mut found, &mut phrase, &mut angle),
            ('(', _) => comment(&mut chars)?,
            (c, _) if c.is_whitespace() => phrase.push(' '),
            (_, Some(_)) => return Err("something follows the address"),
            ('<', None) => angle = Some(bracketed(&mut chars)?),
            ('"', None) => quoted(&mut chars, &mut phrase)?,
            ('>', None) => return Err("its angle brackets do not match"),
            (':' | ';', None) => return Err("it is a group"),
            (c, None) => phrase.push(c),
        }
    }
    push(&mut found, &mut phrase, &mut angle);
    Ok(found)
}

pub(crate) fn push(
    found: &mut Vec<(String, String)>,
    phrase: &mut String,
    angle: &mut Option<String>,
) {
    let phrase = clean::one_line(&std::mem::take(phrase), usize::MAX);
    match angle.take() {
        Some(email) => found.push((phrase, email)),
        None if !phrase.is_empty() => found.push((String::new(), phrase)),
        None => {}
    }
}

pub(crate) fn bracketed(chars: &mut std::str::Chars<'_>) -> Result<String, &'static str> {
    let mut email = String::new();
    for c in chars {
        match c {
            '>' => return Ok(email.trim().to_owned()),
            '<' => break,
            c => email.push(c),
        }
    }
    Err("its angle brackets do not match")
}

pub(crate) fn quoted(
    chars: &mut std::str::Chars<'_>,
    out: &mut String,
) -> Result<(), &'static str> {
    while let Some(c) = chars.next() {
        match c {
            '"' => return Ok(()),
            '\\' => out.extend(chars.next()),
            c => out.push(c),
        }
    }
    Err("a quotation mark is not closed")
}

pub(crate) fn comment(chars: &mut std::str::Chars<'_>) -> Result<(), &'static str> {
    let mut depth = 1;
    while let Some(c) = chars.next() {
        match c {
            '\\' => drop(chars.next()),
            '(' => depth += 1,
            ')' if depth == 1 => return Ok(()),
            ')' => depth -= 1,
            _ => {}
        }
    }
    Err("a bracket is not closed")
}
