//! Positions as text: the columns played from the empty board, `-` for the board itself.

use std::fmt;

use super::position::{Column, Position};

/// An error in a string of moves, and its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveNotationError {
    /// There is nothing at all; the empty board is `-`.
    Empty,
    /// The character is not a digit from 1 to 7.
    NotAColumn {
        /// The character that is not a column.
        found: char,
        /// The position, counted from 1.
        place: usize,
    },
    /// The column has six stones already.
    ColumnFull {
        /// The column that is full already.
        column: Column,
        /// The place of the move, counted from 1.
        place: usize,
    },
    /// Four in line were made, or the board filled, before this move.
    GameOver {
        /// The place of the move, counted from 1.
        place: usize,
    },
}

impl fmt::Display for MoveNotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("no moves: write `-` for the empty board"),
            Self::NotAColumn { found, place } => {
                write!(f, "move {place} is `{}`: columns are 1 to 7", found.escape_debug())
            }
            Self::ColumnFull { column, place } => {
                write!(f, "move {place}: column {} is already full", column.number())
            }
            Self::GameOver { place } => {
                write!(f, "move {place} comes after the end of the game: leave it out")
            }
        }
    }
}

impl std::error::Error for MoveNotationError {}

/// The position after the moves: digits from 1 to 7, or `-` for the empty board.
///
/// ```
/// let position = jetan_games::connect4::notation::parse("4453").unwrap();
/// assert_eq!(position.plies(), 4);
/// ```
pub fn parse(moves: &str) -> Result<Position, MoveNotationError> {
    if moves == "-" {
        return Ok(Position::default());
    }
    if moves.is_empty() {
        return Err(MoveNotationError::Empty);
    }
    let mut position = Position::default();
    for (idx, found) in moves.chars().enumerate() {
        let place = idx + 1;
        let number = found.to_digit(10).and_then(|digit| Column::from_number(digit as usize));
        let column = number.ok_or(MoveNotationError::NotAColumn { found, place })?;
        let after = position.play(column);
        let is_over = position.is_over();
        position = after.ok_or(if is_over {
            MoveNotationError::GameOver { place }
        } else {
            MoveNotationError::ColumnFull { column, place }
        })?;
    }
    Ok(position)
}

/// The moves as text, `-` when there are none.
pub fn write(moves: &[Column]) -> String {
    if moves.is_empty() {
        return "-".to_owned();
    }
    moves.iter().map(|column| column.number().to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mistake_is_reported_with_its_place() {
        let cases = [
            ("", "no moves: write `-` for the empty board"),
            ("448", "move 3 is `8`: columns are 1 to 7"),
            ("4 4", "move 2 is ` `: columns are 1 to 7"),
            ("0", "move 1 is `0`: columns are 1 to 7"),
            ("--", "move 1 is `-`: columns are 1 to 7"),
            ("é", "move 1 is `é`: columns are 1 to 7"),
            ("4\t", "move 2 is `\\t`: columns are 1 to 7"),
            ("1111111", "move 7: column 1 is already full"),
            ("12121213", "move 8 comes after the end of the game: leave it out"),
            ("1212121x", "move 8 is `x`: columns are 1 to 7"),
        ];
        for (moves, message) in cases {
            assert_eq!(parse(moves).unwrap_err().to_string(), message, "{moves:?}");
        }
    }

    #[test]
    fn moves_are_written_as_they_are_read() {
        assert_eq!(parse("-"), Ok(Position::default()));
        assert_eq!(write(&[]), "-");
        let moves: Vec<Column> = [4, 4, 5].map(|n| Column::from_number(n).unwrap()).to_vec();
        assert_eq!(write(&moves), "445");
        assert_eq!(parse("445").unwrap().plies(), 3);
    }
}
