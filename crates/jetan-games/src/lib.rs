#![doc = include_str!("../README.md")]

mod checksum;
pub mod connect4;
pub mod name;
pub mod rng;
pub mod search;
pub mod sudoku;
pub mod tetrisito;
pub mod twenty48;

pub use name::GameTitle;
