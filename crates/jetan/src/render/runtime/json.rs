//! How a run ended, as one line of JSON. Other programs read it: fields are added, never renamed.

use jetan_machine::stop::Exit as ProgramExit;
use serde::Serialize;

use super::context::Context;
use super::{Report, advice};
use crate::drive::{Ending, Limit};
use crate::wire;

/// The answer of `jetan run --json`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'r> {
    /// `exited`, `fault`, `limit` or `interrupted`.
    ending: &'static str,
    /// The exit code of the process.
    exit_code: u8,
    /// How many instructions were executed.
    instructions: u64,
    /// What the program did wrong.
    fault: Option<WireFault<'r>>,
    /// The limit that was reached: `steps`, `time`, `output` or `memory`.
    limit: Option<&'static str>,
}

/// An error at run time.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct WireFault<'r> {
    code: &'static str,
    message: String,
    /// The address of the instruction, or where a jump went astray.
    pc: u32,
    /// The source, if an instruction stands there.
    file: Option<&'r str>,
    /// The number of the line in it, from 1.
    line: Option<u32>,
    /// What to do.
    help: Vec<String>,
}

impl Report<'_> {
    /// The report as JSON.
    pub(crate) fn json(&self) -> String {
        let (ending, exit_code) = match self.ending {
            Ending::Exited(ProgramExit::Code(code)) => ("exited", *code as u8),
            Ending::Exited(_) | Ending::ClosedPipe | Ending::Lost(_) => ("exited", 0),
            Ending::Faulted { .. } => ("fault", 2),
            Ending::Limit(_) => ("limit", 3),
            Ending::Interrupted => ("interrupted", 130),
        };
        let limit = match self.ending {
            Ending::Limit(Limit::Steps) => Some("steps"),
            Ending::Limit(Limit::Time) => Some("time"),
            Ending::Limit(Limit::Output) => Some("output"),
            Ending::Limit(Limit::Memory) => Some("memory"),
            Ending::Limit(Limit::Files) => Some("files"),
            _ => None,
        };
        let instructions = self.machine.count;
        let answer = Answer { ending, exit_code, instructions, fault: self.wire_fault(), limit };
        wire::json(&answer) + "\n"
    }

    fn wire_fault(&self) -> Option<WireFault<'_>> {
        let Ending::Faulted { fault, pc } = self.ending else { return None };
        let context = Context::new(self.machine, self.program, fault, *pc);
        let advice = advice::advise(fault, &context);
        let statement = self.statement(*pc);
        Some(WireFault {
            code: advice::code(fault),
            message: advice.message,
            pc: *pc,
            file: statement.map(|one| self.sources.file(one.span.file).name()),
            line: statement.map(|one| one.number),
            help: advice.help,
        })
    }
}
