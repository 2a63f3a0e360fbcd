//! The two digits of the Digital Lab Sim.

use crate::paint::{Area, PaintShape, Painter, solid};
use crate::pixels::Pixels;

const WIDTH: u32 = 280;
const HEIGHT: u32 = 220;
const CASE: u32 = 0x001c_1a1f;
const LIT: u32 = 0x00ff_4a3d;
const UNLIT: u32 = 0x0032_2427;

/// Segments a to g by their ends, on a grid of one digit's width and half heights.
const SEGMENTS: [[(f32, f32); 2]; 7] = [
    [(0.0, 0.0), (1.0, 0.0)],
    [(1.0, 0.0), (1.0, 1.0)],
    [(1.0, 1.0), (1.0, 2.0)],
    [(0.0, 2.0), (1.0, 2.0)],
    [(0.0, 1.0), (0.0, 2.0)],
    [(0.0, 0.0), (0.0, 1.0)],
    [(0.0, 1.0), (1.0, 1.0)],
];

/// Draws the digits, each picture in the memory of the one before.
#[derive(Clone, Debug, Default)]
pub struct LabRenderer {
    painter: Painter,
}

impl LabRenderer {
    /// Draws two digits, the left one first: bit 0 is segment a, bit 6 segment g, bit 7 the point.
    pub fn draw(&mut self, digits: [u8; 2]) -> &Pixels {
        self.painter.begin(WIDTH, HEIGHT, CASE);
        self.draw_digit(digits[0], 44.0);
        self.draw_digit(digits[1], 164.0);
        &self.painter.pixels
    }

    /// The picture that was drawn last.
    pub fn pixels(&self) -> &Pixels {
        &self.painter.pixels
    }

    fn draw_digit(&mut self, digit: u8, left: f32) {
        const TOP: f32 = 34.0;
        const SIDE: f32 = 62.0;
        const HALF: f32 = 76.0;
        const THICKNESS: f32 = 12.0;
        // Between two segments there is a gap, or lit ones would run into each other.
        const GAP: f32 = 11.0;
        let ink = |bit: usize| solid(if digit >> bit & 1 == 1 { LIT } else { UNLIT });
        // Digits lean to the right, as those of real displays do.
        let lean = |y: f32| (2.0 * HALF - y) * 0.08;
        for (bit, ends) in SEGMENTS.iter().enumerate() {
            let [from, to] = ends.map(|(x, y)| (x * SIDE, y * HALF));
            // `>=` instead of `==` on floats; no segment goes upwards.
            let is_flat = ends[0].1 >= ends[1].1;
            let (dx, dy) = if is_flat { (GAP, 0.0) } else { (0.0, GAP) };
            let place = |x: f32, y: f32| (left + x + lean(y), TOP + y);
            let (from, to) = (place(from.0 + dx, from.1 + dy), place(to.0 - dx, to.1 - dy));
            self.painter.fill(PaintShape::Line(from, to, THICKNESS), ink(bit));
        }
        let point =
            Area { x: left + SIDE + 12.0, y: TOP + 2.0 * HALF - 7.0, width: 14.0, height: 14.0 };
        self.painter.fill(PaintShape::Ellipse(point), ink(7));
    }
}
