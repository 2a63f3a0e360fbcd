#![doc = include_str!("../README.md")]
#![expect(
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    reason = "all commands have one signature"
)]

pub mod frame;

mod adapter;
mod assign;
mod breakpoints;
mod commands;
mod custom;
mod display;
mod ending;
mod launch;
mod look;
mod memory;
mod motion;
mod paths;
mod protocol;
mod variables;

pub use adapter::{AdapterHost, DebugAdapter};
