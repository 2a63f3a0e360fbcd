//! sudoku.
