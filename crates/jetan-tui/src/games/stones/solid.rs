//! The board in quarters of characters: a coloured plate with holes, and stones behind it.

use jetan_games::connect4::position::ROWS;

use super::colours::{GROUND, HOLE, LIGHT, WHITE};
use super::pen::Pen;
use super::place::{Cells, Place};
use super::quads::Quads;
use super::scene::{Scene, Stone};
use super::shape::{Part, Shape, is_core};
use super::{Spot, spots};
use crate::look::Rgb;
use crate::paint::canvas::blend;

/// How far the other stones step back when there is a winning line.
const DIMMED: f32 = 0.5;

/// Draws the board and what is above it.
pub(super) fn draw(scene: &Scene, place: &Place, pen: &mut Pen<'_>) {
    let Cells::Solid { pitch, gap } = place.cells else { return };
    let lines_above = place.cells.stone_height();
    let quads = Quads::new(place.cells.width(), lines_above + place.cells.height());
    let mut plate = Plate { quads, pitch, gap, above: 2 * lines_above };
    plate.paint(scene, place);
    let mut area = place.board();
    area.y = area.y.saturating_sub(lines_above as u16);
    area.height += lines_above as u16;
    plate.quads.draw(area, GROUND, pen);
}

/// The board while it is painted; lengths are in halves of a line, which quarters are high.
struct Plate {
    quads: Quads,
    pitch: i32,
    gap: i32,
    /// How much is above the board.
    above: i32,
}

impl Plate {
    fn paint(&mut self, scene: &Scene, place: &Place) {
        let (width, height) = (2 * place.cells.width(), 2 * place.cells.height());
        self.quads.fill(0, self.above, width, height, GROUND);
        for x in [0, width - 1] {
            self.quads.cut(x, self.above);
            self.quads.cut(x, self.above + height - 1);
        }
        for spot in spots() {
            self.paint_hole(spot);
        }
        if let Some((column, stone)) = scene.hover {
            self.paint_stone((column, ROWS), stone, 0, |colour| colour);
        }
        for spot @ (column, row) in spots() {
            let Some(stone) = scene.stones[column.index()][row] else { continue };
            let is_in_line = scene.line.contains(&spot);
            let dimmed = if scene.line.is_empty() || is_in_line { 0.0 } else { DIMMED };
            self.paint_stone(spot, stone, 0, |colour| blend(colour, HOLE, dimmed));
            if is_in_line {
                self.paint_core(spot);
            }
        }
        for (spot, stone, height) in &scene.falling {
            let up = (height * self.pitch as f32).round() as i32;
            self.paint_stone(*spot, *stone, up, |colour| colour);
        }
        if let Some(spot) = scene.newest.filter(|_| scene.line.is_empty()) {
            self.paint_corners(spot);
        }
    }

    /// The upper left corner of a cell; row 6 is above the board.
    fn corner(&self, (column, row): Spot) -> (i32, i32) {
        let x = 2 * (self.gap + column.index() as i32 * self.pitch);
        if row >= ROWS {
            return (x, 0);
        }
        (x, self.above + self.gap + (ROWS - 1 - row) as i32 * self.pitch)
    }

    /// How many quarters a stone is wide and high.
    fn size(&self) -> (i32, i32) {
        let size = self.pitch - self.gap;
        (2 * size, size)
    }

    fn paint_hole(&mut self, spot: Spot) {
        let ((left, top), size) = (self.corner(spot), self.size());
        for (x, y) in places(size) {
            if Shape::Disc.part((x, y), size) != Part::Outside {
                self.quads.set(left + x, top + y, HOLE);
            }
        }
    }

    /// A stone some way above a cell. A falling one is seen through the holes only.
    fn paint_stone(&mut self, spot: Spot, stone: Stone, up: i32, tone: impl Fn(Rgb) -> Rgb) {
        let ((left, top), size) = (self.corner(spot), self.size());
        let top = (top - up).max(0);
        for (x, y) in places(size) {
            let colour = match stone.shape.part((x, y), size) {
                Part::Body => stone.colour(),
                Part::Shade => stone.shade(),
                Part::Outside => continue,
            };
            let (x, y) = (left + x, top + y);
            if up > 0 && self.quads.get(x, y) == Some(GROUND) {
                continue;
            }
            self.quads.set(x, y, tone(colour));
        }
    }

    fn paint_core(&mut self, spot: Spot) {
        let ((left, top), size) = (self.corner(spot), self.size());
        for (x, y) in places(size) {
            if is_core((x, y), size) {
                self.quads.set(left + x, top + y, WHITE);
            }
        }
    }

    /// Four dots around a cell, where the plate is whatever the stone looks like.
    fn paint_corners(&mut self, spot: Spot) {
        let ((left, top), (width, height), gap) = (self.corner(spot), self.size(), self.gap);
        for (x, y) in [(-2 * gap, -gap), (width, -gap), (-2 * gap, height), (width, height)] {
            self.quads.fill(left + x, top + y, 2 * gap, gap, LIGHT);
        }
    }
}

/// Every place of a rectangle of this size.
fn places((width, height): (i32, i32)) -> impl Iterator<Item = (i32, i32)> {
    (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
}
