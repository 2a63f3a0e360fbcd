//! The opening book: positions whose exact score is known, from the first moves on.
//!
//! A book is a set, so any part of one is a book and more computing only adds to it; which
//! positions come first is decided in `plan`. Of two mirror images one is kept. The file is a
//! header, the entries in ascending order of their keys, and a checksum. An entry is a byte for the
//! score and how far its key is from the one before, seven bits to a byte, the low ones first.

pub mod plan;

use std::{collections::BTreeMap, fmt};

use crate::checksum::{CHECKSUM_BYTES, checksum};

use super::{
    analysis::FROM_THE_MIDDLE,
    position::{Column, Position},
    score::{Score, ScoreBounds},
};

/// The most entries of a book: its file stays below a megabyte.
pub const ENTRIES_MAX: usize = 120_000;

/// The book that comes with the crate, made by `cargo xtask book`.
const EMBEDDED: &[u8] = include_bytes!("book.bin");

const MAGIC: [u8; 7] = *b"JETANC4";
const VERSION: u8 = 3;
const HEADER_BYTES: usize = MAGIC.len() + 1;

/// The number of moves ahead at which stored scores are looked for when a position has none itself.
const LOOK_AHEAD_PLIES: u32 = 2;

/// Exact scores of positions of the opening; the default knows none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OpeningBook {
    /// By the key that a position shares with its mirror image.
    scores: BTreeMap<u64, Score>,
}

/// Why a file is not a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BookError {
    /// It does not begin like one.
    NotABook,
    /// It is of a version this program does not know.
    Version(u8),
    /// It ends within an entry, or has more of them than a book can have.
    Length,
    /// The bytes do not match their checksum.
    Checksum,
    /// The entry with this index, counted from 0, is out of order or not a position with a score.
    Entry(usize),
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotABook => f.write_str("the file is not an opening book"),
            Self::Version(version) => {
                write!(f, "the opening book has version {version}, not {VERSION}: make it again")
            }
            Self::Length => f.write_str("the opening book is cut off or too long"),
            Self::Checksum => f.write_str("the opening book is damaged: make it again"),
            Self::Entry(idx) => {
                write!(f, "entry {idx} of the opening book cannot be: make it again")
            }
        }
    }
}

impl std::error::Error for BookError {}

impl OpeningBook {
    /// The book that comes with the crate.
    pub fn embedded() -> Result<Self, BookError> {
        Self::from_bytes(EMBEDDED)
    }

    /// Reads what [`Self::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        let after_magic = bytes.strip_prefix(&MAGIC).ok_or(BookError::NotABook)?;
        let (version, rest) = after_magic.split_first().ok_or(BookError::Length)?;
        if *version != VERSION {
            return Err(BookError::Version(*version));
        }
        let (body, sum) = rest.split_last_chunk::<CHECKSUM_BYTES>().ok_or(BookError::Length)?;
        // Before any entry is read, so that damage is reported as damage and not as a bad entry.
        if checksum(&bytes[..HEADER_BYTES + body.len()]) != u64::from_le_bytes(*sum) {
            return Err(BookError::Checksum);
        }
        let mut book = Self::default();
        let (mut rest, mut key) = (body, 0_u64);
        while let Some((&score, behind)) = rest.split_first() {
            let idx = book.len();
            let (distance, behind) = read_number(behind).ok_or(BookError::Length)?;
            if idx == ENTRIES_MAX {
                return Err(BookError::Length);
            }
            key = key.checked_add(distance).ok_or(BookError::Entry(idx))?;
            book.append(key, score).ok_or(BookError::Entry(idx))?;
            rest = behind;
        }
        Ok(book)
    }

    /// The book as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        let mut before = 0;
        for (&key, score) in &self.scores {
            bytes.push((score.value() as i8).cast_unsigned());
            write_number(key - before, &mut bytes);
            before = key;
        }
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// The number of stored positions.
    pub fn len(&self) -> usize {
        self.scores.len()
    }

    /// True when no position is stored.
    pub fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    /// The stored positions, of two mirror images one, with their scores.
    pub fn entries(&self) -> impl Iterator<Item = (Position, Score)> {
        let entries = self.scores.iter();
        entries.filter_map(|(key, score)| Some((Position::from_key(*key)?, *score)))
    }

    /// The score that is stored for the position or its mirror image.
    pub fn stored(&self, position: &Position) -> Option<Score> {
        self.scores.get(&position.mirrored_key()).copied()
    }

    /// The score of a position that is stored, or that follows from stored ones within two moves.
    pub fn score(&self, position: &Position) -> Option<Score> {
        let all = ScoreBounds::of_plies(position.plies());
        self.look_ahead(position, all, LOOK_AHEAD_PLIES)
    }

    /// Bounds that stored neighbours give for a score that the book does not know.
    ///
    /// No move is worth more than the position it is played in, so a position is worth at least
    /// what its known moves are, and at least the opposite of the ones before it.
    pub fn bounds(&self, position: &Position) -> ScoreBounds {
        let all = ScoreBounds::of_plies(position.plies());
        let neighbours = Column::ALL.into_iter().flat_map(|column| {
            let neighbours = [position.play(column), position.take_back(column)];
            neighbours.into_iter().flatten()
        });
        let known = neighbours.filter_map(|neighbour| self.stored(&neighbour));
        let lower = known.map(|score| -score).max();
        ScoreBounds { lower: lower.map_or(all.lower, |lower| lower.max(all.lower)), ..all }
    }

    /// Enters the score of a position in a game that goes on; false when it has not room for it,
    /// or the game is over, where scores need no book.
    pub fn insert(&mut self, position: &Position, score: Score) -> bool {
        let has_room = self.len() < ENTRIES_MAX || self.stored(position).is_some();
        let can_enter = has_room && !position.is_over();
        if can_enter {
            self.scores.insert(position.mirrored_key(), score);
        }
        can_enter
    }

    /// Enters what a file holds after the entries before; `None` when it cannot come here.
    fn append(&mut self, key: u64, score: u8) -> Option<()> {
        let value = i32::from(score.cast_signed());
        let score = Score::from_value(value)?;
        let position = Position::from_key(key)?;
        let is_next = self.scores.last_key_value().is_none_or(|(last, _)| *last < key);
        // Of two mirror images only the one with the smaller key is ever written.
        (is_next && key == position.mirrored_key() && self.insert(&position, score)).then_some(())
    }

    /// The score where it is known, else the best of the moves, as far as that matters within
    /// the bounds.
    fn look_ahead(&self, position: &Position, within: ScoreBounds, plies: u32) -> Option<Score> {
        let known = Score::of_finished(position).or_else(|| self.stored(position));
        if known.is_some() {
            return known;
        }
        let plies = plies.checked_sub(1)?;
        let mut best = -Score::MOST;
        for after in FROM_THE_MIDDLE.iter().filter_map(|column| position.play(*column)) {
            let within = ScoreBounds { lower: best.max(within.lower), ..within };
            // A single move of unknown score leaves the position unknown, unless a cut-off came
            // first.
            best = best.max(-self.look_ahead(&after, -within, plies)?);
            if best >= within.upper {
                break;
            }
        }
        Some(best)
    }
}

/// Writes a number seven bits at a time; all bytes but the last have their highest bit set.
fn write_number(mut number: u64, bytes: &mut Vec<u8>) {
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads what [`write_number`] wrote; gives the number and what follows it.
fn read_number(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let len = bytes.iter().position(|byte| byte & 0x80 == 0)? + 1;
    let (own, behind) = bytes.split_at(len);
    let mut digits = own.iter().rev().map(|byte| u64::from(byte & 0x7f));
    let number = digits
        // The number must have room for seven more bits.
        .try_fold(0_u64, |number, digit| (number >> 57 == 0).then_some(number << 7 | digit))?;
    Some((number, behind))
}
