#![doc = include_str!("../README.md")]

pub mod display;
pub mod keys;
pub mod recogniser;
pub mod session;
pub mod setup;
pub mod world;

mod door;

pub use display::{Content, Frame};
pub use session::{Ending, Limit, Pause, Session};
pub use setup::Setup;
pub use world::{Event, World};
