//! Slow path: updates the shadow state instruction by instruction.

use jetan_isa::{FReg, MemoryUse, Op};
use jetan_machine::Observer;
use jetan_machine::code::{CodeWord, DecodedInstruction};
use jetan_machine::observer::WrittenRegister;
use jetan_machine::registers::R;

use super::reads::{CarryRule, computes_singles, reads};
use super::shadow::{DOUBT, NUMBER, ShadowEntry};
use super::state::CheckerState;

/// Below this there are no addresses of data in any memory configuration that has text in front.
const DATA_ADDRESS_MIN: u32 = 0x1000;

impl Observer for CheckerState {
    const ACTIVE: bool = true;

    #[inline(always)]
    fn fetch(&mut self, pc: u32, word: CodeWord) {
        self.count += 1;
        let CodeWord::Instruction(one) = word else { return };
        self.pc = pc;
        if !self.unused.is_empty() {
            self.report_unused();
        }
        if !self.slips.is_empty() {
            self.report_slip();
        }
        let reads = reads(one.op);
        let product = self.product;
        if reads.writes_product {
            self.product = 0;
        }
        let mut doubt = 0;
        for (idx, reg) in [one.a, one.b, one.c].into_iter().enumerate() {
            if reads.cpu[idx] {
                doubt |= self.entry(reg);
            }
            if reads.float[idx] {
                doubt |= self.floats[reg as usize];
                if reads.doubles >> idx & 1 == 1 {
                    doubt |= self.floats[(reg as usize + 1) & 31];
                }
            }
        }
        if doubt & DOUBT != 0 {
            self.doubtful(one);
            // Calls and services are followed whatever is doubtful about their operands.
            return self.follow(one);
        }
        self.pending = self.carried(self.index(pc) as usize, one);
        if product != 0 && reads.copies_product {
            self.pending = product;
        }
        if reads.has_base() {
            self.base = self.entry(one.c);
        }
        self.follow(one);
    }

    #[inline(always)]
    fn write(&mut self, register: WrittenRegister, value: u32) {
        match register {
            WrittenRegister::Cpu(reg) => {
                self.written |= 1 << reg.index();
                self.values[reg.index()] = value;
                self.entries[reg.index()] = self.pending;
                self.writers[reg.index()] = self.index(self.pc);
            }
            WrittenRegister::Float(reg) => self.floats[reg.index()] = self.pending,
            WrittenRegister::Hi
            | WrittenRegister::Lo
            | WrittenRegister::Flags
            | WrittenRegister::Cp0(_) => {}
        }
    }

    #[inline(always)]
    fn load(&mut self, address: u32, bytes: u32, _value: u32) {
        if bytes == 1 && self.objects.element_bytes(self.base >> NUMBER) != 0 {
            self.load_byte_of_words(address);
        }
        self.loaded(address, bytes);
    }

    #[inline(always)]
    fn store(&mut self, address: u32, bytes: u32, _value: u32) {
        let number = self.base >> NUMBER;
        if number != 0 && self.objects.is_outside(number, address) {
            return self.store_behind(address, bytes);
        }
        if bytes == 1 && self.objects.is_words(number) {
            self.store_byte_of_words(address);
        }
        if !self.outside.is_empty() && self.outside.binary_search(&self.pc).is_ok() {
            return self.store_outside(address);
        }
        self.shadow.set(address, bytes, self.pending);
    }

    fn load_bytes(&mut self, _address: u32, _bytes: u32) {}

    fn store_bytes(&mut self, address: u32, bytes: &[u8]) {
        // What a service stores is a value, whatever was doubtful about the instruction.
        self.pending = 0;
        // Byte by byte, because a buffer need not be aligned, and may end past its object.
        for idx in 0..bytes.len() as u32 {
            self.store(address.wrapping_add(idx), 1, 0);
        }
        self.keep_newline(address, bytes);
    }

    #[inline(always)]
    fn has_seen_enough(&self) -> bool {
        false
    }
}

impl CheckerState {
    /// The shadow of the result of an instruction that reads nothing doubtful, or of what
    /// it stores.
    #[inline(always)]
    pub(super) fn carried(&self, index: usize, one: DecodedInstruction) -> ShadowEntry {
        let reads = reads(one.op);
        match reads.carry {
            CarryRule::Nothing if matches!(reads.memory, MemoryUse::Store(_)) && reads.cpu[0] => {
                self.entry(one.a)
            }
            CarryRule::Constant => self.objects.made_at(index) << NUMBER,
            CarryRule::Second => self.entry(one.b),
            CarryRule::Sum => sum(self.entry(one.b), self.entry(one.c)),
            CarryRule::Difference if self.entry(one.c) == 0 => self.entry(one.b),
            // A copy of a float is what its source is, if both halves of a double are alike.
            CarryRule::Nothing if matches!(one.op, Op::MovS | Op::MovD) => {
                let source = one.b as usize & 31;
                let entry = self.floats[source];
                let is_whole = one.op == Op::MovS || entry == self.floats[(source + 1) & 31];
                if is_whole { entry } else { 0 }
            }
            // Only named memory is known not to be where registers are saved.
            CarryRule::Nothing if reads.has_base() && self.entry(one.c) >> NUMBER == 0 => 0,
            CarryRule::Nothing | CarryRule::Difference => reads.kind,
        }
    }

    /// Follows calls, returns, services and comparisons.
    #[inline(always)]
    fn follow(&mut self, one: DecodedInstruction) {
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
            Op::Addi | Op::Addiu if one.a == R::R29 => {
                let sp = self.values[one.b as usize].wrapping_add(one.imm.cast_unsigned());
                self.low = self.low.min(sp);
            }
            Op::Slt if (self.entry(one.b) | self.entry(one.c)) != 0 => {
                self.compare(one);
            }
            Op::Add | Op::Addu if self.is_sum_of_addresses(one) => self.report_added(one),
            Op::Beq | Op::Bne | Op::Sltu if self.suspects.binary_search(&self.pc).is_ok() => {
                self.compare_suspect(one);
            }
            Op::Sw if self.suspects.binary_search(&self.pc).is_ok() && !self.is_slip() => {
                self.store_over_text(one);
            }
            Op::Srl | Op::Divu if self.suspects.binary_search(&self.pc).is_ok() => {
                self.lose_sign(one);
                if one.op == Op::Divu {
                    self.compute(one);
                }
            }
            _ if multiplies(one.op) => self.compute(one),
            _ if reads_floats(one.op) => {
                if let Some(reg) = self.mixed_operand(one) {
                    let name = FReg::at_index(reg as u8 & 31).name();
                    self.report_mixed(name, !computes_singles(one.op));
                }
            }
            _ => {}
        }
    }

    fn branch_and_call(&mut self, one: DecodedInstruction) {
        let is_negative = self.values[one.a as usize].cast_signed() < 0;
        if is_negative == (one.op == Op::Bltzal) {
            self.call(self.pc.wrapping_add(4).wrapping_add(one.imm.cast_unsigned() << 2));
        }
    }

    /// Two values are compared by size, one of which at least is an address.
    #[cold]
    fn compare(&mut self, one: DecodedInstruction) {
        for (address, other) in [(one.b, one.c), (one.c, one.b)] {
            let value = self.values[other as usize];
            if let Some(number) = self.compared_address(address, other, value) {
                self.report_compared_address(number, self.writer(address));
            }
        }
    }

    /// Values are multiplied or divided.
    fn compute(&mut self, one: DecodedInstruction) {
        if let Some(reg) = self.computed_address(one) {
            let (entry, writer) = (self.entry(reg), self.writer(reg));
            self.report_computed_address(entry >> NUMBER, writer);
        }
        self.multiply(one);
    }

    /// The register with an address among those that are multiplied or divided.
    #[inline(always)]
    pub(super) fn computed_address(&self, one: DecodedInstruction) -> Option<R> {
        let reads = reads(one.op).cpu;
        let is_address = |reg: R| self.entry(reg) & DOUBT == 0 && self.entry(reg) != 0;
        // One by one: an iterator over them is kept in memory and not inlined.
        if reads[0] && is_address(one.a) {
            Some(one.a)
        } else if reads[1] && is_address(one.b) {
            Some(one.b)
        } else if reads[2] && is_address(one.c) {
            Some(one.c)
        } else {
            None
        }
    }

    /// The object whose address is in a register, if what it is compared with is a number.
    pub(super) fn compared_address(&self, address: R, other: R, value: u32) -> Option<u32> {
        let number = self.entry(address) >> NUMBER;
        let is_number = value < DATA_ADDRESS_MIN && self.entry(other) == 0;
        (number != 0 && is_number).then_some(number)
    }
}

/// Whether an instruction multiplies or divides integers.
#[inline(always)]
pub(super) const fn multiplies(op: Op) -> bool {
    matches!(op, Op::Mul | Op::Mult | Op::Multu | Op::Div | Op::Divu)
}

/// Whether an instruction reads a floating-point register.
#[inline(always)]
pub(super) const fn reads_floats(op: Op) -> bool {
    let reads = reads(op).float;
    reads[0] || reads[1] || reads[2]
}

/// The shadow of a sum: a number added to an address is an address of the same object.
#[inline(always)]
fn sum(one: ShadowEntry, other: ShadowEntry) -> ShadowEntry {
    if other == 0 {
        one
    } else if one == 0 {
        other
    } else {
        0
    }
}
