//! Known values of registers along a straight piece of code, so that a number in a register and the
//! number itself, a copy and its original, a comparison with a branch and the branch on it are the
//! same.

use super::effects::{is_for_hi_and_lo, is_load, is_store, result};
use super::stack::StackWords;
use super::tokens::families::{FAMILIES, OpFamily};
use super::tokens::{CodeStatement, NamelessOperand, ZERO};

/// A branch that is taken if a comparison holds, and what is compared.
type BranchComparison = (OpFamily, NamelessOperand, NamelessOperand);

/// Everything that is known before one instruction.
#[derive(Default)]
pub(super) struct KnownValues {
    /// The number, the name or the register that each register is the same as.
    known: [Option<NamelessOperand>; 32],
    /// The comparison whose result each register holds.
    compared: [Option<BranchComparison>; 32],
    /// The operation and the operands that HI and LO come from.
    long: Option<BranchComparison>,
    stack: StackWords,
}

impl KnownValues {
    /// Rewrites an instruction by what is known, and learns from it.
    pub(super) fn step(&mut self, code: &mut CodeStatement) {
        // In this order: each step works on what the one before has made simpler.
        self.stack.replace(code);
        self.replace_operands(code);
        self.replace_long(code);
        fold(code);
        self.replace_branch(code);
        decide(code);
        *code = code.canonical();
        self.learn(code);
        // After the registers: an instruction that writes one may store it no more.
        self.stack.learn(code);
    }

    fn replace_operands(&self, code: &mut CodeStatement) {
        let is_memory = is_load(code.family) || is_store(code.family);
        let is_branch = opposite(code.family).is_some();
        if result(code).is_none() && !is_memory && !is_branch && !is_for_hi_and_lo(code) {
            return;
        }
        let first = usize::from(result(code).is_some());
        for at in first..code.operands().len() {
            let Some(&NamelessOperand::Register(number)) = code.operands().get(at) else {
                continue;
            };
            let Some(value) = self.known.get(number as usize).copied().flatten() else { continue };
            // The first operand of a store is a value, the others are its address.
            let is_base = is_memory && at > 0;
            match value {
                NamelessOperand::Register(_) => code.set(at, value),
                NamelessOperand::Name(_) if code.family == OpFamily::MOVE => {
                    let to = code.operands()[0];
                    code.rewrite(OpFamily::LOAD_ADDRESS, &[to, value]);
                }
                NamelessOperand::Name(_) if is_base => {
                    if let &[to, NamelessOperand::Number(0), _] = code.operands() {
                        code.rewrite(code.family, &[to, value]);
                    }
                }
                // A number as an address has no form that other programs would write.
                NamelessOperand::Number(_) if !is_memory => code.set(at, value),
                _ => {}
            }
        }
    }

    fn replace_long(&self, code: &mut CodeStatement) {
        let (Some((family, one, other)), &[to]) = (self.long, code.operands()) else { return };
        let family = match (code.family, family) {
            (OpFamily::MOVE_FROM_LO, OpFamily::MULTIPLY_LONG) => OpFamily::MULTIPLY,
            (OpFamily::MOVE_FROM_LO, OpFamily::DIVIDE) => OpFamily::DIVIDE,
            (OpFamily::MOVE_FROM_HI, OpFamily::DIVIDE) => OpFamily::REMAINDER,
            _ => return,
        };
        code.rewrite(family, &[to, one, other]);
    }

    /// A branch on the result of a comparison is a branch on the comparison.
    fn replace_branch(&self, code: &mut CodeStatement) {
        let &[NamelessOperand::Register(number), other, target] = code.operands() else { return };
        let Some(Some((family, one, two))) = self.compared.get(number as usize).copied() else {
            return;
        };
        let is_zero = matches!(other, ZERO | NamelessOperand::Number(0));
        let family = match code.family {
            OpFamily::BRANCH_UNEQUAL if is_zero => Some(family),
            OpFamily::BRANCH_EQUAL if is_zero => opposite(family),
            _ => None,
        };
        if let Some(family) = family {
            code.rewrite(family, &[one, two, target]);
        }
    }

    fn learn(&mut self, code: &CodeStatement) {
        if is_for_hi_and_lo(code) {
            let &[one, other] = code.operands() else { return };
            self.long = Some((code.family, one, other));
            return;
        }
        match code.family {
            // A procedure may change any register; which ones it keeps is a convention that
            // disguises need not obey.
            OpFamily::CALL | OpFamily::CALL_REGISTER | OpFamily::MACRO => {
                *self = KnownValues::default();
            }
            // Results of services are in these.
            OpFamily::SERVICE => [2, 4, 5].into_iter().for_each(|number| self.forget(number)),
            _ => {}
        }
        let Some(to) = result(code) else {
            // Whatever an instruction may write that is not known better.
            if let Some(&NamelessOperand::Register(to)) = code.operands().first()
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
            (OpFamily::LOAD_NUMBER, &[_, value @ NamelessOperand::Number(_)])
            | (OpFamily::LOAD_ADDRESS, &[_, value @ NamelessOperand::Name(_)])
            // Not `$zero`, which is a number, and not `$sp`, `$fp` and `$ra`, which change by
            // calls.
            | (OpFamily::MOVE, &[_, value @ NamelessOperand::Register(1..=28)]) => {
                *known = Some(value);
            }
            // The comparison is about the old value of a register that it overwrites.
            (family, &[to_operand, one, other]) if one != to_operand && other != to_operand => {
                let branch = match family {
                    OpFamily::SET_LESS => Some((OpFamily::BRANCH_LESS, one, other)),
                    OpFamily::SET_GREATER => Some((OpFamily::BRANCH_LESS, other, one)),
                    OpFamily::SET_NOT_LESS => Some((OpFamily::BRANCH_NOT_LESS, one, other)),
                    OpFamily::SET_NOT_GREATER => Some((OpFamily::BRANCH_NOT_LESS, other, one)),
                    OpFamily::SET_EQUAL => Some((OpFamily::BRANCH_EQUAL, one, other)),
                    OpFamily::SET_UNEQUAL => Some((OpFamily::BRANCH_UNEQUAL, one, other)),
                    _ => None,
                };
                self.compared[to as usize] = branch;
            }
            _ => {}
        }
    }

    /// A register has another value from now on.
    fn forget(&mut self, number: u8) {
        let gone = NamelessOperand::Register(number);
        if let Some(known) = self.known.get_mut(number as usize) {
            *known = None;
            self.compared[number as usize] = None;
        }
        for known in &mut self.known {
            *known = known.filter(|it| *it != gone);
        }
        self.stack.forget(gone);
        let stays = |it: &BranchComparison| it.1 != gone && it.2 != gone;
        for compared in &mut self.compared {
            *compared = compared.filter(stays);
        }
        self.long = self.long.filter(stays);
    }
}

/// The branch under the opposite condition.
pub(super) fn opposite(family: OpFamily) -> Option<OpFamily> {
    Some(match family {
        OpFamily::BRANCH_EQUAL => OpFamily::BRANCH_UNEQUAL,
        OpFamily::BRANCH_UNEQUAL => OpFamily::BRANCH_EQUAL,
        OpFamily::BRANCH_LESS => OpFamily::BRANCH_NOT_LESS,
        OpFamily::BRANCH_NOT_LESS => OpFamily::BRANCH_LESS,
        OpFamily::BRANCH_GREATER => OpFamily::BRANCH_NOT_GREATER,
        OpFamily::BRANCH_NOT_GREATER => OpFamily::BRANCH_GREATER,
        OpFamily::BRANCH_FLAG => OpFamily::BRANCH_NO_FLAG,
        OpFamily::BRANCH_NO_FLAG => OpFamily::BRANCH_FLAG,
        _ => return None,
    })
}

fn number(operand: NamelessOperand) -> Option<i32> {
    match operand {
        ZERO => Some(0),
        NamelessOperand::Number(number) => Some(number),
        _ => None,
    }
}

/// Computes what is known.
fn fold(code: &mut CodeStatement) {
    match (code.family, code.operands()) {
        (OpFamily::LOAD_UPPER, &[to, NamelessOperand::Number(high)]) => {
            code.rewrite(OpFamily::LOAD_NUMBER, &[to, NamelessOperand::Number(high << 16)]);
        }
        (OpFamily::MOVE, &[to, value @ NamelessOperand::Number(_)]) => {
            code.rewrite(OpFamily::LOAD_NUMBER, &[to, value]);
        }
        (OpFamily::ADD | OpFamily::OR | OpFamily::XOR, &[to, NamelessOperand::Number(0), from])
            if number(from).is_none() =>
        {
            code.rewrite(OpFamily::MOVE, &[to, from]);
        }
        (family, &[to, one, other]) if FAMILIES.is_pure(family) => {
            let (Some(one), Some(other)) = (number(one), number(other)) else { return };
            let value = match family {
                OpFamily::ADD => one.wrapping_add(other),
                OpFamily::SUB => one.wrapping_sub(other),
                OpFamily::OR => one | other,
                OpFamily::AND => one & other,
                OpFamily::XOR => one ^ other,
                // The hardware uses five bits of the amount as well.
                OpFamily::SHIFT_LEFT => one.wrapping_shl(other as u32),
                _ => return,
            };
            code.rewrite(OpFamily::LOAD_NUMBER, &[to, NamelessOperand::Number(value)]);
        }
        _ => {}
    }
}

/// A branch that is always or never taken is a jump or nothing.
fn decide(code: &mut CodeStatement) {
    let &[one, other, target] = code.operands() else { return };
    let order = match (number(one), number(other)) {
        (Some(one), Some(other)) => one.cmp(&other),
        _ if one == other && matches!(one, NamelessOperand::Register(_)) => {
            std::cmp::Ordering::Equal
        }
        _ => return,
    };
    let is_taken = match code.family {
        OpFamily::BRANCH_EQUAL => order.is_eq(),
        OpFamily::BRANCH_UNEQUAL => order.is_ne(),
        OpFamily::BRANCH_LESS => order.is_lt(),
        OpFamily::BRANCH_NOT_LESS => order.is_ge(),
        OpFamily::BRANCH_GREATER => order.is_gt(),
        OpFamily::BRANCH_NOT_GREATER => order.is_le(),
        _ => return,
    };
    if is_taken {
        code.rewrite(OpFamily::JUMP, &[target]);
    } else {
        code.rewrite(OpFamily::NOTHING, &[]);
    }
}
