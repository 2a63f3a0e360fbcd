//! Reads the text of expansions at compile time.
//!
//! An expansion that does not fit the instructions it uses stops the build.

use super::{OperandSum, PSEUDO_OPERANDS_MAX, Template, TemplateArg};
use crate::op::{OP_COUNT, Op, SPECS};
use crate::registers::Reg;
use crate::scan::{TableScanner, count, number, packed, same};
use crate::slots::{OperandSlot, OperandSlots};

/// The operand words of a pseudo row and what they stand for.
pub(super) struct OperandWords<'a> {
    pub(super) slots: OperandSlots,
    words: [&'a str; PSEUDO_OPERANDS_MAX],
    pub(super) count: usize,
}

impl<'a> OperandWords<'a> {
    pub(super) const fn parse(syntax: &'a str) -> OperandWords<'a> {
        let mut operands =
            OperandWords { slots: OperandSlots::EMPTY, words: [""; PSEUDO_OPERANDS_MAX], count: 0 };
        let mut scanner = TableScanner::new(syntax);
        while scanner.peek() != 0 {
            if scanner.take(b'(') {
                operands.slots.push(OperandSlot::Open);
            } else if scanner.take(b')') {
                operands.slots.push(OperandSlot::Close);
            } else if scanner.take(b'+') {
                operands.slots.push(OperandSlot::Plus);
            } else {
                let word = scanner.word();
                // Expansions refer to operands by their words, so equal words could not be told
                // apart.
                assert!(operands.index(word).is_none(), "an operand word occurs twice");
                operands.slots.push(kind(word));
                operands.words[operands.count] = word;
                operands.count += 1;
                if same(word, "f64") {
                    // Its other half is an operand of its own, which nobody writes.
                    operands.words[operands.count] = "upper";
                    operands.count += 1;
                }
            }
        }
        operands
    }

    const fn index(&self, word: &str) -> Option<u8> {
        let mut i = 0;
        while i < self.count {
            if same(self.words[i], word) {
                return Some(i as u8);
            }
            i += 1;
        }
        None
    }

    const fn expect_index(&self, word: &str) -> u8 {
        match self.index(word) {
            Some(index) => index,
            None => panic!("an expansion uses a word that is not an operand"),
        }
    }

    const fn is(&self, index: u8, wanted: OperandSlot) -> bool {
        // Compared as numbers, because a derived `==` cannot be called from a `const fn`.
        matches!(self.slots.operand(index as usize), Some(slot) if slot as u8 == wanted as u8)
    }

    pub(super) fn word(&self, index: u8) -> &'a str {
        self.words.get(index as usize).copied().unwrap_or("")
    }
}

/// The kind of operand a word of the pseudo table stands for.
const fn kind(word: &str) -> OperandSlot {
    match word.as_bytes() {
        b"rd" | b"rs" | b"rt" => OperandSlot::Reg,
        b"fd" | b"fs" | b"ft" => OperandSlot::FReg,
        b"u5" => OperandSlot::U5,
        b"s16" => OperandSlot::S16,
        b"u16" => OperandSlot::U16,
        b"i32" => OperandSlot::I32,
        b"f32" => OperandSlot::F32,
        b"f64" => OperandSlot::F64,
        b"label" => OperandSlot::Label,
        _ => panic!("unknown operand word"),
    }
}

/// The number of instructions in the text of an expansion.
pub const fn template_count(text: &str) -> usize {
    count(text, b';') + 1
}

/// Reads the text of an expansion.
pub const fn parse_templates<const N: usize>(text: &str, syntax: &str) -> [Template; N] {
    let operands = OperandWords::parse(syntax);
    let mut templates =
        [Template { op: Op::Nop, args: [TemplateArg::None; 3], delayed_only: false }; N];
    let mut scanner = TableScanner::new(text);
    let mut i = 0;
    while i < N {
        templates[i] = parse_template(scanner.until(b';'), &operands);
        i += 1;
    }
    templates
}

const fn parse_template(text: &str, operands: &OperandWords) -> Template {
    let mut scanner = TableScanner::new(text);
    let delayed_only = scanner.take(b'[');
    if delayed_only {
        assert!(same(scanner.word(), "db") && scanner.take(b']'), "the only mark is [db]");
    }
    let name = scanner.word();
    let op = find_op(name, scanner.peek() != 0);
    let slots = op.spec().slots.as_slice();
    let mut args = [TemplateArg::None; 3];
    let (mut i, mut filled) = (0, 0);
    while i < slots.len() {
        match slots[i] {
            OperandSlot::Open => assert!(scanner.take(b'('), "an expansion lacks a parenthesis"),
            OperandSlot::Close => assert!(scanner.take(b')'), "an expansion lacks a parenthesis"),
            slot => {
                args[filled] = parse_arg(&mut scanner, operands);
                assert!(fits(slot, args[filled], operands), "an argument does not fit its operand");
                filled += 1;
            }
        }
        i += 1;
    }
    assert!(scanner.peek() == 0, "an instruction of an expansion has too many operands");
    Template { op, args, delayed_only }
}

/// The form with this name; whether there are operands tells `break` from `break code`.
const fn find_op(name: &str, has_operands: bool) -> Op {
    let Some(key) = packed(name) else { panic!("a mnemonic is too long") };
    let mut i = 0;
    while i < OP_COUNT {
        if KEYS[i] == key && (SPECS[i].operand_count > 0) == has_operands {
            return SPECS[i].op;
        }
        i += 1;
    }
    panic!("an expansion uses an instruction that does not exist")
}

/// The packed names of the real instructions: comparing numbers keeps the build short.
static KEYS: [u128; OP_COUNT] = {
    let mut keys = [0; OP_COUNT];
    let mut i = 0;
    while i < OP_COUNT {
        keys[i] = packed(SPECS[i].name).expect("a mnemonic has at most 15 bytes");
        i += 1;
    }
    keys
};

const fn parse_arg(scanner: &mut TableScanner, operands: &OperandWords) -> TemplateArg {
    let word = scanner.word();
    // Registers and numbers before operands: no operand word of the table looks like either.
    if let Some(reg) = Reg::from_name(word) {
        return TemplateArg::Reg(reg.number());
    }
    if let Some(value) = number(word) {
        return TemplateArg::Value(value);
    }
    if let Some(index) = operands.index(word) {
        return TemplateArg::Operand(index);
    }
    assert!(scanner.take(b'('), "an expansion uses a word that is not an operand");
    let inner = scanner.until(b')');
    match word.as_bytes() {
        b"lo" => TemplateArg::Lo(parse_sum(inner, operands)),
        b"lou" => TemplateArg::LoU(parse_sum(inner, operands)),
        b"hi" => TemplateArg::Hi(parse_sum(inner, operands)),
        b"ha" => TemplateArg::Ha(parse_sum(inner, operands)),
        b"next" => TemplateArg::Next(operands.expect_index(inner)),
        b"sub32" => TemplateArg::Sub32(operands.expect_index(inner)),
        b"skip" => {
            assert!(same(inner, "1"), "only one instruction can be skipped");
            TemplateArg::Skip
        }
        _ => panic!("an expansion uses an unknown function"),
    }
}

const fn parse_sum(text: &str, operands: &OperandWords) -> OperandSum {
    let mut scanner = TableScanner::new(text);
    let mut sum = OperandSum { operands: 0, addend: 0 };
    loop {
        let word = scanner.word();
        if let Some(value) = number(word) {
            // An `i8` is plenty: expansions add the 1, 3 or 4 of a second access, and the 1 of a
            // comparison.
            assert!(0 < value && value < 128, "an addend is small and positive");
            sum.addend = value as i8;
        } else {
            sum.operands |= 1 << operands.expect_index(word);
        }
        if !scanner.take(b'+') {
            assert!(scanner.peek() == 0, "a sum has only plus signs");
            return sum;
        }
    }
}

/// Whether an argument is of the kind an instruction wants.
const fn fits(slot: OperandSlot, arg: TemplateArg, operands: &OperandWords) -> bool {
    match (slot, arg) {
        (
            OperandSlot::Reg | OperandSlot::FReg,
            TemplateArg::Operand(index) | TemplateArg::Next(index),
        ) => operands.is(index, slot),
        (OperandSlot::U5 | OperandSlot::Label, TemplateArg::Operand(index)) => {
            operands.is(index, slot)
        }
        (OperandSlot::U5, TemplateArg::Sub32(index)) => operands.is(index, OperandSlot::U5),
        (OperandSlot::U5, TemplateArg::Value(value)) => 0 <= value && value < 32,
        (OperandSlot::S16, TemplateArg::Value(value)) => -0x8000 <= value && value < 0x8000,
        (OperandSlot::U16, TemplateArg::Value(value)) => 0 <= value && value < 0x1_0000,
        // `hi` and `ha` may be negative in the unsigned slot of `lui`: encoding keeps their low
        // bits, and MARS lists them with their sign.
        (OperandSlot::Reg, TemplateArg::Reg(_))
        | (OperandSlot::Label, TemplateArg::Skip)
        | (OperandSlot::S16, TemplateArg::Lo(_))
        | (OperandSlot::U16, TemplateArg::LoU(_) | TemplateArg::Hi(_) | TemplateArg::Ha(_)) => true,
        _ => false,
    }
}
