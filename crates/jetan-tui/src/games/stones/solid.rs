//! The board in quarters of characters: a coloured plate with holes, and stones behind it.

use jetan_games::connect4::position::ROWS;

use super::colours::{GROUND, HOLE, LIGHT, WHITE};
use super::pen::ClippedPen;
use super::place::{BoardStyle, StoneLayout};
use super::quads::QuadCanvas;
use super::scene::{BoardScene, HoleShape, Stone};
use super::shape::{StonePart, StoneShape, is_core};
use crate::look::{ColourSupport, Rgb};
use crate::paint::canvas::blend;
use jetan_play::stones::{StoneCell, spots};

/// The brightness of the other stones when there is a winning line.
const DIMMED: f32 = 0.5;

/// Draws the board and what is above it.
pub(super) fn draw(scene: &BoardScene, place: &StoneLayout, pen: &mut ClippedPen<'_>) {
    let BoardStyle::Solid { pitch, gap } = place.cells else { return };
    let lines_above = place.cells.stone_height();
    let quads = QuadCanvas::new(place.cells.width(), lines_above + place.cells.height());
    let has_colours = pen.look.colours != ColourSupport::None;
    let above = 2 * lines_above;
    let mut plate = BoardPlate { quads, pitch, gap, above, holes: scene.holes, has_colours };
    plate.paint(scene, place);
    let mut area = place.board();
    area.y = area.y.saturating_sub(lines_above as u16);
    area.height += lines_above as u16;
    plate.quads.draw(area, (GROUND, HOLE), pen);
}

/// The board while it is painted; lengths are in halves of a line, which quarters are high.
struct BoardPlate {
    quads: QuadCanvas,
    pitch: i32,
    gap: i32,
    /// The height of the area above the board.
    above: i32,
    holes: HoleShape,
    has_colours: bool,
}

impl BoardPlate {
    fn paint(&mut self, scene: &BoardScene, place: &StoneLayout) {
        let (width, height) = (2 * place.cells.width(), 2 * place.cells.height());
        if self.has_colours {
            self.paint_plate(width, height);
        } else {
            self.paint_tray(width, height);
        }
        for spot @ (column, row) in spots() {
            match scene.stones[column.index()][row] {
                Some(stone) if scene.line.contains(&spot) => self.paint_winner(spot, stone),
                Some(stone) => {
                    let is_dimmed = !scene.line.is_empty();
                    self.paint_hole(spot, HOLE);
                    self.paint_stone(spot, stone, 0, |colour| {
                        if is_dimmed { blend(colour, HOLE, DIMMED) } else { colour }
                    });
                }
                None if self.has_colours => self.paint_hole(spot, HOLE),
                None => self.paint_dot(spot),
            }
        }
        if let Some((column, stone)) = scene.hover {
            self.paint_stone((column, ROWS), stone, 0, |colour| colour);
        }
        // After the stones that lie: a falling one passes in front of empty holes and behind the
        // plate.
        for (spot, stone, height) in &scene.falling {
            let up = (height * self.pitch as f32).round() as i32;
            self.paint_stone(*spot, *stone, up, |colour| colour);
        }
        if let Some(spot) = scene.newest.filter(|_| scene.line.is_empty()) {
            self.paint_corners(spot);
        }
    }

    /// The ground, with its corners cut.
    fn paint_plate(&mut self, width: i32, height: i32) {
        self.quads.fill(0, self.above, width, height, GROUND);
        for x in [0, width - 1] {
            self.quads.cut(x, self.above);
            self.quads.cut(x, self.above + height - 1);
        }
    }

    /// Walls and a floor are all there is of the board where it has no colour.
    fn paint_tray(&mut self, width: i32, height: i32) {
        self.quads.fill(0, self.above, 1, height, LIGHT);
        self.quads.fill(width - 1, self.above, 1, height, LIGHT);
        self.quads.fill(0, self.above + height - 1, width, 1, LIGHT);
    }

    /// The upper left corner of a cell; row 6 is above the board.
    fn corner(&self, (column, row): StoneCell) -> (i32, i32) {
        let x = 2 * (self.gap + column.index() as i32 * self.pitch);
        if row >= ROWS {
            return (x, 0);
        }
        (x, self.above + self.gap + (ROWS - 1 - row) as i32 * self.pitch)
    }

    /// The width and height of a stone, in quarters of a cell.
    fn size(&self) -> (i32, i32) {
        let size = self.pitch - self.gap;
        (2 * size, size)
    }

    fn paint_hole(&mut self, spot: StoneCell, colour: Rgb) {
        if !self.has_colours {
            return;
        }
        let ((left, top), size) = (self.corner(spot), self.size());
        for (x, y) in places(size) {
            let is_hole = self.holes == HoleShape::Square
                || StoneShape::Disc.part((x, y), size) != StonePart::Outside;
            if is_hole {
                self.quads.set(left + x, top + y, colour);
            }
        }
    }

    /// A free cell where holes cannot be seen.
    fn paint_dot(&mut self, spot: StoneCell) {
        let ((left, top), (width, height)) = (self.corner(spot), self.size());
        self.quads.fill(left + width / 2 - 1, top + (height - 1) / 2, 2, 1, LIGHT);
    }

    /// A stone some way above a cell. A falling one is seen through the holes only.
    fn paint_stone(&mut self, spot: StoneCell, stone: Stone, up: i32, tone: impl Fn(Rgb) -> Rgb) {
        let (left, top) = self.corner(spot);
        for ((x, y), part) in self.parts(stone.shape) {
            let colour = match part {
                StonePart::Body => stone.colour(),
                StonePart::Shade => stone.shade(),
                StonePart::Outside => continue,
            };
            // Above the board there is room for one stone only.
            let (x, y) = (left + x, (top - up).max(0) + y);
            let is_hidden = up > 0 && self.quads.get(x, y) == Some(GROUND);
            if !is_hidden {
                self.quads.set(x, y, tone(colour));
            }
        }
    }

    /// A stone of a winning line: on a light ground, or with a light middle, or inverted.
    fn paint_winner(&mut self, spot: StoneCell, stone: Stone) {
        let ((left, top), size) = (self.corner(spot), self.size());
        if !self.has_colours || self.holes == HoleShape::Square {
            // With the gap around it: an X cut out of its own square alone would look like an O.
            let (x, y) = (left - 2 * self.gap, top - self.gap);
            self.quads.fill(x, y, size.0 + 4 * self.gap, size.1 + 2 * self.gap, WHITE);
        }
        if !self.has_colours {
            for ((x, y), part) in self.parts(stone.shape) {
                if part != StonePart::Outside {
                    self.quads.cut(left + x, top + y);
                }
            }
            return;
        }
        if self.holes == HoleShape::Square {
            self.paint_stone(spot, stone, 0, |_| stone.shade());
            return;
        }
        self.paint_hole(spot, HOLE);
        self.paint_stone(spot, stone, 0, |colour| colour);
        for (x, y) in places(size).filter(|at| is_core(*at, size)) {
            self.quads.set(left + x, top + y, WHITE);
        }
    }

    /// The parts of a shape by their position in its cell; in square cells there is some room
    /// around it.
    fn parts(&self, shape: StoneShape) -> Vec<((i32, i32), StonePart)> {
        let (width, height) = self.size();
        let inset = if self.holes == HoleShape::Square { height / 7 } else { 0 };
        let size = (width - 4 * inset, height - 2 * inset);
        // The corner of a small ring has the colours of ring, hole and plate; a character has two
        // of them, so there the pixels are whole characters wide.
        let is_coarse = self.holes == HoleShape::Square && height < 6;
        let pixel = if is_coarse { 2 } else { 1 };
        let has_colours = self.has_colours;
        places(size)
            .map(|at| {
                let (at_pixel, size) = ((at.0 / pixel, at.1), (size.0 / pixel, size.1));
                let part = match shape.part(at_pixel, size) {
                    StonePart::Shade if !has_colours && !shape.is_ink(at_pixel, size) => {
                        StonePart::Outside
                    }
                    part => part,
                };
                ((at.0 + 2 * inset, at.1 + inset), part)
            })
            .collect()
    }

    /// Four dots around a cell, where the plate is whatever the stone looks like.
    fn paint_corners(&mut self, spot: StoneCell) {
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
