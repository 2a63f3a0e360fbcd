//! Carrying out directives.

use jetan_isa::{Directive, directives};

use super::{LayoutPass, SegmentOwner};
use crate::budget::cost;
use crate::problem::Problem;
use crate::report::ProblemAdvice;
use crate::store::{LineIdx, LineSite};
use crate::token::{SourceToken, TokenKind};

impl LayoutPass<'_, '_> {
    /// Carries out the directive that is the token at `start`.
    pub(super) fn directive(&mut self, line: LineIdx, start: usize) {
        let token = self.tokens[start];
        let Some(row) = directives::DIRECTIVES.get(token.value as usize) else { return };
        let directive = row.directive.canonical();
        match directive {
            Directive::Macro => self.begin_macro(line, start),
            Directive::EndMacro => self.end_macro(line, start),
            // MARS: in the body of a macro all other directives wait for its call.
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
                // Remembered even where it is rejected: lines that continue its list mean the same
                // directive.
                self.file.data_directive = directive;
                if self.is_in_data(line, token) {
                    self.store_list(line, directive, start);
                }
            }
            _ => self.other_directive(line, start, directive),
        }
    }

    /// Carries out a directive that neither stores a list of values nor begins a segment or macro.
    fn other_directive(&mut self, line: LineIdx, start: usize, directive: Directive) {
        let token = self.tokens[start];
        match directive {
            Directive::Section => self.section(line, start),
            Directive::Previous => {
                let now = (self.file.in_data, self.file.is_discarded);
                let before = std::mem::replace(&mut self.file.before_section, now);
                (self.file.in_data, self.file.is_discarded) = before;
            }
            // Instructions are aligned by themselves.
            Directive::Align
                if !self.file.in_data
                    && !self.dialect().no_compiler_directives
                    && !self.is_at_moved_data() => {}
            Directive::Align => self.align_directive(line, start),
            Directive::P2align | Directive::Balign => self.align_to(line, start, directive),
            Directive::Comm | Directive::Lcomm => self.common(line, start, directive),
            Directive::Space => self.space(line, start),
            Directive::Extern => self.extern_directive(line, start),
            Directive::Globl => self.globl(line, start),
            Directive::Include => {
                let problem = Problem::IncludeOperand { directive: self.word(line, token) };
                let advice = ProblemAdvice::help("write `.include \"file.asm\"`");
                self.report(LineSite::token(line, token), problem, advice);
            }
            Directive::Set if self.dialect().plain_syntax => {
                self.report(
                    LineSite::token(line, token),
                    Problem::IgnoredSet,
                    ProblemAdvice::default(),
                );
            }
            Directive::Set | Directive::Equ | Directive::Equiv => {
                self.define_constant(line, start + 1, start + 2);
            }
            // `.eqv` was obeyed when the file was read, and other names have canonical ones; the
            // rest is for other assemblers, for linkers and for debuggers.
            other => debug_assert!(has_no_effect(other), "{other:?} is forgotten"),
        }
    }

    /// Whether the line at hand chooses a segment.
    pub(super) fn is_segment_directive(&self) -> bool {
        let head = self.tokens.first().filter(|token| token.kind == TokenKind::Directive);
        let row = head.and_then(|token| directives::DIRECTIVES.get(token.value as usize));
        row.is_some_and(|row| {
            matches!(
                row.directive.canonical(),
                Directive::Data
                    | Directive::Kdata
                    | Directive::Text
                    | Directive::Ktext
                    | Directive::Section
                    | Directive::Previous
            )
        })
    }

    pub(super) fn word(&self, line: LineIdx, token: SourceToken) -> String {
        token.text(self.store.text(line)).to_owned()
    }

    pub(super) fn data_segment(&mut self, directive: Directive, start: usize) {
        self.file.in_data = true;
        self.file.is_discarded = false;
        self.file.is_misplaced = false;
        // MARS: `.data` and `.kdata` end an `.align 0` (dir-align-values).
        self.file.auto_align = true;
        self.data_counter.space =
            if directive == Directive::Data { SegmentOwner::User } else { SegmentOwner::Kernel };
        if let Some(address) = self.address_operand(start) {
            self.data_counter.set(address);
        }
    }

    pub(super) fn text_segment(&mut self, directive: Directive, start: usize) {
        self.file.in_data = false;
        self.file.is_discarded = false;
        self.file.is_misplaced = false;
        self.text_counter.space =
            if directive == Directive::Text { SegmentOwner::User } else { SegmentOwner::Kernel };
        if let Some(address) = self.address_operand(start) {
            self.text_counter.set(address);
        }
    }

    /// MARS: anything but an integer after a segment directive is ignored.
    fn address_operand(&self, start: usize) -> Option<u32> {
        self.tokens
            .get(start + 1)
            .filter(|token| token.is_integer())
            .map(|token| token.value as u32)
    }

    /// Lets data in the text segment, which programs cannot read there, go to the data segment, if
    /// a label stands before it. Without one it may be an instruction in numbers.
    fn may_move_to_data(&mut self) -> bool {
        let waiting = &self.file.waiting;
        let is_here = waiting.address == self.text_counter.get();
        let is_labelled = waiting.has_data || !waiting.names.is_empty();
        if self.dialect().no_data_in_text || self.file.in_data || !is_here || !is_labelled {
            return false;
        }
        self.data_counter.space = self.text_counter.space;
        // A label in the text segment is at a multiple of 4, which `.space` would not see to.
        if !std::mem::replace(&mut self.file.waiting.has_data, true) {
            self.align(4);
        }
        let address = self.data_counter.get();
        let symbols = &mut self.units[self.file.unit as usize].symbols;
        for name in self.file.waiting.names.drain(..) {
            symbols.move_to_data(name, address);
        }
        true
    }

    /// Whether data was the last thing in the text segment, and went to the data segment.
    pub(super) fn is_at_moved_data(&self) -> bool {
        let waiting = &self.file.waiting;
        !self.file.in_data && waiting.has_data && waiting.address == self.text_counter.get()
    }

    /// Warns of data in the text segment, once until the segment changes.
    fn warn_of_data(&mut self, line: LineIdx, token: SourceToken) {
        if !std::mem::replace(&mut self.file.is_misplaced, true) {
            let problem = Problem::DataInText { directive: self.word(line, token) };
            let advice = ProblemAdvice::help(
                "MARS refuses it: put `.data` before it, and `.text` before the instructions",
            );
            self.report(LineSite::token(line, token), problem, advice);
        }
    }

    /// Whether data may be stored here; reports it if not.
    pub(super) fn is_in_data(&mut self, line: LineIdx, token: SourceToken) -> bool {
        if self.may_move_to_data() {
            self.warn_of_data(line, token);
            return true;
        }
        let is_told = self.file.is_misplaced && !self.dialect().silent_data_lines;
        if !self.file.in_data && !is_told {
            self.file.is_misplaced = true;
            let directive = self.word(line, token);
            let advice =
                ProblemAdvice::help("put `.data` before it, and `.text` before the instructions");
            let problem = Problem::DirectiveInText { directive };
            self.report(LineSite::token(line, token), problem, advice);
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
        let site = LineSite::token(line, token);
        match self.tokens[start + 1..] {
            [operand] if operand.is_integer() && operand.value >= 0 => {
                self.warn_of_wide_numbers(line, start + 1);
                Some(operand.value as u32)
            }
            [_] => {
                self.report(site, Problem::NonNegative { directive }, ProblemAdvice::help(usage));
                None
            }
            _ => {
                self.report(site, Problem::OneOperand { directive }, ProblemAdvice::help(usage));
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
            // The boundary is never zero: sizes are 1 to 8, `.align` shifts a one, and the others
            // are clamped or checked.
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
        let site = LineSite::token(line, token);
        let directive = self.word(line, token);
        let usage = || ProblemAdvice::help("write `.extern label size`");
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
        let place = LineSite::token(line, label);
        // MARS: a label that is global already keeps its address, and nothing is reserved.
        if self.globals.define(name, self.extern_address, true, place).is_ok() {
            self.extern_address = self.extern_address.wrapping_add(size.value as u32);
        }
    }

    fn globl(&mut self, line: LineIdx, start: usize) {
        let token = self.tokens[start];
        let site = LineSite::token(line, token);
        let directive = self.word(line, token);
        if self.tokens.len() == start + 1 {
            let advice = ProblemAdvice::help("write `.globl main`");
            self.report(site, Problem::GloblOperands { directive }, advice);
            return;
        }
        for at in start + 1..self.tokens.len() {
            let label = self.tokens[at];
            let is_label = label.kind == TokenKind::Identifier
                || label.kind == TokenKind::Mnemonic && !self.dialect().mnemonics_reserved;
            if !is_label {
                let text = label.quoted(self.store.text(line));
                let advice = ProblemAdvice::help(format!("`{text}` is not a label"));
                // MARS points at the directive, not at the operand that is wrong.
                self.report(site, Problem::GloblLabel { directive }, advice);
                return;
            }
            let name = self.names.intern(label.text(self.store.text(line)));
            self.report.budget.spend(cost::REFERENCE);
            // Moved to the global table at the end of the file, since the label may be defined
            // below.
            self.file.globals.push((name, LineSite::token(line, label)));
        }
    }
}

/// Whether a directive was carried out before the first pass, or is ignored.
fn has_no_effect(directive: Directive) -> bool {
    match directive {
        Directive::Eqv | Directive::Equ | Directive::Equiv | Directive::Set => true,
        Directive::Macro
        | Directive::EndMacro
        | Directive::Data
        | Directive::Kdata
        | Directive::Text
        | Directive::Ktext
        | Directive::Word
        | Directive::Half
        | Directive::Byte
        | Directive::Float
        | Directive::Double
        | Directive::Ascii
        | Directive::Asciiz
        | Directive::Section
        | Directive::Previous
        | Directive::Align
        | Directive::P2align
        | Directive::Balign
        | Directive::Comm
        | Directive::Lcomm
        | Directive::Space
        | Directive::Extern
        | Directive::Globl
        | Directive::Include => false,
        other => other.is_ignored(),
    }
}

/// Whether the operands of a directive are values, which can be computed.
pub(super) fn computes(token: SourceToken) -> bool {
    let row = directives::DIRECTIVES.get(token.value as usize);
    row.is_some_and(|row| {
        matches!(
            row.directive.canonical(),
            Directive::Word
                | Directive::Half
                | Directive::Byte
                | Directive::Float
                | Directive::Double
                | Directive::Align
                | Directive::P2align
                | Directive::Balign
                | Directive::Space
                | Directive::Comm
                | Directive::Lcomm
                | Directive::Extern
                | Directive::Data
                | Directive::Text
                | Directive::Kdata
                | Directive::Ktext
        )
    })
}
