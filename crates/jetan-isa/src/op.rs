//! The shape of an instruction row, and the macro that turns rows into [`Op`] and its table.
//!
//! The macro makes the enum and the table, nothing else; whatever can be computed from a row is a
//! plain function over [`Spec`]. A malformed row, or two rows that claim the same word, stop the
//! build.

pub use crate::instructions::{OP_COUNT, Op, SPECS};
use crate::pattern::BitPattern;
use crate::roles::Roles;
use crate::scan::{TableScanner, doc_text, same};
use crate::slots::{OperandSlot, OperandSlots, doubles};

/// Everything the table knows about one instruction form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spec {
    /// The form this row describes.
    pub op: Op,
    /// The mnemonic, lower case.
    pub name: &'static str,
    /// The operands as written in a manual, for example `rt, offset(base)`.
    pub syntax: &'static str,
    /// One sentence on what the instruction does.
    pub summary: &'static str,
    /// The machine word as the table spells it: digits are fixed, letters belong to operands.
    pub pattern: &'static str,
    /// The tokens its operand list expects.
    pub slots: OperandSlots,
    /// The field of each operand in the word; only the first `operand_count` entries mean anything.
    pub fields: [OperandField; 3],
    /// The number of operands.
    pub operand_count: u8,
    /// The operands that must be even floating-point registers, as a bit set by operand index.
    pub doubles: u8,
    /// The operands it reads and writes.
    pub roles: Roles,
    /// The bits that identify the instruction.
    pub fixed_mask: u32,
    /// The values of those bits.
    pub fixed_bits: u32,
    /// The fields that make up its word.
    pub format: EncodingFormat,
}

/// The place of one operand in the machine word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OperandField {
    /// The kind of operand.
    pub kind: OperandSlot,
    /// The position of its lowest bit.
    pub shift: u8,
    /// The width in bits.
    pub width: u8,
}

impl OperandField {
    /// All ones, `width` bits wide, before shifting.
    pub const fn mask(self) -> u32 {
        (1 << self.width) - 1
    }

    /// Whether the field names a register or a condition flag, rather than being a number.
    pub const fn is_register(self) -> bool {
        matches!(self.kind, OperandSlot::Reg | OperandSlot::FReg | OperandSlot::Cp0)
            || self.is_flag()
    }

    /// Whether the field names a condition flag.
    pub const fn is_flag(self) -> bool {
        matches!(self.kind, OperandSlot::U5) && self.width == 3
    }

    /// Whether the field holds a two's-complement number: a signed constant or a branch offset.
    pub const fn is_signed(self) -> bool {
        matches!(self.kind, OperandSlot::S16)
            || (matches!(self.kind, OperandSlot::Label) && self.width == 16)
    }
}

/// The encoding family of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EncodingFormat {
    /// Registers only, or a field that is not an immediate.
    R,
    /// A 16-bit constant.
    I,
    /// A 16-bit branch offset in words, counted from the following instruction.
    B,
    /// A 26-bit jump target.
    J,
}

/// One machine instruction: a form and its operand values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Instruction {
    /// The instruction without its operands.
    pub op: Op,
    /// Operand values in source order; unused entries are 0.
    ///
    /// Registers are numbers. A branch operand is a word offset from the following instruction, a
    /// jump operand the 26-bit word address. A constant may lie outside its field, as MARS's own
    /// expansions do (`lui $1, -1`): encoding keeps the low bits, MARS's listings show the value.
    pub operands: [i32; 3],
}

impl Op {
    /// The table row of this form.
    pub const fn spec(self) -> &'static Spec {
        &SPECS[self as usize]
    }

    /// The operands it reads and writes. A constant in generic code too, where the form is one.
    #[inline]
    pub const fn roles(self) -> Roles {
        // A `const` copy of one column of `SPECS`, so that the roles of a form that is known at
        // compile time are folded into the code that asks.
        const ROLES: [Roles; OP_COUNT] = {
            let mut roles = [SPECS[0].roles; OP_COUNT];
            let mut idx = 0;
            while idx < OP_COUNT {
                roles[idx] = SPECS[idx].roles;
                idx += 1;
            }
            roles
        };
        ROLES[self as usize]
    }

    /// The mnemonic, lower case.
    pub const fn name(self) -> &'static str {
        self.spec().name
    }

    /// Whether it may continue at a nearby label.
    pub const fn is_branch(self) -> bool {
        matches!(self.spec().format, EncodingFormat::B)
    }

    /// Whether it always continues elsewhere: `j`, `jal`, `jr` and `jalr`.
    pub const fn is_jump(self) -> bool {
        matches!(self, Op::J | Op::Jal | Op::Jr | Op::Jalr | Op::JalrRa)
    }
}

impl Instruction {
    /// Whether a branch is too far, or a condition flag too high, for its field: then the word
    /// that [`encode`](crate::encode()) makes of it means something else.
    pub fn is_wide(&self) -> bool {
        let spec = self.op.spec();
        let operands = spec.fields.iter().zip(self.operands).take(spec.operand_count as usize);
        operands.into_iter().any(|(field, value)| match field.kind {
            // Shift amounts are checked when a form is matched; only a condition flag of MARS's
            // dialect, which may be 8 to 31, can be too large for its field.
            OperandSlot::U5 => value >> field.width > 0,
            // A jump that does not reach its target is an error of the assembler in both dialects.
            OperandSlot::Label => self.op.is_branch() && i16::try_from(value).is_err(),
            // Other constants may exceed their fields on purpose, such as the `lui $1, -1` of an
            // expansion: the low bits are all that the instruction uses.
            _ => false,
        })
    }
}

impl Spec {
    /// Reads one row of the table; a row that contradicts itself stops the build.
    pub(crate) const fn parse(
        op: Op,
        name: &'static str,
        syntax: &'static str,
        doc: &'static str,
        roles: &'static str,
        pattern_text: &'static str,
    ) -> Spec {
        let pattern = BitPattern::parse(pattern_text);
        let mut slots = OperandSlots::EMPTY;
        // Unused entries stay registers of width 0, which `format` passes over.
        let mut fields = [OperandField { kind: OperandSlot::Reg, shift: 0, width: 0 }; 3];
        let (mut count, mut bits, mut numbers) = (0, 0, 0);
        let mut scanner = TableScanner::new(syntax);
        while scanner.peek() != 0 {
            if scanner.take(b'(') {
                slots.push(OperandSlot::Open);
            } else if scanner.take(b')') {
                slots.push(OperandSlot::Close);
            } else {
                let (kind, letter) = operand(scanner.word());
                let (shift, width) = pattern.field(letter);
                assert!(fits(kind, width), "a field has the wrong width for its operand");
                slots.push(kind);
                fields[count] = OperandField { kind, shift, width };
                numbers |= (!fields[count].is_register() as u8) << count;
                count += 1;
                // A bit of the pattern has one letter, so counting bits below finds both a letter
                // without an operand and an operand that is named twice.
                bits += width as u32;
            }
        }
        assert!(
            bits == pattern.fixed_mask.count_zeros(),
            "a pattern has a letter that is not an operand, or an operand is named twice"
        );
        Spec {
            op,
            name,
            syntax,
            summary: doc_text(doc),
            pattern: pattern_text,
            slots,
            fields,
            operand_count: count as u8,
            doubles: doubles(name, &slots),
            roles: Roles::parse(roles, count, numbers),
            fixed_mask: pattern.fixed_mask,
            fixed_bits: pattern.fixed_bits,
            format: format(&fields),
        }
    }
}

/// The kind and pattern letter of an operand word; the words are explained beside the table.
const fn operand(word: &str) -> (OperandSlot, u8) {
    match word.as_bytes() {
        b"rd" => (OperandSlot::Reg, b'd'),
        b"rs" | b"base" => (OperandSlot::Reg, b's'),
        b"rt" => (OperandSlot::Reg, b't'),
        b"fd" => (OperandSlot::FReg, b'd'),
        b"fs" => (OperandSlot::FReg, b's'),
        b"ft" => (OperandSlot::FReg, b't'),
        b"c0" => (OperandSlot::Cp0, b'd'),
        b"sa" => (OperandSlot::U5, b'a'),
        b"cc" => (OperandSlot::U5, b'c'),
        b"imm" | b"offset" => (OperandSlot::S16, b'i'),
        b"uimm" => (OperandSlot::U16, b'i'),
        b"code" => (OperandSlot::U16, b'k'),
        b"label" => (OperandSlot::Label, b'i'),
        b"target" => (OperandSlot::Label, b'j'),
        _ => panic!("unknown operand word"),
    }
}

/// Whether an operand of this kind may have a field of this width.
const fn fits(kind: OperandSlot, width: u8) -> bool {
    match kind {
        OperandSlot::Reg | OperandSlot::FReg | OperandSlot::Cp0 => width == 5,
        OperandSlot::U5 => width == 5 || width == 3,
        OperandSlot::S16 => width == 16,
        OperandSlot::U16 => width == 16 || width == 20,
        OperandSlot::Label => width == 16 || width == 26,
        OperandSlot::I32
        | OperandSlot::F32
        | OperandSlot::F64
        | OperandSlot::Open
        | OperandSlot::Close
        | OperandSlot::Plus => false,
    }
}

const fn format(fields: &[OperandField; 3]) -> EncodingFormat {
    let mut i = 0;
    while i < fields.len() {
        match (fields[i].kind, fields[i].width) {
            (OperandSlot::Label, 26) => return EncodingFormat::J,
            (OperandSlot::Label, _) => return EncodingFormat::B,
            // The 20-bit code of `break` is not an immediate: MARS lists it under R.
            (OperandSlot::S16 | OperandSlot::U16, 16) => return EncodingFormat::I,
            _ => {}
        }
        i += 1;
    }
    EncodingFormat::R
}

/// Refuses rows out of order, repeated forms, and ambiguous encodings.
///
/// Two rows may share words only if one of them is the special case of the other (`nop` of `sll`),
/// so that the row with more fixed bits can be tried first.
pub(crate) const fn check(specs: &[Spec; OP_COUNT]) {
    let mut i = 0;
    while i < OP_COUNT {
        assert!(specs[i].op as usize == i, "rows must be in the order of the enum");
        let mut k = i + 1;
        while k < OP_COUNT {
            // Every pair of rows is compared, but only by the compiler; nothing of it is in the
            // program.
            check_pair(&specs[i], &specs[k]);
            k += 1;
        }
        i += 1;
    }
}

const fn check_pair(a: &Spec, b: &Spec) {
    assert!(
        !(same(a.name, b.name) && same(a.syntax, b.syntax)),
        "two rows have the same name and operands"
    );
    let common = a.fixed_mask & b.fixed_mask;
    if a.fixed_bits & common == b.fixed_bits & common {
        assert!(a.fixed_mask != b.fixed_mask, "two rows have the same encoding");
        assert!(
            common == a.fixed_mask || common == b.fixed_mask,
            "two rows overlap and neither is the special case of the other"
        );
    }
}

/// Turns the rows of the instruction table into [`Op`] and [`SPECS`].
macro_rules! instructions {
    ($(
        #[doc = $summary:literal]
        $op:ident = $name:literal, $syntax:literal, $roles:literal, $pattern:literal;
    )*) => {
        /// An instruction form: a mnemonic with one particular operand list.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Op {
            $( #[doc = $summary] $op, )*
        }

        /// The number of instruction forms.
        pub const OP_COUNT: usize = [$( Op::$op, )*].len();

        impl Op {
            /// Every form, in table order.
            pub const ALL: [Op; OP_COUNT] = [ $( Op::$op, )* ];
        }

        /// The table itself, indexed by `Op as usize`.
        pub static SPECS: [$crate::op::Spec; OP_COUNT] = [
            $( const {
                $crate::op::Spec::parse(Op::$op, $name, $syntax, $summary, $roles, $pattern)
            }, )*
        ];

        const _: () = $crate::op::check(&SPECS);
    };
}
pub(crate) use instructions;
