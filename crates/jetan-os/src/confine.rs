//! Giving up what a process does not need, so that a defect of ours is not a hole.
//!
//! Rights that were given up never come back, not even for programs that the process starts. Only
//! the calling thread and those it makes afterwards are confined, so call this before there are
//! others.

use std::path::Path;

#[cfg_attr(target_os = "linux", path = "sys/landlock.rs")]
#[cfg_attr(not(target_os = "linux"), path = "sys/unconfined.rs")]
mod sys;

/// The extent to which the system could confine the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confinement {
    /// Files, network and other processes are out of reach but for what was named.
    Whole,
    /// An older kernel knows only some of that.
    Part,
    /// The system has nothing of the kind, or does not let us use it.
    None,
}

/// The rights that a confined process keeps.
#[derive(Clone, Copy, Debug)]
pub struct ConfinedRights<'p> {
    /// Files and folders that are read; those that are not there are left out.
    pub read: &'p [&'p Path],
    /// Folders whose names can be listed, which opening a single file from its folder takes.
    pub list: &'p [&'p Path],
    /// Folders in which files are made, read and replaced.
    pub write: &'p [&'p Path],
    /// Bytes of address space, everything included.
    pub memory_bytes: u64,
}

/// Confines this thread and those it will make. No network, no program started, no signal sent to
/// others, no core dump; of the file system only what is named.
pub fn confine(needs: ConfinedRights<'_>) -> Confinement {
    sys::confine(needs)
}

/// The confinement that [`confine`] would reach here; nothing is given up for the answer.
pub fn available() -> Confinement {
    sys::available()
}
