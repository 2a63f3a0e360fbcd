//! The shadow state of every register and word while a program runs.

use std::collections::BTreeMap;

use jetan_isa::{FReg, MemoryUse, Op, Reg, SegmentKind, Service};
use jetan_machine::Machine;
use jetan_machine::code::DecodedInstruction;
use jetan_machine::observer::InstructionLocation;
use jetan_machine::registers::R;

use super::analysis::CodeText;
use super::blocks::BlockTable;
use super::frames::ShadowStack;
use super::liveness::Liveness;
use super::objects::{ObjectTable, text_stores};
use super::reads::{OperandTarget, computes_singles, copied_operand, is_independent, reads};
use super::shadow::{self, DOUBT, NUMBER, ShadowEntry, ShadowMemory, WRITTEN_DOWN};
use super::slips::CodeSlip;
use super::unused::UnusedResult;
use super::values::{BytesOfWords, PRODUCTS_MAX};
use super::{Check, CheckSet, Finding};
use jetan_symbols::DebugSymbols;

/// The most reasons that are written down.
// With the numbers below `WRITTEN_DOWN` this fits the 28 bits of an entry.
const REASONS_MAX: usize = 1 << 20;

/// The index of an instruction that there is not.
const NO_WRITER: u32 = u32::MAX;

/// `$a0` to `$a3`, as bits.
const ARGUMENTS: u32 = 0xf0;

/// Why a value may not be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum DoubtReason {
    /// A call has changed the register.
    Changed(RegisterChange),
    /// It was loaded past the end of an object, by this instruction.
    LoadedBehind { object: u32, load: u32, address: u32 },
    /// Nobody had set the register that this instruction stored.
    Unset { reg: u8, store: u32 },
    /// This instruction saved a register there, beyond its own frame, so many calls deep.
    SavedOutside { store: u32, depth: u32 },
    /// This instruction stored it outside of an object.
    StoredBehind { object: u32, store: u32, address: u32 },
    /// The low half of a product of these numbers, which does not fit.
    LostProduct { made: u32, one: i32, other: i32 },
    /// A negative number that this instruction took for a large one.
    LostSign { made: u32, value: i32 },
    /// The newline that this instruction has read into a buffer at `start`.
    Newline { read: u32, start: u32 },
    /// The newline that an instruction has read, less the code of '0'.
    NewlineDigit { read: u32, made: u32 },
}

/// The change of a register by a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RegisterChange {
    pub(super) reg: u8,
    pub(super) call: u32,
    pub(super) target: u32,
    /// The instructions that wrote the register: the last before the call, and the last of all.
    pub(super) before: u32,
    pub(super) after: u32,
    /// The number of calls that had not returned when this one had.
    pub(super) depth: u32,
}

/// The observer of a [`Checker`](super::Checker).
pub(super) struct CheckerState {
    /// The number of executed instructions, the one at hand included.
    pub(super) count: u64,
    /// The address of the instruction at hand.
    pub(super) pc: u32,
    /// The shadow of its result.
    pub(super) pending: ShadowEntry,
    /// The shadow of the base of its address.
    pub(super) base: ShadowEntry,
    /// The end of the memory that `sbrk` has given.
    pub(super) heap_end: u32,
    /// The lowest `$sp` since the last return.
    pub(super) low: u32,
    /// The registers: their values, unless a burst is on; their shadows; the index of the last
    /// instruction that wrote them, or [`NO_WRITER`]. A word for each value of a byte, so that no
    /// index needs a check.
    pub(super) values: [u32; 256],
    pub(super) entries: [ShadowEntry; 256],
    pub(super) writers: [u32; 256],
    pub(super) floats: [ShadowEntry; 256],
    pub(super) changes: [RegisterChange; 32],
    /// In a burst, at least the registers of which something doubtful is known, as bits:
    /// floating-point registers from 32 on.
    pub(super) doubts: u64,
    /// The CPU registers that were written since the innermost call, as bits.
    pub(super) written: u32,
    /// The base address of the machine's text.
    text_base: u32,
    pub(super) stretches: BlockTable,
    pub(super) liveness: Liveness,
    /// The instructions that save registers beyond their procedure's frame, in order.
    pub(super) outside: Vec<u32>,
    pub(super) shadow: ShadowMemory,
    pub(super) objects: ObjectTable,
    pub(super) text: CodeText,
    pub(super) names: DebugSymbols,
    pub(super) checks: CheckSet,
    pub(super) frames: ShadowStack,
    /// By how much the procedure at hand has left `$sp` wrong.
    pub(super) moved_by: u32,
    pub(super) follows_calls: bool,
    /// Whether there are doubles in the program, so that floats may be taken for them.
    pub(super) may_mix: bool,
    /// The shadow of HI and LO.
    pub(super) product: ShadowEntry,
    /// The products that are looked at, by the index of their instruction.
    pub(super) products: Vec<bool>,
    /// The number of lost products that may still be recorded.
    pub(super) products_left: u32,
    /// Branches and comparisons that are suspicious by what writes their registers, in order.
    pub(super) suspects: Vec<u32>,
    /// The results that nothing uses.
    pub(super) unused: Vec<UnusedResult>,
    /// The instructions that are slips if their values confirm it.
    pub(super) slips: Vec<CodeSlip>,
    /// Whether a service has given a result in `$v0`.
    pub(super) has_result: bool,
    /// The instructions that load bytes of words, with what they have loaded.
    pub(super) bytes: BTreeMap<u32, BytesOfWords>,
    reasons: Vec<DoubtReason>,
    numbers: BTreeMap<DoubtReason, u32>,
    /// Whether each change of a register is a mistake, as far as that was asked.
    pub(super) judged: BTreeMap<RegisterChange, bool>,
    pub(super) findings: Vec<Finding>,
}

impl CheckerState {
    pub(super) fn new(machine: &Machine, names: DebugSymbols, checks: CheckSet) -> CheckerState {
        let sp = machine.registers.get(Reg::SP);
        let (entries, floats) = initial_entries(machine, checks);
        let text = CodeText::new(&names.program);
        let reads_double = |one: &DecodedInstruction| {
            let number = Service::from_number(one.imm.cast_unsigned());
            one.a == R::R2 && one.b == R::R0 && number == Some(Service::ReadDouble)
        };
        let may_mix = text.code().iter().any(|one| reads(one.op).doubles != 0 || reads_double(one));
        let text_base = machine.text().base();
        let objects = ObjectTable::new(&names, text_base);
        let products = text.products(text_base);
        let suspects = text.suspects(|pc| objects.made_at((pc - text_base) as usize / 4) != 0);
        let statement = |pc| names.program.code_at(pc).map(|code| code.statement);
        let mut unused = text.unused(|pc, other| statement(pc) == statement(other));
        unused.extend(text.undone());
        let slips = text.slips(&names);
        let slipped = unused.iter().map(|one| one.pc).chain(slips.iter().map(|one| one.pc));
        let more = text.unsigned().into_iter().chain(text_stores(&names)).chain(slipped);
        let mut suspects: Vec<u32> = suspects.into_iter().chain(more).collect();
        suspects.sort_unstable();
        CheckerState {
            count: machine.count,
            pc: 0,
            pending: 0,
            base: 0,
            heap_end: machine.map().heap_base,
            low: sp,
            values: [0; 256],
            entries,
            writers: [NO_WRITER; 256],
            floats,
            changes: [RegisterChange::default(); 32],
            doubts: 0,
            written: 0,
            text_base,
            stretches: BlockTable::new(&text, text_base, &suspects),
            suspects,
            unused,
            slips,
            has_result: false,
            liveness: Liveness::new(&text),
            outside: text.saves_outside(),
            shadow: ShadowMemory::new(machine.map(), sp),
            objects,
            text,
            names,
            checks,
            frames: ShadowStack::default(),
            moved_by: 0,
            may_mix,
            product: if checks.has(Check::Uninitialised) { shadow::PRODUCT } else { 0 },
            products,
            products_left: PRODUCTS_MAX,
            bytes: BTreeMap::new(),
            // A delay slot runs between a jump and its target, which frames do not know about.
            follows_calls: !machine.settings().delayed_branching,
            reasons: Vec::new(),
            numbers: BTreeMap::new(),
            judged: BTreeMap::new(),
            findings: Vec::new(),
        }
    }

    /// Takes over what a machine has got to without notifying it.
    pub(super) fn settle(&mut self, machine: &Machine) {
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

    /// The shadow of a register.
    #[inline(always)]
    pub(super) fn entry(&self, reg: R) -> ShadowEntry {
        self.entries[reg as usize]
    }

    /// The number of words of the machine's text before an address.
    #[inline(always)]
    pub(super) fn index(&self, pc: u32) -> u32 {
        pc.wrapping_sub(self.text_base) / 4
    }

    /// The instruction with an index; 0 if there is none.
    pub(super) fn address(&self, index: u32) -> u32 {
        if index == NO_WRITER {
            0
        } else {
            InstructionLocation { base: self.text_base, index: index as usize }.pc()
        }
    }

    /// The instruction that wrote a register last; 0 if none has.
    pub(super) fn writer(&self, reg: R) -> u32 {
        self.address(self.writers[reg as usize])
    }

    /// Writes a reason down; 0 if there are too many.
    pub(super) fn note(&mut self, reason: DoubtReason) -> ShadowEntry {
        // A loop gives the same reason again and again; it takes one number.
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

    /// The shadow of an operand of the instruction at hand, in a form that outlives the
    /// register it is in.
    pub(super) fn lasting(&mut self, reg: R) -> ShadowEntry {
        let entry = self.entry(reg);
        if entry & !DOUBT == shadow::CHANGED & !DOUBT {
            return self.note(DoubtReason::Changed(self.changes[reg as usize & 31]));
        }
        entry
    }

    /// The shadow of a register that an instruction stores. In the stack registers are put
    /// away, whatever is in them; elsewhere the line is remembered that should have had a value.
    pub(super) fn stored(&mut self, store: u32, one: DecodedInstruction) -> ShadowEntry {
        let is_put_away = matches!(one.c, R::R29 | R::R30);
        match one.a.reg() {
            Some(reg) if self.entry(one.a) == shadow::REGISTER && !is_put_away => {
                self.note(DoubtReason::Unset { reg: reg.number(), store })
            }
            _ => self.lasting(one.a),
        }
    }

    /// An instruction reads something doubtful: a copy carries the doubt on, anything else is a
    /// use.
    #[cold]
    #[inline(never)]
    pub(super) fn doubtful(&mut self, one: DecodedInstruction) {
        self.pending = 0;
        self.base = 0;
        let reads = reads(one.op);
        let registers = [one.a, one.b, one.c];
        if is_independent(one) {
            return;
        }
        // A copy is not a use: procedures save registers that nobody has set.
        let copied = copied_operand(one).filter(|&idx| self.may_copy(one, registers[idx]));
        for (idx, reg) in registers.into_iter().enumerate() {
            if reads.cpu[idx] && Some(idx) != copied && !self.use_mildly(one, reg) {
                self.use_register(reg);
            }
            if reads.float[idx] && Some(idx) != copied {
                if reads.doubles >> idx & 1 == 1 {
                    self.use_double(reg);
                } else {
                    self.use_float(reg);
                }
            }
        }
        if let Some(idx) = copied {
            let is_float = reads.float[idx];
            let entry = self.floats[registers[idx] as usize];
            let is_stored = matches!(reads.memory, MemoryUse::Store(_));
            self.pending = if is_float {
                if entry & DOUBT == 0 { 0 } else { entry }
            } else if is_stored {
                self.stored(self.pc, one)
            } else {
                self.lasting(registers[idx])
            };
        }
        if reads.has_base() {
            self.base = self.entry(one.c);
        }
    }

    /// A register that a call has changed is only copied where it is put away.
    pub(super) fn may_copy(&self, one: DecodedInstruction, reg: R) -> bool {
        let number = self.entry(reg) >> NUMBER;
        let is_change = number == shadow::CHANGED >> NUMBER
            || matches!(self.reason(number), Some(DoubtReason::Changed(_)));
        !is_change || matches!(one.c, R::R29 | R::R30) && reads(one.op).has_base()
    }

    pub(super) fn reason(&self, number: u32) -> Option<DoubtReason> {
        self.reasons.get(number.checked_sub(WRITTEN_DOWN)? as usize).copied()
    }

    /// The program makes something of a register; it is reported once.
    fn use_register(&mut self, reg: R) {
        let entry = self.entry(reg);
        let Some(name) = reg.reg().filter(|_| entry & DOUBT != 0) else { return };
        // Cleared, so that a missing value is reported at its first use and not again.
        self.entries[reg as usize] = 0;
        let word = entry | DOUBT;
        match word {
            // Whoever has read something, and takes `$a0` without having set it, means the result.
            shadow::ARGUMENT if !self.is_argument_missing() && !self.has_result => {}
            shadow::ARGUMENT | shadow::REGISTER => {
                self.report_register(name.name(), self.writer(reg));
            }
            shadow::CHANGED => self.report_change(self.changes[name.index()]),
            // The number of a service may be made of that of the last one.
            shadow::SERVICE if self.text.get(self.pc).is_some_and(writes_v0) => {}
            _ => self.report_reason(name.name(), word, self.writer(reg)),
        }
    }

    /// Whether the procedure at hand was given other arguments than the one it lacks. What nobody
    /// was given may be the arguments of the program, of which there are none.
    fn is_argument_missing(&self) -> bool {
        self.frames.len() > 0 && self.frames.written() & ARGUMENTS != 0
    }

    /// Reports the use of a register that has been written, at `from`, with something doubtful.
    fn report_reason(&mut self, name: &str, word: ShadowEntry, from: u32) {
        match (word, self.reason(word >> NUMBER)) {
            (shadow::STACK | shadow::HEAP | shadow::STALE, _) => {
                self.report_memory(name, from, word);
            }
            (shadow::PRODUCT, _) => self.report_product(name, from),
            (shadow::SERVICE, _) => self.report_service(name, from),
            (_, Some(DoubtReason::Changed(change))) => self.report_change(change),
            (_, Some(DoubtReason::SavedOutside { store, .. })) => {
                self.report_saved_outside(store, from);
            }
            (_, Some(DoubtReason::Unset { reg, store })) => {
                self.report_unset(name, reg, store, from);
            }
            (_, Some(DoubtReason::LoadedBehind { object, load, address })) => {
                self.report_load_behind(object, load, address);
            }
            (_, Some(DoubtReason::StoredBehind { object, store, address })) => {
                self.report_store_behind(object, store, address, Some(from));
            }
            (_, Some(DoubtReason::LostProduct { made, one, other })) => {
                self.report_lost_product(made, one, other);
            }
            (_, Some(DoubtReason::LostSign { made, value })) => {
                self.report_lost_sign(made, value);
            }
            (_, Some(DoubtReason::Newline { .. } | DoubtReason::NewlineDigit { .. }) | None) => {}
        }
    }

    /// The program makes something of a double; both halves missing are one finding.
    fn use_double(&mut self, reg: R) {
        let second = next_float(reg);
        if self.floats[reg as usize] & self.floats[second as usize] & DOUBT != 0 {
            self.floats[second as usize] = 0;
        }
        self.use_float(reg);
        self.use_float(second);
    }

    fn use_float(&mut self, reg: R) {
        let entry = self.floats[reg as usize];
        if entry & DOUBT == 0 {
            return;
        }
        self.floats[reg as usize] = 0;
        let name = FReg::at_index(reg as u8 & 31).name();
        match entry | DOUBT {
            shadow::REGISTER => self.report_register(name, 0),
            word => self.report_reason(name, word, self.pc),
        }
    }

    /// A service uses its number and its arguments.
    #[inline(never)]
    pub(super) fn serve(&mut self) {
        // Calling the same service again without loading its number again is right.
        if self.entry(R::R2) & DOUBT != 0 && self.entry(R::R2) != shadow::SERVICE {
            self.use_register(R::R2);
        }
        let Some(service) = Service::from_number(self.value(Reg::V0)) else { return };
        // Read from the text of the table, so that no second list can disagree with it.
        let arguments = service.row().arguments;
        for (name, reg) in [("$a0", R::R4), ("$a1", R::R5), ("$a2", R::R6), ("$a3", R::R7)] {
            if self.entry(reg) & DOUBT != 0 && arguments.contains(name) {
                // A service makes something of it, which is more than to look whether there are
                // arguments.
                if self.entry(reg) == shadow::ARGUMENT {
                    self.entries[reg as usize] = shadow::REGISTER;
                }
                self.use_register(reg);
            }
        }
        self.serve_float(service);
        let given = self.entry(R::R4) >> NUMBER;
        if is_number(service) && given != 0 {
            self.report_given_address(given, service);
        }
        if service == Service::PrintChar {
            self.check_printed_digit();
        }
        if service == Service::PrintString && self.objects.is_words(given) {
            self.report_printed_words(given);
        }
        let gives = service.row().results.contains("$v0");
        self.has_result |= gives;
        if self.checks.has(Check::Uninitialised) && !gives {
            self.entries[R::R2 as usize] = shadow::SERVICE;
        }
        self.base = match service {
            Service::ReadString => self.entry(R::R4),
            Service::Read => self.entry(R::R5),
            _ => 0,
        };
        // The service writes `$f0`, of a double `$f1` too.
        match service {
            Service::ReadFloat => self.pending = shadow::SINGLE,
            Service::ReadDouble => self.pending = shadow::DOUBLE,
            _ => {}
        }
        if service == Service::Sbrk {
            // The service has not run yet: its block will begin where the heap ends now.
            let entry = self.give(self.heap_end, self.value(Reg::A0));
            self.pending = entry;
        }
    }

    /// A service uses the number in `$f12`, of which `$f13` is a half if it is a double.
    fn serve_float(&mut self, service: Service) {
        if !service.row().arguments.contains("$f12") {
            return;
        }
        let is_double = service == Service::PrintDouble;
        if is_double {
            self.use_double(R::R12);
        } else {
            self.use_float(R::R12);
        }
        if self.is_misprinted(is_double) {
            self.report_mixed("$f12", is_double);
        }
    }

    /// Whether the number in `$f12` is of another kind than the one that is printed.
    pub(super) fn is_misprinted(&self, is_double: bool) -> bool {
        if is_double { self.is_mixed(R::R12) } else { self.floats[12] == shadow::DOUBLE }
    }

    /// Whether one half of what is read as a double is a float.
    #[inline(always)]
    pub(super) fn is_mixed(&self, reg: R) -> bool {
        let halves = (self.floats[reg as usize], self.floats[next_float(reg) as usize]);
        halves == (shadow::SINGLE, shadow::DOUBLE) || halves == (shadow::DOUBLE, shadow::SINGLE)
    }

    /// The register that an instruction reads as another kind of number than it holds.
    #[inline(always)]
    pub(super) fn mixed_operand(&self, one: DecodedInstruction) -> Option<R> {
        let reads = reads(one.op);
        let is_single = computes_singles(one.op);
        let registers = [one.a, one.b, one.c].into_iter().enumerate();
        let mut read = registers.filter(|&(idx, _)| reads.float[idx]);
        read.find_map(|(idx, reg)| {
            let is_wrong = if reads.doubles >> idx & 1 == 1 {
                !reads.has_base() && self.is_mixed(reg)
            } else {
                is_single && self.floats[reg as usize] == shadow::DOUBLE
            };
            is_wrong.then_some(reg)
        })
    }

    /// `sbrk` has given memory in which there is nothing yet.
    #[cold]
    fn give(&mut self, address: u32, bytes: u32) -> ShadowEntry {
        // MARS: `sbrk` rounds up to a multiple of 4.
        let bytes = bytes.checked_next_multiple_of(4).unwrap_or(0);
        let Some(end) = address.checked_add(bytes).filter(|&end| end > address) else { return 0 };
        self.heap_end = end;
        if self.checks.has(Check::Uninitialised) {
            self.shadow.fill(address, end, shadow::HEAP);
        }
        self.objects.add_block(address, end) << NUMBER
    }

    /// A load outside of the object that its address was made of.
    #[cold]
    fn load_behind(&mut self, address: u32) {
        let object = self.base >> NUMBER;
        if !self.is_meant(address, true) {
            let entry = self.note(DoubtReason::LoadedBehind { object, load: self.pc, address });
            self.pending = entry;
        }
    }

    /// A store outside of the object that its address was made of: reported at once if
    /// nothing is there, else when its owner uses it.
    #[cold]
    pub(super) fn store_behind(&mut self, address: u32, bytes: u32) {
        let object = self.base >> NUMBER;
        if self.is_meant(address, false) {
            return self.shadow.set(address, bytes, self.pending);
        }
        let (store, owner) = (self.pc, self.objects.at(address));
        // A service was given a larger size than there is.
        let is_service = self.text.get(store).is_some_and(|one| one.op == Op::Syscall);
        if owner == 0 || is_service {
            self.report_store_behind(object, store, address, None);
            return self.shadow.set(address, bytes, self.pending);
        }
        let entry = self.note(DoubtReason::StoredBehind { object, store, address });
        self.shadow.set(address, bytes, entry);
    }

    /// Whether the procedure at hand compares the base with another address that lies beyond: it
    /// then walks over several objects on purpose. A stack that a program makes itself is reached
    /// from its end, and what is before a label without one of its own may belong to it; what is
    /// loaded from before all data belongs to nothing.
    fn is_meant(&self, address: u32, is_load: bool) -> bool {
        let Some(base) = self.text.get(self.pc).map(|one| one.c) else { return true };
        let bounds = self.text.compared_with(self.pc, base);
        let start = self.objects.get(self.base >> NUMBER).start;
        let is_before = address < start;
        let is_unnamed =
            || self.objects.at(address) == 0 && !(is_load && self.is_before_data(address, start));
        !self.checks.has(Check::Bounds)
            || is_before && (matches!(base, R::R29 | R::R30) || is_unnamed())
            || bounds.into_iter().any(|bound| {
                let (entry, value) = (self.entry(bound), self.values[bound as usize]);
                let is_beyond = if is_before { value <= address } else { value > address };
                entry & DOUBT == 0 && entry != 0 && is_beyond
            })
    }

    /// Whether an address lies before everything that was declared together with what is at
    /// `start`.
    fn is_before_data(&self, address: u32, start: u32) -> bool {
        let segments = self.names.program.image.segments.iter();
        let own = segments.filter(|one| one.kind == SegmentKind::Data && one.address <= start);
        own.max_by_key(|one| one.address).is_some_and(|one| {
            let is_inside = ((start - one.address) as usize) < one.bytes.len();
            is_inside && address < one.address
        })
    }

    /// Takes the shadow of what a load has found.
    #[inline(always)]
    pub(super) fn loaded(&mut self, address: u32, bytes: u32) {
        let number = self.base >> NUMBER;
        let entry = shadow::part(self.shadow.get(address), address, bytes);
        if entry != 0 {
            self.pending = entry;
            if entry & DOUBT != 0 && self.is_own(entry, number) {
                self.pending = 0;
                return;
            }
        }
        if number != 0 && self.objects.is_outside(number, address) {
            self.load_behind(address);
        }
    }

    /// A procedure saves a register beyond its frame: over what its caller has put there, if
    /// anything.
    #[cold]
    pub(super) fn store_outside(&mut self, address: u32) {
        let is_callers = self.frames.last().is_some_and(|frame| address >= frame.sp);
        let entry = if is_callers && self.shadow.get(address) == 0 {
            let depth = self.frames.len() as u32;
            self.note(DoubtReason::SavedOutside { store: self.pc, depth })
        } else {
            self.pending
        };
        self.shadow.set(address, 4, entry);
    }

    /// Whether what was found was stored past the end of an object by way of the same object, or
    /// beyond its frame by the same procedure.
    #[cold]
    pub(super) fn is_own(&self, entry: ShadowEntry, number: u32) -> bool {
        let reason = self.reason(entry >> NUMBER);
        match reason {
            Some(DoubtReason::StoredBehind { object, .. }) => object == number,
            Some(DoubtReason::SavedOutside { depth, .. }) => depth as usize == self.frames.len(),
            _ => false,
        }
    }
}

/// The shadows of the registers before the first instruction.
fn initial_entries(
    machine: &Machine,
    checks: CheckSet,
) -> ([ShadowEntry; 256], [ShadowEntry; 256]) {
    let (mut entries, mut floats) = ([0; 256], [0; 256]);
    if checks.has(Check::Uninitialised) {
        entries[1..32].fill(shadow::REGISTER);
        // MARS: `$sp` and `$gp` have values from the start.
        entries[Reg::SP.index()] = 0;
        entries[Reg::GP.index()] = 0;
        // MARS: `$a0` is the number of program arguments, and `$a1` their address.
        let has_arguments = machine.registers.get(Reg::A0) != 0;
        let argument = if has_arguments { 0 } else { shadow::ARGUMENT };
        entries[4..6].fill(argument);
        floats[..32].fill(shadow::REGISTER);
    }
    (entries, floats)
}

/// The second half of a double.
fn next_float(reg: R) -> R {
    // `$f31` has no partner; wrapping around only keeps the index valid.
    R::source((reg as i32 + 1) & 31)
}

/// Whether a service takes a number in `$a0` which cannot be an address.
pub(super) fn is_number(service: Service) -> bool {
    matches!(service, Service::PrintInt | Service::PrintChar | Service::Exit2)
}

fn writes_v0(one: DecodedInstruction) -> bool {
    matches!(reads(one.op).writes[0], OperandTarget::Cpu) && one.a == R::R2
}
