//! `jetan disasm`: machine words back to instructions, from a dump or from a source.

mod input;

use std::collections::BTreeMap;

use jetan_asm::{Program, assemble};
use jetan_report::disassembly::DisassemblyListing;
use jetan_report::json::ProgramExtras;

use crate::cli::{self, DisasmFormat};
use crate::command::asm::{MessageStyle, report};
use crate::console::Console;
use crate::exit::{CommandFailure, Exit};
use crate::files::{self, SourceRoot};

/// Disassembles and prints.
pub(crate) fn run(typed: &cli::DisasmArgs, console: &Console) -> Result<Exit, CommandFailure> {
    let root = SourceRoot::typed(&typed.file);
    let bytes = files::read_root(&root)
        .map_err(|why| CommandFailure::unreadable(files::unreadable(&root, &why)))?;
    let input = typed.format.unwrap_or_else(|| input::detect(&root.name, &bytes));
    let listing = if input == DisasmFormat::Source {
        match assembled(typed, root, bytes, console)? {
            Some(program) => DisassemblyListing::of(&program),
            None => return Ok(Exit::Assembly),
        }
    } else {
        let map = cli::memory::map(&typed.assembly.memory);
        let base = typed.base.unwrap_or(map.text_base);
        let words = input::words(input, &bytes)
            .map_err(|why| CommandFailure::unreadable(format!("jetan: {}: {why}", root.name)))?;
        DisassemblyListing::new(map, input::addressed(base, words), BTreeMap::new())
    };
    if typed.source {
        let (text, unknown) = listing.source();
        console.result(text)?;
        if unknown > 0 {
            console.say(format!(
                "jetan: {unknown} of the words are not instructions; `nop` stands for them\n"
            ));
        }
    } else {
        console.result(listing.table())?;
    }
    Ok(Exit::Success)
}

/// The program a source makes; errors are reported.
fn assembled(
    typed: &cli::DisasmArgs,
    root: SourceRoot,
    bytes: Vec<u8>,
    console: &Console,
) -> Result<Option<Program>, CommandFailure> {
    if typed.base.is_some() {
        let message = "jetan: --base is for dumps; a source says itself where it goes";
        return Err(CommandFailure::usage(message));
    }
    let texts = BTreeMap::from([(root.name.clone(), bytes)]);
    let sources = files::with_texts(&[root], texts);
    let assembled = assemble(&sources, &typed.assembly.options());
    let messages =
        if typed.assembly.mars_messages { MessageStyle::Mars } else { MessageStyle::Human };
    let extras = ProgramExtras { symbols: false, code: false };
    report(assembled.0.as_ref(), &assembled.1, &sources, messages, extras, console)?;
    Ok(assembled.0)
}
