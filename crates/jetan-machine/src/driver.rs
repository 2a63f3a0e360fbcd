//! The engine that advances a machine.
//!
//! The [`Driver`] owns all that is not ordinary code: exceptions, delay slots, what devices
//! have to do, breakpoints, single steps. Under it a [`Core`] runs bursts of ordinary code. A new
//! engine is a new core.

use jetan_isa::Op;

use crate::code::{CodeWord, DecodedInstruction};
use crate::core::{BurstContext, Core, LeaveReason, is_service};
use crate::fault::Fault;
use crate::host::Host;
use crate::interp::Interp;
use crate::interp::register_writes;
use crate::interp::step::{StepFlow, step};
use crate::machine::{DelayedBranch, Machine};
use crate::observer::Observer;
use crate::patch;
use crate::stop::{ProgramExit, Stop, StopConditions};

/// Something that can run a machine.
pub trait Engine {
    /// Runs until there is a reason to stop. Never prints and never blocks.
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &StopConditions) -> Stop;

    /// The number of bursts of ordinary code in all its runs. Each ends because of something
    /// that takes as long as hundreds of instructions: an exception, a service, a device.
    fn bursts(&self) -> u64;
}

impl<E: Engine + ?Sized> Engine for &mut E {
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &StopConditions) -> Stop {
        (**self).run(machine, host, until)
    }

    fn bursts(&self) -> u64 {
        (**self).bursts()
    }
}

/// An engine made of a core.
#[derive(Default)]
pub struct Driver<C, O = ()> {
    /// The core, which runs ordinary code.
    pub core: C,
    /// The observer, which is notified of everything if it is active.
    pub observer: O,
    bursts: u64,
}

/// The engine that interprets; it runs every program, observed or not.
pub type Interpreter<O = ()> = Driver<Interp, O>;

impl<C: Default, O> Driver<C, O> {
    /// An engine that notifies an observer.
    pub fn observed(observer: O) -> Driver<C, O> {
        Driver::new(C::default(), observer)
    }
}

impl<C, O> Driver<C, O> {
    /// An engine of a core that notifies an observer.
    pub fn new(core: C, observer: O) -> Driver<C, O> {
        Driver { core, observer, bursts: 0 }
    }
}

impl<C: Core<O>, O: Observer> Engine for Driver<C, O> {
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &StopConditions) -> Stop {
        machine.memory.begin_watching(&until.watches);
        let stop = self.run_until(machine, host, until);
        machine.memory.end_watching();
        stop
    }

    fn bursts(&self) -> u64 {
        self.bursts
    }
}

impl<C: Core<O>, O: Observer> Driver<C, O> {
    fn run_until(
        &mut self,
        machine: &mut Machine,
        host: &mut dyn Host,
        until: &StopConditions,
    ) -> Stop {
        let mut turn = BurstContext::new(machine, host, &mut self.observer, until);
        // Whether the core has handed the next instruction over.
        let mut is_rare = false;
        loop {
            match look(machine, &mut turn) {
                DueAction::Stop(stop) => return stop,
                DueAction::Again => continue,
                DueAction::Go => {}
            }
            let before = machine.point();
            self.bursts += 1;
            let leave =
                if is_rare { LeaveReason::Rare } else { go_on(&mut self.core, machine, &mut turn) };
            let has_moved = machine.point() != before;
            // What comes after instructions that were executed is looked at first.
            is_rare = has_moved && matches!(leave, LeaveReason::Rare);
            let stop = match leave {
                LeaveReason::Rare | LeaveReason::Look if has_moved => None,
                // No service may be called any more, so the look that follows ends the run.
                LeaveReason::Look if turn.services == 0 => None,
                // A core that leaves without having moved would be asked for ever: here the driver
                // executes the instruction.
                LeaveReason::Rare | LeaveReason::Look => execute_next(machine, &mut turn),
                LeaveReason::Fault(fault) => raise(machine, turn.observer, fault, machine.pc),
                LeaveReason::Stop(stop) => Some(stop),
            };
            if let Some(stop) = stop {
                return stop;
            }
        }
    }
}

/// Lets the core run, unless the next instruction has to be executed by itself.
fn go_on<C: Core<O>, O: Observer>(
    core: &mut C,
    machine: &mut Machine,
    turn: &mut BurstContext<'_, O>,
) -> LeaveReason {
    let agenda = machine.agenda();
    // A breakpoint that was passed is stepped over, so that no burst begins at one.
    if agenda.is_ticking || turn.breakpoints.contains(machine.pc) {
        return LeaveReason::Rare;
    }
    turn.count = turn.until.count.min(agenda.next);
    core.burst(machine, turn)
}

/// The action due before the next instruction.
enum DueAction {
    /// The instruction may be executed.
    Go,
    /// The handler was entered: look again.
    Again,
    Stop(Stop),
}

/// Looks around between two instructions, in the order that [`StopConditions`] promises.
fn look<O: Observer>(machine: &mut Machine, turn: &mut BurstContext<'_, O>) -> DueAction {
    let pc = machine.pc;
    let agenda = machine.agenda();
    if agenda.is_ticking {
        machine.lab_tick();
    }
    // Devices come before every reason to stop, so that the machine at a count is the same whatever
    // the run stops for.
    if (agenda.is_ticking || agenda.next <= machine.count)
        && let Err(fault) = machine.attend_devices(turn.host)
    {
        return DueAction::Stop(Stop::Faulted { fault, pc });
    }
    if turn.has_polled(machine) {
        return DueAction::Stop(Stop::Polled);
    }
    if turn.has_refreshed(machine) {
        return DueAction::Stop(Stop::Refreshed);
    }
    if let Some(hit) = machine.memory.take_hit() {
        return DueAction::Stop(Stop::Watched(hit));
    }
    let is_used_up = turn.is_used_up(machine);
    if machine.has_pending_interrupt() {
        return if is_used_up { DueAction::Stop(Stop::Budget) } else { interrupt(machine, turn) };
    }
    if turn.until.breaks_at(machine) {
        return DueAction::Stop(Stop::Breakpoint);
    }
    if is_used_up { DueAction::Stop(Stop::Budget) } else { DueAction::Go }
}

fn interrupt<O: Observer>(machine: &mut Machine, turn: &mut BurstContext<'_, O>) -> DueAction {
    let Some(interrupt) = machine.take_pending_interrupt() else { return DueAction::Again };
    match raise(machine, turn.observer, Fault::Interrupt(interrupt), machine.pc) {
        None => DueAction::Again,
        Some(stop) => DueAction::Stop(stop),
    }
}

/// Executes one instruction, whatever it is.
fn execute_next<O: Observer>(
    machine: &mut Machine,
    turn: &mut BurstContext<'_, O>,
) -> Option<Stop> {
    let pc = machine.pc;
    let word = match machine.fetch() {
        Ok(word) => word,
        Err(fault) => {
            // Address 0 after the `jr $ra` of `main` is the end of the program and not a fault.
            return match machine.returned_from() {
                Some(from) => Some(Stop::Exited(ProgramExit::Returned(from))),
                None => raise_uncounted(machine, turn.observer, fault, pc),
            };
        }
    };
    let instruction = match word {
        CodeWord::Instruction(instruction) => instruction,
        CodeWord::Absent => {
            turn.observer.fetch(pc, word);
            return Some(Stop::Exited(ProgramExit::DroppedOff));
        }
        CodeWord::Undefined(word) => {
            turn.observer.fetch(pc, CodeWord::Undefined(word));
            return raise(machine, turn.observer, Fault::UndefinedInstruction { word }, pc);
        }
    };
    if is_service(instruction) {
        return match turn.serve(machine) {
            None | Some(LeaveReason::Look | LeaveReason::Rare) => None,
            Some(LeaveReason::Fault(fault)) => raise(machine, turn.observer, fault, pc),
            Some(LeaveReason::Stop(stop)) => Some(stop),
        };
    }
    turn.observer.fetch(pc, word);
    match execute(machine, turn.observer, instruction, pc) {
        Ok(flow) => {
            if let (Op::Jr, StepFlow::Branch(to)) = (instruction.op, flow) {
                machine.note_jump(pc, instruction.a, to);
            }
            advance(machine, flow, pc);
            None
        }
        Err(fault) => raise(machine, turn.observer, fault, pc),
    }
}

/// Executes an instruction, and with self-modifying code notices when it changes another.
fn execute<O: Observer>(
    machine: &mut Machine,
    observer: &mut O,
    instruction: DecodedInstruction,
    pc: u32,
) -> Result<StepFlow, Fault> {
    if !machine.settings.self_modifying {
        return step_or_access(machine, observer, instruction, pc);
    }
    // Before the step, because `sc` replaces the register whose value it stores.
    let patch = patch::store_to_text(machine, instruction);
    let flow = step_or_access(machine, observer, instruction, pc)?;
    if let Some(patch) = patch {
        patch::apply(machine, &patch);
    }
    Ok(flow)
}

pub(crate) fn step_or_access<O: Observer>(
    machine: &mut Machine,
    observer: &mut O,
    instruction: DecodedInstruction,
    pc: u32,
) -> Result<StepFlow, Fault> {
    match step(machine, observer, instruction, pc) {
        Err(Fault::Device) => machine.access_device(observer, instruction, pc),
        Err(Fault::Watched) => access_watched(machine, observer, instruction, pc),
        result => result,
    }
}

/// Executes an instruction that accesses something watched, and notes that. It was stopped before
/// its first watched access; what it has stored until then it stores again.
#[cold]
fn access_watched<O: Observer>(
    machine: &mut Machine,
    observer: &mut O,
    instruction: DecodedInstruction,
    pc: u32,
) -> Result<StepFlow, Fault> {
    machine.memory.pass_watches(true);
    let result = match step(machine, observer, instruction, pc) {
        Err(Fault::Device) => machine.access_device(observer, instruction, pc),
        result => result,
    };
    machine.memory.pass_watches(false);
    machine.memory.settle_watches(pc);
    result
}

/// Goes on after an instruction, with delayed branching through its delay slot.
pub(crate) fn advance(machine: &mut Machine, flow: StepFlow, pc: u32) {
    machine.count += 1;
    let next = pc.wrapping_add(4);
    if !machine.settings.delayed_branching {
        machine.pc = match flow {
            StepFlow::Branch(target) | StepFlow::Direct(target) => target,
            StepFlow::Next | StepFlow::Syscall => next,
        };
        return;
    }
    machine.pc = if let StepFlow::Direct(target) = flow { target } else { next };
    machine.delay = match (machine.delay, flow) {
        (DelayedBranch::Clear, StepFlow::Branch(target)) => DelayedBranch::Registered(target),
        // MARS: a branch in a delay slot only postpones the one before it.
        (
            DelayedBranch::Registered(first) | DelayedBranch::Triggered(first),
            StepFlow::Branch(_),
        ) => DelayedBranch::Registered(first),
        (delay, _) => delay,
    };
    settle(machine);
}

/// The end of a step, as far as a branch on its way is concerned.
fn settle(machine: &mut Machine) {
    machine.delay = match machine.delay {
        DelayedBranch::Triggered(target) => {
            machine.pc = target;
            DelayedBranch::Clear
        }
        DelayedBranch::Registered(target) => DelayedBranch::Triggered(target),
        DelayedBranch::Clear => DelayedBranch::Clear,
    };
}

/// Enters the handler, which counts as an instruction, or stops.
fn raise<O: Observer>(
    machine: &mut Machine,
    observer: &mut O,
    fault: Fault,
    pc: u32,
) -> Option<Stop> {
    let before = machine.cp0;
    let result = machine.raise(fault, pc);
    register_writes::exception(machine, observer, before);
    match result {
        Ok(()) => {
            machine.count += 1;
            if machine.settings.delayed_branching {
                settle(machine);
            }
            None
        }
        Err(fault) => {
            machine.pc = pc;
            Some(Stop::Faulted { fault, pc })
        }
    }
}

/// Enters the handler for a fault before any instruction was fetched, which counts nothing.
fn raise_uncounted<O: Observer>(
    machine: &mut Machine,
    observer: &mut O,
    fault: Fault,
    pc: u32,
) -> Option<Stop> {
    let before = machine.cp0;
    let result = machine.raise(fault, pc);
    register_writes::exception(machine, observer, before);
    result.err().map(|fault| Stop::Faulted { fault, pc })
}
