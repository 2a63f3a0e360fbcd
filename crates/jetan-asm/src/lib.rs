#![doc = include_str!("../README.md")]

pub mod codes;
pub mod diagnostic;
pub mod dialect;
pub mod disassembled;
pub mod lexer;
pub mod limits;
pub mod literal;
pub mod operand;
pub mod options;
pub mod outline;
pub mod problem;
pub mod program;
pub mod source;
pub mod token;

mod advice;
mod budget;
mod data;
mod emit;
mod layout;
mod malformed;
mod reading;
mod repair;
mod report;
mod statement;
mod store;
mod symbols;

mod assembly;

pub use assembly::{Assembly, assemble, assemble_all};
pub use diagnostic::Diagnostic;
pub use dialect::Dialect;
pub use options::AssemblyOptions;
pub use outline::SourceOutline;
pub use program::Program;
pub use source::{FileId, SourceSet, Span};
