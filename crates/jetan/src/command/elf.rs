//! Programs that a compiler and a linker have made, where sources could be typed.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use jetan_elf::{ElfProgram, MAGIC};
use jetan_run::LoadedProgram;
use jetan_run::loader::make_ready;

use crate::exit::{CommandFailure, Exit};
use crate::files::{self, SourceRoot};
use crate::packs::{self, PackFiles};
use crate::plan::RunPlan;

/// The program of an ELF file that was typed alone; none if something else was typed.
pub(super) fn open(typed: &[PathBuf]) -> Result<Option<ElfProgram>, CommandFailure> {
    let [path] = typed else { return Ok(None) };
    if !may_be_one(path) {
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

/// Sources are not read here: one that comes from a pipe could not be read again.
fn may_be_one(path: &Path) -> bool {
    path.extension().is_none_or(|name| name == "elf" || name == "out") && path.is_file()
}

/// Makes it ready to run as compilers expect: with delay slots.
pub(super) fn load(elf: ElfProgram, plan: &mut RunPlan) -> Result<LoadedProgram, CommandFailure> {
    plan.settings.delayed_branching = true;
    plan.options.delayed_branching = true;
    let ElfProgram { sources, program } = elf;
    let load_plan = plan.load_plan();
    let pack = load_plan.pack.find(&sources, &mut PackFiles);
    let mut setup = load_plan.setup;
    setup.pack = pack.map_err(|error| packs::failure(&error))?;
    make_ready(Arc::new(program), &sources, setup).map_err(|error| packs::failure(&error))
}
