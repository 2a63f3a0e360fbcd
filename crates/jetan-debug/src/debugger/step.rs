//! Steps: instructions, statements, over calls and out of procedures, in both directions.
//!
//! A [`StepPlan`] is a step that is on its way. [`Debugger::advance`] carries it on until it is
//! done or nobody wants to wait any longer, and can be called again then: a front end that must
//! answer at once gives it a slice at a time, another one all the time there is.

use jetan_isa::Op;
use jetan_machine::code::CodeWord;
use jetan_machine::registers::R;
use jetan_machine::{Host, Stop, Until};
use jetan_run::timeline::{Diverged, Found, Patience, Scan};

use super::call_run::CallRun;
use super::{Arrival, Debugger};
use crate::calls::{CallSearch, Close, search_call};
use crate::recent::recent;
use crate::transfer::{Transfer, Transfers, link};

/// The most instructions that a statement becomes.
const STATEMENT_MAX: u32 = 32;
/// The bit of Status that says that an exception is being handled.
const EXCEPTION_LEVEL: u32 = 2;

/// A way to get from one instant to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Executes a statement: the instructions that the source's line became.
    Statement,
    /// Executes a statement, and procedures that it calls as a whole.
    Over,
    /// Runs until the procedure returns.
    Out,
    /// Takes a statement back.
    Back,
    /// Takes a statement back, and procedures that it called as a whole.
    BackOver,
    /// Goes back to the call of the procedure.
    BackOut,
}

/// A step that is on its way.
pub struct StepPlan {
    step: Step,
    /// Steps that are left.
    left: u64,
    /// Instructions and calls of the statement at hand that are done.
    parts: u32,
    stage: Stage,
}

/// The part of a step that is under way.
enum Stage {
    /// None.
    Idle,
    /// A call is looked for in the past.
    Search(CallSearch),
    /// A call runs to its return.
    Call(Box<CallRun>),
}

impl StepPlan {
    /// A step that is taken so many times.
    pub fn new(step: Step, times: u64) -> StepPlan {
        StepPlan { step, left: times, parts: 0, stage: Stage::Idle }
    }

    /// Whether it leads into the past.
    pub fn is_back(&self) -> bool {
        matches!(self.step, Step::Back | Step::BackOver | Step::BackOut)
    }
}

impl Debugger<'_> {
    /// Executes so many instructions, or fewer if something stops it.
    pub fn step_instructions(
        &mut self,
        count: u64,
        host: &mut dyn Host,
        patience: &mut Patience<'_>,
    ) -> Result<Arrival, Diverged> {
        let goal = self.timeline.count().saturating_add(count);
        while self.timeline.count() < goal {
            let until = Until::count(goal.min(self.timeline.count().saturating_add(1 << 20)));
            match self.timeline.run(host, &until)? {
                stop @ (Stop::Exited(_) | Stop::Faulted { .. }) => return Ok(Arrival::Ended(stop)),
                Stop::Waiting(wait) => return Ok(Arrival::Waiting(wait)),
                _ => {}
            }
            if !patience(self.timeline.count()) {
                return Ok(Arrival::GaveUp);
            }
        }
        Ok(Arrival::There)
    }

    /// Goes on with a step. After [`Arrival::GaveUp`] and [`Arrival::Waiting`] the plan can be
    /// carried on, after anything else it is done.
    pub fn advance(
        &mut self,
        plan: &mut StepPlan,
        host: &mut dyn Host,
        patience: &mut Patience<'_>,
    ) -> Result<Arrival, Diverged> {
        while plan.left > 0 {
            let arrival = self.advance_part(plan, host, patience)?;
            if arrival != Arrival::There {
                return Ok(arrival);
            }
            plan.parts += 1;
            let is_whole = matches!(plan.step, Step::Out | Step::BackOut)
                || plan.parts == STATEMENT_MAX
                || self.names.is_first(self.machine().pc);
            if is_whole {
                plan.left -= 1;
                plan.parts = 0;
                if plan.left > 0 && !patience(self.timeline.count()) {
                    return Ok(Arrival::GaveUp);
                }
            }
        }
        Ok(Arrival::There)
    }

    /// Goes on with an instruction, a call, or a search.
    fn advance_part(
        &mut self,
        plan: &mut StepPlan,
        host: &mut dyn Host,
        patience: &mut Patience<'_>,
    ) -> Result<Arrival, Diverged> {
        if let Stage::Idle = plan.stage {
            match self.begin_part(plan.step, host)? {
                Begun::Done(arrival) => return Ok(arrival),
                Begun::Stage(stage) => plan.stage = stage,
            }
        }
        let arrival = match &mut plan.stage {
            Stage::Idle => return Ok(Arrival::There),
            Stage::Search(search) => {
                let found = search_call(&mut self.timeline, search, patience)?;
                match self.searched(plan.step, found)? {
                    Begun::Done(arrival) => arrival,
                    Begun::Stage(stage) => {
                        plan.stage = stage;
                        return self.advance_part(plan, host, patience);
                    }
                }
            }
            Stage::Call(call) => self.run_call(call, host, patience)?,
        };
        if !matches!(arrival, Arrival::GaveUp | Arrival::Waiting(_)) {
            plan.stage = Stage::Idle;
        }
        Ok(arrival)
    }

    fn begin_part(&mut self, step: Step, host: &mut dyn Host) -> Result<Begun, Diverged> {
        // An instruction is done or not: giving up in it would lose count.
        let patience = &mut |_| true;
        Ok(match step {
            Step::Statement => Begun::Done(self.step_instructions(1, host, patience)?),
            Step::Over => self.begin_over(host)?,
            Step::Out | Step::BackOut => {
                let backs = self.return_addresses();
                let search = CallSearch::enclosing(self.timeline.count(), backs);
                Begun::Stage(Stage::Search(search))
            }
            Step::Back => Begun::Done(self.back_instructions(1)?),
            Step::BackOver => self.begin_back_over()?,
        })
    }

    /// Executes an instruction; if that calls a procedure, that is to return.
    fn begin_over(&mut self, host: &mut dyn Host) -> Result<Begun, Diverged> {
        let machine = self.machine();
        let call = Transfers::of(machine).fetch(machine.pc, machine.word_at(machine.pc));
        let is_handling = machine.cp0.status & EXCEPTION_LEVEL != 0;
        let arrival = self.step_instructions(1, host, &mut |_| true)?;
        // An interrupt comes before the call.
        let is_interrupted = !is_handling && self.machine().cp0.status & EXCEPTION_LEVEL != 0;
        Ok(match (arrival, call) {
            (Arrival::There, Some(Transfer::Call { back })) if !is_interrupted => {
                Begun::Stage(Stage::Call(Box::new(CallRun::new(&self.timeline, back))))
            }
            (arrival, _) => Begun::Done(arrival),
        })
    }

    /// Takes an instruction back; if that has returned from a procedure, its call is looked for.
    fn begin_back_over(&mut self) -> Result<Begun, Diverged> {
        let count = self.timeline.count();
        let slot = u64::from(self.machine().settings().delayed_branching);
        let before = recent(&mut self.timeline, 1 + slot)?;
        let machine = self.machine();
        let jump = match before.first().map(|executed| machine.word_at(executed.pc)) {
            Some(CodeWord::Instruction(one)) if before.len() as u64 == 1 + slot => {
                (one.op == Op::Jr).then(|| Close { to: machine.pc, is_return: one.a == R::R31 })
            }
            _ => None,
        };
        let backs = self.return_addresses();
        Ok(match jump {
            Some(close) if close.is_return || backs.contains(&close.to) => {
                let search = CallSearch::closed_by(close, count - 1 - slot, backs);
                Begun::Stage(Stage::Search(search))
            }
            _ => Begun::Done(self.back_instructions(1)?),
        })
    }

    /// Acts on what a search has found: the instant before a call.
    fn searched(&mut self, step: Step, found: Scan<u64>) -> Result<Begun, Diverged> {
        Ok(Begun::Done(match (found, step) {
            (Scan::GaveUp, _) => Arrival::GaveUp,
            (Scan::Found(count), Step::Out) => {
                let machine = self.timeline.machine_arriving_at(count)?;
                let back = machine.pc.wrapping_add(link(&machine));
                let call = CallRun::new(&self.timeline, back);
                return Ok(Begun::Stage(Stage::Call(Box::new(call))));
            }
            (Scan::Nothing, Step::Out) => Arrival::NotInCall,
            (Scan::Found(count), _) => {
                self.timeline.go_to(count)?;
                Arrival::There
            }
            (Scan::Nothing, Step::BackOver) => self.back_instructions(1)?,
            (Scan::Nothing, _) => {
                self.timeline.go_to(0)?;
                Arrival::Beginning
            }
        }))
    }

    /// Goes to where an instruction is executed for the n-th time since the start, or stays if it
    /// is not that often.
    pub fn nth_arrival(
        &mut self,
        address: u32,
        times: u64,
        host: &mut dyn Host,
        patience: &mut Patience<'_>,
    ) -> Result<Found, Diverged> {
        let here = self.timeline.count();
        self.timeline.go_to(0)?;
        let mut until = Until { breakpoints: [address].into_iter().collect(), ..Until::default() };
        let mut met = 0;
        let found = loop {
            until.count = self.timeline.count().saturating_add(1 << 20);
            match self.timeline.run(host, &until)? {
                Stop::Breakpoint => met += 1,
                Stop::Exited(_) | Stop::Faulted { .. } | Stop::Waiting(_) => break Found::Nothing,
                _ => {}
            }
            if met == times {
                return Ok(Found::At(self.timeline.count(), Stop::Breakpoint));
            }
            until.passed = Some(self.machine().instant());
            if !patience(self.timeline.count()) {
                break Found::GaveUp;
            }
        };
        self.timeline.go_to(here)?;
        Ok(found)
    }

    /// Takes instructions back.
    pub fn back_instructions(&mut self, count: u64) -> Result<Arrival, Diverged> {
        let here = self.timeline.count();
        if here == self.timeline.start_count() {
            return Ok(Arrival::Beginning);
        }
        self.timeline.go_to(here.saturating_sub(count))?;
        Ok(Arrival::There)
    }
}

/// A part of a step that was done at once, or takes longer.
enum Begun {
    Done(Arrival),
    Stage(Stage),
}
