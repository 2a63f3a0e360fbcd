#![doc = include_str!("../README.md")]

pub mod game;
pub mod options;
pub mod progress;
pub mod record;
pub mod scores;
pub mod settings;
pub mod thought;
pub mod words;

pub mod stones;
pub mod sudoku;
pub mod tetrisito;
pub mod twenty48;

pub mod games;

pub use game::PlayableGame;
