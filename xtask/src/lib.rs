//! The workspace's chores, as `cargo xtask COMMAND`.
//!
//! [`tidy`] holds the tree's rules as functions over text; everything else runs cargo.
//! The rules also run as tests of this crate, so a plain `cargo test` enforces them.

pub mod apt;
pub mod bench;
pub mod book;
pub mod ci;
pub mod cross;
pub mod dist;
pub mod editors;
pub mod fuzz;
pub mod neovim;
pub mod published;
pub mod setup;
pub mod site;
pub mod step;
pub mod studio;
pub mod test;
pub mod tidy;
pub mod train;
pub mod words;

use std::path::Path;

/// The workspace's root folder, known when this crate is compiled.
///
/// # Panics
///
/// Never: the folder of this crate has a parent.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies inside the workspace")
}
