//! A position: which cells hold a stone of whom, and who is to move.
//!
//! Both games are played on it; what differs between the courses (keys, trials, taking back)
//! is in `four_in_a_row` and `connect_four`.

use super::bits::{
    BOARD, BOTTOM, COLUMN_BITS, column_cells, completions, has_four, mirror, playable,
};

/// The number of columns of the board.
pub const COLUMNS: usize = 7;

/// The number of rows of the board.
pub const ROWS: usize = 6;

/// The number of cells of the board.
pub const CELLS: usize = COLUMNS * ROWS;

/// One of the seven columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(u8);

impl Column {
    /// All columns, from left to right.
    pub const ALL: [Self; COLUMNS] =
        [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6)];

    /// The column with this index, counted from 0 at the left.
    pub fn from_index(index: usize) -> Option<Self> {
        Self::ALL.get(index).copied()
    }

    /// The column with this number, counted from 1 at the left.
    pub fn from_number(number: usize) -> Option<Self> {
        Self::from_index(number.checked_sub(1)?)
    }

    /// Counted from 0 at the left.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Counted from 1 at the left.
    pub fn number(self) -> usize {
        self.index() + 1
    }

    /// The column at the same distance from the other side.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self(6 - self.0)
    }
}

/// One of the two sides: whoever places the first stone, or the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Player {
    /// The side that places the first stone.
    First,
    /// The side that places the second stone.
    Second,
}

impl Player {
    /// The other side.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// A position that can arise in a game; the default is the empty board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Position {
    /// Stones of the side to move.
    mover: u64,
    /// Stones of both sides.
    stones: u64,
}

impl Position {
    /// The number of stones on the board.
    pub fn plies(&self) -> usize {
        self.stones.count_ones() as usize
    }

    /// Who places the next stone; also the one who would, when the game is over.
    pub fn mover(&self) -> Player {
        if self.plies().is_multiple_of(2) { Player::First } else { Player::Second }
    }

    /// Whose stone lies in a column at a row counted from 0 at the bottom; `None` for a free cell
    /// and for a row the board does not have.
    pub fn stone(&self, column: Column, row: usize) -> Option<Player> {
        if row >= ROWS {
            return None;
        }
        let cell = 1u64 << (COLUMN_BITS as usize * column.index() + row);
        let is_movers = self.mover & cell != 0;
        let owner = if is_movers { self.mover() } else { self.mover().opponent() };
        (self.stones & cell != 0).then_some(owner)
    }

    /// The number of stones in a column.
    pub fn height(&self, column: Column) -> usize {
        (self.stones & column_cells(u32::from(column.0))).count_ones() as usize
    }

    /// True when the game goes on and the column has a free cell.
    pub fn can_play(&self, column: Column) -> bool {
        self.height(column) < ROWS && !self.is_won()
    }

    /// The position after a stone in this column, or `None` where [`Self::can_play`] says no.
    #[must_use]
    pub fn play(&self, column: Column) -> Option<Self> {
        self.can_play(column).then(|| {
            let cell = self.cell_to_fill(column);
            // The stones of the other side become those of the side to move.
            Self { mover: self.mover ^ self.stones, stones: self.stones | cell }
        })
    }

    /// The position before the topmost stone of this column was played; `None` when that stone
    /// was not the last one.
    #[must_use]
    pub fn take_back(&self, column: Column) -> Option<Self> {
        let cells = column_cells(u32::from(column.0));
        // The carry finds the free cell on top, as in `playable`; the stone is one below.
        let topmost = ((self.stones & cells) + (cells & BOTTOM)) >> 1 & cells;
        let movers_before = self.mover ^ self.stones;
        let before = Self { mover: movers_before ^ topmost, stones: self.stones ^ topmost };
        // A stone cannot have been the last one if the game was won before it.
        (movers_before & topmost != 0 && !before.is_won()).then_some(before)
    }

    /// True when a stone in this column can be played and makes four in line.
    pub fn is_winning_move(&self, column: Column) -> bool {
        self.can_play(column) && completions(self.mover) & self.cell_to_fill(column) != 0
    }

    /// True when the side that just moved has four in line.
    pub fn is_won(&self) -> bool {
        has_four(self.mover ^ self.stones)
    }

    /// True when the board is full and nobody has four in line.
    pub fn is_drawn(&self) -> bool {
        self.plies() == CELLS && !self.is_won()
    }

    /// True when no stone can be placed any more.
    pub fn is_over(&self) -> bool {
        self.plies() == CELLS || self.is_won()
    }

    /// Who has four in line, if anyone.
    pub fn winner(&self) -> Option<Player> {
        self.is_won().then(|| self.mover().opponent())
    }

    /// The position with left and right exchanged; it has the same score.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self { mover: mirror(self.mover), stones: mirror(self.stones) }
    }

    /// A number below 2^49 that no other position has.
    ///
    /// The filled part of a column is a run of ones, and what is added to it is smaller than the
    /// next run, so sums of different columns cannot be equal.
    pub fn key(&self) -> u64 {
        self.mover + self.stones
    }

    /// The position with this key; `None` when no stones lie so, or not as many of each side as
    /// taking turns gives. Whether the game ended before the last stone is not looked at.
    pub fn from_key(key: u64) -> Option<Self> {
        let mut position = Self::default();
        let mut rest = key;
        for column in 0..COLUMNS as u32 {
            // The run of ones is the largest that fits: what is added to it is smaller.
            let sum = (rest & ((1 << COLUMN_BITS) - 1)) + 1;
            let height = sum.ilog2();
            position.stones |= ((1 << height) - 1) << (COLUMN_BITS * column);
            position.mover |= (sum - (1 << height)) << (COLUMN_BITS * column);
            rest >>= COLUMN_BITS;
        }
        let is_on_the_board = rest == 0 && position.stones & !BOARD == 0;
        // Sides alternate, so the side to move has half of the stones, rounded down.
        let takes_turns = position.mover.count_ones() as usize == position.plies() / 2;
        (is_on_the_board && takes_turns).then_some(position)
    }

    /// The smaller of the keys of the position and of its mirror image.
    pub fn mirrored_key(&self) -> u64 {
        // Columns of a key do not carry into each other, so it can be mirrored like a board.
        self.key().min(mirror(self.key()))
    }

    /// Stones of the side to move, one bit per cell.
    pub(super) fn mover_stones(&self) -> u64 {
        self.mover
    }

    /// Stones of both sides, one bit per cell.
    pub(super) fn stones(&self) -> u64 {
        self.stones
    }

    fn cell_to_fill(&self, column: Column) -> u64 {
        playable(self.stones) & column_cells(u32::from(column.0))
    }
}

// The sentinel bit of the last column must fit as well.
const _: () = assert!(BOTTOM.ilog2() + COLUMN_BITS <= 49);
