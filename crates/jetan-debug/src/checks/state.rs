//! What is known about every register and word while a program runs.

use std::collections::HashMap;

use jetan_isa::{FReg, MemoryUse, Op, Reg, Service};
use jetan_machine::code::{CodeWord, Decoded};
use jetan_machine::observer::Register;
use jetan_machine::registers::R;
use jetan_machine::{Machine, Observer};

use super::analysis::Text;
use super::objects::Objects;
use super::reads::{Carry, reads};
use super::shadow::{self, DOUBT, Entry, NUMBER, Shadow, WRITTEN_DOWN};
use super::{Check, Checks, Finding};
use crate::names::Names;

/// The most calls that are remembered; of deeper ones the oldest are forgotten.
const FRAMES_MAX: usize = 1 << 14;
/// The most bytes of a frame that become stale at once.
const STALE_BYTES_MAX: u32 = 1 << 14;
/// The most reasons that are written down.
const REASONS_MAX: usize = 1 << 20;
/// The registers that callers can lose to a call, as bits: `$a0`-`$a3`, `$t0`-`$t9`, `$s0`-`$s7`,
/// `$gp`, `$fp`.
const CHANGEABLE: u32 = 0x53ff_fff0;

/// Below this there are no addresses of data in any memory configuration that has text in front.
const SMALL: u32 = 0x1000;

/// A call that has not returned.
pub(super) struct Frame {
    pub(super) returns_to: u32,
    pub(super) call: u32,
    pub(super) target: u32,
    pub(super) values: [u32; 32],
    /// Who wrote each register.
    pub(super) writers: [u32; 32],
}

/// Why a value may not be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Reason {
    /// A call has changed the register.
    Changed(Change),
    /// It was loaded behind the end of an object, by this instruction.
    LoadedBehind { object: u32, load: u32, address: u32 },
    /// This instruction stored it behind the end of an object.
    StoredBehind { object: u32, store: u32, address: u32 },
}

/// How a call has changed a register.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Change {
    pub(super) reg: u8,
    pub(super) call: u32,
    pub(super) target: u32,
    /// Who wrote the register before the call, and who last.
    pub(super) before: u32,
    pub(super) after: u32,
    /// How many calls had not returned when this one had.
    pub(super) depth: u32,
}

/// The observer of a [`Checker`](super::Checker).
pub(super) struct State {
    /// How many instructions had been told of when the one at hand began, and where it is.
    pub(super) count: u64,
    pub(super) pc: u32,
    /// What is known about the result of the instruction at hand, and about its base.
    pending: Entry,
    base: Entry,
    /// Where the memory ends that `sbrk` has given.
    pub(super) heap_end: u32,
    /// The lowest `$sp` since the last return.
    low: u32,
    /// Words for all values of a byte, so that no index needs a check.
    values: [u32; 256],
    entries: [Entry; 256],
    writers: [u32; 256],
    floats: [Entry; 256],
    changes: [Change; 32],
    shadow: Shadow,
    pub(super) objects: Objects,
    pub(super) text: Text,
    pub(super) names: Names,
    pub(super) checks: Checks,
    pub(super) frames: Vec<Frame>,
    follows_calls: bool,
    reasons: Vec<Reason>,
    numbers: HashMap<Reason, u32>,
    /// Which changes of registers are mistakes, as far as that was asked.
    pub(super) judged: HashMap<Change, bool>,
    pub(super) findings: Vec<Finding>,
}

impl State {
    pub(super) fn new(machine: &Machine, names: Names, checks: Checks) -> State {
        let sp = machine.registers.get(Reg::SP);
        let mut entries = [0; 256];
        let mut floats = [0; 256];
        if checks.has(Check::Uninitialised) {
            entries[1..32].fill(shadow::REGISTER);
            entries[Reg::SP.index()] = 0;
            entries[Reg::GP.index()] = 0;
            let has_arguments = machine.registers.get(Reg::A0) != 0;
            let argument = if has_arguments { 0 } else { shadow::ARGUMENT };
            entries[4..6].fill(argument);
            floats[..32].fill(shadow::REGISTER);
        }
        State {
            count: machine.count,
            pc: machine.pc,
            pending: 0,
            base: 0,
            heap_end: machine.map().heap_base,
            low: sp,
            values: [0; 256],
            entries,
            writers: [0; 256],
            floats,
            changes: [Change::default(); 32],
            shadow: Shadow::new(machine.map(), sp),
            objects: Objects::new(&names),
            text: Text::new(&names.program),
            names,
            checks,
            frames: Vec::new(),
            follows_calls: !machine.settings().delayed_branching,
            reasons: Vec::new(),
            numbers: HashMap::new(),
            judged: HashMap::new(),
            findings: Vec::new(),
        }
    }

    /// A run begins: the machine may have been changed since the last one.
    pub(super) fn begin(&mut self, machine: &Machine) {
        self.count = machine.count;
        self.values[..32].copy_from_slice(machine.registers.values());
    }

    pub(super) fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The value of a register.
    pub(super) fn value(&self, reg: Reg) -> u32 {
        self.values[reg.index()]
    }

    /// The instruction that last wrote a register; 0 if none has.
    pub(super) fn writer(&self, reg: Reg) -> u32 {
        self.writers[reg.index()]
    }

    /// Writes a reason down; 0 if there are too many.
    fn note(&mut self, reason: Reason) -> Entry {
        let known = self.numbers.get(&reason).copied();
        let number = known.unwrap_or_else(|| {
            let number = self.reasons.len() as u32 + WRITTEN_DOWN;
            if self.reasons.len() < REASONS_MAX {
                self.reasons.push(reason);
                self.numbers.insert(reason, number);
            }
            number
        });
        let is_kept = ((number - WRITTEN_DOWN) as usize) < self.reasons.len();
        if is_kept { number << NUMBER | DOUBT } else { 0 }
    }

    /// What is known about an operand of the instruction at hand, in a form that outlives the
    /// register it is in.
    fn lasting(&mut self, reg: R) -> Entry {
        let entry = self.entries[reg as usize];
        if entry & !DOUBT == shadow::CHANGED & !DOUBT {
            return self.note(Reason::Changed(self.changes[reg as usize & 31]));
        }
        entry
    }

    /// An instruction reads something doubtful: a copy carries the doubt on, anything else is a
    /// use.
    #[cold]
    #[inline(never)]
    fn doubtful(&mut self, one: Decoded) {
        self.pending = 0;
        self.base = 0;
        let reads = reads(one.op);
        let registers = [one.a, one.b, one.c];
        if is_independent(one) {
            return;
        }
        let copied = copied_operand(one).filter(|&idx| self.may_copy(one, registers[idx]));
        for idx in 0..3 {
            if reads.cpu[idx] && Some(idx) != copied {
                self.use_register(registers[idx]);
            }
            if reads.float[idx] && Some(idx) != copied {
                self.use_float(registers[idx]);
            }
        }
        if let Some(idx) = copied {
            let is_float = reads.float[idx];
            let entry = self.floats[registers[idx] as usize];
            self.pending = if is_float { entry } else { self.lasting(registers[idx]) };
        }
        if reads.has_base() {
            self.base = self.entries[one.c as usize];
        }
    }

    /// A register that a call has changed is only copied where it is put away.
    fn may_copy(&self, one: Decoded, reg: R) -> bool {
        let number = self.entries[reg as usize] >> NUMBER;
        let is_change = number == shadow::CHANGED >> NUMBER
            || matches!(self.reason(number), Some(Reason::Changed(_)));
        !is_change || matches!(one.c, R::R29 | R::R30) && reads(one.op).has_base()
    }

    fn reason(&self, number: u32) -> Option<Reason> {
        self.reasons.get(number.checked_sub(WRITTEN_DOWN)? as usize).copied()
    }

    /// The program makes something of a register; it is reported once.
    fn use_register(&mut self, reg: R) {
        let entry = self.entries[reg as usize];
        let Some(name) = reg.reg().filter(|_| entry & DOUBT != 0) else { return };
        self.entries[reg as usize] = 0;
        let word = entry | DOUBT;
        match word {
            shadow::ARGUMENT => {}
            shadow::REGISTER => self.report_register(name.name()),
            shadow::CHANGED => self.report_change(self.changes[name.index()]),
            _ => self.report_reason(name.name(), word, self.writer(name)),
        }
    }

    /// Reports the use of a register that has been written, at `from`, with something doubtful.
    fn report_reason(&mut self, name: &str, word: Entry, from: u32) {
        match (word, self.reason(word >> NUMBER)) {
            (shadow::STACK | shadow::HEAP | shadow::STALE, _) => {
                self.report_memory(name, from, word);
            }
            (_, Some(Reason::Changed(change))) => self.report_change(change),
            (_, Some(Reason::LoadedBehind { object, load, address })) => {
                self.report_load_behind(object, load, address);
            }
            (_, Some(Reason::StoredBehind { object, store, address })) => {
                self.report_store_behind(object, store, address, Some(from));
            }
            (_, None) => {}
        }
    }

    fn use_float(&mut self, reg: R) {
        let entry = self.floats[reg as usize];
        if entry & DOUBT == 0 {
            return;
        }
        self.floats[reg as usize] = 0;
        let name = FReg::at_index(reg as u8 & 31).name();
        match entry | DOUBT {
            shadow::REGISTER => self.report_register(name),
            word => self.report_reason(name, word, self.pc),
        }
    }

    /// A service uses its number and its arguments.
    #[inline(never)]
    fn serve(&mut self) {
        if self.entries[Reg::V0.index()] & DOUBT != 0 {
            self.use_register(R::R2);
        }
        let Some(service) = Service::from_number(self.value(Reg::V0)) else { return };
        let arguments = service.row().arguments;
        for (name, reg) in [("$a0", R::R4), ("$a1", R::R5), ("$a2", R::R6), ("$a3", R::R7)] {
            if self.entries[reg as usize] & DOUBT != 0 && arguments.contains(name) {
                if self.entries[reg as usize] == shadow::ARGUMENT {
                    self.entries[reg as usize] = shadow::REGISTER;
                }
                self.use_register(reg);
            }
        }
        if arguments.contains("$f12") {
            self.use_float(R::R12);
        }
        let printed = self.entries[Reg::A0.index()] >> NUMBER;
        if service == Service::PrintInt && printed != 0 {
            self.report_printed_address(printed);
        }
        self.base = match service {
            Service::ReadString => self.entries[Reg::A0.index()],
            Service::Read => self.entries[Reg::A1.index()],
            _ => 0,
        };
        if service == Service::Sbrk {
            self.pending = self.give(self.heap_end, self.value(Reg::A0));
        }
    }

    /// `sbrk` has given memory in which there is nothing yet.
    #[cold]
    fn give(&mut self, address: u32, bytes: u32) -> Entry {
        let bytes = bytes.checked_next_multiple_of(4).unwrap_or(0);
        let Some(end) = address.checked_add(bytes).filter(|&end| end > address) else { return 0 };
        self.heap_end = end;
        if self.checks.has(Check::Uninitialised) {
            self.shadow.fill(address, end, shadow::HEAP);
        }
        self.objects.add_block(address, end) << NUMBER
    }

    fn call(&mut self, target: u32) {
        if !self.follows_calls {
            return;
        }
        if self.frames.len() >= FRAMES_MAX {
            self.frames.drain(..FRAMES_MAX / 2);
        }
        let mut frame = Frame {
            returns_to: self.pc.wrapping_add(4),
            call: self.pc,
            target,
            values: [0; 32],
            writers: [0; 32],
        };
        frame.values.copy_from_slice(&self.values[..32]);
        frame.writers.copy_from_slice(&self.writers[..32]);
        self.frames.push(frame);
    }

    /// A jump through a register: a return, if somebody is waiting there.
    fn jump(&mut self, reg: R) {
        if !self.follows_calls {
            return;
        }
        let target = self.values[reg as usize];
        match self.frames.last() {
            Some(frame) if frame.returns_to == target => self.return_from_top(),
            _ => self.jump_elsewhere(reg, target),
        }
    }

    #[cold]
    fn jump_elsewhere(&mut self, reg: R, target: u32) {
        let writer = self.writer(Reg::RA);
        let is_lost = reg == R::R31
            && writer.wrapping_add(4) == target
            && self.text.get(writer).is_some_and(crate::watcher::is_call);
        if is_lost {
            self.report_lost_return(writer);
            return;
        }
        if let Some(idx) = self.frames.iter().rposition(|frame| frame.returns_to == target) {
            self.frames.truncate(idx);
        }
    }

    fn return_from_top(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        let mut changed = 0_u32;
        for idx in 0..32 {
            changed |= u32::from(self.values[idx] != frame.values[idx]) << idx;
        }
        let sp = self.value(Reg::SP);
        if changed >> Reg::SP.index() & 1 == 1 {
            self.unbalanced(&frame);
        }
        let mut lost = changed & CHANGEABLE | self.overwritten(&frame);
        while lost != 0 {
            let idx = lost.trailing_zeros() as usize;
            lost &= lost - 1;
            if self.entries[idx] & DOUBT != 0 && self.entries[idx] | DOUBT != shadow::CHANGED {
                continue;
            }
            self.entries[idx] = shadow::CHANGED;
            self.changes[idx] = Change {
                reg: idx as u8,
                call: frame.call,
                target: frame.target,
                before: frame.writers[idx],
                after: self.writers[idx],
                depth: self.frames.len() as u32,
            };
        }
        if self.low < sp {
            let from = self.low.max(sp.saturating_sub(STALE_BYTES_MAX));
            if self.checks.has(Check::Stack) {
                self.shadow.fill(from, sp & !3, shadow::STALE);
            }
        }
        self.low = sp;
    }

    /// The saved registers that hold what they held before a call only by chance: the last
    /// instruction that wrote them has not put back what was put away.
    fn overwritten(&self, frame: &Frame) -> u32 {
        let mut lost = 0;
        for idx in 16..24 {
            lost |= u32::from(self.writers[idx] != frame.writers[idx]) << idx;
        }
        let mut left = lost;
        while left != 0 {
            let idx = left.trailing_zeros() as usize;
            left &= left - 1;
            let writer = self.text.get(self.writers[idx]);
            let is_copy = writer.is_none_or(|one| {
                copied_operand(one).is_some() || matches!(reads(one.op).memory, MemoryUse::Load(_))
            });
            if is_copy {
                lost &= !(1 << idx);
            }
        }
        lost
    }

    /// A procedure has not restored `$sp`. Its callers, whose own are then wrong by as much, are
    /// not to blame.
    #[cold]
    fn unbalanced(&mut self, frame: &Frame) {
        self.report_imbalance(frame);
        let by = self.value(Reg::SP).wrapping_sub(frame.values[Reg::SP.index()]);
        for caller in &mut self.frames {
            let sp = &mut caller.values[Reg::SP.index()];
            *sp = sp.wrapping_add(by);
        }
    }

    /// A load behind the end of the object that its address was made of.
    #[cold]
    fn load_behind(&mut self, address: u32) -> Entry {
        let object = self.base >> NUMBER;
        if self.is_meant(address) {
            return 0;
        }
        self.note(Reason::LoadedBehind { object, load: self.pc, address })
    }

    /// A store behind the end of the object that its address was made of: reported at once if
    /// nothing is there, else when its owner uses it.
    #[cold]
    fn store_behind(&mut self, address: u32, bytes: u32) {
        let object = self.base >> NUMBER;
        if self.is_meant(address) {
            return self.shadow.set(address, bytes, self.pending);
        }
        let (store, owner) = (self.pc, self.objects.at(address));
        if owner == 0 {
            self.report_store_behind(object, store, address, None);
            return self.shadow.set(address, bytes, self.pending);
        }
        let entry = self.note(Reason::StoredBehind { object, store, address });
        self.shadow.set(address, bytes, entry);
    }

    /// Whether the procedure at hand compares the base with another address that lies beyond: it
    /// then walks over several objects on purpose.
    fn is_meant(&self, address: u32) -> bool {
        let Some(base) = self.text.get(self.pc).map(|one| one.c) else { return true };
        let bounds = self.text.compared_with(self.pc, base);
        !self.checks.has(Check::Bounds)
            || bounds.into_iter().any(|bound| {
                let (entry, value) = (self.entries[bound as usize], self.values[bound as usize]);
                entry & DOUBT == 0 && entry != 0 && value > address
            })
    }

    /// What a load has found.
    #[inline(always)]
    fn loaded(&mut self, address: u32, bytes: u32) {
        let number = self.base >> NUMBER;
        self.pending = shadow::part(self.shadow.get(address), address, bytes);
        if self.pending & DOUBT != 0 && self.is_own(number) {
            self.pending = 0;
        } else if self.objects.is_behind(number, address) {
            self.pending = self.load_behind(address);
        }
    }

    /// Follows calls, returns, services and comparisons.
    #[inline(always)]
    fn follow(&mut self, one: Decoded) {
        match one.op {
            Op::Jal => {
                let target = one.imm.cast_unsigned() << 2 | self.pc.wrapping_add(4) & 0xf000_0000;
                self.call(target);
            }
            Op::JalrRa => self.call(self.values[one.a as usize]),
            Op::Jalr => self.call(self.values[one.b as usize]),
            Op::Bgezal | Op::Bltzal => self.branch_and_call(one),
            Op::Jr => self.jump(one.a),
            Op::Syscall => self.serve(),
            Op::Slt if (self.entries[one.b as usize] | self.entries[one.c as usize]) != 0 => {
                self.compare(one);
            }
            _ => {}
        }
    }

    fn branch_and_call(&mut self, one: Decoded) {
        let is_negative = self.values[one.a as usize].cast_signed() < 0;
        if is_negative == (one.op == Op::Bltzal) {
            self.call(self.pc.wrapping_add(4).wrapping_add(one.imm.cast_unsigned() << 2));
        }
    }

    /// Two values are compared by size, one of which at least is an address.
    #[cold]
    fn compare(&mut self, one: Decoded) {
        for (address, other) in [(one.b, one.c), (one.c, one.b)] {
            let number = self.entries[address as usize] >> NUMBER;
            let is_number = self.values[other as usize] < SMALL && self.entries[other as usize] == 0;
            if number != 0 && is_number {
                self.report_compared_address(number, self.writers[address as usize]);
            }
        }
    }

    /// Whether what was found was stored behind the end of an object by way of the same object.
    #[cold]
    fn is_own(&self, number: u32) -> bool {
        let reason = self.reason(self.pending >> NUMBER);
        matches!(reason, Some(Reason::StoredBehind { object, .. }) if object == number)
    }
}

/// Whether the result of an instruction is the same whatever is in its operands.
fn is_independent(one: Decoded) -> bool {
    match one.op {
        Op::Xor | Op::Sub | Op::Subu | Op::Slt | Op::Sltu => one.b == one.c,
        Op::And => one.b == R::R0 || one.c == R::R0,
        Op::Andi => one.imm == 0,
        _ => false,
    }
}

/// The operand that an instruction only copies somewhere else.
fn copied_operand(one: Decoded) -> Option<usize> {
    match one.op {
        Op::Add | Op::Addu | Op::Or | Op::Sub | Op::Subu if one.c == R::R0 => Some(1),
        Op::Add | Op::Addu | Op::Or if one.b == R::R0 => Some(2),
        Op::Addi | Op::Addiu | Op::Ori | Op::Xori if one.imm == 0 => Some(1),
        Op::Movn | Op::Movz | Op::MovS | Op::MovD | Op::Mfc1 => Some(1),
        Op::Mtc1 => Some(0),
        op if matches!(reads(op).memory, MemoryUse::Store(_)) => Some(0),
        _ => None,
    }
}

/// What is known about a sum: a number added to an address is an address of the same object.
#[inline(always)]
fn sum(one: Entry, other: Entry) -> Entry {
    if other == 0 {
        one
    } else if one == 0 {
        other
    } else {
        0
    }
}

impl Observer for State {
    const ACTIVE: bool = true;

    #[inline(always)]
    fn fetch(&mut self, pc: u32, word: CodeWord) {
        self.count += 1;
        self.pc = pc;
        let CodeWord::Instruction(one) = word else { return };
        let reads = reads(one.op);
        let (a, b, c) = (one.a as usize, one.b as usize, one.c as usize);
        let mut doubt = 0;
        for (idx, reg) in [a, b, c].into_iter().enumerate() {
            if reads.cpu[idx] {
                doubt |= self.entries[reg];
            }
            if reads.float[idx] {
                doubt |= self.floats[reg];
            }
        }
        if doubt & DOUBT != 0 {
            self.doubtful(one);
            return self.follow(one);
        }
        self.pending = match reads.carry {
            Carry::Nothing if matches!(reads.memory, MemoryUse::Store(_)) && reads.cpu[0] => {
                self.entries[a]
            }
            Carry::Nothing => 0,
            Carry::Constant => self.objects.made_at(pc) << NUMBER,
            Carry::Second => self.entries[b],
            Carry::Sum => sum(self.entries[b], self.entries[c]),
            Carry::Difference if self.entries[c] == 0 => self.entries[b],
            Carry::Difference => 0,
        };
        if reads.has_base() {
            self.base = self.entries[c];
        }
        self.follow(one);
    }

    #[inline(always)]
    fn write(&mut self, register: Register, value: u32) {
        match register {
            Register::Cpu(reg) => {
                self.values[reg.index()] = value;
                self.entries[reg.index()] = self.pending;
                self.writers[reg.index()] = self.pc;
                if reg == Reg::SP {
                    self.low = self.low.min(value);
                }
            }
            Register::Float(reg) => self.floats[reg.index()] = self.pending,
            Register::Hi | Register::Lo | Register::Flags | Register::Cp0(_) => {}
        }
    }

    #[inline(always)]
    fn load(&mut self, address: u32, bytes: u32, _value: u32) {
        self.loaded(address, bytes);
    }

    #[inline(always)]
    fn store(&mut self, address: u32, bytes: u32, _value: u32) {
        if self.objects.is_behind(self.base >> NUMBER, address) {
            return self.store_behind(address, bytes);
        }
        self.shadow.set(address, bytes, self.pending);
    }

    fn store_bytes(&mut self, address: u32, bytes: &[u8]) {
        self.pending = 0;
        for idx in 0..bytes.len() as u32 {
            self.store(address.wrapping_add(idx), 1, 0);
        }
    }

    #[inline(always)]
    fn has_seen_enough(&self) -> bool {
        false
    }
}
