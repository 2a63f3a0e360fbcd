//! The data flow of a region: which registers may be newer than the register file,
//! and which ones are used before they are written.

use jetan_isa::Op;

use crate::contract::{CallContract, ContractTable};
use crate::region::{BlockExit, CodeRegion, EdgeTarget, RegionBlock, places};
use crate::slots::{GuestSlot, SlotEffect, SlotSet};

/// Whether an instruction is carried out by a function of the machine, which works on the register
/// file and may change any of it.
pub(crate) fn is_opaque(op: Op) -> bool {
    op == Op::Syscall
}

/// Values of the guest that there is room for in the host's registers, besides what generated code
/// itself needs.
const HOST_VALUES_MAX: usize = 12;

/// The data flow of each block.
pub(crate) struct RegionFlow {
    /// The registers that may be newer than the register file when it begins.
    pub(crate) dirty_in: Vec<SlotSet>,
    /// The registers whose values are used from there on, by instructions or by leaving.
    pub(crate) needed_in: Vec<SlotSet>,
    /// The registers that are taken from the file when it begins, because no way there has them.
    pub(crate) loaded: Vec<SlotSet>,
    /// The registers of which that is so; all others are there whenever they are needed.
    pub(crate) lazy: SlotSet,
    /// The registers that are written back when it ends, because nobody uses them any more.
    ///
    /// Only the file has to have them; carrying them round a loop takes room that others need.
    pub(crate) retired: Vec<SlotSet>,
}

impl RegionFlow {
    pub(crate) fn new(
        region: &CodeRegion,
        own: &CallContract,
        contracts: &ContractTable,
    ) -> RegionFlow {
        let len = region.blocks.len();
        let nothing = vec![SlotSet::NONE; len];
        let live_in = live(region, contracts, &nothing);
        let mut flow = RegionFlow {
            dirty_in: Vec::new(),
            needed_in: Vec::new(),
            loaded: Vec::new(),
            lazy: SlotSet::NONE,
            retired: nothing,
        };
        flow.dirty_in = flow.dirty(region, own, contracts);
        let loops = loops(region);
        for (idx, block) in region.blocks.iter().enumerate() {
            let is_crowded = (live_in[idx] | flow.dirty_in[idx]).integers().len() > HOST_VALUES_MAX;
            let goes_on = matches!(
                block.end,
                BlockExit::Fall(_) | BlockExit::Jump(_) | BlockExit::Branch { .. }
            );
            // In a loop a value is worth carrying unless registers are short. Elsewhere the store
            // has to be done sooner or later anyway.
            if goes_on && (is_crowded || !loops[idx]) {
                flow.retired[idx] = !live_out(block, &live_in);
            }
        }
        // Computed again: registers retired at the end of a block are no longer dirty in the next.
        flow.dirty_in = flow.dirty(region, own, contracts);
        // A block may be left at once, and then needs what is newer than the file.
        flow.needed_in = live(region, contracts, &flow.dirty_in);
        flow.load_late(region, own, contracts, &loops);
        flow
    }

    /// Puts off loading to where a register is used, so that a short way through a procedure does
    /// not pay for a long one. Not into loops, and not if leaving may write the register back.
    fn load_late(
        &mut self,
        region: &CodeRegion,
        own: &CallContract,
        contracts: &ContractTable,
        loops: &[bool],
    ) {
        let nothing = vec![SlotSet::NONE; region.blocks.len()];
        let uses: Vec<SlotSet> =
            region.blocks.iter().map(|block| live_before(block, &nothing, contracts)).collect();
        // A register that leaving may write back must have its value from the entry on.
        let mut early = self.dirty_in.iter().fold(own.parameters, |all, &one| all | one);
        for (idx, &used) in uses.iter().enumerate() {
            if loops[idx] {
                early |= used;
            }
        }
        self.lazy = !early;
        // An intersection over all ways into a block: it begins with everything and only shrinks.
        let mut there = vec![SlotSet::ALL; region.blocks.len()];
        there[0] = SlotSet::NONE;
        let mut is_settled = false;
        while !is_settled {
            is_settled = true;
            for (idx, block) in region.blocks.iter().enumerate() {
                let out = there_out(block, there[idx] | uses[idx], contracts);
                for place in places(block.end) {
                    if let EdgeTarget::Block(to) = place
                        && there[to] & out != there[to]
                    {
                        there[to] = there[to] & out;
                        is_settled = false;
                    }
                }
            }
        }
        self.loaded =
            uses.iter().zip(&there).map(|(&used, &there)| used & !there & self.lazy).collect();
    }

    fn dirty(
        &self,
        region: &CodeRegion,
        own: &CallContract,
        contracts: &ContractTable,
    ) -> Vec<SlotSet> {
        let mut dirty = vec![SlotSet::NONE; region.blocks.len()];
        dirty[0] = own.owned();
        // Reversed, so that the entry is popped first and most blocks see their final set at once.
        let mut queue: Vec<usize> = (0..region.blocks.len()).rev().collect();
        while let Some(idx) = queue.pop() {
            let block = &region.blocks[idx];
            let out = dirty_out(block, dirty[idx], contracts) & !self.retired[idx];
            for place in places(block.end) {
                if let EdgeTarget::Block(to) = place {
                    let joined = dirty[to] | out;
                    if joined != dirty[to] {
                        dirty[to] = joined;
                        queue.push(to);
                    }
                }
            }
        }
        dirty
    }
}

// By address instead of by dominance: a block that merely lies between is taken for a part of the
// loop, which costs speed and nothing else.
/// Blocks that stand between the head of a loop and a branch back to it.
fn loops(region: &CodeRegion) -> Vec<bool> {
    let mut loops = vec![false; region.blocks.len()];
    for block in &region.blocks {
        for place in places(block.end) {
            if let EdgeTarget::Block(to) = place
                && region.blocks[to].start <= block.start
            {
                let inside = region.blocks[to].start..=block.start;
                for (idx, other) in region.blocks.iter().enumerate() {
                    loops[idx] |= inside.contains(&other.start);
                }
            }
        }
    }
    loops
}

fn dirty_out(block: &RegionBlock, dirty: SlotSet, contracts: &ContractTable) -> SlotSet {
    let mut dirty = dirty;
    for &instruction in &block.body {
        dirty = after_instruction(dirty, instruction.op, SlotEffect::of(instruction));
    }
    match block.end {
        BlockExit::Call { target, .. } => {
            dirty.insert(GuestSlot::RA);
            after_call(dirty, contracts.get(target))
        }
        BlockExit::CallComputed { .. } => SlotSet::NONE,
        _ => dirty,
    }
}

/// The registers whose values are there at the end of a block, if some are when it begins.
fn there_out(block: &RegionBlock, there: SlotSet, contracts: &ContractTable) -> SlotSet {
    let mut there = there;
    for &instruction in &block.body {
        there |= SlotEffect::of(instruction).writes;
        if is_opaque(instruction.op) {
            // After a service the translator loads every register that the function uses.
            there = SlotSet::ALL;
        }
    }
    match block.end {
        BlockExit::Call { target, .. } => {
            let callee = contracts.get(target);
            there.insert(GuestSlot::RA);
            there & !callee.written | callee.results
        }
        BlockExit::CallComputed { .. } => SlotSet::NONE,
        _ => there,
    }
}

/// Registers that may be newer than the register file after an instruction.
pub(crate) fn after_instruction(dirty: SlotSet, op: Op, effect: SlotEffect) -> SlotSet {
    if is_opaque(op) { SlotSet::NONE } else { dirty | effect.writes }
}

/// Registers that may be newer than the register file after a call.
///
/// The callee finds what it reads in the file or in its parameters; what it gives back is new.
pub(crate) fn after_call(dirty: SlotSet, callee: &CallContract) -> SlotSet {
    dirty & !callee.touched | dirty & callee.borrowed() | callee.results
}

/// The registers whose values a region uses, leaving in its middle not counted.
pub(crate) fn live_in(region: &CodeRegion, contracts: &ContractTable) -> SlotSet {
    live(region, contracts, &vec![SlotSet::NONE; region.blocks.len()])[0]
}

/// The registers whose values are used from each block on; some always are.
fn live(region: &CodeRegion, contracts: &ContractTable, always: &[SlotSet]) -> Vec<SlotSet> {
    let mut live = vec![SlotSet::NONE; region.blocks.len()];
    loop {
        let mut is_settled = true;
        for (idx, block) in region.blocks.iter().enumerate().rev() {
            let before = live_before(block, &live, contracts) | always[idx];
            is_settled &= before == live[idx];
            live[idx] = before;
        }
        if is_settled {
            return live;
        }
    }
}

fn live_out(block: &RegionBlock, live: &[SlotSet]) -> SlotSet {
    places(block.end)
        .filter_map(|place| if let EdgeTarget::Block(to) = place { Some(live[to]) } else { None })
        .fold(SlotSet::NONE, |all, one| all | one)
}

fn live_before(block: &RegionBlock, live: &[SlotSet], contracts: &ContractTable) -> SlotSet {
    let mut now = live_out(block, live);
    match block.end {
        BlockExit::Branch { instruction, .. } | BlockExit::Computed { instruction } => {
            now |= SlotEffect::of(instruction).reads;
        }
        BlockExit::Call { target, .. } => {
            let callee = contracts.get(target);
            now = now & !callee.written | callee.parameters;
            // The call itself sets it before the callee can read it.
            now = now & !SlotSet::from_iter([GuestSlot::RA]);
        }
        // Everything goes through the register file.
        BlockExit::CallComputed { instruction, .. } => now = SlotEffect::of(instruction).reads,
        BlockExit::Fall(_) | BlockExit::Jump(_) | BlockExit::Rare => {}
    }
    for &instruction in block.body.iter().rev() {
        let effect = SlotEffect::of(instruction);
        // A service takes its arguments from the register file and leaves its results there.
        now = if is_opaque(instruction.op) {
            SlotSet::NONE
        } else {
            now & !effect.writes | effect.reads
        };
    }
    now
}

/// Every register that the region, or a contract of a procedure it calls, names.
pub(crate) fn used(region: &CodeRegion, own: &CallContract, contracts: &ContractTable) -> SlotSet {
    let mut used = own.parameters | own.results;
    for block in &region.blocks {
        for &instruction in &block.body {
            let effect = SlotEffect::of(instruction);
            used = used | effect.reads | effect.writes;
        }
        match block.end {
            BlockExit::Branch { instruction, .. } | BlockExit::Computed { instruction } => {
                used |= SlotEffect::of(instruction).reads;
            }
            BlockExit::CallComputed { instruction, .. } => {
                let effect = SlotEffect::of(instruction);
                used = used | effect.reads | effect.writes;
            }
            BlockExit::Call { target, .. } => {
                let callee = contracts.get(target);
                used = used | callee.parameters | callee.results;
                used.insert(GuestSlot::RA);
            }
            BlockExit::Fall(_) | BlockExit::Jump(_) | BlockExit::Rare => {}
        }
    }
    used
}
