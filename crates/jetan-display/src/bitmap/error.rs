//! Errors in the description of a display, and the warning about one that covers data.

use std::fmt;

use super::BitmapConfig;
use crate::pixels::SIDE_MAX;

/// The direction in which a length is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DisplaySide {
    /// The width, of a display or a unit.
    Width,
    /// The height, of a display or a unit.
    Height,
}

/// The reason for which a display is impossible.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum BitmapError {
    /// The flag is not of the form it should have.
    Form {
        /// The part that was not understood.
        part: String,
        /// The form that was expected there.
        expected: &'static str,
    },
    /// The display is nothing, or larger than any screen.
    DisplaySize {
        /// The side that is wrong.
        side: DisplaySide,
        /// The length that was asked for, in pixels.
        pixels: u32,
    },
    /// Units do not fill the display.
    UnitSize {
        /// The side on which they differ.
        side: DisplaySide,
        /// The length of the display's side.
        pixels: u32,
        /// The length of a unit's.
        unit: u32,
    },
    /// The base is not the address of a word.
    Unaligned {
        /// The address that was asked for.
        base: u32,
    },
    /// There is no memory at the base.
    Unmapped {
        /// The address that was asked for.
        base: u32,
    },
    /// At the base there are instructions.
    Code {
        /// The address that was asked for.
        base: u32,
    },
    /// The display does not end where its memory does.
    TooLarge {
        /// The display that was asked for.
        config: BitmapConfig,
        /// The bytes of memory from its base on.
        bytes_left: u32,
    },
}

impl fmt::Display for BitmapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BitmapError::Form { part, expected } => write!(
                f,
                "`{part}` is not {expected}: write the display as WxH/UxV@BASE, such as \
                 512x512/8x8@0x10040000 or 256x256/4x4@heap"
            ),
            BitmapError::DisplaySize { side, pixels } => write!(
                f,
                "a display cannot be {pixels} pixels {}: at least 1, at most {SIDE_MAX}",
                side.adjective()
            ),
            BitmapError::UnitSize { side, pixels, unit } => {
                let (side, noun) = (side.adjective(), side.noun());
                write!(
                    f,
                    "units {unit} pixels {side} do not fill a display {pixels} pixels {side}"
                )?;
                match next_divisor(*pixels, *unit) {
                    Some(better) => write!(f, ": {better} would be a unit {noun} that does"),
                    None => Ok(()),
                }
            }
            BitmapError::Unaligned { base } => write!(
                f,
                "the display cannot begin at {base:#010x}, which is not a multiple of 4: every \
                 unit is a word"
            ),
            BitmapError::Unmapped { base } => write!(
                f,
                "there is no memory at {base:#010x} for a display: use heap, gp, static, data, \
                 mmio or an address in one of them"
            ),
            BitmapError::Code { base } => write!(
                f,
                "{base:#010x} is in the program's instructions, where there can be no display: use \
                 heap, gp, static or data"
            ),
            BitmapError::TooLarge { config, bytes_left } => write!(
                f,
                "the display's {} by {} units take {} bytes, but memory ends {bytes_left} bytes \
                 after {:#010x}: use larger units, a smaller display or a lower base",
                config.columns(),
                config.rows(),
                config.bytes(),
                config.base
            ),
        }
    }
}

impl std::error::Error for BitmapError {}

/// The unit closest to the wanted one that fills a side.
fn next_divisor(pixels: u32, unit: u32) -> Option<u32> {
    // At most `SIDE_MAX` candidates, and only for a message.
    (1..=pixels).filter(|&side| pixels.is_multiple_of(side)).min_by_key(|side| side.abs_diff(unit))
}

impl DisplaySide {
    fn adjective(self) -> &'static str {
        match self {
            DisplaySide::Width => "wide",
            DisplaySide::Height => "high",
        }
    }

    fn noun(self) -> &'static str {
        match self {
            DisplaySide::Width => "width",
            DisplaySide::Height => "height",
        }
    }
}

/// Data of the program that lies under its display: painting destroys it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DataOverlap {
    /// The display that was asked for.
    pub config: BitmapConfig,
    /// The first address of the data that is covered.
    pub first: u32,
}

impl fmt::Display for DataOverlap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BitmapConfig { base, .. } = self.config;
        let last = base.saturating_add(self.config.bytes().saturating_sub(1));
        write!(
            f,
            "the display ({base:#010x} to {last:#010x}) covers the program's own data from \
             {:#010x} on: painting destroys it; use another base, such as the heap",
            self.first
        )
    }
}
