//! Square pixels in a terminal: each character shows two of them, one above the other.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::look::{Rgb, TerminalLook};

/// A picture of pixels; those that nobody painted let the ground be seen.
#[derive(Clone, Debug)]
pub struct PixelCanvas {
    width: usize,
    height: usize,
    pixels: Vec<Option<Rgb>>,
}

impl PixelCanvas {
    /// An empty picture; a row of the terminal is two pixels high.
    pub fn new(width: u16, height: u16) -> PixelCanvas {
        let (width, height) = (usize::from(width), usize::from(height));
        PixelCanvas { width, height, pixels: vec![None; width * height] }
    }

    /// The colour of a pixel, if it was painted.
    pub fn pixel(&self, x: i32, y: i32) -> Option<Rgb> {
        self.index(x, y).and_then(|index| self.pixels[index])
    }

    /// Paints a pixel; outside of the picture nothing happens.
    pub fn set(&mut self, x: i32, y: i32, colour: Rgb) {
        if let Some(index) = self.index(x, y) {
            self.pixels[index] = Some(colour);
        }
    }

    /// Paints a rectangle.
    pub fn fill(&mut self, x: i32, y: i32, width: i32, height: i32, colour: Rgb) {
        for row in y..y + height {
            for column in x..x + width {
                self.set(column, row, colour);
            }
        }
    }

    /// Paints a rectangle without its four corners.
    pub fn fill_round(&mut self, x: i32, y: i32, width: i32, height: i32, colour: Rgb) {
        // Without its corners a square of three pixels would be a cross.
        if width < 4 || height < 4 {
            return self.fill(x, y, width, height, colour);
        }
        self.fill(x + 1, y, width - 2, height, colour);
        self.fill(x, y + 1, width, height - 2, colour);
    }

    /// Shows the picture with its corner at the corner of `area`, cut to fit.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, look: TerminalLook) {
        let area = area.intersection(buffer.area);
        for row in 0..area.height {
            for column in 0..area.width {
                let (x, y) = (i32::from(column), 2 * i32::from(row));
                let (symbol, style) = match (self.pixel(x, y), self.pixel(x, y + 1)) {
                    (None, None) => continue,
                    // One colour needs no half block.
                    (Some(upper), Some(lower)) if upper == lower => (" ", look.ground(upper)),
                    (Some(upper), Some(lower)) => ("▀", look.paint(upper, lower)),
                    (Some(upper), None) => ("▀", look.ink(upper)),
                    (None, Some(lower)) => ("▄", look.ink(lower)),
                };
                if let Some(cell) = buffer.cell_mut((area.x + column, area.y + row)) {
                    cell.set_symbol(symbol).set_style(Style::reset().patch(style));
                }
            }
        }
    }

    fn index(&self, x: i32, y: i32) -> Option<usize> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        (x < self.width && y < self.height).then_some(y * self.width + x)
    }
}

/// A colour between two others: at 0 the first, at 1 the second.
pub fn blend(first: Rgb, second: Rgb, part: f32) -> Rgb {
    let part = part.clamp(0.0, 1.0);
    let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * part).round() as u8;
    (mix(first.0, second.0), mix(first.1, second.1), mix(first.2, second.2))
}

#[cfg(test)]
mod tests {
    use ratatui::buffer::Cell;

    use super::*;

    #[test]
    fn two_pixels_share_a_character() {
        let mut canvas = PixelCanvas::new(4, 3);
        canvas.fill(0, 0, 2, 1, (255, 0, 0));
        canvas.fill(1, 1, 2, 1, (255, 0, 0));
        canvas.set(3, 2, (0, 0, 255));
        canvas.set(-1, 9, (0, 0, 255));
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 2));
        canvas.draw(buffer.area, &mut buffer, TerminalLook::FULL);
        let symbols: Vec<&str> = buffer.content.iter().map(Cell::symbol).collect();
        assert_eq!(symbols, ["▀", " ", "▄", " ", " ", " ", " ", "▀"]);
    }

    #[test]
    fn colours_blend() {
        assert_eq!(blend((0, 100, 200), (200, 100, 0), 0.5), (100, 100, 100));
        assert_eq!(blend((1, 2, 3), (200, 100, 0), -1.0), (1, 2, 3));
    }
}
