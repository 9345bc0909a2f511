//! A picture with a palette, as PNG: a drawing has few colors, so it takes a third of the bytes.

use png::{BitDepth, ColorType, Compression, Encoder, EncodingError, Filter};
use resvg::tiny_skia::Pixmap;
use std::collections::BTreeMap;

/// A color: red, green and blue, as the lower three bytes of a number, whose order is that of the three.
type Color = u32;

/// The square of the distance from which two colors differ clearly.
const CLEARLY: i32 = 26 * 26;

/// The number of bytes of a long run that are compared at once.
const LONG: usize = 64 * 4;

/// Encodes an opaque picture with its most frequent colors; the others, at the edges of shapes, become the nearest of
/// these.
///
/// # Errors
/// Returns [`EncodingError`] if the picture is too large for the format.
pub(crate) fn encode(picture: &Pixmap, colors: usize) -> Result<Vec<u8>, EncodingError> {
    let Runs { lengths, counts } = runs(picture.data());
    let palette = chosen(&counts, colors.min(256));
    let parts: Vec<[i32; 3]> = palette.iter().map(|color| parts(*color)).collect();
    let index: Vec<u8> = counts
        .iter()
        .map(|(color, _)| nearest(&parts, *color))
        .collect();
    let mut pixels = vec![0; picture.data().len() / 4];
    let mut rest = pixels.as_mut_slice();
    for (number, length) in lengths {
        let (run, after) = rest.split_at_mut(length);
        run.fill(index[number]);
        rest = after;
    }
    let palette: Vec<u8> = palette.iter().flat_map(|color| bytes(*color)).collect();
    let mut bytes = vec![];
    let mut encoder = Encoder::new(&mut bytes, picture.width(), picture.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette);
    // The highest level takes nine times as long, for a twentieth of the bytes.
    encoder.set_compression(Compression::Balanced);
    // Neighbours in a palette are not near in color, so differences do not compress better.
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(bytes)
}

/// Returns the red, green and blue of a color.
fn bytes(color: Color) -> [u8; 3] {
    let [_, red, green, blue] = color.to_be_bytes();
    [red, green, blue]
}

/// Returns the red, green and blue of a color as numbers to calculate with.
fn parts(color: Color) -> [i32; 3] {
    bytes(color).map(i32::from)
}

/// A picture as runs of pixels of one color: a drawing consists of long ones.
struct Runs {
    /// The number of each run's color, and the number of its pixels.
    lengths: Vec<(usize, usize)>,
    /// Each color, by its number, and the number of pixels that have it.
    counts: Vec<(Color, usize)>,
}

/// Returns the runs of a picture, which is given in four bytes for each pixel.
fn runs(data: &[u8]) -> Runs {
    let mut lengths = vec![];
    let mut counts: Vec<(Color, usize)> = vec![];
    let mut numbers: BTreeMap<Color, usize> = BTreeMap::new();
    let mut rest = data;
    while let Some(&[red, green, blue, _]) = rest.first_chunk::<4>() {
        // Bytes that equal those four places earlier continue the run.
        let mut end = 4;
        while end + LONG <= rest.len() && rest[end..end + LONG] == rest[end - 4..end + LONG - 4] {
            end += LONG;
        }
        while end + 4 <= rest.len() && rest[end..end + 4] == rest[end - 4..end] {
            end += 4;
        }
        let color = Color::from_be_bytes([0, red, green, blue]);
        let number = *numbers.entry(color).or_insert(counts.len());
        if number == counts.len() {
            counts.push((color, 0));
        }
        counts[number].1 += end / 4;
        lengths.push((number, end / 4));
        rest = &rest[end..];
    }
    Runs { lengths, counts }
}

/// Returns the colors of a palette: the most frequent ones that differ clearly from each other, and then others. The
/// edge of a large shape has more pixels than a small shape, whose color must stay its own.
fn chosen(counts: &[(Color, usize)], most: usize) -> Vec<Color> {
    let mut by_count = counts.to_vec();
    by_count.sort_unstable_by_key(|(color, count)| (usize::MAX - count, *color));
    let mut palette: Vec<Color> = vec![];
    let mut chosen: Vec<[i32; 3]> = vec![];
    for (color, _) in &by_count {
        if palette.len() == most {
            return palette;
        }
        let own = parts(*color);
        if chosen.iter().all(|other| distance(own, *other) >= CLEARLY) {
            palette.push(*color);
            chosen.push(own);
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
fn distance(one: [i32; 3], other: [i32; 3]) -> i32 {
    let [red, green, blue] = [one[0] - other[0], one[1] - other[1], one[2] - other[2]];
    red * red + green * green + blue * blue
}

/// Returns the index of the color in a palette that is nearest to another; of two that are equally near, the first.
fn nearest(palette: &[[i32; 3]], color: Color) -> u8 {
    let color = parts(color);
    let (mut place, mut least) = (0, i32::MAX);
    for (n, other) in palette.iter().enumerate() {
        let far = distance(*other, color);
        if far < least {
            (place, least) = (n, far);
        }
    }
    u8::try_from(place).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use resvg::tiny_skia;

    #[test]
    fn rare_colors_become_the_nearest_of_the_frequent_ones() {
        let mut picture = Pixmap::new(8, 8).expect("a picture");
        picture.fill(tiny_skia::Color::WHITE);
        let mut put = |at: usize, color: [u8; 3]| {
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

    #[test]
    fn keeps_every_pixel_of_a_picture_with_few_colors() {
        let colors: Vec<Color> = (0..7).map(|n| 0x0010_2000 + n * 0x0019_0b05).collect();
        let lengths = [1, 2, 63, 64, 65, 66, 127, 128, 129, 130, 1, 300, 64, 64];
        let pixels: Vec<Color> = (0..40)
            .flat_map(|n| std::iter::repeat_n(colors[n * 3 % 7], lengths[n % 14]))
            .collect();
        let high = u32::try_from(pixels.len() / 50).expect("a height");
        let mut picture = Pixmap::new(50, high).expect("a picture");
        picture.fill(tiny_skia::Color::WHITE);
        for (place, color) in picture.data_mut().chunks_exact_mut(4).zip(&pixels) {
            place[..3].copy_from_slice(&bytes(*color));
        }
        let png = encode(&picture, 8).expect("a picture");
        assert_eq!(Pixmap::decode_png(&png).expect("a picture"), picture);
    }
}
