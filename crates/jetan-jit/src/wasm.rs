//! The back end for browsers and Node: modules of WebAssembly that share the memory and the table
//! of functions of the module that this code is part of.

mod cache;
mod call;
mod control;
mod float;
mod function;
mod host;
mod instruction;
mod integer;
mod memory;
mod registers;
mod shape;

pub(crate) use cache::CodeCache;
