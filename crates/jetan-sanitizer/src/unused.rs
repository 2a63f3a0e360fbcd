//! Results that are overwritten before anything reads them, told by the text alone, and procedures
//! that are reached without a call.

use jetan_isa::{Op, Reg, Service};
use jetan_machine::code::DecodedInstruction;
use jetan_machine::registers::R;

use super::Check;
use super::analysis::{CodeText, is_written};
use super::liveness::touched;
use super::reads::{OperandTarget, reads};
use super::report::place;
use super::state::CheckerState;

/// The most instructions after a result that are searched for its use.
const REACH_INSTRUCTIONS: u32 = 16;
/// Instructions around the number of a service among which its argument is expected.
const ARGUMENT_REACH: u32 = 4;

/// Why a result that nothing uses cannot be meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnusedKind {
    /// It adds a register to another, and that is then overwritten.
    Sum,
    /// It is the number of a service that is not asked for, with an argument that is lost too.
    Service,
    /// The code that is branched to instead runs as well, and overwrites it.
    Branch {
        /// The address that the run goes on to without a jump.
        label: u32,
    },
    /// It adds to what each iteration of a loop sets again.
    Restart {
        /// Whether it was executed before: only from then on something is lost.
        has_run: bool,
    },
    /// It exchanges a register with another, and nothing reads either.
    Exchange {
        /// The other register.
        other: Reg,
    },
    /// It copies the number of a service that is asked for only afterwards.
    Number {
        /// Whether the result of that service is meant, or else its argument.
        is_result: bool,
    },
}

/// A result that nothing uses.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnusedResult {
    /// The instruction that makes it.
    pub(super) pc: u32,
    pub(super) reg: Reg,
    /// The instruction that overwrites it; for a number, the one that set it.
    pub(super) over: u32,
    pub(super) kind: UnusedKind,
}

impl CodeText {
    /// The results that no program can mean, in order of address. `is_one_statement` tells the
    /// instructions that belong to one line.
    pub(super) fn unused(&self, is_one_statement: impl Fn(u32, u32) -> bool) -> Vec<UnusedResult> {
        let mut found = Vec::new();
        for (pc, one) in self.addresses() {
            let Some((reg, over)) = self.overwritten(pc, one) else { continue };
            if is_one_statement(pc, over) {
                continue;
            }
            let kind = self.unused_kind(pc, one, reg, over);
            found.extend(kind.map(|kind| UnusedResult { pc, reg, over, kind }));
        }
        found
    }

    /// The register that an instruction writes, and the instruction that overwrites it in the
    /// straight line that follows, if nothing can read it before.
    fn overwritten(&self, pc: u32, one: DecodedInstruction) -> Option<(Reg, u32)> {
        let is_cpu = matches!(reads(one.op).writes[0], OperandTarget::Cpu);
        let reg = one.a.reg().filter(|_| is_cpu)?;
        if matches!(reg, Reg::AT | Reg::SP | Reg::RA | Reg::GP | Reg::FP) {
            return None;
        }
        let bit = 1 << reg.index();
        for at in (pc.wrapping_add(4)..).step_by(4).take(REACH_INSTRUCTIONS as usize) {
            let next = self.get(at)?;
            let (read, written) = touched(next);
            // A service may read and write whatever its number says.
            let is_end = next.op.is_branch()
                || next.op.is_jump()
                || matches!(next.op, Op::Syscall | Op::Eret | Op::Break);
            if is_end || read & bit != 0 {
                return None;
            }
            if written & bit != 0 {
                return Some((reg, at));
            }
        }
        None
    }

    fn unused_kind(
        &self,
        pc: u32,
        one: DecodedInstruction,
        reg: Reg,
        over: u32,
    ) -> Option<UnusedKind> {
        if let Some(label) = self.other_branch(pc, over) {
            return Some(UnusedKind::Branch { label });
        }
        if let Some(label) = self.entered_by_table(pc, over, one) {
            return Some(UnusedKind::Branch { label });
        }
        let adds = matches!(one.op, Op::Add | Op::Addu | Op::Sub | Op::Subu | Op::Mul);
        // With `$zero` it is a copy or a sign.
        let is_sum = adds && (one.b == one.a) != (one.c == one.a);
        if is_sum && ![one.b, one.c].contains(&R::R0) {
            return Some(UnusedKind::Sum);
        }
        let is_number = |one: DecodedInstruction| {
            matches!(one.op, Op::Addi | Op::Addiu | Op::Ori) && one.b == R::R0
        };
        let again = self.get(over).is_some_and(is_number);
        let service = Service::from_number(one.imm.cast_unsigned());
        let takes = service.is_some_and(|service| service.row().arguments.contains("$a0"));
        let is_service = reg == Reg::V0 && is_number(one) && again && takes;
        (is_service && self.loses_argument(pc)).then_some(UnusedKind::Service)
    }

    /// The address between a sum or the like and its overwriting at which the data has a table of
    /// code begin: jumps lead there, and the run comes there without one.
    fn entered_by_table(&self, pc: u32, over: u32, one: DecodedInstruction) -> Option<u32> {
        let is_computed = matches!(
            one.op,
            Op::Add | Op::Addu | Op::Sub | Op::Subu | Op::Mul | Op::And | Op::Or | Op::Xor
        ) && ![one.b, one.c].contains(&R::R0);
        let between = self.tables.iter().copied().find(|&label| pc < label && label <= over);
        between.filter(|_| is_computed)
    }

    /// Whether `$a0` is written near an instruction and overwritten without a use.
    fn loses_argument(&self, pc: u32) -> bool {
        let first = pc.wrapping_sub(4 * ARGUMENT_REACH);
        let near = (first..).step_by(4).take(2 * ARGUMENT_REACH as usize);
        near.into_iter().any(|at| {
            let lost = self.get(at).and_then(|one| self.overwritten(at, one));
            lost.is_some_and(|(reg, over)| reg == Reg::A0 && at < over && over > pc)
        })
    }

    /// The target between a result and its overwriting of a branch that goes past the result: the
    /// run comes there in both cases.
    fn other_branch(&self, pc: u32, over: u32) -> Option<u32> {
        for back in 1..=REACH_INSTRUCTIONS {
            let at = pc.checked_sub(4 * back)?;
            let one = self.get(at)?;
            if one.op.is_branch() {
                let target = at.wrapping_add(4).wrapping_add(one.imm.cast_unsigned() << 2);
                return (pc < target && target <= over).then_some(target);
            }
            if one.op.is_jump() || one.op == Op::Eret {
                return None;
            }
        }
        None
    }

    /// The branch or jump to code that ends with the return at `pc`, which the code before does
    /// not run into and nothing calls, and the address of that code.
    pub fn branched_to(&self, pc: u32) -> Option<(u32, u32)> {
        let mut start = pc;
        while !self.is_cut_off(start) || self.leads_into(start.wrapping_sub(4), pc) {
            start = start.checked_sub(4).filter(|&at| at >= self.base())?;
        }
        if self.entries().contains(&start) {
            return None;
        }
        let leads = |&(from, one): &(u32, DecodedInstruction)| {
            let is_outside = from < start || from > pc;
            let target = match one.op {
                Op::J => one.imm.cast_unsigned() << 2 | from & 0xf000_0000,
                op if op.is_branch() => {
                    from.wrapping_add(4).wrapping_add(one.imm.cast_unsigned() << 2)
                }
                _ => return false,
            };
            is_outside && target == start
        };
        self.addresses().find(leads).map(|(from, _)| (from, start))
    }

    /// Whether a run cannot come to an instruction from the one before it.
    fn is_cut_off(&self, pc: u32) -> bool {
        let before = pc.wrapping_sub(4);
        let Some(last) = self.get(before) else { return false };
        matches!(last.op, Op::J | Op::Jr) || last.op == Op::Syscall && self.is_exit(before)
    }

    /// Whether a `syscall` ends the program, by the number that is set right before it.
    pub(super) fn is_exit(&self, pc: u32) -> bool {
        let before = |back: u32| self.get(pc.wrapping_sub(4 * back));
        let number = (1..=3).filter_map(before).find(|&one| is_written(one, Reg::V0));
        let number = number.map(|one| one.imm.cast_unsigned());
        matches!(number.and_then(Service::from_number), Some(Service::Exit | Service::Exit2))
    }

    /// Whether the instruction at `from` is a jump that closes a loop, or to code no farther than
    /// `end`: it and what stands after it are parts of one procedure.
    fn leads_into(&self, from: u32, end: u32) -> bool {
        let jump = self.get(from).filter(|one| one.op == Op::J);
        jump.is_some_and(|one| (one.imm.cast_unsigned() << 2 | from & 0xf000_0000) <= end)
    }

    /// The procedure that was called last in the straight line before an instruction.
    pub(super) fn called_before(&self, pc: u32) -> Option<u32> {
        let before = (1..=REACH_INSTRUCTIONS).map_while(|back| {
            let at = pc.checked_sub(4 * back)?;
            Some((at, self.get(at)?))
        });
        let (at, call) = before.into_iter().find(|(_, one)| one.op.is_jump())?;
        let target = call.imm.cast_unsigned() << 2 | at & 0xf000_0000;
        (call.op == Op::Jal).then_some(target)
    }
}

impl CheckerState {
    /// The line of an instruction; with that of the call, if it came out of a macro that `pc` did
    /// not come out of.
    fn line_or_macro(&self, pc: u32, over: u32) -> String {
        let line = self.names.line_text(over);
        let call = self.names.macro_call(over);
        let statement = self.names.statement(over);
        match statement.filter(|_| call.is_some() && call != self.names.macro_call(pc)) {
            Some(one) => format!("{line} of the macro that is called in line {}", one.root_number),
            None => line,
        }
    }

    /// The instruction at hand makes something that nothing uses, if it is one of those.
    #[cold]
    pub(super) fn report_unused(&mut self) {
        let here = self.pc;
        let Some(unused) = self.unused.iter_mut().find(|one| one.pc == here) else { return };
        if let UnusedKind::Restart { has_run } = &mut unused.kind
            && !std::mem::replace(has_run, true)
        {
            return;
        }
        let UnusedResult { pc, reg, over, kind } = *unused;
        if let UnusedKind::Number { is_result } = kind {
            self.report_number(over, is_result);
            return;
        }
        let line = self.line_or_macro(pc, over);
        let (message, says, help) = match kind {
            UnusedKind::Restart { .. } => (
                format!("what is added to {reg} is lost: {line} sets {reg} again each time"),
                format!("{reg} is changed here"),
                format!("set {reg} once, before the loop begins"),
            ),
            UnusedKind::Exchange { other } => (
                format!("{reg} and {other} are exchanged, and nothing uses them afterwards"),
                "exchanged here".to_owned(),
                format!("memory still has the old values: store {reg} and {other} with `sw`"),
            ),
            UnusedKind::Number { .. } => return,
            UnusedKind::Sum => (
                format!("the new value of {reg} is never used: {line} overwrites it"),
                format!("{reg} is computed here"),
                format!("use another register in one of the two lines, if {reg} is needed later"),
            ),
            UnusedKind::Service => (
                format!("no syscall uses this service number: {line} overwrites {reg} before"),
                "the number of a service".to_owned(),
                "put `syscall` after the lines that set `$v0` and `$a0`".to_owned(),
            ),
            UnusedKind::Branch { label } => {
                let label = self.names.code_name(label);
                (
                    format!("the new value of {reg} is never used: the run goes on into {label}"),
                    "set here".to_owned(),
                    format!("jump over {label} (`j`) if only one of the two parts is to run"),
                )
            }
        };
        let over_says = match kind {
            UnusedKind::Restart { .. } => format!("{reg} is set again here"),
            UnusedKind::Exchange { .. } => "and here".to_owned(),
            _ => format!("{reg} is overwritten here"),
        };
        let places = vec![place(pc, says), place(over, over_says)];
        self.push((Check::Unused, "unused-result"), message, places, help);
    }
}
