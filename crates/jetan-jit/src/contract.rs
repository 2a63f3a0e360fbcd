//! The contract of callers and callees: which registers of the guest travel in registers of the
//! host, and which ones a procedure can have to do with at all.
//!
//! A register that a procedure has nothing to do with can stay in the caller's hands over the
//! call, even if the register file has an old value: when the callee leaves in its middle, it does
//! so by returning, and each caller on the way writes back what it holds.

use jetan_order::SharedSort;
use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::flow;
use crate::region::{BlockExit, CodeRegion};
use crate::slots::{GuestSlot, SlotEffect, SlotSet};

/// Registers of the host that are left for parameters and for results, beside the budget and the
/// status. Further parameters would go over the stack; further results make Cranelift refuse the
/// function. Of the eight registers of its convention `tail` two are set apart on aarch64.
///
/// Engines of WebAssembly give four parameters besides the budget in registers, and two results,
/// which are the status and the budget.
const PARAMETERS_MAX: usize = if cfg!(target_arch = "wasm32") { 4 } else { 5 };
const RESULTS_MAX: usize = if cfg!(target_arch = "wasm32") {
    0
} else if cfg!(target_arch = "x86_64") {
    6
} else {
    4
};

/// The agreement about one procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CallContract {
    /// Given in host registers; the register file need not have their values.
    pub(crate) parameters: SlotSet,
    /// Given back in host registers, also when the procedure leaves in its middle.
    pub(crate) results: SlotSet,
    /// Registers that may be read or written, also by procedures further down. No others are.
    pub(crate) touched: SlotSet,
    /// Registers that may be written.
    pub(crate) written: SlotSet,
}

impl CallContract {
    /// Of code that nothing is known about: everything is in the register file.
    pub(crate) const UNKNOWN: CallContract = CallContract {
        parameters: SlotSet::NONE,
        results: SlotSet::NONE,
        touched: SlotSet::ALL,
        written: SlotSet::ALL,
    };

    /// Parameters that are only read: they stay in the caller's hands.
    pub(crate) fn borrowed(&self) -> SlotSet {
        self.parameters & !self.written
    }

    /// Parameters that the procedure has to write back or give back.
    pub(crate) fn owned(&self) -> SlotSet {
        self.parameters & self.written
    }
}

/// The contracts of procedures by their addresses.
#[derive(Default)]
pub(crate) struct ContractTable(FxHashMap<u32, CallContract>);

impl ContractTable {
    pub(crate) fn get(&self, target: u32) -> &CallContract {
        self.0.get(&target).unwrap_or(&CallContract::UNKNOWN)
    }

    /// Forgets all contracts but those of some procedures, which ascend.
    pub(crate) fn retain(&mut self, procedures: &[u32]) {
        self.0.retain(|entry, _| procedures.binary_search(entry).is_ok());
    }

    /// Draws up the contracts of procedures that may call each other; says how many instructions
    /// were looked at.
    pub(crate) fn draw_up(&mut self, procedures: &[(u32, &CodeRegion)]) -> u64 {
        let nothing = CallContract {
            parameters: SlotSet::NONE,
            results: SlotSet::NONE,
            touched: SlotSet::NONE,
            written: SlotSet::NONE,
        };
        for &(entry, _) in procedures {
            self.0.insert(entry, nothing.clone());
        }
        // In both rounds the sets only grow, so they end. The second needs the result of the first.
        let callers = callers(procedures);
        let mut looks = self.settle(procedures, &callers, |contracts, region, contract| {
            (contract.touched, contract.written) = contracts.reach(region);
        });
        looks += self.settle(procedures, &callers, |contracts, region, contract| {
            contract.parameters = flow::live_in(region, contracts);
        });
        self.choose(procedures);
        looks
    }

    /// Improves contracts until none changes. A procedure is looked at again only if one that it
    /// calls has changed: rounds over all of them took the square of the length of a chain.
    fn settle(
        &mut self,
        procedures: &[(u32, &CodeRegion)],
        callers: &[Vec<usize>],
        improve: impl Fn(&ContractTable, &CodeRegion, &mut CallContract),
    ) -> u64 {
        let mut looks = 0;
        // Callees are found after their callers, so most are settled when those are looked at.
        let mut queue: VecDeque<usize> = (0..procedures.len()).rev().collect();
        let mut is_queued = vec![true; procedures.len()];
        while let Some(idx) = queue.pop_front() {
            is_queued[idx] = false;
            let (entry, region) = procedures[idx];
            let mut contract = self.get(entry).clone();
            improve(self, region, &mut contract);
            looks += region.len as u64;
            if *self.get(entry) == contract {
                continue;
            }
            self.0.insert(entry, contract);
            for &caller in &callers[idx] {
                if !std::mem::replace(&mut is_queued[caller], true) {
                    queue.push_back(caller);
                }
            }
        }
        looks
    }

    /// Registers a procedure may touch and may write, as far as its callees are known by now.
    fn reach(&self, region: &CodeRegion) -> (SlotSet, SlotSet) {
        let mut touched = SlotSet::NONE;
        let mut written = SlotSet::NONE;
        for block in &region.blocks {
            for &instruction in &block.body {
                let effect = SlotEffect::of(instruction);
                touched = touched | effect.reads | effect.writes;
                written |= effect.writes;
                if flow::is_opaque(instruction.op) {
                    touched = SlotSet::ALL;
                    written = SlotSet::ALL;
                }
            }
            match block.end {
                BlockExit::Branch { instruction, .. } | BlockExit::Computed { instruction } => {
                    touched |= SlotEffect::of(instruction).reads;
                }
                BlockExit::Call { target, .. } => {
                    let callee = self.get(target);
                    touched |= callee.touched;
                    written |= callee.written;
                    touched.insert(GuestSlot::RA);
                    written.insert(GuestSlot::RA);
                }
                BlockExit::CallComputed { .. } => {
                    touched = SlotSet::ALL;
                    written = SlotSet::ALL;
                }
                BlockExit::Fall(_) | BlockExit::Jump(_) | BlockExit::Rare => {}
            }
        }
        (touched, written)
    }

    /// Makes the parameters as few as there is room for, and chooses the results.
    fn choose(&mut self, procedures: &[(u32, &CodeRegion)]) {
        for &(entry, region) in procedures {
            let Some(contract) = self.0.get_mut(&entry) else { continue };
            let uses = uses(region);
            let mut candidates: Vec<GuestSlot> =
                contract.parameters.iter().filter(|slot| is_passed(*slot)).collect();
            // The sort is stable, so registers that are used equally often keep their order, and
            // the same program always gives the same code.
            candidates.shared_sort_by_key(|slot| std::cmp::Reverse(uses[slot.index()]));
            contract.parameters = candidates.into_iter().take(PARAMETERS_MAX).collect();
            let owned = contract.owned();
            // The registers that callers read next: results by convention, and the stack pointer.
            let values: SlotSet = [R_V0, R_V1, R_SP].into_iter().collect();
            let others = values & contract.written & !owned;
            // Owned parameters come first. They are in host registers already, and each one that
            // does not come back in one costs a store and a load in every call.
            contract.results = owned.iter().chain(others.iter()).take(RESULTS_MAX).collect();
        }
    }
}

/// For each procedure those that call it, by index.
fn callers(procedures: &[(u32, &CodeRegion)]) -> Vec<Vec<usize>> {
    let index: FxHashMap<u32, usize> =
        procedures.iter().enumerate().map(|(idx, &(entry, _))| (entry, idx)).collect();
    let mut callers = vec![Vec::new(); procedures.len()];
    for (caller, (_, region)) in procedures.iter().enumerate() {
        let callees = region.calls().filter_map(|target| index.get(&target));
        // A set, because a caller is queued once however often it calls.
        for callee in callees.copied().collect::<FxHashSet<usize>>() {
            callers[callee].push(caller);
        }
    }
    callers
}

const R_V0: GuestSlot = GuestSlot::of_cpu(2);
const R_V1: GuestSlot = GuestSlot::of_cpu(3);
const R_SP: GuestSlot = GuestSlot::of_cpu(29);

/// Whether a register is worth giving to a callee. What it would only save for its caller and put
/// back, as convention has it with `$s0` to `$s7` and `$fp`, goes through the register file.
fn is_passed(slot: GuestSlot) -> bool {
    let number = slot.index();
    slot.is_cpu() && !(16..24).contains(&number) && number != 30
}

/// The number of uses of each register, with the return address always among the first.
fn uses(region: &CodeRegion) -> [u32; crate::slots::SLOTS] {
    let mut uses = [0; crate::slots::SLOTS];
    let mut count = |effect: SlotEffect| {
        for slot in effect.reads.iter().chain(effect.writes.iter()) {
            uses[slot.index()] += 1;
        }
    };
    for block in &region.blocks {
        block.body.iter().for_each(|&instruction| count(SlotEffect::of(instruction)));
        match block.end {
            BlockExit::Branch { instruction, .. }
            | BlockExit::Computed { instruction }
            | BlockExit::CallComputed { instruction, .. } => count(SlotEffect::of(instruction)),
            _ => {}
        }
    }
    // The return address is read once or twice in a region, but by every call and return of it.
    uses[GuestSlot::RA.index()] += 1000;
    uses
}
