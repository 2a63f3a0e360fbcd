//! Our own letters, as strokes of a round pen.

mod glyphs;

use glyphs::{GLYPHS, Glyph, UNKNOWN};

/// The height of capitals on the grid of the glyphs.
const CAPITAL_HEIGHT: f32 = 100.0;

/// Between two characters, from the middle of one stroke to the middle of the next.
const GLYPH_GAP: f32 = 30.0;

/// A straight piece of a stroke, in capital heights from the upper left end of the text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stroke {
    pub(crate) from: (f32, f32),
    pub(crate) to: (f32, f32),
}

/// The width of a text, in heights of its capitals, from the middle of its first stroke on.
pub(crate) fn width(text: &str) -> f32 {
    let widths: f32 = text.chars().map(|c| f32::from(glyph(c).width) + GLYPH_GAP).sum();
    // There is no gap after the last character, and an empty text has not even that one.
    (widths - GLYPH_GAP).max(0.0) / CAPITAL_HEIGHT
}

/// Hands out the strokes of a text.
pub(crate) fn strokes(text: &str, mut draw: impl FnMut(Stroke)) {
    let mut left = 0.0;
    for character in text.chars() {
        let glyph = glyph(character);
        let place = |(x, y): (f32, f32)| ((x + left) / CAPITAL_HEIGHT, y / CAPITAL_HEIGHT);
        trace(glyph.path, |from, to| draw(Stroke { from: place(from), to: place(to) }));
        left += f32::from(glyph.width) + GLYPH_GAP;
    }
}

fn glyph(character: char) -> &'static Glyph {
    // Control characters wrap to an index beyond the table, and are drawn as unknown.
    let idx = (character as usize).wrapping_sub(' ' as usize);
    // A visible box: a text whose characters vanish would look like a mistake of the program.
    GLYPHS.get(idx).unwrap_or(&UNKNOWN)
}

type Point = (f32, f32);

/// Follows a path; see `glyphs.rs` for what it is made of.
fn trace(path: &str, mut line: impl FnMut(Point, Point)) {
    let mut words = path.split(' ');
    let mut pen = (0.0, 0.0);
    while let Some((command, to)) = words.next().and_then(|word| next_point(word, &mut words)) {
        match command {
            b'M' => {}
            b'L' => line(pen, to),
            b'H' => curve(
                pen,
                (arc_handle(pen.0, to.0), pen.1),
                (to.0, arc_handle(to.1, pen.1)),
                to,
                &mut line,
            ),
            b'V' => curve(
                pen,
                (pen.0, arc_handle(pen.1, to.1)),
                (arc_handle(to.0, pen.0), to.1),
                to,
                &mut line,
            ),
            _ => {
                let Some((_, end)) = words.next().and_then(|x| next_point(x, &mut words)) else {
                    return;
                };
                // Raises the quadratic curve to a cubic one, which is all that `curve` draws.
                let towards = |from: Point| {
                    (from.0 + (to.0 - from.0) * 2.0 / 3.0, from.1 + (to.1 - from.1) * 2.0 / 3.0)
                };
                curve(pen, towards(pen), towards(end), end, &mut line);
                pen = end;
                continue;
            }
        }
        pen = to;
    }
}

/// The point of two words, and the letter before the first; 0 where there is none.
fn next_point<'a>(word: &str, rest: &mut impl Iterator<Item = &'a str>) -> Option<(u8, Point)> {
    let command = *word.as_bytes().first()?;
    let (command, x) = if command.is_ascii_uppercase() { (command, &word[1..]) } else { (0, word) };
    Some((command, (x.parse().ok()?, rest.next()?.parse().ok()?)))
}

/// The length of the handle of a quarter ellipse.
fn arc_handle(from: f32, to: f32) -> f32 {
    // 4/3 (√2 - 1): with handles this long a cubic curve is nearest to a quarter of a circle.
    const REACH: f32 = 0.5523;
    from + (to - from) * REACH
}

/// A cubic curve, as short lines.
fn curve(a: Point, b: Point, c: Point, d: Point, line: &mut impl FnMut(Point, Point)) {
    const PIECES: u8 = 8;
    let mut from = a;
    for piece in 1..=PIECES {
        let t = f32::from(piece) / f32::from(PIECES);
        let s = 1.0 - t;
        let weights = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t];
        let mix = |p: [f32; 4]| p.iter().zip(weights).map(|(x, weight)| x * weight).sum();
        let to = (mix([a.0, b.0, c.0, d.0]), mix([a.1, b.1, c.1, d.1]));
        line(from, to);
        from = to;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_are_in_the_order_of_ascii() {
        for (code, glyph) in (b' '..).zip(&GLYPHS) {
            assert_eq!(glyph.character, char::from(code));
        }
    }

    #[test]
    fn every_path_is_drawn_to_its_end_and_stays_in_its_box() {
        for glyph in GLYPHS.iter().chain([&UNKNOWN]) {
            let Glyph { character, width, path } = *glyph;
            let mut end = None;
            trace(path, |_, to| {
                let is_inside = (-8.0..=f32::from(width) + 8.0).contains(&to.0);
                assert!(is_inside && (-8.0..=134.0).contains(&to.1), "{character}: {to:?}");
                end = Some(to);
            });
            let mut numbers = path.split([' ', 'M', 'L', 'H', 'V', 'Q']).rev();
            let mut last = || numbers.next().and_then(|number| number.parse::<f32>().ok());
            let (y, x) = (last(), last());
            assert_eq!(end, x.zip(y), "{character}");
        }
    }

    #[test]
    fn a_text_is_as_wide_as_its_characters_and_the_gaps_between() {
        assert!((width("II") - 0.3).abs() < 1e-6);
        assert!((width("H") - 0.62).abs() < 1e-6);
        assert!(width("") == 0.0);
        assert!((width("é") - 0.5).abs() < 1e-6, "drawn as a box");
    }
}
