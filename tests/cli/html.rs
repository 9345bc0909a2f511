//! A reader of HTML pages that is strict enough to report mistakes in them.

use std::collections::BTreeMap;

/// A start tag: its name and its attributes.
#[derive(Debug)]
pub struct Tag<'a> {
    pub name: &'a str,
    pub end: bool,
    pub attributes: BTreeMap<&'a str, String>,
    /// The text up to the next tag.
    pub text: &'a str,
}

/// Returns the tags of a page in order. Every `<` of a page begins one, because the text has none.
pub fn tags(html: &str) -> Vec<Tag<'_>> {
    let mut tags = vec![];
    for piece in html.split('<').skip(1) {
        let (inside, text) = piece.split_once('>').expect("a tag ends");
        if inside.starts_with('!') {
            continue;
        }
        let end = inside.starts_with('/');
        let inside = inside.trim_matches('/');
        let (name, mut rest) = inside
            .split_once(char::is_whitespace)
            .unwrap_or((inside, ""));
        let mut attributes = BTreeMap::new();
        while let Some((key, after)) = rest.split_once("=\"") {
            let (value, after) = after.split_once('"').expect("a value ends");
            let key = key.split_whitespace().last().expect("a name");
            assert!(
                attributes
                    .insert(key, value.replace("&#x2f;", "/"))
                    .is_none(),
                "{key} twice in <{inside}>"
            );
            rest = after;
        }
        tags.push(Tag {
            name,
            end,
            attributes,
            text,
        });
    }
    tags
}

pub const EMPTY: [&str; 6] = ["meta", "br", "link", "hr", "img", "input"];
/// Checks that every opened element is closed, in the right order.
pub fn balanced(page: &str, tags: &[Tag<'_>]) {
    let mut open = vec![];
    for tag in tags {
        if tag.end {
            let last = open.pop();
            assert_eq!(last, Some(tag.name), "{page}: </{}> closes it", tag.name);
        } else if !EMPTY.contains(&tag.name) {
            open.push(tag.name);
        }
    }
    assert!(open.is_empty(), "{page}: {open:?}");
}

/// Returns the tags of a page in order, without those that close themselves.
pub fn written(html: &str) -> Vec<Tag<'_>> {
    let mut all = vec![];
    for piece in html.split('<').skip(1) {
        let inside = piece.split_once('>').expect("a tag ends").0;
        all.push(inside.ends_with('/'));
    }
    tags(html)
        .into_iter()
        .zip(
            all.into_iter()
                .skip(usize::from(html.trim_start().starts_with("<!"))),
        )
        .filter(|(_, alone)| !alone)
        .map(|(tag, _)| tag)
        .collect()
}

/// Returns the relative luminance of a color, as defined by WCAG.
pub fn luminance(color: &str) -> f64 {
    let hex = color.strip_prefix('#').unwrap_or_else(|| panic!("{color}"));
    let hex: String = if hex.len() == 3 {
        hex.chars().flat_map(|c| [c, c]).collect()
    } else {
        hex.to_owned()
    };
    let part = |n: usize| {
        let value = u32::from_str_radix(&hex[n..n + 2], 16).expect("hex");
        let value = f64::from(value) / 255.0;
        if value <= 0.04045 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * part(0) + 0.7152 * part(2) + 0.0722 * part(4)
}
