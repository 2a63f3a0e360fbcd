//! The contents of a bitmap display.

use jetan_machine::memory::{Memory, PAGE_BYTES, ViewStamp};

use super::BitmapConfig;
use crate::pixels::{self, PictureHash, Pixels};

/// The units of a display, row by row from the top left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BitmapUnits {
    /// Units in a row.
    pub columns: u32,
    /// Rows of units.
    pub rows: u32,
    /// One colour for each unit, `0x00RRGGBB`.
    pub colours: Vec<u32>,
    /// Pixels across a unit.
    pub unit_width: u32,
    /// Pixels down a unit.
    pub unit_height: u32,
}

impl BitmapUnits {
    /// A black display.
    fn black(config: &BitmapConfig) -> BitmapUnits {
        let (columns, rows) = (config.columns(), config.rows());
        BitmapUnits {
            columns,
            rows,
            colours: vec![0; columns as usize * rows as usize],
            unit_width: config.unit_width,
            unit_height: config.unit_height,
        }
    }

    /// The identity of what is shown: a frame hash.
    pub fn hash(&self) -> PictureHash {
        pixels::hash(self.columns, self.rows, &self.colours)
    }

    /// The display with each unit in its size.
    pub fn pixels(&self) -> Pixels {
        let mut pixels = Pixels::default();
        self.draw(&mut pixels);
        pixels
    }

    /// Draws the display into the memory of an earlier picture.
    pub fn draw(&self, pixels: &mut Pixels) {
        let (unit_width, unit_height) = (self.unit_width as usize, self.unit_height as usize);
        pixels.width = self.columns * self.unit_width;
        pixels.height = self.rows * self.unit_height;
        pixels.colours.clear();
        pixels.colours.reserve(pixels.width as usize * pixels.height as usize);
        // `chunks_exact` panics at 0, and the fields are public.
        for row in self.colours.chunks_exact(self.columns.max(1) as usize) {
            let start = pixels.colours.len();
            for &colour in row {
                pixels.colours.extend(std::iter::repeat_n(colour, unit_width));
            }
            let end = pixels.colours.len();
            for _ in 1..unit_height {
                // A row of pixels is made once; the others of its unit are copies.
                pixels.colours.extend_from_within(start..end);
            }
        }
    }

    /// Reads all of a display again, and says which rows look different: the first, and one past
    /// the last. These are the units of an earlier look at the same display.
    pub fn reread(&mut self, memory: &Memory, config: &BitmapConfig) -> Option<(u32, u32)> {
        let mut changed: Option<(usize, usize)> = None;
        // Inclusive, as a display may end with the last address of all.
        let (first, last) = config.addresses().into_inner();
        for page in first / PAGE_BYTES as u32..=last / PAGE_BYTES as u32 {
            if let Some((begin, end)) =
                self.read_page(memory, config.base, page * PAGE_BYTES as u32)
            {
                changed = Some((changed.map_or(begin, |(begin, _)| begin), end));
            }
        }
        let (begin, end) = changed?;
        let columns = self.columns.max(1) as usize;
        Some(((begin / columns) as u32, (end / columns) as u32 + 1))
    }

    /// Takes over what a page of memory shows, and says which units look different: the first and
    /// the last.
    fn read_page(&mut self, memory: &Memory, base: u32, page: u32) -> Option<(usize, usize)> {
        // A page that was never written reads as zeros, and must not be allocated for being shown.
        static NOTHING: [u8; PAGE_BYTES] = [0; PAGE_BYTES];
        let bytes = memory.peek_page(page).unwrap_or(&NOTHING);
        // The display can begin in the middle of a page, and the page in the middle of the display.
        let skipped = base.saturating_sub(page) as usize;
        let idx = page.saturating_sub(base) as usize / 4;
        let (bytes, units) = (bytes.get(skipped..)?, self.colours.get_mut(idx..)?);
        // Words as arrays are compared and taken over many at a time, five times as fast.
        let words = bytes.as_chunks::<4>().0;
        // MARS ignores the top byte; left in, it would make equal pictures differ.
        let colour = |word: &[u8; 4]| u32::from_le_bytes(*word) & 0x00ff_ffff;
        let differs = |(unit, word): (&u32, &[u8; 4])| *unit != colour(word);
        // Most pages are as they were: whether this one is must not take long to know.
        let pairs = || units.iter().zip(words);
        let difference = pairs().fold(0, |sum, (unit, word)| sum | (unit ^ colour(word)));
        if difference == 0 {
            return None;
        }
        // Where a page changed, much of it often did: both ends are found soon, and what is between
        // them is taken over without looking.
        let (first, last) = (pairs().position(differs)?, pairs().rposition(differs)?);
        for (unit, word) in units.iter_mut().zip(words) {
            *unit = colour(word);
        }
        Some((idx + first, idx + last))
    }
}

/// The units that a display shows of a memory.
pub fn units(memory: &Memory, config: &BitmapConfig) -> BitmapUnits {
    let mut units = BitmapUnits::black(config);
    units.reread(memory, config);
    units
}

/// A display that is read repeatedly: only pages written since the last time are looked at.
#[derive(Clone, Debug)]
pub struct BitmapView {
    config: BitmapConfig,
    units: BitmapUnits,
    seen: ViewStamp,
    /// Used again at every look.
    pages: Vec<u32>,
}

impl BitmapView {
    /// A black display that has not been read yet.
    pub fn new(config: BitmapConfig) -> BitmapView {
        BitmapView {
            config,
            units: BitmapUnits::black(&config),
            seen: ViewStamp::default(),
            pages: Vec::new(),
        }
    }

    /// The position and size of the display.
    pub fn config(&self) -> &BitmapConfig {
        &self.config
    }

    /// The units at the last look.
    pub fn units(&self) -> &BitmapUnits {
        &self.units
    }

    /// Looks again, and says whether anything has changed. A memory that is not the one of the
    /// last look is read as a whole.
    pub fn refresh(&mut self, memory: &mut Memory) -> bool {
        self.pages.clear();
        let range = self.config.addresses();
        memory.changed_since(range, &mut self.seen, &mut self.pages);
        let mut is_new = false;
        for &page in &self.pages {
            is_new |= self.units.read_page(memory, self.config.base, page).is_some();
        }
        is_new
    }
}
