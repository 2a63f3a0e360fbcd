//! `jetan debug`: a program under a debugger, on a screen, by script or line by line.

mod debuggee_host;
mod screen;
mod source_versions;

use std::cell::RefCell;
use std::fmt::Display;
use std::io::{self, BufRead, IsTerminal};
use std::path::Path;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::ColorChoice;
use jetan_asm::SourceSet;
use jetan_debug::command::{self, DebugReply};
use jetan_debug::debugger;
use jetan_debug::notes::{NoteTaker, NotingEngine};
use jetan_debug::{Arrival, Debugger};
use jetan_machine::{Engine, Machine};
use jetan_os::file::{self, AcceptedFiles};
use jetan_report::runtime;
use jetan_run::recording::{Recording, RecordingError};
use jetan_run::{KeyframePolicy, LoadedProgram, Timeline};
use jetan_run::{SlicedJob, YieldPoint};
use jetan_symbols::DebugSymbols;

use super::{elf, run};
use crate::cli::debug::DebugArgs;
use crate::console::Console;
use crate::engine::AnyEngine;
use crate::exit::{CommandFailure, Exit};
use crate::plan::RunPlan;
use crate::project::ChosenProgram;
use crate::{drive, files};
use debuggee_host::DebuggeeHost;
use source_versions::SourceVersions;

/// The most that is read of a recording or of the program's input.
const FILE_BYTES_MAX: u64 = 1 << 30;

/// Debugs what was typed.
pub(crate) fn run(
    typed: &DebugArgs,
    color: ColorChoice,
    console: &Console,
) -> Result<Exit, CommandFailure> {
    let mut plan = RunPlan::from(typed);
    let path = typed.replay.as_deref().or(typed.case.as_deref());
    let Some(Debuggee { sources, loaded, replayed }) = load(typed, path, &mut plan, console)?
    else {
        return Ok(Exit::Assembly);
    };
    let LoadedProgram { program, mut machine, .. } = loaded;
    let names = DebugSymbols::new(program, sources.clone());
    // Before the run begins, because the machine itself writes most notes down.
    let notes = Rc::new(RefCell::new(NoteTaker::new(names.clone(), &mut machine)));
    let bytes_max = usize::try_from(typed.history).unwrap_or(usize::MAX);
    let keeping = KeyframePolicy { bytes_max, ..KeyframePolicy::default() };
    let mut engine = AnyEngine::new(plan.engine);
    let own: Box<dyn Engine + '_> = Box::new(NotingEngine::new(Box::new(&mut engine), &notes));
    let interrupted = drive::interruption();
    // Taken back at once: Ctrl-C ends the command at hand, not the debugger.
    let mut goes_on = |_| !interrupted.swap(false, Ordering::Relaxed);
    let timeline = match replayed {
        None => Timeline::new(machine, own, keeping),
        Some(recording) => play_back(machine, own, keeping, recording, &mut goes_on)
            .map_err(|why| unusable(path, &why))?,
    };
    // Asked before the session: at its end a refusal would lose the recording.
    if let Some(path) = &typed.record {
        files::protect_sources(path, &sources)?;
    }
    let room = make_host(&plan)?;
    let mut debugger = Debugger::new(timeline, names);
    debugger.notes = Some(notes);
    debugger.explainer = Some(|stop, machine, names, aftermath| {
        runtime::explain(stop, machine, names, aftermath, Console::fold())
    });
    let bitmap = run::bitmap(typed.bitmap.as_deref(), &sources, debugger.machine(), console)?;
    debugger.display = bitmap.map(|config| debugger::BitmapArea {
        base: config.base,
        columns: config.columns(),
        rows: config.rows(),
    });
    let mut context =
        DebugShell { debugger, room, console, interrupted: &interrupted, json: typed.json };
    let exit = match &typed.script {
        Some(path) => context.script(path),
        None if is_for_screen(typed) => {
            screen::show(&mut context.debugger, &mut context.room, typed, bitmap, color)
        }
        None => context.lines(&sources),
    }?;
    if let Some(path) = &typed.record {
        let bytes = context.debugger.timeline.recording(&plan.arguments).to_bytes();
        let unwritable = |why| CommandFailure::unreadable(format!("jetan: {why}"));
        files::write_whole(path, &bytes).map_err(unwritable)?;
    }
    drop(context);
    for note in engine.notes(plan.engine) {
        console.say(format!("jetan: {note}\n"));
    }
    Ok(exit)
}

/// A program that is to be debugged, and the recording of the run that is looked at.
struct Debuggee {
    sources: SourceSet,
    loaded: LoadedProgram,
    replayed: Option<Recording>,
}

/// Loads what was typed; none if there are errors, which have been reported then.
fn load(
    typed: &DebugArgs,
    recording: Option<&Path>,
    plan: &mut RunPlan,
    console: &Console,
) -> Result<Option<Debuggee>, CommandFailure> {
    let linked = elf::open(&typed.files)?;
    let sources = match &linked {
        Some(elf) => elf.sources.clone(),
        None => load_sources(typed, plan)?,
    };
    let replayed = recording.map(replay).transpose()?;
    // Before loading: clock, seed and arguments of the recording are part of the machine.
    if let Some(recording) = &replayed {
        plan.repeat(&recording.circumstances);
    }
    let loaded = match linked {
        Some(elf) => Some(elf::load(elf, plan)?),
        None => run::load(&sources, plan, console)?,
    };
    Ok(loaded.map(|loaded| Debuggee { sources, loaded, replayed }))
}

/// The sources that were typed, with what their project file says.
fn load_sources(typed: &DebugArgs, plan: &mut RunPlan) -> Result<SourceSet, CommandFailure> {
    let program = ChosenProgram::typed(&typed.files, typed.project)?;
    plan.settle(&program);
    files::load(&program.roots)
}

/// A timeline of a recording, standing at the step that the recording is about.
fn play_back<'e>(
    machine: Machine,
    engine: Box<dyn Engine + 'e>,
    keeping: KeyframePolicy,
    recording: Recording,
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> Result<Timeline<'e>, RecordingError> {
    let focus = recording.focus;
    let job = async |point: YieldPoint| {
        Timeline::play_back(machine, engine, keeping, recording, &point).await
    };
    let mut timeline = SlicedJob::new(job).finish(goes_on)?;
    if let Some(focus) = focus {
        timeline.go_to(focus).map_err(RecordingError::Diverged)?;
    }
    Ok(timeline)
}

fn unusable(path: Option<&Path>, why: &dyn Display) -> CommandFailure {
    let path = file::name(path.unwrap_or(Path::new("")));
    CommandFailure::unreadable(format!("jetan: {path}: {why}"))
}

/// The recording that a file holds.
fn replay(path: &Path) -> Result<Recording, CommandFailure> {
    let bytes = file::read(path, AcceptedFiles::Pipes, FILE_BYTES_MAX);
    let bytes = bytes.map_err(|error| unusable(Some(path), &error))?;
    Recording::from_bytes(&bytes).map_err(|why| unusable(Some(path), &why))
}

/// Whether there is a screen to be used.
fn is_for_screen(typed: &DebugArgs) -> bool {
    let has_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    has_terminal && !typed.plain && !typed.json
}

/// The host of the program, with its input if that comes from a file.
fn make_host(plan: &RunPlan) -> Result<DebuggeeHost, CommandFailure> {
    let mut room = DebuggeeHost::default();
    if let Some(path) = &plan.stdin {
        let unreadable =
            |why| CommandFailure::unreadable(format!("jetan: {}: {why}", file::name(path)));
        room.type_all(&file::read(path, AcceptedFiles::Pipes, FILE_BYTES_MAX).map_err(unreadable)?);
    }
    Ok(room)
}

struct DebugShell<'a> {
    debugger: Debugger<'a>,
    room: DebuggeeHost,
    console: &'a Console,
    interrupted: &'a AtomicBool,
    json: bool,
}

impl DebugShell<'_> {
    /// Does the commands of a file. Ends with code 1 if one of them could not be done.
    fn script(&mut self, path: &Path) -> Result<Exit, CommandFailure> {
        let text = if path == Path::new("-") {
            let unreadable = |error| CommandFailure::unreadable(format!("jetan: <stdin>: {error}"));
            io::read_to_string(io::stdin()).map_err(unreadable)?
        } else {
            files::read_text(path, AcceptedFiles::Pipes)?
        };
        let mut exit = Exit::Success;
        for line in text.lines() {
            let is_silent = line.trim().is_empty() || line.trim_start().starts_with('#');
            if !self.json && !is_silent {
                self.console.result(format!("> {}\n", line.trim()))?;
            }
            let reply = self.execute(line)?;
            // The rest of the script is done all the same; only the exit code remembers.
            if reply.is_refusal {
                exit = Exit::Assembly;
            }
            if reply.is_over {
                break;
            }
        }
        Ok(exit)
    }

    /// Does what is typed, line by line.
    fn lines(&mut self, sources: &SourceSet) -> Result<Exit, CommandFailure> {
        let is_asked = io::stdin().is_terminal();
        if is_asked {
            let name = sources.roots().first().map_or("", |root| sources.file(*root).name());
            self.console.say(format!("{name}: `help` lists the commands, `quit` leaves\n"));
        }
        let mut line = String::new();
        let mut last = String::new();
        let known = SourceVersions::of(sources);
        let mut shown = None;
        loop {
            let change = known.change();
            // Said once for each change instead of at every prompt.
            if change != shown {
                shown = change;
                let words = shown.iter().map(|change| format!("jetan: {change}\n"));
                self.console.say(words.collect::<String>());
            }
            if is_asked {
                self.console.say("(jetan) ");
            }
            line.clear();
            // An error ends the session like the end of input; a line that is not UTF-8 is such an
            // error.
            if io::stdin().lock().read_line(&mut line).unwrap_or(0) == 0 {
                return Ok(Exit::Success);
            }
            // An empty line repeats the last command, as people know it from gdb.
            if line.trim().is_empty() {
                line.clone_from(&last);
            }
            last.clone_from(&line);
            if self.execute(&line)?.is_over {
                return Ok(Exit::Success);
            }
        }
    }

    fn execute(&mut self, line: &str) -> Result<DebugReply, CommandFailure> {
        let interrupted = self.interrupted;
        let DebugShell { debugger, room, .. } = self;
        let job = async |point: YieldPoint| command::execute(debugger, room, line, &point).await;
        let goes_on = &mut |_| !interrupted.swap(false, Ordering::Relaxed);
        let mut reply = SlicedJob::new(job).finish(goes_on);
        if reply.arrival == Some(Arrival::GaveUp) {
            let job = async |point: YieldPoint| debugger.explain_interruption(&point).await;
            reply.lines.extend(SlicedJob::new(job).finish(goes_on).unwrap_or_default());
        }
        if self.json {
            // Blank lines get no object.
            if !line.trim().is_empty() {
                let text = jetan_report::debug::json(line, &reply, &self.debugger);
                self.console.result(text + "\n")?;
            }
        } else {
            let text: String = reply.lines.iter().flat_map(|line| [line, "\n"]).collect();
            self.console.result(text)?;
        }
        Ok(reply)
    }
}
