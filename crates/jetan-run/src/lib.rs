#![doc = include_str!("../README.md")]

pub mod display;
pub mod folder_packs;
pub mod job;
pub mod keys;
pub mod live;
pub mod loader;
pub mod log;
pub mod printed;
pub mod recogniser;
pub mod recording;
pub mod run_end;
pub mod session;
pub mod session_host;
pub mod setup;
pub mod timeline;

mod host_adapter;
mod keyframes;
mod position;
mod recorder;
mod replayer;

pub use display::{DisplayFrame, FrameContent};
pub use job::{SlicedJob, YieldPoint, at_once};
pub use live::LiveRun;
pub use loader::{LoadError, LoadPlan, LoadedProgram, load};
pub use run_end::{RunEnd, RunLimit};
pub use session::{Session, SessionPause};
pub use session_host::{SessionEvent, SessionHost};
pub use setup::RunSetup;
pub use timeline::{KeyframePolicy, Timeline};
