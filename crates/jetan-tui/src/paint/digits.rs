//! Digits of three by five pixels, for numbers that are to be seen from afar.

use super::canvas::PixelCanvas;
use crate::look::Rgb;

const ROWS: i32 = 5;
const COLUMNS: i32 = 3;

/// The rows of each digit from the top, three bits each, the left pixel highest.
const DIGITS: [[u8; ROWS as usize]; 10] = [
    [0b111, 0b101, 0b101, 0b101, 0b111],
    [0b010, 0b110, 0b010, 0b010, 0b111],
    [0b111, 0b001, 0b111, 0b100, 0b111],
    [0b111, 0b001, 0b111, 0b001, 0b111],
    [0b101, 0b101, 0b111, 0b001, 0b001],
    [0b111, 0b100, 0b111, 0b001, 0b111],
    [0b111, 0b100, 0b111, 0b101, 0b111],
    [0b111, 0b001, 0b010, 0b010, 0b010],
    [0b111, 0b101, 0b111, 0b101, 0b111],
    [0b111, 0b101, 0b111, 0b001, 0b111],
];

/// The largest whole size at which a number of so many digits fits; 0 if none does.
pub fn scale_in(digits: usize, width: i32, height: i32) -> i32 {
    (width / columns(digits)).min(height / ROWS).max(0)
}

/// Paints a number in the middle of a rectangle.
pub fn paint(
    canvas: &mut PixelCanvas,
    number: u32,
    place: (i32, i32, i32, i32),
    scale: i32,
    ink: Rgb,
) {
    let text = number.to_string();
    let (x, y, width, height) = place;
    let left = x + (width - columns(text.len()) * scale) / 2;
    let top = y + (height - ROWS * scale) / 2;
    for (at, digit) in text.bytes().enumerate() {
        let left = left + at as i32 * (COLUMNS + 1) * scale;
        for (row, bits) in DIGITS[usize::from(digit - b'0')].iter().enumerate() {
            for column in (0..COLUMNS).filter(|column| bits >> (COLUMNS - 1 - column) & 1 == 1) {
                let (x, y) = (left + column * scale, top + row as i32 * scale);
                canvas.fill(x, y, scale, scale, ink);
            }
        }
    }
}

/// The width of a number of so many digits, in pixels.
fn columns(digits: usize) -> i32 {
    // A free column between two digits, and none after the last.
    (digits as i32 * (COLUMNS + 1) - 1).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_readable() {
        let mut canvas = PixelCanvas::new(9, 5);
        paint(&mut canvas, 42, (0, 0, 9, 5), 1, (1, 1, 1));
        let rows: Vec<String> = (0..5)
            .map(|y| (0..9).map(|x| if canvas.pixel(x, y).is_some() { '#' } else { '.' }).collect())
            .collect();
        let drawn = [".#.#.###.", ".#.#...#.", ".###.###.", "...#.#...", "...#.###."];
        assert_eq!(rows, drawn);
    }

    #[test]
    fn numbers_are_as_large_as_fits() {
        assert_eq!(scale_in(1, 24, 24), 4);
        assert_eq!(scale_in(4, 24, 24), 1);
        assert_eq!(scale_in(5, 18, 24), 0);
    }
}
