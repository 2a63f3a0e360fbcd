//! Storing the values of data directives.

use jetan_isa::{AddressRegion, Directive};

use super::{DataReference, LayoutPass};
use crate::budget::cost;
use crate::lexer;
use crate::limits;
use crate::literal::{self, OctalLookalike, StringForm};
use crate::problem::Problem;
use crate::report::{FixLocation, ProblemAdvice};
use crate::store::{LineIdx, LineSite};
use crate::token::{SourceToken, TokenKind};

/// The outcome of a store.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StoreOutcome {
    Yes,
    /// There is no memory at the address, or no room for more data.
    No,
}

fn is_string(directive: Directive) -> bool {
    matches!(directive, Directive::Ascii | Directive::Asciiz)
}

fn is_float(directive: Directive) -> bool {
    matches!(directive, Directive::Float | Directive::Double)
}

/// The number of bytes that a value in the list of a directive takes; 0 if it stores no values.
fn size(directive: Directive) -> u32 {
    // No wildcard arm: a new directive has to say here how much its values take.
    match directive {
        Directive::Byte
        | Directive::Ascii
        | Directive::Asciiz
        | Directive::Asciz
        | Directive::String => 1,
        Directive::Half | Directive::Short | Directive::Hword | Directive::TwoBytes => 2,
        Directive::Word
        | Directive::Int
        | Directive::Long
        | Directive::FourBytes
        | Directive::Float => 4,
        Directive::Double => 8,
        Directive::Abicalls
        | Directive::Align
        | Directive::Balign
        | Directive::Bss
        | Directive::Comm
        | Directive::Data
        | Directive::End
        | Directive::EndMacro
        | Directive::Ent
        | Directive::Equ
        | Directive::Equiv
        | Directive::Eqv
        | Directive::Extern
        | Directive::File
        | Directive::Fmask
        | Directive::Frame
        | Directive::Global
        | Directive::Globl
        | Directive::GnuAttribute
        | Directive::Ident
        | Directive::Include
        | Directive::Insn
        | Directive::Kdata
        | Directive::Ktext
        | Directive::Lcomm
        | Directive::Loc
        | Directive::Local
        | Directive::Macro
        | Directive::Mask
        | Directive::Module
        | Directive::Nan
        | Directive::P2align
        | Directive::Previous
        | Directive::Rdata
        | Directive::Rodata
        | Directive::Sbss
        | Directive::Sdata
        | Directive::Section
        | Directive::Set
        | Directive::Size
        | Directive::Skip
        | Directive::Space
        | Directive::Text
        | Directive::Type
        | Directive::Zero => 0,
    }
}

impl LayoutPass<'_, '_> {
    /// A line of values that goes on with the directive before it.
    pub(super) fn continue_data(&mut self, line: LineIdx, start: usize) {
        self.store_list(line, self.file.data_directive, start);
    }

    /// Stores the values of the list that starts at `start`, with its directive or without.
    pub(super) fn store_list(&mut self, line: LineIdx, directive: Directive, start: usize) {
        let has_directive = self.tokens[start].kind == TokenKind::Directive;
        let first = start + usize::from(has_directive);
        if is_string(directive) {
            self.store_strings(line, directive, first);
            return;
        }
        self.find_local_labels(line, is_float(directive), first);
        if !is_float(directive) {
            self.warn_of_wide_numbers(line, first);
        }
        // MARS: four tokens with a colon third, which on a continued line skips the first value.
        if let [_, value, colon, count] = self.tokens[start..]
            && colon.kind == TokenKind::Colon
        {
            self.store_repeated(line, directive, value, count);
            return;
        }
        for at in first..self.tokens.len() {
            let stored = self.store_value(line, directive, self.tokens[at]);
            if self.report.is_full() || self.is_hopeless(stored) {
                return;
            }
        }
    }

    fn store_repeated(
        &mut self,
        line: LineIdx,
        directive: Directive,
        value: SourceToken,
        count: SourceToken,
    ) {
        let is_number = value.is_integer() || is_float(directive) && value.kind == TokenKind::Real;
        if !is_number || !count.is_integer() {
            let advice =
                ProblemAdvice::help("write `value : count` with two numbers, as in `.word 0 : 10`");
            self.report(LineSite::token(line, value), Problem::MalformedRepetition, advice);
            return;
        }
        if count.value <= 0 {
            let problem = Problem::RepetitionNotPositive;
            self.report(LineSite::token(line, count), problem, ProblemAdvice::default());
            return;
        }
        if self.file.auto_align {
            self.align(size(directive));
        }
        // MARS: `.byte 300 : 5` warns five times.
        let checks_each = self.dialect().repeated_value_errors;
        if !checks_each {
            self.check_integer(line, directive, value);
        }
        for done in 0..count.value {
            if checks_each {
                self.check_integer(line, directive, value);
            }
            let stored = self.store_checked(line, directive, value);
            if self.report.is_full() || self.is_hopeless(stored) {
                return;
            }
            if self.report.budget.is_spent() {
                self.refuse_repetition(line, count, done + 1);
                return;
            }
        }
    }

    /// Whether a value could not be stored, so that the next ones of the line cannot either.
    fn is_hopeless(&self, stored: StoreOutcome) -> bool {
        stored == StoreOutcome::No && !self.dialect().repeated_value_errors
    }

    fn refuse_repetition(&mut self, line: LineIdx, count: SourceToken, done: i32) {
        if self.report.budget.refuse() {
            let problem = Problem::ExpansionTooLarge {
                what: format!("repeating a value {} times", count.value),
                reached: format!("{done} values"),
            };
            let advice = ProblemAdvice::help("`.space` reserves memory without storing anything");
            self.report(LineSite::token(line, count), problem, advice);
        }
    }

    fn store_value(
        &mut self,
        line: LineIdx,
        directive: Directive,
        token: SourceToken,
    ) -> StoreOutcome {
        self.check_integer(line, directive, token);
        self.store_checked(line, directive, token)
    }

    fn store_checked(
        &mut self,
        line: LineIdx,
        directive: Directive,
        token: SourceToken,
    ) -> StoreOutcome {
        self.report.budget.spend(cost::VALUE);
        if is_float(directive) {
            self.store_float(line, directive, token)
        } else if token.is_integer() {
            self.store_bytes(line, token, &token.value.to_le_bytes()[..size(directive) as usize])
        } else if self.is_label(token) || token.kind == TokenKind::Address {
            self.store_label(line, directive, token)
        } else {
            let problem = Problem::NotIntegerOrLabel { text: self.quoted(line, token) };
            let advice = crate::advice::data_value(directive, token.kind);
            self.report(LineSite::token(line, token), problem, advice);
            // `Yes` although nothing was stored: the next value may be good, and `No` would end the
            // list.
            StoreOutcome::Yes
        }
    }

    fn is_label(&self, token: SourceToken) -> bool {
        token.kind == TokenKind::Identifier
            || token.kind == TokenKind::Mnemonic && !self.dialect().mnemonics_reserved
    }

    fn quoted(&self, line: LineIdx, token: SourceToken) -> String {
        token.quoted(self.store.text(line))
    }

    fn check_integer(&mut self, line: LineIdx, directive: Directive, token: SourceToken) {
        let (low, high, unsigned) = match size(directive) {
            1 => (-0x80, 0x7f, 0xff),
            2 => (-0x8000, 0x7fff, 0xffff),
            _ => return,
        };
        if !token.is_integer() {
            return;
        }
        let high = if self.dialect().signed_data_ranges { high } else { unsigned };
        if !(low..=high).contains(&token.value) {
            let kept = token.value as u32 & unsigned as u32;
            let advice = ProblemAdvice::help(format!(
                "`{}` takes {low} to {unsigned}; {kept} is stored",
                directive.name()
            ));
            let problem = Problem::Truncated { text: self.quoted(line, token) };
            self.report(LineSite::token(line, token), problem, advice);
        }
    }

    fn store_label(
        &mut self,
        line: LineIdx,
        directive: Directive,
        token: SourceToken,
    ) -> StoreOutcome {
        let bytes = size(directive);
        let made = self.addresses.get(token.value as usize).copied();
        let (name, minus, addend) = match made.filter(|_| token.kind == TokenKind::Address) {
            Some(made) => (made.name, made.minus, made.addend),
            None => (self.names.intern(token.text(self.store.text(line))), None, 0),
        };
        // MARS: a label that is known by now is taken as it is, before aligning this value moves it
        // (S17).
        let known = if self.dialect().early_label_values {
            self.address(self.file.unit, name)
        } else {
            None
        };
        let value = known.unwrap_or(0).to_le_bytes();
        let stored = self.store_bytes(line, token, &value[..bytes as usize]);
        if known.is_none() {
            self.report.budget.spend(cost::REFERENCE);
            let address = match stored {
                StoreOutcome::Yes => self.data_counter.get().wrapping_sub(bytes),
                // The label is looked up all the same, so that an undefined one is reported in the
                // same run.
                StoreOutcome::No => self.data_counter.get(),
            };
            self.references.push(DataReference {
                unit: self.file.unit,
                address,
                bytes: bytes as u8,
                name,
                minus,
                addend,
                site: LineSite::token(line, token),
            });
        }
        stored
    }

    fn store_float(
        &mut self,
        line: LineIdx,
        directive: Directive,
        token: SourceToken,
    ) -> StoreOutcome {
        let site = LineSite::token(line, token);
        // Read from the text once more: the token of an integer does not say that it was
        // hexadecimal, which MARS rejects for floats.
        let text = self.quoted(line, token);
        let is_number = token.is_integer() || token.kind == TokenKind::Real;
        let value = match literal::real(&text) {
            Some(value) if is_number => value,
            // Our binary literals are not Java numbers.
            None if token.is_integer() && literal::integer(&text).is_none() => {
                f64::from(token.value)
            }
            _ => {
                let advice = crate::advice::data_value(directive, token.kind);
                self.report(site, Problem::NotFloat { text }, advice);
                return StoreOutcome::Yes;
            }
        };
        if directive == Directive::Double {
            // MARS: stored without a word.
            let is_lost = value.is_infinite() && !literal::is_infinity(&text);
            if is_lost && !self.dialect().silent_infinity {
                let advice = ProblemAdvice::help(format!("the largest double is {:e}", f64::MAX));
                self.report(site, Problem::BecomesInfinity { text }, advice);
            }
            return self.store_bytes(line, token, &value.to_le_bytes());
        }
        let too_large = if self.dialect().strict_float_maximum {
            // MARS compares before rounding, so that 3.4028235E38 is out of range (S29).
            value.abs() > f64::from(f32::MAX)
        } else {
            (value as f32).is_infinite()
        };
        if too_large {
            let advice = ProblemAdvice::help(format!("the largest float is {:e}", f32::MAX));
            let target = directive.name().to_owned();
            self.report(site, Problem::FloatOutOfRange { text, target }, advice);
            return StoreOutcome::Yes;
        }
        self.store_bytes(line, token, &literal::single(value).to_le_bytes())
    }

    /// Stores one element at the data counter, aligned if that is on.
    fn store_bytes(&mut self, line: LineIdx, token: SourceToken, bytes: &[u8]) -> StoreOutcome {
        if self.file.auto_align {
            self.align(bytes.len() as u32);
        }
        let address = self.data_counter.get();
        // MARS stores a double as two words, and tests the address of each.
        for (offset, word) in (0..).step_by(4).zip(bytes.chunks(4)) {
            if self.try_store(line, token, address.wrapping_add(offset), word) == StoreOutcome::No {
                return StoreOutcome::No;
            }
        }
        self.data_counter.advance(bytes.len() as u32);
        StoreOutcome::Yes
    }

    fn try_store(
        &mut self,
        line: LineIdx,
        token: SourceToken,
        address: u32,
        bytes: &[u8],
    ) -> StoreOutcome {
        let site = LineSite::token(line, token);
        if !self.is_writable(address) {
            let advice = crate::advice::data_address(self.options);
            self.report(site, Problem::InvalidDataAddress { address }, advice);
            return StoreOutcome::No;
        }
        // Charged by the block, since the first byte in a block takes as much memory as all of
        // them.
        let before = self.data.bytes();
        let stored = self.data.store(address, bytes);
        self.report.budget.spend((self.data.bytes() - before) * cost::DATA_BYTE);
        if stored.is_err() {
            let advice = ProblemAdvice::help(format!(
                "a program may have {} MiB of it",
                limits::DATA_BYTES_MAX >> 20
            ));
            self.report(site, Problem::TooMuchData, advice);
            return StoreOutcome::No;
        }
        StoreOutcome::Yes
    }

    fn is_writable(&self, address: u32) -> bool {
        match self.options.region_of(address) {
            Some(
                AddressRegion::Data
                | AddressRegion::Stack
                | AddressRegion::Mmio
                | AddressRegion::KernelData,
            ) => true,
            Some(AddressRegion::Text) => self.options.self_modifying,
            // MARS: kernel text cannot be stored to, not even with `smc`.
            Some(AddressRegion::KernelText) | None => false,
        }
    }

    fn store_strings(&mut self, line: LineIdx, directive: Directive, start: usize) {
        for at in start..self.tokens.len() {
            let token = self.tokens[at];
            if token.kind != TokenKind::String {
                let problem = Problem::NotString { text: self.quoted(line, token) };
                let advice = crate::advice::data_value(directive, token.kind);
                self.report(LineSite::token(line, token), problem, advice);
                continue;
            }
            let file = self.store.sources.file(self.store.line(line).file);
            let form = StringForm::of(&self.dialect(), file);
            self.warn_about_digits(line, token, form);
            let text = token.text(self.store.text(line));
            let is_unclosed = token.value == lexer::UNCLOSED && !self.dialect().loose_strings;
            let mut bytes = if is_unclosed {
                // `string` drops the last character as the closing quote, so one is put there.
                literal::string(&format!("{text}\""), form)
            } else {
                literal::string(text, form)
            };
            if directive == Directive::Asciiz {
                bytes.push(0);
            }
            self.store_string(line, token, &bytes);
        }
    }

    /// Says that octal digits are not an escape, where they were probably meant as one.
    fn warn_about_digits(&mut self, line: LineIdx, token: SourceToken, form: StringForm) {
        // MARS: stored without a word.
        if form.has_octal || self.dialect().narrow_characters {
            return;
        }
        let text = token.text(self.store.text(line));
        let Some(found) = OctalLookalike::first_in(text) else { return };
        let written = text[found.at..found.at + OctalLookalike::LEN].to_owned();
        let advice = match found.remedy() {
            Some(remedy) => ProblemAdvice::help(format!("write `{remedy}`"))
                .and_fix(FixLocation::Marked, &remedy),
            None => ProblemAdvice::help(format!(
                "a byte of its own is written between two strings: `.byte {}`",
                found.byte
            )),
        };
        let start = token.start + found.at as u32;
        let end = start + OctalLookalike::LEN as u32;
        let site = LineSite { start, end, ..LineSite::token(line, token) };
        self.report(site, Problem::NotOneByte { text: written }, advice);
    }

    /// MARS: one message for every byte that cannot be stored, and the counter advances regardless.
    fn store_string(&mut self, line: LineIdx, token: SourceToken, bytes: &[u8]) {
        for &byte in bytes {
            let address = self.data_counter.get();
            let stored = self.try_store(line, token, address, &[byte]);
            self.data_counter.advance(1);
            if self.report.is_full() || self.is_hopeless(stored) {
                return;
            }
        }
    }
}
