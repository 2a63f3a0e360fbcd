#![doc = include_str!("../README.md")]

mod lines;
mod read;
mod write;

pub use read::{ElfError, ElfProgram, MAGIC, read};
pub use write::write;
