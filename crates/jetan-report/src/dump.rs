//! Memory dumps in MARS's six formats.

use std::fmt::{self, Write};

use jetan_asm::Program;
use jetan_isa::{AddressRegion, Image, MemoryMap, Segment, SegmentKind, decode, disasm};

use crate::java::{self, AddressRange};

/// The format of a memory dump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DumpFormat {
    /// A word a line, as four characters.
    AsciiText,
    /// Four bytes a word, the lowest first.
    Binary,
    /// A word a line, as binary digits.
    BinaryText,
    /// Intel HEX, a word a record.
    Hex,
    /// A word a line, as hexadecimal digits.
    HexText,
    /// As MARS's text and data windows look.
    SegmentWindow,
}

impl DumpFormat {
    /// Every format with the name MARS gives it.
    pub const ALL: [(&'static str, DumpFormat); 6] = [
        ("AsciiText", DumpFormat::AsciiText),
        ("Binary", DumpFormat::Binary),
        ("BinaryText", DumpFormat::BinaryText),
        ("HEX", DumpFormat::Hex),
        ("HexText", DumpFormat::HexText),
        ("SegmentWindow", DumpFormat::SegmentWindow),
    ];

    /// The format with this name; MARS is case-sensitive here.
    pub fn by_name(name: &str) -> Option<DumpFormat> {
        DumpFormat::ALL.iter().find(|(known, _)| *known == name).map(|&(_, format)| format)
    }
}

/// The difference between MARS's dumps and ours (S14): the end of a range, an incomplete last line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DumpStyle {
    /// A range ends before its last address, and an incomplete line of a data window is lost.
    Mars,
    /// A range includes its last word, and every word is written.
    Jetan,
}

/// The addresses to dump, the end excluded. MARS compares addresses as signed numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DumpBounds {
    first: i64,
    end: i64,
}

impl DumpBounds {
    /// The bounds a segment's name or a range means.
    pub fn parse(text: &str, map: &MemoryMap, style: DumpStyle) -> Option<DumpBounds> {
        let segment =
            |first: u32, end: u32| Some(DumpBounds { first: first.into(), end: end.into() });
        match text {
            ".text" => segment(map.text_base, map.text_limit),
            ".data" => segment(map.static_base, map.data_limit),
            _ => match java::address_range(text) {
                AddressRange::Valid(first, last) => {
                    // MARS: a dump ends before its last address, although a range that is displayed
                    // includes it.
                    let extra = if style == DumpStyle::Jetan { 4 } else { 0 };
                    Some(DumpBounds { first: first.into(), end: i64::from(last) + extra })
                }
                AddressRange::Invalid | AddressRange::Other => None,
            },
        }
    }
}

/// Why there is nothing to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DumpError {
    /// There is no memory at this address.
    Inaccessible(u32),
    /// Nothing was stored at the first address.
    Unwritten,
}

/// The contents of a dump. The program, if there is one, tells a text window its source lines.
pub fn contents(
    image: &Image,
    program: Option<&Program>,
    bounds: DumpBounds,
    format: DumpFormat,
    style: DumpStyle,
) -> Result<Vec<u8>, DumpError> {
    let memory = ImageMemory::new(image);
    // MARS: whether memory can be accessed is tested before whether anything was written there.
    let words = written_words(&memory, bounds)?;
    let mut text = String::new();
    let written = match format {
        DumpFormat::Binary => {
            return Ok(words.iter().flat_map(|(_, word)| word.to_le_bytes()).collect());
        }
        DumpFormat::AsciiText => lines(&words, |word| writeln!(text, "{}", cells(word))),
        DumpFormat::BinaryText => lines(&words, |word| writeln!(text, "{word:032b}")),
        DumpFormat::HexText => lines(&words, |word| writeln!(text, "{word:08x}")),
        DumpFormat::Hex => write_intel_hex(&mut text, &words),
        // The first word decides: a range that goes on into another region is written in one form.
        DumpFormat::SegmentWindow => match image.map.region_of(words[0].0) {
            Some(AddressRegion::Data) => write_data_window(&mut text, &words, style),
            Some(AddressRegion::Text) => write_text_window(&mut text, &words, program),
            // MARS: other regions have no window, and the file stays empty.
            _ => Ok(()),
        },
    };
    written.expect("writing to a string does not fail");
    Ok(text.into_bytes())
}

/// The words from the first address on, up to the first that was never written or the end.
fn written_words(memory: &ImageMemory, bounds: DumpBounds) -> Result<Vec<(u32, u32)>, DumpError> {
    let mut words = Vec::new();
    let mut at = bounds.first;
    while at < bounds.end {
        // Addresses from 0x80000000 on are negative here, because MARS compares signed numbers; the
        // cast brings their bits back.
        let address = at as u32;
        match memory.word(address)? {
            Some(word) => words.push((address, word)),
            // MARS: a dump ends at the first word that was never written, also in the middle of a
            // range.
            None => break,
        }
        at += 4;
    }
    if words.is_empty() { Err(DumpError::Unwritten) } else { Ok(words) }
}

/// An image, to be looked up by address.
struct ImageMemory<'i> {
    map: MemoryMap,
    code: Vec<&'i Segment>,
    data: Vec<&'i Segment>,
}

impl<'i> ImageMemory<'i> {
    fn new(image: &'i Image) -> ImageMemory<'i> {
        let (mut data, mut code): (Vec<_>, Vec<_>) =
            image.segments.iter().partition(|segment| segment.kind == SegmentKind::Data);
        // Segments come in the order of the source; the search below needs them by address.
        data.sort_by_key(|segment| segment.address);
        code.sort_by_key(|segment| segment.address);
        ImageMemory { map: image.map, code, data }
    }

    /// The word at an address, if something was stored there.
    fn word(&self, address: u32) -> Result<Option<u32>, DumpError> {
        let segments = match self.map.region_of(address) {
            Some(AddressRegion::Data | AddressRegion::Stack | AddressRegion::KernelData) => {
                &self.data
            }
            Some(AddressRegion::Text | AddressRegion::KernelText) => &self.code,
            // MARS: device registers cannot be dumped.
            Some(AddressRegion::Mmio) | None => return Err(DumpError::Inaccessible(address)),
        };
        let idx = segments.partition_point(|segment| segment.address <= address);
        let word = idx.checked_sub(1).and_then(|idx| {
            let segment = segments[idx];
            let offset = (address - segment.address) as usize;
            let bytes = segment.bytes.get(offset..offset + 4)?;
            Some(u32::from_le_bytes(bytes.try_into().ok()?))
        });
        Ok(word)
    }
}

fn lines(words: &[(u32, u32)], mut write: impl FnMut(u32) -> fmt::Result) -> fmt::Result {
    words.iter().try_for_each(|&(_, word)| write(word))
}

fn write_intel_hex(out: &mut String, words: &[(u32, u32)]) -> fmt::Result {
    let first = words.first().map_or(0, |&(address, _)| address);
    for &(address, word) in words {
        let offset = address.wrapping_sub(first);
        // MARS: only the low two bytes of the offset are added up, although more of it is printed
        // where there is more.
        let bytes = word.to_be_bytes().into_iter().chain((offset as u16).to_be_bytes());
        // The sum begins with the length of the record.
        let sum = bytes.fold(4_u8, u8::wrapping_add);
        writeln!(out, ":04{offset:04X}00{word:08X}{:02X}", sum.wrapping_neg())?;
    }
    writeln!(out, ":00000001FF")
}

/// Words in a line of MARS's data window.
const WINDOW_WORDS: usize = 8;

fn write_data_window(out: &mut String, words: &[(u32, u32)], style: DumpStyle) -> fmt::Result {
    for line in words.chunks(WINDOW_WORDS) {
        if line.len() < WINDOW_WORDS && style == DumpStyle::Mars {
            break;
        }
        write!(out, "{:#010x}    ", line[0].0)?;
        for (_, word) in line {
            // MARS: a blank follows every word, the last one too (`dump-data-segmentwindow`).
            write!(out, "{word:#010x} ")?;
        }
        out.push('\n');
    }
    Ok(())
}

fn write_text_window(
    out: &mut String,
    words: &[(u32, u32)],
    program: Option<&Program>,
) -> fmt::Result {
    out.push_str(" Address    Code        Basic                     Source\n\n");
    for &(address, word) in words {
        let row = program.and_then(|program| source_row(program, address));
        let (basic, number, source) = row.unwrap_or_else(|| (basic_text(address, word), None, ""));
        let number = number.map(|number: u32| number.to_string()).unwrap_or_default();
        // MARS: both columns are cut as well as padded (`dump-text-segmentwindow`).
        writeln!(out, "{address:#010x}  {word:#010x}  {basic:<22.22}{number:<5.5}{source}")?;
    }
    Ok(())
}

/// The basic text of the word at an address, and number and text of its line if it is the first.
fn source_row(program: &Program, address: u32) -> Option<(String, Option<u32>, &str)> {
    let code = program.code_at(address)?;
    let statement = program.statement(code.statement)?;
    // MARS: a real instruction keeps its spelling, expansions have the table's.
    let typed = Some(statement.mnemonic)
        .filter(|typed| code.is_first && typed.eq_ignore_ascii_case(code.instruction.op.name()));
    let basic = disasm::basic_text(&code.instruction, address, typed);
    if code.is_first {
        return Some((basic, Some(statement.root_number), statement.text));
    }
    Some((basic, None, ""))
}

/// The basic text of a word without a statement: assembly failed, but the word was stored.
fn basic_text(address: u32, word: u32) -> String {
    decode(word).map_or_else(String::new, |known| disasm::basic_text(&known, address, None))
}

/// A word as four characters, the highest first, each in a cell of width three.
pub fn cells(word: u32) -> String {
    word.to_be_bytes().map(cell).concat()
}

fn cell(byte: u8) -> String {
    let text = match byte {
        // MARS: 0 and 8 to 13 have names; a bell is a dot like any other control character.
        0 => "\\0".to_owned(),
        8 => "\\b".to_owned(),
        b'\t' => "\\t".to_owned(),
        b'\n' => "\\n".to_owned(),
        11 => "\\v".to_owned(),
        12 => "\\f".to_owned(),
        b'\r' => "\\r".to_owned(),
        0x20..0x7f => char::from(byte).to_string(),
        _ => ".".to_owned(),
    };
    format!("{text:>3}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use jetan_asm::{AssemblyOptions, SourceSet, assemble};

    fn program(text: &str) -> Program {
        let sources = SourceSet::single("main.asm", text);
        assemble(&sources, &AssemblyOptions::mars()).0.expect("the source is right")
    }

    fn dump(
        text: &str,
        segment: &str,
        format: DumpFormat,
        style: DumpStyle,
    ) -> Result<String, DumpError> {
        let program = program(text);
        let bounds = DumpBounds::parse(segment, &program.image.map, style).expect("valid bounds");
        let bytes = contents(&program.image, Some(&program), bounds, format, style)?;
        Ok(String::from_utf8(bytes).expect("a text format"))
    }

    #[test]
    fn cells_are_three_wide() {
        assert_eq!(cells(0x0041_200a), " \\0  A    \\n");
        assert_eq!(cells(0x7f80_090d), "  .  . \\t \\r");
    }

    #[test]
    fn ranges_end_as_the_style_says() {
        let source = ".data\n.word 1, 2, 3\n";
        let two = dump(source, "0x10010000-0x10010008", DumpFormat::HexText, DumpStyle::Mars);
        assert_eq!(two.as_deref(), Ok("00000001\n00000002\n"));
        let three = dump(source, "0x10010000-0x10010008", DumpFormat::HexText, DumpStyle::Jetan);
        assert_eq!(three.as_deref(), Ok("00000001\n00000002\n00000003\n"));
    }

    #[test]
    fn an_incomplete_line_is_written_in_our_style_only() {
        let source = ".data\n.word 1, 2\n";
        let range = "0x10010000-0x10010004";
        let window = DumpFormat::SegmentWindow;
        assert_eq!(dump(source, range, window, DumpStyle::Mars).as_deref(), Ok(""));
        let line = "0x10010000    0x00000001 0x00000002 \n";
        assert_eq!(dump(source, range, window, DumpStyle::Jetan).as_deref(), Ok(line));
    }

    #[test]
    fn intel_hex_ends_with_its_end_record() {
        let text = dump("nop\naddi $t0, $t0, -1\n", ".text", DumpFormat::Hex, DumpStyle::Mars);
        assert_eq!(text.as_deref(), Ok(":0400000000000000FC\n:040004002108FFFFD1\n:00000001FF\n"));
    }

    #[test]
    fn what_cannot_be_dumped_is_refused() {
        let text = DumpFormat::HexText;
        let nothing = dump("nop\n", ".data", text, DumpStyle::Mars);
        assert_eq!(nothing, Err(DumpError::Unwritten));
        let device = dump("nop\n", "0xffff0000-0xffff0010", text, DumpStyle::Mars);
        assert_eq!(device, Err(DumpError::Inaccessible(0xffff_0000)));
        let nowhere = dump("nop\n", "0x00000000-0x00000010", text, DumpStyle::Mars);
        assert_eq!(nowhere, Err(DumpError::Inaccessible(0)));
        let empty_range = dump("nop\n", "0x00400000-0x00400000", text, DumpStyle::Mars);
        assert_eq!(empty_range, Err(DumpError::Unwritten));
        for segment in [".ktext", "text", "8-4", "x-y", "0x10010000"] {
            assert_eq!(DumpBounds::parse(segment, &MemoryMap::DEFAULT, DumpStyle::Mars), None);
        }
    }
}
