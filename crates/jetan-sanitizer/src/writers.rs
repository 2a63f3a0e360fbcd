//! Questions about what writes the registers of a procedure, asked once before a program starts.

use std::collections::BTreeSet;

use jetan_isa::{MemoryUse, Op};
use jetan_machine::code::DecodedInstruction;
use jetan_machine::registers::R;

use super::analysis::CodeText;
use super::reads::{OperandTarget, copied_operand, reads};

/// Instructions before an access that are searched for the load of its index.
const INDEX_REACH: u32 = 8;

/// The most bits by which a number is shifted to divide it; more are shifted to take bits apart.
const HALVINGS_MAX: i32 = 3;

/// The number of writes of a procedure to a register, by the kind of value.
#[derive(Clone, Copy, Default)]
struct WriterCounts {
    /// The address of a label.
    addresses: u32,
    /// A word of memory outside of the frame.
    loads: u32,
    /// A constant, or the register itself with a constant added.
    counts: u32,
    /// A byte of memory.
    bytes: u32,
    /// Anything else.
    others: u32,
}

impl WriterCounts {
    const fn is_one_address(self) -> bool {
        self.is_walked_address() && self.counts == 0
    }

    /// The address of one label, perhaps moved along what is there.
    const fn is_walked_address(self) -> bool {
        self.addresses == 1 && self.loads == 0 && self.bytes == 0 && self.others == 0
    }

    const fn is_byte(self) -> bool {
        let is_other = self.addresses + self.loads + self.counts + self.others > 0;
        self.bytes > 0 && !is_other
    }

    const fn is_counted(self) -> bool {
        self.counts > 0 && self.addresses + self.loads + self.bytes + self.others == 0
    }

    const fn is_loaded(self) -> bool {
        self.loads > 0 && self.addresses + self.bytes + self.counts + self.others == 0
    }
}

impl CodeText {
    /// Comparisons that no program means, if what they compare is what it seems, in order: of two
    /// labels whose addresses stay in their registers, of one of those with a counter or a byte,
    /// and of words of memory without their signs.
    /// `makes_address` tells the instructions that make the address of a label.
    pub(super) fn suspects(&self, makes_address: impl Fn(u32) -> bool) -> Vec<u32> {
        let mut found = Vec::new();
        let procedures = self.code_by_procedure();
        for (start, code) in procedures {
            let writers = writers(start, code, &makes_address);
            let of = |reg: R| writers.get(reg as usize).copied().unwrap_or_default();
            // Who compares the same registers with their signs too knows the difference.
            let signed: BTreeSet<[u8; 2]> =
                code.iter().filter(|one| one.op == Op::Slt).map(|one| pair(one.b, one.c)).collect();
            for (pc, one) in (start..).step_by(4).zip(code) {
                let is_suspect = match one.op {
                    Op::Beq | Op::Bne => {
                        let (left, right) = (of(one.a), of(one.b));
                        let is_mixed = left.is_one_address() && right.is_counted()
                            || left.is_counted() && right.is_one_address();
                        let are_addresses = left.is_one_address() && right.is_one_address();
                        let is_byte = left.is_walked_address() && right.is_byte()
                            || left.is_byte() && right.is_walked_address();
                        one.a != one.b && (is_mixed || are_addresses || is_byte)
                    }
                    Op::Sltu if signed.contains(&pair(one.b, one.c)) => false,
                    Op::Sltu => one.c == R::R0 || of(one.b).is_loaded() && of(one.c).is_loaded(),
                    _ => false,
                };
                found.extend(is_suspect.then_some(pc));
            }
        }
        found
    }

    /// For each word of a machine's text from `base` on, whether it multiplies and its procedure
    /// never looks at the upper half of a product.
    pub(super) fn products(&self, base: u32) -> Vec<bool> {
        let skipped = (self.base().wrapping_sub(base) / 4) as usize;
        let mut found = vec![false; skipped];
        for (_, code) in self.code_by_procedure() {
            // A procedure with `mfhi` anywhere knows about the upper half.
            let is_whole = code.iter().any(|one| one.op == Op::Mfhi);
            let multiplies = |one: &DecodedInstruction| matches!(one.op, Op::Mul | Op::Mult);
            found.extend(code.iter().map(|one| !is_whole && multiplies(one)));
        }
        found
    }

    /// The divisions and shifts without a sign of procedures that never divide or shift with one.
    pub(super) fn unsigned(&self) -> Vec<u32> {
        let mut found = Vec::new();
        for (start, code) in self.code_by_procedure() {
            // Who has both knows the difference.
            let has = |op: Op| code.iter().any(|one| one.op == op);
            let (divides, shifts) = (has(Op::Div), has(Op::Sra));
            for (pc, one) in (start..).step_by(4).zip(code) {
                let is_suspect = match one.op {
                    Op::Divu => !divides,
                    Op::Srl => !shifts && (1..=HALVINGS_MAX).contains(&one.imm),
                    _ => false,
                };
                found.extend(is_suspect.then_some(pc));
            }
        }
        found
    }

    /// The load of a byte with its sign from which the address of an access was computed in the
    /// straight line before it.
    pub(super) fn signed_index(&self, access: u32) -> Option<u32> {
        let base = self.get(access)?.c;
        let mut wanted = vec![base];
        for back in 1..=INDEX_REACH {
            let pc = access.wrapping_sub(4 * back);
            let one = self.get(pc)?;
            let is_written = matches!(reads(one.op).writes[0], OperandTarget::Cpu);
            if !is_written || !wanted.contains(&one.a) {
                continue;
            }
            if one.op == Op::Lb {
                return Some(pc);
            }
            let row = reads(one.op);
            let read = [one.a, one.b, one.c].into_iter().zip(row.cpu);
            wanted.extend(read.filter(|&(_, is_read)| is_read).map(|(reg, _)| reg));
        }
        None
    }

    /// The code of each procedure, with its address; what is before the first belongs to none.
    fn code_by_procedure(&self) -> Vec<(u32, &[DecodedInstruction])> {
        let mut parts = Vec::new();
        let (mut start, mut rest) = (self.base(), self.code());
        for &entry in self.entries() {
            let len = (entry.saturating_sub(start) / 4) as usize;
            if len > 0 && len < rest.len() {
                let (part, later) = rest.split_at(len);
                parts.push((start, part));
                (start, rest) = (entry, later);
            }
        }
        parts.push((start, rest));
        parts
    }
}

/// The numbers of two registers, in order.
fn pair(one: R, other: R) -> [u8; 2] {
    let (one, other) = (one as u8, other as u8);
    [one.min(other), one.max(other)]
}

/// Counts the writes of a procedure to each register.
fn writers(
    start: u32,
    code: &[DecodedInstruction],
    makes_address: &impl Fn(u32) -> bool,
) -> [WriterCounts; 33] {
    // One more than there are registers: writes to `$zero` go to a sink.
    let mut all = [WriterCounts::default(); 33];
    let mut copies = Vec::new();
    for (pc, &one) in (start..).step_by(4).zip(code) {
        let row = reads(one.op);
        for (target, reg) in row.writes.into_iter().zip([one.a, one.b, one.c]) {
            let Some(own) =
                all.get_mut(reg as usize).filter(|_| matches!(target, OperandTarget::Cpu))
            else {
                continue;
            };
            let is_frame = matches!(one.c, R::R29 | R::R30);
            match row.memory {
                _ if makes_address(pc) => own.addresses += 1,
                MemoryUse::Load(4) if !is_frame => own.loads += 1,
                MemoryUse::Load(1) if !is_frame => own.bytes += 1,
                MemoryUse::None if is_count(one) => own.counts += 1,
                MemoryUse::None if copied_operand(one).is_some() => copies.push(one),
                _ => own.others += 1,
            }
        }
        if one.op == Op::Syscall {
            // A service may return anything in `$v0`.
            all[R::R2 as usize].others += 1;
        }
    }
    // Last, when it is known what is copied; a copy of a copy counts as anything else.
    for one in copies {
        let source = copied_operand(one).map_or(R::R0, |idx| [one.a, one.b, one.c][idx]);
        let source = all.get(source as usize).copied().unwrap_or_default();
        let Some(own) = all.get_mut(one.a as usize) else { continue };
        if source.is_loaded() {
            own.loads += 1;
        } else {
            own.others += 1;
        }
    }
    all
}

/// Whether an instruction sets a register to a constant, or adds one to it.
fn is_count(one: DecodedInstruction) -> bool {
    let is_sum = matches!(one.op, Op::Addi | Op::Addiu);
    (is_sum || one.op == Op::Ori) && one.b == R::R0 || is_sum && one.a == one.b
}
