//! Large digits, drawn with half blocks: each row of the screen shows two rows of dots.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Digits three dots wide and five high, from 1 to 9; a row of dots is a number in base two.
const SMALL: [[u8; 5]; 9] = [
    [0b010, 0b110, 0b010, 0b010, 0b111],
    [0b111, 0b001, 0b111, 0b100, 0b111],
    [0b111, 0b001, 0b111, 0b001, 0b111],
    [0b101, 0b101, 0b111, 0b001, 0b001],
    [0b111, 0b100, 0b111, 0b001, 0b111],
    [0b111, 0b100, 0b111, 0b101, 0b111],
    [0b111, 0b001, 0b001, 0b010, 0b010],
    [0b111, 0b101, 0b111, 0b101, 0b111],
    [0b111, 0b101, 0b111, 0b001, 0b111],
];

/// Digits five dots wide and seven high.
const LARGE: [[u8; 7]; 9] = [
    [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
    [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111],
    [0b01110, 0b10001, 0b00001, 0b00110, 0b00001, 0b10001, 0b01110],
    [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
    [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110],
    [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110],
    [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000],
    [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110],
    [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100],
];

/// Draws a digit into the middle of a cell; false if it is not a digit or the cell is too small.
pub(super) fn draw(value: u8, cell: Rect, style: Style, buffer: &mut Buffer) -> bool {
    // 0 becomes the largest index, which both tests below refuse.
    let at = usize::from(value).wrapping_sub(1);
    let (rows, width): (&[u8], u16) = match (cell.width, cell.height) {
        (11.., 5..) if at < LARGE.len() => (&LARGE[at], 5),
        (7.., 3..) if at < SMALL.len() => (&SMALL[at], 3),
        _ => return false,
    };
    let left = cell.x + (cell.width - width) / 2;
    let first = (2 * cell.height - rows.len() as u16) / 2;
    let is_dark = |row: u16, column: u16| {
        let row = row.checked_sub(first).and_then(|row| rows.get(usize::from(row)));
        row.is_some_and(|dots| dots >> (width - 1 - column) & 1 == 1)
    };
    for y in 0..cell.height {
        for x in 0..width {
            let sign = match (is_dark(2 * y, x), is_dark(2 * y + 1, x)) {
                (true, true) => "█",
                (true, false) => "▀",
                (false, true) => "▄",
                (false, false) => continue,
            };
            buffer.set_string(left + x, cell.y + y, sign, style);
        }
    }
    true
}
