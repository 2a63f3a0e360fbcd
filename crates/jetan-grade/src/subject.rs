//! The program under test: assembled, loaded, ready to be copied for every case.

use std::sync::Arc;

use jetan_asm::{Program, SourceSet};
use jetan_debug::names::Names;
use jetan_display::bitmap::Config;
use jetan_isa::Pack;
use jetan_machine::{Behaviour, Fault, Machine, Settings};
use jetan_run::Setup;

use crate::limits::Limits;

/// A program under test.
pub struct Subject {
    program: Program,
    start: Machine,
    display: Option<Config>,
    limits: Limits,
    /// What its files are called, if there are several.
    file_names: Vec<String>,
    names: Option<Names>,
}

impl Subject {
    /// Loads a program, with the services of a pack and a bitmap display if it has one. Fails if
    /// it does not fit into the memory it may use.
    pub fn new(
        mut program: Program,
        pack: Option<Arc<Pack>>,
        display: Option<Config>,
        behaviour: Behaviour,
        limits: Limits,
    ) -> Result<Subject, Fault> {
        let settings = Settings { memory_bytes_max: limits.memory_bytes, ..Settings::default() };
        let setup = Setup { pack, ..Setup::new(settings, behaviour) };
        let start = setup.load(&program.image)?.snapshot();
        // The machine has the bytes now, and there may be as many of them as it may write.
        program.image.segments = Vec::new();
        Ok(Subject { program, start, display, limits, file_names: Vec::new(), names: None })
    }

    /// Lets it name files as the program's own sources call them.
    #[must_use]
    pub fn naming_files(mut self, sources: &SourceSet) -> Subject {
        let name = |id| {
            let name = sources.file(id).name();
            name.rsplit('/').next().unwrap_or(name).to_owned()
        };
        if sources.len() > 1 {
            self.file_names = sources.ids().map(name).collect();
        }
        self
    }

    /// Lets checks name places; they need the bytes of the image as well.
    #[must_use]
    pub fn with_names(self, names: Names) -> Subject {
        Subject { names: Some(names), ..self }
    }

    /// What checks need, if it was given.
    pub fn names(&self) -> Option<&Names> {
        self.names.as_ref()
    }

    /// What was assembled, with symbols and lines, but without the bytes of its image.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The bitmap display, if it has one.
    pub fn display(&self) -> Option<&Config> {
        self.display.as_ref()
    }

    /// What it may use.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// A machine that is about to start the program.
    pub fn machine(&self) -> Machine {
        self.start.clone()
    }

    /// The address of a label, global or of any of its files.
    pub fn symbol(&self, name: &str) -> Option<u32> {
        let local = self.program.files.iter().flat_map(|file| &file.symbols);
        let mut all = self.program.globals.iter().chain(local);
        all.find(|symbol| symbol.name == name).map(|symbol| symbol.address)
    }

    /// The source line of an instruction, as `line 12: lw $t0, 0($t1)`; none outside the program.
    /// The file is named if the program has several.
    pub fn line_at(&self, pc: u32) -> Option<String> {
        let code = self.program.code_at(pc)?;
        let statement = self.program.statement(code.statement)?;
        let file = self.file_names.get(statement.span.file.index());
        let of_file = file.map(|name| format!(" of {name}")).unwrap_or_default();
        Some(format!("line {}{of_file}: {}", statement.number, statement.text.trim()))
    }
}
