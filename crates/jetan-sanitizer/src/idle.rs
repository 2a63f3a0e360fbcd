//! Instructions that do nothing anybody can mean: stores of what was loaded from the same place,
//! results that nothing reads, quotients whose rest is lost, bits of floats taken for integers.

use std::collections::BTreeSet;

use jetan_isa::{MemoryUse, Op, Reg, Service};
use jetan_machine::code::DecodedInstruction;
use jetan_machine::registers::R;

use super::Check;
use super::analysis::{CodeText, is_written};
use super::liveness::touched;
use super::reads::{computes_singles, copied_operand, reads};
use super::report::place;
use super::slips::{CodeSlip, SlipKind};
use super::state::CheckerState;

/// The most instructions before or after another that are searched for what belongs to it.
const REACH_INSTRUCTIONS: u32 = 16;

/// The parts of an address: the upper half of a constant, a register, the offset.
type AddressParts = (Option<i32>, Option<R>, i32);

impl CodeText {
    /// The instructions that do nothing, for as much as the text tells.
    pub(super) fn idle(&self, targets: &BTreeSet<u32>) -> Vec<CodeSlip> {
        let mut found = Vec::new();
        for (pc, one) in self.addresses() {
            let kind = match one.op {
                Op::Sw | Op::Sh | Op::Sb => self.idle_store(pc, one, targets),
                Op::Div => self.cut_quotient(pc, one, targets),
                Op::Mfc1 => self.float_bits(pc, one, targets),
                _ => self.unread(pc, one),
            };
            found.extend(kind.map(|kind| CodeSlip { pc, kind }));
        }
        found
    }

    /// The instructions that have run before another if it runs, the last one first, past branches
    /// that were not taken.
    fn certainly_before<'t>(
        &'t self,
        pc: u32,
        targets: &'t BTreeSet<u32>,
    ) -> impl Iterator<Item = (u32, DecodedInstruction)> + 't {
        (1..=REACH_INSTRUCTIONS).map_while(move |back| {
            let at = pc.checked_sub(4 * back)?;
            let one = self.get(at).filter(|one| {
                let leaves = one.op.is_jump() || matches!(one.op, Op::Syscall | Op::Eret);
                !leaves && !targets.contains(&at.wrapping_add(4))
            });
            one.map(|one| (at, one))
        })
    }

    /// The load of what an instruction stores, from where it stores it.
    fn idle_store(
        &self,
        pc: u32,
        one: DecodedInstruction,
        targets: &BTreeSet<u32>,
    ) -> Option<SlipKind> {
        let place = self.address_parts(pc, one)?;
        let is_stack = |reg: R| matches!(reg, R::R28 | R::R29 | R::R30);
        let value = one.a.reg().filter(|_| !place.1.is_some_and(is_stack))?;
        for (at, before) in self.certainly_before(pc, targets) {
            if matches!(reads(before.op).memory, MemoryUse::Store(_)) {
                return None;
            }
            let is_base = place.1.and_then(R::reg).is_some_and(|base| is_written(before, base));
            if is_written(before, value) {
                let is_same = matches!(
                    (before.op, one.op),
                    (Op::Lw, Op::Sw) | (Op::Lh | Op::Lhu, Op::Sh) | (Op::Lb | Op::Lbu, Op::Sb)
                );
                let is_same = is_same && self.address_parts(at, before) == Some(place);
                return (is_same && !is_base).then_some(SlipKind::IdleStore { load: at });
            }
            if is_base {
                return None;
            }
        }
        None
    }

    /// The address of a load or store, as its statement has it.
    fn address_parts(&self, pc: u32, one: DecodedInstruction) -> Option<AddressParts> {
        if one.c != R::R1 {
            return Some((None, Some(one.c), one.imm));
        }
        // `arr($t0)` is `lui $at`, `addu $at, $at, $t0` and the access; `arr` lacks the second.
        let before = self.get(pc.checked_sub(4)?)?;
        match before.op {
            Op::Lui if before.a == R::R1 => Some((Some(before.imm), None, one.imm)),
            Op::Addu if (before.a, before.b) == (R::R1, R::R1) => {
                let upper = self.get(pc.checked_sub(8)?)?;
                let is_upper = upper.op == Op::Lui && upper.a == R::R1;
                is_upper.then_some((Some(upper.imm), Some(before.c), one.imm))
            }
            _ => None,
        }
    }

    /// The quotient of two numbers that is certain to be 0, or that is converted to a float.
    fn cut_quotient(
        &self,
        pc: u32,
        one: DecodedInstruction,
        targets: &BTreeSet<u32>,
    ) -> Option<SlipKind> {
        let after = (pc.wrapping_add(4)..).step_by(4).take(REACH_INSTRUCTIONS as usize);
        let straight: Vec<(u32, DecodedInstruction)> = after
            .map_while(|at| self.get(at).filter(|one| !one.op.is_jump()).map(|one| (at, one)))
            .collect();
        let ends = |one: DecodedInstruction| reads(one.op).writes_product || one.op == Op::Mfhi;
        let mut mine = straight.iter().take_while(|(_, one)| !ends(*one));
        let &(_, taken) = mine.find(|(_, one)| one.op == Op::Mflo)?;
        // Whoever takes the rest knows that there is one.
        if straight.iter().any(|(_, one)| one.op == Op::Mfhi) {
            return None;
        }
        let first = self.statement_of_division(pc);
        let number = |reg: R| {
            let (_, one) = self.writer_before(first, reg.reg()?, targets)?;
            let is_number = matches!(one.op, Op::Addi | Op::Addiu | Op::Ori) && one.b == R::R0;
            is_number.then_some(one.imm)
        };
        if let (Some(left), Some(right)) = (number(one.a), number(one.b)) {
            let is_zero = left != 0 && left.unsigned_abs() < right.unsigned_abs();
            return is_zero.then_some(SlipKind::CutQuotient { converted: None });
        }
        let moved = mine.find(|(_, one)| one.op == Op::Mtc1 && one.a == taken.a);
        let &(_, moved) = moved?;
        let is_conversion =
            |one: DecodedInstruction| matches!(one.op, Op::CvtSW | Op::CvtDW) && one.b == moved.b;
        let &(at, _) = mine.find(|(_, one)| is_conversion(*one))?;
        Some(SlipKind::CutQuotient { converted: Some(at) })
    }

    /// The first instruction of the statement that a division belongs to: with three operands it
    /// begins with a test of the divisor.
    fn statement_of_division(&self, pc: u32) -> u32 {
        let before = |words: u32| self.get(pc.wrapping_sub(4 * words)).map(|one| one.op);
        let is_tested = (before(2), before(1)) == (Some(Op::Bne), Some(Op::Break));
        if is_tested { pc.wrapping_sub(8) } else { pc }
    }

    /// The copy of the bits of a float that is then printed or compared as an integer.
    fn float_bits(
        &self,
        pc: u32,
        one: DecodedInstruction,
        targets: &BTreeSet<u32>,
    ) -> Option<SlipKind> {
        let is_float = |one: DecodedInstruction| {
            let row = reads(one.op);
            row.kind != 0 && (computes_singles(one.op) || one.op == Op::Lwc1)
        };
        let source = self.certainly_before(pc, targets).find(|(_, before)| {
            let spec = before.op.spec();
            (0..spec.operand_count as usize).any(|idx| {
                spec.fields[idx].kind == jetan_isa::OperandSlot::FReg
                    && spec.roles.operands[idx].writes()
                    && [before.a, before.b, before.c][idx] == one.b
            })
        });
        source.filter(|&(_, before)| is_float(before))?;
        let (mut reg, mut service) = (one.a, None);
        for at in (pc.wrapping_add(4)..).step_by(4).take(REACH_INSTRUCTIONS as usize) {
            let next = self.get(at)?;
            if next.op == Op::Syscall {
                let is_printed = reg == R::R4 && service == Some(Service::PrintInt);
                return is_printed.then_some(SlipKind::FloatBits { used: at });
            }
            if next.op.is_jump() || next.op.is_branch() {
                return None;
            }
            if is_written(next, Reg::V0) {
                let is_number = matches!(next.op, Op::Addi | Op::Addiu) && next.b == R::R0;
                let number = Some(next.imm.cast_unsigned()).filter(|_| is_number);
                service = number.and_then(Service::from_number);
            }
            let operands = [next.a, next.b, next.c];
            if copied_operand(next).is_some_and(|idx| operands[idx] == reg)
                && reads(next.op).memory == MemoryUse::None
            {
                reg = next.a;
                continue;
            }
            let bit = reg.reg().map_or(0, |reg| 1 << reg.index());
            if touched(next).0 & bit != 0 {
                // With 0 only the sign is asked, which is where that of an integer is.
                let is_compared =
                    matches!(next.op, Op::Slt | Op::Sltu) && ![next.b, next.c].contains(&R::R0);
                return is_compared.then_some(SlipKind::FloatBits { used: at });
            }
            if reg.reg().is_some_and(|reg| is_written(next, reg)) {
                return None;
            }
        }
        None
    }

    /// A result that nothing reads, whichever way the program goes: of a load in a loop, or of a
    /// test whose operand is then tested in its place.
    fn unread(&self, pc: u32, one: DecodedInstruction) -> Option<SlipKind> {
        let is_own = |reg: &Reg| matches!(reg.number(), 8..=25);
        let reg = one.a.reg().filter(is_own)?;
        let is_load = matches!(one.op, Op::Lw | Op::Lh | Op::Lhu | Op::Lb | Op::Lbu);
        let is_test = matches!(one.op, Op::Andi | Op::And | Op::Slt | Op::Slti | Op::Sltu);
        if !(is_load || is_test) || one.b == one.a || one.c == one.a {
            return None;
        }
        let branch = if is_test { Some(self.tests_operand(pc, one)?) } else { None };
        self.is_never_read(pc.wrapping_add(4), reg).then_some(SlipKind::Unread {
            reg,
            branch,
            has_run: false,
        })
    }

    /// The branch right after a test that is on an operand of the test, and not on its result.
    fn tests_operand(&self, pc: u32, one: DecodedInstruction) -> Option<u32> {
        let at = pc.wrapping_add(4);
        let next = self.get(at)?;
        let is_zero = matches!((next.op, next.b), (Op::Beq | Op::Bne, R::R0));
        (is_zero && next.a == one.b).then_some(at)
    }
}

impl CheckerState {
    /// The instruction at hand stores what `load` has loaded from there.
    pub(super) fn report_idle_store(&mut self, load: u32) {
        let Some(one) = self.text.get(self.pc) else { return };
        let address = self.values[one.c as usize].wrapping_add(one.imm.cast_unsigned());
        if self.names.program.image.map.in_mmio(address) {
            return;
        }
        let name = one.a.reg().map_or("the register", Reg::name);
        let message = format!("stores {name} where it was loaded from: this changes nothing");
        let places = vec![
            place(self.pc, format!("{name} still holds what is there")),
            place(load, "loaded from the same address here".to_owned()),
        ];
        let help = "is another register meant, or another address? to change a value in memory, \
                    compute before the store";
        self.push((Check::Unused, "unused-result"), message, places, help.to_owned());
    }

    /// Nothing reads the result of the instruction at hand.
    pub(super) fn report_unread(&mut self, reg: Reg, branch: Option<u32>) {
        let message = format!("nothing ever uses the value that {reg} gets here");
        let mut places = vec![place(self.pc, format!("{reg} is set here"))];
        places.extend(branch.map(|at| place(at, "another register is tested here".to_owned())));
        let help = match branch {
            Some(_) => format!("branch on {reg}, which has the result of the test"),
            None => format!("is another register read where {reg} is meant?"),
        };
        self.push((Check::Unused, "unused-result"), message, places, help);
    }

    /// The quotient that the instruction at hand makes is 0 for certain, or is converted.
    pub(super) fn report_cut_quotient(&mut self, converted: Option<u32>) {
        let Some(one) = self.text.get(self.pc) else { return };
        let [left, right] = [one.a, one.b].map(|reg| self.values[reg as usize].cast_signed());
        let Some(quotient) = left.checked_div(right) else { return };
        if left.wrapping_rem(right) == 0 {
            return;
        }
        let message = format!("{left} / {right} is {quotient} here: the rest is lost");
        let mut places = vec![place(self.pc, "this divides whole numbers".to_owned())];
        places.extend(converted.map(|at| place(at, "converted only afterwards".to_owned())));
        let help = match converted {
            Some(_) => "convert both numbers first (`mtc1`, `cvt.s.w`), then divide with `div.s`",
            None => "multiply first and divide last, so that less is lost",
        };
        self.push((Check::Numbers, "quotient-cut"), message, places, help.to_owned());
    }

    /// The bits of a float that the instruction at hand copies are used as an integer.
    pub(super) fn report_float_bits(&mut self, used: u32) {
        let Some(one) = self.text.get(self.pc) else { return };
        let name = one.a.reg().map_or("the register", Reg::name);
        let message = format!("{name} gets the bits of a float and is used as an integer");
        let places = vec![
            place(used, "used as an integer here".to_owned()),
            place(self.pc, "`mfc1` copies bits and converts nothing".to_owned()),
        ];
        let help = "convert with `cvt.w.s` before `mfc1`; floats are compared with `c.lt.s` and \
                    printed with service 2";
        self.push((Check::Numbers, "float-bits"), message, places, help.to_owned());
    }
}
