//! Blocks and the ways between them, nested as WebAssembly has it.

use jetan_isa::Op;
use jetan_machine::code::DecodedInstruction;
use wasm_encoder::BlockType;

use super::function::RegionWriter;
use crate::region::{BlockExit, EdgeTarget};
use crate::slots::GuestSlot;
use crate::status::ExitReason;

/// What is open around the code at hand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OpenLabel {
    /// A loop that begins with this block.
    Loop(usize),
    /// Something that this block comes after.
    Before(usize),
    /// Anything else.
    Other,
}

impl RegionWriter<'_> {
    /// Writes a block and everything that it dominates.
    pub(super) fn tree(&mut self, block: usize) {
        let shape = self.source.shape;
        if !shape.is_loop[block] {
            return self.within(block, &shape.joined[block]);
        }
        self.op().loop_(BlockType::Empty);
        self.open(OpenLabel::Loop(block));
        self.within(block, &shape.joined[block]);
        self.close_label();
    }

    /// Writes a block inside of what those blocks come after at which its ways meet again.
    fn within(&mut self, block: usize, joined: &[usize]) {
        let Some((&last, rest)) = joined.split_first() else {
            self.block(block);
            return self.end(block);
        };
        self.op().block(BlockType::Empty);
        self.open(OpenLabel::Before(last));
        self.within(block, rest);
        self.close_label();
        self.tree(last);
    }

    fn open(&mut self, label: OpenLabel) {
        self.labels.resize(self.depth as usize, OpenLabel::Other);
        self.labels.push(label);
        self.depth += 1;
    }

    fn close_label(&mut self) {
        self.end_block();
        self.labels.truncate(self.depth as usize);
    }

    /// The number of a branch that leads from a block to another, if there is one.
    fn branch_number(&self, from: usize, place: EdgeTarget) -> Option<u32> {
        let EdgeTarget::Block(to) = place else { return None };
        let shape = self.source.shape;
        let wanted = if shape.is_back(from, to) {
            OpenLabel::Loop(to)
        } else if shape.is_join[to] {
            OpenLabel::Before(to)
        } else {
            return None;
        };
        let at = self.labels.iter().rposition(|&label| label == wanted)?;
        Some(self.depth - at as u32 - 1)
    }

    /// Goes on at a place.
    fn go(&mut self, from: usize, place: EdgeTarget) {
        if let Some(number) = self.branch_number(from, place) {
            self.op().br(number);
            return;
        }
        match place {
            EdgeTarget::Block(to) => {
                let (dirty, pc) = (self.dirty, self.pc);
                self.tree(to);
                (self.dirty, self.pc) = (dirty, pc);
                self.done = 0;
            }
            EdgeTarget::Outside(address) => {
                self.pc = address;
                self.leave(ExitReason::Goto);
            }
        }
    }

    fn end(&mut self, block: usize) {
        match self.source.region.blocks[block].end {
            BlockExit::Fall(place) => {
                self.settle();
                self.go(block, place);
            }
            BlockExit::Jump(place) => {
                self.done += 1;
                self.settle();
                self.go(block, place);
            }
            BlockExit::Branch { instruction, taken, next } => {
                self.done += 1;
                self.settle();
                self.branch(block, instruction, [taken, next]);
            }
            BlockExit::Call { target, next } => {
                self.call(target);
                self.after_call(block, self.source.contracts.get(target), next);
            }
            BlockExit::CallComputed { instruction, next } => {
                if self.call_computed(instruction) {
                    self.after_call(block, &crate::contract::CallContract::UNKNOWN, next);
                }
            }
            BlockExit::Computed { instruction } => self.jump_computed(instruction),
            BlockExit::Rare => self.leave(ExitReason::Rare),
        }
    }

    /// Ends the block: what nobody uses is written back, and its instructions are counted.
    fn settle(&mut self) {
        let retired = std::mem::take(&mut self.retired) & self.dirty;
        self.write_back(retired);
        self.dirty = self.dirty & !retired;
        self.count();
        self.done = 0;
    }

    /// Goes on after a call that returned to the right address.
    pub(super) fn resume(&mut self, block: usize, next: EdgeTarget) {
        self.retired = crate::slots::SlotSet::NONE;
        self.go(block, next);
    }

    fn branch(&mut self, from: usize, d: DecodedInstruction, [taken, next]: [EdgeTarget; 2]) {
        self.condition(d);
        if let Some(number) = self.branch_number(from, taken) {
            self.op().br_if(number);
            return self.go(from, next);
        }
        if let Some(number) = self.branch_number(from, next) {
            self.op().i32_eqz().br_if(number);
            return self.go(from, taken);
        }
        self.begin_if(BlockType::Empty);
        self.go(from, taken);
        self.end_block();
        self.go(from, next);
    }

    /// Puts a number on the stack that is not 0 if a branch is taken.
    fn condition(&mut self, d: DecodedInstruction) {
        let flag = match d.op {
            Op::Bc1tFlag | Op::Bc1fFlag => d.a as u8,
            _ => 0,
        };
        match d.op {
            Op::Bc1t | Op::Bc1tFlag => return self.get(GuestSlot::flag(flag)),
            Op::Bc1f | Op::Bc1fFlag => {
                self.get(GuestSlot::flag(flag));
                self.op().i32_eqz();
                return;
            }
            _ => {}
        }
        self.cpu(d.a);
        match d.op {
            Op::Beq | Op::Bne if GuestSlot::cpu(d.b).is_none() => {
                if d.op == Op::Beq {
                    self.op().i32_eqz();
                }
            }
            Op::Beq => {
                self.cpu(d.b);
                self.op().i32_eq();
            }
            Op::Bne => {
                self.cpu(d.b);
                self.op().i32_ne();
            }
            Op::Bgez => {
                self.op().i32_const(0).i32_ge_s();
            }
            Op::Bgtz => {
                self.op().i32_const(0).i32_gt_s();
            }
            Op::Blez => {
                self.op().i32_const(0).i32_le_s();
            }
            // The last of the branches, `bltz`.
            _ => {
                self.op().i32_const(0).i32_lt_s();
            }
        }
    }
}
