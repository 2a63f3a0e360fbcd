//! Every bound the assembler puts on its input, so that no source can exhaust time or memory.

/// The largest source file, in bytes.
pub const FILE_BYTES_MAX: usize = 16 << 20;
/// The most files of one assembly: names are not normalised, so that a file which includes itself
/// in other words would be read without end.
pub const FILES_MAX: usize = 1_000;
/// The most bytes of all files of one assembly, beyond which no further ones are read.
pub const FILES_BYTES_MAX: usize = 256 << 20;
/// The deepest nesting of `.include`.
pub const INCLUDE_DEPTH_MAX: usize = 64;
/// The deepest nesting of macro calls.
pub const MACRO_DEPTH_MAX: usize = 1_000;
/// The budget for every byte of the sources, in bytes of memory: enough for whatever a source says
/// without macros, includes and repetitions.
pub const WORK_PER_BYTE: usize = 384;
/// The additional budget of macros, includes and repetitions for every byte of the sources.
pub const EXPANSION_PER_BYTE: usize = 1280;
/// The least additional budget, for small sources. Lists that grow may hold twice as much for a
/// while.
pub const EXPANSION_MIN: usize = 128 << 20;
/// The largest additional budget, for large sources.
pub const EXPANSION_MAX: usize = 240 << 20;
/// The most rounds of replacing names in one line before `.eqv` names are taken to be circular.
pub const EQV_ROUNDS_MAX: usize = 1_000;
/// The most bytes of a line after `.eqv` replacements and macro arguments.
pub const LINE_BYTES_MAX: usize = 1 << 20;
/// The largest boundary that data can be aligned to, in bytes: a larger one would only push it out
/// of its segment of 4 MiB.
pub const BOUNDARY_MAX: u32 = 1 << 20;
/// The deepest nesting of parentheses and signs in an expression.
pub const EXPRESSION_DEPTH_MAX: usize = 64;
/// The most bytes of initialised data in a program.
pub const DATA_BYTES_MAX: usize = 256 << 20;
/// MARS stops after this many errors.
pub const MARS_ERRORS_MAX: usize = 200;
/// The most warnings that are kept in MARS's dialect, which has no limit for them.
pub const MARS_WARNINGS_MAX: usize = 100_000;
/// The most bytes of a line with an error that MARS's dialect quotes.
pub const QUOTED_BYTES_MAX: usize = 64 << 10;
/// The most diagnostics that are kept; the rest is only counted.
pub const DIAGNOSTICS_MAX: usize = 1_000;
/// The most diagnostics that come with names that are looked up among all labels.
pub const ADVICE_MAX: usize = 64;
/// The most labels that are looked at for such names in all.
pub const ADVICE_NAMES_MAX: usize = 100_000;
/// The most further uses of an undefined label that are shown with the first.
pub const FURTHER_USES_MAX: usize = 4;
/// The most characters of a changed line that a diagnostic keeps.
pub const ASSEMBLED_CHARS_MAX: usize = 1_000;
