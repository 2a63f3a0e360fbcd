//! Playing along with a program: what to type for each move, and where its board is.
//!
//! The input format is detected as in `check`, by a few trial runs.

use jetan_games::GameTitle;
use jetan_games::sudoku::{GridSize, SudokuGrid};
use jetan_games::tetrisito::TetrisitoPuzzle;
use jetan_machine::Machine;

use crate::adapter::Adapter;
use crate::projects::connect_four::ConnectFourChecker;
use crate::projects::four_in_a_row::FourInARowChecker;
use crate::projects::sudoku::SudokuChecker;
use crate::projects::tetrisito::TetrisitoChecker;
use crate::projects::twenty48::Twenty48Checker;
use crate::runner::ProgramRunner;

/// A program that was understood.
pub struct CompanionProgram {
    project: CompanionProject,
}

enum CompanionProject {
    // Boxed, because the projects differ much in size.
    Tetrisito(Box<TetrisitoChecker>),
    FourInARow(Box<FourInARowChecker>),
    Sudoku(Box<SudokuChecker>),
    Twenty48(Box<Twenty48Checker>),
    ConnectFour(Box<ConnectFourChecker>),
}

/// The addresses of a board's cells in memory, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellAddresses {
    addresses: Vec<u32>,
    is_words: bool,
    /// The meanings of values that do not stand for themselves.
    meanings: Vec<(u32, u32)>,
}

impl CellAddresses {
    pub(crate) fn bytes(addresses: Vec<u32>, meanings: Vec<(u32, u32)>) -> CellAddresses {
        CellAddresses { addresses, is_words: false, meanings }
    }

    pub(crate) fn words(addresses: Vec<u32>) -> CellAddresses {
        CellAddresses { addresses, is_words: true, meanings: Vec::new() }
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

impl CompanionProgram {
    /// Detects the input format of a program.
    pub async fn new(name: GameTitle, runner: &mut ProgramRunner<'_>) -> CompanionProgram {
        // Whoever plays along has no adapter at hand; the usual forms are detected.
        let adapter = Adapter::default();
        let project = match name {
            GameTitle::Tetrisito => {
                CompanionProject::Tetrisito(Box::new(TetrisitoChecker::new(&adapter, runner).await))
            }
            GameTitle::FourInARow => CompanionProject::FourInARow(Box::new(
                FourInARowChecker::new(&adapter, runner).await,
            )),
            GameTitle::Sudoku => {
                CompanionProject::Sudoku(Box::new(SudokuChecker::new(&adapter, runner).await))
            }
            GameTitle::Twenty48 => {
                CompanionProject::Twenty48(Box::new(Twenty48Checker::new(&adapter, runner).await))
            }
            GameTitle::ConnectFour => CompanionProject::ConnectFour(Box::new(
                ConnectFourChecker::new(&adapter, runner).await,
            )),
        };
        CompanionProgram { project }
    }

    /// The cells of its board; none if they are not known, or if the answer is what it prints.
    pub fn cells(&self) -> Option<CellAddresses> {
        match &self.project {
            CompanionProject::Tetrisito(_) | CompanionProject::Sudoku(_) => None,
            CompanionProject::FourInARow(project) => project.cells(),
            CompanionProject::Twenty48(project) => project.cells(),
            CompanionProject::ConnectFour(project) => project.cells(),
        }
    }

    /// The console input before the first move of a game.
    pub fn opening(&self) -> Vec<u8> {
        match &self.project {
            CompanionProject::FourInARow(project) => project.typed_opening(),
            CompanionProject::ConnectFour(project) => project.typed_opening(),
            CompanionProject::Tetrisito(_)
            | CompanionProject::Sudoku(_)
            | CompanionProject::Twenty48(_) => Vec::new(),
        }
    }

    /// The console input for the last of these keys of a game, the first ones included:
    /// who goes first, the token.
    pub fn typed(&self, keys: &[u8]) -> Vec<u8> {
        match &self.project {
            CompanionProject::FourInARow(project) => project.typed_last(keys),
            CompanionProject::ConnectFour(project) => project.typed_last(keys),
            CompanionProject::Tetrisito(_)
            | CompanionProject::Sudoku(_)
            | CompanionProject::Twenty48(_) => Vec::new(),
        }
    }

    /// The console input for a target of 2048; its moves are keys of the keyboard.
    pub fn typed_target(&self, target: u32) -> Vec<u8> {
        match &self.project {
            CompanionProject::Twenty48(project) => project.typed_target(target),
            _ => Vec::new(),
        }
    }

    /// The size of the grids that it solves.
    pub fn size(&self) -> Option<GridSize> {
        match &self.project {
            CompanionProject::Sudoku(project) => Some(project.size()),
            _ => None,
        }
    }

    /// The console input for a grid.
    pub fn typed_grid(&self, grid: &SudokuGrid) -> Vec<u8> {
        match &self.project {
            CompanionProject::Sudoku(project) => project.typed_grid(grid),
            _ => Vec::new(),
        }
    }

    /// The grid that it has printed last, with 0 for an empty cell.
    pub fn printed_grid(&self, output: &[u8]) -> Option<SudokuGrid> {
        match &self.project {
            CompanionProject::Sudoku(project) => project.printed_grid(output),
            _ => None,
        }
    }

    /// The console input for a puzzle.
    pub fn typed_puzzle(&self, puzzle: &TetrisitoPuzzle) -> Vec<u8> {
        match &self.project {
            CompanionProject::Tetrisito(project) => project.typed_puzzle(puzzle),
            _ => Vec::new(),
        }
    }

    /// Whether it has printed yes or no.
    pub fn printed_answer(&self, output: &[u8]) -> Option<bool> {
        match &self.project {
            CompanionProject::Tetrisito(project) => project.printed_answer(output),
            _ => None,
        }
    }
}
