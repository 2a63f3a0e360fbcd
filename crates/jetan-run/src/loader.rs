//! From sources to a machine that is about to start their program: the one way, for every front
//! end. Files are read by the caller, and errors are data that the caller shows in its own form.

use std::fmt;
use std::sync::Arc;

use jetan_asm::program::ProgramStatement;
use jetan_asm::{AssemblyOptions, Diagnostic, Program, SourceSet, Span, assemble};
use jetan_isa::{Mnemonic, Pack};
use jetan_machine::Machine;
use jetan_pack::{PackError, ProjectSettings};

use crate::setup::RunSetup;

/// The file in a pack's folder.
pub const PACK_FILE: &str = "pack.toml";

/// The choices about sources that are to be loaded.
#[derive(Clone, Debug)]
pub struct LoadPlan {
    /// The options of the assembler.
    pub options: AssemblyOptions,
    /// Whether the memory map of the options was chosen; if not, a pack may choose another.
    pub has_map: bool,
    /// The pack that is used.
    pub pack: PackChoice,
    /// The machine that is made; the pack is put in here.
    pub setup: RunSetup,
    /// Whether a program without any instruction is refused.
    pub needs_code: bool,
}

impl LoadPlan {
    /// A plan for a program that is run with this pack or without one, whatever its sources say.
    pub fn with_pack(
        options: AssemblyOptions,
        setup: RunSetup,
        pack: Option<Arc<Pack>>,
    ) -> LoadPlan {
        LoadPlan {
            options,
            has_map: false,
            pack: PackChoice::Given(pack),
            setup,
            needs_code: false,
        }
    }
}

/// The pack that a program is run with.
#[derive(Clone, Debug)]
pub enum PackChoice {
    /// This one or none; sources are not asked.
    Given(Option<Arc<Pack>>),
    /// The one that whoever runs the program has named; sources are not asked.
    Named(String),
    /// The one that a comment of a source names.
    BySources {
        /// The packs that they may choose from.
        among: SourcePacks,
        /// The name of the one that is used if they name none.
        usual: Option<String>,
    },
}

/// The packs that sources may choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourcePacks {
    /// All that can be found.
    Any,
    /// Those that come with Jetan: sources of others must not have a file read.
    Shipped,
}

impl PackChoice {
    /// The pack, if there is one.
    pub fn find(
        &self,
        sources: &SourceSet,
        shelf: &mut dyn PackTextSource,
    ) -> Result<Option<Arc<Pack>>, LoadError> {
        let name = match self {
            // A caller that has decided (a grader, a case that is replayed) must not be overruled
            // by a comment of the student's source, so the sources are not even read.
            PackChoice::Given(pack) => return Ok(pack.clone()),
            PackChoice::Named(name) => Some(name.clone()),
            PackChoice::BySources { among, usual } => match pack_named_in(sources) {
                // Refused and not ignored: running the program without the pack it names would
                // judge it by services that it was not written for.
                Some(name) if *among == SourcePacks::Shipped && shipped(&name).is_none() => {
                    return Err(LoadError::ForeignPack { name });
                }
                // The usual pack is a fallback only. A source that names another pack means it,
                // also where a course has a pack of its own.
                name => name.or_else(|| usual.clone()),
            },
        };
        name.map(|name| find_pack(&name, shelf).map(Arc::new)).transpose()
    }
}

/// The text of a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackText {
    /// The name of its file, for messages and for packs that it extends.
    pub file: String,
    /// The content of the file.
    pub text: String,
}

/// The packs that do not come with Jetan.
pub trait PackTextSource {
    /// The text of a pack by its name; none if there is no such pack, and an error in words if
    /// there is one that cannot be read.
    fn find(&mut self, name: &str) -> Result<Option<PackText>, String>;

    /// The text of a pack that the one of another file extends.
    fn find_extended(&mut self, file: &str, wanted: &str) -> Option<PackText>;
}

/// A shelf with nothing on it: there are only the packs that come with Jetan.
pub struct ShippedOnly;

impl PackTextSource for ShippedOnly {
    fn find(&mut self, _name: &str) -> Result<Option<PackText>, String> {
        Ok(None)
    }

    fn find_extended(&mut self, _file: &str, _wanted: &str) -> Option<PackText> {
        None
    }
}

/// A program, and a machine that is about to start it.
pub struct LoadedProgram {
    /// The program as assembled.
    pub program: Arc<Program>,
    /// Warnings about the sources; empty if somebody else has assembled them.
    pub diagnostics: Vec<Diagnostic>,
    /// The setup that makes such a machine again, with the pack in it.
    pub setup: RunSetup,
    /// The machine before its first instruction.
    pub machine: Machine,
}

/// An instruction of a program that its pack does not permit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyViolation {
    /// The instruction, or its whole line if it does not stand there as it is.
    pub span: Span,
    /// The instruction in lower case.
    pub mnemonic: String,
}

/// Why there is no program to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// There is no pack of this name.
    NoPack {
        /// The name as it was given.
        name: String,
    },
    /// A source names this pack, and may choose only among those that come with Jetan.
    ForeignPack {
        /// The name as it stands in the source.
        name: String,
    },
    /// The pack cannot be read, in words.
    UnreadablePack {
        /// The file and the reason.
        why: String,
    },
    /// There are mistakes in the pack.
    BadPack {
        /// The pack as it was read.
        text: PackText,
        /// Everything that is wrong with it.
        errors: Vec<PackError>,
    },
    /// There are errors in the sources, or warnings that count as errors.
    Mistakes(Vec<Diagnostic>),
    /// There is no instruction in the program.
    NoInstructions(Vec<Diagnostic>),
    /// The pack does not permit some instructions of the program.
    NotPermitted {
        /// The name of the pack.
        pack: String,
        /// Every place, in the order of the source.
        violations: Vec<PolicyViolation>,
        /// Warnings about the sources.
        diagnostics: Vec<Diagnostic>,
    },
    /// The program does not fit into the memory that its machine may use.
    DoesNotFit(Vec<Diagnostic>),
}

impl LoadError {
    /// Errors and warnings about the sources; empty if they were not assembled.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            LoadError::Mistakes(diagnostics)
            | LoadError::NoInstructions(diagnostics)
            | LoadError::NotPermitted { diagnostics, .. }
            | LoadError::DoesNotFit(diagnostics) => diagnostics,
            LoadError::NoPack { .. }
            | LoadError::ForeignPack { .. }
            | LoadError::UnreadablePack { .. }
            | LoadError::BadPack { .. } => &[],
        }
    }

    fn with_diagnostics(mut self, own: Vec<Diagnostic>) -> LoadError {
        match &mut self {
            LoadError::Mistakes(diagnostics)
            | LoadError::NoInstructions(diagnostics)
            | LoadError::NotPermitted { diagnostics, .. }
            | LoadError::DoesNotFit(diagnostics) => *diagnostics = own,
            LoadError::NoPack { .. }
            | LoadError::ForeignPack { .. }
            | LoadError::UnreadablePack { .. }
            | LoadError::BadPack { .. } => {}
        }
        self
    }
}

/// The fact in a line, for whoever has no better form.
impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::NoPack { name } => write!(f, "there is no pack `{name}`"),
            LoadError::ForeignPack { name } => write!(
                f,
                "a comment of the program names the pack `{name}`, which does not come with Jetan"
            ),
            LoadError::UnreadablePack { why } => f.write_str(why),
            LoadError::BadPack { text, errors } => {
                let first = errors.first().map_or("it cannot be read", |error| &error.message);
                write!(f, "{}: {first}", text.file)
            }
            LoadError::Mistakes(_) => f.write_str("there are errors in the sources"),
            LoadError::NoInstructions(_) => f.write_str("there is no instruction in the program"),
            LoadError::NotPermitted { pack, violations, .. } => {
                let mnemonic = violations.first().map_or("", |first| &first.mnemonic);
                write!(f, "the pack {pack} does not permit `{mnemonic}`")
            }
            LoadError::DoesNotFit(_) => {
                f.write_str("the program does not fit into the memory it may use")
            }
        }
    }
}

impl std::error::Error for LoadError {}

/// Assembles sources and loads what they become, with the pack that is chosen and within its
/// policy.
pub fn load(
    sources: &SourceSet,
    plan: LoadPlan,
    shelf: &mut dyn PackTextSource,
) -> Result<LoadedProgram, LoadError> {
    let LoadPlan { mut options, has_map, pack, setup, needs_code } = plan;
    // The pack comes before assembling, because it may choose the memory map, which the addresses
    // of all symbols depend on.
    let pack = pack.find(sources, shelf)?;
    if !has_map {
        adopt_map(&mut options, pack.as_deref());
    }
    let (program, diagnostics) = assemble(sources, &options);
    let Some(program) = program else { return Err(LoadError::Mistakes(diagnostics)) };
    // Checked after the errors: a source with errors may have no code because of them, and the
    // errors are what its author has to see.
    if needs_code && program.code.is_empty() {
        return Err(LoadError::NoInstructions(diagnostics));
    }
    match make_ready(Arc::new(program), sources, RunSetup { pack, ..setup }) {
        Ok(loaded) => Ok(LoadedProgram { diagnostics, ..loaded }),
        // The warnings travel with the refusal: `make_ready` is also called for programs that
        // others have assembled, so it has none to give.
        Err(error) => Err(error.with_diagnostics(diagnostics)),
    }
}

/// Lets a pack choose the memory map, if it wants a certain one.
pub fn adopt_map(options: &mut AssemblyOptions, pack: Option<&Pack>) {
    if let Some(map) = pack.and_then(|pack| pack.memory_map) {
        options.map = map;
    }
}

/// Lets a project file choose the start and the memory map; a map that was chosen before stays.
/// The answer is whether there is a choice now, which a pack does not overrule.
pub fn adopt_project(
    options: &mut AssemblyOptions,
    settings: &ProjectSettings,
    has_map: bool,
) -> bool {
    options.start_at_main |= settings.start_at_main;
    match settings.memory {
        Some(map) if !has_map => {
            options.map = map;
            true
        }
        _ => has_map,
    }
}

/// Loads a program that was assembled for the pack of a setup, within the policy of the pack.
pub fn make_ready(
    program: Arc<Program>,
    sources: &SourceSet,
    setup: RunSetup,
) -> Result<LoadedProgram, LoadError> {
    if let Some(pack) = &setup.pack {
        let violations = violations(&program, sources, pack);
        if !violations.is_empty() {
            let (pack, diagnostics) = (pack.name.clone(), Vec::new());
            return Err(LoadError::NotPermitted { pack, violations, diagnostics });
        }
    }
    // The only fault that loading can end with is memory that is used up; no instruction has been
    // executed yet.
    let too_large = |_| LoadError::DoesNotFit(Vec::new());
    let machine = setup.load(&program.image).map_err(too_large)?;
    Ok(LoadedProgram { program, diagnostics: Vec::new(), setup, machine })
}

/// The pack that the first root to name one names in a comment.
pub fn pack_named_in(sources: &SourceSet) -> Option<String> {
    let mut texts = sources.roots().iter().map(|&root| sources.file(root).text());
    texts.find_map(jetan_pack::named_in)
}

/// The pack of a name: one that comes with Jetan, or one of the shelf.
pub fn find_pack(name: &str, shelf: &mut dyn PackTextSource) -> Result<Pack, LoadError> {
    // Packs that come with Jetan win over the shelf, so that a file of the same name in a student's
    // folder cannot replace the rules of a course.
    let own = shipped(name)
        .map(|text| PackText { file: format!("{name}/{PACK_FILE}"), text: text.to_owned() });
    let found = match own {
        Some(own) => Some(own),
        None => shelf.find(name).map_err(|why| LoadError::UnreadablePack { why })?,
    };
    let text = found.ok_or_else(|| LoadError::NoPack { name: name.to_owned() })?;
    // The same order as for the pack itself: what a shipped pack extends must not be replaced by a
    // file either.
    let mut extended = |file: &str, wanted: &str| match shipped(wanted) {
        Some(text) => Some((wanted.to_owned(), text.to_owned())),
        None => shelf.find_extended(file, wanted).map(|PackText { file, text }| (file, text)),
    };
    let (pack, errors) = jetan_pack::parse_with(&text.file, &text.text, &mut extended);
    pack.ok_or(LoadError::BadPack { text, errors })
}

/// The text of a pack that comes with Jetan.
fn shipped(name: &str) -> Option<&'static str> {
    jetan_pack::shipped().iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The places of a program where it uses instructions that its pack does not permit.
fn violations(program: &Program, sources: &SourceSet, pack: &Pack) -> Vec<PolicyViolation> {
    let statements = (0..program.statement_count() as u32).filter_map(|idx| program.statement(idx));
    let refused = statements.filter(|statement| {
        let mnemonic = Mnemonic::lookup(statement.mnemonic);
        // The statement is looked at and not its instructions: a pseudo-instruction that is
        // permitted may expand to instructions that are not.
        mnemonic.is_some_and(|mnemonic| !pack.policy.permits(mnemonic))
    });
    let place = |statement: ProgramStatement| {
        let span = statement.span;
        // In a line that a macro has made, the word may not stand there as it is.
        let found = word(sources.text(span), statement.mnemonic).map(|at| {
            let start = span.start + at as u32;
            Span { start, end: start + statement.mnemonic.len() as u32, ..span }
        });
        let mnemonic = statement.mnemonic.to_lowercase();
        PolicyViolation { span: found.unwrap_or(span), mnemonic }
    };
    refused.map(place).collect()
}

/// The place of a word in a line, other than as a label or in another word.
fn word(line: &str, word: &str) -> Option<usize> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | ':');
    line.match_indices(word).map(|(at, _)| at).find(|&at| {
        let (before, after) = (&line[..at], &line[at + word.len()..]);
        // A colon before the word ends a label (`a:mul`), a colon after it would make the word
        // itself a label (`mul:`), so only the second disqualifies it.
        let is_apart = !before.ends_with(|c: char| c != ':' && is_part(c));
        is_apart && !after.starts_with(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_where_it_stands_alone() {
        for (line, expected) in [
            ("mul $t0, $t1, $t2", Some(0)),
            ("mul: mul $t0, $t1, $t2", Some(5)),
            ("mult:multiply:mul $t0, $t1, $t2 # mul", Some(14)),
            ("square $t0", None),
        ] {
            assert_eq!(word(line, "mul"), expected, "{line}");
        }
    }
}
