//! Loads and stores.
//!
//! The table of host addresses is asked for the page; where it has nothing, or the address is not
//! aligned, a function of the machine does the access, or says that it is not for generated code.

use jetan_isa::MemoryUse;
use jetan_machine::code::DecodedInstruction;
use jetan_machine::registers::R;
use wasm_encoder::{BlockType, ValType};

use super::cache::{LOAD_FUNCTION, STORE_FUNCTION};
use super::function::{RegionWriter, Scratch};
use super::registers::place;
use crate::access::{AccessWidth, WINDOW_BYTES_MAX, accesses, plain_access};
use crate::context;
use crate::slots::GuestSlot;
use crate::status::ExitReason;

/// What is loaded or stored.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AccessKind {
    Integer(AccessWidth),
    Single,
    Double,
}

impl AccessKind {
    fn bytes(self) -> u32 {
        match self {
            AccessKind::Integer(width) => width.bytes(),
            AccessKind::Single => 4,
            AccessKind::Double => 8,
        }
    }

    fn ty(self) -> ValType {
        match self {
            AccessKind::Integer(_) => ValType::I32,
            AccessKind::Single => ValType::F32,
            AccessKind::Double => ValType::F64,
        }
    }
}

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
    /// The local with the host's address of its start, or 0 where the table does not know, it is
    /// not aligned, or crosses the end of a page.
    host: u32,
}

impl AccessWindow {
    /// Whether an access by this register is in the window.
    fn covers(&self, base: R, table: i32, at: i32, bytes: u32) -> bool {
        let bytes = bytes as i32;
        self.base == base
            && self.table == table
            && self.low <= at
            && at.wrapping_add(bytes) <= self.end
            && (at - self.low) % bytes == 0
            && bytes <= self.alignment
    }
}

impl RegionWriter<'_> {
    /// Takes the addresses of the tables that the region needs.
    pub(super) fn load_tables(&mut self) {
        let body = self.source.region.blocks.iter().flat_map(|block| &block.body);
        let uses: Vec<MemoryUse> = body.map(|d| d.op.spec().roles.memory).collect();
        let loads = uses.iter().any(|memory| matches!(memory, MemoryUse::Load(_)));
        let stores = uses.iter().any(|memory| matches!(memory, MemoryUse::Store(_)));
        for (idx, (is_used, field)) in
            [(loads, context::READ), (stores, context::WRITE)].into_iter().enumerate()
        {
            if is_used {
                let table = self.local(ValType::I32);
                self.at_context(field, |op, place| {
                    op.i32_load(place).local_set(table);
                });
                self.tables[idx] = Some(table);
            }
        }
    }

    /// Puts the address of an instruction on the stack.
    fn address(&mut self, d: DecodedInstruction, offset: i32) {
        self.cpu(d.c);
        let offset = d.imm.wrapping_add(offset);
        if offset != 0 {
            self.op().i32_const(offset).i32_add();
        }
    }

    /// Puts the table's entry for the page of an address in a local on the stack; only the lower
    /// half is of interest where addresses have 32 bits.
    fn frame(&mut self, address: u32, table: i32) {
        let Some(table) = self.tables[usize::from(table == context::WRITE)] else {
            self.op().i32_const(0);
            return;
        };
        let mut op = self.op();
        op.local_get(address).i32_const(12).i32_shr_u().i32_const(3).i32_shl();
        op.local_get(table).i32_add().i32_load(place(0, 4));
    }

    /// Looks an address up; puts a number on the stack that is not 0 if the host has no place for
    /// an access of so many bytes.
    fn look_up(&mut self, d: DecodedInstruction, table: i32, bytes: u32) {
        let (address, frame) = (self.scratch(Scratch::Address), self.scratch(Scratch::Frame));
        self.address(d, 0);
        self.op().local_set(address);
        self.frame(address, table);
        let mut op = self.op();
        op.local_tee(frame).i32_eqz();
        if bytes > 1 {
            op.local_get(address).i32_const(bytes as i32 - 1).i32_and().i32_or();
        }
    }

    pub(super) fn load(&mut self, d: DecodedInstruction, width: AccessWidth) {
        self.loaded(d, AccessKind::Integer(width));
        self.set_cpu(d.a);
    }

    /// Puts what is at the address of an instruction on the stack.
    pub(super) fn loaded(&mut self, d: DecodedInstruction, kind: AccessKind) {
        let Some(window) = self.window(d, context::READ, kind.bytes()) else {
            return self.load_plainly(d, kind);
        };
        self.op().local_get(window.host);
        self.begin_if(BlockType::Result(kind.ty()));
        self.load_host(window, d, kind);
        self.otherwise();
        self.load_plainly(d, kind);
        self.end_block();
    }

    fn load_host(&mut self, window: AccessWindow, d: DecodedInstruction, kind: AccessKind) {
        self.op().local_get(window.host);
        self.load_at(kind, d.imm - window.low);
    }

    fn load_at(&mut self, kind: AccessKind, offset: i32) {
        // A host may be told less of the alignment than it is, and never more.
        let at = place(offset, 1);
        let mut op = self.op();
        match kind {
            AccessKind::Integer(AccessWidth::Byte) => op.i32_load8_s(at),
            AccessKind::Integer(AccessWidth::ByteUnsigned) => op.i32_load8_u(at),
            AccessKind::Integer(AccessWidth::Half) => op.i32_load16_s(at),
            AccessKind::Integer(AccessWidth::HalfUnsigned) => op.i32_load16_u(at),
            AccessKind::Integer(AccessWidth::Word) => op.i32_load(at),
            AccessKind::Single => op.f32_load(at),
            AccessKind::Double => op.f64_load(at),
        };
    }

    fn load_plainly(&mut self, d: DecodedInstruction, kind: AccessKind) {
        self.look_up(d, context::READ, kind.bytes());
        let (address, frame) = (self.scratch(Scratch::Address), self.scratch(Scratch::Frame));
        self.begin_rare_if(BlockType::Result(kind.ty()));
        match kind {
            AccessKind::Integer(width) => self.load_slowly(0, width),
            AccessKind::Single => {
                self.load_slowly(0, AccessWidth::Word);
                self.op().f32_reinterpret_i32();
            }
            AccessKind::Double => {
                self.load_slowly(0, AccessWidth::Word);
                self.op().i64_extend_i32_u();
                self.load_slowly(4, AccessWidth::Word);
                let mut op = self.op();
                op.i64_extend_i32_u().i64_const(32).i64_shl().i64_or().f64_reinterpret_i64();
            }
        }
        self.otherwise();
        self.op().local_get(address).local_get(frame).i32_add();
        self.load_at(kind, 0);
        self.end_block();
    }

    /// Lets the machine do a load, or leaves if it does not.
    fn load_slowly(&mut self, offset: i32, width: AccessWidth) {
        let (address, wide) = (self.scratch(Scratch::Address), self.scratch(Scratch::Wide));
        let mut op = self.op();
        op.local_get(address).i32_const(offset).i32_add().i32_const(width as i32);
        op.call(LOAD_FUNCTION).local_tee(wide).i64_const(0).i64_lt_s();
        self.leave_if(ExitReason::Rare);
        self.op().local_get(wide).i32_wrap_i64();
    }

    pub(super) fn store(&mut self, d: DecodedInstruction, width: AccessWidth) {
        self.stored(d, AccessKind::Integer(width));
    }

    /// Stores the register of an instruction at its address.
    pub(super) fn stored(&mut self, d: DecodedInstruction, kind: AccessKind) {
        let Some(window) = self.window(d, context::WRITE, kind.bytes()) else {
            return self.store_plainly(d, kind);
        };
        self.op().local_get(window.host);
        self.begin_if(BlockType::Empty);
        self.store_host(window, d, kind);
        self.otherwise();
        self.store_plainly(d, kind);
        self.end_block();
    }

    fn store_host(&mut self, window: AccessWindow, d: DecodedInstruction, kind: AccessKind) {
        self.op().local_get(window.host);
        self.store_at(d, kind, d.imm - window.low);
    }

    fn store_plainly(&mut self, d: DecodedInstruction, kind: AccessKind) {
        self.look_up(d, context::WRITE, kind.bytes());
        let (address, frame) = (self.scratch(Scratch::Address), self.scratch(Scratch::Frame));
        self.begin_rare_if(BlockType::Empty);
        match kind {
            AccessKind::Integer(width) => {
                self.store_slowly(0, width, |writer| writer.cpu(d.a));
            }
            AccessKind::Single => {
                let slot = GuestSlot::float(d.a);
                self.store_slowly(0, AccessWidth::Word, |writer| writer.word(slot));
            }
            AccessKind::Double => {
                let slot = GuestSlot::float(d.a);
                self.store_slowly(0, AccessWidth::Word, |writer| writer.word(slot));
                self.store_slowly(4, AccessWidth::Word, |writer| writer.word(slot.next()));
            }
        }
        self.otherwise();
        self.op().local_get(address).local_get(frame).i32_add();
        self.store_at(d, kind, 0);
        self.end_block();
    }

    /// Lets the machine do a store, or leaves if it does not.
    fn store_slowly(&mut self, offset: i32, width: AccessWidth, value: impl FnOnce(&mut Self)) {
        let address = self.scratch(Scratch::Address);
        self.op().local_get(address).i32_const(offset).i32_add();
        value(self);
        self.op().i32_const(width as i32).call(STORE_FUNCTION);
        self.leave_if(ExitReason::Rare);
    }

    /// Stores a register at the host's address on the stack.
    fn store_at(&mut self, d: DecodedInstruction, kind: AccessKind, offset: i32) {
        let at = place(offset, 1);
        match kind {
            AccessKind::Integer(_) => self.cpu(d.a),
            AccessKind::Single => self.single(GuestSlot::float(d.a)),
            AccessKind::Double => self.double(d.a),
        }
        let mut op = self.op();
        match kind {
            AccessKind::Integer(AccessWidth::Byte | AccessWidth::ByteUnsigned) => op.i32_store8(at),
            AccessKind::Integer(AccessWidth::Half | AccessWidth::HalfUnsigned) => {
                op.i32_store16(at)
            }
            AccessKind::Integer(AccessWidth::Word) => op.i32_store(at),
            AccessKind::Single => op.f32_store(at),
            AccessKind::Double => op.f64_store(at),
        };
    }

    /// The number of next instructions that are loads, or stores, of one window that is looked up:
    /// whoever saves registers on the stack, or restores them, does nothing else for a while.
    pub(super) fn accesses_at_once(&mut self) -> usize {
        let Some(&first) = self.rest.first() else { return 0 };
        let Some((table, width)) = plain_access(first.op) else { return 0 };
        let Some(window) = self.window(first, table, width.bytes()) else { return 0 };
        let mut len = 0;
        for d in self.rest {
            let covers = |(table, width): (i32, AccessWidth)| {
                window.covers(d.c, table, d.imm, width.bytes())
            };
            if !plain_access(d.op).is_some_and(covers) {
                break;
            }
            len += 1;
            // A load that replaces the base is the last of its run: what follows has another
            // address.
            if table == context::READ && d.a == window.base {
                break;
            }
        }
        len
    }

    /// Does so many accesses with one test of their window.
    pub(super) fn access_at_once(&mut self, len: usize) {
        let run = &self.rest[..len];
        let Some((table, width)) = plain_access(run[0].op) else { return };
        let Some(window) = self.window(run[0], table, width.bytes()) else { return };
        // Both copies must leave the same knowledge behind, so the second begins from a copy of it.
        let before = (self.dirty, self.done, self.pc, self.windows.clone());
        self.op().local_get(window.host);
        self.begin_if(BlockType::Empty);
        for &d in run {
            self.access_one(d, Some(window));
            self.after_instruction(d);
        }
        self.otherwise();
        (self.dirty, self.done, self.pc, self.windows) = before;
        for &d in run {
            self.access_one(d, None);
            self.after_instruction(d);
        }
        self.end_block();
    }

    /// A load or store of a general register, in a window if there is one.
    fn access_one(&mut self, d: DecodedInstruction, window: Option<AccessWindow>) {
        let Some((table, width)) = plain_access(d.op) else { return };
        let kind = AccessKind::Integer(width);
        match (window, table == context::WRITE) {
            (Some(window), true) => self.store_host(window, d, kind),
            (None, true) => self.store_plainly(d, kind),
            (Some(window), false) => {
                self.load_host(window, d, kind);
                self.set_cpu(d.a);
            }
            (None, false) => {
                self.load_plainly(d, kind);
                self.set_cpu(d.a);
            }
        }
    }

    /// The window that holds an access by an instruction, looked up now if that is worth it.
    fn window(&mut self, d: DecodedInstruction, table: i32, bytes: u32) -> Option<AccessWindow> {
        let covers = |window: &&AccessWindow| window.covers(d.c, table, d.imm, bytes);
        if !self.windows.iter().any(|window| covers(&window)) {
            self.plan_window(d, table);
        }
        self.windows.iter().find(covers).copied()
    }

    /// Looks a window up if the instructions from here on access it more than once.
    fn plan_window(&mut self, d: DecodedInstruction, table: i32) {
        let accesses = accesses(self.rest, d, table);
        let low = accesses.iter().map(|&(at, _)| at).min().unwrap_or(0);
        let end = accesses.iter().map(|&(at, bytes)| at + bytes).max().unwrap_or(0);
        let alignment = accesses.iter().map(|&(_, bytes)| bytes).max().unwrap_or(1);
        if accesses.len() < 2 || end - low > WINDOW_BYTES_MAX {
            return;
        }
        let host = self.window_local();
        let (address, frame) = (self.scratch(Scratch::Address), self.scratch(Scratch::Frame));
        self.cpu(d.c);
        self.op().i32_const(low).i32_add().local_set(address);
        self.frame(address, table);
        let mut op = self.op();
        op.local_set(frame).i32_const(0).local_get(frame).local_get(address).i32_add();
        op.local_get(frame).i32_eqz();
        op.local_get(address).i32_const(0xfff).i32_and();
        op.i32_const(4096 - (end - low)).i32_gt_u().i32_or();
        if alignment > 1 {
            op.local_get(address).i32_const(alignment - 1).i32_and().i32_or();
        }
        op.select().local_set(host);
        self.windows.push(AccessWindow { base: d.c, table, low, end, alignment, host });
    }

    /// A local that no window of the block has.
    fn window_local(&mut self) -> u32 {
        let taken: Vec<u32> = self.windows.iter().map(|window| window.host).collect();
        if let Some(&free) = self.window_locals.iter().find(|local| !taken.contains(local)) {
            return free;
        }
        let local = self.local(ValType::I32);
        self.window_locals.push(local);
        local
    }

    /// A double must be at a multiple of 8.
    pub(super) fn check_double(&mut self, d: DecodedInstruction) {
        self.address(d, 0);
        self.op().i32_const(7).i32_and();
        self.leave_if(ExitReason::Rare);
    }
}
