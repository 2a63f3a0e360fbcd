//! Writing a trace while the program runs.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use jetan_debug::names::Names;
use jetan_debug::trace::{Change, Range, Step, Tracer};
use jetan_machine::{Engine, Host, Interpreter, Machine, Stop, Until};
use serde::Serialize;

use crate::console::Console;
use crate::exit::Failure;
use crate::{files, visible, wire};

/// How wide the instruction is before what it changed.
const INSTRUCTION_WIDTH: usize = 28;

/// An engine that writes down what it does, up to a number of lines; then it only runs.
pub(crate) struct Trace {
    tracer: Tracer,
    /// What runs when enough was written.
    engine: Interpreter,
    names: Names,
    out: Box<dyn Write>,
    path: String,
    is_json: bool,
    left: u64,
    lines_max: u64,
    failed: Option<io::Error>,
}

/// A step for machines.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WireStep {
    /// How many instructions had been executed before.
    count: u64,
    pc: u32,
    file: Option<String>,
    line: Option<u32>,
    instruction: String,
    changes: Vec<WireChange>,
}

#[derive(Serialize)]
struct WireChange {
    place: String,
    /// Absent where a service has stored bytes.
    value: Option<u32>,
}

impl Trace {
    /// Begins a trace in a file; `-` is standard error.
    pub(crate) fn open(
        path: &Path,
        ranges: Vec<Range>,
        lines_max: u64,
        names: Names,
    ) -> Result<Trace, Failure> {
        let shown = files::name(path);
        let out: Box<dyn Write> = if path.as_os_str() == "-" {
            Console::writer()
        } else {
            let file = File::create(path).map_err(|error| {
                let why = jetan_os::file::reason(&error);
                Failure::unreadable(format!("jetan: {shown}: {why}"))
            })?;
            Box::new(BufWriter::new(file))
        };
        Ok(Trace {
            tracer: Tracer::new(ranges),
            engine: Interpreter::default(),
            names,
            out,
            is_json: path.extension().is_some_and(|extension| extension == "json"),
            path: shown,
            left: lines_max,
            lines_max,
            failed: None,
        })
    }

    fn write(&mut self, machine: &Machine) {
        for step in self.tracer.take() {
            if self.left == 0 || self.failed.is_some() {
                return;
            }
            self.left -= 1;
            let line = if self.is_json {
                wire::json(&self.wire(&step, machine))
            } else {
                visible::text(&self.text(&step, machine)).into_owned()
            };
            self.failed = writeln!(self.out, "{line}").err();
        }
    }

    fn text(&self, step: &Step, machine: &Machine) -> String {
        let place = match self.names.line(step.pc) {
            Some(line) => format!("{}:{}", line.file, line.number),
            None => format!("{:#010x}", step.pc),
        };
        let instruction = self.names.instruction(machine, step.pc);
        let changes: Vec<String> =
            step.changes.iter().map(|change| self.change_text(change)).collect();
        let changes = changes.join(", ");
        let (count, width) = (step.count, INSTRUCTION_WIDTH);
        let line = format!("{count:>8}  {place:<16}  {instruction:<width$}  {changes}");
        line.trim_end().to_owned()
    }

    fn change_text(&self, change: &Change) -> String {
        let place = change.place(&self.names);
        match change.value() {
            Some(value) => format!("{place} = {} ({value:#x})", value.cast_signed()),
            None => format!("{place} stored"),
        }
    }

    fn wire(&self, step: &Step, machine: &Machine) -> WireStep {
        let line = self.names.line(step.pc);
        let changes = step.changes.iter();
        WireStep {
            count: step.count,
            pc: step.pc,
            line: line.as_ref().map(|line| line.number),
            file: line.map(|line| line.file),
            instruction: self.names.instruction(machine, step.pc),
            changes: changes
                .map(|change| WireChange {
                    place: change.place(&self.names),
                    value: change.value(),
                })
                .collect(),
        }
    }

    /// What there is to say about it afterwards.
    pub(crate) fn notes(&self) -> Vec<String> {
        let max = self.lines_max;
        let full = format!("the trace ends after {max} lines (--trace-max); the program went on");
        (self.left == 0).then_some(full).into_iter().collect()
    }

    /// Makes sure that all is written.
    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        let failed = self.failed.take().map_or_else(|| self.out.flush(), Err);
        failed.map_err(|error| {
            let why = jetan_os::file::reason(&error);
            Failure::unreadable(format!("jetan: {}: {why}", self.path))
        })
    }
}

impl Engine for Trace {
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &Until) -> Stop {
        if self.left == 0 || self.failed.is_some() {
            return self.engine.run(machine, host, until);
        }
        let stop = self.tracer.run(machine, host, until);
        self.write(machine);
        stop
    }
}
