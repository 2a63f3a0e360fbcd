//! The five games by their names: on the command line, in files, on screens.

/// One of the five games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameTitle {
    /// Tetrisito.
    Tetrisito,
    /// Four in a Row.
    FourInARow,
    /// Sudoku.
    Sudoku,
    /// 2048.
    Twenty48,
    /// Connect Four.
    ConnectFour,
}

impl GameTitle {
    /// All of them, in the order of the menu.
    pub const ALL: [GameTitle; 5] = [
        GameTitle::Tetrisito,
        GameTitle::FourInARow,
        GameTitle::Sudoku,
        GameTitle::Twenty48,
        GameTitle::ConnectFour,
    ];

    /// The name as it is typed.
    pub fn typed(self) -> &'static str {
        match self {
            GameTitle::Tetrisito => "tetrisito",
            GameTitle::FourInARow => "four-in-a-row",
            GameTitle::Sudoku => "sudoku",
            GameTitle::Twenty48 => "2048",
            GameTitle::ConnectFour => "connect-four",
        }
    }

    /// The name as it is shown.
    pub fn title(self) -> &'static str {
        match self {
            GameTitle::Tetrisito => "Tetrisito",
            GameTitle::FourInARow => "Four in a Row",
            GameTitle::Sudoku => "Sudoku",
            GameTitle::Twenty48 => "2048",
            GameTitle::ConnectFour => "Connect Four",
        }
    }

    /// The game that is typed so.
    pub fn from_typed(typed: &str) -> Option<GameTitle> {
        GameTitle::ALL.into_iter().find(|name| name.typed() == typed)
    }
}
