//! Writing a trace while the program runs.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use jetan_debug::trace::{TraceRange, Tracer};
use jetan_machine::{Engine, Host, Interpreter, Machine, Stop, StopConditions};
use jetan_report::{trace, visible};
use jetan_symbols::DebugSymbols;

use crate::console::Console;
use crate::exit::CommandFailure;
use crate::files;

/// An engine that writes down what it does, up to a number of lines; then it only runs.
pub(crate) struct TraceWriter {
    tracer: Tracer,
    /// The engine for the rest of the run, when enough was written.
    engine: Interpreter,
    names: DebugSymbols,
    out: Box<dyn Write>,
    path: String,
    is_json: bool,
    left: u64,
    lines_max: u64,
    failed: Option<io::Error>,
}

impl TraceWriter {
    /// Begins a trace in a file; `-` is standard error.
    pub(crate) fn open(
        path: &Path,
        ranges: Vec<TraceRange>,
        lines_max: u64,
        names: DebugSymbols,
    ) -> Result<TraceWriter, CommandFailure> {
        let shown = files::name(path);
        let out: Box<dyn Write> = if path.as_os_str() == "-" {
            Console::writer()
        } else {
            let file = File::create(path).map_err(|error| {
                let why = jetan_os::file::reason(&error);
                CommandFailure::unreadable(format!("jetan: {shown}: {why}"))
            })?;
            Box::new(BufWriter::new(file))
        };
        Ok(TraceWriter {
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
                trace::json(&step, machine, &self.names)
            } else {
                visible::text(&trace::text(&step, machine, &self.names)).into_owned()
            };
            // Remembered, because an engine cannot fail; `finish` reports it.
            self.failed = writeln!(self.out, "{line}").err();
        }
    }

    /// Notes about the trace after the run.
    pub(crate) fn notes(&self) -> Vec<String> {
        let max = self.lines_max;
        let full = format!("the trace ends after {max} lines (--trace-max); the program went on");
        (self.left == 0).then_some(full).into_iter().collect()
    }

    /// Makes sure that all is written.
    pub(crate) fn finish(&mut self) -> Result<(), CommandFailure> {
        let failed = self.failed.take().map_or_else(|| self.out.flush(), Err);
        failed.map_err(|error| {
            let why = jetan_os::file::reason(&error);
            CommandFailure::unreadable(format!("jetan: {}: {why}", self.path))
        })
    }
}

impl Engine for TraceWriter {
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &StopConditions) -> Stop {
        if self.left == 0 || self.failed.is_some() {
            return self.engine.run(machine, host, until);
        }
        let stop = self.tracer.run(machine, host, until);
        self.write(machine);
        stop
    }

    fn bursts(&self) -> u64 {
        self.engine.bursts() + self.tracer.bursts()
    }
}
