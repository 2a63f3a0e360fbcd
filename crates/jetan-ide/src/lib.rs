#![doc = include_str!("../README.md")]

mod analysis;
mod line;
mod names;

pub mod belonging;
pub mod calls;
pub mod classes;
pub mod complete;
pub mod fix;
pub mod fold;
pub mod format;
pub mod hint;
pub mod hover;
pub mod navigate;
pub mod page;
pub mod position;
pub mod rename;
pub mod signature;
pub mod symbols;

mod service;

pub use analysis::Analysis;
pub use jetan_asm::diagnostic::SourceEdit;
pub use position::apply;
