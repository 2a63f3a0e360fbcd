//! The bounds of a session.

/// Bytes of a document.
pub const DOCUMENT_BYTES_MAX: usize = jetan_asm::limits::FILE_BYTES_MAX;
/// Documents that are open at a time.
pub const DOCUMENTS_MAX: usize = 200;
/// Bytes of all open documents.
pub const TEXT_BYTES_MAX: usize = 64 << 20;
/// Characters of a path.
pub const PATH_CHARS_MAX: usize = 1024;
/// Files that a listing names.
pub const LISTED_MAX: usize = 10_000;
/// Most names that cannot be used and are reported nevertheless.
pub const UNUSABLE_MAX: usize = 20;
/// Diagnostics of a file that are sent; nobody reads more.
pub const DIAGNOSTICS_MAX: usize = 1000;

/// Bytes of input that wait for the program.
pub const INPUT_BYTES_MAX: usize = 4 << 20;
/// Bytes of the files that a program reads and writes, names included.
pub const FILE_BYTES_MAX: usize = 16 << 20;

/// Breakpoints, and likewise watches.
pub const POINTS_MAX: usize = 1000;
/// Bytes of output in one event.
pub const OUTPUT_BYTES_MAX: usize = 64 << 10;
/// Bytes of memory in one answer.
pub const MEMORY_ANSWER_MAX: u32 = 64 << 10;
/// Sounds that are sent at once; of more the first are.
pub const SOUNDS_MAX: usize = 256;
/// Lines that log points say at once; of more the first are.
pub const LOGS_MAX: usize = 1000;
/// Steps that one request takes.
pub const STEPS_MAX: u64 = 1_000_000_000;
/// Marks of a timeline that are sent.
pub const MARKS_MAX: usize = 2000;
