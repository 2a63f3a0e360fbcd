#![doc = include_str!("../README.md")]

pub mod server;

mod folder;
mod guard;
mod pages;
mod session;
mod sessions;
mod share;
mod socket;
mod thinker;

pub use pages::IS_WHOLE;
pub use server::{Server, ServerConfig};
