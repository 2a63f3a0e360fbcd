//! The picture while there is work: the last one, and the progress of the work.

use jetan_debug::command::grouped;
use ratatui::buffer::Buffer;

use super::layout::layout;
use crate::look::TerminalLook;
use crate::paint;

/// The progress of the work.
pub struct WorkProgress<'p> {
    pub(super) shown: &'p Buffer,
    pub(super) look: TerminalLook,
    pub(super) line: &'p str,
    pub(super) count: u64,
}

impl WorkProgress<'_> {
    /// The step that is being looked at.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Draws the last picture with a line about the work in it.
    pub fn draw(&self, buffer: &mut Buffer) {
        if buffer.area.is_empty() {
            return;
        }
        // The terminal may have another size since the last picture.
        let seen = self.shown.area.intersection(buffer.area);
        for place in seen.positions() {
            if let (Some(from), Some(to)) = (self.shown.cell(place), buffer.cell_mut(place)) {
                to.clone_from(from);
            }
        }
        // Only the line for messages is used, which zooming does not move.
        let place = layout(buffer.area, false);
        let area = if place.message.is_empty() { place.prompt } else { place.message };
        let count = grouped(self.count);
        let words = format!(" {}: at {count}; Esc or Ctrl-C stops it", self.line);
        let style = self.look.mark(paint::BAR, paint::WARM);
        buffer.set_style(area, style);
        // The style alone would leave the old message readable behind a shorter one.
        let blank = " ".repeat(usize::from(area.width));
        buffer.set_stringn(area.x, area.y, blank, usize::from(area.width), style);
        buffer.set_stringn(area.x, area.y, words, usize::from(area.width), style);
    }
}
