#![doc = include_str!("../README.md")]

pub mod display;
pub mod keys;
pub mod live;
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
mod position;
mod recorder;
mod replayer;

pub use display::{Content, Frame};
pub use live::LiveRun;
pub use session::{Ending, Limit, Pause, Session};
pub use setup::Setup;
pub use timeline::{Keeping, Timeline};
pub use world::{Event, World};
