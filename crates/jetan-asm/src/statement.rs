//! An instruction of the source with its operands, between the passes.

use jetan_isa::{InstructionForm, Op, OperandSlot, Template, Templates};

use crate::dialect::Dialect;
use crate::repair::Repair;
use crate::store::{LineIdx, LineSite};
use crate::symbols::NameId;

/// The most operands a form has: `lw rt, label+i32(rs)`.
pub(crate) const OPERANDS_MAX: usize = 4;

/// An operand that is a label.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LabelOperand {
    pub(crate) name: NameId,
    /// The offset in its line.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The index of the operand.
    pub(crate) index: u8,
    /// The part of the address that it takes.
    pub(crate) part: AddressPart,
    /// Added to the address first.
    pub(crate) addend: i32,
}

/// The part of an address that an operand takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AddressPart {
    Whole,
    /// The upper half, plus one if the lower one is negative.
    High,
    /// The lower half, with a sign.
    Low,
    /// The lower half, without one.
    LowUnsigned,
}

impl AddressPart {
    pub(crate) fn of(self, address: u32) -> i32 {
        match self {
            AddressPart::Whole => address as i32,
            // The instruction with the lower half sign-extends it; the upper half makes up for
            // that.
            AddressPart::High => (address.wrapping_add(0x8000) >> 16) as i32,
            AddressPart::Low => i32::from(address as u16 as i16),
            AddressPart::LowUnsigned => (address & 0xffff) as i32,
        }
    }
}

/// An instruction of the source.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ParsedStatement {
    pub(crate) line: LineIdx,
    /// The file, by its place in the order of assembly.
    pub(crate) unit: u32,
    /// The offset of the first token of the line, a label included.
    pub(crate) first: u32,
    /// The span of the mnemonic.
    pub(crate) mnemonic: (u32, u32),
    pub(crate) form: InstructionForm,
    pub(crate) address: u32,
    /// Register numbers and integers in source order; the label's place is still 0.
    pub(crate) operands: [i32; OPERANDS_MAX],
    pub(crate) label: Option<LabelOperand>,
}

impl ParsedStatement {
    /// The location of the label, or of the mnemonic if there is no label.
    pub(crate) fn label_site(&self) -> LineSite {
        match self.label {
            Some(label) => self.site(label.start, label.end),
            None => self.mnemonic_site(),
        }
    }

    pub(crate) fn mnemonic_site(&self) -> LineSite {
        self.site(self.mnemonic.0, self.mnemonic.1)
    }

    fn site(&self, start: u32, end: u32) -> LineSite {
        LineSite { line: self.line, start, end, column: true, chain: true }
    }

    /// The instructions the statement stands for; `None` for a real instruction.
    pub(crate) fn templates(&self, compact: bool, dialect: Dialect) -> Option<PseudoExpansion> {
        let pseudo = self.form.pseudo()?;
        // Both passes ask with the operands as they are here, a label still being 0, so that the
        // words counted in the first are those made in the second. No repair looks at a label.
        Some(match Repair::of(self.form, &self.operands, dialect) {
            Some(repair) => PseudoExpansion::Repaired(repair),
            None => PseudoExpansion::Table(pseudo.templates(compact)),
        })
    }

    /// The number of words the statement takes.
    pub(crate) fn words(&self, compact: bool, delayed: bool, dialect: Dialect) -> u32 {
        match self.templates(compact, dialect) {
            Some(expansion) => expansion.words(delayed),
            None => 1,
        }
    }
}

/// The expansion of a pseudo-instruction.
pub(crate) enum PseudoExpansion {
    /// The instructions of MARS's table, with operands to be put in.
    Table(Templates),
    /// Ours, where MARS's is wrong.
    Repaired(Repair),
}

impl PseudoExpansion {
    pub(crate) fn templates(&self) -> &'static [Template] {
        match self {
            PseudoExpansion::Table(templates) => templates.as_slice(),
            PseudoExpansion::Repaired(repair) => repair.templates(),
        }
    }

    fn words(&self, delayed: bool) -> u32 {
        let emitted = |template: &&Template| delayed || !template.delayed_only;
        self.templates().iter().filter(emitted).count() as u32
    }
}

/// The index of the operand of a real instruction that is a label: that of a branch or jump.
pub(crate) fn label_operand(op: Op) -> Option<usize> {
    let spec = op.spec();
    (0..spec.operand_count as usize).find(|&idx| spec.fields[idx].kind == OperandSlot::Label)
}
