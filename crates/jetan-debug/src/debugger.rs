//! A program under a debugger: where to stop, and how to get from one instant to another.

mod call_run;
mod step;

use std::collections::BTreeSet;

use jetan_isa::Reg;
use jetan_machine::memory::{Hit, Watch};
use jetan_machine::stop::Wait;
use jetan_machine::{Breakpoints, Engine, Host, Machine, Stop, Until};
use jetan_run::RunEnd;
use jetan_run::timeline::{Diverged, Found, Scan, Timeline};
use jetan_run::{YieldPoint, at_once};

use crate::aftermath::Aftermath;
use crate::calls;
use crate::cause::{self, Place};
use crate::command::grouped;
use crate::expression::Mistake;
use crate::names::Names;
use crate::point::{Point, Target, Watched};
use crate::trail::{self, JUMPS_MAX, Jump, procedures};
use crate::transfer::{link, return_addresses};
use crate::view::changes::Changes;
use crate::watcher::Watcher;

pub use step::{ArrivalPlan, NthArrival, Step, StepPlan};

/// The most breakpoints and watchpoints at a time.
pub const POINTS_MAX: usize = 10_000;
/// Instructions between two checks whether to cancel.
// About 4 ms of interpreted code (500 million take two seconds): short enough to cancel in time.
const SLICE: u64 = 1 << 20;

/// The reason why the debugger stopped.
#[derive(Clone, Debug, PartialEq)]
pub enum Arrival {
    /// It is where it was to go.
    There,
    /// At a breakpoint, by its number.
    Breakpoint(u32),
    /// Behind an access to what a watchpoint watches.
    Watchpoint(u32, Hit),
    /// The condition of a breakpoint cannot be computed.
    Condition(u32, Mistake),
    /// The program has ended.
    Ended(RunEnd),
    /// The program waits for something from outside.
    Waiting(Wait),
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
pub type Explainer = fn(Option<&RunEnd>, &Machine, &Names, &Aftermath) -> String;

/// A program under a debugger.
pub struct Debugger<'e> {
    /// The run that is looked at, at its present instant.
    pub timeline: Timeline<'e>,
    /// The names and lines of the program.
    pub names: Names,
    points: Vec<Point>,
    next_id: u32,
    /// The output of log points since it was last taken.
    pub said: Vec<String>,
    /// The bitmap display, if it is known.
    pub display: Option<Display>,
    /// Expressions that are shown at every stop.
    pub displays: Vec<String>,
    /// The breakpoints that stop once, by their numbers.
    pub temporary: Vec<u32>,
    /// Turns an explanation into the text of a report.
    pub explainer: Option<Explainer>,
    /// The count of the stop before this one.
    pub(crate) last_stop: Option<u64>,
}

/// A bitmap display: words in memory, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Display {
    /// The address of the word at the top left.
    pub base: u32,
    /// The number of words in a row.
    pub columns: u32,
    /// The number of rows.
    pub rows: u32,
}

/// Whether a stop of the engine is one for the user.
enum Verdict {
    GoOn,
    Stop(Arrival),
}

impl<'e> Debugger<'e> {
    /// A debugger for a run of a program.
    pub fn new(timeline: Timeline<'e>, names: Names) -> Debugger<'e> {
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
            last_stop: None,
        }
    }

    /// The same program at the same instant, with the same breakpoints, for another engine: what it
    /// looks for leaves this one where it is.
    pub fn copy<'c>(&self, engine: Box<dyn Engine + 'c>) -> Debugger<'c> {
        Debugger {
            points: self.points.clone(),
            display: self.display,
            explainer: self.explainer,
            // Displayed expressions, temporary breakpoints and pending output belong to whoever
            // shows them, not to a copy that searches.
            ..Debugger::new(self.timeline.copy(engine), self.names.clone())
        }
    }

    /// The machine as it is at this instant.
    pub fn machine(&self) -> &Machine {
        self.timeline.machine()
    }

    /// The breakpoints and watchpoints, in the order of their numbers.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// A breakpoint or watchpoint by its number.
    pub fn point_mut(&mut self, id: u32) -> Option<&mut Point> {
        self.points.iter_mut().find(|point| point.id == id)
    }

    /// Adds a breakpoint or watchpoint and gives its number; none if there are too many.
    pub fn add(&mut self, target: Target) -> Option<u32> {
        if self.points.len() == POINTS_MAX {
            return None;
        }
        let id = self.next_id;
        self.next_id += 1;
        self.points.push(Point::new(id, target));
        Some(id)
    }

    /// Removes a breakpoint or watchpoint; false if there is none with that number.
    pub fn remove(&mut self, id: u32) -> bool {
        let before = self.points.len();
        self.points.retain(|point| point.id != id);
        self.points.len() != before
    }

    fn enabled(&self) -> impl Iterator<Item = &Point> {
        self.points.iter().filter(|point| point.is_enabled)
    }

    /// The stop conditions for all enabled points.
    fn until(&self) -> Until {
        let addresses = self.enabled().flat_map(|point| point.target.addresses());
        // The order of `watches` is the one in which `watchers` resolves a hit.
        Until {
            count: u64::MAX,
            breakpoints: addresses.collect::<Breakpoints>(),
            watches: self.enabled().filter_map(|point| point.target.watch()).collect(),
            ..Until::default()
        }
    }

    fn watched_registers(&self) -> Vec<Watched> {
        let registers = self.enabled().filter_map(|point| match point.target {
            Target::Register(watched) => Some(watched),
            _ => None,
        });
        registers.collect()
    }

    /// Runs on until there is a reason to stop.
    pub async fn go_on(
        &mut self,
        host: &mut dyn Host,
        point: &YieldPoint,
    ) -> Result<Arrival, Diverged> {
        self.go_on_to(u64::MAX, host, point).await
    }

    /// The same, but no further than to a count.
    pub async fn go_on_to(
        &mut self,
        count: u64,
        host: &mut dyn Host,
        point: &YieldPoint,
    ) -> Result<Arrival, Diverged> {
        let until = Until { count, ..self.until() };
        self.run_watched(host, &mut |_| false, until, point).await
    }

    /// Runs as [`Debugger::run`] does, and stops for registers that are watched too.
    async fn run_watched(
        &mut self,
        host: &mut dyn Host,
        accept: &mut dyn FnMut(&Machine) -> bool,
        until: Until,
        point: &YieldPoint,
    ) -> Result<Arrival, Diverged> {
        let registers = self.watched_registers();
        if registers.is_empty() {
            return self.run(host, accept, until, point).await;
        }
        // Registers have no address to watch, so the run is interpreted under an observer as long
        // as one is watched.
        let own = self.timeline.replace_engine(Box::new(Watcher::new(registers)));
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
        mut until: Until,
        point: &YieldPoint,
    ) -> Result<Arrival, Diverged> {
        // The breakpoint at which the run stands was reported already; without this it would never
        // be left.
        until.passed = Some(self.machine().instant());
        let limit = until.count;
        loop {
            let count = self.timeline.count();
            until.count = count.saturating_add(SLICE).min(limit);
            let stop = self.timeline.run(host, &until)?;
            // An engine reports a breakpoint before a used-up budget, so one at the end of a slice
            // is not passed over unseen.
            until.passed = Some(self.machine().instant());
            if let Some(arrival) = self.halted(&stop) {
                return Ok(arrival);
            }
            if matches!(stop, Stop::Breakpoint | Stop::Watched(_))
                && let Verdict::Stop(arrival) = self.judge(&stop, accept)
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
    fn judge(&mut self, stop: &Stop, accept: &mut dyn FnMut(&Machine) -> bool) -> Verdict {
        if let Stop::Watched(hit) = stop {
            return self.judge_access(*hit);
        }
        let machine = self.timeline.machine();
        let mut verdict = Verdict::GoOn;
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
            if matches!(verdict, Verdict::GoOn) {
                verdict = Verdict::Stop(arrival);
            }
        }
        // A point of the user outranks the goal of a step, which then ends there and says why.
        if matches!(verdict, Verdict::GoOn) && accept(machine) {
            verdict = Verdict::Stop(Arrival::There);
        }
        verdict
    }

    fn judge_access(&mut self, hit: Hit) -> Verdict {
        let machine = self.timeline.machine();
        let Some(id) = self.watcher_of(hit) else { return Verdict::Stop(Arrival::There) };
        let Some(point) = self.points.iter_mut().find(|point| point.id == id) else {
            return Verdict::GoOn;
        };
        match point.meet(machine) {
            Ok(true) => Verdict::Stop(Arrival::Watchpoint(id, hit)),
            Ok(false) => Verdict::GoOn,
            Err(mistake) => Verdict::Stop(Arrival::Condition(id, mistake)),
        }
    }

    /// The number of the watchpoint that a hit belongs to.
    fn watcher_of(&self, hit: Hit) -> Option<u32> {
        self.watchers().get(hit.watch).map(|point| point.id)
    }

    /// The watchpoints in the order in which hits name them: those of memory, then registers.
    fn watchers(&self) -> Vec<&Point> {
        // The engine that watches registers numbers them after the memory watches, as hits do.
        let of_memory = self.enabled().filter(|point| point.target.watch().is_some());
        let is_register = |point: &&Point| matches!(point.target, Target::Register(_));
        of_memory.chain(self.enabled().filter(is_register)).collect()
    }

    /// Runs backwards until there is a reason to stop. Hits are not counted on the way, and log
    /// points say nothing.
    pub async fn go_back(&mut self, point: &YieldPoint) -> Result<Arrival, Diverged> {
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
            let watcher = Watcher::new(registers);
            self.timeline.replace_engine(Box::new(watcher))
        });
        let limit = self.timeline.count();
        // Copied, because the search borrows the debugger's timeline while it asks about them.
        let points = self.points.clone();
        let watchers: Vec<Point> = self.watchers().into_iter().cloned().collect();
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

    async fn arrive(&mut self, found: Found, point: &YieldPoint) -> Result<Arrival, Diverged> {
        match found {
            Found::At(count, stop) => {
                self.timeline.go_to_in_slices(count, point).await?;
                let machine = self.timeline.machine();
                if let Stop::Watched(hit) = stop {
                    let id = self.watcher_of(hit);
                    return Ok(id.map_or(Arrival::There, |id| Arrival::Watchpoint(id, hit)));
                }
                let point = self.points.iter().find(|point| point.is_met(machine));
                Ok(point.map_or(Arrival::There, |point| Arrival::Breakpoint(point.id)))
            }
            Found::Nothing => {
                self.timeline.go_to_in_slices(0, point).await?;
                Ok(Arrival::Beginning)
            }
            Found::GaveUp => Ok(Arrival::GaveUp),
        }
    }

    /// The arrival at a stop beyond which the program cannot go: it has ended, or waits.
    fn halted(&self, stop: &Stop) -> Option<Arrival> {
        if let Stop::Waiting(wait) = stop {
            return Some(Arrival::Waiting(*wait));
        }
        RunEnd::of(stop, self.machine()).map(Arrival::Ended)
    }

    /// Goes to an instant; beyond what is known the program runs on.
    pub async fn go_to(
        &mut self,
        count: u64,
        host: &mut dyn Host,
        point: &YieldPoint,
    ) -> Result<Arrival, Diverged> {
        self.timeline.go_to_in_slices(count, point).await?;
        while self.timeline.count() < count {
            // Without breakpoints: the count says where to stop, and a stop on the way would be in
            // its way.
            let until = Until::count(count.min(self.timeline.count().saturating_add(SLICE)));
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

    /// The last instruction that wrote to a place: the instant before it, and its address; none if
    /// nothing did, or if it is to end before it is found.
    pub async fn last_write(
        &mut self,
        place: Place,
        point: &YieldPoint,
    ) -> Result<Option<(u64, u32)>, Diverged> {
        let limit = self.timeline.count();
        Ok(match cause::last_write(&mut self.timeline, place, limit, point).await? {
            Scan::Found(found) => Some(found),
            Scan::Nothing | Scan::GaveUp => None,
        })
    }

    /// Goes before the last instruction that wrote to a place.
    pub async fn go_to_last_write(
        &mut self,
        place: Place,
        point: &YieldPoint,
    ) -> Result<Arrival, Diverged> {
        let limit = self.timeline.count();
        Ok(match cause::last_write(&mut self.timeline, place, limit, point).await? {
            Scan::Found((count, _)) => {
                self.timeline.go_to_in_slices(count, point).await?;
                Arrival::There
            }
            Scan::Nothing => Arrival::NotFound,
            Scan::GaveUp => Arrival::GaveUp,
        })
    }

    /// The calls that lead to this instant, innermost first: when, and the address of each.
    pub async fn calls(&mut self, point: &YieldPoint) -> Result<Vec<Call>, Diverged> {
        let backs = self.return_addresses();
        let now = self.timeline.count();
        let instants = calls::calls_back(&mut self.timeline, now, backs, point).await?;
        let mut calls = Vec::new();
        for count in instants {
            let machine = self.timeline.machine_in_slices(count, point).await?;
            let arguments =
                [Reg::A0, Reg::A1, Reg::A2, Reg::A3].map(|reg| machine.registers.get(reg));
            let sp = machine.registers.get(Reg::SP);
            // The target of `jalr` is in a register, so it is read from the step after the call.
            let target = self.timeline.machine_in_slices(count + 1, point).await?.pc;
            let mut values = [0; 32];
            values.copy_from_slice(machine.registers.values());
            calls.push(Call { count, pc: machine.pc, target, arguments, sp, values });
        }
        Ok(calls)
    }

    /// The last jumps that were taken before this instant, the newest first.
    pub fn jumps(&mut self) -> Result<Vec<Jump>, Diverged> {
        let count = self.timeline.count();
        let procedures = procedures(&self.names);
        // Jumps are dense: a million instructions hold all that are shown.
        let (timeline, from) = (&mut self.timeline, count.saturating_sub(SLICE));
        let trail = at_once(trail::trail(timeline, from, count, &procedures, &YieldPoint::NONE))?;
        // What led here is not yet seen by who looks at instructions that are executed.
        let here = self.machine().pc;
        let last = trail.last.filter(|&(_, from)| from.wrapping_add(4) != here);
        let last = last.map(|(count, from)| Jump { count, from, to: here });
        let jumps = trail.jumps.into_iter().chain(last).rev();
        Ok(jumps.take(JUMPS_MAX).collect())
    }

    /// The changes since the stop before this one; none if there was none.
    pub fn changes(&mut self) -> Result<Option<Changes>, Diverged> {
        self.last_stop.map(|count| self.changes_since(count)).transpose()
    }

    /// The differences from an instant, which may be a later one.
    pub fn changes_since(&mut self, count: u64) -> Result<Changes, Diverged> {
        // An edit forgets the future, and with it perhaps the step of the last stop.
        let then = self.timeline.machine_arriving_at(count.min(self.timeline.end_count()))?;
        Ok(Changes::between(&then, self.machine()))
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
    ) -> Result<(Vec<String>, Option<Aftermath>), Diverged> {
        let ending = self.timeline.ending();
        if ending.as_ref().is_some_and(RunEnd::is_own) {
            let ended = "the program has ended by itself; `why output` says where the last output \
                         came from";
            return Ok((vec![ended.to_owned()], None));
        }
        let aftermath = Aftermath::of(&mut self.timeline, &self.names, point).await?;
        let machine = self.timeline.end_machine().clone();
        let mut lines: Vec<String> = match self.explainer {
            Some(explainer) => {
                let text = explainer(ending.as_ref(), &machine, &self.names, &aftermath);
                text.lines().map(str::to_owned).collect()
            }
            None => aftermath.notes(&self.names),
        };
        let culprit = aftermath.inquiry.as_ref().and_then(|inquiry| inquiry.culprit);
        if let Some((count, pc)) = culprit.and_then(|who| Some((who.count?, who.pc)))
            && let Some(line) = self.names.line(pc)
        {
            lines.push(format!("the cause is there since {}: {line}", grouped(count + 1)));
        }
        Ok((lines, Some(aftermath)))
    }

    /// The addresses that the program's calls return to.
    fn return_addresses(&self) -> BTreeSet<u32> {
        return_addresses(&self.names, link(self.machine()))
    }
}

/// A call that has not returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// The instant before it.
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
pub fn watch(first: u32, last: u32, reads: bool, writes: bool) -> Watch {
    Watch { first, last, reads, writes }
}
