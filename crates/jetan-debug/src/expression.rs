//! The language of conditions: `$t0 > 10 && hits == 5`, `[arr + 4 * $t1] != 0`, `$f12 < 0.5`.
//!
//! Numbers are words, signed, and wrap as they do in registers; next to a floating-point number
//! they become one. Operators and their order are those of C. Registers, `$pc`, `$hi` and `$lo`
//! have their values, symbols their addresses; `[address]` is a word of memory, `half[…]` and
//! `byte[…]` are parts of one; `$f2.d` is the double in `$f2` and `$f3`; `count` is the number of
//! instructions executed, `hits` how often a breakpoint has been reached.

mod lexer;
mod parser;

use std::cmp::Ordering;
use std::ops::Range;

use jetan_isa::Reg;
use jetan_machine::Machine;

use parser::Parser;
pub(crate) use parser::cpu_register;

/// The longest text of an expression, in bytes.
pub const TEXT_BYTES_MAX: usize = 4096;
/// The deepest nesting of subexpressions.
// The parser and the evaluation recurse, and conditions also come from clients of the studio.
pub const NESTING_MAX: usize = 64;

/// An error in an expression, and its position in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The bytes concerned.
    pub span: Range<usize>,
    /// The error, lower case, without a full stop.
    pub message: String,
}

/// The value of an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// 32 bits, compared as a signed number.
    Word(i32),
    /// A floating-point number.
    Float(f64),
}

impl Value {
    /// Whether it is anything but zero.
    pub fn is_true(self) -> bool {
        match self {
            Value::Word(word) => word != 0,
            Value::Float(float) => float != 0.0,
        }
    }

    /// The value as a word; floating-point numbers lose their fraction.
    pub fn word(self) -> i32 {
        match self {
            Value::Word(word) => word,
            // Saturates, and NaN becomes 0: this cannot fail.
            Value::Float(float) => float as i32,
        }
    }

    fn float(self) -> f64 {
        match self {
            Value::Word(word) => f64::from(word),
            Value::Float(float) => float,
        }
    }
}

/// A place whose value can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
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
enum Unary {
    Not,
    Invert,
    Negate,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Binary {
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
struct Node {
    span: Range<usize>,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Constant(Value),
    Place(Place),
    /// So many bytes of memory.
    Memory(Box<Node>, u32),
    Unary(Unary, Box<Node>),
    Binary(Binary, Box<Node>, Box<Node>),
}

/// An expression that can be computed again and again.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    text: String,
    root: Node,
}

impl Expression {
    /// Reads an expression; `symbol` gives the addresses of names.
    pub fn parse(text: &str, symbol: &dyn Fn(&str) -> Option<u32>) -> Result<Expression, Mistake> {
        if text.len() > TEXT_BYTES_MAX {
            let message = format!("an expression has at most {TEXT_BYTES_MAX} bytes");
            return Err(Mistake { span: TEXT_BYTES_MAX..text.len(), message });
        }
        let tokens = lexer::tokens(text)?;
        let root = Parser::new(&tokens, text.len(), symbol).whole()?;
        Ok(Expression { text: text.to_owned(), root })
    }

    /// The text it was read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Computes it for a machine.
    pub fn value(&self, machine: &Machine, hits: u64) -> Result<Value, Mistake> {
        self.root.value(machine, hits)
    }
}

impl Node {
    fn value(&self, machine: &Machine, hits: u64) -> Result<Value, Mistake> {
        match &self.kind {
            Kind::Constant(value) => Ok(*value),
            Kind::Place(place) => Ok(place.value(machine, hits)),
            Kind::Memory(address, bytes) => {
                let address = address.value(machine, hits)?.word() as u32;
                self.memory(machine, address, *bytes)
            }
            Kind::Unary(operator, operand) => Ok(unary(*operator, operand.value(machine, hits)?)),
            // Short-circuit as in C: `$t0 == 0 || [$t0] > 1` must not fail for a null pointer.
            Kind::Binary(Binary::Or, left, right) => {
                let is_true =
                    left.value(machine, hits)?.is_true() || right.value(machine, hits)?.is_true();
                Ok(truth(is_true))
            }
            Kind::Binary(Binary::And, left, right) => {
                let is_true =
                    left.value(machine, hits)?.is_true() && right.value(machine, hits)?.is_true();
                Ok(truth(is_true))
            }
            Kind::Binary(operator, left, right) => {
                let (left, right) = (left.value(machine, hits)?, right.value(machine, hits)?);
                binary(*operator, left, right).map_err(|message| self.mistake(message))
            }
        }
    }

    fn memory(&self, machine: &Machine, address: u32, bytes: u32) -> Result<Value, Mistake> {
        if !address.is_multiple_of(bytes) {
            return Err(self.mistake(&format!("{address:#010x} is not a multiple of {bytes}")));
        }
        let is_known = machine.memory.region_of(address).is_some();
        if !is_known && !machine.memory.is_written(address) {
            return Err(self.mistake(&format!("there is no memory at {address:#010x}")));
        }
        let byte = |idx: u32| machine.memory.peek(address.wrapping_add(idx));
        Ok(Value::Word(match bytes {
            // Signed, as `lb` and `lh` load them.
            1 => i32::from(byte(0).cast_signed()),
            2 => i32::from(i16::from_le_bytes([byte(0), byte(1)])),
            _ => machine.memory.peek_word(address).cast_signed(),
        }))
    }

    fn mistake(&self, message: &str) -> Mistake {
        Mistake { span: self.span.clone(), message: message.to_owned() }
    }
}

impl Place {
    fn value(self, machine: &Machine, hits: u64) -> Value {
        let word = match self {
            Place::Register(reg) => machine.registers.get(reg),
            Place::Single(number) => {
                return Value::Float(f64::from(f32::from_bits(machine.fpu.bits(number))));
            }
            Place::Double(number) => {
                return Value::Float(f64::from_bits(machine.fpu.double_bits(number)));
            }
            Place::Pc => machine.pc,
            Place::Hi => machine.hilo.hi,
            Place::Lo => machine.hilo.lo,
            // The low 32 bits: every value here is a word.
            Place::Count => machine.count as u32,
            Place::Hits => hits as u32,
        };
        Value::Word(word.cast_signed())
    }
}

fn truth(is_true: bool) -> Value {
    Value::Word(i32::from(is_true))
}

fn unary(operator: Unary, value: Value) -> Value {
    match (operator, value) {
        (Unary::Not, value) => truth(!value.is_true()),
        (Unary::Invert, value) => Value::Word(!value.word()),
        (Unary::Negate, Value::Word(word)) => Value::Word(word.wrapping_neg()),
        (Unary::Negate, Value::Float(float)) => Value::Float(-float),
    }
}

fn binary(operator: Binary, left: Value, right: Value) -> Result<Value, &'static str> {
    match (left, right) {
        (Value::Word(left), Value::Word(right)) => words(operator, left, right),
        _ => floats(operator, left, right),
    }
}

fn words(operator: Binary, left: i32, right: i32) -> Result<Value, &'static str> {
    let is_division = matches!(operator, Binary::Divide | Binary::Remainder);
    if is_division && right == 0 {
        return Err("division by zero");
    }
    Ok(Value::Word(match operator {
        Binary::BitOr => left | right,
        Binary::BitXor => left ^ right,
        Binary::BitAnd => left & right,
        // As in MIPS, only the low five bits of the distance count.
        Binary::ShiftLeft => left.wrapping_shl(right as u32),
        Binary::ShiftRight => left.wrapping_shr(right as u32),
        Binary::Add => left.wrapping_add(right),
        Binary::Subtract => left.wrapping_sub(right),
        Binary::Multiply => left.wrapping_mul(right),
        // The least number divided by -1 wraps as it does in a register; `/` would panic.
        Binary::Divide => left.wrapping_div(right),
        Binary::Remainder => left.wrapping_rem(right),
        _ => return Ok(compare(operator, Some(left.cmp(&right)))),
    }))
}

fn floats(operator: Binary, left: Value, right: Value) -> Result<Value, &'static str> {
    let (a, b) = (left.float(), right.float());
    Ok(Value::Float(match operator {
        Binary::Add => a + b,
        Binary::Subtract => a - b,
        Binary::Multiply => a * b,
        Binary::Divide => a / b,
        Binary::Remainder => a % b,
        Binary::BitOr
        | Binary::BitXor
        | Binary::BitAnd
        | Binary::ShiftLeft
        | Binary::ShiftRight => return Err("bits of floating-point numbers have no meaning here"),
        _ => return Ok(compare(operator, a.partial_cmp(&b))),
    }))
}

/// The truth of a comparison; what cannot be compared is only unequal.
fn compare(operator: Binary, order: Option<Ordering>) -> Value {
    truth(match operator {
        Binary::Equal => order == Some(Ordering::Equal),
        Binary::Unequal => order != Some(Ordering::Equal),
        Binary::Less => order == Some(Ordering::Less),
        Binary::LessEqual => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        Binary::Greater => order == Some(Ordering::Greater),
        _ => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    })
}

#[cfg(test)]
mod tests;
