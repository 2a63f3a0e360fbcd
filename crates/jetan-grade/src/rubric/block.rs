//! Blocks of memory that a call is given or should leave behind: arrays, texts, structures, and
//! structures that point to others.

use toml::Value as Toml;

use super::value::{VALUE_KINDS, is_close, word};

/// A block with everything it points to may have this many bytes.
const BLOCK_BYTES_MAX: usize = 1 << 20;
/// Elements of a part that are shown.
const SHOWN_ELEMENTS_MAX: usize = 64;
/// Characters of a text that are shown.
const SHOWN_CHARS_MAX: usize = 200;

/// Bytes in memory, and what they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryBlock {
    /// The contents of memory, in the machine's byte order; 0 where an address stands.
    pub bytes: Vec<u8>,
    /// The parts, one after the other; a single one if it is not a structure.
    pub parts: Vec<BlockPart>,
}

/// A part of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockPart {
    /// The type of its elements.
    pub element: BlockElement,
    /// The number of bytes it takes.
    pub size: usize,
}

/// The type of a part's elements.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// The address of another block.
    Address(Box<MemoryBlock>),
}

impl BlockElement {
    fn bytes(&self) -> usize {
        match self {
            BlockElement::Character | BlockElement::Byte => 1,
            BlockElement::Half => 2,
            BlockElement::Word | BlockElement::Single | BlockElement::Address(_) => 4,
            BlockElement::Double => 8,
        }
    }
}

/// Reads a byte of memory.
pub type MemoryReader<'m> = dyn Fn(u32) -> u8 + 'm;

impl MemoryBlock {
    fn of(bytes: Vec<u8>, element: BlockElement) -> MemoryBlock {
        let size = bytes.len();
        MemoryBlock { bytes, parts: vec![BlockPart { element, size }] }
    }

    /// The parts with their offsets.
    fn laid_out(&self) -> impl Iterator<Item = (usize, &BlockPart)> {
        self.parts.iter().scan(0, |next, part| {
            let offset = *next;
            *next += part.size;
            Some((offset, part))
        })
    }

    /// The blocks that this one has the addresses of, by offset.
    pub fn pointers(&self) -> impl Iterator<Item = (usize, &MemoryBlock)> {
        self.laid_out().filter_map(|(offset, part)| match &part.element {
            BlockElement::Address(block) => Some((offset, &**block)),
            _ => None,
        })
    }

    /// The bytes of this block and of everything it points to.
    fn bytes_in_all(&self) -> usize {
        let inner: usize = self.pointers().map(|(_, block)| block.bytes_in_all()).sum();
        self.bytes.len() + inner
    }

    /// Whether memory holds the same from an address on; numbers with a fraction may differ by the
    /// tolerance, and of addresses what is there counts.
    pub fn agrees(&self, at: u32, memory: &MemoryReader<'_>, tolerance: f64) -> bool {
        self.laid_out().all(|(offset, part)| {
            let wanted = self.bytes.get(offset..offset + part.size).unwrap_or_default();
            let found = read(memory, at.wrapping_add(offset as u32), part.size);
            match &part.element {
                BlockElement::Address(block) => {
                    address(&found).is_some_and(|to| block.agrees(to, memory, tolerance))
                }
                BlockElement::Single | BlockElement::Double => {
                    let size = part.element.bytes();
                    let mut pairs = wanted.chunks(size).zip(found.chunks(size));
                    pairs.all(|(one, other)| match (real(one), real(other)) {
                        (Some(one), Some(other)) => is_close(one, other, tolerance),
                        _ => one == other,
                    })
                }
                _ => wanted == found,
            }
        })
    }

    /// The block as people read it: numbers, a text in quotes, the parts of a structure in
    /// brackets.
    pub fn show(&self) -> String {
        let own = |at: u32| self.bytes.get(at as usize).copied().unwrap_or_default();
        // What an address leads to is known by the block itself, not by these bytes.
        self.shown(0, &own, &|_, block: &MemoryBlock| block.show())
    }

    /// The contents of memory in the place of this block, in the same form.
    pub fn show_at(&self, at: u32, memory: &MemoryReader<'_>) -> String {
        self.shown(at, memory, &|to, block: &MemoryBlock| match to {
            0 => "0".to_owned(),
            _ => block.show_at(to, memory),
        })
    }

    fn shown(
        &self,
        at: u32,
        memory: &MemoryReader<'_>,
        follow: &dyn Fn(u32, &MemoryBlock) -> String,
    ) -> String {
        let parts: Vec<String> = self
            .laid_out()
            .map(|(offset, part)| {
                let at = at.wrapping_add(offset as u32);
                let bytes = read(memory, at, part.size);
                match &part.element {
                    BlockElement::Address(block) => {
                        format!("→ {}", follow(address(&bytes).unwrap_or_default(), block))
                    }
                    BlockElement::Character => text(at, memory),
                    element => numbers(&bytes, element),
                }
            })
            .collect();
        if let [only] = parts.as_slice() { only.clone() } else { format!("({})", parts.join(", ")) }
    }
}

fn read(memory: &MemoryReader<'_>, at: u32, size: usize) -> Vec<u8> {
    (0..size).map(|offset| memory(at.wrapping_add(offset as u32))).collect()
}

fn address(bytes: &[u8]) -> Option<u32> {
    bytes.try_into().map(u32::from_le_bytes).ok()
}

/// A text up to its zero, also beyond where the expected one ends.
fn text(at: u32, memory: &MemoryReader<'_>) -> String {
    let bytes = (0..SHOWN_CHARS_MAX as u32).map(|offset| memory(at.wrapping_add(offset)));
    let bytes: Vec<u8> = bytes.take_while(|byte| *byte != 0).collect();
    let more = if bytes.len() == SHOWN_CHARS_MAX { "..." } else { "" };
    format!("{:?}{more}", String::from_utf8_lossy(&bytes))
}

fn numbers(bytes: &[u8], element: &BlockElement) -> String {
    let is_real = matches!(element, BlockElement::Single | BlockElement::Double);
    let number = |bytes: &[u8]| match *bytes {
        // As single precision: through `f64` 0.1 would be shown with a tail of digits.
        [a, b, c, d] if is_real => f32::from_le_bytes([a, b, c, d]).to_string(),
        _ if is_real => real(bytes).unwrap_or_default().to_string(),
        [a, b, c, d] => i32::from_le_bytes([a, b, c, d]).to_string(),
        [a, b] => i16::from_le_bytes([a, b]).to_string(),
        _ => bytes.iter().map(u8::to_string).collect::<Vec<_>>().join(" "),
    };
    let size = element.bytes();
    let shown: Vec<String> = bytes.chunks(size).take(SHOWN_ELEMENTS_MAX).map(number).collect();
    let more = if bytes.len() > size * SHOWN_ELEMENTS_MAX { " ..." } else { "" };
    shown.join(" ") + more
}

impl MemoryBlock {
    /// A block as it is written in a rubric; says what is wrong with others.
    pub fn from_toml(value: &Toml) -> Result<MemoryBlock, String> {
        let block = match value {
            Toml::String(text) => string(text),
            Toml::Integer(number) => {
                MemoryBlock::of(word(*number)?.to_le_bytes().to_vec(), BlockElement::Word)
            }
            Toml::Table(table) => {
                let mut entries = table.iter();
                let (Some((kind, value)), None) = (entries.next(), entries.next()) else {
                    return Err(VALUE_KINDS.to_owned());
                };
                of_kind(kind, value)?
            }
            _ => return Err(VALUE_KINDS.to_owned()),
        };
        if block.bytes_in_all() > BLOCK_BYTES_MAX {
            return Err("a block has at most 1 MiB".to_owned());
        }
        Ok(block)
    }
}

fn of_kind(kind: &str, value: &Toml) -> Result<MemoryBlock, String> {
    let list = || value.as_array().ok_or_else(|| format!("`{kind}` is a list of numbers"));
    match kind {
        "words" => whole(list()?, BlockElement::Word),
        "halves" => whole(list()?, BlockElement::Half),
        "bytes" => whole(list()?, BlockElement::Byte),
        "floats" | "doubles" => {
            let mut bytes = Vec::new();
            for value in list()? {
                let number = value.as_float().or_else(|| value.as_integer().map(|it| it as f64));
                let number = number.ok_or(VALUE_KINDS)?;
                match kind {
                    "floats" => bytes.extend((number as f32).to_le_bytes()),
                    _ => bytes.extend(number.to_le_bytes()),
                }
            }
            let is_single = kind == "floats";
            let element = if is_single { BlockElement::Single } else { BlockElement::Double };
            Ok(MemoryBlock::of(bytes, element))
        }
        "string" => Ok(string(value.as_str().ok_or("`string` is a text in quotes")?)),
        "space" => {
            let most = BLOCK_BYTES_MAX as i64;
            let size = value.as_integer().filter(|size| (1..=most).contains(size));
            let size = size.ok_or("`space` is a number of bytes, from 1 to 1048576")? as usize;
            // Words only where they fit: a part of another size would be cut where it is shown.
            let is_words = size.is_multiple_of(4);
            let element = if is_words { BlockElement::Word } else { BlockElement::Byte };
            Ok(MemoryBlock::of(vec![0; size], element))
        }
        "to" => {
            let element = BlockElement::Address(Box::new(MemoryBlock::from_toml(value)?));
            Ok(MemoryBlock::of(vec![0; 4], element))
        }
        "layout" => {
            let mut whole = MemoryBlock::default();
            for value in list()? {
                // Without alignment between the parts: a layout says where each byte is.
                let part = MemoryBlock::from_toml(value)?;
                whole.bytes.extend(part.bytes);
                whole.parts.extend(part.parts);
            }
            Ok(whole)
        }
        _ => Err(VALUE_KINDS.to_owned()),
    }
}

/// Whole numbers of a size.
fn whole(values: &[Toml], element: BlockElement) -> Result<MemoryBlock, String> {
    let size = element.bytes();
    let mut bytes = Vec::new();
    for value in values {
        let number = value.as_integer().ok_or("a whole number is wanted here")?;
        // Signed and unsigned numbers of the size, as directives of the assembler take them.
        let (low, high) = (-(1_i64 << (size * 8 - 1)), (1_i64 << (size * 8)) - 1);
        if !(low..=high).contains(&number) {
            return Err(format!("{number} does not fit {size} bytes"));
        }
        bytes.extend(&number.to_le_bytes()[..size]);
    }
    Ok(MemoryBlock::of(bytes, element))
}

/// A number with a fraction, by its size.
fn real(bytes: &[u8]) -> Option<f64> {
    let single = bytes.try_into().map(|bytes| f64::from(f32::from_le_bytes(bytes)));
    single.or_else(|_| bytes.try_into().map(f64::from_le_bytes)).ok()
}

fn string(text: &str) -> MemoryBlock {
    MemoryBlock::of([text.as_bytes(), &[0]].concat(), BlockElement::Character)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(text: &str) -> MemoryBlock {
        let table: toml::Table = format!("x = {text}").parse().expect("it is TOML");
        MemoryBlock::from_toml(&table["x"]).expect("it is a block")
    }

    /// Memory that holds some bytes from 0x100 on, and zeros.
    fn memory(bytes: &[u8]) -> impl Fn(u32) -> u8 {
        let bytes = bytes.to_vec();
        move |at| bytes.get((at as usize).wrapping_sub(0x100)).copied().unwrap_or_default()
    }

    #[test]
    fn numbers_with_a_fraction_are_shown_and_compared_as_such() {
        let floats = block("{ floats = [1.5, 2] }");
        assert_eq!(floats.show(), "1.5 2");
        let near: Vec<u8> = [1.500_01_f32, 2.0].iter().flat_map(|it| it.to_le_bytes()).collect();
        let near = memory(&near);
        assert!(floats.agrees(0x100, &near, 1e-3) && !floats.agrees(0x100, &near, 1e-9));
        let doubles = block("{ doubles = [0.1] }");
        assert_eq!(doubles.show(), "0.1");
        assert!(doubles.agrees(0x100, &memory(&0.1_f64.to_le_bytes()), 0.0));
    }

    #[test]
    fn structures_are_shown_by_their_layout() {
        let person = block("{ layout = [7, { bytes = [1, 2] }, \"Ann\", { halves = [-1] }] }");
        assert_eq!(person.show(), "(7, 1 2, \"Ann\", -1)");
        let found = memory(b"\x08\0\0\0\x01\x02Bob\0\xfe\xff");
        assert_eq!(person.show_at(0x100, &found), "(8, 1 2, \"Bob\", -2)");
        assert!(!person.agrees(0x100, &found, 0.0));
        // A text that is longer than it should be is shown as a whole.
        assert_eq!(block("\"ab\"").show_at(0x100, &memory(b"abcd\0")), "\"abcd\"");
    }

    #[test]
    fn addresses_are_followed() {
        let list = block("{ layout = [1, { to = { layout = [2, 0] } }] }");
        assert_eq!(list.show(), "(1, → (2, 0))");
        let right = memory(b"\x01\0\0\0\x08\x01\0\0\x02\0\0\0\0\0\0\0");
        assert!(list.agrees(0x100, &right, 0.0));
        let wrong = memory(b"\x01\0\0\0\x08\x01\0\0\x03\0\0\0\0\0\0\0");
        assert!(!list.agrees(0x100, &wrong, 0.0));
        assert_eq!(list.show_at(0x100, &wrong), "(1, → (3, 0))");
        let ends = memory(b"\x01\0\0\0\0\0\0\0");
        assert_eq!(list.show_at(0x100, &ends), "(1, → 0)");
    }
}
