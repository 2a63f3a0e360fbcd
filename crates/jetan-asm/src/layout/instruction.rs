//! Matching an instruction with the form its operands have.

use jetan_isa::{Form, Mnemonic, Slot};

use super::Layout;
use crate::advice;
use crate::budget::cost;
use crate::operand::{Fit, fit};
use crate::problem::{Count, Problem};
use crate::report::Advice;
use crate::statement::{LabelOperand, OPERANDS, Statement};
use crate::store::{LineIdx, Site};
use crate::token::{Token, TokenKind};

fn matches(form: Form, operands: &[Token]) -> bool {
    let slots = form.slots().as_slice();
    slots.len() == operands.len()
        && slots.iter().zip(operands).all(|(&slot, &token)| fit(slot, token) == Fit::Yes)
}

impl Layout<'_, '_> {
    /// Takes the instruction whose mnemonic should be the token at `start`.
    pub(super) fn instruction(&mut self, line: LineIdx, start: usize) {
        let token = self.tokens[start];
        let mnemonic = match token.kind {
            TokenKind::Mnemonic => Mnemonic::from_index(token.value as usize),
            _ => None,
        };
        let Some(mnemonic) = mnemonic else {
            self.report_no_operator(line, start);
            return;
        };
        if !self.dialect().no_label_minus {
            self.turn_minus_into_plus(start + 1);
        }
        let forms = mnemonic.forms();
        let operands = &self.tokens[start + 1..];
        let matching = forms.iter().copied().find(|&form| matches(form, operands));
        // MARS: whatever does not match is measured against the first form.
        let Some(form) = matching.or(forms.first().copied()) else { return };
        if matches!(form, Form::Pseudo(_)) && !self.options.pseudo {
            let advice = advice::pseudo_off(form);
            self.report(Site::token(line, token), Problem::PseudoNotPermitted, advice);
        }
        if matching.is_none() {
            self.report_mismatch(line, start, forms);
            return;
        }
        let statement = self.statement(line, start, form);
        if self.check_registers(&statement, start) {
            let compact = self.options.map.is_compact();
            let delayed = self.options.delayed_branching;
            let words = statement.words(compact, delayed, self.dialect());
            self.report.budget.spend(cost::STATEMENT + words as usize * cost::WORD);
            self.text_counter.advance(4 * words);
            self.statements.push(statement);
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

    fn statement(&mut self, line: LineIdx, start: usize, form: Form) -> Statement {
        let mut operands = [0; OPERANDS];
        let mut label = None;
        let mut index = 0;
        let tokens = &self.tokens[start + 1..];
        for (&slot, token) in form.slots().as_slice().iter().zip(tokens) {
            if !slot.is_operand() {
                continue;
            }
            if slot == Slot::Label {
                let name = self.names.intern(token.text(self.store.text(line)));
                let Token { start, end, .. } = *token;
                label = Some(LabelOperand { name, start, end });
            } else {
                operands[index] = token.value;
            }
            index += 1;
        }
        let mnemonic = self.tokens[start];
        Statement {
            line,
            unit: self.file.unit,
            first: self.tokens[0].start,
            mnemonic: (mnemonic.start, mnemonic.end),
            form,
            address: self.text_counter.get(),
            operands,
            label,
        }
    }

    /// Looks for what MARS finds only at run time, or never.
    fn check_registers(&mut self, statement: &Statement, start: usize) -> bool {
        let mut index = 0;
        for (at, &slot) in statement.form.slots().as_slice().iter().enumerate() {
            if !slot.is_operand() {
                continue;
            }
            let token = self.tokens[start + 1 + at];
            let site = Site::token(statement.line, token);
            let text = || token.text(self.store.text(statement.line)).to_owned();
            let is_double = even_operands(statement.form) >> index & 1 == 1;
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
                self.report(site, problem, Advice::help("the flags are 0 to 7"));
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
        let site = Site::token(line, token);
        if self.file.macros.knows(&name) {
            let advice = advice::macro_mismatch(&self.file.macros.arities(&name));
            self.report(site, Problem::MacroMismatch { name }, advice);
            return;
        }
        let is_alone = self.tokens.len() == start + 1 && token.kind == TokenKind::Identifier;
        if is_alone && !self.dialect().missing_colon_cascades {
            let name = self.names.intern(&name);
            self.units[self.file.unit as usize].presumed.insert(name);
        }
        let advice = if self.report.wants_advice(1_000) {
            let following = self.tokens.get(start + 1).copied();
            advice::unknown_operator(token, following, text, self.file.macros.names())
        } else {
            Advice::default()
        };
        self.report(site, Problem::UnknownOperator { name }, advice);
    }

    fn report_mismatch(&mut self, line: LineIdx, start: usize, forms: &[Form]) {
        let operands = &self.tokens[start + 1..];
        let form =
            if self.dialect().first_form_blamed { forms[0] } else { nearest(forms, operands) };
        let slots = form.slots().as_slice();
        let mnemonic = self.tokens[start];
        let text = self.store.text(line);
        let count_of = |kind| operands.iter().filter(|token| token.kind == kind).count();
        let unbalanced = count_of(TokenKind::Open) != count_of(TokenKind::Close);
        if slots.len() != operands.len() || unbalanced && !self.dialect().first_form_blamed {
            let count = if operands.len() < slots.len() { Count::Few } else { Count::Many };
            let name = mnemonic.text(text).to_owned();
            let advice = advice::operand_count(forms, operands, text);
            let problem = Problem::OperandCount { name, count, example: forms[0].example() };
            self.report(Site::token(line, mnemonic), problem, advice);
            return;
        }
        let wrong = slots.iter().zip(operands).find_map(|(&slot, &token)| match fit(slot, token) {
            Fit::Yes => None,
            fit => Some((slot, token, fit)),
        });
        let Some((slot, token, fit)) = wrong else { return };
        let quoted = token.quoted(text);
        let (problem, advice) = match fit {
            Fit::Range => {
                (Problem::OperandRange { text: quoted }, advice::out_of_range(form, slot, token))
            }
            _ => (
                Problem::OperandType { text: quoted },
                advice::wrong_type(forms, form, slot, (mnemonic, token), text),
            ),
        };
        self.report(Site::token(line, token), problem, advice);
    }
}

/// Which operands end up in an instruction that needs an even register, as a bit set.
///
/// `mfc1.d` and `mtc1.d` move two single registers and work with any.
fn even_operands(form: Form) -> u8 {
    match form.name() {
        "mfc1.d" | "mtc1.d" => 0,
        _ => form.doubles(),
    }
}

fn is_flag(form: Form, index: usize) -> bool {
    match form {
        Form::Basic(op) => {
            let field = op.spec().fields[index.min(2)];
            field.kind == Slot::U5 && field.width == 3
        }
        Form::Pseudo(_) => false,
    }
}

/// The form that agrees with the operands for longest, for a useful message.
fn nearest(forms: &[Form], operands: &[Token]) -> Form {
    let agreement = |form: &Form| {
        let slots = form.slots().as_slice();
        let same = slots.len() == operands.len();
        let fits = slots.iter().zip(operands).take_while(|&(&s, &t)| fit(s, t) == Fit::Yes).count();
        let next_is_integer = match (slots.get(fits), operands.get(fits)) {
            (Some(&slot), Some(&token)) => fit(slot, token) == Fit::Range,
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
