//! Words as text: a table to read, or a source to assemble again.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

use jetan_asm::Program;
use jetan_isa::{AddressRegion, Instruction, MemoryMap, SegmentKind, decode, disasm};

/// The blocks in which MARS allocates data memory, in bytes.
const MARS_BLOCK_BYTES: usize = 4096;

/// Words with their addresses, and names for the places they lead to.
pub struct DisassemblyListing {
    map: MemoryMap,
    /// Address, word and instruction, in order of address.
    code: Vec<(u32, u32, Option<Instruction>)>,
    /// Places inside the code that have a name.
    names: BTreeMap<u32, String>,
    /// Places branches and jumps lead to that are not inside the code.
    outside: BTreeSet<u32>,
    /// Words of data that are not zero, and some that are.
    data: Vec<(u32, u32)>,
}

impl DisassemblyListing {
    /// The instructions and the data of a program, with its own names.
    pub fn of(program: &Program) -> DisassemblyListing {
        let words = program.code.iter().map(|code| (code.address, code.word)).collect();
        let mut names = BTreeMap::new();
        let local = program.files.iter().flat_map(|file| &file.symbols);
        // Globals first: of several labels at an address the one that other files know names it.
        for symbol in program.globals.iter().chain(local).filter(|symbol| !symbol.is_data) {
            names.entry(symbol.address).or_insert_with(|| symbol.name.clone());
        }
        let mut listing = DisassemblyListing::new(program.image.map, words, names);
        for segment in &program.image.segments {
            if segment.kind == SegmentKind::Data {
                listing.add_data(segment.address, &segment.bytes);
            }
        }
        listing
    }

    /// A listing of words at addresses; where branches lead gets a name if it has none.
    pub fn new(
        map: MemoryMap,
        words: Vec<(u32, u32)>,
        given: BTreeMap<u32, String>,
    ) -> DisassemblyListing {
        let decoded = words.into_iter().map(|(address, word)| (address, word, decode(word)));
        let code: Vec<_> = decoded.collect();
        let here: BTreeSet<u32> = code.iter().map(|&(address, ..)| address).collect();
        let targets: BTreeSet<u32> =
            code.iter().filter_map(|(at, _, known)| disasm::target(known.as_ref()?, *at)).collect();
        let mut names = BTreeMap::new();
        let mut taken = BTreeSet::new();
        for (address, name) in given.into_iter().filter(|(address, _)| here.contains(address)) {
            // Two files may have a local label of the same name; in one source that would be an
            // error, so the second place gets a generated one.
            if taken.insert(name.clone()) {
                names.insert(address, name);
            }
        }
        for &target in targets.intersection(&here) {
            names.entry(target).or_insert_with(|| generated_label(target));
        }
        let outside = targets.difference(&here).copied().collect();
        DisassemblyListing { map, code, names, outside, data: Vec::new() }
    }

    /// Adds bytes of data. Of a block without anything but zeros the first word is kept, because
    /// MARS tells memory that was written from memory that was not by blocks.
    pub fn add_data(&mut self, address: u32, bytes: &[u8]) {
        // Data segments are whole blocks of words, so nothing is left over.
        for (idx, word) in bytes.as_chunks::<4>().0.iter().enumerate() {
            let word = u32::from_le_bytes(*word);
            let starts_zeros = (idx * 4).is_multiple_of(MARS_BLOCK_BYTES)
                && bytes[idx * 4..].iter().take(MARS_BLOCK_BYTES).all(|&byte| byte == 0);
            if word != 0 || starts_zeros {
                self.data.push((address.wrapping_add(idx as u32 * 4), word));
            }
        }
    }

    /// Address, word and instruction a line; labels stand on lines of their own.
    pub fn table(&self) -> String {
        let mut lines = Vec::new();
        for (address, word, known) in &self.code {
            if let Some(name) = self.names.get(address) {
                lines.push(format!("{name}:\n"));
            }
            let shown = match known {
                Some(instruction) => {
                    let mut label = |target| self.names.get(&target).cloned();
                    disasm::source_text(instruction, *address, &mut label)
                }
                None => "(no instruction)".to_owned(),
            };
            lines.push(format!("{address:#010x}  {word:#010x}  {shown}\n"));
        }
        lines.concat()
    }

    /// A source that makes the same words, and how many of them are not instructions.
    pub fn source(&self) -> (String, usize) {
        let mut text = String::new();
        let unknown = self.code.iter().filter(|(.., known)| known.is_none()).count();
        let written = self.write_data(&mut text).and_then(|()| self.write_code(&mut text));
        written.expect("writing to a string does not fail");
        (text, unknown)
    }

    fn write_data(&self, out: &mut String) -> fmt::Result {
        let mut next = None;
        for &(address, word) in &self.data {
            if next != Some(address) {
                let kernel = self.map.region_of(address) == Some(AddressRegion::KernelData);
                let directive = if kernel { ".kdata" } else { ".data" };
                writeln!(out, "        {directive} {address:#010x}")?;
            }
            writeln!(out, "        .word {word:#010x}")?;
            next = Some(address.wrapping_add(4));
        }
        Ok(())
    }

    fn write_code(&self, out: &mut String) -> fmt::Result {
        let mut next = None;
        for (address, word, known) in &self.code {
            if next != Some(*address) {
                self.write_segment(out, *address)?;
            }
            if let Some(name) = self.names.get(address) {
                writeln!(out, "{name}:")?;
            }
            match known {
                Some(instruction) => {
                    // Targets outside of the code are defined below, so that every branch gets the
                    // same offset again.
                    let mut label = |target| {
                        Some(
                            self.names
                                .get(&target)
                                .cloned()
                                .unwrap_or_else(|| generated_label(target)),
                        )
                    };
                    let shown = disasm::source_text(instruction, *address, &mut label);
                    writeln!(out, "        {shown}")?;
                }
                // MARS: `.word` is an error in a text segment, so a `nop` keeps the addresses of
                // what follows.
                None => writeln!(out, "        nop  # {word:#010x} is not an instruction")?,
            }
            next = Some(address.wrapping_add(4));
        }
        // A label takes no memory: these lines only give the targets their addresses.
        for &target in &self.outside {
            self.write_segment(out, target)?;
            writeln!(out, "{}:", generated_label(target))?;
        }
        Ok(())
    }

    fn write_segment(&self, out: &mut String, address: u32) -> fmt::Result {
        let kernel = self.map.region_of(address) == Some(AddressRegion::KernelText);
        let directive = if kernel { ".ktext" } else { ".text" };
        writeln!(out, "        {directive} {address:#010x}")
    }
}

/// The name of a place that has none.
fn generated_label(address: u32) -> String {
    format!("L_{address:08x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use jetan_asm::{AssemblyOptions, SourceSet, assemble};

    const WORDS: &[(u32, u32)] = &[
        (0x0040_0000, 0x2008_0003),
        (0x0040_0004, 0x2108_ffff),
        (0x0040_0008, 0x1d00_fffe),
        (0x0040_000c, 0x0810_0010),
        (0x0040_0010, 0xffff_ffff),
    ];

    #[test]
    fn branches_lead_to_names() {
        let names = BTreeMap::from([(0x0040_0000, "main".to_owned())]);
        let listing = DisassemblyListing::new(MemoryMap::DEFAULT, WORDS.to_vec(), names);
        assert_eq!(
            listing.table(),
            "main:\n\
             0x00400000  0x20080003  addi $t0, $zero, 3\n\
             L_00400004:\n\
             0x00400004  0x2108ffff  addi $t0, $t0, -1\n\
             0x00400008  0x1d00fffe  bgtz $t0, L_00400004\n\
             0x0040000c  0x08100010  j 0x00400040\n\
             0x00400010  0xffffffff  (no instruction)\n"
        );
    }

    #[test]
    fn sources_assemble_to_the_same_words() {
        let mut listing =
            DisassemblyListing::new(MemoryMap::DEFAULT, WORDS.to_vec(), BTreeMap::new());
        listing.add_data(0x1001_0000, &[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
        let (text, unknown) = listing.source();
        assert_eq!(unknown, 1);
        let sources = SourceSet::single("x.asm", &text);
        let (program, diagnostics) = assemble(&sources, &AssemblyOptions::default());
        assert_eq!(diagnostics, [], "{text}");
        let program = program.expect("no diagnostics");
        let words: Vec<_> = program.code.iter().map(|code| (code.address, code.word)).collect();
        assert_eq!(words[..4], WORDS[..4]);
        assert_eq!(words[4], (0x0040_0010, 0));
        assert_eq!(program.image.segments[0].bytes[..12], [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
    }
}
