//! Instructions ready to be executed: operands taken out of their words once, not every time.

use jetan_isa::{Instruction, Op, Slot, decode};

use crate::registers::R;

/// An instruction as the interpreter wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Micro {
    pub(crate) op: Op,
    /// Register operands by their place in the source; a condition flag counts as one.
    pub(crate) a: R,
    pub(crate) b: R,
    pub(crate) c: R,
    /// The operand that is a number: immediate, offset in bytes or words, code, jump field.
    pub(crate) imm: i32,
}

impl Micro {
    pub(crate) fn new(instruction: &Instruction) -> Micro {
        let spec = instruction.op.spec();
        let mut regs = [R::R0; 3];
        let mut imm = 0;
        let operands = spec.fields.iter().zip(instruction.operands);
        for (idx, (field, value)) in operands.enumerate().take(spec.operand_count as usize) {
            match field.kind {
                Slot::Reg if idx == 0 && writes_first(instruction.op) => {
                    regs[idx] = R::destination(value);
                }
                Slot::Reg | Slot::FReg | Slot::Cp0 => regs[idx] = R::source(value),
                Slot::U5 if field.width == 3 => regs[idx] = R::source(value),
                _ => imm = value,
            }
        }
        let [a, b, c] = regs;
        Micro { op: instruction.op, a, b, c, imm }
    }
}

/// Whether the first operand is a CPU register that the instruction only writes.
fn writes_first(op: Op) -> bool {
    matches!(
        op,
        Op::Add
            | Op::Sub
            | Op::Addi
            | Op::Addu
            | Op::Subu
            | Op::Addiu
            | Op::Mul
            | Op::Mfhi
            | Op::Mflo
            | Op::And
            | Op::Or
            | Op::Andi
            | Op::Ori
            | Op::Nor
            | Op::Xor
            | Op::Xori
            | Op::Sll
            | Op::Sllv
            | Op::Srl
            | Op::Sra
            | Op::Srav
            | Op::Srlv
            | Op::Lw
            | Op::Ll
            | Op::Lwl
            | Op::Lwr
            | Op::Lui
            | Op::Slt
            | Op::Sltu
            | Op::Slti
            | Op::Sltiu
            | Op::Movn
            | Op::Movz
            | Op::Movf
            | Op::MovfFlag
            | Op::Movt
            | Op::MovtFlag
            | Op::Jalr
            | Op::Lb
            | Op::Lh
            | Op::Lhu
            | Op::Lbu
            | Op::Clo
            | Op::Clz
            | Op::Mfc0
            | Op::Mfc1
    )
}

/// What stands at an address of a text segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    /// Nothing was ever put there.
    Absent,
    /// A word that is no instruction.
    Undefined(u32),
    /// An instruction.
    Ready(Micro),
}

impl Cell {
    pub(crate) fn of_word(word: u32) -> Cell {
        match decode(word) {
            Some(instruction) => Cell::Ready(Micro::new(&instruction)),
            None => Cell::Undefined(word),
        }
    }
}

/// One text segment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Text {
    base: u32,
    cells: Vec<Cell>,
}

impl Text {
    pub(crate) fn new(base: u32) -> Text {
        Text { base, cells: Vec::new() }
    }

    pub(crate) fn base(&self) -> u32 {
        self.base
    }

    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    pub(crate) fn get(&self, address: u32) -> Cell {
        let idx = address.wrapping_sub(self.base) / 4;
        self.cells.get(idx as usize).copied().unwrap_or(Cell::Absent)
    }

    /// Puts something at an aligned address, which must lie in the segment.
    pub(crate) fn set(&mut self, address: u32, cell: Cell) {
        let idx = (address.wrapping_sub(self.base) / 4) as usize;
        if self.cells.len() <= idx {
            self.cells.resize(idx + 1, Cell::Absent);
        }
        self.cells[idx] = cell;
    }
}
