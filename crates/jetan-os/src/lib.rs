//! Everything that differs from system to system: the terminal, signals, input that can be waited
//! for, files.
//!
//! The front ends share this crate because a process has one terminal: whoever ends or suspends
//! it must be able to put back what another part changed. Everything that calls the system stands
//! in the pair `sys/unix.rs` and `sys/windows.rs`, which have the same functions; confinement,
//! which only Linux has, in a pair of its own.

pub mod ability;
pub mod browser;
pub mod confine;
pub mod file;
pub mod input;
pub mod jail;
pub mod signals;
pub mod terminal;

#[cfg_attr(unix, path = "sys/unix.rs")]
#[cfg_attr(windows, path = "sys/windows.rs")]
mod sys;
