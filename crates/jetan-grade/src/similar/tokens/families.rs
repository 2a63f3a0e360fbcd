//! Instructions that count as one, and their properties for the search for dead code.

use std::sync::LazyLock;

use jetan_isa::Mnemonic;
use jetan_isa::mnemonics::MNEMONIC_COUNT;

/// Instructions that do the same, by the index of one of their mnemonics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::similar) struct OpFamily(pub(super) u16);

macro_rules! families {
    ($($constant:ident = $name:literal,)*) => {
        impl OpFamily {
            $(pub(in crate::similar) const $constant: OpFamily =
                OpFamily(Named::$constant as u16);)*
            /// The call of a macro.
            pub(in crate::similar) const MACRO: OpFamily = OpFamily(NAMED.len() as u16);
        }

        #[expect(non_camel_case_types, reason = "these number the constants")]
        #[expect(clippy::upper_case_acronyms, reason = "these number the constants")]
        enum Named { $($constant,)* }

        /// The mnemonics that have a name here.
        const NAMED: &[&str] = &[$($name,)*];
    };
}

families! {
    ADD = "add",
    SUB = "sub",
    OR = "or",
    XOR = "xor",
    MOVE = "move",
    LOAD_NUMBER = "li",
    BRANCH_EQUAL = "beq",
    BRANCH_UNEQUAL = "bne",
    JUMP = "j",
    JUMP_REGISTER = "jr",
    SERVICE = "syscall",
    NOTHING = "nop",
    SHIFT_LEFT = "sll",
    SHIFT_RIGHT = "srl",
    SHIFT_ARITHMETIC = "sra",
    AND = "and",
    NOR = "nor",
    NOT = "not",
    NEGATE = "neg",
    SET_LESS = "slt",
    SET_GREATER = "sgt",
    SET_NOT_LESS = "sge",
    SET_NOT_GREATER = "sle",
    SET_EQUAL = "seq",
    SET_UNEQUAL = "sne",
    BRANCH_LESS = "blt",
    BRANCH_NOT_LESS = "bge",
    BRANCH_GREATER = "bgt",
    BRANCH_NOT_GREATER = "ble",
    BRANCH_FLAG = "bc1t",
    BRANCH_NO_FLAG = "bc1f",
    CALL = "jal",
    CALL_REGISTER = "jalr",
    MULTIPLY_LONG = "mult",
    MULTIPLY = "mul",
    DIVIDE = "div",
    REMAINDER = "rem",
    MOVE_FROM_LO = "mflo",
    MOVE_FROM_HI = "mfhi",
    LOAD_UPPER = "lui",
    LOAD_ADDRESS = "la",
    LOAD_WORD = "lw",
    LOAD_HALF = "lh",
    LOAD_BYTE = "lb",
    STORE_WORD = "sw",
    STORE_HALF = "sh",
    STORE_BYTE = "sb",
    RETURN_FROM_EXCEPTION = "eret",
}

/// Mnemonics that count as another one.
const SAME: &[(&str, &str)] = &[
    ("addu", "add"),
    ("addi", "add"),
    ("addiu", "add"),
    ("subu", "sub"),
    ("subi", "sub"),
    ("subiu", "sub"),
    ("andi", "and"),
    ("ori", "or"),
    ("xori", "xor"),
    ("sltu", "slt"),
    ("slti", "slt"),
    ("sltiu", "slt"),
    ("sllv", "sll"),
    ("srlv", "srl"),
    ("srav", "sra"),
    ("mulu", "mul"),
    ("mulo", "mul"),
    ("mulou", "mul"),
    ("multu", "mult"),
    ("divu", "div"),
    ("remu", "rem"),
    ("negu", "neg"),
    ("sgtu", "sgt"),
    ("sgeu", "sge"),
    ("sleu", "sle"),
    ("lbu", "lb"),
    ("lhu", "lh"),
    ("b", "j"),
    ("bltu", "blt"),
    ("bleu", "ble"),
    ("bgtu", "bgt"),
    ("bgeu", "bge"),
];

/// Mnemonics that count as another one with `$zero` in front of the label.
const WITH_ZERO: &[(&str, &str)] = &[
    ("beqz", "beq"),
    ("bnez", "bne"),
    ("bltz", "blt"),
    ("blez", "ble"),
    ("bgtz", "bgt"),
    ("bgez", "bge"),
];

/// Families whose instructions only change their first operand.
const PURE: &[&str] = &[
    "add", "sub", "and", "or", "xor", "nor", "not", "neg", "slt", "sll", "srl", "sra", "mul",
    "rem", "li", "la", "lui", "move", "lw", "lh", "lb", "seq", "sne", "sgt", "sge", "sle",
];

/// The properties of each mnemonic.
pub(in crate::similar) struct FamilyTable {
    of: Vec<(OpFamily, bool)>,
    /// By the number of the family.
    pure: Vec<bool>,
}

/// The one table, made when it is first wanted.
pub(in crate::similar) static FAMILIES: LazyLock<FamilyTable> = LazyLock::new(FamilyTable::new);

impl FamilyTable {
    fn new() -> FamilyTable {
        let named = |name: &str| NAMED.iter().position(|it| *it == name).map(|at| at as u16);
        let family = |name: &str| {
            let index = || {
                let index = Mnemonic::lookup(name).map_or(MNEMONIC_COUNT, Mnemonic::index);
                // After the named ones and `MACRO`, so that every other mnemonic has a number of
                // its own.
                (NAMED.len() + 1 + index) as u16
            };
            OpFamily(named(name).unwrap_or_else(index))
        };
        let of = |mnemonic: Mnemonic| {
            let name = mnemonic.name();
            let in_table = |table: &[(&str, &'static str)]| {
                table.iter().find(|(from, _)| *from == name).map(|&(_, to)| to)
            };
            match in_table(WITH_ZERO) {
                Some(to) => (family(to), true),
                None => (family(in_table(SAME).unwrap_or(name)), false),
            }
        };
        // One for `MACRO` and one for a name that is not a mnemonic.
        let mut pure = vec![false; NAMED.len() + 2 + MNEMONIC_COUNT];
        for name in PURE {
            pure[usize::from(family(name).0)] = true;
        }
        FamilyTable { of: Mnemonic::all().map(of).collect(), pure }
    }

    /// The family of the mnemonic with an index, and whether it compares with `$zero`.
    pub(super) fn of(&self, mnemonic: i32) -> (OpFamily, bool) {
        let index = usize::try_from(mnemonic).unwrap_or(usize::MAX);
        self.of.get(index).copied().unwrap_or((OpFamily::MACRO, false))
    }

    /// Whether the instructions of a family only change their first operand.
    pub(in crate::similar) fn is_pure(&self, family: OpFamily) -> bool {
        self.pure.get(usize::from(family.0)).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_mnemonic() {
        let pairs = SAME.iter().chain(WITH_ZERO).flat_map(|&(from, to)| [from, to]);
        for name in pairs.chain(PURE.iter().copied()).chain(NAMED.iter().copied()) {
            assert!(Mnemonic::lookup(name).is_some(), "{name}");
        }
    }
}
