//! Shapes and letters with smooth edges.
//!
//! Every shape is a signed distance: how far a point is outside of it. A pixel is covered as far as
//! the distance of its middle to the edge says, which needs no more than square roots.

use std::ops::Range;

use crate::font;
use crate::pixels::{Pixels, colour_of, rgb};

/// A colour and how much of what is below shows through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ink {
    pub(crate) colour: u32,
    pub(crate) opacity: f32,
}

/// A solid colour.
pub(crate) fn solid(colour: u32) -> Ink {
    Ink { colour, opacity: 1.0 }
}

/// A rectangle with sides parallel to the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) width: f32,
    pub(crate) height: f32,
}

impl Area {
    pub(crate) fn middle(self) -> (f32, f32) {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// An area with less, or if negative more, on each side.
    pub(crate) fn inset(self, by: f32) -> Area {
        let (width, height) = ((self.width - 2.0 * by).max(0.0), (self.height - 2.0 * by).max(0.0));
        Area { x: self.x + by, y: self.y + by, width, height }
    }

    /// Whether a point lies in it.
    pub(crate) fn contains(self, x: f32, y: f32) -> bool {
        (self.x..self.x + self.width).contains(&x) && (self.y..self.y + self.height).contains(&y)
    }
}

/// A shape that can be filled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum PaintShape {
    /// A rectangle with round corners of this radius.
    Rounded(Area, f32),
    /// The ellipse in a rectangle.
    Ellipse(Area),
    /// The four-sided figure on the middles of a rectangle's sides.
    Diamond(Area),
    /// The triangle on a rectangle's base.
    Triangle(Area),
    /// A line with round ends and this thickness.
    Line((f32, f32), (f32, f32), f32),
}

impl PaintShape {
    fn bounds(self) -> Area {
        match self {
            PaintShape::Rounded(area, _)
            | PaintShape::Ellipse(area)
            | PaintShape::Diamond(area)
            | PaintShape::Triangle(area) => area,
            PaintShape::Line(from, to, thickness) => {
                let (x, y) = (from.0.min(to.0), from.1.min(to.1));
                let (width, height) = ((from.0 - to.0).abs(), (from.1 - to.1).abs());
                Area { x, y, width, height }.inset(-thickness / 2.0)
            }
        }
    }

    /// The distance of a point from the edge: positive outside, negative inside.
    #[inline]
    fn distance(self, x: f32, y: f32) -> f32 {
        match self {
            PaintShape::Rounded(area, radius) => {
                let (dx, dy) = from_middle(area, x, y);
                let (dx, dy) = (dx - area.width / 2.0 + radius, dy - area.height / 2.0 + radius);
                let outside = length(dx.max(0.0), dy.max(0.0));
                outside + dx.max(dy).min(0.0) - radius
            }
            PaintShape::Ellipse(area) => {
                let (dx, dy) = from_middle(area, x, y);
                // An object of no width or height must not divide by zero.
                let (a, b) = ((area.width / 2.0).max(0.01), (area.height / 2.0).max(0.01));
                let (u, v) = (dx / a, dy / b);
                let slope = length(u / a, v / b).max(1e-6);
                // The first term of the distance's expansion, exact for circles at the edge.
                (u * u + v * v - 1.0) / (2.0 * slope)
            }
            PaintShape::Diamond(area) => {
                let (dx, dy) = from_middle(area, x, y);
                edge((area.width / 2.0, 0.0), (0.0, area.height / 2.0), dx, dy)
            }
            PaintShape::Triangle(area) => {
                let (dx, _) = from_middle(area, x, y);
                let down = y - area.y;
                let side = edge((area.width / 2.0, area.height), (0.0, 0.0), dx, down);
                side.max(down - area.height)
            }
            PaintShape::Line(from, to, thickness) => capsule(from, to, x, y) - thickness / 2.0,
        }
    }

    /// The pixels of a row that are certainly covered in full, to be filled without asking.
    fn solid_part(self, y: f32) -> Option<Range<f32>> {
        let PaintShape::Rounded(area, radius) = self else { return None };
        let is_inside = y - 1.0 >= area.y && y + 1.0 <= area.y + area.height;
        let is_straight = y >= area.y + radius && y <= area.y + area.height - radius;
        // A pixel away from the edge coverage is certainly complete.
        let margin = if is_straight { 1.0 } else { radius + 1.0 };
        is_inside.then_some(area.x + margin..area.x + area.width - margin)
    }
}

fn length(x: f32, y: f32) -> f32 {
    (x * x + y * y).sqrt()
}

fn from_middle(area: Area, x: f32, y: f32) -> (f32, f32) {
    let middle = area.middle();
    ((x - middle.0).abs(), (y - middle.1).abs())
}

/// The distance of a point to the right of the line from one point up to another.
fn edge(low: (f32, f32), high: (f32, f32), x: f32, y: f32) -> f32 {
    let (along, up) = (high.0 - low.0, high.1 - low.1);
    let cross = along * (y - low.1) - up * (x - low.0);
    let is_rising = up < 0.0;
    let distance = cross / length(along, up).max(0.01);
    if is_rising { distance } else { -distance }
}

fn capsule(from: (f32, f32), to: (f32, f32), x: f32, y: f32) -> f32 {
    let (along, down) = (to.0 - from.0, to.1 - from.1);
    let (dx, dy) = (x - from.0, y - from.1);
    let square = along * along + down * down;
    // A stroke may be a single point, such as that of an `i`.
    let part = if square > 0.0 { ((dx * along + dy * down) / square).clamp(0.0, 1.0) } else { 0.0 };
    length(dx - part * along, dy - part * down)
}

/// The position and size of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TextPlacement {
    /// The middle of the text's height, and of its width or its left end.
    pub(crate) x: f32,
    pub(crate) y: f32,
    /// The height of capitals.
    pub(crate) size: f32,
    /// The thickness of strokes, as a part of the size.
    pub(crate) weight: f32,
    pub(crate) is_centred: bool,
}

impl TextPlacement {
    /// This lettering, or a smaller one if a text would be wider than allowed.
    pub(crate) fn fitted(self, text: &str, width_max: f32) -> TextPlacement {
        let width = (font::width(text) + self.weight) * self.size;
        let size = if width > width_max { self.size * width_max / width } else { self.size };
        TextPlacement { size, ..self }
    }
}

/// The most pixel visits for one picture: eight times the largest picture, in about half a second.
/// Shapes beyond that are left out.
const WORK_MAX: usize = 1 << 27;
/// The least number of pixel visits that a shape or a line of text counts for.
const WORK_MIN: usize = 64;
/// Visits of each pixel below a text: one for each stroke near it.
const WORK_OF_LETTERS: usize = 4;
/// The strokes of a character are read from their description even if they touch one pixel only;
/// that takes as long as looking at some hundred pixels.
const WORK_OF_STROKES: usize = 512;

/// Draws shapes and letters on a picture.
#[derive(Clone, Debug, Default)]
pub(crate) struct Painter {
    pub(crate) pixels: Pixels,
    /// Pixels that may still be looked at.
    left: usize,
    /// The coverage of each pixel by the letters of a text; reused for every text.
    mask: Vec<f32>,
}

impl Painter {
    /// Begins a picture of one colour.
    pub(crate) fn begin(&mut self, width: u32, height: u32, colour: u32) {
        self.pixels.reset(width, height, colour);
        self.left = WORK_MAX;
    }

    /// Whether there is work left for looking at so many pixels, which is then taken off.
    fn may_take(&mut self, pixels: usize) -> bool {
        // A million shapes outside the picture cost something too.
        let rest = self.left.checked_sub(pixels.max(WORK_MIN));
        self.left = rest.unwrap_or(self.left);
        rest.is_some()
    }

    pub(crate) fn fill(&mut self, shape: PaintShape, ink: Ink) {
        let bounds = shape.bounds();
        let columns = clip(bounds.x, bounds.width, self.pixels.width);
        let rows = clip(bounds.y, bounds.height, self.pixels.height);
        // A shape is drawn or left out as a whole; half of one would look like the program's
        // mistake.
        if !self.may_take(columns.len() * rows.len()) {
            return;
        }
        for y in rows {
            let middle = y as f32 + 0.5;
            let inside = shape.solid_part(middle).map_or(0..0, |part| {
                let first = (part.start.ceil().max(0.0) as usize).clamp(columns.start, columns.end);
                first..(part.end.floor().max(0.0) as usize).clamp(first, columns.end)
            });
            let start = y * self.pixels.width as usize;
            // `clip` keeps rows inside, so this never leaves; it only keeps a panic out.
            let Some(row) = self.pixels.colours.get_mut(start..) else { return };
            let (left, right) = if inside.is_empty() {
                (columns.clone(), 0..0)
            } else {
                (columns.start..inside.start, inside.end..columns.end)
            };
            for x in left.chain(right) {
                // An edge through the middle of a pixel covers half of it, one half a pixel away
                // all or nothing.
                let cover = 0.5 - shape.distance(x as f32 + 0.5, middle);
                blend(&mut row[x], ink, cover);
            }
            if ink.opacity >= 1.0 {
                // Most of a board or a page is inside: filling it needs no distance for each pixel.
                row[inside].fill(ink.colour);
            } else {
                row[inside].iter_mut().for_each(|pixel| blend(pixel, ink, 1.0));
            }
        }
    }

    pub(crate) fn write(&mut self, text: &str, at: TextPlacement, ink: Ink) {
        // Measuring a text takes time as well: a program can ask for millions of them.
        if self.left < WORK_MIN {
            return;
        }
        let TextPlacement { size, weight, .. } = at;
        let width = font::width(text) * size;
        let left = if at.is_centred { at.x - width / 2.0 } else { at.x };
        let top = at.y - size / 2.0;
        // Strokes reach above and below capitals, and half a pen beyond.
        let pen = weight * size;
        let reach = Area { x: left, y: top - 0.1 * size, width, height: 1.5 * size }.inset(-pen);
        let columns = clip(reach.x, reach.width, self.pixels.width);
        let rows = clip(reach.y, reach.height, self.pixels.height);
        let area = columns.len() * rows.len();
        let strokes = if area == 0 { 0 } else { text.len() * WORK_OF_STROKES };
        if !self.may_take(area * WORK_OF_LETTERS + strokes) || area == 0 {
            return;
        }
        self.mask.clear();
        self.mask.resize(area, 0.0);
        font::strokes(text, |stroke| {
            let place = |(x, y): (f32, f32)| (left + x * size, top + y * size);
            let line = PaintShape::Line(place(stroke.from), place(stroke.to), pen);
            cover(&mut self.mask, &columns, &rows, line);
        });
        for (y, covers) in rows.zip(self.mask.chunks_exact(columns.len().max(1))) {
            let start = y * self.pixels.width as usize;
            let row = &mut self.pixels.colours[start + columns.start..start + columns.end];
            for (pixel, &cover) in row.iter_mut().zip(covers).filter(|(_, cover)| **cover > 0.0) {
                blend(pixel, ink, cover);
            }
        }
    }
}

/// Adds a stroke to a mask. Strokes that overlap cover no more than the stronger of them.
fn cover(mask: &mut [f32], columns: &Range<usize>, rows: &Range<usize>, line: PaintShape) {
    let bounds = line.bounds();
    let across = clip(bounds.x, bounds.width, columns.end as u32);
    for y in clip(bounds.y, bounds.height, rows.end as u32).filter(|y| *y >= rows.start) {
        let start = (y - rows.start) * columns.len();
        for x in across.clone().filter(|x| *x >= columns.start) {
            let cover = 0.5 - line.distance(x as f32 + 0.5, y as f32 + 0.5);
            let place = &mut mask[start + x - columns.start];
            // The maximum, not the sum: strokes meet in every letter, and their joints would look
            // thicker.
            *place = place.max(cover.min(1.0));
        }
    }
}

/// The pixels that an interval touches, within a picture.
fn clip(start: f32, length: f32, end: u32) -> Range<usize> {
    // Casts saturate, whatever a program has computed for a place.
    let first = ((start - 1.0).floor().max(0.0) as usize).min(end as usize);
    first..((start + length + 1.0).ceil().max(0.0) as usize).clamp(first, end as usize)
}

/// Covers a pixel with ink, in part.
#[inline]
pub(crate) fn blend(pixel: &mut u32, ink: Ink, cover: f32) {
    // 256 steps, so that full coverage is a value of its own and dividing is a shift.
    const FULL: u32 = 256;
    let part = (cover.clamp(0.0, 1.0) * ink.opacity * FULL as f32 + 0.5) as u32;
    match part {
        0 => {}
        FULL.. => *pixel = ink.colour,
        _ => {
            let (below, above) = (rgb(*pixel), rgb(ink.colour));
            let mix = |idx: usize| {
                let sum = u32::from(below[idx]) * (FULL - part) + u32::from(above[idx]) * part;
                ((sum + FULL / 2) / FULL) as u8
            };
            *pixel = colour_of([mix(0), mix(1), mix(2)]);
        }
    }
}
