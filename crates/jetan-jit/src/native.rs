//! The back end for the host's own processor: Cranelift makes functions of regions.

mod cache;
mod translate;

pub(crate) use cache::CodeCache;
