#![doc = include_str!("../README.md")]

mod cache;
mod context;
mod contract;
mod core;
mod entry;
mod flow;
mod heat;
mod region;
mod runtime;
mod slots;
mod stats;
mod status;
mod translate;

pub use cache::JitUnavailable;
pub use core::{Jit, TranslationPolicy, availability, engine};
pub use stats::JitStats;
