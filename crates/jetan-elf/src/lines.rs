//! The DWARF sections that say which source line an address belongs to.

use gimli::write::{
    Address, AttributeValue, DwarfUnit, EndianVec, FileId, LineProgram, LineString, Result,
    Sections,
};
use gimli::{Encoding, Format, LineEncoding, LittleEndian, constants};
use jetan_asm::program::ProgramWord;
use jetan_asm::{Program, SourceSet};

/// gdb and objdump of every distribution read version 4; nothing of 5 is needed.
const ENCODING: Encoding = Encoding { address_size: 4, format: Format::Dwarf32, version: 4 };

/// Names and bytes of the sections; none for a program without code.
pub(crate) fn sections(
    program: &Program,
    sources: &SourceSet,
    folder: &str,
) -> Result<Vec<(&'static str, Vec<u8>)>> {
    let (Some(first), Some(&root)) = (program.code.first(), sources.roots().first()) else {
        return Ok(Vec::new());
    };
    let map = program.image.map;
    let name = usable(sources.file(root).name());
    let mut unit = DwarfUnit::new(ENCODING);
    unit.unit.line_program = line_program(program, sources, folder);
    let mut user = program.code.iter().filter(|code| map.in_text(code.address));
    let end = user.next_back().map_or(first.address, |last| last.address) + 4;
    let (name, folder) = (unit.strings.add(name), unit.strings.add(usable(folder)));
    let producer = unit.strings.add("Jetan");
    let entry = unit.unit.get_mut(unit.unit.root());
    entry.set(constants::DW_AT_producer, AttributeValue::StringRef(producer));
    let language = AttributeValue::Language(constants::DW_LANG_Mips_Assembler);
    entry.set(constants::DW_AT_language, language);
    entry.set(constants::DW_AT_name, AttributeValue::StringRef(name));
    entry.set(constants::DW_AT_comp_dir, AttributeValue::StringRef(folder));
    entry.set(constants::DW_AT_stmt_list, AttributeValue::LineProgramRef);
    let low = AttributeValue::Address(Address::Constant(u64::from(first.address)));
    entry.set(constants::DW_AT_low_pc, low);
    let length = u64::from(end.saturating_sub(first.address));
    entry.set(constants::DW_AT_high_pc, AttributeValue::Udata(length));
    let mut sections = Sections::new(EndianVec::new(LittleEndian));
    unit.write(&mut sections)?;
    let mut found = Vec::new();
    sections.for_each(|id, data| {
        if !data.slice().is_empty() {
            found.push((id.name(), data.slice().to_vec()));
        }
        Result::Ok(())
    })?;
    Ok(found)
}

fn line_program(program: &Program, sources: &SourceSet, folder: &str) -> LineProgram {
    let text = |text: &str| LineString::String(usable(text).into_bytes());
    let root = sources.roots().first().map_or("", |&root| sources.file(root).name());
    let encoding = LineEncoding { minimum_instruction_length: 4, ..LineEncoding::default() };
    let mut lines = LineProgram::new(ENCODING, encoding, text(folder), None, text(root), None);
    let here = lines.default_directory();
    let files: Vec<FileId> =
        sources.ids().map(|id| lines.add_file(text(sources.file(id).name()), here, None)).collect();
    let mut start: Option<u32> = None;
    for (idx, code) in program.code.iter().enumerate() {
        let Some(statement) = program.statement(code.statement) else { continue };
        let begin = *start.get_or_insert_with(|| {
            lines.begin_sequence(Some(Address::Constant(u64::from(code.address))));
            code.address
        });
        let row = lines.row();
        row.address_offset = u64::from(code.address - begin);
        row.line = u64::from(statement.number);
        row.file = files[statement.span.file.index()];
        row.is_statement = code.is_first;
        lines.generate_row();
        if !is_followed(code, program.code.get(idx + 1)) {
            lines.end_sequence(u64::from(code.address - begin) + 4);
            start = None;
        }
    }
    lines
}

fn is_followed(code: &ProgramWord, next: Option<&ProgramWord>) -> bool {
    next.is_some_and(|next| code.address.checked_add(4) == Some(next.address))
}

/// A name as DWARF can have it: at least a character, none of them zero.
fn usable(name: &str) -> String {
    let name: String = name.chars().filter(|c| *c != '\0').collect();
    if name.is_empty() { ".".to_owned() } else { name }
}
