#![doc = include_str!("../README.md")]

pub mod calls;
pub mod cause;
pub mod command;
pub mod debugger;
pub mod expression;
pub mod log;
pub mod names;
pub mod point;
pub mod recent;
pub mod recording;
pub mod timeline;

mod keyframes;
mod tape;
mod watcher;

pub use debugger::{Arrival, Debugger};
pub use timeline::{Keeping, Timeline};
