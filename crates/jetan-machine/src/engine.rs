//! What advances a machine.

use crate::code::{Cell, Micro};
use crate::fault::Fault;
use crate::host::Host;
use crate::interp::fast::{Fast, Left};
use crate::interp::step::{Flow, step};
use crate::machine::{Delay, Machine};
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
    /// How many more services may be called before the run returns.
    services_left: u32,
}

/// After this many services a run returns, because each may take long and nothing can interrupt
/// an engine from outside.
const SERVICES_MAX: u32 = 1000;

impl<O: Observer> Interpreter<O> {
    /// An interpreter that tells an observer.
    pub fn observed(observer: O) -> Interpreter<O> {
        Interpreter { observer, fast: None, services_left: 0 }
    }

    /// Runs translated code as far as that goes.
    fn run_fast(
        &mut self,
        machine: &mut Machine,
        host: &mut dyn Host,
        until: &Until,
    ) -> Option<Left> {
        let settings = machine.settings;
        if O::ACTIVE
            || settings.delayed_branching
            || settings.self_modifying
            || !until.breakpoints.is_empty()
        {
            return None;
        }
        let fast = match self.fast.take() {
            Some(fast) if fast.is_of(machine) => fast,
            _ => Fast::new(machine),
        };
        let left = fast.run(machine, host, until.count, &mut self.services_left);
        self.fast = Some(fast);
        left
    }

    /// Executes one instruction, whatever it is.
    fn step(&mut self, machine: &mut Machine, host: &mut dyn Host) -> Option<Stop> {
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
            self.services_left -= 1;
            let outcome = syscall::call(machine, host);
            return self.after_service(machine, outcome, pc);
        }
        self.observer.fetch(pc);
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
                raise(machine, fault, pc)
            }
        }
    }
}

impl<O: Observer> Engine for Interpreter<O> {
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &Until) -> Stop {
        let mut is_first = true;
        self.services_left = SERVICES_MAX;
        loop {
            if machine.count >= until.count || self.services_left == 0 {
                return Stop::Budget;
            }
            if !is_first && until.breakpoints.binary_search(&machine.pc).is_ok() {
                return Stop::Breakpoint;
            }
            let left = self.run_fast(machine, host, until);
            let pc = machine.pc;
            let stop = match left {
                Some(Left::Fault(fault)) => raise(machine, fault, pc),
                Some(Left::Service(outcome)) => self.after_service(machine, outcome, pc),
                Some(Left::Budget) => continue,
                Some(Left::Rare) | None => self.step(machine, host),
            };
            is_first = false;
            if let Some(stop) = stop {
                return stop;
            }
        }
    }
}

/// Executes an instruction, and with self-modifying code notices when it changes another.
fn execute(machine: &mut Machine, op: Micro, pc: u32) -> Result<Flow, Fault> {
    if !machine.settings.self_modifying {
        return step(machine, op, pc);
    }
    let patch = crate::patch::store_to_text(machine, op);
    let flow = step(machine, op, pc)?;
    if let Some(patch) = patch {
        crate::patch::apply(machine, &patch);
    }
    Ok(flow)
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
