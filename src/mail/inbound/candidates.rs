//! The parts of a mail that may be an order file: attachments, else fenced blocks, else the text itself.
//!
//! Nothing is guessed: the receipt names every rule by which a part of the mail was left out, and an order file that
//! lost a part on the way is not valid.

use super::{Incoming, Part, PartKind, text};

/// Maximum number of files that are read of one mail.
const MOST: usize = 8;

/// The keys with which the text of an order file begins.
const FIRST: [&str; 4] = ["game:", "turn:", "seat:", "sitting:"];

const SIGNATURE: &[u8] = b"-----BEGIN SSH SIGNATURE-----";
const SIGNATURE_END: &[u8] = b"-----END SSH SIGNATURE-----";

/// A part of a mail that may be an order file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The place where it was found: "the attachment zytal.yaml".
    pub part: String,
    /// The contents of the file.
    pub bytes: Vec<u8>,
    /// The changes made to the contents, in words.
    pub notes: Vec<String>,
    /// The lines of its writer that are no orders, of orders that were typed into the mail; `None` for a file.
    pub left: Option<Vec<String>>,
}

/// The candidates of a mail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The candidates, in the order of the mail.
    pub candidates: Vec<Candidate>,
    /// Remarks on parts that look like an order file and were not accepted as candidates.
    pub remarks: Vec<String>,
}

pub(super) fn find(mail: &Incoming) -> Found {
    let mut found = Found::default();
    for part in &mail.parts {
        if let PartKind::Attachment { yaml } = part.kind {
            found.candidates.extend(attachment(part, yaml));
        }
    }
    let mut seen: Vec<Vec<u8>> = vec![];
    found.candidates.retain(|c| {
        let new = !seen.contains(&c.bytes);
        seen.push(c.bytes.clone());
        new
    });
    if found.candidates.len() > MOST {
        found.candidates.truncate(MOST);
        found
            .remarks
            .push(format!("only the first {MOST} files were looked at"));
    }
    if !found.candidates.is_empty() {
        return found;
    }
    for part in &mail.parts {
        let PartKind::Text { flowed, delsp } = part.kind else {
            continue;
        };
        let raw = String::from_utf8_lossy(&part.bytes)
            .replace("\r\n", "\n")
            .replace('\r', "\n");
        let mut here = in_text(&raw);
        if flowed {
            // Some mail programs declare format=flowed, but do not fold lines.
            let slips = here.candidates.iter().any(|found| {
                let text = String::from_utf8_lossy(&found.bytes);
                text::glues_entries(&text)
            });
            if !slips {
                here = in_text(&text::unflow(&raw, delsp));
            }
        }
        found.remarks.append(&mut here.remarks);
        found.candidates.append(&mut here.candidates);
        if !found.candidates.is_empty() {
            found.candidates.truncate(MOST);
            return found;
        }
    }
    found
}

/// Returns the signatures in attachments and in the text.
pub(super) fn signatures(mail: &Incoming) -> Vec<&[u8]> {
    mail.parts
        .iter()
        .filter(|part| !matches!(part.kind, PartKind::Report | PartKind::Html))
        .flat_map(|part| armoured(&part.bytes))
        .take(MOST)
        .collect()
}

fn armoured(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let start = position(rest, SIGNATURE)?;
        let length = position(&rest[start..], SIGNATURE_END)? + SIGNATURE_END.len();
        let found = &rest[start..start + length];
        rest = &rest[start + length..];
        Some(found)
    })
}

fn position(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

/// Returns true if a line begins an order file.
fn begins(line: &str) -> bool {
    let line = line.trim_start_matches('\u{feff}');
    FIRST.iter().any(|key| line.starts_with(key))
}

fn attachment(part: &Part, yaml: bool) -> Option<Candidate> {
    let text = String::from_utf8_lossy(&part.bytes);
    let has = |key: &str| text.lines().any(|line| line.starts_with(key));
    // The attachments of this program's own mails (view, receipt) are not orders.
    if has("view:") && has("ruleset:") || text.starts_with("receipt: ") {
        return None;
    }
    if !yaml && (part.bytes.contains(&0) || !text.lines().any(begins)) {
        return None;
    }
    let part_name = match &part.name {
        Some(name) => format!("the attachment {name}"),
        None => format!("part {} of the mail", part.number),
    };
    Some(Candidate {
        part: part_name,
        bytes: part.bytes.clone(),
        notes: vec![],
        left: None,
    })
}

/// Returns the orders in a text: the fenced blocks if there are any, else the text from the first line of an order
/// file.
fn in_text(text: &str) -> Found {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = fenced(&lines);
    if found.candidates.is_empty() && found.remarks.is_empty() {
        // Lines without the head of a file are not a file; they may be orders all the same.
        found.candidates.extend(bare(&lines).filter(is_whole));
    }
    for candidate in &mut found.candidates {
        let text = String::from_utf8_lossy(&candidate.bytes);
        if text.contains('\u{a0}') {
            candidate.bytes = text.replace('\u{a0}', " ").into_bytes();
            candidate
                .notes
                .push("its no-break spaces were read as spaces".to_owned());
        }
    }
    found
}

fn is_fence(line: &str) -> Option<&'static str> {
    ["```", "~~~"]
        .into_iter()
        .find(|fence| line.starts_with(fence))
}

/// Returns the blocks between lines of three backticks or tildes.
fn fenced(lines: &[&str]) -> Found {
    let mut found = Found::default();
    let mut blocks = vec![];
    let mut at = 0;
    while at < lines.len() {
        let deep = text::depth(lines[at]);
        let opening = text::unquote(lines[at], deep).1;
        at += 1;
        let Some(fence) = is_fence(opening) else {
            continue;
        };
        let start = at;
        let closes = |line: &&str| text::unquote(line, deep).1.trim_end() == fence;
        let Some(length) = lines[start..].iter().position(closes) else {
            found.remarks.push(format!(
                "a block begins with `{fence}` and never ends, so it may be incomplete"
            ));
            break;
        };
        at = start + length + 1;
        blocks.push((deep, &lines[start..start + length]));
    }
    let only = blocks.len() == 1;
    for (deep, block) in blocks {
        let whole = block
            .iter()
            .all(|line| line.is_empty() || text::depth(line) >= deep);
        let inner: Vec<&str> = block
            .iter()
            .map(|line| text::unquote(line, deep).1)
            .collect();
        if !only && !inner.iter().any(|line| begins(line)) {
            continue;
        }
        let mut notes = vec![];
        if deep > 0 && whole {
            notes.push("its quotation marks `>` were removed".to_owned());
        }
        // If only some lines are quoted, the marks are not removed: the file is read as it is, and its errors are
        // reported.
        let shown = if whole { inner } else { block.to_vec() };
        found.candidates.push(Candidate {
            part: "the fenced block in the mail's text".to_owned(),
            bytes: (shown.join("\n") + "\n").into_bytes(),
            notes,
            left: None,
        });
    }
    found
}

/// Returns true if a text names its game, turn and seat, as an order file does.
fn is_whole(candidate: &Candidate) -> bool {
    let text = String::from_utf8_lossy(&candidate.bytes);
    let text = text.trim_start_matches('\u{feff}');
    ["game:", "turn:", "seat:"]
        .iter()
        .all(|key| text.lines().any(|line| line.starts_with(key)))
}

/// Returns the text from the first line of an order file to the signature, or to the mail that is quoted below it.
fn bare(lines: &[&str]) -> Option<Candidate> {
    let start = lines
        .iter()
        .position(|line| begins(text::unquote(line, text::depth(line)).1))?;
    let deep = text::depth(lines[start]);
    let mut notes = vec![];
    let mut block: Vec<&str> = vec![];
    let mut cut = None;
    for line in &lines[start..] {
        let armour = line.as_bytes().starts_with(SIGNATURE);
        let (depth, inner) = (text::depth(line), text::unquote(line, deep).1);
        if *line == "-- " || *line == "--" || armour || is_fence(line).is_some() {
            cut = Some("the text after its end was left out");
            break;
        }
        if depth > deep {
            cut = Some("the mail that is quoted below it was left out");
            break;
        }
        if depth < deep && !line.trim().is_empty() {
            cut = Some("the text after the quoted block was left out");
            break;
        }
        block.push(inner);
    }
    if cut == Some("the mail that is quoted below it was left out") {
        introduction(&mut block);
    }
    if deep > 0 {
        notes.push("its quotation marks `>` were removed".to_owned());
    }
    notes.extend(cut.map(str::to_owned));
    while block.last().is_some_and(|line| line.trim().is_empty()) {
        block.pop();
    }
    Some(Candidate {
        part: "the mail's text".to_owned(),
        bytes: (block.join("\n") + "\n").into_bytes(),
        notes,
        left: None,
    })
}

/// Removes the sentence with which mail programs begin a quotation: the lines after the last empty one, at most three,
/// if they end with a colon, and if the first begins with a letter and contains a space.
fn introduction(block: &mut Vec<&str>) {
    while block.last().is_some_and(|line| line.trim().is_empty()) {
        block.pop();
    }
    let Some(empty) = block.iter().rposition(|line| line.trim().is_empty()) else {
        return;
    };
    let sentence = &block[empty + 1..];
    let wordy = |line: &str| line.starts_with(char::is_alphabetic) && line.contains(' ');
    let ends = sentence
        .last()
        .is_some_and(|line| line.trim_end().ends_with(':'));
    if ends && sentence.len() <= 3 && sentence.first().is_some_and(|line| wordy(line)) {
        block.truncate(empty);
    }
}
