//! Connect Four as its course plays it: who goes first, columns from 0, asked again at no cost.

use super::position::{CELLS, COLUMNS, Column, Player, Position};

/// A game in progress.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ConnectFourGame {
    /// 1 or 2, once that is answered.
    first_player: Option<u8>,
    /// Every position so far, the newest last; the empty board is not among them.
    history: Vec<Position>,
}

/// The next question of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConnectFourQuestion {
    /// Who goes first, 1 or 2.
    FirstPlayer,
    /// A column from 0 to 6 that is not full.
    Column {
        /// Who is asked: 1 or 2.
        player: u8,
    },
}

/// The result of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConnectFourEvent {
    /// The answer is not possible; the same question is asked again.
    AskedAgain,
    /// It is known who goes first: 1 or 2.
    FirstPlayerChosen(u8),
    /// A piece was placed and the game goes on.
    Placed {
        /// Whose piece: 1 or 2.
        player: u8,
        /// The column that the piece fell into.
        column: Column,
        /// The row, counted from 0 at the bottom.
        row: usize,
    },
    /// A piece was placed and the game is over.
    Ended {
        /// Whose piece: 1 or 2.
        player: u8,
        /// The column that the piece fell into.
        column: Column,
        /// The row, counted from 0 at the bottom.
        row: usize,
        /// 1 or 2; 0 for a tie.
        winner: u8,
    },
    /// The game was over already; nothing changed.
    AlreadyOver,
}

impl ConnectFourGame {
    /// The current question; `None` when the game is over.
    pub fn question(&self) -> Option<ConnectFourQuestion> {
        match self.first_player {
            None => Some(ConnectFourQuestion::FirstPlayer),
            Some(_) if self.end_game() => None,
            Some(_) => Some(ConnectFourQuestion::Column { player: self.current_player() }),
        }
    }

    /// Answers the question with a number as it was typed.
    pub fn answer(&mut self, answer: i32) -> ConnectFourEvent {
        match self.question() {
            None => ConnectFourEvent::AlreadyOver,
            Some(ConnectFourQuestion::FirstPlayer) => match answer {
                1 | 2 => {
                    self.first_player = Some(answer as u8);
                    ConnectFourEvent::FirstPlayerChosen(answer as u8)
                }
                _ => ConnectFourEvent::AskedAgain,
            },
            Some(ConnectFourQuestion::Column { player }) => self.place(answer, player),
        }
    }

    /// Takes the last piece back, for players who allow it; false when there is none.
    pub fn undo(&mut self) -> bool {
        self.history.pop().is_some()
    }

    /// The pieces that lie.
    pub fn position(&self) -> Position {
        self.history.last().copied().unwrap_or_default()
    }

    /// The course's `end_game`.
    pub fn end_game(&self) -> bool {
        self.position().is_over()
    }

    /// The course's `current_player`: 1 or 2. It changes after the last piece, too.
    pub fn current_player(&self) -> u8 {
        self.number_of(self.position().mover())
    }

    /// The course's `winner`: 1 or 2; 0 for a tie and before the end.
    pub fn winner(&self) -> u8 {
        self.position().winner().map_or(0, |player| self.number_of(player))
    }

    /// The course's `piece_position`: 0, 1 or 2 at 7 * row + column, rows counted from the bottom.
    pub fn piece_position(&self) -> [u8; CELLS] {
        let position = self.position();
        std::array::from_fn(|idx| {
            let stone = position.stone(Column::ALL[idx % COLUMNS], idx / COLUMNS);
            stone.map_or(0, |player| self.number_of(player))
        })
    }

    /// The course's `column_height`.
    pub fn column_height(&self) -> [u8; COLUMNS] {
        Column::ALL.map(|column| self.position().height(column) as u8)
    }

    /// The course's `piece_count`.
    pub fn piece_count(&self) -> u32 {
        self.position().plies() as u32
    }

    fn place(&mut self, answer: i32, player: u8) -> ConnectFourEvent {
        let before = self.position();
        // A negative number is as impossible as one that is too large, and asked again like it.
        let column = usize::try_from(answer).ok().and_then(Column::from_index);
        let Some((column, after)) = column.and_then(|c| Some((c, before.play(c)?))) else {
            return ConnectFourEvent::AskedAgain;
        };
        self.history.push(after);
        let row = before.height(column);
        if self.end_game() {
            ConnectFourEvent::Ended { player, column, row, winner: self.winner() }
        } else {
            ConnectFourEvent::Placed { player, column, row }
        }
    }

    fn number_of(&self, player: Player) -> u8 {
        let first = self.first_player.unwrap_or(1);
        match player {
            Player::First => first,
            Player::Second => 3 - first,
        }
    }
}
