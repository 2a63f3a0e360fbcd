#![doc = include_str!("../README.md")]
#![expect(
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    reason = "all requests have one signature"
)]

pub mod examples;
pub mod game_store;
pub mod host;
pub mod limits;
pub mod workbench;

mod check;
mod console;
mod display;
mod documents;
mod files;
mod games;
mod ide;
mod jobs;
mod lessons;
mod look;
mod manual;
mod message;
mod packs;
mod points;
mod position;
mod request;
#[cfg(feature = "rubrics")]
mod rubrics;
#[cfg(not(feature = "rubrics"))]
#[path = "rubrics/absent.rs"]
mod rubrics;
mod run;
mod run_host;
mod tools;

pub use host::WorkbenchHost;
pub use message::{MessageFrame, OutgoingMessage};
pub use workbench::{WakeTime, Workbench, WorkbenchMemory};
