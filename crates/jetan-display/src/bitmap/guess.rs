//! A display guessed from the first stores of a program.

use jetan_isa::MemoryMap;

use super::{BitmapBase, BitmapConfig};

/// The number of stores that are looked at.
pub const GUESS_STORES_MAX: usize = 100;

/// The fewest of them that must go to different words of one area for it to count as a display.
const WORDS_MIN: usize = 32;

/// The side of the display that is assumed, in pixels; and the units in a row, unless the stores
/// tell. Both are what courses use most.
const GUESSED_SIDE_PIXELS: u32 = 512;
const GUESSED_COLUMNS: u32 = 64;

/// Guesses from the first stores of a program whether and where it paints.
#[derive(Clone, Debug, Default)]
pub struct BitmapGuess {
    stores: Vec<u32>,
}

impl BitmapGuess {
    /// Takes the address of a word that was stored. Stores after the first hundred are ignored.
    pub fn record_store(&mut self, address: u32) {
        if !self.is_complete() {
            self.stores.push(address);
        }
    }

    /// Whether further stores would be ignored.
    pub fn is_complete(&self) -> bool {
        self.stores.len() >= GUESS_STORES_MAX
    }

    /// The display that the stores suggest.
    ///
    /// Static data is never taken for one: that is where a program's variables are. Neither is the
    /// heap of a program that has asked for memory there, which its caller knows.
    pub fn config(&self, map: &MemoryMap, uses_heap: bool) -> Option<BitmapConfig> {
        // The first of these that was painted enough is taken.
        let places = [BitmapBase::Heap, BitmapBase::Gp, BitmapBase::Data, BitmapBase::Mmio];
        let places = places.into_iter().filter(|&base| !(uses_heap && base == BitmapBase::Heap));
        places.map(|base| base.address(map)).find_map(|base| self.at(base, map))
    }

    fn at(&self, base: u32, map: &MemoryMap) -> Option<BitmapConfig> {
        let bases = [map.data_base, map.gp, map.static_base, map.heap_base, map.mmio_base];
        // An area ends where the next base begins, or stores to the heap would count for `$gp` as
        // well.
        let end = bases.into_iter().filter(|&other| other > base).min();
        let bytes = end
            .unwrap_or(u32::MAX)
            .saturating_sub(base)
            .min(4 * GUESSED_SIDE_PIXELS * GUESSED_SIDE_PIXELS);
        // One comparison for both ends: an address below the base wraps to a large number.
        let is_painted = |address: u32| address.wrapping_sub(base) < bytes;
        let painted: Vec<u32> = self.stores.iter().copied().filter(|&a| is_painted(a)).collect();
        let mut words = painted.clone();
        words.sort_unstable();
        words.dedup();
        // Different words, because a counter in memory is stored to hundreds of times as well. A
        // display is written by words, so a byte in between means other data.
        if words.len() < WORDS_MIN || words.iter().any(|address| !address.is_multiple_of(4)) {
            return None;
        }
        let unit = GUESSED_SIDE_PIXELS / columns(&painted).unwrap_or(GUESSED_COLUMNS);
        // Larger units are tried where a display of the first size does not fit its area.
        let sizes = [unit, 8, 16, 32].into_iter().filter(|&size| size >= unit);
        let configs = sizes.map(|unit| BitmapConfig {
            width: GUESSED_SIDE_PIXELS,
            height: GUESSED_SIDE_PIXELS,
            unit_width: unit,
            unit_height: unit,
            base,
        });
        configs.filter_map(|config| config.checked(map).ok()).find(|config| config.bytes() <= bytes)
    }
}

/// Units in a row, if the program goes from one row to the next: by a power of two, often.
fn columns(painted: &[u32]) -> Option<u32> {
    const TIMES_MIN: usize = 3;
    let steps = painted.windows(2).map(|pair| pair[1].wrapping_sub(pair[0]) / 4);
    // Fewer than eight are steps within a row, of which programs take many.
    let is_row = |step: &u32| (8..=GUESSED_SIDE_PIXELS).contains(step) && step.is_power_of_two();
    let steps: Vec<u32> = steps.filter(is_row).collect();
    let times = |step: u32| steps.iter().filter(|&&other| other == step).count();
    let best = steps.iter().copied().max_by_key(|&step| times(step))?;
    (times(best) >= TIMES_MIN).then_some(best)
}
