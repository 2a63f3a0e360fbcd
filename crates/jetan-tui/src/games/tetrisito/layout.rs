//! The rectangles of field, goal, pieces and words, and the size of the cells.

use jetan_games::tetrisito::PieceMask;
use ratatui::layout::Rect;

use jetan_play::tetrisito::HIDDEN_ROWS;

/// The course's field.
const COLUMNS: u16 = 6;
const ROWS: u16 = 6;

const GAP: u16 = 4;
const STATUS_WIDTH_MIN: u16 = 22;
const STATUS_WIDTH_MAX: u16 = 24;

/// The parts of the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct TetrisitoLayout {
    /// A cell is so many rows high, and twice as many columns wide.
    pub(super) scale: u16,
    /// The field with its hidden rows and its frame.
    pub(super) field: Rect,
    pub(super) goal: Rect,
    /// The rectangle of the numbers.
    pub(super) status: Rect,
    /// Whether the status has a column of its own.
    pub(super) has_panel: bool,
    /// The rectangle of the pieces, if there is room for them.
    pub(super) pieces: Option<Rect>,
    /// The scale of the pieces.
    pub(super) piece_scale: u16,
    pub(super) message: Rect,
}

/// The target of a click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClickTarget {
    /// A piece of the list.
    Piece(usize),
    /// A column of the field.
    Column(u32),
}

impl TetrisitoLayout {
    /// The size that is needed.
    pub(super) const WIDTH_MIN: u16 = 2 * (2 * COLUMNS + 2) + 2;
    /// The size that is needed.
    pub(super) const HEIGHT_MIN: u16 = field_height(1) + 1;

    /// The largest cells for which everything fits; none if nothing does.
    pub(super) fn new(area: Rect) -> Option<TetrisitoLayout> {
        let fits = |&scale: &u16| {
            let height = field_height(scale) + pieces_height(piece_scale(scale)) + 1;
            height <= area.height && 2 * field_width(scale) + GAP <= area.width
        };
        let scale = [4, 3, 2, 1].into_iter().find(fits);
        let has_pieces = scale.is_some();
        if !has_pieces && (area.width < Self::WIDTH_MIN || area.height < Self::HEIGHT_MIN) {
            return None;
        }
        let scale = scale.unwrap_or(1);
        let (width, height) = (field_width(scale), field_height(scale));
        let gap = GAP.min(area.width - 2 * width);
        let boards = 2 * width + gap;
        let beside = area.width.saturating_sub(boards + GAP).min(STATUS_WIDTH_MAX);
        let has_panel = beside >= STATUS_WIDTH_MIN;
        let used = if has_panel { boards + GAP + beside } else { boards };
        let strip = if has_pieces { pieces_height(piece_scale(scale)) } else { 0 };
        let spare = area.height - height - strip - 1;
        let pieces_gap = spare.min(1);
        let message_gap = (spare - pieces_gap).min(1);
        let (x, y) =
            (area.x + (area.width - used) / 2, area.y + (spare - pieces_gap - message_gap) / 2);
        let above = u16::try_from(HIDDEN_ROWS).unwrap_or(0) * scale + 1;
        let strip_y = y + height + pieces_gap;
        Some(TetrisitoLayout {
            scale,
            field: Rect::new(x, y, width, height),
            goal: Rect::new(x + width + gap, y + above, width, height - above),
            status: if has_panel {
                Rect::new(x + boards + GAP, y, beside, height)
            } else {
                Rect::new(x + width + gap, y, width, above)
            },
            has_panel,
            pieces: has_pieces.then(|| Rect::new(x, strip_y, used, strip)),
            piece_scale: piece_scale(scale),
            message: Rect::new(area.x, strip_y + strip + message_gap, area.width, 1),
        })
    }

    /// The place of a cell; the hidden rows come first.
    pub(super) fn cell(&self, row: u32, column: u32) -> Rect {
        // The line between hidden and visible rows takes a row of the screen.
        let line = u16::from(row >= HIDDEN_ROWS);
        self.square(self.field, row as u16, column as u16, line)
    }

    /// The place of a cell of the goal.
    pub(super) fn goal_cell(&self, row: u32, column: u32) -> Rect {
        self.square(self.goal, row as u16, column as u16, 0)
    }

    fn square(&self, frame: Rect, row: u16, column: u16, lines: u16) -> Rect {
        let (width, height) = (2 * self.scale, self.scale);
        Rect::new(frame.x + 1 + column * width, frame.y + 1 + lines + row * height, width, height)
    }

    /// The places of the pieces that are in view, the chosen one among them.
    pub(super) fn slots(&self, pieces: usize, chosen: usize) -> Vec<(usize, Rect)> {
        let Some(strip) = self.pieces else { return Vec::new() };
        let width = 2 * PieceMask::SIDE as u16 * self.piece_scale;
        let step = width + 3;
        let in_view = usize::from((strip.width + 3) / step).max(1);
        // Once the list scrolls, the chosen piece is the last one in view.
        let first = if pieces <= in_view { 0 } else { chosen.saturating_sub(in_view - 1) };
        let slots = (first..pieces.min(first + in_view)).enumerate();
        slots
            .map(|(at, piece)| {
                let x = strip.x + at as u16 * step;
                (piece, Rect::new(x, strip.y, width, strip.height).intersection(strip))
            })
            .collect()
    }

    /// The target at a position of the screen.
    pub(super) fn spot(&self, x: u16, y: u16, pieces: usize, chosen: usize) -> Option<ClickTarget> {
        let at = (x, y).into();
        let slots = self.slots(pieces, chosen);
        if let Some((piece, _)) = slots.into_iter().find(|(_, slot)| slot.contains(at)) {
            return Some(ClickTarget::Piece(piece));
        }
        let is_inside = x > self.field.x && x + 1 < self.field.right() && self.field.contains(at);
        is_inside.then(|| ClickTarget::Column(u32::from((x - self.field.x - 1) / (2 * self.scale))))
    }
}

const fn field_width(scale: u16) -> u16 {
    2 * COLUMNS * scale + 2
}

const fn field_height(scale: u16) -> u16 {
    (HIDDEN_ROWS as u16 + ROWS) * scale + 3
}

const fn piece_scale(scale: u16) -> u16 {
    if scale >= 3 { 2 } else { 1 }
}

const fn pieces_height(piece_scale: u16) -> u16 {
    1 + PieceMask::SIDE as u16 * piece_scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_stays_inside_the_area() {
        for (width, height) in (0..=150).flat_map(|w| (0..=60).map(move |h| (w, h))) {
            let area = Rect::new(5, 7, width, height);
            let Some(layout) = TetrisitoLayout::new(area) else {
                assert!(width < TetrisitoLayout::WIDTH_MIN || height < TetrisitoLayout::HEIGHT_MIN);
                continue;
            };
            let mut parts = vec![layout.field, layout.goal, layout.status, layout.message];
            parts.extend(layout.slots(64, 63).into_iter().map(|(_, slot)| slot));
            for part in parts {
                assert_eq!(part.intersection(area), part, "{width}x{height}");
            }
        }
    }

    #[test]
    fn the_chosen_piece_is_always_in_view() {
        for width in [40, 80, 200] {
            let layout = TetrisitoLayout::new(Rect::new(0, 0, width, 30)).expect("large enough");
            for chosen in 0..64 {
                let slots = layout.slots(64, chosen);
                assert!(slots.iter().any(|(piece, slot)| *piece == chosen && !slot.is_empty()));
            }
        }
    }
}
