//! Classes of instructions, as courses count them and give them costs.

use crate::op::{EncodingFormat, Op};
use crate::roles::MemoryUse;

/// The most cycles that a class may cost.
pub const CLASS_COST_MAX: u32 = 1_000_000;

/// The cycles that an instruction of a class takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClassCost {
    /// The class.
    pub class: InstructionClass,
    /// At most [`CLASS_COST_MAX`].
    pub cycles: u32,
}

/// The class of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum InstructionClass {
    /// Arithmetic, logic and comparison of integers.
    Alu,
    /// Shifts.
    Shift,
    /// Multiplication and division, and moves from and to HI and LO.
    MultiplyDivide,
    /// Loads, of floats too.
    Load,
    /// Stores, of floats too.
    Store,
    /// Conditional branches that went elsewhere.
    BranchTaken,
    /// Conditional branches that did not.
    BranchNotTaken,
    /// Jumps.
    Jump,
    /// Calls.
    Call,
    /// Jumps to the address in `$ra`.
    Return,
    /// Floating-point arithmetic, moves and comparisons.
    Float,
    /// Calls of the system.
    Service,
    /// Traps, and moves from and to coprocessor 0.
    System,
    /// `nop`.
    Nop,
}

impl InstructionClass {
    /// The number of classes.
    pub const COUNT: usize = 14;

    /// All classes, in the order of tables.
    pub const ALL: &'static [InstructionClass; InstructionClass::COUNT] = &[
        InstructionClass::Alu,
        InstructionClass::Shift,
        InstructionClass::MultiplyDivide,
        InstructionClass::Load,
        InstructionClass::Store,
        InstructionClass::BranchTaken,
        InstructionClass::BranchNotTaken,
        InstructionClass::Jump,
        InstructionClass::Call,
        InstructionClass::Return,
        InstructionClass::Float,
        InstructionClass::Service,
        InstructionClass::System,
        InstructionClass::Nop,
    ];

    /// The word for it in tables, cost tables and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            InstructionClass::Alu => "alu",
            InstructionClass::Shift => "shift",
            InstructionClass::MultiplyDivide => "muldiv",
            InstructionClass::Load => "load",
            InstructionClass::Store => "store",
            InstructionClass::BranchTaken => "branch-taken",
            InstructionClass::BranchNotTaken => "branch-not-taken",
            InstructionClass::Jump => "jump",
            InstructionClass::Call => "call",
            InstructionClass::Return => "return",
            InstructionClass::Float => "float",
            InstructionClass::Service => "service",
            InstructionClass::System => "system",
            InstructionClass::Nop => "nop",
        }
    }

    /// The classes that a table of costs means by this name: `branch` is both outcomes.
    pub fn costed(name: &str) -> &'static [InstructionClass] {
        if name == "branch" {
            return &[InstructionClass::BranchTaken, InstructionClass::BranchNotTaken];
        }
        let at = InstructionClass::ALL.iter().position(|class| class.name() == name);
        at.map_or(&[], |at| InstructionClass::ALL.get(at..=at).unwrap_or_default())
    }

    /// The class of an instruction; `is_return` is for `jr $ra`.
    pub fn of(op: Op, is_taken: bool, is_return: bool) -> InstructionClass {
        let spec = op.spec();
        match (spec.roles.memory, spec.format) {
            (MemoryUse::Load(_), _) => return InstructionClass::Load,
            (MemoryUse::Store(_), _) => return InstructionClass::Store,
            (_, EncodingFormat::B) if is_taken => return InstructionClass::BranchTaken,
            (_, EncodingFormat::B) => return InstructionClass::BranchNotTaken,
            _ => {}
        }
        match op {
            Op::Nop => InstructionClass::Nop,
            Op::Syscall => InstructionClass::Service,
            Op::Jr if is_return => InstructionClass::Return,
            Op::J | Op::Jr => InstructionClass::Jump,
            Op::Jal | Op::Jalr | Op::JalrRa => InstructionClass::Call,
            _ => class_of_word(op),
        }
    }
}

/// The class by the fields of the machine word, which group instructions as the manual does.
fn class_of_word(op: Op) -> InstructionClass {
    let spec = op.spec();
    let (opcode, function) = (spec.fixed_bits >> 26, spec.fixed_bits & 0x3f);
    let roles = spec.roles;
    let uses_product =
        roles.hi.writes() || roles.hi.reads() || roles.lo.writes() || roles.lo.reads();
    match (opcode, function) {
        _ if uses_product => InstructionClass::MultiplyDivide,
        (0, 0..8) if op != Op::Movf && op != Op::Movt => shift_or_move(op),
        // Traps; opcode 1 has only those left, its branches are gone already.
        (0, 0x30.. | 0x0d) | (1 | 0x10, _) => InstructionClass::System,
        (0x11, _) => InstructionClass::Float,
        _ => InstructionClass::Alu,
    }
}

/// Conditional moves share the numbers of shifts.
fn shift_or_move(op: Op) -> InstructionClass {
    let name = op.name();
    if name.starts_with('s') { InstructionClass::Shift } else { InstructionClass::Alu }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_to_classes() {
        for &class in InstructionClass::ALL {
            assert_eq!(InstructionClass::costed(class.name()), [class]);
        }
        assert_eq!(InstructionClass::costed("branch").len(), 2);
        assert!(InstructionClass::costed("lod").is_empty());
    }
}
