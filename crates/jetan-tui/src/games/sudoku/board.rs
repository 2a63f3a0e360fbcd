//! The board: lines, cells, digits and notes, in any size of cells.

use jetan_games::sudoku::GridSize;
use jetan_games::sudoku::logic::symbol;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::advice::{CellMark, NoteStroke, ShownHint};
use super::glyphs;
use super::layout::{CellStyle, SudokuLayout};
use crate::look::{ColourSupport, Rgb, TerminalLook};
use jetan_play::sudoku::{bit, values_in};

const PAPER: Rgb = (22, 25, 34);
const PAPER_SEEN: Rgb = (36, 42, 60);
const PAPER_SAME: Rgb = (62, 78, 128);
const PAPER_HOUSE: Rgb = (34, 54, 58);
const PAPER_REASON: Rgb = (30, 98, 76);
const PAPER_TARGET: Rgb = (150, 74, 130);
const PAPER_CURSOR: Rgb = (250, 196, 90);
const PAPER_PENCIL: Rgb = (140, 206, 240);
const INK_CURSOR: Rgb = (18, 18, 22);
const INK_CLUE: Rgb = (238, 238, 232);
const INK_OWN: Rgb = (116, 186, 255);
const INK_NOTE: Rgb = (150, 156, 172);
const INK_WRONG: Rgb = (255, 112, 112);
const LINE_BOX: Rgb = (168, 178, 200);
const LINE_CELL: Rgb = (74, 82, 104);

/// Everything that can be said about one cell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CellFace {
    pub(super) digit: u8,
    pub(super) notes: u16,
    pub(super) is_clue: bool,
    pub(super) light: CellLight,
    pub(super) fault: DigitError,
}

/// The highlighting of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum CellLight {
    #[default]
    None,
    /// In a row, column or box with the cursor.
    Seen,
    /// Has the digit under the cursor.
    Same,
    /// Under the cursor, which writes digits.
    Pen,
    /// Under the cursor, which writes notes.
    Pencil,
    /// Passed by the wave of the celebration.
    Cheer,
}

/// The error of a digit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum DigitError {
    #[default]
    None,
    /// It stands twice.
    Clash,
    /// A check found that it does not belong there.
    Wrong,
}

impl CellLight {
    fn is_cursor(self) -> bool {
        matches!(self, CellLight::Pen | CellLight::Pencil)
    }

    /// True where letters are dark on a light ground.
    fn is_bright(self) -> bool {
        self.is_cursor() || self == CellLight::Cheer
    }
}

/// Draws all cells through the window of the layout.
pub(super) fn draw(
    layout: &SudokuLayout,
    faces: &[CellFace],
    advice: Option<&ShownHint>,
    buffer: &mut Buffer,
    look: TerminalLook,
) {
    let (width, height) = layout.cells.board(layout.size);
    // Drawn whole into a buffer of its own, so that scrolling is a copy and no cell has to know the
    // window.
    let mut board = Buffer::empty(Rect::new(0, 0, width, height));
    draw_lines(layout.cells, layout.size, &mut board, look);
    for (cell, face) in faces.iter().enumerate() {
        let place = layout.cells.place(layout.size, cell);
        let mark = advice.and_then(|advice| advice.mark(cell));
        let stroke = |value| advice.and_then(|advice| advice.stroke(cell, value));
        let painter = CellPainter { face: *face, mark, look, size: layout.size, place };
        painter.draw(&stroke, &mut board);
    }
    let window = layout.window.intersection(buffer.area);
    for (x, y) in window.rows().flat_map(Rect::columns).map(|at| (at.x, at.y)) {
        let from = (x - layout.window.x + layout.scroll.0, y - layout.window.y + layout.scroll.1);
        buffer[(x, y)] = board[from].clone();
    }
}

fn draw_lines(cells: CellStyle, size: GridSize, board: &mut Buffer, look: TerminalLook) {
    let area = board.area;
    board.set_style(area, look.paint(LINE_BOX, PAPER));
    // For each column and row of the board: 2 a line between boxes, 1 between cells, 0 none.
    let weights = |length: u16, starts: &dyn Fn(usize) -> u16| {
        let mut weights = vec![0u8; usize::from(length)];
        for at in 0..size.side() {
            let weight = if at % size.box_side() == 0 { 2 } else { u8::from(cells.is_lined) };
            let before = usize::from(starts(at)) - 1;
            weights[before] = weights[before].max(weight);
        }
        if let Some(last) = weights.last_mut() {
            *last = 2;
        }
        weights
    };
    let columns = weights(area.width, &|at| cells.place(size, at).x);
    let rows = weights(area.height, &|at| cells.place(size, at * size.side()).y);
    for (y, &across) in rows.iter().enumerate() {
        for (x, &down) in columns.iter().enumerate() {
            let is_edge = (x == 0, x + 1 == columns.len(), y == 0, y + 1 == rows.len());
            let sign = line_sign(across, down, is_edge);
            let sign = if look.is_ascii { ascii_line(across, down) } else { sign };
            if !sign.is_empty() {
                let is_strong = across.max(down) == 2;
                let ink = if is_strong { LINE_BOX } else { LINE_CELL };
                board.set_string(x as u16, y as u16, sign, look.paint(ink, PAPER));
            }
        }
    }
}

/// The sign for lines of these weights; the edges are left, right, top and bottom.
fn line_sign(across: u8, down: u8, is_edge: (bool, bool, bool, bool)) -> &'static str {
    let (left, right, top, bottom) = is_edge;
    match (across, down) {
        (0, 0) => "",
        (0, 1) => "│",
        (0, _) => "┃",
        (1, 0) => "─",
        (_, 0) => "━",
        (1, 1) => "┼",
        (1, _) if left => "┠",
        (1, _) if right => "┨",
        (1, _) => "╂",
        (_, 1) if top => "┯",
        (_, 1) if bottom => "┷",
        (_, 1) => "┿",
        _ => match (left, right, top, bottom) {
            (true, _, true, _) => "┏",
            (_, true, true, _) => "┓",
            (true, _, _, true) => "┗",
            (_, true, _, true) => "┛",
            (true, ..) => "┣",
            (_, true, ..) => "┫",
            (_, _, true, _) => "┳",
            (_, _, _, true) => "┻",
            _ => "╋",
        },
    }
}

fn ascii_line(across: u8, down: u8) -> &'static str {
    match (across, down) {
        (0, 0) => "",
        (0, 1) => ":",
        (0, _) => "|",
        (1, 0) => "-",
        (_, 0) => "=",
        _ => "+",
    }
}

/// Draws one cell.
struct CellPainter {
    face: CellFace,
    mark: Option<CellMark>,
    look: TerminalLook,
    size: GridSize,
    place: Rect,
}

impl CellPainter {
    fn draw(&self, stroke: &dyn Fn(u8) -> Option<NoteStroke>, board: &mut Buffer) {
        board.set_style(self.place, self.ground());
        if self.face.digit != 0 {
            self.draw_digit(board);
        } else {
            let marked = (1..=self.size.side() as u8).filter(|&value| stroke(value).is_some());
            let marked = marked.fold(0, |marked, value| marked | bit(value));
            self.draw_notes(self.face.notes, marked, stroke, board);
        }
        self.draw_signs(board);
    }

    /// The background of the letters; where there are no colours, only the cursor shows.
    fn ground(&self) -> Style {
        let paper = match (self.face.light, self.mark) {
            // The cursor goes over everything else: one must see where one writes.
            (CellLight::Cheer | CellLight::Pen, _) => {
                return self.look.mark(INK_CURSOR, PAPER_CURSOR);
            }
            (CellLight::Pencil, _) => return self.look.mark(INK_CURSOR, PAPER_PENCIL),
            (_, Some(CellMark::Target)) => PAPER_TARGET,
            (_, Some(CellMark::Reason)) => PAPER_REASON,
            (CellLight::Same, _) => PAPER_SAME,
            (_, Some(CellMark::House)) => PAPER_HOUSE,
            (CellLight::Seen, None) => PAPER_SEEN,
            (CellLight::None, None) => PAPER,
        };
        self.look.paint(INK_NOTE, paper)
    }

    fn draw_digit(&self, board: &mut Buffer) {
        let (face, place) = (self.face, self.place);
        let is_bad = face.fault != DigitError::None;
        let mut style = match (is_bad, face.is_clue) {
            // On a light ground the ink of the cell's own style is kept.
            _ if face.light.is_bright() => Style::new(),
            (true, _) => self.look.ink(INK_WRONG),
            (_, true) => self.look.ink(INK_CLUE),
            (_, false) => self.look.ink(INK_OWN),
        };
        if is_bad || (face.light == CellLight::Same && self.look.colours == ColourSupport::None) {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        if face.is_clue {
            style = style.add_modifier(Modifier::BOLD);
        }
        // Without colours the weight of letters tells clues from the player's digits.
        let is_plain = self.look.is_ascii || self.look.colours == ColourSupport::None;
        // An underline would cut through digits that are made of blocks.
        let bare = style.remove_modifier(Modifier::UNDERLINED);
        if is_plain || !glyphs::draw(face.digit, place, bare, board) {
            let sign = symbol(face.digit).to_string();
            board.set_string(self.middle(), place.y + (place.height - 1) / 2, sign, style);
        }
    }

    fn draw_notes(
        &self,
        notes: u16,
        marked: u16,
        stroke: &dyn Fn(u8) -> Option<NoteStroke>,
        board: &mut Buffer,
    ) {
        let place = self.place;
        if place.width == 2 {
            let sign = match (notes | marked, marked.count_ones()) {
                (_, 1) => symbol(marked.trailing_zeros() as u8 + 1).to_string(),
                (0, _) => self.look.pick("·", ".").to_owned(),
                _ => ":".to_owned(),
            };
            let style =
                if marked == 0 { Style::new() } else { self.stroke_style(NoteStroke::Reason) };
            board.set_string(place.x + 1, place.y, sign, style);
            return;
        }
        for (x, y, value) in self.note_places(notes, marked) {
            let style = stroke(value).map_or_else(Style::new, |stroke| self.stroke_style(stroke));
            let sign = if value == 0 { '+' } else { symbol(value) };
            board.set_string(place.x + x, place.y + y, sign.to_string(), style);
        }
    }

    /// The position of each note; value 0 is the sign for more than fit.
    fn note_places(&self, notes: u16, marked: u16) -> Vec<(u16, u16, u8)> {
        let (place, side) = (self.place, self.size.box_side() as u16);
        let values: Vec<u8> = values_in(notes | marked).collect();
        if place.height >= 3 {
            let (step, rows) = (place.width / (side + 1) + 1, (place.height - side) / 2);
            let left = (place.width - (side - 1) * step) / 2;
            let at = |value: u8| (u16::from(value - 1) % side, u16::from(value - 1) / side);
            let places = values.into_iter().map(|value| {
                let (column, row) = at(value);
                (left + column * step, rows + row, value)
            });
            return places.collect();
        }
        let room = usize::from(place.width * place.height);
        let shown: Vec<u8> = if values.len() <= room {
            values
        } else {
            // What a hint is about comes first, then as many others as fit.
            let others = values_in(notes & !marked);
            // One place is for the sign that there are more.
            let mut shown: Vec<u8> = values_in(marked).chain(others).take(room - 1).collect();
            shown.sort_unstable();
            shown.into_iter().chain([0]).collect()
        };
        let is_short = shown.len() < usize::from(place.width);
        let indent = if is_short { (place.width - shown.len() as u16).div_ceil(2) } else { 0 };
        let at = |index: usize| (index as u16 % place.width, index as u16 / place.width);
        shown
            .into_iter()
            .enumerate()
            .map(|(index, value)| (at(index).0 + indent, at(index).1, value))
            .collect()
    }

    fn stroke_style(&self, stroke: NoteStroke) -> Style {
        let is_bright = self.face.light.is_bright();
        let ink = |colour| if is_bright { Style::new() } else { self.look.ink(colour) };
        match stroke {
            NoteStroke::Reason => ink((150, 240, 180)).add_modifier(Modifier::BOLD),
            NoteStroke::Write => ink((255, 255, 255)).add_modifier(Modifier::BOLD),
            NoteStroke::Cross => {
                ink((255, 150, 150)).add_modifier(Modifier::CROSSED_OUT | Modifier::BOLD)
            }
        }
    }

    /// Signs at the sides, for those who see no colours.
    fn draw_signs(&self, board: &mut Buffer) {
        let (face, place) = (self.face, self.place);
        let has_brackets = face.light.is_cursor() && self.look.colours == ColourSupport::None;
        let bad = match face.fault {
            DigitError::Wrong => Some("x"),
            DigitError::Clash => Some("!"),
            DigitError::None => None,
        };
        let hint = match self.mark {
            Some(CellMark::Target) => Some("*"),
            Some(CellMark::Reason) => Some(self.look.pick("•", "o")),
            Some(CellMark::House) | None => None,
        };
        if place.width == 2 {
            // One column for three signs: an error matters most, the cursor least.
            let sign = bad.or(hint).or(has_brackets.then_some(">"));
            board.set_string(place.x, place.y, sign.unwrap_or(" "), Style::new());
            return;
        }
        // Large digits have no weight, so a corner tells the clues.
        let is_large = face.is_clue && place.height >= 3 && !self.look.is_ascii;
        let corner = is_large.then_some("▪");
        let left = hint.or(has_brackets.then_some("[")).or(corner);
        let right = bad.or(has_brackets.then_some("]"));
        let ink = if face.light.is_bright() { Style::new() } else { self.look.ink(INK_NOTE) };
        if let Some(sign) = left {
            board.set_string(place.x, place.y, sign, ink);
        }
        if let Some(sign) = right {
            let is_plain = bad.is_none() || face.light.is_bright();
            let ink = if is_plain { Style::new() } else { self.look.ink(INK_WRONG) };
            let bold = ink.add_modifier(Modifier::BOLD);
            board.set_string(place.right() - 1, place.y, sign, bold);
        }
    }

    fn middle(&self) -> u16 {
        if self.place.width == 2 { self.place.x + 1 } else { self.place.x + self.place.width / 2 }
    }
}
