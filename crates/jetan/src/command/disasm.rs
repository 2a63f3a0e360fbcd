//! `jetan disasm`: machine words back to instructions, from a dump or from a source.

mod input;

use std::collections::BTreeMap;

use jetan_asm::{Program, assemble};
use jetan_report::disassembly::Listing;
use jetan_report::json::Extras;

use crate::cli::{self, Input};
use crate::command::asm::{Messages, report};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::files::{self, Root};

/// Disassembles and prints.
pub(crate) fn run(typed: &cli::Disasm, console: &Console) -> Result<Exit, Failure> {
    let root = Root::typed(&typed.file);
    let bytes = files::read_root(&root)
        .map_err(|why| Failure::unreadable(files::unreadable(&root, &why)))?;
    let input = typed.format.unwrap_or_else(|| input::detect(&root.name, &bytes));
    let listing = if input == Input::Source {
        match assembled(typed, root, bytes, console)? {
            Some(program) => Listing::of(&program),
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
    report(assembled.0.as_ref(), &assembled.1, &sources, messages, extras, console)?;
    Ok(assembled.0)
}
