//! Steps: instructions, statements, over calls and out of procedures, in both directions.
//!
//! A [`StepPlan`] is a step that is on its way. [`Debugger::advance`] carries it on until it is
//! done or nobody wants to wait any longer, and can be called again then: a front end that must
//! answer at once gives it a slice at a time, another one all the time there is.

use jetan_isa::Op;
use jetan_machine::code::CodeWord;
use jetan_machine::registers::R;
use jetan_machine::stop::RunPoint;
use jetan_machine::{Host, Stop, StopConditions};
use jetan_run::timeline::{BackSearchResult, ReplayDiverged, ScanResult};
use jetan_run::{YieldPoint, at_once};

use super::call_run::CallRun;
use super::{Arrival, Debugger, SLICE_INSTRUCTIONS, StopDecision};
use crate::calls::{CallReturn, CallSearch, search_call};
use crate::endless::SilentHost;
use crate::recent::recent;
use crate::transfer::{Transfer, TransferDecoder, link};
use jetan_symbols::MacroCall;

/// The most instructions that a statement becomes.
const STATEMENT_PARTS_MAX: u32 = 32;
/// Instructions of a macro call between two checks whether to cancel.
const MACRO_SLICE_PARTS: u32 = 4096;
/// The bit of Status that says that an exception is being handled.
const EXCEPTION_LEVEL: u32 = 2;

/// A way to get from one step to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// Executes a statement: the instructions that the source's line became. The call of a macro
    /// is one statement, unless the run is inside it already.
    Statement,
    /// Executes a statement, and procedures that it calls as a whole.
    Over,
    /// Executes one instruction of a statement, and a procedure that it calls as a whole.
    OverInstruction,
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
    step: StepKind,
    /// Steps that are left.
    left: u64,
    /// Instructions and calls of the statement at hand that are done.
    parts: u32,
    /// The macro call that the statement at hand began with or in, and whether it began inside.
    origin: Option<(MacroCall, bool)>,
    stage: StepStage,
}

/// The part of a step that is under way.
enum StepStage {
    /// None.
    Idle,
    /// A call is looked for in the past.
    Search(CallSearch),
    /// A call runs to its return.
    Call(Box<CallRun>),
}

impl StepPlan {
    /// A step that is taken so many times.
    pub fn new(step: StepKind, times: u64) -> StepPlan {
        StepPlan { step, left: times, parts: 0, origin: None, stage: StepStage::Idle }
    }

    /// Whether it leads into the past.
    pub fn is_back(&self) -> bool {
        matches!(self.step, StepKind::Back | StepKind::BackOver | StepKind::BackOut)
    }
}

/// The way to the n-th execution of an instruction, from the end of what is known.
pub struct ArrivalPlan {
    address: u32,
    /// The number of times it is still to be met.
    left: u64,
    /// The step at which it was met last.
    passed: Option<RunPoint>,
}

/// The n-th execution of an instruction.
pub enum NthArrival {
    /// At this step.
    At(u64),
    /// Not in what is known.
    Ahead(ArrivalPlan),
}

impl Debugger<'_> {
    /// Executes so many instructions, or fewer if something stops it.
    pub async fn step_instructions(
        &mut self,
        count: u64,
        host: &mut dyn Host,
        point: &YieldPoint,
    ) -> Result<Arrival, ReplayDiverged> {
        let goal = self.timeline.count().saturating_add(count);
        while self.timeline.count() < goal {
            let until =
                StopConditions::count(goal.min(self.timeline.count().saturating_add(1 << 20)));
            let stop = self.timeline.run(host, &until)?;
            if let Some(arrival) = self.halted(&stop) {
                return Ok(arrival);
            }
            if !point.reach(self.timeline.count()).await {
                return Ok(Arrival::GaveUp);
            }
        }
        Ok(Arrival::There)
    }

    /// Continues a step. After [`Arrival::GaveUp`] and [`Arrival::Waiting`] the plan can be
    /// carried on, after anything else it is done.
    pub async fn advance(
        &mut self,
        plan: &mut StepPlan,
        host: &mut dyn Host,
        point: &YieldPoint,
    ) -> Result<Arrival, ReplayDiverged> {
        while plan.left > 0 {
            if plan.parts == 0 {
                let pc = self.machine().pc;
                plan.origin = self.names.macro_call(pc).map(|call| (call, pc != call.start));
            }
            let arrival = self.advance_part(plan, host, point).await?;
            if arrival != Arrival::There {
                return Ok(arrival);
            }
            plan.parts = plan.parts.saturating_add(1);
            if self.is_in_macro_call(plan) {
                if let Some(arrival) = self.stopped_in_macro() {
                    return Ok(arrival);
                }
                if plan.parts.is_multiple_of(MACRO_SLICE_PARTS)
                    && !point.reach(self.timeline.count()).await
                {
                    return Ok(Arrival::GaveUp);
                }
                continue;
            }
            let has_one_part =
                matches!(plan.step, StepKind::OverInstruction | StepKind::Out | StepKind::BackOut);
            let is_whole = has_one_part
                || plan.parts >= STATEMENT_PARTS_MAX
                || self.names.is_first(self.machine().pc);
            if is_whole {
                plan.left -= 1;
                plan.parts = 0;
                // Not after the last one: a step that is done must not say that it was cancelled.
                if plan.left > 0 && !point.reach(self.timeline.count()).await {
                    return Ok(Arrival::GaveUp);
                }
            }
        }
        Ok(Arrival::There)
    }

    /// Whether a step stands within a macro call that it goes over as a whole.
    fn is_in_macro_call(&self, plan: &StepPlan) -> bool {
        let pc = self.machine().pc;
        match plan.step {
            StepKind::OverInstruction | StepKind::Out | StepKind::BackOut => false,
            StepKind::Statement | StepKind::Over => {
                plan.origin.is_some_and(|(call, was_inside)| !was_inside && call.contains(pc))
            }
            StepKind::Back | StepKind::BackOver => self.names.macro_call(pc).is_some_and(|call| {
                let was_inside = plan.origin == Some((call, true));
                !was_inside && pc != call.start && self.timeline.count() > 0
            }),
        }
    }

    /// The arrival at a point of the user inside a macro call that is stepped over.
    fn stopped_in_macro(&mut self) -> Option<Arrival> {
        let machine = self.timeline.machine();
        if !self.points.iter().any(|point| point.is_at(machine)) {
            return None;
        }
        match self.judge(&Stop::Breakpoint, &mut |_| false) {
            StopDecision::Stop(arrival) => Some(arrival),
            StopDecision::GoOn => None,
        }
    }

    /// The same for a step into the past, where nobody is asked for anything.
    pub async fn advance_back(
        &mut self,
        plan: &mut StepPlan,
        point: &YieldPoint,
    ) -> Result<Arrival, ReplayDiverged> {
        self.advance(plan, &mut SilentHost::default(), point).await
    }

    /// Goes on with an instruction, a call, or a search.
    async fn advance_part(
        &mut self,
        plan: &mut StepPlan,
        host: &mut dyn Host,
        point: &YieldPoint,
    ) -> Result<Arrival, ReplayDiverged> {
        if let StepStage::Idle = plan.stage {
            match self.begin_part(plan.step, host, point).await? {
                StepProgress::Done(arrival) => return Ok(arrival),
                StepProgress::Stage(stage) => plan.stage = stage,
            }
        }
        let arrival = match &mut plan.stage {
            StepStage::Idle => return Ok(Arrival::There),
            StepStage::Search(search) => {
                let found = search_call(&mut self.timeline, search, point).await?;
                match self.searched(plan.step, found, point).await? {
                    StepProgress::Done(arrival) => arrival,
                    StepProgress::Stage(stage) => {
                        plan.stage = stage;
                        // Boxed, because a future cannot contain itself. It recurses once, from the
                        // search to the call.
                        return Box::pin(self.advance_part(plan, host, point)).await;
                    }
                }
            }
            StepStage::Call(call) => self.run_call(call, host, point).await?,
        };
        if !matches!(arrival, Arrival::GaveUp | Arrival::Waiting(_)) {
            plan.stage = StepStage::Idle;
        }
        Ok(arrival)
    }

    async fn begin_part(
        &mut self,
        step: StepKind,
        host: &mut dyn Host,
        point: &YieldPoint,
    ) -> Result<StepProgress, ReplayDiverged> {
        Ok(match step {
            // An instruction is done or not: giving up in it would lose count.
            StepKind::Statement => {
                StepProgress::Done(at_once(self.step_instructions(1, host, &YieldPoint::NONE))?)
            }
            StepKind::Over | StepKind::OverInstruction => self.begin_over(host)?,
            StepKind::Out | StepKind::BackOut => {
                let backs = self.return_addresses();
                let search = CallSearch::enclosing(self.timeline.count(), backs);
                StepProgress::Stage(StepStage::Search(search))
            }
            StepKind::Back => StepProgress::Done(self.back_instructions(1, point).await?),
            StepKind::BackOver => self.begin_back_over(point).await?,
        })
    }

    /// Executes an instruction; if that calls a procedure, that is to return.
    fn begin_over(&mut self, host: &mut dyn Host) -> Result<StepProgress, ReplayDiverged> {
        let machine = self.machine();
        let call = TransferDecoder::of(machine).fetch(machine.pc, machine.word_at(machine.pc));
        let is_handling = machine.cp0.status & EXCEPTION_LEVEL != 0;
        let arrival = at_once(self.step_instructions(1, host, &YieldPoint::NONE))?;
        // An interrupt comes before the call.
        let is_interrupted = !is_handling && self.machine().cp0.status & EXCEPTION_LEVEL != 0;
        Ok(match (arrival, call) {
            (Arrival::There, Some(Transfer::Call { back })) if !is_interrupted => {
                StepProgress::Stage(StepStage::Call(Box::new(CallRun::new(&self.timeline, back))))
            }
            (arrival, _) => StepProgress::Done(arrival),
        })
    }

    /// Takes an instruction back; if that has returned from a procedure, its call is looked for.
    async fn begin_back_over(
        &mut self,
        point: &YieldPoint,
    ) -> Result<StepProgress, ReplayDiverged> {
        let count = self.timeline.count();
        let slot = u64::from(self.machine().settings().delayed_branching);
        let before = recent(&mut self.timeline, 1 + slot, point).await?;
        // The instruction before a delay slot is the jump; without slots it is the last one.
        let machine = self.machine();
        let jump = match before.first().map(|executed| machine.word_at(executed.pc)) {
            Some(CodeWord::Instruction(one)) if before.len() as u64 == 1 + slot => (one.op
                == Op::Jr)
                .then(|| CallReturn { to: machine.pc, is_return: one.a == R::R31 }),
            _ => None,
        };
        let backs = self.return_addresses();
        Ok(match jump {
            // Any other `jr` is a jump through a table, which is one instruction to take back.
            Some(close) if close.is_return || backs.contains(&close.to) => {
                let search = CallSearch::closed_by(close, count - 1 - slot, backs);
                StepProgress::Stage(StepStage::Search(search))
            }
            _ => StepProgress::Done(self.back_instructions(1, point).await?),
        })
    }

    /// Acts on what a search has found: the step before a call.
    async fn searched(
        &mut self,
        step: StepKind,
        found: ScanResult<u64>,
        point: &YieldPoint,
    ) -> Result<StepProgress, ReplayDiverged> {
        Ok(StepProgress::Done(match (found, step) {
            (ScanResult::GaveUp, _) => Arrival::GaveUp,
            (ScanResult::Found(count), StepKind::Out) => {
                let machine = self.timeline.machine_in_slices(count, point).await?;
                let back = machine.pc.wrapping_add(link(&machine));
                let call = CallRun::new(&self.timeline, back);
                return Ok(StepProgress::Stage(StepStage::Call(Box::new(call))));
            }
            (ScanResult::Nothing, StepKind::Out) => Arrival::NotInCall,
            (ScanResult::Found(count), _) => {
                self.timeline.go_to_in_slices(count, point).await?;
                Arrival::There
            }
            // No call was found that the return belongs to, so it is taken back by itself.
            (ScanResult::Nothing, StepKind::BackOver) => self.back_instructions(1, point).await?,
            (ScanResult::Nothing, _) => {
                self.timeline.go_to_in_slices(0, point).await?;
                Arrival::Beginning
            }
        }))
    }

    /// Goes to where an instruction is executed for the n-th time since the start, or stays if it
    /// is not that often.
    pub async fn nth_arrival(
        &mut self,
        address: u32,
        times: u64,
        host: &mut dyn Host,
        point: &YieldPoint,
    ) -> Result<BackSearchResult, ReplayDiverged> {
        let here = self.timeline.count();
        let mut plan = match self.known_arrival(address, times, point).await? {
            NthArrival::At(count) => {
                self.timeline.go_to_in_slices(count, point).await?;
                return Ok(BackSearchResult::At(count, Stop::Breakpoint));
            }
            NthArrival::Ahead(plan) => plan,
        };
        // What is known was counted already, so counting goes on from its end.
        self.timeline.go_to_end();
        let found = match self.advance_to(&mut plan, host, point).await? {
            Arrival::There => {
                return Ok(BackSearchResult::At(self.timeline.count(), Stop::Breakpoint));
            }
            Arrival::GaveUp => BackSearchResult::GaveUp,
            _ => BackSearchResult::Nothing,
        };
        // The debugger stays where it was; the run it knows has become longer all the same.
        self.timeline.go_to_in_slices(here, point).await?;
        Ok(found)
    }

    /// The step at which an instruction is executed for the n-th time since the start, or the
    /// way there from the end of what is known. The debugger does not move.
    pub async fn known_arrival(
        &mut self,
        address: u32,
        times: u64,
        point: &YieldPoint,
    ) -> Result<NthArrival, ReplayDiverged> {
        let until = StopConditions {
            breakpoints: [address].into_iter().collect(),
            ..StopConditions::default()
        };
        Ok(match self.timeline.find_nth(&until, times, point).await? {
            Ok(count) => NthArrival::At(count),
            Err((met, passed)) => {
                NthArrival::Ahead(ArrivalPlan { address, left: times - met, passed })
            }
        })
    }

    /// Goes on to where an instruction is next as often as is planned. After [`Arrival::GaveUp`]
    /// the plan can be carried on.
    pub async fn advance_to(
        &mut self,
        plan: &mut ArrivalPlan,
        host: &mut dyn Host,
        point: &YieldPoint,
    ) -> Result<Arrival, ReplayDiverged> {
        let breakpoints = [plan.address].into_iter().collect();
        let mut until =
            StopConditions { breakpoints, passed: plan.passed, ..StopConditions::default() };
        while plan.left > 0 {
            until.count = self.timeline.count().saturating_add(SLICE_INSTRUCTIONS);
            let stop = self.timeline.run(host, &until)?;
            plan.passed = Some(self.machine().point());
            until.passed = plan.passed;
            match stop {
                Stop::Breakpoint => plan.left -= 1,
                Stop::Exited(_) | Stop::Faulted { .. } => {
                    let end = jetan_run::RunEnd::of(&stop, self.machine());
                    return Ok(end.map_or(Arrival::GaveUp, Arrival::Ended));
                }
                Stop::Waiting(wait) => return Ok(Arrival::Waiting(wait)),
                _ => {}
            }
            if plan.left > 0 && !point.reach(self.timeline.count()).await {
                return Ok(Arrival::GaveUp);
            }
        }
        Ok(Arrival::There)
    }

    /// Takes instructions back.
    pub async fn back_instructions(
        &mut self,
        count: u64,
        point: &YieldPoint,
    ) -> Result<Arrival, ReplayDiverged> {
        let here = self.timeline.count();
        if here == self.timeline.start_count() {
            return Ok(Arrival::Beginning);
        }
        self.timeline.go_to_in_slices(here.saturating_sub(count), point).await?;
        Ok(Arrival::There)
    }
}

/// A part of a step that was done at once, or takes longer.
enum StepProgress {
    Done(Arrival),
    Stage(StepStage),
}
