//! The choice of what to translate, and of what may be executed now.

use std::sync::Arc;

use jetan_machine::code::TextSegment;
use jetan_machine::{BurstContext, Machine};
use rustc_hash::{FxHashMap, FxHashSet};

use super::group::{self, RegionGroup};
use super::{CompiledRegion, Jit, TranslationPolicy};
use crate::CodeCache;
use crate::region::CodeRegion;
use crate::unit::{CompileError, CompileUnit};

// Setting a region up takes half a millisecond, however small it is (docs/jit.md).
/// The cost of translating a region besides its instructions, in instructions translated.
const REGION_INSTRUCTIONS: u64 = 120;
// With a credit of 1,500 for every program, forty procedures that were left for good as soon as
// they were hot took a fifth longer than interpreted (docs/jit.md).
/// Instructions that may be translated before anything has paid for it.
const FREE_INSTRUCTIONS: u64 = 300;
/// The same for code in which the program has spent half of its time so far: it will hardly leave
/// that for good now.
const FREE_INSTRUCTIONS_FOR_HALF: u64 = 1500;
/// Interpreted instructions that pay for translating one more: translating then never takes more
/// than a twentieth of the time.
const INSTRUCTIONS_PER_TRANSLATED: u64 = 100_000;
/// Instructions in generated code that pay for one more: less than they have saved.
const GENERATED_PER_TRANSLATED: u64 = 10_000;
/// The least cost of code for each of its instructions: as much as translating that.
const COST_PER_INSTRUCTION: u64 = 8_000;
// Without it, a thousand procedures called in turn took 1.8 times the interpreter's time
// (docs/jit.md).
/// The part of everything interpreted that code must have cost: where many procedures share the
/// time, generated code of a few would be left all the time for the others.
const COST_SHARE_DIVISOR: u64 = 4;
/// The least cost for each of its instructions if it has a smaller share.
const COST_PER_SMALL_SHARE: u64 = 60_000;
/// The most instructions that are translated at once.
const GROUP_INSTRUCTIONS_MAX: usize = 3000;
// Without a bound, a million instructions in a row took 37 seconds to translate (docs/jit.md).
/// Instructions to translate before they are executed, where that is wanted: a second
/// or two. A program whose code is executed once would wait for its translation all the time.
pub(super) const EAGER_INSTRUCTIONS: u64 = 50_000;
/// Instructions looked at when contracts are drawn up that cost as much as translating one.
const LOOKS_PER_TRANSLATED: u64 = 50;

impl Jit {
    /// Keeps up with the machine's text and the breakpoints.
    pub(super) fn follow(&mut self, machine: &Machine, turn: &BurstContext<'_, ()>) {
        let text = machine.text();
        let is_same_text = self.text.as_ref().is_some_and(|known| Arc::ptr_eq(known, text));
        // Nearly always the same references: this is asked before every burst.
        if is_same_text && self.breakpoints.is_same(&turn.breakpoints) {
            return;
        }
        if !is_same_text {
            self.text = Some(Arc::clone(text));
            self.heat.forget();
            // What was not worth translating in the other text may be worth it in this one.
            self.given_up.clear();
            group::invalidate(&mut self.groups, text);
            let is_lost = |it: &CompiledRegion| it.is_given_up || !self.groups[it.group].is_valid;
            if self.compiled.iter().all(is_lost) {
                self.forget();
                // Nothing is left of the program before, so this is another one: an engine that
                // runs the cases of a class gives each its own budget.
                self.spent = 0;
            }
        }
        self.breakpoints = turn.breakpoints.clone();
        self.publish();
    }

    /// Forgets all generated code; its memory is given back when there is no room for more.
    fn forget(&mut self) {
        self.compiled.clear();
        self.groups.clear();
        self.margin = 0;
    }

    /// Makes generated code known, as far as it may be executed now.
    pub(super) fn publish(&mut self) {
        let Some(text) = &self.text else { return };
        // Only what was set is cleared: texts are long, and this is done for every translation.
        for idx in self.published.drain(..) {
            if let Some(entry) = self.entries.get_mut(idx) {
                *entry = 0;
            }
        }
        if self.compiled.is_empty() {
            // Without code, the interpreter only has to stop at the program's own breakpoints.
            self.marks = self.breakpoints.clone();
            return;
        }
        // One entry more than words: `entry_of` reads the last one, always 0, for an address
        // outside the text.
        self.entries.resize(text.len() + 1, 0);
        let base = text.base();
        let breakpoints = self.breakpoints.addresses();
        group::enable(&mut self.groups, breakpoints);
        for compiled in &mut self.compiled {
            compiled.is_enabled = !compiled.is_given_up && self.groups[compiled.group].is_enabled;
            if compiled.is_enabled {
                let idx = (compiled.entry.wrapping_sub(base) / 4) as usize;
                self.entries[idx] = compiled.code;
                self.published.push(idx);
            }
        }
        let enabled = self.compiled.iter().filter(|compiled| compiled.is_enabled);
        self.marks =
            enabled.map(|compiled| compiled.entry).chain(breakpoints.iter().copied()).collect();
    }

    pub(super) fn has_code(&self, address: u32) -> bool {
        self.code_at(address).is_some()
    }

    /// The unit of an address, if there is something to translate that has no code yet.
    fn unit(&self, machine: &Machine, entry: u32, is_procedure: bool) -> Option<CompileUnit> {
        if self.has_code(entry) || self.given_up.contains(&entry) {
            return None;
        }
        let breakpoints = &self.breakpoints;
        let mut region =
            CodeRegion::discover(machine, entry, &|address| breakpoints.contains(address))?;
        CodeCache::fit(&mut region);
        if self.policy == TranslationPolicy::EveryBlock {
            region.blocks.iter_mut().for_each(|block| block.is_head = true);
        }
        Some(CompileUnit { entry, region, is_procedure })
    }

    /// Translates what is next, if that was not done yet.
    pub(super) fn translate_next(&mut self, machine: &Machine) {
        let pc = machine.pc;
        self.heat.learn(machine.text());
        if self.index(pc).is_some()
            && let Some(unit) = self.unit(machine, pc, self.heat.is_procedure(pc))
        {
            self.translate(machine, unit);
        }
    }

    /// Translates the procedure or the loop at an address.
    pub(super) fn translate_hot(&mut self, machine: &Machine, pc: u32) {
        // Also if nothing is translated below: the procedure has to cost as much again before the
        // next attempt.
        self.heat.cool(pc);
        if self.index(pc).is_none() {
            return;
        }
        let procedure = self.heat.procedure_of(pc);
        // A region may end before `pc`, by its size or at a breakpoint; then the loop around `pc`
        // is worth a region of its own.
        let whole = self.unit(machine, procedure, true).filter(|unit| unit.region.covers(pc));
        let inner = || {
            let head = self.heat.loop_head(machine.text(), pc).filter(|&head| !self.has_code(head));
            self.unit(machine, head.unwrap_or(pc), false)
        };
        if let Some(unit) = whole.or_else(inner) {
            self.translate(machine, unit);
        }
    }

    /// A unit and the procedures that it calls, as far as they are worth it.
    fn group(&self, machine: &Machine, first: CompileUnit) -> Vec<CompileUnit> {
        let is_eager = self.is_eager();
        let left = EAGER_INSTRUCTIONS.saturating_sub(self.spent);
        let is_bounded = is_eager && self.policy == TranslationPolicy::Everything;
        // Procedures that have code are called as they are.
        let mut seen: FxHashSet<u32> = self.callable().collect();
        seen.insert(first.entry);
        let mut len = first.region.len;
        let mut cost = first.cost();
        let mut units = vec![first];
        let mut next = 0;
        while next < units.len() {
            let calls: Vec<u32> = units[next].region.calls().collect();
            next += 1;
            for target in calls {
                // One that does not fit now is not looked at again for each of its callers.
                if !seen.insert(target) || !(is_eager || self.heat.is_warm(target)) {
                    continue;
                }
                if let Some(unit) = self.unit(machine, target, true)
                    && len + unit.region.len <= GROUP_INSTRUCTIONS_MAX
                    && (!is_bounded || cost + unit.cost() <= left)
                {
                    len += unit.region.len;
                    cost += unit.cost();
                    units.push(unit);
                }
            }
        }
        units
    }

    /// The procedures that can be called directly.
    fn callable(&self) -> impl Iterator<Item = u32> {
        let is_callable = |it: &&CompiledRegion| it.is_procedure && it.is_enabled;
        self.compiled.iter().filter(is_callable).map(|compiled| compiled.entry)
    }

    /// Whether translating something that has cost so much is paid for, by that and by all that was
    /// interpreted.
    fn is_affordable(&self, units: &[CompileUnit], cost: u64) -> bool {
        if self.is_eager() {
            return true;
        }
        let len = units.iter().map(|unit| unit.region.len as u64).sum::<u64>();
        let has_share = cost.saturating_mul(COST_SHARE_DIVISOR) >= self.heat.total();
        let least = if has_share { COST_PER_INSTRUCTION } else { COST_PER_SMALL_SHARE };
        let has_half = cost.saturating_mul(2) >= self.stats.interpreted;
        let free = if has_half { FREE_INSTRUCTIONS_FOR_HALF } else { FREE_INSTRUCTIONS };
        // What was translated ahead is part of `spent`, and must not count against what is hot.
        let ahead = if self.policy == TranslationPolicy::Hot { 0 } else { EAGER_INSTRUCTIONS };
        let paid = free
            + ahead
            + self.stats.interpreted / INSTRUCTIONS_PER_TRANSLATED
            + self.stats.generated / GENERATED_PER_TRANSLATED;
        let spent = self.spent + units.iter().map(CompileUnit::cost).sum::<u64>();
        // The code itself must have paid for its translation, and so must the program as a whole.
        cost >= len * least && spent <= paid
    }

    fn translate(&mut self, machine: &Machine, first: CompileUnit) {
        let units = self.group(machine, first);
        let cost = self.heat.cost_of(units.iter().flat_map(|unit| unit.region.ranges()));
        if !self.is_affordable(&units, cost) {
            return;
        }
        let begun = self.clock.map(|clock| clock());
        if self.cache.is_none() {
            match CodeCache::new() {
                Ok(cache) => self.cache = Some(cache),
                Err(refusal) => {
                    self.refusal = Some(refusal);
                    return;
                }
            }
        }
        let mut callable: Vec<u32> = self.callable().collect();
        callable.sort_unstable();
        let Some(cache) = &mut self.cache else { return };
        let mut looks = 0;
        let codes = cache.compile(&units, &callable, &mut looks);
        // Failed translations are charged too: code that is refused would otherwise take its
        // time again and again.
        self.spent +=
            units.iter().map(CompileUnit::cost).sum::<u64>() + looks / LOOKS_PER_TRANSLATED;
        self.stats.looks += looks;
        self.stats.is_spent = self.policy == TranslationPolicy::Everything && !self.is_eager();
        if let (Some(clock), Some(begun)) = (self.clock, begun) {
            self.stats.compiling += clock().saturating_sub(begun);
        }
        match codes {
            Ok(codes) => {
                self.heat.relieve(cost);
                self.keep(machine.text(), &units, &codes);
            }
            Err(error) => {
                // What cannot be translated would not be the next time either; else there is no
                // room for more. In both cases some functions are declared that nobody defines.
                if error == CompileError::Refused {
                    self.given_up.insert(units[0].entry);
                }
                self.forget();
                self.cache = None;
                self.stats.generations += 1;
            }
        }
        self.publish();
    }

    fn keep(&mut self, text: &TextSegment, units: &[CompileUnit], codes: &[u64]) {
        let known: FxHashMap<u32, usize> = self
            .compiled
            .iter()
            .filter(|compiled| compiled.is_enabled)
            .map(|compiled| (compiled.entry, compiled.group))
            .collect();
        let calls = units.iter().flat_map(|unit| unit.region.calls());
        let mut callees: Vec<usize> = calls.filter_map(|it| known.get(&it).copied()).collect();
        callees.sort_unstable();
        callees.dedup();
        // Units of one group may call each other, so they share their fate.
        let ranges = units.iter().flat_map(|unit| unit.region.ranges()).collect();
        self.groups.push(RegionGroup::new(text, ranges, callees));
        for (unit, &code) in units.iter().zip(codes) {
            // Between two tests of the budget lie at most twice the instructions of a region
            // (docs/jit.md).
            self.margin = self.margin.max(2 * unit.region.len as u64);
            self.stats.regions += 1;
            self.stats.translated += unit.region.len as u64;
            self.compiled.push(CompiledRegion {
                entry: unit.entry,
                code,
                is_procedure: unit.is_procedure,
                group: self.groups.len() - 1,
                is_given_up: false,
                is_enabled: true,
                rare: 0,
                done: 0,
            });
        }
    }
}

impl CompileUnit {
    /// The cost of translating it, in instructions translated.
    fn cost(&self) -> u64 {
        self.region.len as u64 + REGION_INSTRUCTIONS
    }
}
