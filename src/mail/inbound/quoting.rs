//! The lines of a mail with their quoting depth: from its text or, if there is none, from its web page.
//!
//! Not every mail program marks what it quotes. Outlook repeats the header of the quoted mail (`From:`, `Sent:`), Yahoo
//! writes a sentence above it; after such a line, everything counts as quoted.

use super::{Incoming, PartKind, text};
use mail_parser::decoders::html::html_to_text;

/// One line of a mail, as its writer sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotedLine {
    /// The number of mails that the line is quoted from: 0 for the writer's own lines.
    pub depth: usize,
    /// The line, without quotation marks.
    pub text: String,
}

/// Marks the beginning and the end of a quotation while a page is turned into text. The characters are private ones of
/// Unicode; a page that has them itself is read without them.
const OPEN: char = '\u{e0f0}';
const CLOSE: char = '\u{e0f1}';
/// Mark an end of line and a space that a page has as such, in preformatted text.
const BREAK: char = '\u{e0f2}';
const SPACE: char = '\u{e0f3}';

/// The elements of a page that begin and end a line.
const BLOCKS: [&str; 14] = [
    "address",
    "blockquote",
    "br",
    "div",
    "h1",
    "h2",
    "h3",
    "li",
    "ol",
    "p",
    "pre",
    "table",
    "tr",
    "ul",
];

/// The length of a line, in bytes, above which a text may have lost the ends of its lines.
const GLUED: usize = 300;

/// Minimum number of underscores in the line that Outlook draws above a quoted mail.
const RULE: usize = 20;

/// Returns the lines of a mail; empty if it has neither a text nor a page.
pub(super) fn lines(mail: &Incoming) -> Vec<QuotedLine> {
    let of_text = text_lines(mail);
    let is_glued = of_text.iter().any(|line| line.text.len() > GLUED);
    if !of_text.is_empty() && !is_glued {
        return of_text;
    }
    let mut parts = mail.parts.iter();
    let page = parts.find(|part| matches!(part.kind, PartKind::Html));
    let of_page = page.map(|page| with_depth(&of_page(&String::from_utf8_lossy(&page.bytes))));
    match of_page {
        // A program that loses the ends of lines in the text has them in the page.
        Some(of_page) if of_page.len() > of_text.len() => of_page,
        _ => of_text,
    }
}

/// Returns the lines of the text of a mail.
fn text_lines(mail: &Incoming) -> Vec<QuotedLine> {
    for part in &mail.parts {
        if let PartKind::Text { flowed, delsp } = part.kind {
            let raw = String::from_utf8_lossy(&part.bytes)
                .replace("\r\n", "\n")
                .replace('\r', "\n");
            if raw.trim().is_empty() {
                continue;
            }
            // Some mail programs declare format=flowed, but do not fold lines.
            let unfolds = flowed && !text::glues_entries(&raw);
            let shown = if unfolds {
                text::unflow(&raw, delsp)
            } else {
                raw
            };
            return with_depth(&shown);
        }
    }
    vec![]
}

/// Splits a text into lines, and gives each its depth.
fn with_depth(shown: &str) -> Vec<QuotedLine> {
    let all: Vec<&str> = shown.lines().collect();
    let mut lines = Vec::with_capacity(all.len());
    let mut unmarked = false;
    // The number of lines that are still part of the sentence above a quotation.
    let mut above = 0_usize;
    for (n, line) in all.iter().enumerate() {
        let line = line.trim_start_matches('\u{feff}');
        let marks = text::depth(line);
        if marks == 0 && above == 0 {
            above = attribution(&all[n..]);
        }
        unmarked |= marks == 0 && begins_quotation(&all[n..]);
        let is_quoted = unmarked || above > 0;
        above = above.saturating_sub(1);
        lines.push(QuotedLine {
            depth: marks + usize::from(is_quoted),
            text: text::unquote(line, marks).1.to_owned(),
        });
    }
    lines
}

/// Returns true if a mail is quoted from the first of these lines on without quotation marks.
fn begins_quotation(lines: &[&str]) -> bool {
    let Some(line) = lines.first().map(|line| line.trim()) else {
        return false;
    };
    let next = || lines[1..].iter().find(|line| !line.trim().is_empty());
    // Outlook: `-----Original Message-----`, in any language.
    let dashed = line.starts_with("-----")
        && line.ends_with("-----")
        && line.trim_matches('-').contains(char::is_alphabetic)
        && next().is_some_and(|next| is_field(next));
    // Outlook on a phone and in a browser: a rule, and the header below it.
    let ruled = line.len() >= RULE
        && line.chars().all(|c| c == '_')
        && next().is_some_and(|next| is_field(next));
    // Outlook without a rule: the sender's line and a line with the date.
    let headed = is_field(line)
        && line.contains('@')
        && lines[1..].iter().take(2).any(|line| is_field(line));
    // Yahoo and others: a sentence that names the writer, and no mark at the lines below it.
    let length = attribution(lines);
    let below = lines[length..].iter().find(|line| !line.trim().is_empty());
    let told = length > 0 && below.is_some_and(|below| !below.starts_with('>'));
    dashed || ruled || headed || told
}

/// Returns true for a field of a mail's header as programs repeat it above a quotation: `From: GM <gm@example.org>`,
/// `*Von:* GM`.
fn is_field(line: &str) -> bool {
    let line = line.trim().trim_start_matches('*');
    let Some((name, value)) = line.split_once(':') else {
        return false;
    };
    let name = name.trim_end_matches('*').trim();
    let is_name = name.chars().count() <= 12
        && name.starts_with(char::is_uppercase)
        && name
            .chars()
            .all(|c| c.is_alphabetic() || c == ' ' || c == '\'');
    is_name
        && value.contains(' ')
        && !value.trim().is_empty()
        && !value.trim().starts_with(['[', '{'])
}

/// Returns the number of lines, counted from the first of these, of the sentence above a quotation: "On Tuesday, 24
/// November 2026, GM wrote:". Its first line names the writer's address or a year; it ends with a colon, and may take
/// three lines. A line whose first word ends with a colon is a section of orders, such as `restock: 2000-2099` above
/// `actions:`.
fn attribution(lines: &[&str]) -> usize {
    let first = lines[0].trim();
    let is_section = first.split(' ').next().is_some_and(|w| w.ends_with(':'));
    if is_section
        || !first.starts_with(char::is_alphabetic)
        || !first.contains(' ')
        || !names_writer_or_year(first)
    {
        return 0;
    }
    for (n, line) in lines.iter().take(3).enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('>') {
            return 0;
        }
        if line.ends_with(':') {
            return n + 1;
        }
    }
    0
}

fn names_writer_or_year(line: &str) -> bool {
    let is_year = |word: &str| {
        word.len() == 4 && word.starts_with("20") && word.bytes().all(|b| b.is_ascii_digit())
    };
    line.contains('@') || line.split(|c: char| !c.is_alphanumeric()).any(is_year)
}

/// Turns a page into text with quotation marks.
fn of_page(page: &str) -> String {
    let marked = mark(page);
    let shown = html_to_text(&marked);
    let mut out = String::new();
    let mut depth = 0_usize;
    let shown = shown.replace(BREAK, "\n");
    for line in shown.lines().filter(|line| !line.trim().is_empty()) {
        // The hyphen of an item that has one already.
        let line = line.trim_start_matches(' ');
        let line = line.strip_prefix("- - ").map_or(line, |_| &line[2..]);
        // A mark stands where a tag stood, so it may be anywhere in a line.
        let mut rest = line;
        loop {
            let at = rest.find([OPEN, CLOSE]);
            let text = at.map_or(rest, |at| &rest[..at]);
            if !text.trim().is_empty() {
                // A page shows no space at the beginning of a line, except in preformatted text.
                let text = text.trim_matches(' ').replace(SPACE, " ");
                out.push_str(&">".repeat(depth));
                if depth > 0 {
                    out.push(' ');
                }
                out.push_str(text.trim_end());
                out.push('\n');
            }
            let Some(at) = at else { break };
            let opens = rest[at..].starts_with(OPEN);
            depth = if opens {
                depth + 1
            } else {
                depth.saturating_sub(1)
            };
            rest = &rest[at + OPEN.len_utf8()..];
        }
    }
    out
}

/// Puts marks where quotations begin and end, and keeps the lines of preformatted text.
fn mark(page: &str) -> String {
    let is_mark = |c: &char| [OPEN, CLOSE, BREAK, SPACE].contains(c);
    let page: String = page.chars().filter(|c| !is_mark(c)).collect();
    let small = page.to_ascii_lowercase();
    let mut out = String::with_capacity(page.len());
    let (mut at, mut in_pre) = (0, false);
    while at < page.len() {
        let rest = &small[at..];
        if let Some(tag) = rest.strip_prefix('<') {
            let end = rest.find('>').map_or(page.len(), |end| at + end + 1);
            let name = tag
                .trim_start_matches('/')
                .split(|c: char| !c.is_ascii_alphanumeric())
                .next();
            if name.is_some_and(|name| BLOCKS.contains(&name)) {
                out.push(BREAK);
            }
            if rest.starts_with("<blockquote") || is_quoting_block(&small[at..end]) {
                out.push_str("<br>");
                out.push(OPEN);
            } else if rest.starts_with("</blockquote") {
                out.push(CLOSE);
                out.push_str("<br>");
            } else if rest.starts_with("<pre") {
                in_pre = true;
            } else if rest.starts_with("</pre") {
                in_pre = false;
            }
            out.push_str(&page[at..end]);
            if rest.starts_with("<li") {
                out.push_str("- ");
            }
            at = end;
            continue;
        }
        let end = rest.find('<').map_or(page.len(), |end| at + end);
        let text = &page[at..end];
        if in_pre {
            let kept = |c| match c {
                '\n' => BREAK,
                ' ' => SPACE,
                c => c,
            };
            out.extend(text.replace("\r\n", "\n").chars().map(kept));
        } else {
            out.push_str(text);
        }
        at = end;
    }
    out
}

/// Returns true for the tag of a block that holds a quoted mail in a page of Outlook, Yahoo or Proton, which use no
/// `blockquote` for it. Nothing of the writer's own follows in such a page, so the quotation goes on to its end.
fn is_quoting_block(tag: &str) -> bool {
    let marks = [
        "border-top:solid #e1e1e1",
        "border-top: solid #e1e1e1",
        "border-top:solid #b5c4df",
        "id=\"divrplyfwdmsg\"",
        "id=\"appendonsend\"",
        "class=\"yahoo_quoted\"",
        "class=\"yahoo-quoted",
        "class=\"protonmail_quote\"",
        "name=\"messagereplysection\"",
        "name=\"quote\"",
    ];
    tag.starts_with("<div") && marks.iter().any(|mark| tag.contains(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the lines of a mail, each with its depth before it.
    fn of(mail: &str) -> Vec<String> {
        let mail = Incoming::read(mail.as_bytes());
        let lines = lines(&mail).into_iter();
        lines
            .filter(|line| !line.text.trim().is_empty())
            .map(|line| format!("{} {}", line.depth, line.text))
            .collect()
    }

    #[test]
    fn counts_quotation_marks() {
        let mail = "Subject: x\n\nmoves: []\n> moves: [a]\n>> older\n> > older still\n";
        assert_eq!(
            of(mail),
            ["0 moves: []", "1 moves: [a]", "2 older", "2 older still"]
        );
    }

    #[test]
    fn orders_with_a_year_are_no_sentence_above_a_quotation() {
        let mail = "Subject: x\n\nrestock: 2000-2099\nactions:\n- take: asia\n";
        assert_eq!(
            of(mail),
            ["0 restock: 2000-2099", "0 actions:", "0 - take: asia"]
        );
    }

    #[test]
    fn a_mail_may_be_quoted_without_marks() {
        for above in [
            "-----Original Message-----\nFrom: GM <gm@example.org>\nSent: Tuesday",
            "-----Urspr\u{fc}ngliche Nachricht-----\nVon: GM <gm@example.org>\nGesendet: Dienstag",
            "________________________________\nFrom: GM <gm@example.org>\nSent: Tuesday",
            "From: GM <gm@example.org>\nSent: Tuesday, 24 November 2026 12:30\nTo: Zoe",
            "On Tuesday, 24 November 2026 at 12:30, GM <gm@example.org> wrote:",
            "Le mardi 24 novembre 2026 \u{e0} 12:30, GM\n<gm@example.org> a \u{e9}crit :",
        ] {
            let mail = format!(
                "Content-Type: text/plain; charset=utf-8\n\nmoves: []\n\n{above}\n\nmoves: [a]\n> deeper\n"
            );
            let lines = of(&mail);
            assert_eq!(lines[0], "0 moves: []", "{above}");
            assert!(
                lines.contains(&"1 moves: [a]".to_owned()),
                "{above}: {lines:?}"
            );
            assert!(lines.contains(&"2 deeper".to_owned()), "{above}: {lines:?}");
        }
    }

    #[test]
    fn orders_do_not_begin_a_quotation() {
        for own in [
            "Here are my orders for 2026:\nmoves: []",
            "headquarters:\n  maintain: [agent-1]\nmoves: []",
            "Moves: [{unit: agent-1, to: 4b-2}]\nActions: [hold]",
        ] {
            let lines = of(&format!("Subject: x\n\n{own}\n"));
            let depths = lines.iter().filter(|line| line.starts_with('1')).count();
            assert!(depths == 0 || own.starts_with("Here"), "{lines:?}");
        }
    }

    #[test]
    fn reads_a_page_with_its_quotations() {
        let page = "Content-Type: text/html; charset=utf-8\n\n<div dir=\"ltr\">moves: []<br>actions: [hold]</div>\
                    <blockquote class=\"gmail_quote\"><div>moves: [a]</div><blockquote>older</blockquote>end</blockquote>\
                    <div>after</div>";
        assert_eq!(
            of(page),
            [
                "0 moves: []",
                "0 actions: [hold]",
                "1 moves: [a]",
                "2 older",
                "1 end",
                "0 after"
            ]
        );
        let pre = "Content-Type: text/html\n\n<pre>moves:\n  - {unit: a}\n</pre>";
        assert_eq!(of(pre), ["0 moves:", "0   - {unit: a}"]);
        let outlook = "Content-Type: text/html\n\n<p>moves: []</p><div style='border:none;border-top:solid #E1E1E1 1.0pt'>\
                       <p>From: GM</p></div><p>moves: [a]</p>";
        assert_eq!(of(outlook), ["0 moves: []", "1 From: GM", "1 moves: [a]"]);
    }
}
