//! The end of a run, as one line of JSON. Other programs read it: fields are added, never renamed.

use jetan_debug::advice;
use jetan_debug::cause::CauseLink;
use jetan_debug::endless::EndlessRun;
use jetan_machine::device::bot::{MarsBot, TrackLine};
use jetan_run::{RunEnd, RunLimit};
use serde::Serialize;

use super::RunReport;
use crate::instrumentation::InstrumentationReport;
use crate::tools::ToolReport;
use crate::wire;

/// The answer of `jetan run --json`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct RunAnswer<'r> {
    /// `exited`, `fault`, `limit` or `interrupted`.
    ending: &'static str,
    /// The exit code of the process.
    exit_code: u8,
    /// The number of instructions executed.
    instructions: u64,
    /// The program's error.
    fault: Option<WireFault<'r>>,
    /// The limit that was reached: `steps`, `time`, `output`, `memory`, `files` or `pictures`.
    limit: Option<&'static str>,
    /// The line to look at: the one that made the bad value, or that led the run astray.
    cause: Option<WireCause>,
    /// The chain of values that led to the fault, nearest first.
    chain: Vec<WireLink>,
    /// The calls that were open, innermost first, in words.
    calls: Vec<String>,
    /// The endless loop or recursion, if the program was stopped.
    endless: Option<WireEndless>,
    /// Why the cause is not known, if it should be.
    doubt: Option<&'static str>,
    /// Mars Bot as it stands at the end, if it is connected.
    #[serde(skip_serializing_if = "Option::is_none")]
    robot: Option<WireRobot>,
    #[serde(flatten)]
    seen: &'r InstrumentationReport,
}

/// Mars Bot: where it is and what it drew, in units from the upper left corner.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct WireRobot {
    x: f64,
    y: f64,
    heading: i32,
    moving: bool,
    /// The lines from start to end: x, y, x, y. The last one may end at the robot.
    track: Vec<[f64; 4]>,
    /// Whether there were more lines.
    cut: bool,
}

impl WireRobot {
    fn of(bot: &MarsBot) -> WireRobot {
        let line = |line: &TrackLine| {
            let to = line.to.unwrap_or(bot.place());
            [line.from.x(), line.from.y(), to.x(), to.y()]
        };
        WireRobot {
            x: bot.place().x(),
            y: bot.place().y(),
            heading: bot.heading(),
            moving: bot.is_moving(),
            track: bot.track().iter().map(line).collect(),
            cut: bot.is_cut(),
        }
    }
}

/// A line, and what it did.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct WireCause {
    pc: u32,
    file: Option<String>,
    line: Option<u32>,
    message: String,
    /// The effect of a return that led astray.
    astray: Option<String>,
}

/// A value, and where it came from.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct WireLink {
    /// The number of links between it and the fault.
    depth: usize,
    /// A register or a place in memory, in words.
    place: String,
    value: u32,
    /// The instruction that put it there, if one did, and the count before it.
    pc: Option<u32>,
    count: Option<u64>,
    file: Option<String>,
    line: Option<u32>,
    /// `computed`, `constant`, `call`, `service`, `loaded`, `uninitialised`, `again` or `open`.
    origin: &'static str,
}

/// A loop, or calls without an end.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct WireEndless {
    /// `loop` or `calls`.
    kind: &'static str,
    pc: u32,
    file: Option<String>,
    line: Option<u32>,
    message: String,
    notes: Vec<String>,
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
    /// The help.
    help: Vec<String>,
}

/// The end of a run in a word, and the limit in another if it was one.
fn words(end: &RunEnd) -> (&'static str, Option<&'static str>) {
    match end {
        RunEnd::Exited(_)
        | RunEnd::Returned(_)
        | RunEnd::DroppedOff(_)
        | RunEnd::OutputClosed
        | RunEnd::OutputLost(_) => ("exited", None),
        // Reading at the end of input is an error of the program: the exit code is the same too.
        RunEnd::Faulted { .. } | RunEnd::EndOfInput => ("fault", None),
        RunEnd::Interrupted | RunEnd::OutOfKeys => ("interrupted", None),
        RunEnd::Limit(limit) => {
            let name = match limit {
                RunLimit::Instructions => "steps",
                RunLimit::Time => "time",
                RunLimit::Output => "output",
                RunLimit::Memory => "memory",
                RunLimit::Files => "files",
                RunLimit::Pictures => "pictures",
            };
            ("limit", Some(name))
        }
    }
}

impl RunReport<'_> {
    /// The exit code of the process: that of the program, or 1 if it ended well and a figure does
    /// not keep its bound.
    pub fn exit_code(&self) -> u8 {
        // A program that failed has the code of its failure, whatever its figures are.
        let own = self.ending.exit_code() as u8;
        let is_good = self.seen.tools.as_ref().is_none_or(ToolReport::is_good);
        if own == 0 && !is_good { 1 } else { own }
    }

    /// The report as JSON.
    pub fn json(&self) -> String {
        let (ending, limit) = words(self.ending);
        let instructions = self.machine.count;
        let inquiry = self.inquiry();
        let answer = RunAnswer {
            ending,
            exit_code: self.exit_code(),
            instructions,
            fault: self.wire_fault(),
            limit,
            cause: self.wire_cause(),
            chain: inquiry.map_or(Vec::new(), |found| self.wire_links(&found.links)),
            calls: inquiry.map_or(Vec::new(), |found| found.calls(self.names)),
            endless: self.wire_endless(),
            doubt: self.aftermath.doubt,
            robot: self.machine.bot().map(WireRobot::of),
            seen: self.seen,
        };
        wire::json(&answer) + "\n"
    }

    fn wire_fault(&self) -> Option<WireFault<'_>> {
        let RunEnd::Faulted { fault, pc } = self.ending else { return None };
        let advice = self.advice(fault, *pc);
        let statement = self.statement(*pc);
        Some(WireFault {
            code: advice::code(fault),
            message: advice.message,
            pc: *pc,
            file: statement.map(|one| self.names.sources.file(one.span.file).name()),
            line: statement.map(|one| one.number),
            help: advice.help,
        })
    }

    fn wire_cause(&self) -> Option<WireCause> {
        let inquiry = self.inquiry()?;
        let pc = inquiry.culprit?.pc;
        let message = inquiry.accusation(self.names)?;
        let (file, line) = self.place(pc);
        Some(WireCause { pc, file, line, message, astray: inquiry.stray_text(self.names) })
    }

    fn wire_links(&self, links: &[CauseLink]) -> Vec<WireLink> {
        let wire = |link: &CauseLink| {
            let (count, pc) = link.writer.unzip();
            let (file, line) = pc.map_or((None, None), |pc| self.place(pc));
            let place = link.place.text(&|address| self.names.label(address));
            let origin = link.origin.name();
            WireLink { depth: link.depth, place, value: link.value, pc, count, file, line, origin }
        };
        links.iter().map(wire).collect()
    }

    fn wire_endless(&self) -> Option<WireEndless> {
        let endless = self.aftermath.endless.as_ref()?;
        let (pc, message) = endless.mark(self.names);
        let (file, line) = self.place(pc);
        let kind = match endless {
            EndlessRun::Loop(_) => "loop",
            EndlessRun::Calls(_) => "calls",
        };
        Some(WireEndless { kind, pc, file, line, message, notes: endless.text(self.names) })
    }

    fn place(&self, pc: u32) -> (Option<String>, Option<u32>) {
        self.names.line(pc).map(|line| (line.file, line.number)).unzip()
    }
}
