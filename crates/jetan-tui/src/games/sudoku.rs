//! On a screen: sudoku.
