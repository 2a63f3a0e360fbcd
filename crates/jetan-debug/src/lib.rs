#![doc = include_str!("../README.md")]

pub mod advice;
pub mod aftermath;
pub mod blame;
pub mod calls;
pub mod cause;
pub mod checks;
pub mod command;
pub mod debugger;
pub mod expression;
pub mod ledger;
pub mod log;
pub mod names;
pub mod notes;
pub mod point;
pub mod printed;
pub mod profile;
pub mod recent;
pub mod recording;
pub mod spin;
pub mod timeline;
pub mod trace;
pub mod trail;
pub mod view;

mod keyframes;
mod tape;
mod watcher;

pub use debugger::{Arrival, Debugger};
pub use timeline::{Keeping, Timeline};
