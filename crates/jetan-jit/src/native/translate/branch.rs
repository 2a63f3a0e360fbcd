//! Branches: the twins of the machine's `interp/branch.rs`.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, Value};
use jetan_isa::Op;
use jetan_machine::code::DecodedInstruction;

use super::RegionTranslator;
use crate::region::EdgeTarget;
use crate::slots::GuestSlot;
use crate::status::ExitReason;

impl RegionTranslator<'_, '_> {
    /// Ends the block: what nobody uses is written back, and its instructions are counted.
    fn close(&mut self) {
        let retired = std::mem::take(&mut self.retired) & self.dirty;
        self.write_back(retired);
        self.dirty = self.dirty & !retired;
        let left = self.left_now();
        self.b.def_var(self.left, left);
        self.done = 0;
    }

    /// Goes on at a place.
    pub(super) fn go(&mut self, place: EdgeTarget) {
        self.close();
        match place {
            EdgeTarget::Block(idx) => {
                let block = self.blocks[idx];
                self.b.ins().jump(block, &[]);
            }
            EdgeTarget::Outside(address) => {
                self.pc = address;
                self.leave(ExitReason::Goto);
            }
        }
    }

    /// The block of a place; if it is beyond the region, one that leaves.
    fn block_of(&mut self, place: EdgeTarget, outside: &mut Vec<(ir::Block, u32)>) -> ir::Block {
        match place {
            EdgeTarget::Block(idx) => self.blocks[idx],
            EdgeTarget::Outside(address) => {
                let block = self.cold_block();
                outside.push((block, address));
                block
            }
        }
    }

    pub(super) fn branch(&mut self, d: DecodedInstruction, taken: EdgeTarget, next: EdgeTarget) {
        let (condition, is_inverted) = self.condition(d);
        self.done += 1;
        self.close();
        let mut outside = Vec::new();
        let taken = self.block_of(taken, &mut outside);
        let next = self.block_of(next, &mut outside);
        let (then, otherwise) = if is_inverted { (next, taken) } else { (taken, next) };
        self.b.ins().brif(condition, then, &[], otherwise, &[]);
        for (block, address) in outside {
            self.pc = address;
            self.fill(block, |t| t.leave(ExitReason::Goto));
        }
    }

    /// When a branch is taken, and whether it is when the condition does not hold.
    fn condition(&mut self, d: DecodedInstruction) -> (Value, bool) {
        match d.op {
            Op::Beq => self.equality(d, IntCC::Equal),
            Op::Bne => self.equality(d, IntCC::NotEqual),
            Op::Bgez => (self.is_zero(d.a, IntCC::SignedGreaterThanOrEqual), false),
            Op::Bgtz => (self.is_zero(d.a, IntCC::SignedGreaterThan), false),
            Op::Blez => (self.is_zero(d.a, IntCC::SignedLessThanOrEqual), false),
            Op::Bc1t => (self.value(GuestSlot::flag(0)), false),
            Op::Bc1f => (self.value(GuestSlot::flag(0)), true),
            Op::Bc1tFlag => (self.value(GuestSlot::flag(d.a as u8)), false),
            Op::Bc1fFlag => (self.value(GuestSlot::flag(d.a as u8)), true),
            // The last of the branches, `bltz`.
            _ => (self.is_zero(d.a, IntCC::SignedLessThan), false),
        }
    }

    /// A comparison with the result of a comparison is that comparison.
    fn equality(&mut self, d: DecodedInstruction, condition: IntCC) -> (Value, bool) {
        let (left, right) = (self.cpu(d.a), self.cpu(d.b));
        // `slt` and a branch on its result is how every comparison of two registers is written.
        if self.known(right) == Some(0)
            && let Some(&holds) = self.tests.get(&left)
        {
            return (holds, condition == IntCC::Equal);
        }
        (self.b.ins().icmp(condition, left, right), false)
    }
}
