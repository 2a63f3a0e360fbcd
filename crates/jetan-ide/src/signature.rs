//! Signature help: the operand being typed and its possible forms.

use jetan_asm::FileId;
use jetan_asm::operand::{OperandFit, fit};
use jetan_asm::outline::ReferenceTarget;
use jetan_asm::token::{SourceToken, TokenKind};
use jetan_isa::{InstructionForm, Mnemonic, OperandSlot};

use crate::Analysis;
use crate::hover::heading;
use crate::line::CursorLine;

/// The ways in which a statement can be completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureHelp {
    /// All forms of what stands at the start of the statement.
    pub forms: Vec<Signature>,
    /// The first form that agrees with what was typed, as an index into `forms`.
    pub active: usize,
    /// The index of the operand being typed; past the last one if nothing can be added.
    pub operand: usize,
}

/// One form of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The whole form, such as `lw rt, offset(base)`.
    pub label: String,
    /// One sentence on what it does; may be empty.
    pub summary: String,
    /// The byte ranges of the operands in the label.
    pub operands: Vec<(usize, usize)>,
}

impl Analysis {
    /// The forms that can be typed at an offset after an instruction, a directive or the name of a
    /// macro.
    pub fn signature(&self, file: FileId, offset: u32) -> Option<SignatureHelp> {
        let line = self.line_at(file, offset);
        let column = line.column(offset);
        let head = line.head()?;
        if line.is_comment(column) || column <= head.end {
            return None;
        }
        let before = finished(line.operands(), column);
        if let Some(mnemonic) = line.mnemonic() {
            return Some(self.instruction_signatures(&line, mnemonic, before));
        }
        if let Some(row) = line.directive_row() {
            let label = format!("{} {}", row.name, row.syntax).trim_end().to_owned();
            let form = Signature { label, summary: row.summary.to_owned(), operands: Vec::new() };
            return Some(SignatureHelp { forms: vec![form], active: 0, operand: 0 });
        }
        self.macro_signatures(&line, head, before)
    }

    fn instruction_signatures(
        &self,
        line: &CursorLine,
        mnemonic: Mnemonic,
        before: &[SourceToken],
    ) -> SignatureHelp {
        let forms = mnemonic.forms();
        let agrees = |form: &InstructionForm| self.agrees(line, *form, before);
        // If nothing agrees the first form is shown: a wrong operand is when help is needed.
        let active = forms.iter().position(agrees).unwrap_or(0);
        let slots = forms.get(active).map_or(&[][..], |form| form.slots().as_slice());
        // Parentheses and signs have slots of their own but are not operands.
        let operand = slots.iter().take(before.len()).filter(|slot| slot.is_operand()).count();
        let signature = |form: &InstructionForm| {
            let label = format!("{} {}", form.name(), form.syntax()).trim_end().to_owned();
            let operands = words(&label).skip(1).collect();
            Signature { label, summary: form.summary().to_owned(), operands }
        };
        SignatureHelp { forms: forms.iter().map(signature).collect(), active, operand }
    }

    fn macro_signatures(
        &self,
        line: &CursorLine,
        head: SourceToken,
        before: &[SourceToken],
    ) -> Option<SignatureHelp> {
        let place = line.place(head);
        let occurrence = self.names.at(place.file, place.start)?;
        let ReferenceTarget::Macro(idx) = occurrence.target else { return None };
        let called = self.outline.macros.get(idx)?;
        let root = self.names.root(called.span.file);
        // Macros of one name differ in the number of their parameters.
        let namesakes =
            self.outline.macros.iter().filter(|other| {
                other.name == called.name && self.names.root(other.span.file) == root
            });
        let is_argument =
            |token: &&SourceToken| !matches!(token.kind, TokenKind::Open | TokenKind::Close);
        let operand = before.iter().filter(is_argument).count();
        let (mut forms, mut active) = (Vec::new(), None);
        for one in namesakes {
            if active.is_none() && operand < one.parameters.len() {
                active = Some(forms.len());
            }
            let label = heading(one);
            let mut operands = Vec::new();
            // A parameter may be spelled like a part of the macro's name.
            let mut from = one.name.len();
            for (name, _) in &one.parameters {
                let found = label.get(from..).and_then(|rest| rest.find(name.as_str()));
                let start = found.map_or(from, |at| from + at);
                from = start + name.len();
                operands.push((start, from));
            }
            forms.push(Signature { label, summary: String::new(), operands });
        }
        Some(SignatureHelp { forms, active: active.unwrap_or(0), operand })
    }

    /// Whether operands can be the first ones of a form.
    pub(crate) fn agrees(
        &self,
        line: &CursorLine,
        form: InstructionForm,
        before: &[SourceToken],
    ) -> bool {
        let slots = form.slots().as_slice();
        before.len() <= slots.len()
            && slots.iter().zip(before).all(|(&slot, &token)| self.can_be(line, slot, token))
    }

    /// Whether a token can stand in a slot. What stands for something else can stand anywhere.
    fn can_be(&self, line: &CursorLine, slot: OperandSlot, token: SourceToken) -> bool {
        // `label-4` is typed where the table has `label+4`.
        let is_minus = token.kind == TokenKind::Minus && slot == OperandSlot::Plus;
        fit(slot, token) != OperandFit::Type || is_minus || {
            let place = line.place(token);
            let occurrence = self.names.at(place.file, place.start);
            let target = occurrence.filter(|one| one.span == place).map(|one| one.target);
            let stands_for_text = matches!(
                target,
                Some(ReferenceTarget::Equivalent(_) | ReferenceTarget::Parameter(..))
            );
            stands_for_text && slot.is_operand()
        }
    }
}

/// The operands that are complete at a column: a word that ends there may go on.
pub(crate) fn finished(operands: &[SourceToken], column: u32) -> &[SourceToken] {
    let is_sign = |token: &SourceToken| {
        matches!(
            token.kind,
            TokenKind::Open | TokenKind::Close | TokenKind::Plus | TokenKind::Minus
        )
    };
    let is_finished =
        |token: &&SourceToken| token.end < column || token.end == column && is_sign(token);
    let count = operands.iter().take_while(is_finished).count();
    operands.get(..count).unwrap_or(&[])
}

/// The ranges of the words in a text.
fn words(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text.get(at..)?.find(is_word)?;
        let rest = text.get(start..)?;
        let end = start + rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        at = end;
        Some((start, end))
    })
}
