//! The values of registers and memory before and after a call.

use jetan_isa::{FReg, Reg};
use toml::Value as Toml;

/// A block may have this many bytes.
const BLOCK_BYTES_MAX: usize = 1 << 20;

/// A register that a rubric may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegisterTarget {
    /// Of the processor.
    Integer(Reg),
    /// Of the FPU.
    Float(FReg),
}

impl std::fmt::Display for RegisterTarget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RegisterTarget::Integer(reg) => write!(f, "{reg}"),
            RegisterTarget::Float(reg) => write!(f, "{}", reg.name()),
        }
    }
}

impl RegisterTarget {
    /// A register by its name, with or without `$`.
    pub fn from_name(name: &str) -> Option<RegisterTarget> {
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
}

/// Bytes in memory, and what they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryBlock {
    /// The contents of memory, in the machine's byte order.
    pub bytes: Vec<u8>,
    /// The type of its elements.
    pub element: BlockElement,
}

/// The type of a block's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockElement {
    /// Characters followed by a zero.
    Character,
    /// Whole numbers of a byte.
    Byte,
    /// Whole numbers of two bytes.
    Half,
    /// Whole numbers of four bytes.
    Word,
    /// Numbers of single precision.
    Single,
    /// Numbers of double precision.
    Double,
}

impl BlockElement {
    fn bytes(self) -> usize {
        match self {
            BlockElement::Character | BlockElement::Byte => 1,
            BlockElement::Half => 2,
            BlockElement::Word | BlockElement::Single => 4,
            BlockElement::Double => 8,
        }
    }
}

impl MemoryBlock {
    /// Whether bytes of the same length are the same; numbers with a fraction may differ by the
    /// tolerance.
    pub fn agrees(&self, bytes: &[u8], tolerance: f64) -> bool {
        let is_close = |(one, other): (&[u8], &[u8])| match (real(one), real(other)) {
            (Some(one), Some(other)) => is_close(one, other, tolerance),
            _ => one == other,
        };
        let is_real = matches!(self.element, BlockElement::Single | BlockElement::Double);
        let pairs = self.bytes.chunks(self.element.bytes()).zip(bytes.chunks(self.element.bytes()));
        // Byte by byte also where lengths differ, which pairs would not notice.
        if is_real { pairs.into_iter().all(is_close) } else { self.bytes == bytes }
    }

    /// Bytes of the same length as people read them: numbers, or a text in quotes.
    pub fn show(&self, bytes: &[u8]) -> String {
        const SHOWN_MAX: usize = 64;
        if self.element == BlockElement::Character {
            let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
            return format!("{:?}", String::from_utf8_lossy(&bytes[..end]));
        }
        let is_real = matches!(self.element, BlockElement::Single | BlockElement::Double);
        let number = |bytes: &[u8]| match *bytes {
            // As single precision: through `f64` 0.1 would be shown with a tail of digits.
            [a, b, c, d] if is_real => f32::from_le_bytes([a, b, c, d]).to_string(),
            _ if is_real => real(bytes).unwrap_or_default().to_string(),
            [a, b, c, d] => i32::from_le_bytes([a, b, c, d]).to_string(),
            [a, b] => i16::from_le_bytes([a, b]).to_string(),
            _ => bytes.iter().map(u8::to_string).collect::<Vec<_>>().join(" "),
        };
        let size = self.element.bytes();
        let numbers: Vec<String> = bytes.chunks(size).take(SHOWN_MAX).map(number).collect();
        let more = if bytes.len() > size * SHOWN_MAX { " ..." } else { "" };
        numbers.join(" ") + more
    }
}

impl CallValue {
    /// A value as it is written in a rubric; says what is wrong with others.
    pub fn from_toml(value: &Toml) -> Result<CallValue, String> {
        match value {
            Toml::Integer(number) => word(*number).map(CallValue::Word),
            Toml::Float(number) => Ok(CallValue::Single(*number as f32)),
            Toml::String(text) => Ok(CallValue::Block(string(text))),
            Toml::Table(table) => {
                if let Some(Toml::String(name)) = table.get("symbol") {
                    return Ok(CallValue::Symbol(name.clone()));
                }
                if let Some(Toml::Float(number)) = table.get("double") {
                    return Ok(CallValue::Double(*number));
                }
                MemoryBlock::from_toml(value).map(CallValue::Block)
            }
            _ => Err(VALUE_KINDS.to_owned()),
        }
    }
}

const VALUE_KINDS: &str = "a value is a number, a text, or one of `{ words = [1, 2] }`, \
     `{ halves = … }`, `{ bytes = … }`, `{ floats = … }`, `{ doubles = … }`, \
     `{ string = \"…\" }`, `{ space = 40 }`, `{ layout = [ … ] }`, `{ symbol = \"label\" }` and \
     `{ double = 1.5 }`";

impl MemoryBlock {
    /// A block as it is written in a rubric; says what is wrong with others.
    pub fn from_toml(value: &Toml) -> Result<MemoryBlock, String> {
        let block = match value {
            Toml::String(text) => string(text),
            Toml::Integer(number) => MemoryBlock {
                bytes: word(*number)?.to_le_bytes().to_vec(),
                element: BlockElement::Word,
            },
            Toml::Table(table) => {
                let mut entries = table.iter();
                let (Some((kind, value)), None) = (entries.next(), entries.next()) else {
                    return Err(VALUE_KINDS.to_owned());
                };
                of_kind(kind, value)?
            }
            _ => return Err(VALUE_KINDS.to_owned()),
        };
        if block.bytes.len() > BLOCK_BYTES_MAX {
            return Err("a block has at most 1 MiB".to_owned());
        }
        Ok(block)
    }
}

fn of_kind(kind: &str, value: &Toml) -> Result<MemoryBlock, String> {
    let list = || value.as_array().ok_or_else(|| format!("`{kind}` is a list of numbers"));
    let sized = |element: BlockElement| {
        let size = element.bytes();
        let mut bytes = Vec::new();
        for value in list()? {
            let number = value.as_integer().ok_or("a whole number is wanted here")?;
            // Signed and unsigned numbers of the size, as directives of the assembler take them.
            let (low, high) = (-(1_i64 << (size * 8 - 1)), (1_i64 << (size * 8)) - 1);
            if !(low..=high).contains(&number) {
                return Err(format!("{number} does not fit {size} bytes"));
            }
            bytes.extend(&number.to_le_bytes()[..size]);
        }
        Ok(MemoryBlock { bytes, element })
    };
    let real = |value: &Toml| {
        value.as_float().or_else(|| value.as_integer().map(|it| it as f64)).ok_or(VALUE_KINDS)
    };
    match kind {
        "words" => sized(BlockElement::Word),
        "halves" => sized(BlockElement::Half),
        "bytes" => sized(BlockElement::Byte),
        "floats" | "doubles" => {
            let mut bytes = Vec::new();
            for value in list()? {
                let number = real(value)?;
                match kind {
                    "floats" => bytes.extend((number as f32).to_le_bytes()),
                    _ => bytes.extend(number.to_le_bytes()),
                }
            }
            let element =
                if kind == "floats" { BlockElement::Single } else { BlockElement::Double };
            Ok(MemoryBlock { bytes, element })
        }
        "string" => Ok(string(value.as_str().ok_or("`string` is a text in quotes")?)),
        "space" => {
            let most = BLOCK_BYTES_MAX as i64;
            let size = value.as_integer().filter(|size| (1..=most).contains(size));
            let size = size.ok_or("`space` is a number of bytes, from 1 to 1048576")?;
            Ok(MemoryBlock { bytes: vec![0; size as usize], element: BlockElement::Word })
        }
        "layout" => {
            let mut whole = MemoryBlock { bytes: Vec::new(), element: BlockElement::Word };
            for value in list()? {
                // Without alignment between the parts: a layout says where each byte is.
                whole.bytes.extend(MemoryBlock::from_toml(value)?.bytes);
            }
            Ok(whole)
        }
        _ => Err(VALUE_KINDS.to_owned()),
    }
}

/// A number with a fraction, by its size.
fn real(bytes: &[u8]) -> Option<f64> {
    let single = bytes.try_into().map(|bytes| f64::from(f32::from_le_bytes(bytes)));
    single.or_else(|_| bytes.try_into().map(f64::from_le_bytes)).ok()
}

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

fn string(text: &str) -> MemoryBlock {
    MemoryBlock { bytes: [text.as_bytes(), &[0]].concat(), element: BlockElement::Character }
}

fn word(number: i64) -> Result<u32, String> {
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
    fn numbers_with_a_fraction_are_shown_and_compared_as_such() {
        let Ok(CallValue::Block(block)) = value("{ floats = [1.5, 2] }") else { panic!("a block") };
        assert_eq!(block.show(&block.bytes), "1.5 2");
        let near: Vec<u8> = [1.500_01_f32, 2.0].iter().flat_map(|it| it.to_le_bytes()).collect();
        assert!(block.agrees(&near, 1e-3) && !block.agrees(&near, 1e-9));
        let Ok(CallValue::Block(block)) = value("{ doubles = [0.1] }") else { panic!("a block") };
        assert_eq!(block.show(&block.bytes), "0.1");
        assert!(block.agrees(&0.1_f64.to_le_bytes(), 0.0));
    }

    #[test]
    fn values_are_what_they_say() {
        let block = |bytes: &[u8], element| {
            Ok(CallValue::Block(MemoryBlock { bytes: bytes.into(), element }))
        };
        assert_eq!(value("-1"), Ok(CallValue::Word(u32::MAX)));
        assert_eq!(value("0xffffffff"), Ok(CallValue::Word(u32::MAX)));
        assert_eq!(value("1.5"), Ok(CallValue::Single(1.5)));
        assert_eq!(value("{ double = 1.5 }"), Ok(CallValue::Double(1.5)));
        assert_eq!(value("{ symbol = \"x\" }"), Ok(CallValue::Symbol("x".into())));
        assert_eq!(value("\"hi\""), block(b"hi\0", BlockElement::Character));
        assert_eq!(value("{ halves = [1, -2] }"), block(&[1, 0, 0xfe, 0xff], BlockElement::Half));
        assert_eq!(value("{ space = 2 }"), block(&[0, 0], BlockElement::Word));
        let layout = "{ layout = [7, { bytes = [1, 2] }, \"a\"] }";
        assert_eq!(value(layout), block(&[7, 0, 0, 0, 1, 2, b'a', 0], BlockElement::Word));
        for bad in
            ["true", "5000000000", "{ bytes = [256] }", "{ word = 1 }", "{ space = -1 }", "{}"]
        {
            assert!(value(bad).is_err(), "{bad}");
        }
    }
}
