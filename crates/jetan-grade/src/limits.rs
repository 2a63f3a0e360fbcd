//! What a program under test may use.

/// The bounds of one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Instructions.
    pub instructions: u64,
    /// Bytes of output.
    pub output_bytes: usize,
    /// Bytes of memory it may write.
    pub memory_bytes: u64,
    /// Bytes in all its files together.
    pub file_bytes: usize,
    /// Bytes kept of what it shows on displays.
    pub picture_bytes: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            instructions: 1_000_000_000,
            output_bytes: 1 << 20,
            memory_bytes: 64 << 20,
            file_bytes: 16 << 20,
            picture_bytes: 64 << 20,
        }
    }
}

/// A bound that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Too many instructions: it hangs, or is far too slow.
    Instructions,
    /// Too much output.
    Output,
    /// Too much memory.
    Memory,
    /// Too many bytes in files.
    Files,
    /// Too many or too large pictures.
    Pictures,
    /// Whoever runs it has no more time.
    Time,
}
