//! Running a program that a compiler and a linker have made.

use std::path::Path;
use std::sync::Arc;

use jetan_elf::{ElfProgram, MAGIC};
use jetan_run::loader::make_ready;

use crate::console::Console;
use crate::exit::{CommandFailure, Exit};
use crate::files::{self, SourceRoot};
use crate::plan::RunPlan;

/// The program of an ELF file; none if this is another file.
pub(super) fn open(path: &Path) -> Result<Option<ElfProgram>, CommandFailure> {
    // Sources are not read here: one that comes from a pipe could not be read again.
    let is_possible = path.extension().is_none_or(|name| name == "elf" || name == "out");
    if !is_possible || !path.is_file() {
        return Ok(None);
    }
    let root = SourceRoot::typed(path);
    let bytes = files::read_root(&root)
        .map_err(|why| CommandFailure::unreadable(files::unreadable(&root, &why)))?;
    if !bytes.starts_with(MAGIC) {
        return Ok(None);
    }
    let refused =
        |error| CommandFailure::new(Exit::Assembly, format!("jetan: {}: {error}", root.name));
    jetan_elf::read(&root.name, &bytes).map(Some).map_err(refused)
}

/// Runs it as compilers expect: with delay slots.
pub(super) fn run(
    elf: ElfProgram,
    mut plan: RunPlan,
    console: &Console,
) -> Result<Exit, CommandFailure> {
    if plan.record.is_some() {
        let why = "jetan: a recording keeps the sources of a program, and an ELF file has none";
        return Err(CommandFailure::usage(why));
    }
    plan.settings.delayed_branching = true;
    plan.options.delayed_branching = true;
    let setup = plan.load_plan().setup;
    let ElfProgram { sources, program } = elf;
    let loaded = make_ready(Arc::new(program), &sources, setup)
        .map_err(|error| CommandFailure::new(Exit::Runtime, format!("jetan: {error}")))?;
    super::run_loaded(loaded, &sources, &plan, console)
}
