//! `jetan asm`: assemble, and show or write what came out.

use std::path::PathBuf;

use jetan_asm::problem::Severity;
use jetan_asm::program::FileSymbols;
use jetan_asm::{Diagnostic, Dialect, Options, Program, SourceSet, assemble};
use jetan_report::dump::{self, Bounds, Format, Refusal, Style};
use jetan_report::json::Extras;
use jetan_report::listing;
use jetan_report::paint::Paint;
use jetan_report::{self as render, Tally, counted};

use crate::cli;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::files::{self, Root};
use crate::neighbours;

/// The work of an `asm` command.
struct Job {
    roots: Vec<Root>,
    options: Options,
    messages: Messages,
    listing: bool,
    symbols: bool,
    dumps: Vec<Dump>,
}

/// The form in which problems are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Messages {
    Human,
    Mars,
    Json,
}

/// A dump to be written.
struct Dump {
    segment: String,
    bounds: Bounds,
    format: Format,
    style: Style,
    /// `None` is standard output.
    file: Option<PathBuf>,
}

/// Assembles and prints.
pub(crate) fn run(typed: &cli::Asm, console: &Console) -> Result<Exit, Failure> {
    let job = Job::new(typed)?;
    let sources = files::load(&job.roots)?;
    let mut assembled = assemble(&sources, &job.options);
    neighbours::advise(&mut assembled.1, &sources);
    let (program, diagnostics) = (assembled.0.as_ref(), &assembled.1);
    report(program, diagnostics, &sources, job.messages, job.extras(), console)?;
    let Some(program) = program else { return Ok(Exit::Assembly) };
    // With JSON the one object that `report` has printed contains all of this.
    if job.messages != Messages::Json {
        print(&job, program, &sources, console)?;
    }
    for dump in &job.dumps {
        dump.write(program, &sources, console)?;
    }
    if job.is_check() {
        console.say(summary(&job, program, diagnostics));
        if let Some(note) = refused_by_mars(&job, &sources) {
            console.say(note);
        }
    }
    Ok(Exit::Success)
}

/// The first thing that MARS refuses of a program that our dialect takes, for whoever has to show
/// it to MARS in the end.
fn refused_by_mars(job: &Job, sources: &SourceSet) -> Option<String> {
    let dialect = Dialect::MARS;
    if job.options.dialect == dialect {
        return None;
    }
    // Assembled once more: what MARS refuses depends on every switch of its dialect.
    let (_, diagnostics) = assemble(sources, &Options { dialect, ..job.options.clone() });
    let first = diagnostics.iter().find(|one| one.severity() == Severity::Error)?;
    let (file, place) = render::located(sources, first.span);
    let words = first.problem.mars();
    let words = words.lines().last().unwrap_or_default();
    Some(format!(
        "MARS refuses this program, in {file}:{}: {words}; with --strict so does Jetan\n",
        place.line
    ))
}

/// Says what is wrong with the sources, if anything is.
pub(super) fn report(
    program: Option<&Program>,
    diagnostics: &[Diagnostic],
    sources: &SourceSet,
    messages: Messages,
    extras: Extras,
    console: &Console,
) -> Result<(), Failure> {
    if messages == Messages::Json {
        return console.result(render::json::answer(program, diagnostics, sources, extras));
    }
    say(diagnostics, sources, messages, console);
    // Without errors only `--warnings-as-errors` leaves no program.
    if program.is_none() && Tally::of(diagnostics).errors == 0 {
        console.say("warnings are errors here, so there is no program\n");
    }
    Ok(())
}

/// Says what is wrong with the sources, for people or as MARS does.
pub(super) fn say(
    diagnostics: &[Diagnostic],
    sources: &SourceSet,
    messages: Messages,
    console: &Console,
) {
    match messages {
        Messages::Mars => console.say(render::mars::report(diagnostics, sources, &files::absolute)),
        Messages::Human | Messages::Json => {
            let colored = console.is_colored();
            console.report(&render::human::report(diagnostics, sources, colored, Console::fold()));
        }
    }
}

impl Job {
    fn new(typed: &cli::Asm) -> Result<Job, Failure> {
        let mut options = typed.assembly.options();
        let roots = files::roots(&typed.files, typed.project)?;
        // A folder is assembled as a project, so it starts like one.
        options.start_at_main |= typed.project || typed.files.iter().any(|path| path.is_dir());
        let messages = match (typed.json, typed.assembly.mars_messages) {
            (true, _) => Messages::Json,
            (false, true) => Messages::Mars,
            (false, false) => Messages::Human,
        };
        let style = if typed.assembly.strict { Style::Mars } else { Style::Jetan };
        let dumps: Result<Vec<Dump>, Failure> =
            // clap appends the three words of every `--dump` to one list.
            typed.dump.chunks(3).map(|words| Dump::new(words, &options, style)).collect();
        let dumps = dumps?;
        if typed.json && dumps.iter().any(|dump| dump.file.is_none()) {
            let message = "jetan: --json and a dump cannot both go to standard output";
            return Err(Failure::usage(message));
        }
        let (listing, symbols) = (typed.listing, typed.symbols);
        Ok(Job { roots, options, messages, listing, symbols, dumps })
    }

    fn extras(&self) -> Extras {
        Extras { symbols: self.symbols, code: self.listing }
    }

    /// Whether nothing is asked for but to check the sources.
    fn is_check(&self) -> bool {
        let prints = self.listing || self.symbols || self.messages == Messages::Json;
        !prints && self.dumps.is_empty()
    }
}

fn print(
    job: &Job,
    program: &Program,
    sources: &SourceSet,
    console: &Console,
) -> Result<(), Failure> {
    let mut texts = Vec::new();
    if job.listing {
        let paint = Paint { is_colored: console.is_result_colored() };
        texts.push(listing::listing(program, sources, paint));
    }
    if job.symbols {
        texts.push(listing::symbol_table(program, sources));
    }
    console.colored_result(&texts.join("\n"))
}

/// One line on what was assembled.
fn summary(job: &Job, program: &Program, diagnostics: &[Diagnostic]) -> String {
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
        Tally::of(diagnostics).words()
    )
}

impl Dump {
    fn new(words: &[std::ffi::OsString], options: &Options, style: Style) -> Result<Dump, Failure> {
        // Lossy is enough for words of ours; the name of the file keeps its bytes.
        let word = |idx: usize| words.get(idx).map(|word| word.to_string_lossy());
        let segment = word(0).unwrap_or_default().into_owned();
        let name = word(1).unwrap_or_default();
        let Some(bounds) = Bounds::parse(&segment, &options.map, style) else {
            return Err(Failure::usage(format!(
                "jetan: `{segment}` cannot be dumped: it is neither .text nor .data nor a range of \
                 word addresses such as 0x10010000-0x1001000c"
            )));
        };
        let named = |(known, _): &&(&str, Format)| known.eq_ignore_ascii_case(&name);
        let Some(&(_, format)) = Format::ALL.iter().find(named) else {
            let known: Vec<&str> = Format::ALL.iter().map(|&(name, _)| name).collect();
            return Err(Failure::usage(format!(
                "jetan: there is no dump format `{name}`, only {}",
                known.join(", ")
            )));
        };
        let file = words.get(2).filter(|file| *file != "-").map(PathBuf::from);
        Ok(Dump { segment, bounds, format, style, file })
    }

    fn write(
        &self,
        program: &Program,
        sources: &SourceSet,
        console: &Console,
    ) -> Result<(), Failure> {
        let image = &program.image;
        let bytes = match dump::contents(image, Some(program), self.bounds, self.format, self.style)
        {
            Ok(bytes) => bytes,
            Err(Refusal::Unwritten) => {
                // MARS: a segment that was never written to is a message and not an error.
                let line = format!("jetan: nothing is stored in {}: no dump\n", self.segment);
                console.say(line);
                return Ok(());
            }
            Err(Refusal::Inaccessible(address)) => {
                let line = format!("jetan: there is no memory at {address:#010x}: no dump");
                return Err(Failure::usage(line));
            }
        };
        match &self.file {
            None => console.raw_result(&bytes),
            Some(path) => {
                // Includes count as sources, too, and are known only after assembling.
                files::spare_sources(path, sources)?;
                let unwritten = |why| Failure::unreadable(format!("jetan: cannot write {why}"));
                files::write_whole(path, &bytes).map_err(unwritten)
            }
        }
    }
}
