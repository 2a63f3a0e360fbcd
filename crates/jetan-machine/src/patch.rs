//! Self-modifying code: what a store into text does to the instruction there.

use jetan_isa::{AddressRegion, MemoryUse, Op, OperandSlot};

use crate::behaviour::Behaviour;
use crate::code::{CodeWord, DecodedInstruction};
use crate::interp::memory::address;
use crate::machine::Machine;

/// A store into text that is about to happen.
pub(crate) struct TextPatch {
    address: u32,
    /// The word that MARS makes the instruction.
    value: u32,
    /// The word after it, if the store is of eight bytes.
    next: Option<u32>,
}

/// Whether an instruction is going to store into text.
pub(crate) fn store_to_text(machine: &Machine, op: DecodedInstruction) -> Option<TextPatch> {
    let (value, next) = stored(machine, op)?;
    let address = address(&machine.registers, op);
    let is_text = machine.memory.region_of(address) == Some(AddressRegion::Text);
    is_text.then_some(TextPatch { address, value, next })
}

/// The value an instruction is going to store, and that of the next word, if it is a store.
pub(crate) fn stored(machine: &Machine, op: DecodedInstruction) -> Option<(u32, Option<u32>)> {
    let MemoryUse::Store(bytes) = op.op.roles().memory else { return None };
    if matches!(op.op.spec().fields[0].kind, OperandSlot::FReg) {
        return Some((machine.fpu.raw(op.a), (bytes == 8).then(|| machine.fpu.raw(op.a.next()))));
    }
    let value = machine.registers[op.a];
    let value = match bytes {
        // At an aligned address it stores the highest byte and no other.
        1 if op.op == Op::Swl => value >> 24,
        1 => value & 0xff,
        2 => value & 0xffff,
        _ => value,
    };
    Some((value, None))
}

/// Makes the change to the bytes of text a change of the instruction.
pub(crate) fn apply(machine: &mut Machine, patch: &TextPatch) {
    // MARS: whatever its width, a store replaces the instruction of the word it falls into.
    let aligned = patch.address & !3;
    replace(machine, aligned, patch.value);
    let after = aligned.wrapping_add(4);
    if let Some(next) = patch.next
        && machine.memory.region_of(after) == Some(AddressRegion::Text)
    {
        replace(machine, after, next);
    }
}

/// Makes what was stored in a word of text the instruction there.
pub(crate) fn replace(machine: &mut Machine, address: u32, value: u32) {
    if machine.behaviour.whole_word_patches {
        // MARS: whatever its width, the value becomes the whole instruction. The page has just
        // been written, so there is room for it.
        let _ = machine.memory.poke(address, &value.to_le_bytes());
    }
    let word = machine.memory.peek_word(address);
    machine.set_word(address, made(word, machine.behaviour));
}

/// The instruction of a word that the running program has put there.
///
/// MARS: loads and stores made at run time take their offset without sign.
pub(crate) fn made(word: u32, behaviour: Behaviour) -> CodeWord {
    match CodeWord::of_word(word) {
        CodeWord::Instruction(instruction)
            if behaviour.whole_word_patches && has_unsigned_offset(instruction.op) =>
        {
            CodeWord::Instruction(DecodedInstruction {
                imm: instruction.imm & 0xffff,
                ..instruction
            })
        }
        other => other,
    }
}

fn has_unsigned_offset(op: Op) -> bool {
    matches!(
        op,
        Op::Lw
            | Op::Ll
            | Op::Lwl
            | Op::Lwr
            | Op::Sw
            | Op::Sc
            | Op::Swl
            | Op::Swr
            | Op::Lwc1
            | Op::Ldc1
            | Op::Swc1
            | Op::Sdc1
    )
}
