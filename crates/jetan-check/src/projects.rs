//! The five projects.

pub mod connect_four;
pub mod four_in_a_row;
pub mod sudoku;
pub mod tetrisito;
pub mod twenty48;

mod byte;
mod claims;
mod dialogue;
mod lines;
mod opening;
mod picture;
