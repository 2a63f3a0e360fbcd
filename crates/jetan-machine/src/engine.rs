//! What advances a machine.

use crate::code::{Cell, Micro};
use crate::fault::Fault;
use crate::host::Host;
use crate::interp::fast::{Bounds, Fast, Left};
use crate::interp::memory::address;
use crate::interp::step::{Flow, step};
use crate::machine::{Delay, Machine};
use crate::patch;
use crate::stop::{Exit, Stop, Until};
use crate::syscall::{self, Outcome};

/// Something that can run a machine.
pub trait Engine {
    /// Runs until there is a reason to stop. Never prints and never blocks.
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &Until) -> Stop;
}

/// Is told about every instruction that is executed.
pub trait Observer {
    /// Whether this observer wants to be told anything; if not, the fast path is taken.
    const ACTIVE: bool = true;

    /// An instruction is about to be executed.
    fn fetch(&mut self, pc: u32);

    /// An instruction is about to store something at an address.
    fn store(&mut self, _address: u32) {}

    /// Whether it has seen all it wants to see: a run then ends before the next instruction, as if
    /// its budget were used up.
    fn has_seen_enough(&self) -> bool {
        false
    }
}

impl Observer for () {
    const ACTIVE: bool = false;

    fn fetch(&mut self, _pc: u32) {}
}

/// The interpreter.
#[derive(Default)]
pub struct Interpreter<O = ()> {
    /// Who is told what happens.
    pub observer: O,
    fast: Option<Fast>,
}

/// After this many services a run returns, because each may take long and nothing can interrupt
/// an engine from outside.
const SERVICES_MAX: u32 = 1000;

impl<O: Observer> Interpreter<O> {
    /// An interpreter that tells an observer.
    pub fn observed(observer: O) -> Interpreter<O> {
        Interpreter { observer, fast: None }
    }

    /// Runs translated code as far as that goes.
    fn run_fast(
        &mut self,
        machine: &mut Machine,
        host: &mut dyn Host,
        until: &Until,
        bounds: &mut Bounds,
    ) -> Option<Left> {
        let settings = machine.settings;
        let agenda = machine.devices.agenda();
        if O::ACTIVE
            || settings.delayed_branching
            || settings.self_modifying
            || agenda.is_ticking
            || !until.breakpoints.is_empty()
        {
            return None;
        }
        let fast = match self.fast.take() {
            Some(fast) if fast.is_of(machine) => fast,
            _ => Fast::new(machine),
        };
        bounds.count = until.count.min(agenda.next);
        let left = fast.run(machine, host, bounds);
        self.fast = Some(fast);
        left
    }

    /// Executes one instruction, whatever it is.
    fn step(
        &mut self,
        machine: &mut Machine,
        host: &mut dyn Host,
        bounds: &mut Bounds,
    ) -> Option<Stop> {
        let pc = machine.pc;
        let op = match machine.fetch() {
            Ok(Cell::Ready(op)) => op,
            Ok(Cell::Absent) => {
                self.observer.fetch(pc);
                return Some(Stop::Exited(Exit::DroppedOff));
            }
            Ok(Cell::Undefined(word)) => {
                self.observer.fetch(pc);
                return raise(machine, Fault::UndefinedInstruction { word }, pc);
            }
            Err(fault) => return raise_uncounted(machine, fault, pc),
        };
        if op.op == jetan_isa::Op::Syscall {
            bounds.services -= 1;
            let outcome = syscall::call(machine, host);
            return self.after_service(machine, outcome, pc);
        }
        self.observer.fetch(pc);
        if O::ACTIVE && patch::stored(machine, op).is_some() {
            self.observer.store(address(&machine.registers, op));
        }
        match execute(machine, op, pc) {
            Ok(flow) => {
                advance(machine, flow, pc);
                None
            }
            Err(fault) => raise(machine, fault, pc),
        }
    }

    fn after_service(
        &mut self,
        machine: &mut Machine,
        outcome: Result<Outcome, Fault>,
        pc: u32,
    ) -> Option<Stop> {
        match outcome {
            Ok(Outcome::Done) => {
                self.observer.fetch(pc);
                machine.memory.settle_watches(pc);
                advance(machine, Flow::Next, pc);
                None
            }
            Ok(Outcome::Wait(wait)) => Some(Stop::Waiting(wait)),
            Ok(Outcome::Part) => Some(Stop::Budget),
            Ok(Outcome::Exit(exit)) => {
                self.observer.fetch(pc);
                machine.count += 1;
                machine.pc = pc.wrapping_add(4);
                Some(Stop::Exited(exit))
            }
            Err(fault) => {
                self.observer.fetch(pc);
                machine.memory.settle_watches(pc);
                raise(machine, fault, pc)
            }
        }
    }
}

impl<O: Observer> Engine for Interpreter<O> {
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &Until) -> Stop {
        machine.memory.begin_watching(&until.watches);
        let stop = self.run_until(machine, host, until);
        machine.memory.end_watching();
        stop
    }
}

impl<O: Observer> Interpreter<O> {
    fn run_until(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &Until) -> Stop {
        let mut is_first = true;
        let (polls, frames) = (machine.polls(), machine.frames());
        let mut bounds = Bounds {
            count: until.count,
            services: SERVICES_MAX,
            polls: until.polls,
            frames: until.frames.then_some(frames),
        };
        loop {
            if machine.count >= until.count || bounds.services == 0 {
                return Stop::Budget;
            }
            if O::ACTIVE && self.observer.has_seen_enough() {
                return Stop::Budget;
            }
            if until.polls && machine.polls() != polls {
                return Stop::Polled;
            }
            if until.frames && machine.frames() != frames {
                return Stop::Refreshed;
            }
            if let Some(hit) = machine.memory.take_hit() {
                return Stop::Watched(hit);
            }
            if !is_first && until.breakpoints.binary_search(&machine.pc).is_ok() {
                return Stop::Breakpoint;
            }
            is_first = false;
            let stop = match attend_devices(machine, host) {
                Attended::Nothing => self.go_on(machine, host, until, &mut bounds),
                Attended::Interrupted => continue,
                Attended::Stopped(stop) => return stop,
            };
            if let Some(stop) = stop {
                return stop;
            }
        }
    }

    /// Executes at least one instruction.
    fn go_on(
        &mut self,
        machine: &mut Machine,
        host: &mut dyn Host,
        until: &Until,
        bounds: &mut Bounds,
    ) -> Option<Stop> {
        let left = self.run_fast(machine, host, until, bounds);
        let pc = machine.pc;
        match left {
            Some(Left::Fault(fault)) => raise(machine, fault, pc),
            Some(Left::Service(outcome)) => self.after_service(machine, outcome, pc),
            Some(Left::Budget) => None,
            Some(Left::Rare) | None => self.step(machine, host, bounds),
        }
    }
}

/// What the devices wanted before the next instruction.
enum Attended {
    Nothing,
    /// The handler of the program comes first.
    Interrupted,
    Stopped(Stop),
}

fn attend_devices(machine: &mut Machine, host: &mut dyn Host) -> Attended {
    let agenda = machine.devices.agenda();
    if agenda.is_ticking {
        machine.lab_tick();
    } else if agenda.next > machine.count {
        return Attended::Nothing;
    }
    let pc = machine.pc;
    if let Err(fault) = machine.attend_devices(host) {
        return Attended::Stopped(Stop::Faulted { fault, pc });
    }
    match machine.devices.take_pending() {
        None => Attended::Nothing,
        Some(interrupt) => match raise(machine, Fault::Interrupt(interrupt), pc) {
            None => Attended::Interrupted,
            Some(stop) => Attended::Stopped(stop),
        },
    }
}

/// Executes an instruction, and with self-modifying code notices when it changes another.
fn execute(machine: &mut Machine, op: Micro, pc: u32) -> Result<Flow, Fault> {
    if !machine.settings.self_modifying {
        return step_or_access(machine, op, pc);
    }
    let patch = patch::store_to_text(machine, op);
    let flow = step_or_access(machine, op, pc)?;
    if let Some(patch) = patch {
        patch::apply(machine, &patch);
    }
    Ok(flow)
}

fn step_or_access(machine: &mut Machine, op: Micro, pc: u32) -> Result<Flow, Fault> {
    match step(machine, op, pc) {
        Err(Fault::Device) => machine.access_device(op, pc),
        Err(Fault::Watched) => access_watched(machine, op, pc),
        result => result,
    }
}

/// Executes an instruction that accesses something watched, and notes that. It was stopped before
/// its first watched access; what it has stored until then it stores again.
#[cold]
fn access_watched(machine: &mut Machine, op: Micro, pc: u32) -> Result<Flow, Fault> {
    machine.memory.pass_watches(true);
    let result = match step(machine, op, pc) {
        Err(Fault::Device) => machine.access_device(op, pc),
        result => result,
    };
    machine.memory.pass_watches(false);
    machine.memory.settle_watches(pc);
    result
}

/// Goes on after an instruction, with delayed branching through its delay slot.
fn advance(machine: &mut Machine, flow: Flow, pc: u32) {
    machine.count += 1;
    let next = pc.wrapping_add(4);
    if !machine.settings.delayed_branching {
        machine.pc = match flow {
            Flow::Branch(target) | Flow::Direct(target) => target,
            Flow::Next | Flow::Syscall => next,
        };
        return;
    }
    machine.pc = if let Flow::Direct(target) = flow { target } else { next };
    machine.delay = match (machine.delay, flow) {
        (Delay::Clear, Flow::Branch(target)) => Delay::Registered(target),
        // MARS: a branch in a delay slot only postpones the one before it.
        (Delay::Registered(first) | Delay::Triggered(first), Flow::Branch(_)) => {
            Delay::Registered(first)
        }
        (delay, _) => delay,
    };
    settle(machine);
}

/// The end of a step, as far as a branch on its way is concerned.
fn settle(machine: &mut Machine) {
    machine.delay = match machine.delay {
        Delay::Triggered(target) => {
            machine.pc = target;
            Delay::Clear
        }
        Delay::Registered(target) => Delay::Triggered(target),
        Delay::Clear => Delay::Clear,
    };
}

/// Enters the handler, which counts as an instruction, or stops.
fn raise(machine: &mut Machine, fault: Fault, pc: u32) -> Option<Stop> {
    match machine.raise(fault, pc) {
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

/// The same for a fault before any instruction was fetched.
fn raise_uncounted(machine: &mut Machine, fault: Fault, pc: u32) -> Option<Stop> {
    match machine.raise(fault, pc) {
        Ok(()) => None,
        Err(fault) => Some(Stop::Faulted { fault, pc }),
    }
}
