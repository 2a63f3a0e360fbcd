//! Notes after a plain run: mistakes that a machine notices by the way, and those
//! that can be told at a few suspicious instructions, where a run then stops.

use jetan_order::SharedSort;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use jetan_asm::program::ProgramSymbol;
use jetan_isa::{Op, Reg, Service};
use jetan_machine::warning::{RunWarning, WarningKind};
use jetan_machine::{Breakpoints, Engine, Host, Machine, Stop, StopConditions};
use jetan_run::Timeline;
use jetan_run::timeline::TimelineFollower;

use jetan_sanitizer::{CheckSet, Checker, CodeText, Finding};
use jetan_symbols::DebugSymbols;
use jetan_symbols::data::{DataKind, declared};

/// The most looks at a suspicious instruction: one that has been right so often is right.
const LOOKS_MAX: u32 = 100;

/// Findings of the checks that are told without being asked for: nothing else can be meant by them.
const SURE_FINDINGS: [&str; 2] = ["address-printed", "table-printed"];
/// Longer runs are not checked unless that is asked for: nobody should wait for a hint.
pub const UNASKED_STEPS_MAX: u64 = 1_000_000;

/// Something to be said about a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DebugNote {
    /// The address of the instruction.
    pub pc: u32,
    /// The kind of note, as a word for machines.
    pub code: &'static str,
    /// The text, for people.
    pub text: String,
}

/// Why an instruction is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SuspicionKind {
    /// Behind it a procedure begins, which it would fall into.
    Falls,
    /// It moves a number to where floats are computed with.
    Moves,
    /// It is `main`, where the program does not begin.
    Main,
}

/// Collects notes about a run.
pub struct NoteTaker {
    names: DebugSymbols,
    suspects: Vec<(u32, SuspicionKind, u32)>,
    breakpoints: Breakpoints,
    notes: Vec<DebugNote>,
}

impl NoteTaker {
    /// Prepares to take notes of a program that is about to start on a machine.
    pub fn new(names: DebugSymbols, machine: &mut Machine) -> NoteTaker {
        machine.remarks.landmarks = landmarks(&names);
        let breakpoints = Breakpoints::default();
        let mut taker = NoteTaker { names, suspects: Vec::new(), breakpoints, notes: Vec::new() };
        taker.reset();
        taker
    }

    /// Forgets what was seen, because it is no longer what has happened.
    pub fn reset(&mut self) {
        let text = CodeText::new(&self.names.program);
        let falls = text.falls().into_iter().map(|pc| (pc, SuspicionKind::Falls, 0));
        let moves = text.unconverted().into_iter().map(|pc| (pc, SuspicionKind::Moves, 0));
        let main = missed_main(&self.names).map(|main| (main.address, SuspicionKind::Main, 0));
        self.suspects = falls.chain(moves).chain(main).collect();
        self.notes.clear();
        self.set_breakpoints();
    }

    /// Breakpoints for [`NoteTaker::stopped`]; none for nearly all programs.
    pub fn breakpoints(&self) -> &Breakpoints {
        &self.breakpoints
    }

    fn set_breakpoints(&mut self) {
        self.breakpoints = self.suspects.iter().map(|&(pc, ..)| pc).collect();
    }

    /// A run has stopped before an instruction that is suspicious. It may go on.
    pub fn stopped(&mut self, machine: &Machine) {
        let pc = machine.pc;
        let Some(at) = self.suspects.iter().position(|&(suspect, ..)| suspect == pc) else {
            return;
        };
        let (_, suspicion, looks) = self.suspects[at];
        let note = match suspicion {
            SuspicionKind::Falls => self.falls(machine),
            SuspicionKind::Moves => self.moves(machine),
            SuspicionKind::Main => None,
        };
        // Each look stops the run, so an instruction that was right every time is left alone at
        // last.
        let is_enough = note.is_some() || looks >= LOOKS_MAX || suspicion == SuspicionKind::Main;
        if is_enough {
            self.suspects.remove(at);
            self.set_breakpoints();
            self.notes.extend(note);
        } else {
            self.suspects[at].2 += 1;
        }
    }

    fn falls(&self, machine: &Machine) -> Option<DebugNote> {
        let pc = machine.pc;
        let op = self.names.program.code_at(pc)?.instruction.op;
        let service = Service::from_number(machine.registers.get(Reg::V0));
        // Whether a `syscall` ends the program is only known when it is reached.
        let is_end = matches!(service, Some(Service::Exit | Service::Exit2));
        if op == Op::Syscall && is_end {
            return None;
        }
        let name = self.names.label(pc.wrapping_add(4))?;
        let text = format!(
            "the program runs on into `{name}`, which nothing has called; end it before with \
             `li $v0, 10` and `syscall`"
        );
        Some(DebugNote { pc, code: "fell-into-procedure", text })
    }

    fn moves(&self, machine: &Machine) -> Option<DebugNote> {
        let pc = machine.pc;
        let [rt, fs, _] = self.names.program.code_at(pc)?.instruction.operands;
        let reg = Reg::new(u8::try_from(rt).ok()?)?;
        let value = machine.registers.get(reg).cast_signed();
        // As a float this is next to nothing, or no number: nobody writes such bits on purpose.
        let is_integer = value != 0 && (-0x0080_0000..0x0080_0000).contains(&value);
        let text = format!(
            "$f{fs} gets the integer {value} as bits and is used as a float; convert it first with \
             `cvt.s.w $f{fs}, $f{fs}`"
        );
        is_integer.then_some(DebugNote { pc, code: "not-converted", text })
    }

    /// Everything there is to note of a run to where a machine stands, once for each line. `why`
    /// says why a file of some name cannot be opened. After a fault the line that falls into a
    /// procedure is reported by its cause.
    pub fn notes(
        &self,
        machine: &Machine,
        has_faulted: bool,
        why: &mut dyn FnMut(&[u8]) -> String,
    ) -> Vec<DebugNote> {
        let remarks = machine.remarks.noted().iter();
        let mut notes: Vec<DebugNote> = remarks.map(|remark| self.of_remark(remark, why)).collect();
        notes.extend_from_slice(&self.notes);
        notes.extend(self.missed_main(has_faulted || notes.iter().any(is_stray)));
        notes.retain(|note| !(has_faulted && note.code == "fell-into-procedure"));
        let mut lines = BTreeSet::new();
        notes.retain(|note| {
            let line = self.names.line(note.pc).map(|line| (line.file, line.number));
            lines.insert((note.code, line))
        });
        notes
    }

    /// The note about a program that went wrong and never reached its `main`.
    fn missed_main(&self, has_gone_wrong: bool) -> Option<DebugNote> {
        let is_missed = self.suspects.iter().any(|&(_, why, _)| why == SuspicionKind::Main);
        let main = missed_main(&self.names).filter(|_| is_missed && has_gone_wrong)?;
        let line = self.names.line_text(main.address);
        let is_global = self.names.program.symbol("main", None).is_some();
        let way = if is_global {
            "--start-at-main begins there"
        } else {
            "with `.globl main` and --start-at-main it begins there"
        };
        let text = format!(
            "the program begins here, with its first instruction, and never comes to `main` in \
             {line}; {way}"
        );
        Some(DebugNote { pc: self.names.program.image.entry, code: "main-not-reached", text })
    }

    fn of_remark(&self, remark: &RunWarning, why: &mut dyn FnMut(&[u8]) -> String) -> DebugNote {
        let (code, text) = match &remark.deed {
            WarningKind::IgnoredFailedOpen { name, flags } => {
                let shown = String::from_utf8_lossy(name);
                let why = not_opened(name, *flags).unwrap_or_else(|| {
                    let more = if *flags == 0 && self.writes_only() {
                        "; 0 in $a1 is for reading, and 1 makes a file to be written"
                    } else {
                        ""
                    };
                    why(name) + more
                });
                let text = format!(
                    "`{}` could not be opened ({why}), and the program goes on with a descriptor \
                     that is none; look at $v0 after service 13",
                    shown.trim_end_matches('\n')
                );
                ("file-not-opened", text)
            }
            WarningKind::UsedClosedFile { descriptor, closed } => {
                let line = self.names.line_text(*closed);
                let text = format!(
                    "descriptor {descriptor} was closed in {line}, so nothing is read or written; \
                     close a file when all is done"
                );
                ("file-closed", text)
            }
            WarningKind::UsedUnopenedFile { descriptor } => {
                let text = format!(
                    "no file was opened with descriptor {}, so nothing is read or written; open \
                     it first with service 13, which returns the descriptor in $v0",
                    descriptor.cast_signed()
                );
                ("file-never-opened", text)
            }
            WarningKind::IgnoredEndOfInput => (
                "end-of-input",
                "the program reads on after the end of its input; look at what the service \
                 returned"
                    .to_owned(),
            ),
            WarningKind::DividedByZero => (
                "division-by-zero",
                "divides by zero, which leaves HI and LO as they were".to_owned(),
            ),
            WarningKind::ReturnedFromStart if self.branched_to(remark.pc).is_some() => {
                ("main-returned", self.branched_to(remark.pc).unwrap_or_default())
            }
            WarningKind::ReturnedFromStart => (
                "main-returned",
                "returns from where the program began, which ends it here and is an error in MARS; \
                 `li $v0, 10` and `syscall` end it in both"
                    .to_owned(),
            ),
            WarningKind::PrintedAcross { start, landmark } => {
                let label = |address| self.names.label(address).unwrap_or_default();
                let (string, next) = (label(*start), label(*landmark));
                let text = format!(
                    "the string at `{string}` has no end of its own, and `{next}` is printed with \
                     it; use `.asciiz`, or store a zero byte after it"
                );
                ("string-without-end", text)
            }
        };
        DebugNote { pc: remark.pc, code, text }
    }

    /// Whether a program asks for writing to files and nowhere for reading from them.
    fn writes_only(&self) -> bool {
        let asks_for = |service: Service| {
            self.names.program.code.iter().any(|code| {
                let [to, from, number] = code.instruction.operands;
                matches!(code.instruction.op, Op::Addiu | Op::Ori)
                    && (to, from) == (i32::from(Reg::V0.number()), 0)
                    && Service::from_number(number.cast_unsigned()) == Some(service)
            })
        };
        asks_for(Service::Write) && !asks_for(Service::Read)
    }

    /// The note about a return from code that was branched to instead of called; none if the
    /// return at `pc` is not one.
    fn branched_to(&self, pc: u32) -> Option<String> {
        let (branch, start) = CodeText::new(&self.names.program).branched_to(pc)?;
        let (name, line) = (self.names.code_name(start), self.names.line_text(branch));
        let op = self.names.program.code_at(branch)?.instruction.op;
        let way = if op == Op::J { "jump" } else { "branch" };
        Some(format!(
            "`jr $ra` ends the program here, because {name} was not called: the {way} in {line} \
             leads there without setting `$ra`; call it with `jal`"
        ))
    }
}

/// The findings of the checks about a run that has ended well, if it was short.
pub fn unasked_findings(timeline: &Timeline<'_>, names: &DebugSymbols) -> Vec<Finding> {
    let is_good = timeline.ending().is_some_and(|end| end.is_own());
    let length = timeline.end_count() - timeline.start_count();
    if !is_good || length > UNASKED_STEPS_MAX {
        return Vec::new();
    }
    let make = |machine: &Machine| Checker::new(machine, names.clone(), CheckSet::ALL);
    let mut follower = TimelineFollower::new(timeline, make);
    // A replay that diverged says nothing about the run.
    let is_same = follower.follow(timeline, UNASKED_STEPS_MAX).is_ok();
    if is_same { follower.engine.findings().to_vec() } else { Vec::new() }
}

/// The notes about those findings that are told without being asked for.
pub fn sure_notes(findings: &[Finding]) -> Vec<DebugNote> {
    let sure = findings.iter().filter(|finding| SURE_FINDINGS.contains(&finding.code));
    let note = |finding: &Finding| DebugNote {
        pc: finding.places.first().map_or(0, |place| place.pc),
        code: finding.code,
        text: format!("{}; {}", finding.message, finding.help),
    };
    sure.map(note).collect()
}

/// The lines after a run that was not checked: what is sure about it, and a hint if there is more.
pub fn unasked_lines(findings: &[Finding], names: &DebugSymbols) -> Vec<String> {
    let sure = sure_notes(findings);
    let mut lines: Vec<String> = sure.iter().map(|note| note.line(names)).collect();
    let doubts = findings.len() - sure.len();
    if doubts > 0 {
        let sources = &names.sources;
        let first = sources.roots().first().map_or("FILE", |root| sources.file(*root).name());
        let things = if doubts == 1 { "something doubtful" } else { "some doubtful things" };
        lines.push(format!(
            "note: the run did {things}: `jetan run --check {first}` shows the lines"
        ));
    }
    lines
}

impl DebugNote {
    /// The note as a line, with the place it is about.
    pub(crate) fn line(&self, names: &DebugSymbols) -> String {
        let place = match names.line(self.pc) {
            Some(line) => format!("{}:{}", line.file, line.number),
            None => format!("{:#010x}", self.pc),
        };
        format!("note: {place}: {}", self.text)
    }
}

/// Whether a program that does this has probably begun at the wrong place.
fn is_stray(note: &DebugNote) -> bool {
    matches!(note.code, "fell-into-procedure" | "main-returned")
}

/// The `main` of a program that begins elsewhere.
pub(crate) fn missed_main(names: &DebugSymbols) -> Option<&ProgramSymbol> {
    let main = names.symbols().iter().find(|symbol| symbol.name == "main" && !symbol.is_data)?;
    (main.address != names.program.image.entry).then_some(main)
}

/// The labels of data at which something of its own begins. Bytes behind bytes are one text to
/// whoever gives each a name to change it by.
fn landmarks(names: &DebugSymbols) -> Arc<[u32]> {
    let mut data: Vec<&ProgramSymbol> = names.symbols().iter().filter(|it| it.is_data).collect();
    data.shared_sort_by_key(|symbol| symbol.address);
    let is_byte = |symbol: &ProgramSymbol| matches!(declared(names, symbol), Some(DataKind::Byte));
    let mut follows_byte = false;
    let mut landmarks = Vec::with_capacity(data.len());
    for symbol in data {
        let is_own = !is_byte(symbol);
        if is_own || !follows_byte {
            landmarks.push(symbol.address);
        }
        follows_byte = !is_own;
    }
    landmarks.into()
}

/// The reason why a file of this name cannot be opened with these flags.
fn not_opened(name: &[u8], flags: u32) -> Option<String> {
    // MARS: service 8 stores the newline, so a name that was typed ends with it.
    if name.ends_with(b"\n") {
        return Some("its name ends with the newline that service 8 keeps".to_owned());
    }
    // MARS: every other value of `$a1` makes the service fail (`testdata/mars/file-open-errors`).
    let is_known = [0, 1, 9].contains(&flags);
    (!is_known).then(|| format!("$a1 is {flags}, and only 0, 1 and 9 mean something"))
}

/// An engine that stops for a [`NoteTaker`], and goes on without its caller noticing.
pub struct NotingEngine<'e> {
    engine: Box<dyn Engine + 'e>,
    taker: Rc<RefCell<NoteTaker>>,
}

impl<'e> NotingEngine<'e> {
    /// Wraps an engine for a [`NoteTaker`].
    pub fn new(engine: Box<dyn Engine + 'e>, taker: &Rc<RefCell<NoteTaker>>) -> NotingEngine<'e> {
        NotingEngine { engine, taker: Rc::clone(taker) }
    }
}

impl Engine for NotingEngine<'_> {
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &StopConditions) -> Stop {
        let mut own = until.clone();
        // A stepper has been notified of every instruction before it is executed.
        if until.passed == Some(machine.point()) {
            self.taker.borrow_mut().stopped(machine);
        }
        loop {
            // Cloned in each round, because `stopped` may remove a suspect.
            let suspects = self.taker.borrow().breakpoints().clone();
            // The rule for nearly all programs: no list has to be merged.
            if suspects.is_empty() {
                own.breakpoints = until.breakpoints.clone();
            } else {
                let all = suspects.addresses().iter().chain(until.breakpoints.addresses());
                own.breakpoints = all.copied().collect();
            }
            let stop = self.engine.run(machine, host, &own);
            if stop != Stop::Breakpoint || !suspects.contains(machine.pc) {
                return stop;
            }
            self.taker.borrow_mut().stopped(machine);
            let is_passed = until.passed == Some(machine.point());
            // The caller may have a breakpoint of its own at a suspect.
            if until.breakpoints.contains(machine.pc) && !is_passed {
                return stop;
            }
            own.pass(machine);
        }
    }

    fn bursts(&self) -> u64 {
        self.engine.bursts()
    }
}
