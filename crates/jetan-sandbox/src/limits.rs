//! The limits of a program under test.

use jetan_games::GameTitle;

/// The bounds of one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaseLimits {
    /// Instructions, and what services do in their worth.
    pub instructions: u64,
    /// Bytes of output.
    pub output_bytes: usize,
    /// Bytes of memory it may write.
    pub memory_bytes: u64,
    /// Bytes of files and their names.
    pub file_bytes: usize,
    /// Bytes of everything it makes us keep: output, files and their names, pictures, sounds,
    /// questions.
    pub kept_bytes: usize,
}

impl Default for CaseLimits {
    fn default() -> CaseLimits {
        CaseLimits {
            instructions: 1_000_000_000,
            output_bytes: 1 << 20,
            memory_bytes: 64 << 20,
            file_bytes: 16 << 20,
            kept_bytes: 48 << 20,
        }
    }
}

impl CaseLimits {
    /// The bounds of a case of a project.
    pub fn of(project: GameTitle) -> CaseLimits {
        let usual = CaseLimits::default();
        match project {
            // Five pieces in every order and at every place are many drops.
            GameTitle::Tetrisito => CaseLimits { instructions: 2_000_000_000, ..usual },
            GameTitle::FourInARow
            | GameTitle::Sudoku
            | GameTitle::Twenty48
            | GameTitle::ConnectFour => usual,
        }
    }
}
