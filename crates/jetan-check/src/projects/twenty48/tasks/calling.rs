//! Calling a task, and what is to be said about a call whatever the task: whether it returned, and
//! whether it kept the calling convention.

use jetan_isa::Reg;
use jetan_machine::Machine;
use jetan_machine::registers::CpuRegisters;
use jetan_run::{RunEnd, RunLimit};

use crate::limits::CaseLimits;
use crate::projects::twenty48::Twenty48Checker;
use crate::projects::twenty48::map::{TileMap, bytes};
use crate::projects::twenty48::target::PreparedMachine;
use crate::runner::{CallResult, ClobberedRegister, OverwrittenWord, ProcedureCall, ProgramRunner};
use crate::sandbox::ProgramInput;
use crate::verdict::{CaseFailure, FailureKind, Verdict, mishap};

/// Instructions for one call: a hundred times what any method needs.
const CALL_INSTRUCTIONS: u64 = 1_000_000;
/// Bytes that it may print: no task has to.
const OUTPUT_BYTES: usize = 1 << 16;
/// Bytes of what it may show, which no task has to either.
const SHOWN_BYTES: usize = 4 << 20;
/// No way to do a task is as short as this.
const OPEN_TASK_INSTRUCTIONS_MAX: u64 = 3;

/// The instructions it took, or what is wrong.
pub(super) type TaskResult = Result<u64, CaseFailure>;

/// A task at work on a machine.
pub(super) struct TaskCall<'p, 'b, 's> {
    pub(super) project: &'p Twenty48Checker,
    pub(super) runner: &'b mut ProgramRunner<'s>,
    pub(super) name: &'static str,
    /// The machine of the next call; one that is about to start if there is none.
    machine: Option<Box<Machine>>,
    /// The registers before the first call.
    registers: Option<CpuRegisters>,
    /// Whether saved registers may mean something to the program.
    keeps_saved: bool,
}

impl Twenty48Checker {
    /// A task of the program; the failure if it has none of that name.
    pub(super) fn task<'p, 'b, 's>(
        &'p self,
        runner: &'b mut ProgramRunner<'s>,
        name: &'static str,
    ) -> Result<TaskCall<'p, 'b, 's>, CaseFailure> {
        let absent = |label: &str| {
            CaseFailure::new(FailureKind::Wrong, format!("the program has no label `{label}`"), 0)
                .advising("if it is called otherwise, an adapter can say so under `[labels]`")
        };
        if self.map_address.is_none() {
            return Err(absent("puzzle_map"));
        }
        if !self.labels.contains_key(name) {
            return Err(absent(name));
        }
        Ok(TaskCall {
            project: self,
            runner,
            name,
            machine: None,
            registers: None,
            keeps_saved: false,
        })
    }
}

impl TaskCall<'_, '_, '_> {
    /// The same on another machine.
    pub(super) fn on(self, prepared: PreparedMachine) -> Self {
        let PreparedMachine { machine, keeps_saved } = prepared;
        TaskCall { machine: Some(machine), keeps_saved, ..self }
    }

    /// Calls it; the failure if it does not return. A task without arguments of its own finds the
    /// address of the map in `$a0`, where the course's own program leaves it for `clear_map`.
    pub(super) async fn call_with(
        &mut self,
        map: &TileMap,
        mut arguments: Vec<u32>,
        feed: ProgramInput,
        mut memory: Vec<(u32, Vec<u8>)>,
    ) -> Result<CallResult, CaseFailure> {
        let base = self.project.map_address.unwrap_or(0);
        if arguments.is_empty() {
            arguments.push(base);
        }
        // The map before the rest, so that what a case adds may lie over it.
        memory.insert(0, (base, bytes(map)));
        let call = ProcedureCall {
            procedure: self.project.labels.get(self.name).cloned().unwrap_or_default(),
            arguments,
            memory,
            feed,
            keeps_saved: self.keeps_saved,
            ..ProcedureCall::default()
        };
        let machine = self.machine.take().unwrap_or_else(|| Box::new(self.runner.machine()));
        // Of the first call only: later ones start from these again.
        self.registers.get_or_insert_with(|| machine.registers.clone());
        let limits = self.runner.limits;
        self.runner.limits = CaseLimits {
            instructions: limits.instructions.min(CALL_INSTRUCTIONS),
            output_bytes: limits.output_bytes.min(OUTPUT_BYTES),
            kept_bytes: limits.kept_bytes.min(SHOWN_BYTES),
            ..limits
        };
        let called = self.runner.call_on(machine, &call).await;
        self.runner.limits = limits;
        let called = called.ok_or_else(|| {
            CaseFailure::new(
                FailureKind::Wrong,
                format!("the program has no label `{}`", self.name),
                0,
            )
        })?;
        if called.has_returned { Ok(called) } else { Err(self.not_returned(&called)) }
    }

    /// Makes the next call on a machine that has made one, with the registers of before and after
    /// a pause.
    pub(super) fn go_on(&mut self, mut machine: Box<Machine>, pause: u64) {
        if let Some(registers) = &self.registers {
            machine.registers = registers.clone();
        }
        // The clock of a machine follows its count, so adding to it lets time pass.
        machine.count = machine.count.saturating_add(pause);
        self.machine = Some(machine);
    }

    fn not_returned(&self, called: &CallResult) -> CaseFailure {
        let (name, count) = (self.name, called.run.instructions);
        let what = |kind, words: &str| CaseFailure::new(kind, format!("`{name}` {words}"), count);
        let failure = match called.run.ending {
            RunEnd::Exited(_) | RunEnd::Returned(_) => {
                what(FailureKind::Ending, "ends the program instead of returning to its caller")
                    .advising("a procedure ends with `jr $ra`")
            }
            RunEnd::DroppedOff(_) => {
                what(FailureKind::Ending, "runs past the last instruction of the program")
                    .advising("a procedure ends with `jr $ra`")
            }
            RunEnd::OutOfKeys => what(FailureKind::Ending, "waits for a key"),
            RunEnd::EndOfInput => what(FailureKind::Ending, "waits for console input"),
            RunEnd::Limit(RunLimit::Instructions) => what(
                FailureKind::Hang,
                &format!("does not return: it was stopped after {count} instructions"),
            ),
            // What is left are faults and floods, which are described the same way for whole
            // programs.
            _ => mishap(&called.run, self.runner.subject)
                .unwrap_or_else(|| what(FailureKind::Ending, "does not return")),
        };
        if failure.kind == FailureKind::Hang && called.has_lost_ra {
            return failure.advising("if it calls another procedure: is `$ra` saved before `jal`?");
        }
        failure
    }

    /// Checks that remain for a call whose result is right.
    pub(super) fn finish(&self, called: &CallResult) -> TaskResult {
        let count = called.run.instructions;
        if count <= OPEN_TASK_INSTRUCTIONS_MAX {
            let what = format!(
                "`{}` returns after {count} instruction{}, so it cannot have looked at the map: \
                 is this task still open?",
                self.name,
                if count == 1 { "" } else { "s" }
            );
            // Of another kind than a wrong result, because that says more and is shown instead.
            return Err(CaseFailure::new(FailureKind::Ending, what, count));
        }
        // After the result: a right answer with a broken register still fails, but as a lesser
        // error.
        if let Some(broken) = called.broken.first() {
            return Err(self.broken(broken, count));
        }
        if let Some(OverwrittenWord { offset, after }) = called.overwritten {
            let what = format!(
                "`{}` overwrites {offset}($sp), which belongs to its caller, with {after:#010x}",
                self.name
            );
            return Err(CaseFailure::new(FailureKind::Convention, what, count).advising(
                "first take room with `addiu $sp, $sp, -4` (4 for each register), then store",
            ));
        }
        Ok(count)
    }

    fn broken(&self, broken: &ClobberedRegister, count: u64) -> CaseFailure {
        let ClobberedRegister { reg, before, after } = *broken;
        let name = self.name;
        let failure = if reg == Reg::SP {
            let way = i64::from(after) - i64::from(before);
            let side = if way < 0 { "below" } else { "above" };
            let what =
                format!("`{name}` returns with `$sp` {} bytes {side} where it was", way.abs());
            CaseFailure::new(FailureKind::Convention, what, count)
                .advising("what is taken from the stack is given back before every `jr $ra`")
        } else {
            let what = format!("`{name}` overwrites `{reg}` and does not restore it");
            CaseFailure::new(FailureKind::Convention, what, count).advising(format!(
                "save `{reg}` on the stack at the start and load it before `jr $ra`, or use a \
                 `$t` register"
            ))
        };
        failure.comparing(format!("{reg} = {before:#010x}"), format!("{reg} = {after:#010x}"))
    }

    pub(super) fn map_after(&self, called: &CallResult) -> TileMap {
        let base = self.project.map_address.unwrap_or(0);
        let memory = &called.run.machine.memory;
        std::array::from_fn(|cell| memory.peek_word(base.wrapping_add(4 * cell as u32)))
    }
}

/// The verdict on a case.
pub(super) fn verdict(judged: TaskResult) -> Verdict {
    match judged {
        Ok(instructions) => Verdict::passed(instructions),
        Err(failure) => failure.into(),
    }
}

/// The end of a sentence about a procedure that does next to nothing.
pub(super) fn open_question(called: &CallResult) -> &'static str {
    if called.run.instructions <= OPEN_TASK_INSTRUCTIONS_MAX {
        ": is this task still open?"
    } else {
        ""
    }
}

/// A wrong result of a call.
pub(super) fn wrong(called: &CallResult, what: impl Into<String>) -> CaseFailure {
    CaseFailure::new(FailureKind::Wrong, what, called.run.instructions)
}
