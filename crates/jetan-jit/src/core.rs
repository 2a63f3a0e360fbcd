//! The core that interprets first and translates what is hot.

mod group;
#[cfg(test)]
mod tests;
mod translate;

use std::sync::Arc;
use std::time::Duration;

use jetan_machine::code::TextSegment;
use jetan_machine::{Breakpoints, BurstContext, Core, Driver, Interp, LeaveReason, Machine};
use rustc_hash::FxHashSet;

use crate::CodeCache;
use crate::entry::{self, EntryPoint};
use crate::heat::{self, HeatProfile};
use crate::stats::JitStats;
use crate::status::ExitReason;
use crate::unit::JitUnavailable;
use group::RegionGroup;

/// When code is translated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TranslationPolicy {
    /// Code that has cost so much that translating it is worth it.
    Hot,
    /// Everything, before it is executed for the first time, until the budget for that is spent;
    /// from then on what is hot.
    Everything,
    /// Like [`TranslationPolicy::Everything`], and generated code ends after every block:
    /// slow, for comparisons with another core at each of them.
    EveryBlock,
}

impl TranslationPolicy {
    /// The most that generated code is given to execute at a time.
    fn most(self) -> i64 {
        // So little that the next test of the budget leaves; `unit` makes every block begin with a
        // test.
        if self == TranslationPolicy::EveryBlock { 1 } else { STRETCH_INSTRUCTIONS }
    }
}

/// The most instructions that generated code executes before it is entered anew: engines of
/// WebAssembly replace code by better code when it is entered, not while it runs.
const STRETCH_INSTRUCTIONS: i64 = if cfg!(target_arch = "wasm32") { 4_000_000 } else { i64::MAX };

/// Interpreted instructions after which a region is translated.
const HOT_INSTRUCTIONS: u64 = 1_000_000;

// Without it generated code was left 190,000 times in half a second for a caller that was not hot
// by itself (docs/jit.md).
/// The cost of leaving generated code and coming back to it, in interpreted instructions: code
/// between two regions is worth translating although little is executed there.
const CROSSING_INSTRUCTIONS: u64 = 200;

/// What a service takes longer when generated code calls it, in interpreted instructions: a loop
/// with fewer to one service is quicker interpreted.
const SERVICE_INSTRUCTIONS: u64 = 8;

/// Exits to the interpreter after which a region is judged.
const TRIAL_EXITS: u64 = 200;
/// Instructions that it must have executed between exits, on average.
const WORTHWHILE_INSTRUCTIONS: u64 = 200;

/// The core with generated code.
pub struct Jit {
    policy: TranslationPolicy,
    interp: Interp,
    heat: HeatProfile,
    cache: Option<CodeCache>,
    refusal: Option<JitUnavailable>,
    /// For every word of text, and one more, the address of its code or 0.
    entries: Vec<u64>,
    /// The entries that are not 0, as indices.
    published: Vec<usize>,
    compiled: Vec<CompiledRegion>,
    /// Groups in the order in which they were translated: each calls itself and earlier ones.
    groups: Vec<RegionGroup>,
    /// Entries of regions that were not worth it, or that cannot be translated.
    given_up: FxHashSet<u32>,
    text: Option<Arc<TextSegment>>,
    /// The breakpoints that `compiled` was looked through for.
    breakpoints: Breakpoints,
    /// Those and the addresses at which the interpreter is to give way.
    marks: Breakpoints,
    /// The most instructions that generated code executes between two looks at its budget.
    margin: u64,
    /// The cost of translating so far, in instructions translated; failures count.
    spent: u64,
    stats: JitStats,
    clock: Option<fn() -> Duration>,
}

/// A region that was translated.
struct CompiledRegion {
    entry: u32,
    code: u64,
    is_procedure: bool,
    /// The group it was translated with, by index.
    group: usize,
    is_given_up: bool,
    is_enabled: bool,
    /// The exits to the interpreter, and the instructions executed by then.
    rare: u64,
    done: u64,
}

impl Jit {
    /// A core that has translated nothing yet. With a clock, the statistics say how long
    /// translating takes.
    pub fn new(policy: TranslationPolicy, clock: Option<fn() -> Duration>) -> Jit {
        Jit {
            policy,
            interp: Interp::default(),
            heat: HeatProfile::default(),
            cache: None,
            refusal: None,
            entries: Vec::new(),
            published: Vec::new(),
            compiled: Vec::new(),
            groups: Vec::new(),
            given_up: FxHashSet::default(),
            text: None,
            breakpoints: Breakpoints::default(),
            marks: Breakpoints::default(),
            margin: 0,
            spent: 0,
            stats: JitStats::default(),
            clock,
        }
    }

    /// The figures of the run so far.
    pub fn stats(&self) -> &JitStats {
        &self.stats
    }

    /// Why this core only interprets, if generating code was tried and refused.
    pub fn refusal(&self) -> Option<&JitUnavailable> {
        self.refusal.as_ref()
    }
}

/// Whether code can be generated and executed on this machine.
pub fn availability() -> Result<(), JitUnavailable> {
    CodeCache::new().map(drop)
}

/// An engine with this core.
pub fn engine(policy: TranslationPolicy, clock: Option<fn() -> Duration>) -> Driver<Jit> {
    Driver::new(Jit::new(policy, clock), ())
}

impl Core for Jit {
    fn burst(&mut self, machine: &mut Machine, turn: &mut BurstContext<'_, ()>) -> LeaveReason {
        let settings = machine.settings();
        // With these settings the driver executes an instruction at a time on every core, and a
        // system that has refused executable memory does not change its mind.
        if settings.delayed_branching || settings.self_modifying || self.refusal.is_some() {
            return self.interp.burst(machine, turn);
        }
        self.follow(machine, turn);
        // With less budget than the margin, nothing that is translated here could run in this
        // burst.
        if self.is_eager() && self.left(machine, turn) > 0 {
            self.translate_next(machine);
        }
        let left = self.left(machine, turn);
        match self.code_at(machine.pc) {
            Some(code) if left > 0 => self.run(code, machine, turn, left.min(self.policy.most())),
            _ => self.interpret(machine, turn, left > 0),
        }
    }
}

impl Jit {
    /// Whether code is translated before it is executed.
    fn is_eager(&self) -> bool {
        match self.policy {
            TranslationPolicy::Hot => false,
            TranslationPolicy::Everything => self.spent < translate::EAGER_INSTRUCTIONS,
            TranslationPolicy::EveryBlock => true,
        }
    }

    /// The number of instructions that generated code may execute.
    fn left(&self, machine: &Machine, turn: &BurstContext<'_, ()>) -> i64 {
        // Half of the range, so that neither the margin nor the length of a block can make a later
        // subtraction overflow.
        let left = turn.count.saturating_sub(machine.count).min(i64::MAX as u64 / 2);
        left as i64 - self.margin as i64
    }

    fn index(&self, pc: u32) -> Option<usize> {
        let text = self.text.as_ref()?;
        let offset = pc.wrapping_sub(text.base());
        let idx = (offset / 4) as usize;
        (offset.is_multiple_of(4) && idx < text.len()).then_some(idx)
    }

    fn code_at(&self, pc: u32) -> Option<EntryPoint> {
        Some(EntryPoint { enter: self.cache.as_ref()?.enter(), body: self.body_at(pc)? })
    }

    fn body_at(&self, pc: u32) -> Option<u64> {
        let body = *self.entries.get(self.index(pc)?)?;
        (body != 0).then_some(body)
    }

    /// Runs generated code for as long as there is some.
    fn run(
        &mut self,
        code: EntryPoint,
        machine: &mut Machine,
        turn: &mut BurstContext<'_, ()>,
        left: i64,
    ) -> LeaveReason {
        // Taken out, so that `judge` and the statistics can use `self` while generated code works
        // on the context.
        let Some(mut cache) = self.cache.take() else { return LeaveReason::Rare };
        let context = &mut *cache.context;
        // Set for every run: `publish` may have moved the table when it grew.
        context.entries = self.entries.as_ptr() as u64;
        context.text_base = machine.text().base();
        context.text_words = machine.text().len() as u32;
        let before = machine.count;
        context.load(machine);
        let (mut code, mut left) = (code, left);
        let leave = loop {
            let returned = entry::enter(code, context, machine, turn, left);
            self.stats.exits[returned.reason as usize] += 1;
            if returned.reason == ExitReason::Service {
                break context.leave.take().unwrap_or(LeaveReason::Look);
            }
            // The region that was entered is judged, not the one whose code left.
            let entry = machine.pc;
            // The budget counts down from `limit`, so the count follows from the rest, which may be
            // negative.
            machine.count = context.limit.wrapping_sub_signed(returned.left);
            machine.pc = returned.pc;
            match returned.reason {
                ExitReason::Rare => {
                    self.judge(entry, left - returned.left);
                    break LeaveReason::Rare;
                }
                // Returning has given the host's stack back, so deep recursion goes on from an
                // empty one.
                ExitReason::Goto | ExitReason::Stack if returned.left > 0 => {}
                _ => break LeaveReason::Look,
            }
            left = returned.left;
            match self.body_at(machine.pc) {
                Some(body) => code.body = body,
                None => break LeaveReason::Look,
            }
        };
        // Before a panic goes on: whoever catches it finds the machine where the program left it,
        // and the cache in its place.
        context.store(machine);
        let panic = context.panic.take();
        self.cache = Some(cache);
        self.stats.generated += machine.count - before;
        if let Some(payload) = panic {
            std::panic::resume_unwind(payload);
        }
        leave
    }

    /// Gives a region up that keeps being left for the interpreter after a few instructions, such
    /// as a loop around a device: going in and out costs more than it saves.
    fn judge(&mut self, entry: u32, done: i64) {
        if self.is_eager() {
            return;
        }
        // The newest first: an address may have been translated again after a breakpoint was set.
        let is_meant =
            |compiled: &&mut CompiledRegion| compiled.is_enabled && compiled.entry == entry;
        let Some(compiled) = self.compiled.iter_mut().rev().find(is_meant) else { return };
        compiled.rare += 1;
        compiled.done += done.unsigned_abs();
        if compiled.rare >= TRIAL_EXITS && compiled.done < compiled.rare * WORTHWHILE_INSTRUCTIONS {
            compiled.is_given_up = true;
            self.given_up.insert(entry);
            self.publish();
        }
    }

    /// Interprets for a while, and looks where that led.
    fn interpret(
        &mut self,
        machine: &mut Machine,
        turn: &mut BurstContext<'_, ()>,
        may_generate: bool,
    ) -> LeaveReason {
        let (before, start) = (machine.count, machine.pc);
        let services = turn.services_left();
        let slice = self.heat.slice();
        // The entries of generated code are breakpoints of the interpreter, so that it gives way
        // there. With too little budget to enter them it would only stop at each in vain.
        let own =
            may_generate.then(|| std::mem::replace(&mut turn.breakpoints, self.marks.clone()));
        turn.pause = machine.count.saturating_add(slice);
        let leave = self.interp.burst(machine, turn);
        turn.pause = u64::MAX;
        if let Some(own) = own {
            turn.breakpoints = own;
        }
        let instructions = machine.count - before;
        self.stats.interpreted += instructions;
        let services = u64::from(services.saturating_sub(turn.services_left()));
        let worth = instructions.saturating_sub(services * SERVICE_INSTRUCTIONS);
        // Where generated code takes over says nothing about where the time was spent.
        let (pc, cost) = if self.has_code(machine.pc) {
            (start, worth + CROSSING_INSTRUCTIONS)
        } else {
            (heat::spent_at(machine.text(), machine.pc), worth)
        };
        if !self.is_eager()
            && let Some(cost) = self.heat.add(machine.text(), cost, pc, slice)
            && cost >= HOT_INSTRUCTIONS
        {
            self.translate_hot(machine, pc);
        }
        leave
    }
}
