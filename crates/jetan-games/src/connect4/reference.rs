//! The rules as the two courses write them down, cell by cell: to be read beside the documents,
//! and the second opinion of the tests.

/// Four in a Row: 6 rows of 7 bytes, the top row first.
pub mod four_in_a_row {
    /// Rows of the grid.
    pub const ROWS: usize = 6;
    /// Columns of the grid.
    pub const COLUMNS: usize = 7;
    /// A cell without a token.
    pub const FREE: u8 = b'*';

    /// The 42 bytes; cell 7 * row + column.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct TokenGrid {
        /// `*`, `X` or `O`.
        pub cells: [u8; ROWS * COLUMNS],
    }

    impl Default for TokenGrid {
        fn default() -> Self {
            Self { cells: [FREE; ROWS * COLUMNS] }
        }
    }

    impl TokenGrid {
        /// Drops a token for the key `1` to `7`: from cell 35 + (key - 1), up by 7 until a free
        /// cell. The cell, or `None` for another key or a full column.
        pub fn player_go(&mut self, key: u8, token: u8) -> Option<usize> {
            if !(b'1'..=b'7').contains(&key) {
                return None;
            }
            let mut cell = 35 + usize::from(key - b'1');
            while self.cells[cell] != FREE {
                cell = cell.checked_sub(7)?;
            }
            self.cells[cell] = token;
            Some(cell)
        }

        /// Empties a cell again.
        pub fn player_undo(&mut self, cell: usize) {
            if let Some(cell) = self.cells.get_mut(cell) {
                *cell = FREE;
            }
        }

        /// Four scans: down, right, and both diagonals.
        pub fn check_win_player(&self, token: u8) -> bool {
            self.scan(0..3, 0..7, 7, token)
                || self.scan(0..6, 0..4, 1, token)
                || self.scan(0..3, 0..4, 8, token)
                || self.scan(0..3, 3..7, 6, token)
        }

        /// True when no cell is free.
        pub fn check_tie(&self) -> bool {
            self.cells.iter().all(|cell| *cell != FREE)
        }

        /// The rows as text, the top one first.
        pub fn print_matrix(&self) -> String {
            let rows = self.cells.chunks(COLUMNS);
            rows.flat_map(|row| row.iter().map(|cell| char::from(*cell)).chain(['\n'])).collect()
        }

        fn scan(
            &self,
            rows: std::ops::Range<usize>,
            columns: std::ops::Range<usize>,
            step: usize,
            token: u8,
        ) -> bool {
            rows.into_iter().any(|row| {
                columns.clone().any(|column| {
                    let start = COLUMNS * row + column;
                    (0..4).all(|idx| self.cells[start + idx * step] == token)
                })
            })
        }
    }
}

/// Connect Four: 7 columns of 6 bytes, each from the bottom up.
pub mod connect_four {
    /// Rows of the board.
    pub const ROWS: usize = 6;
    /// Columns of the board.
    pub const COLUMNS: usize = 7;

    /// The course's variables.
    #[derive(Debug, Clone, PartialEq, Eq, Default)]
    pub struct CourseVariables {
        /// 1 when the game is over.
        pub end_game: u8,
        /// 1 or 2.
        pub current_player: u8,
        /// 1 or 2; 0 for a tie, and before the end.
        pub winner: u8,
        /// 0, 1 or 2 at 7 * row + column.
        pub piece_position: PiecePosition,
        /// The number of pieces in each column.
        pub column_height: [u8; COLUMNS],
        /// The number of pieces placed.
        pub piece_count: u32,
    }

    /// The cells; a type of its own because an array of 42 has no default.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct PiecePosition(pub [u8; COLUMNS * ROWS]);

    impl Default for PiecePosition {
        fn default() -> Self {
            Self([0; COLUMNS * ROWS])
        }
    }

    impl CourseVariables {
        /// Before the first piece.
        pub fn new(first_player: u8) -> Self {
            Self { current_player: first_player, ..Self::default() }
        }

        /// One round of the main loop; false, with nothing changed, for a column that cannot be
        /// played or when the game is over.
        pub fn round(&mut self, column: usize) -> bool {
            let is_free = self.column_height.get(column).is_some_and(|h| usize::from(*h) < ROWS);
            if self.end_game != 0 || !is_free {
                return false;
            }
            self.place_piece_into_column(column, self.current_player);
            self.piece_count += 1;
            self.update_game_state(column);
            // Also after the last piece, as in the course's program.
            self.change_to_next_player_turn();
            true
        }

        fn place_piece_into_column(&mut self, column: usize, player: u8) {
            let row = usize::from(self.column_height[column]);
            self.piece_position.0[COLUMNS * row + column] = player;
            self.column_height[column] += 1;
        }

        /// First a line through the newest piece, then the full board.
        fn update_game_state(&mut self, column: usize) {
            let row = usize::from(self.column_height[column]) - 1;
            let player = self.piece_position.0[COLUMNS * row + column];
            let directions = [(0, 1), (1, 0), (1, 1), (1, -1)];
            let has_line = directions.iter().any(|&(right, up)| {
                let ahead = self.run(column, row, right, up, player);
                let behind = self.run(column, row, -right, -up, player);
                ahead + 1 + behind >= 4
            });
            if has_line {
                self.end_game = 1;
                self.winner = player;
            } else if self.piece_count as usize == COLUMNS * ROWS {
                self.end_game = 1;
                self.winner = 0;
            }
        }

        /// The number of pieces of the player in a row in one direction.
        fn run(&self, column: usize, row: usize, right: isize, up: isize, player: u8) -> usize {
            let cell = |steps: isize| {
                let column = column.checked_add_signed(steps * right).filter(|c| *c < COLUMNS)?;
                let row = row.checked_add_signed(steps * up).filter(|row| *row < ROWS)?;
                Some(self.piece_position.0[COLUMNS * row + column])
            };
            (1..4).take_while(|steps| cell(*steps) == Some(player)).count()
        }

        fn change_to_next_player_turn(&mut self) {
            self.current_player = 3 - self.current_player;
        }
    }
}
