//! Every bound the assembler puts on its input, so that no source can exhaust time or memory.

/// The largest source file, in bytes.
pub const FILE_BYTES_MAX: usize = 16 << 20;
/// How deep `.include` may nest.
pub const INCLUDE_DEPTH_MAX: usize = 64;
/// How deep macro calls may nest.
pub const MACRO_DEPTH_MAX: usize = 1_000;
/// What an assembly may make of its sources, for every byte of them, in bytes of memory that making
/// it takes: enough for whatever a source says without macros, includes and repetitions.
pub const WORK_PER_BYTE: usize = 384;
/// What these may make in addition for every byte of the sources.
pub const EXPANSION_PER_BYTE: usize = 1280;
/// So much of that has every source, however small. Lists that grow may hold twice as much for a
/// while.
pub const EXPANSION_MIN: usize = 128 << 20;
/// And no source has more of it.
pub const EXPANSION_MAX: usize = 240 << 20;
/// How often the names in one line are replaced before `.eqv` names are taken to be circular.
pub const EQV_ROUNDS_MAX: usize = 1_000;
/// How long a line may grow through `.eqv` replacements and macro arguments, in bytes.
pub const LINE_BYTES_MAX: usize = 1 << 20;
/// How many bytes of initialised data a program may have.
pub const DATA_BYTES_MAX: usize = 256 << 20;
/// MARS stops after this many errors.
pub const MARS_ERRORS_MAX: usize = 200;
/// How many warnings are kept in MARS's dialect, which has no limit for them.
pub const MARS_WARNINGS_MAX: usize = 100_000;
/// How much of a line with an error MARS's dialect quotes, in bytes.
pub const QUOTED_BYTES_MAX: usize = 64 << 10;
/// How many diagnostics are kept; the rest is only counted.
pub const DIAGNOSTICS_MAX: usize = 1_000;
/// How many diagnostics come with names that are looked up among all labels.
pub const ADVICE_MAX: usize = 64;
/// How many labels are looked at for such names in all.
pub const ADVICE_NAMES_MAX: usize = 100_000;
/// How many further uses of an undefined label are shown with the first.
pub const PLACES_MAX: usize = 4;
/// How much of a changed line a diagnostic keeps, in characters.
pub const ASSEMBLED_CHARS_MAX: usize = 1_000;
