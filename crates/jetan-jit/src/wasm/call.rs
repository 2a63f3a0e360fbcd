//! Calls, returns and services.

use jetan_isa::Op;
use jetan_machine::code::DecodedInstruction;
use jetan_machine::registers::R;
use wasm_encoder::BlockType;

use super::cache::{SERVE_TYPE, TABLE, UNKNOWN_TYPE};
use super::function::{CalleePlace, LEFT, RegionWriter, Scratch};
use super::registers::place;
use crate::context;
use crate::contract::CallContract;
use crate::flow;
use crate::region::EdgeTarget;
use crate::runtime;
use crate::slots::{GuestSlot, SlotSet};
use crate::status::ExitReason;

impl RegionWriter<'_> {
    /// Tells the functions that are called what is left of the host's stack.
    fn publish_stack_limit(&mut self) {
        if let Some(room) = self.room {
            self.at_context(context::STACK_LIMIT, |op, place| {
                op.local_get(room).i32_store(place);
            });
        }
    }

    /// `jal`: notes where to return to, and goes on in the procedure.
    pub(super) fn call(&mut self, target: u32) {
        let link = self.pc.wrapping_add(4);
        self.op().i32_const(link as i32);
        self.set(GuestSlot::RA);
        self.dirty.insert(GuestSlot::RA);
        self.done += 1;
        let Some(&callee) = self.source.callees.get(&target) else {
            self.op().i32_const(target as i32);
            return self.call_unknown();
        };
        let contract = self.source.contracts.get(target);
        // Borrowed parameters are not dirty, but the caller kept them in registers, so the file may
        // not have them.
        let known = self.dirty | self.source.own.borrowed();
        self.write_back(known & contract.touched & !contract.parameters);
        self.publish_stack_limit();
        self.left_now();
        for slot in contract.parameters.iter() {
            self.get(slot);
        }
        let mut op = self.op();
        match callee.place {
            CalleePlace::Here(function) => op.call(function),
            CalleePlace::Table(idx) => {
                op.i32_const(idx as i32).call_indirect(TABLE, callee.signature)
            }
        };
    }

    /// A call of code that may not be translated, whose address is on the stack.
    fn call_unknown(&mut self) {
        let (target, code) = (self.scratch(Scratch::Address), self.scratch(Scratch::Code));
        let status = self.status;
        self.op().local_set(target);
        self.write_back(self.dirty | self.source.own.borrowed());
        self.dirty = SlotSet::NONE;
        self.find_entry(target);
        self.op().local_tee(code).i32_eqz();
        self.begin_rare_if(BlockType::Empty);
        // An address without a reason above it is the status `Goto`.
        self.op().local_get(target).i64_extend_i32_u().local_set(status);
        self.count();
        self.finish();
        self.end_block();
        self.publish_stack_limit();
        self.left_now();
        self.op().local_get(code).call_indirect(TABLE, UNKNOWN_TYPE);
    }

    /// Puts the index of the generated code for an address of the guest on the stack, or 0.
    fn find_entry(&mut self, target: u32) {
        let (idx, words) = (self.scratch(Scratch::Left), self.scratch(Scratch::Right));
        self.at_context(context::ENTRIES, |op, place| {
            op.i32_load(place);
        });
        self.op().local_get(target);
        self.at_context(context::TEXT_BASE, |op, place| {
            op.i32_load(place);
        });
        // An address that is not aligned goes far beyond the end.
        self.op().i32_sub().i32_const(2).i32_rotr().local_tee(idx);
        self.at_context(context::TEXT_WORDS, |op, place| {
            op.i32_load(place).local_tee(words);
        });
        // The first word beyond the table is always 0.
        self.op().local_get(idx).local_get(words).i32_lt_u().select();
        self.op().i32_const(3).i32_shl().i32_add().i32_load(place(0, 4));
    }

    /// Takes the results of a call; goes on if it returned to the right address.
    pub(super) fn after_call(&mut self, block: usize, callee: &CallContract, next: EdgeTarget) {
        let link = self.pc.wrapping_add(4);
        let status = self.status;
        self.op().local_set(LEFT).local_tee(status);
        self.done = 0;
        self.dirty = flow::after_call(self.dirty, callee);
        // One compare asks for reason and address, because the reason `Goto` is 0.
        self.op().i64_const(i64::from(link)).i64_ne();
        self.begin_rare_if(BlockType::Empty);
        // Each caller on the way gives back what it holds and passes the status on, so the register
        // file is complete when the host is reached.
        self.finish();
        self.end_block();
        let needed = match next {
            EdgeTarget::Block(idx) => self.used & self.flow.needed_in[idx] & !self.flow.lazy,
            EdgeTarget::Outside(_) => SlotSet::NONE,
        };
        self.reload(needed & callee.written & !callee.results);
        self.pc = link;
        // Recursion is a loop without a branch back: only this test bounds its way back.
        self.check_budget();
        self.resume(block, next);
    }

    /// `jalr`: the procedure is known at run time only. Says whether it is a call at all.
    pub(super) fn call_computed(&mut self, d: DecodedInstruction) -> bool {
        let link = self.pc.wrapping_add(4);
        let (target, to) = match d.op {
            Op::Jalr => (d.b, GuestSlot::cpu(d.a)),
            _ => (d.a, Some(GuestSlot::RA)),
        };
        if to.is_some() && GuestSlot::cpu(target) == to {
            // One register for both: which comes first is for the machine to decide.
            self.leave(ExitReason::Rare);
            return false;
        }
        self.cpu(target);
        if let Some(to) = to {
            self.op().i32_const(link as i32);
            self.set(to);
            self.dirty.insert(to);
        }
        self.done += 1;
        self.call_unknown();
        true
    }

    /// `jr`: back to the caller, or anywhere.
    pub(super) fn jump_computed(&mut self, d: DecodedInstruction) {
        if d.a == R::R31 {
            // The machine decides whether that is the return from where the program began.
            self.cpu(d.a);
            self.op().i32_eqz();
            self.leave_if(ExitReason::Rare);
        }
        let status = self.status;
        self.cpu(d.a);
        self.op().i64_extend_i32_u().local_set(status);
        self.done += 1;
        self.count();
        self.finish();
    }

    /// `syscall`: the machine does it, on the register file.
    pub(super) fn serve(&mut self) {
        self.write_back(self.dirty | self.source.own.borrowed());
        self.dirty = SlotSet::NONE;
        let (context, pc) = (self.source.context as i32, self.pc as i32);
        let wide = self.scratch(Scratch::Wide);
        self.op().i32_const(context);
        self.left_now();
        self.op()
            .i64_extend_i32_s()
            .i32_const(pc)
            .i32_const(runtime::functions().serve as i32)
            .call_indirect(TABLE, SERVE_TYPE)
            .local_tee(wide)
            // A number that no budget reaches says that the service wants to leave.
            .i64_const(runtime::SERVE_LEAVE)
            .i64_eq();
        self.leave_if(ExitReason::Service);
        // What is left after the service is turned into what was left when the block began, which
        // the local stands for.
        let before = self.done as i32 + 1;
        self.op().local_get(wide).i32_wrap_i64().i32_const(before).i32_add().local_set(LEFT);
        let used = self.used;
        self.reload(used);
        // A service may have stored, and the tables changed with it.
        self.windows.clear();
    }
}
