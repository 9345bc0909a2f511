//! What a mail with a report may weigh, and what mail programs may be asked to show.

use super::{bench::Bench, mail::parts, tree::Tree};
use std::{fs, path::Path};

/// What Gmail, Outlook (Word) and Yahoo remove or ignore (caniemail.com: `html-svg`, `css-variables`, `html-script`,
/// `html-link`, `html-object`, `html-video`, `css-position`, `html-base`, `html-form`).
const NOT_SHOWN: [&str; 10] = [
    "<svg",
    "var(--",
    "<script",
    "<link",
    "<object",
    "<video",
    "position:fixed",
    "<base",
    "<form",
    "<iframe",
];

/// Returns the text between two others, after the first of them.
pub fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let (_, rest) = text
        .split_once(start)
        .unwrap_or_else(|| panic!("no {start} in {text}"));
    rest.split_once(end).unwrap_or_else(|| panic!("no {end}")).0
}

/// Decodes a part of a link (RFC 3986, 2.1).
pub fn decoded(link: &str) -> String {
    let mut bytes = vec![];
    let mut rest = link.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let hex: String = rest.by_ref().take(2).map(char::from).collect();
            bytes.push(u8::from_str_radix(&hex, 16).unwrap());
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).unwrap()
}

#[test]
fn a_report_is_shown_by_mail_programs_and_answered_with_a_button() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let mut pages = 0;
    for game in ["gem-1992", "whispers-1", "pirates-1"] {
        let bench = Bench::empty_in_memory();
        Tree::read(&games.join(game)).write(&bench.root());
        let players = bench.read("gem/players.yaml");
        bench.write(
            "gem/players.yaml",
            { players.replace("format: text", "format: both") }
                .replace("format: both", "format: both\n  mails: all"),
        );
        bench.ok(&["adjudicate", "gem"]);
        for entry in fs::read_dir(bench.root().join("outbox")).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let raw = fs::read(&path).unwrap();
            let all = parts(&raw);
            assert!(raw.len() < 200 << 10, "{name}: {} bytes", raw.len());
            let text_of = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
            let page = all
                .iter()
                .map(text_of)
                .find(|text| text.contains("<html"))
                .unwrap();
            pages += 1;
            assert!(page.len() < 90 << 10, "{name}: {} bytes", page.len());
            // The dice stand in the text alone.
            assert!(!page.contains("aria-label=\"Dice\""), "{name}");
            for not in NOT_SHOWN {
                assert!(!page.contains(not), "{name}: {not}");
            }
            let pictures: Vec<_> = all
                .iter()
                .filter(|part| part.starts_with(b"\x89PNG"))
                .collect();
            assert_eq!(pictures.len(), 1, "{name}");
            assert!(
                pictures[0].len() < 48 << 10,
                "{name}: {} bytes",
                pictures[0].len()
            );
            assert!(
                String::from_utf8_lossy(&raw).contains("Content-ID: <picture@chronojudge>"),
                "{name}"
            );
            assert!(
                !between(&page, "<img src=\"cid:picture@chronojudge\" alt=\"", "\"").is_empty()
            );
            // The text has the same form as the button, and lines of at most 78 characters.
            let text = all
                .iter()
                .map(text_of)
                .find(|text| text.contains("WHAT HAPPENED"))
                .unwrap();
            let long = text.lines().find(|line| line.chars().count() > 78);
            assert_eq!(long, None, "{name}");
            if !page.contains("mailto:") {
                assert!(text.contains("nothing to do yet"), "{name}:\n{text}");
                continue;
            }
            let link = between(&page, "href=\"mailto:", "\"").replace("&amp;", "&");
            let (address, rest) = link.split_once("?subject=").unwrap();
            let (subject, body) = rest.split_once("&body=").unwrap();
            assert!(
                address.contains('@') && decoded(subject).starts_with("Re: ["),
                "{link}"
            );
            assert!(
                body.len() <= 1800 && !body.contains([' ', '+', '\n', '"']),
                "{name}: {}",
                body.len()
            );
            let form = decoded(body).replace("\r\n", "\n");
            let shown: Vec<&str> = form
                .lines()
                .filter(|line| !line.trim_start().starts_with('#'))
                .collect();
            let inside = between(&text, "\ntoken: ", "# End of your orders");
            for line in &shown[1..] {
                assert!(inside.contains(line), "{name}: {line}");
            }
        }
    }
    assert_eq!(pages, 6 + 3 + 4);
}
