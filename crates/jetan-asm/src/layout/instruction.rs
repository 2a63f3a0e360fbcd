//! Matching an instruction with the form its operands have.

use jetan_isa::{InstructionForm, Mnemonic, OperandSlot};

use super::LayoutPass;
use super::expression::ComposedAddress;
use crate::advice;
use crate::budget::cost;
use crate::dialect::Dialect;
use crate::lexer;
use crate::literal;
use crate::operand::{OperandFit, fit};
use crate::problem::{CountMismatch, Problem};
use crate::report::{FixLocation, ProblemAdvice};
use crate::statement::{AddressPart, LabelOperand, OPERANDS_MAX, ParsedStatement};
use crate::store::{LineIdx, LineSite};
use crate::token::{SourceToken, TokenKind};

fn matches(form: InstructionForm, operands: &[SourceToken]) -> bool {
    let slots = form.slots().as_slice();
    slots.len() == operands.len()
        && slots.iter().zip(operands).all(|(&slot, &token)| fit(slot, token) == OperandFit::Yes)
}

/// Whether a form that MARS does not have is one of this dialect.
fn is_allowed(form: InstructionForm, dialect: Dialect) -> bool {
    if !form.is_extension() {
        return true;
    }
    let is_off = match (form.name(), form.slots().operand_count()) {
        ("push" | "pop" | "begin" | "end", _) => dialect.no_frame_instructions,
        ("li.s" | "li.d", _) => dialect.no_float_constants,
        ("j" | "jal", _) => dialect.labels_for_jumps,
        ("bal" | "teq" | "tne" | "tge" | "tgeu" | "tlt" | "tltu", _) => dialect.no_compiler_forms,
        // Extensions with three operands take another kind of operand; those with fewer leave the
        // first source out.
        ("move", _) | (_, 3) => dialect.one_kind_of_operand,
        _ => dialect.all_operands,
    };
    !is_off
}

impl LayoutPass<'_, '_> {
    /// Takes the instruction whose mnemonic should be the token at `start`.
    pub(super) fn instruction(&mut self, line: LineIdx, start: usize) {
        let token = self.tokens[start];
        let mnemonic = match token.kind {
            TokenKind::Mnemonic => Mnemonic::from_index(token.value as usize),
            TokenKind::Identifier => {
                let known = Mnemonic::known(token.text(self.store.text(line)));
                known.filter(|known| is_allowed(known.forms()[0], self.dialect()))
            }
            _ => None,
        };
        let Some(mnemonic) = mnemonic else {
            self.report_no_operator(line, start);
            return;
        };
        if !self.dialect().no_label_minus {
            self.turn_minus_into_plus(start + 1);
        }
        let takes_floats = mnemonic.name().starts_with("li.");
        self.find_local_labels(line, takes_floats, start + 1);
        let dialect = self.dialect();
        let operands = &self.tokens[start + 1..];
        let mut allowed = mnemonic.forms().iter().filter(|&&form| is_allowed(form, dialect));
        // MARS: the first form that matches, not the best one. Small constants get short expansions
        // because their forms come earlier in the table.
        let matching = allowed.find(|&&form| matches(form, operands)).copied();
        // What fits no form is measured against those that everybody has.
        let forms = match mnemonic.mars_forms() {
            [] => mnemonic.forms(),
            forms => forms,
        };
        // MARS: whatever does not match is measured against the first form.
        let Some(form) = matching.or(forms.first().copied()) else { return };
        // MARS: goes on after this message, so that wrong operands are reported as well.
        if matches!(form, InstructionForm::Pseudo(_)) && !self.options.pseudo {
            let advice = advice::pseudo_off(form);
            self.report(LineSite::token(line, token), Problem::PseudoNotPermitted, advice);
        }
        if matching.is_none() {
            self.report_mismatch(line, start, forms);
            return;
        }
        if !takes_floats {
            self.warn_of_wide_numbers(line, start + 1);
        }
        let Some(statement) = self.statement(line, start, form) else { return };
        self.warn_of_slip(&statement, start);
        if self.check_registers(&statement, start) {
            let compact = self.options.map.is_compact();
            let delayed = self.options.delayed_branching;
            let words = statement.words(compact, delayed, self.dialect());
            self.report.budget.spend(cost::STATEMENT + words as usize * cost::WORD);
            self.text_counter.advance(4 * words);
            self.statements.push(statement);
        }
    }

    /// Takes names of registers without their dollar sign for registers.
    pub(super) fn find_bare_registers(&mut self, line: LineIdx, from: usize) {
        let text = self.store.text(line);
        let operands = self.tokens.iter_mut().skip(from);
        for token in operands.filter(|token| token.kind == TokenKind::Identifier) {
            // The longest name is `zero`.
            let name = Some(token.text(text)).filter(|name| name.len() <= 4);
            if let Some((kind, value)) = name.and_then(lexer::bare_register) {
                (token.kind, token.value) = (kind, value);
            }
        }
    }

    /// `label - n` is `label + -n`.
    fn turn_minus_into_plus(&mut self, from: usize) {
        for at in from..self.tokens.len().saturating_sub(2) {
            let is_difference = self.tokens[at].is_name()
                && self.tokens[at + 1].kind == TokenKind::Minus
                && self.tokens[at + 2].is_integer();
            if is_difference {
                self.tokens[at + 1].kind = TokenKind::Plus;
                let value = &mut self.tokens[at + 2].value;
                *value = value.wrapping_neg();
            }
        }
    }

    /// The statement, unless a number in it is too large.
    fn statement(
        &mut self,
        line: LineIdx,
        start: usize,
        form: InstructionForm,
    ) -> Option<ParsedStatement> {
        let mut operands = [0; OPERANDS_MAX];
        let mut label = None;
        let mut index = 0;
        for (at, &slot) in form.slots().as_slice().iter().enumerate() {
            let token = self.tokens[start + 1 + at];
            match slot {
                OperandSlot::Open | OperandSlot::Close | OperandSlot::Plus => continue,
                OperandSlot::F32 | OperandSlot::F64 => {
                    let bits = self.float_bits(line, slot, token)?;
                    operands[index] = bits as i32;
                    // A double is the last operand, and has the slot after it.
                    if slot == OperandSlot::F64 {
                        operands[(index + 1).min(OPERANDS_MAX - 1)] = (bits >> 32) as i32;
                    }
                }
                _ if slot == OperandSlot::Label || token.kind == TokenKind::Half => {
                    label = Some(self.label_operand(line, token, slot, index));
                }
                _ => operands[index] = token.value,
            }
            index += 1;
        }
        let mnemonic = self.tokens[start];
        Some(ParsedStatement {
            line,
            unit: self.file.unit,
            first: self.tokens[0].start,
            mnemonic: (mnemonic.start, mnemonic.end),
            form,
            address: self.text_counter.get(),
            operands,
            label,
        })
    }

    fn label_operand(
        &mut self,
        line: LineIdx,
        token: SourceToken,
        slot: OperandSlot,
        index: usize,
    ) -> LabelOperand {
        let SourceToken { start, end, .. } = token;
        let index = index as u8;
        if matches!(token.kind, TokenKind::Address | TokenKind::Half)
            && let Some(&ComposedAddress { name, addend, part, .. }) =
                self.addresses.get(token.value as usize)
        {
            // `ori` zero-extends its constant and `addi` sign-extends it: `%lo` has to follow.
            let is_unsigned = part == AddressPart::Low && slot == OperandSlot::U16;
            let part = if is_unsigned { AddressPart::LowUnsigned } else { part };
            return LabelOperand { name, start, end, index, part, addend };
        }
        let name = self.names.intern(token.text(self.store.text(line)));
        LabelOperand { name, start, end, index, part: AddressPart::Whole, addend: 0 }
    }

    /// The bits of a number as a float of the precision that a slot wants.
    ///
    /// `Infinity` and `NaN` are what they say; a number that would become infinite is an error,
    /// as it is in `.float`, since no program means that.
    fn float_bits(&mut self, line: LineIdx, slot: OperandSlot, token: SourceToken) -> Option<u64> {
        let text = token.quoted(self.store.text(line));
        // Our binary literals are not Java numbers.
        let value = literal::real(&text).unwrap_or(f64::from(token.value));
        let (is_infinite, target, largest) = match slot {
            OperandSlot::F64 => (value.is_infinite(), "li.d", f64::MAX),
            _ => ((value as f32).is_infinite(), "li.s", f64::from(f32::MAX)),
        };
        if is_infinite && !literal::is_infinity(&text) {
            let advice = ProblemAdvice::help(format!("the largest is {largest:e}"));
            let problem = Problem::FloatOutOfRange { text, target: target.to_owned() };
            self.report(LineSite::token(line, token), problem, advice);
            return None;
        }
        Some(match slot {
            OperandSlot::F64 => value.to_bits(),
            _ => u64::from(literal::single(value).to_bits()),
        })
    }

    /// Warns where a number was probably meant as a register, or the other way round.
    fn warn_of_slip(&mut self, statement: &ParsedStatement, start: usize) {
        let Some(&last) = self.tokens[start + 1..].last() else { return };
        let text = last.text(self.store.text(statement.line)).to_owned();
        let meant = match (statement.form.name(), last.kind) {
            // Only 0 to 31 can be a register without its dollar sign.
            ("move", TokenKind::Integer) if (0..32).contains(&last.value) => format!("${text}"),
            ("sll" | "srl" | "sra", TokenKind::Register) => match text.strip_prefix('$') {
                Some(digits) if digits.bytes().all(|b| b.is_ascii_digit()) => digits.to_owned(),
                _ => return,
            },
            _ => return,
        };
        let advice = ProblemAdvice::help(format!("write `{meant}` if that is meant"))
            .and_fix(FixLocation::Marked, meant.clone());
        let problem = Problem::ProbablyOtherKind { text, meant };
        self.report(LineSite::token(statement.line, last), problem, advice);
    }

    /// Looks for what MARS finds only at run time, or never.
    fn check_registers(&mut self, statement: &ParsedStatement, start: usize) -> bool {
        let mut index = 0;
        for (at, &slot) in statement.form.slots().as_slice().iter().enumerate() {
            if !slot.is_operand() {
                continue;
            }
            let token = self.tokens[start + 1 + at];
            let site = LineSite::token(statement.line, token);
            let text = || token.text(self.store.text(statement.line)).to_owned();
            let is_double = even_operands(statement.form) >> index & 1 == 1;
            // MARS: found when the instruction is executed (run-odd-double-register).
            if is_double && token.value % 2 == 1 && !self.dialect().odd_double_registers {
                let advice = advice::odd_register(token.value);
                let problem = Problem::OddDoubleRegister { text: text() };
                self.report(site, problem, advice);
                return false;
            }
            if is_flag(statement.form, index)
                && token.value > 7
                && !self.dialect().wide_condition_flags
            {
                let problem = Problem::NoSuchFlag { text: text() };
                self.report(site, problem, ProblemAdvice::help("the flags are 0 to 7"));
                return false;
            }
            index += 1;
        }
        true
    }

    fn report_no_operator(&mut self, line: LineIdx, start: usize) {
        let token = self.tokens[start];
        let text = self.store.text(line);
        let name = token.quoted(text);
        let site = LineSite::token(line, token);
        if self.file.macros.knows(&name) {
            let advice = advice::macro_mismatch(&self.file.macros.arities(&name));
            self.report(site, Problem::MacroMismatch { name }, advice);
            return;
        }
        let is_alone = self.tokens.len() == start + 1 && token.kind == TokenKind::Identifier;
        if is_alone && !self.dialect().missing_colon_cascades {
            let name = self.names.intern(&name);
            // Uses of a label that only lacks its colon are not errors of their own.
            self.units[self.file.unit as usize].presumed.insert(name);
        }
        // An upper estimate of the names that are compared: all mnemonics and the macros of a file.
        let advice = if self.report.wants_advice(1_000) {
            let following = self.tokens.get(start + 1).copied();
            advice::unknown_operator(token, following, text, self.file.macros.names())
        } else {
            ProblemAdvice::default()
        };
        self.report(site, Problem::UnknownOperator { name }, advice);
    }

    fn report_mismatch(&mut self, line: LineIdx, start: usize, forms: &[InstructionForm]) {
        let operands = &self.tokens[start + 1..];
        let form =
            if self.dialect().first_form_blamed { forms[0] } else { nearest(forms, operands) };
        let slots = form.slots().as_slice();
        let mnemonic = self.tokens[start];
        let text = self.store.text(line);
        let count_of = |kind| operands.iter().filter(|token| token.kind == kind).count();
        let unbalanced = count_of(TokenKind::Open) != count_of(TokenKind::Close);
        // A missing parenthesis explains more than the token that stands in its place.
        if slots.len() != operands.len() || unbalanced && !self.dialect().first_form_blamed {
            let count =
                if operands.len() < slots.len() { CountMismatch::Few } else { CountMismatch::Many };
            let name = mnemonic.text(text).to_owned();
            let advice = advice::operand_count(forms, operands, text, self.dialect());
            let problem = Problem::OperandCount { name, count, example: forms[0].example() };
            self.report(LineSite::token(line, mnemonic), problem, advice);
            return;
        }
        let wrong = slots.iter().zip(operands).find_map(|(&slot, &token)| match fit(slot, token) {
            OperandFit::Yes => None,
            fit => Some((slot, token, fit)),
        });
        let Some((slot, token, fit)) = wrong else { return };
        let quoted = token.quoted(text);
        let (problem, advice) = match fit {
            OperandFit::Range => {
                (Problem::OperandRange { text: quoted }, advice::out_of_range(form, slot, token))
            }
            _ => (
                Problem::OperandType { text: quoted },
                advice::wrong_type(forms, form, slot, (mnemonic, token), text),
            ),
        };
        self.report(LineSite::token(line, token), problem, advice);
    }
}

/// The operands that end up in an instruction that needs an even register, as a bit set.
///
/// `mfc1.d` and `mtc1.d` move two single registers and work with any.
fn even_operands(form: InstructionForm) -> u8 {
    match form.name() {
        "mfc1.d" | "mtc1.d" => 0,
        _ => form.doubles(),
    }
}

fn is_flag(form: InstructionForm, index: usize) -> bool {
    match form {
        InstructionForm::Basic(op) => {
            let field = op.spec().fields[index.min(2)];
            field.kind == OperandSlot::U5 && field.width == 3
        }
        InstructionForm::Pseudo(_) => false,
    }
}

/// The form that agrees with the operands for longest, for a useful message.
fn nearest(forms: &[InstructionForm], operands: &[SourceToken]) -> InstructionForm {
    let agreement = |form: &InstructionForm| {
        let slots = form.slots().as_slice();
        let same = slots.len() == operands.len();
        let fits =
            slots.iter().zip(operands).take_while(|&(&s, &t)| fit(s, t) == OperandFit::Yes).count();
        let next_is_integer = match (slots.get(fits), operands.get(fits)) {
            (Some(&slot), Some(&token)) => fit(slot, token) == OperandFit::Range,
            _ => false,
        };
        (same, fits, next_is_integer)
    };
    // The first of equals, which is the one MARS would name.
    let mut best = forms[0];
    for &form in &forms[1..] {
        if agreement(&form) > agreement(&best) {
            best = form;
        }
    }
    best
}
