//! A core: something that runs ordinary code, under a driver that does everything else.

use jetan_isa::Op;

use crate::code::DecodedInstruction;
use crate::driver::{advance, step_or_access};
use crate::fault::Fault;
use crate::host::Host;
use crate::interp::register_writes;
use crate::interp::step::StepFlow;
use crate::machine::Machine;
use crate::observer::Observer;
use crate::stop::{Breakpoints, ProgramExit, Stop, StopConditions};
use crate::syscall::{self, ServiceOutcome};

/// Runs a burst of ordinary code.
///
/// A core decides by itself what is ordinary: [`LeaveReason::Rare`] hands any instruction over to
/// the driver, which executes it and begins the next burst after it. So a core may know ten
/// instructions and be right, if slow. What it must do is this:
///
/// - leave with every instruction before `machine.pc` done and counted, and none after it;
/// - execute nothing once `machine.count` has reached [`BurstContext::count`];
/// - leave before an instruction that has a breakpoint (a burst never begins at one);
/// - call services through [`BurstContext::serve`], access what memory denies it through
///   [`BurstContext::access`], or hand them over;
/// - notify the observer of everything, if it is active.
///
/// Text that changes is noticed by comparing the pages of [`Machine::text`] with those that code
/// was made of; it changes between bursts, in [`BurstContext::serve`], and by the program's stores
/// where [`crate::MachineSettings::self_modifying`] is on.
pub trait Core<O: Observer = ()> {
    /// Runs from `machine.pc` as far as that goes.
    fn burst(&mut self, machine: &mut Machine, turn: &mut BurstContext<'_, O>) -> LeaveReason;
}

/// Why a core left its burst.
#[derive(Debug)]
pub enum LeaveReason {
    /// For the driver to look around: the count is reached or so near that the core does not want
    /// to go on, there is a breakpoint, a device or a service has changed something.
    Look,
    /// The instruction at `pc` is not for this core. The driver executes it.
    Rare,
    /// The instruction at `pc` faults, and has left no trace.
    Fault(Fault),
    /// The run ends; only [`BurstContext::serve`] says so.
    Stop(Stop),
}

/// The driver's part in a burst: host, observer and bounds.
pub struct BurstContext<'a, O = ()> {
    /// The host, for services.
    pub host: &'a mut dyn Host,
    /// The observer; a core notifies it of everything if it is active.
    pub observer: &'a mut O,
    /// The instruction count at which the core must leave at the latest.
    pub count: u64,
    /// The count from which on it may leave just to be asked again, at a taken branch for example.
    /// A core that runs another one sets it, to see where that one is from time to time.
    pub pause: u64,
    /// Before which instructions it must leave.
    pub breakpoints: Breakpoints,
    /// The number of services that may still be called in this run.
    pub(crate) services: u32,
    /// Whether more can come of a service than that it is done.
    is_careful: bool,
    /// Polls and frames when the run began.
    polls: u64,
    frames: u64,
    pub(crate) until: &'a StopConditions,
}

/// After this many services a run returns, because each may take long and nothing can interrupt
/// an engine from outside.
const SERVICES_MAX: u32 = 1000;
/// A service counts once more for each time it did this much, in the worth of instructions.
const WORK_PER_SERVICE: u64 = 1 << 14;

impl<'a, O: Observer> BurstContext<'a, O> {
    pub(crate) fn new(
        machine: &Machine,
        host: &'a mut dyn Host,
        observer: &'a mut O,
        until: &'a StopConditions,
    ) -> BurstContext<'a, O> {
        BurstContext {
            host,
            observer,
            count: until.count,
            pause: u64::MAX,
            breakpoints: until.breakpoints.clone(),
            services: SERVICES_MAX,
            // The short way goes on at `pc + 4`, which delayed branching may forbid, and does not
            // look whether the screen was refreshed.
            is_careful: until.frames || machine.settings.delayed_branching,
            polls: machine.polls(),
            frames: machine.frames(),
            until,
        }
    }

    /// Lets something run that notifies nobody.
    pub(crate) fn unobserved<R>(&mut self, run: impl FnOnce(&mut BurstContext<'_, ()>) -> R) -> R {
        let mut turn = BurstContext {
            host: &mut *self.host,
            observer: &mut (),
            count: self.count,
            pause: self.pause,
            // Moved there and back: a clone would count references in every burst.
            breakpoints: std::mem::take(&mut self.breakpoints),
            services: self.services,
            is_careful: self.is_careful,
            polls: self.polls,
            frames: self.frames,
            until: self.until,
        };
        let result = run(&mut turn);
        self.services = turn.services;
        self.breakpoints = turn.breakpoints;
        result
    }

    /// The number of services that may still be called in this run: two of these say how many were
    /// called between them, one with much to do counted as several.
    pub fn services_left(&self) -> u32 {
        self.services
    }

    /// Does the service at `machine.pc`, with everything before it done and counted; the core goes
    /// on after it if there is no reason to leave.
    ///
    /// Nearly all services are simply done, and a program that prints calls millions of them: that
    /// way is short.
    #[inline]
    pub fn serve(&mut self, machine: &mut Machine) -> Option<LeaveReason> {
        if O::ACTIVE || !self.is_quick() {
            return self.serve_carefully(machine);
        }
        self.serve_unobserved(machine)
    }

    /// Whether a service may be done the short way.
    #[inline]
    pub(crate) fn is_quick(&self) -> bool {
        // More than one, because the short way does not test whether this service was the last.
        !self.is_careful && self.services > 1
    }

    /// Does a service the short way, and notifies nobody.
    #[inline]
    pub(crate) fn serve_unobserved(&mut self, machine: &mut Machine) -> Option<LeaveReason> {
        let outcome = syscall::call(machine, self.host);
        let work = syscall::charge(machine, &outcome);
        if !matches!(outcome, Ok(ServiceOutcome::Done))
            || work >= WORK_PER_SERVICE
            || machine.memory.has_noted()
        {
            return self.after(machine, outcome, work);
        }
        machine.count += 1;
        machine.pc = machine.pc.wrapping_add(4);
        self.services -= 1;
        None
    }

    /// Does a service if there may be one, notifies the observer, looks for all reasons to leave.
    #[inline(never)]
    fn serve_carefully(&mut self, machine: &mut Machine) -> Option<LeaveReason> {
        if self.services == 0 || (O::ACTIVE && self.observer.has_seen_enough()) {
            return Some(LeaveReason::Look);
        }
        let pc = machine.pc;
        let before = O::ACTIVE.then(|| register_writes::RegisterSnapshot::new(machine));
        let outcome = syscall::call(machine, self.host);
        let work = syscall::charge(machine, &outcome);
        if let Some(before) = before
            && !matches!(outcome, Ok(ServiceOutcome::Wait(_)))
        {
            let is_done = !matches!(outcome, Ok(ServiceOutcome::Part));
            before.notify(machine, self.observer, pc, is_done);
        }
        self.after(machine, outcome, work)
    }

    /// The consequence of a service that did this much.
    #[inline(never)]
    fn after(
        &mut self,
        machine: &mut Machine,
        outcome: Result<ServiceOutcome, Fault>,
        work: u64,
    ) -> Option<LeaveReason> {
        let pc = machine.pc;
        let times = u32::try_from(1 + work / WORK_PER_SERVICE).unwrap_or(u32::MAX);
        self.services = self.services.saturating_sub(times);
        // A service that is called again keeps its hits until it is done, so that it is reported
        // once.
        if !matches!(outcome, Ok(ServiceOutcome::Wait(_) | ServiceOutcome::Part)) {
            machine.memory.settle_watches(pc);
        }
        match outcome {
            Ok(ServiceOutcome::Done) => {
                advance(machine, StepFlow::Next, pc);
                self.news(machine)
            }
            Ok(ServiceOutcome::Wait(wait)) => Some(LeaveReason::Stop(Stop::Waiting(wait))),
            Ok(ServiceOutcome::Part) => Some(LeaveReason::Stop(Stop::Budget)),
            Ok(ServiceOutcome::Exit(exit)) => {
                Some(LeaveReason::Stop(exit_behind(machine, exit, pc)))
            }
            Err(fault) => Some(LeaveReason::Fault(fault)),
        }
    }

    /// Whether a service that is done has given the driver something to look at.
    fn news(&self, machine: &Machine) -> Option<LeaveReason> {
        let has_news = self.has_refreshed(machine) || machine.memory.has_hit();
        (has_news || self.services == 0).then_some(LeaveReason::Look)
    }

    /// Executes an instruction that accesses a device register or something watched (its plain
    /// access has failed with [`Fault::Device`] or [`Fault::Watched`]), with everything before it
    /// done and counted. The core counts it and goes on after it; `false` says that it must then
    /// leave.
    pub fn access(
        &mut self,
        machine: &mut Machine,
        instruction: DecodedInstruction,
        pc: u32,
    ) -> Result<bool, Fault> {
        // An access can change what devices have to do and when, and with that the bound of the
        // burst.
        let agenda = machine.agenda();
        step_or_access(machine, self.observer, instruction, pc)?;
        let has_news = self.has_polled(machine) || machine.memory.has_hit();
        Ok(agenda == machine.agenda() && !has_news)
    }

    /// Whether the program has looked for a key in this run, if the run is to end then.
    pub(crate) fn has_polled(&self, machine: &Machine) -> bool {
        self.until.polls && machine.polls() != self.polls
    }

    /// Whether the program has refreshed its screen in this run, if the run is to end then.
    pub(crate) fn has_refreshed(&self, machine: &Machine) -> bool {
        self.until.frames && machine.frames() != self.frames
    }

    /// Whether the run has done all it may.
    pub(crate) fn is_used_up(&self, machine: &Machine) -> bool {
        machine.count >= self.until.count
            || self.services == 0
            || (O::ACTIVE && self.observer.has_seen_enough())
    }
}

fn exit_behind(machine: &mut Machine, exit: ProgramExit, pc: u32) -> Stop {
    // The service that ends a program has been executed: it counts, and `pc` is past it.
    machine.count += 1;
    machine.pc = pc.wrapping_add(4);
    Stop::Exited(exit)
}

/// Whether an instruction asks for a service.
pub(crate) fn is_service(instruction: DecodedInstruction) -> bool {
    instruction.op == Op::Syscall
}
