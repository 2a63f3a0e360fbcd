//! Every bound the assembler puts on its input, so that no source can exhaust time or memory.

/// The largest source file, in bytes.
pub const FILE_BYTES_MAX: usize = 16 << 20;
/// How deep `.include` may nest.
pub const INCLUDE_DEPTH_MAX: usize = 64;
/// How many times files may be included in all.
pub const INCLUDES_MAX: usize = 1 << 20;
/// How many lines all files together may have once includes are in place.
pub const LINES_MAX: usize = 16 << 20;
/// How deep macro calls may nest.
pub const MACRO_DEPTH_MAX: usize = 1_000;
/// How many lines macro calls may produce in all.
pub const EXPANDED_LINES_MAX: usize = 16 << 20;
/// How many bytes of text macro calls and `.eqv` replacements may produce in all.
pub const EXPANDED_BYTES_MAX: usize = 256 << 20;
/// How often the names in one line are replaced before `.eqv` names are taken to be circular.
pub const EQV_ROUNDS_MAX: usize = 1_000;
/// How long a line may grow through `.eqv` replacements and macro arguments, in bytes.
pub const LINE_BYTES_MAX: usize = 4 << 20;
/// How many bytes of initialised data a program may have.
pub const DATA_BYTES_MAX: usize = 256 << 20;
/// MARS stops after this many errors.
pub const MARS_ERRORS_MAX: usize = 200;
/// How many diagnostics are kept; the rest is only counted.
pub const DIAGNOSTICS_MAX: usize = 1_000;
/// How many diagnostics come with names that are looked up among all labels.
pub const ADVICE_MAX: usize = 64;
/// How much of a changed line a diagnostic keeps, in characters.
pub const ASSEMBLED_CHARS_MAX: usize = 1_000;
