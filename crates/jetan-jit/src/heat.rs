//! A sampling profile: finds out where a program spends its time by looking now and then.

use jetan_isa::{EncodingFormat, Op};
use jetan_machine::code::{CodeWord, TextSegment};
use rustc_hash::FxHashMap;

use crate::region::{branch_target, jump_target};

/// Instructions between two looks, on average.
const SAMPLE_INSTRUCTIONS: u64 = 50_000;

/// The size of a sampled range of text, in bytes.
const SAMPLE_RANGE_BYTES: u32 = 256;

/// An address near the last executed instructions if the interpreter has stopped after a jump to an
/// address: after a call that is the procedure which returned there.
pub(crate) fn spent_at(text: &TextSegment, pc: u32) -> u32 {
    let call = pc.wrapping_sub(4);
    match text.get(call) {
        // Only `jal` names the procedure; after `jalr` nobody knows any more what was called.
        CodeWord::Instruction(d) if d.op == Op::Jal => jump_target(call, d),
        _ => pc,
    }
}

/// The procedures of a program, and the cost of each so far.
#[derive(Default)]
pub(crate) struct HeatProfile {
    /// Whether the procedures are known.
    is_known: bool,
    /// The addresses that are called somewhere, in ascending order.
    procedures: Vec<u32>,
    /// Interpreted instructions by procedure, as far as looks tell.
    costs: FxHashMap<u32, u64>,
    /// The same by range of text, for what lies in one large procedure.
    places: FxHashMap<u32, u64>,
    /// The cost of all ranges that are not translated.
    total: u64,
    /// Instructions interpreted since the last look.
    since: u64,
    seed: u64,
}

impl HeatProfile {
    /// Forgets everything: the program is another.
    pub(crate) fn forget(&mut self) {
        self.is_known = false;
        self.procedures.clear();
        self.costs.clear();
        self.places.clear();
        self.total = 0;
    }

    /// Finds the procedures, which a short run never needs.
    pub(crate) fn learn(&mut self, text: &TextSegment) {
        if self.is_known {
            return;
        }
        self.is_known = true;
        let addresses = (text.base()..).step_by(4);
        let called = addresses.zip(text.words()).filter_map(|(pc, word)| match word {
            CodeWord::Instruction(d) if d.op == Op::Jal => Some(jump_target(pc, *d)),
            _ => None,
        });
        self.procedures = called.collect();
        self.procedures.sort_unstable();
        self.procedures.dedup();
    }

    /// The instructions to interpret before the next look. It varies, so that a program that
    /// goes round in step with it is still seen everywhere.
    pub(crate) fn slice(&mut self) -> u64 {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        // The upper bits: the lower ones of such a generator repeat after a few numbers.
        SAMPLE_INSTRUCTIONS / 2 + (self.seed >> 33) % SAMPLE_INSTRUCTIONS
    }

    /// So much was interpreted, up to `pc`; says what the procedure there has cost if it is time
    /// for a look.
    pub(crate) fn add(
        &mut self,
        text: &TextSegment,
        instructions: u64,
        pc: u32,
        slice: u64,
    ) -> Option<u64> {
        // Bursts are often shorter than a slice. They are added up, and the last one is charged for
        // all.
        self.since += instructions;
        if self.since < slice {
            return None;
        }
        self.learn(text);
        let since = std::mem::take(&mut self.since);
        self.total += since;
        *self.places.entry(pc / SAMPLE_RANGE_BYTES).or_default() += since;
        let cost = self.costs.entry(self.procedure_of(pc)).or_default();
        *cost += since;
        Some(*cost)
    }

    /// The cost of the ranges that contain some addresses.
    pub(crate) fn cost_of(&self, ranges: impl Iterator<Item = (u32, u32)>) -> u64 {
        let mut places: Vec<u32> = ranges
            .flat_map(|(from, to)| {
                from / SAMPLE_RANGE_BYTES..=to.wrapping_sub(4) / SAMPLE_RANGE_BYTES
            })
            .collect();
        places.sort_unstable();
        places.dedup();
        places.iter().filter_map(|place| self.places.get(place)).sum()
    }

    /// The cost of all code that is not translated.
    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    /// So much of it is translated now.
    pub(crate) fn relieve(&mut self, cost: u64) {
        self.total = self.total.saturating_sub(cost);
    }

    /// The procedure at an address begins anew.
    pub(crate) fn cool(&mut self, pc: u32) {
        // Kept, not removed: `is_warm` has to know that the procedure was ever sampled.
        self.costs.insert(self.procedure_of(pc), 1);
    }

    pub(crate) fn is_warm(&self, procedure: u32) -> bool {
        self.costs.contains_key(&procedure)
    }

    pub(crate) fn is_procedure(&self, address: u32) -> bool {
        self.procedures.binary_search(&address).is_ok()
    }

    /// The last procedure that begins at or before an address; 0 if none does.
    pub(crate) fn procedure_of(&self, pc: u32) -> u32 {
        let next = self.procedures.partition_point(|&start| start <= pc);
        next.checked_sub(1).map_or(0, |idx| self.procedures[idx])
    }

    /// The head of the innermost loop around an address, as far as branches back tell.
    pub(crate) fn loop_head(&self, text: &TextSegment, pc: u32) -> Option<u32> {
        let next = self.procedures.partition_point(|&start| start <= pc);
        let end = text.base().wrapping_add(4 * text.len() as u32);
        let end = self.procedures.get(next).copied().unwrap_or(end);
        // The first branch from here on that leads back to `pc` or before it closes the innermost
        // loop.
        (pc..end)
            .step_by(4)
            .filter_map(|from| match text.get(from) {
                CodeWord::Instruction(d) if d.op == Op::J => Some(jump_target(from, d)),
                CodeWord::Instruction(d) if d.op.spec().format == EncodingFormat::B => {
                    Some(branch_target(from, d))
                }
                _ => None,
            })
            // `procedure_of` is 0 if no procedure begins before `pc`.
            .find(|&to| to <= pc && to >= self.procedure_of(pc).max(text.base()))
    }
}
