#![doc = include_str!("../README.md")]

pub mod codes;
pub mod error;
pub mod reference;

mod effect;
mod fields;
mod read;
mod service;
mod settings;

pub use error::PackError;
pub use read::{Lookup, parse, parse_with};

/// The packs that come with Jetan: name and text of each.
pub fn shipped() -> &'static [(&'static str, &'static str)] {
    SHIPPED
}

const SHIPPED: &[(&str, &str)] = &[
    ("comp2611-2048", include_str!("../../../packs/comp2611-2048/pack.toml")),
    ("maze", include_str!("../../../packs/maze/pack.toml")),
];
