//! A program under a debugger: where to stop, and how to get from one step to another.

mod call_run;
mod step;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use jetan_isa::Reg;
use jetan_machine::memory::{WatchHit, WatchRange};
use jetan_machine::stop::WaitReason;
use jetan_machine::{Breakpoints, Engine, Host, Machine, Stop, StopConditions};
use jetan_run::RunEnd;
use jetan_run::YieldPoint;
use jetan_run::timeline::{BackSearchResult, ReplayDiverged, ScanResult, Timeline};

use crate::call_memory::CallMemory;
use crate::calls;
use crate::cause::{self, StorageLocation};
use crate::command::grouped;
use crate::expression::ExpressionError;
use crate::notes::{self, NoteTaker};
use crate::point::{PointTarget, StopPoint, WatchedRegister};
use crate::post_mortem::PostMortem;
use crate::trail::{self, JUMPS_MAX, TakenJump, procedures};
use crate::transfer::{link, return_addresses};
use crate::view::changes::MachineChanges;
use crate::watcher::RegisterWatcher;
use jetan_symbols::DebugSymbols;

pub use step::{ArrivalPlan, NthArrival, StepKind, StepPlan};

/// The most breakpoints and watchpoints at a time.
pub const POINTS_MAX: usize = 10_000;
/// Instructions between two checks whether to cancel.
// About 4 ms of interpreted code (500 million take two seconds): short enough to cancel in time.
const SLICE_INSTRUCTIONS: u64 = 1 << 20;

/// Runs of more instructions are explained without their past when they are interrupted: whoever
/// interrupts a run does not want to wait.
const EXPLAINED_UNASKED_MAX: u64 = 20_000_000;

/// The reason why the debugger stopped.
#[derive(Clone, Debug, PartialEq)]
pub enum Arrival {
    /// It is where it was to go.
    There,
    /// At a breakpoint, by its number.
    Breakpoint(u32),
    /// Behind an access to what a watchpoint watches.
    Watchpoint(u32, WatchHit),
    /// The condition of a breakpoint cannot be computed.
    Condition(u32, ExpressionError),
    /// The program has ended.
    Ended(RunEnd),
    /// The program waits for something from outside.
    Waiting(WaitReason),
    /// There is nothing before this.
    Beginning,
    /// The target of the search is not there; the debugger has not moved.
    NotFound,
    /// The program is in no procedure that was called; the debugger has not moved.
    NotInCall,
    /// It was to end before it was there.
    GaveUp,
}

/// Makes a report of how a run ended (or that it was stopped), where, and what was found out.
pub type Explainer = fn(Option<&RunEnd>, &Machine, &DebugSymbols, &PostMortem) -> String;

/// A program under a debugger.
pub struct Debugger<'e> {
    /// The run that is looked at, at its present step.
    pub timeline: Timeline<'e>,
    /// The names and lines of the program.
    pub names: DebugSymbols,
    points: Vec<StopPoint>,
    next_id: u32,
    /// The output of log points since it was last taken.
    pub said: Vec<String>,
    /// The bitmap display, if it is known.
    pub display: Option<BitmapArea>,
    /// Expressions that are shown at every stop.
    pub displays: Vec<String>,
    /// The breakpoints that stop once, by their numbers.
    pub temporary: Vec<u32>,
    /// Turns an explanation into the text of a report.
    pub explainer: Option<Explainer>,
    /// Notes about the run, which are shown when it has ended.
    pub notes: Option<Rc<RefCell<NoteTaker>>>,
    /// The count of the stop before this one.
    pub(crate) last_stop: Option<u64>,
    /// The calls and returns that were found on the way to earlier stacks.
    call_memory: CallMemory,
}

/// A bitmap display: words in memory, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitmapArea {
    /// The address of the word at the top left.
    pub base: u32,
    /// The number of words in a row.
    pub columns: u32,
    /// The number of rows.
    pub rows: u32,
}

/// Whether a stop of the engine is one for the user.
enum StopDecision {
    GoOn,
    Stop(Arrival),
}

impl<'e> Debugger<'e> {
    /// A debugger for a run of a program.
    pub fn new(timeline: Timeline<'e>, names: DebugSymbols) -> Debugger<'e> {
        Debugger {
            timeline,
            names,
            points: Vec::new(),
            next_id: 1,
            said: Vec::new(),
            display: None,
            displays: Vec::new(),
            temporary: Vec::new(),
            explainer: None,
            notes: None,
            last_stop: None,
            call_memory: CallMemory::default(),
        }
    }

    /// The same program at the same step, with the same breakpoints, for another engine: what it
    /// looks for leaves this one where it is.
    pub fn copy<'c>(&self, engine: Box<dyn Engine + 'c>) -> Debugger<'c> {
        Debugger {
            points: self.points.clone(),
            display: self.display,
            explainer: self.explainer,
            call_memory: self.call_memory.clone(),
            // Displayed expressions, temporary breakpoints and pending output belong to whoever
            // shows them, not to a copy that searches.
            ..Debugger::new(self.timeline.copy(engine), self.names.clone())
        }
    }

    /// The machine as it is at this step.
    pub fn machine(&self) -> &Machine {
        self.timeline.machine()
    }

    /// The breakpoints and watchpoints, in the order of their numbers.
    pub fn points(&self) -> &[StopPoint] {
        &self.points
    }

    /// A breakpoint or watchpoint by its number.
    pub fn point_mut(&mut self, id: u32) -> Option<&mut StopPoint> {
        self.points.iter_mut().find(|point| point.id == id)
    }

    /// Adds a breakpoint or watchpoint and gives its number; none if there are too many.
    pub fn add(&mut self, target: PointTarget) -> Option<u32> {
        if self.points.len() == POINTS_MAX {
            return None;
        }
        let id = self.next_id;
        self.next_id += 1;
        self.points.push(StopPoint::new(id, target));
        Some(id)
    }

    /// Removes a breakpoint or watchpoint; false if there is none with that number.
    pub fn remove(&mut self, id: u32) -> bool {
        let before = self.points.len();
        self.points.retain(|point| point.id != id);
        self.points.len() != before
    }

    fn enabled(&self) -> impl Iterator<Item = &StopPoint> {
        self.points.iter().filter(|point| point.is_enabled)
    }

    /// The stop conditions for all enabled points.
    fn until(&self) -> StopConditions {
        let addresses = self.enabled().flat_map(|point| point.target.addresses());
        // The order of `watches` is the one in which `watchers` resolves a hit.
        StopConditions {
            count: u64::MAX,
            breakpoints: addresses.collect::<Breakpoints>(),
            watches: self.enabled().filter_map(|point| point.target.watch()).collect(),
            ..StopConditions::default()
        }
    }

    fn watched_registers(&self) -> Vec<WatchedRegister> {
        let registers = self.enabled().filter_map(|point| match point.target {
            PointTarget::Register(watched) => Some(watched),
            _ => None,
        });
        registers.collect()
    }

    /// Runs on until there is a reason to stop.
    pub async fn go_on(
        &mut self,
        host: &mut dyn Host,
        point: &YieldPoint,
    ) -> Result<Arrival, ReplayDiverged> {
        self.go_on_to(u64::MAX, host, point).await
    }

    /// The same, but no further than to a count.
    pub async fn go_on_to(
        &mut self,
        count: u64,
        host: &mut dyn Host,
        point: &YieldPoint,
    ) -> Result<Arrival, ReplayDiverged> {
        let until = StopConditions { count, ..self.until() };
        self.run_watched(host, &mut |_| false, until, point).await
    }

    /// Runs as [`Debugger::run`] does, and stops for registers that are watched too.
    async fn run_watched(
        &mut self,
        host: &mut dyn Host,
        accept: &mut dyn FnMut(&Machine) -> bool,
        until: StopConditions,
        point: &YieldPoint,
    ) -> Result<Arrival, ReplayDiverged> {
        let registers = self.watched_registers();
        if registers.is_empty() {
            return self.run(host, accept, until, point).await;
        }
        // Registers have no address to watch, so the run is interpreted under an observer as long
        // as one is watched.
        let own = self.timeline.replace_engine(Box::new(RegisterWatcher::new(registers)));
        let arrival = self.run(host, accept, until, point).await;
        drop(self.timeline.replace_engine(own));
        arrival
    }

    /// Runs until a point stops it, the count of `until` is reached, or `accept` agrees with a
    /// breakpoint at which no point stops it.
    async fn run(
        &mut self,
        host: &mut dyn Host,
        accept: &mut dyn FnMut(&Machine) -> bool,
        mut until: StopConditions,
        point: &YieldPoint,
    ) -> Result<Arrival, ReplayDiverged> {
        // The breakpoint at which the run stands was reported already; without this it would never
        // be left.
        until.passed = Some(self.machine().point());
        let limit = until.count;
        loop {
            let count = self.timeline.count();
            until.count = count.saturating_add(SLICE_INSTRUCTIONS).min(limit);
            let stop = self.timeline.run(host, &until)?;
            // An engine reports a breakpoint before a used-up budget, so one at the end of a slice
            // is not passed over unseen.
            until.passed = Some(self.machine().point());
            if let Some(arrival) = self.halted(&stop) {
                return Ok(arrival);
            }
            if matches!(stop, Stop::Breakpoint | Stop::Watched(_))
                && let StopDecision::Stop(arrival) = self.judge(&stop, accept)
            {
                return Ok(arrival);
            }
            if self.timeline.count() >= limit {
                return Ok(Arrival::There);
            }
            if !point.reach(self.timeline.count()).await {
                return Ok(Arrival::GaveUp);
            }
        }
    }

    /// Whether a stop is one for a point, and counts it there.
    fn judge(&mut self, stop: &Stop, accept: &mut dyn FnMut(&Machine) -> bool) -> StopDecision {
        if let Stop::Watched(hit) = stop {
            return self.judge_access(*hit);
        }
        let machine = self.timeline.machine();
        let mut verdict = StopDecision::GoOn;
        // Every point here is asked, not only the first that stops: its `hits` must not depend on
        // others.
        for point in self.points.iter_mut().filter(|point| point.is_at(machine)) {
            let arrival = match point.meet(machine) {
                Ok(false) => continue,
                Ok(true) => match point.message(machine) {
                    Some(message) => {
                        self.said.push(message);
                        continue;
                    }
                    None => Arrival::Breakpoint(point.id),
                },
                Err(mistake) => Arrival::Condition(point.id, mistake),
            };
            if matches!(verdict, StopDecision::GoOn) {
                verdict = StopDecision::Stop(arrival);
            }
        }
        // A point of the user outranks the goal of a step, which then ends there and says why.
        if matches!(verdict, StopDecision::GoOn) && accept(machine) {
            verdict = StopDecision::Stop(Arrival::There);
        }
        verdict
    }

    fn judge_access(&mut self, hit: WatchHit) -> StopDecision {
        let machine = self.timeline.machine();
        let Some(id) = self.watcher_of(hit) else { return StopDecision::Stop(Arrival::There) };
        let Some(point) = self.points.iter_mut().find(|point| point.id == id) else {
            return StopDecision::GoOn;
        };
        match point.meet(machine) {
            Ok(true) => StopDecision::Stop(Arrival::Watchpoint(id, hit)),
            Ok(false) => StopDecision::GoOn,
            Err(mistake) => StopDecision::Stop(Arrival::Condition(id, mistake)),
        }
    }

    /// The number of the watchpoint that a hit belongs to.
    fn watcher_of(&self, hit: WatchHit) -> Option<u32> {
        self.watchers().get(hit.watch).map(|point| point.id)
    }

    /// The watchpoints in the order in which hits name them: those of memory, then registers.
    fn watchers(&self) -> Vec<&StopPoint> {
        // The engine that watches registers numbers them after the memory watches, as hits do.
        let of_memory = self.enabled().filter(|point| point.target.watch().is_some());
        let is_register = |point: &&StopPoint| matches!(point.target, PointTarget::Register(_));
        of_memory.chain(self.enabled().filter(is_register)).collect()
    }

    /// Runs backwards until there is a reason to stop. Hits are not counted on the way, and log
    /// points say nothing.
    pub async fn go_back(&mut self, point: &YieldPoint) -> Result<Arrival, ReplayDiverged> {
        let until = self.until();
        let registers = self.watched_registers();
        let is_hunting =
            !until.breakpoints.is_empty() || !until.watches.is_empty() || !registers.is_empty();
        // Nothing can stop the search, so the beginning is reached without replaying what lies
        // between.
        if !is_hunting {
            self.timeline.go_to_in_slices(0, point).await?;
            return Ok(Arrival::Beginning);
        }
        let own = (!registers.is_empty()).then(|| {
            let watcher = RegisterWatcher::new(registers);
            self.timeline.replace_engine(Box::new(watcher))
        });
        let limit = self.timeline.count();
        // Copied, because the search borrows the debugger's timeline while it asks about them.
        let points = self.points.clone();
        let watchers: Vec<StopPoint> = self.watchers().into_iter().cloned().collect();
        let mut accept = |machine: &Machine, stop: &Stop| match stop {
            Stop::Watched(hit) => watchers.get(hit.watch).is_some_and(|point| point.holds(machine)),
            _ => points.iter().any(|point| point.is_met(machine)),
        };
        let found = self.timeline.find_back(limit, &until, &mut accept, point).await;
        // Before the `?` below: a search that failed has to give the run its own engine back too.
        if let Some(own) = own {
            drop(self.timeline.replace_engine(own));
        }
        self.arrive(found?, point).await
    }

    async fn arrive(
        &mut self,
        found: BackSearchResult,
        point: &YieldPoint,
    ) -> Result<Arrival, ReplayDiverged> {
        match found {
            BackSearchResult::At(count, stop) => {
                self.timeline.go_to_in_slices(count, point).await?;
                let machine = self.timeline.machine();
                if let Stop::Watched(hit) = stop {
                    let id = self.watcher_of(hit);
                    return Ok(id.map_or(Arrival::There, |id| Arrival::Watchpoint(id, hit)));
                }
                let point = self.points.iter().find(|point| point.is_met(machine));
                Ok(point.map_or(Arrival::There, |point| Arrival::Breakpoint(point.id)))
            }
            BackSearchResult::Nothing => {
                self.timeline.go_to_in_slices(0, point).await?;
                Ok(Arrival::Beginning)
            }
            BackSearchResult::GaveUp => Ok(Arrival::GaveUp),
        }
    }

    /// The arrival at a stop beyond which the program cannot go: it has ended, or waits.
    fn halted(&self, stop: &Stop) -> Option<Arrival> {
        if let Stop::Waiting(wait) = stop {
            return Some(Arrival::Waiting(*wait));
        }
        RunEnd::of(stop, self.machine()).map(Arrival::Ended)
    }

    /// Goes to a step; beyond what is known the program runs on.
    pub async fn go_to(
        &mut self,
        count: u64,
        host: &mut dyn Host,
        point: &YieldPoint,
    ) -> Result<Arrival, ReplayDiverged> {
        self.timeline.go_to_in_slices(count, point).await?;
        while self.timeline.count() < count {
            // Without breakpoints: the count says where to stop, and a stop on the way would be in
            // its way.
            let until = StopConditions::count(
                count.min(self.timeline.count().saturating_add(SLICE_INSTRUCTIONS)),
            );
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

    /// The last instruction that wrote to a place: the step before it, and its address; none if
    /// nothing did, or if it is to end before it is found.
    pub async fn last_write(
        &mut self,
        place: StorageLocation,
        point: &YieldPoint,
    ) -> Result<Option<(u64, u32)>, ReplayDiverged> {
        let limit = self.timeline.count();
        Ok(match cause::last_write(&mut self.timeline, place, limit, point).await? {
            ScanResult::Found(found) => Some(found),
            ScanResult::Nothing | ScanResult::GaveUp => None,
        })
    }

    /// Goes before the last instruction that wrote to a place.
    pub async fn go_to_last_write(
        &mut self,
        place: StorageLocation,
        point: &YieldPoint,
    ) -> Result<Arrival, ReplayDiverged> {
        let limit = self.timeline.count();
        Ok(match cause::last_write(&mut self.timeline, place, limit, point).await? {
            ScanResult::Found((count, _)) => {
                self.timeline.go_to_in_slices(count, point).await?;
                Arrival::There
            }
            ScanResult::Nothing => Arrival::NotFound,
            ScanResult::GaveUp => Arrival::GaveUp,
        })
    }

    /// The calls that lead to this step, innermost first: when, and the address of each.
    pub async fn calls(&mut self, point: &YieldPoint) -> Result<Vec<OpenCall>, ReplayDiverged> {
        let backs = self.return_addresses();
        let now = self.timeline.count();
        let steps =
            calls::calls_back(&mut self.timeline, now, backs, &self.call_memory, point).await?;
        let mut calls = Vec::new();
        let revision = self.timeline.revision();
        for count in steps {
            if let Some(known) = self.call_memory.call(revision, count) {
                calls.push(known);
                continue;
            }
            let machine = self.timeline.machine_in_slices(count, point).await?;
            let arguments =
                [Reg::A0, Reg::A1, Reg::A2, Reg::A3].map(|reg| machine.registers.get(reg));
            let sp = machine.registers.get(Reg::SP);
            // The target of `jalr` is in a register, so it is read from the step after the call;
            // with delayed branching the slot comes first.
            let slot = u64::from(machine.settings().delayed_branching);
            let target = self.timeline.machine_in_slices(count + 1 + slot, point).await?.pc;
            let mut values = [0; 32];
            values.copy_from_slice(machine.registers.values());
            let call = OpenCall { count, pc: machine.pc, target, arguments, sp, values };
            self.call_memory.keep_call(revision, &call);
            calls.push(call);
        }
        Ok(calls)
    }

    /// The last jumps that were taken before this step, the newest first.
    pub async fn jumps(&mut self, point: &YieldPoint) -> Result<Vec<TakenJump>, ReplayDiverged> {
        let count = self.timeline.count();
        let procedures = procedures(&self.names);
        // Jumps are dense: a million instructions hold all that are shown.
        let (timeline, from) = (&mut self.timeline, count.saturating_sub(SLICE_INSTRUCTIONS));
        let trail = trail::trail(timeline, from, count, &procedures, point).await?;
        // What led here is not yet seen by who looks at instructions that are executed.
        let here = self.machine().pc;
        let last = trail.last.filter(|&(_, from)| from.wrapping_add(4) != here);
        let last = last.map(|(count, from)| TakenJump { count, from, to: here });
        let jumps = trail.jumps.into_iter().chain(last).rev();
        Ok(jumps.take(JUMPS_MAX).collect())
    }

    /// The changes since the stop before this one; none if there was none.
    pub fn changes(&mut self) -> Result<Option<MachineChanges>, ReplayDiverged> {
        self.last_stop.map(|count| self.changes_since(count)).transpose()
    }

    /// The differences from a step, which may be a later one.
    pub fn changes_since(&mut self, count: u64) -> Result<MachineChanges, ReplayDiverged> {
        // An edit forgets the future, and with it perhaps the step of the last stop.
        let then = self.timeline.machine_arriving_at(count.min(self.timeline.end_count()))?;
        Ok(MachineChanges::between(&then, self.machine()))
    }

    /// A breakpoint that was to stop once has done so.
    pub(crate) fn forget_temporary(&mut self, arrival: &Arrival) {
        if let Arrival::Breakpoint(id) = arrival
            && self.temporary.contains(id)
        {
            self.temporary.retain(|one| one != id);
            self.remove(*id);
        }
    }

    /// Explains the error that ended the run, or what the program does forever, in the words of a
    /// report; the last line says where the cause is. What was found out goes along with it.
    pub async fn explain(
        &mut self,
        point: &YieldPoint,
    ) -> Result<(Vec<String>, Option<PostMortem>), ReplayDiverged> {
        let ending = self.timeline.ending();
        if ending.as_ref().is_some_and(RunEnd::is_own) {
            let ended = "the program has ended by itself; `why output` says where the last output \
                         came from";
            return Ok((vec![ended.to_owned()], None));
        }
        let aftermath = PostMortem::of(&mut self.timeline, &self.names, point).await?;
        let mut lines = self.report(ending.as_ref(), &aftermath);
        let culprit = aftermath.inquiry.as_ref().and_then(|inquiry| inquiry.culprit);
        if let Some((count, pc)) = culprit.and_then(|who| Some((who.count?, who.pc)))
            && let Some(line) = self.names.line(pc)
        {
            lines.push(format!("the cause is there since {}: {line}", grouped(count + 1)));
        }
        Ok((lines, Some(aftermath)))
    }

    /// What a program is in that somebody has interrupted: the report of an endless loop or
    /// recursion, in lines. Nothing if it does not seem endless, or is not at its end.
    pub async fn explain_interruption(
        &mut self,
        point: &YieldPoint,
    ) -> Result<Vec<String>, ReplayDiverged> {
        if !self.timeline.is_at_end() || self.timeline.ending().is_some() {
            return Ok(Vec::new());
        }
        let machine = self.timeline.end_machine().clone();
        let found = if machine.count > EXPLAINED_UNASKED_MAX {
            let doubt = "the run was too long to follow its values back; `explain` does that";
            PostMortem::without_past(doubt, Some(&machine), &self.names)
        } else {
            PostMortem::of(&mut self.timeline, &self.names, point).await?
        };
        Ok(if found.endless.is_some() { self.report(None, &found) } else { Vec::new() })
    }

    /// The report about the end of what is known, in lines.
    fn report(&self, ending: Option<&RunEnd>, found: &PostMortem) -> Vec<String> {
        let machine = self.timeline.end_machine();
        if let Some(explainer) = self.explainer {
            let text = explainer(ending, machine, &self.names, found);
            return text.lines().map(str::to_owned).collect();
        }
        let endless = found.endless.as_ref().map(|endless| endless.text(&self.names));
        endless.into_iter().flatten().chain(found.notes(&self.names)).collect()
    }

    /// The notes about a run that has ended, a line each.
    pub(crate) fn note_lines(&self, end: &RunEnd) -> Vec<String> {
        let Some(taker) = &self.notes else { return Vec::new() };
        let why = &mut |_: &[u8]| "there is no such file here".to_owned();
        let notes = taker.borrow().notes(self.timeline.machine(), end.is_fault(), why);
        let mut lines: Vec<String> = notes.iter().map(|note| note.line(&self.names)).collect();
        let findings = notes::unasked_findings(&self.timeline, &self.names);
        lines.extend(notes::unasked_lines(&findings, &self.names));
        lines
    }

    /// Somebody has changed the run: notes of what came after this step are forgotten.
    pub(crate) fn forget_notes(&mut self) {
        if let Some(taker) = &self.notes {
            taker.borrow_mut().reset();
        }
    }

    /// The addresses that the program's calls return to.
    fn return_addresses(&self) -> BTreeSet<u32> {
        return_addresses(&self.names, link(self.machine()))
    }
}

/// A call that has not returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenCall {
    /// The step before it.
    pub count: u64,
    /// The instruction that calls.
    pub pc: u32,
    /// The address of the procedure that was called.
    pub target: u32,
    /// The values of `$a0` to `$a3`; how many of them are arguments is not known.
    pub arguments: [u32; 4],
    /// The value of `$sp`.
    pub sp: u32,
    /// The values of the registers, in order of number.
    pub values: [u32; 32],
}

/// A watch for writes, or reads too.
pub fn watch(first: u32, last: u32, reads: bool, writes: bool) -> WatchRange {
    WatchRange { first, last, reads, writes }
}
