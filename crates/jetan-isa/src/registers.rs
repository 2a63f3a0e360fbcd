//! Registers: CPU, floating-point and coprocessor 0, their numbers, names and customary uses.

use std::fmt;

/// A CPU register, 0 to 31.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reg(u8);

/// The reference entry of one CPU register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RegisterRow {
    /// The register that the row describes.
    pub reg: Reg,
    /// The name, with the dollar sign.
    pub name: &'static str,
    /// The conventional use, in one sentence.
    pub summary: &'static str,
}

/// The CPU registers in order of their numbers.
pub static REGISTERS: [RegisterRow; 32] = [
    row(0, "$zero", "Always reads as zero; writes are discarded."),
    row(1, "$at", "Scratch for the assembler's own expansions of pseudo-instructions."),
    row(2, "$v0", "Function result, and the number of the service a syscall asks for."),
    row(3, "$v1", "Second word of a function result."),
    row(4, "$a0", "First argument of a function or service."),
    row(5, "$a1", "Second argument."),
    row(6, "$a2", "Third argument."),
    row(7, "$a3", "Fourth argument."),
    row(8, "$t0", "Temporary; a called function may overwrite it."),
    row(9, "$t1", "Temporary; a called function may overwrite it."),
    row(10, "$t2", "Temporary; a called function may overwrite it."),
    row(11, "$t3", "Temporary; a called function may overwrite it."),
    row(12, "$t4", "Temporary; a called function may overwrite it."),
    row(13, "$t5", "Temporary; a called function may overwrite it."),
    row(14, "$t6", "Temporary; a called function may overwrite it."),
    row(15, "$t7", "Temporary; a called function may overwrite it."),
    row(16, "$s0", "Saved; a function that uses it restores it before returning."),
    row(17, "$s1", "Saved; a function that uses it restores it before returning."),
    row(18, "$s2", "Saved; a function that uses it restores it before returning."),
    row(19, "$s3", "Saved; a function that uses it restores it before returning."),
    row(20, "$s4", "Saved; a function that uses it restores it before returning."),
    row(21, "$s5", "Saved; a function that uses it restores it before returning."),
    row(22, "$s6", "Saved; a function that uses it restores it before returning."),
    row(23, "$s7", "Saved; a function that uses it restores it before returning."),
    row(24, "$t8", "Temporary; a called function may overwrite it."),
    row(25, "$t9", "Temporary; a called function may overwrite it."),
    row(26, "$k0", "Scratch for exception handlers; ordinary code leaves it alone."),
    row(27, "$k1", "Scratch for exception handlers; ordinary code leaves it alone."),
    row(28, "$gp", "Points into the middle of the small global data area."),
    row(29, "$sp", "Points at the top of the stack, which grows downward."),
    row(30, "$fp", "Points at the frame of the running function; saved like $s0."),
    row(31, "$ra", "Return address, written by calls."),
];

const fn row(number: u8, name: &'static str, summary: &'static str) -> RegisterRow {
    RegisterRow { reg: Reg(number), name, summary }
}

macro_rules! reg_consts {
    ($($name:ident = $number:literal),* $(,)?) => {
        impl Reg {
            $(
                #[doc = concat!("Register ", $number, ".")]
                pub const $name: Reg = Reg($number);
            )*
        }
    };
}

reg_consts! {
    ZERO = 0, AT = 1, V0 = 2, V1 = 3, A0 = 4, A1 = 5, A2 = 6, A3 = 7,
    T0 = 8, T1 = 9, T2 = 10, T3 = 11, T4 = 12, T5 = 13, T6 = 14, T7 = 15,
    S0 = 16, S1 = 17, S2 = 18, S3 = 19, S4 = 20, S5 = 21, S6 = 22, S7 = 23,
    T8 = 24, T9 = 25, K0 = 26, K1 = 27, GP = 28, SP = 29, FP = 30, RA = 31,
}

impl Reg {
    /// The register with this number, if there is one.
    pub const fn new(number: u8) -> Option<Reg> {
        if number < 32 { Some(Reg(number)) } else { None }
    }

    /// The register whose number is the low five bits of `index`.
    pub const fn at_index(index: u8) -> Reg {
        Reg(index & 31)
    }

    /// The number, 0 to 31.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The number as an array index, 0 to 31.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The name with its dollar sign, for example `$t0`.
    pub const fn name(self) -> &'static str {
        // A `Reg` is never above 31; the mask proves the bound to the compiler.
        REGISTERS[(self.0 & 31) as usize].name
    }

    /// Whether a called function leaves it as it was, by convention; `None` if neither is agreed.
    pub const fn survives_calls(self) -> Option<bool> {
        match self.0 {
            16..=23 | 28..=30 => Some(true),
            1..=15 | 24 | 25 | 31 => Some(false),
            // `$zero` never changes, and `$k0` and `$k1` belong to exception handlers at any time.
            _ => None,
        }
    }

    /// The rule of the calling convention about it, if there is one.
    pub const fn convention(self) -> Option<&'static str> {
        match self.survives_calls() {
            Some(true) => Some("leave it as it was: a function that changes it saves it"),
            Some(false) => Some("may change it: whoever needs it afterwards saves it"),
            None => None,
        }
    }

    /// The register with this name. Names are case-sensitive; `$8` and `$s8` are not names.
    // Every register token of a source comes through here, hence a match on shape, not a search.
    pub const fn from_name(name: &str) -> Option<Reg> {
        Some(match name.as_bytes() {
            [b'$', b't', digit @ b'0'..=b'7'] => Reg(*digit - b'0' + 8),
            [b'$', b't', digit @ b'8'..=b'9'] => Reg(*digit - b'8' + 24),
            [b'$', b's', digit @ b'0'..=b'7'] => Reg(*digit - b'0' + 16),
            [b'$', b'a', digit @ b'0'..=b'3'] => Reg(*digit - b'0' + 4),
            [b'$', b'v', digit @ b'0'..=b'1'] => Reg(*digit - b'0' + 2),
            [b'$', b'k', digit @ b'0'..=b'1'] => Reg(*digit - b'0' + 26),
            b"$zero" => Reg::ZERO,
            b"$at" => Reg::AT,
            b"$gp" => Reg::GP,
            b"$sp" => Reg::SP,
            b"$fp" => Reg::FP,
            b"$ra" => Reg::RA,
            _ => return None,
        })
    }
}

impl fmt::Display for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A floating-point register, 0 to 31. A double occupies an even one and its neighbour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FReg(u8);

// Spelled out, since a name must be `'static` and a `const fn` cannot format one.
static FPU_NAMES: [&str; 32] = [
    "$f0", "$f1", "$f2", "$f3", "$f4", "$f5", "$f6", "$f7", "$f8", "$f9", "$f10", "$f11", "$f12",
    "$f13", "$f14", "$f15", "$f16", "$f17", "$f18", "$f19", "$f20", "$f21", "$f22", "$f23", "$f24",
    "$f25", "$f26", "$f27", "$f28", "$f29", "$f30", "$f31",
];

impl FReg {
    /// The register with this number, if there is one.
    pub const fn new(number: u8) -> Option<FReg> {
        if number < 32 { Some(FReg(number)) } else { None }
    }

    /// The register whose number is the low five bits of `index`.
    pub const fn at_index(index: u8) -> FReg {
        FReg(index & 31)
    }

    /// The number, 0 to 31.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The number as an array index, 0 to 31.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The name, for example `$f12`.
    pub const fn name(self) -> &'static str {
        FPU_NAMES[(self.0 & 31) as usize]
    }

    /// The register with this name, spelled without leading zeros.
    pub const fn from_name(name: &str) -> Option<FReg> {
        match name.as_bytes() {
            [b'$', b'f', digit @ b'0'..=b'9'] => Some(FReg(*digit - b'0')),
            // Tens from 1: `$f01` is not a name. The lexer takes it for a number behind `$f`, as
            // MARS does.
            [b'$', b'f', tens @ b'1'..=b'3', ones @ b'0'..=b'9'] => {
                FReg::new((*tens - b'0') * 10 + (*ones - b'0'))
            }
            _ => None,
        }
    }
}

impl fmt::Display for FReg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A coprocessor 0 register that the machine implements; the others read as zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Cp0 {
    /// The address a faulting load or store used.
    Vaddr = 8,
    /// Interrupt mask and the exception level.
    Status = 12,
    /// The reason for the last exception.
    Cause = 13,
    /// The address at which to continue after the last exception.
    Epc = 14,
}

/// The reference entry of one coprocessor 0 register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cp0Row {
    /// The register that the row describes.
    pub cp0: Cp0,
    /// Number and name as MARS shows them, for example `$8 (vaddr)`.
    pub name: &'static str,
    /// One sentence on what it holds.
    pub summary: &'static str,
}

/// The coprocessor 0 registers in order of their numbers.
pub static CP0_REGISTERS: [Cp0Row; 4] = [
    Cp0Row {
        cp0: Cp0::Vaddr,
        name: "$8 (vaddr)",
        summary: "The address used by the load or store that faulted.",
    },
    Cp0Row {
        cp0: Cp0::Status,
        name: "$12 (status)",
        summary: "Bit 0 enables interrupts, bit 1 is set in a handler, bits 8 to 15 are the mask.",
    },
    Cp0Row {
        cp0: Cp0::Cause,
        name: "$13 (cause)",
        summary: "Bits 2 to 6 hold the exception code, bits 8 to 15 the pending interrupts.",
    },
    Cp0Row {
        cp0: Cp0::Epc,
        name: "$14 (epc)",
        summary: "The address of the instruction that raised the exception.",
    },
];

impl Cp0 {
    /// The register with this number, if the machine implements it.
    pub const fn from_number(number: u8) -> Option<Cp0> {
        Some(match number {
            8 => Cp0::Vaddr,
            12 => Cp0::Status,
            13 => Cp0::Cause,
            14 => Cp0::Epc,
            _ => return None,
        })
    }

    /// The number instructions use.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The row of the table.
    pub const fn row(self) -> &'static Cp0Row {
        // By hand, as the numbers 8, 12, 13 and 14 are not indices; a test compares the rows.
        &CP0_REGISTERS[match self {
            Cp0::Vaddr => 0,
            Cp0::Status => 1,
            Cp0::Cause => 2,
            Cp0::Epc => 3,
        }]
    }

    /// Number and name as MARS shows them, for example `$8 (vaddr)`.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The name without its number, for example `vaddr`.
    pub fn short_name(self) -> &'static str {
        let name = self.name();
        name.split_once('(').map_or(name, |(_, name)| name.trim_end_matches(')'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_agree() {
        for (number, row) in REGISTERS.iter().enumerate() {
            assert_eq!(row.reg.index(), number);
            assert_eq!(row.reg.to_string(), row.name);
            assert_eq!(Reg::from_name(row.name), Some(row.reg));
            let freg = FReg::at_index(number as u8);
            assert_eq!(freg.name(), format!("$f{number}"));
            assert_eq!(FReg::from_name(freg.name()), Some(freg));
        }
        for row in &CP0_REGISTERS {
            assert_eq!(row.cp0.row(), row);
            assert_eq!(Cp0::from_number(row.cp0.number()), Some(row.cp0));
            assert!(row.name.starts_with(&format!("${} ", row.cp0.number())));
        }
    }

    #[test]
    fn summaries_and_the_convention_for_calls_agree() {
        for row in &REGISTERS {
            let survives = row.reg.survives_calls();
            assert!(!row.summary.starts_with("Saved") || survives == Some(true), "{}", row.name);
            assert!(!row.summary.starts_with("Temp") || survives == Some(false), "{}", row.name);
        }
        assert_eq!(Reg::ZERO.survives_calls(), None);
        assert_eq!(Reg::SP.survives_calls(), Some(true));
        assert_eq!(Reg::RA.survives_calls(), Some(false));
    }

    #[test]
    fn other_spellings_are_no_names() {
        for name in ["", "$", "t0", "$T0", "$s8", "$t10", "$a4", "$8", "$zer", "$f0", "$v2"] {
            assert_eq!(Reg::from_name(name), None, "{name}");
        }
        for name in ["$f", "$f32", "$f01", "$F1", "$f1x", "$40"] {
            assert_eq!(FReg::from_name(name), None, "{name}");
        }
        assert_eq!(Reg::new(32), None);
        assert_eq!(FReg::new(32), None);
        assert_eq!(Reg::at_index(33), Reg::AT);
    }
}
