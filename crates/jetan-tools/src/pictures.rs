//! Pictures of MARS's tools that follow what is stored, and not what is in memory.
//!
//! The right pictures are drawn from memory, by whoever draws; these two are kept to compare.

use std::collections::BTreeMap;

use crate::faults::{FaultSet, MarsFault};
use crate::memory_map::GridSettings;
use crate::setting::SettingError;

/// MARS's Bitmap Display: a unit has the colour of the value that was stored last.
#[derive(Clone, Debug)]
pub struct PaintedUnits {
    settings: GridSettings,
    colours: BTreeMap<u32, u32>,
}

impl PaintedUnits {
    /// A black picture over so many columns and rows of words.
    pub fn new(settings: GridSettings) -> Result<PaintedUnits, SettingError> {
        let settings = settings.checked()?;
        Ok(PaintedUnits { settings, colours: BTreeMap::new() })
    }

    /// Notes a store of the low bytes of a value.
    pub fn store(&mut self, address: u32, bytes: u32, value: u32) {
        // An address before the base becomes a number that no unit has.
        let unit = address.wrapping_sub(self.settings.base) / 4;
        if unit < self.settings.columns * self.settings.rows {
            self.colours.insert(unit, stored(value, bytes) & 0x00ff_ffff);
        }
    }

    /// Units that are not black, row by row: column, row and colour.
    pub fn lit(&self) -> impl Iterator<Item = (u32, u32, u32)> {
        let columns = self.settings.columns;
        let lit = self.colours.iter().filter(|(_, colour)| **colour != 0);
        lit.map(move |(unit, colour)| (unit % columns, unit / columns, *colour))
    }
}

/// MARS's Digital Lab: a digit shows what an access to its byte carried, reads too.
#[derive(Clone, Copy, Debug)]
pub struct DrivenDigits {
    /// The address of the right digit; the left one follows.
    base: u32,
    /// The value that drives the right digit.
    pub right: u32,
    /// The value that drives the left digit.
    pub left: u32,
}

impl DrivenDigits {
    /// Two digits with all segments off.
    pub fn new(base: u32) -> DrivenDigits {
        DrivenDigits { base, right: 0, left: 0 }
    }

    /// Notes a load or a store of the low bytes of a value.
    pub fn access(&mut self, address: u32, bytes: u32, value: u32) {
        match address.wrapping_sub(self.base) {
            0 => self.right = stored(value, bytes),
            1 => self.left = stored(value, bytes),
            _ => {}
        }
    }
}

/// The low bytes of a value.
const fn stored(value: u32, bytes: u32) -> u32 {
    match bytes {
        1 => value & 0xff,
        2 => value & 0xffff,
        _ => value,
    }
}

/// The pictures that are kept for some faults.
#[derive(Clone, Debug, Default)]
pub struct StoredPictures {
    /// The Bitmap Display, if its fault is repeated and a display was asked for.
    pub bitmap: Option<PaintedUnits>,
    /// The digits of the lab, if their fault is repeated.
    pub digits: Option<DrivenDigits>,
}

impl StoredPictures {
    /// Pictures for these faults; a bitmap only over a grid, digits only at an address.
    pub fn new(
        faults: FaultSet,
        bitmap: Option<GridSettings>,
        digits: Option<u32>,
    ) -> Result<StoredPictures, SettingError> {
        let bitmap = bitmap.filter(|_| faults.has(MarsFault::StoredColours));
        let digits = digits.filter(|_| faults.has(MarsFault::DigitsByAccess));
        Ok(StoredPictures {
            bitmap: bitmap.map(PaintedUnits::new).transpose()?,
            digits: digits.map(DrivenDigits::new),
        })
    }

    /// Notes a load.
    #[inline]
    pub fn load(&mut self, address: u32, bytes: u32, value: u32) {
        if let Some(digits) = &mut self.digits {
            digits.access(address, bytes, value);
        }
    }

    /// Notes a store.
    #[inline]
    pub fn store(&mut self, address: u32, bytes: u32, value: u32) {
        if let Some(bitmap) = &mut self.bitmap {
            bitmap.store(address, bytes, value);
        }
        if let Some(digits) = &mut self.digits {
            digits.access(address, bytes, value);
        }
    }
}
