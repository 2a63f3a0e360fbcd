//! One call of a routine: random or at an edge case of its task, smaller, as a picture, and as
//! registers and memory.

use jetan_games::rng::Rng;
use jetan_games::tetrisito::reference::{CharGrid, HIDDEN_ROWS, init_arr};
use jetan_games::tetrisito::{DropRules, FrozenField, PieceMask};
use jetan_isa::Reg;
use jetan_machine::Machine;
use jetan_order::SharedSort;

use super::super::case::{cell, cells, last_offset, piece_board};
use super::super::{generate, shapes};
use super::{ROW_BYTES, Routine, pairs};
use crate::picture::{BoardCell, BoardKind, BoardPicture, CasePicture};
use crate::runner::ProcedureCall;

/// A call of a routine; what it does not take is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RoutineCall {
    pub(crate) routine: Routine,
    grid: FrozenField,
    /// Cells of the grid that are not frozen yet.
    loose: FrozenField,
    pub(crate) other: FrozenField,
    pub(crate) piece: PieceMask,
    pub(crate) offset: u32,
}

impl RoutineCall {
    fn new(routine: Routine) -> RoutineCall {
        let (grid, piece) = (FrozenField::default(), shapes::shape(shapes::SQUARE));
        RoutineCall { routine, grid, loose: grid, other: grid, piece, offset: 0 }
    }

    /// Calls of a routine at the corners of its task, the simplest first.
    pub(crate) fn corners(routine: Routine) -> Vec<(&'static str, RoutineCall)> {
        let call = RoutineCall::new(routine);
        let field = FrozenField::from_bits;
        let (first, last, all) = (field(1), field(cell(5, 5)), field(u64::MAX >> (64 - 36)));
        let of = |grid: FrozenField| RoutineCall { grid, ..call.clone() };
        let loose = |loose: FrozenField| RoutineCall { loose, ..call.clone() };
        let to =
            |grid: FrozenField, other: FrozenField| RoutineCall { grid, other, ..call.clone() };
        let dropped = |index: usize, right: u32, offset: u32| {
            let piece = shapes::moved(shapes::shape(index), right, 0);
            RoutineCall { piece, offset, ..call.clone() }
        };
        let tower = field((1..6).fold(0, |cells, row| cells | cell(row, 0)));
        match routine {
            Routine::Counter => vec![
                ("counter of the last cell", of(last)),
                ("counter of the first cell", of(first)),
                ("counter of a full field", of(all)),
            ],
            Routine::FreezeBlocks => vec![
                ("freeze_blocks with the last cell", loose(last)),
                ("freeze_blocks with the first cell", loose(first)),
            ],
            Routine::IsEqualGrids => vec![
                ("is_equal_grids of empty grids", of(field(0))),
                ("is_equal_grids with another first cell", to(first, field(0))),
                ("is_equal_grids with another last cell", to(field(0), last)),
            ],
            Routine::NotFit => vec![
                ("not_fit with a cell too many", of(last)),
                ("not_fit with a cell to come", to(field(0), last)),
                ("not_fit of equal grids", to(all, all)),
            ],
            Routine::GetMaxX => vec![
                ("get_max_x_of_piece of a square", call.clone()),
                ("get_max_x_of_piece of a bar", dropped(shapes::BAR, 0, 0)),
                ("get_max_x_of_piece of a pole", dropped(shapes::POLE, 0, 0)),
                ("get_max_x_of_piece with a blank column", dropped(shapes::SQUARE, 1, 0)),
            ],
            Routine::DropPiece => vec![
                ("drop_piece_in_grid to the floor", call.clone()),
                ("drop_piece_in_grid at the right border", dropped(shapes::BAR, 0, 2)),
                ("drop_piece_in_grid with a blank column", dropped(shapes::SQUARE, 1, 0)),
                ("drop_piece_in_grid on one cell", of(field(cell(3, 1)))),
                ("drop_piece_in_grid too high", of(tower)),
            ],
        }
    }

    pub(crate) fn random(rng: &mut Rng, routine: Routine) -> RoutineCall {
        let grid = generate::start(rng, DropRules::default());
        let piece =
            if routine.has_piece() { shapes::random(rng) } else { shapes::shape(shapes::SQUARE) };
        let mut call = RoutineCall { grid, piece, ..RoutineCall::new(routine) };
        match routine {
            Routine::Counter => {}
            Routine::GetMaxX => call.grid = FrozenField::default(),
            Routine::DropPiece => call.offset = rng.below(last_offset(piece) + 1),
            Routine::FreezeBlocks => {
                // A cell is frozen or loose, not both.
                call.loose =
                    FrozenField::from_bits(generate::scattered(rng).as_bits() & !grid.as_bits());
            }
            Routine::IsEqualGrids | Routine::NotFit => {
                call.other = match rng.below(4) {
                    0 => grid,
                    1 => generate::one_cell_more(rng, grid),
                    2 => generate::one_cell_moved(rng, FrozenField::default(), grid),
                    _ => generate::scattered(rng),
                };
            }
        }
        call
    }

    /// Calls with fewer cells, a simpler piece or a smaller offset.
    pub(crate) fn smaller(&self) -> Vec<RoutineCall> {
        let mut found = Vec::new();
        for (row, column) in cells(FrozenField::from_bits(
            self.grid.as_bits() | self.loose.as_bits() | self.other.as_bits(),
        )) {
            let without =
                |field: FrozenField| FrozenField::from_bits(field.as_bits() & !cell(row, column));
            let [grid, loose, other] = [self.grid, self.loose, self.other].map(without);
            found.push(RoutineCall { grid, loose, other, ..self.clone() });
            if self.routine.has_second_grid() {
                found.push(RoutineCall { grid, ..self.clone() });
                found.push(RoutineCall { other, ..self.clone() });
            }
        }
        if self.routine.has_piece() {
            for piece in shapes::simpler(self.piece) {
                let offset = self.offset.min(last_offset(piece));
                found.push(RoutineCall { piece, offset, ..self.clone() });
            }
            let offsets = [0, self.offset.saturating_sub(1)];
            found.extend(offsets.map(|offset| RoutineCall { offset, ..self.clone() }));
        }
        let weight = self.weight();
        found.retain(|call| call.weight() < weight);
        found.shared_sort_by_key(RoutineCall::weight);
        found.dedup();
        found
    }

    fn weight(&self) -> (u32, u32, u32) {
        let cells = self.grid.count() + self.loose.count() + self.other.count();
        (cells, shapes::rank(self.piece), self.offset)
    }

    pub(crate) fn picture(&self) -> CasePicture {
        let mut boards = Vec::new();
        let has_second = self.routine.has_second_grid();
        if self.routine.has_grid() {
            boards.push(board(&self.grid()).titled(if has_second { "start" } else { "grid" }));
        }
        if has_second {
            boards.push(board(&frozen(self.other)).titled("final"));
        }
        if self.routine.has_piece() {
            boards.push(piece_board(self.piece).titled("piece"));
        }
        let words = format!("{}\n", self.words());
        CasePicture::from(words).with_boards(boards).with_words("\n")
    }

    /// The call in words.
    pub(crate) fn words(&self) -> String {
        let name = self.routine.name();
        match self.routine {
            Routine::Counter | Routine::FreezeBlocks => format!("{name}(grid)"),
            Routine::IsEqualGrids | Routine::NotFit => format!("{name}(start, final)"),
            Routine::GetMaxX => format!("{name}(piece, 0)"),
            Routine::DropPiece => format!("{name}(grid, piece, {})", self.offset),
        }
    }

    pub(crate) fn grid(&self) -> CharGrid {
        let mut grid = frozen(self.grid);
        for (row, column) in cells(self.loose) {
            grid[row as usize + HIDDEN_ROWS][column as usize] = '#';
        }
        grid
    }

    /// The call, in the places of the first one.
    pub(crate) fn prepared(&self, label: &str, machine: &Machine) -> ProcedureCall {
        // The addresses of the first call: the program has room there, wherever it is.
        let [a0, a1] = [Reg::A0, Reg::A1].map(|reg| machine.registers.get(reg));
        let mut memory = Vec::new();
        let mut put = |address: u32, grid: &CharGrid| {
            for (row, cells) in grid.iter().enumerate() {
                let bytes = cells.iter().map(|&cell| cell as u8).collect();
                memory.push((address.wrapping_add(ROW_BYTES * row as u32), bytes));
            }
        };
        if self.routine.has_grid() {
            put(a0, &self.grid());
        }
        if self.routine.has_second_grid() {
            put(a1, &frozen(self.other));
        }
        if self.routine.has_piece() {
            let address = if self.routine == Routine::GetMaxX { a0 } else { a1 };
            let words = pairs(self.piece);
            let bytes = words.iter().flat_map(|&(row, column)| [row as u8, 0, column as u8, 0]);
            memory.push((address, bytes.collect()));
        }
        let mut arguments = vec![a0, a1];
        if self.routine == Routine::DropPiece {
            arguments.push(self.offset);
        }
        let procedure = label.to_owned();
        ProcedureCall {
            procedure,
            arguments,
            memory,
            keeps_saved: true,
            ..ProcedureCall::default()
        }
    }
}

/// A grid with these cells frozen.
pub(crate) fn frozen(field: FrozenField) -> CharGrid {
    let mut grid = init_arr();
    for (row, column) in cells(field) {
        grid[row as usize + HIDDEN_ROWS][column as usize] = 'X';
    }
    grid
}

/// A grid as lines.
pub(crate) fn board(grid: &CharGrid) -> BoardPicture {
    let cell = |&cell: &char| match cell {
        '.' => BoardCell::Empty,
        '#' => BoardCell::Filled,
        'X' => BoardCell::Frozen,
        letter => BoardCell::Letter(letter),
    };
    let rows = grid.iter().map(|row| row.iter().map(cell).collect());
    BoardPicture::new(BoardKind::Field, rows.collect())
}
