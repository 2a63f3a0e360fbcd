//! The operands that an instruction reads and those it writes.
//!
//! Whoever translates, analyses or observes programs takes it from here instead of keeping lists
//! of instructions.

use crate::scan::TableScanner;

/// The use of a register by an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RegisterRole {
    /// Nothing: the operand is a number, or the register is not concerned.
    None,
    /// The value is read and stays.
    Read,
    /// Writes all of it, whatever was there.
    Write,
    /// Writes a part of it, or writes it only sometimes: what was there may stay.
    Merge,
    /// Uses its value, then writes it.
    ReadWrite,
}

impl RegisterRole {
    /// Whether the register may have another value afterwards.
    pub const fn writes(self) -> bool {
        matches!(self, RegisterRole::Write | RegisterRole::Merge | RegisterRole::ReadWrite)
    }

    /// Whether what the instruction leaves behind depends on the register's value.
    pub const fn reads(self) -> bool {
        // A merged register counts as read: the part that stays shows in the result.
        matches!(self, RegisterRole::Read | RegisterRole::Merge | RegisterRole::ReadWrite)
    }

    /// Whether the operand only says where a result goes.
    pub const fn is_destination(self) -> bool {
        matches!(self, RegisterRole::Write | RegisterRole::Merge)
    }
}

/// The use of memory by an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MemoryUse {
    /// Neither read nor written.
    None,
    /// Loads so many bytes: 1, 2, 4 or 8, and 1 for those that load some bytes of a word.
    Load(u8),
    /// Stores so many bytes, counted as for loads.
    Store(u8),
}

/// Everything an instruction reads and writes, but for what services and exceptions do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Roles {
    /// By operand, in source order.
    pub operands: [RegisterRole; 3],
    /// The use of HI.
    pub hi: RegisterRole,
    /// The use of LO.
    pub lo: RegisterRole,
    /// Condition flag 0, where no operand names a flag.
    pub flag: RegisterRole,
    /// `$ra`, where no operand names it.
    pub ra: RegisterRole,
    /// EPC of coprocessor 0.
    pub epc: RegisterRole,
    /// Status of coprocessor 0.
    pub status: RegisterRole,
    /// Memory, at the address that the operands give.
    pub memory: MemoryUse,
}

impl Roles {
    /// Reads the notation that is explained beside the instruction table. `numbers` has a bit for
    /// every operand that is not a register.
    pub(crate) const fn parse(text: &str, operand_count: usize, numbers: u8) -> Roles {
        let mut roles = Roles {
            operands: [RegisterRole::None; 3],
            hi: RegisterRole::None,
            lo: RegisterRole::None,
            flag: RegisterRole::None,
            ra: RegisterRole::None,
            epc: RegisterRole::None,
            status: RegisterRole::None,
            memory: MemoryUse::None,
        };
        let mut scanner = TableScanner::new(text);
        if operand_count > 0 {
            let letters = scanner.word().as_bytes();
            assert!(letters.len() == operand_count, "a row has another number of roles");
            let mut idx = 0;
            while idx < operand_count {
                roles.operands[idx] = role(letters[idx]);
                let is_number = numbers >> idx & 1 == 1;
                let has_none = matches!(roles.operands[idx], RegisterRole::None);
                // A forgotten letter would make an analysis miss a register, so both directions are
                // checked.
                assert!(has_none == is_number, "numbers have no role, all registers have one");
                idx += 1;
            }
        }
        while scanner.peek() != 0 {
            let name = scanner.word();
            assert!(scanner.take(b':'), "a colon is missing in the roles of a row");
            roles.set(name.as_bytes(), scanner.word().as_bytes());
        }
        roles
    }

    const fn set(&mut self, name: &[u8], value: &[u8]) {
        assert!(value.len() == 1, "a role is one letter, a number of bytes one digit");
        match name {
            b"hi" => self.hi = role(value[0]),
            b"lo" => self.lo = role(value[0]),
            b"flag" => self.flag = role(value[0]),
            b"ra" => self.ra = role(value[0]),
            b"epc" => self.epc = role(value[0]),
            b"status" => self.status = role(value[0]),
            b"load" => self.memory = MemoryUse::Load(value[0] - b'0'),
            b"store" => self.memory = MemoryUse::Store(value[0] - b'0'),
            _ => panic!("unknown register in the roles of a row"),
        }
    }
}

const fn role(letter: u8) -> RegisterRole {
    match letter {
        b'-' => RegisterRole::None,
        b'r' => RegisterRole::Read,
        b'w' => RegisterRole::Write,
        b'm' => RegisterRole::Merge,
        b'u' => RegisterRole::ReadWrite,
        _ => panic!("unknown letter in the roles of a row"),
    }
}
