#![doc = include_str!("../README.md")]

pub mod tab;

mod engine;
mod files;
mod games;
mod host;
mod random;

#[cfg(target_arch = "wasm32")]
mod exports;

pub use tab::{StoreOutcome, TabOutput, WebTab};
