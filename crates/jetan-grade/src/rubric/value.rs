//! The values of registers, of the stack and of memory before and after a call.

use jetan_isa::{FReg, Reg};
use toml::Value as Toml;

use super::block::MemoryBlock;

/// Bytes above `$sp` that arguments on the stack may have.
const STACK_BYTES_MAX: u32 = 256;

/// A register, or a word of the stack, that a rubric may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegisterTarget {
    /// Of the processor.
    Integer(Reg),
    /// Of the FPU.
    Float(FReg),
    /// The word so many bytes above `$sp`, as it is at the call.
    Stack(u32),
}

impl std::fmt::Display for RegisterTarget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RegisterTarget::Integer(reg) => write!(f, "{reg}"),
            RegisterTarget::Float(reg) => write!(f, "{}", reg.name()),
            RegisterTarget::Stack(offset) => write!(f, "{offset}($sp)"),
        }
    }
}

impl RegisterTarget {
    /// A register by its name, with or without `$`, or a word of the stack: `16($sp)`.
    pub fn from_name(name: &str) -> Option<RegisterTarget> {
        if let Some(offset) = name.strip_suffix("($sp)") {
            let offset = offset.parse().ok();
            let offset = offset.filter(|it: &u32| it.is_multiple_of(4) && *it < STACK_BYTES_MAX);
            return offset.map(RegisterTarget::Stack);
        }
        let name = if name.starts_with('$') { name.to_owned() } else { format!("${name}") };
        let integer = Reg::from_name(&name).map(RegisterTarget::Integer);
        integer.or_else(|| FReg::from_name(&name).map(RegisterTarget::Float))
    }
}

/// A memory address in a rubric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockAddress {
    /// At a label of the program.
    Label(String),
    /// At a number.
    Number(u32),
}

impl BlockAddress {
    /// `0x10010000`, or a label.
    pub fn from_name(name: &str) -> BlockAddress {
        // Only hexadecimal numbers: a label cannot begin with a digit, so there is no doubt.
        let number = name.strip_prefix("0x").and_then(|it| u32::from_str_radix(it, 16).ok());
        number.map_or_else(|| BlockAddress::Label(name.to_owned()), BlockAddress::Number)
    }
}

impl std::fmt::Display for BlockAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BlockAddress::Label(name) => f.write_str(name),
            BlockAddress::Number(number) => write!(f, "{number:#010x}"),
        }
    }
}

/// The value of a register.
#[derive(Clone, Debug, PartialEq)]
pub enum CallValue {
    /// 32 bits.
    Word(u32),
    /// A number of single precision.
    Single(f32),
    /// A number of double precision, in two registers.
    Double(f64),
    /// The address of a label.
    Symbol(String),
    /// The address of a block of memory.
    Block(MemoryBlock),
    /// The register as an earlier call has left it: the number of the call, from 0, or the last.
    Result(Reg, Option<usize>),
    /// Only expected: the address of memory with these contents, wherever that is.
    PointsTo(MemoryBlock),
    /// Only expected: the same, in memory that the call has taken from the heap.
    Allocated(MemoryBlock),
}

impl CallValue {
    /// A value as it is written in a rubric; says what is wrong with others.
    pub fn from_toml(value: &Toml) -> Result<CallValue, String> {
        match value {
            Toml::Integer(number) => word(*number).map(CallValue::Word),
            Toml::Float(number) => Ok(CallValue::Single(*number as f32)),
            Toml::String(_) => MemoryBlock::from_toml(value).map(CallValue::Block),
            Toml::Table(table) => {
                if let Some(Toml::String(name)) = table.get("symbol") {
                    return Ok(CallValue::Symbol(name.clone()));
                }
                if let Some(Toml::Float(number)) = table.get("double") {
                    return Ok(CallValue::Double(*number));
                }
                if let Some(name) = table.get("result") {
                    return result(name, table);
                }
                match (table.len(), table.get("to"), table.get("new")) {
                    (1, Some(to), None) => MemoryBlock::from_toml(to).map(CallValue::PointsTo),
                    (1, None, Some(new)) => MemoryBlock::from_toml(new).map(CallValue::Allocated),
                    _ => MemoryBlock::from_toml(value).map(CallValue::Block),
                }
            }
            _ => Err(VALUE_KINDS.to_owned()),
        }
    }
}

/// `{ result = "v0", of = 1 }`: calls are counted from 1 there.
fn result(name: &Toml, table: &toml::Table) -> Result<CallValue, String> {
    let register = name.as_str().and_then(RegisterTarget::from_name);
    let Some(RegisterTarget::Integer(reg)) = register else {
        return Err("`result` is the name of a register, such as \"v0\"".to_owned());
    };
    let call = match (table.get("of"), table.len()) {
        (None, 1) => None,
        (Some(Toml::Integer(number)), 2) if *number > 0 => Some(*number as usize - 1),
        _ => return Err("a result is `{ result = \"v0\" }`, or one with `of = 1`".to_owned()),
    };
    Ok(CallValue::Result(reg, call))
}

pub(super) const VALUE_KINDS: &str = "a value is a number, a text, or one of `{ words = [1, 2] }`, \
     `{ halves = … }`, `{ bytes = … }`, `{ floats = … }`, `{ doubles = … }`, \
     `{ string = \"…\" }`, `{ space = 40 }`, `{ layout = [ … ] }`, `{ to = … }`, \
     `{ symbol = \"label\" }`, `{ result = \"v0\" }` and `{ double = 1.5 }`";

/// Whether two numbers differ by no more than the tolerance, absolutely or of the larger one.
pub(crate) fn is_close(one: f64, other: f64, tolerance: f64) -> bool {
    // A share of infinity would be infinite, and every number close to it.
    if one.is_infinite() || other.is_infinite() {
        return one.total_cmp(&other).is_eq();
    }
    let most = tolerance * one.abs().max(other.abs()).max(1.0);
    // NaN equals NaN here.
    (one - other).abs() <= most || one.total_cmp(&other).is_eq()
}

/// 32 bits of a number, signed or not.
pub(super) fn word(number: i64) -> Result<u32, String> {
    let fits = (i64::from(i32::MIN)..=i64::from(u32::MAX)).contains(&number);
    fits.then_some(number as u32).ok_or_else(|| format!("{number} does not fit 32 bits"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<CallValue, String> {
        let table: toml::Table = format!("x = {text}").parse().expect("it is TOML");
        CallValue::from_toml(&table["x"])
    }

    #[test]
    fn infinity_is_close_to_itself_only() {
        let (inf, nan) = (f64::INFINITY, f64::NAN);
        assert!(is_close(inf, inf, 0.5) && is_close(nan, nan, 0.5) && is_close(1.0, 1.1, 0.2));
        for (one, other) in [(inf, 3.0), (3.0, inf), (inf, -inf), (inf, nan), (nan, 3.0)] {
            assert!(!is_close(one, other, 0.5), "{one} {other}");
        }
    }

    #[test]
    fn values_are_what_they_say() {
        let bytes = |text: &str| match value(text) {
            Ok(CallValue::Block(block)) => block.bytes,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(value("-1"), Ok(CallValue::Word(u32::MAX)));
        assert_eq!(value("0xffffffff"), Ok(CallValue::Word(u32::MAX)));
        assert_eq!(value("1.5"), Ok(CallValue::Single(1.5)));
        assert_eq!(value("{ double = 1.5 }"), Ok(CallValue::Double(1.5)));
        assert_eq!(value("{ symbol = \"x\" }"), Ok(CallValue::Symbol("x".into())));
        assert_eq!(value("{ result = \"v0\" }"), Ok(CallValue::Result(Reg::V0, None)));
        let second = value("{ result = \"v1\", of = 2 }");
        assert_eq!(second, Ok(CallValue::Result(Reg::V1, Some(1))));
        assert!(matches!(value("{ to = 5 }"), Ok(CallValue::PointsTo(_))));
        assert!(matches!(value("{ new = { words = [1] } }"), Ok(CallValue::Allocated(_))));
        assert_eq!(bytes("\"hi\""), b"hi\0");
        assert_eq!(bytes("{ halves = [1, -2] }"), [1, 0, 0xfe, 0xff]);
        assert_eq!(bytes("{ space = 2 }"), [0, 0]);
        let layout = "{ layout = [7, { bytes = [1, 2] }, \"a\"] }";
        assert_eq!(bytes(layout), [7, 0, 0, 0, 1, 2, b'a', 0]);
        for bad in [
            "true",
            "5000000000",
            "{ bytes = [256] }",
            "{ word = 1 }",
            "{ space = -1 }",
            "{}",
            "{ result = \"f0\" }",
            "{ result = \"v0\", of = 0 }",
            "{ result = \"v0\", from = 1 }",
            "{ to = true }",
        ] {
            assert!(value(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn words_of_the_stack_have_names() {
        assert_eq!(RegisterTarget::from_name("16($sp)"), Some(RegisterTarget::Stack(16)));
        for bad in ["2($sp)", "-4($sp)", "400($sp)", "($sp)", "16(sp)"] {
            assert_eq!(RegisterTarget::from_name(bad), None, "{bad}");
        }
    }
}
