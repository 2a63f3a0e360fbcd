//! Instruction counters: exact classes, MARS's two tools, and CPI by a table of costs.

mod costs;
mod mars;

use jetan_isa::{EncodingFormat, Op};

pub use costs::CostTable;
pub use jetan_isa::InstructionClass;
pub use mars::{MarsCategory, MarsCounter, MarsStatistics};

/// Executed instructions by class and by format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InstructionMix {
    classes: [u64; InstructionClass::COUNT],
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
