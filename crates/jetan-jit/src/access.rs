//! Loads and stores as both back ends see them: their widths, and which lie close together.

use jetan_isa::{MemoryUse, Op};
use jetan_machine::code::DecodedInstruction;

use crate::context;
use crate::flow;
use crate::slots::{GuestSlot, SlotEffect};

/// The size of a load or store, and its extension to a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum AccessWidth {
    Byte,
    ByteUnsigned,
    Half,
    HalfUnsigned,
    Word,
}

impl AccessWidth {
    pub(crate) const ALL: [AccessWidth; 5] = [
        AccessWidth::Byte,
        AccessWidth::ByteUnsigned,
        AccessWidth::Half,
        AccessWidth::HalfUnsigned,
        AccessWidth::Word,
    ];

    pub(crate) fn bytes(self) -> u32 {
        match self {
            AccessWidth::Byte | AccessWidth::ByteUnsigned => 1,
            AccessWidth::Half | AccessWidth::HalfUnsigned => 2,
            AccessWidth::Word => 4,
        }
    }
}

/// A load or store of a general register.
pub(crate) fn plain_access(op: Op) -> Option<(i32, AccessWidth)> {
    Some(match op {
        Op::Lw => (context::READ, AccessWidth::Word),
        Op::Lb => (context::READ, AccessWidth::Byte),
        Op::Lbu => (context::READ, AccessWidth::ByteUnsigned),
        Op::Lh => (context::READ, AccessWidth::Half),
        Op::Lhu => (context::READ, AccessWidth::HalfUnsigned),
        Op::Sw => (context::WRITE, AccessWidth::Word),
        Op::Sh => (context::WRITE, AccessWidth::Half),
        Op::Sb => (context::WRITE, AccessWidth::Byte),
        _ => return None,
    })
}

// A window that crosses the end of a page is of no use, and one of half a page does so half of the
// time.
/// The largest window, in bytes.
pub(crate) const WINDOW_BYTES_MAX: i32 = 2048;

// The bound also keeps sums of offsets and sizes far from overflow.
/// Beyond what an instruction's word can say; only a wide one has more.
const OFFSET_BYTES_MAX: i32 = 1 << 16;

/// The offsets and sizes of accesses by the same register as the first instruction, from it on.
pub(crate) fn accesses(
    instructions: &[DecodedInstruction],
    first: DecodedInstruction,
    table: i32,
) -> Vec<(i32, i32)> {
    let mut accesses = Vec::new();
    if !(-OFFSET_BYTES_MAX..OFFSET_BYTES_MAX).contains(&first.imm) {
        return accesses;
    }
    for &d in instructions {
        let bytes = match d.op.spec().roles.memory {
            MemoryUse::Load(bytes) if table == context::READ => Some(bytes),
            MemoryUse::Store(bytes) if table == context::WRITE => Some(bytes),
            _ => None,
        };
        if let Some(bytes) = bytes
            && d.c == first.c
            && (-OFFSET_BYTES_MAX..OFFSET_BYTES_MAX).contains(&d.imm)
            && (d.imm - first.imm).abs() < WINDOW_BYTES_MAX
        {
            accesses.push((d.imm, i32::from(bytes)));
        }
        // A service may change the table.
        let is_moved =
            GuestSlot::cpu(first.c).is_some_and(|base| SlotEffect::of(d).writes.contains(base));
        if is_moved || flow::is_opaque(d.op) {
            break;
        }
    }
    accesses
}
