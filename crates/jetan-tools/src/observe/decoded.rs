//! Instructions taken apart once, not at each execution.

use jetan_isa::{Instruction, Op, OperandSlot, Reg, encode};
use jetan_machine::code::{CodeWord, DecodedInstruction};
use rustc_hash::FxHashMap;

use crate::branch::MarsBranch;
use crate::counters::WordFormat;
use crate::faults::FaultSet;
use crate::pipeline::PipelineStep;

/// The most instructions that are kept: a program that writes itself starts over beyond.
const KEPT_MAX: usize = 1 << 20;

/// Everything about an instruction that does not depend on its execution.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepFacts {
    pub(super) instruction: Instruction,
    pub(super) word: u32,
    pub(super) format: WordFormat,
    /// The condition, if it is a conditional branch.
    pub(super) branch: Option<MarsBranch>,
    /// The numbers of the registers that a condition compares, or that a jump goes to.
    pub(super) first: usize,
    pub(super) second: usize,
    pub(super) is_return: bool,
    pub(super) step: PipelineStep,
}

/// Facts by address.
#[derive(Clone, Debug, Default)]
pub(super) struct DecodedSteps {
    facts: FxHashMap<u32, (DecodedInstruction, StepFacts)>,
}

impl DecodedSteps {
    /// The facts about the instruction at an address; none if there is none.
    pub(super) fn facts(&mut self, pc: u32, word: CodeWord) -> Option<StepFacts> {
        let CodeWord::Instruction(one) = word else { return None };
        // Self-modifying code puts another instruction at the same address.
        if let Some((known, facts)) = self.facts.get(&pc)
            && *known == one
        {
            return Some(*facts);
        }
        if self.facts.len() >= KEPT_MAX {
            self.facts.clear();
        }
        let facts = StepFacts::new(pc, &instruction(one));
        self.facts.insert(pc, (one, facts));
        Some(facts)
    }
}

impl StepFacts {
    fn new(pc: u32, instruction: &Instruction) -> StepFacts {
        let op = instruction.op;
        let spec = op.spec();
        let registers = (0..spec.operand_count as usize).filter(|&idx| {
            spec.fields[idx].kind == OperandSlot::Reg && spec.roles.operands[idx].reads()
        });
        let mut registers = registers.map(|idx| instruction.operands[idx] as usize & 31);
        let first = registers.next().unwrap_or(0);
        StepFacts {
            instruction: *instruction,
            word: encode(instruction),
            format: WordFormat::of(op),
            branch: MarsBranch::of(instruction, FaultSet::NONE),
            first,
            second: registers.next().unwrap_or(0),
            is_return: op == Op::Jr && first == Reg::RA.index(),
            step: PipelineStep::new(pc, instruction),
        }
    }
}

/// The instruction whose operands were taken apart.
fn instruction(one: DecodedInstruction) -> Instruction {
    let spec = one.op.spec();
    let mut operands = [0; 3];
    for (idx, register) in [one.a, one.b, one.c].into_iter().enumerate() {
        if idx < spec.operand_count as usize {
            let is_register = spec.fields[idx].is_register();
            // A destination that is `$zero` has a number of its own, which wraps around to 0.
            operands[idx] = if is_register { register as i32 & 31 } else { one.imm };
        }
    }
    Instruction { op: one.op, operands }
}
