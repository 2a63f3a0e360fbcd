//! An assembled program as a machine loads it: bytes by segment, operands that do not fit their
//! words, and the entry point.

use crate::memory_map::MemoryMap;
use crate::op::Instruction;

/// An assembled program without symbols or source lines: everything a machine needs to run it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Image {
    /// The memory configuration it was assembled for.
    pub map: MemoryMap,
    /// The pieces of memory it fills, in the order in which they are to be stored.
    pub segments: Vec<Segment>,
    /// The instructions that are more than their words say.
    pub wide: Vec<WideInstruction>,
    /// The address of the first instruction to execute.
    pub entry: u32,
}

/// An instruction in a text segment whose operands do not fit its word. MARS executes what it
/// assembled, so a machine has to know it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WideInstruction {
    /// The address of its word.
    pub address: u32,
    /// The instruction, with the operands as they were written.
    pub instruction: Instruction,
}

/// A run of consecutive bytes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Segment {
    /// Whether it is code or data.
    pub kind: SegmentKind,
    /// The address of the first byte.
    pub address: u32,
    /// The bytes, lowest address first.
    pub bytes: Vec<u8>,
}

/// The use of the bytes of a segment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SegmentKind {
    /// User instructions.
    Text,
    /// Kernel instructions.
    KernelText,
    /// Anything the source stored: user and kernel data, stack, device registers.
    Data,
}
