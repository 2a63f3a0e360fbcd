//! From words to a tree, by precedence.

use std::ops::Range;

use jetan_isa::{FReg, Reg};

use super::lexer::{ExpressionToken, TokenKind};
use super::{
    BinaryOp, ExpressionError, ExpressionKind, ExpressionNode, ExpressionValue, ExpressionVariable,
    NESTING_MAX, UnaryOp,
};

pub(super) struct ConditionParser<'t> {
    tokens: &'t [ExpressionToken],
    next: usize,
    /// The length of the text, where mistakes are that lie in its end.
    end: usize,
    depth: usize,
    symbol: &'t dyn Fn(&str) -> Option<u32>,
}

impl<'t> ConditionParser<'t> {
    pub(super) fn new(
        tokens: &'t [ExpressionToken],
        end: usize,
        symbol: &'t dyn Fn(&str) -> Option<u32>,
    ) -> ConditionParser<'t> {
        ConditionParser { tokens, next: 0, end, depth: 0, symbol }
    }

    pub(super) fn whole(mut self) -> Result<ExpressionNode, ExpressionError> {
        let node = self.binary(0)?;
        match self.peek() {
            None => Ok(node),
            Some(_) => Err(self.unexpected("an operator")),
        }
    }

    fn peek(&self) -> Option<&'t TokenKind> {
        self.tokens.get(self.next).map(|token| &token.kind)
    }

    fn span(&self) -> Range<usize> {
        self.tokens.get(self.next).map_or(self.end..self.end, |token| token.span.clone())
    }

    fn unexpected(&self, wanted: &str) -> ExpressionError {
        let message = match self.peek() {
            None => format!("{wanted} is missing at the end"),
            Some(_) => format!("{wanted} is missing here"),
        };
        ExpressionError { span: self.span(), message }
    }

    /// Operands joined by operators that bind at least so strongly.
    fn binary(&mut self, least: u8) -> Result<ExpressionNode, ExpressionError> {
        let mut left = self.operand()?;
        while let Some(TokenKind::Binary(operator)) = self.peek() {
            let strength = strength(*operator);
            if strength < least {
                break;
            }
            self.next += 1;
            // One more, because all operators group from the left.
            let right = self.binary(strength + 1)?;
            let span = left.span.start..right.span.end;
            let kind = ExpressionKind::Binary(*operator, Box::new(left), Box::new(right));
            left = ExpressionNode { span, kind };
        }
        Ok(left)
    }

    fn operand(&mut self) -> Result<ExpressionNode, ExpressionError> {
        if self.depth == NESTING_MAX {
            let message = format!("parts stand in each other at most {NESTING_MAX} deep");
            return Err(ExpressionError { span: self.span(), message });
        }
        self.depth += 1;
        let node = self.nested_operand();
        self.depth -= 1;
        node
    }

    fn nested_operand(&mut self) -> Result<ExpressionNode, ExpressionError> {
        let span = self.span();
        let unary = match self.peek() {
            Some(TokenKind::Unary(operator)) => *operator,
            Some(TokenKind::Binary(BinaryOp::Subtract)) => UnaryOp::Negate,
            _ => return self.primary(),
        };
        self.next += 1;
        // By way of `operand`, which counts the depth: a row of signs nests as well.
        let operand = self.operand()?;
        let span = span.start..operand.span.end;
        Ok(ExpressionNode { span, kind: ExpressionKind::Unary(unary, Box::new(operand)) })
    }

    fn primary(&mut self) -> Result<ExpressionNode, ExpressionError> {
        let span = self.span();
        let kind = match self.peek() {
            Some(TokenKind::Number(value)) => ExpressionKind::Constant(*value),
            Some(TokenKind::Register(name)) => ExpressionKind::Place(register(name, &span)?),
            Some(TokenKind::Name(name)) => match self.part(name) {
                Some(bytes) => {
                    self.next += 1;
                    return self.memory(span.start, bytes);
                }
                None => self.name(name, &span)?,
            },
            Some(TokenKind::OpenMemory) => return self.memory(span.start, 4),
            Some(TokenKind::Open) => {
                self.next += 1;
                let inner = self.binary(0)?;
                self.close(&TokenKind::Close, "`)`")?;
                return Ok(inner);
            }
            _ => return Err(self.unexpected("a value")),
        };
        self.next += 1;
        Ok(ExpressionNode { span, kind })
    }

    /// The number of bytes that a name before `[` stands for.
    fn part(&self, name: &str) -> Option<u32> {
        let is_before = self.tokens.get(self.next + 1)?.kind == TokenKind::OpenMemory;
        match name {
            "byte" if is_before => Some(1),
            "half" if is_before => Some(2),
            "word" if is_before => Some(4),
            _ => None,
        }
    }

    fn memory(&mut self, start: usize, bytes: u32) -> Result<ExpressionNode, ExpressionError> {
        self.next += 1;
        let address = self.binary(0)?;
        let end = self.close(&TokenKind::CloseMemory, "`]`")?;
        Ok(ExpressionNode {
            span: start..end,
            kind: ExpressionKind::Memory(Box::new(address), bytes),
        })
    }

    fn close(&mut self, kind: &TokenKind, name: &str) -> Result<usize, ExpressionError> {
        if self.peek() != Some(kind) {
            return Err(self.unexpected(name));
        }
        let end = self.span().end;
        self.next += 1;
        Ok(end)
    }

    fn name(&self, name: &str, span: &Range<usize>) -> Result<ExpressionKind, ExpressionError> {
        // These come before labels of the same name, since there is no other way to ask for them.
        match name {
            "hits" => return Ok(ExpressionKind::Place(ExpressionVariable::Hits)),
            "count" => return Ok(ExpressionKind::Place(ExpressionVariable::Count)),
            _ => {}
        }
        let address = (self.symbol)(name).ok_or_else(|| ExpressionError {
            span: span.clone(),
            message: format!("the program has no symbol `{name}`"),
        })?;
        Ok(ExpressionKind::Constant(ExpressionValue::Word(address.cast_signed())))
    }
}

fn register(name: &str, span: &Range<usize>) -> Result<ExpressionVariable, ExpressionError> {
    let place = match name {
        "$pc" => Some(ExpressionVariable::Pc),
        "$hi" => Some(ExpressionVariable::Hi),
        "$lo" => Some(ExpressionVariable::Lo),
        _ => cpu_register(name).map(ExpressionVariable::Register).or_else(|| float_register(name)),
    };
    place.ok_or_else(|| ExpressionError {
        span: span.clone(),
        message: format!("there is no register `{name}`"),
    })
}

/// A CPU register by its name or number.
pub fn cpu_register(name: &str) -> Option<Reg> {
    let number = name.strip_prefix('$').and_then(|digits| digits.parse().ok());
    match name {
        // MARS: does not know `$s8`, the other name of `$fp`.
        "$s8" => Some(Reg::FP),
        _ => Reg::from_name(name).or_else(|| number.and_then(Reg::new)),
    }
}

fn float_register(name: &str) -> Option<ExpressionVariable> {
    match name.strip_suffix(".d") {
        Some(double) => {
            let number = FReg::from_name(double)?.number();
            number.is_multiple_of(2).then_some(ExpressionVariable::Double(number))
        }
        None => FReg::from_name(name).map(|freg| ExpressionVariable::Single(freg.number())),
    }
}

fn strength(operator: BinaryOp) -> u8 {
    match operator {
        BinaryOp::Or => 0,
        BinaryOp::And => 1,
        BinaryOp::BitOr => 2,
        BinaryOp::BitXor => 3,
        BinaryOp::BitAnd => 4,
        BinaryOp::Equal | BinaryOp::Unequal => 5,
        BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual => 6,
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight => 7,
        BinaryOp::Add | BinaryOp::Subtract => 8,
        BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Remainder => 9,
    }
}
