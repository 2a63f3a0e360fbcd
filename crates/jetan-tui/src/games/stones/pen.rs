//! Writes into a part of a buffer and nowhere else, whatever the coordinates.

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use crate::look::TerminalLook;

/// The buffer to draw in, and the look to use.
pub(crate) struct ClippedPen<'a> {
    pub(crate) buffer: &'a mut Buffer,
    area: Rect,
    pub(crate) look: TerminalLook,
}

impl<'a> ClippedPen<'a> {
    /// A pen for this part of the buffer.
    pub(crate) fn new(buffer: &'a mut Buffer, area: Rect, look: TerminalLook) -> ClippedPen<'a> {
        let area = area.intersection(buffer.area);
        ClippedPen { buffer, area, look }
    }

    /// Puts one character into a cell of the terminal.
    pub(crate) fn put(&mut self, x: i32, y: i32, letter: char, style: Style) {
        if let Some(cell) = self.cell(x, y) {
            cell.set_char(letter).set_style(style);
        }
    }

    /// A style over what is there.
    pub(crate) fn tint(&mut self, x: i32, y: i32, style: Style) {
        if let Some(cell) = self.cell(x, y) {
            cell.set_style(style);
        }
    }

    /// Words; every character is one cell wide.
    pub(crate) fn text(&mut self, x: i32, y: i32, text: &str, style: Style) {
        for (idx, letter) in (0..).zip(text.chars()) {
            self.put(x + idx, y, letter, style);
        }
    }

    /// A line in several styles.
    pub(crate) fn line(&mut self, x: i32, y: i32, line: &Line<'_>) {
        let letters = line
            .spans
            .iter()
            .flat_map(|span| span.content.chars().map(|letter| (letter, span.style)));
        for (idx, (letter, style)) in (0..).zip(letters) {
            self.put(x + idx, y, letter, line.style.patch(style));
        }
    }

    /// A line in the middle of so many cells; one that is wider begins with them.
    pub(crate) fn centred(&mut self, x: i32, y: i32, width: i32, line: &Line<'_>) {
        self.line(x + (width - line.width() as i32).max(0) / 2, y, line);
    }

    fn cell(&mut self, x: i32, y: i32) -> Option<&mut Cell> {
        // Coordinates may be negative or outside of the area: callers do not cut what they draw.
        let (x, y) = (u16::try_from(x).ok()?, u16::try_from(y).ok()?);
        if !self.area.contains((x, y).into()) {
            return None;
        }
        self.buffer.cell_mut((x, y))
    }
}

/// The first of two characters, or the second if only ASCII can be drawn.
pub(crate) fn pick(look: TerminalLook, full: char, ascii: char) -> char {
    if look.is_ascii { ascii } else { full }
}
