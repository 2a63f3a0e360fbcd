//! The board: sixteen tiles in 64 bits, how they slide, and where a new one may appear.

use crate::rng::Rng;

use super::slides::{SlideTables, transpose};

/// The exponent of the largest tile, 32,768.
///
/// A cell has four bits, so there is no 65,536: two tiles of 32,768 do not merge but stay apart
/// like two different tiles, and a board whose only equal neighbours they are is lost.
pub const EXPONENT_MAX: u32 = 15;

/// The number of rows and columns of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BoardSide {
    /// 2×2.
    Two = 2,
    /// 3×3.
    Three = 3,
    /// 4×4, the usual size.
    Four = 4,
}

impl BoardSide {
    /// All sizes, from the smallest.
    pub const ALL: [Self; 3] = [Self::Two, Self::Three, Self::Four];

    /// The size with so many rows.
    pub fn new(rows: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|&side| side as usize == rows)
    }

    /// The number of cells.
    pub fn cells(self) -> usize {
        self as usize * self as usize
    }

    /// The rows and columns of the 64 bits that lie beyond the board.
    pub(super) fn margin(self) -> u32 {
        4 - self as u32
    }

    /// The lowest bit of every cell of the board.
    pub(super) fn cell_bits(self) -> u64 {
        match self {
            Self::Two => 0x0011_0011,
            Self::Three => 0x0111_0111_0111,
            Self::Four => 0x1111_1111_1111_1111,
        }
    }
}

/// The direction in which the tiles slide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SlideDirection {
    /// Towards the first column.
    Left,
    /// Towards the last column.
    Right,
    /// Towards the first row.
    Up,
    /// Towards the last row.
    Down,
}

impl SlideDirection {
    /// All four, in the order in which equal moves are preferred.
    pub const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Up, Self::Down];

    /// The first letter: `L`, `R`, `U` or `D`.
    pub fn letter(self) -> char {
        match self {
            Self::Left => 'L',
            Self::Right => 'R',
            Self::Up => 'U',
            Self::Down => 'D',
        }
    }

    /// The direction of a letter, small or capital.
    pub fn from_letter(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        Self::ALL.into_iter().find(|direction| direction.letter() == letter)
    }

    /// The direction after exchanging rows and columns.
    #[must_use]
    pub fn transposed(self) -> Self {
        match self {
            Self::Left => Self::Up,
            Self::Right => Self::Down,
            Self::Up => Self::Left,
            Self::Down => Self::Right,
        }
    }

    /// The direction after exchanging left and right.
    #[must_use]
    pub fn mirrored(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Up | Self::Down => self,
        }
    }
}

/// The share of 4s among new tiles; all others are 2s.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SpawnRule {
    percent_of_fours: u32,
}

impl SpawnRule {
    /// The course's rule: 2 and 4 are equally likely.
    pub const COURSE: Self = Self { percent_of_fours: 50 };

    /// The original game's rule: one tile in ten is a 4.
    pub const ORIGINAL: Self = Self { percent_of_fours: 10 };

    /// A rule with so many 4s in a hundred tiles; `None` for more than a hundred.
    pub fn with_percent_of_fours(percent: u32) -> Option<Self> {
        (percent <= 100).then_some(Self { percent_of_fours: percent })
    }

    /// 4s in a hundred tiles.
    pub fn percent_of_fours(self) -> u32 {
        self.percent_of_fours
    }

    /// The probability that a new tile is a 4.
    pub fn probability_of_four(self) -> f64 {
        f64::from(self.percent_of_fours) / 100.0
    }

    /// The exponent of a random new tile: 1 or 2.
    fn draw(self, rng: &mut Rng) -> u64 {
        1 + u64::from(rng.below(100) < self.percent_of_fours)
    }
}

/// The tiles of one position, with equality by content.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackedBoard {
    cells: u64,
    side: BoardSide,
}

impl PackedBoard {
    /// A board without tiles.
    pub fn empty(side: BoardSide) -> Self {
        Self { cells: 0, side }
    }

    /// The board with these cells, as [`PackedBoard::to_bits`] gives them; `None` for tiles beyond
    /// the board.
    pub fn from_bits(side: BoardSide, cells: u64) -> Option<Self> {
        // All four bits of every cell: each exponent up to 15 is a tile.
        let on_board = side.cell_bits() * 15;
        (cells & !on_board == 0).then_some(Self { cells, side })
    }

    /// The exponents of the tiles, four bits each, rows 16 bits apart, from the top left.
    pub fn to_bits(self) -> u64 {
        self.cells
    }

    /// The number of tiles in a row.
    pub fn side(self) -> BoardSide {
        self.side
    }

    /// The number on a tile, 0 for an empty cell or one beyond the board.
    pub fn tile(self, row: usize, column: usize) -> u32 {
        let side = self.side as usize;
        if row >= side || column >= side {
            return 0;
        }
        match self.cells >> (16 * row + 4 * column) & 15 {
            0 => 0,
            exponent => 1 << exponent,
        }
    }

    /// The tiles row by row, 0 for an empty cell.
    pub fn tiles(self) -> impl Iterator<Item = u32> {
        let side = self.side as usize;
        (0..side * side).map(move |cell| self.tile(cell / side, cell % side))
    }

    /// The largest tile, 0 on an empty board.
    pub fn max_tile(self) -> u32 {
        self.tiles().max().unwrap_or(0)
    }

    /// The number of cells without a tile.
    pub fn empty_count(self) -> u32 {
        empty_cells(self.cells, self.side).count_ones()
    }

    /// The board after a slide; the same board if nothing moves.
    #[must_use]
    pub fn slide(self, direction: SlideDirection) -> Self {
        let cells = SlideTables::tables().slide(self.cells, self.side.margin(), direction);
        Self { cells, ..self }
    }

    /// The sum of the tiles that a slide makes.
    pub fn score(self, direction: SlideDirection) -> u32 {
        SlideTables::tables().score(self.cells, direction)
    }

    /// The slides that change the board.
    pub fn legal_moves(self) -> impl Iterator<Item = SlideDirection> {
        SlideDirection::ALL.into_iter().filter(move |&direction| self.slide(direction) != self)
    }

    /// True if no slide changes the board and there is a tile on it.
    pub fn is_lost(self) -> bool {
        self.cells != 0 && self.legal_moves().next().is_none()
    }

    /// Every board that a new tile can make of this one: first with a 2, then with a 4, by cells.
    pub fn spawns(self) -> impl Iterator<Item = (Self, Self)> {
        spots(empty_cells(self.cells, self.side)).map(move |spot| {
            let with = |exponent| Self { cells: self.cells | (spot * exponent), ..self };
            (with(1), with(2))
        })
    }

    /// Puts a random tile into a random empty cell; a full board stays as it is.
    pub fn add_random_tile(&mut self, spawn: SpawnRule, rng: &mut Rng) {
        // On a full board the bound is 0, and no spot is found below.
        let chosen = rng.below(self.empty_count()) as usize;
        if let Some(spot) = spots(empty_cells(self.cells, self.side)).nth(chosen) {
            self.cells |= spot * spawn.draw(rng);
        }
    }

    /// The board with rows and columns exchanged.
    #[must_use]
    pub fn transposed(self) -> Self {
        Self { cells: transpose(self.cells), ..self }
    }

    /// The board with left and right exchanged.
    #[must_use]
    pub fn mirrored(self) -> Self {
        // Mirrored over four columns, then moved back to the left edge of a smaller board.
        Self { cells: mirror(self.cells) >> (4 * self.side.margin()), ..self }
    }

    /// One board for all eight that are the same up to turning and mirroring.
    #[must_use]
    pub fn canonical(self) -> Self {
        let mut turned = self;
        let mut smallest = self;
        for _ in 0..4 {
            let mirrored = turned.mirrored();
            smallest = smallest.min(turned).min(mirrored);
            turned = mirrored.transposed();
        }
        smallest
    }

    pub(super) fn cells(self) -> u64 {
        self.cells
    }

    /// A board of cells in the layout of `slides`, which must be zero beyond the board.
    pub(super) fn from_cells(cells: u64, side: BoardSide) -> Self {
        debug_assert_eq!(cells & !(side.cell_bits() * 15), 0, "a tile lies beyond the board");
        Self { cells, side }
    }
}

/// The lowest bit of every empty cell.
#[inline]
pub(super) fn empty_cells(cells: u64, side: BoardSide) -> u64 {
    // Folds the four bits of every cell into its lowest one.
    let halves = cells | cells >> 2;
    !(halves | halves >> 1) & side.cell_bits()
}

/// The set bits of a word, one by one from the lowest.
#[inline]
pub(super) fn spots(mut bits: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let spot = bits & bits.wrapping_neg();
        bits ^= spot;
        (spot != 0).then_some(spot)
    })
}

/// Left and right exchanged, of four columns.
#[inline]
pub(super) fn mirror(cells: u64) -> u64 {
    let pairs = (cells & 0x0f0f_0f0f_0f0f_0f0f) << 4 | cells >> 4 & 0x0f0f_0f0f_0f0f_0f0f;
    (pairs & 0x00ff_00ff_00ff_00ff) << 8 | pairs >> 8 & 0x00ff_00ff_00ff_00ff
}

/// Up and down exchanged, of four rows.
#[inline]
pub(super) fn flip(cells: u64) -> u64 {
    let halves = cells.rotate_left(32);
    (halves & 0x0000_ffff_0000_ffff) << 16 | halves >> 16 & 0x0000_ffff_0000_ffff
}
