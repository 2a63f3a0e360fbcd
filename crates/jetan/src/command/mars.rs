//! `jetan mars`: MARS 4.5's own command line, with its messages and exit codes.
//!
//! Words, assembling and dumps are here; running what was assembled is [`simulate`]'s.

mod help;
mod simulate;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use jetan_asm::source::UnreadableFile;
use jetan_asm::{Assembly, SourceOutline, SourceSet, assemble_all};
use jetan_isa::Image;
use jetan_report as render;
use jetan_report::dump::{self, DumpBounds, DumpError, DumpFormat, DumpStyle};
use jetan_report::java;
use jetan_report::mars::words::{self, DumpRequest, MarsSettings, ParseOutcome, ParsedWords};

use crate::cli;
use crate::console::Console;
use crate::exit::{CommandFailure, Exit};
use crate::files::{self, SourceRoot};

const BANNER: &str = "MARS 4.5  Copyright 2003-2014 Pete Sanderson and Kenneth Vollmar\n\n";

/// Does what MARS does with these words.
pub(crate) fn run(typed: &cli::MarsArgs, console: &Console) -> Result<Exit, CommandFailure> {
    // MARS knows no such word; alone it can only be meant for us.
    let is_question = matches!(&*typed.words, [word] if word == "--help" || word == "-h");
    if typed.words.is_empty() || is_question {
        console.result(help::TEXT)?;
        return Ok(Exit::Success);
    }
    let ParsedWords { settings, messages, verdict } =
        words::parse(&typed.words, |name| Path::new(name).exists());
    let out = MarsOutput { console, to_stderr: settings.messages_to_stderr };
    if settings.banner {
        out.print(BANNER)?;
    }
    out.print(&messages)?;
    match verdict {
        ParseOutcome::Help => console.result(help::TEXT).map(|()| Exit::Success),
        // MARS: wrong words are messages; nothing is assembled, and the exit code is 0.
        ParseOutcome::Refused => Ok(Exit::Success),
        // MARS: `mc` at the end is an exception of Java, which ends with this code.
        ParseOutcome::NoConfiguration => {
            console.say(help::NO_CONFIGURATION);
            Ok(Exit::Chosen(1))
        }
        ParseOutcome::Accepted => process(&settings, &out),
    }
}

/// The output of MARS itself: on standard output, or on standard error with `me`.
struct MarsOutput<'c> {
    console: &'c Console,
    to_stderr: bool,
}

impl MarsOutput<'_> {
    fn print(&self, text: &str) -> Result<(), CommandFailure> {
        if self.to_stderr {
            self.console.echo(text);
            return Ok(());
        }
        self.console.echo_result(text)
    }
}

/// Assembles, runs and dumps.
fn process(settings: &MarsSettings, out: &MarsOutput) -> Result<Exit, CommandFailure> {
    let mut exit = Exit::Success;
    let mut assembly = nothing(settings);
    let mut sources = SourceSet::default();
    if !settings.files.is_empty() {
        match assemble(settings) {
            Ok((read, assembled)) => {
                (sources, assembly) = (read, assembled);
                exit = report(&assembly, &sources, settings, out)?;
            }
            Err(line) => {
                out.print(&line)?;
                exit = Exit::Chosen(settings.assembly_error_code);
            }
        }
    }
    if let Some(program) = assembly.program.take_if(|_| settings.simulate) {
        let outcome = simulate::run(program, &sources, settings, out)?;
        exit = outcome.exit;
        assembly.program = Some(outcome.program);
        // MARS: dumps show memory as the run has left it.
        assembly.image = outcome.image;
    }
    // MARS: dumps are written even after errors and without a run.
    for request in &settings.dumps {
        let problem = write_dump(request, settings, &sources, &assembly);
        out.print(&problem)?;
    }
    Ok(exit)
}

/// The assembly without any file: an empty memory.
fn nothing(settings: &MarsSettings) -> Assembly {
    let map = settings.options.map;
    let image = Image { map, segments: Vec::new(), wide: Vec::new(), entry: map.text_base };
    Assembly { program: None, image, diagnostics: Vec::new(), outline: SourceOutline::default() }
}

/// Assembles the files; the error is the report about one that cannot be read.
fn assemble(settings: &MarsSettings) -> Result<(SourceSet, Assembly), String> {
    let (roots, lead) = roots(settings);
    let mut texts = BTreeMap::new();
    for root in &roots {
        let bytes = files::read_root(root).map_err(|why| unreadable(root, why))?;
        texts.insert(root.name.clone(), bytes);
    }
    let sources = files::with_texts(&roots, texts);
    let mut options = settings.options.clone();
    // A lead that is not among the files leaves their order as it is.
    options.lead = roots.iter().position(|root| root.name == lead).unwrap_or(usize::MAX);
    let assembly = assemble_all(&sources, &options);
    Ok((sources, assembly))
}

/// The files in the order in which MARS reads them, and the name of the one it places first.
fn roots(settings: &MarsSettings) -> (Vec<SourceRoot>, String) {
    let root = |typed: &OsStr| {
        let path = PathBuf::from(typed);
        SourceRoot { name: files::absolute(&typed.to_string_lossy()), path: Some(path) }
    };
    let named: Vec<SourceRoot> = settings.files.iter().map(|typed| root(typed)).collect();
    let lead = named.first().map(|root| root.name.clone()).unwrap_or_default();
    // MARS: a folder that is given as a file is skipped without a word; a name without a file is
    // reported when it is read.
    let is_file = |root: &SourceRoot| root.path.as_ref().is_some_and(|path| !path.is_dir());
    if !settings.project {
        return (named.into_iter().filter(is_file).collect(), lead);
    }
    let folder = lead.rsplit_once('/').map_or("", |(folder, _)| folder);
    // With its slash, which makes the difference for `/`, and on Windows for `C:/`.
    let mut roots = project(&format!("{folder}/"));
    // MARS: of the other names only those count that the folder does not have.
    for more in named.into_iter().skip(1).filter(is_file) {
        if !roots.iter().any(|known| known.name == more.name) {
            roots.push(more);
        }
    }
    (roots, lead)
}

/// The sources of a folder, whose name ends in `/`: `.asm` files, then `.s` files, each in the
/// order of the system.
fn project(folder: &str) -> Vec<SourceRoot> {
    let names: Vec<String> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
        .collect();
    let mut roots = Vec::new();
    for extension in [".asm", ".s"] {
        for name in names.iter().filter(|name| name.ends_with(extension)) {
            let path = PathBuf::from(java::path(&format!("{folder}{name}")));
            if path.is_file() {
                roots.push(SourceRoot { name: files::name(&path), path: Some(path) });
            }
        }
    }
    roots
}

/// MARS: a file that cannot be read is reported in Java's words, without a place.
fn unreadable(root: &SourceRoot, why: UnreadableFile) -> String {
    let reason = match why {
        UnreadableFile::Missing => "No such file or directory".to_owned(),
        UnreadableFile::TooLarge => "File too large".to_owned(),
        UnreadableFile::Other(reason) => {
            let mut chars = reason.chars();
            chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect()
        }
    };
    let exception = format!("java.io.FileNotFoundException: {} ({reason})", root.name);
    // MARS: nothing stands between "in" and the colon.
    format!("Error in : {exception}\n\n{TERMINATED}")
}

const TERMINATED: &str = "Processing terminated due to errors.\n";

/// Prints warnings of a program, or warnings and errors if there is none.
fn report(
    assembly: &Assembly,
    sources: &SourceSet,
    settings: &MarsSettings,
    out: &MarsOutput,
) -> Result<Exit, CommandFailure> {
    let report = render::mars::report(&assembly.diagnostics, sources, &files::absolute);
    if assembly.program.is_none() {
        // MARS: an empty line follows the report.
        out.print(&format!("{report}\n{TERMINATED}"))?;
        return Ok(Exit::Chosen(settings.assembly_error_code));
    }
    if !report.is_empty() {
        out.print(&format!("{report}\n"))?;
    }
    Ok(Exit::Success)
}

/// Writes a dump, or says why not; the tests come in MARS's order.
fn write_dump(
    request: &DumpRequest,
    settings: &MarsSettings,
    sources: &SourceSet,
    assembly: &Assembly,
) -> String {
    let prefix = "Error while attempting to save dump,";
    let segment = request.segment.to_string_lossy();
    let file = java::path(&request.file.to_string_lossy());
    let Some(bounds) = DumpBounds::parse(&segment, &settings.options.map, DumpStyle::Mars) else {
        return format!("{prefix} segment/address-range {segment} is invalid!\n");
    };
    let name = request.format.to_string_lossy();
    let Some(format) = DumpFormat::by_name(&name) else {
        return format!("{prefix} format {name} was not found!\n");
    };
    let program = assembly.program.as_ref();
    match dump::contents(&assembly.image, program, bounds, format, DumpStyle::Mars) {
        Ok(bytes) => {
            let path = Path::new(&request.file);
            // Here we differ from MARS, which would write over the source.
            if files::protect_sources(path, sources).is_err() {
                return format!("{prefix} file {file} is one of the sources!\n");
            }
            match files::write_whole(path, &bytes) {
                Ok(()) => String::new(),
                Err(_) => format!("{prefix} file {file} was not found!\n"),
            }
        }
        Err(DumpError::Inaccessible(address)) => {
            // MARS: the address as a signed decimal number.
            format!("{prefix} file {file}!  Could not access address: {}!\n", address as i32)
        }
        Err(DumpError::Unwritten) => {
            "This segment has not been written to, there is nothing to dump.\n".to_owned()
        }
    }
}
