//! Loads and stores: the twins of the machine's `interp/memory.rs`.
//!
//! The table of host pointers is asked for the page; where it has nothing, or the address is not
//! aligned, a function of the machine does the access, or says that it is not for generated code.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{F32, I8, I16, I32, I64};
use cranelift_codegen::ir::{self, FuncRef, InstBuilder, Type, Value};
use jetan_machine::code::DecodedInstruction;
use jetan_machine::registers::R;

use super::{RegionTranslator, arguments, trusted};
use crate::access::{AccessWidth, WINDOW_BYTES_MAX, accesses, plain_access};
use crate::context;
use crate::slots::GuestSlot;
use crate::status::ExitReason;

/// A window of guest memory that was looked up at once.
#[derive(Clone, Copy)]
pub(super) struct AccessWindow {
    pub(super) base: R,
    table: i32,
    /// The offset from the base to the start of the window.
    low: i32,
    /// The offset from the base to its end.
    end: i32,
    /// Addresses in it are multiples of this, counted from where it begins.
    alignment: i32,
    /// The host address of its start, or 0 where the table does not know, it is not aligned, or
    /// crosses the end of a page.
    host: Value,
}

impl AccessWindow {
    /// Whether an access by this register is in the window.
    fn covers(&self, base: R, table: i32, at: i32, width: AccessWidth) -> bool {
        let bytes = width.bytes() as i32;
        self.base == base
            && self.table == table
            && self.low <= at
            && at.wrapping_add(bytes) <= self.end
            && (at - self.low) % bytes == 0
            && bytes <= self.alignment
    }
}

/// The type of a value of this width in memory.
fn narrow(width: AccessWidth) -> Type {
    match width {
        AccessWidth::Byte | AccessWidth::ByteUnsigned => I8,
        AccessWidth::Half | AccessWidth::HalfUnsigned => I16,
        AccessWidth::Word => I32,
    }
}

impl RegionTranslator<'_, '_> {
    fn address(&mut self, d: DecodedInstruction, offset: u32) -> Value {
        let base = self.cpu(d.c);
        let offset = (d.imm as u32).wrapping_add(offset);
        self.b.ins().iadd_imm_s(base, i64::from(offset as i32))
    }

    pub(super) fn load(&mut self, d: DecodedInstruction, width: AccessWidth) {
        let value = self.loaded(d, 0, width, I32);
        self.set_cpu(d.a, value);
    }

    pub(super) fn load_float(&mut self, d: DecodedInstruction, offset: u32) -> Value {
        self.loaded(d, offset, AccessWidth::Word, F32)
    }

    /// The word, extended, at the address of an instruction.
    fn loaded(
        &mut self,
        d: DecodedInstruction,
        offset: u32,
        width: AccessWidth,
        ty: Type,
    ) -> Value {
        let address = self.address(d, offset);
        let (slow, done) = (self.cold_block(), self.new_block());
        self.b.append_block_param(done, ty);
        let (place, at) = self.place(d, offset, context::READ, width, slow);
        let value = self.load_host(place, at, width, ty);
        self.b.ins().jump(done, &arguments(&[value]));
        self.fill(slow, |t| {
            let value = t.load_slowly(address, width, ty);
            t.b.ins().jump(done, &arguments(&[value]));
        });
        self.continue_in(done);
        self.b.block_params(done)[0]
    }

    fn load_host(&mut self, place: Value, at: i32, width: AccessWidth, ty: Type) -> Value {
        match width {
            AccessWidth::Byte => self.b.ins().sload8(I32, trusted(), place, at),
            AccessWidth::ByteUnsigned => self.b.ins().uload8(I32, trusted(), place, at),
            AccessWidth::Half => self.b.ins().sload16(I32, trusted(), place, at),
            AccessWidth::HalfUnsigned => self.b.ins().uload16(I32, trusted(), place, at),
            AccessWidth::Word => self.b.ins().load(ty, trusted(), place, at),
        }
    }

    fn load_slowly(&mut self, address: Value, width: AccessWidth, ty: Type) -> Value {
        self.access_slowly(self.source.thunks.load, address, width);
        let context = self.context();
        self.b.ins().load(ty, trusted(), context, context::VALUE)
    }

    /// Lets the machine do an access, or leaves if it does not.
    fn access_slowly(&mut self, thunk: FuncRef, address: Value, width: AccessWidth) {
        let context = self.context();
        let width = self.constant(width as u32);
        self.b.ins().store(trusted(), address, context, context::ADDRESS);
        self.b.ins().store(trusted(), width, context, context::WIDTH);
        self.b.ins().call(thunk, &[]);
        let is_refused = self.b.ins().load(I32, trusted(), context, context::IS_REFUSED);
        self.leave_if(is_refused, ExitReason::Rare);
    }

    pub(super) fn store(&mut self, d: DecodedInstruction, width: AccessWidth) {
        let value = self.cpu(d.a);
        self.stored(d, 0, width, value);
    }

    pub(super) fn store_float(&mut self, slot: GuestSlot, d: DecodedInstruction, offset: u32) {
        let value = self.value(slot);
        self.stored(d, offset, AccessWidth::Word, value);
    }

    fn stored(&mut self, d: DecodedInstruction, offset: u32, width: AccessWidth, value: Value) {
        let address = self.address(d, offset);
        let (slow, done) = (self.cold_block(), self.new_block());
        let (place, at) = self.place(d, offset, context::WRITE, width, slow);
        self.store_host(place, at, width, value);
        self.b.ins().jump(done, &[]);
        self.fill(slow, |t| {
            t.store_slowly(address, width, value);
            t.b.ins().jump(done, &[]);
        });
        self.continue_in(done);
    }

    fn store_host(&mut self, place: Value, at: i32, width: AccessWidth, value: Value) {
        let narrow = match width {
            AccessWidth::Word => value,
            _ => self.b.ins().ireduce(narrow(width), value),
        };
        self.b.ins().store(trusted(), narrow, place, at);
    }

    fn store_slowly(&mut self, address: Value, width: AccessWidth, value: Value) {
        let context = self.context();
        self.b.ins().store(trusted(), value, context, context::VALUE);
        self.access_slowly(self.source.thunks.store, address, width);
    }

    /// The number of next instructions that are loads, or stores, of one window that is looked up:
    /// whoever saves registers on the stack, or restores them, does nothing else for a while.
    pub(super) fn accesses_at_once(&mut self) -> usize {
        let Some(&first) = self.rest.first() else { return 0 };
        let Some((table, width)) = plain_access(first.op) else { return 0 };
        let Some(group) = self.group(first, first.imm, table, width) else { return 0 };
        let mut len = 0;
        for d in self.rest {
            let covers = |(table, width)| group.covers(d.c, table, d.imm, width);
            if !plain_access(d.op).is_some_and(covers) {
                break;
            }
            len += 1;
            // A load that replaces the base is the last of its run: what follows has another
            // address.
            if table == context::READ && d.a == group.base {
                break;
            }
        }
        len
    }

    /// Does so many accesses with one lookup of their window.
    pub(super) fn access_at_once(&mut self, len: usize) {
        let run = &self.rest[..len];
        let Some((table, width)) = plain_access(run[0].op) else { return };
        let Some(group) = self.group(run[0], run[0].imm, table, width) else { return };
        let (slow, fast, done) = (self.cold_block(), self.new_block(), self.new_block());
        self.b.ins().brif(group.host, fast, &[], slow, &[]);
        // Both copies must leave the same knowledge behind, so the slow one begins from a copy of
        // it.
        let before = (self.dirty, self.done, self.pc, self.groups.clone());
        self.fill(slow, |t| {
            for &d in run {
                t.access_one(d, None);
                t.after_instruction(d);
            }
            t.b.ins().jump(done, &[]);
        });
        (self.dirty, self.done, self.pc, self.groups) = before;
        self.continue_in(fast);
        for &d in run {
            self.access_one(d, Some(group));
            self.after_instruction(d);
        }
        self.b.ins().jump(done, &[]);
        self.continue_in(done);
    }

    /// A load or store of a general register where the host has its place, or by the machine.
    fn access_one(&mut self, d: DecodedInstruction, group: Option<AccessWindow>) {
        let Some((table, width)) = plain_access(d.op) else { return };
        let stored = (table == context::WRITE).then(|| self.cpu(d.a));
        match (group, stored) {
            (Some(group), Some(value)) => {
                self.store_host(group.host, d.imm - group.low, width, value);
            }
            (Some(group), None) => {
                let value = self.load_host(group.host, d.imm - group.low, width, I32);
                self.set_cpu(d.a, value);
            }
            (None, Some(value)) => {
                let address = self.address(d, 0);
                self.store_slowly(address, width, value);
            }
            (None, None) => {
                let address = self.address(d, 0);
                let value = self.load_slowly(address, width, I32);
                self.set_cpu(d.a, value);
            }
        }
    }

    /// The window that holds an access by an instruction, looked up now if that is worth it.
    fn group(
        &mut self,
        d: DecodedInstruction,
        at: i32,
        table: i32,
        width: AccessWidth,
    ) -> Option<AccessWindow> {
        let covers = |group: &&AccessWindow| group.covers(d.c, table, at, width);
        if !self.groups.iter().any(|group| covers(&group)) {
            self.plan_group(d, table);
        }
        self.groups.iter().find(covers).copied()
    }

    /// The host's address for one of the guest, and the offset to add; goes to `slow` if the table
    /// does not know.
    fn place(
        &mut self,
        d: DecodedInstruction,
        offset: u32,
        table: i32,
        width: AccessWidth,
        slow: ir::Block,
    ) -> (Value, i32) {
        let at = (d.imm as u32).wrapping_add(offset) as i32;
        let bytes = width.bytes();
        if let Some(group) = self.group(d, at, table, width) {
            let (host, at) = (group.host, at - group.low);
            let found = self.new_block();
            self.b.ins().brif(host, found, &[], slow, &[]);
            self.continue_in(found);
            return (host, at);
        }
        let address = self.address(d, offset);
        let found = self.new_block();
        let frame = self.frame(address, table);
        self.b.ins().brif(frame, found, &[], slow, &[]);
        self.continue_in(found);
        // Hosts do not mind an unaligned access, so the guest's fault needs a test of its own.
        if bytes > 1 {
            let aligned = self.new_block();
            let rest = self.b.ins().band_imm_u(address, i64::from(bytes - 1));
            self.b.ins().brif(rest, slow, &[], aligned, &[]);
            self.continue_in(aligned);
        }
        // A table entry is an offset from guest to host addresses, so nothing has to be masked.
        let wide = self.b.ins().uextend(I64, address);
        (self.b.ins().iadd(frame, wide), 0)
    }

    /// The table's entry for the page of an address.
    fn frame(&mut self, address: Value, table: i32) -> Value {
        let context = self.context();
        // Tables stay where they are while generated code runs, so the address may be kept in a
        // register.
        let table =
            self.b.ins().load(I64, trusted().with_readonly().with_can_move(), context, table);
        let page = self.b.ins().ushr_imm_u(address, 12);
        let page = self.b.ins().uextend(I64, page);
        let offset = self.b.ins().ishl_imm_u(page, 3);
        let entry = self.b.ins().iadd(table, offset);
        self.b.ins().load(I64, trusted(), entry, 0)
    }

    /// Looks a window up if the instructions from here on access it more than once.
    fn plan_group(&mut self, d: DecodedInstruction, table: i32) {
        let accesses = accesses(self.rest, d, table);
        let low = accesses.iter().map(|&(at, _)| at).min().unwrap_or(0);
        let end = accesses.iter().map(|&(at, bytes)| at + bytes).max().unwrap_or(0);
        // A double is accessed as two words; `check_double` tests its alignment to 8.
        let alignment = accesses.iter().map(|&(_, bytes)| bytes.min(4)).max().unwrap_or(1);
        if accesses.len() < 2 || end - low > WINDOW_BYTES_MAX {
            return;
        }
        let base = self.cpu(d.c);
        let address = self.b.ins().iadd_imm_s(base, i64::from(low));
        let next = self.new_block();
        self.b.append_block_param(next, I64);
        let missed = self.cold_block();
        let frame = self.frame(address, table);
        let at = self.b.ins().band_imm_u(address, 0xfff);
        let last = i64::from(4096 - (end - low));
        let crosses = self.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThan, at, last);
        let within = self.new_block();
        self.b.ins().brif(crosses, missed, &[], within, &[]);
        self.continue_in(within);
        if alignment > 1 {
            let aligned = self.new_block();
            let rest = self.b.ins().band_imm_u(address, i64::from(alignment - 1));
            self.b.ins().brif(rest, missed, &[], aligned, &[]);
            self.continue_in(aligned);
        }
        let found = self.new_block();
        self.b.ins().brif(frame, found, &[], missed, &[]);
        self.continue_in(found);
        let wide = self.b.ins().uextend(I64, address);
        let place = self.b.ins().iadd(frame, wide);
        self.b.ins().jump(next, &arguments(&[place]));
        self.fill(missed, |t| {
            let nothing = t.b.ins().iconst(I64, 0);
            t.b.ins().jump(next, &arguments(&[nothing]));
        });
        self.continue_in(next);
        let host = self.b.block_params(next)[0];
        self.groups.push(AccessWindow { base: d.c, table, low, end, alignment, host });
    }

    /// A double must be at a multiple of 8.
    pub(super) fn check_double(&mut self, d: DecodedInstruction) {
        let address = self.address(d, 0);
        let rest = self.b.ins().band_imm_u(address, 7);
        self.leave_if(rest, ExitReason::Rare);
    }
}
