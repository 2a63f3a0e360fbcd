//! Layout: the largest board that fits, and everything around it.

use jetan_games::connect4::Column;
use jetan_games::connect4::position::{COLUMNS, ROWS};
use ratatui::layout::Rect;

use crate::look::{ColourSupport, TerminalLook};
use crate::paint;

/// The style in which a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardStyle {
    /// Pixels on a coloured board with holes.
    Solid {
        /// Pixels from one hole to the next.
        pitch: i32,
        /// The cells between the holes.
        gap: i32,
    },
    /// Characters between lines.
    Lined {
        /// Characters inside a cell.
        width: i32,
        /// Rows of characters inside a cell.
        height: i32,
        /// Whether there are lines between rows.
        has_rules: bool,
    },
    /// A character for each cell.
    Dense,
}

/// The smallest panel, and the one that is used if there is room.
const PANEL_WIDTH: i32 = 26;
const WIDE_PANEL_WIDTH: i32 = 36;
const PANEL_GAP: i32 = 3;
/// The free columns at the sides before the panel becomes wider.
const ROOM_BESIDE: i32 = 10;

// Lower terminals need every line for the panel, so there it begins above the board.
const PANEL_WITH_BOARD_FROM: i32 = 30;

// A terminal of 200 by 58 gets these; larger stones would show nothing more.
const PITCH_MAX: i32 = 15;
const PITCH_WITHOUT_LINES: i32 = 7;
/// Below it, stones of pixels are no longer round.
const PITCH_MIN: i32 = 5;
const LINED_HEIGHT_MAX: i32 = 7;

/// The lines under the board: numbers, scores, a message.
const LINES_BELOW: i32 = 3;

impl BoardStyle {
    /// The width of the board.
    pub(crate) fn width(self) -> i32 {
        let columns = COLUMNS as i32;
        match self {
            BoardStyle::Solid { pitch, gap } => columns * pitch + gap,
            BoardStyle::Lined { width, .. } => columns * (width + 1) + 1,
            BoardStyle::Dense => 2 * columns - 1,
        }
    }

    /// The height of the board, in lines.
    pub(crate) fn height(self) -> i32 {
        let rows = ROWS as i32;
        match self {
            BoardStyle::Solid { pitch, gap } => (rows * pitch + gap + 1) / 2,
            BoardStyle::Lined { height, has_rules, .. } => {
                rows * height + 2 + if has_rules { rows - 1 } else { 0 }
            }
            BoardStyle::Dense => rows,
        }
    }

    /// The lines that a stone above the board needs.
    pub(crate) fn stone_height(self) -> i32 {
        match self {
            BoardStyle::Solid { pitch, gap } => (pitch - gap + 1) / 2,
            BoardStyle::Lined { height, .. } => height,
            BoardStyle::Dense => 0,
        }
    }

    /// The start and width of a column, from the left edge of the board.
    pub(crate) fn column(self, column: usize) -> (i32, i32) {
        let column = column as i32;
        match self {
            BoardStyle::Solid { pitch, gap } => (gap + column * pitch, pitch - gap),
            BoardStyle::Lined { width, .. } => (1 + column * (width + 1), width),
            BoardStyle::Dense => (2 * column, 1),
        }
    }

    fn lines_below(self) -> i32 {
        if self == BoardStyle::Dense { LINES_BELOW - 1 } else { LINES_BELOW }
    }
}

/// The rectangles of everything, in cells of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StoneLayout {
    pub(crate) cells: BoardStyle,
    /// The left edge of the board.
    pub(crate) x: i32,
    /// The upper edge of the board.
    pub(crate) y: i32,
    /// The one line that stands for the panel where there is no room for it.
    pub(crate) status_y: Option<i32>,
    /// The numbers of the columns; the scores are in the next line.
    pub(crate) labels_y: i32,
    pub(crate) message_y: i32,
    pub(crate) panel: Option<Rect>,
}

impl StoneLayout {
    /// The best arrangement in this area; none if the smallest does not fit.
    pub(crate) fn find(area: Rect, look: TerminalLook) -> Option<StoneLayout> {
        let small = BoardStyle::Lined { width: 3, height: 1, has_rules: false };
        let (width, height) = (i32::from(area.width), i32::from(area.height));
        let fits = |cells: BoardStyle, has_panel: bool| {
            let beside = if has_panel { PANEL_GAP + PANEL_WIDTH } else { 0 };
            let lines = lines_of(cells, has_panel);
            cells.width() + beside <= width && lines <= height
        };
        // Large cells without a panel go before small cells with one: the board matters more than
        // the text beside it.
        for group in [large_cells(look), vec![small]] {
            for has_panel in [true, false] {
                if let Some(cells) = group.iter().find(|cells| fits(**cells, has_panel)) {
                    return Some(StoneLayout::arrange(area, *cells, has_panel));
                }
            }
        }
        fits(BoardStyle::Dense, false).then(|| StoneLayout::arrange(area, BoardStyle::Dense, false))
    }

    /// The column that a cell of the screen belongs to.
    pub(crate) fn column_at(&self, x: u16, y: u16) -> Option<Column> {
        let (x, y) = (i32::from(x) - self.x, i32::from(y));
        let top = self.y - self.cells.stone_height();
        // The scores below the numbers belong to their columns too.
        if !(top..=self.labels_y + 1).contains(&y) {
            return None;
        }
        let is_hit = |column: &Column| {
            let (left, width) = self.cells.column(column.index());
            (left..left + width).contains(&x)
        };
        Column::ALL.into_iter().find(is_hit)
    }

    /// The board with its numbers and what is above it.
    pub(crate) fn board(&self) -> Rect {
        let cells = self.cells;
        let clamp = |value: i32| value.clamp(0, i32::from(u16::MAX)) as u16;
        Rect {
            x: clamp(self.x),
            y: clamp(self.y),
            width: clamp(cells.width()),
            height: clamp(cells.height()),
        }
    }

    /// The room beside the board.
    pub(crate) fn beside(&self, area: Rect) -> Rect {
        paint::beside(area, self.board(), self.panel)
    }

    fn arrange(area: Rect, cells: BoardStyle, has_panel: bool) -> StoneLayout {
        let (left, top) = (i32::from(area.x), i32::from(area.y));
        let (width, height) = (i32::from(area.width), i32::from(area.height));
        let roomy = cells.width() + 2 * PANEL_GAP + WIDE_PANEL_WIDTH;
        let (gap, panel_width) = if roomy + ROOM_BESIDE <= width {
            (2 * PANEL_GAP, WIDE_PANEL_WIDTH)
        } else if cells.width() + PANEL_GAP + PANEL_WIDTH + ROOM_BESIDE <= width {
            (PANEL_GAP + 1, PANEL_WIDTH + 2)
        } else {
            (PANEL_GAP, PANEL_WIDTH)
        };
        let beside = if has_panel { gap + panel_width } else { 0 };
        let status = status_lines(cells, has_panel);
        let lines = lines_of(cells, has_panel);
        let spare = height - lines;
        // A free line above the message, and one above everything, as soon as there are any.
        let air = i32::from(spare > 1);
        let x = left + (width - cells.width() - beside) / 2;
        let first = top + (spare - air + 1) / 2;
        let y = first + status + cells.stone_height();
        let labels_y = y + cells.height();
        // Where there is room, the panel begins with the board and not with the stone above it.
        let panel_y = if height > PANEL_WITH_BOARD_FROM { y } else { first };
        let panel = has_panel.then(|| Rect {
            x: (x + cells.width() + gap) as u16,
            y: panel_y as u16,
            width: panel_width as u16,
            height: (top + height - panel_y) as u16,
        });
        StoneLayout {
            cells,
            x,
            y,
            status_y: (status > 0).then_some(first),
            labels_y,
            message_y: labels_y + cells.lines_below() - 1 + air,
            panel,
        }
    }
}

/// The number of status lines above everything, in place of the panel.
fn status_lines(cells: BoardStyle, has_panel: bool) -> i32 {
    i32::from(!has_panel && cells != BoardStyle::Dense)
}

/// The number of lines that everything needs.
fn lines_of(cells: BoardStyle, has_panel: bool) -> i32 {
    let board = cells.stone_height() + cells.height() + cells.lines_below();
    status_lines(cells, has_panel) + board
}

/// The cells worth giving up the panel for, the largest first.
fn large_cells(look: TerminalLook) -> Vec<BoardStyle> {
    let lined = |width, height, has_rules| BoardStyle::Lined { width, height, has_rules };
    let solid = |pitch| BoardStyle::Solid { pitch, gap: if pitch < 10 { 1 } else { 2 } };
    let with_rules = (3..=LINED_HEIGHT_MAX).rev().map(|height| lined(2 * height + 2, height, true));
    if look.is_ascii {
        with_rules.chain([lined(5, 1, true)]).collect()
    } else if look.colours == ColourSupport::None {
        // Large stones without colours are easier to find between lines.
        with_rules.chain((PITCH_MIN..=PITCH_WITHOUT_LINES).rev().map(solid)).collect()
    } else {
        (PITCH_MIN..=PITCH_MAX).rev().map(solid).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MONO: TerminalLook = TerminalLook { colours: ColourSupport::None, is_ascii: false };

    #[test]
    fn everything_lies_within_the_area_at_every_size() {
        for look in [TerminalLook::FULL, TerminalLook::BARE, MONO] {
            for width in 0..210 {
                for height in 0..62 {
                    let area = Rect::new(3, 2, width, height);
                    let Some(place) = StoneLayout::find(area, look) else { continue };
                    let board = place.board();
                    assert_eq!(board.intersection(area), board, "{look:?} {area:?}");
                    let top = place.y - place.cells.stone_height();
                    assert!(top >= i32::from(area.y), "{look:?} {area:?} {place:?}");
                    assert!(place.message_y < i32::from(area.bottom()), "{look:?} {area:?}");
                    if let Some(panel) = place.panel {
                        assert_eq!(panel.intersection(area), panel, "{look:?} {area:?}");
                        assert!(panel.x >= board.right());
                    }
                }
            }
        }
    }

    #[test]
    fn sizes_of_the_usual_terminals_get_what_they_should() {
        let found = |width, height, look| {
            let place = StoneLayout::find(Rect::new(0, 0, width, height), look)?;
            Some((place.cells, place.panel.is_some()))
        };
        let solid = |pitch, gap| BoardStyle::Solid { pitch, gap };
        assert_eq!(found(80, 22, TerminalLook::FULL), Some((solid(5, 1), true)));
        assert_eq!(found(200, 58, TerminalLook::FULL), Some((solid(15, 2), true)));
        let small = BoardStyle::Lined { width: 3, height: 1, has_rules: false };
        assert_eq!(found(40, 14, TerminalLook::FULL), Some((small, false)));
        assert_eq!(found(40, 14, TerminalLook::BARE), Some((small, false)));
        assert_eq!(found(60, 14, TerminalLook::FULL), Some((small, true)));
        assert_eq!(found(20, 8, TerminalLook::FULL), Some((BoardStyle::Dense, false)));
        assert_eq!(found(80, 22, MONO), Some((solid(5, 1), true)));
        let blocks = BoardStyle::Lined { width: 14, height: 6, has_rules: true };
        assert_eq!(found(200, 58, MONO), Some((blocks, true)));
        let letters = BoardStyle::Lined { width: 5, height: 1, has_rules: true };
        assert_eq!(found(80, 22, TerminalLook::BARE), Some((letters, true)));
        assert_eq!(found(20, 5, TerminalLook::FULL), None);
    }

    #[test]
    fn a_click_on_a_column_finds_it() {
        for look in [TerminalLook::FULL, TerminalLook::BARE, MONO] {
            let place = StoneLayout::find(Rect::new(0, 0, 80, 22), look).unwrap();
            for column in Column::ALL {
                let (left, width) = place.cells.column(column.index());
                for x in place.x + left..place.x + left + width {
                    let hit = place.column_at(x as u16, place.y as u16);
                    assert_eq!(hit, Some(column), "{look:?}");
                }
            }
            assert_eq!(place.column_at(0, place.y as u16), None);
            assert_eq!(place.column_at(place.x as u16 + 2, place.message_y as u16), None);
        }
    }
}
