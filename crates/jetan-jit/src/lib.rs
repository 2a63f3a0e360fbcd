#![doc = include_str!("../README.md")]

mod access;
mod context;
mod contract;
mod core;
mod entry;
mod flow;
mod heat;
#[cfg(not(target_arch = "wasm32"))]
mod native;
mod region;
mod runtime;
mod slots;
mod stats;
mod status;
mod unit;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use core::{Jit, TranslationPolicy, availability, engine};
pub use stats::JitStats;
pub use unit::JitUnavailable;

#[cfg(not(target_arch = "wasm32"))]
use native::CodeCache;
#[cfg(target_arch = "wasm32")]
use wasm::CodeCache;
