//! Instruction counters: exact classes, MARS's two tools, and CPI by a table of costs.

mod costs;
mod mars;

use jetan_isa::{EncodingFormat, MemoryUse, Op};

pub use costs::CostTable;
pub use mars::{MarsCategory, MarsCounter, MarsStatistics};

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
    /// All classes, in the order of tables.
    pub const ALL: [InstructionClass; 14] = [
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

    /// The class with this name.
    pub fn from_name(name: &str) -> Option<InstructionClass> {
        InstructionClass::ALL.into_iter().find(|class| class.name() == name)
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

/// Executed instructions by class and by format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InstructionMix {
    classes: [u64; InstructionClass::ALL.len()],
    formats: [u64; 3],
    kernel: u64,
}

/// The three formats of textbooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WordFormat {
    /// Registers only.
    R,
    /// A constant of 16 bits, branches included.
    I,
    /// A jump target of 26 bits.
    J,
}

impl WordFormat {
    /// The format of an instruction.
    pub const fn of(op: Op) -> WordFormat {
        match op.spec().format {
            EncodingFormat::R => WordFormat::R,
            EncodingFormat::I | EncodingFormat::B => WordFormat::I,
            EncodingFormat::J => WordFormat::J,
        }
    }
}

impl InstructionMix {
    /// Counts an instruction of the program, or of its exception handler.
    #[inline]
    pub fn count(&mut self, class: InstructionClass, format: WordFormat, is_kernel: bool) {
        if is_kernel {
            self.kernel += 1;
            return;
        }
        self.classes[class as usize] += 1;
        self.formats[format as usize] += 1;
    }

    /// Instructions of a class.
    pub fn class(&self, class: InstructionClass) -> u64 {
        self.classes[class as usize]
    }

    /// Instructions of a format.
    pub fn format(&self, format: WordFormat) -> u64 {
        self.formats[format as usize]
    }

    /// Instructions of the exception handler, which are in no class.
    pub fn kernel(&self) -> u64 {
        self.kernel
    }

    /// All instructions of the program.
    pub fn total(&self) -> u64 {
        self.classes.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_those_of_the_manual() {
        let cases = [
            (
                "alu",
                &["add", "addu", "slt", "sltu", "andi", "lui", "clz", "movz", "movn", "movf"][..],
            ),
            ("shift", &["sll", "srav", "sllv", "srl"]),
            ("muldiv", &["mult", "div", "mul", "madd", "mfhi", "mtlo"]),
            ("load", &["lw", "lwl", "ll", "ldc1", "lwc1"]),
            ("store", &["sb", "swr", "sc", "sdc1"]),
            ("branch-not-taken", &["beq", "bgezal", "bc1t"]),
            ("jump", &["j", "jr"]),
            ("call", &["jal", "jalr"]),
            ("float", &["add.s", "mtc1", "c.eq.d", "cvt.w.s"]),
            ("service", &["syscall"]),
            ("system", &["teq", "tgei", "mfc0", "eret", "break"]),
            ("nop", &["nop"]),
        ];
        for (class, names) in cases {
            for name in names {
                let op = Op::ALL.into_iter().find(|op| op.name() == *name).unwrap();
                assert_eq!(InstructionClass::of(op, false, false).name(), class, "{name}");
            }
        }
    }
}
