//! Calling a procedure by its name, with registers and memory prepared, and seeing whether it kept
//! the calling convention.

use jetan_isa::Reg;
use jetan_machine::{Fault, Machine};
use jetan_run::{RunEnd, RunLimit};

use super::{ActiveRun, ProgramRunner, RunRecord};
use crate::sandbox::ProgramInput;

#[cfg(test)]
mod tests;

/// Bytes past the last instruction that a called procedure returns to: nothing else jumps there,
/// and running past the end of the program does not come so far.
const RETURN_GAP: u32 = 0x1000;
/// The value of saved registers before a call, plus the number of the register.
const SAVED_MARK: u32 = 0x5a5e_d000;
/// The value of words in the caller's frame before a call, plus the offset.
const FRAME_MARK: u32 = 0x5a5e_f000;
/// Bytes of the stack above `$sp` that belong to the caller.
const FRAME_BYTES: u32 = 32;

/// A call to be made.
#[derive(Clone, Debug, Default)]
pub struct ProcedureCall {
    /// The label of the procedure.
    pub procedure: String,
    /// `$a0` to `$a3`; those not given hold what they held.
    pub arguments: Vec<u32>,
    /// Other registers to set, such as `$s0` where the document gives it a meaning.
    pub registers: Vec<(Reg, u32)>,
    /// Arguments on the stack: bytes above `$sp` at the call, and the word.
    pub stack: Vec<(u32, u32)>,
    /// Memory to fill first.
    pub memory: Vec<(u32, Vec<u8>)>,
    /// The input it can read.
    pub feed: ProgramInput,
    /// Whether `$s0` to `$s7` hold what the machine has in them, because the program may keep
    /// something there; otherwise each gets a number of its own.
    pub keeps_saved: bool,
}

/// The result of a call.
#[derive(Clone)]
pub struct CallResult {
    /// Everything that happened; its machine is the one after the call.
    pub run: RunRecord,
    /// Whether the procedure returned to its caller.
    pub has_returned: bool,
    /// Whether `$ra` led elsewhere when it was over. Where it has not returned, it may have made a
    /// call of its own without saving `$ra`.
    pub has_lost_ra: bool,
    /// The value of `$v0` when the procedure had returned.
    pub v0: u32,
    /// The value of `$v1` when the procedure had returned.
    pub v1: u32,
    /// Registers it should have preserved. Registers that were given a value are not looked at,
    /// nor those of a procedure that has not returned.
    pub broken: Vec<ClobberedRegister>,
    /// The first word of its caller's part of the stack that it has overwritten. Nothing is said
    /// about a stack that was given.
    pub overwritten: Option<OverwrittenWord>,
}

/// A register that a procedure has to leave as it was, and did not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClobberedRegister {
    /// The register that the calling convention keeps.
    pub reg: Reg,
    /// The value at the call.
    pub before: u32,
    /// The value after the return.
    pub after: u32,
}

/// A word on the stack that belongs to the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverwrittenWord {
    /// Bytes above `$sp`, as it was when the procedure began.
    pub offset: u32,
    /// The word's value now.
    pub after: u32,
}

impl ProgramRunner<'_> {
    /// Calls a procedure on a machine that is about to start; none if there is no such label.
    pub async fn call(&mut self, call: &ProcedureCall) -> Option<CallResult> {
        self.call_on(self.machine(), call).await
    }

    /// Calls a procedure on a machine in any state.
    pub fn call_on(
        &mut self,
        machine: impl Into<Box<Machine>>,
        call: &ProcedureCall,
    ) -> impl Future<Output = Option<CallResult>> {
        self.call_boxed(machine.into(), call)
    }

    async fn call_boxed(
        &mut self,
        mut machine: Box<Machine>,
        call: &ProcedureCall,
    ) -> Option<CallResult> {
        let entry = self.subject.symbol(&call.procedure)?;
        let home = self.return_address();
        let prepared = prepare(&mut machine, call, entry, home);
        // Read after the preparation: what a procedure has to keep are the marks, not what the
        // machine had in these registers.
        let before = kept(call).map(|reg| (reg, machine.registers.get(reg))).collect::<Vec<_>>();
        let sp = machine.registers.get(Reg::SP);
        let mut run = match prepared {
            Ok(()) => self.run_from(machine, &call.feed).await,
            Err(fault) => self.fail(machine, fault, entry),
        };
        // No instruction lies at the return address, so a return shows as running past the end
        // there.
        let has_returned = run.ending == RunEnd::DroppedOff(home);
        if has_returned {
            // A return is the proper end of a call; callers must not have to know about the
            // address.
            run.ending = RunEnd::Exited(None);
        }
        let broken = |(reg, before): (Reg, u32)| {
            let after = run.machine.registers.get(reg);
            (has_returned && before != after).then_some(ClobberedRegister { reg, before, after })
        };
        Some(CallResult {
            has_returned,
            // Also where it has returned: a procedure may go back by another register.
            has_lost_ra: run.machine.registers.get(Reg::RA) != home,
            v0: run.machine.registers.get(Reg::V0),
            v1: run.machine.registers.get(Reg::V1),
            broken: before.into_iter().filter_map(broken).collect(),
            overwritten: if gives_stack(call) { None } else { overwritten(&run.machine, sp, call) },
            run,
        })
    }

    /// An address in the text segment where no instruction is.
    fn return_address(&self) -> u32 {
        let code = &self.subject.program().code;
        let map = self.subject.program().image.map;
        // The code of an exception handler lies above the limit; a return address past it would be
        // in kernel memory.
        let user = code.iter().filter(|code| code.address < map.text_limit);
        let last = user.map(|code| code.address).max().unwrap_or(map.text_base);
        // A program that fills the text segment leaves no gap; the last word is then the best there
        // is.
        last.saturating_add(RETURN_GAP).min(map.text_limit - 4)
    }

    /// A run that could not begin.
    fn fail(&mut self, machine: Box<Machine>, fault: Fault, pc: u32) -> RunRecord {
        let feed = ProgramInput::default();
        // The machine still goes through a run of no instructions, so that the result has the
        // checkpoint at the end that every run has.
        let course = ActiveRun::new(self, machine, &feed);
        let ending = match fault {
            Fault::OutOfMemory => RunEnd::Limit(RunLimit::Memory),
            fault => RunEnd::Faulted { fault, pc },
        };
        course.finish(ending)
    }
}

/// The registers whose meaning is the callee's to keep and the caller's to choose.
const SAVED: [Reg; 8] = [Reg::S0, Reg::S1, Reg::S2, Reg::S3, Reg::S4, Reg::S5, Reg::S6, Reg::S7];

/// The registers that a procedure must preserve, but for those that a call sets.
fn kept(call: &ProcedureCall) -> impl Iterator<Item = Reg> {
    let all = SAVED.into_iter().chain([Reg::SP, Reg::FP, Reg::GP]);
    all.filter(|reg| call.registers.iter().all(|(given, _)| given != reg))
}

fn gives_stack(call: &ProcedureCall) -> bool {
    call.registers.iter().any(|&(reg, _)| reg == Reg::SP)
}

fn prepare(
    machine: &mut Machine,
    call: &ProcedureCall,
    entry: u32,
    home: u32,
) -> Result<(), Fault> {
    if !call.keeps_saved {
        for reg in SAVED {
            // A different value in each register: a procedure that exchanges two of them, or
            // restores the wrong one, is seen.
            machine.registers.set(reg, SAVED_MARK + u32::from(reg.number()));
        }
    }
    for (&value, reg) in call.arguments.iter().zip([Reg::A0, Reg::A1, Reg::A2, Reg::A3]) {
        machine.registers.set(reg, value);
    }
    // After the arguments, so that a register that is named wins over its place in the list.
    for &(reg, value) in &call.registers {
        machine.registers.set(reg, value);
    }
    // After the given registers: nothing may replace the address by which the return is recognised.
    machine.registers.set(Reg::RA, home);
    // Not an assignment to `pc`: the machine would take the return of the procedure for the return
    // of `main` and end the program.
    machine.move_pc(entry);
    if !gives_stack(call) {
        let frame = frame_bytes(call);
        let sp = machine.registers.get(Reg::SP).wrapping_sub(frame);
        machine.registers.set(Reg::SP, sp);
        for offset in (0..frame).step_by(4) {
            let mark = FRAME_MARK + offset;
            // `poke` ignores access rules, as a loader does: the stack may lie in pages that
            // nothing has touched.
            machine.memory.poke(sp.wrapping_add(offset), &mark.to_le_bytes())?;
        }
    }
    let sp = machine.registers.get(Reg::SP);
    for (offset, word) in &call.stack {
        machine.memory.poke(sp.wrapping_add(*offset), &word.to_le_bytes())?;
    }
    // Last: memory that the case gives replaces the marks where they overlap.
    for (address, bytes) in &call.memory {
        machine.memory.poke(*address, bytes)?;
    }
    Ok(())
}

/// Bytes of the caller's frame: its arguments are in it, and something above them.
fn frame_bytes(call: &ProcedureCall) -> u32 {
    let last = call.stack.iter().map(|(offset, _)| offset.saturating_add(4)).max();
    (last.unwrap_or_default() + FRAME_BYTES).next_multiple_of(8)
}

fn overwritten(machine: &Machine, sp: u32, call: &ProcedureCall) -> Option<OverwrittenWord> {
    // Arguments belong to whoever is called, and so do the words below them, in which the callee
    // may keep `$a0` to `$a3`.
    let arguments = call.stack.iter().map(|(offset, _)| offset.saturating_add(4)).max();
    let first = arguments.unwrap_or_default();
    (first..frame_bytes(call)).step_by(4).find_map(|offset| {
        let after = machine.memory.peek_word(sp.wrapping_add(offset));
        (after != FRAME_MARK + offset).then_some(OverwrittenWord { offset, after })
    })
}
