//! Our own programs agree with the native engines, mutants of them are caught with an input a
//! student would understand, and correct programs that talk differently pass.

#![expect(clippy::disallowed_methods, reason = "reads programs, mutants and variants")]

#[path = "check/support.rs"]
mod support;

#[path = "check/connect_four.rs"]
mod connect_four;
#[path = "check/four_in_a_row.rs"]
mod four_in_a_row;
#[path = "check/sudoku.rs"]
mod sudoku;
#[path = "check/tetrisito.rs"]
mod tetrisito;
#[path = "check/twenty48.rs"]
mod twenty48;
