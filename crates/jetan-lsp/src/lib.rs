#![doc = include_str!("../README.md")]

mod answers;
mod capabilities;
mod convert;
mod diagnostics;
mod documents;
mod file_access;
mod file_names;
mod limits;
mod programs;
mod server;

pub mod framing;

pub use file_access::{FileAccess, FolderEntry};
pub use server::{LanguageServer, ServerExit, internal_error};
