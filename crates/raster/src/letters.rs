//! The outlines of letters, for pictures without fonts.

use std::{collections::BTreeMap, fmt::Write as _};

const OUTLINES: &str = include_str!("glyphs.txt");

/// The units of an outline in one em.
const EM: f64 = 2048.0;

/// The outlines by weight (true for bold) and letter.
#[derive(Debug)]
pub(crate) struct Letters(BTreeMap<(bool, char), Letter>);

#[derive(Clone, Copy, Debug)]
struct Letter {
    wide: f64,
    path: &'static str,
}

/// A line of text without a position.
#[derive(Debug)]
pub(crate) struct Line {
    pub width: f64,
    scale: f64,
    letters: Vec<(f64, Letter)>,
}

impl Letters {
    /// Reads the embedded outlines.
    pub(crate) fn read() -> Self {
        let read = |line: &'static str| {
            let mut parts = line.splitn(4, ' ');
            let bold = parts.next()? == "b";
            let letter = char::from_u32(parts.next()?.parse().ok()?)?;
            let wide = parts.next()?.parse().ok()?;
            let path = parts.next()?;
            Some(((bold, letter), Letter { wide, path }))
        };
        Self(OUTLINES.lines().filter_map(read).collect())
    }

    /// Returns the outline of a letter; a letter missing in one weight is taken from the other, and an unknown letter
    /// becomes a `?`.
    fn letter(&self, bold: bool, c: char) -> Option<Letter> {
        let known = |bold, c| self.0.get(&(bold, c)).copied();
        known(bold, c)
            .or_else(|| known(!bold, c))
            .or_else(|| known(bold, '?'))
    }

    pub(crate) fn line(&self, words: &str, bold: bool, size: f64) -> Line {
        let scale = size / EM;
        let mut width = 0.0;
        let mut letters = vec![];
        for letter in words.chars().filter_map(|c| self.letter(bold, c)) {
            letters.push((width, letter));
            width += letter.wide * scale;
        }
        Line {
            width,
            scale,
            letters,
        }
    }
}

impl Line {
    /// Returns the outline of the line, with the left end of its baseline at a point.
    pub(crate) fn at(&self, x: f64, y: f64, slanted: bool) -> String {
        let lean = if slanted { 0.2 } else { 0.0 };
        let mut d = String::new();
        for (along, letter) in &self.letters {
            let mut rest = letter.path;
            while let Some(command) = rest.chars().next() {
                rest = &rest[1..];
                let end = rest
                    .find(|c: char| c.is_ascii_uppercase())
                    .unwrap_or(rest.len());
                d.push(command);
                let mut numbers = rest[..end].split(' ').filter_map(|n| n.parse::<f64>().ok());
                while let (Some(px), Some(py)) = (numbers.next(), numbers.next()) {
                    let _ = write!(
                        d,
                        "{:.2} {:.2} ",
                        x + along + (px + py * lean) * self.scale,
                        y - py * self.scale
                    );
                }
                rest = &rest[end..];
            }
        }
        d
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_ascii_letter_has_an_outline() {
        let letters = Letters::read();
        for c in ' '..='~' {
            for bold in [false, true] {
                assert!(letters.0.contains_key(&(bold, c)), "{c:?}");
            }
        }
        assert!(letters.0.contains_key(&(false, 'ü')));
        let (one, two) = (
            letters.line("E", false, 10.0),
            letters.line("EE", false, 10.0),
        );
        assert!((two.width - 2.0 * one.width).abs() < 1e-9 && one.width > 5.0);
        assert!(
            letters.line("\u{4e2d}", false, 10.0).width > 3.0,
            "a mark for what is missing"
        );
    }
}
