//! A whole picture: the board, what is beside and under it, a question over it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::panel::{
    PanelMessage, PanelSection, QuestionCard, draw_message, draw_sections, draw_too_small,
};
use super::pen::ClippedPen;
use super::place::{BoardStyle, StoneLayout};
use super::scene::BoardScene;
use crate::look::TerminalLook;

/// Everything that is drawn.
#[derive(Clone, Debug)]
pub(crate) struct StoneView {
    pub(crate) scene: BoardScene,
    /// The line that replaces the sections where there is no room for them.
    pub(crate) status: Line<'static>,
    pub(crate) sections: Vec<PanelSection>,
    pub(crate) message: PanelMessage,
    pub(crate) card: Option<QuestionCard>,
}

impl StoneView {
    /// Draws it in this area, as large as it fits.
    pub(crate) fn draw(&self, area: Rect, buffer: &mut Buffer, look: TerminalLook) {
        let area = area.intersection(buffer.area);
        let Some(place) = StoneLayout::find(area, look) else {
            draw_too_small(area, buffer, &self.message.line(look));
            return;
        };
        let mut pen = ClippedPen::new(buffer, area, look);
        self.scene.draw(&place, &mut pen);
        if let Some(y) = place.status_y {
            pen.centred(i32::from(area.x), y, i32::from(area.width), &self.status);
        }
        if let Some(panel) = place.panel {
            draw_sections(&self.sections, panel, pen.buffer, look);
        }
        draw_message(&self.message, area, &place, &mut pen);
        // A card would cover the whole of the smallest board; the keys 1 and 2 still answer.
        if let Some(card) = self.card.as_ref().filter(|_| place.cells != BoardStyle::Dense) {
            card.draw(&place, buffer, look);
        }
    }
}
