//! MARS's picture of memory references: a grid of units, coloured by counts.

use crate::faults::{FaultSet, MarsFault};
use crate::setting::{SettingError, power_of_two};

/// The settings of MARS's tool; all sizes are powers of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GridSettings {
    /// Words of memory in a unit.
    pub words: u32,
    /// Units in a row.
    pub columns: u32,
    /// Rows.
    pub rows: u32,
    /// The address of the first unit.
    pub base: u32,
}

impl Default for GridSettings {
    /// 256 pixels square in units of 16 pixels, over static data.
    fn default() -> GridSettings {
        GridSettings { words: 1, columns: 16, rows: 16, base: 0x1001_0000 }
    }
}

impl GridSettings {
    /// The word for the colour of each range of counts, and the first count of the range.
    pub const COLOURS: [(&'static str, u64); 6] =
        [("black", 0), ("blue", 1), ("green", 2), ("yellow", 3), ("orange", 5), ("red", 10)];

    /// The same settings, if all sizes are powers of two that MARS offers.
    pub fn checked(self) -> Result<GridSettings, SettingError> {
        power_of_two(self.words, "the number of words in a unit", 2048)?;
        power_of_two(self.columns, "the number of columns", 1024)?;
        power_of_two(self.rows, "the number of rows", 1024)?;
        Ok(self)
    }
}

/// The counts of a grid.
#[derive(Clone, Debug)]
pub struct ReferenceGrid {
    settings: GridSettings,
    counts: Vec<u64>,
    faults: FaultSet,
    is_stopped: bool,
}

impl ReferenceGrid {
    /// An empty grid.
    pub fn new(settings: GridSettings, faults: FaultSet) -> Result<ReferenceGrid, SettingError> {
        let settings = settings.checked()?;
        let counts = vec![0; (settings.columns * settings.rows) as usize];
        Ok(ReferenceGrid { settings, counts, faults, is_stopped: false })
    }

    /// Counts a reference. Whether MARS would go on: touching the word after the grid is an index
    /// error in its simulation thread.
    pub fn refer(&mut self, address: u32) -> bool {
        let GridSettings { words, base, .. } = self.settings;
        if self.is_stopped || address < base {
            return !self.is_stopped;
        }
        let unit = (address - base) / 4 / words;
        if let Some(count) = self.counts.get_mut(unit as usize) {
            *count += 1;
        } else {
            let is_word_behind = (address - base) / 4 == self.counts.len() as u32 * words;
            self.is_stopped = is_word_behind && self.faults.has(MarsFault::WordPastGrid);
        }
        !self.is_stopped
    }

    /// The counts, row by row.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The number of counted references: those to addresses that the grid covers.
    pub fn counted(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Units by colour, in the order of [`GridSettings::COLOURS`].
    pub fn colours(&self) -> [u64; 6] {
        let mut colours = [0; 6];
        for &count in &self.counts {
            let behind = GridSettings::COLOURS.partition_point(|&(_, from)| from <= count);
            colours[behind - 1] += 1;
        }
        colours
    }
}
