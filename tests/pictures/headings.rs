//! The headings of all reports: none is missing, no level is skipped, and text and HTML have the same ones.

use super::{report, views, words};
use chronojudge::{report::Format, rulesets};

fn between<'a>(html: &'a str, tag: &str) -> Vec<(usize, &'a str)> {
    let (open, close) = (format!("<{tag}>"), format!("</{tag}>"));
    let mut found = vec![];
    let mut from = 0;
    while let Some(at) = html[from..].find(&open) {
        let start = from + at + open.len();
        let end = start + html[start..].find(&close).expect("an end");
        found.push((start, &html[start..end]));
        from = end;
    }
    found
}

/// Returns the sections of a text: each begins with a line of capitals and a line of dashes of the same length.
fn sections(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().collect();
    lines
        .windows(2)
        .filter(|pair| !pair[0].is_empty() && pair[1] == "-".repeat(pair[0].chars().count()))
        .map(|pair| pair[0])
        .collect()
}

#[test]
fn the_time_whisperers_have_their_headings() {
    let (_, words) = words("time-whisperers");
    let mut in_play = 0;
    for seen in views("time-whisperers") {
        let html = report(&words, &seen, Format::Html);
        let text = report(&words, &seen, Format::Text);
        let heads: Vec<&str> = between(&html, "h2").into_iter().map(|h| h.1).collect();
        let sections = sections(&text);
        let youth = seen.view["youth"] == true;
        let playing = seen.view["phase"] == "before-card-play" || seen.view["phase"] == "card-play";
        in_play += usize::from(playing);
        for (title, is) in [
            ("What happened", true),
            ("The circle of ages", true),
            ("The score", true),
            ("Cards", playing),
            ("Gold powers", !youth),
            ("Dice of this sitting", true),
            ("How to verify", true),
        ] {
            assert_eq!(
                heads.contains(&title),
                is,
                "{}: {title} in {heads:?}",
                seen.from
            );
            let capitals = title.to_uppercase();
            assert_eq!(
                sections.contains(&capitals.as_str()),
                is,
                "{}: {title} in {sections:?}",
                seen.from
            );
        }
    }
    assert!(in_play > 0, "cards were in play");
}

#[test]
fn headings_do_not_skip_a_level() {
    for ruleset in rulesets::ALL.iter().map(|known| known.id) {
        let (_, words) = words(ruleset);
        for seen in views(ruleset) {
            let html = report(&words, &seen, Format::Html);
            let mut heads: Vec<(usize, usize)> = (1..=4)
                .flat_map(|level| {
                    let found = between(&html, &format!("h{level}"));
                    found.into_iter().map(move |(at, _)| (at, level))
                })
                .collect();
            heads.sort_unstable();
            assert_eq!(
                heads.iter().filter(|h| h.1 == 1).count(),
                1,
                "{}",
                seen.from
            );
            let mut last = 0;
            for (_, level) in heads {
                assert!(level <= last + 1, "{}: h{level} after h{last}", seen.from);
                last = level;
            }
        }
    }
}
