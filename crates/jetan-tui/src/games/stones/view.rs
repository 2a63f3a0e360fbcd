//! A whole picture: the board, what is beside and under it, a question over it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::panel::{Card, Message, Section, draw_message, draw_sections, draw_too_small};
use super::pen::Pen;
use super::place::{Cells, Place};
use super::scene::Scene;
use crate::look::Look;

/// Everything that is drawn.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub(crate) scene: Scene,
    /// The line that replaces the sections where there is no room for them.
    pub(crate) status: Line<'static>,
    pub(crate) sections: Vec<Section>,
    pub(crate) message: Message,
    pub(crate) card: Option<Card>,
}

impl View {
    /// Draws it in this area, as large as it fits.
    pub(crate) fn draw(&self, area: Rect, buffer: &mut Buffer, look: Look) {
        let area = area.intersection(buffer.area);
        let Some(place) = Place::find(area, look) else {
            draw_too_small(area, buffer, &self.message.line(look));
            return;
        };
        let mut pen = Pen::new(buffer, area, look);
        self.scene.draw(&place, &mut pen);
        if let Some(y) = place.status_y {
            pen.centred(i32::from(area.x), y, i32::from(area.width), &self.status);
        }
        if let Some(panel) = place.panel {
            draw_sections(&self.sections, panel, pen.buffer, look);
        }
        draw_message(&self.message, area, &place, &mut pen);
        // A card would cover the whole of the smallest board; the keys 1 and 2 still answer.
        if let Some(card) = self.card.as_ref().filter(|_| place.cells != Cells::Dense) {
            card.draw(&place, buffer, look);
        }
    }
}
