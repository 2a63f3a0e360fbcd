//! The Bitmap Display: a piece of memory in which every word is the colour of one rectangle.
//!
//! It has no state of its own. A program says where it is by flag (`bitmap/flag.rs`), in the header
//! comment of its source (`bitmap/comment.rs`), or by what it writes (`bitmap/guess.rs`);
//! `bitmap/units.rs` reads it.

mod comment;
mod error;
mod flag;
mod guess;
mod units;

use std::ops::RangeInclusive;

use jetan_isa::{AddressRegion, Image, MemoryMap, SegmentKind};

use crate::pixels::SIDE_MAX;
pub use comment::recognise;
pub use error::{BitmapError, DataOverlap, DisplaySide};
pub use guess::{BitmapGuess, GUESS_STORES_MAX};
pub use units::{BitmapUnits, BitmapView, units};

/// The places MARS offers for a display, by the names that a flag and a comment may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BitmapBase {
    /// The start of the data segment.
    Data,
    /// At the address in `$gp`.
    Gp,
    /// The start of `.data`.
    Static,
    /// The start of the heap.
    Heap,
    /// The device registers.
    Mmio,
}

impl BitmapBase {
    /// The address of this base in a memory configuration.
    pub fn address(self, map: &MemoryMap) -> u32 {
        match self {
            BitmapBase::Data => map.data_base,
            BitmapBase::Gp => map.gp,
            BitmapBase::Static => map.static_base,
            BitmapBase::Heap => map.heap_base,
            BitmapBase::Mmio => map.mmio_base,
        }
    }
}

/// The position and size of a display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BitmapConfig {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Pixels across that share one word.
    pub unit_width: u32,
    /// Pixels down that share one word.
    pub unit_height: u32,
    /// The address of the word at the top left.
    pub base: u32,
}

impl BitmapConfig {
    /// The display that MARS shows with its default settings.
    pub fn of_mars(map: &MemoryMap) -> BitmapConfig {
        let base = BitmapBase::Static.address(map);
        BitmapConfig { width: 512, height: 256, unit_width: 1, unit_height: 1, base }
    }

    /// Units in a row.
    pub fn columns(&self) -> u32 {
        // The fields are public, so a config that was never checked may have units of no size.
        self.width / self.unit_width.max(1)
    }

    /// Rows of units.
    pub fn rows(&self) -> u32 {
        self.height / self.unit_height.max(1)
    }

    /// The size of the memory it shows.
    pub fn bytes(&self) -> u32 {
        // Saturating for the same reason: a checked display has at most 64 MiB.
        self.columns().saturating_mul(self.rows()).saturating_mul(4)
    }

    /// The addresses it shows: at least one byte, and none beyond the last address.
    pub(crate) fn addresses(&self) -> RangeInclusive<u32> {
        self.base..=self.base.saturating_add(self.bytes().saturating_sub(1))
    }

    /// The same display, if there can be one like it in a memory.
    ///
    /// MARS offers units of 1 to 32 and displays of 64 to 1024 pixels, all powers of two. Here both
    /// may be anything from 1 to [`SIDE_MAX`], as long as whole units fill the display.
    pub fn checked(self, map: &MemoryMap) -> Result<BitmapConfig, BitmapError> {
        check_side(DisplaySide::Width, self.width, self.unit_width)?;
        check_side(DisplaySide::Height, self.height, self.unit_height)?;
        if !self.base.is_multiple_of(4) {
            return Err(BitmapError::Unaligned { base: self.base });
        }
        // The whole regions, not MARS's shortened ones: a display may use the last word of a
        // segment.
        let Some(region) = map.whole_region_of(self.base) else {
            return Err(BitmapError::Unmapped { base: self.base });
        };
        if matches!(region, AddressRegion::Text | AddressRegion::KernelText) {
            return Err(BitmapError::Code { base: self.base });
        }
        // In 64 bits, as a display among the device registers may end beyond the last address.
        let last = u64::from(self.base) + u64::from(self.bytes()) - 1;
        // Regions are intervals, so both ends being in one means that all of the display is.
        let fits = u32::try_from(last).is_ok_and(|last| map.whole_region_of(last) == Some(region));
        if fits { Ok(self) } else { Err(self.too_large(map, region)) }
    }

    fn too_large(&self, map: &MemoryMap, region: AddressRegion) -> BitmapError {
        // Regions are intervals, so the end of this one can be found by halving.
        let (mut inside, mut outside) = (u64::from(self.base), 1 << 32);
        while outside - inside > 1 {
            let middle = u64::midpoint(inside, outside);
            if map.whole_region_of(middle as u32) == Some(region) {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        BitmapError::TooLarge { config: *self, bytes_left: (outside - u64::from(self.base)) as u32 }
    }

    /// The part of the display that is also data of the assembled program; `labels` are the
    /// addresses of its data.
    ///
    /// A program may well reserve its display with `.space`, so zeros count only where a label says
    /// that they are something else: past the base, or at the base if not even a row is left to
    /// the next one.
    pub fn overlap(&self, image: &Image, labels: &[u32]) -> Option<DataOverlap> {
        let end = u64::from(self.base) + u64::from(self.bytes());
        let is_covered = |address: u32| address >= self.base && u64::from(address) < end;
        let data = image.segments.iter().filter(|segment| segment.kind == SegmentKind::Data);
        let bytes = data.flat_map(|segment| (segment.address..).zip(&segment.bytes));
        // Segments are whole blocks of 4 KiB, so zeros need not be anything that the source stored.
        let filled = bytes.filter(|&(_, &byte)| byte != 0).map(|(address, _)| address);
        let others = labels.iter().copied().filter(|&label| label > self.base);
        let next = others.clone().min().unwrap_or(u32::MAX);
        // A label at the base is the display's own name if at least a row of it follows.
        let is_row = u64::from(next - self.base) >= 4 * u64::from(self.columns());
        let at_base = labels.contains(&self.base).then_some(self.base).filter(|_| !is_row);
        let first = filled.chain(others).chain(at_base).filter(|&address| is_covered(address));
        Some(DataOverlap { config: *self, first: first.min()? })
    }
}

fn check_side(side: DisplaySide, pixels: u32, unit: u32) -> Result<(), BitmapError> {
    if !(1..=SIDE_MAX).contains(&pixels) {
        return Err(BitmapError::DisplaySize { side, pixels });
    }
    // Zero is tested by itself, because nothing but 0 is a multiple of 0.
    if unit == 0 || !pixels.is_multiple_of(unit) {
        return Err(BitmapError::UnitSize { side, pixels, unit });
    }
    Ok(())
}
