#![doc = include_str!("../README.md")]

pub mod log;
pub mod timeline;

mod keyframes;
mod tape;

pub use timeline::{Keeping, Timeline};
