//! The timeline: the current step in what is known of the run.

use jetan_debug::command::grouped;
use jetan_run::{RunEnd, Timeline};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use crate::look::TerminalLook;
use crate::paint;

/// The bar as it was drawn last.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TimelineBar {
    area: Rect,
    start: u64,
    end: u64,
}

impl TimelineBar {
    /// The step at a position on the screen, if the bar is there.
    pub(super) fn step_at(&self, x: u16, y: u16) -> Option<u64> {
        let is_inside = self.area.contains((x, y).into());
        is_inside.then(|| match x - self.area.x {
            // Rounding never reaches the end, so the last column stands for it.
            column if column + 1 == self.area.width => self.end,
            column => self.count(column),
        })
    }

    /// The first step of a column.
    fn count(&self, column: u16) -> u64 {
        // In 128 bits, because steps times columns may exceed 64.
        let span = u128::from(self.end - self.start);
        let width = u128::from(self.area.width.max(1));
        self.start + (span * u128::from(column) / width) as u64
    }

    pub(super) fn draw(
        &mut self,
        timeline: &Timeline<'_>,
        area: Rect,
        buffer: &mut Buffer,
        look: TerminalLook,
    ) {
        let (here, end) = (timeline.count(), timeline.end_count());
        let left = format!(" {} ", grouped(here));
        let right = format!(" {}{} ", grouped(end), ending(timeline));
        let width = (left.chars().count() + right.chars().count()) as u16;
        buffer.set_style(area, look.ground(paint::BAR));
        let bold = paint::strong(look);
        // A bar of fewer than ten cells would say nothing.
        if area.width < width + 10 {
            let line = format!("{left}of{right}");
            buffer.set_stringn(area.x, area.y, line, usize::from(area.width), bold);
            // There is nothing to click on.
            self.area = Rect::ZERO;
            return;
        }
        let start_x = area.x + left.chars().count() as u16;
        self.area = Rect { x: start_x, width: area.width - width, ..area };
        (self.start, self.end) = (timeline.start_count(), end);
        let bar = self.cells(timeline, look);
        buffer.set_line(area.x, area.y, &Line::from(Span::styled(left, bold)), area.width);
        buffer.set_line(self.area.x, area.y, &bar, self.area.width);
        let style = match timeline.ending() {
            Some(RunEnd::Faulted { .. }) => look.ink(paint::BAD),
            _ => paint::dim(look),
        };
        let line = Line::from(Span::styled(right, style));
        buffer.set_line(self.area.right(), area.y, &line, area.width);
    }

    fn cells(&self, timeline: &Timeline<'_>, look: TerminalLook) -> Line<'static> {
        let here = self.column_of(timeline.count());
        let cell = |column: u16| {
            let printed = |column| timeline.printed().until(self.count(column)).len();
            let prints = printed(column + 1) > printed(column);
            let (sign, style) = match (column == here, prints) {
                (true, _) => {
                    let bold = look.ink(paint::WARM).add_modifier(Modifier::BOLD);
                    (look.pick("◉", "#"), bold)
                }
                (false, true) => (look.pick("◆", "o"), look.ink(paint::GOOD)),
                (false, false) if column < here => (look.pick("━", "="), look.ink(paint::ACCENT)),
                (false, false) => (look.pick("─", "-"), paint::dim(look)),
            };
            Span::styled(sign.to_owned(), style)
        };
        Line::from((0..self.area.width).map(cell).collect::<Vec<_>>())
    }

    fn column_of(&self, count: u64) -> u16 {
        let last = self.area.width.saturating_sub(1);
        if count >= self.end {
            // Nothing is known beyond this, and at the beginning nothing at all.
            return if self.end == self.start { 0 } else { last };
        }
        let past = u128::from(count.saturating_sub(self.start));
        let span = u128::from((self.end - self.start).max(1));
        (past * u128::from(self.area.width) / span).min(u128::from(last)) as u16
    }
}

/// The sign for the end of the run, if that is known.
fn ending(timeline: &Timeline<'_>) -> &'static str {
    match timeline.ending() {
        Some(RunEnd::Faulted { .. }) => ", error",
        Some(_) => ", ended",
        None => "…",
    }
}
