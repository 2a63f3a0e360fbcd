//! Pixels of a quarter of a character: half as wide as they are high, so that small stones are
//! rounder than with square ones. A character has two colours only, which is enough here.

use ratatui::layout::Rect;

use super::pen::ClippedPen;
use crate::look::{ColourSupport, Rgb};

/// A picture of quarters; those that nobody painted let the ground be seen.
#[derive(Clone, Debug)]
pub(super) struct QuadCanvas {
    width: usize,
    height: usize,
    colours: Vec<Option<Rgb>>,
}

impl QuadCanvas {
    /// An empty picture for so many characters and lines.
    pub(super) fn new(characters: i32, lines: i32) -> QuadCanvas {
        let (width, height) = (2 * characters.max(0) as usize, 2 * lines.max(0) as usize);
        QuadCanvas { width, height, colours: vec![None; width * height] }
    }

    /// The colour of a quarter, if it was painted.
    pub(super) fn get(&self, x: i32, y: i32) -> Option<Rgb> {
        self.index(x, y).and_then(|index| self.colours[index])
    }

    /// Paints a quarter; outside of the picture nothing happens.
    pub(super) fn set(&mut self, x: i32, y: i32, colour: Rgb) {
        if let Some(index) = self.index(x, y) {
            self.colours[index] = Some(colour);
        }
    }

    /// Paints a rectangle.
    pub(super) fn fill(&mut self, x: i32, y: i32, width: i32, height: i32, colour: Rgb) {
        for row in y..y + height {
            for column in x..x + width {
                self.set(column, row, colour);
            }
        }
    }

    /// Lets the ground be seen again.
    pub(super) fn cut(&mut self, x: i32, y: i32) {
        if let Some(index) = self.index(x, y) {
            self.colours[index] = None;
        }
    }

    /// Shows the picture. Where a character has `ground`, that is its background, and `behind` is
    /// left out first where there are three colours.
    pub(super) fn draw(&self, area: Rect, (ground, behind): (Rgb, Rgb), pen: &mut ClippedPen<'_>) {
        let look = pen.look;
        for y in 0..i32::from(area.height) {
            for x in 0..i32::from(area.width) {
                let quarters = [(0, 0), (1, 0), (0, 1), (1, 1)]
                    .map(|(right, down)| self.get(2 * x + right, 2 * y + down));
                let Some((front, back)) = two_colours(quarters, ground, behind) else { continue };
                // Without colours there is no background either.
                let back = back.filter(|_| look.colours != ColourSupport::None);
                let mask = quarters.map(|quarter| quarter.is_some() && quarter != back);
                let style = match back {
                    Some(back) => look.paint(front, back),
                    None => look.ink(front),
                };
                pen.put(i32::from(area.x) + x, i32::from(area.y) + y, quarter_block(mask), style);
            }
        }
    }

    fn index(&self, x: i32, y: i32) -> Option<usize> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        (x < self.width && y < self.height).then_some(y * self.width + x)
    }
}

/// The colour in front and the one behind it, if anything was painted. Nothing is behind where
/// something was not.
fn two_colours(quarters: [Option<Rgb>; 4], ground: Rgb, behind: Rgb) -> Option<(Rgb, Option<Rgb>)> {
    let painted: Vec<Rgb> = quarters.into_iter().flatten().collect();
    let weight = |colour: &Rgb| {
        // Of colours that are equally frequent the hole's is given up: it is missed less than a
        // stone's.
        let count = painted.iter().filter(|other| *other == colour).count();
        (count, *colour != behind)
    };
    let most = painted.iter().copied().max_by_key(weight)?;
    // A quarter that nobody painted shows the terminal's own ground, so there is no second colour
    // to use.
    if painted.len() < quarters.len() {
        return Some((most, None));
    }
    let back = if painted.contains(&ground) { ground } else { most };
    let others = painted.iter().copied().filter(|colour| *colour != back);
    Some((others.max_by_key(weight).unwrap_or(back), Some(back)))
}

/// The character whose quarters are filled so: upper left, upper right, lower left, lower right.
pub(super) fn quarter_block(filled: [bool; 4]) -> char {
    const BLOCKS: [char; 16] =
        [' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'];
    let mask = (0..4).map(|bit| usize::from(filled[bit]) << bit).sum::<usize>();
    BLOCKS[mask]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::look::TerminalLook;
    use ratatui::buffer::Buffer;

    const RED: Rgb = (255, 0, 0);
    const BLUE: Rgb = (0, 0, 255);

    #[test]
    fn four_quarters_share_a_character() {
        let mut quads = QuadCanvas::new(4, 1);
        quads.fill(0, 0, 6, 2, BLUE);
        quads.fill(1, 0, 3, 2, RED);
        quads.cut(4, 0);
        quads.set(-1, 7, RED);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 1));
        let area = buffer.area;
        quads.draw(area, (BLUE, RED), &mut ClippedPen::new(&mut buffer, area, TerminalLook::FULL));
        let symbols: Vec<&str> = buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect();
        assert_eq!(symbols, ["▐", " ", "▟", " "]);
        assert_eq!(buffer[(1, 0)].bg, ratatui::style::Color::Rgb(255, 0, 0));
    }
}
