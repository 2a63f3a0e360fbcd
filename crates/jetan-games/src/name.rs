//! The five games by their names: on the command line, in files, on screens.

/// One of the five games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Name {
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

impl Name {
    /// All of them, in the order of the menu.
    pub const ALL: [Name; 5] =
        [Name::Tetrisito, Name::FourInARow, Name::Sudoku, Name::Twenty48, Name::ConnectFour];

    /// The name as it is typed.
    pub fn typed(self) -> &'static str {
        match self {
            Name::Tetrisito => "tetrisito",
            Name::FourInARow => "four-in-a-row",
            Name::Sudoku => "sudoku",
            Name::Twenty48 => "2048",
            Name::ConnectFour => "connect-four",
        }
    }

    /// The name as it is shown.
    pub fn title(self) -> &'static str {
        match self {
            Name::Tetrisito => "Tetrisito",
            Name::FourInARow => "Four in a Row",
            Name::Sudoku => "Sudoku",
            Name::Twenty48 => "2048",
            Name::ConnectFour => "Connect Four",
        }
    }

    /// The game that is typed so.
    pub fn from_typed(typed: &str) -> Option<Name> {
        Name::ALL.into_iter().find(|name| name.typed() == typed)
    }
}
