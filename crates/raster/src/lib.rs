//! Renders an SVG drawing as a PNG, for readers whose mail program shows no SVG. The bytes are the same on every machine.
//!
//! No system font is used: letters are outlines embedded in this crate, and the renderer receives a drawing without
//! text. No external resource is loaded. Colors are values, not CSS variables.
//!
//! ```
//! let svg = r#"<svg viewBox="0 0 40 20"><text x="2" y="15" fill="teal">Hi</text></svg>"#;
//! let png = chronojudge_raster::png(svg)?;
//! assert!(png.starts_with(b"\x89PNG"));
//! # Ok::<(), chronojudge_raster::RasterError>(())
//! ```

#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

mod letters;
mod palette;

use letters::Letters;
use resvg::{
    tiny_skia::{Color, Pixmap, Transform},
    usvg::{
        self, ImageHrefResolver, Options, Tree,
        roxmltree::{Document, Error, Node},
    },
};
use std::fmt::Write as _;

/// The width of a picture of its own, in pixels.
const WIDTH: f32 = 1000.0;

/// The number of pixels of a picture in a mail, for a drawing of any shape, and its maximum length in bytes.
const MAILED: f32 = 540_000.0;
const MOST_MAILED: usize = 48 << 10;

/// The numbers of colors of the two.
const COLORS: usize = 256;
const MAILED_COLORS: usize = 40;

/// The maximum height of a picture, as a multiple of its width.
const HIGH: f32 = 4.0;

/// The attributes of text, which outlines do not have.
const SPOKEN: [&str; 5] = [
    "font-size",
    "font-weight",
    "font-style",
    "font-family",
    "text-anchor",
];

/// The reason why a drawing could not be rendered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RasterError {
    /// The text is not XML.
    #[error("{0}")]
    Xml(#[from] Error),
    /// The XML is not an SVG drawing.
    #[error("{0}")]
    Drawing(#[from] usvg::Error),
    /// The height that follows from the drawing's shape is less than a pixel, or more than four times the width.
    #[error("its height is out of range")]
    Height,
    /// The picture has more pixels than the renderer can hold.
    #[error("it is too large")]
    Size,
    /// The PNG could not be written.
    #[error("{0}")]
    Png(#[from] png::EncodingError),
}

/// Renders a drawing as a PNG of its own, 1,000 pixels wide.
///
/// # Errors
/// Returns [`RasterError`] if the text is not an SVG drawing, or if its shape is out of range.
pub fn png(svg: &str) -> Result<Vec<u8>, RasterError> {
    Drawing::read(svg)?.rendered(|_| WIDTH, COLORS)
}

/// Renders a drawing as a PNG for a mail, of at most 48 KB: a drawing with many details is made smaller.
///
/// # Errors
/// As for [`png()`].
pub fn mailed_png(svg: &str) -> Result<Vec<u8>, RasterError> {
    let drawing = Drawing::read(svg)?;
    let of = |pixels: f32| {
        let width = move |shape: f32| (pixels / shape).sqrt().min(WIDTH).floor();
        drawing.rendered(width, MAILED_COLORS)
    };
    let mut pixels = MAILED;
    let mut picture = of(pixels)?;
    while picture.len() > MOST_MAILED && pixels > MAILED / 4.0 {
        pixels *= 0.8;
        picture = of(pixels)?;
    }
    Ok(picture)
}

/// A drawing that is ready to be rendered.
struct Drawing(Tree);

impl Drawing {
    fn read(svg: &str) -> Result<Self, RasterError> {
        let options = Options {
            image_href_resolver: ImageHrefResolver {
                resolve_data: Box::new(|_, _, _| None),
                resolve_string: Box::new(|_, _| None),
            },
            ..Options::default()
        };
        Ok(Self(Tree::from_str(&outlined(svg)?, &options)?))
    }

    /// Renders the drawing with a width that follows from its shape, the height of a width of 1.
    fn rendered(&self, width: impl Fn(f32) -> f32, colors: usize) -> Result<Vec<u8>, RasterError> {
        let size = self.0.size();
        let width = width(size.height() / size.width());
        let scale = width / size.width();
        let high = (size.height() * scale).ceil();
        if !(1.0..=WIDTH * HIGH).contains(&high) || width < 1.0 {
            return Err(RasterError::Height);
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the range was checked above"
        )]
        let (wide, high) = (width as u32, high as u32);
        let mut picture = Pixmap::new(wide, high).ok_or(RasterError::Size)?;
        picture.fill(Color::WHITE);
        let scaled = Transform::from_scale(scale, scale);
        resvg::render(&self.0, scaled, &mut picture.as_mut());
        Ok(palette::encode(&picture, colors)?)
    }
}

/// Returns the drawing with its texts replaced by outlines.
fn outlined(svg: &str) -> Result<String, Error> {
    let document = Document::parse(svg)?;
    let letters = Letters::read();
    let mut out = String::with_capacity(svg.len() * 4);
    element(&mut out, document.root_element(), &letters, true);
    Ok(out)
}

fn attribute(out: &mut String, name: &str, value: &str) {
    let value = value
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;");
    let _ = write!(out, " {name}=\"{value}\"");
}

fn element(out: &mut String, node: Node<'_, '_>, letters: &Letters, root: bool) {
    let name = node.tag_name().name();
    if name == "title" || name == "desc" {
        return;
    }
    let spoken = name == "text";
    let _ = write!(out, "<{}", if spoken { "path" } else { name });
    if root {
        attribute(out, "xmlns", "http://www.w3.org/2000/svg");
    }
    for given in node.attributes() {
        let place = spoken && ["x", "y"].contains(&given.name());
        if !place && !SPOKEN.contains(&given.name()) && !given.name().starts_with("aria") {
            attribute(out, given.name(), given.value());
        }
    }
    if spoken {
        attribute(out, "d", &outline(node, letters));
        out.push_str("/>");
        return;
    }
    out.push('>');
    for child in node.children().filter(Node::is_element) {
        element(out, child, letters, false);
    }
    let _ = write!(out, "</{name}>");
}

/// Returns a text element as one outline, at its place.
fn outline(node: Node<'_, '_>, letters: &Letters) -> String {
    let said = |name: &str| node.ancestors().find_map(|around| around.attribute(name));
    let number = |name: &str| {
        node.attribute(name)
            .and_then(|n| n.parse().ok())
            .unwrap_or(0.0)
    };
    let size = said("font-size")
        .and_then(|n| n.parse().ok())
        .unwrap_or(16.0);
    let weight: u32 = said("font-weight")
        .and_then(|n| n.parse().ok())
        .unwrap_or(400);
    let words: String = node
        .descendants()
        .filter(Node::is_text)
        .filter_map(|text| text.text())
        .collect();
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = letters.line(&words, weight >= 600, size);
    let x = number("x")
        - match said("text-anchor") {
            Some("middle") => line.width / 2.0,
            Some("end") => line.width,
            _ => 0.0,
        };
    line.at(x, number("y"), said("font-style") == Some("italic"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_become_outlines_where_they_stood() {
        let svg = r##"<svg viewBox="0 0 100 50" font-size="10"><title>T</title><g text-anchor="middle"><text x="50" y="20" fill="#f00">II</text></g></svg>"##;
        let out = outlined(svg).expect("a drawing");
        assert!(!out.contains("<text") && !out.contains("<title"), "{out}");
        assert!(out.contains("fill=\"#f00\""), "{out}");
        let png = png(svg).expect("a picture");
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        let picture = Pixmap::decode_png(&png).expect("a picture");
        assert_eq!((picture.width(), picture.height()), (1000, 500));
        // Red only around the middle, in the upper half.
        let red = |x, y| {
            let pixel = picture.pixel(x, y).expect("a pixel");
            pixel.red() > 200 && pixel.green() < 60
        };
        let all = (0..1000).flat_map(|x| (0..500).map(move |y| (x, y)));
        let found: Vec<(u32, u32)> = all.filter(|(x, y)| red(*x, *y)).collect();
        assert!(found.len() > 200, "{}", found.len());
        assert!(
            found
                .iter()
                .all(|(x, y)| (450..550).contains(x) && (100..=200).contains(y))
        );
    }

    #[test]
    fn rejects_text_that_is_not_a_drawing() {
        for bad in ["", "<svg", "<svg viewBox=\"0 0 1 9999\"></svg>", "words"] {
            assert!(png(bad).is_err(), "{bad}");
        }
    }
}
