//! Loading sources for a command, and saying what is wrong with them.

use jetan_asm::SourceSet;
use jetan_run::{LoadError, LoadPlan, LoadedProgram, load as load_program};

use super::asm::{self, MessageStyle};
use crate::console::Console;
use crate::exit::CommandFailure;
use crate::neighbours;
use crate::packs::{self, PackFiles};
use jetan_report as render;
use jetan_report::json::ProgramExtras;

/// The form in which a command tells what is wrong with sources.
pub(in crate::command) struct LoadMessages {
    /// Warnings, where there is a program; never as JSON.
    pub(in crate::command) warnings: MessageStyle,
    /// Everything, where there is none.
    pub(in crate::command) mistakes: MessageStyle,
    /// Whether files beside the sources are looked into for labels that are missing.
    pub(in crate::command) looks_beside: bool,
}

/// Loads sources; none if there are mistakes or the pack does not permit the program, which has
/// been said then.
pub(in crate::command) fn load(
    sources: &SourceSet,
    plan: LoadPlan,
    telling: &LoadMessages,
    console: &Console,
) -> Result<Option<LoadedProgram>, CommandFailure> {
    let mut loaded = load_program(sources, plan, &mut PackFiles);
    if let Err(LoadError::Mistakes(diagnostics)) = &mut loaded {
        if telling.looks_beside {
            neighbours::advise(diagnostics, sources);
        }
        let (messages, extras) = (telling.mistakes, ProgramExtras::default());
        asm::report(None, diagnostics, sources, messages, extras, console)?;
        return Ok(None);
    }
    // Also where something else stops the program: a warning may be its cause.
    let warnings = match &loaded {
        Ok(loaded) => &loaded.diagnostics,
        Err(error) => error.diagnostics(),
    };
    asm::say(warnings, sources, telling.warnings, console);
    match loaded {
        Ok(loaded) => Ok(Some(loaded)),
        Err(LoadError::NotPermitted { pack, violations, .. }) => {
            let colored = console.is_colored();
            console.say(render::pack::violations(&violations, &pack, sources, colored));
            Ok(None)
        }
        Err(error) => Err(packs::failure(&error)),
    }
}
