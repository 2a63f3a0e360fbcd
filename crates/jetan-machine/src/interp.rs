//! The interpreter.
//!
//! [`step`] does one instruction and knows them all; [`fast`] runs straight through predecoded
//! code and leaves what is rare to `step`. What an instruction does is written once, in the file
//! of its family, and used by both.

pub(crate) mod branch;
pub(crate) mod fast;
pub(crate) mod float;
pub(crate) mod integer;
pub(crate) mod memory;
pub(crate) mod step;
pub(crate) mod trap;
