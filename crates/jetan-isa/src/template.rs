//! The expansion of a pseudo-instruction: the shape of a pseudo row, and its text form.
//!
//! The notation is explained beside the table in [`pseudo`](crate::pseudo), and read at compile
//! time by the module `text`.

use std::fmt::Write;

use self::text::OperandWords;
use crate::op::{Instruction, Op};
use crate::registers::Reg;
use crate::scan::doc_text;
use crate::slots::{OperandSlot, OperandSlots, doubles};

pub mod text;

/// The most operands a pseudo-instruction takes: `lw rt, label+i32(rs)`.
pub const PSEUDO_OPERANDS_MAX: usize = 4;

/// Everything the table knows about one pseudo-instruction form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pseudo {
    /// The mnemonic, lower case.
    pub name: &'static str,
    /// The operands, for example `rt, label+i32(rs)`.
    pub syntax: &'static str,
    /// One sentence on what it does.
    pub summary: &'static str,
    /// The tokens its operand list expects.
    pub slots: OperandSlots,
    /// The number of operands; parentheses and plus signs do not count.
    pub operand_count: u8,
    /// The operands that must be even floating-point registers, as a bit set by operand index.
    pub doubles: u8,
    /// The instructions it stands for.
    pub expansion: Templates,
    /// The instructions it stands for in a compact memory map, if they differ.
    pub compact: Option<Templates>,
    /// MARS fails on this form, because its own expansion is not made of real instructions.
    pub mars_rejects: bool,
    /// Whether MARS does not have this form at all.
    pub is_extension: bool,
}

/// The instructions of an expansion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Templates(&'static [Template]);

/// An instruction whose operands are still to be filled in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Template {
    /// The instruction form.
    pub op: Op,
    /// The sources of its operands, in source order.
    pub args: [TemplateArg; 3],
    /// Whether it is emitted with delayed branching only.
    pub delayed_only: bool,
}

/// The source of an operand of an expanded instruction.
///
/// Operands of the pseudo-instruction are given by index, counted without parentheses and plus.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TemplateArg {
    /// There is no such operand.
    None,
    /// An operand as it is: a register, an integer, or the label of a branch.
    Operand(u8),
    /// The register after an operand's.
    Next(u8),
    /// A fixed CPU register.
    Reg(u8),
    /// A fixed integer.
    Value(i32),
    /// The low half of a sum, sign-extended.
    Lo(OperandSum),
    /// The low half of a sum, zero-extended.
    LoU(OperandSum),
    /// The high half of a sum, sign-extended.
    Hi(OperandSum),
    /// The high half of a sum, plus one if the low half is negative, so that `lo` completes it.
    Ha(OperandSum),
    /// 32 minus an operand.
    Sub32(u8),
    /// A branch offset over the next instruction: 1, or 2 with delayed branching.
    Skip,
}

/// Some operands added up, and a small constant; 32 bits, wrapping. A label counts as its address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OperandSum {
    /// The operands, as a bit set by index.
    pub operands: u8,
    /// Added to what the operands give.
    pub addend: i8,
}

impl Pseudo {
    /// The expansion for a compact memory map, or for any other.
    pub fn templates(&self, compact: bool) -> Templates {
        self.compact.filter(|_| compact).unwrap_or(self.expansion)
    }

    /// The expansion as text, in the notation of the table.
    pub fn expansion_text(&self, delayed: bool, compact: bool) -> String {
        let operands = OperandWords::parse(self.syntax);
        let mut text = String::new();
        for template in self.templates(compact).emitted(delayed) {
            if !text.is_empty() {
                text.push_str("; ");
            }
            template.render(&operands, delayed, &mut text);
        }
        text
    }

    pub(crate) const fn parse(
        name: &'static str,
        syntax: &'static str,
        doc: &'static str,
        expansion: &'static [Template],
        compact: Option<&'static [Template]>,
        mars_rejects: bool,
        is_extension: bool,
    ) -> Pseudo {
        let operands = OperandWords::parse(syntax);
        Pseudo {
            name,
            syntax,
            summary: doc_text(doc),
            slots: operands.slots,
            operand_count: operands.count as u8,
            doubles: doubles(name, &operands.slots),
            expansion: Templates(expansion),
            compact: match compact {
                Some(templates) => Some(Templates(templates)),
                None => None,
            },
            mars_rejects,
            is_extension,
        }
    }
}

impl Templates {
    /// All templates, those for delayed branching included.
    pub const fn as_slice(&self) -> &'static [Template] {
        self.0
    }

    /// The templates that are emitted in the given mode.
    pub fn emitted(self, delayed: bool) -> impl Iterator<Item = &'static Template> {
        self.0.iter().filter(move |template| delayed || !template.delayed_only)
    }

    /// The number of words emitted in the given mode.
    pub const fn words(&self, delayed: bool) -> usize {
        let (mut i, mut words) = (0, 0);
        while i < self.0.len() {
            if delayed || !self.0[i].delayed_only {
                words += 1;
            }
            i += 1;
        }
        words
    }
}

impl Template {
    /// The instruction for the given operand values; branches keep the value of their label.
    ///
    /// Registers are numbers and labels addresses, so the caller turns a branch's label operand
    /// into an offset; a [`TemplateArg::Skip`] already is one.
    pub fn instantiate(&self, operands: &[i32; PSEUDO_OPERANDS_MAX], delayed: bool) -> Instruction {
        Instruction { op: self.op, operands: self.args.map(|arg| arg.value(operands, delayed)) }
    }

    fn render(&self, operands: &OperandWords, delayed: bool, out: &mut String) {
        out.push_str(self.op.name());
        let mut lead = " ";
        let mut args = self.args.iter();
        for slot in self.op.spec().slots.as_slice() {
            match slot {
                OperandSlot::Open => {
                    out.push('(');
                    lead = "";
                }
                OperandSlot::Close => out.push(')'),
                _ => {
                    out.push_str(lead);
                    lead = ", ";
                    args.next().unwrap_or(&TemplateArg::None).render(operands, delayed, out);
                }
            }
        }
    }
}

impl TemplateArg {
    /// The value for the given operand values.
    pub fn value(self, operands: &[i32; PSEUDO_OPERANDS_MAX], delayed: bool) -> i32 {
        // Indices come from rows that the build has checked; a wrong one reads as 0 rather than
        // panic.
        let operand = |index: u8| operands.get(index as usize).copied().unwrap_or(0);
        match self {
            TemplateArg::None => 0,
            TemplateArg::Operand(index) => operand(index),
            // May be register 32, which does not exist: the assembler reports that, in MARS's words
            // or in ours.
            TemplateArg::Next(index) => operand(index).wrapping_add(1),
            TemplateArg::Reg(number) => i32::from(number),
            TemplateArg::Value(value) => value,
            TemplateArg::Lo(sum) => i32::from(sum.value(operands) as i16),
            TemplateArg::LoU(sum) => sum.value(operands) & 0xffff,
            TemplateArg::Hi(sum) => sum.value(operands) >> 16,
            TemplateArg::Ha(sum) => (sum.value(operands) >> 16) + ((sum.value(operands) >> 15) & 1),
            TemplateArg::Sub32(index) => 32i32.wrapping_sub(operand(index)),
            // With delayed branching the branch has a `nop` in its delay slot, which the offset
            // must pass too.
            TemplateArg::Skip => 1 + i32::from(delayed),
        }
    }

    fn render(self, operands: &OperandWords, delayed: bool, out: &mut String) {
        let word = |index: u8| operands.word(index);
        let result = match self {
            TemplateArg::None => Ok(()),
            TemplateArg::Operand(index) => out.write_str(word(index)),
            TemplateArg::Next(index) => write!(out, "next({})", word(index)),
            TemplateArg::Reg(number) => out.write_str(Reg::at_index(number).name()),
            TemplateArg::Value(value) => write!(out, "{value}"),
            TemplateArg::Lo(sum) => write!(out, "lo({})", sum.text(operands)),
            TemplateArg::LoU(sum) => write!(out, "lou({})", sum.text(operands)),
            TemplateArg::Hi(sum) => write!(out, "hi({})", sum.text(operands)),
            TemplateArg::Ha(sum) => write!(out, "ha({})", sum.text(operands)),
            TemplateArg::Sub32(index) => write!(out, "sub32({})", word(index)),
            TemplateArg::Skip => write!(out, "skip({})", 1 + i32::from(delayed)),
        };
        result.expect("writing to a string does not fail");
    }
}

impl OperandSum {
    /// The sum for the given operand values.
    pub fn value(self, operands: &[i32; PSEUDO_OPERANDS_MAX]) -> i32 {
        operands
            .iter()
            .enumerate()
            .filter(|(index, _)| self.operands >> index & 1 == 1)
            .fold(i32::from(self.addend), |sum, (_, value)| sum.wrapping_add(*value))
    }

    fn text(self, operands: &OperandWords) -> String {
        let words = (0..PSEUDO_OPERANDS_MAX as u8)
            .filter(|index| self.operands >> index & 1 == 1)
            .map(|index| operands.word(index).to_owned());
        let addend = (self.addend != 0).then(|| self.addend.to_string());
        words.chain(addend).collect::<Vec<_>>().join("+")
    }
}
