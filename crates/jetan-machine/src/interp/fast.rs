//! Straight through translated code: the loop in which programs spend their time.
//!
//! Instructions are counted by the length of the blocks between taken branches, so nothing is
//! spent on counting inside a block; a run stops early enough that no block can overshoot its
//! budget, and the rest is done step by step. Common neighbours are executed as one: the first of
//! a pair does the second as well, so a jump to the second still finds it in its place.
//!
//! [`straight`] and [`ending`] have a row for each instruction, [`action`] puts pairs together,
//! [`chain`] and [`switch`] go from one to the next, and [`burst`] does everything that is not
//! quick: `step` executes it, and notices the faults.

// Where words have 32 bits, an instruction has two, and clippy does not mind.
#![cfg_attr(
    target_pointer_width = "64",
    expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "an instruction is read where it lies: a copy is one word that has to be taken \
                  apart"
    )
)]

mod action;
mod burst;
pub(super) mod chain;
mod ending;
mod kind;
mod straight;
pub(super) mod switch;

use std::sync::Arc;

pub(super) use self::burst::{Burst, Place};
pub(super) use self::kind::PairFusion;
use self::kind::{FastOp, Kind};
use super::notify_mode::NotifyMode;
use crate::code::{CodeWord, DecodedInstruction, TextSegment};
use crate::core::{BurstContext, LeaveReason};
use crate::machine::Machine;
use crate::observer::Observer;
use crate::stop::Breakpoints;

/// The most instructions that are executed without a look at the budget, which jumps have: the loop
/// leaves before one in the middle of a longer block.
const BLOCK_INSTRUCTIONS_MAX: usize = 1024;

/// The user text of a machine, translated.
pub(super) struct FastText {
    /// The text that the rest was made of; compared by reference with the machine's.
    text: Arc<TextSegment>,
    base: u32,
    /// The neighbours that are executed as one.
    pairs: PairFusion,
    ops: Vec<FastOp>,
    /// The kind of each of `ops` by itself.
    singles: Vec<Kind>,
    plain: Vec<DecodedInstruction>,
    /// Before which instructions `ops` leaves the loop.
    breakpoints: Breakpoints,
    /// Likewise, for a look at the budget; in ascending order.
    rests: Vec<usize>,
    /// The most instructions between two looks at the budget.
    margin: u64,
}

/// The resting points of the loop in long blocks without a jump, and the longest block left.
fn rest_points(kinds: &[Kind]) -> (Vec<usize>, u64) {
    let (mut rests, mut len, mut longest) = (Vec::new(), 0, 0);
    for (idx, kind) in kinds.iter().enumerate() {
        if len == BLOCK_INSTRUCTIONS_MAX {
            rests.push(idx);
            len = 0;
        }
        len += 1;
        longest = longest.max(len);
        // Only these leave for certain; a branch that is not taken goes on without a look at the
        // budget.
        if matches!(kind, Kind::J | Kind::Jal | Kind::Jr) {
            len = 0;
        }
    }
    (rests, longest as u64)
}

impl FastText {
    pub(super) fn new(machine: &Machine, pairs: PairFusion) -> FastText {
        let text = Arc::clone(&machine.text);
        let base = text.base();
        let instruction = |word: &CodeWord| match word {
            CodeWord::Instruction(instruction) => *instruction,
            // Never executed, because the kind at this index leaves the loop.
            CodeWord::Absent | CodeWord::Undefined(_) => DecodedInstruction::NOP,
        };
        let plain = text.words().map(instruction).collect();
        let ops = kind::translate(&text);
        let singles = ops.iter().map(|op| op.kind).collect::<Vec<_>>();
        let breakpoints = Breakpoints::default();
        let (rests, margin) = rest_points(&singles);
        let mut fast =
            FastText { text, base, pairs, ops, singles, plain, breakpoints, rests, margin };
        // Without pairs, only the resting points differ from the plain instructions.
        if pairs == PairFusion::None {
            for idx in fast.rests.clone() {
                fast.choose(idx);
            }
        } else {
            for idx in 0..fast.plain.len() {
                fast.choose(idx);
            }
        }
        fast
    }

    /// Whether this is the translation of a machine's text as it is now.
    pub(super) fn is_of(&self, machine: &Machine, pairs: PairFusion) -> bool {
        Arc::ptr_eq(&self.text, &machine.text) && self.pairs == pairs
    }

    /// Makes the loop end before these instructions and no others.
    pub(super) fn mark(&mut self, breakpoints: &Breakpoints) {
        if self.breakpoints.is_same(breakpoints) {
            return;
        }
        let before = std::mem::replace(&mut self.breakpoints, breakpoints.clone());
        for &address in before.addresses().iter().chain(breakpoints.addresses()) {
            if let Some(idx) = self.index(address) {
                self.choose(idx);
                // The instruction in front may begin a pair that would run across the breakpoint.
                self.choose(idx.saturating_sub(1));
            }
        }
    }

    /// Decides what the loop does at an index: its instruction, the pair it begins, or leave.
    fn choose(&mut self, idx: usize) {
        let single = self.singles[idx];
        self.ops[idx].kind = if self.is_marked(idx) {
            Kind::Break
        } else if !self.is_marked(idx + 1) {
            let pair = self.singles.get(idx + 1).and_then(|&next| kind::pair(single, next));
            pair.filter(|_| self.pairs.any()).unwrap_or(single)
        } else {
            single
        };
    }

    fn is_marked(&self, idx: usize) -> bool {
        self.breakpoints.contains(self.base.wrapping_add(4 * idx as u32))
            || self.rests.binary_search(&idx).is_ok()
    }

    /// The index of an address in the translated code.
    #[inline(always)]
    fn index(&self, address: u32) -> Option<usize> {
        let offset = address.wrapping_sub(self.base);
        let idx = (offset / 4) as usize;
        (offset.is_multiple_of(4) && idx < self.plain.len()).then_some(idx)
    }

    /// Runs from the machine's `pc`.
    pub(super) fn run<O: Observer, T: NotifyMode<O>>(
        &self,
        m: &mut Machine,
        turn: &mut BurstContext<'_, O>,
    ) -> LeaveReason {
        let Some(idx) = self.index(m.pc) else { return LeaveReason::Rare };
        let left = turn.count.saturating_sub(m.count);
        // No block between two looks is longer than the margin, so the count cannot be passed
        // inside one.
        match left.checked_sub(self.margin) {
            None | Some(0) => LeaveReason::Rare,
            Some(budget) => {
                // At least one: a pause that is over would leave without a step and be entered
                // again for ever.
                let pause = turn.pause.saturating_sub(m.count).max(1);
                burst::run::<O, T>(self, turn, m, idx, budget.min(pause))
            }
        }
    }
}
