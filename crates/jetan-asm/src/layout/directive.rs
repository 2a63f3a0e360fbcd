//! Carrying out directives.

use jetan_isa::{Directive, directives};

use super::{Layout, Space};
use crate::budget::cost;
use crate::problem::Problem;
use crate::report::Advice;
use crate::store::{LineIdx, Site};
use crate::token::{Token, TokenKind};

impl Layout<'_, '_> {
    /// Carries out the directive that is the token at `start`.
    pub(super) fn directive(&mut self, line: LineIdx, start: usize) {
        let token = self.tokens[start];
        let Some(row) = directives::DIRECTIVES.get(token.value as usize) else { return };
        let directive = row.directive.canonical();
        match directive {
            Directive::Macro => self.begin_macro(line, start),
            Directive::EndMacro => self.end_macro(line, start),
            _ if self.file.opened.is_some() => {}
            Directive::Data | Directive::Kdata => self.data_segment(directive, start),
            Directive::Text | Directive::Ktext => self.text_segment(directive, start),
            Directive::Word
            | Directive::Half
            | Directive::Byte
            | Directive::Float
            | Directive::Double
            | Directive::Ascii
            | Directive::Asciiz => {
                self.file.data_directive = directive;
                if self.is_in_data(line, token) {
                    self.store_list(line, directive, start);
                }
            }
            Directive::Align => self.align_directive(line, start),
            Directive::Space => self.space(line, start),
            Directive::Extern => self.extern_directive(line, start),
            Directive::Globl => self.globl(line, start),
            Directive::Include => {
                let problem = Problem::IncludeOperand { directive: self.word(line, token) };
                let advice = Advice::help("write `.include \"file.asm\"`");
                self.report(Site::token(line, token), problem, advice);
            }
            Directive::Set if self.dialect().plain_syntax => {
                self.report(Site::token(line, token), Problem::IgnoredSet, Advice::default());
            }
            // `.eqv` was obeyed when the file was read, `.rdata` and `.asciz` are other names whose
            // canonical ones are above, and the rest is for other assemblers and for debuggers.
            Directive::Eqv
            | Directive::Rdata
            | Directive::Asciz
            | Directive::Set
            | Directive::Ent
            | Directive::End
            | Directive::Frame
            | Directive::Mask => {}
        }
    }

    pub(super) fn word(&self, line: LineIdx, token: Token) -> String {
        token.text(self.store.text(line)).to_owned()
    }

    fn data_segment(&mut self, directive: Directive, start: usize) {
        self.file.in_data = true;
        self.file.is_misplaced = false;
        self.file.auto_align = true;
        self.data_counter.space =
            if directive == Directive::Data { Space::User } else { Space::Kernel };
        if let Some(address) = self.address_operand(start) {
            self.data_counter.set(address);
        }
    }

    fn text_segment(&mut self, directive: Directive, start: usize) {
        self.file.in_data = false;
        self.file.is_misplaced = false;
        self.text_counter.space =
            if directive == Directive::Text { Space::User } else { Space::Kernel };
        if let Some(address) = self.address_operand(start) {
            self.text_counter.set(address);
        }
    }

    /// MARS: anything but an integer behind a segment directive is ignored.
    fn address_operand(&self, start: usize) -> Option<u32> {
        self.tokens
            .get(start + 1)
            .filter(|token| token.is_integer())
            .map(|token| token.value as u32)
    }

    /// Whether data may be stored here; reports it if not.
    pub(super) fn is_in_data(&mut self, line: LineIdx, token: Token) -> bool {
        let is_told = self.file.is_misplaced && !self.dialect().silent_data_lines;
        if !self.file.in_data && !is_told {
            self.file.is_misplaced = true;
            let directive = self.word(line, token);
            let advice = Advice::help("put `.data` before it, and `.text` before the instructions");
            let problem = Problem::DirectiveInText { directive };
            self.report(Site::token(line, token), problem, advice);
        }
        self.file.in_data
    }

    /// The single operand of `.space` and `.align`.
    fn count_operand(&mut self, line: LineIdx, start: usize, usage: &str) -> Option<u32> {
        let token = self.tokens[start];
        if !self.is_in_data(line, token) {
            return None;
        }
        let directive = self.word(line, token);
        let site = Site::token(line, token);
        match self.tokens[start + 1..] {
            [operand] if operand.is_integer() && operand.value >= 0 => Some(operand.value as u32),
            [_] => {
                self.report(site, Problem::NonNegative { directive }, Advice::help(usage));
                None
            }
            _ => {
                self.report(site, Problem::OneOperand { directive }, Advice::help(usage));
                None
            }
        }
    }

    fn align_directive(&mut self, line: LineIdx, start: usize) {
        let usage = "`.align 2` aligns to 4 bytes: the number is a power of two";
        match self.count_operand(line, start, usage) {
            None => {}
            Some(0) => self.file.auto_align = false,
            // MARS: 2^31 and above become the largest int.
            Some(power) => self.align(
                1_u32
                    .checked_shl(power)
                    .map_or(i32::MAX as u32, |boundary| boundary.min(i32::MAX as u32)),
            ),
        }
    }

    /// Rounds the data counter up, moving the labels that stand there.
    pub(super) fn align(&mut self, boundary: u32) {
        let address = self.data_counter.get();
        let remainder = if self.dialect().signed_alignment {
            // MARS: a Java remainder has the sign of the address.
            (address as i32).wrapping_rem(boundary as i32) as u32
        } else {
            address % boundary
        };
        if remainder != 0 {
            let aligned = address.wrapping_add(boundary).wrapping_sub(remainder);
            self.units[self.file.unit as usize].symbols.move_labels(address, aligned);
            self.data_counter.set(aligned);
        }
    }

    fn space(&mut self, line: LineIdx, start: usize) {
        let usage = "`.space 40` reserves 40 bytes";
        if let Some(bytes) = self.count_operand(line, start, usage) {
            self.data_counter.advance(bytes);
        }
    }

    fn extern_directive(&mut self, line: LineIdx, start: usize) {
        let token = self.tokens[start];
        let site = Site::token(line, token);
        let directive = self.word(line, token);
        let usage = || Advice::help("write `.extern label size`");
        let [label, size] = self.tokens[start + 1..] else {
            self.report(site, Problem::ExternOperands { directive }, usage());
            return;
        };
        if !size.is_integer() || size.value < 0 {
            self.report(site, Problem::ExternSize { directive }, usage());
            return;
        }
        self.report.budget.spend(cost::LABEL);
        let name = label.quoted(self.store.text(line));
        let name = self.names.intern(&name);
        let place = Site::token(line, label);
        if self.globals.define(name, self.extern_address, true, place).is_ok() {
            self.extern_address = self.extern_address.wrapping_add(size.value as u32);
        }
    }

    fn globl(&mut self, line: LineIdx, start: usize) {
        let token = self.tokens[start];
        let site = Site::token(line, token);
        let directive = self.word(line, token);
        if self.tokens.len() == start + 1 {
            let advice = Advice::help("write `.globl main`");
            self.report(site, Problem::GloblOperands { directive }, advice);
            return;
        }
        for at in start + 1..self.tokens.len() {
            let label = self.tokens[at];
            let is_label = label.kind == TokenKind::Identifier
                || label.kind == TokenKind::Mnemonic && !self.dialect().mnemonics_reserved;
            if !is_label {
                let text = label.quoted(self.store.text(line));
                let advice = Advice::help(format!("`{text}` is not a label"));
                self.report(site, Problem::GloblLabel { directive }, advice);
                return;
            }
            let name = self.names.intern(label.text(self.store.text(line)));
            self.report.budget.spend(cost::REFERENCE);
            self.file.globals.push((name, Site::token(line, label)));
        }
    }
}
