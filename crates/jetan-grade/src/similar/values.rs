//! Known values of registers along a straight piece of code, so that a number in a register and the
//! number itself, a copy and its original, a comparison with a branch and the branch on it are the
//! same.

use super::effects::{is_for_hi_and_lo, is_load, is_store, result};
use super::tokens::families::{FAMILIES, Family};
use super::tokens::{Code, Operand, ZERO};

/// A branch that is taken if a comparison holds, and what is compared.
type BranchComparison = (Family, Operand, Operand);

/// Everything that is known before one instruction.
#[derive(Default)]
pub(super) struct KnownValues {
    /// The number, the name or the register that each register is the same as.
    known: [Option<Operand>; 32],
    /// The comparison whose result each register holds.
    compared: [Option<BranchComparison>; 32],
    /// The operation and the operands that HI and LO come from.
    long: Option<BranchComparison>,
}

impl KnownValues {
    /// Rewrites an instruction by what is known, and learns from it.
    pub(super) fn step(&mut self, code: &mut Code) {
        // In this order: each step works on what the one before has made simpler.
        self.replace_operands(code);
        self.replace_long(code);
        fold(code);
        self.replace_branch(code);
        decide(code);
        *code = code.canonical();
        self.learn(code);
    }

    fn replace_operands(&self, code: &mut Code) {
        let is_memory = is_load(code.family) || is_store(code.family);
        let is_branch = opposite(code.family).is_some();
        if result(code).is_none() && !is_memory && !is_branch && !is_for_hi_and_lo(code) {
            return;
        }
        let first = usize::from(result(code).is_some());
        for at in first..code.operands().len() {
            let Some(&Operand::Register(number)) = code.operands().get(at) else { continue };
            let Some(value) = self.known.get(number as usize).copied().flatten() else { continue };
            // The first operand of a store is a value, the others are its address.
            let is_base = is_memory && at > 0;
            match value {
                Operand::Register(_) => code.set(at, value),
                Operand::Name(_) if code.family == Family::MOVE => {
                    let to = code.operands()[0];
                    code.rewrite(Family::LOAD_ADDRESS, &[to, value]);
                }
                Operand::Name(_) if is_base => {
                    if let &[to, Operand::Number(0), _] = code.operands() {
                        code.rewrite(code.family, &[to, value]);
                    }
                }
                // A number as an address has no form that other programs would write.
                Operand::Number(_) if !is_memory => code.set(at, value),
                _ => {}
            }
        }
    }

    fn replace_long(&self, code: &mut Code) {
        let (Some((family, one, other)), &[to]) = (self.long, code.operands()) else { return };
        let family = match (code.family, family) {
            (Family::MOVE_FROM_LO, Family::MULTIPLY_LONG) => Family::MULTIPLY,
            (Family::MOVE_FROM_LO, Family::DIVIDE) => Family::DIVIDE,
            (Family::MOVE_FROM_HI, Family::DIVIDE) => Family::REMAINDER,
            _ => return,
        };
        code.rewrite(family, &[to, one, other]);
    }

    /// A branch on the result of a comparison is a branch on the comparison.
    fn replace_branch(&self, code: &mut Code) {
        let &[Operand::Register(number), other, target] = code.operands() else { return };
        let Some(Some((family, one, two))) = self.compared.get(number as usize).copied() else {
            return;
        };
        let is_zero = matches!(other, ZERO | Operand::Number(0));
        let family = match code.family {
            Family::BRANCH_UNEQUAL if is_zero => Some(family),
            Family::BRANCH_EQUAL if is_zero => opposite(family),
            _ => None,
        };
        if let Some(family) = family {
            code.rewrite(family, &[one, two, target]);
        }
    }

    fn learn(&mut self, code: &Code) {
        if is_for_hi_and_lo(code) {
            let &[one, other] = code.operands() else { return };
            self.long = Some((code.family, one, other));
            return;
        }
        match code.family {
            // A procedure may change any register; which ones it keeps is a convention that
            // disguises need not obey.
            Family::CALL | Family::CALL_REGISTER | Family::MACRO => *self = KnownValues::default(),
            // Results of services are in these.
            Family::SERVICE => [2, 4, 5].into_iter().for_each(|number| self.forget(number)),
            _ => {}
        }
        let Some(to) = result(code) else {
            // Whatever an instruction may write that is not known better.
            if let Some(&Operand::Register(to)) = code.operands().first()
                && !is_store(code.family)
                && opposite(code.family).is_none()
            {
                self.forget(to);
            }
            return;
        };
        self.forget(to);
        let Some(known) = self.known.get_mut(to as usize).filter(|_| to != 0) else { return };
        match (code.family, code.operands()) {
            (Family::LOAD_NUMBER, &[_, value @ Operand::Number(_)])
            | (Family::LOAD_ADDRESS, &[_, value @ Operand::Name(_)])
            // Not `$zero`, which is a number, and not `$sp`, `$fp` and `$ra`, which change by
            // calls.
            | (Family::MOVE, &[_, value @ Operand::Register(1..=28)]) => *known = Some(value),
            // The comparison is about the old value of a register that it overwrites.
            (family, &[to_operand, one, other]) if one != to_operand && other != to_operand => {
                let branch = match family {
                    Family::SET_LESS => Some((Family::BRANCH_LESS, one, other)),
                    Family::SET_GREATER => Some((Family::BRANCH_LESS, other, one)),
                    Family::SET_NOT_LESS => Some((Family::BRANCH_NOT_LESS, one, other)),
                    Family::SET_NOT_GREATER => Some((Family::BRANCH_NOT_LESS, other, one)),
                    Family::SET_EQUAL => Some((Family::BRANCH_EQUAL, one, other)),
                    Family::SET_UNEQUAL => Some((Family::BRANCH_UNEQUAL, one, other)),
                    _ => None,
                };
                self.compared[to as usize] = branch;
            }
            _ => {}
        }
    }

    /// A register has another value from now on.
    fn forget(&mut self, number: u8) {
        let gone = Operand::Register(number);
        if let Some(known) = self.known.get_mut(number as usize) {
            *known = None;
            self.compared[number as usize] = None;
        }
        for known in &mut self.known {
            *known = known.filter(|it| *it != gone);
        }
        let stays = |it: &BranchComparison| it.1 != gone && it.2 != gone;
        for compared in &mut self.compared {
            *compared = compared.filter(stays);
        }
        self.long = self.long.filter(stays);
    }
}

/// The branch under the opposite condition.
pub(super) fn opposite(family: Family) -> Option<Family> {
    Some(match family {
        Family::BRANCH_EQUAL => Family::BRANCH_UNEQUAL,
        Family::BRANCH_UNEQUAL => Family::BRANCH_EQUAL,
        Family::BRANCH_LESS => Family::BRANCH_NOT_LESS,
        Family::BRANCH_NOT_LESS => Family::BRANCH_LESS,
        Family::BRANCH_GREATER => Family::BRANCH_NOT_GREATER,
        Family::BRANCH_NOT_GREATER => Family::BRANCH_GREATER,
        Family::BRANCH_FLAG => Family::BRANCH_NO_FLAG,
        Family::BRANCH_NO_FLAG => Family::BRANCH_FLAG,
        _ => return None,
    })
}

fn number(operand: Operand) -> Option<i32> {
    match operand {
        ZERO => Some(0),
        Operand::Number(number) => Some(number),
        _ => None,
    }
}

/// Computes what is known.
fn fold(code: &mut Code) {
    match (code.family, code.operands()) {
        (Family::LOAD_UPPER, &[to, Operand::Number(high)]) => {
            code.rewrite(Family::LOAD_NUMBER, &[to, Operand::Number(high << 16)]);
        }
        (Family::MOVE, &[to, value @ Operand::Number(_)]) => {
            code.rewrite(Family::LOAD_NUMBER, &[to, value]);
        }
        (Family::ADD | Family::OR | Family::XOR, &[to, Operand::Number(0), from])
            if number(from).is_none() =>
        {
            code.rewrite(Family::MOVE, &[to, from]);
        }
        (family, &[to, one, other]) if FAMILIES.is_pure(family) => {
            let (Some(one), Some(other)) = (number(one), number(other)) else { return };
            let value = match family {
                Family::ADD => one.wrapping_add(other),
                Family::SUB => one.wrapping_sub(other),
                Family::OR => one | other,
                Family::AND => one & other,
                Family::XOR => one ^ other,
                // The hardware uses five bits of the amount as well.
                Family::SHIFT_LEFT => one.wrapping_shl(other as u32),
                _ => return,
            };
            code.rewrite(Family::LOAD_NUMBER, &[to, Operand::Number(value)]);
        }
        _ => {}
    }
}

/// A branch that is always or never taken is a jump or nothing.
fn decide(code: &mut Code) {
    let &[one, other, target] = code.operands() else { return };
    let order = match (number(one), number(other)) {
        (Some(one), Some(other)) => one.cmp(&other),
        _ if one == other && matches!(one, Operand::Register(_)) => std::cmp::Ordering::Equal,
        _ => return,
    };
    let is_taken = match code.family {
        Family::BRANCH_EQUAL => order.is_eq(),
        Family::BRANCH_UNEQUAL => order.is_ne(),
        Family::BRANCH_LESS => order.is_lt(),
        Family::BRANCH_NOT_LESS => order.is_ge(),
        Family::BRANCH_GREATER => order.is_gt(),
        Family::BRANCH_NOT_GREATER => order.is_le(),
        _ => return,
    };
    if is_taken {
        code.rewrite(Family::JUMP, &[target]);
    } else {
        code.rewrite(Family::NOTHING, &[]);
    }
}
