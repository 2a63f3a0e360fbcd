//! The rectangles of board, panel and message, and the size of the cells.

use jetan_games::sudoku::GridSize;
use ratatui::layout::Rect;

/// The style of the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellStyle {
    /// Columns of the screen inside a cell.
    pub(super) width: u16,
    /// Rows of the screen inside a cell.
    pub(super) height: u16,
    /// Whether there is a line between all cells, or only between boxes.
    pub(super) is_lined: bool,
}

/// The parts of the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct SudokuLayout {
    pub(super) size: GridSize,
    pub(super) cells: CellStyle,
    /// The part of the screen through which the board is seen.
    pub(super) window: Rect,
    /// The column and row of the board in the upper left corner of the window.
    pub(super) scroll: (u16, u16),
    /// The rectangle of the panel, if there is room for one.
    pub(super) panel: Option<Rect>,
    pub(super) message: Rect,
}

const HUGE: CellStyle = CellStyle { width: 11, height: 5, is_lined: true };
const LARGE: CellStyle = CellStyle { width: 7, height: 3, is_lined: true };
const WIDE: CellStyle = CellStyle { width: 7, height: 2, is_lined: true };
const SMALL: CellStyle = CellStyle { width: 3, height: 1, is_lined: true };
const DENSE: CellStyle = CellStyle { width: 2, height: 1, is_lined: false };

const PANEL_WIDTH_MIN: u16 = 13;
const PANEL_WIDTH_MAX: u16 = 36;
const GAP_MIN: u16 = 2;
const GAP_MAX: u16 = 4;

impl CellStyle {
    /// The width and height of a whole board.
    pub(super) fn board(self, size: GridSize) -> (u16, u16) {
        let (side, boxes) = (size.side() as u16, size.box_side() as u16);
        if self.is_lined {
            (side * (self.width + 1) + 1, side * (self.height + 1) + 1)
        } else {
            (side * self.width + 2 * boxes + 1, side * self.height + boxes + 1)
        }
    }

    /// The place of a cell on the board.
    pub(super) fn place(self, size: GridSize, cell: usize) -> Rect {
        let (row, column) = ((cell / size.side()) as u16, (cell % size.side()) as u16);
        let of_box = size.box_side() as u16;
        let (x, y) = if self.is_lined {
            (1 + column * (self.width + 1), 1 + row * (self.height + 1))
        } else {
            (1 + column * self.width + 2 * (column / of_box), 1 + row + row / of_box)
        };
        Rect::new(x, y, self.width, self.height)
    }
}

impl SudokuLayout {
    /// The largest cells for which everything fits; if none do, a window around the cursor.
    pub(super) fn new(area: Rect, size: GridSize, cursor: usize) -> SudokuLayout {
        let choices: &[CellStyle] = match size {
            GridSize::Four | GridSize::Nine => &[HUGE, LARGE, SMALL, DENSE],
            // A board of 16 rows of `LARGE` cells would be 65 lines high.
            GridSize::Sixteen => &[WIDE, SMALL, DENSE],
        };
        let fits = |cells: &&CellStyle| {
            let (width, height) = cells.board(size);
            // One line less than the area, because the message needs it.
            height < area.height && width + GAP_MIN + PANEL_WIDTH_MIN <= area.width
        };
        let cells = *choices.iter().find(fits).unwrap_or(&DENSE);
        let (board_width, board_height) = cells.board(size);
        let width = board_width.min(area.width);
        let height = board_height.min(area.height.saturating_sub(1));
        let beside = area.width - width;
        let gap = if beside >= 40 { GAP_MAX } else { GAP_MIN };
        let panel_width = beside.saturating_sub(gap).min(PANEL_WIDTH_MAX);
        let has_panel = panel_width >= PANEL_WIDTH_MIN;
        let used = if has_panel { width + gap + panel_width } else { width };
        let spare = area.height - height - area.height.min(1);
        let (left, top) = (area.x + (area.width - used) / 2, area.y + spare / 2);
        // With room to spare the message keeps a row of distance from the board.
        let message_y = top + height + u16::from(spare - spare / 2 > 0);
        let middle = cells.place(size, cursor);
        let start = |at: u16, length: u16, seen: u16, whole: u16| {
            (at + length / 2).saturating_sub(seen / 2).min(whole - seen)
        };
        SudokuLayout {
            size,
            cells,
            window: Rect::new(left, top, width, height),
            scroll: (
                start(middle.x, middle.width, width, board_width),
                start(middle.y, middle.height, height, board_height),
            ),
            panel: has_panel.then(|| Rect::new(left + width + gap, top, panel_width, height)),
            message: Rect::new(area.x, message_y, area.width, 1).intersection(area),
        }
    }

    /// The cell at a place of the screen; a line belongs to the cell before it.
    pub(super) fn cell_at(&self, x: u16, y: u16) -> Option<usize> {
        if !self.window.contains((x, y).into()) {
            return None;
        }
        let at = (x - self.window.x + self.scroll.0, y - self.window.y + self.scroll.1);
        let reaches = |cell: usize, line: u16| {
            let place = self.cells.place(self.size, cell);
            (place.x..place.right() + line).contains(&at.0)
                && (place.y..place.bottom() + line).contains(&at.1)
        };
        let cells = 0..self.size.cells();
        // Cells first: a line belongs to the cell before it only where no other cell is.
        let inside = cells.clone().find(|&cell| reaches(cell, 0));
        inside.or_else(|| cells.into_iter().find(|&cell| reaches(cell, 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_click_on_every_visible_cell_finds_it() {
        for size in GridSize::ALL {
            for (width, height) in [(80, 22), (200, 58), (40, 14), (20, 5)] {
                for cell in 0..size.cells() {
                    let layout = SudokuLayout::new(Rect::new(3, 2, width, height), size, cell);
                    let place = layout.cells.place(size, cell);
                    let x = layout.window.x + place.x + place.width / 2 - layout.scroll.0;
                    let y = layout.window.y + place.y + place.height / 2 - layout.scroll.1;
                    assert_eq!(layout.cell_at(x, y), Some(cell), "{size:?} {width}x{height}");
                }
            }
        }
    }

    #[test]
    fn every_part_stays_inside_the_area() {
        for size in GridSize::ALL {
            for (width, height) in (0..=130).flat_map(|w| (0..=60).map(move |h| (w, h))) {
                let area = Rect::new(5, 7, width, height);
                let layout = SudokuLayout::new(area, size, size.cells() - 1);
                let parts = [layout.window, layout.message, layout.panel.unwrap_or_default()];
                for part in parts.into_iter().filter(|part| !part.is_empty()) {
                    assert_eq!(part.intersection(area), part, "{size:?} {width}x{height}");
                }
            }
        }
    }
}
