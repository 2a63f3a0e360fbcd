//! Frames as escape sequences: only cells that look different from the last frame are written.

use std::io::{self, Write};

use super::{ColourDepth, TerminalAbility, TerminalCell, TerminalFrame};
use crate::pixels::rgb;

/// Writes frames to a place of a terminal.
#[derive(Clone, Debug)]
pub struct FrameWriter {
    ability: TerminalAbility,
    /// The row and column of the upper left cell, counted from 1.
    origin: (u16, u16),
    shown: Vec<TerminalCell>,
    columns: usize,
    /// Bytes still to be sent: a frame goes out in one piece.
    bytes: Vec<u8>,
}

impl FrameWriter {
    /// A writer for a place whose upper left cell is in this row and column, counted from 1.
    pub fn new(ability: TerminalAbility, origin: (u16, u16)) -> FrameWriter {
        FrameWriter { ability, origin, shown: Vec::new(), columns: 0, bytes: Vec::new() }
    }

    /// Forgets what is on the terminal, which was cleared or resized.
    pub fn invalidate(&mut self) {
        self.shown.clear();
    }

    /// Writes what has changed. The terminal's colours are its own again afterwards.
    pub fn write(&mut self, frame: &TerminalFrame, out: &mut impl Write) -> io::Result<()> {
        if frame.columns != self.columns || frame.cells.len() != self.shown.len() {
            self.shown.clear();
            self.columns = frame.columns;
        }
        self.bytes.clear();
        let mut pen = None;
        let mut cursor = None;
        for (idx, cell) in frame.cells.iter().enumerate() {
            if self.shown.get(idx) == Some(cell) {
                continue;
            }
            let (row, column) = (idx / frame.columns, idx % frame.columns);
            if cursor != Some((row, column)) {
                let (row, column) =
                    (row + usize::from(self.origin.0), column + usize::from(self.origin.1));
                write!(self.bytes, "\x1b[{row};{column}H")?;
            }
            // Terminals differ in where the cursor is after the last column; the first cell of the
            // next row never equals this position, so it is always addressed.
            cursor = Some((row, column + 1));
            self.set_pen(&mut pen, cell)?;
            let mut encoded = [0; 4];
            self.bytes.extend_from_slice(cell.character.encode_utf8(&mut encoded).as_bytes());
        }
        if pen.is_some() {
            self.bytes.extend_from_slice(b"\x1b[0m");
        }
        self.shown.clone_from(&frame.cells);
        // In one call: a frame in pieces would flicker.
        out.write_all(&self.bytes)
    }

    fn set_pen(&mut self, pen: &mut Option<(u32, u32)>, cell: &TerminalCell) -> io::Result<()> {
        let (ink, paper) = (cell.ink, cell.paper);
        let old = pen.replace((ink, paper));
        match self.ability.colours {
            // Nothing was set, so nothing has to be reset at the end.
            ColourDepth::None => *pen = None,
            ColourDepth::True => {
                if old.is_none_or(|old| old.0 != ink) {
                    let [red, green, blue] = rgb(ink);
                    write!(self.bytes, "\x1b[38;2;{red};{green};{blue}m")?;
                }
                if old.is_none_or(|old| old.1 != paper) {
                    let [red, green, blue] = rgb(paper);
                    write!(self.bytes, "\x1b[48;2;{red};{green};{blue}m")?;
                }
            }
            ColourDepth::Indexed => {
                if old.is_none_or(|old| old.0 != ink) {
                    write!(self.bytes, "\x1b[38;5;{}m", indexed(ink))?;
                }
                if old.is_none_or(|old| old.1 != paper) {
                    write!(self.bytes, "\x1b[48;5;{}m", indexed(paper))?;
                }
            }
        }
        Ok(())
    }
}

/// The nearest of xterm's 256 colours: of its cube of 216, or of its 24 greys.
fn indexed(colour: u32) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let parts = rgb(colour);
    let nearest = parts.map(|part| {
        (0..6).min_by_key(|&level: &u8| LEVELS[level as usize].abs_diff(part)).unwrap_or(0)
    });
    let distance = |other: [u8; 3]| -> u32 {
        parts.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    let mean = parts.iter().map(|&part| u32::from(part)).sum::<u32>() / 3;
    // xterm's greys are 8, 18, … 238; taking off 3 instead of 8 rounds to the nearest.
    let grey = (mean.saturating_sub(3) / 10).min(23) as u8;
    let grey_value = 8 + 10 * grey;
    let cube = nearest.map(|level| LEVELS[level as usize]);
    // The cube wins ties: it has pure black and white, which the greys lack.
    if distance([grey_value; 3]) < distance(cube) {
        232 + grey
    } else {
        16 + 36 * nearest[0] + 6 * nearest[1] + nearest[2]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_become_the_nearest_of_256() {
        let cases = [
            (0x0000_0000, 16),
            (0x00ff_ffff, 231),
            (0x00ff_0000, 196),
            (0x0080_8080, 244),
            (0x0012_1212, 233),
            (0x005f_87af, 67),
        ];
        for (colour, expected) in cases {
            assert_eq!(indexed(colour), expected, "{colour:06x}");
        }
    }
}
