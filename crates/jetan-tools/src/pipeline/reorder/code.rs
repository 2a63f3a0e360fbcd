//! The straight parts of a program: blocks that nothing jumps into and that no service, trap or
//! exception handling divides.

use std::collections::{BTreeMap, BTreeSet};

use jetan_isa::{MemoryUse, Op, OperandSlot, disasm};
use jetan_machine::code::CodeWord;
use rustc_hash::FxHashMap;

use super::block::{BlockInstruction, MemoryAccess, StatementBlock};
use super::{ReorderCode, StallCounts};
use crate::pipeline::issue::IssueState;
use crate::pipeline::profile::{CountedStretch, Stretch};
use crate::pipeline::step::{PipelineStep, effects, executed_instruction};
use crate::pipeline::waits::WaitTable;

/// The most instructions of a block; a longer one is several.
const BLOCK_INSTRUCTIONS_MAX: usize = 64;

/// The code that a run has executed.
pub(super) struct StraightCode<'a> {
    code: &'a ReorderCode<'a>,
    instructions: FxHashMap<u32, Option<BlockInstruction>>,
    /// Addresses that something may go on with from elsewhere.
    starts: BTreeSet<u32>,
}

impl<'a> StraightCode<'a> {
    /// Code with the labels of a program, and the targets of its branches, executed or not.
    pub(super) fn new(code: &'a ReorderCode<'a>) -> StraightCode<'a> {
        let mut starts: BTreeSet<u32> = code.labels.iter().copied().collect();
        let addresses = (code.text.base()..).step_by(4);
        for (pc, word) in addresses.zip(code.text.words()) {
            let CodeWord::Instruction(one) = *word else { continue };
            if one.op.is_branch() || one.op.is_jump() {
                starts.extend(disasm::target(&executed_instruction(one), pc));
            }
        }
        StraightCode { code, instructions: FxHashMap::default(), starts }
    }

    /// Takes the instructions of stretches apart; something has gone on with the first of each.
    pub(super) fn take_stretches<'s>(&mut self, stretches: impl Iterator<Item = &'s Stretch>) {
        for stretch in stretches {
            // Targets of jumps through registers are known only from the run.
            self.starts.insert(stretch.start);
            for pc in (stretch.start..=stretch.last).step_by(4) {
                self.take(pc);
            }
        }
    }

    fn take(&mut self, pc: u32) {
        let code = self.code;
        self.instructions.entry(pc).or_insert_with(|| match code.text.get(pc) {
            CodeWord::Instruction(one) => {
                let instruction = executed_instruction(one);
                let (reads, writes) = effects(&instruction);
                Some(BlockInstruction {
                    step: PipelineStep::new(pc, &instruction),
                    reads,
                    writes,
                    memory: memory(&instruction),
                    is_barrier: is_barrier(instruction.op),
                })
            }
            CodeWord::Absent | CodeWord::Undefined(_) => None,
        });
    }

    fn known(&self, pc: u32) -> Option<&BlockInstruction> {
        self.instructions.get(&pc)?.as_ref()
    }

    /// The steps of a stretch; none if some of them is not of the program's text.
    pub(super) fn steps(&self, stretch: &Stretch) -> Option<Vec<PipelineStep>> {
        let pcs = (stretch.start..=stretch.last).step_by(4);
        pcs.map(|pc| self.known(pc).map(|one| one.step)).collect()
    }

    /// Cycles that instructions waited, by address.
    pub(super) fn stalls(&self, stretches: &[CountedStretch], waits: &WaitTable) -> StallCounts {
        let mut stalls = StallCounts::default();
        for CountedStretch { stretch, count, .. } in stretches {
            let Some(steps) = self.steps(stretch) else { continue };
            let mut state = IssueState::at(&stretch.entry);
            let flushes = [stretch.entry.flush, stretch.entry.flush_later].into_iter();
            for (step, flush) in steps.iter().zip(flushes.chain(std::iter::repeat(0))) {
                let issued = state.issue(step, u64::from(flush), waits);
                state.write(step, 0);
                if issued.stall > 0 {
                    *stalls.entry(step.pc).or_default() += issued.stall * count;
                }
            }
        }
        stalls
    }

    /// The blocks that stretches go through, as first and last address.
    pub(super) fn blocks(&mut self, stretches: &[CountedStretch]) -> BTreeMap<u32, u32> {
        let mut blocks = BTreeMap::new();
        for CountedStretch { stretch, .. } in stretches {
            let mut pc = stretch.start;
            while pc <= stretch.last {
                let last = match blocks.get(&pc) {
                    Some(&last) => last,
                    None => self.end_of_block(pc),
                };
                blocks.insert(pc, last);
                let Some(next) = last.checked_add(4) else { break };
                pc = next;
            }
        }
        blocks
    }

    /// The last address of the block that begins at an address, executed or not.
    fn end_of_block(&mut self, first: u32) -> u32 {
        let mut last = first;
        // Whoever comes to a delay slot by itself has come from a branch.
        let before = first.wrapping_sub(4);
        self.take(before);
        if self.code.has_slots && self.known(before).is_some_and(|one| one.step.kind.may_turn()) {
            return first;
        }
        for count in 1..=BLOCK_INSTRUCTIONS_MAX {
            let Some(one) = self.known(last) else { break };
            if one.is_barrier {
                break;
            }
            let may_turn = one.step.kind.may_turn();
            let Some(next) = last.checked_add(4) else { break };
            // A delay slot belongs to its branch.
            let is_slot = may_turn && self.code.has_slots;
            if (may_turn && !is_slot) || count == BLOCK_INSTRUCTIONS_MAX {
                break;
            }
            // The rest of a block may not have been executed, but is part of it.
            self.take(next);
            let is_barrier = self.known(next).is_none_or(|one| one.is_barrier);
            if is_barrier || self.starts.contains(&next) {
                break;
            }
            last = next;
            if is_slot {
                break;
            }
        }
        last
    }

    /// A block in statements; none if there is nothing to move.
    pub(super) fn block(&self, first: u32, last: u32) -> Option<StatementBlock> {
        let pcs = (first..=last).step_by(4);
        let instructions: Option<Vec<_>> = pcs.map(|pc| self.known(pc).copied()).collect();
        StatementBlock::new(instructions?, self.code)
    }
}

/// Whether nothing may be moved over an instruction: services, traps, exception handling, and the
/// two halves of an atomic access.
fn is_barrier(op: Op) -> bool {
    let spec = op.spec();
    let fields = &spec.fields[..usize::from(spec.operand_count)];
    let has_cp0 = fields.iter().any(|field| field.kind == OperandSlot::Cp0);
    has_cp0
        || matches!(op, Op::Ll | Op::Sc | Op::Syscall | Op::Break | Op::BreakCode | Op::Eret)
        || matches!(op, Op::Teq | Op::Teqi | Op::Tne | Op::Tnei)
        || matches!(op, Op::Tge | Op::Tgeu | Op::Tgei | Op::Tgeiu)
        || matches!(op, Op::Tlt | Op::Tltu | Op::Tlti | Op::Tltiu)
}

fn memory(instruction: &jetan_isa::Instruction) -> Option<MemoryAccess> {
    let (bytes, is_store) = match instruction.op.roles().memory {
        MemoryUse::None => return None,
        MemoryUse::Load(bytes) => (bytes, false),
        MemoryUse::Store(bytes) => (bytes, true),
    };
    // All of them are written `rt, offset(base)`.
    let [_, offset, base] = instruction.operands;
    // Wide, so that an offset at the end of its range does not wrap around.
    let offset = i64::from(offset);
    let range = match instruction.op {
        // Some bytes of the word, on one side of the address or the other.
        Op::Lwl | Op::Lwr | Op::Swl | Op::Swr => (offset - 3, offset + 4),
        _ => (offset, offset + i64::from(bytes)),
    };
    Some(MemoryAccess { is_store, base: base as u8 & 31, range })
}
