//! The board in characters: lines between the cells, stones of blocks or letters.

use jetan_games::connect4::position::{COLUMNS, ROWS};
use ratatui::style::{Modifier, Style};

use super::colours::{EDGE, GROUND, INK, LIGHT, WHITE};
use super::pen::{ClippedPen, pick};
use super::place::{BoardStyle, StoneLayout};
use super::quads::quarter_block;
use super::scene::{BoardScene, Stone};
use crate::look::ColourSupport;
use jetan_play::stones::{StoneCell, spots};

/// Draws the board and what is above it.
pub(super) fn draw(scene: &BoardScene, place: &StoneLayout, pen: &mut ClippedPen<'_>) {
    let board = LinedBoard { scene, place };
    if let BoardStyle::Lined { .. } = place.cells {
        board.draw_lines(pen);
    }
    for spot in spots() {
        board.draw_cell(spot, pen);
    }
    // Stones are drawn in whole cells here, so a falling one steps from row to row.
    for ((column, row), stone, height) in &scene.falling {
        let at = (row + height.round() as usize).min(ROWS);
        board.draw_stone((*column, at), *stone, stone.letter(pen.look).1, pen);
    }
    if let Some((column, stone)) = scene.hover {
        board.draw_stone((column, ROWS), stone, stone.letter(pen.look).1, pen);
    }
}

struct LinedBoard<'a> {
    scene: &'a BoardScene,
    place: &'a StoneLayout,
}

impl LinedBoard<'_> {
    /// The upper left character inside a cell, and how many there are; row 6 is above the board.
    fn cell(&self, (column, row): StoneCell) -> (i32, i32, i32, i32) {
        let (left, width) = self.place.cells.column(column.index());
        let x = self.place.x + left;
        let BoardStyle::Lined { height, has_rules, .. } = self.place.cells else {
            return (x, self.place.y + (ROWS as i32 - 1 - row as i32), 1, 1);
        };
        if row >= ROWS {
            return (x, self.place.y - height, width, height);
        }
        let pitch = height + i32::from(has_rules);
        let y = self.place.y + 1 + (ROWS - 1 - row) as i32 * pitch;
        (x, y, width, height)
    }

    fn draw_lines(&self, pen: &mut ClippedPen<'_>) {
        let BoardStyle::Lined { width, height, has_rules } = self.place.cells else { return };
        let look = pen.look;
        let style = look.paint(EDGE, GROUND);
        let pitch = height + i32::from(has_rules);
        let last = self.place.cells.height() - 1;
        for line in 0..=last {
            let y = self.place.y + line;
            let is_rule = line == 0 || line == last || has_rules && line % pitch == 0;
            for x in 0..self.place.cells.width() {
                let is_bar = x % (width + 1) == 0;
                let letter = match (is_rule, is_bar) {
                    (false, false) => ' ',
                    (false, true) => pick(look, '│', '|'),
                    (true, false) => pick(look, '─', '-'),
                    (true, true) => {
                        let column = x / (width + 1);
                        if look.is_ascii { '+' } else { crossing(line, last, column) }
                    }
                };
                pen.put(self.place.x + x, y, letter, style);
            }
        }
    }

    fn draw_cell(&self, spot @ (column, row): StoneCell, pen: &mut ClippedPen<'_>) {
        let look = pen.look;
        let (x, y, width, height) = self.cell(spot);
        let Some(stone) = self.scene.stones[column.index()][row] else {
            // In an even number of lines, the foot of the upper one is the middle.
            let dot = if height % 2 == 0 { '.' } else { pick(look, '·', '.') };
            pen.put(x + (width - 1) / 2, y + (height - 1) / 2, dot, look.paint(EDGE, GROUND));
            return;
        };
        let is_in_line = self.scene.line.contains(&spot);
        let is_dimmed = !is_in_line && !self.scene.line.is_empty();
        let mut style = stone.letter(look).1.patch(look.ground(GROUND));
        if is_dimmed {
            // Many terminals show bold and dim together as bold.
            style = style.remove_modifier(Modifier::BOLD).add_modifier(Modifier::DIM);
        }
        self.draw_stone(spot, stone, style, pen);
        if is_in_line {
            let mark = if look.colours == ColourSupport::None {
                Style::new().add_modifier(Modifier::REVERSED)
            } else {
                look.paint(INK, WHITE)
            };
            for dy in 0..height {
                for dx in 0..width {
                    pen.tint(x + dx, y + dy, mark);
                }
            }
            self.draw_bars(spot, pick(look, '║', '['), pick(look, '║', ']'), pen);
        } else if self.scene.newest == Some(spot) {
            self.draw_bars(spot, pick(look, '┃', '('), pick(look, '┃', ')'), pen);
            // There are no bars between dense cells that could be replaced.
            if self.place.cells == BoardStyle::Dense {
                pen.tint(x, y, Style::new().add_modifier(Modifier::UNDERLINED));
            }
        }
    }

    /// Other bars left and right of a cell.
    fn draw_bars(&self, spot: StoneCell, left: char, right: char, pen: &mut ClippedPen<'_>) {
        if self.place.cells == BoardStyle::Dense {
            return;
        }
        let (x, y, width, height) = self.cell(spot);
        let style = pen.look.paint(LIGHT, GROUND).add_modifier(Modifier::BOLD);
        for line in y..y + height {
            pen.put(x - 1, line, left, style);
            pen.put(x + width, line, right, style);
        }
    }

    fn draw_stone(&self, spot: StoneCell, stone: Stone, style: Style, pen: &mut ClippedPen<'_>) {
        let (x, y, width, height) = self.cell(spot);
        if self.place.cells == BoardStyle::Dense && spot.1 >= ROWS {
            // There is no line above this board; the number under the column tells enough.
            return;
        }
        if height == 1 {
            // One character has no room for a shape of blocks.
            let letter = stone.letter(pen.look).0;
            pen.put(x + (width - 1) / 2, y, letter, style);
            return;
        }
        let size = 2 * height;
        let x = x + (width - size) / 2;
        for dy in 0..height {
            for dx in 0..size {
                let letter = if pen.look.is_ascii {
                    let is_ink = stone.shape.is_ink((dx, dy), (size, height));
                    if is_ink { stone.letter(pen.look).0 } else { ' ' }
                } else {
                    quarter_block([(0, 0), (1, 0), (0, 1), (1, 1)].map(|(right, down)| {
                        let at = (2 * dx + right, 2 * dy + down);
                        stone.shape.is_ink(at, (2 * size, size))
                    }))
                };
                pen.put(x + dx, y + dy, letter, style);
            }
        }
    }
}

/// The character where lines meet.
fn crossing(line: i32, last: i32, column: i32) -> char {
    let row = if line == 0 {
        ['╭', '┬', '╮']
    } else if line == last {
        ['╰', '┴', '╯']
    } else {
        ['├', '┼', '┤']
    };
    match column {
        0 => row[0],
        column if column == COLUMNS as i32 => row[2],
        _ => row[1],
    }
}
