//! The opening book: the scores of all positions with a certain number of stones.
//!
//! A book stores no positions. Its scores lie in the order of the shapes (how high each column
//! is) and, within a shape, of the ways to give its stones to the two sides; of two mirror images
//! only one is kept. So a position is found by counting, and the file is one byte per score.
//! Positions with fewer stones follow from the stored ones by looking ahead.

use std::fmt;

use rustc_hash::FxHashSet;

use super::{
    analysis::FROM_THE_MIDDLE,
    position::{COLUMNS, Column, Position, ROWS},
    score::Score,
};

/// The largest number of stones a book can be made for: its file stays below a megabyte.
pub const DEPTH_MAX: usize = 10;

/// The book that comes with the crate, made by `cargo xtask book`.
const EMBEDDED: &[u8] = include_bytes!("book.bin");

const MAGIC: [u8; 7] = *b"JETANC4";
const VERSION: u8 = 1;
const HEADER_BYTES: usize = MAGIC.len() + 2;
const CHECKSUM_BYTES: usize = size_of::<u64>();

/// Stands for a score that was not computed, and for a position that cannot arise.
const UNKNOWN: i8 = i8::MIN;

/// Scores of the opening.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Book {
    depth: usize,
    /// The shapes with `depth` stones in ascending order, of two mirror images the smaller.
    shapes: Vec<u32>,
    scores: Vec<i8>,
}

/// Why a file is not a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BookError {
    /// It does not begin like one.
    NotABook,
    /// It is of a version this program does not know.
    Version(u8),
    /// It claims a number of stones that no book has.
    Depth(u8),
    /// It has not the length that its depth asks for.
    Length,
    /// Its bytes were changed.
    Checksum,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotABook => f.write_str("the file is no opening book"),
            Self::Version(version) => {
                write!(f, "the opening book has version {version}, not {VERSION}: make it again")
            }
            Self::Depth(depth) => {
                write!(f, "the opening book claims {depth} stones; {DEPTH_MAX} is the most")
            }
            Self::Length => f.write_str("the opening book is cut off or too long"),
            Self::Checksum => f.write_str("the opening book is damaged: make it again"),
        }
    }
}

impl std::error::Error for BookError {}

impl Book {
    /// The book that comes with the crate.
    pub fn embedded() -> Result<Self, BookError> {
        Self::from_bytes(EMBEDDED)
    }

    /// A book for positions with `depth` stones in which nothing is known yet; `None` beyond
    /// [`DEPTH_MAX`].
    pub fn blank(depth: usize) -> Option<Self> {
        if depth > DEPTH_MAX {
            return None;
        }
        let shapes = shapes(depth);
        let scores = vec![UNKNOWN; shapes.len() * choose(depth, depth / 2)];
        Some(Self { depth, shapes, scores })
    }

    /// Reads what [`Self::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        let after_magic = bytes.strip_prefix(&MAGIC).ok_or(BookError::NotABook)?;
        let [version, depth, rest @ ..] = after_magic else { return Err(BookError::Length) };
        if *version != VERSION {
            return Err(BookError::Version(*version));
        }
        let mut book = Self::blank(usize::from(*depth)).ok_or(BookError::Depth(*depth))?;
        let (scores, sum) = rest.split_last_chunk::<CHECKSUM_BYTES>().ok_or(BookError::Length)?;
        if scores.len() != book.scores.len() {
            return Err(BookError::Length);
        }
        if checksum(&bytes[..HEADER_BYTES + scores.len()]) != u64::from_le_bytes(*sum) {
            return Err(BookError::Checksum);
        }
        book.scores = scores.iter().map(|byte| byte.cast_signed()).collect();
        Ok(book)
    }

    /// The book as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, self.depth as u8]);
        bytes.extend(self.scores.iter().map(|score| score.cast_unsigned()));
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// How many stones the stored positions have.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The score of a position with at most [`Self::depth`] stones; `None` with more, and where
    /// a score it needs is missing.
    pub fn score(&self, position: &Position) -> Option<Score> {
        if position.plies() > self.depth {
            return None;
        }
        self.look_ahead(position, -Score::MOST, Score::MOST)
    }

    /// Enters a score; false for a position that does not belong into this book.
    pub fn insert(&mut self, position: &Position, score: Score) -> bool {
        let place = self.place(position);
        if let Some(place) = place {
            self.scores[place] = score.value() as i8;
        }
        place.is_some()
    }

    /// The positions, up to mirror images, whose score is still to be entered.
    ///
    /// They come in the order of the game tree: neighbours have moves in common, so a solver
    /// remembers much of one when it comes to the next.
    pub fn missing(&self) -> Vec<Position> {
        let mut missing = Vec::new();
        let mut seen = FxHashSet::default();
        self.collect_missing(Position::default(), &mut seen, &mut missing);
        missing
    }

    fn collect_missing(
        &self,
        position: Position,
        seen: &mut FxHashSet<u64>,
        missing: &mut Vec<Position>,
    ) {
        if position.is_over() || !seen.insert(position.mirrored_key()) {
            return;
        }
        if position.plies() == self.depth {
            if self.place(&position).is_some_and(|place| self.scores[place] == UNKNOWN) {
                missing.push(position);
            }
            return;
        }
        for after in FROM_THE_MIDDLE.iter().filter_map(|column| position.play(*column)) {
            self.collect_missing(after, seen, missing);
        }
    }

    /// The best score within the window, from positions of the book's depth.
    fn look_ahead(&self, position: &Position, lower: Score, upper: Score) -> Option<Score> {
        if let Some(score) = Score::of_finished(position) {
            return Some(score);
        }
        if position.plies() == self.depth {
            let score = self.scores[self.place(position)?];
            return (score != UNKNOWN).then(|| Score::new(i32::from(score)));
        }
        let mut best = -Score::MOST;
        for column in FROM_THE_MIDDLE {
            let Some(after) = position.play(column) else { continue };
            best = best.max(-self.look_ahead(&after, -upper, -lower.max(best))?);
            if best >= upper {
                break;
            }
        }
        Some(best)
    }

    /// Where the score of a position, or of its mirror image, is stored.
    fn place(&self, position: &Position) -> Option<usize> {
        if position.plies() != self.depth {
            return None;
        }
        let mirrored = position.mirrored();
        let (own, other) = (shape_of(position), shape_of(&mirrored));
        let is_kept = (own, position.key()) <= (other, mirrored.key());
        let kept = if is_kept { position } else { &mirrored };
        let shape = self.shapes.binary_search(&own.min(other)).ok()?;
        Some(shape * choose(self.depth, self.depth / 2) + rank_of_stones(kept))
    }
}

/// The heights of the columns, three bits each.
fn shape_of(position: &Position) -> u32 {
    let heights = Column::ALL.map(|column| position.height(column) as u32);
    heights.iter().fold(0, |shape, height| (shape << 3) | height)
}

/// All shapes with so many stones in ascending order, of two mirror images the smaller.
fn shapes(stones: usize) -> Vec<u32> {
    let mut partial = vec![(0u32, stones)];
    for _ in 0..COLUMNS {
        let grow = |(shape, left): (u32, usize)| {
            (0..=left.min(ROWS)).map(move |height| ((shape << 3) | height as u32, left - height))
        };
        partial = partial.into_iter().flat_map(grow).collect();
    }
    let complete = partial.into_iter().filter(|(_, left)| *left == 0).map(|(shape, _)| shape);
    complete.filter(|shape| *shape <= mirrored_shape(*shape)).collect()
}

fn mirrored_shape(shape: u32) -> u32 {
    (0..COLUMNS).fold(0, |mirrored, column| (mirrored << 3) | ((shape >> (3 * column)) & 7))
}

/// Which of the ways to choose the mover's stones this is, in the combinatorial number system.
fn rank_of_stones(position: &Position) -> usize {
    let (mut rank, mut chosen, mut seen) = (0, 0, 0);
    let mut stones = position.stones();
    while stones != 0 {
        let stone = stones & stones.wrapping_neg();
        stones ^= stone;
        if position.mover_stones() & stone != 0 {
            chosen += 1;
            rank += choose(seen, chosen);
        }
        seen += 1;
    }
    rank
}

/// In how many ways `k` of `n` things can be chosen.
fn choose(n: usize, k: usize) -> usize {
    (0..k).fold(1, |ways, taken| ways * n.saturating_sub(taken) / (taken + 1))
}

/// FNV-1a with 64 bits: finds damage, not malice.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
