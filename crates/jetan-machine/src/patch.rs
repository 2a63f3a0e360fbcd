//! Self-modifying code: what a store into text does to the instruction there.

use jetan_isa::{Op, Region};

use crate::code::{Cell, Micro};
use crate::interp::memory::address;
use crate::machine::Machine;

/// A store into text that is about to happen.
pub(crate) struct Patch {
    address: u32,
    value: u32,
}

/// Whether an instruction is going to store into text.
pub(crate) fn store_to_text(machine: &Machine, op: Micro) -> Option<Patch> {
    let registers = &machine.registers;
    let value = match op.op {
        Op::Sw | Op::Sc => registers[op.a],
        Op::Sh => registers[op.a] & 0xffff,
        Op::Sb | Op::Swl | Op::Swr => registers[op.a] & 0xff,
        Op::Swc1 | Op::Sdc1 => machine.fpu.raw(op.a),
        _ => return None,
    };
    let address = address(registers, op);
    let is_text = machine.map().region_of(address) == Some(Region::Text);
    is_text.then_some(Patch { address, value })
}

/// Makes the change to the bytes of text a change of the instruction.
pub(crate) fn apply(machine: &mut Machine, patch: &Patch) {
    let aligned = patch.address & !3;
    if machine.behaviour.whole_word_patches {
        // MARS: whatever its width, the value becomes the whole instruction.
        let _ = machine.memory.poke(aligned, &patch.value.to_le_bytes());
    }
    // An unaligned or double store may reach into the next word.
    for at in [aligned, aligned.wrapping_add(4)] {
        if machine.map().region_of(at) == Some(Region::Text) && machine.cell(at) != Cell::Absent
            || at == aligned
        {
            let word = machine.memory.peek_word(at);
            let cell = widened(Cell::of_word(word), machine.behaviour.whole_word_patches);
            machine.set_cell(at, cell);
        }
    }
}

/// MARS: loads and stores made at run time take their offset without sign.
fn widened(cell: Cell, unsigned_offsets: bool) -> Cell {
    match cell {
        Cell::Ready(micro) if unsigned_offsets && has_unsigned_offset(micro.op) => {
            Cell::Ready(Micro { imm: micro.imm & 0xffff, ..micro })
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
