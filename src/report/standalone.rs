//! A drawing by itself, outside any page: its colors are those of paper, written out.

use super::{Page, ReportError};
use std::collections::BTreeMap;

/// Stands for what a game's own style does not name.
const NO_COLOR: &str = "#808080";

impl Page<'_> {
    /// The game's picture as a file of SVG that needs no page around it.
    ///
    /// # Errors
    /// [`ReportError`] if a template is not there or fails.
    pub fn picture(&self) -> Result<String, ReportError> {
        let svg = self.own("picture.svg.j2")?;
        let mut style = self
            .words
            .fill("style.css.j2", &self.context.clone().into())?;
        style.push_str(&self.own("style.css.j2")?);
        Ok(resolved(&svg, &colors(&style)))
    }

    /// A template of the game's own ruleset.
    fn own(&self, name: &str) -> Result<String, ReportError> {
        let name = format!("{}/{name}", self.words.ruleset);
        self.words.fill(&name, &self.context.clone().into())
    }

    /// The same as a PNG.
    ///
    /// # Errors
    /// [`ReportError`] if a template is not there or fails, or what it draws cannot be made a picture.
    #[cfg(feature = "png")]
    pub fn png(&self) -> Result<Vec<u8>, ReportError> {
        super::raster::png(&self.picture()?)
    }
}

/// The colors that a style names for paper; those for the dark stand in blocks of their own.
fn colors(style: &str) -> BTreeMap<&str, &str> {
    let mut named = BTreeMap::new();
    for paper in without_media(style) {
        for block in paper.split(":root{").skip(1) {
            let block = block.split('}').next().unwrap_or_default();
            let rules = block.split(';').filter_map(|rule| {
                let (name, color) = rule.trim().strip_prefix("--")?.split_once(':')?;
                Some((name.trim(), color.trim()))
            });
            // A later one goes before an earlier one.
            named.extend(rules);
        }
    }
    named
}

/// The parts of a style that hold for all media.
fn without_media(style: &str) -> Vec<&str> {
    let mut parts = vec![];
    let mut rest = style;
    while let Some(at) = rest.find("@media") {
        parts.push(&rest[..at]);
        let mut depth = 0_usize;
        let end = rest[at..].char_indices().find_map(|(n, c)| match c {
            '{' => {
                depth += 1;
                None
            }
            '}' if depth <= 1 => Some(at + n + 1),
            '}' => {
                depth -= 1;
                None
            }
            _ => None,
        });
        rest = end.map_or("", |end| &rest[end..]);
    }
    parts.push(rest);
    parts
}

fn resolved(svg: &str, colors: &BTreeMap<&str, &str>) -> String {
    let mut parts = svg.split("var(--");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(')').unwrap_or((part, ""));
        out.push_str(colors.get(name).unwrap_or(&NO_COLOR));
        out.push_str(rest);
    }
    let out = out.trim().to_owned();
    if out.contains("xmlns=") {
        out
    } else {
        out.replacen("<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" ", 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_those_of_paper() {
        let style = ":root{color-scheme:light dark;--ink:#000;--up:#fff}\n@media (prefers-color-scheme:dark){:root{--ink:#eee}}:root{--own:red;--up:#fed}";
        let named = colors(style);
        assert_eq!(named["ink"], "#000");
        assert_eq!((named["own"], named["up"]), ("red", "#fed"));
        assert_eq!(
            resolved(
                "<svg fill=\"var(--ink)\"><g stroke=\"var(--own)\" fill=\"var(--none)\"/></svg>",
                &named
            ),
            "<svg xmlns=\"http://www.w3.org/2000/svg\" fill=\"#000\"><g stroke=\"red\" fill=\"#808080\"/></svg>"
        );
    }
}
