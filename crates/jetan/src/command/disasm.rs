//! `jetan disasm`: machine words back to instructions, from a dump or from a source.

mod input;
mod text;

use std::collections::BTreeMap;

use jetan_asm::{Program, assemble};
use jetan_isa::SegmentKind;

use crate::cli::{self, Input};
use crate::command::asm::{Messages, report};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::files::{self, Root};
use crate::render::json::Extras;
use text::Listing;

/// Disassembles and prints.
pub(crate) fn run(typed: &cli::Disasm, console: &Console) -> Result<Exit, Failure> {
    let root = Root::typed(&typed.file);
    let bytes = files::read_root(&root)
        .map_err(|why| Failure::unreadable(files::unreadable(&root, &why)))?;
    let input = typed.format.unwrap_or_else(|| input::detect(&root.name, &bytes));
    let listing = if input == Input::Source {
        match assembled(typed, root, bytes, console)? {
            Some(program) => from_program(&program),
            None => return Ok(Exit::Assembly),
        }
    } else {
        let map = cli::memory::map(&typed.assembly.memory);
        let base = typed.base.unwrap_or(map.text_base);
        let words = input::words(input, &bytes)
            .map_err(|why| Failure::unreadable(format!("jetan: {}: {why}", root.name)))?;
        Listing::new(map, input::addressed(base, words), BTreeMap::new())
    };
    if typed.source {
        let (text, unknown) = listing.source();
        console.result(text)?;
        if unknown > 0 {
            console.say(format!(
                "jetan: {unknown} of the words are no instructions; `nop` stands for them\n"
            ));
        }
    } else {
        console.result(listing.table())?;
    }
    Ok(Exit::Success)
}

/// The program a source makes; errors are reported.
fn assembled(
    typed: &cli::Disasm,
    root: Root,
    bytes: Vec<u8>,
    console: &Console,
) -> Result<Option<Program>, Failure> {
    if typed.base.is_some() {
        let message = "jetan: --base is for dumps; a source says itself where it goes";
        return Err(Failure::usage(message));
    }
    let texts = BTreeMap::from([(root.name.clone(), bytes)]);
    let sources = files::with_texts(&[root], texts);
    let assembled = assemble(&sources, &typed.assembly.options());
    let messages = if typed.assembly.mars_messages { Messages::Mars } else { Messages::Human };
    let extras = Extras { symbols: false, code: false };
    report(&assembled, &sources, messages, extras, console)?;
    Ok(assembled.0)
}

fn from_program(program: &Program) -> Listing {
    let words = program.code.iter().map(|code| (code.address, code.word)).collect();
    let mut names = BTreeMap::new();
    let local = program.files.iter().flat_map(|file| &file.symbols);
    for symbol in program.globals.iter().chain(local).filter(|symbol| !symbol.is_data) {
        names.entry(symbol.address).or_insert_with(|| symbol.name.clone());
    }
    let mut listing = Listing::new(program.image.map, words, names);
    for segment in &program.image.segments {
        if segment.kind == SegmentKind::Data {
            listing.add_data(segment.address, &segment.bytes);
        }
    }
    listing
}
