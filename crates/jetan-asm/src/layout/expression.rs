//! Numbers that are computed from others: `N*4`, `'A'-1`, `label+8-4`, `(1<<5)|3`, `%hi(x)`.
//!
//! The operands of a line are folded before anything looks at them: what has a value becomes one
//! number, an address plus a number becomes one address, and an address less another one a number.
//! A sign that touches the number before it subtracts or adds; after a blank it belongs to a number
//! of its own, as in MARS.

use super::LayoutPass;
use crate::lexer;
use crate::limits;
use crate::literal;
use crate::problem::Problem;
use crate::report::ProblemAdvice;
use crate::statement::AddressPart;
use crate::store::{LineIdx, LineSite};
use crate::symbols::NameId;
use crate::token::{SourceToken, TokenKind};

/// An address that was made of several tokens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ComposedAddress {
    pub(crate) name: NameId,
    /// Another one that is subtracted; only in data.
    pub(crate) minus: Option<NameId>,
    pub(crate) addend: i32,
    pub(crate) part: AddressPart,
}

/// The reason for which an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExpressionFault {
    /// Something is missing, or a label is used as a number.
    Form,
    Range,
    Depth,
    /// The difference of two addresses is used before both are known.
    Early,
}

/// The value of an expression: a number, or a label and a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FoldedValue {
    label: Option<SourceToken>,
    /// A label that is subtracted, and not known yet.
    minus: Option<SourceToken>,
    // 64 bits, so that intermediate results may exceed 32; `word` checks the final one.
    number: i64,
    /// The half that is wanted of it.
    part: Option<AddressPart>,
}

impl FoldedValue {
    fn number(number: i64) -> FoldedValue {
        FoldedValue { label: None, minus: None, number, part: None }
    }

    fn plain(self) -> Result<i64, ExpressionFault> {
        if self.minus.is_some() {
            Err(ExpressionFault::Early)
        } else if self.label.is_none() && self.part.is_none() {
            Ok(self.number)
        } else {
            Err(ExpressionFault::Form)
        }
    }
}

/// A name of the line that stands for something already.
#[derive(Clone, Copy, Debug)]
pub(super) enum KnownName {
    /// A name that `=` gave a number, and what it was.
    Number(i64),
    /// A label, and its address so far.
    Address(u32),
}

struct ExpressionParser<'t> {
    text: &'t str,
    tokens: &'t [SourceToken],
    /// The names among the tokens that are known, by where they start.
    known: &'t [(u32, KnownName)],
    at: usize,
    depth: usize,
}

impl ExpressionParser<'_> {
    fn peek(&self) -> Option<SourceToken> {
        self.tokens.get(self.at).copied()
    }

    fn kind_at(&self, at: usize) -> Option<TokenKind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    /// Whether an operand of an expression can begin at a token.
    fn can_start(&self, at: usize) -> bool {
        // Signs and parentheses are looked through, but not endlessly from every one of them.
        let rest = self.tokens.get(at..).unwrap_or_default();
        let is_lead = |token: &&SourceToken| {
            matches!(token.kind, TokenKind::Plus | TokenKind::Minus | TokenKind::Open)
        };
        let first = rest.iter().take(2 * limits::EXPRESSION_DEPTH_MAX).find(|it| !is_lead(it));
        first.is_some_and(|token| match token.kind {
            TokenKind::Integer
            | TokenKind::Character
            | TokenKind::Identifier
            | TokenKind::Mnemonic
            | TokenKind::Local => true,
            TokenKind::Real => lexer::local(token.text(self.text), 'f').is_some(),
            // The only operator that stands before its operand.
            TokenKind::Operator => token.value == i32::from(b'~'),
            TokenKind::Parameter => self.address_part(*token).is_some(),
            _ => false,
        })
    }

    /// The half of an address that `%hi` or `%lo` takes; `None` for any other token.
    fn address_part(&self, token: SourceToken) -> Option<AddressPart> {
        match token.text(self.text) {
            "%hi" => Some(AddressPart::High),
            "%lo" => Some(AddressPart::Low),
            _ => None,
        }
    }

    /// The operator at hand and how tightly it binds. A number with a sign that touches what is
    /// before it is added.
    fn operator(&self) -> Option<(u8, u8)> {
        let token = self.peek()?;
        // There are no tokens for commas, but what stands after one is another operand.
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at))?;
        let gap = self.text.get(before.end as usize..token.start as usize).unwrap_or("");
        if gap.contains(',') {
            return None;
        }
        let op = match token.kind {
            TokenKind::Plus => b'+',
            TokenKind::Minus => b'-',
            TokenKind::Operator => token.value as u8,
            // The lexer has made one number of the `-1` in `5-1`; `s` adds a number that carries
            // its sign.
            TokenKind::Integer if self.is_glued(token) => b's',
            _ => return None,
        };
        // The precedence of C.
        let level = match op {
            b'|' => 1,
            b'^' => 2,
            b'&' => 3,
            b'<' | b'>' => 4,
            b'+' | b'-' | b's' => 5,
            b'*' | b'/' | b'%' => 6,
            _ => return None,
        };
        Some((op, level))
    }

    fn is_glued(&self, token: SourceToken) -> bool {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        token.text(self.text).starts_with(['+', '-'])
            && before.is_some_and(|before| before.end == token.start)
    }

    fn expression(&mut self, least: u8) -> Result<FoldedValue, ExpressionFault> {
        let mut left = self.primary()?;
        while let Some((op, level)) = self.operator().filter(|&(_, level)| level >= least) {
            let is_sign = matches!(op, b'+' | b'-');
            // A sign with nothing after it is left in place, for the message about the operands.
            if is_sign && !self.can_start(self.at + 1) {
                break;
            }
            self.at += usize::from(op != b's');
            // One level up, so that operators of one level are applied from left to right.
            let right = self.expression(level + 1)?;
            left = self.apply(op, left, right)?;
        }
        Ok(left)
    }

    fn primary(&mut self) -> Result<FoldedValue, ExpressionFault> {
        let token = self.peek().filter(|_| self.can_start(self.at)).ok_or(ExpressionFault::Form)?;
        self.at += 1;
        match token.kind {
            TokenKind::Integer | TokenKind::Character => {
                let wide = literal::wide(token.text(self.text));
                Ok(FoldedValue::number(wide.unwrap_or(token.value.into())))
            }
            TokenKind::Open => self.nested(|parser| {
                let value = parser.expression(0)?;
                parser.close()?;
                Ok(value)
            }),
            TokenKind::Parameter => {
                let part = self.address_part(token);
                if self.kind_at(self.at) != Some(TokenKind::Open) {
                    return Err(ExpressionFault::Form);
                }
                self.at += 1;
                let value = self.nested(|parser| parser.expression(0))?;
                self.close()?;
                if value.part.is_some() || value.minus.is_some() {
                    Err(ExpressionFault::Form)
                } else {
                    Ok(FoldedValue { part, ..value })
                }
            }
            TokenKind::Plus => self.nested(ExpressionParser::primary),
            TokenKind::Minus => {
                let number = self.nested(ExpressionParser::primary)?.plain()?;
                number.checked_neg().map(FoldedValue::number).ok_or(ExpressionFault::Range)
            }
            TokenKind::Operator => {
                Ok(FoldedValue::number(!self.nested(ExpressionParser::primary)?.plain()?))
            }
            _ => Ok(match self.known(token) {
                Some(KnownName::Number(number)) => FoldedValue::number(number),
                _ => FoldedValue { label: Some(token), ..FoldedValue::number(0) },
            }),
        }
    }

    fn known(&self, token: SourceToken) -> Option<KnownName> {
        self.known.iter().find(|(start, _)| *start == token.start).map(|(_, known)| *known)
    }

    fn nested(
        &mut self,
        inner: impl FnOnce(&mut Self) -> Result<FoldedValue, ExpressionFault>,
    ) -> Result<FoldedValue, ExpressionFault> {
        if self.depth == limits::EXPRESSION_DEPTH_MAX {
            return Err(ExpressionFault::Depth);
        }
        self.depth += 1;
        let value = inner(self);
        self.depth -= 1;
        value
    }

    fn apply(
        &self,
        op: u8,
        left: FoldedValue,
        right: FoldedValue,
    ) -> Result<FoldedValue, ExpressionFault> {
        if left.part.is_some() || right.part.is_some() {
            return Err(ExpressionFault::Form);
        }
        if matches!(op, b'+' | b's') && !(left.label.is_some() && right.label.is_some()) {
            let number = left.number.checked_add(right.number).ok_or(ExpressionFault::Range)?;
            let (label, minus) = (left.label.or(right.label), left.minus.or(right.minus));
            return Ok(FoldedValue { label, minus, number, part: None });
        }
        if op == b'-' {
            return self.subtract(left, right);
        }
        compute(op, left.plain()?, right.plain()?).map(FoldedValue::number)
    }

    fn subtract(
        &self,
        left: FoldedValue,
        right: FoldedValue,
    ) -> Result<FoldedValue, ExpressionFault> {
        let number = left.number.checked_sub(right.number).ok_or(ExpressionFault::Range)?;
        let (Some(one), Some(other)) = (left.label, right.label) else {
            right.plain()?;
            return Ok(FoldedValue { number, ..left });
        };
        if left.minus.is_some() || right.minus.is_some() {
            return Err(ExpressionFault::Form);
        }
        match (self.known(one), self.known(other)) {
            (Some(KnownName::Address(one)), Some(KnownName::Address(other))) => {
                Ok(FoldedValue::number(number + i64::from(one) - i64::from(other)))
            }
            _ => Ok(FoldedValue { minus: Some(other), number, ..left }),
        }
    }

    fn close(&mut self) -> Result<(), ExpressionFault> {
        if self.kind_at(self.at) != Some(TokenKind::Close) {
            return Err(ExpressionFault::Form);
        }
        self.at += 1;
        Ok(())
    }
}

/// What an operator makes of two numbers.
fn compute(op: u8, left: i64, right: i64) -> Result<i64, ExpressionFault> {
    let amount =
        || u32::try_from(right).ok().filter(|&amount| amount < 32).ok_or(ExpressionFault::Range);
    let number = match op {
        b'*' => left.checked_mul(right),
        b'/' => left.checked_div(right),
        b'%' => left.checked_rem(right),
        // Multiplied, because `checked_shl` does not notice bits that are shifted out.
        b'<' => left.checked_mul(1 << amount()?),
        b'>' => Some(left >> amount()?),
        b'&' => Some(left & right),
        b'^' => Some(left ^ right),
        b'|' => Some(left | right),
        _ => return Err(ExpressionFault::Form),
    };
    number.ok_or(ExpressionFault::Range)
}

/// A number as the 32 bits that it stands for, with or without a sign.
fn word(number: i64) -> Result<i32, ExpressionFault> {
    let fits = (i64::from(i32::MIN)..=i64::from(u32::MAX)).contains(&number);
    if fits { Ok(number as i32) } else { Err(ExpressionFault::Range) }
}

impl LayoutPass<'_, '_> {
    /// Folds the operands from a token on; `false` if one of them is wrong, which was reported.
    ///
    /// In data a label plus a number is one value; instructions have forms for it.
    pub(super) fn fold(&mut self, line: LineIdx, from: usize, is_data: bool) -> bool {
        if self.dialect().no_expressions || !self.may_fold(line, from) {
            return true;
        }
        // Owned, since folding a `.` defines a hidden label and so changes the layout.
        let text = self.store.text(line).to_owned();
        let tokens = std::mem::take(&mut self.tokens);
        let mut folded = tokens[..from.min(tokens.len())].to_vec();
        let known = self.known_names(line, &text, tokens.get(from..).unwrap_or_default());
        let mut parser =
            ExpressionParser { text: &text, tokens: &tokens, known: &known, at: from, depth: 0 };
        while let Some(token) = parser.peek() {
            if !parser.can_start(parser.at) {
                folded.push(token);
                parser.at += 1;
                continue;
            }
            let start = parser.at;
            let value = parser.expression(0);
            let whole = &tokens[start..parser.at.min(tokens.len())];
            let made = value.and_then(|value| self.folded(line, value, whole, is_data));
            match made {
                Ok(Some(made)) => folded.extend(made),
                Ok(None) => folded.extend_from_slice(whole),
                Err(wrong) => {
                    self.report_wrong(line, token, whole, wrong);
                    self.tokens = tokens;
                    return false;
                }
            }
        }
        self.tokens = folded;
        true
    }

    /// A quick look: nearly all lines have nothing to fold.
    fn may_fold(&self, line: LineIdx, from: usize) -> bool {
        let Some(rest) = self.tokens.get(from..) else { return false };
        let text = self.store.text(line);
        let is_signed = |token: &SourceToken| {
            token.kind == TokenKind::Integer && token.text(text).starts_with(['+', '-'])
        };
        rest.iter().any(|token| {
            matches!(
                token.kind,
                TokenKind::Operator | TokenKind::Plus | TokenKind::Minus | TokenKind::Parameter
            )
        }) || rest.windows(2).any(|pair| is_signed(&pair[1]) && pair[0].end == pair[1].start)
            || rest.iter().any(|token| is_here(*token, text) || self.is_constant(*token, text))
            || rest.windows(2).any(|pair| {
                pair[0].kind == TokenKind::Open
                    && matches!(pair[1].kind, TokenKind::Integer | TokenKind::Character)
            })
    }

    /// The tokens that stand for a value; `None` leaves those of the source.
    fn folded(
        &mut self,
        line: LineIdx,
        value: FoldedValue,
        whole: &[SourceToken],
        is_data: bool,
    ) -> Result<Option<Vec<SourceToken>>, ExpressionFault> {
        let (Some(first), Some(last)) = (whole.first(), whole.last()) else { return Ok(None) };
        let span = SourceToken { end: last.end, value: 0, kind: TokenKind::Integer, ..*first };
        let Some(label) = value.label else {
            // A number alone keeps its token, whose kind (integer or character) messages still
            // need.
            if whole.len() == 1 && first.kind != TokenKind::Identifier {
                return Ok(None);
            }
            let number = word(value.number)?;
            let number = value.part.map_or(number, |part| part.of(number as u32));
            return Ok(Some(vec![SourceToken { value: number, ..span }]));
        };
        let is_here = is_here(label, self.store.text(line));
        if let Some(minus) = value.minus {
            if !is_data {
                return Err(ExpressionFault::Early);
            }
            let address = self.compose_address(line, label, value.number, AddressPart::Whole)?;
            let minus = self.name_of(line, minus);
            if let Some(made) = self.addresses.last_mut() {
                made.minus = Some(minus);
            }
            let whole = SourceToken { kind: TokenKind::Address, value: address, ..span };
            return Ok(Some(vec![whole]));
        }
        if let Some(part) = value.part {
            let address = self.compose_address(line, label, value.number, part)?;
            return Ok(Some(vec![SourceToken { kind: TokenKind::Half, value: address, ..span }]));
        }
        // The forms of instructions have `label+number`, and take it as it stands.
        let is_plain = match whole {
            [_] => true,
            [name, sign, number] if !is_data => {
                let is_sign = matches!(sign.kind, TokenKind::Plus | TokenKind::Minus);
                *name == label && is_sign && number.is_integer()
            }
            _ => false,
        };
        if is_plain && !is_here {
            return Ok(None);
        }
        // No jump has a form for `label+number`, so that `.+8` is one address.
        if is_data || is_here {
            let address = self.compose_address(line, label, value.number, AddressPart::Whole)?;
            let whole = SourceToken { kind: TokenKind::Address, value: address, ..span };
            return Ok(Some(vec![whole]));
        }
        let mut tokens = vec![label];
        if whole.len() > 1 {
            let number = word(value.number)?;
            tokens.push(SourceToken { kind: TokenKind::Plus, ..span });
            tokens.push(SourceToken { value: number, ..span });
        }
        Ok(Some(tokens))
    }

    /// Notes an address of several tokens; returns its index.
    fn compose_address(
        &mut self,
        line: LineIdx,
        label: SourceToken,
        number: i64,
        part: AddressPart,
    ) -> Result<i32, ExpressionFault> {
        let addend = word(number)?;
        let name = self.name_of(line, label);
        self.addresses.push(ComposedAddress { name, minus: None, addend, part });
        Ok(self.addresses.len() as i32 - 1)
    }

    /// The name of a label, of `.` and of a label that is a number.
    fn name_of(&mut self, line: LineIdx, label: SourceToken) -> NameId {
        if is_here(label, self.store.text(line)) {
            self.current_address_label(line, label)
        } else if let Some(local) = self.local_label(line, label) {
            local
        } else {
            self.names.intern(label.text(self.store.text(line)))
        }
    }

    /// The label `.`, which stands where the line does.
    fn current_address_label(&mut self, line: LineIdx, token: SourceToken) -> NameId {
        let (address, is_data) = self.here();
        self.file.hidden += 1;
        // `#` starts a comment, so that no source can spell this name.
        let name = self.names.intern(&format!(".#{}", self.file.hidden));
        let symbols = &mut self.units[self.file.unit as usize].symbols;
        symbols.define_hidden(name, address, is_data, LineSite::token(line, token));
        name
    }

    /// Defines a label that is a number, which may be defined again.
    pub(super) fn define_local(&mut self, line: LineIdx, token: SourceToken) {
        let count = self.file.locals.entry(token.value).or_insert(0);
        *count += 1;
        let name = self.names.intern(&format!("{}#{count}", token.value));
        let (address, is_data) = self.here();
        let symbols = &mut self.units[self.file.unit as usize].symbols;
        symbols.define_hidden(name, address, is_data, LineSite::token(line, token));
    }

    /// Turns `1b` and `1f` into addresses. A `1f` that a number can be is one.
    pub(super) fn find_local_labels(&mut self, line: LineIdx, takes_floats: bool, from: usize) {
        if self.dialect().no_local_labels {
            return;
        }
        for at in from..self.tokens.len() {
            let token = self.tokens[at];
            // Java reads `1f` as the float 1.0, so the lexer cannot tell; the line does.
            if token.kind == TokenKind::Real && takes_floats {
                continue;
            }
            let Some(name) = self.local_label(line, token) else { continue };
            self.addresses.push(ComposedAddress {
                name,
                minus: None,
                addend: 0,
                part: AddressPart::Whole,
            });
            let value = self.addresses.len() as i32 - 1;
            self.tokens[at] = SourceToken { kind: TokenKind::Address, value, ..token };
        }
    }

    /// The label that `1b` or `1f` means on this line; `None` for any other token.
    pub(super) fn local_label(&mut self, line: LineIdx, token: SourceToken) -> Option<NameId> {
        let (number, is_behind) = match token.kind {
            TokenKind::Local => (token.value, false),
            TokenKind::Real => (lexer::local(token.text(self.store.text(line)), 'f')?, true),
            _ => return None,
        };
        let count = self.file.locals.get(&number).copied().unwrap_or(0);
        Some(self.names.intern(&format!("{number}#{}", count + u32::from(is_behind))))
    }

    fn report_wrong(
        &mut self,
        line: LineIdx,
        token: SourceToken,
        whole: &[SourceToken],
        wrong: ExpressionFault,
    ) {
        let end = whole.last().map_or(token.end, |last| last.end);
        let place = SourceToken { end, ..token };
        let text = place.text(self.store.text(line)).to_owned();
        let (problem, help) = match wrong {
            ExpressionFault::Form => (
                Problem::BadExpression { text },
                "numbers are computed with `+ - * / % << >> & ^ | ~` and parentheses; to a label \
                 a number can be added, and a label subtracted",
            ),
            ExpressionFault::Early => (
                Problem::BadExpression { text },
                "the distance of two labels is a number only below both of them; above, `.word` \
                 can store it as it is",
            ),
            ExpressionFault::Range => (
                Problem::ExpressionRange { text },
                "numbers have 32 bits, shifts go from 0 to 31, and nothing can be divided by 0",
            ),
            ExpressionFault::Depth => (
                Problem::BadExpression { text },
                "its parentheses and signs nest too deep: give a part of it a name with `.eqv`",
            ),
        };
        self.report(LineSite::token(line, place), problem, ProblemAdvice::help(help));
    }
}

/// Whether a token is the current address.
pub(super) fn is_here(token: SourceToken, text: &str) -> bool {
    token.kind == TokenKind::Identifier && token.text(text) == "."
}
