//! The grid in memory, whatever its cells are and however they follow each other.

use jetan_games::connect4::position::{COLUMNS, Column, Player, Position, ROWS};
use jetan_machine::Machine;

use super::super::super::picture::{BoardText, CELLS};

/// The addresses of programs' data; the stack is above, the text below.
const DATA_ADDRESSES: std::ops::Range<u32> = 0x1000_0000..0x7fff_f000;
/// Bytes that are looked through for a grid.
const SEARCH_BYTES_MAX: usize = 4 << 20;
/// Places that are kept when several look like the grid.
const FOUND_MAX: usize = 8;

/// The layout of a grid: the piece of the first player to move, of the other and of nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GridLayout {
    /// The cell of the leftmost column and the bottom row.
    origin: u32,
    /// From a column to the next and from a row up to the next, in bytes.
    right: i32,
    up: i32,
    /// 1 or 4.
    bytes: u32,
    free: u32,
    first: u32,
    second: u32,
}

/// The distances between cells: columns apart and rows apart, in cells. Rows may be padded, and
/// may begin at the top or at the bottom.
const CELL_STEPS: [(i32, i32); 14] = [
    (1, -7),
    (1, 7),
    (1, -8),
    (1, 8),
    (1, -9),
    (1, 9),
    (1, -10),
    (1, 10),
    (6, 1),
    (6, -1),
    (7, 1),
    (7, -1),
    (8, 1),
    (8, -1),
];

impl GridLayout {
    /// Everything in the memory of a machine that looks like this position.
    pub(super) fn find(machine: &Machine, position: &Position) -> Vec<GridLayout> {
        let mut found = Vec::new();
        for (base, bytes) in regions(machine) {
            let region = MemoryRegion { base, bytes };
            for (width, (right, up)) in
                [1, 4].into_iter().flat_map(|width| CELL_STEPS.map(|steps| (width, steps)))
            {
                found.extend(region.search(position, width, right, up));
                // Each candidate costs a game to confirm, so few are enough.
                if found.len() >= FOUND_MAX {
                    return found;
                }
            }
        }
        found
    }

    /// The grid as it is: `O` for who moved first, `X` for the other, `*` for nobody and `?` for
    /// what was never seen before.
    pub(super) fn read(&self, machine: &Machine) -> BoardText {
        std::array::from_fn(|cell| {
            let (column, row) = (cell % COLUMNS, ROWS - 1 - cell / COLUMNS);
            let along = self.right.wrapping_mul(column as i32);
            let offset = along.wrapping_add(self.up.wrapping_mul(row as i32));
            let address = self.origin.wrapping_add_signed(offset);
            let held = match self.bytes {
                1 => u32::from(machine.memory.peek(address)),
                _ => machine.memory.peek_word(address),
            };
            match held {
                _ if held == self.free => b'*',
                _ if held == self.first => b'O',
                _ if held == self.second => b'X',
                _ => b'?',
            }
        })
    }

    /// The letters of both players, if their pieces are letters.
    pub(super) fn letters(&self) -> Option<[char; 2]> {
        let letter = |value| char::from_u32(value).filter(char::is_ascii_alphanumeric);
        Some([letter(self.first)?, letter(self.second)?])
    }
}

/// A position as a board: `O` for who moved first.
pub(super) fn board(position: &Position) -> BoardText {
    let mut board = [b'*'; CELLS];
    for (cell, content) in board.iter_mut().enumerate() {
        let (column, row) = (Column::ALL[cell % COLUMNS], ROWS - 1 - cell / COLUMNS);
        *content = match position.stone(column, row) {
            Some(Player::First) => b'O',
            Some(Player::Second) => b'X',
            None => b'*',
        };
    }
    board
}

/// Bytes that follow each other in memory.
struct MemoryRegion {
    base: u32,
    bytes: Vec<u8>,
}

impl MemoryRegion {
    fn value(&self, at: i64, width: i64) -> Option<u32> {
        let at = usize::try_from(at).ok()?;
        let held = self.bytes.get(at..at + width as usize)?;
        // Little-endian, as MIPS is in MARS.
        Some(held.iter().rev().fold(0, |value, &byte| value << 8 | u32::from(byte)))
    }

    /// The first place at which every cell of the position has a value of its kind.
    fn search(&self, position: &Position, width: i32, right: i32, up: i32) -> Option<GridLayout> {
        let stones: Vec<(i64, Option<Player>)> = (0..CELLS)
            .map(|cell| {
                let (column, row) = (cell % COLUMNS, cell / COLUMNS);
                let stone = position.stone(Column::ALL[column], row);
                let offset = right * column as i32 + up * row as i32;
                (i64::from(width * offset), stone)
            })
            .collect();
        let of = |wanted: Option<Player>| {
            let offsets = stones.iter().filter(move |(_, stone)| *stone == wanted);
            offsets.map(|(offset, _)| *offset).collect::<Vec<i64>>()
        };
        let (first, second, free) = (of(Some(Player::First)), of(Some(Player::Second)), of(None));
        let width = i64::from(width);
        let same = |origin: i64, offsets: &[i64]| {
            let value = self.value(origin + offsets.first()?, width)?;
            let is_same = |offset: &i64| self.value(origin + offset, width) == Some(value);
            offsets.iter().all(is_same).then_some(value)
        };
        // Words are aligned, or the program could not load them.
        let origins = (0..self.bytes.len() as i64).step_by(width as usize);
        origins.into_iter().find_map(|origin| {
            // Players first: free cells are the most, and their comparison is only paid where both
            // players fit.
            let first = same(origin, &first)?;
            // All three kinds must differ, or every page of zeros would be a grid.
            let second = same(origin, &second).filter(|second| *second != first)?;
            let free = same(origin, &free).filter(|free| *free != first && *free != second)?;
            Some(GridLayout {
                origin: self.base.wrapping_add(origin as u32),
                right: right * width as i32,
                up: up * width as i32,
                bytes: width as u32,
                free,
                first,
                second,
            })
        })
    }
}

/// The written memory of a program without its text, pages that touch as one.
fn regions(machine: &Machine) -> Vec<(u32, Vec<u8>)> {
    let mut regions: Vec<(u32, Vec<u8>)> = Vec::new();
    let mut room = SEARCH_BYTES_MAX;
    for (base, page) in machine.memory.written_pages() {
        if !DATA_ADDRESSES.contains(&base) || room < page.len() {
            continue;
        }
        room -= page.len();
        match regions.last_mut() {
            Some((first, bytes)) if first.wrapping_add(bytes.len() as u32) == base => {
                bytes.extend_from_slice(page);
            }
            _ => regions.push((base, page.to_vec())),
        }
    }
    regions
}

/// Whether a text in a program's data has both of some words.
pub(super) fn has_words(machine: &Machine, words: &[[&str; 2]]) -> bool {
    regions(machine).iter().any(|(_, bytes)| {
        // Shorter strings cannot hold both words, and memory is full of them.
        bytes.split(|&byte| byte == 0).filter(|text| text.len() > 8).any(|text| {
            let text = String::from_utf8_lossy(text).to_lowercase();
            words.iter().any(|pair| pair.iter().all(|word| text.contains(word)))
        })
    })
}
