//! `main` may return: which `jr $ra` to address 0 ends a program, and which went astray.
//!
//! A program starts with 0 in `$ra`, as it does in MARS, so that a return from where it began leads
//! to address 0, where no code is. The same address is reached by a procedure that has lost its
//! `$ra`, and that is a mistake to be reported. Counting calls would tell them apart at a price
//! that every call pays, and `$sp` does not tell them apart at all: a `main` without a frame has
//! the same `$sp` before a call and after it. So it is decided once, when the jump has happened, by
//! the place of the `jr`: it must belong to the code that the program began with, and not to a
//! procedure that something calls.

use jetan_isa::{AddressRegion, Op};

use crate::code::{CodeWord, DecodedInstruction, TextSegment};
use crate::interp::branch;
use crate::machine::Machine;
use crate::registers::R;
use crate::warning::WarningKind;

/// The value of `$ra` in which every program starts.
const FIRST_RETURN_ADDRESS: u32 = 0;

/// Whether the program has returned from where it began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum MainReturn {
    /// Nothing of that kind has happened.
    #[default]
    Open,
    /// The `jr $ra` at this address was the return.
    From(u32),
    /// Something else has led to address 0, or somebody has moved the program counter. It is not
    /// asked again: looking at all code costs more than one instruction.
    Refused,
}

impl Machine {
    /// Goes on at an address that somebody has chosen: no return ends the program from then on.
    pub fn move_pc(&mut self, pc: u32) {
        self.pc = pc;
        self.main_return = MainReturn::Refused;
    }

    /// Notes that a `jr` leads to an address without translated code.
    #[cold]
    #[inline(never)]
    pub(crate) fn note_jump(&mut self, pc: u32, through: R, to: u32) {
        let is_over = self.behaviour.main_cannot_return || self.main_return == MainReturn::Refused;
        // In a memory map with code at address 0 a return from `main` begins the program again.
        let is_text = self.memory.region_of(to) == Some(AddressRegion::Text);
        // Translated code tells only of `jr $ra`; both engines must leave the same machine.
        if through != R::R31 || to != FIRST_RETURN_ADDRESS || is_over || is_text {
            return;
        }
        let is_return = StartingCode { text: &self.text, entry: self.entry }.has(pc);
        self.main_return = if is_return { MainReturn::From(pc) } else { MainReturn::Refused };
        if is_return {
            self.remarks.note(pc, WarningKind::ReturnedFromStart);
        }
    }

    /// The instruction that has returned from where the program began, if that was the last jump.
    pub(crate) fn returned_from(&self) -> Option<u32> {
        match self.main_return {
            MainReturn::From(pc) if self.pc == FIRST_RETURN_ADDRESS => Some(pc),
            _ => None,
        }
    }
}

/// The code that a program begins with, as far as no call leads there.
struct StartingCode<'t> {
    text: &'t TextSegment,
    entry: u32,
}

impl StartingCode<'_> {
    /// Whether an instruction belongs to it: it is reached from the entry without passing the
    /// first instruction of a procedure, or no procedure begins between the entry and it. The
    /// second finds what only a table of addresses leads to.
    fn has(&self, pc: u32) -> bool {
        let procedures = self.procedures();
        let Some(entry) = self.index(self.entry) else { return false };
        // A program that begins in a procedure which it calls itself has missed its `main`.
        let Some(wanted) = self.index(pc).filter(|_| !procedures[entry]) else { return false };
        let is_between = |from: usize| !procedures[from..=wanted].contains(&true);
        entry <= wanted && is_between(entry) || self.reaches(entry, wanted, &procedures)
    }

    fn index(&self, address: u32) -> Option<usize> {
        let idx = (address.wrapping_sub(self.text.base()) / 4) as usize;
        (idx < self.text.len()).then_some(idx)
    }

    fn at(&self, idx: usize) -> (u32, Option<DecodedInstruction>) {
        let pc = self.text.base().wrapping_add(4 * idx as u32);
        match self.text.get(pc) {
            CodeWord::Instruction(one) => (pc, Some(one)),
            CodeWord::Absent | CodeWord::Undefined(_) => (pc, None),
        }
    }

    /// Marks the instructions that a call names as its target.
    fn procedures(&self) -> Vec<bool> {
        let mut procedures = vec![false; self.text.len()];
        for idx in 0..procedures.len() {
            let (pc, Some(one)) = self.at(idx) else { continue };
            let target = match one.op {
                Op::Jal => branch::jump_target(pc, one),
                Op::Bgezal | Op::Bltzal => branch::target(pc, one),
                _ => continue,
            };
            if let Some(target) = self.index(target) {
                procedures[target] = true;
            }
        }
        procedures
    }

    fn reaches(&self, entry: usize, wanted: usize, procedures: &[bool]) -> bool {
        let mut seen = vec![false; procedures.len()];
        let mut open = vec![entry];
        while let Some(idx) = open.pop() {
            if idx >= seen.len() || seen[idx] || procedures[idx] {
                continue;
            }
            if idx == wanted {
                return true;
            }
            seen[idx] = true;
            let (pc, Some(one)) = self.at(idx) else { continue };
            match one.op {
                Op::J => open.extend(self.index(branch::jump_target(pc, one))),
                Op::Jr | Op::Eret => {}
                Op::Beq
                | Op::Bne
                | Op::Bgez
                | Op::Bgtz
                | Op::Blez
                | Op::Bltz
                | Op::Bc1t
                | Op::Bc1tFlag
                | Op::Bc1f
                | Op::Bc1fFlag => {
                    open.extend(self.index(branch::target(pc, one)));
                    open.push(idx + 1);
                }
                // Calls are passed over, because they come back.
                _ => open.push(idx + 1),
            }
        }
        false
    }
}
