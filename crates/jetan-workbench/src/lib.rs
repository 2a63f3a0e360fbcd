#![doc = include_str!("../README.md")]
#![expect(
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    reason = "all requests have one signature"
)]

pub mod carrier;
pub mod examples;
pub mod limits;
pub mod shelf;
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
mod run;
mod world;

pub use carrier::Carrier;
pub use message::Message;
pub use workbench::{Next, Weight, Workbench};
