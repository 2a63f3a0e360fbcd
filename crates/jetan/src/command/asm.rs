//! `jetan asm`: assemble, and show or write what came out.

use std::env;
use std::path::{Path, PathBuf};

use jetan_asm::problem::Severity;
use jetan_asm::program::FileSymbols;
use jetan_asm::{AssemblyOptions, Diagnostic, Dialect, Program, SourceSet, assemble};
use jetan_report::dump::{self, DumpBounds, DumpError, DumpFormat, DumpStyle};
use jetan_report::json::ProgramExtras;
use jetan_report::listing;
use jetan_report::paint::TextPaint;
use jetan_report::{self as render, ProblemTally, counted};

use crate::cli;
use crate::console::Console;
use crate::exit::{CommandFailure, Exit};
use crate::files::{self, SourceRoot};
use crate::neighbours;
use crate::project::ChosenProgram;

/// The work of an `asm` command.
struct AsmPlan {
    roots: Vec<SourceRoot>,
    options: AssemblyOptions,
    messages: MessageStyle,
    listing: bool,
    symbols: bool,
    dumps: Vec<AsmDump>,
    elf: Option<PathBuf>,
}

/// The form in which problems are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MessageStyle {
    Human,
    Mars,
    Json,
}

/// A dump to be written.
struct AsmDump {
    segment: String,
    bounds: DumpBounds,
    format: DumpFormat,
    style: DumpStyle,
    /// `None` is standard output.
    file: Option<PathBuf>,
}

/// Assembles and prints.
pub(crate) fn run(typed: &cli::AsmArgs, console: &Console) -> Result<Exit, CommandFailure> {
    let job = AsmPlan::new(typed)?;
    let sources = files::load(&job.roots)?;
    let mut assembled = assemble(&sources, &job.options);
    neighbours::advise(&mut assembled.1, &sources);
    let (program, diagnostics) = (assembled.0.as_ref(), &assembled.1);
    report(program, diagnostics, &sources, job.messages, job.extras(), console)?;
    let Some(program) = program else { return Ok(Exit::Assembly) };
    // With JSON the one object that `report` has printed contains all of this.
    if job.messages != MessageStyle::Json {
        print(&job, program, &sources, console)?;
    }
    for dump in &job.dumps {
        dump.write(program, &sources, console)?;
    }
    if let Some(path) = &job.elf {
        write_elf(path, program, &sources)?;
    }
    if job.is_check() {
        console.say(summary(&job, program, diagnostics));
        if let Some((place, words)) = refused_by_mars(&job.options, &sources) {
            console.say(format!(
                "MARS refuses this program, in {place}: {words}; with --strict so does Jetan\n"
            ));
        }
    }
    Ok(Exit::Success)
}

/// Writes a program as an ELF file.
fn write_elf(path: &Path, program: &Program, sources: &SourceSet) -> Result<(), CommandFailure> {
    files::protect_sources(path, sources)?;
    // Debuggers look for the sources there.
    let folder = env::current_dir().unwrap_or_default();
    let refused = |why| CommandFailure::unreadable(format!("jetan: {why}"));
    let bytes = jetan_elf::write(program, sources, &folder.to_string_lossy()).map_err(refused)?;
    files::write_whole(path, &bytes).map_err(refused)
}

/// The first thing that MARS refuses of a program that our dialect takes, for whoever has to show
/// it to MARS in the end: its place, and MARS's words.
pub(super) fn refused_by_mars(
    options: &AssemblyOptions,
    sources: &SourceSet,
) -> Option<(String, String)> {
    let dialect = Dialect::MARS;
    if options.dialect == dialect {
        return None;
    }
    // Assembled once more: what MARS refuses depends on every switch of its dialect.
    let (_, diagnostics) = assemble(sources, &AssemblyOptions { dialect, ..options.clone() });
    let first = diagnostics.iter().find(|one| one.severity() == Severity::Error)?;
    let (file, place) = render::located(sources, first.span);
    let words = first.problem.mars();
    let words = words.lines().last().unwrap_or_default();
    Some((format!("{file}:{}", place.line), words.to_owned()))
}

/// Says what is wrong with the sources, if anything is.
pub(super) fn report(
    program: Option<&Program>,
    diagnostics: &[Diagnostic],
    sources: &SourceSet,
    messages: MessageStyle,
    extras: ProgramExtras,
    console: &Console,
) -> Result<(), CommandFailure> {
    if messages == MessageStyle::Json {
        return console.result(render::json::answer(program, diagnostics, sources, extras));
    }
    say(diagnostics, sources, messages, console);
    // Without errors only `--warnings-as-errors` leaves no program.
    if program.is_none() && ProblemTally::of(diagnostics).errors == 0 {
        console.say("warnings are errors here, so there is no program\n");
    }
    Ok(())
}

/// Says what is wrong with the sources, for people or as MARS does.
pub(super) fn say(
    diagnostics: &[Diagnostic],
    sources: &SourceSet,
    messages: MessageStyle,
    console: &Console,
) {
    match messages {
        MessageStyle::Mars => {
            console.say(render::mars::report(diagnostics, sources, &files::absolute));
        }
        MessageStyle::Human | MessageStyle::Json => {
            let colored = console.is_colored();
            console.report(&render::human::report(diagnostics, sources, colored, Console::fold()));
        }
    }
}

impl AsmPlan {
    fn new(typed: &cli::AsmArgs) -> Result<AsmPlan, CommandFailure> {
        let mut options = typed.assembly.options();
        let program = ChosenProgram::typed(&typed.files, typed.project)?;
        let has_map = options.map != AssemblyOptions::default().map;
        program.settle(&mut options, has_map);
        let messages = match (typed.json, typed.assembly.mars_messages) {
            (true, _) => MessageStyle::Json,
            (false, true) => MessageStyle::Mars,
            (false, false) => MessageStyle::Human,
        };
        let style = if typed.assembly.strict { DumpStyle::Mars } else { DumpStyle::Jetan };
        let dumps: Result<Vec<AsmDump>, CommandFailure> =
            // clap appends the three words of every `--dump` to one list.
            typed.dump.chunks(3).map(|words| AsmDump::new(words, &options, style)).collect();
        let dumps = dumps?;
        if typed.json && dumps.iter().any(|dump| dump.file.is_none()) {
            let message = "jetan: --json and a dump cannot both go to standard output";
            return Err(CommandFailure::usage(message));
        }
        let (listing, symbols) = (typed.listing, typed.symbols);
        let elf = typed.elf.clone();
        let roots = program.roots;
        Ok(AsmPlan { roots, options, messages, listing, symbols, dumps, elf })
    }

    fn extras(&self) -> ProgramExtras {
        ProgramExtras { symbols: self.symbols, code: self.listing }
    }

    /// Whether nothing is asked for but to check the sources.
    fn is_check(&self) -> bool {
        let prints = self.listing || self.symbols || self.messages == MessageStyle::Json;
        !prints && self.dumps.is_empty() && self.elf.is_none()
    }
}

fn print(
    job: &AsmPlan,
    program: &Program,
    sources: &SourceSet,
    console: &Console,
) -> Result<(), CommandFailure> {
    let mut texts = Vec::new();
    if job.listing {
        let paint = TextPaint { is_colored: console.is_result_colored() };
        texts.push(listing::listing(program, sources, paint));
    }
    if job.symbols {
        texts.push(listing::symbol_table(program, sources));
    }
    console.colored_result(&texts.join("\n"))
}

/// One line on what was assembled.
fn summary(job: &AsmPlan, program: &Program, diagnostics: &[Diagnostic]) -> String {
    let name = job.roots.first().map_or("", |root| &root.name);
    let others = match job.roots.len() {
        0 | 1 => String::new(),
        count => format!(" and {}", counted(count - 1, "other file")),
    };
    let local: usize = program.files.iter().map(|file: &FileSymbols| file.symbols.len()).sum();
    format!(
        "{name}{others}: {}, {}, {}\n",
        counted(program.code.len(), "instruction"),
        counted(local + program.globals.len(), "label"),
        ProblemTally::of(diagnostics).words()
    )
}

impl AsmDump {
    fn new(
        words: &[std::ffi::OsString],
        options: &AssemblyOptions,
        style: DumpStyle,
    ) -> Result<AsmDump, CommandFailure> {
        // Lossy is enough for words of ours; the name of the file keeps its bytes.
        let word = |idx: usize| words.get(idx).map(|word| word.to_string_lossy());
        let segment = word(0).unwrap_or_default().into_owned();
        let name = word(1).unwrap_or_default();
        let Some(bounds) = DumpBounds::parse(&segment, &options.map, style) else {
            return Err(CommandFailure::usage(format!(
                "jetan: `{segment}` cannot be dumped: it is neither .text nor .data nor a range of \
                 word addresses such as 0x10010000-0x1001000c"
            )));
        };
        let named = |(known, _): &&(&str, DumpFormat)| known.eq_ignore_ascii_case(&name);
        let Some(&(_, format)) = DumpFormat::ALL.iter().find(named) else {
            let known: Vec<&str> = DumpFormat::ALL.iter().map(|&(name, _)| name).collect();
            return Err(CommandFailure::usage(format!(
                "jetan: there is no dump format `{name}`, only {}",
                known.join(", ")
            )));
        };
        let file = words.get(2).filter(|file| *file != "-").map(PathBuf::from);
        Ok(AsmDump { segment, bounds, format, style, file })
    }

    fn write(
        &self,
        program: &Program,
        sources: &SourceSet,
        console: &Console,
    ) -> Result<(), CommandFailure> {
        let image = &program.image;
        let bytes = match dump::contents(image, Some(program), self.bounds, self.format, self.style)
        {
            Ok(bytes) => bytes,
            Err(DumpError::Unwritten) => {
                // MARS: a segment that was never written to is a message and not an error.
                let line = format!("jetan: nothing is stored in {}: no dump\n", self.segment);
                console.say(line);
                return Ok(());
            }
            Err(DumpError::Inaccessible(address)) => {
                let line = format!("jetan: there is no memory at {address:#010x}: no dump");
                return Err(CommandFailure::usage(line));
            }
        };
        match &self.file {
            None => console.raw_result(&bytes),
            Some(path) => {
                // Includes count as sources, too, and are known only after assembling.
                files::protect_sources(path, sources)?;
                let unwritten =
                    |why| CommandFailure::unreadable(format!("jetan: cannot write {why}"));
                files::write_whole(path, &bytes).map_err(unwritten)
            }
        }
    }
}
