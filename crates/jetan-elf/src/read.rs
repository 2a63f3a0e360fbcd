//! A linked ELF file as a program.

use std::fmt;

use jetan_asm::disassembled::{NamedAddress, disassembled};
use jetan_asm::{Program, SourceSet};
use jetan_isa::{Image, MemoryMap, Segment, SegmentKind};
use object::elf;
use object::read::elf::{ElfFile32, ElfSection32, FileHeader, ProgramHeader, SectionHeader};
use object::{Endianness, FileKind, Object, ObjectSection, ObjectSymbol, SymbolKind};

/// The first bytes of every ELF file.
pub const MAGIC: &[u8] = b"\x7fELF";

/// Flags of files with 16-bit instructions, which the crate that reads them does not name.
const MICROMIPS: u32 = 0x0200_0000;
const MIPS16: u32 = 0x0400_0000;

/// Most names that are taken, and most characters of one: more would be no help to anybody.
const NAMES_MAX: usize = 100_000;
const NAME_CHARS_MAX: usize = 200;

/// A program that was linked elsewhere.
#[derive(Clone, Debug)]
pub struct ElfProgram {
    /// The source its errors are shown in: its own disassembly.
    pub sources: SourceSet,
    /// The program. It was made for a processor with delay slots.
    pub program: Program,
}

/// The reason for which a file cannot be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ElfError {
    /// The file is damaged, in the words of whoever read it.
    Damaged(String),
    /// The file is a whole one for something else than we are.
    Unsuitable(&'static str),
    /// A section has no place in the memory of a program.
    Misplaced {
        /// The name of the section.
        section: String,
        /// Its first address.
        address: u64,
        /// The reason, and the remedy.
        why: &'static str,
    },
}

impl fmt::Display for ElfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ElfError::Damaged(why) => write!(f, "this ELF file is damaged: {why}"),
            ElfError::Unsuitable(why) => f.write_str(why),
            ElfError::Misplaced { section, address, why } => {
                write!(f, "the section {section} at {address:#010x} {why}")
            }
        }
    }
}

impl std::error::Error for ElfError {}

fn damaged(error: object::read::Error) -> ElfError {
    ElfError::Damaged(error.to_string())
}

/// Reads a statically linked file for MIPS32, little-endian.
pub fn read(name: &str, bytes: &[u8]) -> Result<ElfProgram, ElfError> {
    match FileKind::parse(bytes) {
        Ok(FileKind::Elf32) => {}
        Ok(FileKind::Elf64) => return Err(ElfError::Unsuitable("this is a 64-bit ELF file")),
        _ if bytes.starts_with(MAGIC) => {
            return Err(ElfError::Damaged("it ends in its header".to_owned()));
        }
        _ => return Err(ElfError::Unsuitable("this is not an ELF file")),
    }
    let file: ElfFile32<'_, Endianness> = ElfFile32::parse(bytes).map_err(damaged)?;
    suitable(&file)?;
    let mut segments = Vec::new();
    for section in file.sections() {
        segments.extend(segment(&section, file.endian())?);
    }
    let code = segments.iter().filter(|part| part.segment.kind == SegmentKind::Text);
    let start = code.clone().map(|part| part.segment.address).min();
    let end = code.map(MemorySection::end).max();
    let (Some(start), Some(end)) = (start, end) else {
        return Err(ElfError::Unsuitable("there are no instructions in this ELF file"));
    };
    let symbols = symbols(&file, start..end);
    let map = map(&file, &segments, (start, end))?;
    let entry = file.entry();
    if !(u64::from(start)..u64::from(end)).contains(&entry) || !entry.is_multiple_of(4) {
        return Err(ElfError::Unsuitable("the entry point is not an instruction of this file"));
    }
    let segments = segments.into_iter().map(|part| part.segment).collect();
    let image = Image { map, segments, wide: Vec::new(), entry: entry as u32 };
    let (sources, program) = disassembled(name, image, &symbols);
    Ok(ElfProgram { sources, program })
}

/// Whether the file is of the kind that can be run at all.
fn suitable(file: &ElfFile32<'_, Endianness>) -> Result<(), ElfError> {
    let (header, endian) = (file.elf_header(), file.endian());
    let flags = header.e_flags(endian).0;
    let is_compressed = flags & (MICROMIPS | MIPS16) != 0;
    let is_dynamic = file
        .elf_program_headers()
        .iter()
        .any(|part| matches!(part.p_type(endian), elf::PT_INTERP | elf::PT_DYNAMIC));
    let why = if header.e_machine(endian) != elf::EM_MIPS {
        "this ELF file is not for MIPS"
    } else if endian == Endianness::Big {
        "this ELF file is big-endian; compile with `-EL`"
    } else if header.e_type(endian) == elf::ET_REL {
        "this is an object file; link it first (`-static -nostdlib`)"
    } else if is_dynamic || header.e_type(endian) != elf::ET_EXEC {
        "this ELF file needs a dynamic linker; link it with `-static -nostdlib -no-pie`"
    } else if is_compressed {
        "this ELF file has 16-bit instructions; compile with `-mips32`"
    } else {
        return Ok(());
    };
    Err(ElfError::Unsuitable(why))
}

/// A section that is in memory while the program runs.
struct MemorySection {
    name: String,
    segment: Segment,
}

impl MemorySection {
    /// The first address after it; reading has made sure that there is one.
    fn end(&self) -> u32 {
        self.segment.address + self.segment.bytes.len() as u32
    }
}

/// The bytes of a section; none if they are not a part of the program, or all zero anyway.
fn segment(
    section: &ElfSection32<'_, '_, Endianness>,
    endian: Endianness,
) -> Result<Option<MemorySection>, ElfError> {
    let header = section.elf_section_header();
    let flags = header.sh_flags(endian);
    let is_loaded = flags.contains(elf::SHF_ALLOC) && section.size() > 0;
    // The others describe the program and are of no use to it.
    let is_program = matches!(
        header.sh_type(endian),
        elf::SHT_PROGBITS | elf::SHT_INIT_ARRAY | elf::SHT_FINI_ARRAY
    );
    if !is_loaded || !is_program {
        return Ok(None);
    }
    let name = section.name().map_or_else(|_| "?".to_owned(), readable);
    let mut bytes = section.data().map_err(damaged)?.to_vec();
    let address = section.address();
    if address + bytes.len() as u64 > u64::from(MemoryMap::DEFAULT.data_limit) {
        let why = "lies outside the user memory of a program (0x00400000 to 0x103fffff)";
        return Err(ElfError::Misplaced { section: name, address, why });
    }
    let is_code = flags.contains(elf::SHF_EXECINSTR);
    if is_code && !address.is_multiple_of(4) {
        let why = "has instructions at an address that is not a multiple of 4";
        return Err(ElfError::Misplaced { section: name, address, why });
    }
    if is_code {
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        for word in bytes.as_chunks_mut().0 {
            *word = as_in_mars(u32::from_le_bytes(*word)).to_le_bytes();
        }
    }
    let kind = if is_code { SegmentKind::Text } else { SegmentKind::Data };
    let segment = Segment { kind, address: address as u32, bytes };
    Ok(Some(MemorySection { name, segment }))
}

/// An instruction in the form in which MARS has it.
fn as_in_mars(word: u32) -> u32 {
    // A trap without the code that says why it is there; compilers write one after every division.
    const CODE: u32 = 0x3ff << 6;
    // Processors want the target of `clo` and `clz` twice.
    const TARGET_AGAIN: u32 = 0x1f << 16;
    match (word >> 26, word & 0x3f) {
        (0, 0x30..=0x34 | 0x36) => word & !CODE,
        (0x1c, 0x20 | 0x21) => word & !TARGET_AGAIN,
        _ => word,
    }
}

/// A memory map that has the code and, after it, the data of a file.
fn map(
    file: &ElfFile32<'_, Endianness>,
    sections: &[MemorySection],
    (start, end): (u32, u32),
) -> Result<MemoryMap, ElfError> {
    let usual = MemoryMap::DEFAULT;
    let misplaced = |section: &MemorySection, why| ElfError::Misplaced {
        section: section.name.clone(),
        address: u64::from(section.segment.address),
        why,
    };
    let data = || sections.iter().filter(|part| part.segment.kind == SegmentKind::Data);
    if let Some(early) = data().find(|part| part.segment.address < end) {
        let why = "lies before the end of the code; put it after the code \
                   (`-Wl,--section-start=.rodata=0x10000000`)";
        return Err(misplaced(early, why));
    }
    let too_large = "makes the code larger than 4 MiB";
    if let Some(last) = sections.iter().find(|part| {
        part.segment.kind == SegmentKind::Text
            && part.end() - start > usual.text_limit - usual.text_base
    }) {
        return Err(misplaced(last, too_large));
    }
    let first_data = data().map(|part| part.segment.address).min();
    let named = |wanted: &str| {
        let mut symbols = file.symbols();
        symbols.find(|symbol| symbol.name() == Ok(wanted)).map(|symbol| symbol.address() as u32)
    };
    Ok(MemoryMap {
        name: "ELF",
        text_base: start,
        text_limit: end,
        // Compilers put data right after the code, where MARS would still have code.
        data_base: first_data.unwrap_or(usual.data_base).min(usual.data_base),
        static_base: first_data.unwrap_or(usual.static_base),
        gp: named("_gp").unwrap_or(usual.gp),
        // Compilers keep doubles on the stack, and rely on it.
        sp: usual.sp & !7,
        ..usual
    })
}

/// The names of procedures and variables, and of other places in the code.
fn symbols(file: &ElfFile32<'_, Endianness>, code: std::ops::Range<u32>) -> Vec<NamedAddress> {
    let mut names: Vec<NamedAddress> = file
        .symbols()
        .filter(|symbol| symbol.is_definition() || symbol.kind() == SymbolKind::Unknown)
        .filter(|symbol| !symbol.is_undefined())
        .filter_map(|symbol| {
            let name = readable(symbol.name().ok().filter(|name| !name.is_empty())?);
            let address = u32::try_from(symbol.address()).ok()?;
            Some(NamedAddress { name, address, is_data: !code.contains(&address) })
        })
        .take(NAMES_MAX)
        .collect();
    // Files may list a name more than once.
    names.sort_by(|a, b| (a.address, &a.name).cmp(&(b.address, &b.name)));
    names.dedup();
    names
}

/// A name that can stand on a line and in a message.
fn readable(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_graphic() && c != ':' { c } else { '_' };
    name.chars().take(NAME_CHARS_MAX).map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_lose_what_mars_has_no_room_for() {
        for (word, wanted) in [
            (0x0080_01f4, 0x0080_0034), // teq $a0, $zero, 7
            (0x7084_2020, 0x7080_2020), // clz $a0, $a0
            (0x70a2_1021, 0x70a0_1021), // clo $v0, $a1
            (0x7085_1002, 0x7085_1002), // mul $v0, $a0, $a1
            (0x0080_01cd, 0x0080_01cd), // break 7, with an unused field
        ] {
            assert_eq!(as_in_mars(word), wanted, "{word:#010x}");
        }
    }
}
