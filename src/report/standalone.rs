//! A drawing as a file of its own: the CSS variables of its colors are replaced by their values for paper.

use super::{Page, ReportError};
use std::collections::BTreeMap;

/// The color for a variable that the styles do not define.
const NO_COLOR: &str = "#808080";

impl Page<'_> {
    /// Returns the game's picture as an SVG file that needs no page around it.
    ///
    /// # Errors
    /// Returns [`ReportError`] if a template is missing or fails.
    pub(crate) fn picture(&self) -> Result<String, ReportError> {
        let svg = self.own("picture.svg.j2")?;
        let mut style = self
            .words
            .fill("style.css.j2", &self.context.clone().into())?;
        style.push_str(&self.own("style.css.j2")?);
        Ok(resolved(&svg, &colors(&style)))
    }

    /// Renders a template of the game's own ruleset.
    fn own(&self, name: &str) -> Result<String, ReportError> {
        let name = format!("{}/{name}", self.words.ruleset);
        self.words.fill(&name, &self.context.clone().into())
    }

    /// Returns the game's picture as a PNG.
    ///
    /// # Errors
    /// Returns [`ReportError`] if a template is missing or fails, or if its drawing cannot be rendered.
    #[cfg(feature = "png")]
    pub(crate) fn png(&self) -> Result<Vec<u8>, ReportError> {
        chronojudge_raster::png(&self.picture()?).map_err(unrendered)
    }

    /// Returns the game's picture as a PNG for a mail.
    ///
    /// # Errors
    /// Returns [`ReportError`] if the picture cannot be rendered.
    #[cfg(feature = "png")]
    pub fn mailed_picture(&self) -> Result<Vec<u8>, ReportError> {
        chronojudge_raster::mailed_png(&self.picture()?).map_err(unrendered)
    }
}

#[cfg(feature = "png")]
#[expect(clippy::needless_pass_by_value, reason = "it is given to map_err")]
fn unrendered(why: chronojudge_raster::RasterError) -> ReportError {
    ReportError::Picture(why.to_string())
}

/// Returns the colors that a style defines for paper; those for dark mode are in `@media` blocks.
pub(super) fn colors(style: &str) -> BTreeMap<&str, &str> {
    let mut named = BTreeMap::new();
    for paper in without_media(style) {
        for block in paper.split(":root{").skip(1) {
            let block = block.split('}').next().unwrap_or_default();
            let rules = block.split(';').filter_map(|rule| {
                let (name, color) = rule.trim().strip_prefix("--")?.split_once(':')?;
                Some((name.trim(), color.trim()))
            });
            // A later definition overrides an earlier one.
            named.extend(rules);
        }
    }
    named
}

/// Returns the parts of a style that apply to all media.
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
    fn resolves_colors_for_paper() {
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
