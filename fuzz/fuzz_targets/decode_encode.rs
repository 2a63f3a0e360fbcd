//! A word that decodes encodes to itself, and its text assembles to it again.

#![no_main]

use jetan_asm::{AssemblyOptions, SourceSet, assemble};
use jetan_isa::{decode, disasm, encode};
use libfuzzer_sys::fuzz_target;

/// Where the instruction stands: the start of the text segment.
const ADDRESS: u32 = 0x0040_0000;

fuzz_target!(|word: u32| {
    let Some(instruction) = decode(word) else { return };
    assert_eq!(encode(&instruction), word, "{instruction:?}");
    let mut target = None;
    let text = disasm::source_text(&instruction, ADDRESS, &mut |address| {
        target = Some(address);
        Some("target_x".to_owned())
    });
    let label = target.map_or(String::new(), |address| format!(".data {address}\ntarget_x:\n"));
    let sources = SourceSet::single("word.asm", &format!("{label}.text\n{text}\n"));
    let options = AssemblyOptions { pseudo: false, ..AssemblyOptions::mars() };
    // `break` has a wider code in the word than in the source, so some have no text.
    if let (Some(program), _) = assemble(&sources, &options) {
        assert_eq!(program.code[0].word, word, "{text}");
    }
});
