//! Playing along with a program: what to type for each move, and where its board is.
//!
//! The input format is detected as in `check`, by a few trial runs.

use jetan_games::Name;
use jetan_games::sudoku::{Grid, Size};
use jetan_games::tetrisito::Puzzle;
use jetan_machine::Machine;

use crate::adapter::Adapter;
use crate::bench::Bench;
use crate::projects::connect_four::ConnectFour;
use crate::projects::four_in_a_row::FourInARow;
use crate::projects::sudoku::Sudoku;
use crate::projects::tetrisito::Tetrisito;
use crate::projects::twenty48::Twenty48;

/// A program that was understood.
pub struct Companion {
    project: Project,
}

enum Project {
    // Boxed, because the projects differ much in size.
    Tetrisito(Box<Tetrisito>),
    FourInARow(Box<FourInARow>),
    Sudoku(Box<Sudoku>),
    Twenty48(Box<Twenty48>),
    ConnectFour(Box<ConnectFour>),
}

/// The addresses of a board's cells in memory, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cells {
    addresses: Vec<u32>,
    is_words: bool,
    /// The meanings of values that do not stand for themselves.
    meanings: Vec<(u32, u32)>,
}

impl Cells {
    pub(crate) fn bytes(addresses: Vec<u32>, meanings: Vec<(u32, u32)>) -> Cells {
        Cells { addresses, is_words: false, meanings }
    }

    pub(crate) fn words(addresses: Vec<u32>) -> Cells {
        Cells { addresses, is_words: true, meanings: Vec::new() }
    }

    /// The contents of the cells: of Four in a Row `*`, `O` and `X`, of others numbers.
    pub fn read(&self, machine: &Machine) -> Vec<u32> {
        let value = |address: &u32| {
            let held = if self.is_words {
                machine.memory.peek_word(*address)
            } else {
                u32::from(machine.memory.peek(*address))
            };
            // A value without a meaning stands for itself, so that a cell with garbage is shown as
            // the number it holds.
            let meaning = self.meanings.iter().find(|(known, _)| *known == held);
            meaning.map_or(held, |(_, meaning)| *meaning)
        };
        self.addresses.iter().map(value).collect()
    }

    /// The address of a cell and its size in bytes.
    pub fn place(&self, cell: usize) -> Option<(u32, u32)> {
        let address = self.addresses.get(cell)?;
        Some((*address, if self.is_words { 4 } else { 1 }))
    }
}

impl Companion {
    /// Detects the input format of a program.
    pub async fn new(name: Name, bench: &mut Bench<'_>) -> Companion {
        // Whoever plays along has no adapter at hand; the usual forms are detected.
        let adapter = Adapter::default();
        let project = match name {
            Name::Tetrisito => Project::Tetrisito(Box::new(Tetrisito::new(&adapter, bench).await)),
            Name::FourInARow => {
                Project::FourInARow(Box::new(FourInARow::new(&adapter, bench).await))
            }
            Name::Sudoku => Project::Sudoku(Box::new(Sudoku::new(&adapter, bench).await)),
            Name::Twenty48 => Project::Twenty48(Box::new(Twenty48::new(&adapter, bench).await)),
            Name::ConnectFour => {
                Project::ConnectFour(Box::new(ConnectFour::new(&adapter, bench).await))
            }
        };
        Companion { project }
    }

    /// The cells of its board; none if they are not known, or if the answer is what it prints.
    pub fn cells(&self) -> Option<Cells> {
        match &self.project {
            Project::Tetrisito(_) | Project::Sudoku(_) => None,
            Project::FourInARow(project) => project.cells(),
            Project::Twenty48(project) => project.cells(),
            Project::ConnectFour(project) => project.cells(),
        }
    }

    /// The console input before the first move of a game.
    pub fn opening(&self) -> Vec<u8> {
        match &self.project {
            Project::FourInARow(project) => project.typed_opening(),
            Project::ConnectFour(project) => project.typed_opening(),
            Project::Tetrisito(_) | Project::Sudoku(_) | Project::Twenty48(_) => Vec::new(),
        }
    }

    /// The console input for the last of these keys of a game, the first ones included:
    /// who goes first, the token.
    pub fn typed(&self, keys: &[u8]) -> Vec<u8> {
        match &self.project {
            Project::FourInARow(project) => project.typed_last(keys),
            Project::ConnectFour(project) => project.typed_last(keys),
            Project::Tetrisito(_) | Project::Sudoku(_) | Project::Twenty48(_) => Vec::new(),
        }
    }

    /// The console input for a target of 2048; its moves are keys of the keyboard.
    pub fn typed_target(&self, target: u32) -> Vec<u8> {
        match &self.project {
            Project::Twenty48(project) => project.typed_target(target),
            _ => Vec::new(),
        }
    }

    /// The size of the grids that it solves.
    pub fn size(&self) -> Option<Size> {
        match &self.project {
            Project::Sudoku(project) => Some(project.size()),
            _ => None,
        }
    }

    /// The console input for a grid.
    pub fn typed_grid(&self, grid: &Grid) -> Vec<u8> {
        match &self.project {
            Project::Sudoku(project) => project.typed_grid(grid),
            _ => Vec::new(),
        }
    }

    /// The grid that it has printed last, with 0 for an empty cell.
    pub fn printed_grid(&self, output: &[u8]) -> Option<Grid> {
        match &self.project {
            Project::Sudoku(project) => project.printed_grid(output),
            _ => None,
        }
    }

    /// The console input for a puzzle.
    pub fn typed_puzzle(&self, puzzle: &Puzzle) -> Vec<u8> {
        match &self.project {
            Project::Tetrisito(project) => project.typed_puzzle(puzzle),
            _ => Vec::new(),
        }
    }

    /// Whether it has printed yes or no.
    pub fn printed_answer(&self, output: &[u8]) -> Option<bool> {
        match &self.project {
            Project::Tetrisito(project) => project.printed_answer(output),
            _ => None,
        }
    }
}
