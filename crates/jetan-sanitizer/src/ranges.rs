//! Branches on one register after another that together take every value, or of which a later one
//! takes what an earlier one has taken: told by the text alone.

use std::collections::BTreeSet;

use jetan_isa::{Op, Reg};
use jetan_machine::code::DecodedInstruction;
use jetan_machine::registers::R;

use super::Check;
use super::analysis::{CodeText, is_written};
use super::report::place;
use super::slips::{CodeSlip, SlipKind};
use super::state::CheckerState;

/// The most instructions after a branch in which others on the same register are looked for.
const CHAIN_INSTRUCTIONS: u32 = 32;

/// The values of a register for which a branch is taken, as signed numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TakenValues {
    Below(i64),
    From(i64),
    Equal(i64),
    Unequal(i64),
}

impl TakenValues {
    fn has(self, value: i32) -> bool {
        let value = i64::from(value);
        match self {
            TakenValues::Below(end) => value < end,
            TakenValues::From(start) => value >= start,
            TakenValues::Equal(one) => value == one,
            TakenValues::Unequal(one) => value != one,
        }
    }
}

/// The values that have passed some branches: what is left between two bounds, both included. Holes
/// within them are not kept, so this may be more than there are.
#[derive(Clone, Copy)]
struct ValuesLeft {
    low: i64,
    high: i64,
}

impl ValuesLeft {
    const ALL: ValuesLeft = ValuesLeft { low: i32::MIN as i64, high: i32::MAX as i64 };

    fn is_empty(self) -> bool {
        self.low > self.high
    }

    /// Those for which a branch is taken.
    fn within(self, taken: TakenValues) -> ValuesLeft {
        let ValuesLeft { low, high } = self;
        match taken {
            TakenValues::Below(end) => ValuesLeft { low, high: high.min(end - 1) },
            TakenValues::From(start) => ValuesLeft { low: low.max(start), high },
            TakenValues::Equal(one) => ValuesLeft { low: low.max(one), high: high.min(one) },
            TakenValues::Unequal(one) => self.without(one),
        }
    }

    /// Those for which it is not taken.
    fn beyond(self, taken: TakenValues) -> ValuesLeft {
        self.within(match taken {
            TakenValues::Below(end) => TakenValues::From(end),
            TakenValues::From(start) => TakenValues::Below(start),
            TakenValues::Equal(one) => TakenValues::Unequal(one),
            TakenValues::Unequal(one) => TakenValues::Equal(one),
        })
    }

    fn without(self, one: i64) -> ValuesLeft {
        let ValuesLeft { low, high } = self;
        ValuesLeft {
            low: if low == one { low + 1 } else { low },
            high: if high == one { high - 1 } else { high },
        }
    }
}

impl CodeText {
    /// The branches that nothing passes, and those that nothing takes, because of branches before
    /// them.
    pub(super) fn ranges(&self, targets: &BTreeSet<u32>) -> Vec<CodeSlip> {
        let branches = self.addresses().filter(|(_, one)| one.op.is_branch());
        branches.filter_map(|(pc, _)| self.chain(pc, targets)).collect()
    }

    /// Follows the branches on one register from the first of them on.
    fn chain(&self, first: u32, targets: &BTreeSet<u32>) -> Option<CodeSlip> {
        let (reg, taken) = self.taken_values(first, targets)?;
        let mut left = ValuesLeft::ALL.beyond(taken);
        let mut leads_to = vec![(first, self.branch_target(first)?)];
        for pc in (first.wrapping_add(4)..).step_by(4).take(CHAIN_INSTRUCTIONS as usize) {
            let one = self.get(pc)?;
            let is_end = one.op.is_jump() || matches!(one.op, Op::Syscall | Op::Eret | Op::Break);
            if is_end || targets.contains(&pc) || is_written(one, reg) {
                return None;
            }
            let Some((_, taken)) = self.taken_values(pc, targets).filter(|it| it.0 == reg) else {
                continue;
            };
            let target = self.branch_target(pc)?;
            if left.is_empty() {
                return None;
            }
            let same = leads_to.iter().find(|&&(_, other)| other == target);
            // Two branches that lead elsewhere may well be the two ways there are.
            if left.beyond(taken).is_empty()
                && let Some(&(first, _)) = same
            {
                return Some(CodeSlip { pc, kind: SlipKind::AlwaysTaken { first } });
            }
            // One that leads to the same place is only superfluous.
            if left.within(taken).is_empty() && same.is_none() {
                let kind = SlipKind::NeverTaken { later: pc, reg, values: taken };
                return Some(CodeSlip { pc: first, kind });
            }
            left = left.beyond(taken);
            leads_to.push((pc, target));
        }
        None
    }

    fn branch_target(&self, pc: u32) -> Option<u32> {
        let one = self.get(pc)?;
        Some(pc.wrapping_add(4).wrapping_add(one.imm.cast_unsigned() << 2))
    }

    /// The register that a branch compares with a constant, and for which values it is taken.
    fn taken_values(&self, pc: u32, targets: &BTreeSet<u32>) -> Option<(Reg, TakenValues)> {
        let one = self.get(pc)?;
        let sign = match one.op {
            Op::Bltz => TakenValues::Below(0),
            Op::Bgez => TakenValues::From(0),
            Op::Blez => TakenValues::Below(1),
            Op::Bgtz => TakenValues::From(1),
            Op::Beq | Op::Bne => return self.equal_values(pc, one, targets),
            _ => return None,
        };
        Some((one.a.reg()?, sign))
    }

    fn equal_values(
        &self,
        pc: u32,
        one: DecodedInstruction,
        targets: &BTreeSet<u32>,
    ) -> Option<(Reg, TakenValues)> {
        let is_equal = one.op == Op::Beq;
        let equal = |value| {
            if is_equal { TakenValues::Equal(value) } else { TakenValues::Unequal(value) }
        };
        if let (reg, R::R0) | (R::R0, reg) = (one.a, one.b) {
            if let Some((reg, less)) = self.less_values(pc, reg, targets) {
                // `beq` with 0 is taken where the comparison does not hold.
                let taken = match less {
                    TakenValues::Below(end) if is_equal => TakenValues::From(end),
                    TakenValues::From(start) if is_equal => TakenValues::Below(start),
                    other => other,
                };
                return Some((reg, taken));
            }
            return Some((reg.reg()?, equal(0)));
        }
        let constants = [one.a, one.b].map(|reg| self.constant_before(pc, reg, targets));
        match (constants, one.a, one.b) {
            ([None, Some(value)], reg, _) | ([Some(value), None], _, reg) => {
                Some((reg.reg()?, equal(value)))
            }
            _ => None,
        }
    }

    /// The comparison with a constant whose result is in a register.
    fn less_values(
        &self,
        pc: u32,
        result: R,
        targets: &BTreeSet<u32>,
    ) -> Option<(Reg, TakenValues)> {
        let result = result.reg()?;
        let (at, one) = self.writer_before(pc, result, targets)?;
        let value = |reg: R| {
            if reg == R::R0 { Some(0) } else { self.constant_before(at, reg, targets) }
        };
        let (reg, taken) = match one.op {
            Op::Slti => (one.b, TakenValues::Below(one.imm.into())),
            Op::Slt => match (value(one.b), value(one.c)) {
                (None, Some(end)) => (one.b, TakenValues::Below(end)),
                (Some(start), None) => (one.c, TakenValues::From(start + 1)),
                _ => return None,
            },
            _ => return None,
        };
        // The branch is about the value that was compared, not about the result over it.
        reg.reg().filter(|&reg| reg != result).map(|reg| (reg, taken))
    }

    /// The constant that certainly is in a register.
    fn constant_before(&self, pc: u32, reg: R, targets: &BTreeSet<u32>) -> Option<i64> {
        let (_, one) = self.writer_before(pc, reg.reg()?, targets)?;
        let is_number = matches!(one.op, Op::Addi | Op::Addiu) && one.b == R::R0;
        // `ori` takes its number without a sign.
        let is_plain = one.op == Op::Ori && one.b == R::R0;
        match one.imm {
            number if is_number => Some(number.into()),
            number if is_plain => Some((number & 0xffff).into()),
            _ => None,
        }
    }

    /// The instruction that wrote a register last in the straight line before another.
    pub(super) fn writer_before(
        &self,
        pc: u32,
        reg: Reg,
        targets: &BTreeSet<u32>,
    ) -> Option<(u32, DecodedInstruction)> {
        self.run_before(pc, targets).find(|&(_, before)| is_written(before, reg))
    }
}

impl CheckerState {
    /// No value passes the branch at hand and the one at `first`, which lead to one place.
    pub(super) fn report_always_taken(&mut self, first: u32) {
        let line = self.names.line_text(first);
        let message = format!("this branch is always taken: {line} takes every other value");
        let places = vec![
            place(self.pc, "nothing goes on after this branch".to_owned()),
            place(first, "and this one leads to the same place".to_owned()),
        ];
        let help = "one of two such conditions always holds: branch on the opposite ones (`blt` \
                    for `bge`, `beq` for `bne`) to go on only if both hold";
        self.push_condition(message, places, help);
    }

    /// The branch at hand has a value that the one at `later` is about, which it never gets.
    pub(super) fn report_never_taken(&mut self, later: u32, reg: Reg, values: TakenValues) {
        let value = self.value(reg).cast_signed();
        if !values.has(value) {
            return;
        }
        let line = self.names.line_text(later);
        let message = format!("this branch takes what {line} is for: {value} never comes there");
        let places = vec![
            place(self.pc, format!("{value} is taken here")),
            place(later, "this branch is never taken".to_owned()),
        ];
        let help = "put the branch for fewer values before the one for more";
        self.push_condition(message, places, help);
    }

    pub(super) fn push_condition(
        &mut self,
        message: String,
        places: Vec<super::FindingLocation>,
        help: &str,
    ) {
        self.push((Check::Conditions, "constant-condition"), message, places, help.to_owned());
    }
}
