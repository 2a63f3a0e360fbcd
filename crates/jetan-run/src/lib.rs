#![doc = include_str!("../README.md")]

pub mod display;
pub mod keys;
pub mod ledger;
pub mod log;
pub mod printed;
pub mod recogniser;
pub mod recording;
pub mod session;
pub mod setup;
pub mod timeline;
pub mod world;

mod door;
mod keyframes;
mod tape;

pub use display::{Content, Frame};
pub use session::{Ending, Limit, Pause, Session};
pub use setup::Setup;
pub use timeline::{Keeping, Timeline};
pub use world::{Event, World};
