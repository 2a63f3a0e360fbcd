#![doc = include_str!("../README.md")]

pub mod frame;

mod adapter;
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
