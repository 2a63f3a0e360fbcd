//! Calls, returns and services.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{InstBuilder, Value};
use jetan_isa::Op;
use jetan_machine::code::DecodedInstruction;
use jetan_machine::registers::R;

use super::{RegionTranslator, signature, trusted};
use crate::context;
use crate::contract::CallContract;
use crate::flow;
use crate::region::EdgeTarget;
use crate::slots::{GuestSlot, SlotSet};
use crate::status::ExitReason;

impl RegionTranslator<'_, '_> {
    /// `jal`: notes where to return to, and goes on in the procedure.
    pub(super) fn call(&mut self, target: u32, next: EdgeTarget) {
        let link = self.pc.wrapping_add(4);
        let value = self.constant(link);
        self.define(GuestSlot::RA, value);
        self.dirty.insert(GuestSlot::RA);
        self.done += 1;
        let Some(&callee) = self.source.callees.get(&target) else {
            let target = self.constant(target);
            return self.call_unknown(target, link, next);
        };
        let contract = self.source.contracts.get(target);
        // Borrowed parameters are not dirty, but the caller kept them in registers, so the file may
        // not have them.
        let known = self.dirty | self.source.own.borrowed();
        self.write_back(known & contract.touched & !contract.parameters);
        let mut arguments = vec![self.left_now()];
        for slot in contract.parameters.iter() {
            arguments.push(self.value(slot));
        }
        let call = self.b.ins().call(callee, &arguments);
        let values = self.b.inst_results(call).to_vec();
        self.after_call(contract, &values, link, next);
    }

    /// A call of code that may not be translated.
    fn call_unknown(&mut self, target: Value, link: u32, next: EdgeTarget) {
        self.write_back(self.dirty | self.source.own.borrowed());
        let entry = self.entry_of(target);
        self.dirty = SlotSet::NONE;
        let (known, unknown) = (self.new_block(), self.cold_block());
        self.b.ins().brif(entry, known, &[], unknown, &[]);
        self.fill(unknown, |t| {
            let left = t.left_now();
            // An address without a reason above it is the status `Goto`.
            let status = t.b.ins().uextend(I64, target);
            t.finish(status, left);
        });
        self.continue_in(known);
        let signature = self.b.import_signature(signature(&CallContract::UNKNOWN));
        let left = self.left_now();
        let call = self.b.ins().call_indirect(signature, entry, &[left]);
        let values = self.b.inst_results(call).to_vec();
        self.after_call(&CallContract::UNKNOWN, &values, link, next);
    }

    /// The address of the generated code for an address of the guest, or 0.
    fn entry_of(&mut self, target: Value) -> Value {
        let context = self.context();
        let base = self.b.ins().load(I32, trusted(), context, context::TEXT_BASE);
        let words = self.b.ins().load(I32, trusted(), context, context::TEXT_WORDS);
        let offset = self.b.ins().isub(target, base);
        // An address that is not aligned goes far beyond the end.
        let idx = self.b.ins().rotr_imm_u(offset, 2);
        let is_text = self.b.ins().icmp(IntCC::UnsignedLessThan, idx, words);
        // The first word beyond the table is always 0.
        let idx = self.b.ins().select(is_text, idx, words);
        let entries = self.b.ins().load(I64, trusted(), context, context::ENTRIES);
        let idx = self.b.ins().uextend(I64, idx);
        let offset = self.b.ins().ishl_imm_u(idx, 3);
        let place = self.b.ins().iadd(entries, offset);
        self.b.ins().load(I64, trusted(), place, 0)
    }

    /// Takes the results of a call; goes on if it returned to the right address.
    fn after_call(&mut self, callee: &CallContract, values: &[Value], link: u32, next: EdgeTarget) {
        let (status, left) = (values[0], values[1]);
        self.b.def_var(self.left, left);
        self.done = 0;
        for (slot, &value) in callee.results.iter().zip(&values[2..]) {
            self.define(slot, value);
        }
        self.dirty = flow::after_call(self.dirty, callee);
        let (back, cold) = (self.new_block(), self.cold_block());
        // One compare asks for reason and address, because the reason `Goto` is 0.
        let is_back = self.b.ins().icmp_imm_u(IntCC::Equal, status, i64::from(link));
        self.b.ins().brif(is_back, back, &[], cold, &[]);
        // Each caller on the way gives back what it holds and passes the status on, so the register
        // file is complete when the host is reached.
        self.fill(cold, |t| t.finish(status, left));
        self.continue_in(back);
        let needed = match next {
            EdgeTarget::Block(idx) => self.used & self.flow.needed_in[idx] & !self.flow.lazy,
            EdgeTarget::Outside(_) => SlotSet::NONE,
        };
        self.reload(needed & callee.written & !callee.results);
        self.pc = link;
        self.retired = SlotSet::NONE;
        // Recursion is a loop without a branch back: only this test bounds its way back.
        self.check_budget();
        self.go(next);
    }

    /// `jalr`: the procedure is known at run time only.
    pub(super) fn call_computed(&mut self, d: DecodedInstruction, next: EdgeTarget) {
        let link = self.pc.wrapping_add(4);
        let value = self.constant(link);
        let (target, to) = match d.op {
            Op::Jalr => (d.b, GuestSlot::cpu(d.a)),
            _ => (d.a, Some(GuestSlot::RA)),
        };
        if to.is_some() && GuestSlot::cpu(target) == to {
            // One register for both: which comes first is for the machine to decide.
            return self.leave(ExitReason::Rare);
        }
        let target = self.cpu(target);
        if let Some(to) = to {
            self.define(to, value);
            self.dirty.insert(to);
        }
        self.done += 1;
        self.call_unknown(target, link, next);
    }

    /// `jr`: back to the caller, or anywhere.
    pub(super) fn jump_computed(&mut self, d: DecodedInstruction) {
        let target = self.cpu(d.a);
        if d.a == R::R31 {
            // The machine decides whether that is the return from where the program began.
            let is_first = self.b.ins().icmp_imm_u(IntCC::Equal, target, 0);
            self.leave_if(is_first, ExitReason::Rare);
        }
        let status = self.b.ins().uextend(I64, target);
        self.done += 1;
        let left = self.left_now();
        self.finish(status, left);
    }

    /// `syscall`: the machine does it, on the register file.
    pub(super) fn serve(&mut self) {
        self.write_back(self.dirty | self.source.own.borrowed());
        self.dirty = SlotSet::NONE;
        let left = self.left_now();
        let pc = self.constant(self.pc);
        let call = self.b.ins().call(self.source.thunks.serve, &[left, pc]);
        let left = self.b.inst_results(call)[0];
        // A number that no budget reaches says that the service wants to leave.
        let is_over = self.b.ins().icmp_imm_s(IntCC::Equal, left, i64::MIN);
        self.leave_if(is_over, ExitReason::Service);
        // What is left after the service is turned into what was left when the block began, which
        // the variable stands for.
        let before = self.b.ins().iadd_imm_s(left, i64::from(self.done) + 1);
        self.b.def_var(self.left, before);
        let used = self.used;
        self.reload(used);
        // A service may have stored, and the tables changed with it.
        self.groups.clear();
    }
}
