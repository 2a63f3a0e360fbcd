//! What is known about every register and word while a program runs.

use std::collections::BTreeMap;

use jetan_isa::{FReg, MemoryUse, Op, Reg, Service};
use jetan_machine::code::{CodeWord, Decoded};
use jetan_machine::observer::Register;
use jetan_machine::registers::R;
use jetan_machine::{Machine, Observer};

use super::analysis::Text;
use super::frames::{Frame, Frames, Mark};
use super::objects::Objects;
use super::reads::{Carry, reads};
use super::shadow::{self, DOUBT, Entry, NUMBER, Shadow, WRITTEN_DOWN};
use super::{Check, Checks, Finding};
use crate::names::Names;

/// The most bytes of a frame that become stale at once.
const STALE_BYTES_MAX: u32 = 1 << 14;
/// The most reasons that are written down.
const REASONS_MAX: usize = 1 << 20;
/// The registers that callers can lose to a call, as bits: `$a0`-`$a3`, `$t0`-`$t9`, `$s0`-`$s7`,
/// `$gp`, `$fp`.
const CHANGEABLE: u32 = 0x53ff_fff0;

/// Below this there are no addresses of data in any memory configuration that has text in front.
const SMALL: u32 = 0x1000;

/// Why a value may not be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reason {
    /// A call has changed the register.
    Changed(Change),
    /// It was loaded behind the end of an object, by this instruction.
    LoadedBehind { object: u32, load: u32, address: u32 },
    /// This instruction stored it behind the end of an object.
    StoredBehind { object: u32, store: u32, address: u32 },
}

/// How a call has changed a register.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
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
    /// The instruction at hand, and what is known about its result.
    mark: Mark,
    /// What is known about the base of its address.
    base: Entry,
    /// Where the memory ends that `sbrk` has given.
    pub(super) heap_end: u32,
    /// The lowest `$sp` since the last return.
    low: u32,
    /// Words for all values of a byte, so that no index needs a check.
    values: [u32; 256],
    marks: [Mark; 256],
    floats: [Entry; 256],
    changes: [Change; 32],
    shadow: Shadow,
    pub(super) objects: Objects,
    pub(super) text: Text,
    pub(super) names: Names,
    pub(super) checks: Checks,
    pub(super) frames: Frames,
    /// By how much the procedure at hand has left `$sp` wrong.
    moved_by: u32,
    follows_calls: bool,
    reasons: Vec<Reason>,
    numbers: BTreeMap<Reason, u32>,
    /// Which changes of registers are mistakes, as far as that was asked.
    pub(super) judged: BTreeMap<Change, bool>,
    pub(super) findings: Vec<Finding>,
}

impl State {
    pub(super) fn new(machine: &Machine, names: Names, checks: Checks) -> State {
        let sp = machine.registers.get(Reg::SP);
        let mut marks = [0; 256];
        let mut floats = [0; 256];
        if checks.has(Check::Uninitialised) {
            marks[1..32].fill(Mark::from(shadow::REGISTER));
            marks[Reg::SP.index()] = 0;
            marks[Reg::GP.index()] = 0;
            let has_arguments = machine.registers.get(Reg::A0) != 0;
            let argument = if has_arguments { 0 } else { shadow::ARGUMENT };
            marks[4..6].fill(Mark::from(argument));
            floats[..32].fill(shadow::REGISTER);
        }
        State {
            count: machine.count,
            mark: 0,
            base: 0,
            heap_end: machine.map().heap_base,
            low: sp,
            values: [0; 256],
            marks,
            floats,
            changes: [Change::default(); 32],
            shadow: Shadow::new(machine.map(), sp),
            objects: Objects::new(&names),
            text: Text::new(&names.program),
            names,
            checks,
            frames: Frames::default(),
            moved_by: 0,
            follows_calls: !machine.settings().delayed_branching,
            reasons: Vec::new(),
            numbers: BTreeMap::new(),
            judged: BTreeMap::new(),
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

    /// The address of the instruction at hand.
    pub(super) fn pc(&self) -> u32 {
        (self.mark >> 32) as u32
    }

    /// What is known about the result of the instruction at hand.
    #[inline(always)]
    fn pending(&self) -> Entry {
        self.mark as Entry
    }

    #[inline(always)]
    fn set_pending(&mut self, entry: Entry) {
        self.mark = self.mark >> 32 << 32 | Mark::from(entry);
    }

    /// What is known about a register.
    #[inline(always)]
    fn entry(&self, reg: R) -> Entry {
        self.marks[reg as usize] as Entry
    }

    /// The instruction that last wrote a register; 0 if none has.
    fn writer(&self, reg: usize) -> u32 {
        (self.marks[reg] >> 32) as u32
    }

    /// Replaces what is known about a register, but not who wrote it.
    fn set_entry(&mut self, reg: usize, entry: Entry) {
        self.marks[reg] = self.marks[reg] >> 32 << 32 | Mark::from(entry);
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
        let entry = self.entry(reg);
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
        self.set_pending(0);
        self.base = 0;
        let reads = reads(one.op);
        let registers = [one.a, one.b, one.c];
        if is_independent(one) {
            return;
        }
        let copied = copied_operand(one).filter(|&idx| self.may_copy(one, registers[idx]));
        for (idx, reg) in registers.into_iter().enumerate() {
            if reads.cpu[idx] && Some(idx) != copied {
                self.use_register(reg);
            }
            if reads.float[idx] && Some(idx) != copied {
                self.use_float(reg);
            }
        }
        if let Some(idx) = copied {
            let is_float = reads.float[idx];
            let entry = self.floats[registers[idx] as usize];
            let entry = if is_float { entry } else { self.lasting(registers[idx]) };
            self.set_pending(entry);
        }
        if reads.has_base() {
            self.base = self.entry(one.c);
        }
    }

    /// A register that a call has changed is only copied where it is put away.
    fn may_copy(&self, one: Decoded, reg: R) -> bool {
        let number = self.entry(reg) >> NUMBER;
        let is_change = number == shadow::CHANGED >> NUMBER
            || matches!(self.reason(number), Some(Reason::Changed(_)));
        !is_change || matches!(one.c, R::R29 | R::R30) && reads(one.op).has_base()
    }

    fn reason(&self, number: u32) -> Option<Reason> {
        self.reasons.get(number.checked_sub(WRITTEN_DOWN)? as usize).copied()
    }

    /// The program makes something of a register; it is reported once.
    fn use_register(&mut self, reg: R) {
        let entry = self.entry(reg);
        let Some(name) = reg.reg().filter(|_| entry & DOUBT != 0) else { return };
        self.set_entry(reg as usize, 0);
        let word = entry | DOUBT;
        match word {
            shadow::ARGUMENT => {}
            shadow::REGISTER => self.report_register(name.name()),
            shadow::CHANGED => self.report_change(self.changes[name.index()]),
            _ => self.report_reason(name.name(), word, self.writer(name.index())),
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
            word => self.report_reason(name, word, self.pc()),
        }
    }

    /// A service uses its number and its arguments.
    #[inline(never)]
    fn serve(&mut self) {
        if self.entry(R::R2) & DOUBT != 0 {
            self.use_register(R::R2);
        }
        let Some(service) = Service::from_number(self.value(Reg::V0)) else { return };
        let arguments = service.row().arguments;
        for (name, reg) in [("$a0", R::R4), ("$a1", R::R5), ("$a2", R::R6), ("$a3", R::R7)] {
            if self.entry(reg) & DOUBT != 0 && arguments.contains(name) {
                if self.entry(reg) == shadow::ARGUMENT {
                    self.set_entry(reg as usize, shadow::REGISTER);
                }
                self.use_register(reg);
            }
        }
        if arguments.contains("$f12") {
            self.use_float(R::R12);
        }
        let printed = self.entry(R::R4) >> NUMBER;
        if service == Service::PrintInt && printed != 0 {
            self.report_printed_address(printed);
        }
        self.base = match service {
            Service::ReadString => self.entry(R::R4),
            Service::Read => self.entry(R::R5),
            _ => 0,
        };
        if service == Service::Sbrk {
            let entry = self.give(self.heap_end, self.value(Reg::A0));
            self.set_pending(entry);
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
        let call = self.pc();
        let frame = self.frames.push();
        frame.returns_to = call.wrapping_add(4);
        frame.call = call;
        frame.target = target;
        frame.values.copy_from_slice(&self.values[..32]);
        frame.marks.copy_from_slice(&self.marks[..32]);
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
        let writer = self.writer(Reg::RA.index());
        let is_lost = reg == R::R31
            && writer.wrapping_add(4) == target
            && self.text.get(writer).is_some_and(crate::watcher::is_call);
        if is_lost {
            self.report_lost_return(writer);
            return;
        }
        self.frames.unwind_to(target);
    }

    fn return_from_top(&mut self) {
        // Taken out for as long as it is compared, since a copy would cost more than that.
        let mut frames = std::mem::take(&mut self.frames);
        if let Some(frame) = frames.last() {
            self.compare_with(frame, frames.len() as u32 - 1);
        }
        frames.pop();
        frames.move_stack(std::mem::take(&mut self.moved_by));
        self.frames = frames;
    }

    /// Compares the registers with those at the call of a procedure that returns; `depth` is how
    /// many calls are left then.
    fn compare_with(&mut self, frame: &Frame, depth: u32) {
        let sp = self.value(Reg::SP);
        if frame.values[Reg::SP.index()] != sp {
            self.unbalanced(frame);
        }
        // In pairs, because most have not changed.
        for idx in 2..16 {
            let idx = 2 * idx;
            let pair = |values: &[u32]| u64::from(values[idx]) | u64::from(values[idx + 1]) << 32;
            if pair(&self.values) != pair(&frame.values) {
                self.changed(frame, idx, depth);
                self.changed(frame, idx + 1, depth);
            }
        }
        for idx in 16..24 {
            if self.marks[idx] != frame.marks[idx] {
                self.overwritten(frame, idx, depth);
            }
        }
        if self.low < sp && self.checks.has(Check::Stack) {
            let from = self.low.max(sp.saturating_sub(STALE_BYTES_MAX));
            self.shadow.fill(from, sp & !3, shadow::STALE);
        }
        self.low = sp;
    }

    /// Notes that a call has changed a register, if it has and a caller can lose it.
    fn changed(&mut self, frame: &Frame, idx: usize, depth: u32) {
        if CHANGEABLE >> idx & 1 == 1 && self.values[idx] != frame.values[idx] {
            self.lose(frame, idx, depth);
        }
    }

    fn lose(&mut self, frame: &Frame, idx: usize, depth: u32) {
        let entry = self.marks[idx] as Entry;
        if entry & DOUBT != 0 && entry | DOUBT != shadow::CHANGED {
            return;
        }
        self.set_entry(idx, shadow::CHANGED);
        self.changes[idx] = Change {
            reg: idx as u8,
            call: frame.call,
            target: frame.target,
            before: (frame.marks[idx] >> 32) as u32,
            after: self.writer(idx),
            depth,
        };
    }

    /// A saved register that was written in a call may hold what it held before only by chance:
    /// the last instruction that wrote it has not put back what was put away.
    fn overwritten(&mut self, frame: &Frame, idx: usize, depth: u32) {
        let writer = self.writer(idx);
        if u64::from(writer) == frame.marks[idx] >> 32 {
            return;
        }
        let is_copy = self.text.get(writer).is_none_or(|one| {
            copied_operand(one).is_some() || matches!(reads(one.op).memory, MemoryUse::Load(_))
        });
        if !is_copy {
            self.lose(frame, idx, depth);
        }
    }

    /// A procedure has not restored `$sp`. Its callers, whose own are then wrong by as much, are
    /// not to blame.
    #[cold]
    fn unbalanced(&mut self, frame: &Frame) {
        self.report_imbalance(frame);
        self.moved_by = self.value(Reg::SP).wrapping_sub(frame.values[Reg::SP.index()]);
    }

    /// A load behind the end of the object that its address was made of.
    #[cold]
    fn load_behind(&mut self, address: u32) {
        let object = self.base >> NUMBER;
        if !self.is_meant(address) {
            let entry = self.note(Reason::LoadedBehind { object, load: self.pc(), address });
            self.set_pending(entry);
        }
    }

    /// A store behind the end of the object that its address was made of: reported at once if
    /// nothing is there, else when its owner uses it.
    #[cold]
    fn store_behind(&mut self, address: u32, bytes: u32) {
        let object = self.base >> NUMBER;
        if self.is_meant(address) {
            return self.shadow.set(address, bytes, self.pending());
        }
        let (store, owner) = (self.pc(), self.objects.at(address));
        if owner == 0 {
            self.report_store_behind(object, store, address, None);
            return self.shadow.set(address, bytes, self.pending());
        }
        let entry = self.note(Reason::StoredBehind { object, store, address });
        self.shadow.set(address, bytes, entry);
    }

    /// Whether the procedure at hand compares the base with another address that lies beyond: it
    /// then walks over several objects on purpose.
    fn is_meant(&self, address: u32) -> bool {
        let Some(base) = self.text.get(self.pc()).map(|one| one.c) else { return true };
        let bounds = self.text.compared_with(self.pc(), base);
        !self.checks.has(Check::Bounds)
            || bounds.into_iter().any(|bound| {
                let (entry, value) = (self.entry(bound), self.values[bound as usize]);
                entry & DOUBT == 0 && entry != 0 && value > address
            })
    }

    /// What a load has found.
    #[inline(always)]
    fn loaded(&mut self, address: u32, bytes: u32) {
        let number = self.base >> NUMBER;
        let entry = shadow::part(self.shadow.get(address), address, bytes);
        if entry != 0 {
            self.set_pending(entry);
            if entry & DOUBT != 0 && self.is_own(number) {
                return self.set_pending(0);
            }
        }
        if number != 0 && self.objects.is_behind(number, address) {
            self.load_behind(address);
        }
    }

    /// Follows calls, returns, services and comparisons.
    #[inline(always)]
    fn follow(&mut self, one: Decoded) {
        match one.op {
            Op::Jal => {
                let target = one.imm.cast_unsigned() << 2 | self.pc().wrapping_add(4) & 0xf000_0000;
                self.call(target);
            }
            Op::JalrRa => self.call(self.values[one.a as usize]),
            Op::Jalr => self.call(self.values[one.b as usize]),
            Op::Bgezal | Op::Bltzal => self.branch_and_call(one),
            Op::Jr => self.jump(one.a),
            Op::Syscall => self.serve(),
            Op::Addi | Op::Addiu if one.a == R::R29 => {
                let sp = self.values[one.b as usize].wrapping_add(one.imm.cast_unsigned());
                self.low = self.low.min(sp);
            }
            Op::Slt if (self.entry(one.b) | self.entry(one.c)) != 0 => {
                self.compare(one);
            }
            _ => {}
        }
    }

    fn branch_and_call(&mut self, one: Decoded) {
        let is_negative = self.values[one.a as usize].cast_signed() < 0;
        if is_negative == (one.op == Op::Bltzal) {
            self.call(self.pc().wrapping_add(4).wrapping_add(one.imm.cast_unsigned() << 2));
        }
    }

    /// Two values are compared by size, one of which at least is an address.
    #[cold]
    fn compare(&mut self, one: Decoded) {
        for (address, other) in [(one.b, one.c), (one.c, one.b)] {
            let number = self.entry(address) >> NUMBER;
            let is_number = self.values[other as usize] < SMALL && self.entry(other) == 0;
            if number != 0 && is_number {
                self.report_compared_address(number, self.writer(address as usize));
            }
        }
    }

    /// Whether what was found was stored behind the end of an object by way of the same object.
    #[cold]
    fn is_own(&self, number: u32) -> bool {
        let reason = self.reason(self.pending() >> NUMBER);
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
        let mark = Mark::from(pc) << 32;
        let CodeWord::Instruction(one) = word else { return };
        let reads = reads(one.op);
        let mut doubt = 0;
        for (idx, reg) in [one.a, one.b, one.c].into_iter().enumerate() {
            if reads.cpu[idx] {
                doubt |= self.entry(reg);
            }
            if reads.float[idx] {
                doubt |= self.floats[reg as usize];
            }
        }
        if doubt & DOUBT != 0 {
            self.mark = mark;
            self.doubtful(one);
            return self.follow(one);
        }
        let pending = match reads.carry {
            Carry::Nothing if matches!(reads.memory, MemoryUse::Store(_)) && reads.cpu[0] => {
                self.entry(one.a)
            }
            Carry::Constant => self.objects.made_at(pc) << NUMBER,
            Carry::Second => self.entry(one.b),
            Carry::Sum => sum(self.entry(one.b), self.entry(one.c)),
            Carry::Difference if self.entry(one.c) == 0 => self.entry(one.b),
            Carry::Nothing | Carry::Difference => 0,
        };
        self.mark = mark | Mark::from(pending);
        if reads.has_base() {
            self.base = self.entry(one.c);
        }
        self.follow(one);
    }

    #[inline(always)]
    fn write(&mut self, register: Register, value: u32) {
        match register {
            Register::Cpu(reg) => {
                self.values[reg.index()] = value;
                self.marks[reg.index()] = self.mark;
            }
            Register::Float(reg) => self.floats[reg.index()] = self.pending(),
            Register::Hi | Register::Lo | Register::Flags | Register::Cp0(_) => {}
        }
    }

    #[inline(always)]
    fn load(&mut self, address: u32, bytes: u32, _value: u32) {
        self.loaded(address, bytes);
    }

    #[inline(always)]
    fn store(&mut self, address: u32, bytes: u32, _value: u32) {
        let number = self.base >> NUMBER;
        if number != 0 && self.objects.is_behind(number, address) {
            return self.store_behind(address, bytes);
        }
        self.shadow.set(address, bytes, self.pending());
    }

    fn store_bytes(&mut self, address: u32, bytes: &[u8]) {
        self.set_pending(0);
        for idx in 0..bytes.len() as u32 {
            self.store(address.wrapping_add(idx), 1, 0);
        }
    }

    #[inline(always)]
    fn has_seen_enough(&self) -> bool {
        false
    }
}
