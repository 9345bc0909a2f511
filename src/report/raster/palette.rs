//! A picture with a palette, as PNG: a drawing has few colors, so it takes a third of the bytes.

use png::{BitDepth, ColorType, Compression, Encoder, EncodingError, Filter};
use resvg::tiny_skia::Pixmap;
use std::collections::BTreeMap;

/// A color: red, green and blue.
type Color = [u8; 3];

/// The square of the distance from which two colors differ clearly.
const CLEARLY: u32 = 26 * 26;

/// Encodes an opaque picture with its most frequent colors; the others, at the edges of shapes, become the nearest of
/// these.
///
/// # Errors
/// Returns [`EncodingError`] if the picture is too large for the format.
pub(super) fn encode(picture: &Pixmap, colors: usize) -> Result<Vec<u8>, EncodingError> {
    let runs = runs(picture.data());
    let mut counts: BTreeMap<Color, usize> = BTreeMap::new();
    for (color, length) in &runs {
        *counts.entry(*color).or_default() += length;
    }
    let palette = chosen(&counts, colors.min(256));
    let index: BTreeMap<Color, u8> = counts
        .into_keys()
        .map(|c| (c, nearest(&palette, c)))
        .collect();
    let mut pixels = Vec::with_capacity(picture.data().len() / 4);
    for (color, length) in runs {
        pixels.resize(pixels.len() + length, index[&color]);
    }
    let mut bytes = vec![];
    let mut encoder = Encoder::new(&mut bytes, picture.width(), picture.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.concat());
    encoder.set_compression(Compression::High);
    // Neighbours in a palette are not near in color, so differences do not compress better.
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(bytes)
}

/// Returns the colors of pixels in a row, with the number of pixels that have them: a drawing consists of long runs.
fn runs(data: &[u8]) -> Vec<(Color, usize)> {
    let mut runs: Vec<(Color, usize)> = vec![];
    let mut rest = data;
    while let Some(pixel) = rest.first_chunk::<4>() {
        let same = rest.chunks_exact(4).take_while(|next| *next == pixel);
        let length = same.count();
        runs.push(([pixel[0], pixel[1], pixel[2]], length));
        rest = &rest[length * 4..];
    }
    runs
}

/// Returns the colors of a palette: the most frequent ones that differ clearly from each other, and then others. The
/// edge of a large shape has more pixels than a small shape, whose color must stay its own.
fn chosen(counts: &BTreeMap<Color, usize>, most: usize) -> Vec<Color> {
    let mut by_count: Vec<(Color, usize)> = counts.iter().map(|(c, n)| (*c, *n)).collect();
    by_count.sort_by_key(|(color, count)| (usize::MAX - count, *color));
    let mut palette: Vec<Color> = vec![];
    for (color, _) in &by_count {
        if palette.len() < most
            && palette
                .iter()
                .all(|other| distance(*color, *other) >= CLEARLY)
        {
            palette.push(*color);
        }
    }
    for (color, _) in by_count {
        if palette.len() < most && !palette.contains(&color) {
            palette.push(color);
        }
    }
    palette
}

/// Returns the square of the distance of two colors.
fn distance(one: Color, other: Color) -> u32 {
    let pairs = one.iter().zip(other);
    pairs.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

/// Returns the index of the color in a palette that is nearest to another.
fn nearest(palette: &[Color], color: Color) -> u8 {
    let place = (0..palette.len()).min_by_key(|n| distance(palette[*n], color));
    u8::try_from(place.unwrap_or_default()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use resvg::tiny_skia;

    #[test]
    fn rare_colors_become_the_nearest_of_the_frequent_ones() {
        let mut picture = Pixmap::new(8, 8).expect("a picture");
        picture.fill(tiny_skia::Color::WHITE);
        let mut put = |at: usize, color: Color| {
            picture.data_mut()[at * 4..at * 4 + 3].copy_from_slice(&color);
        };
        for at in 0..16 {
            put(at, [200, 0, 0]);
        }
        put(20, [190, 10, 0]);
        put(40, [0, 120, 130]);
        let png = encode(&picture, 3).expect("a picture");
        let read = Pixmap::decode_png(&png).expect("a picture");
        let at = |x, y| read.pixel(x, y).map(|p| [p.red(), p.green(), p.blue()]);
        assert_eq!(at(0, 0), Some([200, 0, 0]));
        assert_eq!(at(4, 2), Some([200, 0, 0]));
        assert_eq!(at(0, 5), Some([0, 120, 130]));
        assert_eq!(at(7, 7), Some([255, 255, 255]));
        assert_eq!(encode(&picture, 3).expect("a picture"), png);
    }
}
