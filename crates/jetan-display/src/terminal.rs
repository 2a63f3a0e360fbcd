//! A picture as the characters of a terminal: two dots above each other in every cell.

mod writer;

use crate::bitmap::BitmapUnits;
use crate::pixels::{Pixels, colour_of, rgb};
use crate::screen::ScreenLabel;
pub use writer::FrameWriter;

/// The capabilities of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TerminalAbility {
    /// The colours it can show.
    pub colours: ColourDepth,
    /// Whether it shows characters beyond ASCII, half blocks among them.
    pub has_blocks: bool,
}

/// The kinds of colours of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColourDepth {
    /// 24 bits for each cell.
    True,
    /// The 256 of xterm.
    Indexed,
    /// None: shades are made of characters.
    None,
}

/// A picture to show: colours, row by row, and the proportions they are to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureView<'a> {
    /// Colours in a row.
    pub columns: u32,
    /// The number of rows of pixels.
    pub rows: u32,
    /// The pixels row by row, `0x00RRGGBB`.
    pub colours: &'a [u32],
    /// The width of the proportions, in any unit.
    pub width: u32,
    /// The height of the proportions, in the same unit.
    pub height: u32,
}

impl<'a> From<&'a Pixels> for PictureView<'a> {
    fn from(pixels: &'a Pixels) -> PictureView<'a> {
        let Pixels { width, height, ref colours } = *pixels;
        PictureView { columns: width, rows: height, colours, width, height }
    }
}

impl<'a> From<&'a BitmapUnits> for PictureView<'a> {
    fn from(units: &'a BitmapUnits) -> PictureView<'a> {
        let BitmapUnits { columns, rows, ref colours, unit_width, unit_height } = *units;
        PictureView {
            columns,
            rows,
            colours,
            width: columns * unit_width,
            height: rows * unit_height,
        }
    }
}

/// One cell of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TerminalCell {
    /// The character in the cell.
    pub character: char,
    /// The colour of the character, `0x00RRGGBB`.
    pub ink: u32,
    /// The colour behind it.
    pub paper: u32,
}

/// The upper half in ink, the lower in paper.
const UPPER_HALF: char = '▀';

/// From dark to bright.
const SHADES: &[u8; 10] = b" .:-=+*#%@";

/// The cells of a part of a terminal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TerminalFrame {
    columns: usize,
    rows: usize,
    cells: Vec<TerminalCell>,
    /// The dots that cells are made of; used again for every picture.
    dots: Vec<u32>,
}

impl TerminalFrame {
    /// Cells in a row.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Rows of cells.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The cells, row by row.
    pub fn cells(&self) -> &[TerminalCell] {
        &self.cells
    }

    /// Shows a picture as large as it can be in a space of so many cells, in its own shape.
    ///
    /// A dot is taken for a square, as it is in nearly all terminals.
    pub fn draw(&mut self, picture: PictureView, space: (u16, u16), ability: TerminalAbility) {
        let (width, height) = fit(&picture, u32::from(space.0), 2 * u32::from(space.1));
        self.columns = width;
        self.rows = height.div_ceil(2);
        shrink(&picture, width, height, &mut self.dots);
        let dots = &self.dots;
        let dot = |x: usize, y: usize| dots.get(y * width + x).copied().unwrap_or(0);
        self.cells.clear();
        for y in (0..height).step_by(2) {
            let row = (0..width).map(|x| cell(dot(x, y), dot(x, y + 1), ability));
            self.cells.extend(row);
        }
    }

    /// Writes texts over a picture of this many pixels.
    pub fn write(
        &mut self,
        labels: &[ScreenLabel],
        (width, height): (u32, u32),
        ability: TerminalAbility,
    ) {
        for label in labels {
            let column = label.x * self.columns as f32 / width.max(1) as f32;
            let row = (label.y * self.rows as f32 / height.max(1) as f32).floor();
            let length = label.text.chars().count() as f32;
            let start =
                if label.is_centred { (column - length / 2.0).round() } else { column.round() };
            // A program may place a text anywhere, and NaN is in no range either.
            if !(0.0..self.rows as f32).contains(&row) {
                continue;
            }
            for (idx, character) in label.text.chars().enumerate() {
                let column = start + idx as f32;
                if (0.0..self.columns as f32).contains(&column) {
                    let place = row as usize * self.columns + column as usize;
                    self.cells[place] =
                        lettered(self.cells[place], character, label.colour, ability);
                }
            }
        }
    }

    /// Only the characters, a line for each row.
    pub fn to_text(&self) -> String {
        let rows = self.cells.chunks(self.columns.max(1));
        rows.flat_map(|row| row.iter().map(|cell| cell.character).chain(['\n'])).collect()
    }
}

/// The width and height of a picture in dots, so that it fits.
fn fit(picture: &PictureView, width_max: u32, height_max: u32) -> (usize, usize) {
    // In 64 bits, because proportions may be any `u32` and are multiplied below.
    let (width, height) = (u64::from(picture.width), u64::from(picture.height));
    let (across, down) = (u64::from(width_max), u64::from(height_max));
    let has_colours = picture.colours.len() >= picture.columns as usize * picture.rows as usize;
    if width == 0 || height == 0 || across == 0 || down == 0 || !has_colours {
        return (0, 0);
    }
    // A small picture grows by whole dots only, so that its units stay equal.
    let (columns, rows) = (u64::from(picture.columns), u64::from(picture.rows));
    let is_square = width * rows == height * columns;
    let factor = (across / columns).min(down / rows);
    let (wide, high) = if is_square && factor >= 1 {
        (columns * factor, rows * factor)
    } else if width * down >= height * across {
        (across, height * across / width)
    } else {
        (width * down / height, down)
    };
    (wide.max(1) as usize, high.max(1) as usize)
}

/// The mean colour of what each dot stands for.
fn shrink(picture: &PictureView, width: usize, height: usize, dots: &mut Vec<u32>) {
    let (columns, rows) = (picture.columns as usize, picture.rows as usize);
    let part = |idx: usize, of: usize, length: usize| {
        let start = idx * length / of;
        // In an enlarged picture a dot still stands for one pixel.
        start..((idx + 1) * length / of).max(start + 1)
    };
    dots.clear();
    for y in 0..height {
        for x in 0..width {
            let (across, down) = (part(x, width, columns), part(y, height, rows));
            let count = (across.len() * down.len()) as u32;
            // 32 bits suffice even if one dot stands for a picture of `SIDE_MAX` by `SIDE_MAX`.
            let mut sums = [0; 3];
            for row in down {
                for colour in &picture.colours[row * columns..][across.clone()] {
                    let parts = rgb(*colour);
                    sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += u32::from(part));
                }
            }
            dots.push(colour_of(sums.map(|sum| ((sum + count / 2) / count) as u8)));
        }
    }
}

fn cell(upper: u32, lower: u32, ability: TerminalAbility) -> TerminalCell {
    match ability {
        TerminalAbility { colours: ColourDepth::None, .. } => {
            let light = u32::midpoint(brightness(upper), brightness(lower));
            // Only full brightness gets the brightest character.
            let shade = SHADES[light as usize * (SHADES.len() - 1) / 255];
            TerminalCell { character: char::from(shade), ink: 0, paper: 0 }
        }
        TerminalAbility { has_blocks: false, .. } => {
            let paper = mean(upper, lower);
            TerminalCell { character: ' ', ink: paper, paper }
        }
        TerminalAbility { has_blocks: true, .. } => {
            TerminalCell { character: UPPER_HALF, ink: upper, paper: lower }
        }
    }
}

/// A cell with a character of a text: what was a half block becomes the ground for it.
fn lettered(
    cell: TerminalCell,
    character: char,
    ink: u32,
    ability: TerminalAbility,
) -> TerminalCell {
    // Control characters in a program's text could move the cursor or change the terminal.
    let is_shown = !character.is_control() && (ability.has_blocks || character.is_ascii());
    let character = if is_shown { character } else { '?' };
    if ability.colours == ColourDepth::None {
        return TerminalCell { character, ..cell };
    }
    let paper = if cell.character == UPPER_HALF { mean(cell.ink, cell.paper) } else { cell.paper };
    TerminalCell { character, ink, paper }
}

fn mean(one: u32, other: u32) -> u32 {
    let (one, other) = (rgb(one), rgb(other));
    colour_of([0, 1, 2].map(|idx| one[idx].midpoint(other[idx])))
}

/// From 0 to 255, as eyes weigh the parts (BT.601).
fn brightness(colour: u32) -> u32 {
    let [red, green, blue] = rgb(colour).map(u32::from);
    (299 * red + 587 * green + 114 * blue) / 1000
}
