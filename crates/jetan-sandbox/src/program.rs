//! The program under test: assembled, loaded, ready to be copied for every case.

use std::sync::Arc;

use jetan_asm::{Program, SourceSet};
use jetan_display::bitmap::BitmapConfig;
use jetan_machine::{Behaviour, Machine, MachineSettings};
use jetan_run::{LoadedProgram, RunSetup};
use jetan_symbols::DebugSymbols;

use crate::limits::CaseLimits;

/// The label of a display of 8 by 8 squares.
const DISPLAY_LABEL: &str = "display_mem_range";

/// A program under test.
pub struct ProgramUnderTest {
    program: Program,
    start: Machine,
    display: Option<BitmapConfig>,
    limits: CaseLimits,
    /// The names of its files, if there are several.
    file_names: Vec<String>,
    names: Option<DebugSymbols>,
}

impl ProgramUnderTest {
    /// The setup of a program under test; whoever loads it adds the pack.
    pub fn setup(behaviour: Behaviour, limits: CaseLimits) -> RunSetup {
        let settings =
            MachineSettings { memory_bytes_max: limits.memory_bytes, ..MachineSettings::default() };
        RunSetup::new(settings, behaviour)
    }

    /// A program that was loaded for [`ProgramUnderTest::setup`], with a bitmap display if it has
    /// one.
    pub fn new(
        loaded: LoadedProgram,
        display: Option<BitmapConfig>,
        limits: CaseLimits,
    ) -> ProgramUnderTest {
        let LoadedProgram { program, mut machine, .. } = loaded;
        // The loader may still hold it; a clone is made only then.
        let mut program = Arc::unwrap_or_clone(program);
        // The machine has the bytes now, and there may be as many of them as it may write.
        program.image.segments = Vec::new();
        let (file_names, names) = (Vec::new(), None);
        // A snapshot, so that the copy for each case shares all pages that the program has not
        // written.
        let start = machine.snapshot();
        let mut subject = ProgramUnderTest { program, start, display, limits, file_names, names };
        subject.display = display.or_else(|| subject.named_display());
        subject
    }

    /// The display of the program that was published with the document of Connect Four, which says
    /// nothing of it in a comment: a word for each of 8 by 8 squares, at a label of its own.
    fn named_display(&self) -> Option<BitmapConfig> {
        let base = self.symbol(DISPLAY_LABEL)?;
        Some(BitmapConfig { width: 512, height: 512, unit_width: 64, unit_height: 64, base })
    }

    /// Lets it name files as the program's own sources call them.
    #[must_use]
    pub fn naming_files(mut self, sources: &SourceSet) -> ProgramUnderTest {
        let name = |id| {
            let name = sources.file(id).name();
            // Students know the name of a file, not the folder that the submission was unpacked
            // into.
            name.rsplit('/').next().unwrap_or(name).to_owned()
        };
        // With one file its name would only be noise in every message.
        if sources.len() > 1 {
            self.file_names = sources.ids().map(name).collect();
        }
        self
    }

    /// Lets checks name places; they need the bytes of the image as well.
    #[must_use]
    pub fn with_names(self, names: DebugSymbols) -> ProgramUnderTest {
        ProgramUnderTest { names: Some(names), ..self }
    }

    /// The names that checks need, if they were given.
    pub fn names(&self) -> Option<&DebugSymbols> {
        self.names.as_ref()
    }

    /// The assembled program, with symbols and lines, but without the bytes of its image.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The bitmap display, if it has one.
    pub fn display(&self) -> Option<&BitmapConfig> {
        self.display.as_ref()
    }

    /// The limits of a run.
    pub fn limits(&self) -> CaseLimits {
        self.limits
    }

    /// A machine that is about to start the program.
    pub fn machine(&self) -> Machine {
        self.start.clone()
    }

    /// The address of a label, global or of any of its files.
    pub fn symbol(&self, name: &str) -> Option<u32> {
        let local = self.program.files.iter().flat_map(|file| &file.symbols);
        // Global labels first: another file may have a local one of the same name.
        let mut all = self.program.globals.iter().chain(local);
        all.find(|symbol| symbol.name == name).map(|symbol| symbol.address)
    }

    /// The label at which the program began, if it has a `main` and did not begin there.
    pub fn beginning(&self) -> Option<String> {
        let main = self.symbol("main")?;
        let line = self.line_at(self.start.pc)?;
        (main != self.start.pc).then(|| {
            format!(
                "the program began at {line}, not at `main`: it does so only if `main` is global \
                 (`.globl main`)"
            )
        })
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
