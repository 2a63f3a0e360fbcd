#![doc = include_str!("../README.md")]

mod lexer;
mod parser;

use std::cmp::Ordering;
use std::ops::Range;

use jetan_isa::Reg;
use jetan_machine::Machine;

use parser::ConditionParser;
pub use parser::cpu_register;

/// The longest text of an expression, in bytes.
pub const TEXT_BYTES_MAX: usize = 4096;
/// The deepest nesting of subexpressions.
// The parser and the evaluation recurse, and conditions also come from clients of the studio.
pub const NESTING_MAX: usize = 64;

/// An error in an expression, and its position in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    /// The bytes concerned.
    pub span: Range<usize>,
    /// The error, lower case, without a full stop.
    pub message: String,
}

/// The value of an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ExpressionValue {
    /// 32 bits, compared as a signed number.
    Word(i32),
    /// A floating-point number.
    Float(f64),
}

impl ExpressionValue {
    /// Whether it is anything but zero.
    pub fn is_true(self) -> bool {
        match self {
            ExpressionValue::Word(word) => word != 0,
            ExpressionValue::Float(float) => float != 0.0,
        }
    }

    /// The value as a word; floating-point numbers lose their fraction.
    pub fn word(self) -> i32 {
        match self {
            ExpressionValue::Word(word) => word,
            // Saturates, and NaN becomes 0: this cannot fail.
            ExpressionValue::Float(float) => float as i32,
        }
    }

    fn float(self) -> f64 {
        match self {
            ExpressionValue::Word(word) => f64::from(word),
            ExpressionValue::Float(float) => float,
        }
    }
}

/// A place whose value can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExpressionVariable {
    Register(Reg),
    Single(u8),
    Double(u8),
    Pc,
    Hi,
    Lo,
    Count,
    Hits,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UnaryOp {
    Not,
    Invert,
    Negate,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BinaryOp {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    Unequal,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// A part of an expression, and where it stands.
#[derive(Clone, Debug, PartialEq)]
struct ExpressionNode {
    span: Range<usize>,
    kind: ExpressionKind,
}

#[derive(Clone, Debug, PartialEq)]
enum ExpressionKind {
    Constant(ExpressionValue),
    Place(ExpressionVariable),
    /// So many bytes of memory.
    Memory(Box<ExpressionNode>, u32),
    Unary(UnaryOp, Box<ExpressionNode>),
    Binary(BinaryOp, Box<ExpressionNode>, Box<ExpressionNode>),
}

/// An expression that can be computed again and again.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    text: String,
    root: ExpressionNode,
}

impl Expression {
    /// Reads an expression; `symbol` gives the addresses of names.
    pub fn parse(
        text: &str,
        symbol: &dyn Fn(&str) -> Option<u32>,
    ) -> Result<Expression, ExpressionError> {
        if text.len() > TEXT_BYTES_MAX {
            let message = format!("an expression has at most {TEXT_BYTES_MAX} bytes");
            return Err(ExpressionError { span: TEXT_BYTES_MAX..text.len(), message });
        }
        let tokens = lexer::tokens(text)?;
        let root = ConditionParser::new(&tokens, text.len(), symbol).whole()?;
        Ok(Expression { text: text.to_owned(), root })
    }

    /// The text it was read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Computes it for a machine.
    pub fn value(&self, machine: &Machine, hits: u64) -> Result<ExpressionValue, ExpressionError> {
        self.root.value(machine, hits)
    }
}

impl ExpressionNode {
    fn value(&self, machine: &Machine, hits: u64) -> Result<ExpressionValue, ExpressionError> {
        match &self.kind {
            ExpressionKind::Constant(value) => Ok(*value),
            ExpressionKind::Place(place) => Ok(place.value(machine, hits)),
            ExpressionKind::Memory(address, bytes) => {
                let address = address.value(machine, hits)?.word() as u32;
                self.memory(machine, address, *bytes)
            }
            ExpressionKind::Unary(operator, operand) => {
                Ok(unary(*operator, operand.value(machine, hits)?))
            }
            // Short-circuit as in C: `$t0 == 0 || [$t0] > 1` must not fail for a null pointer.
            ExpressionKind::Binary(BinaryOp::Or, left, right) => {
                let is_true =
                    left.value(machine, hits)?.is_true() || right.value(machine, hits)?.is_true();
                Ok(truth(is_true))
            }
            ExpressionKind::Binary(BinaryOp::And, left, right) => {
                let is_true =
                    left.value(machine, hits)?.is_true() && right.value(machine, hits)?.is_true();
                Ok(truth(is_true))
            }
            ExpressionKind::Binary(operator, left, right) => {
                let (left, right) = (left.value(machine, hits)?, right.value(machine, hits)?);
                binary(*operator, left, right).map_err(|message| self.mistake(message))
            }
        }
    }

    fn memory(
        &self,
        machine: &Machine,
        address: u32,
        bytes: u32,
    ) -> Result<ExpressionValue, ExpressionError> {
        if !address.is_multiple_of(bytes) {
            return Err(self.mistake(&format!("{address:#010x} is not a multiple of {bytes}")));
        }
        let is_known = machine.memory.region_of(address).is_some();
        if !is_known && !machine.memory.is_written(address) {
            return Err(self.mistake(&format!("there is no memory at {address:#010x}")));
        }
        let byte = |idx: u32| machine.memory.peek(address.wrapping_add(idx));
        Ok(ExpressionValue::Word(match bytes {
            // Signed, as `lb` and `lh` load them.
            1 => i32::from(byte(0).cast_signed()),
            2 => i32::from(i16::from_le_bytes([byte(0), byte(1)])),
            _ => machine.memory.peek_word(address).cast_signed(),
        }))
    }

    fn mistake(&self, message: &str) -> ExpressionError {
        ExpressionError { span: self.span.clone(), message: message.to_owned() }
    }
}

impl ExpressionVariable {
    fn value(self, machine: &Machine, hits: u64) -> ExpressionValue {
        let word = match self {
            ExpressionVariable::Register(reg) => machine.registers.get(reg),
            ExpressionVariable::Single(number) => {
                return ExpressionValue::Float(f64::from(f32::from_bits(machine.fpu.bits(number))));
            }
            ExpressionVariable::Double(number) => {
                return ExpressionValue::Float(f64::from_bits(machine.fpu.double_bits(number)));
            }
            ExpressionVariable::Pc => machine.pc,
            ExpressionVariable::Hi => machine.hilo.hi,
            ExpressionVariable::Lo => machine.hilo.lo,
            // The low 32 bits: every value here is a word.
            ExpressionVariable::Count => machine.count as u32,
            ExpressionVariable::Hits => hits as u32,
        };
        ExpressionValue::Word(word.cast_signed())
    }
}

fn truth(is_true: bool) -> ExpressionValue {
    ExpressionValue::Word(i32::from(is_true))
}

fn unary(operator: UnaryOp, value: ExpressionValue) -> ExpressionValue {
    match (operator, value) {
        (UnaryOp::Not, value) => truth(!value.is_true()),
        (UnaryOp::Invert, value) => ExpressionValue::Word(!value.word()),
        (UnaryOp::Negate, ExpressionValue::Word(word)) => {
            ExpressionValue::Word(word.wrapping_neg())
        }
        (UnaryOp::Negate, ExpressionValue::Float(float)) => ExpressionValue::Float(-float),
    }
}

fn binary(
    operator: BinaryOp,
    left: ExpressionValue,
    right: ExpressionValue,
) -> Result<ExpressionValue, &'static str> {
    match (left, right) {
        (ExpressionValue::Word(left), ExpressionValue::Word(right)) => words(operator, left, right),
        _ => floats(operator, left, right),
    }
}

fn words(operator: BinaryOp, left: i32, right: i32) -> Result<ExpressionValue, &'static str> {
    let is_division = matches!(operator, BinaryOp::Divide | BinaryOp::Remainder);
    if is_division && right == 0 {
        return Err("division by zero");
    }
    Ok(ExpressionValue::Word(match operator {
        BinaryOp::BitOr => left | right,
        BinaryOp::BitXor => left ^ right,
        BinaryOp::BitAnd => left & right,
        // As in MIPS, only the low five bits of the distance count.
        BinaryOp::ShiftLeft => left.wrapping_shl(right as u32),
        BinaryOp::ShiftRight => left.wrapping_shr(right as u32),
        BinaryOp::Add => left.wrapping_add(right),
        BinaryOp::Subtract => left.wrapping_sub(right),
        BinaryOp::Multiply => left.wrapping_mul(right),
        // The least number divided by -1 wraps as it does in a register; `/` would panic.
        BinaryOp::Divide => left.wrapping_div(right),
        BinaryOp::Remainder => left.wrapping_rem(right),
        _ => return Ok(compare(operator, Some(left.cmp(&right)))),
    }))
}

fn floats(
    operator: BinaryOp,
    left: ExpressionValue,
    right: ExpressionValue,
) -> Result<ExpressionValue, &'static str> {
    let (a, b) = (left.float(), right.float());
    Ok(ExpressionValue::Float(match operator {
        BinaryOp::Add => a + b,
        BinaryOp::Subtract => a - b,
        BinaryOp::Multiply => a * b,
        BinaryOp::Divide => a / b,
        BinaryOp::Remainder => a % b,
        BinaryOp::BitOr
        | BinaryOp::BitXor
        | BinaryOp::BitAnd
        | BinaryOp::ShiftLeft
        | BinaryOp::ShiftRight => {
            return Err("bits of floating-point numbers have no meaning here");
        }
        _ => return Ok(compare(operator, a.partial_cmp(&b))),
    }))
}

/// The truth of a comparison; what cannot be compared is only unequal.
fn compare(operator: BinaryOp, order: Option<Ordering>) -> ExpressionValue {
    truth(match operator {
        BinaryOp::Equal => order == Some(Ordering::Equal),
        BinaryOp::Unequal => order != Some(Ordering::Equal),
        BinaryOp::Less => order == Some(Ordering::Less),
        BinaryOp::LessEqual => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        BinaryOp::Greater => order == Some(Ordering::Greater),
        _ => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    })
}

#[cfg(test)]
mod tests;
