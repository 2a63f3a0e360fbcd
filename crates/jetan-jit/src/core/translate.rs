//! What is translated, and which of it may be executed now.

use std::sync::Arc;

use cranelift_module::ModuleError;
use jetan_machine::code::{CODE_PAGE_WORDS, CodePage, Text};
use jetan_machine::{Machine, Turn};

use super::{Compiled, Jit, Policy};
use crate::cache::{Cache, Unit};
use crate::region::Region;

/// What translating a region costs besides its instructions, in instructions translated.
const REGION_INSTRUCTIONS: u64 = 120;
/// How much may be translated before anything has paid for it, in instructions.
const FREE_INSTRUCTIONS: u64 = 300;
/// The same for code in which the program has spent half of its time so far: it will hardly leave
/// that for good now.
const FREE_FOR_HALF: u64 = 1500;
/// Interpreted instructions that pay for translating one more: translating then never takes more
/// than a twentieth of the time.
const INSTRUCTIONS_PER_TRANSLATED: u64 = 100_000;
/// Instructions in generated code that pay for one more: less than they have saved.
const GENERATED_PER_TRANSLATED: u64 = 10_000;
/// What code must have cost for each of its instructions: as much as translating that.
const COST_PER_INSTRUCTION: u64 = 8_000;
/// The part of everything interpreted that code must have cost: where many procedures share the
/// time, generated code of a few would be left all the time for the others.
const SHARE: u64 = 4;
/// What it must have cost for each of its instructions if it has a smaller share.
const COST_PER_SMALL_SHARE: u64 = 60_000;
/// The most instructions that are translated at once.
const GROUP_INSTRUCTIONS_MAX: usize = 3000;

impl Jit {
    /// Keeps up with the machine's text and the breakpoints.
    pub(super) fn follow(&mut self, machine: &Machine, turn: &Turn<'_, ()>) {
        let text = machine.text();
        let is_same_text = self.text.as_ref().is_some_and(|known| Arc::ptr_eq(known, text));
        if is_same_text && self.breakpoints.is_same(&turn.breakpoints) {
            return;
        }
        if !is_same_text {
            self.text = Some(Arc::clone(text));
            self.heat.forget();
            self.given_up.clear();
            for compiled in &mut self.compiled {
                let is_current = |(idx, page): &(usize, Arc<CodePage>)| {
                    text.pages().get(*idx).is_some_and(|now| Arc::ptr_eq(now, page))
                };
                compiled.is_valid = compiled.is_valid && compiled.pages.iter().all(is_current);
            }
            if self.compiled.iter().all(|compiled| !compiled.is_valid) {
                self.forget();
            }
        }
        self.breakpoints = turn.breakpoints.clone();
        self.publish();
    }

    /// Forgets all generated code; its memory is given back when there is no room for more.
    fn forget(&mut self) {
        self.compiled.clear();
        self.margin = 0;
    }

    /// Makes generated code known, as far as it may be executed now.
    pub(super) fn publish(&mut self) {
        let Some(text) = &self.text else { return };
        self.entries.clear();
        if self.compiled.is_empty() {
            self.marks = self.breakpoints.clone();
            return;
        }
        self.entries.resize(text.len() + 1, 0);
        let base = text.base();
        let breakpoints = self.breakpoints.addresses();
        for compiled in &mut self.compiled {
            let is_broken = |&(from, to): &(u32, u32)| {
                let first = breakpoints.partition_point(|&address| address < from);
                breakpoints.get(first).is_some_and(|&address| address < to)
            };
            compiled.is_enabled = compiled.is_valid && !compiled.ranges.iter().any(is_broken);
            if compiled.is_enabled {
                self.entries[(compiled.entry.wrapping_sub(base) / 4) as usize] = compiled.code;
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
    fn unit(&self, machine: &Machine, entry: u32, is_procedure: bool) -> Option<Unit> {
        if self.has_code(entry) || self.given_up.contains(&entry) {
            return None;
        }
        let breakpoints = &self.breakpoints;
        let mut region =
            Region::discover(machine, entry, &|address| breakpoints.contains(address))?;
        if self.policy == Policy::EveryBlock {
            region.blocks.iter_mut().for_each(|block| block.is_head = true);
        }
        Some(Unit { entry, region, is_procedure })
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
        self.heat.cool(pc);
        if self.index(pc).is_none() {
            return;
        }
        let procedure = self.heat.procedure_of(pc);
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
    fn group(&self, machine: &Machine, first: Unit) -> Vec<Unit> {
        let mut len = first.region.len;
        let mut units = vec![first];
        let mut next = 0;
        while next < units.len() {
            let calls: Vec<u32> = units[next].region.calls().collect();
            next += 1;
            for target in calls {
                let is_known = units.iter().any(|unit| unit.entry == target);
                let is_wanted = self.policy.is_eager() || self.heat.is_warm(target);
                if is_known || !is_wanted || self.has_procedure(target) {
                    continue;
                }
                if let Some(unit) = self.unit(machine, target, true)
                    && len + unit.region.len <= GROUP_INSTRUCTIONS_MAX
                {
                    len += unit.region.len;
                    units.push(unit);
                }
            }
        }
        units
    }

    /// Whether a procedure can be called directly.
    fn has_procedure(&self, address: u32) -> bool {
        self.compiled.iter().any(|compiled| {
            compiled.is_procedure && compiled.entry == address && compiled.is_enabled
        })
    }

    /// Whether translating something that has cost so much is paid for, by that and by all that was
    /// interpreted.
    fn is_affordable(&self, units: &[Unit], cost: u64) -> bool {
        if self.policy.is_eager() {
            return true;
        }
        let len = units.iter().map(|unit| unit.region.len as u64).sum::<u64>();
        let has_share = cost.saturating_mul(SHARE) >= self.heat.total();
        let least = if has_share { COST_PER_INSTRUCTION } else { COST_PER_SMALL_SHARE };
        let has_half = cost.saturating_mul(2) >= self.stats.interpreted;
        let free = if has_half { FREE_FOR_HALF } else { FREE_INSTRUCTIONS };
        let paid = free
            + self.stats.interpreted / INSTRUCTIONS_PER_TRANSLATED
            + self.stats.generated / GENERATED_PER_TRANSLATED;
        let regions = self.stats.regions + units.len() as u64;
        let spent = self.stats.translated + len + regions * REGION_INSTRUCTIONS;
        cost >= len * least && spent <= paid
    }

    fn translate(&mut self, machine: &Machine, first: Unit) {
        let units = self.group(machine, first);
        let cost = self.heat.cost_of(units.iter().flat_map(|unit| unit.region.ranges()));
        if !self.is_affordable(&units, cost) {
            return;
        }
        let begun = self.clock.map(|clock| clock());
        if self.cache.is_none() {
            match Cache::new() {
                Ok(cache) => self.cache = Some(cache),
                Err(refusal) => {
                    self.refusal = Some(refusal);
                    return;
                }
            }
        }
        let callable: Vec<u32> = self
            .compiled
            .iter()
            .filter(|compiled| compiled.is_procedure && compiled.is_enabled)
            .map(|compiled| compiled.entry)
            .collect();
        let Some(cache) = &mut self.cache else { return };
        let codes = cache.compile(&units, &callable);
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
                if matches!(*error, ModuleError::Compilation(_)) {
                    self.given_up.insert(units[0].entry);
                }
                self.forget();
                self.cache = None;
                self.stats.generations += 1;
            }
        }
        self.publish();
    }

    fn keep(&mut self, text: &Text, units: &[Unit], codes: &[u64]) {
        let ranges: Vec<Vec<(u32, u32)>> = units.iter().map(|unit| unit.region.ranges()).collect();
        for (unit, &code) in units.iter().zip(codes) {
            self.margin = self.margin.max(2 * unit.region.len as u64);
            self.stats.regions += 1;
            self.stats.translated += unit.region.len as u64;
            // Units of one group may call each other, so they share their fate.
            let mut all: Vec<(u32, u32)> = ranges.iter().flatten().copied().collect();
            for target in units.iter().flat_map(|unit| unit.region.calls()) {
                // Code around other breakpoints is kept, and not called.
                let is_called = |other: &&Compiled| other.is_enabled && other.entry == target;
                for callee in self.compiled.iter().filter(is_called) {
                    all.extend(&callee.ranges);
                }
            }
            all.sort_unstable();
            all.dedup();
            let pages = pages_of(text, &all);
            self.compiled.push(Compiled {
                entry: unit.entry,
                code,
                is_procedure: unit.is_procedure,
                ranges: all,
                pages,
                is_valid: true,
                is_enabled: true,
                rare: 0,
                done: 0,
            });
        }
    }
}

/// The pages of text that addresses are in.
fn pages_of(text: &Text, ranges: &[(u32, u32)]) -> Vec<(usize, Arc<CodePage>)> {
    let page = |address: u32| (address.wrapping_sub(text.base()) / 4) as usize / CODE_PAGE_WORDS;
    let mut pages: Vec<usize> =
        ranges.iter().flat_map(|&(from, to)| page(from)..=page(to.wrapping_sub(4))).collect();
    pages.sort_unstable();
    pages.dedup();
    pages
        .into_iter()
        .filter_map(|idx| text.pages().get(idx).map(|page| (idx, Arc::clone(page))))
        .collect()
}
