//! Where the engine is known to differ from the description.
//!
//! Each is a failing case of its own in `exceptions.rs`, `memory.rs` or `testdata/run`, listed as
//! known there; here the reference gives way, so that everything else can be compared. Once the
//! engine is mended, the constant and its uses go.

/// What users want is that all interrupt bits of Cause and BD are rewritten (S34, S41).
pub(crate) const CAUSE_BITS_STAY: bool = true;
/// Executing a word that is no instruction is not told to observers.
pub(crate) const UNDEFINED_UNOBSERVED: bool = true;
/// An error without a code in a delay slot never reaches its handler (S41).
pub(crate) const CODELESS_SLOT_ERRORS_LOST: bool = true;
/// Code executed from data has signed offsets in MARS's behaviour too (S16).
pub(crate) const SIGNED_OFFSETS_IN_DATA: bool = true;
/// Of compact segments only data and devices have their last word (S37).
pub(crate) const SEGMENTS_CUT: bool = true;
/// `swl` into text makes an instruction of the lowest byte instead of the one it stores (S16).
pub(crate) const SWL_PATCHES_LOW_BYTE: bool = true;
/// A store into text makes the offset of the assembled instruction behind it unsigned (S16).
pub(crate) const PATCH_REACHES_NEXT: bool = true;
/// `lwr` from 0x80000000 up ignores the bytes that Java's shifts bring round (S15).
pub(crate) const LWR_IGNORES_WRAPPED_BYTES: bool = true;
/// `sdc1` into text makes only one new instruction if there was none at its second word (S16).
pub(crate) const SDC1_PATCHES_ONE_WORD: bool = true;
