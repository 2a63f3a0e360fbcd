//! An assembled program as an ELF file.

use std::collections::BTreeSet;

use jetan_asm::program::ProgramSymbol;
use jetan_asm::{Program, SourceSet};
use jetan_isa::{Image, MemoryMap, Op, SegmentKind, disasm};
use object::Endianness;
use object::build::elf::{Builder, Header, SectionData, SectionId};
use object::elf;

use crate::lines;

/// Parts of memory begin in the file where they begin in their page, so that they can be mapped.
const PAGE_BYTES: u64 = 0x1000;
const FILE_HEADER_BYTES: u64 = 52;
const PROGRAM_HEADER_BYTES: u64 = 32;

/// The bytes of an ELF file with the program's memory, its labels, and its lines.
///
/// `folder` is the one that the names of the sources are relative to.
pub fn write(program: &Program, sources: &SourceSet, folder: &str) -> Result<Vec<u8>, String> {
    let parts = parts(&program.image);
    let mut builder = Builder::new(Endianness::Little, false);
    builder.header = Header {
        e_type: elf::ET_EXEC,
        e_machine: elf::EM_MIPS,
        e_entry: u64::from(program.image.entry),
        e_flags: elf::EF_MIPS_ARCH_32 | elf::EF_MIPS_ABI_O32 | elf::EF_MIPS_NOREORDER,
        e_phoff: FILE_HEADER_BYTES,
        ..Header::default()
    };
    let sections = add_parts(&mut builder, &parts, program.image.map);
    add_symbols(&mut builder, program, &parts, &sections);
    let dwarf = lines::sections(program, sources, folder).map_err(|error| error.to_string())?;
    for (name, bytes) in dwarf {
        let section = builder.sections.add();
        section.name = name.into();
        section.sh_type = elf::SHT_PROGBITS;
        section.sh_addralign = 1;
        section.data = SectionData::Data(bytes.into());
    }
    let mut bytes = Vec::new();
    builder.write(&mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

/// A part of memory that no other overlaps.
struct MemoryPart {
    kind: SegmentKind,
    address: u32,
    bytes: Vec<u8>,
}

impl MemoryPart {
    fn end(&self) -> u64 {
        u64::from(self.address) + self.bytes.len() as u64
    }
}

/// The parts of an image in order of address; where it stores something twice, the last counts.
fn parts(image: &Image) -> Vec<MemoryPart> {
    let mut parts: Vec<MemoryPart> = Vec::new();
    for segment in image.segments.iter().filter(|segment| !segment.bytes.is_empty()) {
        let new = MemoryPart {
            kind: segment.kind,
            address: segment.address,
            bytes: segment.bytes.clone(),
        };
        let mut kept = Vec::with_capacity(parts.len() + 2);
        for old in parts {
            kept.extend(without(old, &new));
        }
        kept.push(new);
        parts = kept;
    }
    parts.sort_by_key(|part| part.address);
    parts
}

/// What is left of a part besides another one.
fn without(mut old: MemoryPart, new: &MemoryPart) -> impl Iterator<Item = MemoryPart> + use<> {
    let (start, end) = (u64::from(old.address), old.end());
    let (from, to) = (u64::from(new.address), new.end());
    if to <= start || end <= from {
        return [Some(old), None].into_iter().flatten();
    }
    let after = (to < end).then(|| MemoryPart {
        kind: old.kind,
        address: to as u32,
        bytes: old.bytes[(to - start) as usize..].to_vec(),
    });
    old.bytes.truncate(from.saturating_sub(start) as usize);
    [Some(old).filter(|old| !old.bytes.is_empty()), after].into_iter().flatten()
}

fn add_parts(builder: &mut Builder<'_>, parts: &[MemoryPart], map: MemoryMap) -> Vec<SectionId> {
    let mut offset = FILE_HEADER_BYTES + PROGRAM_HEADER_BYTES * parts.len() as u64;
    let mut names: Vec<&str> = Vec::new();
    let mut sections = Vec::new();
    for part in parts {
        let is_code = part.kind != SegmentKind::Data;
        let base = match part.kind {
            SegmentKind::Text => ".text",
            SegmentKind::KernelText => ".ktext",
            SegmentKind::Data if map.in_kdata(part.address) => ".kdata",
            SegmentKind::Data => ".data",
        };
        let same = names.iter().filter(|name| **name == base).count();
        names.push(base);
        let name = if same == 0 { base.to_owned() } else { format!("{base}.{}", same + 1) };
        let address = u64::from(part.address);
        offset += (address % PAGE_BYTES + PAGE_BYTES - offset % PAGE_BYTES) % PAGE_BYTES;
        let section = builder.sections.add();
        section.name = name.into_bytes().into();
        section.sh_type = elf::SHT_PROGBITS;
        let use_flag = if is_code { elf::SHF_EXECINSTR } else { elf::SHF_WRITE };
        section.sh_flags = elf::SHF_ALLOC | use_flag;
        section.sh_addr = address;
        section.sh_offset = offset;
        section.sh_size = part.bytes.len() as u64;
        section.sh_addralign = 4;
        section.data = SectionData::Data(part.bytes.clone().into());
        sections.push(section.id());
        let segment = builder.segments.add();
        segment.p_type = elf::PT_LOAD;
        segment.p_flags = elf::PF_R | if is_code { elf::PF_X } else { elf::PF_W };
        segment.p_align = PAGE_BYTES;
        segment.append_section_range(section);
        segment.sections.push(section.id());
        offset += part.bytes.len() as u64;
    }
    sections
}

fn add_symbols(
    builder: &mut Builder<'_>,
    program: &Program,
    parts: &[MemoryPart],
    sections: &[SectionId],
) {
    let called: BTreeSet<u32> = program
        .code
        .iter()
        .filter(|code| code.instruction.op == Op::Jal)
        .filter_map(|code| disasm::target(&code.instruction, code.address))
        .collect();
    let mut add = |symbol: &ProgramSymbol, bind| {
        let is_here = |part: &MemoryPart| {
            // A label after the last byte of a part belongs to it, too.
            u64::from(part.address) <= u64::from(symbol.address)
                && u64::from(symbol.address) <= part.end()
        };
        let section = parts.iter().rposition(is_here).map(|idx| sections[idx]);
        let kind = match symbol.is_data {
            true => elf::STT_OBJECT,
            // gdb takes functions only for the names of procedures.
            false if bind == elf::STB_GLOBAL || called.contains(&symbol.address) => elf::STT_FUNC,
            false => elf::STT_NOTYPE,
        };
        let new = builder.symbols.add();
        new.name = symbol.name.clone().into_bytes().into();
        new.section = section;
        if section.is_none() {
            new.st_shndx = elf::SHN_ABS;
        }
        new.set_st_info(bind, kind);
        new.st_value = u64::from(symbol.address);
    };
    // Local symbols come first in every ELF file.
    for symbol in program.files.iter().flat_map(|file| &file.symbols) {
        add(symbol, elf::STB_LOCAL);
    }
    for symbol in &program.globals {
        add(symbol, elf::STB_GLOBAL);
    }
    let tables = [
        (".symtab", elf::SHT_SYMTAB, 4, SectionData::Symbol),
        (".strtab", elf::SHT_STRTAB, 1, SectionData::String),
        (".shstrtab", elf::SHT_STRTAB, 1, SectionData::SectionString),
    ];
    for (name, kind, align, data) in tables {
        let section = builder.sections.add();
        section.name = name.into();
        section.sh_type = kind;
        section.sh_addralign = align;
        section.data = data;
    }
}
